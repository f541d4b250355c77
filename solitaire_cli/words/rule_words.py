"""The rules of a game in words: a sentence for each policy and word."""

from __future__ import annotations

from solitaire_cli.words.translation import N_

RULE_WORDS: dict[tuple[str, str], str] = {
    # what kind of game it is
    ("family", "runs"): N_("A game of the Spider family: {packs:pack}, {columns:column_count}."),
    ("family", "loose-runs"): N_("A game of the Scorpion family: {packs:pack}, {columns:column_count}."),
    ("family", "loose-cards"): N_("A game of the Yukon family: {packs:pack}, {columns:column_count}."),
    ("family", "dealt-cards"): N_("A game of the Gypsy family: {packs:pack}, {columns:column_count}."),
    ("family", "open-cards"): N_("A game of the FreeCell family: {packs:pack}, {columns:column_count}."),
    ("kind", "runs"): N_("Cards are put in order within the columns, and complete runs are taken away."),
    ("kind", "runs-in-place"): N_("Cards are put in order within the columns, where complete runs stay."),
    ("kind", "loose-runs"): N_(
        "Any face-up card moves with all that lies on it; cards are put in order within the columns, and complete runs "
        "are taken away."
    ),
    ("kind", "loose-runs-in-place"): N_(
        "Any face-up card moves with all that lies on it; cards are put in order within the columns, where complete "
        "runs stay."
    ),
    ("kind", "loose-cards"): N_(
        "Any face-up card moves with all that lies on it, and all cards go to the foundations."
    ),
    ("kind", "dealt-cards"): N_("The stock is dealt to the columns, and all cards go to the foundations."),
    ("kind", "open-cards"): N_("There is no stock, and all cards go to the foundations."),
    ("seen", "all"): N_("All cards lie face up from the start, so that you can plan far ahead."),
    ("seen", "columns"): N_("The columns lie face up; {stock:card} in the stock are still to come."),
    ("seen", "some"): N_("Some cards lie face down until they are uncovered."),
    # aim
    ("goal", "runs"): N_("The game is won when {piles} complete runs have left."),
    ("goal", "cards"): N_("The game is won when all {cards:card} are on {piles} foundations, in suit, A to {king}."),
    ("goal", "cards-round"): N_("The game is won when all {cards:card} are on {piles} foundations, in suit."),
    ("goal", "in-place"): N_("The game is won when all cards lie in complete runs, each in a column of its own."),
    ("complete", "any-suit"): N_("A complete run goes down through all {ranks} ranks in any suits."),
    ("complete", "same-suit"): N_("A complete run goes down through all {ranks} ranks in one suit."),
    ("complete", "other-suit"): N_("A complete run goes down through all {ranks} ranks, each card of another suit."),
    ("complete", "same-colour"): N_("A complete run goes down through all {ranks} ranks in one colour."),
    ("complete", "other-colour"): N_("A complete run goes down through all {ranks} ranks in alternating colours."),
    ("head", "king"): N_("It begins with {king} and ends with A."),
    ("head", "any"): N_("It may begin with any rank, since {king} follows A."),
    # layout
    ("cards", ""): N_("{cards:card}, {packs:pack}; {columns:column_count}, {stock:card} in the stock."),
    ("cards", "no-stock"): N_("{cards:card}, {packs:pack}; {columns:column_count}, no stock."),
    ("columns", "all-up"): N_("Each column starts with {up:card}, face up."),
    ("columns", "all-down"): N_("Each column starts with {down:card} face down and {up} face up."),
    ("columns", "up"): N_("{where:long}: {up:long} face up."),
    ("columns", "down"): N_("{where:long}: {down:long} face down, {up:long} face up."),
    ("columns", "none"): N_("{where:long}: empty."),
    ("columns", "mixed"): N_("In the columns face-down and face-up cards lie by turns; the last one is face up."),
    ("columns", "by"): N_(
        "The columns are dealt one after the other: cards go to one until {by:a} comes, which begins the next."
    ),
    ("first", "beak"): N_("The cards of one rank, that of the first card in the pack, are dealt before all others."),
    ("first", "cards"): N_("These cards are dealt before all others: {first:long}."),
    ("first", "rank"): N_("Before the rest of the pack {rank:a} is dealt."),
    ("last", "cards"): N_("These cards are dealt after all others: {behind:long}."),
    ("dealt", "foundations"): N_("The deal puts {dealt:card} on the foundations."),
    ("dealt", "cells"): N_("The deal puts {dealt:card} in the cells: {places}."),
    ("cells", "one"): N_("There is a cell for a single card."),
    ("cells", "several"): N_("There are {cells:cell}, each for a single card."),
    ("reserves", "one-empty"): N_("There is a reserve, empty at the start."),
    ("reserves", "several-empty"): N_("There are {reserves:reserve}, empty at the start."),
    ("reserves", "one-dealt"): N_("There is a reserve, which starts with {dealt:card}."),
    ("reserves", "several-dealt"): N_("There are {reserves:reserve}, each of which starts with {dealt:card}."),
    ("reserves", "unlike-dealt"): N_("There are {reserves:reserve}, which start with {dealt:card} in all."),
    ("reserves", "down"): N_("Its cards lie face down; the rules do not turn them."),
    # moves
    ("build", "any-suit"): N_("Columns build down regardless of suit; nothing goes on an ace."),
    ("build", "same-suit"): N_("Columns build down in suit; nothing goes on an ace."),
    ("build", "other-suit"): N_("Columns build down in any suit but the same; nothing goes on an ace."),
    ("build", "same-colour"): N_("Columns build down in the same colour; nothing goes on an ace."),
    ("build", "other-colour"): N_("Columns build down in alternating colours; nothing goes on an ace."),
    ("build-round", "any-suit"): N_("Columns build down regardless of suit, and {king} goes on A."),
    ("build-round", "same-suit"): N_("Columns build down in suit, and {king} goes on A."),
    ("build-round", "other-suit"): N_("Columns build down in any suit but the same, and {king} goes on A."),
    ("build-round", "same-colour"): N_("Columns build down in the same colour, and {king} goes on A."),
    ("build-round", "other-colour"): N_("Columns build down in alternating colours, and {king} goes on A."),
    ("build-both", "any-suit"): N_("Columns build up or down regardless of suit."),
    ("build-both", "same-suit"): N_("Columns build up or down in suit."),
    ("build-both", "other-suit"): N_("Columns build up or down in any suit but the same."),
    ("build-both", "same-colour"): N_("Columns build up or down in the same colour."),
    ("build-both", "other-colour"): N_("Columns build up or down in alternating colours."),
    ("wrap", "both"): N_("{king} goes on A, and A on {king}."),
    ("unit", "run"): N_("A descending run of one suit moves as a whole, and so does any tail of it."),
    ("unit", "card"): N_("Cards move one at a time."),
    ("unit", "any"): N_("Any face-up card moves with all that lies on it, whether in order or not."),
    ("run", "any-suit"): N_("A descending run moves as a whole, whatever its suits, and so does any tail of it."),
    ("run", "other-suit"): N_(
        "A descending run in which no suit follows itself moves as a whole, and so does any tail of it."
    ),
    ("run", "same-colour"): N_("A descending run of one colour moves as a whole, and so does any tail of it."),
    ("run", "other-colour"): N_(
        "A descending run in alternating colours moves as a whole, and so does any tail of it."
    ),
    ("carry", "cells"): N_("At most as many cards move at once as there are empty cells, and one more."),
    ("carry", "spaces"): N_(
        "At most as many cards move at once as there are empty cells, and one more; each empty column but the target "
        "doubles that number."
    ),
    ("carry", "spaces-no-cells"): N_(
        "One card moves at a time, but each empty column other than the target doubles that number."
    ),
    ("carry", "pieces"): N_(
        "Of pieces of one suit at most as many move at once as there are empty cells, and one more; each empty column "
        "but the target doubles that number."
    ),
    ("carry", "pieces-no-cells"): N_(
        "One piece of a single suit moves at a time, but each empty column other than the target doubles that number."
    ),
    ("empty", "any-card"): N_("An empty column takes any card."),
    ("empty", "any-run"): N_("An empty column takes any card or run."),
    ("empty", "any-any"): N_("An empty column takes any card with all that lies on it."),
    ("empty", "king-card"): N_("An empty column takes only a card of the highest rank, {king}."),
    ("empty", "king-run"): N_("An empty column takes only a card of the highest rank, {king}, or a run headed by one."),
    ("empty", "king-any"): N_(
        "An empty column takes only a card of the highest rank, {king}, with all that lies on it."
    ),
    ("empty", "last"): N_(
        "An empty column takes only what is headed by the rank with which the foundations end, the one before their "
        "first."
    ),
    ("empty", "none"): N_("No card moves to an empty column."),
    ("cells", "cards"): N_("A card that can be played may go to an empty cell, and on to a column or foundation."),
    ("cells", "runs"): N_("A card that can be played may go to an empty cell, and on to a column."),
    ("reserve", "cards"): N_("The last card of a reserve may go to a column or foundation."),
    ("reserve", "runs"): N_("The last card of a reserve may go to a column."),
    ("reserve", "none"): N_("A reserve takes no cards."),
    ("reserve", "room"): N_("A reserve takes cards one at a time and holds {room:card} at most."),
    ("reserve", "any"): N_("A reserve takes cards one at a time, as many as you like."),
    ("reserve", "run"): N_("An empty reserve takes a card or a run, which may leave it as a whole or in parts."),
    ("opens", "stock-out"): N_("Cards may go to a reserve only when the stock is empty."),
    ("turn", ""): N_("A face-down card turns face up in the step that uncovers it."),
    # stock
    ("stock", "no-empty-column"): N_(
        "A deal puts a face-up card on each column, from the left, while the stock lasts; no column may be empty."
    ),
    ("stock", "always"): N_(
        "A deal puts a face-up card on each column, empty ones too, from the left, while the stock lasts."
    ),
    ("stock", "held-columns"): N_(
        "A deal puts a face-up card on each column that holds cards, from the left, while the stock lasts; if all are "
        "empty, on the first."
    ),
    ("deals", "even"): N_("The stock is dealt only once: {deals:deal}."),
    ("deals", "uneven"): N_("The stock is dealt only once: {deals:deal}, the last of only {last:card}."),
    ("deals", "single"): N_("There is only one deal, of {last:card}."),
    # foundations, or complete runs
    ("removal", "automatic"): N_("A complete run, {king} to A of one suit, leaves by itself."),
    ("removal", "by-move"): N_("A complete run, {king} to A of one suit, leaves when the player removes it."),
    ("removal", "by-move-other"): N_("A complete run leaves when the player removes it."),
    ("removal", "none"): N_("Cards go to the foundations one at a time and never come back."),
    ("base", "dealt"): N_("All foundations begin with the rank of the card dealt first to one; A follows {king}."),
    ("base", "rank"): N_("The foundations begin with {base}; A follows {king}."),
    ("laps", ""): N_("Each foundation goes through the ranks {laps:time}."),
    ("auto", ""): N_("When the stock is empty and foundation moves alone can win, auto makes them in one step."),
}
"""The rules in words; :mod:`solitaire_cli.show.facts` picks those of a game."""

FAMILIES: dict[str, str] = {
    "runs": N_("The Spider family: complete runs, built in the columns"),
    "loose-runs": N_("The Scorpion family: complete runs, and any face-up card moves"),
    "loose-cards": N_("The Yukon family: foundations, and any face-up card moves"),
    "dealt-cards": N_("The Gypsy family: foundations, and a stock dealt to the columns"),
    "open-cards": N_("The FreeCell family: foundations, and no stock"),
}
"""The kinds of games, as headings."""
