"""Games as a list shows them, and which are near a name that is unknown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from solitaire_cli.core.errors import Code, Fault
from solitaire_cli.core.naming import folded

_SUGGESTED = 5  # names of games at once
_ALIKE = 0.6  # the least likeness of one that is suggested
_LESS_ALIKE = 0.2  # how much less alike than the first it may be, if it shares no word
_LONGEST = 40  # the characters of a name that are compared
_LISTED = 8  # the most games that are all named


class Listed(NamedTuple):
    """A game as a list shows it, for which its rules need not be read.

    ``names`` are those in each language, ``pysolfc`` those under which PySolFC knows it, and ``kind`` is that of
    :attr:`solitaire_cli.core.rules.Rules.kind`.
    """

    id: str
    names: Mapping[str, str]
    pysolfc: tuple[str, ...]
    kind: str

    def spellings(self) -> Iterator[str]:
        """Yield the id and the names, as they are written, each once."""
        yield from dict.fromkeys((self.id, *self.names.values(), *self.pysolfc))


def unknown_game(name: str, games: Iterable[Listed]) -> Fault:
    """Return the fault for a game that is not one of ``games``, with those that are near."""
    listed = list(games)
    near = _near(name[:_LONGEST], tuple(tuple(game.spellings()) for game in listed))
    if near:
        return Fault(Code.UNKNOWN_GAME, {"game": name, "near": near}, "near")
    details = {"game": name, "games": [game.id for game in listed], "count": len(listed)}
    return Fault(Code.UNKNOWN_GAME, details, "many" if len(listed) > _LISTED else "")


@lru_cache(maxsize=1 << 8)
def _near(name: str, games: tuple[tuple[str, ...], ...]) -> list[str]:
    """Return the nearest spelling of each game that is near, the nearest first.

    If some have the same letters, only those are near. A name that shares a word is nearer than one that is only
    spelled alike.
    """
    from difflib import SequenceMatcher

    wanted = name.casefold()
    exact, loose = SequenceMatcher(b=name), SequenceMatcher(b=wanted)
    words = re.findall(r"\w+", wanted)
    telling = {word for word in words if not word.isdecimal()}

    def likeness(text: str) -> tuple[bool, bool, float, float]:
        loose.set_seq1(text.casefold())
        parts = re.findall(r"\w+", text.casefold())
        same, shares = "".join(parts) == "".join(words), not telling.isdisjoint(parts)
        if not (same or shares) and (loose.real_quick_ratio() < _ALIKE or loose.quick_ratio() < _ALIKE):
            return False, False, 0, 0
        exact.set_seq1(text)
        return same, shares, loose.ratio(), exact.ratio()

    likest = [max((likeness(text), text) for text in spellings) for spellings in games]
    least = max(_ALIKE, max((like[2] for like, _ in likest), default=0) - _LESS_ALIKE)
    same = any(like[0] for like, _ in likest)
    near = [text for like, text in sorted(likest, reverse=True) if like >= (same, False, least)]
    # what is one game's name may be another's in PySolFC
    return list({folded(text): text for text in reversed(near)}.values())[::-1][:_SUGGESTED]
