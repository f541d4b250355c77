"""The manual says what the tool does: every name in it is one of the tool's, and every example runs."""

from __future__ import annotations

import ast
import doctest
import random
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from deal_orders import ORDERS, TOPS
from manual import (
    ROOT,
    Item,
    Page,
    Shell,
    command_pages,
    context,
    exchanges,
    generated,
    missing_tools,
    options,
    pages,
    plain,
    roff,
    spellings,
)
from support import run

import solitaire_cli
from solitaire_cli import cli
from solitaire_cli.core import notation
from solitaire_cli.core.cards import names, parse_suit
from solitaire_cli.core.errors import Code
from solitaire_cli.core.numbering import (
    LARGEST,
    LARGEST_MS,
    LARGEST_RANDOM,
    LARGEST_WIN7,
    WIN7,
    Number,
    card_order,
    foreign_order,
)
from solitaire_cli.core.policies import CAPTIONS, DEFAULTS, GUIDE, LAYOUT_FOUNDATIONS, LAYOUT_HEADS, POLICIES
from solitaire_cli.core.rule_data import Diagram
from solitaire_cli.core.steps import WORDS
from solitaire_cli.rulebook import rule_fields, rule_file
from solitaire_cli.shell import COMPLETION_VARIABLE, NAME, console
from solitaire_cli.transcript import blocks, located_yaml, reader
from solitaire_cli.transcript.header import KEYS
from solitaire_cli.viewer.keys import KEYS as VIEWER_KEYS
from solitaire_cli.words.rule_words import FAMILIES
from solitaire_cli.words.translation import phrase

OLD = ("spider-millennium", "spiderwort", "beetle")
"""The games that have documents, and sections of their own."""
PACKAGE = Path(solitaire_cli.__file__).parent
PAGES = pages()
COMMANDS = command_pages()
ENGLISH = {page.name: page for page in PAGES if page.language == "en"}
TRANSLATED = [page for page in PAGES if page.language != "en"]
TOOL, TRANSCRIPT, GAME, GAMES, DEALS, PEERS, DEVELOPMENT, LIBRARY = (
    ENGLISH[name]
    for name in (
        NAME,
        "solitaire-transcript",
        "solitaire-game",
        "solitaire-games",
        "solitaire-deals",
        "solitaire-peers",
        "solitaire-development",
        "solitaire_cli",
    )
)
OTHERS = {
    "--cached",
    "--diff-filter",
    "--examples",
    "--name-only",
    "--prefix",
    "--stdin",
    "-c",
    "-e",
    "-m",
    "-p",
    "-r",
    "-s",
    "-t",
}
"""Options of other programs that the pages name, those of the tests among them."""
FORM = "FILE:LINE:COL: error: MESSAGE [code]\n"
"""What diagnostics look like: an example that cannot be run."""

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.language}-{page.name}")
each_command = pytest.mark.parametrize("name", list(COMMANDS))


def children(page: Page, section: str, subsection: str = "") -> dict[str, list[str]]:
    """The tags of a list, each with the tags of the list below it."""
    found: dict[str, list[str]] = {}
    last = ""
    for item in page.items():
        if item.kind == "tag" and (item.section, item.subsection) == (section, subsection):
            if item.depth:
                found[last].append(item.text)
            else:
                last = item.text
                found[last] = []
    return found


def sources() -> Iterator[ast.Module]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield ast.parse(path.read_text("utf-8"))


def said_spellings(tags: list[str]) -> list[str]:
    return [spelling for tag in tags for spelling in re.findall(r"(?<![\w-])--?[A-Za-z][a-z-]*", tag)]


# the pages as a whole


def test_every_command_has_a_page_and_every_page_a_command() -> None:
    assert {page.name for page in PAGES if page.section == "1"} == set(COMMANDS)


@each_page
def test_generated_parts_are_up_to_date(page: Page) -> None:
    assert page.text == generated(page), "run: python tests/tools/manual.py"
    blocks = re.findall(r'^\.\\" begin (\w+)$', page.text, re.MULTILINE)
    wanted = {DEVELOPMENT.name: ["packages", "words", "see"], GAMES.name: ["games", "see"]}.get(page.name, ["see"])
    if page.name in COMMANDS:
        wanted = ["synopsis", *(["commands"] if page.name == TOOL.name else []), "options", "see"]
    assert blocks == wanted


@each_page
def test_title_and_version(page: Page) -> None:
    [title] = re.findall(r"^\.TH (\S+) (\S+) (\S+) (.*)$", page.text, re.MULTILINE)
    assert plain(title[0]) == page.name.upper()
    assert title[1] == page.section
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", title[2])
    assert plain(title[3]) == f'"{NAME} {solitaire_cli.__version__}" "{NAME} manual"'
    [said] = re.findall(r"^\.SH (?:NAME|ИМЯ)\n(.*)$", page.text, re.MULTILINE)
    assert plain(said).startswith(f"{page.name} - ")


@each_page
def test_the_page_lies_where_man_looks(page: Page) -> None:
    """The folder is installed as it is; test_package.py looks at the wheel."""
    language = "" if page.language == "en" else f"{page.language}/"
    assert page.path.relative_to(ROOT).as_posix() == f"man/{language}man{page.section}/{page.path.name}"


@each_page
def test_references_lead_to_pages(page: Page) -> None:
    named = re.findall(r"^\.BR (\S+) \(([1-9])\)", page.text, re.MULTILINE)
    assert named
    assert {(plain(name), section) for name, section in named} <= {(p.name, p.section) for p in PAGES}


@each_page
def test_lint(page: Page) -> None:
    if shutil.which("mandoc") is None:
        pytest.skip("mandoc is not here")
    done = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", page.path], capture_output=True, check=False, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@each_page
def test_groff_has_no_warnings(page: Page) -> None:
    if shutil.which("groff") is None or shutil.which("preconv") is None:
        pytest.skip("groff is not here")
    done = subprocess.run(
        ["groff", "-k", "-K", "utf8", "-T", "utf8", "-man", "-ww", "-z", page.path],
        capture_output=True,
        check=False,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


# options and commands


@each_command
def test_every_option_stands_once_in_its_page(name: str) -> None:
    told = said_spellings(ENGLISH[name].tags("OPTIONS"))
    assert sorted(told) == sorted(s for option in options(COMMANDS[name]) for s in spellings(option))


def test_options_that_commands_share_are_explained() -> None:
    count = Counter(s for name in COMMANDS.values() if name for option in options(name) for s in spellings(option))
    own = set(context("").help_option_names)
    assert sorted(said_spellings(TOOL.tags("COMMON OPTIONS"))) == sorted(
        spelling for spelling, commands in count.items() if commands > 1 and spelling not in own
    )


@each_page
def test_no_page_knows_another_option_or_command(page: Page) -> None:
    known = {s for name in COMMANDS.values() for option in options(name) for s in spellings(option)}
    told = " ".join(item.text for item in page.items())
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", told)) <= known | OTHERS
    assert set(re.findall(r"(?<![\w-])-[a-zA-Z](?![\w-])", page.prose())) <= known | OTHERS
    called = [match for item in page.examples() for match in re.findall(rf"\b{NAME} ([a-z]+)", item.text)]
    called += re.findall(rf"^\.[BI].*{re.escape(roff(NAME))} ([a-z]+)", page.text, re.MULTILINE)
    assert set(called) <= set(cli.COMMANDS)


# exit codes and variables


@each_command
def test_exit_codes(name: str) -> None:
    if COMMANDS[name]:
        epilog = context(COMMANDS[name]).command.epilog or ""
        wanted = re.findall(r"[:,] (\d+) ", epilog)
        assert wanted
    else:
        named = [*vars(cli).items(), *vars(console).items()]
        wanted = sorted({str(value) for key, value in named if re.match("[A-Z]", key) and type(value) is int}, key=int)
    assert ENGLISH[name].tags("EXIT STATUS") == wanted


def test_keys() -> None:
    """Those of the help on the screen, in the same order."""
    words = {"right": "Right", "left": "Left", "up": "Up", "down": "Down"}
    assert ENGLISH["solitaire-cli-replay"].tags("KEYS") == [key.keys.format(**words) for key in VIEWER_KEYS]


def test_environment_variables() -> None:
    read: set[str] = set()
    for tree in sources():
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                inside = list(ast.walk(function))
                if any(isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv") for node in inside):
                    texts = (node.value for node in inside if isinstance(node, ast.Constant))
                    read |= {t for t in texts if isinstance(t, str) and re.fullmatch("_?[A-Z][A-Z0-9_]+", t)}
    told = ", ".join(TOOL.tags("ENVIRONMENT")).split(", ")
    # the first has a name in the code, the second is read by Python itself
    assert sorted(told) == sorted({*read, COMPLETION_VARIABLE, "PYTHONIOENCODING"})


# the format


def test_header_keys() -> None:
    assert ", ".join(TRANSCRIPT.tags("HEADER")).split(", ") == list(KEYS)


def test_steps() -> None:
    """The grammar is that of the notation, and every word and form has its entry."""
    [grammar] = [item for item in TRANSCRIPT.examples() if item.text.startswith("step ")]
    assert all(line in (notation.__doc__ or "") for line in grammar.text.splitlines())
    told = TRANSCRIPT.tags("STEPS")
    assert set(WORDS) < set(told)
    for form in told:
        step = notation.parse_step(form)
        assert isinstance(step, solitaire_cli.Step), form
        assert notation.format_step(step, step.claim) == form


def test_codes() -> None:
    sections = [item.text for item in TRANSCRIPT.items() if (item.kind, item.section) == ("subsection", "FAULTS")]
    assert [tag for each in sections for tag in TRANSCRIPT.tags("FAULTS", each)] == [str(code) for code in Code]


def faults() -> Iterator[tuple[str, str]]:
    """The codes with their examples."""
    code = ""
    for item in TRANSCRIPT.items():
        if item.section == "FAULTS" and item.kind == "tag":
            code = item.text
        elif item.section == "FAULTS" and item.kind == "example" and code:
            yield code, item.text


def test_every_code_has_an_example() -> None:
    assert [code for code, _ in faults()] == [str(code) for code in Code]


@pytest.mark.parametrize(("code", "example"), list(faults()), ids=[code for code, _ in faults()])
def test_the_example_of_a_code_has_that_fault(code: str, example: str) -> None:
    if example.startswith("$ "):
        # run with the others
        assert f"[{code}]" in example
        return
    [verdict] = solitaire_cli.validate(example)
    assert verdict.problem
    assert str(verdict.problem.code) == code


def test_records() -> None:
    """The kinds of records and their keys."""
    kinds: set[str] = set()
    for tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict):
                written = {getattr(key, "value", None): value for key, value in zip(node.keys, node.values)}
                kind = getattr(written.get("type"), "value", None)
                kinds |= {kind} if isinstance(kind, str) else set()
    shared = set(TRANSCRIPT.tags("RECORDS"))
    told = [item.text for item in TRANSCRIPT.items() if (item.kind, item.section) == ("subsection", "RECORDS")]
    assert sorted(told) == sorted(kinds)
    game = "---\ngame: beetle\ndeal: 24\n---\n\n"
    used = set()
    for arguments in (
        ["play", "beetle", "24"],
        ["play", "beetle", "24", "--hide"],
        ["deal", "beetle", "24"],
        ["deal", "freecell", "24"],
        ["deal", "headquarters", "24"],
        ["validate"],
        ["validate", "--summary", "-q"],
        ["select", "--count"],
        ["stats"],
        ["replay"],
        ["moves", "--id"],
        ["solve", "--file", "-"],
        ["games", "beetle"],
        ["games", "--check", "-"],
        ["layout", "beetle"],
        ["format", "--check"],
    ):
        plays = {4: "hint\n", 3: "1-2\n"}.get(len(arguments)) if arguments[0] == "play" else None
        *_, record = run(*arguments, "-f", "json", stdin=plays or game).records
        own = {key for tag in TRANSCRIPT.tags("RECORDS", record["type"]) for key in tag.split(", ")}
        assert set(record) <= shared | own, record
        assert own <= set(record), record
        used |= set(record)
    assert shared <= used


# the games


def test_games_and_their_options() -> None:
    for page in (GAMES, *(page for page in TRANSLATED if page.name == GAMES.name)):
        for game in map(solitaire_cli.games().__getitem__, OLD):
            wanted = {option: list(values) for option, values in game.options.items()}
            assert children(page, game.names[page.language].upper()) == wanted


def test_every_game_stands_once_in_the_list() -> None:
    family = [item for item in GAMES.items() if item.subsection in set(FAMILIES.values())]
    told = [item.text for item in family if item.kind == "tag"]
    assert sorted(told) == sorted(game.id for game in solitaire_cli.games())
    assert len(told) == 142


def test_names_of_pysolfc_that_are_those_of_other_games() -> None:
    taken = set()
    for game in solitaire_cli.games():
        for name, _, _ in game.pysolfc:
            found = solitaire_cli.games()[name]
            taken |= {(name, found.id, game.id)} if found.id != game.id else set()
    prose = " ".join(item.text for item in GAMES.items() if item.subsection == "Names")
    assert all({name, own} <= set(re.findall(r"[\w-]+", prose)) for name, _, own in taken), taken


def test_fields_of_rule_files() -> None:
    told = children(GAME, "FIELDS")
    assert list(told) == list(rule_file.FIELDS)
    assert {field: tuple(words) for field, words in told.items() if words} == POLICIES
    inner = children(GAME, "FIELDS", "The diagram")
    assert tuple(inner) == Diagram._fields
    words = (LAYOUT_FOUNDATIONS, LAYOUT_HEADS, (), CAPTIONS)
    assert tuple(map(tuple, inner.values())) == words
    assert list(children(GAME, "FIELDS", "The guide")) == list(GUIDE)
    prose = " ".join(item.text for item in GAME.items() if item.subsection == "The diagram")
    assert set(re.findall(r"\{\w+\}", prose)) == rule_fields.PLACEHOLDERS


def test_what_holds_where_a_rule_file_is_silent() -> None:
    """The value of a policy that says so is the default."""
    said, tag = {}, ""
    field = ""
    for item in GAME.items():
        if item.kind == "tag" and item.section == "FIELDS" and not item.subsection:
            field, tag = (field, item.text) if item.depth else (item.text, "")
        elif tag and item.text.endswith("the value if absent."):
            said[field] = tag
    assert said == DEFAULTS


@pytest.mark.parametrize(
    ("form", "before", "cards"),
    [("1-7", "", 7), ("<1-4> 5-7 x3", "", 28), ("c1-2 r1 f", "1-2", 6), ("1-9 by K", "", 0)],
)
def test_rounds_of_rule_files(form: str, before: str, cards: int) -> None:
    """Each form in the list is one that the reader takes."""
    assert form in GAME.tags("FIELDS", "Rounds")
    rounds = [before] * bool(before) + [form] + ["1-7"] * form.startswith("<")
    text = (
        "id: a\npacks: 2\nsuits: [C, S, H, D]\nbuild: any-suit\nunit: any\nempty: any\ngoal: cards\n"
        f"cells: 2\nreserves: 1\nbase: dealt\ntableau: {rounds}\n"
    )
    made = rule_file.read_game(text if "f" in form else text.replace("base: dealt\n", ""), "own.yaml")
    assert len(made.base.tableau) == cards


PEERS_OF_EXAMPLES = {"arachnid": "scorpion", "klondike-river": "yukon", "prison": "freecell"}
"""The games that the page writes from scratch, and what they are in the package."""


@pytest.mark.parametrize(("own", "game"), PEERS_OF_EXAMPLES.items())
def test_games_written_from_scratch(own: str, game: str) -> None:
    """They are those of the package but for their names and options."""
    [example] = [item.text for item in GAME.examples() if f"id: {own}\n" in item.text]
    lines = [line[2:] for line in example.splitlines() if line.startswith("> ") and line != "> end"]
    text = "\n".join(line for line in lines if not line.startswith(" --game-file"))
    made = rule_file.read_game(text.partition("\n  --")[0], own, solitaire_cli.games())
    shipped = solitaire_cli.games()[game]
    fields = ("game", "names", "options")
    ours, theirs = ({k: v for k, v in each.base._asdict().items() if k not in fields} for each in (made, shipped))
    assert ours == theirs
    start = solitaire_cli.deal(own, 617, catalogue=rule_file.FileCatalogue([made]))
    assert start.columns == solitaire_cli.deal(game, 617).columns


@pytest.mark.parametrize(
    ("page", "number"),
    [
        (TRANSCRIPT, blocks.LONGEST_LINE),
        (TRANSCRIPT, reader.LONGEST_HEADER),
        (TRANSCRIPT, located_yaml.DEEPEST),
        (GAME, rule_fields.MOST_COLUMNS),
        (GAME, rule_fields.MOST_PACKS),
        (GAME, rule_fields.MOST_PILES),
        (GAME, rule_file.MOST_FAULTS),
        (DEALS, LARGEST),
        (DEALS, LARGEST_MS),
        (DEALS, LARGEST_WIN7),
        (ENGLISH["solitaire-cli-deal"], LARGEST),
        (ENGLISH["solitaire-cli-deal"], LARGEST_MS),
        (ENGLISH["solitaire-cli-deal"], LARGEST_WIN7),
        (ENGLISH["solitaire-cli-deal"], LARGEST_RANDOM),
    ],
    ids=lambda value: value.name if isinstance(value, Page) else str(value),
)
def test_limits(page: Page, number: int) -> None:
    assert re.search(rf"(?<!\d){number}(?!\d)", page.prose())


# the deals


def program(page: Page) -> dict[str, Any]:
    """The program of a page, run."""
    [text] = [item.text for item in page.examples() if item.text.startswith("def ")]
    made: dict[str, Any] = {}
    exec(compile(text, str(page.path), "exec"), made)
    return made


def values(page: Page) -> list[Item]:
    """The examples below the program."""
    items = page.examples()
    [at] = [number for number, item in enumerate(items) if item.text.startswith("def ")]
    return items[at + 1 :]


deal_pages = pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name == DEALS.name], ids=lambda page: page.language
)


def dealt(number: str, packs: int, suits: str) -> list[str]:
    order = card_order(number, packs, tuple(parse_suit(suit) or 0 for suit in suits), 13)
    return names(order).split()


@deal_pages
def test_the_program_deals_as_the_tool_does(page: Page) -> None:
    order = program(page)["order"]
    numbers = [line.split()[0] for line in values(page)[0].text.splitlines()]
    pick = random.Random(3)
    numbers += [str(pick.randint(1, 10 ** pick.randint(1, 19))) for _ in range(20)]
    numbers += [f"ms{pick.randint(1, LARGEST_MS)}" for _ in range(20)]
    for number in numbers:
        assert order(number) == dealt(number, 2, "CSHD")
    for number in ("5", "ms4294967296", "777777"):
        for packs, suits in ((1, "CSHD"), (3, "CSHD"), (2, "SSHH"), (2, "SSSS"), (8, "H")):
            assert order(number, packs, suits) == dealt(number, packs, suits)


@deal_pages
def test_first_values_and_first_cards(page: Page) -> None:
    made = program(page)
    draws, cards = (item.text.splitlines() for item in values(page)[:2])
    assert [line.split()[0] for line in draws] == [line.split()[0] for line in cards]
    for line in draws:
        number, *told = line.split()
        small = number.startswith("ms") or int(number) < 32000
        below = made["small" if small else "large"](int(number.removeprefix("ms")))
        assert told == [str(below(m)) for m in range(104, 99, -1)], number
    for line in cards:
        number, *told = line.split()
        assert told == dealt(number, 2, "CSHD")[:10], number
        assert len(told) == 10


@deal_pages
def test_whole_orders(page: Page) -> None:
    """As the tool deals them and, where the tests of the numbering pin them, as they stand there."""
    tags = [item.text for item in page.items() if item.kind == "tag" and " packs, " in item.text]
    orders = [" ".join(item.text.split()) for item in values(page)[2:]]
    assert len(tags) == len(orders)
    pinned = {
        (str(packs), "".join("SHDC"[s] for s in suits), number): o for (packs, suits, number), o in ORDERS.items()
    }
    seen = set()
    for tag, order in zip(tags, orders):
        match = re.fullmatch(r"(\d+), (\d) packs, ([CSHD]+)", tag)
        assert match
        number, packs, suits = match.groups()
        assert order == " ".join(dealt(number, int(packs), suits))
        assert order == pinned.get((packs, suits, number), order)
        seen.add((packs, suits, number))
    assert set(pinned) <= seen


@deal_pages
def test_face_up_cards(page: Page) -> None:
    [shown] = [item.text for item in page.examples() if item.text.startswith("QC ")]
    assert shown == TOPS["24"] + "\n"
    assert shown.split() == dealt("24", 2, "CSHD")[44:54]


@deal_pages
def test_numbers_of_windows_7(page: Page) -> None:
    [shown] = [item.text for item in page.examples() if item.text.startswith("6C ")]
    assert " ".join(shown.split()) == names(foreign_order(Number(WIN7, 8115)))


# the examples


SLOW = (  # seconds each
    *("solitaire-recipes", "solitaire-transcript", "solitaire-cli", "solitaire-cli-solve", "solitaire-cli-validate"),
    *("solitaire-cli-select", "solitaire-cli-convert", "solitaire-cli-format", "solitaire-cli-games"),
)


def runs(example: str) -> bool:
    """Whether an example is commands with their output; the tests above look at the others."""
    return example.startswith("$ ")


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.long] * (page.language != "en" or page.name in SLOW)) for page in PAGES],
    ids=lambda page: f"{page.language}-{page.name}",
)
def test_examples_run(page: Page, tmp_path: Path) -> None:
    shell = Shell(tmp_path, page.language)
    for item in page.examples():
        if not runs(item.text):
            continue
        for exchange in exchanges(item.text):
            if missing_tools(exchange.command):
                continue
            assert shell.run(exchange.command, item.width) == exchange.output, exchange.command
        assert "".join(typed + output for typed, output in exchanges(item.text)) == item.text


@each_page
def test_examples_that_do_not_run_are_of_a_known_kind(page: Page) -> None:
    """Transcripts are valid, unless they show a fault; whatever else there is has a test of its own."""
    for item in page.examples():
        if runs(item.text) or item.section in ("FAULTS", TITLES["FAULTS"]):
            continue
        if item.text.startswith(("---\n", "{")):
            assert [verdict.problem for verdict in solitaire_cli.validate(item.text) if verdict.problem] == []
        elif page is LIBRARY:
            assert item.text.startswith(">>> ")  # see test_examples_in_python_run
        elif page.name == DEALS.name:
            assert item in values(page) or item.text.startswith(("def ", "QC ", "6C "))
        elif page.name == GAME.name:
            first = next(exchanges(e.text)[0] for e in GAME.examples() if "id: prison" in e.text).command
            lines = first.splitlines()[1:-1]
            rest = "\n".join(lines[: lines.index("options:")])
            assert list(rule_file.read_game(f"{rest}\n{item.text}", "x").options) == ["cells", "suits"]
        elif page is PEERS:
            assert item.section in ("SPEED", "SEARCH")
        else:
            assert item.text == FORM or (page.name == TRANSCRIPT.name and item.text.startswith("step ")), item
    validate = context("validate").command
    assert FORM.strip() in " ".join((validate.help or "").split())


def test_examples_in_python_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In turn, as in one session."""
    monkeypatch.chdir(tmp_path)
    text = "\n".join(item.text for item in LIBRARY.examples())
    test = doctest.DocTestParser().get_doctest(text, {}, LIBRARY.name, str(LIBRARY.path), 0)
    said: list[str] = []
    found = doctest.DocTestRunner().run(test, out=said.append)
    assert (found.failed, "".join(said)) == (0, "")
    assert found.attempted > 60


def test_every_public_name_has_its_entry() -> None:
    sections = {item.text for item in LIBRARY.items() if item.kind == "section"}
    told = [name for section in sections for tag in LIBRARY.tags(section) for name in tag.split(", ")]
    assert sorted(told) == sorted(solitaire_cli.__all__)


@each_page
def test_examples_can_be_pasted_and_fit_the_page(page: Page) -> None:
    """No character in them is set as another one, and a terminal of 80 columns holds them."""
    for block in re.findall(r"^\.EX\n(.*?)^\.EE$", page.text, re.MULTILINE | re.DOTALL):
        assert [roff(plain(line)) for line in block.splitlines()] == block.splitlines()
    for item in page.examples():
        assert [line for line in item.text.splitlines() if len(line) > item.width] == []


def test_diagrams_of_all_games_stand_in_the_pages() -> None:
    """The examples above run, so they are what the tool draws."""
    for page in PAGES:
        if page.name == GAMES.name:
            drawn = re.findall(rf"^\$ {NAME} layout (\S+) ", "".join(e.text for e in page.examples()), re.MULTILINE)
            assert sorted(drawn) == sorted(OLD)


# recipes


@pytest.mark.long
def test_the_hook_judges_what_is_committed(tmp_path: Path) -> None:
    """Whatever the work tree holds meanwhile, whatever the files are called."""
    shell = Shell(tmp_path)
    [example] = [item.text for item in ENGLISH["solitaire-recipes"].examples() if "pre-commit" in item.text]
    for exchange in exchanges(example)[:3]:
        assert shell.run(exchange.command) == exchange.output
    good, bad = "cp ../deals/beetle-263.moves", "cp ../deals/invalid/no-auto.moves"
    names = '"my game.moves" "Жук \'1\'.moves" "./-q.moves" "two\nlines.moves"'

    def commits(line: str) -> bool:
        said = shell.run(f"cd games && {line}")
        assert (shell.status == 0) == ("error:" not in said), said
        return shell.status == 0

    for number, (line, expected) in enumerate(
        [
            (f'for name in {names}; do {good} "$name"; done && git add . && git commit -qm new', True),
            (f"{bad} fine.txt && git add . && git commit -qm other", True),
            (f'{bad} "my game.moves" && git add . && git commit -qm staged', False),
            (f'{good} "my game.moves" && git commit -qm staged', False),
            (f'git add . && {bad} "my game.moves" && git commit -qm staged --allow-empty', True),
            ('git commit -qm named "my game.moves"', False),
            (f'{good} "my game.moves" && git rm -q -- "./-q.moves" && git commit -qm gone', True),
            (f'mkdir "a b" && git mv "my game.moves" "a b" && {bad} "a b/my game.moves" && git commit -qm moved', True),
            ("git commit -qam moved", False),
        ]
    ):
        assert commits(line) == expected, (number, line)


# development


def test_the_files_that_the_page_names_are_there() -> None:
    prose = DEVELOPMENT.prose()
    named = re.findall(r"(?<![\w./-])(?:[a-z_]+/)+[A-Za-z_]+(?:\.py)?|[a-z_]+\.(?:py|toml)", prose)
    assert len(named) > 20
    assert [name for name in named if not (ROOT / name).exists() and not (PACKAGE / name).exists()] == []


# translations

TITLES = {
    "NAME": "ИМЯ",
    "DESCRIPTION": "ОПИСАНИЕ",
    "WHAT THE GAMES SHARE": "ОБЩЕЕ",
    "SPIDER MILLENNIUM": "ПАУК-МИЛЛЕНИУМ",
    "SPIDERWORT": "ПАУЧНИК",
    "BEETLE": "ЖУК",
    "THE FAMILY": "СЕМЕЙСТВО",
    "Mending": "Исправление",
    "Names": "Названия",
    "Numbers": "Номера",
    **{title: phrase(title, "ru") for title in FAMILIES.values()},
    "RULE FILES": "ФАЙЛЫ ПРАВИЛ",
    "FIELDS": "ПОЛЯ",
    "Rounds": "Круги",
    "Options": "Варианты",
    "Scorpion": "Скорпион",
    "Yukon": "Юкон",
    "FreeCell": "Свободная ячейка",
    "The diagram": "Схема",
    "The guide": "Описание",
    "NUMBERS": "НОМЕРА",
    "THE FRESH PACK": "СВЕЖАЯ КОЛОДА",
    "THE SHUFFLE": "ТАСОВКА",
    "The small generator": "Малый генератор",
    "The large generator": "Большой генератор",
    "ON THE TABLE": "НА СТОЛЕ",
    "NUMBERS OF WINDOWS 7": "НОМЕРА WINDOWS 7",
    "A PROGRAM": "ПРОГРАММА",
    "TEST VALUES": "ПРОВЕРОЧНЫЕ ЗНАЧЕНИЯ",
    "WHAT NUMBERS ARE WORTH": "ЧЕГО СТОЯТ НОМЕРА",
    "COMPATIBILITY": "СОВМЕСТИМОСТЬ",
    "CARDS": "КАРТЫ",
    "STREAMS": "ПОТОКИ",
    "TABLES": "ТАБЛИЦЫ",
    "IDENTITY": "ТОЖДЕСТВО",
    "HEADER": "ЗАГОЛОВОК",
    "STEPS": "ХОДЫ",
    "RESULTS": "ИСХОДЫ",
    "CANONICAL FORM": "КАНОНИЧЕСКИЙ ВИД",
    "JSON LINES": "СТРОКИ JSON",
    "RECORDS": "ОБЪЕКТЫ",
    "FAULTS": "ОШИБКИ",
    "Of a file": "О файле",
    "Of a header": "О заголовке",
    "Of a word among the steps": "О слове среди ходов",
    "Of a move between columns, cells and reserves": "О переносе между столбцами, ячейками и резервами",
    "Of a move to a foundation": "О ходе на фундамент",
    "Of the other steps": "О других ходах",
    "At the end": "В конце",
    "In another program's format": "В формате другой программы",
    "Questions about the header": "Вопросы к заголовку",
    "Questions about the game": "Вопросы об игре",
    "What becomes of those that fit": "Что делается с подходящими",
    "SYNOPSIS": "СИНТАКСИС",
    "COMMANDS": "КОМАНДЫ",
    "OPTIONS": "ПАРАМЕТРЫ",
    "COMMON OPTIONS": "ОБЩИЕ ПАРАМЕТРЫ",
    "INPUT AND OUTPUT": "ВВОД И ВЫВОД",
    "FORMATS": "ФОРМАТЫ",
    "KEYS": "КЛАВИШИ",
    "THE TRANSCRIPT": "ЗАПИСЬ",
    "PROGRAMS": "ПРОГРАММЫ",
    "EXIT STATUS": "КОД ВОЗВРАТА",
    "ENVIRONMENT": "ОКРУЖЕНИЕ",
    "FILES": "ФАЙЛЫ",
    "EXAMPLES": "ПРИМЕРЫ",
    "STABILITY": "СТАБИЛЬНОСТЬ",
    "HISTORY": "ИСТОРИЯ",
    "REPORTING BUGS": "СООБЩЕНИЯ ОБ ОШИБКАХ",
    "SEE ALSO": "СМ. ТАКЖЕ",
}


def test_what_is_translated() -> None:
    assert {(page.language, page.name) for page in TRANSLATED} == {
        ("ru", name) for name in (GAME.name, GAMES.name, DEALS.name, TRANSCRIPT.name, "solitaire-readings", *COMMANDS)
    }


@pytest.mark.parametrize("page", TRANSLATED, ids=lambda page: f"{page.language}-{page.name}")
def test_a_translation_says_the_same(page: Page) -> None:
    """The same sections, the same lists of names, the same numbers, the same data."""
    own, other = list(ENGLISH[page.name].items()), list(page.items())

    def titles(items: list[Item]) -> list[str]:
        return [item.text for item in items if item.kind in ("section", "subsection")]

    def listed(items: list[Item]) -> list[tuple[str, int]]:
        return [(item.text, item.depth) for item in items if item.kind == "tag"]

    def numbers(page: Page) -> Counter[str]:
        return Counter(re.findall(r"\d+", page.prose()))

    def data(items: list[Item]) -> list[str]:
        found = [item.text for item in items if item.kind == "example"]
        typed = [e.typed for text in found for e in exchanges(text) if "cat >" in e.typed]
        return typed + [re.sub('""".*"""', "", text) for text in found if not runs(text)]

    assert titles(other) == [TITLES.get(title, title) for title in titles(own)]
    assert listed(other) == listed(own)
    assert numbers(page) == numbers(ENGLISH[page.name])
    assert data(other) == data(own)
    assert sum(item.kind == "example" for item in other) == sum(item.kind == "example" for item in own)


def test_the_language_of_a_translation_is_used() -> None:
    """Letters of the alphabet in every paragraph, so that none was forgotten."""
    for page in TRANSLATED:
        own = Page(page.path, re.sub(r'(?ms)^\.\\" begin games$.*?^\.\\" end games$', "", page.text))
        words = re.findall(r"\b[A-Za-z]{4,}\b", " ".join(i.text for i in own.items() if i.kind == "text"))
        letters = re.findall(r"\b[А-Яа-яё]{4,}\b", page.prose())
        # the pages of commands name many of them, so there each line is looked at
        assert page.name in COMMANDS or len(letters) > 4 * len(words)
        text = re.sub(r"^\.(?:EX|nf)\n.*?^\.(?:EE|fi)$|^\.(?:TP|TQ|SY.*)\n.*", "", page.text, flags=re.M | re.S)
        lines = [line for line in text.splitlines() if re.match(r"[^.].*[A-Za-z]{4}", line)]
        assert [line for line in lines if not re.search("[а-яё]", line)] == []


def test_options_have_help() -> None:
    for name in COMMANDS.values():
        for option in options(name):
            assert isinstance(option, click.Option)
            assert option.help, (name, option.opts)
