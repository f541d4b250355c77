"""The diagram of a game: its columns, foundations and stock before any card is dealt, with captions."""

from __future__ import annotations

from solitaire_cli.core.rules import Rules
from solitaire_cli.show.look import Look
from solitaire_cli.show.picture import Cell, boxes, draw, heads, text_cell


def diagram(rules: Rules, look: Look = Look()) -> list[str]:
    """Return the diagram of a game as its document has it, line by line.

    Source: 000 and 002, «Раскладка»; for a game whose document has none, the same hand.
    """
    frame, signs, tops = rules.diagram, look.signs, heads(rules)
    values = {"stock": rules.stock_size, "columns": len(rules.columns), "cards": rules.cards, "piles": len(rules.piles)}
    captions = {name: look.fit(look.choose(texts).format(**values)) for name, texts in frame.captions.items() if texts}

    def point_at(line: str, name: str) -> str:
        return f"{line} {signs.left} {captions[name]}" if captions.get(name) else line

    lines: list[str] = []
    if frame.foundations == "boxes":
        top, middle, bottom = map(draw, boxes([Cell("FND")] * len(rules.piles), signs))
        lines += [top, point_at(middle, "foundations"), bottom]
    counts = [text_cell(str(down + up), head) for (down, up), head in zip(rules.columns, tops)]
    lines += [draw(tops), point_at(draw(counts), "counts")]
    if frame.arrows:
        lines.append(draw([text_cell(signs.up, head) for head in tops]))
    stock = f"[STOCK: {captions['stock-count']}]" if captions.get("stock-count") else "[STOCK]"
    lines += [captions.get("columns", ""), point_at(stock, "stock"), captions.get("goal", "")]
    return [line for line in lines if line]
