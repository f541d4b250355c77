"""The answers of searches that the file of ``--resume`` holds."""

from __future__ import annotations

import re
from typing import NamedTuple

from solitaire_cli.core.errors import Code, Fault
from solitaire_cli.core.legality import WON
from solitaire_cli.shell.answers import read_unsolved
from solitaire_cli.shell.console import Console
from solitaire_cli.solver import UNKNOWN, UNWINNABLE
from solitaire_cli.system.files import UnreadableError
from solitaire_cli.transcript.blocks import split_chunks
from solitaire_cli.transcript.document import Transcript
from solitaire_cli.transcript.located_yaml import YamlMap
from solitaire_cli.transcript.referee import Verdict
from solitaire_cli.transcript.start import SETUP


class KnownAnswer(NamedTuple):
    """An answer in a file: the steps of its transcript, the status and the effort of the search."""

    steps: list[str]
    status: str
    effort: int


class KnownAnswers:
    """Answers by the way their games begin."""

    def __init__(self) -> None:
        self._answers: dict[tuple[object, ...], list[KnownAnswer]] = {}

    def add(self, transcript: Transcript) -> None:
        """Add the answer that a transcript gives, if any: a win is seen, anything else is in its tags."""
        tags = transcript.header.get("tags", {})
        status, effort = tags.get("status", ""), tags.get("effort", "")
        if transcript.result == WON:
            status, effort = WON, "0"
        elif status not in (UNWINNABLE, UNKNOWN) or not re.fullmatch("[0-9]{1,3}", effort):
            return
        self._answers.setdefault(_beginning(transcript), []).append(KnownAnswer(transcript.steps, status, int(effort)))

    def find(self, transcript: Transcript, effort: int) -> str | None:
        """Return the status of the last answer that is one to ``transcript`` too, searched with ``effort``."""
        steps = transcript.steps
        for known, status, used in reversed(self._answers.get(_beginning(transcript), [])):
            begun = known[: len(steps)] if status == WON else known
            if begun == steps and (status != UNKNOWN or used >= effort):
                return status
        return None


def _beginning(transcript: Transcript) -> tuple[object, ...]:
    header, rules = transcript.header, transcript.rules
    start = [header["deal"]] if "deal" in header else [str(header.get(key)) for key in SETUP]
    return (rules.game, *rules.options.items(), *start)


def resume(console: Console, name: str | None) -> KnownAnswers:
    """Read the answers of the file ``name``; if ``-o`` names that file too, it is continued."""
    known, product = KnownAnswers(), console.product
    if name == "-":
        console.inputs.take_stdin()
    lost, kept = (console.error_text(key, file=product.file) for key in ("answers-lost", "answers-kept"))
    continued = product.keep_done(name, None if console.quiet else (lost, kept))
    whole, rest = _read(console, name, known, continued) if name is not None else (b"", b"")
    if continued:
        product.drop_last(len(rest))
        if whole and not whole.endswith(b"\n"):
            product.write("\n")
    return known


def _read(console: Console, name: str, known: KnownAnswers, continued: bool) -> tuple[bytes, bytes]:
    """Add the answers of a file; return what it holds up to an answer at its end that was cut short, and the rest."""
    try:
        data = b"".join(console.inputs.chunks(name, replaceable=True))
    except UnreadableError as error:
        console.fail("resume-unreadable", name=name, reason=error.reason)
    faulty: Verdict | None = None
    for source, raw in console.inputs.read(name, split_chunks(data), exact=True):
        if faulty is not None:
            console.report(source, faulty)
            console.fail("resume-fault", name=name)
        game = read_unsolved(raw, source)
        if isinstance(game, Verdict):
            faulty = game
        else:
            known.add(game.transcript)
    if faulty is None or (faulty.problem and faulty.problem.fault == Fault(Code.NO_HEADER, {}, "empty")):
        return data, b""
    # a program that was killed while it wrote, or a disk that ran full; the whole answers stand before it
    console.report(source, faulty)
    whole = b"".join(line + b"\n" for line in data.split(b"\n")[: faulty.header.line - 1])
    rest = data[len(whole) :]
    if continued and not _is_cut_answer(rest, faulty):
        console.fail("resume-fault", name=name)
    return whole, rest


def _is_cut_answer(text: bytes, verdict: Verdict) -> bool:
    """Return whether a faulty transcript is the beginning of an answer, not something of the user's to be kept."""
    tags = verdict.header.values.get("tags")
    if verdict.header.values:
        return isinstance(tags, YamlMap) and any(key.text == "status" for key, _ in tags.pairs)
    return text.startswith((b"---", b"{")) or text in (b"-", b"--")
