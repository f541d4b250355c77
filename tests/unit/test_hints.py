"""Hints: worked-out positions, and proofs that they need nothing that the player cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from support import MINIATURE

from solitaire_cli import deal, format_step, legal_moves, parse_step
from solitaire_cli.api import games
from solitaire_cli.core.cards import NAMES
from solitaire_cli.core.hints import REASONS, Hint, hints
from solitaire_cli.core.legality import result
from solitaire_cli.core.position import Position, empty_foundations
from solitaire_cli.core.refusals import refusal
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import AUTO, Step
from solitaire_cli.rulebook.rule_file import read_game
from solitaire_cli.words.card_words import HINT_WORDS, LOOSE_WORDS, RESERVE_WORDS, card_words, hint_words, run_words

KINDS: list[tuple[str, dict[str, str]]] = [
    *[("spider-millennium", {"suits": suits}) for suits in "421"],
    ("spiderwort", {}),
    *[("beetle", {"empty": empty, "move": move}) for empty, move in product(("king", "any"), ("card", "run"))],
]
SMALL = MINIATURE.format(
    packs=2,
    suits="[S, H]",
    ranks=5,
    columns="[2+1, 1+1, 1+1, 0+2]",
    build="any-suit",
    unit="card",
    empty="any",
    stock="always",
    removal="none",
    goal="cards",
    auto="yes",
)
"""A rule file with face-down cards, foundations and auto, which no game of the package has together."""


def chosen(game: str, **options: str) -> Rules:
    found = games().find(game)
    assert found is not None
    rules = found.rules(options)
    assert isinstance(rules, Rules)
    return rules


def small() -> Rules:
    rules = read_game(SMALL, "miniature.yaml").rules()
    assert isinstance(rules, Rules)
    return rules


def board(rules: Rules, columns: list[str], stock: str = "", tops: str = "") -> Position:
    """A position of columns such as ``<KC> 5H``, the rest of the columns empty."""
    cards = [[NAMES.index(name.strip("<>")) for name in column.split()] for column in columns]
    piles = empty_foundations(rules)
    for top in tops.split():
        card = NAMES.index(top)
        piles[piles.index(card & ~15)] = card
    down = [column.count("<") for column in columns]
    missing = len(rules.columns) - len(columns)
    return Position(
        rules,
        cards + [[] for _ in range(missing)],
        down + [0] * missing,
        [NAMES.index(name) for name in stock.split()],
        piles,
    )


def named(position: Position) -> list[str]:
    """The hints as text: ``1-2 turns joins``."""
    return [" ".join([format_step(hint.step), *hint.reasons]) for hint in hints(position)]


TEN = "AS AS AS AS AS AS AS AS AS AS"


def test_turning_and_joining_come_first_and_the_deal_last() -> None:
    """5H turns a card on either six; 9D joins TD and makes way for TC, which goes on JC; the rest is off the suit."""
    columns = ["<KC> 5H", "6H", "6S", "TC 9D", "TD", "3C", "8C", "KS", "QD 2S", "JC"]
    assert named(board(chosen("spider-millennium"), columns, TEN)) == [
        "1-2 turns joins",
        "1-3 turns",
        "4-5 joins uncovers",
        "5-10 frees",
        "7-4 frees",
        "9-6 builds",
        "deal deal",
    ]


def test_kings_get_the_empty_column_and_runs_stay_whole() -> None:
    """Neither 6S from 7S to 7H nor a whole column to the empty one is named, and only the first empty column is."""
    columns = ["<2C> KH", "7S 6S", "7H", "", "QS QC KD", "9H", "2D", "2H", "2S", ""]
    rules = chosen("spider-millennium")
    assert named(board(rules, columns)) == ["1-4 turns king", "5-4 king"]
    # before a deal the column must be filled
    assert named(board(rules, columns, TEN)) == ["1-4 turns king", "5-4 king", "2-4 fills breaks"]


def test_what_is_pointless_is_named_where_nothing_else_is_legal() -> None:
    assert named(board(chosen("spider-millennium"), ["KS QS"])) == ["1-2 breaks", "1-2x2 idle"]
    assert named(board(chosen("beetle"), ["KS"])) == ["1-2 idle"]
    assert named(board(chosen("beetle"), ["KS 2H", "KH 2H"])) == []


def test_a_run_moves_between_equal_places_only_to_lengthen_the_longer_one() -> None:
    """7S 6S lie on 8S and fit on another: below TS 9S they make five, below the other one three."""
    rules = chosen("spider-millennium")
    rest = ["AH"] * 8
    assert named(board(rules, ["8S 7S 6S", "TS 9S 8S", *rest])) == ["1-2x2 joins"]
    assert named(board(rules, ["8S", "TS 9S 8S 7S 6S", *rest])) == ["2-1x2 idle"]
    # between two places off their suit
    assert named(board(rules, ["KD QD JD 8H 7S", "8D", *rest])) == ["1-2 idle"]


def test_a_complete_run_goes_before_all_else() -> None:
    run = " ".join(rank + "S" for rank in "KQJT98765432")
    columns = [f"<5D> {run}", "9H AS", "<4D> QH", "KH", *["2D"] * 6]
    assert named(board(chosen("spider-millennium"), columns))[:2] == ["2-1 completes turns", "3-4 turns joins"]
    wort = board(chosen("spiderwort"), columns + ["2D"] * 3)
    assert named(wort)[:2] == ["2-1 completes", "3-4 turns joins"]
    first = hints(wort)[0].step
    wort.apply(first)
    assert named(wort)[:2] == ["1-f completes turns", "3-4 turns joins"]


def test_low_cards_go_up_first() -> None:
    """The other ace before the two; then 9D on TD, under which 2H waits."""
    columns = ["5C 2S", "7H AS", "2H 9D", "TD", "KC", "KC", "KD", "KD"]
    position = board(chosen("beetle"), columns, "3S", "AS AH")
    assert named(position) == ["2-f foundation", "1-f foundation", "3-4 joins uncovers", "deal deal"]


def test_the_end_in_one_step() -> None:
    position = board(chosen("beetle"), ["KS", "KH QH"], "", "QS KS JH KH KD KD KC KC")
    assert named(position)[0] == "auto auto"
    assert [format_step(hint.step) for hint in hints(position, 1)] == ["auto"]


def test_auto_is_not_known_while_cards_lie_face_down() -> None:
    position = board(small(), ["<2S> AS", "5H"], "", "5S 4H 5H")
    assert Step(AUTO) in set(legal_moves(position))
    assert named(position) == ["1-f foundation turns", "2-f foundation frees"]
    position.apply(hints(position)[0].step)
    assert named(position)[0] == "auto auto"


def test_a_column_is_freed_only_if_there_is_a_use_for_it() -> None:
    """With a stock that wants it filled at once, freeing it comes after the deal."""
    rules = chosen("spider-millennium")
    columns = ["3S", "4H", *["KS"] * 8]
    assert named(board(rules, columns, TEN)) == ["deal deal", "1-2 frees"]
    assert named(board(rules, columns)) == ["1-2 frees"]


def walks(length: int = 150) -> Iterator[tuple[Random, Position]]:
    """Positions from random games of every kind, now and then one."""
    starts = [(f"{game} {rules}", deal(game, seed, rules)) for game, rules in KINDS for seed in (1, 2, 3)]
    starts += [(f"small {seed}", Position.numbered(small(), str(seed))) for seed in range(1, 20)]
    for name, position in starts:
        random = Random(name)
        for number in range(length):
            legal = list(legal_moves(position))
            if number % 3 == 0 or not legal:
                yield random, position
            if not legal:
                break
            advised = hints(position)
            follow = advised and random.random() < 0.5
            position.apply(advised[0].step if follow else random.choice(legal))


def told(position: Position) -> list[tuple[Hint, str, str]]:
    return [(hint, hint_words(hint, position), hint_words(hint, position, "ru")) for hint in hints(position)]


def copied(position: Position, columns: list[list[int]], stock: list[int]) -> Position:
    return Position(position.rules, columns, position.down[:], stock, position.foundations[:])


@pytest.mark.long
def test_hints_are_legal_steps_with_reasons() -> None:
    met: set[str] = set()
    for _, position in walks():
        found = hints(position)
        steps = [hint.step for hint in found]
        assert len(set(steps)) == len(steps)
        assert all(refusal(position, step) is None for step in steps)
        assert bool(found) == bool(next(legal_moves(position), None))
        for hint in found:
            assert hint.reasons
            assert [reason for reason in REASONS if reason in hint.reasons] == list(hint.reasons)
            met.update(hint.reasons)
        assert hints(position, 2) == found[:2]
    assert met == set(REASONS) - {"cell", "releases"}


@pytest.mark.long
def test_hidden_cards_do_not_matter() -> None:
    """The same hints in the same words after the face-down cards and the stock are shuffled together."""
    differ = 0
    for random, position in walks(70):
        stock = position.stock_left
        hidden = [card for cards, down in zip(position.columns, position.down) for card in cards[:down]] + stock
        random.shuffle(hidden)
        columns = []
        for cards, down in zip(position.columns, position.down):
            columns.append([hidden.pop() for _ in range(down)] + cards[down:])
        other = copied(position, columns, hidden)
        differ += columns != position.columns or hidden != stock
        if position.rules.auto and any(position.down):
            assert Step(AUTO) not in [hint.step for hint in hints(position)]
        assert told(other) == told(position)
    assert differ > 250


class Poison(int):
    """A card that must not be looked at."""

    def _looked_at(self, *_: object) -> int:
        raise AssertionError("a hidden card was looked at")

    __eq__ = __ne__ = __lt__ = __gt__ = __le__ = __ge__ = _looked_at  # type: ignore[assignment]
    __and__ = __rand__ = __add__ = __radd__ = __sub__ = __rsub__ = __rshift__ = _looked_at
    __hash__ = __index__ = __bool__ = __int__ = __str__ = __repr__ = _looked_at  # type: ignore[assignment]


@pytest.mark.parametrize("length", [25, pytest.param(70, marks=pytest.mark.long)])
def test_hidden_cards_are_not_looked_at(length: int) -> None:
    poison = Poison(9)
    with pytest.raises(AssertionError):
        _ = poison & 15
    for _, position in walks(length):
        columns = [[poison] * down + cards[down:] for cards, down in zip(position.columns, position.down)]
        assert told(copied(position, columns, [poison] * len(position.stock_left))) == told(position)


def test_hints_change_nothing() -> None:
    for _, position in walks(30):
        before = (
            [cards[:] for cards in position.columns],
            position.down[:],
            position.dealt,
            position.foundations[:],
            len(position.history),
            position.undone[:],
        )
        hints(position)
        assert before == (
            position.columns,
            position.down,
            position.dealt,
            position.foundations,
            len(position.history),
            position.undone,
        )


@pytest.mark.long
def test_following_the_first_hint_often_wins_in_one_suit() -> None:
    won = 0
    for seed in range(1, 11):
        position = deal("spider-millennium", seed, {"suits": "1"})
        for _ in range(400):
            if not (advised := hints(position, 1)):
                break
            position.apply(advised[0].step)
        won += result(position) == "won"
    assert won > 5


def laid(game: str, columns: list[str], **piles: list[str]) -> Position:
    """A position of a game with cells or reserves, such as ``cells=["4C"]``; the rest of the columns is empty."""
    position = board(chosen(game), columns)
    for name, texts in piles.items():
        for held, text in zip(getattr(position, name), texts):
            held += [NAMES.index(card) for card in text.split()]
    return position


def test_cells_are_emptied_early_and_filled_late() -> None:
    """In FreeCell 4C from the cell and 4S fit on 5D; KH in a cell makes way for 9C, the rest for nothing."""
    position = laid("freecell", ["9H 4S", "5D", "9C KH", "QH TH", *["2S 7H"] * 4], cells=["4C"])
    assert named(position) == [
        "c1-2 joins releases",
        "1-2 joins",
        "3-c2 uncovers cell",
        "2-c2 frees cell",
        *(f"{column}-c2 cell" for column in (5, 6, 7, 8, 1, 4)),
    ]
    first, *_, last = told(position)
    assert first[1:] == ("extends a run, empties cell c1", "продолжает последовательность, освобождает ячейку c1")
    assert last[1:] == ("uses up cell c2", "занимает ячейку c2")


def test_a_run_is_what_the_game_says() -> None:
    """In Yukon any cards may move, and what lies as it was built is a run; in Black Widow a run is of one suit."""
    yukon = laid("yukon", ["9S 8H 3C", "TD 9C", "KD", "", "QD KS 2H", "KH", "KC"])
    assert named(yukon) == ["5-7x3 joins frees", "1-2x2 joins", "5-1 joins", "5-4x2 king uncovers"]
    widow = laid("black-widow", ["5S 9H", "TC", "TH", *["KD"] * 7])
    assert named(widow) == ["1-3 joins", "1-2 builds"]
    assert [words for _, words, _ in told(widow)] == ["extends a run of hearts", "builds down, but not in suit"]


def test_a_reserve_that_takes_runs() -> None:
    """Miss Milligan without a stock: 7S 6H go on 8D, from the reserve too, and in the reserve they make way for 9S."""
    columns = ["8D", "KC", "KS", "KH", "KD", "KS", "KH", "TD"]
    held = laid("miss-milligan", columns, reserves=["7S 6H"])
    assert named(held) == ["r1-1x2 joins releases"]
    english, russian = "extends a run, takes from reserve r1", "продолжает последовательность, берёт из резерва r1"
    assert told(held)[0][1:] == (english, russian)
    columns[1] = "9S 7S 6H"
    free = laid("miss-milligan", columns)
    assert named(free)[:3] == ["2-1x2 joins uncovers", "2-r1x2 uncovers cell", "3-r1 frees cell"]
    assert told(free)[1][1] == "uncovers 9S, takes up room in reserve r1"


def every_game(length: int, games_: int = 1) -> Iterator[Position]:
    """Positions of random games of all games and options, half of the steps hints."""
    for game in games():
        for values in product(*game.options.values()):
            rules = game.rules(dict(zip(game.options, values)))
            assert isinstance(rules, Rules)
            for number in range(1, games_ + 1):
                random = Random(f"{game.id} {values} {number}")
                position = Position.numbered(rules, str(number))
                for _ in range(length):
                    yield position
                    if not (found := hints(position)):
                        break
                    legal = list(legal_moves(position))
                    position.apply(found[0].step if random.random() < 0.5 else random.choice(legal))


def check_every_game(length: int, games_: int = 1) -> None:
    for position in every_game(length, games_):
        before = position.copy()
        found = told(position)
        assert position == before
        legal = set(legal_moves(position))
        assert bool(found) == bool(legal)
        assert {hint.step for hint, _, _ in found} <= legal
        for hint, english, russian in found:
            assert hint.reasons
            assert [reason for reason in REASONS if reason in hint.reasons] == list(hint.reasons)
            assert english
            assert russian != english


def test_hints_in_every_game() -> None:
    check_every_game(3)


@pytest.mark.long
def test_hints_in_every_game_to_the_end() -> None:
    check_every_game(200, 2)


@pytest.mark.parametrize(("game", "number"), [("freecell", "2"), ("yukon", "11"), ("miss-milligan", "12")])
def test_following_the_first_hint_wins(game: str, number: str) -> None:
    position = deal(game, number)
    for _ in range(250):
        if advised := hints(position, 1):
            position.apply(advised[0].step)
    assert position.won


def test_every_reason_has_words() -> None:
    assert set(HINT_WORDS) == {*REASONS, "removes"}
    assert {*LOOSE_WORDS, *RESERVE_WORDS} < set(HINT_WORDS)


WORDS = [
    (
        "1-2",
        "turns joins",
        "turns a card face up, extends a run of hearts",
        "открывает карту, продолжает последовательность (черви)",
    ),
    (
        "4-5",
        "joins uncovers",
        "extends a run of diamonds, uncovers TC",
        "продолжает последовательность (бубны), освобождает TC",
    ),
    ("5-10", "frees", "empties a column", "освобождает столбец"),
    ("9-6", "builds", "builds down, but not in suit", "строит вниз, но не в масть"),
    ("1-2", "king", "moves 5H to an empty column", "переносит 5H в пустой столбец"),
    (
        "1-2",
        "fills breaks",
        "fills an empty column for the deal, breaks a run of hearts",
        "заполняет пустой столбец перед сдачей, разрывает последовательность (черви)",
    ),
    (
        "1-f",
        "completes turns",
        "removes the complete run of hearts, turns a card face up",
        "убирает полную последовательность (черви), открывает карту",
    ),
    ("deal", "deal", "deals 2 cards from the stock", "сдаёт из запаса: 2 карты"),
]


@pytest.mark.parametrize(("token", "reasons", "english", "russian"), WORDS)
def test_words_of_hints(token: str, reasons: str, english: str, russian: str) -> None:
    columns = ["<KC> 5H", "6H", "6S", "TC 9D", "TD", "3C", "8C", "KS", "QD 2S", "JC"]
    position = board(chosen("spider-millennium"), columns, "AS AS")
    step = parse_step(token)
    assert isinstance(step, Step)
    hint = Hint(step, tuple(reasons.split()))
    assert hint_words(hint, position) == english
    assert hint_words(hint, position, "ru") == russian


def test_cards_in_words() -> None:
    cards = {
        "9S": ("nine of spades", "девятка пик"),
        "QH": ("queen of hearts", "дама червей"),
        "AC": ("ace of clubs", "туз треф"),
        "KD": ("king of diamonds", "король бубен"),
        "8C": ("eight of clubs", "восьмёрка треф"),
    }
    for name, words in cards.items():
        assert (card_words(NAMES.index(name)), card_words(NAMES.index(name), "ru")) == words
    head, last = NAMES.index("KS"), NAMES.index("9S")
    assert run_words(head, last) == "spades from king to nine"
    assert run_words(head, last, "ru") == "пики от короля до девятки"
    assert run_words(NAMES.index("2H"), NAMES.index("AH"), "ru") == "черви от двойки до туза"
