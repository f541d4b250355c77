"""Files, processes, terminals and progress bars. Nothing here knows what a card is.

May import: nothing of this package.
"""
