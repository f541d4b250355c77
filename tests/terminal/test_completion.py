"""What completes a line, and the scripts in the real shells, where they are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import SPIDERETTE, run
from terminals import ENTER, Terminal

BIN = Path(sys.executable).parent
ENVIRONMENT = {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}

OWN = SPIDERETTE.replace("en: Spiderina", 'en: "Spider of one, with a pack"')

LINES = [
    ("va", ["validate"]),
    ("deal spiderw", ["spiderwort"]),
    ("deal yuk", ["yukon", "yukon-cells", "yukon-kings", "yukonic-plague"]),
    ("deal жу", ["Жук"]),
    ("deal Spider\\ Mi", ["Spider Millennium"]),
    ('deal "Spider (2', ["Spider (2 Suits)"]),
    ("deal 'Spider (2 Suits)' -r suits=", ["suits=1", "suits=2", "suits=4"]),
    ("deal beetle -r ", ["empty=", "move="]),
    ("deal beetle -r empty=", ["empty=any", "empty=king"]),
    ("deal beetle -r 'empty=k", ["empty=king"]),
    ("deal beetle --rule=em", ["--rule=empty="]),
    ("deal beetle --rule=empty=k", ["--rule=empty=king"]),
    ("deal 'Spider Millennium' -r suits=", ["suits=1", "suits=2", "suits=4"]),
    ("deal beetle --ran", ["--random"]),
    ("deal beetle -f ", ["json", "text", "yaml"]),
    ("deal beetle --format=j", ["--format=json"]),
    ("deal beetle --lang=", ["--lang=en", "--lang=ru"]),
    ("completion ", ["bash", "fish", "zsh"]),
    ("play beet", ["beet", "beetle"]),
    ("play beetle -r ", ["empty=", "move="]),
    ("deal --game-file own.yaml spiderina -r columns=", ["columns=seven", "columns=two"]),
    ("deal --game-file=own.yaml -r columns=", ["columns=seven", "columns=two"]),
    ("deal --game-file own.yaml spider-m", ["spider-millennium"]),
    ("games --game-file missing --game-file game.moves --game-file own.yaml spiderin", ["spiderina"]),
    ("games --check ga", ["ga"]),
    ("games --game-file own.yaml 'Spider of", ["Spider of one, with a pack"]),
    ("validate --game-file own.yaml --output=ga", ["--output=ga"]),
    ("nonsense ded", []),
    ("help va", ["validate"]),
    ("help --", ["--help", "--lang"]),
    ("completion --", ["--help"]),
    ("solve beetle ga", []),
    ("solve game.moves oth", ["oth"]),
    ("solve beet", ["beet", "beetle"]),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("game.moves", "game one.moves", "other"):
        (tmp_path / name).touch()
    (tmp_path / "own.yaml").write_text(OWN, encoding="utf-8")
    return tmp_path


def test_all_games_are_offered() -> None:
    done = run(env={"_SOLITAIRE_CLI_COMPLETE": "bash_complete", "COMP_WORDS": "solitaire-cli deal "})
    found = [answer.split("\t")[1] for answer in done.lines[1:]]
    assert (len(found), found[0], found[-1]) == (142, "agnes-sorel", "yukonic-plague")


@pytest.mark.parametrize(("line", "expected"), LINES)
def test_answers(line: str, expected: list[str], folder: Path) -> None:
    """The word to complete, then what may stand there; the word itself stands for the files that begin with it."""
    asked = {"_SOLITAIRE_CLI_COMPLETE": "bash_complete", "COMP_WORDS": f"solitaire-cli {line}"}
    done = run(env=asked, cwd=folder)
    assert (done.code, done.err) == (0, b"")
    assert sorted(answer.split("\t")[1] for answer in done.lines[1:]) == expected


TYPED = [
    ("vali", "validate "),
    ("deal жу", "deal Жук "),
    ("deal Spider\\ m", "deal Spider\\ Millennium "),
    ('deal "Spider m', 'deal "Spider Millennium" '),
    ("deal beetle --format=j", "deal beetle --format=json "),
    ("deal beetle -r em", "deal beetle -r empty="),
    ("deal beetle --rule=empty=k", "deal beetle --rule=empty=king "),
    ("layout game\\ o", "layout game\\ one.moves "),
    ("layout --output=oth", "layout --output=other "),
]
PREPARED = {
    "bash": (
        ("bash", "--norc", "--noprofile", "-i"),
        r"""show() { echo "<<$READLINE_LINE>>"; READLINE_LINE=; }; bind -x '"\C-xs":show'""",
    ),
    "zsh": (
        ("zsh", "-f", "-i"),
        "autoload -U compinit; compinit -u -D; "
        'show() { print -r -- "<<$BUFFER>>"; BUFFER=; }; zle -N show; bindkey "^Xs" show',
    ),
}
"""How a shell is started, and made to tell its line, and empty it, at Ctrl-X s."""


@pytest.mark.parametrize("shell", ["bash", *(pytest.param(s, marks=pytest.mark.long) for s in PREPARED if s != "bash")])
def test_typed(shell: str, folder: Path) -> None:
    """A real shell on a terminal: what is typed is completed in place."""
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    command, setup = PREPARED[shell]
    with Terminal(command=command, cwd=folder, env={**ENVIRONMENT, "TERM": "dumb", "PS1": "> "}) as terminal:
        terminal.keys(f'{setup}; eval "$(solitaire-cli completion {shell})"; echo re""ady', ENTER)
        terminal.wait("ready")
        for typed, completed in TYPED:
            terminal.keys(f"solitaire-cli {typed}\t\x18s")
            line = terminal.wait(">>").rpartition("<<")[2].removesuffix(">>")
            assert line == f"solitaire-cli {completed}"


@pytest.mark.long
@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
def test_fish(folder: Path) -> None:
    """What a real fish offers, with its descriptions; it puts the backslashes itself."""
    lines = {
        "deal spider-m": ["spider-millennium"],
        "deal Spider\\ m": ["Spider Millennium"],
        "deal beetle --format=j": ["--format=json"],
        "deal beetle --rule=empty=k": ["--rule=empty=king"],
        "sol": ["solve\tSearch for a win, or prove that there is none."],
        "validate ga": ["game one.moves", "game.moves"],
        "layout --output=game\\ o": ["--output=game one.moves"],
    }
    code = "solitaire-cli completion fish | source; for line in $argv; complete -C $line; echo; end"
    done = subprocess.run(
        ["fish", "--no-config", "-c", code, *(f"solitaire-cli {line}" for line in lines)],
        cwd=folder,
        env={**os.environ, **ENVIRONMENT},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    found = [sorted(part.splitlines()) for part in done.stdout.removesuffix("\n\n").split("\n\n")]
    assert found == list(lines.values())


def test_a_question_that_is_none() -> None:
    for question in ("tcsh_complete", "powershell_complete", "bash_source"):
        done = run(env={"_SOLITAIRE_CLI_COMPLETE": question, "COMP_WORDS": "solitaire-cli "})
        assert (done.code, done.out, done.err) == (1, b"", b"")
