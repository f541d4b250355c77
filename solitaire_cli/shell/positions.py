"""Positions of transcripts, written in the form that the console asks for."""

from __future__ import annotations

from solitaire_cli.core.position import Position
from solitaire_cli.shell.console import Console
from solitaire_cli.show.board import board, heading
from solitaire_cli.show.look import JSON, YAML
from solitaire_cli.show.picture import least_width
from solitaire_cli.show.records import position_record
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.transcript.referee import Taken
from solitaire_cli.transcript.writer import header_text, position_values


def write_position(console: Console, source: str, transcript: RawTranscript, position: Position, taken: Taken) -> None:
    """Write the position after ``taken``: a record, a transcript that starts there, or a board with a heading."""
    look, product, header = console.look, console.product, transcript.header
    if look.form == JSON:
        product.write_json(position_record(source, transcript, position, taken))
    elif look.form == YAML:
        tags = {} if header.deal is None else {"deal": header.deal}
        product.write(header_text({**position_values(position), "tags": {**tags, "step": str(taken.number)}}))
    else:
        product.write_gap()
        if not look.linear:
            console.need_width(least_width(position.rules))
        product.write_lines([heading(header, position, taken, look), *board(position, look, product.width)])
