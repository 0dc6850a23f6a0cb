"""How Pileon looks and is played with keys, and its positions in words."""

from core.base.cards import PACK
from core.games.pileon import View
from frontends.screens.controls import BACK_TOO, Scene, Screen
from frontends.screens.pileon.board import draw_board
from frontends.screens.pileon.inputs import KEYS, bar, drag, idle, press, settle, strokes
from frontends.screens.pileon.questions import QUESTIONS, offers, undone
from frontends.screens.pileon.won import draw_win
from frontends.screens.pileon.words import describe, hand, score
from frontends.terminal.picture import Canvas


def draw(scene: Scene, canvas: Canvas) -> None:
    """The board; after a win the pack in order."""
    view: View = scene.table.view
    if view.score == len(PACK):
        draw_win(scene.table, canvas)
    else:
        draw_board(scene, canvas)


SCREEN = Screen(
    "pileon", idle, press, draw, describe, score, hand, KEYS, bar,
    shortcuts=BACK_TOO, settle=settle, strokes=strokes, drag=drag, questions=QUESTIONS, offers=offers, undone=undone,
)  # fmt: skip
