"""The words of rule files: what each policy may be, and the names of what a diagram and a guide hold.

Each word is here once; the reader of rule files, the help and the manual take them from here.
"""

from __future__ import annotations

POLICIES: dict[str, tuple[str, ...]] = {
    # what a card or run is laid on: the next higher rank, of any suit or of its own
    "build": ("any-suit", "same-suit"),
    # what moves between columns: a same-suit descending run or a tail of one, or one card
    "unit": ("run", "card"),
    # what an empty column takes: any card or run, or one headed by the highest rank
    "empty": ("any", "king"),
    # when the stock may be dealt
    "stock": ("no-empty-column", "always"),
    # how a complete run leaves the tableau
    "removal": ("automatic", "by-move", "none"),
    # what the foundations collect: complete runs, or cards upwards from the ace
    "goal": ("runs", "cards"),
}

LAYOUT_FOUNDATIONS = ("boxes", "line")
LAYOUT_HEADS = ("spaced", "joined")
CAPTIONS = ("foundations", "counts", "columns", "stock-count", "stock", "goal")
"""The captions of a game's diagram, from top to bottom."""
GUIDE = ("aim", "layout", "moves", "stock", "foundations", "options", "special", "advice")
"""The sections of a game's guide, in the order in which they are read."""
