"""The README's pictures are what the commands print."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from pictures import PICTURES, output, svg
from support import ROOT


@pytest.mark.parametrize("name", list(PICTURES))
def test_pictures(name: str) -> None:
    """If not: ``python tests/tools/pictures.py``."""
    text = (ROOT / ".images" / name).read_text("utf-8")
    assert text == svg(PICTURES[name])
    shown = "".join(node.text or "" for node in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}text"))
    assert "".join(output(PICTURES[name])).replace(" ", "") in shown
    assert f".images/{name}" in (ROOT / "README.md").read_text("utf-8")
