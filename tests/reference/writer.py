"""Draws and writes fair transcripts for a deliberately slow, independent second implementation.

Written from the contract to compare with: random games, played by the reference engine, in every
writing that the contract reads.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Literal

import yaml

from .engine import (
    AUTO,
    BEETLE,
    DEAL,
    GAMES,
    RANKS,
    REDO,
    SPIDER_MILLENNIUM,
    SPIDERWORT,
    UNDO,
    Column,
    Game,
    Pile,
    Play,
    Position,
    Step,
    complete_run,
    deal,
    foundation_tops,
    foundations_of,
    fresh_deck,
    full_options,
    game_named,
    holds_complete_run,
    legal_steps,
    pile_suits,
    result,
    run_length,
    star_count,
    step_text,
    suit,
    with_options,
)
from .reader import parse_step

Value = str | list[str] | dict[str, str]
Place = Literal["any", "first", "after json", "last", "alone"]
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

TEXTS = [
    *("no", "on", "~", "null", "1984", "1:30", "2024-01-01", "O'Neil", "Нет", "Ёлка и Жук"),
    *("A: B", "# x", "x # y", "- x", "X\nresult: won", "", " a blank before", "tab\there"),
    *("{x}", "[1, 2]", "%x", "&a", "*a", "!t", "a \" and a '", "back\\slash", "010", "0x1F"),
    *("🂡 trump", "one\u2028two", "a\u00a0b", "two lines\nhere", "---", "...", "? x", "| x", "@x"),
]
COMMENTS = ["", " a comment", " 1-2", "# twice", " деление", " 12. deal --- { } [", " ♠ ё 🂡"]


@dataclass
class Draft:
    """A transcript while it is written."""

    base: Game
    options: dict[str, str]
    header: dict[str, Value]
    play: Play
    words: list[str] = field(default_factory=list)
    steps: int = 0
    last: tuple[int, int] = (0, 0)

    @property
    def position(self) -> Position:
        """The last position."""
        return self.play.position


@dataclass(frozen=True)
class Chunk:
    """A written transcript and where in a stream it can stand; a fair one has its draft."""

    text: str
    kind: Literal["yaml", "json", "text"] = "yaml"
    place: Place = "any"
    draft: Draft | None = None


@dataclass(frozen=True)
class WonGame:
    """A sample: a game with the positions that it goes through."""

    base: Game
    options: dict[str, str]
    number: str
    steps: tuple[Step, ...]
    positions: tuple[Position, ...]


@lru_cache(maxsize=64)
def won_game(text: str) -> WonGame:
    """Reads a sample, a plain transcript of a numbered deal."""
    _, head, body = re.split("^---\n", text, maxsplit=2, flags=re.MULTILINE)
    header = yaml.load(head, Loader=yaml.BaseLoader)
    base = game_named(header["game"])
    assert base is not None
    options = full_options(base, header.get("rules"))
    play = Play(deal(base, header["deal"], options))
    steps = []
    for token in re.sub("#.*", "", body).split():
        step = parse_step(token)
        assert step is not None
        steps.append(step)
        play.take(step)
    return WonGame(base, options, header["deal"], tuple(steps), tuple(play.positions))


# Cards and texts as people write them


class Writer:
    """Draws and writes transcripts."""

    def __init__(self, seed: int, samples: Sequence[str] = ()) -> None:
        self.rng = Random(seed)
        self.samples = samples
        self.chunks: list[Chunk] = []

    def odds(self, chance: float) -> bool:
        """True that often."""
        return self.rng.random() < chance

    def card(self, card: str) -> str:
        """A card in one of its writings."""
        name, letter = card[0], card[1]
        style = self.rng.randrange(8)
        if name == "T" and self.odds(0.5):
            name = "10"
        if self.odds(0.3):
            name = name.lower()
        if style == 0:
            letter = letter.lower()
        elif style <= 2:
            letter = SIGNS[letter] + self.rng.choice(["", "", "\ufe0e", "\ufe0f"])
            if style == 2:
                return letter + name
        return name + letter

    def column(self, column: Column, odd: bool = False) -> str:
        """A column as text; in odd writings now and then."""
        words = []
        for card, face_up in column:
            word = self.card(card) if odd and self.odds(0.3) else card
            words.append(word if face_up else f"<{word}>")
        return self.rng.choice(["  ", "\t"]).join(words) if odd else " ".join(words)

    def case(self, word: str) -> str:
        """A word in some case."""
        return self.rng.choice([word, word, word, word.upper(), word.title()])

    def word(self, step: Step, position: Position) -> str:
        """A legal step in one of its writings."""
        if step.kind not in ("move", "foundation"):
            return self.case(step.kind)
        text = step_text(step)
        source = position.columns[step.source - 1]
        count = step.count
        if step.kind == "move":
            if self.odds(0.1) and star_count(position, step) == count:
                text = f"{step.source}-{step.target}{self.rng.choice('xX')}*"
            elif count == 1 and self.odds(0.05):
                text += "x1"
            elif self.odds(0.05):
                text = text.replace("x", "X")
        else:
            count = 1 if position.game.goal == "cards" else position.game.ranks
            text = text.replace("f", self.rng.choice("fffF"))
        if self.odds(0.1):
            text += ":" + self.card(source[-count][0])
        return text

    # Starts

    def number(self) -> str:
        """A deal number."""
        rng = self.rng
        edges = [1, 31999, 32000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1]
        choice = rng.randrange(10)
        if choice < 4:
            return str(rng.randint(1, 31999))
        if choice == 4:
            return str(rng.choice([*edges, 24, 10**20 - 1, 2**63, 2**64]))
        if choice == 5:
            return "ms" + str(rng.choice(edges))
        if choice == 6:
            return "ms" + str(rng.randint(1, 2**33 - 1))
        return str(rng.randint(1, 10 ** rng.randint(5, 20) - 1))

    def some_options(self, base: Game) -> dict[str, str]:
        """Options of a game, every one of them."""
        return {name: self.rng.choice(values) for name, values in base.options}

    def numbered(self, base: Game | None = None, options: dict[str, str] | None = None) -> Draft:
        """A numbered deal."""
        base = base or self.rng.choice(GAMES)
        options = self.some_options(base) if options is None else options
        number = self.number()
        if options.get("suits") == "4" and self.odds(0.2):
            number = f"win7-{self.rng.choice([1, 8115, 2**31 - 1, self.rng.randint(1, 2**31 - 1)])}"
        draft = Draft(base, options, {}, Play(deal(base, number, options)))
        draft.header = {"game": base.id, "deal": number, **self.rules(draft)}
        if self.odds(0.05):  # the deal's own cards beside its number
            drawn = self.drawn_keys(draft.position, True)
            draft.header.update({key: drawn[key] for key in drawn if self.odds(0.6)})
        return draft

    def rules(self, draft: Draft, all_of_them: bool = False) -> dict[str, Value]:
        """The key `rules` as far as it is needed, sometimes further."""
        base = draft.base
        needed = {
            name: value
            for name, value in draft.options.items()
            if all_of_them or value != dict(base.options)[name][0] or self.odds(0.2)
        }
        return {"rules": needed} if needed or self.odds(0.05) else {}

    def drawn_keys(self, position: Position, all_of_them: bool = False) -> dict[str, Value]:
        """A position's keys."""
        odd = self.odds(0.1)
        keys: dict[str, Value] = {"columns": [self.column(c, odd) for c in position.columns]}
        if position.stock or all_of_them or self.odds(0.1):
            keys["stock"] = self.column(tuple((card, True) for card in position.stock), odd)
        tops = foundation_tops(position)
        if tops or all_of_them or self.odds(0.1):
            keys["foundations"] = self.column(tuple((card, True) for card in tops), odd)
        return keys

    def drawn(self, base: Game, options: dict[str, str], position: Position) -> Draft:
        """A position that its columns give."""
        draft = Draft(base, options, {}, Play(position))
        draft.header = {"game": base.id, **self.rules(draft), **self.drawn_keys(position)}
        return draft

    def scattered(
        self,
        game: Game,
        *,
        empty: int = 0,
        stock: int | None = None,
        finished: int | None = None,
        ends: Mapping[int, Sequence[str]] | None = None,
        first: Mapping[int, str] | None = None,
    ) -> Position:
        """A position that need not be reachable: random cards in the columns, `empty` of which
        are empty, `stock` cards in the stock, `finished` runs or so on the foundations; the
        columns of `ends` end in these cards and the stock has those of `first` at their places.
        """
        rng = self.rng
        ends, first = ends or {}, first or {}
        rest = fresh_deck(game)
        for card in [*(card for end in ends.values() for card in end), *first.values()]:
            rest.remove(card)
        tops: list[str] = []
        if game.goal == "runs":
            for _ in range(rng.randint(0, 3) if finished is None else finished):
                letters = [s for s in "SHDC" if all(c in rest for c in complete_run(game, s))]
                letter = rng.choice(letters)
                for card in complete_run(game, letter):
                    rest.remove(card)
                tops.append("A" + letter)
        else:
            for letter in pile_suits(game):
                for name in RANKS[: rng.randint(0, 6 if finished is None else finished)]:
                    if name + letter not in rest:
                        break
                    rest.remove(name + letter)
                    tops[-1:] = [name + letter] if name != "A" else [*tops[-1:], name + letter]
        foundations = foundations_of(game, tops)
        numbers = list(range(len(game.columns)))
        free = [number for number in numbers if number not in ends]
        filled = free[:] if empty == 0 else rng.sample(free, max(len(free) - empty, 0))
        size = rng.randint(0, 60) if stock is None else stock
        size = max(0, min(size - len(first), len(rest) - len(filled)))
        while True:
            rng.shuffle(rest)
            waiting = rest[:]
            next_cards = [waiting.pop() for _ in range(size)]
            for number, card in sorted(first.items()):
                next_cards.insert(number, card)
            columns: list[list[str]] = [[] for _ in numbers]
            for number in filled:
                columns[number].append(waiting.pop())
            homes = filled or list(ends)
            while waiting:
                columns[rng.choice(homes)].append(waiting.pop())
            table = []
            for number, cards in enumerate(columns):
                end = list(ends.get(number, ()))
                down = 0
                if any(down for down, _ in game.columns) and cards:
                    down = min(rng.randint(0, 6), len(cards) - (0 if end else 1))
                faces = [n >= down for n in range(len(cards) + len(end))]
                table.append(tuple(zip(cards + end, faces)))
            if game.removal != "automatic" or not any(holds_complete_run(game, c) for c in table):
                return Position(game, tuple(table), tuple(next_cards), foundations)

    def nearly_run(self, base: Game) -> Draft:
        """A run game where runs are about to be complete, by a move or by the deal."""
        options = self.some_options(base)
        game = with_options(base, options)
        rng = self.rng
        here, there = rng.sample(range(len(game.columns)), 2)
        letter, other = rng.choice(game.suits), rng.choice(game.suits)
        cards = list(complete_run(game, letter))
        choice = rng.randrange(4)
        by_deal = choice == 0 and game.removal == "automatic"
        if by_deal:  # one deal completes two runs
            more = complete_run(game, other)
            position = self.scattered(
                game,
                stock=rng.randint(10, 30),
                finished=rng.randint(0, 2),
                ends={here: cards[:-1], there: more[:-1]},
                first={here: cards[-1], there: more[-1]},
            )
        else:
            cut = rng.randint(1, 12)
            last = choice == 1
            position = self.scattered(
                game,
                empty=99 if last else rng.randint(0, 3),
                stock=0 if last else None,
                finished=(game.packs * len(game.suits) - 1) if last else rng.randint(0, 3),
                ends={here: cards[:cut], there: cards[cut:]},
            )
        draft = self.drawn(base, options, position)
        if not by_deal:
            move = Step("move", there + 1, here + 1, 13 - cut)
            self.take(draft, move)
            if game.removal == "by-move" and self.odds(0.8):
                self.take(draft, Step("foundation", here + 1))
        else:
            self.take(draft, DEAL)
        if draft.play.refusal(DEAL) is None and self.odds(0.2):
            self.take(draft, DEAL)
        return draft

    def ending(self, back: int | None = None) -> Draft:
        """A game of cards that its foundations can end: a won one played backwards."""
        options = self.some_options(BEETLE)
        game = with_options(BEETLE, options)
        rng = self.rng
        piles: list[Pile] = list(foundations_of(game, [RANKS[game.ranks - 1] + letter for letter in pile_suits(game)]))
        columns: list[Column] = [() for _ in game.columns]
        for _ in range(rng.randint(1, 30) if back is None else back):
            number = rng.choice([n for n, pile in enumerate(piles) if pile])
            columns[rng.randrange(len(columns))] += ((piles[number][-1], True),)
            piles[number] = piles[number][:-1]
        tops = [pile[-1] for pile in piles if pile]
        position = Position(game, tuple(columns), (), foundations_of(game, tops))
        return self.drawn(BEETLE, options, position)

    def sampled(self) -> Draft:
        """A part of a won game: all but its end played, or only its end, from its columns."""
        sample = won_game(self.rng.choice(self.samples))
        count = len(sample.steps)
        first = count - self.rng.randint(0, 40)
        if self.odds(0.2):
            draft = Draft(sample.base, sample.options, {}, Play(sample.positions[0]))
            draft.header = {"game": sample.base.id, "deal": sample.number, **self.rules(draft)}
            first, last = 0, count if self.odds(0.3) else self.rng.randint(0, count)
        else:
            draft = self.drawn(sample.base, sample.options, sample.positions[first])
            last = count if self.odds(0.7) else self.rng.randint(first, count)
        for step in sample.steps[first:last]:
            if self.odds(0.02) and draft.play.refusal(UNDO) is None:
                self.take(draft, UNDO)
                self.take(draft, REDO)
            self.take(draft, step)
        return draft

    # Play

    def take(self, draft: Draft, step: Step) -> None:
        """Takes a legal step and writes it down."""
        draft.words.append(self.word(step, draft.position))
        draft.play.take(step)
        draft.steps += 1
        draft.last = (step.source, step.target)

    def play(self, draft: Draft, length: int) -> None:
        """Takes up to `length` random legal steps."""
        greedy = self.odds(0.35)
        for _ in range(length):
            if draft.play.refusal(UNDO) is None and self.odds(0.06):
                step: Step | None = UNDO
            elif draft.play.refusal(REDO) is None and self.odds(0.4):
                step = REDO
            else:
                step = self.best(draft) if greedy else self.any_step(draft.position)
            if step is None:
                return
            self.take(draft, step)

    def any_step(self, position: Position) -> Step | None:
        """Some legal step, found by trying."""
        rng = self.rng
        play = Play(position)
        numbers = range(1, len(position.columns) + 1)
        for _ in range(60):
            source = rng.choice(numbers)
            longest = max(run_length(position.columns[source - 1]), 1)
            step = rng.choice(
                [*[Step("move", source, rng.choice(numbers), rng.randint(1, longest))] * 6, Step("foundation", source)]
            )
            if self.odds(0.01):
                step = DEAL
            if play.refusal(step) is None:
                return step
        steps = legal_steps(position)
        return rng.choice(steps) if steps else None

    def best(self, draft: Draft) -> Step | None:
        """The step that looks best to a greedy player."""
        position = draft.position
        best, best_score = None, -1.0
        for step in legal_steps(position):
            score = self.rng.random() * 4
            if step.kind in ("foundation", "auto"):
                score += 20
            elif step.kind == "move":
                source = position.columns[step.source - 1]
                target = position.columns[step.target - 1]
                under = source[: -step.count]
                head = source[-step.count][0]
                same = bool(target) and suit(target[-1][0]) == suit(head)
                parted = bool(under) and run_length(source) > step.count
                score += 6 * same - 5 * parted + 3 * bool(under and not under[-1][1])
                score += 2 * bool(target) + (0 if under else 2 * bool(target))
                score -= 9 * (draft.last == (step.target, step.source))
            if score > best_score:
                best, best_score = step, score
        return best

    def fair_draft(self) -> Draft:
        """A transcript without a fault."""
        choice = self.rng.random()
        if choice < 0.12 and self.samples:
            return self.meta(self.sampled())
        length = self.rng.choice([0, 8, 60, 60]) and self.rng.randint(1, 60)
        if choice < 0.24:
            draft = self.nearly_run(self.rng.choice([SPIDER_MILLENNIUM, SPIDERWORT]))
            length = min(length, 8)
        elif choice < 0.34:
            draft = self.ending()
            self.play(draft, self.rng.randint(0, 3))
            if draft.play.refusal(AUTO) is None and self.odds(0.7):
                self.take(draft, AUTO)
        elif choice < 0.5:
            base = self.rng.choice(GAMES)
            options = self.some_options(base)
            game = with_options(base, options)
            stock = self.rng.choice([None, 0])
            position = self.scattered(game, empty=self.rng.randint(0, 3), stock=stock)
            draft = self.drawn(base, options, position)
        elif choice < 0.6:
            draft = self.numbered(SPIDER_MILLENNIUM, {"suits": "1"})
            length += 20
        else:
            draft = self.numbered()
        self.play(draft, length)
        return self.meta(draft)

    def meta(self, draft: Draft) -> Draft:
        """The keys that say nothing of the cards, and the right claim."""
        for key in ("title", "player", "date", "source", "comment"):
            if self.odds(0.12):
                draft.header[key] = self.rng.choice(TEXTS)
        if self.odds(0.1):
            names = self.rng.sample(["deal", "step", "mood", "ключ", "no", "game"], 2)
            draft.header["tags"] = {name: self.rng.choice(TEXTS) for name in names}
        if self.odds(0.5):
            draft.header["result"] = result(draft.position)
        return draft

    # YAML

    def scalar(self, text: str, flow: bool = False, indent: str = "") -> str:
        """A text as a YAML scalar that reads back as that text."""
        rng = self.rng
        inner = "" if flow else ",:"
        plain = re.fullmatch(rf"[\w<♠♥♦♣~](?:[\w <>♠♥♦♣\ufe0e\ufe0f.'()/{inner}\\-]*[\w<>♠♥♦♣\ufe0e\ufe0f.)])?", text)
        styles = ["double"]
        if plain and ": " not in text:
            styles += ["plain"] * 4
        if not re.search("[\n\t]", text):
            styles.append("single")
        if "\n" in text and not text.endswith("\n") and not flow:
            styles.append("literal")
        style = rng.choice(styles)
        if style == "plain":
            return text
        if style == "single":
            return "'" + text.replace("'", "''") + "'"
        if style == "literal":
            return "|-\n" + "\n".join(f"{indent}  {line}" for line in text.split("\n"))
        return json.dumps(text, ensure_ascii=False)

    def name_of(self, base: Game) -> str:
        """The game's id or name as it may be written."""
        name = self.rng.choice([base.id, base.id, *base.names])
        return self.rng.choice([name, name, name.upper(), name.lower(), f" {name} "])

    def entry(self, key: str, value: Value, nested: str = "") -> str:
        """A key and its value in block style, several lines perhaps."""
        rng = self.rng
        name = self.scalar(key) if self.odds(0.1) else key
        if isinstance(value, str):
            text = self.scalar(value, indent=nested)
            if self.odds(0.05) and not text.startswith("|"):
                text += "  # noted"
            return f"{nested}{name}:{rng.choice([' ', ' ', '  '])}{text}"
        if not value or self.odds(0.4):
            return f"{nested}{name}: {self.flow(value)}"
        if isinstance(value, list):
            indent = nested + rng.choice(["", "  ", "    "])
            return "\n".join([f"{nested}{name}:", *(f"{indent}- {self.scalar(v)}" for v in value)])
        indent = nested + rng.choice(["  ", " "])
        return "\n".join([f"{nested}{name}:", *(self.entry(k, v, indent) for k, v in value.items())])

    def flow(self, value: Value, breaks: bool = False) -> str:
        """A value in flow style."""
        gap = ",\n  " if breaks else ", "
        if isinstance(value, str):
            return self.scalar(value, True)
        if isinstance(value, list):
            return "[" + gap.join(self.scalar(v, True) for v in value) + "]"
        return "{" + gap.join(f"{self.scalar(k, True)}: {self.flow(v)}" for k, v in value.items()) + "}"

    def entries(self, header: Mapping[str, Value]) -> list[str]:
        """A header's keys in block style and random order."""
        keys = list(header)
        if self.odds(0.5):
            self.rng.shuffle(keys)
        found = []
        for key in keys:
            value = header[key]
            base = game_named(value) if key == "game" and isinstance(value, str) else None
            found.append(self.entry(key, self.name_of(base) if base else value))
            if self.odds(0.03):
                found.append(self.rng.choice(["", "# between", "  # комментарий"]))
        return found

    def head(self, header: Mapping[str, Value]) -> str:
        """A header's lines."""
        if self.odds(0.15):
            items = [f"{self.scalar(k, True)}: {self.flow(v)}" for k, v in header.items()]
            gap = self.rng.choice([", ", ",\n "])
            return "{" + gap.join(items) + "}"
        return "\n".join(self.entries(header))

    def yaml(self, head: str, words: Sequence[str], place: Place = "any") -> Chunk:
        """A transcript from its header's lines and its words."""
        dashes = [f"---{self.rng.choice(['', '', '', ' ', '  '])}\n" for _ in "12"]
        if head:
            head += "\n"
        return Chunk(dashes[0] + head + dashes[1] + self.body(words), "yaml", place)

    def body(self, words: Sequence[str]) -> str:
        """The words in lines, with labels, comments and white space."""
        rng = self.rng
        tight = self.odds(0.6)
        labels = self.odds(0.25)
        comments = self.odds(0.3)
        lines: list[str] = []
        line = ""
        for number, word in enumerate(words, 1):
            if comments and self.odds(0.05):
                lines += [line] if line else []
                lines.append(rng.choice(["", "  "]) + "#" + rng.choice(COMMENTS))
                line = ""
            if labels and self.odds(0.6) and not word.startswith("#"):
                line += f"{' ' if line else ''}{number}."
                if self.odds(0.1):
                    lines.append(line)
                    line = ""
            gap = " " if tight else rng.choice([" ", " ", "  ", "\t", "\r"])
            line += (gap if line or (not tight and self.odds(0.1)) else "") + word
            if tight or word.startswith("#") or self.odds(0.4):
                if comments and self.odds(0.1) and "#" not in line:
                    line += "  #" + rng.choice(COMMENTS)
                if self.odds(0.02):
                    line += rng.choice([" ", "\t"])
                lines.append(line)
                line = ""
        if line:
            lines.append(line)
        if labels and self.odds(0.1) and not any(word.startswith("#") for word in words):
            lines.append(f"{len(words) + 1}.")
        return "".join(text + "\n" for text in lines)

    # JSON

    def json(self, header: Mapping[str, object], words: Sequence[str]) -> Chunk:
        """A transcript as a JSON line."""
        record: dict[str, object] = {}
        keys = list(header)
        if self.odds(0.3):
            self.rng.shuffle(keys)
        for key in keys:
            value = header[key]
            if key == "game" and isinstance(value, str):
                base = game_named(value)
                value = self.name_of(base) if base else value
            elif key == "deal" and isinstance(value, str):
                value = self.digits(value)
            elif isinstance(value, dict) and key in ("rules", "tags"):
                value = {name: self.digits(inner) for name, inner in value.items()}
            record[key] = value
        if words or self.odds(0.3):
            form = self.rng.randrange(3)
            if form == 0:
                record["moves"] = list(words)
            elif form == 1:
                record["moves"] = self.body(words)
            else:
                record["moves"] = self.body(words).split("\n")
        text = json.dumps(record, ensure_ascii=self.odds(0.5))
        if self.odds(0.1):
            text += " "
        return Chunk(text + "\n", "json")

    def digits(self, value: object) -> object:
        """A text of digits as a number, often."""
        plain = isinstance(value, str) and re.fullmatch("[1-9][0-9]{0,40}", value)
        return int(str(value)) if plain and self.odds(0.6) else value

    def record(self, draft: Draft) -> Chunk:
        """A `deal` or `position` record of the draft's position, with moves after it perhaps."""
        position = draft.position
        piles: list[object] = [{"top": pile[-1], "cards": len(pile)} if pile else None for pile in position.foundations]
        if position.game.goal == "runs":
            piles += [None] * (position.game.packs * len(position.game.suits) - len(piles))
        record: dict[str, object] = {
            "game": draft.base.id,
            "deal": draft.header.get("deal"),
            "rules": dict(draft.options),
            "columns": [self.column(column) for column in position.columns],
            "stock": " ".join(position.stock),
            "foundations": piles,
        }
        if draft.steps or record["deal"] is None or self.odds(0.3):
            record = {
                "type": "position",
                "source": "<stdin>",
                "transcript": 1,
                **record,
                "step": draft.steps,
                "token": None,
                "result": self.rng.choice(["won", "lost", "open"]),
                "moved": ["9S"],
                "turned": [],
                "completed": [],
                "undone": False,
            }
        else:
            record = {"type": "deal", **record}
        later = Draft(draft.base, draft.options, {}, Play(position))
        if record["type"] == "deal":
            later.header["deal"] = str(record["deal"])
        if self.odds(0.4):
            self.play(later, self.rng.randint(1, 8))
        return replace(self.json(record, later.words), draft=later)

    # Streams

    def write(self, draft: Draft) -> Chunk:
        """A draft as YAML or as JSON."""
        if self.odds(0.2):
            return self.json(draft.header, draft.words)
        return self.yaml(self.head(draft.header), draft.words)

    def fair(self) -> Chunk:
        """A transcript without a fault, written."""
        draft = self.fair_draft()
        if self.odds(0.1):
            return self.record(draft)
        return replace(self.write(draft), draft=draft)

    def stream(self, spoiled: Chunk | None = None) -> bytes:
        """Fair transcripts, and the spoiled one at its place among them."""
        rng = self.rng
        chunks = [self.fair() for _ in range(rng.choice([0, 0, 1, 1, 2]) + (spoiled is None))]
        if spoiled is not None:
            where = rng.randint(0, len(chunks))
            if spoiled.place == "alone":
                chunks = []
                where = 0
            elif spoiled.place == "last":
                where = len(chunks)
            elif spoiled.place == "first":
                where = 0
            elif spoiled.place == "after json":
                chunks.insert(0, self.json(self.numbered().header, []))
                where = 1
            chunks.insert(where, spoiled)
        self.chunks = chunks
        text = ""
        alone = spoiled is not None and spoiled.place == "alone"
        for number, chunk in enumerate(chunks):
            quiet = chunk.kind != "text" and not alone
            if quiet and self.odds(0.1):
                text += rng.choice(["\n", "# note\n", "  \n", "\t# note\n\n"])
            if quiet and chunk.kind != "text" and self.odds(0.04):
                text += "\ufeff"
            elif number == 0 and self.odds(0.05):
                text = "\ufeff" + text
            text += chunk.text
        if text.startswith("\ufeff\ufeff"):
            text = text[1:]
        if self.odds(0.15) and not alone:
            text = text.removesuffix("\n")
        ends = rng.random()
        if ends < 0.15:
            text = text.replace("\n", "\r\n")
        elif ends < 0.2:
            text = re.sub("\n", lambda _: rng.choice(["\n", "\r\n"]), text)
        return text.encode("utf-8", "surrogateescape")
