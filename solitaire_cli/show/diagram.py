"""The diagram of a game: its columns, foundations and stock before any card is dealt, with captions."""

from __future__ import annotations

from solitaire_cli.core.rules import Rules
from solitaire_cli.show.look import Look
from solitaire_cli.show.picture import Cell, boxes, draw, heads, text_cell

FOUNDATION = Cell("FND")


def diagram(rules: Rules, look: Look = Look()) -> list[str]:
    """Return the diagram of a game as its document has it, line by line.

    Source: 000 and 002, «Раскладка»; for a game whose document has none, the same hand.
    """
    frame, signs = rules.diagram, look.signs
    tops = heads(rules)
    lines: list[str] = []

    def caption(name: str) -> str:
        texts = frame.captions.get(name)
        if not texts:
            return ""
        values = {"stock": rules.stock_size, "columns": len(rules.columns)}
        values |= {"cards": rules.cards, "piles": len(rules.piles)}
        return look.fit(look.choose(texts).format(**values))

    def point_at(line: str, name: str) -> str:
        text = caption(name)
        return f"{line} {signs.left} {text}" if text else line

    if frame.foundations == "boxes":
        top, middle, bottom = map(draw, boxes([FOUNDATION] * len(rules.piles), signs))
        lines += [top, point_at(middle, "foundations"), bottom]
    counts = [text_cell(str(down + up), head) for (down, up), head in zip(rules.columns, tops)]
    lines += [draw(tops), point_at(draw(counts), "counts")]
    if frame.arrows:
        lines.append(draw([text_cell(signs.up, head) for head in tops]))
    if caption("columns"):
        lines.append(caption("columns"))
    count = caption("stock-count")
    lines.append(point_at(f"[STOCK: {count}]" if count else "[STOCK]", "stock"))
    if caption("goal"):
        lines.append(caption("goal"))
    return lines
