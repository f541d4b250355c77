"""The JSON records of section 7 of the contract, and the lines of text for verdicts and diagnostics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from solitaire_cli.core.cards import NAMES
from solitaire_cli.core.errors import Code, Fault, Problem
from solitaire_cli.core.legality import result
from solitaire_cli.core.notation import format_step
from solitaire_cli.core.position import Position, card_texts
from solitaire_cli.core.steps import AUTO, DEAL, Step
from solitaire_cli.show.look import Look
from solitaire_cli.words.escaping import hides, printable, printable_json
from solitaire_cli.words.messages import LABELS, MENDED

if TYPE_CHECKING:
    import json

    from solitaire_cli.core.rules import Game
    from solitaire_cli.transcript.marks import Change
    from solitaire_cli.transcript.reader import RawTranscript
    from solitaire_cli.transcript.referee import Taken, Verdict

VEIL = "<?>"
"""Stands in for a card that the player cannot see."""


@cache
def _encoder() -> json.JSONEncoder:
    from json import JSONEncoder

    return JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def json_line(record: Mapping[str, Any]) -> str:
    """Return a record as a line of JSON, which is read back the same and safe to look at."""
    return printable_json(_encoder().encode(record)) + "\n"


def deal_record(position: Position, number: object) -> dict[str, Any]:
    """Return the start of a numbered deal as a record."""
    return {
        "type": "deal",
        "game": position.rules.game,
        "deal": str(number),
        "rules": position.rules.options,
        **_card_records(position),
    }


def _card_records(position: Position) -> dict[str, Any]:
    heights = position.heights or [position.ranks] * len(position.foundations)
    piles = [
        {"top": NAMES[top], "cards": height} if height else None for top, height in zip(position.foundations, heights)
    ]
    empty = [None] * (len(position.rules.piles) - len(piles))
    return {**card_texts(position), "foundations": [*piles, *empty]}


def position_record(source: str, transcript: RawTranscript, position: Position, taken: Taken) -> dict[str, Any]:
    """Return a position of a transcript, after the step ``taken``, as a record."""
    change = taken.change
    return {
        "type": "position",
        "source": source,
        "transcript": transcript.number,
        "game": position.rules.game,
        "deal": transcript.header.deal,
        "rules": position.rules.options,
        "step": taken.number,
        "token": format_step(taken.step) if taken.step else None,
        **_card_records(position),
        "result": result(position),
        "moved": [NAMES[card] for card in taken.moved],
        "turned": [NAMES[card] for card in taken.turned],
        "completed": [NAMES[ace] for _, ace in change.completed] if change else [],
        "undone": taken.undone,
    }


def veiled_record(source: str, transcript: RawTranscript, position: Position, taken: Taken) -> dict[str, Any]:
    """Return the record of a position with a ``<?>`` for each card that the player cannot see.

    The number of the deal is left out, since it gives all cards away.
    """
    record = position_record(source, transcript, position, taken)
    record["deal"] = None
    record["columns"] = [
        " ".join([VEIL if down else NAMES[card] for card, down in zip(cards, position.covered(column))])
        for column, cards in enumerate(position.columns)
    ]
    record["stock"] = " ".join([VEIL] * len(position.stock_left))
    if taken.undone and taken.change:
        kind, turned = taken.change.step.kind, record["turned"]
        if kind == DEAL:
            # the ace of a run that a deal completed is one of its cards
            record |= {key: [VEIL] * len(record[key]) for key in ("moved", "completed")}
        elif kind == AUTO:
            # of two cards with one name rather both are veiled than none
            record["moved"] = [VEIL if card in turned else card for card in record["moved"]]
        record["turned"] = [VEIL] * len(turned)
    return record


def moves_record(source: str, transcript: int, steps: list[str]) -> dict[str, Any]:
    """Return the legal steps of a position as a record."""
    return {"type": "moves", "source": source, "transcript": transcript, "steps": steps}


def hints_record(found: Iterable[tuple[Step, tuple[str, ...]]]) -> dict[str, Any]:
    """Return steps that may help, with the reasons, as a record."""
    hints = [{"step": format_step(step), "reasons": list(reasons)} for step, reasons in found]
    return {"type": "hints", "hints": hints}


def refusal_record(step: int, token: str, fault: Fault, look: Look) -> dict[str, Any]:
    """Return the refusal of the step number ``step`` as a record; ``token`` is as typed."""
    return {
        "type": "refusal",
        "step": step,
        "token": token,
        "code": str(fault.code),
        "message": look.sentence(Problem(fault, token=token)),
    }


def verdict_record(source: str, verdict: Verdict, look: Look) -> dict[str, Any]:
    """Return the verdict on a transcript as a record."""
    header = verdict.header
    return {
        "type": "verdict",
        "source": source,
        "transcript": verdict.number or None,
        "line": header.line or None,
        "game": header.game,
        "deal": header.deal,
        "rules": header.rules.options if header.rules else None,
        "valid": verdict.valid,
        "steps": verdict.steps,
        "result": verdict.result,
        "error": verdict.problem and _error(verdict.problem, look),
    }


def _error(problem: Problem, look: Look) -> dict[str, Any]:
    return {
        "code": str(problem.code),
        "line": problem.line,
        "column": problem.column,
        "step": problem.step,
        "token": problem.token,
        "message": look.sentence(problem),
    }


def rule_file_record(source: str, game: Game | None, problems: Iterable[Problem], look: Look) -> dict[str, Any]:
    """Return what a rule file is as a record: a game, or all that is wrong with it."""
    errors = [_error(problem, look) for problem in problems]
    return {
        "type": "rule-file",
        "source": source,
        "game": game and game.id,
        "valid": game is not None,
        "errors": errors,
    }


def rule_file_line(source: str, game: Game, look: Look) -> str:
    """Return what a rule file is as a line of text."""
    return f"{printable(source)}: {look.phrase(LABELS['valid'])}: {game.id}"


def verdict_line(source: str, verdict: Verdict, look: Look) -> str:
    """Return the verdict on a transcript as a line of text."""
    header = verdict.header
    parts = [look.title(header.rules, header.deal)] if header.rules else []
    if verdict.result:
        parts += [look.phrase("{steps:step}", steps=verdict.steps), look.phrase(LABELS[verdict.result])]
    word = look.phrase(LABELS["valid" if verdict.valid else "invalid"])
    if verdict.problem:
        word += f" [{verdict.problem.code}]"
    return f"{place(source, header.line)}: {word}{': ' if parts else ''}{', '.join(parts)}"


def place(source: str, line: int) -> str:
    """Return where a transcript begins, as far as that is known: ``FILE:LINE``."""
    return f"{printable(source)}:{line}" if line else printable(source)


def diagnostic(source: str, problem: Problem, look: Look) -> str:
    """Return ``FILE:LINE:COL: error: MESSAGE [code]``, with the place as far as it is known."""
    place = [printable(source), *(str(at) for at in (problem.line, problem.column) if at is not None)]
    text = look.sentence(problem)
    if problem.code is Code.UNREADABLE and not source[:1].isalpha():
        from solitaire_cli.words.faults import NOTATION, noted

        # an option, perhaps, behind a dash that is not a hyphen
        text = noted(text, source[:1], look.language, NOTATION)
    return located_error(":".join(place), f"{text} [{problem.code}]", look)


def change_line(source: str, change: Change, look: Look) -> str:
    """Return ``FILE:LINE:COL: mended: WHAT``."""
    was = change.was
    if was.isspace() or hides(was[0]):
        was = f"U+{ord(was[0]):04X}"
    elif look.plain:  # as the ASCII signs that stand for them, some would look like what they are not
        was = was.encode("ascii", "backslashreplace").decode()
    kind = change.kind or ("sign" if change.now in ('"', "'") else "" if change.now.strip() else "blank")
    said = look.phrase(MENDED[kind], was=was, now=change.now, last=change.last)
    return f"{printable(source)}:{change.line}:{change.column}: {look.phrase(LABELS['mended'])}: {said}"


def diagnostics(source: str, verdict: Verdict, look: Look) -> str:
    """Return a line for each of the faults of a transcript that are known."""
    return "\n".join(diagnostic(source, problem, look) for problem in verdict.problems)


def located_error(place: str, text: str, look: Look) -> str:
    """Return ``PLACE: error: TEXT`` with the word in the language of the look."""
    return f"{place}: {look.phrase(LABELS['error'])}: {text}"
