"""The diagram of a game: its columns, foundations and stock before any card is dealt, with captions.

Where the rule file has no captions, they follow from the rules.
"""

from __future__ import annotations

from solitaire_cli.core.cards import ACE, RANKS
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import CELL, RESERVE
from solitaire_cli.show.foundations import boxes
from solitaire_cli.show.grid import Cell, draw, text_cell
from solitaire_cli.show.look import Look
from solitaire_cli.show.picture import cell_heads, heads
from solitaire_cli.words.translation import N_

FOUNDATIONS = N_("{piles:foundation}, each {first}→{last} of one suit")
LAPS = N_("{piles:foundation}, each of one suit, {laps} times {first}→{last}")
DEALT_BASE = N_("{piles:foundation}, each of one suit from the rank dealt there ({dealt:card})")
DEALT = N_("{caption:long}; {dealt:card} dealt there")
CELLS = N_("{cells:cell}, one card each")
RESERVES: dict[str, str] = {  # by what a reserve takes
    "none": N_("{reserves:reserve}; no card goes back there"),
    "card": N_("{reserves:reserve} of at most {room:card}"),
    "any": N_("{reserves:reserve} for any number of cards"),
    "run": N_("{reserves:reserve} for a card or a run"),
}
OPENS = N_("{caption:long}, once the stock is empty")
COUNTS = N_("number of cards")
COVERED = N_("of these, face down")
BY_RANK = N_("a new column begins with each {rank}")
ALL_UP = N_("all cards are face up")
LAST_UP = N_("the last card of each column is face up, the rest are face down")
MIXED = N_("face-up cards lie under face-down ones too")
STOCK_COUNT = N_("{stock:card}")
STOCK = N_("deals one card to each column")
HELD = N_("deals one card to each column that is not empty")
LAST_DEAL = N_("deals one card to each column; the last deal has {left:card}")
GOALS: dict[str, str] = {
    "cards": N_("Goal: all {cards:card} on the foundations"),
    "runs": N_("Goal: {piles} complete runs {last}→{first} {relation}"),
    "in-place": N_("Goal: in each column nothing or a complete run {last}→{first} {relation}"),
}
ANY_HEAD = N_("Goal: {piles} complete runs of {ranks:card} {relation}, each from any rank down")
WITHIN: dict[str, str] = {  # how the cards of a complete run go together
    "any-suit": N_("of any suits"),
    "same-suit": N_("of one suit"),
    "other-suit": N_("without neighbours of one suit"),
    "same-colour": N_("of one colour"),
    "other-colour": N_("in alternate colours"),
}


def diagram(rules: Rules, look: Look = Look()) -> list[str]:
    """Return the diagram of a game as its document has it, line by line.

    Source: 000 and 002, «Раскладка»; for a game whose document has none, the same hand.
    """
    frame, signs, tops = rules.diagram, look.signs, heads(rules)
    values = {"stock": rules.stock_size, "columns": len(rules.columns), "cards": rules.cards, "piles": len(rules.piles)}
    captions = {name: look.fit(look.choose(texts).format(**values)) for name, texts in frame.captions.items() if texts}
    captions = captions or _captions(rules, look)

    def point_at(line: str, name: str) -> str:
        return f"{line} {signs.left} {captions[name]}" if captions.get(name) else line

    lines: list[str] = []
    if rules.boxes:
        top, middle, bottom = map(draw, boxes([Cell("FND")] * len(rules.piles), signs))
        lines += [top, point_at(middle, "foundations"), bottom]
    lines += _draw_aside(rules, look)
    counts = [text_cell(_count(rules, column), head) for column, head in enumerate(tops)]
    lines += [draw(tops), point_at(draw(counts), "counts")]
    if "covered" in captions:
        covers = [text_cell(str(down), head) for (down, _), head in zip(rules.columns, tops)]
        lines.append(point_at(draw(covers), "covered"))
    if frame.arrows:
        lines.append(draw([text_cell(signs.up, head) for head in tops]))
    stock = f"[STOCK: {captions['stock-count']}]" if captions.get("stock-count") else "[STOCK]"
    lines.append(captions.get("columns", ""))
    if rules.stock_size:
        lines.append(point_at(stock, "stock"))
    lines.append(captions.get("goal", ""))
    return [line for line in lines if line]


def _count(rules: Rules, column: int) -> str:
    return "?" if column < rules.by[0] else str(sum(rules.columns[column]))


def _draw_aside(rules: Rules, look: Look) -> list[str]:
    """Return the lines of the cells and of the reserves, each with its caption."""
    lines, dealt = [], {place: len(cards) for place, cards in rules.other_plan.items()}
    if rules.cells:
        caption = f" {look.signs.left} {look.phrase(CELLS, cells=rules.cells)}"
        counts = [dealt.get(CELL + cell, 0) for cell in range(rules.cells)]
        lines = [draw(cell_heads(rules))]
        if any(counts):
            lines.append(draw([text_cell(str(count), head) for count, head in zip(counts, cell_heads(rules))]))
        lines[-1] += caption
    if rules.reserves:
        counts = [dealt.get(RESERVE + reserve, 0) for reserve in range(rules.reserves)]
        line = " ".join(f"[r{number}: {count}]" for number, count in enumerate(counts, 1))
        takes = "any" if rules.reserve == "card" and not rules.room else rules.reserve
        caption = look.phrase(RESERVES[takes], reserves=rules.reserves, room=rules.room)
        if rules.opens == "stock-out":
            caption = look.phrase(OPENS, caption=caption)
        lines.append(f"{line} {look.signs.left} {look.fit(caption)}")
    return lines


def _captions(rules: Rules, look: Look) -> dict[str, str]:
    """Return the captions that follow from the rules."""
    highest = rules.highest(rules.base or ACE)
    values = {"piles": len(rules.piles), "cards": rules.cards, "stock": rules.stock_size, "laps": rules.laps}
    values |= {"ranks": rules.ranks}
    names = {"first": RANKS[(rules.base or ACE) - 1], "last": RANKS[highest - 1], "rank": RANKS[rules.by[1] - 1]}

    def say(text: str, **more: object) -> str:
        return look.fit(look.phrase(text, **values, **names, **more))

    captions = {"counts": say(BY_RANK if rules.by[0] else COUNTS)}
    if rules.goal == "cards":
        dealt = len(rules.other_plan.get(-1, ()))
        text = LAPS if rules.laps > 1 else FOUNDATIONS if rules.base else DEALT_BASE
        caption = say(text, dealt=dealt)
        captions["foundations"] = say(DEALT, caption=caption, dealt=dealt) if dealt and rules.base else caption
    if all(down == 0 for down, _ in rules.columns):
        captions["columns"] = say(ALL_UP)
    elif all(up == 1 for _, up in rules.columns):
        captions["columns"] = say(LAST_UP)
    else:
        captions["covered"] = say(COVERED)
        captions["columns"] = say(MIXED) if rules.mixed else ""
    if rules.stock_size:
        captions["stock-count"] = say(STOCK_COUNT)
        left = rules.stock_size % len(rules.columns)
        text = LAST_DEAL if left else STOCK
        captions["stock"] = say(text if rules.serves == "columns" else HELD, left=left)
    goal = ANY_HEAD if rules.head == "any" else GOALS[rules.goal]
    return {**captions, "goal": say(goal, relation=look.phrase(WITHIN[rules.complete]))}
