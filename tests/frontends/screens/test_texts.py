"""Texts in the room there is."""

from __future__ import annotations

import textwrap

from hypothesis import example, given
from hypothesis import strategies as st

from frontends.screens.texts import cut, hanging, number_in
from frontends.terminal.picture import Look


def test_text_without_room_is_cut_at_a_blank() -> None:
    assert cut("room for 4 tiles", 16, Look()) == "room for 4 tiles"
    assert cut("room for 4 tiles", 15, Look()) == "room for 4…"
    assert cut("room for 4 tiles", 15, Look(utf8=False)) == "room for 4..."
    assert cut("unbreakable", 6, Look()) == "unbre…"


@given(st.text("ab \t\n\v\f\r-\xa0é", max_size=30), st.integers(10, 30))
@example("trailing  ", 20)
def test_text_for_which_there_is_room_is_wrapped_as_any_other(text: str, columns: int) -> None:
    assert hanging(text, columns) == textwrap.wrap(text, columns, subsequent_indent="  ")


def test_number_is_read_where_one_is_typed_that_there_is() -> None:
    assert [number_in(text, 12) for text in ("7", " 12 ", "0", "13", "-1", "٣", "x", "")] == [7, 12, 0, 0, 0, 0, 0, 0]
