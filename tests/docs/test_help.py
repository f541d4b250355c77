"""What the command line says of itself in Russian: no English is left, and nothing of the English has changed."""

from __future__ import annotations

import gettext
import io
import os
import re
import subprocess
import sys

import click
import pytest
from catalogue_texts import CLICK, contexts, texts
from support import process, run, surroundings

from solitaire_cli import cli
from solitaire_cli.cli import COMMANDS
from solitaire_cli.exchange.formats import FORMATS
from solitaire_cli.shell import help_text
from solitaire_cli.words import language
from solitaire_cli.words.escaping import fit
from solitaire_cli.words.language import carries, named_language, spoken

PAGES = ["", *COMMANDS]
RU = {"LANG": "ru_RU.UTF-8"}

WORDS = set("ASCII JSON Unicode YAML json yaml auto deal undo redo id suits beetle error code solve moves help".split())
WORDS |= {"csv", "tsv", "PySolFC", "compinit", "zshrc", "bashrc", "config", "fish", "msN", "win", "Windows", "x", "CR"}
WORDS |= set(re.findall("[A-Za-z]+", " ".join(FORMATS)))
WORDS |= set("game rules player date result title source tag".split())
"""Words of the notation, of files and of formats, which no language changes."""


def page(command: str, *arguments: str, **env: str) -> str:
    done = run(*([command] if command else []), "--help", *arguments, env=env)
    assert (done.code, done.err) == (0, b"")
    return done.text


def prose(text: str) -> str:
    """A help page without what is typed: the usage, examples, option names and their values, commands, numbers."""
    text = re.sub(r"^Использование: .*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^  (?:eval .*?|solitaire-cli .*?)(  # .*)?$", r"\1", text, flags=re.MULTILINE)
    text = re.sub(r"^  (?:-[^ ]+(?:, --[a-z-]+| / --[a-z-]+)?(?: [][A-Z=a-z|]+)?|[a-z]+)(?=  |$)", "", text, flags=re.M)
    text = re.sub(r"^  (?:FORMAT =| +\|) .*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\[(?:\d<=)?x[<>]=?\d+\]", "", text)
    return re.sub(r"(?<![\w-])--?[a-z][a-z-]*", "", text)


@pytest.mark.parametrize("command", PAGES)
def test_no_english_is_left(command: str) -> None:
    shown = page(command, "--lang", "ru")
    left = {word for word in re.findall(r"[A-Za-z]+", prose(shown)) if not word.isupper()} - WORDS
    assert left == set()
    capitals = set(re.findall("[A-Z]{2,}", prose(shown))) - WORDS
    usage = shown.split("\n\n", maxsplit=1)[0]
    metavars = {
        "FC",
        "TEXT",
        "FILE",
        "FROM",
        "TO",
        "GAME",
        "LINE",
        "COL",
        "MESSAGE",
        "KEY",
        "VALUE",
        "FORMAT",
        "PATTERN",
    }
    assert capitals <= metavars | set(re.findall("[A-Z]+", usage))
    assert len(re.findall("[а-яё]+", shown)) > 30


@pytest.mark.parametrize("command", PAGES)
def test_pages_fit_and_name_the_same_options(command: str) -> None:
    english, russian = page(command), page(command, "--lang=ru")
    assert max(len(line) for line in [*english.splitlines(), *russian.splitlines()]) < 80
    for pattern in (r"^  (-[^ ]+)", r"^  ([a-z]+)  ", r"\[x>=\d\]", r"^  (?:solitaire-cli|eval) .*?(?=  |$)"):
        assert re.findall(pattern, english, re.MULTILINE) == re.findall(pattern, russian, re.MULTILINE)
    assert len(english.split("\n\n")) == len(russian.split("\n\n"))


def test_a_page_in_words() -> None:
    assert page("moves", "--lang", "ru").splitlines()[:13] == [
        "Использование: solitaire-cli moves [OPTIONS] [FILE]...",
        "",
        "  Перечислить все возможные ходы последней позиции записи, по одному на",
        "  строку.",
        "",
        "  Сначала идут ходы между столбцами: по тому, откуда, куда и сколько карт;",
        "  затем ходы на фундаменты, deal и auto. Ходы undo и redo в список не входят.",
        "  Списки нескольких записей разделены пустой строкой. Для записи с ошибкой",
        "  выводится только сообщение о ней.",
        "",
        "  solitaire-cli moves game.moves",
        "  solitaire-cli deal beetle 24 -f yaml | solitaire-cli moves -",
        "",
    ]
    assert "  # в ~/.zshrc, после compinit\n" in page("completion", **RU)
    assert "  --max-faults N                  Остановиться после N ошибок.  [x>=1]\n" in page("validate", **RU)


def test_pages_without_docstrings() -> None:
    """Python drops docstrings and assertions with -OO; every page, and the library, is the same."""
    code = """
import sys, solitaire_cli
from solitaire_cli.cli import main
for language in ("en", "ru"):
    for command in ([name] if name else [] for name in sys.argv[1:]):
        main([*command, "--help", "--lang", language])
game = solitaire_cli.Transcript(solitaire_cli.deal("beetle", 24, {"move": "run", "empty": "any"}))
game.play("deal undo")
print(solitaire_cli.solve(game.position).status, *solitaire_cli.validate(str(game)), game)
"""
    outputs = [
        subprocess.run(
            [sys.executable, *flags, "-c", code, *PAGES],
            capture_output=True,
            check=True,
            env=surroundings(PYTHONUTF8="1"),
        ).stdout
        for flags in ([], ["-OO"])
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].startswith(page("").encode())


def test_the_language_of_a_page() -> None:
    """The line's, wherever it stands, then the locale's."""
    russian = page("games", "--lang", "ru")
    assert russian == page("games", **RU) == run("--lang", "ru", "games", "--help").text
    assert russian == run("games", "--lang=ru", "--help").text
    assert run("--lang", "ru", "--help").text == run("--help", "--lang=ru").text == page("", **RU)
    assert page("games", "--lang", "en", **RU) == page("games") != russian
    assert run("--lang", "ru", "games", "beetle").text == run("games", "beetle", "--lang", "ru").text
    assert run("--lang", "ru", "games", "beetle", "--lang", "en").text == run("games", "beetle").text


def test_without_arguments() -> None:
    done = run(env=RU)
    assert (done.code, done.out) == (2, b"")
    assert done.err.decode() == page("", **RU)


def test_the_command_help() -> None:
    """It is --help, and may be asked for a command."""
    for command in PAGES:
        asked = [command] if command else []
        assert run("help", *asked) == run(*asked, "--help")
        assert run("help", *asked, "--lang", "ru") == run("--lang", "ru", "help", *asked) == run(*asked, "-h", env=RU)
    done = run("help", "dael")
    assert (done.code, done.out) == (2, b"")
    assert done.errors[0] == "solitaire-cli: error: No such command 'dael'. Did you mean deal?"
    assert run("help", "deal", "solve").code == 2


def test_the_version() -> None:
    english, russian = run("--version").text, run("--version", "--lang", "ru").text
    assert re.fullmatch(r"solitaire-cli [\d.]+ \((plain Python|compiled core)\)\n", english)
    assert re.fullmatch(r"solitaire-cli [\d.]+ \((чистый Python|скомпилированное ядро)\)\n", russian)
    assert run("--lang=ru", "--version").text == run("--lang=ru", "-V").text == russian


ERRORS = [
    (["dael"], "", "команды 'dael' нет (может быть, deal?)"),
    (["hint"], "", "команды 'hint' нет (может быть, play?)"),
    (["xyzzy"], "", "команды 'xyzzy' нет"),
    (["--", "--lang", "ru"], "", "команды '--lang' нет"),
    (["--"], "", "команда не названа"),
    (["--foo"], "", "параметра '--foo' нет"),
    (["deal", "-z"], "deal", "параметра '-z' нет"),
    (["deal", "--formt", "json"], "deal", "параметра '--formt' нет (может быть, '--format'?)"),
    (["deal", "beetle", "--count"], "", "параметру '--count' нужно значение"),
    (["deal", "beetle", "--random=3"], "", "параметр '--random' не принимает значения"),
    (["deal"], "deal", "не хватает аргумента 'GAME'."),
    (
        ["completion", "tcsh"],
        "completion",
        "недопустимое значение '{bash|zsh|fish}': 'tcsh' не подходит: возможны 'bash', 'zsh', 'fish'",
    ),
    (
        ["deal", "beetle", "-f", "a is not b"],
        "deal",
        "недопустимое значение '-f' / '--format': 'a is not b' не подходит: возможны 'text', 'json', 'yaml'",
    ),
    (["deal", "beetle", "--count", "0"], "deal", "недопустимое значение '--count': 0 вне диапазона x>=1"),
    (["validate", "--jobs", "x"], "validate", "недопустимое значение '--jobs': 'x' не подходит: нужно целое число"),
    (["replay", "--delay", "nan"], "replay", "недопустимое значение '--delay': 'nan' не подходит: нужно число секунд"),
    (["replay", "--delay", "5000"], "replay", "недопустимое значение '--delay': 5000.0 вне диапазона 0<=x<=3600"),
    (["layout", "a", "b"], "layout", "лишний аргумент: b"),
    (["layout", "a", "b", "c"], "layout", "лишние аргументы: b c"),
    (["deal", "beetle", "5-1"], "deal", "в «5-1» границы переставлены; первым укажите меньший номер"),
]


@pytest.mark.parametrize(("arguments", "command", "sentence"), ERRORS, ids=lambda value: str(value)[:40])
def test_usage_errors(arguments: list[str], command: str, sentence: str) -> None:
    path = f"solitaire-cli {command}".rstrip()
    done = run(*arguments, env=RU)
    assert (done.code, done.out) == (2, b"")
    # some versions of click quote what they suggest
    said = done.errors[0].replace("(может быть, --format?)", "(может быть, '--format'?)")
    assert said == f"{path}: ошибка: {sentence}"
    assert done.errors[1:] == [f"Справка: «{path} --help»."]


def test_a_missing_choice() -> None:
    assert run("completion", env=RU).err.decode() == (
        "solitaire-cli completion: ошибка: не хватает аргумента '{bash|zsh|fish}'. Возможны:\n"
        "\tbash,\n\tzsh,\n\tfish\nСправка: «solitaire-cli completion --help».\n"
    )


def test_usage_errors_of_a_line_in_russian() -> None:
    """``--lang`` counts on a line that cannot be read, too."""
    for arguments in (["deal", "--foo", "--lang", "ru"], ["--lang=ru", "deal", "--foo"]):
        assert ": ошибка: параметра '--foo' нет (может быть, " in run(*arguments).errors[0]
    assert ": error: " in run("deal", "--foo", "--lang", "en", env=RU).errors[0]


def test_usage_errors_in_english_are_those_of_click() -> None:
    assert run("deal").errors == [
        "solitaire-cli deal: error: Missing argument 'GAME'.",
        "Try 'solitaire-cli deal --help'.",
    ]
    assert run("dael").errors == [
        "solitaire-cli: error: No such command 'dael'. Did you mean deal?",
        "Try 'solitaire-cli --help'.",
    ]
    assert run("xyzzy").errors[0] == "solitaire-cli: error: No such command 'xyzzy'."


def test_only_a_line_in_russian_is_answered_in_russian() -> None:
    """What click translates by is as it was when the line is done."""
    before = gettext.textdomain(), os.environ.get("LANGUAGE"), gettext.dgettext, gettext.dngettext
    assert "ошибка" in run("deal", "--lang", "ru").errors[0]
    assert (gettext.textdomain(), os.environ.get("LANGUAGE"), gettext.dgettext, gettext.dngettext) == before
    assert run("deal").errors[0] == "solitaire-cli deal: error: Missing argument 'GAME'."


def test_what_click_may_say_besides() -> None:
    """A missing option, a value refused with a sentence, and one without a parameter."""
    option = click.Option(["--n"], required=True)
    command = click.Command("x", params=[option])
    context = click.Context(command)
    with help_text.translated_click("ru"):
        with pytest.raises(click.MissingParameter) as caught:
            command.make_context("x", [])
        assert caught.value.format_message() == "не хватает параметра '--n'."
        refused = click.BadParameter("слишком много", context, option)
        assert refused.format_message() == "недопустимое значение '--n': слишком много"
        assert click.BadParameter("много").format_message() == "недопустимое значение: много"
    assert caught.value.format_message() == "Missing option '--n'."


def test_what_click_adds_to_an_option() -> None:
    options = [
        click.Option(["--n"], type=click.IntRange(0), default=3, show_default=True, help="Show this message and exit."),
        click.Option(["--must"], required=True, help="Stop at the first fault."),
        click.Option(["--bare"]),
    ]
    formatter = help_text.HelpFormatter(help_text.translator("ru"), 78)
    command = click.Command("x", params=list(options))
    with help_text.translated_click("ru"):
        command.format_options(click.Context(command), formatter)
    said = " ".join(formatter.getvalue().split())
    assert "Показать эту справку и выйти. [по умолчанию: 3; x>=0]" in said
    assert "Остановиться на первой ошибке. [обязательно]" in said
    assert "--bare TEXT" in said


def test_what_cannot_be_written() -> None:
    done = run("games", "-o", "/no/such/folder", env=RU)
    assert done.code == 2
    assert done.errors == ["solitaire-cli: ошибка: /no/such/folder: не записывается: нет такого файла или каталога"]
    assert run("games", "-o", "/no/such/folder").errors == [
        "solitaire-cli: error: /no/such/folder: cannot write: No such file or directory"
    ]
    told = run("validate", "/no/such/file", env=RU).errors
    assert told == ["/no/such/file: ошибка: не читается: нет такого файла или каталога [unreadable]"]


def test_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object, **more: object) -> None:
        raise RuntimeError("x")

    monkeypatch.setattr(cli.group, "invoke", broken)
    for env, said in (
        ({}, "error: internal error: RuntimeError('x'); please report it"),
        (RU, "ошибка: внутренняя ошибка: RuntimeError('x'); пожалуйста, сообщите о ней"),
    ):
        done = run("games", env={**env, "SOLITAIRE_CLI_TRACEBACK": ""})
        assert (done.code, done.errors) == (2, [f"solitaire-cli: {said}"])


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_english_where_the_letters_cannot_be_written(encoding: str) -> None:
    env = {"PYTHONIOENCODING": encoding, **RU}
    assert process("deal", "--help", "--lang", "ru", env=env).text == page("deal")
    assert process("--help", env=env).text == page("")
    assert process("--version", env=env).out == run("--version").out
    assert process("deal", "--foo", "--lang", "ru", env=env).errors == run("deal", "--foo").errors
    assert process(env=env).err == run().err


def in_encoding(text: str, encoding: str) -> str:
    """``text`` with ASCII for dashes and quotes if ``encoding`` has none."""
    return fit(text, not carries(encoding, "—«»"))


@pytest.mark.parametrize("encoding", ["koi8-r", "cp1251", "cp866"])
def test_other_encodings_with_the_letters(encoding: str) -> None:
    env = {"PYTHONIOENCODING": encoding, **RU}
    assert process("deal", "--help", env=env).out.decode(encoding) == in_encoding(page("deal", **RU), encoding)
    assert process("deal", env=env).err.decode(encoding) == in_encoding(run("deal", env=RU).err.decode(), encoding)


def test_ascii_signs_in_help_and_errors() -> None:
    """With ``--ascii`` only the words are outside ASCII."""
    assert "—" in page("deal", **RU)
    assert page("deal", "--ascii", **RU) == fit(page("deal", **RU), True)
    done = run("deal", "beetle", "5-1", "--ascii", env=RU)
    assert done.errors[0].endswith('в "5-1" границы переставлены; первым укажите меньший номер')


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completion_explains_in_the_language(shell: str) -> None:
    """Words of the line with their help, as zsh and fish show them."""
    for typed, english, russian in (
        ("mov", COMMANDS["moves"], "Перечислить возможные ходы последней позиции записи."),
        ("games --quie", "Print no verdicts", "Не выводить вердикты"),
    ):
        words = {"COMP_WORDS": f"solitaire-cli {typed}", "COMP_CWORD": str(len(typed.split()))}
        if shell == "fish":
            words["COMP_CWORD"] = typed.split()[-1]
        asked = {"_SOLITAIRE_CLI_COMPLETE": f"{shell}_complete", **words}
        assert english in run(env=asked).text
        assert russian in run(env={**asked, **RU}).text


def test_the_language_named_on_a_line() -> None:
    for line, expected in (
        ("deal beetle", None),
        ("deal --lang ru beetle", "ru"),
        ("--lang=ru deal", "ru"),
        ("--lang ru deal --lang en", "en"),
        ("deal --lang", None),
        ("deal --lang de", None),
        ("deal --lang ru --lang de", "ru"),
        ("deal -- --lang ru", None),
        ("deal --language ru", None),
    ):
        assert named_language(line.split()) == expected, line


def test_a_stream_that_does_not_say_its_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "ru")
    assert spoken([], None) == spoken([], io.StringIO()) == "ru"
    assert spoken([], io.TextIOWrapper(io.BytesIO(), "ascii")) == "en"
    assert set(language.LANGUAGES) == {"en", "ru"}


def test_the_texts_of_the_help() -> None:
    """What is collected for the catalogue: whole paragraphs, helps without what click adds, words behind examples."""
    found = texts()
    assert "Show every Nth position, beginning with the first." in found
    assert "With -f yaml, each position is written as a transcript that starts there." in found
    assert "in ~/.bashrc" in found
    assert {*COMMANDS.values(), *cli.CORES, "Usage:", "Options", "Commands"} <= set(found)
    own = [text for text in found if text not in CLICK]
    assert not any("solitaire-cli " in text or "[x>" in text or "\n" in text for text in own)
    for context in contexts():
        # what a command does with its help lasts as long as the process
        assert context.help_option_names == ["-h", "--help"]
        epilog = context.command.epilog
        assert epilog is not None
        assert " ".join(epilog.split()) in found


@pytest.mark.parametrize(
    "arguments", [["--version"], ["--help"], ["--lang", "en", "--help"], ["deal", "--help"], ["deal", "beetle", "1"]]
)
def test_english_loads_nothing_for_it(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "solitaire_cli", *arguments],
        capture_output=True,
        text=True,
        check=True,
        env=surroundings(LANG="C.UTF-8"),
    )
    loaded = {line.split("|")[-1].strip() for line in done.stderr.splitlines()}
    assert "solitaire_cli.words.language" in loaded
    assert "solitaire_cli.shell.help_text" not in loaded
    if "deal" not in arguments:
        assert not loaded & {
            "solitaire_cli.words.messages",
            "solitaire_cli.words.translation",
            "solitaire_cli.shell.console",
            "solitaire_cli.core.cards",
        }


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("deal beetle 24 --json", "-f json"),
        ("deal beetle 24 --yaml", "-f yaml"),
        ("validate --text x", "-f text"),
        ("deal beetle 24 --ru", "--lang ru"),
    ],
)
def test_a_value_that_is_written_as_an_option(line: str, meant: str) -> None:
    """Click's sentence differs with its version, what is meant does not."""
    done = run(*line.split())
    assert (done.code, done.out) == (2, b"")
    assert meant in done.errors[0].partition("No such option")[2]
