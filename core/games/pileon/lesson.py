"""A lesson in Pileon: four queens come together."""

from core.base.message import message
from core.games.features.lesson import Lesson, Scene, Step
from core.games.pileon import GAME

DEAL = 7


_MOVE_ON = message(
    "That could be played, too. But let us bring the queens together: look at the piles that were named."
)

QUEENS = Scene(
    lambda: GAME.dealt({}, DEAL),
    (
        Step(
            message(
                "All cards are open: thirteen piles of four, and two empty ones. In the end each pile holds four "
                "cards of one rank. No card fits on another yet, so the empty piles must help."
            ),
        ),
        Step(
            message(
                "The two top cards of pile 5 are queens. Cards of one rank move together: take them to the empty pile "
                "14."
            ),
            ("5 14",),
            (
                ("5 14 1", message("One queen alone goes, too; without a number both go.")),
                ("5 15", message("Pile 15 is as good. Let us take 14, to speak of the same pile.")),
            ),
            _MOVE_ON,
        ),
        Step(
            message("Pile 3 has a queen, too, under the two of clubs. Put the two into the other empty pile."),
            ("3 15",),
            otherwise=_MOVE_ON,
        ),
        Step(
            message("The queen of diamonds is on top now, and fits on the two queens."),
            ("3 14",),
            (("15 3", message("That would bury the queen again.")),),
            _MOVE_ON,
        ),
        Step(
            message(
                "The last queen is on pile 12, under the king of hearts. Its place is on another king, which you have "
                "just uncovered on pile 3."
            ),
            ("12 3",),
            otherwise=_MOVE_ON,
        ),
        Step(message("And now the fourth queen."), ("12 14",), otherwise=_MOVE_ON),
        Step(
            message(
                "Frozen: four of a rank, 4 points, and nothing more to be done there. Thirteen times that wins 52. "
                "Use empty piles sparingly, and have a plan for emptying another."
            ),
        ),
        Step(
            message(
                "Type hint when you see nothing, undo to take back, winnable to ask whether a position can still "
                "be won, why to know what is stuck."
            ),
        ),
    ),
)

LESSON = Lesson(GAME, (QUEENS,))
