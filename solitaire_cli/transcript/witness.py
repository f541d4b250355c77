"""Transcripts judged before a witness, who sees each step as it was resolved.

:func:`judge_before` gives the verdicts of :func:`~solitaire_cli.transcript.referee.judge`, in more time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from solitaire_cli.core.errors import FaultError, Problem
from solitaire_cli.core.position import Position
from solitaire_cli.core.steps import Step
from solitaire_cli.transcript.blocks import WORD, Block, block_lines, raising
from solitaire_cli.transcript.header import Header
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.transcript.referee import Referee, Verdict, closing

_COMMENT = re.compile("(?<![^ \t\r])#.*")


class Witness:
    """Somebody who sees a transcript being judged.

    ``position``, once it has begun, is that after the last step; ``whole`` if the rest of a faulty one could be read.
    One who is ``stepwise`` sees the steps one by one.
    """

    position: Position
    whole = True
    stepwise = False

    @property
    def id(self) -> str | None:
        """The ``id`` of the transcript, if this witness can tell it."""
        return None

    def begin(self, header: Header, position: Position) -> None:
        """See the start of a transcript whose header is in order."""
        self.position = position

    def see(self, steps: list[Step]) -> None:
        """See the next steps that were accepted; nothing in them is left open, and any claim is true."""

    def see_rest(self, tokens: Iterable[str]) -> None:
        """See what follows the last step of a faulty transcript, from the token at fault on, as it stands there."""


def judge_before(witness: Witness, transcript: RawTranscript) -> Verdict:
    """Return the verdict on a transcript before a new ``witness``; reads its body to the end."""
    header = transcript.header
    if header.problem:
        return closing(transcript, None, None)
    referee = Referee(header.start())
    witness.begin(header, referee.position)
    try:
        problem = _play_body(referee, witness, transcript)
    except FaultError as error:
        problem = error.problem
    return closing(transcript, referee, problem)


def _play_body(referee: Referee, witness: Witness, transcript: RawTranscript) -> Problem | None:
    """Take the steps of a transcript up to the first fault, and return it. Raises :class:`FaultError`."""
    blocks = iter(transcript.body)
    for block in blocks:
        done = 0
        for tokens, bad in _parts(block, transcript.located, witness.stepwise):
            steps: list[Step] = []
            fault = referee.play(tokens, steps)
            witness.see(steps)
            done += fault[0] if fault else len(tokens)
            if fault:
                places = chain.from_iterable(line.tokens for line in block_lines(block, transcript.located))
                token = next(islice(places, done, None))
                bad = Problem(fault[1], token.line, token.column, referee.steps + 1, token.text)
            if bad:
                try:
                    witness.see_rest(chain(islice(_words(block), done, None), chain.from_iterable(map(_words, blocks))))
                except FaultError as error:
                    witness.whole = False
                    transcript.body = raising(error)
                return bad
    return None


def _parts(block: Block, located: bool, stepwise: bool) -> Iterator[tuple[list[str], Problem | None]]:
    """Yield the tokens of a block in one list or several, and what is wrong behind them."""
    if stepwise:
        for tokens, bad in _parts(block, located, False):
            yield from (([token], None) for token in tokens)
            yield [], bad
    elif block.clean and block.text.isascii() and "#" not in block.text:
        yield block.text.split(), None
    else:
        for line in block_lines(block, located):
            yield [token.text for token in line.tokens], line.bad


def _words(block: Block) -> Iterator[str]:
    """Yield the tokens of a block, forbidden characters or not."""
    for line in block.text.split("\n"):
        yield from WORD.findall(_COMMENT.sub("", line))
