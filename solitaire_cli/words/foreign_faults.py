"""The sentences for what can be wrong in a file of another program, or cannot be said in one."""

from __future__ import annotations

from solitaire_cli.core.errors import Code
from solitaire_cli.words.translation import N_

FOREIGN_FAULTS: dict[tuple[Code, str], str] = {
    (Code.NO_HEADER, "unsolved"): N_('fc-solve found no solution here: "{token}"'),
    (Code.NO_HEADER, "no-game"): N_("there is no game in the input"),
    (Code.MISSING_KEY, "foreign-game"): N_("the file does not say which game this is; name it with --game"),
    (Code.MISSING_KEY, "foreign-deal"): N_("there are moves but no deal; name the file that has it with --deal-file"),
    (Code.SYNTAX, "no-such-file"): N_('this is not a file in the format "{format}"'),
    (Code.CANNOT_SAY, "steps"): N_(
        'the format "{format}" has only positions, no steps; write the position itself with: '
        "solitaire-cli replay --last -f yaml"
    ),
    (Code.CANNOT_SAY, "step"): N_('the format "{format}" has no words for the step "{step}"'),
    (Code.CANNOT_SAY, "undo"): N_(
        'the format "{format}" has no "{step}"; leave out what was taken back with: solitaire-cli format --flatten'
    ),
    (Code.CANNOT_SAY, "game"): N_('the format "{format}" has no name for {game} with these options'),
    (Code.CANNOT_SAY, "deal"): N_('the format "{format}" has only deals, and this position is not one'),
    (Code.CANNOT_SAY, "reserves"): N_('the format "{format}" has no place for reserves'),
    (Code.CANNOT_SAY, "runs"): N_('the format "{format}" has no place for finished runs'),
    (Code.CANNOT_SAY, "ten-columns"): N_(
        'the format "{format}" has only games of runs with ten columns, a stock in tens and neither cells nor reserves'
    ),
    (Code.CANNOT_SAY, "pickle"): N_(
        'the format "{format}" is not read: its files are Python pickles, and loading one runs whatever code is in it'
    ),
    (Code.CANNOT_SAY, "laps"): N_('the format "{format}" has only foundations from ace to king'),
}
