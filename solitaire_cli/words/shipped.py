"""The data files of the package, which may be in a zip file."""

from __future__ import annotations

import os
from typing import Any

import solitaire_cli


def shipped(name: str) -> bytes:
    """Return what the file ``name`` of the package holds, without ``pkgutil``, which takes long to import."""
    loader: Any = solitaire_cli.__spec__ and solitaire_cli.__spec__.loader
    data: bytes = loader.get_data(os.path.join(os.path.dirname(solitaire_cli.__file__), *name.split("/")))
    return data
