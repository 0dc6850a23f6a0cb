"""Pictures as SVG."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

from frontends.sharing.svg import DARK, LIGHT, MARGIN, WIDTH, svg
from frontends.terminal.picture import BOLD, COLOURS, Canvas, Look, Style
from tests.frontends.pictures import of_lines

SPACE = "{http://www.w3.org/2000/svg}"


def texts(document: str) -> list[tuple[float, str]]:
    """The texts that are drawn, each with where it begins."""
    found = fromstring(document).iter(f"{SPACE}text")
    return [(float(one.attrib["x"].split()[0]), str(one.text)) for one in found]


def test_each_word_begins_where_its_column_is_and_is_as_wide_as_its_cells() -> None:
    document = svg(of_lines(["  ab   cde"], Look(rows=1, columns=12)), "two words")
    assert texts(document) == [(2 * WIDTH, "ab"), (7 * WIDTH, "cde")]
    lengths = [one.attrib["textLength"] for one in fromstring(document).iter(f"{SPACE}text")]
    assert lengths == [f"{2 * WIDTH:g}", f"{3 * WIDTH:g}"]


def test_signs_that_fonts_draw_wider_stand_in_the_middle_of_their_cells() -> None:
    document = svg(of_lines(["9♥♠"], Look(rows=1, columns=3)), "cards")
    assert texts(document) == [(0, "9"), (1.5 * WIDTH, "♥♠")]
    assert f'x="{1.5 * WIDTH:g} {2.5 * WIDTH:g}"' in document


def test_lines_are_strokes_and_long_ones_one_piece() -> None:
    document = svg(of_lines(["┌────┐", "│▒▒░░│"], Look(rows=2, columns=6)), "a box")
    assert not texts(document)
    assert document.count("fill-opacity") == 2
    long = next(one.attrib["d"] for one in fromstring(document).iter(f"{SPACE}path"))
    assert long.count("M") < 6


def test_names_and_texts_cannot_leave_their_place() -> None:
    evil = '</title><script>"&\x00\x1b'
    document = svg(of_lines(["<b> & </text>"], Look(rows=1, columns=20)), evil, said=evil)
    root = fromstring(document)
    assert not list(root.iter(f"{SPACE}script"))
    assert root.findtext(f"{SPACE}title") == '</title><script>"&'
    assert [text for _, text in texts(document)] == ["<b>", "&", "</text>"]


def test_light_or_dark_is_what_the_reader_prefers_unless_it_is_said() -> None:
    picture = of_lines(["x"], Look(rows=1, columns=1))
    both, light, dark = (svg(picture, "x", dark=dark) for dark in (None, False, True))
    assert "prefers-color-scheme:dark" in both
    assert (LIGHT["paper"] in light, DARK["paper"] in light) == (True, False)
    assert (LIGHT["paper"] in dark, DARK["paper"] in dark) == (False, True)


def test_styles_are_kept() -> None:
    canvas = Canvas(Look(rows=1, columns=40))
    styles = [Style(fg=name, bg="yellow") for name in COLOURS] + [Style(reverse=True), BOLD, Style(underline=True)]
    for column, style in enumerate(styles):
        canvas.put(0, column, "x", style)
    document = svg(canvas.picture(), "colours")
    for name in COLOURS:
        assert f'class="{name}"' in document
        assert f".{name}{{fill:" in document
    assert '<path class="ink"' in document
    assert 'class="paper"' in document
    assert 'class="ink b"' in document
    assert 'class="ink u"' in document


def test_size_is_that_of_the_cells() -> None:
    root = fromstring(svg(of_lines(["x"], Look(rows=3, columns=10)), "x"))
    assert float(root.attrib["width"]) == 10 * WIDTH + 2 * MARGIN
