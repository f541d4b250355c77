"""All that is wrong with a rule file at once: fields, sense, deals, and ``games --check``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support import run

import solitaire_cli
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.sense import idle, sense
from solitaire_cli.rulebook.rule_file import MOST_FAULTS, RuleFileError, read_game
from solitaire_cli.words.faults import sentence
from solitaire_cli.words.language import LANGUAGES

PLAIN = """\
id: weevil
packs: 1
suits: [C, S, H, D]
tableau: [1-7 x3]
build: any-suit
unit: run
empty: any
goal: cards
"""

FAULTY = """\
id: Weevil
names: {en: "", de: Käfer}
packs: 0
suits: [C, S, X, D]
tableau: [1-7 x3, 8-, 9+1]
biuld: any-suit
unit: ran
empty: any
goal: cards
goal: runs
options:
  build:
    any: {}
    same: {build: same, goals: runs}
guide:
  aim: [{ru: Цель.}, {en: Aim., when: {bild: any}}]
"""


def found(text: str) -> list[tuple[str, int | None, int | None]]:
    """The variants and places of what is wrong."""
    with pytest.raises(RuleFileError) as caught:
        read_game(text, "own.yaml")
    assert caught.value.problem == caught.value.problems[0]
    for problem in caught.value.problems:
        for language in LANGUAGES:
            assert sentence(problem, language)
    return [
        (problem.fault.variant.removeprefix("rule-"), problem.line, problem.column) for problem in caught.value.problems
    ]


def test_all_faults_of_a_file_are_told_in_the_order_of_their_places() -> None:
    assert found(FAULTY) == [
        ("id", 1, 5),
        ("text", 2, 13),
        ("unknown", 2, 17),
        ("number", 3, 8),
        ("word", 4, 15),
        ("round", 5, 19),
        ("round", 5, 23),
        ("unknown-near", 6, 1),
        ("word-near", 7, 7),
        ("duplicate", 10, 1),
        ("word-near", 14, 19),
        ("unknown-near", 14, 25),
        ("english", 16, 9),
        ("unknown-near", 16, 40),
    ]


def test_of_very_many_faults_the_rest_is_counted() -> None:
    text = PLAIN.replace("[1-7 x3]", f"[1-7, {', '.join(['no'] * 50)}]")
    told = found(text)
    assert [variant for variant, _, _ in told] == ["round"] * MOST_FAULTS + ["more"]
    assert told[-1] == ("more", 4, 10 + len("[1-7, ") + len("no, ") * MOST_FAULTS)
    with pytest.raises(RuleFileError) as caught:
        read_game(text, "own.yaml")
    assert sentence(caught.value.problems[-1]) == "faults from here on that are not listed: 30"


def changed(**fields: str) -> str:
    """The plain file with other fields, or more of them."""
    lines = dict(line.split(": ", 1) for line in PLAIN.splitlines())
    lines |= fields
    return "".join(f"{field}: {value}\n" for field, value in lines.items() if value)


@pytest.mark.parametrize(
    ("fields", "wrong", "right"),
    [
        ({"goal": "runs"}, "goal-removal", {"removal": "by-move"}),
        ({"goal": "runs", "removal": "by-move", "auto": "yes"}, "auto-goal", {"auto": "no"}),
        ({"auto": "yes", "cells": "4"}, "auto-base", {"cells": "0"}),
        ({"tableau": "[1-8 x7]"}, "too-few-cards", {"tableau": "[1-8 x6]"}),
        ({"tableau": "[<1-7>, 1-6]"}, "covered-column", {"tableau": "[<1-7>, 1-7]"}),
        # face-down on face-up, as Trillium is dealt, but the last one up
        ({"tableau": "[1-7, <1-7>]"}, "covered-column", {"tableau": "[1-7, <1-7>, 1-7]"}),
        ({"tableau": "[1-7, c1-3]", "cells": "2"}, "no-such-place", {"cells": "3"}),
        ({"tableau": "[1-7, r2]", "reserves": "1"}, "no-such-place", {"reserves": "2"}),
        ({"tableau": "[1-7, c1 x2]", "cells": "2"}, "full-cell", {"tableau": "[1-7, c1-2]"}),
        ({"goal": "runs", "removal": "automatic", "complete": "any-suit"}, "automatic-run", {"complete": "same-suit"}),
        ({"goal": "runs", "removal": "automatic", "packs": "8", "ranks": "3"}, "dealt-run", {"ranks": "4"}),
        ({"goal": "in-place", "head": "any"}, "head-wrap", {"wrap": "yes"}),
        ({"direction": "both"}, "direction-run", {"unit": "any"}),
        ({"laps": "2"}, "laps-piles", {"packs": "2"}),
        ({"piles": "[C, S, H]"}, "piles-suits", {"piles": "[C, S, H, D]"}),
        ({"piles": "[C, S, H, D, C]"}, "piles-suits", {"packs": "2", "piles": "[C, S, H, D, C, S, H, D]"}),
        ({"packs": "2", "ranks": "5", "base": "9"}, "base-rank", {"base": "5"}),
        ({"base": "dealt"}, "base-undealt", {"tableau": "[f, 1-7 x3]"}),
        ({"goal": "in-place", "tableau": "[1-7 x3, f]"}, "dealt-to-piles", {"tableau": "[1-7 x3]"}),
        ({"suits": "[S, S, H, H]", "first": "[AC]"}, "absent-card", {"first": "[AS, AS]"}),
        ({"first": "[AC, AC]"}, "absent-card", {"packs": "2"}),
        ({"first": "[A, AC]"}, "absent-card", {"first": "[A, A]"}),
        ({"first": "[A, A, A, A, A]"}, "absent-card", {"first": "[A, A, A, A]"}),
        ({"last": "[beak, AC]"}, "absent-card", {"last": "[beak]"}),
        ({"packs": "2", "first": "[AC]", "last": "[A]"}, "first-and-last", {"last": "[K]"}),
        # the foundations take an ace first, and only its suit's next card after that
        ({"tableau": "[f, 1-7 x3]"}, "undealable", {"first": "[AC]"}),
        ({"tableau": "[f x2, 1-7 x3]", "first": "[AC, 3C]"}, "undealable", {"first": "[AC, 2C]"}),
        # one pack has four kings, so five columns; the cards of the last would be left over
        ({"tableau": "[1-4 by K]"}, "undealable", {"tableau": "[1-5 by K]"}),
        # what has no effect
        ({"complete": "any-suit"}, "idle", {"goal": "in-place"}),
        ({"goal": "in-place", "base": "2"}, "idle", {"goal": "cards"}),
        ({"goal": "in-place", "laps": "2", "packs": "2"}, "idle", {"goal": "cards"}),
        ({"unit": "any", "run": "any-suit"}, "idle", {"unit": "run"}),
        ({"unit": "any", "carry": "cells"}, "idle", {"unit": "run"}),
        ({"reserve": "card"}, "idle", {"reserves": "1"}),
        ({"reserves": "2", "room": "3"}, "idle", {"reserve": "card"}),
        ({"reserves": "2", "reserve": "run", "room": "3"}, "idle", {"room": "1"}),
        ({"reserves": "2", "opens": "stock-out"}, "idle", {"reserve": "run"}),
    ],
    ids=str,
)
def test_fields_that_do_not_fit_together(fields: dict[str, str], wrong: str, right: dict[str, str]) -> None:
    assert [variant for variant, _, _ in found(changed(**fields))] == [wrong]
    assert read_game(changed(**fields | right), "own.yaml").id == "weevil"


def test_what_does_not_fit_together_is_told_at_once() -> None:
    text = changed(goal="runs", base="9", room="3", unit="any", direction="both", carry="cells", ranks="8")
    assert found(text) == [
        ("goal-removal", 8, 7),
        ("base-rank", 9, 7),
        ("idle", 9, 7),
        ("idle", 10, 7),
        ("idle", 12, 8),
    ]


def test_an_idle_field_has_an_effect_under_some_option() -> None:
    text = changed(carry="cells", unit="any") + "options: {move: {any: {}, run: {unit: run}}}\n"
    assert read_game(text, "own.yaml").options["move"]["run"] == {"unit": "run"}


def test_the_games_of_the_package_make_sense() -> None:
    for game in solitaire_cli.games():
        rules: Any = game.rules()
        assert isinstance(rules, Rules)
        assert (game.id, sense(rules), idle(rules)) == (game.id, [], [])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.yaml").write_text(PLAIN, encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(changed(packs="0", unit="ran"), encoding="utf-8")
    return tmp_path


def test_games_check(folder: Path) -> None:
    good = run("games", "--check", "good.yaml", cwd=folder)
    assert (good.code, good.lines, good.errors) == (0, ["good.yaml: valid: weevil"], [])
    both = run("games", "--check", "bad.yaml", "good.yaml", cwd=folder)
    assert (both.code, both.lines) == (1, ["good.yaml: valid: weevil"])
    assert both.errors == [
        'bad.yaml:2:8: error: "0" is not a number from 1 to 8 [bad-value]',
        'bad.yaml:6:7: error: "ran" is not one of run, card, any; did you mean "run"? [bad-value]',
    ]
    quiet = run("games", "-q", "--check", "bad.yaml", "good.yaml", cwd=folder)
    assert (quiet.code, quiet.out, quiet.err) == (1, b"", b"")
    missing = run("games", "--check", "nothing.yaml", "bad.yaml", cwd=folder)
    assert missing.code == 2
    assert missing.errors[0] == "nothing.yaml: error: cannot read: No such file or directory [unreadable]"
    given = run("games", "--check", "-", cwd=folder, stdin=PLAIN)
    assert (given.code, given.lines) == (0, ["<stdin>: valid: weevil"])


def test_games_check_records(folder: Path) -> None:
    good, bad = run("games", "--check", "good.yaml", "bad.yaml", "-f", "json", cwd=folder).records
    assert good == {"type": "rule-file", "source": "good.yaml", "game": "weevil", "valid": True, "errors": []}
    assert (bad["game"], bad["valid"]) == (None, False)
    assert [(error["code"], error["line"], error["column"]) for error in bad["errors"]] == [
        ("bad-value", 2, 8),
        ("bad-value", 6, 7),
    ]


def test_games_check_takes_no_other_name(folder: Path) -> None:
    (folder / "own.yaml").write_text(changed(id="beetle"), encoding="utf-8")
    taken = run("games", "--check", "own.yaml", cwd=folder)
    assert (taken.code, taken.errors) == (
        1,
        ['own.yaml:1:5: error: "beetle" is already the id or a name of the game beetle; choose another [bad-value]'],
    )
    assert run("games", "--check", "good.yaml", "-r", "a=b", cwd=folder).code == 2
    assert run("games", "beetle", "freecell").code == 2


# the user's own games


def own_folders(tmp_path: Path) -> dict[str, str]:
    """A folder of the variable and the one of the configuration, both in use."""
    one, two = tmp_path / "one", tmp_path / "config" / "solitaire-cli" / "games"
    for place in (one, two):
        place.mkdir(parents=True)
    (one / "weevil.yaml").write_text(PLAIN, encoding="utf-8")
    (two / "weevil.yaml").write_text(changed(packs="2"), encoding="utf-8")
    (two / "other.yaml").write_text(changed(id="mite", names="{en: Mite, ru: Клещ}"), encoding="utf-8")
    (two / ".hidden.yaml").write_text("no", encoding="utf-8")
    (two / "notes.txt").write_text("no", encoding="utf-8")
    (two / "folder.yaml").mkdir()
    return {"SOLITAIRE_CLI_GAMES": f"{tmp_path / 'none'}:{one}", "XDG_CONFIG_HOME": str(tmp_path / "config")}


TAKEN = 'weevil.yaml:1:5: error: "weevil" is already the id or a name of the game weevil; choose another [bad-value]'


def test_own_games_are_found(tmp_path: Path) -> None:
    env = own_folders(tmp_path)
    dealt = run("deal", "КЛЕЩ", "1", "-f", "json", env=env)
    assert (dealt.code, dealt.records[0]["game"]) == (0, "mite")
    # the first folder comes first; that the second has the game too is told
    dealt = run("deal", "weevil", "1", "-f", "json", env=env)
    assert len(dealt.records[0]["stock"].split()) == 52 - 21
    assert [line.endswith(TAKEN) for line in dealt.errors] == [True]
    assert {"weevil                       weevil", "mite                         Mite / Клещ"} <= set(
        run("games", env=env).lines
    )
    assert run("deal", "mite", "1").code == 2


def test_a_broken_file_stops_no_command(tmp_path: Path) -> None:
    env = own_folders(tmp_path)
    (tmp_path / "one" / "broken.yaml").write_text(changed(packs="0"), encoding="utf-8")
    quiet = run("deal", "-q", "mite", "1", "-f", "yaml", env=env)
    assert (quiet.code, quiet.err) == (0, b"")
    dealt = run("deal", "mite", "1", env=env)
    assert dealt.code == 0
    assert dealt.errors[0] == f'{tmp_path}/one/broken.yaml:2:8: error: "0" is not a number from 1 to 8 [bad-value]'
    # of a game of the package nobody looks there
    assert run("deal", "beetle", "1", env=env).errors == []


def test_what_comes_first(tmp_path: Path) -> None:
    """The package's games, those of --game-file, those of the folders."""
    env = own_folders(tmp_path)
    (tmp_path / "one" / "beetle.yaml").write_text(changed(id="beetle"), encoding="utf-8")
    (tmp_path / "given.yaml").write_text(changed(tableau="[1-5]"), encoding="utf-8")
    dealt = run("deal", "weevil", "1", "-f", "json", "--game-file", str(tmp_path / "given.yaml"), env=env)
    assert len(dealt.records[0]["columns"]) == 5
    assert len(run("deal", "beetle", "1", "-f", "json", env=env).records[0]["columns"]) == 8
    text = "---\ngame: mite\ndeal: 1\n---\n"
    told = run("validate", "-", stdin=text, env=env)
    assert told.code == 0
    assert [line.rsplit(":", 4)[0] for line in told.errors] == [
        f"{tmp_path}/one/beetle.yaml",
        f"{tmp_path}/config/solitaire-cli/games/weevil.yaml",
    ]
    assert run("validate", "--jobs", "2", "-", "-q", stdin=text * 3, env=env).code == 0


def test_the_library_reads_no_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in own_folders(tmp_path).items():
        monkeypatch.setenv(name, value)
    assert solitaire_cli.games().find("mite") is None
