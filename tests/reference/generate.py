"""Random streams of transcripts for a deliberately slow, independent second implementation.

Written from the contract to compare with. Half of the streams are fair: every transcript in them
is valid. The others have exactly one fault, made by one of `SPOILS`, whose code is the fault's; all
other transcripts of such a stream are valid.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .spoils import SPOILS
from .writer import Writer

CODES = tuple(dict.fromkeys(spoil.code for spoil in SPOILS.values()))


def spoiled(name: str, seed: int, samples: Sequence[str] = ()) -> bytes:
    """A stream with this fault."""
    writer = Writer(seed, samples)
    return writer.stream(SPOILS[name].make(writer))


def generate(seed: int, samples: Sequence[str] = ()) -> tuple[bytes, str]:
    """A random stream and the name of its spoil in `SPOILS`, "" for a fair one.

    `samples` are texts of won games, each a plain transcript of a numbered deal; with them some
    transcripts continue real games.
    """
    writer = Writer(seed, samples)
    if writer.odds(0.5):
        return writer.stream(), ""
    code = writer.rng.choice(CODES)
    name = writer.rng.choice([name for name, spoil in SPOILS.items() if spoil.code == code])
    return writer.stream(SPOILS[name].make(writer)), name


@cache
def stream(seed: int) -> bytes:
    """The random stream of a seed without samples, made once: that takes longer than judging it."""
    return generate(seed)[0]
