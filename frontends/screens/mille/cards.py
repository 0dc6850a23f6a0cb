"""What the board of mille is drawn with: texts that fit, cards, and the places that can be found again."""

import enum
import re
from functools import lru_cache

import attrs
from msgspec.structs import replace

from core.base.message import Message, Name, Who, message
from core.games.mille.cards import HAZARDS, MILES, NAMES, SAFETIES, Card
from core.games.mille.views import View
from frontends.screens.controls import Scene
from frontends.screens.mille.places import Marks, Place, seats_of
from frontends.screens.texts import wrapped
from frontends.terminal.characters import encode
from frontends.terminal.pages import cut
from frontends.terminal.picture import PLAIN, Canvas, Look, Style

HAZARD = Style(fg="red")
REMEDY = Style(fg="green")
SAFETY_STYLE = Style(fg="cyan")
HINT = "»>"
"""The mark of a proposed move, where the terminal has more than ASCII and where it has not."""
RECENT = "◄<"
"""The mark of what the other has just done."""
COUP = "*"


class Frame(enum.Enum):
    """How a card is framed, to show without colour what can be done with it."""

    PLAIN = "┌─┐│└┘", "+-+|++"
    USABLE = "┏━┓┃┗┛", "+=+|++"
    CHOSEN = "╔═╗║╚╝", "######"


def style_of(card: Card) -> Style:
    """Red for what stops, green for what helps, cyan for safeties."""
    if card in HAZARDS or card is Card.SPEED_LIMIT:
        return HAZARD
    if card in SAFETIES:
        return SAFETY_STYLE
    return PLAIN if card in MILES else REMEDY


_SMALL_WORD = re.compile(r"\b\w{1,2}[ '\N{RIGHT SINGLE QUOTATION MARK}]")


def fit(text: str, columns: int, look: Look) -> str:
    """The text in at most so many columns, cut at a blank where there is one, in characters the terminal has."""
    if not look.utf8:
        text = encode(text, utf8=False).decode("ascii")
    return cut(text, columns, "…" if look.utf8 else ".")


@attrs.frozen
class Drawing:
    """A canvas on its way to be a board of mille."""

    scene: Scene
    canvas: Canvas
    marks: Marks
    places: dict[Place | str, tuple[int, int]] = attrs.field(factory=dict)
    """Row and column of the cursor for each place that was drawn; off the sides a name alone, such as a slot."""
    view: View = attrs.field(init=False, default=attrs.Factory(lambda self: self.scene.table.view, takes_self=True))
    """The game as the viewer knows it."""
    seats: tuple[int, int] = attrs.field(init=False, default=attrs.Factory(lambda self: seats_of(self.view), True))
    """The seats on the left and on the right."""
    names: tuple[Name, ...] = attrs.field(init=False, default=attrs.Factory(lambda self: self.scene.table.names, True))
    """The players' names by seat."""

    @property
    def columns(self) -> int:
        """Columns of the canvas."""
        return self.canvas.columns

    def sign(self, signs: str) -> str:
        """The first of two characters where the terminal has it, else the second, which is ASCII."""
        return signs[0] if self.canvas.look.utf8 else signs[1]

    def text(self, said: Message) -> str:
        """A message in the viewer's language."""
        return self.canvas.words.say(said, self.names)

    def name(self, seat: int) -> Message:
        """The name of a player, or that it is the viewer."""
        return message("You") if seat == self.view.seat else Message("{who}", (("who", Who(seat)),))

    def card(self, card: Card) -> str:
        """The name of a card."""
        name = NAMES[card]
        return self.text(name) if isinstance(name, Message) else str(name)

    def put(self, row: int, column: int, text: str, style: Style = PLAIN) -> None:
        """Write a text that is known to fit, in characters the terminal has."""
        self.canvas.put(row, column, fit(text, max(0, self.columns - column), self.canvas.look), style)

    def say(self, row: int, column: int, columns: int, said: Message | str, style: Style = PLAIN) -> int:
        """Write a message in so many columns; returns how many it took."""
        text = fit(said if isinstance(said, str) else self.text(said), columns, self.canvas.look)
        self.canvas.put(row, column, text, style)
        return len(text)

    def right(self, row: int, end: int, columns: int, text: str, style: Style = PLAIN) -> None:
        """Write a text in so many columns that end before `end`; a name that is too long is cut anywhere."""
        dots = "…" if self.canvas.look.utf8 else "."
        text = fit(text if len(text) <= columns else text[: columns - 1] + dots, columns, self.canvas.look)
        self.canvas.put(row, end - len(text), text, style)

    def area(self, row: int, column: int, rows: int, columns: int, name: str) -> None:
        """Let a part of the board be clicked on."""
        last_row, last_column = min(row + rows, self.canvas.rows), min(column + columns, self.columns)
        if row < last_row and column < last_column:
            self.canvas.spot(row, column, last_row - row, last_column - column, name)

    def frame(self, row: int, column: int, rows: int, columns: int, frame: Frame, style: Style) -> None:
        """The outline of a card."""
        left_top, across, right_top, side, left_foot, right_foot = frame.value[not self.canvas.look.utf8]
        self.canvas.put(row, column, left_top + across * (columns - 2) + right_top, style)
        for below in range(row + 1, row + rows - 1):
            self.canvas.put(below, column, side, style)
            self.canvas.put(below, column + columns - 1, side, style)
        self.canvas.put(row + rows - 1, column, left_foot + across * (columns - 2) + right_foot, style)

    def face(self, row: int, column: int, rows: int, columns: int, text: str, style: Style) -> None:
        """A text in the middle of these cells, in as many rows as it needs and there are."""
        lines = wrapped(_hyphenated(text, columns), columns)
        if len(lines) > rows:
            lines = wrapped(_hyphenated(without_small_words(text), columns), columns)
        if len(lines) > rows:
            lines = wrapped(text, columns)
        if len(lines) > rows:
            lines = (*lines[: rows - 1], " ".join(lines[rows - 1 :]))
        for below, line in enumerate(lines, row + (rows - len(lines)) // 2):
            shown = fit(line, columns, self.canvas.look)
            left = (columns - len(shown)) // 2
            self.canvas.put(below, column, " " * left + shown + " " * (columns - left - len(shown)), style)


def short_name(text: str, columns: int) -> str:
    """A card's name; where there is no room, without small words, as Limite vitesse, or its first word alone."""
    return next((name for name in (text, without_small_words(text)) if len(name) <= columns), text.partition(" ")[0])


def without_small_words(text: str) -> str:
    """A name as it is understood where there is no room for all of it: Limite vitesse, Panne essence."""
    return _SMALL_WORD.sub("", text)


def _hyphenated(text: str, columns: int) -> str:
    """The text with words that are too long for a line broken in the middle, as Répara- tions."""
    halves = ((word, (len(word) + 1) // 2) for word in text.split())
    return " ".join(f"{word[:half]}- {word[half:]}" if len(word) > columns > half else word for word, half in halves)


@lru_cache(maxsize=64)
def lit(style: Style) -> Style:
    """A style made to be seen at once, with colours or without."""
    return replace(style, bold=True, reverse=True)


@lru_cache(maxsize=64)
def bold(style: Style) -> Style:
    """A style, bold."""
    return replace(style, bold=True)
