"""Streams of transcripts (section 4 of the contract): headers and bodies.

Nothing is skipped: what is not a header, a JSON line, a comment or a body is a transcript of its own with a fault.
A transcript is yielded as soon as its header is read. Its body comes from the same stream, so that a stream may be
endless and no more than a block of it is held.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.numbering import Number, parse_number
from solitaire_cli.core.rules import Catalogue, Rules
from solitaire_cli.transcript.blocks import WORD, Block, Line, block_lines, find_bad
from solitaire_cli.transcript.header import Header, advised, read_header
from solitaire_cli.transcript.located_yaml import YamlScalar, parse_yaml

LONGEST_HEADER = 1 << 16  # the most characters of a header between its two ``---`` lines
LONGEST_COMMENTS = 1 << 22  # the most characters of all comments of a transcript, where they are kept
FENCE = "\ufeff?---[ \t\r]*(?=\n)"  # a line that opens or closes a header; its LF is not taken
JSON_START = "\ufeff?\\{"  # the start of a line that is a JSON transcript where no header is open
REMARK = "[ \t\r]*(?:#[^\n]*)?\n"  # a line between transcripts

_FENCE_HERE = re.compile(FENCE)
_CLOSE_HERE = re.compile("\ufeff?---[ \t\r]*\n")
_CLOSE_NEXT = re.compile("\n(\ufeff?---[ \t\r]*\n)")
_JSON_HERE = re.compile(JSON_START)
_BOUNDARY_NEXT = re.compile(f"\n(?:{FENCE}|{JSON_START})")
_REMARK_HERE = re.compile(REMARK)
# the header of nearly all transcripts; anything else is left to YAML
_COMMON = re.compile(
    r"---\ngame: ([a-z][a-z0-9-]{0,99})\ndeal: ((?:ms|win7-)?[1-9][0-9]{0,19})\n"
    r"(?:rules: \{(?=.{0,400}\n)([a-z]+: [a-z0-9]+(?:, [a-z]+: [a-z0-9]+)*)\}\n)?(?:result: (won|lost|open)\n)?---\n"
)


class RawTranscript:
    """A transcript as it comes from a stream: its header, and its body as blocks that can be read once.

    ``number`` is its ordinal in the stream from 1; ``located`` is false in a JSON line, whose faults have
    no column. ``remarks`` are the comment lines before the header, ``header_text`` the header itself.
    """

    __slots__ = ("body", "header", "header_text", "located", "number", "remarks")

    def __init__(
        self, number: int, header: Header, body: Iterable[Block] = (), located: bool = True, header_text: str = ""
    ) -> None:
        self.number = number
        self.header = header
        self.body = body
        self.located = located
        self.remarks: list[str] = []
        self.header_text = header_text

    def lines(self) -> Iterator[Line]:
        """Yield the lines of the body, each token with its place."""
        for block in self.body:
            yield from block_lines(block, self.located)


def long_comments(transcript: RawTranscript) -> Problem:
    """Return the problem of a transcript whose comments are too long to be kept."""
    return Problem(Fault(Code.YAML, {"longest": LONGEST_COMMENTS}, "comments"), transcript.header.line, 1)


def unreadable(problem: Problem) -> RawTranscript:
    """Return the transcript that takes the place of a source that cannot be read, or not further."""
    return RawTranscript(0, Header(0, problem))


class TranscriptReader:
    """The transcripts of a stream of blocks, one after the other.

    Iterate once; what is left of a transcript's body is passed over when the next one is asked for. With
    ``exact`` every header is read as YAML and its text kept, even if it is one of the common form, and so are the
    comments before it. ``first`` is the ordinal of the first transcript. Where the blocks cannot be read on they raise
    :class:`FaultError`: whoever reads a body gets that too, elsewhere it makes a transcript with number 0.
    """

    def __init__(self, blocks: Iterable[Block], catalogue: Catalogue, exact: bool = False, first: int = 1) -> None:
        self._first = first
        self._blocks = iter(blocks)
        self._catalogue = catalogue
        self._exact = exact
        self._text = ""
        self._at = 0
        self._line = 1
        self._clean = True

    def __iter__(self) -> Iterator[RawTranscript]:
        try:
            yield from self._transcripts()
        except FaultError as error:
            yield unreadable(error.problem)

    def _transcripts(self) -> Iterator[RawTranscript]:
        number = self._first - 1
        remarks: list[str] = []
        size = 0
        while self._at < len(self._text) or self._more():
            text, at = self._text, self._at
            remark = _REMARK_HERE.match(text, at)
            if remark and (self._clean or find_bad(remark[0]) is None):
                if self._exact and "#" in remark[0]:
                    size += len(remark[0])
                    if size <= LONGEST_COMMENTS:
                        remarks.append(remark[0].strip(" \t\r\n"))
                self._advance(remark.end())
                continue
            number += 1
            transcript = self._next(number)
            transcript.remarks, remarks = remarks, []
            if size > LONGEST_COMMENTS:
                transcript.header.problem = transcript.header.problem or long_comments(transcript)
            size = 0
            yield transcript
            for _ in transcript.body:
                pass
        if number == 0:
            yield RawTranscript(1, Header(1, Problem(Fault(Code.NO_HEADER, {}, "empty"), 1, 1)))

    def _next(self, number: int) -> RawTranscript:
        text, at = self._text, self._at
        common = None if self._exact else self._common()
        if common:
            return RawTranscript(number, common, self._body())
        if _FENCE_HERE.match(text, at):
            header, header_text = self._header()
            return RawTranscript(number, header, self._body(), header_text=header_text)
        if _JSON_HERE.match(text, at):
            from solitaire_cli.transcript.json_line import read_json

            end = text.index("\n", at)
            header, body = read_json(text[at:end].lstrip("\ufeff"), self._line, self._catalogue)
            self._advance(end + 1)
            return RawTranscript(number, header, iter(body), located=False)
        return RawTranscript(number, self._stray())

    def _more(self) -> bool:
        """Take the next block, with all of it to read; false at the end."""
        block = next(self._blocks, None)
        if block is None:
            return False
        self._text, self._line, self._clean = block
        self._at = 0
        return True

    def _advance(self, end: int) -> None:
        self._line += self._text.count("\n", self._at, end)
        self._at = end

    def _common(self) -> Header | None:
        """Read a header of the common form; ``None`` if there is none, or YAML has to say what is wrong with it."""
        match = _COMMON.match(self._text, self._at)
        if match is None:
            return None
        game, deal, options, result = match.groups()
        rules, number = _find_rules(self._catalogue, game, options), parse_number(deal)
        if rules is None or not isinstance(number, Number) or rules.refuses(number):
            return None
        header = Header(self._line, None, rules, number)
        if result:
            header.claim = YamlScalar(result, self._line + 3 + (options is not None), 9)
        self._advance(match.end())
        return header

    def _header(self) -> tuple[Header, str]:
        """Read a header to its closing line; what is too long is counted and not kept."""
        opening = self._line
        self._advance(self._text.index("\n", self._at) + 1)
        parts: list[str] = []
        size = 0
        bad: Problem | None = None
        found = None
        while found is None and (self._at < len(self._text) or self._more()):
            text, at = self._text, self._at
            here = _CLOSE_HERE.match(text, at)
            found = here or _CLOSE_NEXT.search(text, at)
            end = len(text) if found is None else at if here else found.start(1)
            piece = text[at:end]
            if not (self._clean or bad):
                bad = find_bad(piece, self._line)
            size += len(piece)
            if size <= LONGEST_HEADER:
                parts.append(piece)
            self._advance(found.end() if found else end)
        text = "".join(parts)
        if bad is None and found is None:
            bad = Problem(Fault(Code.YAML, {}, "unclosed"), opening, 1)
        if bad is None and size > LONGEST_HEADER:
            bad = Problem(Fault(Code.YAML, {"longest": LONGEST_HEADER}, "long"), opening, 1)
        if bad is not None:
            return Header(opening, bad), text
        try:
            header = read_header(parse_yaml(text, opening + 1), opening, self._catalogue)
        except FaultError as error:
            header = Header(opening, error.problem)
        if header.problem:
            lines = text.split("\n")
            header.problem, *header.further = (
                advised(problem, lines[: problem.line - opening]) if problem.line else problem
                for problem in (header.problem, *header.further)
            )
        return header, text

    def _body(self) -> Iterator[Block]:
        """Yield the blocks of a body, up to the next header, JSON line or the end."""
        while self._at < len(self._text) or self._more():
            text, at = self._text, self._at
            if _FENCE_HERE.match(text, at) or _JSON_HERE.match(text, at):
                return
            boundary = _BOUNDARY_NEXT.search(text, at)
            end = boundary.start() + 1 if boundary else len(text)
            line = self._line
            self._advance(end)
            yield Block(text[at:end], line, self._clean)

    def _stray(self) -> Header:
        """Return the header for text where one belongs; of its faults a forbidden character comes first."""
        line, at = self._line, self._at
        word = WORD.search(self._text, at)
        column = word.start() - at + 1 if word else 1
        bad = None
        for block in self._body():
            if not (block.clean or bad):
                bad = find_bad(block.text, block.line)
        first = word[0][0] if word else ""
        is_json = first in ("{", "[")
        fault = Fault(Code.NO_HEADER, {"odd": "" if first.isalpha() else first}, "json" if is_json else "")
        return Header(line, bad or Problem(fault, line, column))


@lru_cache(maxsize=1 << 10)
def _find_rules(catalogue: Catalogue, name: str, options: str | None) -> Rules | None:
    game = catalogue.find(name)
    pairs = [pair.split(": ") for pair in options.split(", ")] if options else []
    rules = game.rules(dict(pairs)) if game and len(dict(pairs)) == len(pairs) else None
    return rules if isinstance(rules, Rules) else None
