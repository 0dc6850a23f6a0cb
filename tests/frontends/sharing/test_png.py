"""Pictures as PNG."""

from __future__ import annotations

import struct
import sys

import pytest

from core.base.game import Refused
from frontends.sharing.png import png
from frontends.sharing.svg import MARGIN, WIDTH, svg
from frontends.terminal.picture import Look
from tests.frontends.pictures import of_lines

DOCUMENT = svg(of_lines(["┌──┐", "│▒♥│", "└──┘"], Look(rows=3, columns=4)), "a card")


def test_picture_has_the_size_of_the_document_times_the_scale() -> None:
    pixels = png(DOCUMENT, 3)
    assert pixels.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">I", pixels[16:20]) == (3 * (4 * WIDTH + 2 * MARGIN),)


def test_who_has_nothing_to_draw_it_with_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(Refused, match=r"install parlour\[png\]"):
        png(DOCUMENT)
