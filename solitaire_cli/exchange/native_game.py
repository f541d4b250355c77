"""A transcript as it goes to another program's format, with the places of its steps for what that cannot say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from solitaire_cli.core.errors import Problem
from solitaire_cli.core.notation import is_label
from solitaire_cli.transcript.blocks import Block, block_lines
from solitaire_cli.transcript.document import Transcript, read_whole
from solitaire_cli.transcript.reader import FENCE, REMARK, RawTranscript
from solitaire_cli.transcript.referee import Verdict

_HEAD = re.compile(rf"\ufeff?(?:{REMARK})*{FENCE}")


class NativeGame:
    """A transcript, the line of its header, and the text of its steps."""

    __slots__ = ("_blocks", "_located", "line", "transcript")

    def __init__(self, transcript: Transcript, raw: RawTranscript, blocks: list[Block]) -> None:
        self.transcript = transcript
        self.line = raw.header.line
        self._located = raw.located
        self._blocks = blocks

    def place(self, step: int) -> tuple[int, int | None]:
        """Return line and column of a step, the first being 1."""
        lines = (line for block in self._blocks for line in block_lines(block, self._located))
        tokens = (token for line in lines for token in line.tokens if not is_label(token.text))
        token = next(token for at, token in enumerate(tokens, 1) if at == step)
        return token.line, token.column


def read_native(raw: RawTranscript) -> NativeGame | Problem:
    """Return a transcript that was read with ``exact``, or its first fault."""
    blocks: list[Block] = []
    raw.body = _kept(raw.body, blocks)
    made = read_whole(raw)
    if isinstance(made, Verdict):
        assert made.problem is not None
        return made.problem
    return NativeGame(made, raw, blocks)


def _kept(body: Iterable[Block], blocks: list[Block]) -> Iterator[Block]:
    for block in body:
        blocks.append(block)
        yield block


def is_native(head: bytes) -> bool:
    """Return whether a file that begins with ``head`` holds transcripts."""
    return _HEAD.match(head.decode("utf-8", "replace")) is not None
