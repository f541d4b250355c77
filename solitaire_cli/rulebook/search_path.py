"""Where the user's own games are: the folders of a variable, then the one of the user's configuration."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

MOST_FILES = 1000  # that are read of one folder


def game_folders(windows: bool = os.name == "nt") -> list[str]:
    """Return the folders in which the user's games are looked for, in order; not all of them need to exist."""
    own = os.environ.get("SOLITAIRE_CLI_GAMES", "").split(os.pathsep)
    if windows:
        settings = os.environ.get("APPDATA", "")
    else:
        settings = os.environ.get("XDG_CONFIG_HOME", "")
        if not os.path.isabs(settings):  # as the standard for this variable asks
            settings = os.path.join(os.path.expanduser("~"), ".config")
    found = os.path.join(settings, "solitaire-cli", "games") if settings else ""
    return [folder for folder in (*own, found) if folder]


def rule_files(folders: Sequence[str]) -> Iterator[str]:
    """Yield the rule files in ``folders`` by name; a folder that is not there, or cannot be read, has none."""
    for folder in folders:
        try:
            names = sorted(name for name in os.listdir(folder) if name.endswith(".yaml") and name[0] != ".")
        except OSError:
            continue
        paths = (os.path.join(folder, name) for name in names[:MOST_FILES])
        yield from filter(os.path.isfile, paths)
