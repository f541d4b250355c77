"""Numbers as values of options; click translates its sentences about them, but not the names in these sentences."""

from __future__ import annotations

from gettext import gettext
from math import isfinite
from typing import Any

import click

from solitaire_cli.words.translation import N_


class IntegerRange(click.IntRange):
    """A whole number within bounds."""

    @property
    def name(self) -> str:  # type: ignore[override]
        """What click calls the values."""
        return gettext(N_("integer range"))


class Seconds(click.FloatRange):
    """A number of seconds within bounds."""

    @property
    def name(self) -> str:  # type: ignore[override]
        """What click calls the values."""
        return gettext(N_("number of seconds"))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, which is not infinite and not NaN."""
        number = super().convert(value, param, ctx)
        if not isfinite(number):
            message = gettext("{value!r} is not a valid {number_type}.")
            self.fail(message.format(value=value, number_type=self.name), param, ctx)
        return number
