"""Headers as canonical text, and the values of headers.

Keys come in the order of :data:`~solitaire_cli.transcript.header.KEYS`. What is written here is read back as the same
values by the reader.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from solitaire_cli.core.position import Position, card_texts
from solitaire_cli.core.rules import Rules
from solitaire_cli.transcript.foundations import foundations_text
from solitaire_cli.transcript.header import KEYS, Header
from solitaire_cli.transcript.located_yaml import comments, plain
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.transcript.start import SETUP
from solitaire_cli.words.escaping import HIDDEN, hides

# a text that YAML reads back as it stands; anything else is quoted
_PLAIN = r"[\w<](?:[^:#]|(?<! )#|:(?! |$))*(?<! )"
_FLOW = r"[\w<]([\w .+/-]*[\w.+/-])?"
_LONGEST_KEY = 900  # from 1,024 characters on YAML wants a key to be marked


def scalar(text: str, flow: bool = False) -> str:
    r"""Return ``text`` as YAML writes it: plain where that is read back the same, else in double quotes.

    >>> scalar("Ада Л."), scalar("a: b"), scalar("X\nresult: won")
    ('Ада Л.', '"a: b"', '"X\\nresult: won"')
    """
    pattern = _FLOW if flow else _PLAIN
    if not hides(text) and re.fullmatch(pattern, _ascii_letters(text), re.ASCII):
        return text
    import yaml

    written = str(yaml.safe_dump(text, default_style='"', allow_unicode=True, width=1 << 30)).rstrip("\n")
    # YAML would let some characters stand that no transcript may hold
    return re.sub(HIDDEN, lambda found: f"\\U{ord(found[0]):08X}", written)


def _ascii_letters(text: str) -> str:
    """Return ``text`` with an ``a`` for every letter and digit outside ASCII.

    Those of Unicode 3.2 count, which every Python knows beside its own, and ideographs: all quote the same texts then.
    """
    if text.isascii():
        return text
    from unicodedata import ucd_3_2_0

    def is_letter(c: str) -> bool:
        return "\U00020000" <= c < "\U000e0000" or "\u4e00" <= c <= "\u9fff" or ucd_3_2_0.category(c)[0] in "LN"

    return "".join("a" if not c.isascii() and is_letter(c) else c for c in text)


def header_text(values: Mapping[str, Any], comments: Mapping[str, list[str]] | None = None) -> str:
    """Return a header between its two lines; ``values`` are texts, lists of texts and maps of texts by key.

    ``comments`` are the lines before each key, under ``""`` those at the end.

    >>> print(header_text({"game": "beetle", "deal": "24", "rules": {"empty": "any"}}), end="")
    ---
    game: beetle
    deal: 24
    rules: {empty: any}
    ---
    """
    comments = comments or {}
    lines = ["---"]
    for key in KEYS:
        if key not in values:
            continue
        lines += comments.get(key, [])
        value = values[key]
        if isinstance(value, str):
            lines.append(f"{key}: {scalar(value)}")
        elif isinstance(value, Mapping):
            lines.append(f"{key}: {{{', '.join(_pair(*pair) for pair in value.items())}}}")
        else:
            lines += [f"{key}:" if value else f"{key}: []", *(f"- {scalar(item)}" for item in value)]
    lines += comments.get("", [])
    return "\n".join([*lines, "---", ""])


def _pair(key: str, value: str) -> str:
    written = scalar(key, flow=True)
    mark = "? " if len(written) > _LONGEST_KEY else ""
    return f"{mark}{written}: {scalar(value, flow=True)}"


def header_values(header: Header) -> dict[str, Any]:
    """Return the values of a header without a problem in canonical form: the game's id, options in the game's order."""
    assert header.rules is not None
    if not header.values:
        return start_values(header.rules, header.number)
    values = {key: plain(header.values[key]) for key in KEYS if key in header.values}
    values["game"] = header.rules.game
    given = header.options  # with those for which the name of the game stands
    if "rules" in values or given:
        values["rules"] = {option: given[option] for option in header.rules.options if option in given}
    if not values.keys().isdisjoint(SETUP):
        values |= {key: value for key, value in setup_values(header.start()).items() if key in values}
    return values


def json_values(header: Mapping[str, Any], moves: list[str]) -> dict[str, Any]:
    """Return a transcript with this header and these steps as a JSON line has it."""
    return {**{key: header[key] for key in KEYS if key in header}, "moves": moves}


def setup_values(position: Position) -> dict[str, Any]:
    """Return the cards of a position as a header has them; cells and reserves only where the game has some."""
    return {**card_texts(position), "foundations": foundations_text(position)}


def start_values(rules: Rules, number: object = None) -> dict[str, Any]:
    """Return the header of a deal with all of its options, defaults too; ``deal`` only with a number."""
    deal = {} if number is None else {"deal": str(number)}
    return {"game": rules.game, **deal, **({"rules": dict(rules.options)} if rules.options else {})}


def position_values(position: Position) -> dict[str, Any]:
    """Return the header of a transcript that starts from ``position``."""
    return start_values(position.rules) | setup_values(position)


def header_comments(transcript: RawTranscript) -> dict[str, list[str]]:
    """Return the comments inside a header by the key before or beside which they stand; ``""`` for those at the end."""
    text = transcript.header_text
    if "#" not in text:
        return {}
    header = transcript.header
    # the keys in the order of the text, by the lines of their values
    keys = sorted(((key, node.line - header.line) for key, node in header.values.items()), key=lambda pair: pair[1])
    found: dict[str, list[str]] = {}
    for line, alone, comment in comments(text):
        owners = [key for key, at in keys if at > line] if alone else [key for key, at in reversed(keys) if at <= line]
        found.setdefault(owners[0] if owners else "", []).append(comment)
    return found
