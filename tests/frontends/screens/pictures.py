"""Golden pictures: boards as text files beside this module, compared by the tests of each screen.

To write them anew after a change of the look, and then to read what changed in the diff:

    python -m tests.frontends.screens.pictures pileon

It runs the tests in `test_pileon*.py` with `WRITE` set in the environment, so that `compare` writes what is drawn.
Without a game it does so for all screens.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from frontends.locale.language import language
from frontends.screens.controls import Scene, Screen
from frontends.terminal.picture import Canvas, Look, Picture

FOLDER = Path(__file__).parent / "pictures"
WRITE = "PARLOUR_WRITE_PICTURES"
SIZES = ((40, 19), (60, 17), (80, 20), (80, 21), (84, 40))
"""Columns and rows of the canvases that the visit gives to a game at 40x22, 60x20, 80x23, 80x24 and 132x43."""
MOST = (45, 140)
"""Rows and columns of the largest canvas on which the laws draw."""
LOOKS = (Look(), Look(utf8=False, colour=False), Look(language="qps"))
"""What the laws draw in: all a terminal can do, as little as it can do, and the pseudo-locale."""
_WORD = re.compile(r"[^\W\d_]+")


def drawn(screen: Screen, scene: Scene, look: Look) -> Picture:
    """The board on a canvas of the look's own size."""
    canvas = Canvas(look)
    screen.draw(scene, canvas)
    return canvas.picture()


def compare(name: str, picture: Picture) -> None:
    """Fail unless the picture's text is that of the file `pictures/NAME.txt`; with `WRITE` set, write the file."""
    path, text = FOLDER / f"{name}.txt", picture.text() + "\n"
    if os.environ.get(WRITE):
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"there is no {path.name} yet; the docstring of this module says how to write it"
    assert text == path.read_text(encoding="utf-8")


def compare_sizes(screen: Screen, scene: Scene, suffix: str = "") -> None:
    """Compare the board at each of `SIZES` with `pictures/GAME-COLUMNSxROWS.txt`; a suffix comes after the game."""
    for columns, rows in SIZES:
        picture = drawn(screen, scene, Look(rows=rows, columns=columns))
        compare(f"{screen.game}{suffix}-{columns}x{rows}", picture)


def require_sound(screen: Screen, scene: Scene, look: Look, allowed: str = "") -> None:
    """What holds of every board: cursor and spots are inside; no word is left untranslated in the pseudo-locale.

    `allowed` is a regular expression of what may be in plain letters there: names of cards, notation of moves.
    """
    picture = drawn(screen, scene, look)
    assert picture.cursor is not None, "the cursor is not set"
    assert _is_inside(*picture.cursor, look), f"the cursor is outside: {picture.cursor}"
    for spot in picture.spots:
        assert spot.name, f"without a name: {spot}"
        assert spot.rows > 0, f"empty: {spot}"
        assert spot.columns > 0, f"empty: {spot}"
        assert _is_inside(spot.row, spot.column, look), f"outside: {spot}"
        assert _is_inside(spot.row + spot.rows - 1, spot.column + spot.columns - 1, look), f"outside: {spot}"
    if look.language == "qps":
        assert not untranslated(picture.text(), allowed), picture.text()
    elif not look.utf8:
        assert picture.text().isascii(), picture.text()


def require_sound_everywhere(screen: Screen, scene: Scene, rows: int, columns: int, allowed: str = "") -> None:
    """`require_sound` in all of `LOOKS` at one size, which is `LEAST` or more, up to `MOST`."""
    for look in LOOKS:
        sized = Look(rows, columns, look.colour, look.utf8, language=look.language)
        require_sound(screen, scene, sized, allowed)


def untranslated(text: str, allowed: str = "") -> list[str]:
    """The words of two letters or more that have plain letters alone, in a text of the pseudo-locale.

    Empty as long as there is no pseudo-locale to look up.
    """
    if language("qps").code != "qps":
        return []
    rest = re.sub(allowed, " ", text) if allowed else text
    return [word for word in _WORD.findall(rest) if len(word) > 1 and word.isascii()]


def _is_inside(row: int, column: int, look: Look) -> bool:
    return 0 <= row < look.rows and 0 <= column < look.columns


def main(games: list[str]) -> int:
    """Write the pictures of these games anew, or of all."""
    os.environ[WRITE] = "1"
    files = [str(file) for game in games or [""] for file in sorted(FOLDER.parent.glob(f"test_{game}*.py"))]
    return pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", *files])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
