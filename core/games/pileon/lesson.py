"""A lesson in Pileon: four queens come together."""

from collections.abc import Callable

from core.base.message import message
from core.games.features.lesson import Lesson, Scene, Step
from core.games.pileon import GAME, Pile, View, fitting, run

DEAL = 4057
"""Here the queens can come first without losing the game, whichever empty pile takes them."""
_MOVE_ON = message("That is allowed, but let us bring the queens together: look at the piles that were named.")
_ONE_QUEEN = message("You could move one queen alone; without a number, both go.")


def _moving(*cards: str, onto: str = "") -> Callable[[View], tuple[str, ...]]:
    """The moves that uncover something and take one of these cards to piles with such a rank on top, or empty ones."""

    def found(view: View) -> tuple[str, ...]:
        top = {number: pile[-1] if pile else "" for number, pile in enumerate(view.piles, 1)}
        tops = [number for card in cards for number in top if top[number] == card]
        sources = [number for number in tops if _covers(view.piles[number - 1])]
        targets = [number for number in top if top[number][:1] == onto]
        return tuple(f"{one} {other}" for one in sources for other in targets if fitting(view.piles, one, other))

    return found


def _covers(pile: Pile) -> bool:
    return run(pile) < len(pile)


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
                "Two queens are on top of pile 12, and move together. A third waits in pile 11, under the ten of "
                "clubs. Take the queens to one of the empty piles, and the ten to the other."
            ),
            ("12 14",),
            (("12 14 1", _ONE_QUEEN), ("12 15 1", _ONE_QUEEN)),
            _MOVE_ON,
            depends=_moving("Qc", "Tc"),
        ),
        Step(
            message("Now the other empty pile: the queens go to one, the ten of clubs to the other."),
            ("11 15",),
            otherwise=_MOVE_ON,
            depends=_moving("Tc", "Qc"),
        ),
        Step(
            message("The queen of hearts is on top of pile 11 now, and fits on the two queens."),
            ("11 14",),
            otherwise=_MOVE_ON,
            depends=_moving("Qh", onto="Q"),
        ),
        Step(
            message(
                "The last queen is in pile 3, under the jack of hearts. Its place is on another jack, which you have "
                "just uncovered on pile 11."
            ),
            ("3 11",),
            otherwise=_MOVE_ON,
        ),
        Step(
            message("Now move the fourth queen."),
            ("3 14",),
            otherwise=_MOVE_ON,
            depends=_moving("Qd", onto="Q"),
        ),
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
