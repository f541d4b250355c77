"""``solve``, and ``deal --winnable``: what they answer, in which form, and what an answer that exists spares."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import known
import pytest
from support import COMMAND, DEALS, ROOT, process, run, surroundings

from solitaire_cli.solver import GRADES, WON

BEETLE = '"status":"unwinnable","steps":0,"effort":1,"grade":null,"moves":[]}\n'
# one king and one queen of each suit's lower cards gone: two steps from the end
NEAR_THE_END = (
    '{"game":"beetle","columns":["KS","QS","","","","","",""],"stock":"","foundations":"JS KS KH KH KD KD KC KC"}\n'
)
# no step is left, and nothing is won
STUCK = """---
game: spiderwort
columns: [2C 3C, 2C 3C, 4C 5C, 4C 5C, 6C 7C, 6C 7C, 8C 9C, 8C 9C, TC JC, TC JC, QC KC, QC KC, AC AC]
foundations: AS AS AS AH AH AH AD AD AD AC
---
"""


def solved(*arguments: str, stdin: str = "") -> list[dict[str, object]]:
    return run("solve", *arguments, "-f", "json", stdin=stdin).records


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("spider-millennium", ["-r", "suits=1"]),
        ("spider-millennium", ["-r", "suits=2"]),
        ("spider-millennium", []),
        ("spiderwort", []),
    ],
)
def test_a_win_is_a_canonical_transcript_that_is_valid(game: str, rules: list[str]) -> None:
    done = run("solve", game, "3", *rules)
    assert (done.code, done.err) == (0, b"")
    assert run("format", "--check", stdin=done.out).code == 0
    [verdict] = run("validate", "-f", "json", stdin=done.out).records
    assert (verdict["valid"], verdict["result"], verdict["deal"]) == (True, "won", "3")
    lines = done.lines
    assert "result: won" in lines
    [tags] = [line for line in lines if line.startswith("tags:")]
    assert tags.startswith("tags: {status: won, effort: ")


REFUSED = {
    "en": "<stdin>:4: Gypsy 4 (packs: 2): there is no search for this game",
    "ru": "<stdin>:4: Gypsy 4 (packs: 2): для этого пасьянса нет поиска решения",
}


@pytest.mark.parametrize("language", REFUSED)
def test_a_game_without_a_search_stops_no_other(language: str) -> None:
    texts = [f"---\ngame: {game}\ndeal: {number}\n---\n" for game, number in (("gypsy", 4), ("freecell", "ms3"))]
    done = run("solve", "--effort", "2", "--lang", language, "-q", stdin="\n".join(["#", "#", "", *texts]))
    assert done.code == 2
    assert done.errors == [REFUSED[language]]
    [verdict] = run("validate", "-f", "json", stdin=done.out).records
    assert (verdict["game"], verdict["result"]) == ("freecell", "won")


@pytest.mark.parametrize(
    "arguments", ["solve gypsy 1-1000000", "deal gypsy 1-5 --winnable", "deal gypsy --random --grade easy"]
)
def test_a_game_without_a_search_is_refused(arguments: str) -> None:
    done = run(*arguments.split())
    assert (done.code, done.out) == (2, b"")
    assert done.errors == ["solitaire-cli: error: there is no search for Gypsy (packs: 2)"]
    done = run(*arguments.split(), "--lang", "ru")
    assert done.errors == ["solitaire-cli: ошибка: для Gypsy (packs: 2) нет поиска решения"]


def test_a_game_with_cells_can_be_dealt_winnable() -> None:
    done = run("deal", "freecell", "ms3", "--grade", "easy", "-f", "json")
    assert (done.code, [record["deal"] for record in done.records]) == (0, ["ms3"])


@pytest.mark.long
def test_a_record_is_read_as_the_transcript_that_it_is() -> None:
    text = run("solve", "spider-millennium", "1-2", "-r", "suits=1")
    records = run("solve", "spider-millennium", "1-2", "-r", "suits=1", "-f", "json")
    assert [record["deal"] for record in records.records] == ["1", "2"]
    for record in records.records:
        assert list(record) == [*("type", "game", "deal", "rules", "status", "steps", "effort", "grade", "moves")]
        assert record["steps"] == len(record["moves"]) > 40
        assert record["grade"] == GRADES[record["effort"] - 1]
    again = run("format", stdin=records.out)
    assert (again.code, again.err) == (0, b"")
    assert again.text == text.text
    assert [each["result"] for each in run("validate", "-f", "json", stdin=records.out).records] == ["won"] * 2


def test_a_proof() -> None:
    done = run("solve", "beetle", "1", "ms2", "-f", "json")
    start = '{"type":"solution","game":"beetle","deal":"%s","rules":{"empty":"king","move":"card"},' + BEETLE
    assert done.text == start % "1" + start % "ms2"
    assert done.errors == [
        "Beetle 1 (empty: king, move: card): proved unwinnable",
        "Beetle ms2 (empty: king, move: card): proved unwinnable",
    ]
    assert done.code == 1
    assert run("solve", "beetle", "1", "-q").err == b""
    text = run("solve", "beetle", "1", "-q")
    assert text.code == 1
    assert text.text == (
        "---\ngame: beetle\ndeal: 1\nrules: {empty: king, move: card}\ntags: {status: unwinnable, effort: 1}\n---\n"
    )


def test_a_beam_never_proves() -> None:
    """Deal 13 needs more than the lowest effort; a beam that finds nothing has proved nothing."""
    done = run("solve", "spider-millennium", "13", "--effort", "1", "-f", "json")
    [record] = done.records
    assert (record["status"], record["effort"], record["grade"], record["moves"]) == ("unknown", 1, None, [])
    assert done.errors == ["Spider Millennium 13 (suits: 4): no win found within effort 1; there may be one"]
    assert done.code == 1
    assert (
        "Паук-миллениум 13 (suits: 4): с усилием 1 победа"
        in run("solve", "spider-millennium", "13", "--effort", "1", "--lang", "ru").err.decode()
    )


def test_no_step_left_is_a_proof_in_any_game() -> None:
    assert [record["status"] for record in solved("--file", "-", stdin=STUCK)] == ["unwinnable"]


def test_a_time_limit_only_makes_an_answer_unknown() -> None:
    [record] = solved("spider-millennium", "24", "--timeout", "0.000001")
    assert (record["status"], record["effort"], record["steps"]) == ("unknown", 0, 0)


def test_from_the_middle_of_a_game() -> None:
    """The header, the comments and the steps that are there stay; new steps follow."""
    given = (DEALS / "spiderwort-1.moves").read_text()
    head, body = given.split("\n---\n", 1)
    half = head.replace("result: won", "result: open") + "\n---\n" + "".join(body.splitlines(True)[:120])
    done = run("solve", "--file", "-", stdin=half)
    assert done.code == 0
    assert done.text.startswith(head.split("result:")[0] + "result: won\n")
    assert done.text.split("---\n")[-1].startswith("".join(body.splitlines(True)[:120]))
    assert run("validate", "-q", stdin=done.out).code == 0
    [record] = solved("--file", "-", stdin=half)
    assert (record["source"], record["transcript"], record["deal"]) == ("<stdin>", 1, "1")


def test_files_are_taken_as_elsewhere(tmp_path: Path) -> None:
    """They are named, or standard input is read; a game goes before a file of its name."""
    for name in ("one.moves", "two", "beetle"):
        (tmp_path / name).write_text(NEAR_THE_END, encoding="utf-8")
    both = run("solve", "--file", "one.moves", "--file", "two", cwd=tmp_path)
    assert both.code == 0
    assert run("solve", "one.moves", "two", cwd=tmp_path) == both
    assert run("solve", "one.moves", "-", stdin=NEAR_THE_END, cwd=tmp_path) == both
    alone = run("solve", stdin=NEAR_THE_END)
    assert alone == run("solve", "-", stdin=NEAR_THE_END) == run("solve", "./beetle", cwd=tmp_path)
    assert (alone.code, alone.text) == (0, both.text[: len(both.text) // 2])
    assert run("solve", "beetle", "1", cwd=tmp_path).text.startswith("---\ngame: beetle\ndeal: 1\n")


def test_yaml_is_a_transcript() -> None:
    for arguments in (["beetle", "1-2"], ["-"]):
        assert run("solve", *arguments, "-f", "yaml", stdin=NEAR_THE_END) == run(
            "solve", *arguments, stdin=NEAR_THE_END
        )


def test_a_position_without_its_stock_is_written_whole() -> None:
    done = run("solve", stdin=STUCK)
    assert done.code == 1
    assert '\nstock: ""\n' in done.text
    assert run("format", stdin=done.out).out == done.out


def test_from_a_position() -> None:
    [record] = solved("--file", "-", stdin=NEAR_THE_END)
    assert record["status"] == WON
    assert record["moves"] == ["auto"]
    assert record["deal"] is None
    assert record["columns"] == ["KS", "QS", "", "", "", "", "", ""]
    again = run("validate", "-f", "json", stdin=json.dumps(record)).records
    assert [each["result"] for each in again] == ["won"]


def test_a_game_that_is_won_already_needs_no_step() -> None:
    given = (DEALS / "spiderwort-1.moves").read_text()
    [before] = run("validate", "-f", "json", stdin=given).records
    [record] = solved("--file", "-", stdin=given)
    assert (record["status"], record["steps"]) == ("won", before["steps"])


def test_a_faulty_transcript_is_told_and_the_others_are_searched() -> None:
    done = run(
        "solve", "--file", "-", "-f", "json", stdin=NEAR_THE_END + '{"game":"beetle","deal":"x"}\n' + NEAR_THE_END
    )
    assert [record["transcript"] for record in done.records] == [1, 3]
    assert done.code == 1
    [error] = done.errors
    assert error.startswith('<stdin>:2: error: "x" is not a deal number')
    missing = run("solve", "--file", "none", "--file", "-", stdin=NEAR_THE_END)
    assert missing.code == 2
    assert "result: won" in missing.text


@pytest.mark.long
def test_processes_change_nothing() -> None:
    alone = process("solve", "beetle", "1-12", "-f", "json")
    shared = process("solve", "beetle", "1-12", "-f", "json", "--jobs", "2")
    assert alone == shared
    given = NEAR_THE_END * 3 + '{"game":"beetle","deal":"x"}\n' + NEAR_THE_END
    alone = process("solve", "--file", "-", stdin=given)
    shared = process("solve", "--file", "-", "--jobs", "2", stdin=given)
    assert (alone.code, alone.out) == (shared.code, shared.out)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["beetle"], "give a GAME and its numbers, or files with transcripts"),
        (["x.moves", "--file", "x.moves"], "give a GAME and its numbers, or files with transcripts"),
        (["beatle", "24"], 'unknown game "beatle"'),
        (["x.moves", "-r", "empty=any"], "-r needs the name of a game"),
        (["-", "-"], "standard input can be read only once"),
        (["beetle", "1", "--file", "x"], "give a GAME and its numbers"),
        (["--file", "x", "-r", "empty=any"], "-r needs the name of a game"),
        (["beetle", "1", "0"], '"0" is not a deal number'),
        (["beetle", "-5"], '"-5" is not a deal number'),
        (["beetle", "1", "--effort", "9"], "--effort"),
        (["beetle", "1", "--timeout", "0"], "--timeout"),
        (["beetle", "1", "--timeout", "nan"], "'nan' is not a valid number of seconds"),
        (["beetle", "-", "--resume", "-"], "standard input can be read only once"),
        (["beetle", "1", "--resume", "none"], "none: cannot read"),
    ],
)
def test_wrong_calls(tmp_path: Path, arguments: list[str], said: str) -> None:
    done = run("solve", *arguments, cwd=tmp_path)
    assert (done.code, done.out) == (2, b"")
    assert said in done.errors[0]


# ---- answers that are there already ---------------------------------------------------------------------------------


def test_resume_passes_over_what_is_known(tmp_path: Path) -> None:
    file = tmp_path / "answers"
    file.write_bytes(run("solve", "beetle", "1-3", "-f", "json").out + run("solve", "beetle", "5").out)
    done = run("solve", "beetle", "1-6", "-f", "json", "--resume", str(file))
    assert [record["deal"] for record in done.records] == ["4", "6"]
    assert run("solve", "beetle", "1-3", "-q", "--resume", str(file)) == (1, b"", b"")
    # other rules, another kind of number
    other = run("solve", "beetle", "1", "-r", "empty=any", "-f", "json", "--resume", str(file)).records
    assert [record["deal"] for record in other] == ["1"]
    assert len(run("solve", "beetle", "ms1", "-f", "json", "--resume", str(file)).records) == 1


def test_resume_reads_what_was_written(tmp_path: Path) -> None:
    """A title with characters that no file may hold as they are comes back in the answer."""
    title = "a\x7f\x85\ufffe\ufdd0\u202e"
    (tmp_path / "game").write_text(json.dumps({"game": "beetle", "deal": 24, "title": title}), encoding="utf-8")
    call = ("solve", "game", "-f", "json", "--effort", "1")
    done = run(*call, cwd=tmp_path)
    assert done.records[0]["title"] == title
    (tmp_path / "answers").write_bytes(done.out)
    assert run(*call, "--resume", "answers", cwd=tmp_path).out == b""


@pytest.mark.long
def test_resume_believes_wins_that_are_wins(tmp_path: Path) -> None:
    """A win counts by its steps, not by what it says of itself; the exit code counts what was passed over."""
    file = tmp_path / "answers"
    file.write_bytes((DEALS / "spiderwort-1.moves").read_bytes())
    assert run("solve", "spiderwort", "1", "--resume", str(file)) == (0, b"", b"")
    file.write_text(
        '{"type":"solution","game":"spiderwort","deal":"1","rules":{},"status":"won","effort":1,"moves":[]}\n'
    )
    done = run("solve", "spiderwort", "1", "--effort", "1", "--resume", str(file), "-f", "json")
    assert [record["status"] for record in done.records] == ["won"]


def test_resume_tries_an_unknown_of_a_lower_effort_again(tmp_path: Path) -> None:
    file = tmp_path / "answers"
    record = '{"type":"solution","game":"spider-millennium","deal":"13","rules":{"suits":"4"},"status":"unknown",'
    file.write_text(record + '"steps":0,"effort":1,"grade":null,"moves":[]}\n')
    call = ("solve", "spider-millennium", "13", "--resume", str(file), "-f", "json", "-q")
    assert run(*call, "--effort", "1") == (1, b"", b"")
    assert len(run(*call, "--effort", "2").records) == 1


def test_resume_into_the_same_file(tmp_path: Path) -> None:
    """The file grows; what a killed program left of a line at its end is told, and found again."""
    call = ("solve", "beetle", "1-4", "-f", "json", "-q", "-o", "answers", "--resume", "answers")
    whole = run("solve", "beetle", "1-4", "-f", "json", "-q").text
    assert run(*call, cwd=tmp_path).code == 1
    file = tmp_path / "answers"
    assert file.read_text() == whole
    file.write_text(whole[:-30])
    assert run(*call, cwd=tmp_path).code == 1
    assert file.read_text() == whole
    # a fault in the middle is no answer cut short: nothing is changed
    spoiled = whole.replace('"deal":"2"', '"deal":"x"')
    file.write_text(spoiled)
    done = run(*call, cwd=tmp_path)
    assert (done.code, done.out, file.read_text()) == (2, b"", spoiled)
    assert done.errors[-1] == "solitaire-cli: error: --resume: answers is not a file of answers; fix it or name another"


def test_resume_of_positions(tmp_path: Path) -> None:
    file = tmp_path / "answers"
    file.write_bytes(run("solve", "--file", "-", stdin=NEAR_THE_END).out)
    assert run("solve", "--file", "-", "--resume", str(file), stdin=NEAR_THE_END) == (0, b"", b"")
    # the same start with a step more is another game, unless the answer goes through it
    onward = NEAR_THE_END.replace("}\n", ',"moves":["2-f"]}\n')
    assert len(solved("--file", "-", "--resume", str(file), stdin=onward)) == 1


KEPT = "the answers found so far are in out; --resume goes on from there"


def interrupted(folder: Path, *arguments: str, sent: signal.Signals = signal.SIGINT) -> tuple[int, str]:
    """Return the exit code of a search that was stopped, and the last line that it said."""
    before = sum(path.stat().st_size for path in folder.iterdir())
    with subprocess.Popen(
        [*COMMAND, "solve", "beetle", "1-100000", "-f", "json", "-o", "out", *arguments],
        stderr=subprocess.PIPE,
        cwd=folder,
        env=surroundings(PYTHONUTF8="1"),
    ) as child:
        limit = time.monotonic() + 60
        # beside the file, or in it where it is continued
        while sum(path.stat().st_size for path in folder.iterdir()) < before + 1000:
            if child.poll() is not None or time.monotonic() > limit:
                child.kill()
                pytest.fail("nothing is written")
            time.sleep(0.01)
        child.send_signal(sent)
        _, said = child.communicate(timeout=60)
        return child.returncode, said.decode().splitlines()[-1]


def test_an_interrupt_keeps_what_is_done(tmp_path: Path) -> None:
    assert interrupted(tmp_path) == (130, KEPT)
    lines = (tmp_path / "out").read_text().splitlines(keepends=True)
    assert all(line.endswith("}\n") for line in lines)
    assert [json.loads(line)["deal"] for line in lines] == [str(number) for number in range(1, len(lines) + 1)]
    assert len(lines) > 3
    assert interrupted(tmp_path, "--resume", "out") == (130, KEPT)
    more = (tmp_path / "out").read_text().splitlines(keepends=True)
    assert more[: len(lines)] == lines
    assert len(more) > len(lines)
    assert os.listdir(tmp_path) == ["out"]


def test_an_interrupt_keeps_a_file_that_was_there(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("as it was\n")
    assert interrupted(tmp_path) == (130, "no answer was written to out")
    assert (tmp_path / "out").read_text() == "as it was\n"
    assert os.listdir(tmp_path) == ["out"]


# ---- winnable deals -------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_only_winnable_deals() -> None:
    call = ("deal", "spider-millennium", "322-324", "-r", "suits=2", "--grade", "easy", "-f", "json")
    listed = known.listed("spider-millennium", {"suits": "2"})
    easy = run(*call)
    assert [record["deal"] for record in easy.records] == ["322", "324"]
    assert [listed[number]["grade"] for number in (322, 323, 324)] == ["easy", "medium", "easy"]
    assert run(*call, "--jobs", "2") == easy
    winnable = run(*call[:5], "--winnable", "-f", "json")
    assert [record["deal"] for record in winnable.records] == ["322", "323", "324"]


def test_none_of_them_winnable() -> None:
    done = run("deal", "beetle", "1-3", "--winnable")
    assert (done.code, done.out) == (1, b"")
    assert done.errors == ["3 numbers tried: the solver won none"]
    assert run("deal", "beetle", "1-3", "--winnable", "-q") == (1, b"", b"")


@pytest.mark.long
def test_random_winnable_deals() -> None:
    done = run(
        "deal", "spider-millennium", "-r", "suits=1", "--random", "--grade", "easy", "--count", "2", "-f", "yaml"
    )
    assert done.code == 0
    again = run("solve", "--file", "-", "--effort", "2", "-f", "json", stdin=done.out)
    assert [record["status"] for record in again.records] == ["won"] * 2


def test_random_deals_that_are_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    from solitaire_cli.commands import deal

    monkeypatch.setattr(deal, "PATIENCE", 3)
    done = run("deal", "beetle", "--random", "--winnable")
    assert (done.code, done.out) == (1, b"")
    assert done.errors == ["3 numbers tried: the solver won none"]


# ---- what the search needs ------------------------------------------------------------------------------------------


def test_a_relative_from_a_rule_file_is_searched(tmp_path: Path) -> None:
    """Nothing but the rules is read: a game of a new name with other columns and one pack of two suits."""
    rules = run("games", "spider-millennium", "-f", "yaml").text
    rules = rules.replace("id: spider-millennium", "id: relative").replace("Spider Millennium", "Relative")
    rules = rules.replace("Паук-миллениум", "Родня")
    (tmp_path / "relative.yaml").write_text(rules, "utf-8")
    call = ("solve", "relative", "5", "-r", "suits=1", "-f", "json", "--game-file", "relative.yaml")
    [record] = run(*call, cwd=tmp_path).records
    [known] = run("solve", "spider-millennium", "5", "-r", "suits=1", "-f", "json").records
    assert record["game"] == "relative"
    assert record["moves"] == known["moves"]
    two = run(*call, "--jobs", "2", cwd=tmp_path)
    assert two.records == [record]


@pytest.mark.parametrize(
    "call",
    [
        ("solve", "spider-millennium", "1-3"),
        ("solve", "spiderwort", "1", "-q", "-f", "json"),
        ("deal", "spider-millennium", "1-9", "--winnable"),
        ("deal", "spiderwort", "--random", "--grade", "easy", "-q"),
    ],
)
def test_games_of_runs_are_not_searched_without_numpy(monkeypatch: pytest.MonkeyPatch, call: tuple[str, ...]) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    done = run(*call)
    assert (done.code, done.out) == (2, b"")
    assert done.errors == ["solitaire-cli: error: searching this game needs numpy: pip install 'solitaire-cli[solve]'"]


@pytest.mark.parametrize(
    ("jobs", "code", "said"),
    [
        ("1", 'raise ModuleNotFoundError("No module", name="numpy")', ": pip install 'solitaire-cli[solve]'"),
        ("1", 'raise ImportError("advice\\nOriginal error was: no libx\\n")', ", which does not load: no libx"),
        ("2", 'raise ModuleNotFoundError("No module", name="numpy.x")', ", which does not load: No module"),
        ("2", "raise ValueError", ", which does not load: ValueError"),
    ],
)
def test_without_numpy_the_answers_before_are_whole(tmp_path: Path, jobs: str, code: str, said: str) -> None:
    """Whether it is not there or does not load, for any reason."""
    (tmp_path / "numpy.py").write_text(code)
    env = {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    given = '{"game":"beetle","deal":"1"}\n{"game":"spiderwort","deal":"1"}\n{"game":"beetle","deal":"2"}\n'
    done = process("solve", "--file", "-", "-q", "-f", "json", "--jobs", jobs, stdin=given, env=env)
    assert (done.code, [record["status"] for record in done.records]) == (2, ["unwinnable"])
    assert done.errors == [f"solitaire-cli: error: searching this game needs numpy{said}"]


# ---- what went wrong once -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_file_of_answers_cut_anywhere_is_made_whole(tmp_path: Path, form: str) -> None:
    call = ("solve", "beetle", "1-3", "-f", form, "-q", "-o", "answers", "--resume", "answers")
    whole = run("solve", "beetle", "1-3", "-f", form, "-q").out
    file = tmp_path / "answers"
    for length in range(0, len(whole), 11):
        file.write_bytes(whole[:length])
        assert run(*call, cwd=tmp_path).code == 1, length
        assert file.read_bytes() == whole, length


@pytest.mark.long
def test_a_cut_win_is_told_and_found_again(tmp_path: Path) -> None:
    call = ("solve", "spider-millennium", "1-2", "-r", "suits=1", "-o", "answers", "--resume", "answers")
    whole = run(*call[:5]).text
    (tmp_path / "answers").write_text(whole[: whole.rindex("\n", 0, len(whole) - 20) + 1])
    done = run(*call, cwd=tmp_path)
    assert (done.code, (tmp_path / "answers").read_text()) == (0, whole)
    assert "[result-mismatch]" in done.errors[0]


def test_a_file_without_answers_is_begun(tmp_path: Path) -> None:
    for text in ("", "  ", "\n\n", "# to come\n", "\ufeff"):
        (tmp_path / "answers").write_text(text, "utf-8")
        call = ("solve", "beetle", "1", "-q", "-o", "answers", "--resume", "answers")
        assert run(*call, cwd=tmp_path).code == 1, text
        made = (tmp_path / "answers").read_bytes()
        assert run("validate", stdin=made).code == 0, text
        assert made.endswith(run("solve", "beetle", "1", "-q").out)


def test_a_header_of_any_length(tmp_path: Path) -> None:
    long = json.dumps({"game": "beetle", "deal": "1", "title": "x" * 70000})
    done = run("solve", "--file", "-", "-f", "json", stdin=f'{long}\n{{"game":"beetle","deal":"2"}}\n')
    assert [record["status"] for record in done.records] == ["unwinnable"] * 2
    assert done.records[0]["title"] == "x" * 70000


def test_faults_are_told_in_their_turn() -> None:
    given = ('{"game":"beetle","deal":"1"}\n{"game":"beetle","deal":"x"}\n' * 2).encode()
    alone = process("solve", "--file", "-", stdin=given)
    assert [line.split(":")[0] for line in alone.errors] == ["<stdin>"] * 4
    assert ["proved" in line for line in alone.errors] == [True, False, True, False]
    assert process("solve", "--file", "-", "--jobs", "2", stdin=given) == alone


def test_a_game_file_from_a_pipe_reaches_all_processes() -> None:
    text = run("games", "beetle", "-f", "yaml").text
    text = text.replace("id: beetle", "id: piped").replace("Beetle", "Piped").replace("Жук", "Труба")
    for command in (["solve", "piped", "1-3", "-q"], ["deal", "piped", "1-600", "-f", "json"]):
        with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as cat:
            assert cat.stdin is not None and cat.stdout is not None
            cat.stdin.write(text.encode())
            cat.stdin.close()
            done = subprocess.run(
                [*COMMAND, *command, "--jobs", "2", "--game-file", f"/dev/fd/{cat.stdout.fileno()}"],
                pass_fds=[cat.stdout.fileno()],
                capture_output=True,
                env=surroundings(PYTHONUTF8="1"),
                check=False,
            )
        assert done.stderr == b""
        assert done.returncode == (command[0] == "solve")


def test_a_gone_reader_ends_running_searches() -> None:
    """Deal 170 takes half a minute, which nobody waits for."""
    given = '{"game":"beetle","deal":"1"}\n' * 4 + '{"game":"spider-millennium","deal":"170"}\n' * 2
    with subprocess.Popen(
        [*COMMAND, "solve", "--file", "-", "--jobs", "2", "-q", "-f", "json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=surroundings(PYTHONUTF8="1"),
    ) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(given.encode())
        child.stdin.flush()
        # they come while the input is still open
        assert [json.loads(child.stdout.readline())["status"] for _ in range(2)] == ["unwinnable"] * 2
        child.stdout.close()
        child.stdin.write(b'{"game":"beetle","deal":"2"}\n')
        child.stdin.close()
        child.send_signal(signal.SIGTERM)
        assert child.wait(60) in (141, 143)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGHUP, 129), (signal.SIGTERM, 143)])
def test_other_signals_keep_what_is_done(tmp_path: Path, number: signal.Signals, code: int) -> None:
    assert interrupted(tmp_path, sent=number) == (code, KEPT)
    assert os.listdir(tmp_path) == ["out"]
    assert (tmp_path / "out").read_text().endswith("}\n")


def test_what_is_passed_over_is_told(tmp_path: Path) -> None:
    file = tmp_path / "answers"
    file.write_bytes(run("solve", "beetle", "1-3", "-q").out)
    done = run("solve", "beetle", "1-3", "--resume", str(file))
    assert (done.code, done.out) == (1, b"")
    assert done.errors == ["3 already known, 3 of them not won"]
    file.write_bytes(file.read_bytes().replace(b"effort: 1", b"effort: " + b"1" * 5000))
    assert len(run("solve", "beetle", "1-3", "--resume", str(file), "-f", "json").records) == 3


def test_time_that_runs_out_is_told() -> None:
    done = run("solve", "spider-millennium", "24", "--timeout", "0.000001")
    assert done.errors == ["Spider Millennium 24 (suits: 4): no win found within 1e-06 s; there may be one"]


def test_found_deals_are_written_at_once() -> None:
    with subprocess.Popen(
        [*COMMAND, "deal", "spider-millennium", "1-999999", "-r", "suits=1", "--winnable", "-f", "json"],
        stdout=subprocess.PIPE,
        env=surroundings(PYTHONUTF8="1"),
    ) as child:
        assert child.stdout is not None
        assert json.loads(child.stdout.readline())["deal"] == "1"
        child.send_signal(signal.SIGINT)
        assert child.wait(60) == 130
