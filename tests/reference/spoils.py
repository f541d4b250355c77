"""Ways to spoil a transcript, for a deliberately slow, independent second implementation.

Written from the contract to compare with. Each of `SPOILS` makes a transcript with exactly one
fault, and has that fault's code; every code that a stream can have is among them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from .engine import (
    AUTO,
    BEETLE,
    DEAL,
    GAMES,
    RANKS,
    REDO,
    SPIDER_MILLENNIUM,
    SPIDERWORT,
    STAR,
    UNDO,
    Column,
    Game,
    Play,
    Position,
    Step,
    complete_run,
    foundation_tops,
    fresh_deck,
    legal_steps,
    result,
    star_count,
    step_text,
    suit,
    with_options,
)
from .writer import Chunk, Draft, Place, Value, Writer

BAD_BYTE = "\udcff"  # what becomes the byte FF in the stream
FORBIDDEN = ["\x00", "\x01", "\x1b", "\x7f", "\x85", "\x9f", "\ufdd0", "\ufffe", "\uffff", BAD_BYTE]


@dataclass(frozen=True)
class Spoil:
    """A way to spoil a transcript, and the code of the fault that it makes."""

    code: str
    make: Callable[[Writer], Chunk]


SPOILS: dict[str, Spoil] = {}
Maker = Callable[[Writer], Chunk]


def _spoil(name: str) -> Callable[[Maker], Maker]:
    """Enters a spoil, named by its code and, after a colon, its kind."""

    def enter(make: Maker) -> Maker:
        SPOILS[name] = Spoil(name.partition(":")[0], make)
        return make

    return enter


def _with_line(writer: Writer, line: str, drop: Sequence[str] = ()) -> Chunk:
    """A numbered deal with this line in its header and without these keys."""
    draft = writer.numbered()
    writer.play(draft, 3)
    header = {key: value for key, value in draft.header.items() if key not in drop}
    entries = writer.entries(header)
    entries.insert(writer.rng.randint(0, len(entries)), line)
    return writer.yaml("\n".join(entries), draft.words)


def _lines(name: str, lines: Sequence[str], drop: Sequence[str] = ()) -> None:
    """Enters a spoil that puts one of these lines into a header."""
    SPOILS[name] = Spoil(name.partition(":")[0], lambda writer: _with_line(writer, writer.rng.choice(lines), drop))


def _heads(name: str, heads: Sequence[str], place: Place = "any") -> None:
    """Enters a spoil that has one of these texts for a header."""
    SPOILS[name] = Spoil(name.partition(":")[0], lambda writer: writer.yaml(writer.rng.choice(heads), ["deal"], place))


def _raw(name: str, texts: Sequence[str], place: Place) -> None:
    """Enters a spoil that is one of these texts."""
    SPOILS[name] = Spoil(name.partition(":")[0], lambda writer: Chunk(writer.rng.choice(texts), "text", place))


def _json_lines(name: str, lines: Sequence[str]) -> None:
    """Enters a spoil that is one of these JSON lines."""
    SPOILS[name] = Spoil(name.partition(":")[0], lambda writer: Chunk(writer.rng.choice(lines) + "\n", "json"))


def _replaced(name: str, values: Mapping[str, Sequence[Value]]) -> None:
    """Enters a spoil that replaces a key's value, in YAML or JSON."""

    def make(writer: Writer) -> Chunk:
        draft = writer.numbered()
        writer.play(draft, 3)
        key = writer.rng.choice(list(values))
        draft.header = {k: draft.header[k] for k in ("game", "deal", "rules") if k in draft.header}
        draft.header[key] = writer.rng.choice(values[key])
        return writer.write(draft)

    SPOILS[name] = Spoil(name.partition(":")[0], make)


@_spoil("encoding: in a header")
def _encoding_header(writer: Writer) -> Chunk:
    rng = writer.rng
    bad = rng.choice(FORBIDDEN)
    line = rng.choice([f"title: a{bad}b", f"{bad}title: x", f"# note {bad}", f'title: "{bad}"'])
    return _with_line(writer, line)


@_spoil("encoding: in a body")
def _encoding_body(writer: Writer) -> Chunk:
    draft = writer.numbered()
    writer.play(draft, writer.rng.randint(0, 6))
    bad = writer.rng.choice(FORBIDDEN)
    word = writer.rng.choice([bad, f"1-{bad}2", f"deal{bad}", f"# note {bad}", f"#{bad}", f"1{bad}."])
    return writer.yaml(writer.head(draft.header), [*draft.words, word, "deal"])


_json_lines(
    "encoding: in a JSON line",
    [
        *(f'{{"game": "beetle", "deal": 24, "title": "a{bad}b"}}' for bad in FORBIDDEN),
        '{"game": "beetle", "deal": 24, "title": "\\ud800"}',
        '{"game": "beetle", "deal": 24, "title\\udfff": "x"}',
        '{"game": "beetle", "deal": 24, "moves": "deal \\u0007"}',
    ],
)
_raw("encoding: in other text", [f"caf{BAD_BYTE}\n", "abc\n# \x00\n", "\x1b[0m\n"], "first")
_raw("encoding: after a JSON line", [f"x\ny {BAD_BYTE}\n", "\x7f\n"], "after json")


@_spoil("encoding: of another kind")
def _encoding_utf16(writer: Writer) -> Chunk:
    text = "---\ngame: beetle\ndeal: 24\n---\n2-f\n"
    name = writer.rng.choice(["utf-16-le", "utf-16-be"])
    data = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}[name] + text.encode(name)
    return Chunk(data.decode("utf-8", "surrogateescape"), "text", "alone")


_heads("yaml: no map", ["", "# nothing here", "- game: beetle\n- deal: 24", "beetle 24", "[beetle]"])
_heads(
    "yaml: malformed",
    [
        'game: "beetle',
        "game: {beetle",
        "game: beetle\n deal: 24",
        "game: beetle\n\tdeal: 24",
        "game: beetle\ndeal: 24\n- x",
        "game: beetle: 24",
        'game: "\\q"',
        "game: 'a' b",
        "game: @x",
        "game: `x`",
        "game: %x",
        "[game: beetle",
        "game: beetle\n--- x",
        "game: beetle\n--- {deal: 24}",
        "game: beetle\n? [a, b]\n: deal",
        "{game: beetle, {a: b}: c}",
        "game: beetle\ntags: {[x]: y}",
        "game: beetle\ndeal: 24\n]",
        "game: |x\n  beetle",
        "game\ndeal: 24",
        '"game\n\n": beetle',
    ],
)
_lines(
    "yaml: tag, anchor or alias",
    [
        "title: !!str x",
        "title: !x y",
        "title: ! x",
        "title: &a x",
        "title: *a",
        "&a title: x",
        "!!str title: x",
        "tags: !!map {a: b}",
        "tags: &a {a: b}",
        "tags: {a: *b}",
        "tags: {a: &b c}",
        "<<: *a",
    ],
)


@_spoil("yaml: unclosed header")
def _yaml_unclosed(writer: Writer) -> Chunk:
    return Chunk(f"---\n{writer.head(writer.numbered().header)}\n\ndeal\n1-2\n", "yaml", "last")


_json_lines(
    "yaml: malformed JSON",
    [
        '{"game": "beetle", "deal": 24',
        '{"game": "beetle", "deal": 24} x',
        '{"game": "beetle", "deal": NaN}',
        '{"game": "beetle", "deal": -Infinity}',
        '{"game": "beetle", "deal": 024}',
        '{"game": "beetle", "deal": 24,}',
        "{'game': 'beetle', 'deal': 24}",
        "{game: beetle, deal: 24}",
        "{",
        "{}{}",
        '{"game": "beetle"\t"deal": 24}',
        '{"game": "bee\ttle", "deal": 24}',
        '{"game": "beetle", "deal": 24, "title": "\\q"}',
    ],
)
_raw("no-header: other text", ["deal\n", "x\n\n# y\n", " {}\n", "-- -\n", "--- x\n", "----\n"], "first")
_raw("no-header: after a JSON line", ["deal\n", "\t1-2 # x\n", "}\n", " ---\n"], "after json")
_raw("no-header: empty", ["", "\n", "# only a comment\n", "\ufeff", " \t\n\r\n", "#"], "alone")


@_spoil("duplicate-key")
def _duplicate(writer: Writer) -> Chunk:
    draft = writer.meta(writer.numbered())
    entries = writer.entries(draft.header)
    key = writer.rng.choice(list(draft.header))
    entries.append(writer.entry(key, writer.rng.choice([draft.header[key], "x"])))
    return writer.yaml("\n".join(entries), draft.words)


_lines(
    "duplicate-key: within",
    [
        "tags: {a: b, a: b}",
        "tags:\n  a: b\n  c: d\n  a: e",
        "rules: {suits: 4, suits: 4}",
        "title: {a: b, a: c}",
        'title: [x, {a: b, "a": c}]',
    ],
    drop=["rules"],
)
_json_lines(
    "duplicate-key: JSON",
    [
        '{"game": "beetle", "game": "beetle", "deal": 24}',
        '{"game": "beetle", "deal": 24, "tags": {"a": "b", "a": "b"}}',
        '{"game": "beetle", "deal": 24, "moves": [], "moves": []}',
        '{"type": "deal", "game": "beetle", "deal": 24, "x": 1, "x": 1}',
    ],
)
_lines(
    "unknown-key",
    [
        *("titel: x", "Deal: 24", "gmae: beetle", '"": x', "type: deal", "moves: deal"),
        *("step: 3", "suits: 4", "игра: жук", '" title": x', "tableau: []", "rule: {}"),
    ],
)
_json_lines(
    "unknown-key: JSON",
    [
        '{"type": "verdict", "game": "beetle", "deal": 24}',
        '{"type": null, "game": "beetle", "deal": 24}',
        '{"game": "beetle", "deal": 24, "step": 3}',
        '{"game": "beetle", "deal": 24, "Moves": []}',
    ],
)
_heads("missing-key", ["{}", "game: beetle", "deal: 24", "game: beetle\nstock: AS", "title: x"])
_json_lines(
    "missing-key: JSON",
    ["{}", '{"game": "beetle"}', '{"deal": 24, "moves": []}', '{"type": "position", "game": "beetle", "deal": 24}'],
)
_lines(
    "bad-value",
    [
        *("title:", "title: [x]", "title: {a: b}", "title: []", "player:\n  - x", "date: # none"),
        *("comment:\n  a: b", "source: {}", "result:", "result: Won", "result: draw", 'result: ""'),
        *("tags:", "tags: x", "tags: []", "tags: {a: [b]}", "tags: {a}", "tags: {a: {b: c}}"),
        *("rules:", "rules: 4", "rules: [suits]", "rules: {suits}", "rules: {suits: [4]}"),
        *("columns:", "columns: x", "columns: {a: b}", "columns: [[AS]]", "columns:\n- AS\n-"),
        *("stock:", "stock: [AS]", "foundations:", "foundations: [AS]", "stock: {}", "? title"),
    ],
    drop=["rules", "columns", "stock", "foundations", "result"],
)
_heads(
    "bad-value: game or deal",
    [
        *("game:\ndeal: 24", "game: [beetle]\ndeal: 24", "game: {a: b}\ndeal: 24"),
        *("game: beetle\ndeal:", "game: beetle\ndeal: [24]", "{game: beetle, deal}"),
    ],
)
_json_lines(
    "bad-value: JSON",
    [
        '{"game": "beetle", "deal": 24, "title": null}',
        '{"game": "beetle", "deal": 24, "title": true}',
        '{"game": "beetle", "deal": false}',
        '{"game": "beetle", "deal": 24, "moves": null}',
        '{"game": "beetle", "deal": 24, "moves": ["deal", null]}',
        '{"game": "beetle", "deal": 24, "moves": {"a": "deal"}}',
        '{"game": "beetle", "deal": 24, "result": "none"}',
        '{"game": "beetle", "deal": 24, "columns": [null]}',
        '{"game": "beetle", "deal": 24, "foundations": ["AS"]}',
        '{"game": "beetle", "deal": 24, "foundations": [{"top": "3S", "cards": 2}]}',
        '{"game": "spiderwort", "deal": 24, "foundations": [{"top": "AS", "cards": 12}]}',
        '{"game": "beetle", "deal": 24, "foundations": [{"top": "AS"}]}',
        '{"game": "beetle", "deal": 24, "foundations": true}',
        '{"game": "beetle", "deal": 24, "tags": {"a": null}}',
        '{"game": "beetle", "deal": 24, "rules": {"move": true}}',
    ],
)
_replaced(
    "unknown-game", {"game": ["", "bettle", "spider", "Паук", "beetle!", "spider millenium", "Жyк", "klondike", "1"]}
)
_replaced("unknown-rule", {"rules": [{"x": "y"}, {"Suits": "4"}, {"suits": "3"}, {"move": "Card"}, {"empty": ""}]})


@_spoil("unknown-rule: of another game")
def _unknown_rule(writer: Writer) -> Chunk:
    base = writer.rng.choice(GAMES)
    draft = writer.numbered(base)
    names = {name for name, _ in base.options}
    others = [(n, v) for game in GAMES for n, v in game.options if n not in names]
    name, values = writer.rng.choice(others)
    draft.header["rules"] = {name: writer.rng.choice(values)}
    return writer.write(draft)


_replaced(
    "bad-deal",
    {
        "deal": [
            *("0", "024", "-5", "+5", "1e3", "24.0", "ms0", "MS5", "ms05", "ms", "ms8589934592"),
            *("100000000000000000000", "", " 24", "24 ", "２４", "1_000", "0x18", "twenty", "ms 5"),
            *("9" * 5000, "٣", "24\n"),
            *("win7-0", "win7-2147483648", "win7-024", "WIN7-24", "win7-", "win7-1-win7-2"),
        ]
    },
)


def _with_bad_card(writer: Writer, keys: Sequence[str], bad: Sequence[str]) -> Chunk:
    base = writer.rng.choice(GAMES)
    options = writer.some_options(base)
    position = writer.scattered(with_options(base, options), stock=writer.rng.randint(5, 40))
    draft = writer.drawn(base, options, position)
    word = writer.rng.choice(bad)
    key = writer.rng.choice(keys)
    value = draft.header.get(key, "")
    if isinstance(value, list):
        number = writer.rng.randrange(len(value))
        value[number] = f"{word} {value[number]}"
    else:
        draft.header[key] = f"{value} {word}".strip()
    return writer.write(draft)


NO_CARDS = ["1S", "SS", "9", "S", "9X", "ТS", "КS", "9С", "S9", "11H", "9SS", "9\u00a0S", "T♠♠", "0S"]


@_spoil("bad-card")
def _bad_card(writer: Writer) -> Chunk:
    return _with_bad_card(writer, ["columns", "stock", "foundations"], NO_CARDS)


@_spoil("bad-card: face-down marks")
def _bad_marks(writer: Writer) -> Chunk:
    marks = ["<9S", "9S>", "<>", "<<9S>>", "<9S><TH>", "< 9S >", "9<S>"]
    if writer.odds(0.3):
        return _with_bad_card(writer, ["stock", "foundations"], ["<9S>"])
    return _with_bad_card(writer, ["columns"], marks)


def _position_draft(writer: Writer, base: Game | None = None) -> Draft:
    base = base or writer.rng.choice(GAMES)
    options = writer.some_options(base)
    position = writer.scattered(with_options(base, options))
    return Draft(base, options, {}, Play(position))


def _redrawn(writer: Writer, draft: Draft, position: Position) -> Chunk:
    """The draft's header for another position."""
    header = {"game": draft.base.id, **writer.rules(draft), **writer.drawn_keys(position)}
    draft.header = {**draft.header, **header}
    draft.words = []
    writer.meta(draft)
    draft.words = ["deal"] if writer.odds(0.5) else []
    return writer.write(draft)


def _columns_with(position: Position, number: int, column: Column) -> Position:
    columns = list(position.columns)
    columns[number] = column
    return Position(position.game, tuple(columns), position.stock, position.foundations)


@_spoil("wrong-deck")
def _wrong_deck(writer: Writer) -> Chunk:
    draft = _position_draft(writer)
    position = draft.position
    number = writer.rng.choice([n for n, c in enumerate(position.columns) if c])
    column = position.columns[number]
    choice = writer.rng.randrange(3)
    if choice == 0:
        column = column[1:]
    elif choice == 1:
        column = (column[0], *column)
    else:
        card, face_up = column[0]
        name = "2" if card[0] != "2" else "3"
        column = ((name + card[1], face_up), *column[1:])
    return _redrawn(writer, draft, _columns_with(position, number, column))


@_spoil("wrong-deck: other suits")
def _wrong_suits(writer: Writer) -> Chunk:
    options = {"suits": writer.rng.choice(["4", "2"])}
    position = writer.scattered(with_options(SPIDER_MILLENNIUM, options))
    draft = Draft(SPIDER_MILLENNIUM, {"suits": "1"}, {}, Play(position))
    return _redrawn(writer, draft, position)


@_spoil("wrong-deck: beside a deal")
def _wrong_deck_deal(writer: Writer) -> Chunk:
    draft = writer.numbered()
    key = writer.rng.choice(["stock", "foundations"])
    draft.header = {k: draft.header[k] for k in ("game", "deal", "rules") if k in draft.header}
    draft.header[key] = "AS"
    return writer.write(draft)


@_spoil("wrong-layout: columns")
def _wrong_columns(writer: Writer) -> Chunk:
    draft = _position_draft(writer)
    columns = list(draft.position.columns)
    if writer.odds(0.5):
        columns.append(())
    else:
        last = columns.pop()
        cards = [card for card, _ in columns[0] + last]
        columns[0] = tuple((card, True) for card in cards)
    position = draft.position
    spoiled = Position(position.game, tuple(columns), position.stock, position.foundations)
    return _redrawn(writer, draft, spoiled)


@_spoil("wrong-layout: face-down cards")
def _wrong_faces(writer: Writer) -> Chunk:
    draft = _position_draft(writer)
    position = draft.position
    number = writer.rng.choice([n for n, c in enumerate(position.columns) if c])
    cards = [card for card, _ in position.columns[number]]
    faces = [True] * len(cards)
    if draft.base is BEETLE:
        faces[0] = False
    elif len(cards) > 2 and writer.odds(0.5):
        faces[1] = False
    else:
        faces = [False] * len(cards)
    return _redrawn(writer, draft, _columns_with(position, number, tuple(zip(cards, faces))))


@_spoil("wrong-layout: complete run")
def _wrong_run(writer: Writer) -> Chunk:
    draft = _position_draft(writer, SPIDER_MILLENNIUM)
    game = draft.position.game
    where = writer.rng.randrange(len(game.columns))
    run = complete_run(game, writer.rng.choice(game.suits))
    ends = [*run[:-1]]
    position = writer.scattered(game, finished=0, ends={where: ends}, first={0: run[-1]})
    column = (*position.columns[where], (run[-1], True))
    if position.stock[1:] and writer.odds(0.5):  # covered
        column += ((position.stock[1], True),)
        stock = position.stock[2:]
    else:
        stock = position.stock[1:]
    position = _columns_with(position, where, column)
    return _redrawn(writer, draft, Position(game, position.columns, stock, position.foundations))


@_spoil("wrong-layout: foundations")
def _wrong_foundations(writer: Writer) -> Chunk:
    base = writer.rng.choice([SPIDER_MILLENNIUM, SPIDERWORT])
    options = writer.some_options(base)
    position = writer.scattered(with_options(base, options), finished=writer.rng.randint(1, 3))
    draft = writer.drawn(base, options, position)
    tops = foundation_tops(position)
    number = writer.rng.randrange(len(tops))
    tops[number] = writer.rng.choice(RANKS[1:]) + suit(tops[number])
    draft.header["foundations"] = " ".join(tops)
    return writer.write(draft)


@_spoil("deal-mismatch")
def _mismatch(writer: Writer) -> Chunk:
    while True:
        draft = writer.numbered()
        start = draft.position
        game = start.game
        columns = list(start.columns)
        stock = list(start.stock)
        choice = writer.rng.randrange(4)
        if choice == 0:  # a later position of that deal
            later = writer.any_step(start)
            draft.play.take(later or DEAL)
            changed = draft.position
        elif choice == 1:  # two cards swapped
            first, second = columns[0], columns[1]
            columns[0] = (second[0], *first[1:])
            columns[1] = (first[0], *second[1:])
            changed = Position(game, tuple(columns), start.stock, start.foundations)
        elif choice == 2:  # two cards of the stock swapped
            stock[0], stock[-1] = stock[-1], stock[0]
            changed = Position(game, start.columns, tuple(stock), start.foundations)
        else:  # a card turned up
            cards = [card for card, _ in columns[2]]
            columns[2] = tuple((card, n >= 2) for n, card in enumerate(cards))
            changed = Position(game, tuple(columns), start.stock, start.foundations)
            if game.columns[0][0] == 0:
                continue
        if changed != start:
            break
    for key in ("columns", "stock", "foundations"):
        draft.header.pop(key, None)
    drawn = writer.drawn_keys(changed, True)
    if choice == 2 and writer.odds(0.5):
        drawn = {"stock": drawn["stock"]}
    draft.header.update(drawn)
    return writer.write(draft)


GARBAGE = ["deal", "1-2", "undo", "what?", "9-9x9", "3-f", "# the end", "redo", "7."]


def _broken(writer: Writer, draft: Draft, token: str) -> Chunk:
    """The draft with a token that ends it, and more after it."""
    writer.meta(draft)
    if writer.odds(0.3):
        draft.header["result"] = writer.rng.choice(["won", "lost", "open"])
    more = [writer.rng.choice(GARBAGE) for _ in range(writer.rng.choice([0, 0, 1, 4]))]
    if writer.odds(0.2):
        return writer.json(draft.header, [*draft.words, token, *more])
    return writer.yaml(writer.head(draft.header), [*draft.words, token, *more])


NO_STEPS = [
    *("x", "0-1", "1-0", "01-2", "1-02", "1-2x0", "1-2x", "1-2x01", "1-2:", "1-2:1S", "1-2x2x2"),
    *("1--2", "1-", "-1", "-", "1-2-3", "dael", "undo2", "f", "f-1", "1-fx2", "1-f:", "1-2:<9S>"),
    *("1–2", "1-2х2", "１-2", "dеal", "1-2:9С", "1-ф", "1-2*", "1-*", "*-1", "1-2x-1", "12", "1.2"),
    *("1-2x*:", "1-2,", "deal.", ".", "1..", "}", "[1-2]", "1-2#", "9S", "1-2:9S:9S", "redо"),
    *("1-2\u00a0", "\u2028", "x*", "1-2x**", "1-2:S9", "1\u0661-2", "1-2x²", "ſ", "undo:9S"),
]


@_spoil("syntax")
def _syntax(writer: Writer) -> Chunk:
    draft = writer.numbered()
    writer.play(draft, writer.rng.randint(0, 10))
    return _broken(writer, draft, writer.rng.choice(NO_STEPS))


@_spoil("move-number")
def _move_number(writer: Writer) -> Chunk:
    draft = writer.numbered()
    writer.play(draft, writer.rng.randint(0, 10))
    right = draft.steps + 1
    wrong = [right + 1, right - 1, right + 10, right * 10]
    token = writer.rng.choice([*(f"{n}." for n in wrong), f"0{right}.", "0.", "9" * 5000 + "."])
    writer.meta(draft)
    words = [*draft.words, f"{token} deal" if writer.odds(0.5) else token]
    return writer.yaml(writer.head(draft.header), words)


Draw = Callable[[Random, Draft], Step]


def _refused(writer: Writer, code: str, draft: Draft, draw: Draw) -> Chunk | None:
    """The draft with a step that is refused with this code, if one is soon found."""
    for _ in range(200):
        step = draw(writer.rng, draft)
        if draft.play.refusal(step) == code:
            return _broken(writer, draft, writer.case(step_text(step)))
    return None


def _some_move(rng: Random, draft: Draft) -> Step:
    """A move with numbers that are not too wild, now and then `x*` or a claim."""
    source, target = _column(rng, draft), _column(rng, draft)
    count = rng.choice([1, 1, 1, 2, 2, 3, rng.randint(1, 13), STAR])
    claim = None
    column = draft.position.columns[source - 1]
    if rng.random() < 0.1 and 0 < count <= len(column):
        claim = column[-count][0]
    elif rng.random() < 0.05:
        claim = rng.choice(fresh_deck(draft.position.game))
    return Step("move", source, target, count, claim)


def _played(writer: Writer, bases: Sequence[Game], options: Mapping[str, str]) -> Draft:
    """A draft in the middle of a game of one of these, or at a position that has all sorts."""
    base = writer.rng.choice(bases)
    settled = writer.some_options(base) | {k: v for k, v in options.items() if k in dict(base.options)}
    if writer.odds(0.5):
        draft = writer.numbered(base, settled)
        writer.play(draft, writer.rng.randint(0, 15))
    else:
        game = with_options(base, settled)
        stock = writer.rng.choice([None, 0, 20])
        position = writer.scattered(game, empty=writer.rng.randint(0, 3), stock=stock)
        draft = writer.drawn(base, settled, position)
        writer.play(draft, writer.rng.randint(0, 4))
    return draft


def _refused_steps(
    name: str, draw: Draw, bases: Sequence[Game] = GAMES, options: Mapping[str, str] | None = None
) -> None:
    """Enters a spoil with a step of this kind that is refused with its code."""
    code = name.partition(":")[0]

    def make(writer: Writer) -> Chunk:
        while True:
            draft = _played(writer, bases, options or {})
            chunk = _refused(writer, code, draft, draw)
            if chunk is not None:
                return chunk

    SPOILS[name] = Spoil(code, make)


def _refused_moves(name: str, bases: Sequence[Game] = GAMES, options: Mapping[str, str] | None = None) -> None:
    """Enters a spoil with a move that is refused with its code."""
    _refused_steps(name, _some_move, bases, options)


def _column(rng: Random, draft: Draft) -> int:
    return rng.randint(1, len(draft.position.columns))


def _beyond(rng: Random, draft: Draft) -> int:
    number = len(draft.position.columns)
    return rng.choice([number + 1, number + 2, number * 11, 99, 10**9, 10**30])


def _to_foundation(rng: Random, draft: Draft) -> Step:
    claims = [None, None, rng.choice(fresh_deck(draft.position.game))]
    return Step("foundation", _column(rng, draft), claim=rng.choice(claims))


def _wrong_claim(rng: Random, draft: Draft) -> Step:
    """A legal step with a claim, which may be wrong."""
    steps = [s for s in legal_steps(draft.position) if s.kind in ("move", "foundation")]
    if not steps:
        return DEAL
    step = rng.choice(steps)
    claim = rng.choice(fresh_deck(draft.position.game))
    return Step(step.kind, step.source, step.target, step.count, claim)


RUN_GAMES = (SPIDER_MILLENNIUM, SPIDERWORT)
_refused_steps(
    "no-such-column: source",
    lambda rng, draft: Step("move", _beyond(rng, draft), _column(rng, draft), rng.randint(0, 3)),
)
_refused_steps(
    "no-such-column: target",
    lambda rng, draft: Step("move", _column(rng, draft), _beyond(rng, draft), rng.randint(0, 3)),
)
_refused_steps("no-such-column: to a foundation", lambda rng, draft: Step("foundation", _beyond(rng, draft)))
_refused_moves("same-column")
_refused_moves("empty-column")
_refused_steps("empty-column: to a foundation", _to_foundation, (SPIDERWORT, BEETLE))
_refused_moves("too-few-cards")
_refused_steps("too-few-cards: far", lambda rng, draft: Step("move", _column(rng, draft), _column(rng, draft), 10**30))
_refused_moves("face-down", RUN_GAMES)
_refused_moves("one-card", (BEETLE,), {"move": "card"})
_refused_moves("not-a-run", RUN_GAMES)
_refused_moves("not-a-run: with an option", (BEETLE,), {"move": "run"})
_refused_moves("card-mismatch")
_refused_steps("card-mismatch: else legal", _wrong_claim)
_refused_steps("card-mismatch: to a foundation", _to_foundation, (BEETLE,))
_refused_moves("king-only", (BEETLE,), {"empty": "king"})
_refused_moves("build-rank")
_refused_moves("build-suit", (BEETLE,))
_refused_steps("no-foundation-move", _to_foundation, (SPIDER_MILLENNIUM,))
_refused_steps("run-incomplete", _to_foundation, (SPIDERWORT,))
_refused_steps("foundation-rank", _to_foundation, (BEETLE,))
_refused_steps("stock-empty", lambda rng, draft: DEAL)
_refused_steps("deal-blocked", lambda rng, draft: DEAL, RUN_GAMES)
_refused_steps("no-auto", lambda rng, draft: AUTO, RUN_GAMES)
_refused_steps("auto-not-ready", lambda rng, draft: AUTO, (BEETLE,))
_refused_steps("nothing-to-undo", lambda rng, draft: UNDO)
_refused_steps("nothing-to-redo", lambda rng, draft: REDO)


@_spoil("card-mismatch: of a run")
def _run_mismatch(writer: Writer) -> Chunk:
    while True:
        draft = writer.nearly_run(SPIDERWORT)
        steps = [s for s in legal_steps(draft.position) if s.kind == "foundation"]
        if steps:
            source = writer.rng.choice(steps).source
            card = draft.position.columns[source - 1][-1][0]  # the ace, where a king is meant
            return _broken(writer, draft, f"{source}-f:{card}")


@_spoil("build-rank: where any count is wrong")
def _star_rank(writer: Writer) -> Chunk:
    while True:
        draft = _played(writer, GAMES, {})
        move = _some_move(writer.rng, draft)
        step = Step("move", move.source, move.target, STAR)
        if draft.play.refusal(step) == "build-rank" and star_count(draft.position, step) < 1:
            return _broken(writer, draft, step_text(step))


@_spoil("stock-empty: dealt out")
def _dealt_out(writer: Writer) -> Chunk:
    while True:
        draft = writer.numbered()
        while draft.play.refusal(DEAL) is None:
            writer.take(draft, DEAL)
        if draft.play.refusal(DEAL) == "stock-empty":
            return _broken(writer, draft, writer.case("deal"))


@_spoil("auto-not-ready: all but ready")
def _not_ready(writer: Writer) -> Chunk:
    while True:
        draft = writer.ending(writer.rng.choice([0, 30, 40, 60]))
        columns = [list(column) for column in draft.position.columns]
        for column in columns:
            writer.rng.shuffle(column)
        position = draft.position
        table = tuple(tuple(column) for column in columns)
        position = Position(position.game, table, (), position.foundations)
        draft = writer.drawn(draft.base, draft.options, position)
        chunk = _refused(writer, "auto-not-ready", draft, lambda rng, draft: AUTO)
        if chunk is not None:
            return chunk


@_spoil("nothing-to-undo: once too often")
def _once_too_often(writer: Writer) -> Chunk:
    draft = writer.numbered()
    writer.play(draft, writer.rng.randint(1, 5))
    while draft.play.refusal(UNDO) is None:
        writer.take(draft, UNDO)
    return _broken(writer, draft, "undo")


@_spoil("nothing-to-redo: forgotten")
def _forgotten(writer: Writer) -> Chunk:
    draft = writer.numbered()
    writer.take(draft, DEAL)
    writer.take(draft, UNDO)
    writer.take(draft, writer.any_step(draft.position) or DEAL)
    return _broken(writer, draft, writer.case("redo"))


@_spoil("syntax: after the last")
def _after_the_last(writer: Writer) -> Chunk:
    draft = writer.ending(5)
    if draft.play.refusal(AUTO) is None:
        writer.take(draft, AUTO)
    return _broken(writer, draft, writer.rng.choice(NO_STEPS))


@_spoil("empty-column: after the last")
def _after_a_win(writer: Writer) -> Chunk:
    draft = writer.ending(5)
    writer.take(draft, AUTO)
    number = _column(writer.rng, draft)
    return _broken(writer, draft, writer.rng.choice([f"{number}-f", f"{number}-{number % 8 + 1}x*"]))


@_spoil("result-mismatch")
def _result_mismatch(writer: Writer) -> Chunk:
    draft = writer.fair_draft()
    reached = result(draft.position)
    draft.header["result"] = writer.rng.choice([r for r in ("won", "lost", "open") if r != reached])
    return writer.write(draft)
