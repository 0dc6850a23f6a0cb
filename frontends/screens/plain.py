"""The screen of a game that has none of its own: its view in words, the last sentences, and moves as they are typed."""

import textwrap
from collections.abc import Sequence
from typing import Any

import attrs

from core.base.message import Message, Who, counted, message
from core.games import GAMES
from core.table import TableView
from frontends.screens.controls import BACK_TOO, KeyHelp, Pressed, Scene, Screen
from frontends.screens.texts import hanging
from frontends.terminal.picture import BOLD, DIM, REVERSE, Canvas, Look

ENOUGH = 8
"""Moves that are named to somebody who asks what there is to play."""
KEYS: tuple[KeyHelp, ...] = (
    ("Enter", message("play the move that is typed")),
    ("Tab", message("type the next possible move")),
    ("Escape", message("clear what is typed")),
)
_BAR: tuple[KeyHelp, ...] = (("Enter", message("play")), ("Tab", message("next move")), ("Esc", message("clear")))
_STEPS = {"tab": 1, "down": 1, "up": -1}


@attrs.frozen
class Typing:
    """A move half typed."""

    typed: str = ""


def idle(_view: Any) -> Typing:
    """Nothing typed."""
    return Typing()


def bar(typing: Typing, view: Any) -> tuple[KeyHelp, ...]:
    """The keys that matter now."""
    return _BAR if view.seat in view.turn else ()


def screen_for(game: str) -> Screen:
    """A plain screen for the game of that name."""

    def moves(view: Any) -> tuple[str, ...]:
        return tuple(GAMES[game].moves(view))

    def press(typing: Typing, key: str, view: Any) -> Pressed:
        return press_among(typing, key, moves(view))

    def draw(scene: Scene, canvas: Canvas) -> None:
        canvas.put(0, 0, GAMES[game].title, BOLD)
        _draw_body(scene, moves(scene.table.view), canvas)

    def hand(table: TableView) -> Message:
        return _choices(moves(table.view))

    return Screen(game, idle, press, draw, describe, score, hand, KEYS, bar, shortcuts=BACK_TOO)


def press_among(typing: Typing, key: str, moves: Sequence[str]) -> Pressed:
    """One key, or a click on a move, where these moves are legal.

    While nothing is typed, only a key with which a move begins is taken; all others are left to the table.
    """
    typed, (mouse, _, name) = typing.typed, key.partition(" ")
    if key == "enter" and typed:
        return Pressed(Typing(), move=typed)
    if key == "backspace" and typed:
        return Pressed(Typing(typed[:-1]))
    if key == "escape" and typed:
        return Pressed(Typing())
    if key in _STEPS and moves:
        at = moves.index(typed) if typed in moves else min(0, -_STEPS[key])
        return Pressed(Typing(moves[(at + _STEPS[key]) % len(moves)]))
    if mouse in ("click", "double") and name in moves:
        return Pressed(Typing(), move=name) if mouse == "double" else Pressed(Typing(name))
    if len(key) == 1 and key.isprintable() and (typed or any(move.startswith(key) for move in moves)):
        return Pressed(Typing(typed + key))
    return Pressed(typing, known=False)


def describe(table: TableView, look: Look) -> Sequence[str]:
    """Whose turn it is, and every field of the view on a line of its own."""
    shown = [name for name in table.view.__struct_fields__ if name not in ("seat", "turn")]
    facts = [f"{name.replace('_', ' ')}: {_shown(getattr(table.view, name))}" for name in shown]
    return [look.words.say(_turn(table), table.names), *facts]


def score(table: TableView) -> Message:
    """Whose turn it is after how many moves."""
    moves = counted("{n} move", "{n} moves", table.plays)
    return message("{turn} {moves} so far.", turn=_turn(table), moves=moves)


def _turn(table: TableView) -> Message:
    if table.outcome is not None:
        return message("This game is over.")
    if table.seat in table.turn:
        return message("It is your turn.")
    if not table.turn:
        return message("This game has not begun.")
    return message("Next: {players}.", players=tuple(map(Who, table.turn)))


def _choices(moves: Sequence[str]) -> Message:
    if not moves:
        return message("You cannot play anything now.")
    some = tuple(moves[:ENOUGH])
    if len(some) == len(moves):
        return message("You can play {moves}.", moves=some)
    return counted(
        "You can play {moves} or {n} other move.",
        "You can play {moves} or {n} other moves.",
        len(moves) - len(some),
        moves=some,
    )


def _shown(value: Any, between: str = "; ") -> str:
    """A value of a view; tuples without parentheses."""
    if isinstance(value, tuple):
        return between.join(_shown(one, " ") for one in value) or "-"
    return "-" if value is None or value == "" else str(value)


def _draw_body(scene: Scene, moves: Sequence[str], canvas: Canvas) -> None:
    """The position above, what happened lately below it, then the moves, and in the last row what is typed."""
    log = [line for sentence in scene.log for line in textwrap.wrap(sentence, canvas.columns)]
    room = canvas.rows - 2
    log = log[-max(3, room // 3) :]
    listed = _listed(moves, max(1, room // 4), canvas)
    lines = [line for said in describe(scene.table, canvas.look) for line in hanging(said, canvas.columns)]
    for row, line in enumerate(lines[: room - len(log) - listed - 1], 1):
        canvas.put(row, 0, line)
    first = canvas.rows - 1 - listed - len(log)
    for row, line in enumerate(log, first):
        canvas.put(row, 0, line, DIM)
    canvas.has_log = True
    canvas.cursor = canvas.rows - 1, 0
    if scene.hint:
        canvas.put(first - 1, 0, canvas.words.text("Hint: {move}", move=scene.hint)[: canvas.columns], BOLD)
    if moves:
        typed = canvas.words.text("Move: {typed}", typed=scene.input.typed)[-canvas.columns + 1 :]
        canvas.put(canvas.rows - 1, 0, typed, REVERSE)
        canvas.cursor = canvas.rows - 1, len(typed)


def _listed(moves: Sequence[str], rows: int, canvas: Canvas) -> int:
    """Put the moves that there is room for above the last row, to be clicked on. Returns: how many rows they took."""
    lines: list[list[str]] = [[]]
    for move in moves:
        if len("  ".join((*lines[-1], move))) > canvas.columns:
            lines.append([])
        lines[-1].append(move)
    lines = [line for line in lines if line][:rows]
    for row, line in enumerate(lines, canvas.rows - 1 - len(lines)):
        column = 0
        for move in line:
            width = len(move[: canvas.columns])
            canvas.put(row, column, move)
            canvas.spot(row, column, 1, width, move)
            column += width + 2
    return len(lines)
