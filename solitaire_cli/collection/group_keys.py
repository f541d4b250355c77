"""What transcripts can be grouped by, and the values that they have for it."""

from __future__ import annotations

from solitaire_cli.collection.filters import header_text, tag_text
from solitaire_cli.transcript.header import Header

KEYS = ("game", "rules", "player", "deal", "date", "result", "title", "source")
"""What transcripts can be grouped by, beside a tag: ``tag:`` and its key."""
TAG = "tag:"

Value = str | tuple[tuple[str, str], ...] | None
"""A text, options with their values, or nothing where a transcript does not say."""


def value_of(key: str, header: Header, source: str, result: str | None) -> Value:
    """Return the value that a transcript of a ``source`` has for a key."""
    if key == "rules":
        return tuple(header.rules.options.items()) if header.rules else None
    if key.startswith(TAG):
        return tag_text(header, key[len(TAG) :])
    known = {"game": header.game, "deal": header.deal, "result": result, "source": source}
    return known[key] if key in known else header_text(header, key)
