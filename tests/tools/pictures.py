"""Write the README's pictures, real output as SVG: ``python tests/tools/pictures.py``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[2]
PICTURES = {"board.svg": ["deal", "beetle", "24"], "replay.svg": ["replay", "--at", "77", "deals/spiderwort-1.moves"]}
WIDTH, HEIGHT, EDGE = 8.4, 18, 14
STYLE = (
    "rect{fill:#fbfaf5;stroke:#c8c4b4}text{font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
    "fill:#222;white-space:pre}.r{fill:#b3261e}.p{fill:#4a6a2a}"
)


def output(arguments: list[str]) -> list[str]:
    """What a command prints, without its colours."""
    command = [sys.executable, "-m", "solitaire_cli", *arguments, "--unicode", "--lang", "en"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, check=True, env={"PYTHONIOENCODING": "utf-8", "LANG": "C.UTF-8"}
    )
    return done.stdout.decode().splitlines()


def svg(arguments: list[str]) -> str:
    """A command and what it prints as a picture: one text element a run of characters of one colour."""
    lines = [f"$ solitaire-cli {' '.join(arguments)}", *output(arguments)]
    width = max(map(len, lines)) * WIDTH + 2 * EDGE
    height = len(lines) * HEIGHT + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" role="img">',
        f"<title>{escape(lines[0])}</title><style>{STYLE}</style>",
        f'<rect x="0.5" y="0.5" width="{width - 1:.0f}" height="{height - 1}" rx="6"/>',
    ]
    for row, line in enumerate(lines):
        y = EDGE + (row + 0.75) * HEIGHT
        for column, character in enumerate(line):
            if character == " ":
                continue
            red = character in "♥♦" or (column + 1 < len(line) and line[column + 1] in "♥♦" and character != " ")
            style = ' class="p"' if row == 0 else ' class="r"' if red else ""
            x = EDGE + column * WIDTH
            parts.append(f'<text x="{x:.1f}" y="{y:.1f}"{style}>{escape(character)}</text>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    for name, arguments in PICTURES.items():
        (ROOT / ".images" / name).write_text(svg(arguments), encoding="utf-8")
