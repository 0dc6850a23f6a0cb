"""A picture of cells as SVG: text that keeps its columns in any font, lines drawn as strokes.

It is light or dark, as the reader's screen prefers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from frontends.sharing.strokes import CELL, SHADES, strokes
from frontends.terminal.picture import Picture, Style

WIDTH, HEIGHT = CELL
MARGIN = 10
SIZE = 16.5
"""Of the letters, whose usual width then is that of a cell."""
BASELINE = 14.6
FONTS = "'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,'Courier New',monospace"
INK, PAPER = "ink", "paper"
LIGHT: Mapping[str, str] = {
    INK: "#24292f", PAPER: "#ffffff",
    "black": "#24292f", "red": "#b3261e", "green": "#1a6b2e", "yellow": "#8a5a00", "blue": "#1a56b0",
    "magenta": "#8a2b9c", "cyan": "#0d6a75", "white": "#8b949e",
    "bright_black": "#57606a", "bright_red": "#cf222e", "bright_green": "#1a7f37", "bright_yellow": "#9a6700",
    "bright_blue": "#0969da", "bright_magenta": "#a040b0", "bright_cyan": "#127c88", "bright_white": "#ffffff",
}  # fmt: skip
DARK: Mapping[str, str] = {
    INK: "#d7dde3", PAPER: "#0f1419",
    "black": "#0f1419", "red": "#f0776c", "green": "#57c26a", "yellow": "#d9a83a", "blue": "#6aa9ff",
    "magenta": "#d78ce0", "cyan": "#5ac8d4", "white": "#c3cad1",
    "bright_black": "#8b949e", "bright_red": "#ff8d84", "bright_green": "#74dd86", "bright_yellow": "#f2cc60",
    "bright_blue": "#8fc1ff", "bright_magenta": "#e6a9ed", "bright_cyan": "#7fdce6", "bright_white": "#ffffff",
}  # fmt: skip


def svg(picture: Picture, title: str, *, said: str = "", dark: bool | None = None) -> str:
    """The picture as a document. `title` and `said` are what is read out of it; `dark` None leaves that to the reader.

    Only colours that are used are in it, so equal pictures are equal texts.
    """
    columns = len(picture.rows[0]) if picture.rows else 0
    width, height = columns * WIDTH + 2 * MARGIN, len(picture.rows) * HEIGHT + 2 * MARGIN
    body = [line for number in range(len(picture.rows)) for line in _row(picture, number)]
    used = {name for styles in picture.styles for style in set(styles) for name in _colours(style)} | {INK, PAPER}
    place = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    lines = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {place} role="img" aria-label={quoteattr(_legal(title))}>',
        f"<title>{escape(_legal(title))}</title>",
        *((f"<desc>{escape(_legal(said))}</desc>",) if said else ()),
        f"<style>{_rules(used, dark)}</style>",
        f'<rect class="{PAPER}" width="100%" height="100%"/>',
        f'<g transform="translate({MARGIN} {MARGIN})">',
        *body,
        "</g>",
        "</svg>",
    )
    return "\n".join(lines) + "\n"


def _rules(used: set[str], dark: bool | None) -> str:
    """The style sheet: fills and strokes by the names of colours."""
    first = DARK if dark else LIGHT
    text = f"text{{font:{SIZE}px {FONTS};white-space:pre}}.b{{font-weight:bold}}.d{{opacity:.6}}"
    text += ".u{text-decoration:underline}"
    text += _fills(used, first)
    return text if dark is not None else f"{text}@media(prefers-color-scheme:dark){{{_fills(used, DARK)}}}"


def _fills(used: set[str], colours: Mapping[str, str]) -> str:
    return "".join(f".{name}{{fill:{colours[name]}}}" for name in sorted(used))


def _colours(style: Style) -> tuple[str, str]:
    """What is on top, and what is under it."""
    top, under = style.fg or INK, style.bg or PAPER
    return (under, top) if style.reverse else (top, under)


def _row(picture: Picture, number: int) -> Iterator[str]:
    """The cells of a row: what is under them, then what is on them."""
    characters, styles = picture.rows[number], picture.styles[number]
    top = number * HEIGHT
    for style, start, end in _runs(styles):
        _, under = _colours(style)
        if under != PAPER:
            yield f'<path class="{under}" d="{_box(start * WIDTH, top, (end - start) * WIDTH, HEIGHT)}"/>'
        yield from _marks(characters[start:end], style, start * WIDTH, top)


def _runs(styles: tuple[Style, ...]) -> Iterator[tuple[Style, int, int]]:
    """Stretches of one style: from which column, and before which."""
    start = 0
    for style, those in groupby(styles):
        end = start + len(tuple(those))
        yield style, start, end
        start = end


def _marks(text: str, style: Style, left: float, top: float) -> Iterator[str]:
    """Words, single signs, shades and strokes, each where its cell is."""
    classes = _classes(style)
    column = 0
    for kind, those in groupby(text, _kind):
        part = "".join(those)
        x = left + column * WIDTH
        match kind:
            case "word":
                place = f'x="{x:g}" y="{top + BASELINE:g}" textLength="{len(part) * WIDTH:g}"'
                yield f"<text{classes} {place}>{escape(part)}</text>"
            case "sign":
                places = " ".join(f"{x + (place + 0.5) * WIDTH:g}" for place in range(len(part)))
                yield f'<text{classes} text-anchor="middle" x="{places}" y="{top + BASELINE:g}">{escape(part)}</text>'
            case "lines":
                yield f'<path{classes} d="{_path(part, x, top)}"/>'
            case "":
                pass
            case shade:
                box = _box(x, top, len(part) * WIDTH, HEIGHT)
                yield f'<path{classes} fill-opacity="{SHADES[shade]:g}" d="{box}"/>'
        column += len(part)


def _kind(character: str) -> str:
    """What a character is drawn as: empty for nothing, a shade by itself."""
    if character in SHADES:
        return character
    if strokes(character):
        return "lines"
    if character.isspace() or not character.isprintable():
        return ""
    # Letters with accents are as wide as others; signs come from whatever font has them.
    return "word" if character < "\u0250" else "sign"


def _classes(style: Style) -> str:
    top, _ = _colours(style)
    more = (("b", style.bold), ("d", style.dim), ("u", style.underline))
    return f' class="{" ".join((top, *(name for name, on in more if on)))}"'


def _path(text: str, left: float, top: float) -> str:
    """Strokes as boxes that are filled, so that they have the colours that letters have; long lines in one piece."""
    boxes: list[tuple[float, float, float, float]] = []
    for column, character in enumerate(text):
        for stroke in strokes(character):
            x, y, half = left + column * WIDTH + stroke.x, top + stroke.y, stroke.width / 2
            if stroke.is_upright:
                boxes.append((x - half, y, stroke.width, stroke.length))
                continue
            box = (x, y - half, stroke.length, stroke.width)
            if boxes and boxes[-1][1::2] == box[1::2] and boxes[-1][0] + boxes[-1][2] >= x:
                start = boxes.pop()[0]
                box = (start, box[1], x + stroke.length - start, stroke.width)
            boxes.append(box)
    return "".join(_box(*box) for box in boxes)


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"


def _legal(text: str) -> str:
    """Without what no XML may contain."""
    return "".join(one for one in text if one.isprintable() or one == "\n")
