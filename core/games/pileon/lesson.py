"""A lesson in Pileon: four queens come together."""

from core.base.message import message
from core.games.features.lesson import Lesson, Scene, Step
from core.games.pileon import GAME

DEAL = 7


_MOVE_ON = message("You could, but let us bring the queens together: look at the piles named above.")

QUEENS = Scene(
    lambda: GAME.dealt({}, DEAL),
    (
        Step(
            message(
                "You see all cards: thirteen piles of four, and two empty ones. In the end each pile holds "
                "four cards of one rank. No card fits on another yet, so the empty piles must help."
            ),
        ),
        Step(
            message(
                "The two top cards of pile 5 are queens. Cards of one rank move together: move them to the "
                "empty pile 14."
            ),
            ("5 14",),
            (
                ("5 14 1", message("You could move one queen alone; without a number, both go.")),
                ("5 15", message("Pile 15 is as good, but let us take 14.")),
            ),
            _MOVE_ON,
        ),
        Step(
            message("Pile 3 has a queen, too, under the two of clubs. Move the two to the other empty pile."),
            ("3 15",),
            otherwise=_MOVE_ON,
        ),
        Step(
            message("The queen of diamonds is on top now. Move it onto the two queens."),
            ("3 14",),
            (("15 3", message("That would bury the queen again.")),),
            _MOVE_ON,
        ),
        Step(
            message(
                "The last queen is on pile 12, under the king of hearts. Move the king onto the other king, "
                "which you have just uncovered on pile 3."
            ),
            ("12 3",),
            otherwise=_MOVE_ON,
        ),
        Step(message("Now move the fourth queen."), ("12 14",), otherwise=_MOVE_ON),
        Step(
            message(
                "Frozen: four of a rank, 4 points, and nothing more to do there. Thirteen times that wins, "
                "with 52. Save your empty piles, and know how to empty another."
            ),
        ),
        Step(
            message(
                "Type hint when you are stuck, undo to take back, winnable to see whether you can still win, "
                "why to see what blocks you."
            ),
        ),
    ),
)

LESSON = Lesson(GAME, (QUEENS,))
