"""Characters that editors, mail and web pages put in the place of others, and what a line means with those meant.

All functions keep the places of what they do not change: a character is replaced by one, or its room is left blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from solitaire_cli.core.notation import read_step
from solitaire_cli.core.steps import Step
from solitaire_cli.transcript.blocks import WORD

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"  # as a class of a regular expression
UNSEEN = "\u200b-\u200f\u2060\ufeff"  # take no room; the same
TIMES = "\u00d7\u2715\u2716\u2a2f\u0445\u0425"  # the last two are Cyrillic
_QUOTES = {"\u201c": '"', "\u201d": '"', "\u201e": '"', "\u201f": '"', "\u00ab": '"', "\u00bb": '"'}
_QUOTES |= dict.fromkeys("\u2018\u2019\u201a\u201b", "'")

_HYPHENS = str.maketrans(dict.fromkeys(DASHES, "-"))
_STEP = str.maketrans({**dict.fromkeys(TIMES, "x"), "\u0441": "c", "\u0421": "c"})  # the last two are Cyrillic
_CARDS = str.maketrans({**dict.fromkeys(DASHES, "-"), **dict.fromkeys(TIMES[:4], "x"), **_QUOTES})
_BLANK = re.compile(f"[{BLANKS}]+")
_NOTHING = re.compile(f"[{UNSEEN}]+")
_COMMENT = re.compile(f"(?:^|(?<=[ \t\r{BLANKS}]))#")
_NUMBERED = re.compile(r"([0-9]+)[.)](.*)", re.DOTALL)
_KEY = re.compile(f"[ \t{BLANKS}{UNSEEN}]*([A-Za-z]+)[ \t{BLANKS}{UNSEEN}]*:")
_QUOTED_VALUE = re.compile(f'([^:]*:[ \t]+)([{"".join(_QUOTES)}])([^"\\\\]*)([{"".join(_QUOTES)}])([ \t\r\n]*)')
_LONGEST = 400  # the characters of a token that is looked at

CARDS, LISTS = frozenset({"stock", "foundations"}), frozenset({"columns", "cells", "reserves"})
PLAIN = frozenset({"game", "deal", "rules", "result"}) | CARDS | LISTS
"""The keys whose values are not free text."""


class Change(NamedTuple):
    """What was changed: ``was`` in line and column, in place of which stands ``now``.

    A ``kind`` other than ``""`` has a sentence of its own. Such a change may go on to the line ``last``.
    """

    line: int
    column: int
    was: str
    now: str
    kind: str = ""
    last: int = 0


def differences(line: int, was: str, now: str) -> Iterator[Change]:
    """Yield where two texts of a line differ, each of whose characters was replaced by one or, if unseen, removed."""
    if found := _NOTHING.search(was):
        if _NOTHING.search(now):
            return
        yield Change(line, found.start() + 1, found[0], "", "removed")
        was = _NOTHING.sub("", was)
    was = was.rstrip("\n")
    start = None
    for at, (old, new) in enumerate(zip_longest(was, now[: len(was)])):
        if old != new:
            start = at if start is None else start
        elif start is not None:
            yield Change(line, start + 1, was[start:at], now[start:at])
            start = None
    if start is not None:
        yield Change(line, start + 1, was[start:], now[start : len(was)])


def code_of(text: str) -> int:
    """Return where a comment begins in a line, or its length."""
    found = _COMMENT.search(text)
    return found.start() if found else len(text)


def _blanks(text: str) -> str:
    """Return ``text`` with ordinary blanks."""
    return _BLANK.sub(lambda found: " " * len(found[0]), text)


def without_marks(text: str) -> str:
    """Return ``text`` with ordinary blanks, and without what cannot be seen, in whose place blanks follow."""
    return _NOTHING.sub("", _blanks(text)).ljust(len(text))


class Spelling(NamedTuple):
    """What a word among steps means: text of the same length, the steps in it, and how it is told."""

    text: str
    steps: int
    now: str


def read_word(word: str, number: int) -> Spelling | None:
    """Return what a word stands for if that is certain; ``number`` is the number of the next step.

    >>> read_word("1)5\u20137\u00d73,", 1)
    Spelling(text='  5-7x3 ', steps=1, now='1. 5-7x3')
    >>> read_word("5->7", 1)
    """
    if len(word) > _LONGEST:
        return None
    text, told = "", []
    steps = 0
    for part in without_marks(word).translate(_HYPHENS).split(","):
        bare = part.rstrip(" ")
        label = _NUMBERED.fullmatch(bare)
        rest = label[2] if label else bare
        step = _as_step(rest)
        if rest and step is None:
            return None
        told += [f"{number + steps}."] * bool(label) + [rest and str(step)] * bool(rest)
        steps += bool(rest)
        text += " " * (len(bare) - len(rest)) + (step or "") + " " * (len(part) - len(bare) + 1)
    return Spelling(text[:-1], steps, " ".join(told))


def _as_step(text: str) -> str | None:
    move, colon, claim = text.partition(":")
    text = move.translate(_STEP) + colon + claim
    return text if isinstance(read_step(text), Step) else None


class Steps:
    """Reads the lines of a body; ``count`` are the steps so far, ``lost`` is set at a word that means nothing."""

    def __init__(self) -> None:
        self.count = 0
        self.lost = False

    def mend(self, line: int, text: str) -> tuple[str, list[Change]]:
        """Return a line as it is meant, and what was changed in it."""
        changes: list[Change] = []
        if not text.isascii():
            end = code_of(text)
            blank = _blanks(text[:end])
            changes += differences(line, text[:end], blank)
            text = blank + text[end:]
        made = list(text)
        for found in WORD.finditer(text):
            word = found[0]
            if word[0] == "#":
                break
            if isinstance(read_step(word), Step):
                self.count += 1
                continue
            if word == f"{self.count + 1}.":
                continue
            spelling = read_word(word, self.count + 1)
            if spelling is None:
                self.lost = True
                break
            made[found.start() : found.end()] = spelling.text
            changes.append(Change(line, found.start() + 1, word, spelling.now, "" if spelling.now else "removed"))
            self.count += spelling.steps
        return "".join(made), sorted(changes)


def key_of(text: str) -> str | None:
    """Return the key at the start of a line of a header."""
    found = _KEY.match(text)
    return found[1].lower() if found else None


def mend_value(text: str, key: str | None, starts: bool) -> str:
    """Return a line of a header as it is meant, as far as that is certain; ``key`` is the last one, and may ``start``.

    Nothing is changed within free text.
    """
    if key not in PLAIN:
        found = _KEY.match(text) if starts else None
        before = found.end() if found else 0
        before += len(text) - before - len(text[before:].lstrip())
        return _NOTHING.sub("", _blanks(text[:before])) + text[before:]
    end = code_of(text)
    code = without_marks(text[:end]).translate(_CARDS)
    value = code.partition(":")[2].lstrip() if starts else code.lstrip()
    if (key in CARDS and value[:1] not in ("[", "{")) or (key in LISTS and value[:1] == "-"):
        code = code.replace(",", " ")
    return code + text[end:]


def straight_quotes(text: str) -> str | None:
    """Return a line whose whole value stands in curly quotes with straight ones.

    >>> straight_quotes("title: \u201cA: B\u201d")
    'title: "A: B"'
    """
    found = _QUOTED_VALUE.fullmatch(text)
    return f'{found[1]}"{found[3]}"{found[5]}' if found else None
