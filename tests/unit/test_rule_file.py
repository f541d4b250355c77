"""Rule files: games that are not shipped, and what is wrong with a file, with its place."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest
from compile_games import COMPILED, SOURCES, compiled
from reference import engine as slow
from support import FEW, OLD, SPIDERETTE, TINY, run

import solitaire_cli
from solitaire_cli.api import deal, replay, validate
from solitaire_cli.core.cards import NAMES, names
from solitaire_cli.core.legality import legal_moves
from solitaire_cli.core.notation import format_step
from solitaire_cli.rulebook.rule_file import FileCatalogue, RuleFileError, read_game, read_game_file
from solitaire_cli.words.faults import sentence
from solitaire_cli.words.language import LANGUAGES

SPIDER = """\
id: spider-by-fours
names: {en: Spider by Fours}
packs: 2
suits: [C, S, H, D]
# the long columns stand at 1, 4, 7 and 10
columns: [5+1, 4+1, 4+1, 5+1, 4+1, 4+1, 5+1, 4+1, 4+1, 5+1]
build: any-suit
unit: run
empty: any
stock: no-empty-column
removal: automatic
goal: runs
"""


def catalogue(*texts: str) -> FileCatalogue:
    return FileCatalogue([read_game(text, "own.yaml") for text in texts])


def test_spider_with_its_long_columns_apart() -> None:
    """The cards come in the same order as in deal 24 of ten columns, only to other columns."""
    order = names(slow_order("24", "CSHD", 2)).split()
    position = deal("spider-by-fours", 24, catalogue=catalogue(SPIDER))
    assert [len(column) for column in position.columns] == [6, 5, 5, 6, 5, 5, 6, 5, 5, 6]
    # five rounds face down, the fifth for the long columns only, then one face up each
    assert [NAMES[column[-1]] for column in position.columns] == order[44:54]
    assert [NAMES[position.columns[c][4]] for c in (0, 3, 6, 9)] == order[40:44]
    assert [NAMES[card] for card in position.stock] == order[54:]


def slow_order(number: str, suits: str, packs: int) -> list[int]:
    game = slow.Game(id="x", packs=packs, suits=suits, columns=((0, 1),))
    return [NAMES.index(card) for card in slow.deal_order(game, number)]


def test_the_last_deal_may_be_partial() -> None:
    """52 cards less 28 on the table leave 24: three deals of seven and one of three."""
    games = catalogue(SPIDERETTE)
    position = deal("spiderina", 1, catalogue=games)
    assert [len(column) for column in position.columns] == [1, 2, 3, 4, 5, 6, 7]
    text = "---\ngame: Спайдерина\ndeal: 1\nresult: open\n---\ndeal deal deal deal\n"
    [verdict] = validate(text, games)
    assert (verdict.valid, verdict.steps) == (True, 4)
    *_, (taken, last) = replay(text, games)
    assert [len(column) for column in last.columns] == [5, 6, 7, 7, 8, 9, 10]
    assert len(taken.moved) == 3
    [verdict] = validate(text + "deal\n", games)
    assert verdict.problem is not None
    assert str(verdict.problem.code) == "stock-empty"


def test_options_of_an_own_game() -> None:
    games = catalogue(SPIDERETTE)
    position = deal("spiderina", 1, {"suits": "1", "columns": "two"}, games)
    assert {card >> 4 for column in position.columns for card in column} == {0}
    assert len(position.columns) == 2
    assert len(position.stock) == 50


def test_a_miniature_is_played_and_validated() -> None:
    """Three ranks: the three is the king of the game."""
    games = catalogue(TINY)
    position = deal("tiny", 3, catalogue=games)
    steps = []
    while True:
        legal = list(legal_moves(position))
        if not legal:
            break
        steps.append(format_step(legal[-1]))
        position.apply(legal[-1])
    text = f"---\ngame: tiny\ndeal: 3\n---\n{' '.join(steps)}\n"
    [verdict] = validate(text, games)
    assert (verdict.valid, verdict.steps) == (True, len(steps))
    assert verdict.result in ("won", "lost")


def test_own_games_stand_after_those_that_are_shipped() -> None:
    shipped = [game.id for game in catalogue()]
    assert sorted(shipped) == sorted(path.stem for path in SOURCES)
    assert [game.id for game in catalogue(TINY, SPIDER)] == [*shipped, "tiny", "spider-by-fours"]


NAMED = TINY.replace("packs", "names: {en: Tiny, ru: Кроха}\npacks")


@pytest.mark.parametrize(
    ("text", "game", "line", "column"),
    [
        (TINY.replace("tiny", "beetle"), "beetle", 1, 5),
        (NAMED.replace("Tiny", "beetle"), "beetle", 2, 13),
        (NAMED.replace("Tiny", "SPIDER  millennium"), "spider-millennium", 2, 13),
        (NAMED.replace("Кроха", "жук"), "beetle", 2, 23),
        (SPIDERETTE, "spiderina", 1, 5),
        (NAMED.replace("Кроха", "Спайдерина"), "spiderina", 2, 23),
        (NAMED.replace("Кроха", "spiderina"), "spiderina", 2, 23),
    ],
)
def test_no_game_takes_the_name_of_another(text: str, game: str, line: int, column: int) -> None:
    games = catalogue(SPIDERETTE)
    with pytest.raises(RuleFileError) as caught:
        read_game(text, "own.yaml", games)
    problem = caught.value.problem
    assert (problem.fault.variant, problem.line, problem.column) == ("rule-taken", line, column)
    assert f"of the game {game};" in sentence(problem)
    # a game that was read alone is refused by the catalogue, which knows no place in its file
    with pytest.raises(RuleFileError) as caught:
        catalogue(SPIDERETTE, text)
    assert (caught.value.problem.fault.variant, caught.value.problem.line) == ("rule-taken", None)
    assert [each.id for each in games].count(game) == 1


def test_a_game_may_be_called_what_its_id_says() -> None:
    games = catalogue(NAMED)
    for name in ("tiny", "Tiny", "КРОХА", " кроха "):
        found = games.find(name)
        assert found is not None
        assert found.id == "tiny"
    spaced = catalogue(NAMED.replace("Tiny", "So  Tiny"))
    assert spaced.find("so tiny") is spaced.find("So  Tiny") is spaced.find("tiny") is not None


def test_the_command_line_refuses_a_game_that_takes_a_name(tmp_path: Path) -> None:
    for name, text in (("tiny.yaml", NAMED), ("own.yaml", NAMED.replace("id: tiny", "id: other"))):
        (tmp_path / name).write_text(text, encoding="utf-8")
    both = run("deal", "tiny", "1", "--game-file", "tiny.yaml", "--game-file", "own.yaml", cwd=tmp_path)
    assert (both.code, both.out) == (2, b"")
    assert both.errors == [
        'own.yaml:2:13: error: "Tiny" is already the id or a name of the game tiny; choose another [bad-value]',
        'own.yaml:2:23: error: "Кроха" is already the id or a name of the game tiny; choose another [bad-value]',
    ]
    twice = run("games", "--game-file", "tiny.yaml", "--game-file", "tiny.yaml", "--lang", "ru", cwd=tmp_path)
    assert (twice.code, twice.out) == (2, b"")
    assert twice.errors == [
        f"tiny.yaml:{place}: ошибка: «{name}» — это уже id или название игры tiny; выберите другое [bad-value]"
        for place, name in (("1:5", "tiny"), ("2:13", "Tiny"), ("2:23", "Кроха"))
    ]


def test_the_command_line_takes_a_game_file(tmp_path: Path) -> None:
    path = tmp_path / "spiderina.yaml"
    path.write_text(SPIDERETTE, encoding="utf-8")
    command = [sys.executable, "-m", "solitaire_cli"]
    dealt = subprocess.run(
        [*command, "deal", "--game-file", path, "спайдерина", "1-3", "-f", "yaml", "-r", "suits=1"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert dealt.stdout.count("rules: {suits: 1, columns: seven}\n") == 3
    judged = subprocess.run(
        [*command, "validate", "--game-file", path, "-"],
        input=dealt.stdout,
        capture_output=True,
        text=True,
        check=False,
    )
    assert judged.returncode == 0, judged.stderr
    alone = subprocess.run([*command, "validate", "-"], input=dealt.stdout, capture_output=True, text=True, check=False)
    assert alone.returncode == 1
    assert "[unknown-game]" in alone.stderr


@pytest.mark.parametrize("path", [path for path in SOURCES if path.stem in FEW], ids=lambda path: path.stem)
def test_shipped_games(path: Path) -> None:
    """The name of the file is the id, what has a document has both languages, and the data make the same game again."""
    game = read_game_file(path)
    assert game.id == path.stem
    assert {"en"} <= set(game.names) <= set(LANGUAGES)
    for texts in (game.names, game.summary, *game.base.diagram.captions.values()) if path.stem in OLD else ():
        assert set(texts) == set(LANGUAGES)
    import yaml

    again = read_game(yaml.safe_dump(dict(game.data), sort_keys=False, allow_unicode=True), "again.yaml")
    assert again.base.columns == game.base.columns
    assert again.options == game.options
    assert again.base.diagram == game.base.diagram


def broken(old: str, new: str) -> str:
    assert old in SPIDER
    return SPIDER.replace(old, new)


@pytest.mark.parametrize(
    ("text", "variant", "line", "column"),
    [
        ("", "no-fields", 1, 1),
        ("- a\n", "no-fields", 1, 1),
        ("a: [\n", "", 2, 1),
        (broken("packs: 2\n", ""), "rule-missing", 1, 1),
        (broken("packs: 2", "packs: 0"), "rule-number", 3, 8),
        (broken("packs: 2", "packs: 2.5"), "rule-number", 3, 8),
        (broken("packs: 2", "packs: 9"), "rule-number", 3, 8),
        (broken("packs: 2", "packs: [2]"), "rule-text", 3, 8),
        (broken("packs: 2", "packs:"), "rule-text", 3, 7),
        (broken("packs: 2", "packs: 2\npacks: 2"), "rule-duplicate", 4, 1),
        (broken("packs: 2", "pack: 2"), "rule-unknown-near", 3, 1),
        (broken("packs: 2", "packs: 2\nzzz: 2"), "rule-unknown", 4, 1),
        (broken("build: any-suit", "build: any_siut"), "rule-word-near", 7, 8),
        (broken("goal: runs", "goal: runs\ntableau: [1-10 x2]"), "rule-two-tableaus", 13, 10),
        (broken("[C, S, H, D]", "[C, S, X, D]"), "rule-word", 4, 15),
        (broken("[C, S, H, D]", "[C, S, H, D, C]"), "rule-suits", 4, 8),
        (broken("[C, S, H, D]", "[]"), "rule-list", 4, 8),
        (broken("[C, S, H, D]", "CSHD"), "rule-list", 4, 8),
        (broken("[5+1, 4+1, 4+1", "[5+1, 4, 4+1"), "rule-column", 6, 16),
        (broken("[5+1, 4+1, 4+1", "[5+1, -4+1, 4+1"), "rule-column", 6, 16),
        (broken("[5+1, 4+1, 4+1", "[90+1, 4+1, 4+1"), "rule-too-few-cards", 6, 10),
        (broken("[5+1, 4+1, 4+1", "[5+0, 4+1, 4+1"), "rule-covered-column", 6, 10),
        (broken("[5+1, 4+1, 4+1", "[5+13, 4+1, 4+1"), "rule-dealt-run", 6, 10),
        (broken("build: any-suit", "build: up"), "rule-word", 7, 8),
        (broken("goal: runs", "goal: cards"), "rule-goal-removal", 12, 7),
        (broken("goal: runs", "goal: runs\nauto: yes"), "rule-auto-goal", 13, 7),
        (broken("goal: runs", "goal: runs\nauto: true"), "rule-word", 13, 7),
        (broken("id: spider-by-fours", "id: Spider"), "rule-id", 1, 5),
        (broken("{en: Spider by Fours}", "{ru: Паук}"), "rule-english", 2, 8),
        (broken("{en: Spider by Fours}", "{de: Spinne}"), "rule-unknown", 2, 9),
        (SPIDER + "options: {suits: {}}\n", "rule-empty-option", 13, 18),
        (SPIDER + f"options: {{{', '.join(f'o{n}: {{a: {{}}}}' for n in range(17))}}}\n", "rule-options", 13, 230),
        (SPIDER + f"options: {{o: {{{', '.join(f'v{n}: {{}}' for n in range(33))}}}}}\n", "rule-options", 13, 14),
        (
            SPIDER + f"options: {{o: {{{', '.join(f'v{n}: {{}}' for n in range(32))}}}}}\ncolumns: []\n",
            "rule-duplicate",
            14,
            1,
        ),
        (SPIDER + "options: {Suits: {a: {}}}\n", "rule-option", 13, 18),
        (SPIDER + "options: {suits: {a: {goals: runs}}}\n", "rule-unknown-near", 13, 23),
        (SPIDER + "options: {first: {a: {}, b: {columns: [0+13, 0+1]}}}\n", "rule-dealt-run", 13, 39),
        (SPIDER + "options: {o: {a: {}, b: {removal: none}}}\n", "rule-goal-removal", 13, 25),
        (SPIDER + "diagram: {heads: wide}\n", "rule-word", 13, 18),
        (SPIDER + "diagram: {captions: {top: {en: x}}}\n", "rule-unknown", 13, 22),
        (SPIDER + "diagram: {captions: {goal: {en: 'x {y}'}}}\n", "rule-word", 13, 28),
        (SPIDER + "options: &a {}\n", "alias", 13, 10),
        (SPIDER + "guide: Have fun.\n", "rule-map", 13, 8),
        (SPIDER + "guide:\n", "rule-map", 13, 7),
        (SPIDER + "guide: {goal: [{en: x}]}\n", "rule-unknown", 13, 9),
        (SPIDER + "guide: {aim: [{en: x}], aim: [{en: x}]}\n", "rule-duplicate", 13, 25),
        (SPIDER + "guide: {aim: {en: x}}\n", "rule-list", 13, 14),
        (SPIDER + "guide: {aim: []}\n", "rule-list", 13, 14),
        (SPIDER + "guide: {aim: [x]}\n", "rule-map", 13, 15),
        (SPIDER + "guide: {aim: [{en: x}, {ru: x}]}\n", "rule-english", 13, 24),
        (SPIDER + "guide: {aim: [{en: x, de: x}]}\n", "rule-unknown", 13, 23),
        (SPIDER + "guide: {aim: [{en: }]}\n", "rule-text", 13, 19),
        (SPIDER + "guide: {aim: [{en: x, ru: [x]}]}\n", "rule-text", 13, 27),
        (SPIDER + 'guide: {aim: [{en: "a\\e[31m"}]}\n', "rule-control", 13, 20),
        (SPIDER + "guide:\n  aim:\n  - en: |-\n      a\n      b\n", "rule-control", 15, 9),
        (SPIDER + "guide: {aim: [{en: x, when: {suits: 4}}]}\n", "rule-optionless", 13, 29),
        (SPIDER + "guide: {options: {suits: {}}}\n", "rule-optionless", 13, 18),
        (SPIDERETTE + "guide: {aim: [{en: x, when: x}]}\n", "rule-map", 19, 29),
        (SPIDERETTE + "guide: {aim: [{en: x, when: {suit: 4}}]}\n", "rule-unknown-near", 19, 30),
        (SPIDERETTE + "guide: {aim: [{en: x, when: {suits: 2}}]}\n", "rule-word", 19, 37),
        (SPIDERETTE + "guide: {aim: [{en: x, when: {suits: [4, 2]}}]}\n", "rule-word", 19, 41),
        (SPIDERETTE + "guide: {aim: [{en: x, when: {suits: []}}]}\n", "rule-list", 19, 37),
        (SPIDERETTE + "guide: {aim: [{en: x, when: {suits: {4: x}}}]}\n", "rule-text", 19, 37),
        (SPIDERETTE + "guide: {options: [{en: x}]}\n", "rule-map", 19, 18),
        (SPIDERETTE + "guide: {options: {suits: {en: x}}}\n", "rule-unknown", 19, 27),
        (SPIDERETTE + "guide: {options: {suit: {4: {en: x}}}}\n", "rule-unknown-near", 19, 19),
        (SPIDERETTE + "guide: {options: {suits: {4: x}}}\n", "rule-map", 19, 30),
        (SPIDERETTE + "guide: {options: {suits: {4: {ru: x}}}}\n", "rule-english", 19, 30),
        (broken("{en: Spider by Fours}", r'{en: "a\e[31m"}'), "rule-control", 2, 13),
        (broken("{en: Spider by Fours}", r'{en: "a\nb"}'), "rule-control", 2, 13),
    ],
)
def test_what_is_wrong_and_where(text: str, variant: str, line: int, column: int) -> None:
    with pytest.raises(RuleFileError) as caught:
        read_game(text, "own.yaml")
    problem = caught.value.problem
    assert (problem.fault.variant, problem.line, problem.column) == (variant, line, column)
    for language in LANGUAGES:
        assert "{" not in sentence(problem, language).replace("{y}", "").replace("{stock}", "").replace(
            "{cards}", ""
        ).replace("{columns}", "").replace("{piles}", "")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"id: a\nnames: \xff\n", ("encoding", 2, 8)),
        (b"id: a\nnames: \0\n", ("encoding", 2, 8)),
        (gzip.compress(SPIDER.encode()), ("encoding", 1, 1)),
        ("ж".encode() * 70000, ("yaml", 1, 1)),
        (("#" + "ж" * 99 + "\n").encode() * 5000, ("yaml", 1, 1)),
    ],
)
def test_a_game_file_that_is_no_text_or_too_long(data: bytes, expected: tuple[str, int, int], tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_bytes(data)
    with pytest.raises(RuleFileError) as caught:
        read_game_file(path)
    problem = caught.value.problem
    assert (str(problem.code), problem.line, problem.column) == expected


def test_games_are_found_by_any_of_their_names() -> None:
    games = solitaire_cli.games()
    for name in ("beetle", "BEETLE", "Beetle", "Жук", "жук", "ЖУК", " beetle "):
        found = games.find(name)
        assert found is not None
        assert found.id == "beetle"
    assert games.find("жуки") is None
    assert games.find("../games/beetle") is None


def test_the_compiled_rule_files_are_those_of_the_sources() -> None:
    """If not: ``python tests/tools/compile_games.py``."""
    assert COMPILED.read_text("utf-8") == compiled()
