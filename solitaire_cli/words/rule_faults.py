"""The sentences for what can be wrong in a rule file."""

from __future__ import annotations

from solitaire_cli.core.errors import Code
from solitaire_cli.words.translation import N_

RULE_FAULTS: dict[tuple[Code, str], str] = {
    (Code.BAD_VALUE, "rule-missing"): N_('the field "{field}" is missing: {meaning:long}'),
    (Code.BAD_VALUE, "rule-id"): N_('"{value}" is not an id; use lower-case letters, digits and hyphens'),
    (Code.BAD_VALUE, "rule-map"): N_("this must be a map: {known:long}"),
    (Code.BAD_VALUE, "rule-duplicate"): N_('"{key}" appears twice here'),
    (Code.BAD_VALUE, "rule-unknown"): N_('"{field}" is not known here; use {known:long}'),
    (Code.BAD_VALUE, "rule-unknown-near"): N_('"{field}" is not known here; did you mean "{near}"?'),
    (Code.BAD_VALUE, "rule-text"): N_("this must be text"),
    (Code.BAD_VALUE, "rule-control"): N_("this must be one line without control characters"),
    (Code.BAD_VALUE, "rule-english"): N_('the English text "en" is missing'),
    (Code.BAD_VALUE, "rule-number"): N_('"{value}" is not a number from {least} to {most}'),
    (Code.BAD_VALUE, "rule-word"): N_('"{value}" is not one of {known:long}'),
    (Code.BAD_VALUE, "rule-word-near"): N_('"{value}" is not one of {known:long}; did you mean "{near}"?'),
    (Code.BAD_VALUE, "rule-list"): N_("this must be a list"),
    (Code.BAD_VALUE, "rule-suits"): N_("a pack has at most four suits"),
    (Code.BAD_VALUE, "rule-column"): N_('"{value}" is not a column; write face-down + face-up cards, such as 5+1'),
    (Code.BAD_VALUE, "rule-columns"): N_("a game has 2 to {most} columns"),
    (Code.BAD_VALUE, "rule-taken"): N_('"{name}" is already the id or a name of the game {game}; choose another'),
    (Code.BAD_VALUE, "rule-optionless"): N_("the game has no options for this to depend on"),
    (Code.BAD_VALUE, "rule-option"): N_('"{value}" is not a valid name; use lower-case letters, digits and hyphens'),
    (Code.BAD_VALUE, "rule-options"): N_("a game has at most {options} options, each with at most {values} values"),
    (Code.BAD_VALUE, "rule-empty-option"): N_('the option "{option}" has no values'),
    (Code.BAD_VALUE, "rule-goal-removal"): N_(
        'with the goal "runs" removal is automatic or by-move, with another goal none'
    ),
    (Code.BAD_VALUE, "rule-auto-goal"): N_('"auto" needs the goal "cards"'),
    (Code.BAD_VALUE, "rule-auto-base"): N_(
        '"auto" needs foundations that begin with the ace and go through the ranks once, and no cells or reserves'
    ),
    (Code.BAD_VALUE, "rule-automatic-run"): N_(
        'only complete runs of one suit from the king can leave by themselves; write "removal: by-move"'
    ),
    (Code.BAD_VALUE, "rule-head-wrap"): N_('a complete run can begin with any card only with "wrap: yes"'),
    (Code.BAD_VALUE, "rule-base-undealt"): N_('with "base: dealt" the tableau must deal a card to a foundation, f'),
    (Code.BAD_VALUE, "rule-dealt-to-piles"): N_('cards can be dealt to foundations, f, only with the goal "cards"'),
    (Code.BAD_VALUE, "rule-round"): N_(
        '"{value}" is not a round of the deal; write places from 1, c1 or r1, or f, such as "<1-4> 5-8 c1 x2"'
    ),
    (Code.BAD_VALUE, "rule-chosen"): N_('"{value}" is not a card, a rank or "beak"; write such as AC, K or beak'),
    (Code.BAD_VALUE, "rule-too-few-cards"): N_("the columns need more cards than there are"),
    (Code.BAD_VALUE, "rule-covered-column"): N_("a column with face-down cards needs a face-up one"),
    (Code.BAD_VALUE, "rule-two-tableaus"): N_('write "columns" or "tableau", not both'),
    (Code.BAD_VALUE, "rule-no-such-place"): N_("the tableau deals to a cell or a reserve that is not there"),
    (Code.BAD_VALUE, "rule-full-cell"): N_("the tableau deals two cards to one cell"),
    (Code.BAD_VALUE, "rule-direction-run"): N_('"direction: both" needs "unit: card" or "unit: any"'),
    (Code.BAD_VALUE, "rule-laps-piles"): N_("the cards of a suit do not make up foundations of so many laps"),
    (Code.BAD_VALUE, "rule-piles-suits"): N_(
        "the foundations must name each suit in play once, or once for every foundation"
    ),
    (Code.BAD_VALUE, "rule-base-rank"): N_("the foundations begin with a rank that is not in play"),
    (Code.BAD_VALUE, "rule-absent-card"): N_(
        "a card is not in play so often; a rank and a card of it cannot both be chosen, and beak stands alone"
    ),
    (Code.BAD_VALUE, "rule-first-and-last"): N_('"first" and "last" must choose cards of different ranks'),
    (Code.BAD_VALUE, "rule-undealable"): N_(
        "deal {number} cannot be dealt: a card is left over, or no foundation takes the card that is dealt to it"
    ),
    (Code.BAD_VALUE, "rule-idle"): N_('"{field}" has no effect without {needed:quoted}'),
    (Code.BAD_VALUE, "rule-more"): N_("faults from here on that are not listed: {more}"),
    (Code.BAD_VALUE, "rule-dealt-run"): N_(
        "where complete runs leave by themselves, a column must start with fewer face-up cards than ranks"
    ),
}
"""The sentences by code and variant."""
