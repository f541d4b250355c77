"""The keys by which a command can group transcripts, as the type of an option."""

from __future__ import annotations

from typing import Any

import click

from solitaire_cli.collection.group_keys import KEYS, TAG


class GroupKey(click.Choice[str]):
    """A key of :data:`~solitaire_cli.collection.group_keys.KEYS`, or a tag."""

    def __init__(self) -> None:
        super().__init__([*KEYS, f"{TAG}KEY"])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the key. Raises :class:`click.BadParameter`."""
        if isinstance(value, str) and len(value) > len(TAG) and value.startswith(TAG):
            return value
        return super().convert(value, param, ctx)
