"""The games once more: a deliberately slow, independent second implementation to compare with.

Written from the contract alone and sharing no code with the tool. A card is a string ("9S"), a
placed card a pair ("9S", face up), a position is immutable and built anew at each step, and what
can be undone is a list of whole positions. A column runs from its first-dealt to its playable card.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

Placed = tuple[str, bool]
Column = tuple[Placed, ...]
Pile = tuple[str, ...]
Options = Mapping[str, str]
Result = Literal["won", "lost", "open"]

RANKS = "A23456789TJQK"
_RANK_OF = {name: number for number, name in enumerate(RANKS, 1)}
PILE_ORDER = "SHDC"
STAR = 0  # the count of a step that is written `x*`


@dataclass(frozen=True)
class Game:
    """The rules of a game with every option settled; the defaults are those of a run game.

    `suits` names one pack's suits in the order of a fresh deck, a suit may stand there twice;
    `columns` has the face-down and the face-up cards that each column is dealt; `options` names
    the values that the game's options may take, the default first.
    """

    id: str
    packs: int
    suits: str
    columns: tuple[tuple[int, int], ...]
    names: tuple[str, ...] = ()
    ranks: int = 13
    build: Literal["any", "same"] = "any"
    unit: Literal["card", "run"] = "run"
    empty: Literal["any", "king"] = "any"
    deal_with_empty: bool = False
    removal: Literal["automatic", "by-move", "none"] = "automatic"
    goal: Literal["runs", "cards"] = "runs"
    auto: bool = False
    options: tuple[tuple[str, tuple[str, ...]], ...] = ()


SPIDER_MILLENNIUM = Game(
    id="spider-millennium",
    names=("Spider Millennium", "Паук-миллениум"),
    packs=2,
    suits="CSHD",
    columns=((5, 1),) * 4 + ((4, 1),) * 6,
    options=(("suits", ("4", "2", "1")),),
)
SPIDERWORT = Game(
    id="spiderwort",
    names=("Spiderwort", "Паучник"),
    packs=3,
    suits="CSHD",
    columns=((5, 1),) * 6 + ((4, 1),) * 7,
    removal="by-move",
)
BEETLE = Game(
    id="beetle",
    names=("Beetle", "Жук"),
    packs=2,
    suits="CSHD",
    columns=((0, 6),) * 8,
    build="same",
    unit="card",
    empty="king",
    deal_with_empty=True,
    removal="none",
    goal="cards",
    auto=True,
    options=(("empty", ("king", "any")), ("move", ("card", "run"))),
)
GAMES = (SPIDER_MILLENNIUM, SPIDERWORT, BEETLE)


def game_named(name: str) -> Game | None:
    """The shipped game of that id or name, in any case and with any blanks."""
    wanted = _folded(name)
    for game in GAMES:
        if wanted in map(_folded, (game.id, *game.names)):
            return game
    return None


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold().replace("ё", "е")


def full_options(game: Game, options: Options | None = None) -> dict[str, str]:
    """The value of every option of the game; a ValueError for what the game lacks."""
    given = dict(options or {})
    settled = {name: given.pop(name, values[0]) for name, values in game.options}
    if given:
        raise ValueError(f"{game.id} has no option {', '.join(given)}")
    for name, values in game.options:
        if settled[name] not in values:
            raise ValueError(f"{game.id} has no {name}: {settled[name]}")
    return settled


def with_options(game: Game, options: Options | None = None) -> Game:
    """The game with its options settled."""
    for name, value in full_options(game, options).items():
        if name == "suits":
            game = replace(game, suits={"4": "CSHD", "2": "SSHH", "1": "SSSS"}[value])
        elif name == "empty":
            game = replace(game, empty="any" if value == "any" else "king")
        elif name == "move":
            game = replace(game, unit="run" if value == "run" else "card")
    return game


# Cards and deals


def rank(card: str) -> int:
    """1 for an ace, 13 for a king."""
    return _RANK_OF[card[0]]


def suit(card: str) -> str:
    """The letter of the suit."""
    return card[1]


def fresh_deck(game: Game) -> list[str]:
    """The deck before it is shuffled."""
    deck = []
    for _ in range(game.packs):
        for letter in game.suits:
            for name in RANKS[: game.ranks]:
                deck.append(name + letter)
    return deck


def is_deal_number(number: str, game: Game) -> bool:
    """Whether the text is a deal number of the settled game, `N`, `msN` or, for Spider Millennium, `win7-N`."""
    if re.fullmatch("win7-[1-9][0-9]{0,9}", number):
        return game.id == SPIDER_MILLENNIUM.id and len(set(game.suits)) == 4 and int(number[5:]) < 2**31
    if not re.fullmatch("(ms)?[1-9][0-9]{0,19}", number):
        return False
    return not number.startswith("ms") or int(number[2:]) <= 8589934591


def _calls(number: str) -> Iterator[tuple[str, float]]:
    """What the generator of this number gives, call by call: ("r", an integer) or ("f", a float)."""
    seed = int(number.removeprefix("ms"))
    if not number.startswith("ms") and seed >= 32000:
        twister = random.Random(seed)
        while True:
            yield "f", twister.random()
    x = seed if seed < 2**32 else seed - 2**32
    while True:
        x = (x * 214013 + 2531011) % 2**33
        if seed < 2**31:
            yield "r", (x >> 16) & 0x7FFF
        elif seed < 2**32:
            yield "r", (x >> 16) & 0x7FFF | 0x8000
        else:
            yield "r", ((x >> 16) & 0xFFFF) + 1


def deal_order(game: Game, number: str) -> list[str]:
    """The shuffled deck, first-dealt card first."""
    if not is_deal_number(number, game):
        raise ValueError(f"no deal number: {number}")
    if number.startswith("win7-"):
        return _windows_order(int(number[5:]))
    deck = fresh_deck(game)
    calls = _calls(number)
    for i in range(len(deck) - 1, 0, -1):
        kind, value = next(calls)
        j = int(value) % (i + 1) if kind == "r" else int(value * (i + 1))
        deck[i], deck[j] = deck[j], deck[i]
    return deck[::-1]


@dataclass(frozen=True)
class Position:
    """Where all cards are; the stock's next card is its first.

    In a card game `foundations` has every pile at its place, in a run game the finished runs in
    the order in which they left.
    """

    game: Game
    columns: tuple[Column, ...]
    stock: tuple[str, ...] = ()
    foundations: tuple[Pile, ...] = ()


def pile_suits(game: Game) -> list[str]:
    """The suits of the foundation piles of a card game, in their order."""
    return sorted(game.suits * game.packs, key=PILE_ORDER.index)


def foundations_of(game: Game, tops: Sequence[str]) -> tuple[Pile, ...]:
    """The foundations whose piles have these tops; of two of a suit the first named stands first."""
    if game.goal == "runs":
        return tuple(complete_run(game, suit(top)) for top in tops)
    waiting = list(tops)
    piles: list[Pile] = []
    for letter in pile_suits(game):
        top = next((card for card in waiting if suit(card) == letter), None)
        if top is None:
            piles.append(())
        else:
            waiting.remove(top)
            piles.append(tuple(name + letter for name in RANKS[: rank(top)]))
    if waiting:
        raise ValueError("more piles than the game has")
    return tuple(piles)


def complete_run(game: Game, letter: str) -> Pile:
    """King to ace of a suit."""
    return tuple(name + letter for name in reversed(RANKS[: game.ranks]))


def foundation_tops(position: Position) -> list[str]:
    """The tops of the piles that hold cards; a finished run is its ace."""
    return [pile[-1] for pile in position.foundations if pile]


def _windows_order(seed: int) -> list[str]:
    """The cards of the deal of Windows 7 in the order in which `deal_from` lays each where that program does."""
    codes = 2 * list(range(51, -1, -1))
    drawn = []
    for _ in range(104):
        seed = (seed * 214013 + 2531011) % 2**32
        code = codes.pop((seed >> 16 & 0x7FFF) % len(codes))
        drawn.append("23456789TJQKA"[code % 13] + "CDSH"[code // 13])
    stock, table = drawn[49::-1], drawn[:49:-1]
    covered, last = table[:44], table[44:]  # the last card of each column: first those of columns 5 to 10
    return covered + last[6:] + last[:6] + stock


def deal_from(game: Game, order: Sequence[str]) -> Position:
    """The cards of `order` on the table: face-down rounds, then face-up rounds, then the stock."""
    waiting = list(order)
    columns: list[list[Placed]] = [[] for _ in game.columns]
    for face_up in (False, True):
        wanted = [up if face_up else down for down, up in game.columns]
        for turn in range(max(wanted, default=0)):
            for number, column in enumerate(columns):
                if turn < wanted[number]:
                    column.append((waiting.pop(0), face_up))
    table = tuple(tuple(column) for column in columns)
    return Position(game, table, tuple(waiting), foundations_of(game, []))


def deal(game: Game, number: str, options: Options | None = None) -> Position:
    """The numbered deal of a game."""
    settled = with_options(game, options)
    return deal_from(settled, deal_order(settled, number))


# Steps


@dataclass(frozen=True)
class Step:
    """A step; columns count from 1, `count` may be STAR, `claim` is the head of what moves."""

    kind: Literal["move", "foundation", "deal", "auto", "undo", "redo"]
    source: int = 0
    target: int = 0
    count: int = 1
    claim: str | None = None


DEAL = Step("deal")
AUTO = Step("auto")
UNDO = Step("undo")
REDO = Step("redo")


def step_text(step: Step) -> str:
    """The step as one token."""
    claim = "" if step.claim is None else ":" + step.claim
    if step.kind == "foundation":
        return f"{step.source}-f{claim}"
    if step.kind == "move":
        count = "*" if step.count == STAR else str(step.count)
        return f"{step.source}-{step.target}" + (f"x{count}" if count != "1" else "") + claim
    return step.kind


@lru_cache(maxsize=1 << 14)
def run_length(column: Column) -> int:
    """How many of a column's last cards lie face up, of one suit and descending."""
    if not column or not column[-1][1]:
        return 0
    length = 1
    while length < len(column):
        upper, face_up = column[-length - 1]
        lower, _ = column[-length]
        if not face_up or suit(upper) != suit(lower) or rank(upper) != rank(lower) + 1:
            break
        length += 1
    return length


def holds_complete_run(game: Game, column: Column) -> bool:
    """Whether face-up cards of a column, covered or not, are a complete run."""
    return any(run_length(column[:end]) >= game.ranks for end in range(len(column) + 1))


def star_count(position: Position, step: Step) -> int:
    """The count that `x*` stands for, below 1 where the target's rank asks for none."""
    source = position.columns[step.source - 1]
    target = position.columns[step.target - 1]
    if target:
        return rank(target[-1][0]) - rank(source[-1][0])
    return 1 if position.game.unit == "card" else run_length(source)


def refusal(position: Position, step: Step) -> str | None:
    """The code of the first reason why the step is illegal here, None if it is legal.

    `undo` and `redo` are no matter of the position: see `Play`.
    """
    game = position.game
    if step.kind == "move":
        return _move_refusal(position, step)
    if step.kind == "foundation":
        return _foundation_refusal(position, step)
    if step.kind == "deal":
        if not position.stock:
            return "stock-empty"
        if not game.deal_with_empty and () in position.columns:
            return "deal-blocked"
        return None
    if step.kind == "auto":
        if not game.auto:
            return "no-auto"
        return None if auto_steps(position) else "auto-not-ready"
    raise ValueError(step.kind)


def _move_refusal(position: Position, step: Step) -> str | None:
    game = position.game
    if max(step.source, step.target) > len(position.columns):
        return "no-such-column"
    if step.source == step.target:
        return "same-column"
    source = position.columns[step.source - 1]
    target = position.columns[step.target - 1]
    if not source:
        return "empty-column"
    count = step.count
    if count == STAR:
        count = star_count(position, step)
        if count < 1:
            return "build-rank"
    if count > len(source):
        return "too-few-cards"
    if not all(face_up for _, face_up in source[-count:]):
        return "face-down"
    if count > 1 and game.unit == "card":
        return "one-card"
    if count > run_length(source):
        return "not-a-run"
    head = source[-count][0]
    if step.claim is not None and step.claim != head:
        return "card-mismatch"
    if not target:
        if game.empty == "king" and rank(head) != game.ranks:
            return "king-only"
        return None
    onto = target[-1][0]
    if rank(head) != rank(onto) - 1:
        return "build-rank"
    if game.build == "same" and suit(head) != suit(onto):
        return "build-suit"
    return None


def _foundation_refusal(position: Position, step: Step) -> str | None:
    game = position.game
    if step.source > len(position.columns):
        return "no-such-column"
    if game.removal == "automatic":
        return "no-foundation-move"
    if step.target > len(game.suits) * game.packs:
        return "no-such-cell"
    source = position.columns[step.source - 1]
    if not source:
        return "empty-column"
    head = source[-1][0]
    if game.removal == "by-move":
        if run_length(source) < game.ranks:
            return "run-incomplete"
        head = source[-game.ranks][0]
    if step.claim is not None and step.claim != head:
        return "card-mismatch"
    if game.goal == "cards":
        pile = _pile_for(position, head) if step.target == 0 else step.target - 1
        if pile is None or not _takes(position, pile, head):
            return "foundation-rank"
    return None


def _pile_for(position: Position, card: str) -> int | None:
    """The first pile that takes the card."""
    piles = range(len(position.foundations))
    return next((number for number in piles if _takes(position, number, card)), None)


def _takes(position: Position, pile: int, card: str) -> bool:
    """Whether this pile takes the card."""
    of_suit = pile_suits(position.game)[pile] == suit(card)
    return of_suit and len(position.foundations[pile]) == rank(card) - 1


def _turn_up(column: Column) -> Column:
    """The column with its last card face up."""
    return (*column[:-1], (column[-1][0], True)) if column else column


def apply(position: Position, step: Step) -> Position:
    """The position after a legal step; a ValueError for another."""
    refused = refusal(position, step)
    if refused is not None:
        raise ValueError(f"{step_text(step)}: {refused}")
    if step.kind == "auto":
        for move in auto_steps(position):
            position = apply(position, move)
        return position
    columns = list(position.columns)
    if step.kind == "foundation":
        return _to_foundation(position, step.source - 1, step.target - 1)
    if step.kind == "move":
        count = step.count if step.count != STAR else star_count(position, step)
        source = columns[step.source - 1]
        columns[step.target - 1] += source[-count:]
        columns[step.source - 1] = _turn_up(source[:-count])
        position = replace(position, columns=tuple(columns))
    else:
        dealt = position.stock[: len(columns)]
        for number, card in enumerate(dealt):
            columns[number] += ((card, True),)
        position = replace(position, columns=tuple(columns), stock=position.stock[len(dealt) :])
    if position.game.removal == "automatic":
        for number in range(len(columns)):
            if run_length(position.columns[number]) >= position.game.ranks:
                position = _run_leaves(position, number)
    return position


def _to_foundation(position: Position, number: int, pile: int) -> Position:
    if position.game.goal == "runs":
        return _run_leaves(position, number)
    columns = list(position.columns)
    card = columns[number][-1][0]
    columns[number] = _turn_up(columns[number][:-1])
    piles = list(position.foundations)
    piles[_pile_for(position, card) or 0 if pile < 0 else pile] += (card,)
    return replace(position, columns=tuple(columns), foundations=tuple(piles))


def _run_leaves(position: Position, number: int) -> Position:
    columns = list(position.columns)
    size = position.game.ranks
    run = tuple(card for card, _ in columns[number][-size:])
    columns[number] = _turn_up(columns[number][:-size])
    foundations = (*position.foundations, run)
    return replace(position, columns=tuple(columns), foundations=foundations)


def auto_steps(position: Position) -> list[Step]:
    """Foundation moves that end the game, [] where the stock, the cards or their order forbid it.

    Every order is tried, each set of cards left but once. Only one case is cut short: where
    as many piles wait for a card as there are copies of it in the columns, no copy stands in
    another's way, and moving it at once loses nothing.
    """
    columns = [[card for card, _ in column] for column in position.columns]
    if position.stock or not any(columns) or position.game.goal != "cards":
        return []
    suits = pile_suits(position.game)
    heights = [len(pile) for pile in position.foundations]
    left = Counter(card for column in columns for card in column)
    hopeless: set[tuple[int, ...]] = set()
    path: list[Step] = []

    def waiting(card: str) -> list[int]:
        """The piles that take the card, the first one first."""
        return [
            number for number, letter in enumerate(suits) if letter == suit(card) and heights[number] == rank(card) - 1
        ]

    def finish() -> bool:
        state = tuple(len(column) for column in columns)
        if not any(state):
            return True
        if state in hopeless:
            return False
        choices = [n for n, column in enumerate(columns) if column and waiting(column[-1])]
        for number in choices:
            card = columns[number][-1]
            if len(waiting(card)) >= left[card]:
                choices = [number]
                break
        for number in choices:
            card = columns[number].pop()
            pile = waiting(card)[0]
            heights[pile] += 1
            left[card] -= 1
            path.append(Step("foundation", number + 1))
            if finish():
                return True
            path.pop()
            left[card] += 1
            heights[pile] -= 1
            columns[number].append(card)
        hopeless.add(state)
        return False

    return path if finish() else []


def legal_steps(position: Position) -> list[Step]:
    """Every legal step but undo and redo: moves by source, target and count, moves to the
    foundations by source, the deal, auto.
    """
    return list(_legal(position))


def _legal(position: Position) -> Iterator[Step]:
    numbers = range(1, len(position.columns) + 1)
    for source in numbers:
        longest = run_length(position.columns[source - 1])
        for target in numbers:
            for count in range(1, longest + 1):
                step = Step("move", source, target, count)
                if refusal(position, step) is None:
                    yield step
    for step in [*(Step("foundation", source) for source in numbers), DEAL, AUTO]:
        if refusal(position, step) is None:
            yield step


def result(position: Position) -> Result:
    """Whether the position is won, lost or open."""
    game = position.game
    if sum(len(pile) for pile in position.foundations) == game.packs * len(game.suits) * game.ranks:
        return "won"
    return "lost" if next(_legal(position), None) is None else "open"


def perft(position: Position, depth: int) -> int:
    """The number of sequences of `depth` legal steps; undo and redo are none."""
    if depth == 0:
        return 1
    steps = legal_steps(position)
    if depth == 1:
        return len(steps)
    return sum(perft(apply(position, step), depth - 1) for step in steps)


class Play:
    """Positions from a start on, with undo and redo."""

    def __init__(self, start: Position) -> None:
        self.positions = [start]
        self.at = 0

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[self.at]

    def refusal(self, step: Step) -> str | None:
        """As the function, for undo and redo too."""
        if step.kind == "undo":
            return None if self.at > 0 else "nothing-to-undo"
        if step.kind == "redo":
            return None if self.at + 1 < len(self.positions) else "nothing-to-redo"
        return refusal(self.position, step)

    def take(self, step: Step) -> None:
        """Take a legal step."""
        if step.kind in ("undo", "redo"):
            refused = self.refusal(step)
            if refused is not None:
                raise ValueError(refused)
            self.at += 1 if step.kind == "redo" else -1
        else:
            self.positions = [*self.positions[: self.at + 1], apply(self.position, step)]
            self.at += 1
