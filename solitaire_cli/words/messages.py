"""What commands say: labels, complaints, reasons, and the rules of a game in words."""

from __future__ import annotations

from solitaire_cli.words.translation import N_

LABELS: dict[str, str] = {
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
    "needs-numpy": N_("searching this game needs numpy: pip install 'solitaire-cli[solve]'"),
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
