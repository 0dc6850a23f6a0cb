"""Lines at the operators' socket, in whatever pieces they come."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontends.server.admin.protocol import LONGEST_LINE, Answer, Lines, TooLong, answer, read_answer

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=30)


@given(st.lists(TEXT, max_size=5), st.lists(st.integers(1, 7), min_size=1))
def test_lines_are_whole_in_whatever_pieces_they_come(texts: list[str], sizes: list[int]) -> None:
    data, lines, found, n = "".join(f"{text}\n" for text in texts).encode(), Lines(), [], 0
    while data:
        size = sizes[n % len(sizes)]
        found += lines.feed(data[:size])
        data, n = data[size:], n + 1
    assert found == texts


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_line_without_an_end_in_sight_is_too_long(end: bytes) -> None:
    lines = Lines()
    with pytest.raises(TooLong):
        lines.feed(b"x" * (LONGEST_LINE + 1) + end)


@given(st.lists(TEXT, max_size=4), TEXT)
def test_answers_are_read_as_they_were_said(said: list[str], refusal: str) -> None:
    refusal = " ".join(refusal.split())
    *lines, last = answer(said, refusal).decode().split("\n")[:-1]
    assert read_answer([*lines, last, "more"]) == Answer(tuple(said), refusal)
    assert read_answer(lines) is None


def test_nothing_that_is_said_passes_for_the_end_of_an_answer() -> None:
    assert answer(["ok", "no\nok"]) == b"| ok\n| no\n| ok\nok\n"
    assert answer([], "because\nok") == b"no because ok\n"
