"""``play``: what a player sees and what is in the file, at a real terminal and without one."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support import COMMAND, DEALS, process, run, surroundings

if sys.platform == "win32":
    pytest.skip("terminals, signals and locks of POSIX", allow_module_level=True)

import resource

from terminals import Terminal

from solitaire_cli.play.player_commands import COMMANDS, STEP_HELP
from solitaire_cli.words.language import LANGUAGES

HELP = [*STEP_HELP.values(), *(command.help for command in COMMANDS.values())]
START = "---\ngame: spiderwort\ndeal: 1\n---\n"
FILE = "spiderwort-1.moves"
CONTINUE = f"Continue with: solitaire-cli play --ascii {FILE}"
GAME = ("play", "spiderwort", "1", "--ascii")


def kept(folder: Path, name: str = FILE) -> list[str]:
    """The steps in a file, whose header is that of Spiderwort 1."""
    text = (folder / name).read_text("utf-8")
    assert text.startswith(START)
    return text.removeprefix(START).splitlines()


def steps_of(path: Path, number: int = 0) -> list[str]:
    """The canonical steps of a sample."""
    done = run("format", "-f", "json", str(path))
    return list(done.records[number]["moves"])


# without a terminal


def test_a_line_program(tmp_path: Path) -> None:
    """The board at the start and after each line that changes it; what is kept is what was accepted."""
    done = run(*GAME, stdin="2-1\n\n# nothing\n3-11 11-2\nundo\n", cwd=tmp_path)
    assert (done.code, done.errors) == (0, [])
    assert kept(tmp_path) == ["2-1", "3-11", "11-2x2", "undo"]
    assert [line for line in done.lines if line.startswith("step")] == [
        "step 1: 2-1, turned up: 4C",
        "step 2: 3-11, turned up: 7D",
        "step 3: 11-2x2, turned up: 3H",
        "step 2: undo (11-2x2)",
    ]
    assert done.lines.count("[STOCK: 85]") == 4
    assert done.lines[0] == "Spiderwort 1, step 0"
    assert f"Each step is saved to {FILE} at once. Type a step, such as 2-1, or help." in done.lines
    assert done.lines[-1] == CONTINUE
    # what is on the screen is what the others draw of the file
    shown = run("layout", FILE, "--ascii", cwd=tmp_path).lines[1:]
    assert shown == done.lines[-1 - len(shown) : -1]


def test_the_rest_of_a_line_waits_for_a_better_one(tmp_path: Path) -> None:
    done = run(*GAME, stdin="2-1 3-1 6-8\n", cwd=tmp_path)
    assert kept(tmp_path) == ["2-1"]
    assert done.lines[-2] == "3-1: 2H does not go on 7C in column 1; a 6 of any suit would"


REFUSALS = {
    "en": {
        "8-1": "8-1: QS does not go on 8C in column 1; a 7 of any suit would",
        "why 8-1": "8-1: QS does not go on 8C in column 1; a 7 of any suit would",
        "why 2-1": "2-1 is legal",
        "why": "why takes a step, such as why 2-1",
        "undo": "undo: there is no step to undo",
        "undo 0": "undo takes a number, such as undo 3",
        "undo three": "undo takes a number, such as undo 3",
        "undo −1": "undo takes a number, such as undo 3 (− is U+2212 MINUS SIGN)",
        "goto ３": "goto takes a number, such as goto 3 (３ is U+FF13 FULLWIDTH DIGIT THREE)",
        "redo 2 3": "redo takes a number, such as redo 3",
        "redo 3": "redo 3: there is no undone step to redo",
        "goto 5": "there is no position 5; goto takes 0 to 0",
        "mvoes": '"mvoes" is neither a step nor a command; did you mean "moves"?',
        "abracadabra": '"abracadabra" is neither a step nor a command; help lists both',
        "5-x": '"5-x" is neither a step nor a command; help lists both',
        "why hint": "why takes a step, such as why 2-1",
        "why undo": "undo: there is no step to undo",
        "\u00a0": '"\u00a0" is neither a step nor a command; help lists both (it contains U+00A0 NO-BREAK SPACE)',
        "mоves": '"mоves" is neither a step nor a command; did you mean "moves"? (о is U+043E CYRILLIC SMALL LETTER O)',
        "2-1\x0b": '"2-1\\x0b" is neither a step nor a command; help lists both',
        "1-2:9К": '"1-2:9К" is not a step: "9К" is not a card; write rank and suit, such as 9S '
        "(К is U+041A CYRILLIC CAPITAL LETTER KA)",
        "2.": 'the label "2." is wrong: the next step is number 1',
        "why 1.": "1. is the right label",
        "quit now": "type quit alone, with nothing after it",
        "save": "save takes the name of a new file",
    },
    "ru": {
        "8-1": "8-1: QS не ложится на 8C в столбце 1; подошла бы 7 любой масти",
        "why 2-1": "ход 2-1 возможен",
        "undo": "undo: отменять больше нечего",
        "goto 5": "позиции 5 нет; goto принимает числа от 0 до 0",
        "undo three": "для undo нужно число, например undo 3",
        "undo 1_0": "для undo нужно число, например undo 3",
        "goto ٠": "для goto нужно число, например goto 3 (٠ — это U+0660 ARABIC-INDIC DIGIT ZERO)",
        "ход": "«ход» — не ход и не команда; что можно ввести, покажет help (х — это U+0445 CYRILLIC SMALL LETTER HA)",
        "mvoes": "«mvoes» — не ход и не команда; может быть, «moves»?",
    },
}


@pytest.mark.parametrize(
    ("language", "line"), [(language, line) for language in LANGUAGES for line in REFUSALS[language]]
)
def test_a_refusal_explains_itself_and_changes_nothing(tmp_path: Path, language: str, line: str) -> None:
    done = run("play", "spiderwort", "1", "--lang", language, stdin=f"{line}\n", cwd=tmp_path)
    assert done.lines[-2] == REFUSALS[language][line]
    assert kept(tmp_path) == []


BEHIND = {
    "hint": '"hint" is a command, and must come first in its line',
    "Q": '"Q" is a command, and must come first in its line',
    "why 3-11": '"why" is a command, and must come first in its line',
    "undo 3": 'type "undo 3" on a line of its own',
    "u 1": 'type "undo 1" on a line of its own',
    "redo three": "redo takes a number, such as redo 3",
    "undo -1": "undo takes a number, such as undo 3",
    "layuot": '"layuot" is neither a step nor a command; did you mean "layout"?',
    "1.": 'the label "1." is wrong: the next step is number 2',
    "undo 4.": 'the label "4." is wrong: the next step is number 3, since undo and redo count too',
}


@pytest.mark.parametrize("words", list(BEHIND))
def test_what_follows_a_step(words: str, tmp_path: Path) -> None:
    """The step is taken, and what is no step is named as it was typed; nothing is taken back for a slip."""
    done = run(*GAME, stdin=f"2-1 {words} 6-8\n", cwd=tmp_path)
    assert done.lines[-2] == BEHIND[words]
    assert kept(tmp_path) == (["2-1", "undo"] if "4." in words else ["2-1"])


def test_control_characters_are_not_sent_to_the_terminal(tmp_path: Path) -> None:
    done = run(*GAME, stdin=b"\x1b[31m\xff 2-1\n", cwd=tmp_path)
    assert b"\x1b" not in done.out
    assert r"\x1b[31m" in done.text


def test_help_names_every_command(tmp_path: Path) -> None:
    done = run(*GAME, stdin="?\n", cwd=tmp_path)
    listed = [line.split()[0].rstrip(",") for line in done.lines if line[13:] in HELP]
    # no auto in Spiderwort
    assert listed == ["3-7", "3-7x4", "3-7x*", "2-f", "deal", *(o for o in listed[5:])]
    assert set(COMMANDS) <= set(listed)
    assert "auto" not in listed
    done = run("play", "beetle", "24", "--ascii", stdin="help\n", cwd=tmp_path)
    assert any(line.startswith("auto ") for line in done.lines)
    assert not any(line.startswith("3-7x") for line in done.lines)


def test_moves_and_layout_and_rules(tmp_path: Path) -> None:
    done = run(*GAME, stdin="moves\nlayout\nrules\nhint\n", cwd=tmp_path)
    assert "2-1 3-11 6-8 8-4 8-5 8-7 9-11 10-12 11-10 13-3 13-9 deal" in done.lines
    assert done.lines.count("Spiderwort 1, step 0") == 2
    assert sum(line.startswith("Spiderwort") for line in done.lines) == 3
    assert kept(tmp_path) == []


def test_save_never_overwrites(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("mine")
    done = run(*GAME, stdin="2-1\nsave old\nsave a copy\nsave none/x\nsave a copy\n", cwd=tmp_path)
    assert (tmp_path / "old").read_text() == "mine"
    assert (tmp_path / "a copy").read_text() == START + "2-1\n"
    assert done.lines[-5:-1] == [
        "old already exists; choose another name",
        "saved: a copy",
        "none/x: cannot write: No such file or directory",
        "a copy already exists; choose another name",
    ]


def test_undo_to_the_start_and_forward_again(tmp_path: Path) -> None:
    done = run(*GAME, stdin="2-1 3-11 6-8\nrestart\ngoto 3\nundo 2\n", cwd=tmp_path)
    assert kept(tmp_path) == ["2-1", "3-11", "6-8", *["undo"] * 3, *["redo"] * 3, *["undo"] * 2]
    assert [line for line in done.lines if line.startswith("step")][3:] == [
        "step 0: restart",
        "step 3: goto 3",
        "step 1: undo 2",
    ]


WON = [
    ("spider-millennium-4-1.moves", ["spider-millennium", "1"]),
    ("spider-millennium-1-5.moves", ["spider-millennium", "5", "-r", "suits=1"]),
    ("spiderwort-1.moves", ["spiderwort", "1"]),
    ("beetle-735.moves", ["beetle", "735", "-r", "empty=any", "-r", "move=run"]),
]


@pytest.mark.parametrize(("sample", "arguments"), WON, ids=[sample for sample, _ in WON])
def test_a_whole_game_is_won(sample: str, arguments: list[str], tmp_path: Path) -> None:
    steps = steps_of(DEALS / sample)
    done = run("play", *arguments, "-o", "won.moves", stdin=" ".join(steps) + "\nundo\nhint\n", cwd=tmp_path)
    assert (done.code, done.errors) == (0, [])
    assert done.text.count("The game is won. undo goes back, quit ends.") == 1
    # a won game can be taken back
    assert steps_of(tmp_path / "won.moves") == [*steps, "undo"]
    done = run("play", "won.moves", stdin="redo\nmoves\nhint\n", cwd=tmp_path)
    assert done.text.count("The game is won. undo goes back, quit ends.") == 3
    [verdict] = run("validate", "-f", "json", "won.moves", cwd=tmp_path).records
    assert (verdict["result"], verdict["steps"]) == ("won", len(steps) + 2)


def test_no_step_is_left(tmp_path: Path) -> None:
    text = (DEALS / "beetle-lost.moves").read_text("utf-8").replace("result: lost\n", "")
    (tmp_path / "lost.moves").write_text(text, encoding="utf-8")
    for language, said in (
        ("en", "No legal step is left. undo goes back, restart goes to the start."),
        ("ru", "Возможных ходов больше нет. undo отменяет ход, restart возвращает к началу."),
    ):
        done = run("play", "lost.moves", "--lang", language, stdin="moves\nundo\nredo\n", cwd=tmp_path)
        assert done.lines.count(said) == 3
    assert (tmp_path / "lost.moves").read_text("utf-8") == text + "undo\nredo\n" * 2


def test_what_can_be_written_where_no_step_is_left(tmp_path: Path) -> None:
    """A step to go on with is named, or the one back; at a start without steps only help is left."""
    lost = (DEALS / "beetle-lost.moves").read_text("utf-8").replace("result: lost\n", "")
    (tmp_path / "lost.moves").write_text(lost, encoding="utf-8")
    at_the_end = run("replay", "--last", "-f", "yaml", str(DEALS / "beetle-lost.moves")).out
    (tmp_path / "end.moves").write_bytes(at_the_end)
    for name, language, said in (
        ("lost", "en", "Each step is saved to lost.moves at once. Type a step, such as undo, or help."),
        ("lost", "ru", "Каждый ход сразу сохраняется в lost.moves. Введите ход, например undo, или help."),
        ("end", "en", "Each step is saved to end.moves at once. Type help to see what you can do."),
    ):
        assert said in run("play", f"{name}.moves", "--lang", language, cwd=tmp_path).lines


@pytest.mark.parametrize("number", ["-5", "-99999999999999999999999", "--7"])
def test_a_negative_number(number: str, tmp_path: Path) -> None:
    for language in LANGUAGES:
        done = run("play", "beetle", number, "--lang", language, cwd=tmp_path)
        assert done.code == 2
        assert done.errors[0] == run("deal", "beetle", number, "--lang", language).errors[0].replace(
            "solitaire-cli deal", "solitaire-cli play"
        )
    assert os.listdir(tmp_path) == []


# the file


def test_a_random_number_is_told(tmp_path: Path) -> None:
    done = run("play", "beetle", cwd=tmp_path)
    [path] = tmp_path.iterdir()
    number = path.stem.removeprefix("beetle-")
    assert 1 <= int(number) <= 999_999_999
    assert done.lines[0] == f"Beetle {number} (empty: king, move: card), step 0"
    assert path.read_text() == f"---\ngame: beetle\ndeal: {number}\nrules: {{empty: king, move: card}}\n---\n"


@pytest.mark.parametrize("options", [[], ["-o", FILE], ["-o", FILE, "-f", "json"]])
def test_an_existing_file_is_never_overwritten(options: list[str], tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("mine")
    done = run(*GAME, *options, stdin="2-1\n", cwd=tmp_path)
    assert (done.code, done.out) == (2, b"")
    assert done.errors == [
        f"solitaire-cli: error: {FILE} already exists; continue it with: solitaire-cli play --ascii {FILE}; "
        "or name another file with -o"
    ]
    assert (tmp_path / FILE).read_text() == "mine"


def test_a_link_that_leads_nowhere_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / FILE).symlink_to("elsewhere")
    assert run(*GAME, cwd=tmp_path).code == 2
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    done = run(*GAME, cwd=tmp_path)
    tmp_path.chmod(0o700)
    assert done.errors == [f"solitaire-cli: error: {FILE}: cannot write: Permission denied"]


CONTINUED = {
    "plain": (START.encode() + b"2-1\n", b"3-11\n"),
    "no final newline": (START.encode() + b"2-1", b"\n3-11\n"),
    "a comment at the end": (START.encode() + b"2-1 # why not", b"\n3-11\n"),
    "no newline after the header": (START.encode().rstrip(b"\n"), b"\n3-11\n"),
    "CRLF": (b"\xef\xbb\xbf" + START.replace("\n", "\r\n").encode() + b"2-1\r\n", b"3-11\r\n"),
    "CRLF without the last": (START.replace("\n", "\r\n").encode() + b"2-1", b"\r\n3-11\r\n"),
    "a label that waits": (START.encode() + b"1. 2-1\n2.\n", b"3-11\n"),
    "the last of several": (b"nonsense\n---\ngame: beetle\ndeal: 1\n---\n" + START.encode(), b"3-11\n"),
    "a position": (b"", b"5-7\n"),
}


@pytest.mark.parametrize("name", list(CONTINUED))
def test_a_file_is_continued(name: str, tmp_path: Path) -> None:
    data, added = CONTINUED[name]
    if name == "a position":
        data = run("replay", "--at", "40", "-f", "yaml", str(DEALS / "spider-millennium-4-1.moves")).out
        moves = run("moves", stdin=data).lines
        added = moves[0].encode() + b"\n"
    path = tmp_path / "game.moves"
    path.write_bytes(data)
    done = run("play", "game.moves", stdin=added, cwd=tmp_path)
    assert (done.code, done.errors) == (0, [])
    assert path.read_bytes() == data + added
    assert run("validate", "-f", "json", "game.moves", cwd=tmp_path).records[-1]["valid"]


def test_nothing_is_added_to_a_file_that_is_only_looked_at(tmp_path: Path) -> None:
    (tmp_path / "game.moves").write_bytes(START.encode() + b"2-1")
    assert run("play", "game.moves", stdin="moves\n8-1\n", cwd=tmp_path).code == 0
    assert (tmp_path / "game.moves").read_bytes() == START.encode() + b"2-1"


REFUSED = {
    "a fault": (
        START + "2-1 2-1\n",
        1,
        "game.moves:5:5: error: 4C does not go on 7C in column 1; a 6 of any suit would [build-rank]",
    ),
    "nothing": ("", 1, "game.moves:1:1: error: there is no transcript in the input [no-header]"),
    "a claim": (
        "---\ngame: spiderwort\ndeal: 1\nresult: open\n---\n2-1\n",
        2,
        'game.moves:4:9: error: a further step may make "result: open" wrong; remove that line first',
    ),
    "JSON": (
        '\n{"game":"spiderwort","deal":1,"moves":"2-1"}\n',
        2,
        "game.moves:2: error: a JSON line cannot be continued; write it as text first, with: solitaire-cli format",
    ),
}


@pytest.mark.parametrize("name", list(REFUSED))
def test_a_file_that_cannot_be_continued(name: str, tmp_path: Path) -> None:
    text, code, said = REFUSED[name]
    (tmp_path / "game.moves").write_text(text)
    done = run("play", "game.moves", stdin="3-11\n", cwd=tmp_path)
    assert (done.code, done.out, done.errors) == (code, b"", [said])
    assert (tmp_path / "game.moves").read_text() == text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.moves"], "missing.moves: error: cannot read: No such file or directory [unreadable]"),
        (["betle"], 'solitaire-cli play: error: unknown game "betle"; did you mean "beetle"?'),
        (["./x", "24"], "solitaire-cli play: error: ./x is a file; a number goes with the name of a game"),
        (
            ["./x", "-o", "y"],
            "solitaire-cli play: error: a continued game stays in its file; -o goes with the name of a game",
        ),
        (
            ["./x", "-r", "suits=2"],
            "solitaire-cli play: error: -r needs the name of a game; a transcript has its own rules",
        ),
        (["-"], "solitaire-cli play: error: play continues a file, not standard input"),
        (
            ["pipe.moves"],
            "solitaire-cli: error: pipe.moves: a game needs a regular file, not a folder, pipe, device or broken link",
        ),
        (
            ["/dev/null"],
            "solitaire-cli: error: /dev/null: a game needs a regular file, not a folder, pipe, device or broken link",
        ),
        (
            ["beetle", "024"],
            'solitaire-cli play: error: "024" is not a deal number; write 1 to 99999999999999999999, '
            "or ms1 to ms8589934591",
        ),
    ],
)
def test_calls_that_make_no_sense(arguments: list[str], said: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.moves")
    done = run("play", *arguments, cwd=tmp_path)
    assert (done.code, done.out, done.errors[0]) == (2, b"", said)
    assert os.listdir(tmp_path) == ["pipe.moves"]


NAMES = ["beetle", "-x", "my game", "it's", "жук $HOME", "a\nb", "\udcff\x1b[31m'\\\\", "\x077", "\u202e\u00a0"]
"""Games, options, several words; quotes; what a terminal must not get, bytes that are no text among it."""


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_the_way_to_continue_can_be_pasted(name: str, tmp_path: Path) -> None:
    # only a newer sh knows the quotes of control characters
    shell = "sh" if name.isprintable() else shutil.which("bash")
    if shell is None:
        pytest.skip("no bash")
    done = run("play", "spiderwort", "1", f"-o{name}", stdin="2-1\n", cwd=tmp_path)
    command = done.lines[-1].removeprefix("Continue with: solitaire-cli ")
    assert command.isprintable()
    again = subprocess.run(
        [shell, "-c", f'"$@" {command}', "sh", *COMMAND],
        cwd=tmp_path,
        input=b"3-11\n",
        env=surroundings(PYTHONUTF8="1"),
        check=False,
        capture_output=True,
    )
    assert (again.returncode, again.stderr) == (0, b"")
    assert kept(tmp_path, name) == ["2-1", "3-11"]


def test_a_game_goes_on_as_it_looked(tmp_path: Path) -> None:
    """The options of how it looks are named, in the order in which the program likes them; others are not."""
    looks = ["--linear", "--color", "never", "--unicode", "--lang", "ru"]
    done = run("--lang", "en", "play", "spiderwort", "1", "-q", *looks, cwd=tmp_path)
    command = "solitaire-cli play --lang ru --unicode --color never --linear spiderwort-1.moves"
    assert done.lines[-1] == f"Продолжить: {command}"
    done = run("--lang", "ru", *command.split()[1:2], "spiderwort-1.moves", cwd=tmp_path)
    assert done.lines[-1] == "Продолжить: solitaire-cli play --lang ru spiderwort-1.moves"
    # the locale's language is there again without being named
    done = run("play", "spiderwort-1.moves", env={"LANG": "ru_RU.UTF-8"}, cwd=tmp_path)
    assert done.lines[-1] == "Продолжить: solitaire-cli play spiderwort-1.moves"


def test_a_full_disk_takes_no_step(tmp_path: Path) -> None:
    """Room for the header, one step and half of another: it is cut off again, and the game goes on."""
    room = len(START) + len("2-1\n") + 3

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    done = subprocess.run(
        [*COMMAND, *GAME],
        input=b"2-1\n3-11\nundo 2\nwhy 3-11\n",
        capture_output=True,
        check=False,
        cwd=tmp_path,
        env=surroundings(PYTHONUTF8="1", PYTHONDONTWRITEBYTECODE="1"),
        preexec_fn=limit,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    lost = f"{FILE}: cannot write: File too large; the step was not taken, all before it are saved"
    assert lines[-4:-1] == [lost, "undo 2: only 1 step can be undone", "3-11 is legal"]
    assert kept(tmp_path) == ["2-1"]


def test_a_disk_that_has_room_again(tmp_path: Path) -> None:
    if not hasattr(resource, "prlimit"):
        pytest.skip("limits of a running process cannot be changed here")
    with Terminal(*GAME, cwd=tmp_path) as player:
        player.wait("step 0> ")
        unlimited = resource.prlimit(player.process.pid, resource.RLIMIT_FSIZE, (len(START) + 2, -1))
        player.keys("2-1\r")
        player.wait("the step was not taken")
        player.wait("step 0> ")
        assert kept(tmp_path) == []
        resource.prlimit(player.process.pid, resource.RLIMIT_FSIZE, unlimited)
        player.keys("2-1\r")
        player.wait("step 1> ")
        assert kept(tmp_path) == ["2-1"]


# at a terminal


def test_keys(tmp_path: Path) -> None:
    """Completion of steps and commands, history, editing, and Ctrl-D."""
    with Terminal(*GAME, cwd=tmp_path) as player:
        player.wait("step 0> ")
        player.keys("2\t")
        player.wait("2-1")
        player.keys("\r")
        player.wait("step 1: 2-1")
        player.wait("step 1> ")
        assert kept(tmp_path) == ["2-1"]
        player.keys("3-1\t")
        player.wait("3-11")
        player.keys("\r")
        player.wait("step 2> ")
        player.keys("und\t\r")
        player.wait("step 1> ")
        player.keys("\x1b[A\r")  # the last line again
        player.wait("step 0: undo (2-1)")
        player.wait("step 0> ")
        player.keys("2-2\x7f1\r")
        player.wait("step 1> ")
        player.keys("lay\t\r")
        player.wait("Spiderwort 1, step 1")
        player.wait("step 1> ")
        player.keys("why 6\t\r")
        player.wait("6-8 is legal")
        player.wait("step 1> ")
        player.keys("\x04")
        player.wait(CONTINUE)
        assert player.end() == 0
    assert kept(tmp_path) == ["2-1", "3-11", "undo", "undo", "2-1"]


def test_prompt_and_help_in_russian(tmp_path: Path) -> None:
    with Terminal("play", "жук", "24", "--lang", "ru", columns=100, cwd=tmp_path) as player:
        player.wait("Введите ход, например 2-f, или help.")
        player.wait("ход 0> ")
        player.keys("ход\r")
        player.wait("ход 0> ")
        player.keys("quit\r")
        player.wait("Продолжить: solitaire-cli play --lang ru beetle-24.moves")
        assert player.end() == 0


@pytest.mark.parametrize(
    ("keys", "number", "code"),
    [("\x03", 0, 130), ("", signal.SIGINT, 130), ("", signal.SIGTERM, 143)],
    ids=["Ctrl-C", "SIGINT", "SIGTERM"],
)
def test_interrupted_at_the_prompt(keys: str, number: int, code: int, tmp_path: Path) -> None:
    """Also in the middle of a line: the terminal is as it was, and what was accepted is kept."""
    with Terminal(*GAME, cwd=tmp_path) as player:
        player.wait("step 0> ")
        player.keys("2-1\r")
        player.wait("step 1> ")
        player.keys("3-1")
        player.wait("3-1")
        player.push(lambda: player.send(number) if number else player.keys(keys), player.ended)
        assert player.end() == code
        player.wait(CONTINUE)
        assert "Traceback" not in player.seen
    assert kept(tmp_path) == ["2-1"]


def test_killed_and_continued(tmp_path: Path) -> None:
    """All that was accepted is there; the lock went with the process."""
    with Terminal(*GAME, cwd=tmp_path) as player:
        for number, step in enumerate(("2-1", "3-11", "11-2"), 1):
            player.wait(f"step {number - 1}> ")
            player.keys(f"{step}\r")
        player.wait("step 3> ")
        player.keys("6-8")
        player.wait("6-8")
        player.send(signal.SIGKILL)
        assert player.end(clean=False) == -signal.SIGKILL
    assert kept(tmp_path) == ["2-1", "3-11", "11-2x2"]
    with Terminal("play", FILE, "--ascii", cwd=tmp_path) as player:
        player.wait("Spiderwort 1, step 3")
        player.wait("step 3> ")
        player.keys("6-8\r")
        player.wait("step 4> ")
        player.keys("restart\r")
        player.wait("step 0> ")
    assert kept(tmp_path) == ["2-1", "3-11", "11-2x2", "6-8", *["undo"] * 4]


def test_a_window_that_is_closed(tmp_path: Path) -> None:
    with Terminal(*GAME, cwd=tmp_path) as player:
        player.wait("step 0> ")
        player.keys("2-1\r")
        player.wait("step 1> ")
        player.hang_up()
        assert player.process.wait(60) != 0
    assert kept(tmp_path) == ["2-1"]


def test_a_second_program_is_refused(tmp_path: Path) -> None:
    with Terminal(*GAME, cwd=tmp_path) as player:
        player.wait("step 0> ")
        done = process("play", FILE, stdin="2-1\n", cwd=tmp_path)
        assert (done.code, done.out) == (2, b"")
        assert done.errors == [f"solitaire-cli: error: {FILE} is being played by another program"]
        # to look at it is allowed
        assert process("validate", FILE, cwd=tmp_path).code == 0
        player.keys("2-1\r")
        player.wait("step 1> ")
    assert kept(tmp_path) == ["2-1"]


def test_sentences_are_folded_between_words(tmp_path: Path) -> None:
    with Terminal(*GAME, columns=70, cwd=tmp_path) as player:
        player.wait("[STOCK: 85]")
        shown = player.wait("step 0> ")
        assert shown.split("\r\n")[1:3] == [
            f"Each step is saved to {FILE} at once. Type a step, such as",
            "2-1, or help.",
        ]


@pytest.mark.parametrize("columns", [60, 30, 20])
def test_the_help_keeps_its_column(columns: int, tmp_path: Path) -> None:
    """Lines that follow begin below the explanation, or two places in where that would leave too little."""
    with Terminal(*GAME, "--lang", "ru", columns=columns, cwd=tmp_path) as player:
        player.wait("ход 0> ")
        player.keys("help\r")
        lines = player.wait("ход 0> ").split("\r\n")[1:-1]
    begun = [line for line in lines if not line.startswith("  ")]
    assert [line.split()[0].rstrip(",") for line in begun if line[0] in "37"] == ["3-7", "3-7x4", "3-7x*"]
    assert len(begun) == len(HELP) - 7  # no cells and reserves, and no auto
    assert len(lines) > len(begun)
    blanks = {len(line) - len(line.lstrip()) for line in lines if line not in begun}
    assert blanks == {13 if columns > 25 else 2}
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize(("game", "columns"), [("spiderwort", 60), ("beetle", 40), ("spider-millennium", 80)])
def test_the_diagram_of_the_rules_is_not_torn(game: str, columns: int, tmp_path: Path) -> None:
    drawn = run("layout", game).lines
    needed = max(map(len, drawn))
    with Terminal("play", game, "1", columns=columns, cwd=tmp_path) as player:
        player.wait("step 0> ")
        for _ in range(2):
            player.keys("rules\r")
            lines = player.wait("step 0> ").split("\r\n")[1:-1]
            at = lines.index(drawn[0])
            assert lines[at : at + len(drawn)] == drawn
            assert all(len(line) <= columns for line in lines[:at] + lines[at + len(drawn) :])
            said = " ".join(lines[-2:]).endswith(
                f"the picture is {needed} characters wide, but the terminal only {columns}"
            )
            assert said == (needed > columns)


def test_keys_but_no_screen(tmp_path: Path) -> None:
    """Standard output is a pipe: the prompts stand in it, and the end begins a line of its own."""
    with Terminal(*GAME, piped=["stdout"], cwd=tmp_path) as player:
        player.keys("2-1\r\x04")
        assert player.end() == 0
        assert player.out.decode().splitlines()[-2:] == ["step 1> ", CONTINUE]


@pytest.mark.parametrize(
    ("env", "options", "colored"),
    [
        ({}, [], True),
        ({"NO_COLOR": "1"}, [], False),
        ({"TERM": "dumb"}, [], False),
        ({"TERM": "dumb"}, ["--color", "always"], True),
        ({}, ["--color", "never"], False),
        ({}, ["--linear"], False),
    ],
)
def test_colors(env: dict[str, str], options: list[str], colored: bool, tmp_path: Path) -> None:
    with Terminal(*GAME, *options, env=env, cwd=tmp_path) as player:
        shown = player.wait("step 0: " if "--linear" in options else "step 0> ")
        assert ("\x1b[31m" in shown) == colored


def test_words_for_a_screen_reader(tmp_path: Path) -> None:
    """No frame, no sign of a card face down, nothing but words and their punctuation."""
    done = run("play", "spiderwort", "1", "--linear", stdin="2-1\nmoves\n", cwd=tmp_path)
    assert not set(done.text) & set("┌─│▒·[]#<>♠♥♦♣")
    assert "6-8" in done.lines
    with Terminal("play", FILE, "--linear", cwd=tmp_path) as player:
        player.wait("step 1: ")


# for programs


def test_a_program_is_answered_at_once(tmp_path: Path) -> None:
    """A real process, a line and its record in turn; without -o no file is written."""
    with subprocess.Popen(
        [*COMMAND, "play", "-f", "json", "--hide", "spiderwort", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env=surroundings(PYTHONUTF8="1"),
    ) as child:
        assert child.stdin is not None and child.stdout is not None
        first = json.loads(child.stdout.readline())
        assert (first["step"], first["token"], first["source"], first["deal"]) == (0, None, "<play>", None)
        for line, kind in (("2-1", "position"), ("8-1", "refusal"), ("moves", "moves"), ("hint", "hints")):
            child.stdin.write(f"{line}\n".encode())
            child.stdin.flush()
            assert json.loads(child.stdout.readline())["type"] == kind
        child.stdin.close()
        assert child.stdout.read() == b""
        assert child.wait(60) == 0
    assert list(tmp_path.iterdir()) == []


def test_a_program_keeps_a_transcript_if_asked(tmp_path: Path) -> None:
    done = run(
        "play", "-f", "json", "spiderwort", "1", "-o", "x", stdin="2-1\n3-1 3-11\nundo\nquit\n3-11\n", cwd=tmp_path
    )
    assert kept(tmp_path, "x") == ["2-1", "undo"]
    assert [record["source"] for record in done.records if record["type"] == "position"] == ["x"] * 3
    replayed = run("replay", "x", "-f", "json", cwd=tmp_path).records
    assert [record for record in done.records if record["type"] == "position"] == replayed


def test_a_program_only_reads_a_file(tmp_path: Path) -> None:
    """Claims and JSON lines are no obstacle then, and the file may be read-only."""
    text = '{"game":"spiderwort","deal":1,"moves":"2-1","result":"open"}\n'
    (tmp_path / "x.json").write_text(text)
    done = run("play", "-f", "json", "./x.json", stdin="3-11\n", cwd=tmp_path)
    assert [(record["step"], record["token"]) for record in done.records] == [(1, "2-1"), (2, "3-11")]
    assert (tmp_path / "x.json").read_text() == text
    done = run("play", "-f", "json", "missing.moves", cwd=tmp_path)
    assert (done.code, done.out) == (2, b"")


BLOCKED = """---
game: spider-millennium
columns: [<KS> {run}, KH, QH, "", "", "", "", "", "", ""]
stock: {rest} JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH
foundations: AS AH AD AC AD AC
---
"""
STUCK = "and no deal can come any more: at most 2 cards can fill columns 4, 5, 6, 7, 8, 9 and 10"
FILL = "first fill columns 4, 5, 6, 7, 8, 9 and 10 with cards from column 1"


@pytest.mark.parametrize(("cards", "said", "fills"), [(2, f", {STUCK}", False), (7, f"; {FILL}", True)])
def test_a_blocked_deal_is_explained_by_why_and_hint(tmp_path: Path, cards: int, said: str, fills: bool) -> None:
    """Where enough cards lie on others, the columns that have them are named; else nothing is filled for a deal."""
    spades = "QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS".split()
    text = BLOCKED.format(run=" ".join(spades[:cards]), rest=" ".join(spades[cards:]))
    (tmp_path / "blocked.moves").write_text(text)
    done = run("play", "blocked.moves", stdin="why deal\nhint\n", cwd=tmp_path)
    assert done.lines.count(f"deal: cannot deal while a column is empty{said}") == 2
    assert ("fills an empty column for the deal" in done.text) == fills
