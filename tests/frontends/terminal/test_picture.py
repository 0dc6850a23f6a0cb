"""Pictures as values."""

import attrs

from frontends.locale.language import language
from frontends.terminal.picture import BOLD, PLAIN, REVERSE, Canvas, Look, Style, newest
from tests.frontends.pictures import of_lines, runs

SMALL = Look(rows=3, columns=10)


def test_look_in_another_language_has_its_words() -> None:
    french = attrs.evolve(SMALL, language="fr")
    assert (SMALL.words, french.words) == (language("en"), language("fr"))
    assert attrs.evolve(french, columns=20).words is language("fr")


def test_what_falls_outside_is_cut_off():
    canvas = Canvas(SMALL)
    canvas.put(0, 7, "abcdef")
    canvas.put(1, -2, "abcdef")
    canvas.put(5, 0, "nowhere")
    canvas.put(-1, 0, "nowhere")
    assert canvas.picture().text() == "       abc\ncdef\n"


def test_runs_are_cells_of_one_style():
    canvas = Canvas(SMALL)
    canvas.put(0, 0, "ab", BOLD)
    canvas.put(0, 2, "cd")
    assert list(runs(canvas.picture(), 0)) == [(BOLD, "ab"), (PLAIN, "cd      ")]


def test_style_can_be_changed_under_what_is_written():
    canvas = Canvas(SMALL)
    canvas.put(0, 0, "abcdef")
    canvas.restyle(0, 2, 2, REVERSE)
    canvas.restyle(9, 0, 2, REVERSE)
    assert list(runs(canvas.picture(), 0)) == [(PLAIN, "ab"), (REVERSE, "cd"), (PLAIN, "ef    ")]


def test_style_as_escape_sequence_with_and_without_colour():
    style = Style(fg="red", bg="bright_blue", bold=True, reverse=True)
    assert style.sgr() == "\x1b[0;1;7;31;104m"
    assert style.sgr(colour=False) == "\x1b[0;1;7m"
    assert PLAIN.sgr() == "\x1b[0m"


def test_lines_make_a_picture_cut_to_its_size():
    assert of_lines(["a" * 20, "b", "c", "d"], SMALL).text() == "a" * 10 + "\nb\nc"


def test_row_that_nobody_has_written_on_is_blank() -> None:
    canvas, part = Canvas(SMALL), Canvas(Look(rows=2, columns=5))
    canvas.put(1, 0, "abcdefghij")
    canvas.restyle(2, 0, 1, REVERSE)
    part.put(0, 0, "x")
    canvas.paste(0, 2, part)
    assert canvas.picture().rows == ("  x       ", "ab     hij", " " * 10)
    assert list(runs(canvas.picture(), 2)) == [(REVERSE, " "), (PLAIN, " " * 9)]


def test_pictures_are_told_apart_by_identity():
    assert of_lines(["a"], SMALL) != of_lines(["a"], SMALL)


def test_newest_rows_begin_with_a_sentence() -> None:
    rows = ["One sentence that", "  goes on.", "Another one", "  as well."]
    assert newest(rows, 4) == rows
    assert newest(rows, 3) == rows[2:]
    assert newest(rows, 1) == ["  as well."], "better its end than nothing"
    assert newest(rows, 0) == []
