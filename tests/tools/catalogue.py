"""The catalogues of translations: what they must hold, and bringing them up to date.

``python tests/tools/catalogue.py`` collects the sentences (marks ``N_`` and ``NN_`` in the code, and the texts of
:mod:`catalogue_texts`), puts the new ones into each ``.po`` without a translation, takes the unused ones out, writes
the ``.mo``, and says what is still to be translated; the exit code is 1 if anything is.
"""

from __future__ import annotations

import sys
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from catalogue_texts import texts

import solitaire_cli
from solitaire_cli.words.language import LANGUAGES

PACKAGE = Path(solitaire_cli.__file__).parent
KEYWORDS = {"N_": None, "NN_": (1, 2)}

Sentence = str | tuple[str, ...]


def path_of(language: str) -> Path:
    """Where the translations into ``language`` stand."""
    return PACKAGE / "locale" / language / "LC_MESSAGES" / "solitaire_cli.po"


@cache
def extracted() -> list[Sentence]:
    """Every sentence once, sorted, so that moving code moves none of them; one with plurals is a pair."""
    marked = extract_from_dir(PACKAGE, method_map=[("**.py", "python")], keywords=KEYWORDS)
    return sorted({sentence for _, _, sentence, _, _ in marked} | set(texts()), key=lambda text: (str(text), text))


def key(message: Message) -> Sentence:
    """The English of a message."""
    return message.id if isinstance(message.id, str) else tuple(message.id)


def forms(message: Message) -> list[str]:
    """The translations of a message: one, or one for each plural."""
    found = message.string or ""
    return [found] if isinstance(found, str) else [form or "" for form in found]


def updated(source: bytes, language: str) -> Catalog:
    """The catalogue ``source`` with the sentences that there are now."""
    catalogue = read_po(BytesIO(source), language)
    template = Catalog(creation_date=catalogue.creation_date, fuzzy=False)
    for sentence in extracted():
        template.add(sentence)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def written(catalogue: Catalog) -> tuple[bytes, bytes]:
    """A catalogue as ``.po`` and as ``.mo``."""
    source, compiled = BytesIO(), BytesIO()
    write_po(source, catalogue, width=100)
    write_mo(compiled, catalogue)
    return source.getvalue(), compiled.getvalue()


def missing(catalogue: Catalog) -> list[Sentence]:
    """The sentences without a translation."""
    return [key(message) for message in catalogue if message.id and not all(forms(message))]


def main() -> int:
    """Bring every catalogue up to date, and say what it lacks."""
    status = 0
    for language in LANGUAGES:
        path = path_of(language)
        if language == "en":
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue = updated(path.read_bytes() if path.exists() else b"", language)
        source, compiled = written(catalogue)
        path.write_bytes(source)
        path.with_suffix(".mo").write_bytes(compiled)
        lacking = missing(catalogue)
        sys.stdout.write(f"{path}: {len(lacking)} to translate\n")
        sys.stdout.writelines(f"  {sentence!r}\n" for sentence in lacking)
        status = max(status, int(bool(lacking)))
    return status


if __name__ == "__main__":
    sys.exit(main())
