"""The board of Pileon: fifteen fans of cards in rows of four, as large as the canvas allows, and the figures."""

from collections.abc import Sequence
from functools import lru_cache

import attrs
from msgspec.structs import replace

from core.base.cards import is_red
from core.base.durations import span
from core.base.message import Message, counted, message
from core.games.pileon import FULL, PILES, Pile, Piles, View, is_frozen, run
from core.table import TableView
from frontends.screens.controls import Scene
from frontends.screens.faces import RED_SUIT, WIDTH, Frame, face, suit_style
from frontends.screens.pileon.inputs import ACROSS, Choice, takers, takes
from frontends.screens.texts import cut
from frontends.terminal.picture import BOLD, DIM, PLAIN, Canvas, Look, Style

TARGET = Style(fg="green", bold=True)
HINT = Style(fg="bright_yellow", bold=True)
HELD = Style(reverse=True, bold=True)
LOOSE_RED = replace(RED_SUIT, bold=True)
"""Of a red card that can be taken; a black one is `BOLD`."""
POSITIONS = 128
"""Positions of which the board without any mark is kept: a key then draws only the piles that it marks."""
BLOCKS = 1024
"""Piles that are kept as they were drawn: a move changes two of fifteen."""


@attrs.frozen(cache_hash=True)
class Layout:
    """Where everything lies on a canvas. Rows and columns count from 0."""

    cover: int
    """Columns of a card that others lie on, without its frame."""
    top: int
    """Columns of the card on top."""
    line: int
    """Columns of the line between two cards of a pile: 1 or 0."""
    gap: int
    """Columns between two piles."""
    is_square: bool = False
    """Whether a pile is two cards wide and two high, and what is said of it stands in its frame."""
    height: int = 1
    """Rows of a card, without its frame."""
    block: int = 4
    """Rows from one row of piles to the next."""
    first: int = 1
    """The first row of the first pile."""
    left: int = 0
    """The first column of the board."""

    @property
    def wide(self) -> int:
        """Columns of a full pile with its frame."""
        cards = 2 * WIDTH + 1 if self.is_square else (FULL - 1) * (self.cover + self.line) + self.top
        return cards + 2

    @property
    def width(self) -> int:
        """Columns of the board."""
        return ACROSS * (self.wide + self.gap) - self.gap

    def corner(self, number: int) -> tuple[int, int]:
        """The upper left corner of a place; 16 is where the figures stand."""
        row, column = divmod(number - 1, ACROSS)
        return self.first + row * self.block, self.left + column * (self.wide + self.gap)


_LAYOUTS = (Layout(5, 7, 1, 2), Layout(3, 5, 1, 2), Layout(3, 3, 1, 2), Layout(3, 3, 0, 1))
"""Piles in one row, the widest first."""
TALL = 6
"""Rows for a pile from which on its cards are higher than one row."""
_SQUARE = Layout(3, 3, 0, 1, is_square=True, height=2)
"""For canvases that are too narrow for any of them."""


@lru_cache(maxsize=256)
def layout_of(rows: int, columns: int) -> Layout:
    """How the board fills a canvas, `LEAST` or more."""
    widest = next((layout for layout in _LAYOUTS if layout.width <= columns), _SQUARE)
    room, left = (rows - 1) // 4, (columns - widest.width) // 2
    if widest.is_square:
        return attrs.evolve(widest, left=left, first=min(rows - 16, 2))
    if room < TALL:
        return attrs.evolve(widest, left=left)
    block = min(room, 9)
    first = 1 + (rows - 1 - 4 * block) // 2
    return attrs.evolve(widest, left=left, first=first, block=block, height=3 if block < 8 else 5)


FRAMES = {
    (True, False): Frame("┌┬┐", "└┴┘", "─", "│"),
    (True, True): Frame("╔╦╗", "╚╩╝", "═", "║"),
    (False, False): Frame("+++", "+++", "-", "|"),
    (False, True): Frame("###", "###", "=", "#"),
}
"""By whether the terminal shows more than ASCII, and whether the pile is the chosen one."""


@attrs.frozen(cache_hash=True)
class _Mark:
    """What marks a pile."""

    style: Style
    """Of its frame."""
    is_chosen: bool = False
    held: int = 0
    """How many of its cards were taken up."""
    said: tuple[Message, ...] = ()
    """What is said of it, from the longest way to the shortest."""
    said_style: Style = DIM


_FROZEN, _LOOSE, _EMPTY = _Mark(DIM, said=(message("frozen"),)), _Mark(PLAIN), _Mark(DIM)


@attrs.frozen
class Shown:
    """What everybody sees of a table, player and watchers alike: it is drawn for the first of them."""

    piles: Piles
    is_stuck: bool
    score: int
    deal: int | None
    plays: int
    undos: int
    hints: int
    elapsed: float


def shown_of(table: TableView) -> Shown:
    """What everybody sees of a table."""
    view: View = table.view
    return Shown(
        view.piles, view.stuck, view.score, table.deal, table.plays, table.undos, table.hints, table.elapsed
    )  # fmt: skip


def draw_board(scene: Scene, canvas: Canvas) -> None:
    """All piles and figures; the cursor on the top card of the chosen pile."""
    canvas.paste(0, 0, _position(shown_of(scene.table), canvas.look))
    layout, view, choice = layout_of(canvas.rows, canvas.columns), scene.table.view, scene.input
    hinted = tuple(map(int, scene.hint.split()[:2])) or (0, 0)
    for number, pile in enumerate(view.piles, 1):
        mark = _mark(view, choice, hinted, number, canvas.look)
        if mark is not None:
            canvas.paste(*layout.corner(number), _block(pile, number, mark, layout, canvas.look))
    canvas.cursor = _cursor(view, choice.at, layout)


@lru_cache(maxsize=POSITIONS)
def _position(shown: Shown, look: Look) -> Canvas:
    """The board without any mark."""
    canvas, layout = Canvas(look), layout_of(look.rows, look.columns)
    draw_title(shown, canvas, layout)
    for number, pile in enumerate(shown.piles, 1):
        canvas.paste(*layout.corner(number), _block(pile, number, _unmarked(pile), layout, look))
        canvas.spot(*layout.corner(number), layout.block, layout.wide, str(number))
    _draw_figures(shown, canvas, layout)
    return canvas


def draw_title(shown: Shown, canvas: Canvas, layout: Layout) -> None:
    """Name and deal, and between them that nothing helps any more, or the time where the figures lack room for it."""
    words, right = canvas.words, layout.left + layout.width
    canvas.put(0, layout.left, "Pileon", BOLD)
    deal = words.say(message("deal {number}", number=shown.deal)) if shown.deal is not None else ""
    canvas.put(0, right - len(deal), deal)
    if shown.is_stuck:
        middle = shortened((message("Nothing helps any more."),), layout.width - len(deal) - 8, canvas.look)
    else:
        middle = span(shown.elapsed) if layout.is_square else ""
    canvas.put(0, layout.left + 7 + max(0, layout.width - len(deal) - 7 - len(middle)) // 2, middle, BOLD)


def shortened(said: Sequence[Message], room: int, look: Look) -> str:
    """The first of these messages that fits; if none does, the last one cut at a blank."""
    text = ""
    for one in said:
        text = look.words.say(one)
        if len(text) <= room:
            return text
    return cut(text, room, look)


def _unmarked(pile: Pile) -> _Mark:
    if is_frozen(pile):
        return _FROZEN
    return _LOOSE if pile else _EMPTY


def _mark(view: View, choice: Choice, hinted: tuple[int, ...], number: int, look: Look) -> _Mark | None:
    """How a pile is marked, where the hint moves cards from one of two piles; None when it is as in `_position`."""
    pile, is_chosen = view.piles[number - 1], number == choice.at and view.seat is not None
    if choice.source == number:
        held = choice.count or run(pile)
        said = message("{number} in hand", number=held), message("{number} held", number=held)
        return _Mark(BOLD, is_chosen, held, said, BOLD)
    if number == hinted[1] and choice.source in (None, hinted[0]):
        return _Mark(HINT, is_chosen, said=(message("put it here"), message("here")), said_style=HINT)
    if number == hinted[0] and choice.source is None:
        return _Mark(HINT, is_chosen, said=(message("take this"), message("take")), said_style=HINT)
    if count := takes(view, choice, number):
        mark = "▲" if look.utf8 else "^"
        pointing = message("{mark} takes {number}", mark=mark, number=count)
        return _Mark(TARGET, is_chosen, 0, (pointing, message("takes {number}", number=count)), TARGET)
    if not is_chosen:
        return None
    if is_frozen(pile) or not pile or choice.source is not None:
        return attrs.evolve(_unmarked(pile), is_chosen=True, style=BOLD)
    return _Mark(BOLD, True, said=_fits(view, number, look))


def _fits(view: View, number: int, look: Look) -> tuple[Message, ...]:
    """Which piles take the top cards, those first that have cards."""
    piles = " ".join(map(str, (*takers(view, number), *takers(view, number, spaces=True))))
    if not piles:
        return (message("fits no pile"), message("no pile"))
    return message("fits {piles}", piles=piles), message("{piles}", piles=f"{'→' if look.utf8 else '>'} {piles}")


@lru_cache(maxsize=BLOCKS)
def _block(pile: Pile, number: int, mark: _Mark, layout: Layout, look: Look) -> Canvas:
    """A pile on a canvas of its own."""
    canvas = Canvas(attrs.evolve(look, rows=layout.block, columns=layout.wide))
    (_draw_square if layout.is_square else _draw_fan)(pile, number, mark, layout, canvas)
    return canvas


def _draw_fan(pile: Pile, number: int, mark: _Mark, layout: Layout, canvas: Canvas) -> None:
    """A pile whose cards lie beside each other, the last one on top."""
    frame = FRAMES[canvas.look.utf8, mark.is_chosen]
    widths = [layout.cover] * (len(pile) - 1) + [layout.top]
    rules = [frame.across * width for width in widths]
    title = f"{number:^{WIDTH}}" + rules[0][WIDTH:]
    line, styles = bool(layout.line), _card_styles(pile, mark)
    canvas.put(0, 0, ruled([title, *rules[1:]], frame.upper, line), mark.style)
    for row in range(1, 1 + layout.height):
        cells = _cells(pile, widths, row - 1, layout.height, canvas.look)
        canvas.put(row, 0, ruled(cells, frame.upright * 3, line), mark.style)
        at = 1
        for width, style in zip(widths, styles, strict=False):  # an empty pile has the width of a card, but none
            canvas.restyle(row, at, width, style)
            at += width + layout.line
    canvas.put(1 + layout.height, 0, ruled(rules, frame.lower, line), mark.style)
    said = shortened(mark.said, layout.wide - 1, canvas.look) if mark.said else ""
    canvas.put(2 + layout.height, 1, said, mark.said_style)


def _cells(pile: Pile, widths: Sequence[int], row: int, height: int, look: Look) -> list[str]:
    """One row of the cards: rank and suit above, on the top card the suit in the middle and both below again."""
    if not pile:
        return [" " * widths[0]]
    faces = [face(card, look) for card in pile]
    cells = [(shown if row == 0 else "").ljust(width) for shown, width in zip(faces, widths, strict=True)]
    if is_frozen(pile):
        cells[-1] = ("▒" if look.utf8 else "%") * widths[-1]
    elif height > 1 and row == height // 2:
        cells[-1] = faces[-1][-1].center(widths[-1])
    elif height > 1 and row == height - 1:
        cells[-1] = faces[-1].strip().ljust(WIDTH).rjust(widths[-1])
    return cells


def _draw_square(pile: Pile, number: int, mark: _Mark, layout: Layout, canvas: Canvas) -> None:
    """A pile whose first two cards lie above the others."""
    frame, inner = FRAMES[canvas.look.utf8, mark.is_chosen], layout.wide - 2
    faces = [face(card, canvas.look) for card in pile]
    if is_frozen(pile):
        faces[-1] = ("▒" if canvas.look.utf8 else "%") * WIDTH
    title = f"{number:^{WIDTH}}" + frame.across * (inner - WIDTH)
    canvas.put(0, 0, ruled([title], frame.upper, False), mark.style)
    for row in range(2):
        cards = " ".join(faces[2 * row : 2 * row + 2])
        canvas.put(1 + row, 0, ruled([cards.ljust(inner)], frame.upright * 3, False), mark.style)
    for index, style in enumerate(_card_styles(pile, mark)):
        canvas.restyle(1 + index // 2, 1 + index % 2 * (WIDTH + 1), WIDTH, style)
    canvas.put(3, 0, ruled([frame.across * inner], frame.lower, False), mark.style)
    if mark.said:
        canvas.put(3, 1, shortened(mark.said, inner, canvas.look), mark.said_style)


def ruled(cells: Sequence[str], ends: str, has_lines: bool = True) -> str:
    """Cells between the first and the last character of `ends`, with the second one between two cells."""
    return ends[0] + (ends[1] if has_lines else "").join(cells) + ends[2]


def _card_styles(pile: Pile, mark: _Mark) -> list[Style]:
    """Of the cards of a pile, the lowest first."""
    if is_frozen(pile):
        return [DIM] * FULL
    covered, rest = len(pile) - run(pile), len(pile) - mark.held
    loose = [LOOSE_RED if is_red(card) else BOLD for card in pile[covered:rest]]
    return [*map(suit_style, pile[:covered]), *loose, *[HELD] * mark.held]


def _cursor(view: View, number: int, layout: Layout) -> tuple[int, int]:
    """The place of the top card of a pile, at its rank and suit."""
    row, column = layout.corner(number)
    under = max(0, len(view.piles[number - 1]) - 1) if view.piles else 0
    if layout.is_square:
        return row + 1 + under // 2, column + under % 2 * (WIDTH + 1) + WIDTH
    return row + 1, column + under * (layout.cover + layout.line) + WIDTH


def _draw_figures(shown: Shown, canvas: Canvas, layout: Layout) -> None:
    (row, column), score = layout.corner(PILES + 1), shown.score
    moves, time = counted("{n} move", "{n} moves", shown.plays), span(shown.elapsed)
    both = () if layout.is_square else (message("{moves}, {time}", moves=moves, time=time),)
    figures = (
        (message("{score} of {all} points", score=score, all=52), message("{score} of {all}", score=score, all=52)),
        (*both, moves),
        (counted("{n} undo", "{n} undos", shown.undos),),
        (counted("{n} hint", "{n} hints", shown.hints),),
    )
    for offset, said in enumerate(figures):
        room = min(layout.wide + layout.left, canvas.columns - column)
        canvas.put(row + offset, column, shortened(said, room, canvas.look), PLAIN if offset else BOLD)
