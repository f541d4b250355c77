"""Streams of transcripts in batches of whole ones, each of which can be judged on its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from solitaire_cli.core.errors import FaultError
from solitaire_cli.transcript.blocks import Block, find_bad, raising
from solitaire_cli.transcript.reader import FENCE, JSON_START, REMARK

BATCH = 1 << 18  # the number of characters that make a batch full
LONGEST = 1 << 22  # a transcript with more characters goes into one batch with the rest of its stream

_MARK = re.compile(f"^(?:({FENCE})|{JSON_START})", re.MULTILINE)
_TEXT = re.compile(f"(?:{REMARK})*(.?)", re.DOTALL)


class Batch(NamedTuple):
    """Blocks that begin and end with whole transcripts; ``first`` is the ordinal of the first one.

    With ``rest`` it holds the rest of the stream, read as it is asked for.
    """

    blocks: Iterable[Block]
    first: int
    rest: bool = False


def batches(blocks: Iterator[Block], wait: Callable[[], bool] = lambda: False, full: int = BATCH) -> Iterator[Batch]:
    """Cut a stream of blocks where transcripts begin, in the eyes of the reader of transcripts.

    When ``wait`` says that the next block is not there yet, what is whole makes a batch, however small. Where the
    blocks cannot be read on, the last batch raises what they raised.
    """
    whole: list[Block] = []
    part: list[Block] = []  # the last transcript, of which there may be more
    size, first = 0, 1
    done = count = 0  # transcripts that began in ``whole``, and in ``part``
    in_header = False
    stray = True  # text that comes now belongs to no header
    while True:
        try:
            block = next(blocks, None)
        except FaultError as error:
            yield Batch(chain(whole, part, raising(error)), first, rest=True)
            return
        if block is None:
            break
        text = block.text
        at = cut = before = 0
        for mark in _MARK.finditer(text):
            if in_header:
                in_header = mark[1] is None
                at = mark.end()
                continue
            if stray and _is_text(text[at : mark.start()], block.clean):
                count += 1
            cut, before = mark.start(), count
            count += 1
            in_header = mark[1] is not None
            stray = not in_header
            at = mark.end() if in_header else text.index("\n", mark.end()) + 1
        if stray and not in_header and _is_text(text[at:], block.clean):
            count += 1
            stray = False
        if stray and not in_header:
            cut, before = len(text), count  # the last was a JSON line
        if before:
            head, tail = block._replace(text=text[:cut]), block._replace(text=text[cut:])
            whole += [*part, head] if cut else part
            part = [tail._replace(line=block.line + head.text.count("\n"))] if tail.text else []
            done += before
            count -= before
        else:
            part.append(block)
        size += len(text)
        if whole and (size >= full or wait()):
            yield Batch(whole, first)
            first += done
            whole, done, size = [], 0, sum(len(block.text) for block in part)
        elif size > LONGEST:
            yield Batch(chain(part, blocks), first, rest=True)
            return
    yield Batch([*whole, *part], first)


def _is_text(text: str, clean: bool) -> bool:
    """Return whether ``text`` has anything but blank lines and remarks; one with a forbidden character is not one."""
    found = _TEXT.match(text)
    return bool(found and found[1]) or not (clean or find_bad(text) is None)
