"""Fault to sentence, in both languages; every sentence of the tool stands here or in a command's help.

A sentence has placeholders of :class:`_Words`: ``{size:card}`` is a number with its noun, ``{empty:into_columns}``
a list of columns. Translations are gettext catalogues; English needs none and loads none.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from solitaire_cli.core.cards import GLYPHS, SUITS
from solitaire_cli.core.errors import Code, Fault, Problem
from solitaire_cli.core.position import LARGEST_NUMBER

DOMAIN = "solitaire_cli"
QUOTE = 80
"""The characters that are shown of a token."""

_PLAIN_SIGNS = str.maketrans(
    {
        "→": "->",
        "←": "<-",
        "↑": "^",
        "↓": "v",
        "—": "-",
        "–": "-",
        "«": '"',
        "»": '"',
        **dict(zip(GLYPHS, SUITS)),
    }
)


def N_(text: str) -> str:  # noqa: N802 - the name that extraction tools know
    """Mark ``text`` for translation where it is used."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802
    """Mark a singular and a plural for translation where they are used."""
    return one, many


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

NOUNS: dict[str, tuple[str, str]] = {
    "card": NN_("{n} card", "{n} cards"),
    "step": NN_("{n} step", "{n} steps"),
    "transcript": NN_("{n} transcript", "{n} transcripts"),
    "column_count": NN_("{n} column", "{n} columns"),
    "number": NN_("{n} number", "{n} numbers"),
    "place": NN_("{n} place", "{n} places"),
    "pack": NN_("{n} pack", "{n} packs"),
    "deal": NN_("{n} deal", "{n} deals"),
}
"""The nouns that a number takes."""

LISTS: dict[str, tuple[str, str]] = {
    "completed": NN_("complete run: {items}", "complete runs: {items}"),
    "in_columns": NN_("in column {items}", "in columns {items}"),
    "into_columns": NN_("into column {items}", "into columns {items}"),
}
"""The nouns that a list takes."""

WORDS: dict[str, str] = {
    "and": N_("{items} and {last}"),
    "won": N_("won"),
    "lost": N_("lost"),
    "open": N_("open"),
    "valid": N_("valid"),
    "invalid": N_("invalid"),
    "unreadable": N_("unreadable: {files}"),
    "summary": N_(
        "{transcripts:transcript}: {valid} valid, {invalid} invalid; {won} won, {lost} lost, {open} open; {steps:step}"
    ),
    "finished": N_("Complete runs: {count} of {piles}"),
    "step": N_("step {step}"),
    "turned": N_("turned up: {cards}"),
    "option": N_("Option {option}: {values}."),
    "known": N_(
        "Deals 1 to {deals}: {won} won by a search, {unwinnable} proved unwinnable, {unknown} open. "
        "Winnable: {share}% of these and {all}% of all deals, with a confidence of 95%."
    ),
    "from-to": N_("{low} to {high}"),
    "decimal": N_("{whole}.{tenths}"),
    "chosen": N_("* the value in force; choose another with -r OPTION=VALUE"),
}
"""Words of the text output."""

SEARCH_WORDS: dict[str, str] = {
    "unwinnable": N_("proved unwinnable"),
    "unknown": N_("no win found with effort {effort}; there may be one"),
    "late": N_("no win found in {seconds} s; there may be one"),
}
"""What is said of a search that found no win."""

REASONS = (
    N_("changed by another program"),
    N_("deleted or replaced by another program"),
    N_("Bad file descriptor"),
    N_("Device or resource busy"),
    N_("Disk quota exceeded"),
    N_("File name too long"),
    N_("File too large"),
    N_("Input/output error"),
    N_("Invalid argument"),
    N_("Is a directory"),
    N_("No space left on device"),
    N_("No such device or address"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Operation not permitted"),
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("Too many levels of symbolic links"),
    N_("Too many open files"),
)
"""What the system, or a game file, says of a file; any other reason stays as it is."""

RULE_WORDS: dict[tuple[str, str], str] = {
    ("cards", ""): N_("{cards:card}, {packs:pack}; {columns:column_count}, {stock:card} in the stock."),
    ("build", "any-suit"): N_("On a card goes the next lower rank of any suit; nothing goes on an ace."),
    ("build", "same-suit"): N_("On a card goes the next lower rank of its suit; nothing goes on an ace."),
    ("unit", "run"): N_("A descending run of one suit moves whole, and so does any tail of it."),
    ("unit", "card"): N_("One card moves at a time."),
    ("empty", "any-card"): N_("An empty column takes any card."),
    ("empty", "any-run"): N_("An empty column takes any card or run."),
    ("empty", "king-card"): N_("An empty column takes only cards of the highest rank, {king}."),
    ("empty", "king-run"): N_("An empty column takes only cards of the highest rank, {king}, or runs headed by one."),
    ("stock", "no-empty-column"): N_(
        "A deal gives each column a face-up card, from the left, until the stock ends; not while a column is empty."
    ),
    ("stock", "always"): N_(
        "A deal gives each column a face-up card, empty ones too, from the left, until the stock ends."
    ),
    ("deals", "even"): N_("The stock is gone through once: {deals:deal}."),
    ("deals", "uneven"): N_("The stock is gone through once: {deals:deal}, the last of only {last:card}."),
    ("turn", ""): N_("A face-down card that is uncovered is turned face up in the same step."),
    ("removal", "automatic"): N_("A complete run, {king} to A of one suit, leaves by itself."),
    ("removal", "by-move"): N_("A complete run, {king} to A of one suit, leaves when the player says so."),
    ("removal", "none"): N_("Cards go to the foundations one at a time and never come back."),
    ("goal", "runs"): N_("Won when {piles} complete runs are gone."),
    ("goal", "cards"): N_("Won when all {cards:card} lie on {piles} foundations, in suit from A to {king}."),
    ("auto", ""): N_(
        "When the stock is empty and foundation moves alone can end the game, auto makes them in one step."
    ),
}
"""The rules in words, by policy and word; :mod:`solitaire_cli.show.guide` chooses among them."""

COMPLAINTS: dict[str, str] = {
    "encoding": N_(
        "the output's encoding ({encoding}) cannot carry {what}; use --lang en, --ascii or PYTHONIOENCODING=utf-8"
    ),
    "no-input": N_("no FILE was named and standard input is a terminal; name a file, or - to type one"),
    "second-stdin": N_("standard input can be read only once; name - once"),
    "no-numbers": N_("name deal numbers, a range FROM-TO or -, or use --random"),
    "random-and-numbers": N_("--random picks the numbers; name none"),
    "count-alone": N_("--count goes with --random"),
    "reversed": N_('"{range}" runs backwards; write the smaller number first'),
    "mixed": N_('"{range}" mixes two kinds of numbers; write N-M or msN-msM'),
    "rule-form": N_('"{rule}" is no KEY=VALUE, such as suits=2'),
    "rule-twice": N_('"{option}" is set twice'),
    "not-saved": N_("not written, since a transcript is at fault: {name}"),
    "no-step": N_("there is no step {step}; the transcript has {steps:step}"),
    "narrow": N_("the picture is {needed} characters wide, this terminal {have}"),
    "exclusive": N_("{options:list} exclude each other"),
    "backwards": N_("--from {first} is after --to {last}"),
    "no-numbers-read": N_("cannot read standard input: {reason:system}"),
    "none-winnable": N_("{tried:number} tried: the search won none"),
    "none-of-grade": N_("{tried:number} tried: the search won none of the grade {grade}"),
    "too-few-winnable": N_("{tried:number} tried: only {dealt} would do"),
    "no-numpy": N_(
        "without numpy the search ends after level {levels}; for the fast one: pip install 'solitaire-cli[solve]'"
    ),
    "needs-numpy": N_(
        "without numpy the search ends after level {levels}, below this grade; pip install 'solitaire-cli[solve]'"
    ),
    "timeout": N_("--timeout is a number of seconds"),
    "passed": N_("{passed} known already, {lost} of them not won"),
    "solve-both": N_("name a GAME with its numbers, or --file FILE with transcripts"),
    "resume-unreadable": N_("{name}: cannot read: {reason:system}"),
    "resume-fault": N_("--resume: {name} is no file of answers; mend it or name another"),
    "rule-with-file": N_("-r goes with the name of a game; a transcript says its own rules"),
    "linear-text": N_("--linear goes with text; leave out -f"),
    "linear-diagram": N_("a diagram is not told in words; --linear goes with a transcript"),
    "no-terminal-system": N_("{option} needs a terminal of a kind that this system does not have"),
    "no-terminal-output": N_("{option} needs a terminal for its output"),
    "no-terminal-keys": N_("{option} needs a terminal for its keys, and none can be opened"),
    "no-terminal-dumb": N_('{option} needs a terminal that can place the cursor; TERM is "{term}"'),
    "yaml-diagram": N_("a diagram is no YAML; -f yaml goes with a transcript"),
}
"""What is said when a command cannot do its work."""


class _Catalogue(NamedTuple):
    """How to translate a text and a text with a number."""

    text: Callable[[str], str]
    many: Callable[[str, str, int], str]


@cache
def catalogue(language: str) -> _Catalogue:
    """The translations into ``language``; of English there are none."""
    if language == "en":
        return _Catalogue(str, lambda one, many, n: one if n == 1 else many)
    from gettext import translation
    from os import path

    found = translation(DOMAIN, path.join(path.dirname(path.dirname(__file__)), "locale"), [language])
    return _Catalogue(found.gettext, found.ngettext)


class _Words(string.Formatter):
    """The placeholders of a sentence: numbers with nouns, lists, texts by language, and texts made fit to be shown."""

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        translate = catalogue(self.language)
        if isinstance(value, Mapping):
            value = value.get(self.language, value["en"])
        if isinstance(value, Sequence) and not isinstance(value, str):
            items = listed([str(item) for item in value], self.language)
            if format_spec in LISTS:
                return translate.many(*LISTS[format_spec], len(value)).format(items=items)
            return items
        if isinstance(value, int):
            shown = f"{value}+" if value == LARGEST_NUMBER else str(value)
            if format_spec in NOUNS:
                return translate.many(*NOUNS[format_spec], value).format(n=shown)
            return shown
        if isinstance(value, float):
            whole, tenths = f"{value:.1f}".split(".")
            return translate.text(WORDS["decimal"]).format(whole=whole, tenths=tenths)
        if format_spec == "system" and value in REASONS:
            return translate.text(value)
        return printable(str(value)) if format_spec in ("long", "system") else quoted(str(value))


def listed(items: Sequence[str], language: str) -> str:
    """Texts as a list in words.

    >>> listed(["1", "4", "7"], "en")
    '1, 4 and 7'
    """
    if len(items) < 2:
        return "".join(items)
    template = catalogue(language).text(WORDS["and"])
    return template.format(items=", ".join(items[:-1]), last=items[-1])


def phrase(template: str, language: str, /, **details: Any) -> str:
    """A sentence of this module in ``language`` with its placeholders filled.

    >>> phrase(COMPLAINTS["no-step"], "en", step=9, steps=1)
    'there is no step 9; the transcript has 1 step'
    """
    return _Words(language).vformat(catalogue(language).text(template), (), details)


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


def fit(text: str, plain: bool, only: bool = False) -> str:
    """``text`` for an output: with ``plain`` its signs in ASCII, with ``only`` whatever else is not escaped too.

    >>> fit("Жук → K", True), fit("Ж", True, True)
    ('Жук -> K', '\\\\u0416')
    """
    if text.isascii() or not plain:
        return text
    text = text.translate(_PLAIN_SIGNS)
    return text.encode("ascii", "backslashreplace").decode() if only else text


def quoted(text: str) -> str:
    """``text`` cut at :data:`QUOTE` characters, its control characters escaped."""
    return printable(text if len(text) <= QUOTE else text[: QUOTE - 3] + "...")


def printable(text: str) -> str:
    r"""``text`` with everything escaped that is not meant to be seen: controls, direction marks, half characters.

    >>> printable("a\x1b[31m")
    'a\\x1b[31m'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\u00a0\u3000" else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")
