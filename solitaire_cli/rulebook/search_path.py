"""Where the user's own games are: the folders of a variable, then the one of the user's configuration."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

VARIABLE = "SOLITAIRE_CLI_GAMES"
"""The variable with the user's folders, separated as those of PATH are."""
MOST_FILES = 1000  # that are read of one folder

_FOLDER = ("solitaire-cli", "games")


def game_folders(environment: Mapping[str, str], windows: bool = os.name == "nt") -> list[str]:
    """Return the folders in which the user's games are looked for, in order; not all of them need to exist.

    >>> game_folders({"SOLITAIRE_CLI_GAMES": os.pathsep.join(("mine", "", "ours")), "HOME": "/home/eve"}, False)
    ['mine', 'ours', '/home/eve/.config/solitaire-cli/games']
    """
    folders = [folder for folder in environment.get(VARIABLE, "").split(os.pathsep) if folder]
    if windows:
        settings = environment.get("APPDATA", "")
    else:
        settings = environment.get("XDG_CONFIG_HOME", "")
        home = environment.get("HOME", "")
        if not os.path.isabs(settings):  # as the standard for this variable asks
            settings = os.path.join(home, ".config") if home else ""
    return [*folders, *([os.path.join(settings, *_FOLDER)] if settings else [])]


def rule_files(folders: Sequence[str]) -> Iterator[str]:
    """Yield the rule files in ``folders`` by name; a folder that is not there, or cannot be read, has none."""
    for folder in folders:
        try:
            names = sorted(name for name in os.listdir(folder) if name.endswith(".yaml") and name[0] != ".")
        except OSError:
            continue
        paths = (os.path.join(folder, name) for name in names[:MOST_FILES])
        yield from filter(os.path.isfile, paths)
