"""Faults as sentences: each code and variant has one."""

from __future__ import annotations

from solitaire_cli.core.errors import Code, Fault, Problem
from solitaire_cli.words.translation import N_, phrase

SENTENCES: dict[tuple[Code, str], str] = {
    (Code.UNREADABLE, ""): N_("cannot read: {reason:system}"),
    (Code.ENCODING, "byte"): N_("byte {byte} is not UTF-8; save the file as UTF-8 text"),
    (Code.ENCODING, "utf-16"): N_("this looks like UTF-16; save the file as UTF-8 text"),
    (Code.ENCODING, "character"): N_("{character} is a control character or no character; take it out"),
    (Code.ENCODING, "line"): N_("the line is longer than {longest} bytes; break it into lines"),
    (Code.YAML, ""): N_("the header is no YAML: {said:long}"),
    (Code.YAML, "unclosed"): N_('the header that begins here is not closed by a line "---"'),
    (Code.YAML, "no-map"): N_('the header holds no keys; write lines such as "game: beetle"'),
    (Code.YAML, "alias"): N_("anchors and aliases (& and *) are not read; write the value out or quote it"),
    (Code.YAML, "tag"): N_("tags (!) are not read; quote the value if it begins with one"),
    (Code.YAML, "documents"): N_("a header holds one YAML document, not several"),
    (Code.YAML, "escape"): N_("an escape names a character beyond the last one, U+10FFFF"),
    (Code.YAML, "deep"): N_("lists and maps nest deeper than {deepest} levels"),
    (Code.YAML, "key"): N_("a key must be a text"),
    (Code.YAML, "long"): N_("the header is longer than {longest} characters"),
    (Code.YAML, "json"): N_("the line is no JSON object: {said:long}; write one object a line"),
    (Code.YAML, "json-deep"): N_("the JSON line nests too deep"),
    (Code.NO_HEADER, ""): N_('this text has no header; begin with a header between two lines "---"'),
    (Code.NO_HEADER, "empty"): N_("the input holds no transcript"),
    (Code.DUPLICATE_KEY, ""): N_('the key "{key}" stands in line {first} already; keep one of them'),
    (Code.UNKNOWN_KEY, ""): N_('no key is named "{key}"; the keys are {keys:list}'),
    (Code.UNKNOWN_KEY, "near"): N_('no key is named "{key}"; did you mean "{near}"?'),
    (Code.MISSING_KEY, "game"): N_('the header names no game; add a line such as "game: beetle"'),
    (Code.MISSING_KEY, ""): N_('the header has no start; add a "deal" number or "columns"'),
    (Code.BAD_VALUE, "text"): N_('"{key}" must be a text, not a list or a map'),
    (Code.BAD_VALUE, "list"): N_('"{key}" must be a list, one text for each column'),
    (Code.BAD_VALUE, "map"): N_('"{key}" must be a map, such as {{suits: 2}}'),
    (Code.BAD_VALUE, "nothing-text"): N_('"{key}" has no value; write one or take the key out'),
    (Code.BAD_VALUE, "nothing-list"): N_('"{key}" has no value; write one text for each column'),
    (Code.BAD_VALUE, "nothing-map"): N_('"{key}" has no value; write a map or take the key out'),
    (Code.BAD_VALUE, "item"): N_('each item of "{key}" must be a text; an empty column is ""'),
    (Code.BAD_VALUE, "result"): N_('"{value}" is no result; write one of {values:list}'),
    (Code.BAD_VALUE, "moves"): N_('"{key}" must be a text or a list of texts'),
    (Code.BAD_VALUE, "piles"): N_('"{key}" must be a text of tops or the list of piles of a record'),
    (Code.UNKNOWN_GAME, ""): N_('no game is named "{game}"; the games are {games:list}'),
    (Code.UNKNOWN_GAME, "near"): N_('no game is named "{game}"; did you mean "{near}"?'),
    (Code.UNKNOWN_RULE, ""): N_('{game} has no option "{option}"; its options are {options:list}'),
    (Code.UNKNOWN_RULE, "none"): N_('{game} has no options, so no "{option}" either'),
    (Code.UNKNOWN_RULE, "value"): N_('"{option}" cannot be "{value}"; its values are {values:list}'),
    (Code.BAD_DEAL, ""): N_('"{deal}" is no deal number; write 1 to {largest}, or ms1 to ms{largest_ms}'),
    (Code.BAD_CARD, ""): N_('"{card}" is no card; write rank and suit, such as 9S or TD'),
    (Code.BAD_CARD, "letter"): N_('"{card}" is no card: {letter} is not one of A 2-9 T J Q K, S H D C'),
    (Code.WRONG_DECK, ""): N_(
        "{cards:card} where the game has {wanted}: {missing} missing, {extra} too many "
        "(columns {columns}, stock {stock})"
    ),
    (Code.WRONG_LAYOUT, "columns"): N_("{columns:column_count} where the game has {wanted}"),
    (Code.WRONG_LAYOUT, "covered"): N_("column {column} has face-down cards; this game deals none"),
    (Code.WRONG_LAYOUT, "order"): N_("column {column} has a face-down card on a face-up one"),
    (Code.WRONG_LAYOUT, "playable"): N_("the playable card of column {column} is face down; turn it up"),
    (Code.WRONG_LAYOUT, "run"): N_("column {column} holds a complete run; it would have left by itself"),
    (Code.WRONG_LAYOUT, "finished"): N_("a finished run is named by its ace, such as AS"),
    (Code.DEAL_MISMATCH, "columns"): N_(
        "not deal {deal}: other cards lie {differ:in_columns}; drop the columns or the deal"
    ),
    (Code.DEAL_MISMATCH, "stock"): N_("not deal {deal}: the stock differs in {count:place}; drop it or the deal"),
    (Code.DEAL_MISMATCH, "foundations"): N_("not deal {deal}: a deal begins with empty foundations"),
    (Code.SYNTAX, ""): N_('"{token}" is no step; write 3-7, 3-7x4, 3-f, deal, auto, undo or redo'),
    (Code.SYNTAX, "near"): N_('"{token}" is no step; did you mean "{near}"?'),
    (Code.SYNTAX, "letter"): N_('"{token}" is no step: {letter} is not a letter of the notation'),
    (Code.SYNTAX, "claim"): N_('"{token}" is no step: "{claim}" is no card; write rank and suit, such as 9S'),
    (Code.MOVE_NUMBER, ""): N_('the label "{token}" is wrong: the next step is number {next}'),
    (Code.NO_SUCH_COLUMN, ""): N_("there is no column {column}; the columns are 1 to {columns}"),
    (Code.SAME_COLUMN, ""): N_("column {column} is both source and target; name another target"),
    (Code.EMPTY_COLUMN, ""): N_("column {column} is empty, nothing can be taken from it"),
    (Code.TOO_FEW_CARDS, ""): N_(
        "column {column} holds only {size:card}, not {count}; at most {movable:card} can move"
    ),
    (Code.FACE_DOWN, ""): N_(
        "column {column} shows only {up:card} face up, not {count}; at most {movable:card} can move"
    ),
    (Code.ONE_CARD, ""): N_("cards move one at a time here, not {count} together; write single moves"),
    (Code.NOT_A_RUN, ""): N_(
        "{lower} on {upper} breaks the descending run in column {column}; at most {movable:card} can move"
    ),
    (Code.NOT_A_RUN, "suit"): N_(
        "{lower} on {upper} breaks the suit in column {column}; at most {movable:card} can move"
    ),
    (Code.CARD_MISMATCH, ""): N_("what moves from column {column} is headed by {card}, not {claim}"),
    (Code.KING_ONLY, "king"): N_("{card} cannot go to column {target}: an empty column takes a king only"),
    (Code.KING_ONLY, ""): N_("{card} cannot go to column {target}: an empty column takes a {king} only"),
    (Code.BUILD_RANK, ""): N_("{card} does not go on {top} in column {target}; {wanted} would"),
    (Code.BUILD_RANK, "any-suit"): N_("{card} does not go on {top} in column {target}; a {wanted} of any suit would"),
    (Code.BUILD_RANK, "ace"): N_("{card} does not go on {top} in column {target}; nothing goes on an ace"),
    (Code.BUILD_RANK, "king"): N_(
        "{card} does not go on {top} in column {target}; the highest rank goes to an empty column only"
    ),
    (Code.BUILD_SUIT, ""): N_("{card} is not of the suit of {top} in column {target}; {wanted} would go there"),
    (Code.NO_FOUNDATION_MOVE, ""): N_("complete runs leave by themselves in this game; take the step out"),
    (Code.RUN_INCOMPLETE, ""): N_("column {column} does not end in a complete run: {card} lies where {wanted} belongs"),
    (Code.RUN_INCOMPLETE, "no-ace"): N_(
        "column {column} does not end in a complete run: it ends in {last}, not in an ace"
    ),
    (Code.RUN_INCOMPLETE, "short"): N_(
        "column {column} does not end in a complete run: {have:card} of {ranks} face up, {wanted} is wanted"
    ),
    (Code.FOUNDATION_RANK, ""): N_("{card} cannot go to a foundation yet; its suit waits for {wanted}"),
    (Code.STOCK_EMPTY, ""): N_("the stock is empty, there is nothing to deal"),
    (Code.DEAL_BLOCKED, ""): N_("no deal while a column is empty: first put a card {empty:into_columns}"),
    (Code.NO_AUTO, ""): N_('{game} has no "auto" step'),
    (Code.AUTO_NOT_READY, ""): N_("no order of moves to the foundations ends the game from here"),
    (Code.AUTO_NOT_READY, "stock"): N_("auto needs an empty stock; {stock:card} left to deal"),
    (Code.AUTO_NOT_READY, "won"): N_("the game is won already, no card is left for auto"),
    (Code.NOTHING_TO_UNDO, ""): N_("no step is left to undo"),
    (Code.NOTHING_TO_UNDO, "few"): N_("only {have:step} can be undone"),
    (Code.NOTHING_TO_REDO, ""): N_("no undone step is left to redo"),
    (Code.NOTHING_TO_REDO, "few"): N_("only {have:step} can be redone"),
    (Code.RESULT_MISMATCH, ""): N_("the header claims {claim}, the steps end {result}"),
    # rule files
    (Code.BAD_VALUE, "rule-missing"): N_('the field "{field}" is missing: {meaning:long}'),
    (Code.BAD_VALUE, "rule-id"): N_('"{value}" is no id: small letters, digits and hyphens'),
    (Code.BAD_VALUE, "rule-map"): N_("a map is needed here: {known:long}"),
    (Code.BAD_VALUE, "rule-duplicate"): N_('"{key}" stands here twice'),
    (Code.BAD_VALUE, "rule-unknown"): N_('"{key}" is not known here; known are {known:long}'),
    (Code.BAD_VALUE, "rule-text"): N_("a text is needed here"),
    (Code.BAD_VALUE, "rule-control"): N_("a text here is one line without control characters"),
    (Code.BAD_VALUE, "rule-english"): N_('the English text "en" is missing'),
    (Code.BAD_VALUE, "rule-number"): N_('"{value}" is no number from 1 to {most}'),
    (Code.BAD_VALUE, "rule-word"): N_('"{value}" is not one of {known:long}'),
    (Code.BAD_VALUE, "rule-list"): N_("a list is needed here"),
    (Code.BAD_VALUE, "rule-suits"): N_("a pack has at most four suits"),
    (Code.BAD_VALUE, "rule-column"): N_('"{value}" is no column: write face-down + face-up cards, such as 5+1'),
    (Code.BAD_VALUE, "rule-columns"): N_("a game has 2 to {most} columns"),
    (Code.BAD_VALUE, "rule-taken"): N_('"{value}" is the id or a name of the game {game}; choose another'),
    (Code.BAD_VALUE, "rule-optionless"): N_("the game has no options, so nothing can depend on them"),
    (Code.BAD_VALUE, "rule-option"): N_('"{value}" is no name of an option or value: small letters, digits, hyphens'),
    (Code.BAD_VALUE, "rule-empty-option"): N_('the option "{option}" has no values'),
    (Code.BAD_VALUE, "rule-goal-removal"): N_(
        'with the goal "runs" removal is automatic or by-move, with "cards" it is none'
    ),
    (Code.BAD_VALUE, "rule-auto-goal"): N_('"auto" needs the goal "cards"'),
    (Code.BAD_VALUE, "rule-too-few-cards"): N_("the columns take more cards than there are"),
    (Code.BAD_VALUE, "rule-covered-column"): N_("a column with face-down cards needs a face-up one"),
    (Code.BAD_VALUE, "rule-dealt-run"): N_(
        "where complete runs leave by themselves, a column starts with fewer face-up cards than ranks"
    ),
}
"""The sentence for each fault and variant; ``token`` is always there to be quoted."""


def sentence(problem: Problem | Fault, language: str = "en") -> str:
    """The sentence for a fault, its token quoted.

    >>> sentence(Fault(Code.EMPTY_COLUMN, {"column": 3}))
    'column 3 is empty, nothing can be taken from it'
    """
    if isinstance(problem, Fault):
        problem = Problem(problem)
    fault = problem.fault
    template = SENTENCES[fault.code, fault.variant]
    return phrase(template, language, **{"token": problem.token or "", **fault.details})
