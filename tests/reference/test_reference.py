"""The second implementation against fixed points that were worked out by hand or by others."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from support import DEALS

from reference.engine import (
    AUTO,
    BEETLE,
    DEAL,
    GAMES,
    REDO,
    SPIDER_MILLENNIUM,
    SPIDERWORT,
    UNDO,
    Game,
    Play,
    Position,
    Step,
    apply,
    auto_steps,
    deal,
    deal_from,
    deal_order,
    foundations_of,
    full_options,
    legal_steps,
    perft,
    pile_suits,
    rank,
    refusal,
    result,
    step_text,
    suit,
    with_options,
)
from reference.generate import CODES, generate, spoiled
from reference.reader import parse_card, parse_step, read
from reference.spoils import SPOILS
from reference.writer import Writer

SAMPLES = [
    *("spider-millennium-1-5", "spider-millennium-2-3", "spider-millennium-4-1"),
    *("spider-millennium-4-12", "spiderwort-1", "spiderwort-7"),
]
WON = [(DEALS / f"{name}.moves").read_text(encoding="utf-8") for name in SAMPLES]

# The deck in the order in which it is dealt, as PySolFC has it.
ORDERS = {
    ("beetle", "24"): (
        "KC TH QS TS 4H KD 7H 7S 8S 6S 9D JD AD 5H TC JH KC 4H JC 6H JH 9C 2H 4D 2C KH AH AC 2D AC "
        "2C 5D 5S 3D AS 9H 4S 8S JD 5D 9D AS 6H 7D QC 9H 2D 5C QH 3D 6D 7C AH QC 9S 8H TC 2S 8C 3S "
        "4C 4C QD QH JS 8D 7D 5C 3C 7S JS 9S 6C TD KH TS JC AD KS 4D QD TD TH 8C KS 4S 3C 6D QS 6S "
        "8H 2S 2H 5S 3H 5H KD 8D 7C 6C 7H 3H 3S 9C"
    ),
    ("beetle", "123456789012345"): (
        "6S 5H TS 2C QC 3S 5S KC KH 4C 2H 6H QS 6D TD 3S 9C 3D TD 9H 8C 5S QH AD TS 7S 6S 7S JC 3C "
        "9C 7C JS 9H 5D 7C 5H 6C KC QD 8D KD 2D 4S 9D AD 7H 8H 6D 9D 2S 2C 7D KS JC AH 5D 3C 5C JD "
        "4C TC 8C QS 2S TC 8D JH 9S 3H 7D 4H 6C AC 9S QC 3D KD 6H TH 8H JH 7H 3H JD AC 4D 8S KH QH "
        "4H AS 5C TH 4D KS AS AH 2D QD 4S 8S 2H JS"
    ),
    ("spiderwort", "24"): (
        "KC JS 8S KD 9S 8H QS 3C 6D 6S TC AS 7S 5H TH KS QS 9C KH TS JH 2D AD 3D 8D 6C 9H 4C 7H 3H "
        "3D JD AS 5H 7D QS 3H KS 4D 5H 2C QH 6D 5C 9S KD 7D 2H 2D 9H JS QH AH QC QC 5D AH TD TC TH "
        "6S 4H KD 6S 5S 3S 2C KC JC JC 4H 6H QD 5C 7H 8H 3C QD 8H 4S 4D 2H 8S KH AC 2C KS 5D TH KC "
        "7S 4C 8D TC AS 9C 2S AD 9D 5C 2H TS 7C 8C 8C 5S KH 7H 9S 2D AC 3S AD 9D 3D TD 6D 2S 4S 4C "
        "8S 2S 7S 3C JC 9H QC AC QH TD 7C 6H JH QD 8D 3S 6C 4S JH 3H TS 4H 5S 9C 8C 7D 9D JD JS AH "
        "6C 7C JD 5D 6H 4D"
    ),
    ("spiderwort", "123456789012345"): (
        "2C 7D 9H 3H 5S QD 3C 7S JH 8H 4D AH 3S 6S QS QS AS 2S 9H 4C KC 3H 9C KC 6S 2S 6H 7H 9D 3D "
        "8D TD 3D 8S QH QC 5H 9S QC 7H 7H TS TS 6H 9S TH JC QC 5D 2D 5C 4C TH QH JH KC AD 5C 7S 9D "
        "7C KH KS 5C QS TS 7S JH 2C JD 6H TC TH 3C 6S 8C AH 8H JS 3H 8C JD AS TC 9C 5D TD 4D AD KD "
        "6C 6C JS 8D JC KH 2C 8S KH 7D 5D 2D AD 6D 7D 4D 4C JS 8S KD JC 4S 5H 4H 2S JD AC 2H 6C 2H "
        "6D 5S TC 9C QD AS KS 7C 5S 5H 4H 3S QD 4S 9D 9H TD AC KD 7C 3S 2D AH 8C 6D 9S 4S KS 8D 3D "
        "3C 4H 2H AC 8H QH"
    ),
}


@pytest.mark.parametrize(("name", "number"), ORDERS)
def test_order(name: str, number: str) -> None:
    game = next(game for game in GAMES if game.id == name)
    assert " ".join(deal_order(game, number)) == ORDERS[name, number]


@pytest.mark.parametrize(
    ("number", "tops"),
    [
        ("1", "8H TH AH JC 4H 7H QS QC 7C 3S"),
        ("24", "QC 9H 2D 5C QH 3D 6D 7C AH QC"),
        ("1000", "8D JC QS 7C 5H 6C 5C KC 3C AD"),
    ],
)
def test_tops(number: str, tops: str) -> None:
    position = deal(SPIDER_MILLENNIUM, number)
    assert " ".join(column[-1][0] for column in position.columns) == tops
    assert deal(SPIDER_MILLENNIUM, "ms" + number) == position


def test_windows() -> None:
    position = deal(SPIDER_MILLENNIUM, "win7-8115")
    assert " ".join(column[0][0] for column in position.columns) == "6C QD QC 4C JH 6S 5C TS 2H 4S"
    assert " ".join(column[-1][0] for column in position.columns) == "9H KC 5S 5H 9D 7D JD 3H 9C 2D"
    assert position.stock[:3] == ("2D", "JC", "4D")
    for number, game in (("win7-8115", BEETLE), ("win7-0", SPIDER_MILLENNIUM), ("win7-2147483648", SPIDER_MILLENNIUM)):
        with pytest.raises(ValueError, match="no deal number"):
            deal(game, number)
    with pytest.raises(ValueError, match="no deal number"):
        deal(SPIDER_MILLENNIUM, "win7-8115", {"suits": "2"})


def test_suits() -> None:
    four, two, one = (deal_order(with_options(SPIDER_MILLENNIUM, {"suits": n}), "24") for n in "421")
    assert [card[0] for card in four] == [card[0] for card in two] == [card[0] for card in one]
    assert [dict(zip("CSHD", "SSHH"))[card[1]] for card in four] == [card[1] for card in two]
    assert {card[1] for card in one} == {"S"}


@pytest.mark.parametrize(
    ("game", "sizes", "stock"),
    [(SPIDER_MILLENNIUM, [6] * 4 + [5] * 6, 50), (SPIDERWORT, [6] * 6 + [5] * 7, 85), (BEETLE, [6] * 8, 56)],
)
def test_table(game: Game, sizes: list[int], stock: int) -> None:
    order = deal_order(game, "7")
    position = deal(game, "7")
    assert [len(column) for column in position.columns] == sizes
    assert len(position.stock) == stock
    assert list(position.stock) == order[-stock:]
    assert [column[0][0] for column in position.columns] == order[: len(sizes)]


def test_last_deal_of_spiderwort() -> None:
    position = deal(SPIDERWORT, "7")
    for _ in range(7):
        position = apply(position, DEAL)
    assert [len(column) for column in position.columns] == [13] * 6 + [12] + [11] * 6
    assert refusal(position, DEAL) == "stock-empty"


@pytest.mark.parametrize("text", WON, ids=SAMPLES)
def test_won_games(text: str) -> None:
    (verdict,) = read(text.encode())
    assert verdict["valid"]
    assert verdict["result"] == "won"
    assert verdict["steps"] == len(text.split("---\n")[2].split())


# Depth 1 by hand, from the playable cards:
# Spider Millennium 24, QC 9H 2D 5C QH 3D 6D 7C AH QC: 5C-6D, 6D-7C, 2D-3D, AH-2D and the deal.
# Spiderwort 24, TC TH 6S 4H KD 6S 5S 3S 2C KC JC JC 4H: two tens on two jacks, 5S on two sixes, two
# 4H on 5S, 3S on two 4H, 2C on 3S and the deal, 4 + 2 + 2 + 2 + 1 + 1.
# Beetle 24, 9D AS 6H 7D QC 9H 2D 5C: no two of a suit follow, AS to its foundation and the deal.
PERFT = [
    (SPIDER_MILLENNIUM, {"suits": "4"}, [5, 29, 192]),
    (SPIDER_MILLENNIUM, {"suits": "2"}, [5, 30, 209]),
    (SPIDER_MILLENNIUM, {"suits": "1"}, [5, 32, 234]),
    (SPIDERWORT, {}, [12, 140, 1637]),
    (BEETLE, {}, [2, 4, 6]),
    (BEETLE, {"empty": "any", "move": "run"}, [2, 4, 6]),
]


@pytest.mark.parametrize(("game", "options", "counts"), PERFT)
def test_perft(game: Game, options: dict[str, str], counts: list[int]) -> None:
    position = deal(game, "24", options)
    assert [perft(position, depth) for depth in (1, 2, 3)] == counts


def test_perft_of_a_miniature() -> None:
    """3S, 2S, AS in a column each: 2-1 and 3-2; after 2-1 (3S 2S, nothing, AS) 1-2, 1-2x2, 3-1 and
    3-2, after 3-2 (3S, 2S AS, nothing) 1-3, 2-1x2, 2-3, 2-3x2.
    """
    game = Game("mini", 1, "S", ((0, 1),) * 3, ranks=3)
    position = deal_from(game, ["3S", "2S", "AS"])
    assert [step_text(step) for step in legal_steps(position)] == ["2-1", "3-2"]
    after = apply(position, Step("move", 2, 1))
    assert [step_text(step) for step in legal_steps(after)] == ["1-2", "1-2x2", "3-1", "3-2"]
    won = apply(after, Step("move", 3, 1))
    assert (result(won), won.foundations) == ("won", (("3S", "2S", "AS"),))
    after = apply(position, Step("move", 3, 2))
    assert [step_text(step) for step in legal_steps(after)] == ["1-3", "2-1x2", "2-3", "2-3x2"]
    assert perft(position, 2) == 8


def test_runs_that_a_deal_completes_leave_from_the_left() -> None:
    game = Game("mini", 2, "SH", ((0, 0),) * 3, ranks=2)
    columns = ((("2H", False), ("2H", True)), (("2S", True),), (("AS", False), ("2S", True)))
    after = apply(Position(game, columns, ("AH", "AH", "AS")), DEAL)
    assert after.foundations == (("2H", "AH"), ("2S", "AS"))
    assert after.columns == ((("2H", True),), (("2S", True), ("AH", True)), (("AS", True),))


def test_undo_and_redo() -> None:
    play = Play(deal(SPIDER_MILLENNIUM, "24"))
    start = play.position
    assert play.refusal(UNDO) == "nothing-to-undo"
    play.take(DEAL)
    dealt = play.position
    play.take(UNDO)
    assert play.position == start
    play.take(REDO)
    assert play.position == dealt
    assert play.refusal(REDO) == "nothing-to-redo"
    play.take(UNDO)
    play.take(Step("move", 3, 6))
    assert play.refusal(REDO) == "nothing-to-redo"


def _finishes(position: Position) -> bool:
    """Whether foundation moves alone end the game, without a memo and without a short cut."""
    if not any(position.columns):
        return True
    steps = [Step("foundation", number + 1) for number in range(len(position.columns))]
    return any(_finishes(apply(position, s)) for s in steps if refusal(position, s) is None)


def test_auto_finds_the_finish_that_exists() -> None:
    rng = Random(5)
    game = Game(
        id="mini",
        packs=2,
        suits="SH",
        columns=((0, 2),) * 4,
        ranks=4,
        build="same",
        unit="card",
        empty="king",
        removal="none",
        goal="cards",
        auto=True,
    )
    found = []
    for _ in range(400):
        piles = [["A", "2", "3", "4"] for _ in pile_suits(game)]
        columns: list[list[str]] = [[] for _ in range(4)]
        for _ in range(rng.randint(1, 10)):
            number = rng.choice([n for n, pile in enumerate(piles) if pile])
            rng.choice(columns).append(piles[number].pop() + pile_suits(game)[number])
        for _ in range(rng.randint(0, 2)):
            rng.shuffle(rng.choice(columns))
        tops = [pile[-1] + suit for pile, suit in zip(piles, pile_suits(game)) if pile]
        table = tuple(tuple((card, True) for card in column) for column in columns)
        position = Position(game, table, (), foundations_of(game, tops))
        ready = refusal(position, AUTO) is None
        assert ready == _finishes(position)
        if ready:
            assert result(apply(position, AUTO)) == "won"
            assert len(auto_steps(position)) == sum(len(column) for column in columns)
        found.append(ready)
    assert set(found) == {True, False}


def test_the_wrong_twin_loses() -> None:
    """The 2S of column 1 alone frees the ace that the other one waits for."""
    piles = [c + "H" for c in "KK"] + [c + "D" for c in "KK"] + [c + "C" for c in "KK"]
    columns = ["KS QS JS TS 9S 8S 7S 6S 5S 4S 3S AS 2S", "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"]
    table = tuple(tuple((card, True) for card in text.split()) for text in columns) + ((),) * 6
    position = Position(BEETLE, table, (), foundations_of(BEETLE, ["AS", *piles]))
    assert result(apply(position, AUTO)) == "won"
    assert refusal(apply(position, Step("foundation", 2)), AUTO) == "auto-not-ready"


@pytest.mark.parametrize("seed", range(12))
def test_legal_steps_are_the_steps_that_are_not_refused(seed: int) -> None:
    position = Writer(seed).fair_draft().position
    columns = range(1, len(position.columns) + 1)
    every = [Step("move", *numbers) for numbers in product(columns, columns, range(1, 15))]
    every += [Step("foundation", number) for number in columns] + [DEAL, AUTO]
    assert legal_steps(position) == [step for step in every if refusal(position, step) is None]


@pytest.mark.parametrize("seed", range(20))
def test_a_step_keeps_every_card(seed: int) -> None:
    draft = Writer(seed, WON).fair_draft()
    for position in draft.play.positions:
        cards = [card for column in position.columns for card, _ in column]
        cards += [*position.stock, *(card for pile in position.foundations for card in pile)]
        game = position.game
        assert len(cards) == game.packs * len(game.suits) * game.ranks
        assert all(not column or column[-1][1] for column in position.columns)


@pytest.mark.parametrize(
    "text", ["9S", "9s", "9♠", "♠9", "9♠\ufe0e", "♠\ufe0f9", "TD", "10D", "td", "10♦", "♦t", "♦️10"]
)
def test_cards(text: str) -> None:
    assert parse_card(text) == ("9S" if "9" in text else "TD")


@pytest.mark.parametrize("text", ["", "S9", "1S", "9", "♠", "9SS", "Т♠", "9С", "9Ѕ", "01S", "９S"])
def test_no_cards(text: str) -> None:
    assert parse_card(text) is None


def test_steps() -> None:
    assert parse_step("3-1X4:♠10") == Step("move", 3, 1, 4, "TS")
    assert parse_step("3-1x*") == Step("move", 3, 1, 0)
    assert parse_step("2-F:kd") == Step("foundation", 2, claim="KD")
    assert parse_step("UnDo") == UNDO


def test_the_star_takes_what_the_target_asks_for() -> None:
    position = deal(SPIDER_MILLENNIUM, "24")
    assert refusal(position, Step("move", 3, 6, 0)) is None
    assert refusal(position, Step("move", 6, 3, 0)) == "build-rank"
    assert refusal(position, Step("move", 3, 1, 0)) == "too-few-cards"
    assert rank("QC") - rank("2D") == 10


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", [("no-header", 1, 1)]),
        ("# only a comment\n", [("no-header", 1, 1)]),
        ("\n  deal\n---\ngame: beetle\ndeal: 24\n---\n", [("no-header", 2, 3), None]),
        ("---\n---\n", [("yaml", 1, 1)]),
        ("---\ngame: beetle\n", [("yaml", 1, 1)]),
        ("---\ngame: beetle\n---\n", [("missing-key", 1, 1)]),
        ("---\ngame: beetle\ndeal: 024\n---\n", [("bad-deal", 3, 7)]),
        ("---\ngame: beetle\ndeal: 24\ntitle:\n---\n", [("bad-value", 4, 1)]),
        ("---\ngame: beetle\ndeal: 24\ntitle: &a x\n---\n", [("yaml", 4, 8)]),
        ("---\ngame: beetle\ndeal: 24\nx: \u2028\ufeff'\nx: y\n---\n", [("duplicate-key", 5, 1)]),
        ("---\ngame: жук\ndeal: 24\nrules: {a: b}\n---\n", [("unknown-rule", 4, 9)]),
        ("---\ngame: beetle\ndeal: 24\n---\n1. 2-f\tx\n", [("syntax", 5, 8)]),
        ("---\ngame: beetle\ndeal: 24\n---\n2-f 3.\n", [("move-number", 5, 5)]),
        ("---\ngame: beetle\ndeal: 24\n---\n2-f # \x00\n", [("encoding", 5, 7)]),
        ("---\ngame: beetle\ndeal: 24\n---\n1-f # \x00\n", [("foundation-rank", 5, 1)]),
        ('{"game": "beetle", "deal": 24, "moves": "1-f"}\nx', [("foundation-rank", 1, None), None]),
    ],
)
def test_places(text: str, faults: list[tuple[str, int, int | None] | None]) -> None:
    verdicts = read(text.encode())
    assert len(verdicts) == len(faults)
    for verdict, fault in zip(verdicts, faults):
        error = verdict["error"]
        if fault is not None:
            assert (error["code"], error["line"], error["column"]) == fault


def test_every_code_is_reached() -> None:
    contract = """
        encoding yaml no-header duplicate-key unknown-key missing-key bad-value unknown-game
        unknown-rule bad-deal bad-card wrong-deck wrong-layout deal-mismatch syntax move-number
        no-such-column same-column empty-column too-few-cards face-down one-card not-a-run
        card-mismatch king-only build-rank build-suit no-foundation-move run-incomplete
        foundation-rank stock-empty deal-blocked no-auto auto-not-ready nothing-to-undo
        nothing-to-redo result-mismatch
    """
    assert set(CODES) == set(contract.split())


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 20), marks=pytest.mark.long)])
@pytest.mark.parametrize("name", SPOILS)
def test_a_spoil_gives_its_code_and_no_other_fault(name: str, seeds: range) -> None:
    for seed in seeds:
        verdicts = read(spoiled(name, seed, WON))
        codes = [verdict["error"]["code"] for verdict in verdicts if verdict["error"]]
        assert codes == [SPOILS[name].code], seed


def test_fair_streams_are_read_as_they_were_written() -> None:
    results = set()
    for seed in range(60):
        writer = Writer(seed, WON)
        verdicts = read(writer.stream())
        assert len(verdicts) == len(writer.chunks)
        for verdict, chunk in zip(verdicts, writer.chunks):
            assert verdict["error"] is None, seed
            draft = chunk.draft
            assert draft is not None
            expected = (draft.base.id, full_options(draft.base, draft.options), draft.steps)
            assert (verdict["game"], verdict["rules"], verdict["steps"]) == expected
            assert verdict["deal"] == draft.header.get("deal")
            assert verdict["result"] == result(draft.position)
            results.add(verdict["result"])
    assert results == {"won", "lost", "open"}


def test_streams_are_the_same_for_the_same_seed() -> None:
    first = [generate(seed, WON) for seed in range(10)]
    assert first == [generate(seed, WON) for seed in range(10)]
    assert {bool(name) for _, name in first} == {True, False}


def test_a_suit_of_piles() -> None:
    piles = foundations_of(BEETLE, ["3S", "AH", "AS"])
    assert piles[:3] == (("AS", "2S", "3S"), ("AS",), ("AH",))
    assert [suit(pile[0]) for pile in piles if pile] == ["S", "S", "H"]
