"""Positions and games as pictures: lines of text, in the hand of the documents' diagrams; never writes.

Every character takes one cell, every card two. A cell begins one place right of its column's head, so
that a card stands under the number in ``[C1]``.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest

from solitaire_cli.core.cards import CARDS, NAMES, RANK_MASK
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.show.look import ASCII, Look, Signs
from solitaire_cli.words.messages import LABELS

FOUNDATION = "FND"


def diagram(rules: Rules, look: Look = Look()) -> list[str]:
    """The document's diagram of a game, line by line.

    Source: 000 and 002, «Раскладка»; for a game whose document has none, the same hand.
    """
    shown, signs = rules.diagram, look.signs
    heads = _heads(rules)
    lines: list[str] = []

    def caption(name: str) -> str:
        texts = shown.captions.get(name)
        if not texts:
            return ""
        text = texts.get(look.language, texts["en"])
        values = {"stock": rules.stock_size, "columns": len(rules.columns)}
        values |= {"cards": rules.cards, "piles": len(rules.piles)}
        return look.fit(text.format(**values))

    def pointed(line: str, name: str) -> str:
        text = caption(name)
        return f"{line} {signs.left} {text}" if text else line

    if shown.foundations == "boxes":
        top, middle, bottom = _boxes([FOUNDATION] * len(rules.piles), signs)
        lines += [top, pointed(middle, "foundations"), bottom]
    lines.append(_joined(rules, heads))
    lines.append(pointed(_cells(rules, [str(down + up) for down, up in rules.columns], heads), "counts"))
    if shown.arrows:
        lines.append(_cells(rules, [signs.up] * len(rules.columns), heads))
    if caption("columns"):
        lines.append(caption("columns"))
    count = caption("stock-count")
    lines.append(pointed(f"[STOCK: {count}]" if count else "[STOCK]", "stock"))
    if caption("goal"):
        lines.append(caption("goal"))
    return lines


def picture(position: Position, look: Look = Look(), width: int | None = None) -> list[str]:
    """A position in its game's frame: foundations, heads, counts, the cards row by row, the stock.

    With a ``width`` in characters the columns are drawn in bands of about the same number, each with its heads,
    counts and cards, and the foundations too, so that no line is longer if one column fits; else as if one did.
    """
    rules, signs = position.rules, look.signs
    if rules.diagram.foundations == "boxes":
        texts = _pile_texts(position, signs)
        lines = []
        for first, end in _box_bands(len(texts), width):
            lines += _boxes(texts[first:end], signs)
    else:
        count = len(position.foundations) if rules.goal == "runs" else _finished_piles(position)
        line = look.phrase(LABELS["finished"], count=count, piles=len(rules.piles))
        suits = [signs.suits[top >> 4] for top in position.foundations if rules.goal == "runs"]
        lines = [" ".join([line, *suits])] if rules.goal == "runs" else [line, _tops_line(position, signs)]
        lines = _folded(lines, width)
    for first, end in _bands(rules, width):
        lines += _band(position, first, end, signs)
    lines.append(f"[STOCK: {len(position.stock) - position.dealt}]")
    return lines


def least_width(rules: Rules) -> int:
    """The characters that one column takes at most, and one foundation: what a folded picture needs."""
    box = len(_boxes([""], ASCII)[0]) if rules.diagram.foundations == "boxes" else 0
    return max(box, *map(len, _heads(rules)))


def _band(position: Position, first: int, end: int, signs: Signs) -> list[str]:
    """The columns from ``first`` to before ``end``: heads, counts, the cards row by row."""
    rules = position.rules
    heads = _heads(rules)[first:end]
    columns = position.columns[first:end]
    lines = [_joined(rules, heads), _cells(rules, [str(len(cards)) for cards in columns], heads)]
    shown = []
    for cards, down, head in zip(columns, position.down[first:end], heads):
        table = _card_cells(len(head), signs)
        shown.append([table[0]] * down + [table[card] for card in cards[down:]] if cards else [table[-1]])
    gap = _gap(rules)
    blanks = [" " * len(head) for head in heads]
    for row in zip_longest(*shown):
        cells = [cell or blank for cell, blank in zip(row, blanks)] if None in row else row
        lines.append(gap.join(cells).rstrip())
    return lines


@lru_cache(maxsize=64)
def _bands(rules: Rules, width: int | None) -> list[tuple[int, int]]:
    """The columns of each band, as the first and the one after the last."""
    return _shares([len(head) for head in _heads(rules)], len(_gap(rules)), width)


def _box_bands(count: int, width: int | None) -> list[tuple[int, int]]:
    """The foundations of each row of boxes; a row has a line more than the boxes have."""
    return _shares([3] * count, 1, None if width is None else width - 2)


def _shares(sizes: list[int], gap: int, width: int | None) -> list[tuple[int, int]]:
    """Things of these sizes in as few bands as have room for them, about as many in each."""
    fewest = _filled(sizes, gap, width, len(sizes))
    even = _filled(sizes, gap, width, -(-len(sizes) // len(fewest)))
    return even if len(even) == len(fewest) else fewest


def _filled(sizes: list[int], gap: int, width: int | None, most: int) -> list[tuple[int, int]]:
    """Things of these sizes in bands filled one after the other, ``most`` at most in each and one at least."""
    bands: list[tuple[int, int]] = []
    first = used = 0
    for place, size in enumerate(sizes):
        used += size + (gap if place > first else 0)
        if place > first and (place - first == most or (width is not None and used > width)):
            bands.append((first, place))
            first, used = place, size
    return [*bands, (first, len(sizes))]


def _folded(lines: list[str], width: int | None) -> list[str]:
    """Lines of words broken at blanks."""
    if width is None or max(map(len, lines)) <= width:
        return lines
    from textwrap import wrap

    return [part for line in lines for part in wrap(line, width, break_long_words=False)]


def card_text(card: int, signs: Signs) -> str:
    """A face-up card as the picture shows it: ``9♠``."""
    return NAMES[card][0] + signs.suits[card >> 4]


def _finished_piles(position: Position) -> int:
    return sum(top & RANK_MASK == position.ranks for top in position.foundations)


def _pile_texts(position: Position, signs: Signs) -> list[str]:
    """What stands in the foundations' boxes: the top card, or the suit that an empty pile waits for."""
    rules = position.rules
    if rules.goal == "runs":
        finished = [card_text(top, signs) for top in position.foundations]
        return finished + [""] * (len(rules.piles) - len(finished))
    return [card_text(top, signs) if top & RANK_MASK else f" {signs.suits[top >> 4]}" for top in position.foundations]


def _tops_line(position: Position, signs: Signs) -> str:
    return " ".join(text.strip() for text in _pile_texts(position, signs))


@lru_cache(maxsize=64)
def _heads(rules: Rules) -> list[str]:
    return [f"[C{number}]" for number in range(1, len(rules.columns) + 1)]


def _gap(rules: Rules) -> str:
    return " " if rules.diagram.heads == "spaced" else ""


def _joined(rules: Rules, cells: list[str]) -> str:
    return _gap(rules).join(cells).rstrip()


def _cells(rules: Rules, texts: list[str], heads: list[str]) -> str:
    return _joined(rules, [f" {text}".ljust(len(head)) for text, head in zip(texts, heads)])


@lru_cache(maxsize=64)
def _card_cells(size: int, signs: Signs) -> dict[int, str]:
    """The cells of ``size`` characters for each card, 0 for a face-down card and -1 for an empty column."""
    texts = {0: signs.covered, -1: signs.empty}
    texts |= {card: card_text(card, signs) for card in CARDS}
    return {card: f" {text}".ljust(size) for card, text in texts.items()}


def _boxes(texts: list[str], signs: Signs) -> list[str]:
    rows = []
    for frame, row in zip(signs.box, ([""] * len(texts), texts, [""] * len(texts))):
        left, fill, middle, right = tuple(frame)
        rows.append(left + middle.join(text.ljust(3, fill) for text in row) + right)
    return rows
