"""A picture without the room that a window has and a page does not need."""

from itertools import groupby

from frontends.terminal.paint import end_of
from frontends.terminal.picture import Picture, Row, blank_row


def cropped(picture: Picture) -> Picture:
    """Only one of several blank rows, none at the top, and no blank columns at the right."""
    rows = list(zip(picture.rows, picture.styles, strict=True))
    blank = blank_row(len(picture.rows[0])) if rows else None
    kept: list[Row] = []
    for is_blank, those in groupby(rows, lambda row: row == blank):
        if not is_blank:
            kept += those
        elif kept:
            kept.append(next(those))
    if kept and kept[-1] == blank:
        kept.pop()
    width = max(map(end_of, kept), default=0)
    return Picture(tuple(text[:width] for text, _ in kept), tuple(styles[:width] for _, styles in kept))
