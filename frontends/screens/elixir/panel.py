"""What stands beside, above or below the board of El-Ixir: scores, choices, what happened, and the signs."""

import textwrap
from collections.abc import Iterator, Sequence
from functools import lru_cache

import attrs

from core.base.message import Argument, Message, Who, counted, message
from core.games.elixir import GAME, LONGEST, View
from core.games.elixir.board import ENOUGH, Direction
from core.table import TableView, tell_ending
from frontends.screens.controls import Scene
from frontends.screens.elixir.board import AHEAD, ARROWS, COLOURS, CORNER_FACES, FACES, LEFT_OVER
from frontends.screens.elixir.inputs import Choice, is_mine, preview, stage
from frontends.screens.elixir.one_key import MENU, is_menu_offered
from frontends.screens.elixir.words import DIRECTION_NAMES, NO_NEIGHBOUR, brings, fits, gains, last_roll, story
from frontends.screens.texts import cut, wrapped
from frontends.terminal.picture import BOLD, DIM, PLAIN, Canvas, Look, Style

POINTERS = {True: "▸", False: "*"}
BAR = 26
"""Columns at most of a bar that is full at the score that ends the game."""


@attrs.frozen
class Part:
    """A piece of a line, which may be clicked."""

    text: str
    style: Style = PLAIN
    spot: str = ""


@attrs.frozen
class Box:
    """A part of the canvas. Rows and columns count from 0."""

    top: int
    left: int
    rows: int
    columns: int

    def below(self, row: int) -> "Box":
        """What is left of it from a row on."""
        top = max(row, self.top)
        return Box(top, self.left, max(0, self.top + self.rows - top), self.columns)


def draw_parts(row: int, column: int, width: int, parts: Sequence[Part], canvas: Canvas) -> None:
    """Pieces side by side. What has no room is left out, but for the first, which is cut."""
    end = column + width
    for number, part in enumerate(parts):
        text = part.text if number else cut(part.text, width, canvas.look)
        if column + len(text) > end:
            return
        canvas.put(row, column, text, part.style)
        if part.spot and text.strip():
            canvas.spot(row, column, 1, len(text), part.spot)
        column += len(text)


def draw_lines(box: Box, lines: Sequence[Sequence[Part]], canvas: Canvas) -> None:
    """As many lines of pieces as there is room for."""
    for row, parts in enumerate(lines[: box.rows], box.top):
        draw_parts(row, box.left, box.columns, parts, canvas)


def draw_title(box: Box, table: TableView, canvas: Canvas) -> None:
    """The game, how many tiles are free, and what it takes to win."""
    canvas.put(box.top, box.left, GAME.title, BOLD)
    free = counted("{n} free tile", "{n} free tiles", table.view.board.free.bit_count())
    text = canvas.words.say(message("{tiles}, {points} points win", tiles=free, points=ENOUGH))
    text = cut(text, box.columns - len(GAME.title) - 2, canvas.look)
    canvas.put(box.top, box.left + box.columns - len(text), text, DIM)


# Scores.


def draw_scores(box: Box, table: TableView, canvas: Canvas) -> None:
    """For each player three rows: name and points, a bar, and what was rolled for the last block."""
    view: View = table.view
    full, empty = "█░" if canvas.look.utf8 else "#-"
    rolled = last_roll(view)
    width = min(BAR, box.columns - 2)
    for seat in range(2):
        row, column, score = box.top + 3 * seat, box.left + 2, view.board.scores[seat]
        _draw_player(Box(row, box.left, 1, width + 2), seat, table, canvas)
        filled = min(width, score * width // ENOUGH)
        canvas.put(row + 1, column, full * filled, Style(fg=COLOURS[seat]))
        canvas.put(row + 1, column + filled, empty * (width - filled), DIM)
        if rolled and rolled[0] == seat:
            text = canvas.words.text("rolled {tiles}", tiles=rolled[1])
            canvas.put(row + 2, column, cut(text, box.columns - 2, canvas.look))


def _draw_player(box: Box, seat: int, table: TableView, canvas: Canvas) -> None:
    """A pointer at whose turn it is, the player's two signs, the name and the points."""
    view: View = table.view
    is_in_turn = seat in view.turn and table.outcome is None
    pointer = POINTERS[canvas.look.utf8] if is_in_turn else " "
    faces = FACES[canvas.look.utf8]
    style = Style(fg=f"bright_{COLOURS[seat]}", bold=is_in_turn)
    signs = f"{pointer} {faces['xo'[seat]]}{faces['XO'[seat]]} "
    name = cut(canvas.words.say(message("{who}", who=Who(seat)), table.names), box.columns - 9, canvas.look)
    canvas.put(box.top, box.left, f"{signs}{name}", style)
    canvas.put(box.top, box.left + box.columns - 3, f"{view.board.scores[seat]:>3}", BOLD)


def draw_scores_in_one(table: TableView, canvas: Canvas) -> None:
    """Both players in the first row."""
    half = (canvas.columns - 2) // 2
    for seat in range(2):
        _draw_player(Box(0, seat * (half + 2), 1, half), seat, table, canvas)


# Choices.


def choice_lines(scene: Scene, look: Look, width: int) -> list[list[Part]]:
    """The ending; or whose turn it is and what there is to choose from, a line each."""
    view: View = scene.table.view
    choice: Choice = scene.input
    if choice.menu is not None:
        return [[part] for part in _menu(choice.menu, look)]
    if scene.table.outcome is not None:
        ending = look.words.say(tell_ending(GAME, scene.table.outcome, scene.table.seat), scene.table.names)
        return [[Part(line, BOLD)] for line in textwrap.wrap(ending, width)]
    if not view.turn:
        return []
    heading = [Part(look.words.say(_heading(scene), scene.table.names), BOLD)]
    match stage(choice, view):
        case "roll":
            return [heading, *([part] for part in _offers(scene, look))]
        case "direction" | "length":
            lengths = [Part(f"  {look.words.text('length')} "), *_lengths(choice)]
            return [heading, *_directions(choice, view, look), *([lengths] if choice.is_aimed else [])]
        case _:
            return [heading, *_tiles(choice, view, look)]


def _heading(scene: Scene) -> Message:
    view: View = scene.table.view
    choice: Choice = scene.input
    if stage(choice, view) in ("direction", "length"):
        return message("Tile {number}, {tile}:", number=choice.tile, tile=choice.name)
    if is_mine(view):
        return message("You rolled:") if view.rolled else message("Your roll.")
    rolled, to_roll = message("{who} rolled:"), message("{who} to roll.")
    return (rolled if view.rolled else to_roll).filled(who=Who(view.turn[0]))


def _menu(entry: int, look: Look) -> Iterator[Part]:
    for number, (_, label) in enumerate(MENU):
        yield _offer(look.words.say(label), number == entry, look)


def _offer(text: str, is_shown: bool, look: Look, spot: str = "") -> Part:
    pointer = POINTERS[look.utf8] if is_shown else " "
    return Part(f"{pointer} {text}", BOLD if is_shown else PLAIN, spot)


def _offers(scene: Scene, look: Look) -> Iterator[Part]:
    """To roll; where choices run by, also the menu."""
    choice: Choice = scene.input
    is_menu = choice.ticks is not None and is_menu_offered(choice, scene.table.view)
    yield _offer(look.words.text("Roll"), not is_menu, look, "roll")
    if choice.ticks is not None:
        yield _offer(look.words.text("Menu"), is_menu, look)


def _tiles(choice: Choice, view: View, look: Look) -> Iterator[list[Part]]:
    for number, name in enumerate(view.rolled, 1):
        here = is_mine(view) and number == choice.tile
        longest = max(fits(view.board, name, direction) for direction in Direction)
        room = counted("up to {n} tile", "up to {n} tiles", longest) if longest > 1 else NO_NEIGHBOUR
        text = f"{number}  {name:<4} {look.words.say(room)}"
        yield [_offer(text, here, look, f"tile {number}" if is_mine(view) else "")]


def _directions(choice: Choice, view: View, look: Look) -> Iterator[list[Part]]:
    words = [look.words.say(name) for name in DIRECTION_NAMES.values()]
    width = max(map(len, words))
    for arrow, direction, word in zip(ARROWS[look.utf8], Direction, words, strict=True):
        room = look.words.text("room for {tiles}", tiles=fits(view.board, choice.name, direction))
        text = f"{arrow} {word:<{width}} {room}"
        yield [_offer(text, direction is choice.direction, look, f"direction {direction.value}")]


def _lengths(choice: Choice) -> Iterator[Part]:
    for length in range(1, LONGEST + 1):
        here = length == choice.length
        yield Part(f"[{length}]" if here else f" {length} ", BOLD if here else PLAIN, f"length {length}")


def choices_in_one(scene: Scene, look: Look) -> list[Part]:
    """The same in one row, for canvases without room beside the board."""
    view: View = scene.table.view
    choice: Choice = scene.input
    if choice.menu is not None:
        shown = list(_menu(choice.menu, look))
        return _spaced([*shown[choice.menu :], *shown[: choice.menu]])
    if scene.table.outcome is not None or not view.turn:
        lines = choice_lines(scene, look, 200)
        return lines[0] if lines else []
    match stage(choice, view):
        case "roll":
            return _spaced([*_offers(scene, look), *_roll_in_one(view, look)])
        case "wait":
            heading = look.words.say(_heading(scene), scene.table.names)
            tiles = [Part(f"{number} {name}") for number, name in enumerate(view.rolled, 1)]
            return _spaced([Part(heading, BOLD), *(tiles or _roll_in_one(view, look))])
        case "direction" | "length":
            parts = _spaced([Part(f"{choice.tile} {choice.name}", BOLD), *_arrows(choice, view, look)])
            upright = "│" if look.utf8 else "|"
            return [*parts, Part(f"{upright} "), *_lengths(choice)] if choice.is_aimed else parts
        case _:
            return _spaced(
                _offer(f"{number} {name}", number == choice.tile, look, f"tile {number}")
                for number, name in enumerate(view.rolled, 1)
            )


def _spaced(parts: Sequence[Part] | Iterator[Part]) -> list[Part]:
    """Pieces with a blank after each, which is not clicked."""
    return [one for part in parts for one in (part, Part(" "))]


def _arrows(choice: Choice, view: View, look: Look) -> Iterator[Part]:
    """The directions with the room there is."""
    for arrow, direction in zip(ARROWS[look.utf8], Direction, strict=True):
        here = direction is choice.direction
        text = f"{POINTERS[look.utf8] if here else ' '}{arrow}{fits(view.board, choice.name, direction)}"
        yield Part(text, BOLD if here else PLAIN, f"direction {direction.value}")


def _roll_in_one(view: View, look: Look) -> Iterator[Part]:
    rolled = last_roll(view)
    if rolled:
        seat, tiles = rolled
        face = FACES[look.utf8]["XO"[seat]]
        yield Part(f" {face} {look.words.text('rolled {tiles}', tiles=tiles)}", Style(fg=f"bright_{COLOURS[seat]}"))


# What happened, and signs.


def draw_notes(box: Box, scene: Scene, canvas: Canvas, *, has_rolls: bool) -> None:
    """What the chosen block would bring; else what happened, as much of the newest as there is room for.

    With `has_rolls` the last roll is shown elsewhere.
    """
    say, look = canvas.words.say, canvas.look
    names, view = scene.table.names, scene.table.view
    rows = list[str]()
    if events := preview(scene.input, view):
        rows = _wrapped(say(gains(events), names), box, look)
        if len(rows) > box.rows:
            rows = _wrapped(say(brings(events), names), box, look)
    else:
        if not has_rolls and view.rolled:
            rows = [cut(part.text.strip(), box.columns, look) for part in _roll_in_one(view, look)]
        rows += _newest(scene.log or _told(scene.table, look), box.rows - len(rows), box, look, together=not scene.log)
        canvas.has_log = True
    for row, line in enumerate(rows[: box.rows], box.top):
        canvas.put(row, box.left, line)


@lru_cache(maxsize=128)
def _told(table: TableView, look: Look) -> tuple[str, ...]:
    """What the last block brought; what was rolled for it is shown elsewhere."""
    events = story(table)[1 if last_roll(table.view) else 0 :]
    return tuple(look.words.say(part, table.names) for part in events)


def _wrapped(text: str, box: Box, look: Look) -> list[str]:
    """A text in lines as wide as the box; a word that is wider is cut."""
    return [cut(line, box.columns, look) for line in wrapped(text, box.columns)]


def _newest(told: Sequence[str], rows: int, box: Box, look: Look, *, together: bool) -> list[str]:
    """The last whole sentences that fit; of one that is too long its beginning. `together` they share lines."""
    lines: list[str] = []
    for first in reversed(range(len(told))):
        more = _wrapped(" ".join(told[first:]), box, look) if together else [*_wrapped(told[first], box, look), *lines]
        if len(more) > rows:
            break
        lines = more
    if lines or not told or rows < 1:
        return lines
    lines = _wrapped(told[-1], box, look)
    return [*lines[: rows - 1], cut(" ".join(lines[rows - 1 :]), box.columns, look)]


def draw_legend(box: Box, ahead: bool, canvas: Canvas) -> None:
    """What the signs on the board mean, at the bottom of the box."""
    lines = legend(canvas.look, ahead)[: box.rows]
    draw_lines(box.below(box.top + box.rows - len(lines)), lines, canvas)


@lru_cache(maxsize=32)
def legend(look: Look, ahead: bool) -> list[list[Part]]:
    """The signs, the most useful first."""
    faces, corners, words = FACES[look.utf8], CORNER_FACES[look.utf8], look.words
    loose: dict[str, Argument] = {"first": faces["x"], "second": faces["o"], "third": faces["X"], "fourth": faces["O"]}
    taken: dict[str, Argument] = {"corner": corners["."], "first": corners["X"], "second": corners["O"]}
    if ahead:
        block = message("{block} this block  {embraced} embraced", block="[ ]", embraced="{ }")
    else:
        block = message("{block} last block  {embraced} embraced", block="( )", embraced=": :")
    signs = [
        message("{first} {second} loose  {third} {fourth} anchored", **loose),
        message("{corner} corner  {first} {second} taken", **taken),
    ]
    if not ahead:
        signs.insert(0, message("{sign} rolled, not chosen", sign=LEFT_OVER[look.utf8]))
    return [[Part(words.say(block), AHEAD if ahead else DIM)], *([Part(words.say(sign), DIM)] for sign in signs)]
