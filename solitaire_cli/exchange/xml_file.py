"""XML as its elements come, each with its place. Entities are not expanded: what declares any is refused."""

from __future__ import annotations

from collections.abc import Callable
from xml.parsers.expat import ExpatError, ParserCreate

from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.transcript.blocks import Token

_DEEPEST = 30

Start = Callable[[Token, dict[str, str]], object]
End = Callable[[Token, str], object]


def read_xml(text: str | bytes, start: Start, end: End) -> None:
    """Call ``start`` with the name and the attributes of each element, ``end`` with its name and its own last text.

    Bytes are UTF-8, whatever they declare. Raises :class:`FaultError` with ``syntax``, and what the functions raise.
    """
    parser = ParserCreate("utf-8")
    parser.buffer_text = True
    names: list[Token] = []
    texts: list[str] = []

    def here(name: str) -> Token:
        return Token(name, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def wrong(variant: str, **details: object) -> FaultError:
        place = here("")
        return FaultError(Problem(Fault(Code.SYNTAX, details, variant), place.line, place.column))

    def begin(name: str, attributes: dict[str, str]) -> None:
        if len(names) == _DEEPEST:
            raise wrong("xml-deep", deepest=_DEEPEST)
        names.append(here(name))
        texts.clear()
        start(names[-1], attributes)

    def finish(_: str) -> None:
        end(names.pop(), "".join(texts).strip())
        texts.clear()

    def declare(name: str, system: str | None, public: str | None, own: bool) -> None:
        if own:
            raise wrong("xml-entities")

    parser.StartElementHandler = begin
    parser.EndElementHandler = finish
    parser.CharacterDataHandler = texts.append
    parser.StartDoctypeDeclHandler = declare
    try:
        parser.Parse(text, True)
    except ExpatError as error:
        fault = Fault(Code.SYNTAX, {"said": str(error).partition(":")[0]}, "xml")
        raise FaultError(Problem(fault, error.lineno, error.offset + 1)) from None
