"""What commands say: labels, complaints, and the rules of a game in words."""

from __future__ import annotations

from solitaire_cli.words.translation import N_

LABELS: dict[str, str] = {  # words and lines of text output
    "error": N_("error"),
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
    "tried": N_("{tried:number} tried"),
    "same": N_("{place:long} and {other:long} are the same game: {steps:step}"),
    "same-so-far": N_("{place:long} and {other:long} are the same up to the fault: {steps:step}"),
    "part": N_("{place:long} and {other:long} part after step {step}"),
    "ends": N_("the game ends here"),
    "turned": N_("turned up: {cards}"),
    "option": N_("Option {option}: {values}."),
    "known": N_(
        "Deals 1 to {deals}: {won} won by the solver, {unwinnable} proved unwinnable, {unknown} undecided. "
        "Winnable: {share}% of these, and {all}% of all deals with 95% confidence."
    ),
    "from-to": N_("{low} to {high}"),
    "pysolfc": N_("{name:long} in PySolFC"),
    "pysolfc-names": N_("{names:long} (in PySolFC also {known:long})"),
    "pysolfc-other": N_("PySolFC also calls it {name:long}; here that is another game, {found:long}."),
    "chosen": N_("* the current value; choose another with -r OPTION=VALUE"),
}

SEARCH_WORDS: dict[str, str] = {  # why the solver has no win to show
    "unwinnable": N_("proved unwinnable"),
    "unknown": N_("no win found within effort {effort}; there may be one"),
    "late": N_("no win found within {seconds} s; there may be one"),
}

COMPLAINTS: dict[str, str] = {  # why a command cannot do what it was asked
    "error": N_("error"),
    "try": N_("Try '{path:long} --help'."),
    "cannot-write": N_("cannot write: {reason:system}"),
    "output-is-input": N_("{file:long} is both read and written to; name another file with -o"),
    "no-output-name": N_("-o needs the name of a file"),
    "cannot-write-file": N_("{file:long}: cannot write: {reason:system}"),
    "cannot-go-on": N_("cannot go on: {reason:system}"),
    "internal-error": N_("internal error: {error:long}; please report it"),
    "encoding": N_("output in {encoding} cannot show {what}; use --lang en, --ascii or PYTHONIOENCODING=utf-8"),
    "no-input": N_("no FILE given, and standard input is a terminal; name a file, or - to type one"),
    "second-stdin": N_("standard input can be read only once; give - once"),
    "no-numbers": N_("give deal numbers, a range FROM-TO or -, or use --random"),
    "random-and-numbers": N_("--random picks the numbers; do not give any"),
    "needs": N_("{option} needs {needed:or}"),
    "no-such-names": N_('no game has "{text}" in its names'),
    "rule-form": N_('"{rule}" is not KEY=VALUE, such as suits=2'),
    "no-game-has": N_("no game has {rules}"),
    "steps-form": N_('"{text}" is not a number of steps or a range, such as 100, 100-200 or 100-'),
    "date-form": N_('"{text}" is not a date or a range, such as 2026-11 or 2026-11-01..2026-11-30'),
    "contains-form": N_('"{text}" is not a row of steps without cards, such as "5-7 3-1x4 deal"'),
    "pattern-form": N_('"{text}" is not a regular expression: {reason}'),
    "rule-twice": N_('"{option}" is set twice'),
    "not-saved": N_("not written because a transcript has an error: {name}"),
    "no-step": N_("there is no step {step}; the transcript has {steps:step}"),
    "narrow": N_("the picture is {needed} characters wide, but the terminal only {have}"),
    "exclusive": N_("{options:list} cannot be used together"),
    "backwards": N_("--from {first} is after --to {last}"),
    "cut-where": N_("say where to cut, with --at, --from or --to"),
    "cut-undo": N_(
        "this undo goes back behind step {step}, where the cut begins; first use: solitaire-cli format --flatten"
    ),
    "diff-start": N_("this game does not begin as the one in {place:long} does"),
    "diff-alone": N_("there is no transcript {number} in {source:long} to compare this one with"),
    "none-winnable": N_("{tried:number} tried: the solver won none"),
    "none-of-grade": N_("{tried:number} tried: the solver won none of grade {grade}"),
    "too-few-winnable": N_("{tried:number} tried: only {dealt} qualified"),
    "no-search": N_("there is no search for this game"),
    "needs-numpy": N_("searching this game needs numpy: pip install 'solitaire-cli[solve]'"),
    "broken-numpy": N_("searching this game needs numpy, which does not load: {reason:system}"),
    "process-killed": N_("a process of --jobs was killed, perhaps for lack of memory; its work is done again"),
    "process-killed-again": N_(
        "a process of --jobs was killed, perhaps for lack of memory, and so was the one that did its work again"
    ),
    "no-process": N_("cannot start a process for --jobs: {reason:system}"),
    "passed": N_("{passed} already known, {lost} of them not won"),
    "solve-both": N_("give a GAME and its numbers, or files with transcripts"),
    "resume-unreadable": N_("{name}: cannot read: {reason:system}"),
    "answers-kept": N_("the answers found so far are in {file:long}; --resume goes on from there"),
    "answers-lost": N_("no answer was written to {file:long}"),
    "resume-fault": N_("--resume: {name} is not a file of answers; fix it or name another"),
    "convert-nothing": N_("name the format of the input with --from, that of the output with --to, or both"),
    "convert-deals": N_("{file:long} does not hold one deal, but several; leave one in it"),
    "pickle": N_("a file of PySolFC's is a Python pickle: reading it runs whatever code it holds, so it is not read"),
    "one-game": N_("games explains one game at a time; put a name of several words in quotes"),
    "rule-with-file": N_("-r needs the name of a game; a transcript has its own rules"),
    "linear-text": N_("--linear is for text output only; leave out -f"),
    "linear-diagram": N_("a diagram cannot be put into words; --linear needs a transcript"),
    "no-terminal-system": N_("{option} needs a kind of terminal that this system does not have"),
    "no-terminal-output": N_("{option} needs a terminal to write to"),
    "no-terminal-keys": N_("{option} needs a terminal to read keys from, but none can be opened"),
    "no-terminal-dumb": N_('{option} needs a terminal that can move the cursor; TERM is "{term}"'),
    "yaml-diagram": N_("a diagram has no YAML form; -f yaml needs a transcript"),
    "play-no-input": N_("play continues a file, not standard input"),
    "play-no-output": N_("-o takes the name of a new file, not standard output"),
    "play-file-and-number": N_("{file:long} is a file; a number goes with the name of a game"),
    "play-file-and-output": N_("a continued game stays in its file; -o goes with the name of a game"),
    "play-exists": N_("{file:long} already exists; continue it with: {command:long}; or name another file with -o"),
    "play-busy": N_("{file:long} is being played by another program"),
    "play-no-file": N_("{file:long}: a game needs a regular file, not a folder, pipe, device or broken link"),
    "play-json-line": N_("a JSON line cannot be continued; write it as text first, with: solitaire-cli format"),
    "play-claim": N_('a further step may make "result: {claim}" wrong; remove that line first'),
    "play-lost": N_("{file:long}: {reason:system}; nothing more was written to it. The game as it was played:"),
}
