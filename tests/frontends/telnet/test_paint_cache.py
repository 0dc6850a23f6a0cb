"""Painting pictures once for all who see them."""

from __future__ import annotations

from itertools import pairwise

import pyte
import pytest

from frontends.telnet.paint_cache import Painter
from frontends.terminal.picture import Look, Picture
from tests.frontends.pictures import of_lines


def picture(text: str, rows: int = 24, columns: int = 80) -> Picture:
    return of_lines([text], Look(rows=rows, columns=columns))


def test_the_same_step_is_painted_once():
    painter, one, two = Painter(), picture("one"), picture("two")
    assert painter.paint(one, two, True, True) is painter.paint(one, two, True, True)
    assert painter.paint(None, two, True, True) is not painter.paint(one, two, True, True)


def test_characters_are_those_that_the_terminal_reads():
    painter, ace = Painter(), picture("A♠ é…")
    assert "A♠ é…".encode() in painter.paint(None, ace, True, True)
    assert b"A? e." in painter.paint(None, ace, True, False)


@pytest.mark.parametrize(("rows", "columns"), [(24, 80), (200, 400)])
def test_pictures_are_remembered_up_to_so_many_cells(rows, columns):
    painter = Painter(200_000)
    pictures = [picture(str(number), rows, columns) for number in range(60)]
    for before, after in pairwise(pictures):
        painter.paint(before, after, True, True)
    assert painter.cells <= 200_000


def test_what_is_painted_leads_from_picture_to_picture():
    painter, screen = Painter(), pyte.Screen(80, 24)
    terminal = pyte.ByteStream(screen)
    before = None
    for number in range(5):
        after = picture(f"move {number}")
        terminal.feed(painter.paint(before, after, True, True))
        before = after
        assert screen.display[0].rstrip() == f"move {number}"
