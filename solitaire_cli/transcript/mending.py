"""Transcripts with what is certainly meant in the place of what editors, mail and web pages made of it.

What is valid as it stands is never changed, and nothing is changed that could mean two things.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain

from solitaire_cli.core.errors import Code, FaultError, Problem
from solitaire_cli.core.rules import Catalogue
from solitaire_cli.transcript.blocks import CHUNK, Block, find_bad, split_chunks
from solitaire_cli.transcript.header import KEYS, read_header
from solitaire_cli.transcript.located_yaml import parse_yaml
from solitaire_cli.transcript.marks import (
    BLANKS,
    DASHES,
    PLAIN,
    UNSEEN,
    Change,
    Steps,
    differences,
    key_of,
    mend_value,
    straight_quotes,
)
from solitaire_cli.transcript.reader import (
    FENCE,
    JSON_START,
    LONGEST_HEADER,
    REMARK,
    RawTranscript,
    TranscriptReader,
    unreadable,
)

_FENCE = re.compile(FENCE)
_JSON = re.compile(JSON_START)
_REMARK = re.compile(REMARK)
_QUOTING = re.compile("(?:>[ \t]?)+")
_FENCE_LIKE = re.compile(f"[ \t\r{BLANKS}{UNSEEN}]*([-{DASHES}]{{1,3}})[ \t\r{BLANKS}{UNSEEN}]*")
_AHEAD = 40  # the lines that are looked at to see whether a header follows
_FREE = 6  # the free texts of a header that are put into straight quotes
_LINES = 64  # of a block of a body

Line = tuple[int, str]  # the number and the text, with its LF


def mend_line_ends(chunks: Iterable[bytes], changes: list[Change]) -> Iterator[bytes]:
    """Read LF for each CR of a text that has no other line ends, as far as its beginning shows."""
    chunks = iter(chunks)
    head = b""
    while b"\n" not in head and len(head) < CHUNK and (chunk := next(chunks, None)) is not None:
        head += chunk
    lone = b"\n" not in head and b"\r" in head and not head.lstrip().startswith(b"{")
    if lone:
        changes.append(Change(1, head.decode("utf-8", "replace").index("\r") + 1, "CR", "LF", "line-ends"))
    for data in chain(split_chunks(head), chunks):
        yield data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if lone else data


class Mender:
    """The transcripts of a stream, mended, as a :class:`TranscriptReader` gives those that are exact.

    When the body of one has been read, ``changes`` holds what was changed in it, those with which the stream began
    among them. Nothing is certain after a step that means nothing.
    """

    def __init__(self, blocks: Iterable[Block], catalogue: Catalogue, changes: list[Change]) -> None:
        self.changes = changes
        self._catalogue = catalogue
        self._lines = _lines(blocks)
        self._ahead: deque[Line] = deque()
        self._shifts: dict[int, int] = {}  # what quoting takes of the lines of a header
        self._quoting = -1  # the last change that is one

    def __iter__(self) -> Iterator[RawTranscript]:
        number = 0
        try:
            while number == 0 or self._look():
                self._shifts, self._quoting = {}, -1
                for raw in TranscriptReader(self._piece(), self._catalogue, exact=True, first=number + 1):
                    number = max(number, raw.number)
                    yield raw
                self.changes = []
                number = max(number, 1)
        except FaultError as error:
            yield unreadable(error.problem)

    def place(self, problem: Problem) -> Problem:
        """Return a problem of the transcript that was read last at the place where the text has it."""
        shift = self._shifts.get(problem.line or 0)
        return problem._replace(column=problem.column + shift) if shift and problem.column else problem

    def _look(self, at: int = 0) -> Line | None:
        """Return a line that comes, ``None`` if there is none."""
        while len(self._ahead) <= at:
            line = next(self._lines, None)
            if line is None:
                return None
            self._ahead.append(line)
        return self._ahead[at]

    def _piece(self) -> Iterator[Block]:
        """Yield one transcript, with the comments before it."""
        while (line := self._look()) and (text := self._remark(line)):
            self._ahead.popleft()
            yield _block([text], line[0])
        if line is None:
            return
        text = self._opening(line, 0)
        self._ahead.popleft()
        if text is None or _JSON.match(text):
            if text is not None and text != line[1]:
                self._unquote(line)
            yield _block([text or line[1]], line[0])
            if text is None:
                yield from self._rest(None)
            return
        yield _block([self._fence(line)], line[0])
        yield from self._header(line)
        yield from self._rest(Steps())

    def _remark(self, line: Line) -> str | None:
        """Return a line between transcripts as it is meant; one that is quoted belongs to a quoted transcript."""
        if _REMARK.match(line[1]):
            return line[1] if find_bad(line[1]) is None else None
        text = _unquoted(line[1])
        if text == line[1] or not _REMARK.match(text) or find_bad(text):
            return None
        for at in range(_AHEAD):
            following = self._look(at)
            if following is None or _unquoted(following[1]) == following[1]:
                return None
            if not _REMARK.match(_unquoted(following[1])):
                return self._unquote(line) if self._opening(following, at) else None
        return None

    def _opening(self, line: Line, at: int) -> str | None:
        """Return the line ``at`` places from here as it is meant if a transcript begins with it."""
        text = line[1]
        if _FENCE.match(text) or _JSON.match(text):
            return text
        bare = text.lstrip()
        if not bare or bare[0] not in f">-{DASHES}\u200b\u2060\ufeff" or find_bad(text):
            return None
        plain = _unquoted(text)
        if _JSON.match(plain):
            return plain
        return "---\n" if _is_fence_like(plain) and self._header_follows(at) else None

    def _header_follows(self, at: int) -> bool:
        """Return whether the first line after the one ``at`` places from here, but for remarks, has a key."""
        for ahead in range(at + 1, at + _AHEAD):
            following = self._look(ahead)
            if following is None:
                return False
            plain = _unquoted(following[1])
            if not _REMARK.match(plain):
                return key_of(plain) in KEYS
        return False

    def _unquote(self, line: Line) -> str:
        """Return a line without marks of quoting, and note the change."""
        number, text = line
        plain = _unquoted(text)
        if plain == text:
            return text
        if self._quoting >= 0 and self.changes[self._quoting].last == number - 1:
            self.changes[self._quoting] = self.changes[self._quoting]._replace(last=number)
        else:
            self._quoting = len(self.changes)
            self.changes.append(Change(number, 1, ">", "", "quoting", number))
        return plain

    def _fence(self, line: Line) -> str:
        """Return a line that opens or closes a header as it is meant, and note the change."""
        text = self._unquote(line)
        self._shifts[line[0]] = len(line[1]) - len(text)
        if _FENCE.match(text):
            return text
        self.changes.append(Change(line[0], self._shifts[line[0]] + 1, text.rstrip(), "---"))
        return "---\n"

    def _header(self, opening: Line) -> Iterator[Block]:
        """Yield the lines of a header and the one that closes it.

        If there is a fault in it, a line like a fence may be its end, and values are mended.
        """
        quoted, sure = self._shifts[opening[0]] > 0, _FENCE.match(opening[1]) is not None
        lines: list[tuple[int, str, str]] = []  # the number, the text without quoting, and with it
        like = closed = None
        size = 0
        while closed is None and size <= LONGEST_HEADER and (line := self._look()):
            text = _unquoted(line[1]) if quoted else line[1]
            if _FENCE.match(text):
                if not sure and self._header_follows(0):
                    break  # it opens another transcript
                closed = len(lines)
            elif like is None and _is_fence_like(text):
                like = len(lines)
            self._ahead.popleft()
            lines.append((line[0], text, line[1]))
            size += len(text)
        if closed is not None and not self._header_follows(-1):
            like = None
        ends = [end for end in (closed, like) if end is not None]
        choice = self._choose(lines, ends)
        if choice is None:
            yield from (_block([raw], number) for number, _, raw in lines)
            while sure and closed is None and (line := self._look()):
                self._ahead.popleft()
                yield _block([line[1]], line[0])
                closed = 0 if _FENCE.match(line[1]) else None
            return
        end, texts, changes = choice
        self._ahead.extendleft((number, raw) for number, _, raw in reversed(lines[end + 1 :]))
        for number, text, raw in lines[:end]:
            self._shifts[number] = len(raw) - len(text)
            if raw != text:
                self._unquote((number, raw))
        self.changes += [change._replace(column=change.column + self._shifts[change.line]) for change in changes]
        yield _block(texts, opening[0] + 1)
        yield _block([self._fence((lines[end][0], lines[end][2]))], lines[end][0])

    def _choose(self, lines: list[tuple[int, str, str]], ends: list[int]) -> tuple[int, list[str], list[Change]] | None:
        """Return the end of a header and its lines, with what was changed in them; ``None`` to leave it all alone."""
        if not ends or any(find_bad(text) for _, text, _ in lines[: ends[-1]]):
            return None
        made, first = [], lines[0][0]
        for end in ends:
            texts = [text for _, text, _ in lines[:end]]
            if self._problem(texts, first) is None:
                return end, texts, []
            made.append((end, *self._mend_header([(number, text) for number, text, _ in lines[:end]])))
        right = (each for each in made if self._problem(each[1], first) is None)
        return next(right, made[0])

    def _problem(self, texts: list[str], line: int) -> Problem | None:
        try:
            return read_header(parse_yaml("".join(texts), line), line - 1, self._catalogue).problem
        except FaultError as error:
            return error.problem

    def _mend_header(self, lines: list[Line]) -> tuple[list[str], list[Change]]:
        texts: list[str] = []
        free: set[int] = set()
        key, indent = None, -1
        for number, text in lines:
            found, depth = key_of(text), len(text) - len(text.lstrip())
            starts = found is not None and (indent < 0 or depth <= indent)
            if starts:
                key, indent = found, depth if indent < 0 else indent
            if key not in PLAIN:
                free.add(number)
            texts.append(mend_value(text[:-1], key, starts) + "\n")
        first = lines[0][0] if lines else 1
        for _ in range(_FREE):
            problem = self._problem(texts, first)
            if problem is None or problem.code is not Code.YAML or problem.line not in free:
                break
            straight = straight_quotes(texts[problem.line - first])
            if straight is None:
                break
            texts[problem.line - first] = straight
        return texts, [change for line, now in zip(lines, texts) for change in differences(*line, now)]

    def _rest(self, steps: Steps | None) -> Iterator[Block]:
        """Yield the lines up to the next transcript; as those of a body if there are ``steps``."""
        texts: list[str] = []
        first = 0
        while (line := self._look()) and self._opening(line, 0) is None:
            self._ahead.popleft()
            number, text = line
            if steps and not steps.lost and find_bad(text) is None:
                plain = self._unquote(line)
                text, changes = steps.mend(number, plain.rjust(len(text)))
                self.changes += changes
            first = first or number
            texts.append(text)
            if len(texts) == _LINES:
                yield _block(texts, first)
                texts, first = [], 0
        if texts:
            yield _block(texts, first)


def _lines(blocks: Iterable[Block]) -> Iterator[Line]:
    for block in blocks:
        for number, text in enumerate(block.text.split("\n")[:-1], block.line):
            yield number, f"{text}\n"


def _block(texts: list[str], line: int) -> Block:
    text = "".join(texts)
    return Block(text, line, find_bad(text) is None)


def _unquoted(text: str) -> str:
    """Return a line without the marks with which mail quotes it."""
    found = _QUOTING.match(text)
    return text[found.end() :] if found else text


def _is_fence_like(text: str) -> bool:
    found = _FENCE_LIKE.fullmatch(text.rstrip("\n"))
    return found is not None and (found[1] == "---" or not found[1].isascii())
