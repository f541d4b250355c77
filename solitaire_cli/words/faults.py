"""A sentence for each code and variant of a fault, and a note on a character that does not belong where it stands."""

from __future__ import annotations

import re

from solitaire_cli.core.cards import GLYPHS
from solitaire_cli.core.errors import Code, Fault, Problem
from solitaire_cli.words.foreign_faults import FOREIGN_FAULTS
from solitaire_cli.words.rule_faults import RULE_FAULTS
from solitaire_cli.words.translation import N_, phrase

SENTENCES: dict[tuple[Code, str], str] = {
    (Code.UNREADABLE, ""): N_("cannot read: {reason:system}"),
    (Code.ENCODING, "byte"): N_("byte {byte} is not valid UTF-8; save the file as UTF-8 text"),
    (Code.ENCODING, "utf-16"): N_("this looks like {kind}; save the file as UTF-8 text"),
    (Code.ENCODING, "packed"): N_("this is {kind} data, not text; unpack it first"),
    (Code.ENCODING, "file"): N_("this is a {kind} file, not text"),
    (Code.ENCODING, "program"): N_("this is a program, not text"),
    (Code.ENCODING, "character"): N_("{character} is a control character or not a character at all; remove it"),
    (Code.ENCODING, "line"): N_("the line is longer than {longest} bytes; split it"),
    (Code.ENCODING, "whole"): N_("the file is longer than {longest} bytes"),
    (Code.YAML, ""): N_("this is not valid YAML: {said:long}"),
    (Code.YAML, "quotes"): N_('this is not valid YAML: {said:long}; put the value of "{key}" in quotes'),
    (Code.YAML, "map"): N_('this is not valid YAML: {said:long}; "{key}" must be a map, such as {{suits: 2}}'),
    (Code.YAML, "indented"): N_("this is not valid YAML: {said:long}; begin a key at the start of its line"),
    (Code.YAML, "colon"): N_('this is not valid YAML: {said:long}; write "key: value", with a blank after the colon'),
    (Code.YAML, "unclosed"): N_('the header that starts here has no closing "---" line'),
    (Code.YAML, "no-map"): N_('the header has no keys; write lines such as "game: beetle"'),
    (Code.YAML, "no-fields"): N_('a rule file is made up of fields; write lines such as "packs: 2"'),
    (Code.YAML, "alias"): N_("anchors and aliases (& and *) are not supported; write the value out or quote it"),
    (Code.YAML, "tag"): N_("tags (!) are not supported; quote a value that starts with one"),
    (Code.YAML, "documents"): N_("only one YAML document is allowed here"),
    (Code.YAML, "escape"): N_("an escape goes beyond U+10FFFF, the last character of Unicode"),
    (Code.YAML, "deep"): N_("lists and maps are nested more than {deepest} levels deep"),
    (Code.YAML, "key"): N_("a key must be text"),
    (Code.YAML, "long"): N_("the header is longer than {longest} characters"),
    (Code.YAML, "long-file"): N_("the rule file is longer than {longest} characters"),
    (Code.YAML, "comments"): N_("the comments of this transcript are longer than {longest} characters; shorten them"),
    (Code.YAML, "json"): N_('this is not a JSON object: {said:long}; write one object per line, as "jq -c" does'),
    (Code.NO_HEADER, ""): N_('this text has no header; start with a header between two "---" lines'),
    (Code.NO_HEADER, "json"): N_(
        'this text has no header; JSON is read as one object per line, from the start of the line, as "jq -c" writes it'
        ", or \"jq -c '.[]'\" from an array"
    ),
    (Code.NO_HEADER, "empty"): N_("there is no transcript in the input"),
    (Code.DUPLICATE_KEY, ""): N_('the key "{key}" is already set on line {first}; keep one of them'),
    (Code.UNKNOWN_KEY, ""): N_('unknown key "{key}"; the keys are {keys:list}'),
    (Code.UNKNOWN_KEY, "near"): N_('unknown key "{key}"; did you mean "{near}"?'),
    (Code.UNKNOWN_KEY, "option"): N_('unknown key "{key}"; it is an option of {game}: write "rules: {rules}"'),
    (Code.UNKNOWN_KEY, "steps"): N_('unknown key "{key}"; write the steps below the header, after its closing "---"'),
    (Code.MISSING_KEY, "game"): N_('the header does not name a game; add a line such as "game: beetle"'),
    (Code.MISSING_KEY, ""): N_('the header does not say where the game starts; add a "deal" number or "columns"'),
    (Code.BAD_VALUE, "text"): N_('"{key}" must be text, not a list or a map'),
    (Code.BAD_VALUE, "list"): N_('"{key}" must be a list with one text per column'),
    (Code.BAD_VALUE, "places"): N_('"{key}" must be a list of texts, one for each, such as [9S, ""]'),
    (Code.BAD_VALUE, "map"): N_('"{key}" must be a map, such as {{suits: 2}}'),
    (Code.BAD_VALUE, "nothing-text"): N_('"{key}" has no value; write one or remove the key'),
    (Code.BAD_VALUE, "nothing-comment"): N_(
        '"{key}" has no value, since "#" begins a comment; leave it out, or put the value in quotes'
    ),
    (Code.BAD_VALUE, "nothing-list"): N_('"{key}" has no value; write one text per column'),
    (Code.BAD_VALUE, "nothing-places"): N_('"{key}" has no value; write a list of texts or remove the key'),
    (Code.BAD_VALUE, "nothing-map"): N_('"{key}" has no value; write a map or remove the key'),
    (Code.BAD_VALUE, "item"): N_('each item of "{key}" must be text; an empty column is ""'),
    (Code.BAD_VALUE, "item-places"): N_('each item of "{key}" must be text; one without cards is ""'),
    (Code.BAD_VALUE, "result"): N_('"{value}" is not a result; write {values:or}'),
    (Code.BAD_VALUE, "moves"): N_('"{key}" must be text or a list of texts'),
    (Code.BAD_VALUE, "piles"): N_('"{key}" must be the top cards as text, or the list of piles of a record'),
    (Code.UNKNOWN_GAME, ""): N_('unknown game "{game}"; the games are {games:list}'),
    (Code.UNKNOWN_GAME, "many"): N_('unknown game "{game}"; "solitaire-cli games" lists all {count}'),
    (Code.UNKNOWN_GAME, "near"): N_('unknown game "{game}"; did you mean {near:quoted}?'),
    (Code.UNKNOWN_RULE, ""): N_('{game} has no option "{option}"; its options are {options:list}'),
    (Code.UNKNOWN_RULE, "none"): N_('{game} has no options, so "{option}" cannot be set'),
    (Code.UNKNOWN_RULE, "value"): N_('"{option}" cannot be "{value}"; write {values:or}'),
    (Code.BAD_DEAL, ""): N_('"{deal}" is not a deal number; write 1 to {largest}, or ms1 to ms{largest_ms}'),
    (Code.BAD_DEAL, "microsoft"): N_('"{deal}" is not the number of a deal; write #1 to #{largest}'),
    (Code.BAD_DEAL, "range"): N_('"{deal}" is not a deal number; write N, or a range as FROM-TO'),
    (Code.BAD_DEAL, "reversed"): N_('"{range}" is backwards; write the smaller number first'),
    (Code.BAD_DEAL, "mixed"): N_('"{range}" mixes two kinds of numbers; write N-M or msN-msM'),
    (Code.BAD_DEAL, "mixed-foreign"): N_(
        '"{range}" mixes two kinds of numbers; both ends begin with the kind, as in win7-1-win7-5'
    ),
    (Code.BAD_DEAL, "win7"): N_('"{deal}" is not a deal number of Windows 7; write win7-1 to win7-{largest}'),
    (Code.BAD_DEAL, "foreign"): N_('"{deal}" is a deal of another program, and {game} takes no such numbers'),
    (Code.BAD_DEAL, "foreign-rules"): N_(
        '"{deal}" deals other cards or columns than {game} has with these options; leave the options at their defaults'
    ),
    (Code.BAD_CARD, ""): N_('"{card}" is not a card; write rank and suit, such as 9S or TD'),
    (Code.BAD_CARD, "pile"): N_('"{card}" is not a foundation; write the suit and the rank on top, such as H-0 or S-K'),
    (Code.BAD_CARD, "type"): N_('"{card}" is not the type of a card; those are 0 to 51'),
    (Code.BAD_CARD, "value"): N_('"{card}" is not suit and rank of a card, or there are too many cards'),
    (Code.BAD_CARD, "unknown"): N_('"{card}" is a card that the file does not know, so the position is incomplete'),
    (Code.WRONG_DECK, ""): N_(
        "{cards:card}, but the game has {wanted}: {missing} missing, {extra} extra (columns {columns}, stock {stock})"
    ),
    (Code.WRONG_DECK, "seen"): N_(
        "{cards:card}, but the game has {wanted}: {missing} missing{lacking:cards}, {extra} extra{over:cards}; "
        "columns {columns}, stock {stock}"
    ),
    (Code.WRONG_DECK, "option"): N_(
        '{cards:card}, but the game has {wanted}: {missing} missing, {extra} extra; they fit with "rules: {rules}"'
    ),
    (Code.WRONG_DECK, "places"): N_(
        "{cards:card}, but the game has {wanted}: {missing} missing, {extra} extra ({held:places})"
    ),
    (Code.WRONG_DECK, "seen-places"): N_(
        "{cards:card}, but the game has {wanted}: {missing} missing{lacking:cards}, {extra} extra{over:cards}; "
        "{held:places}"
    ),
    (Code.WRONG_LAYOUT, "arrival"): N_("the steps before this board do not lead to it"),
    (Code.WRONG_LAYOUT, "row"): N_("{cards:card} in this row, but the game deals {wanted}"),
    (Code.WRONG_LAYOUT, "stock-line"): N_("{cards:card} in the stock, but the game has {wanted}"),
    (Code.WRONG_LAYOUT, "short-deal"): N_("the deal that starts here ends too early"),
    (Code.WRONG_LAYOUT, "columns"): N_("{columns:column_count}, but the game has {wanted}"),
    (Code.WRONG_LAYOUT, "covered"): N_("column {column} has face-down cards; this game deals none"),
    (Code.WRONG_LAYOUT, "order"): N_("column {column} has a face-down card on top of a face-up one"),
    (Code.WRONG_LAYOUT, "playable"): N_("the playable card of column {column} is face down; turn it face up"),
    (Code.WRONG_LAYOUT, "run"): N_("column {column} has a complete run, which would have left by itself"),
    (Code.WRONG_LAYOUT, "cells"): N_("more cells ({count}) than the game has ({wanted})"),
    (Code.WRONG_LAYOUT, "reserves"): N_("more reserves ({count}) than the game has ({wanted})"),
    (Code.WRONG_LAYOUT, "room"): N_("{place} holds {cards:card}, but has room for {room}"),
    (Code.WRONG_LAYOUT, "unfinished"): N_("the cards of a finished run are all of one suit, from king to ace"),
    (Code.WRONG_LAYOUT, "finished"): N_("a finished run is named by its ace, such as AS"),
    (Code.WRONG_LAYOUT, "height"): N_("a foundation with {card} on top cannot hold {count:card}"),
    (Code.WRONG_LAYOUT, "base"): N_("the foundations are empty, but a deal begins them"),
    (Code.WRONG_LAYOUT, "in-place"): N_("the game has no foundations; its runs stay in the columns"),
    (Code.DEAL_MISMATCH, "columns"): N_(
        "not deal {deal}: the cards differ {differ:in_columns}; remove the columns or the deal"
    ),
    (Code.DEAL_MISMATCH, "stock"): N_("not deal {deal}: the stock differs in {count:place}; remove it or the deal"),
    (Code.DEAL_MISMATCH, "foundations"): N_("not deal {deal}: a deal starts with empty foundations"),
    (Code.DEAL_MISMATCH, "begun"): N_("not deal {deal}: the foundations differ; remove them or the deal"),
    (Code.DEAL_MISMATCH, "cells"): N_("not deal {deal}: the cells differ; remove them or the deal"),
    (Code.DEAL_MISMATCH, "reserves"): N_("not deal {deal}: the reserves differ; remove them or the deal"),
    (Code.SYNTAX, ""): N_('"{token}" is not a step; write 3-7, 3-7x4, 3-7x*, 3-f, deal, auto, undo or redo'),
    (Code.SYNTAX, "text"): N_(
        '"{token}" is not a step; a comment begins with "#", a header with a line of "---" alone'
    ),
    (Code.SYNTAX, "label"): N_('"{token}" is not a step; a label is a number and a full stop by itself: {near}'),
    (Code.SYNTAX, "marks"): N_('"{token}" is not a step; write steps with nothing but blanks between them: {near}'),
    (Code.SYNTAX, "near"): N_('"{token}" is not a step; did you mean "{near}"?'),
    (Code.SYNTAX, "claim"): N_('"{token}" is not a step: "{claim}" is not a card; write rank and suit, such as 9S'),
    (Code.SYNTAX, "standard"): N_(
        '"{token}" is not a move in standard notation; write source and target: 1 to 9, a to g, h for the foundations'
    ),
    (Code.SYNTAX, "two-ways"): N_('"{token}" can be read in two ways, and both are legal'),
    (Code.SYNTAX, "letters"): N_(
        '"{token}" is not a move; write the letters of two columns, such as ab or ab5, or "deal"'
    ),
    (Code.SYNTAX, "brackets"): N_('"{token}" has no partner; a list of moves is written <ab,ac5,bc3>'),
    (Code.SYNTAX, "move-list"): N_(
        '"{token}" is not a step here; write "move 3 6 1" (source, target, count) or "deal"'
    ),
    (Code.SYNTAX, "words"): N_('"{token}" is not a step of fc-solve; write "Move 2 cards from stack 0 to stack 5"'),
    (Code.SYNTAX, "xml"): N_("this is not valid XML: {said:long}"),
    (Code.SYNTAX, "xml-entities"): N_("this XML declares entities or other things of its own; such a file is not read"),
    (Code.SYNTAX, "xml-deep"): N_("this XML has more than {deepest} elements in one another"),
    (Code.SYNTAX, "pile-name"): N_('"{token}" is not a pile of a game that can be read'),
    (Code.SYNTAX, "xml-value"): N_('"{token}" does not belong here; {wanted:or} may stand here'),
    (Code.SYNTAX, "spider-solver"): N_(
        '"{token}" is not a pile; a line is one of Play0 to Play9, Deal0 to Deal4 or Off, a colon and cards'
    ),
    (Code.SYNTAX, "card-lists"): N_(
        '"{token}" does not belong here, or the rest is missing; write an object of lists, such as '
        '"stock": ["2D", "10H"]'
    ),
    (Code.MOVE_NUMBER, ""): N_('the label "{token}" is wrong: the next step is number {next}'),
    (Code.NO_SUCH_COLUMN, ""): N_("there is no column {column}; the columns are 1 to {columns}"),
    (Code.NO_SUCH_CELL, ""): N_("there is no cell {place}; this game has {count:cell}"),
    (Code.NO_SUCH_CELL, "no-cells"): N_("there is no cell {place}; this game has no cells"),
    (Code.NO_SUCH_CELL, "reserve"): N_("there is no reserve {place}; this game has {count:reserve}"),
    (Code.NO_SUCH_CELL, "no-reserves"): N_("there is no reserve {place}; this game has no reserves"),
    (Code.NO_SUCH_CELL, "pile"): N_("there is no foundation {place}; this game has {count:foundation}"),
    (Code.NO_SUCH_STEP, ""): N_(
        "no step goes from {source} to {target}; cards from cells and reserves go to columns and foundations"
    ),
    (Code.NO_SUCH_STEP, "reserve"): N_("no step goes to {target}; reserves take no cards in this game"),
    (Code.SAME_COLUMN, ""): N_("column {column} is both source and target; choose another target"),
    (Code.EMPTY_COLUMN, ""): N_("column {column} is empty; there is nothing to move"),
    (Code.EMPTY_CELL, ""): N_("{place} is empty; there is nothing to move"),
    (Code.TOO_FEW_CARDS, ""): N_("column {column} has {size:card}, not {count}; at most {movable:card} can move"),
    (Code.TOO_FEW_CARDS, "place"): N_("{place} has {size:card}, not {count}; at most {movable:card} can move"),
    (Code.FACE_DOWN, ""): N_("column {column} has {up:card} face up, not {count}; at most {movable:card} can move"),
    (Code.ONE_CARD, ""): N_("cards move one at a time in this game, not {count} at once; write single moves"),
    (Code.ONE_CARD, "place"): N_("cards leave {place} one at a time, not {count} at once; write single moves"),
    (Code.ONE_CARD, "cell"): N_("{target} takes cards one at a time, not {count} at once; write single moves"),
    (Code.NOT_A_RUN, ""): N_("{lower} on {upper} breaks the run in column {column}; at most {movable:card} can move"),
    (Code.NOT_A_RUN, "suit"): N_("{lower} on {upper} changes suit in column {column}; at most {movable:card} can move"),
    (Code.NOT_A_RUN, "other-colour"): N_(
        "{lower} on {upper} does not change colour in column {column}; at most {movable:card} can move"
    ),
    (Code.NOT_A_RUN, "same-colour"): N_(
        "{lower} on {upper} changes colour in column {column}; at most {movable:card} can move"
    ),
    (Code.NOT_A_RUN, "other-suit"): N_(
        "{lower} on {upper} does not change suit in column {column}; at most {movable:card} can move"
    ),
    (Code.NOT_A_RUN, "place"): N_("{lower} on {upper} breaks the run in {place}; at most {movable:card} can move"),
    (Code.CARD_MISMATCH, ""): N_("the move from column {column} starts with {card}, not {claim}"),
    (Code.CARD_MISMATCH, "place"): N_("the move from {place} starts with {card}, not {claim}"),
    (Code.CELL_TAKEN, ""): N_("{place} already holds a card; {free} is empty"),
    (Code.CELL_TAKEN, "full"): N_("{place} already holds a card, and no cell is empty; play a card from one first"),
    (Code.CELL_TAKEN, "reserve"): N_("{place} is full; take a card from it first"),
    (Code.CELL_TAKEN, "reserve-run"): N_("{place} holds cards and takes others only when it is empty"),
    (Code.CELL_TAKEN, "closed"): N_("{place} takes cards only when the stock is empty; {left:card} left to deal"),
    (Code.NO_EMPTY_COLUMN, ""): N_("{card} cannot go to column {target}: empty columns stay empty in this game"),
    (Code.KING_ONLY, "king"): N_("{card} cannot go to column {target}: an empty column takes only a king"),
    (Code.KING_ONLY, ""): N_("{card} cannot go to column {target}: an empty column takes only {king:a}"),
    (Code.BUILD_RANK, ""): N_("{card} does not go on {top} in column {target}; {wanted:or} would"),
    (Code.BUILD_RANK, "any-suit"): N_("{card} does not go on {top} in column {target}; {wanted:a} of any suit would"),
    (Code.BUILD_RANK, "other-colour"): N_(
        "{card} does not go on {top} in column {target}; {wanted:a} of the other colour would"
    ),
    (Code.BUILD_RANK, "same-colour"): N_(
        "{card} does not go on {top} in column {target}; {wanted:a} of the same colour would"
    ),
    (Code.BUILD_RANK, "other-suit"): N_(
        "{card} does not go on {top} in column {target}; {wanted:a} of another suit would"
    ),
    (Code.BUILD_RANK, "ace"): N_("{card} does not go on {top} in column {target}; nothing goes on an ace"),
    (Code.BUILD_RANK, "king"): N_("{card} does not go on {top} in column {target}; it goes only to an empty column"),
    (Code.BUILD_RANK, "never"): N_("{card} does not go on {top} in column {target}; no column takes it"),
    (Code.BUILD_RANK, "nothing"): N_("{card} does not go on {top} in column {target}; nothing does"),
    (Code.BUILD_COLOUR, "other-colour"): N_(
        "{card} has the same colour as {top} in column {target}; {wanted:or} would go there"
    ),
    (Code.BUILD_COLOUR, "same-colour"): N_(
        "{card} does not match the colour of {top} in column {target}; {wanted:or} would"
    ),
    (Code.BUILD_SUIT, ""): N_("{card} does not match the suit of {top} in column {target}; {wanted:or} would"),
    (Code.BUILD_SUIT, "other-suit"): N_(
        "{card} has the same suit as {top} in column {target}; {wanted:or} would go there"
    ),
    (Code.NO_SPACE, ""): N_(
        "only {space:card} can move at once now, not {count}; with more empty cells or columns more could"
    ),
    (Code.NO_SPACE, "cells"): N_(
        "only {space:card} can move at once now, not {count}; with more empty cells more could"
    ),
    (Code.NO_SPACE, "pieces"): N_(
        "only {space:piece} of one suit can move at once now, not {weight}; with more empty columns more could"
    ),
    (Code.NO_SPACE, "supermove"): N_(
        "there is no way to carry {count:card} of several suits from column {column} to column {target} piece by piece"
    ),
    (Code.NO_FOUNDATION_MOVE, ""): N_("complete runs leave by themselves in this game; remove the step"),
    (Code.NO_FOUNDATION_MOVE, "in-place"): N_("this game has no foundations: complete runs stay in their columns"),
    (Code.RUN_INCOMPLETE, ""): N_("column {column} does not end in a complete run: {card} is where {wanted} should be"),
    (Code.RUN_INCOMPLETE, "no-ace"): N_("column {column} ends in {last}, not in the ace of a complete run"),
    (Code.RUN_INCOMPLETE, "short"): N_("column {column} has only {have:card} of a run of {ranks}; {wanted} is missing"),
    (Code.RUN_INCOMPLETE, "loose"): N_(
        "column {column} does not end in a complete run: {have:card} in sequence, not {ranks}"
    ),
    (Code.RUN_INCOMPLETE, "place"): N_("{place} holds no complete run; runs leave from columns"),
    (Code.FOUNDATION_RANK, ""): N_("{card} cannot go to a foundation yet; its suit needs {wanted:or} next"),
    (Code.FOUNDATION_RANK, "pile"): N_("{card} does not go to the foundation {pile}; it needs {wanted} next"),
    (Code.FOUNDATION_RANK, "full"): N_("{card} does not go to the foundation {pile}, which is complete"),
    (Code.STOCK_EMPTY, ""): N_("the stock is empty; there is nothing to deal"),
    (Code.DEAL_BLOCKED, ""): N_(
        "cannot deal while a column is empty; first fill {empty:columns} with cards {sources:from_columns}"
    ),
    (Code.DEAL_BLOCKED, "heads"): N_(
        "cannot deal while a column is empty; first fill {empty:columns} with {heads:or} {sources:from_columns}"
    ),
    (Code.DEAL_BLOCKED, "none"): N_("cannot deal while a column is empty; no card can fill {empty:columns} now"),
    (Code.DEAL_BLOCKED, "never"): N_(
        "cannot deal while a column is empty, and no deal can come any more: at most {spare:card} can fill "
        "{empty:columns}"
    ),
    (Code.NO_AUTO, ""): N_('{game} has no "auto" step'),
    (Code.AUTO_NOT_READY, ""): N_("no order of moves to the foundations was found that finishes the game from here"),
    (Code.AUTO_NOT_READY, "stock"): N_("auto needs an empty stock; {stock:card} left to deal"),
    (Code.AUTO_NOT_READY, "won"): N_("the game is already won; auto has no cards left to move"),
    (Code.NOTHING_TO_UNDO, ""): N_("there is no step to undo"),
    (Code.NOTHING_TO_UNDO, "few"): N_("only {have:step} can be undone"),
    (Code.NOTHING_TO_REDO, ""): N_("there is no undone step to redo"),
    (Code.NOTHING_TO_REDO, "few"): N_("only {have:step} can be redone"),
    (Code.RESULT_MISMATCH, ""): N_("the header claims {claim}, but after the last step the game is {result}"),
    **FOREIGN_FAULTS,
    **RULE_FAULTS,
}
"""The sentences by code and variant. They can all quote ``{token}``, what was typed."""


def sentence(problem: Problem | Fault, language: str = "en") -> str:
    """Return the sentence for a fault, its token quoted.

    >>> sentence(Fault(Code.EMPTY_COLUMN, {"column": 3}))
    'column 3 is empty; there is nothing to move'
    """
    fault, token = (problem, None) if isinstance(problem, Fault) else (problem.fault, problem.token)
    details = {"token": token or "", **fault.details}
    text = phrase(SENTENCES[fault.code, fault.variant], language, **details)
    for name in TYPED.get(fault.code, ()):
        # the name of a game and prose may be in any alphabet, all else is ASCII
        by_itself = name == "game" or fault.variant == "text"
        like = "".join(details.get("near", "")) if by_itself else NOTATION
        if isinstance(typed := details.get(name), str):
            text = noted(text, typed, language, like)
    return text


TYPED = {
    Code.YAML: ("odd",),
    Code.NO_HEADER: ("odd",),
    Code.UNKNOWN_KEY: ("key",),
    Code.BAD_VALUE: ("value", "field"),
    Code.UNKNOWN_GAME: ("game",),
    Code.UNKNOWN_RULE: ("option", "value"),
    Code.BAD_DEAL: ("deal",),
    Code.BAD_CARD: ("card",),
    Code.SYNTAX: ("token",),
}
"""The details in which a character may be out of place, by code."""
NOTATION = "a" + GLYPHS
"""What steps, cards, numbers and keys are made of: ASCII, and the signs of the suits."""

NOTE = N_("{sentence:long} ({character} is {name})")
HIDDEN_NOTE = N_("{sentence:long} (it contains {name})")


def noted(sentence: str, typed: str, language: str, like: str = "") -> str:
    """Return ``sentence`` with a note on the first character of ``typed`` that is out of place, if there is one.

    That is a letter of an alphabet that ``like`` does not have, by default of another than most of ``typed``, or any
    other character that is neither ASCII nor in ``like``.

    >>> noted('"2–1" is not a step', "2–1", "en"), noted('unknown game "Жyк"', "Жyк", "en")
    ('"2–1" is not a step (– is U+2013 EN DASH)', 'unknown game "Жyк" (y is U+0079 LATIN SMALL LETTER Y)')
    """
    from unicodedata import category, name

    def alphabet(letter: str) -> str:
        return "ASCII" if letter.isascii() else name(letter, "").partition(" ")[0]

    alphabets = [alphabet(letter) for letter in like or typed if letter.isalpha()]
    if not like and alphabets:
        alphabets = [max(dict.fromkeys(alphabets), key=alphabets.count)]
    for each in re.sub(f"([{GLYPHS}])[\ufe0e\ufe0f]", r"\1", typed):  # a sign may have a selector of its style
        if alphabet(each) not in alphabets if each.isalpha() else not (each.isascii() or each in like):
            code = f"U+{ord(each):04X}"
            if code in sentence or "\ud800" <= each <= "\udfff":  # told already, or half a character: a byte
                break
            template = NOTE if category(each)[0] in "LNPS" else HIDDEN_NOTE
            details = {"character": each, "name": f"{code} {name(each, '')}".rstrip()}
            return phrase(template, language, sentence=sentence, **details)
    return sentence
