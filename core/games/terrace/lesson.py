"""A lesson in Terrace: the base card, the reserve, the foundations, spaces and the lock, building in columns."""

from core.base.message import message
from core.games.features.lesson import Lesson, Scene, Step
from core.games.terrace import GAME, played
from core.games.terrace.board import FOUNDATIONS, State

DEAL = 39
OPTIONS = {"variant": "terrace"}


def _opening() -> State:
    """The deal, before anything is chosen."""
    state: State = GAME.dealt(OPTIONS, DEAL)
    return state


def _begun() -> State:
    """The deal, its base chosen."""
    return played(_opening(), "b 1")


def _to_any(place: str) -> tuple[str, ...]:
    """From a place to whichever foundation."""
    return (f"{place} f", *(f"{place} {foundation}" for foundation in FOUNDATIONS))


_BURIED = message("Two cards of that rank are buried in the reserve: the foundations would wait long for them.")

BASE = Scene(
    _opening,
    (
        Step(
            message(
                "All 104 cards have to go up to eight foundations, all of which start with one rank: choose it "
                "among four cards. On top of the reserve is the seven of clubs, so a six is good: type b 1."
            ),
            ("b 1", *_to_any("t1")),
            (
                (
                    "b 2",
                    message("No four is buried, either; but a six frees the seven of clubs at once."),
                ),
                ("b 3", _BURIED),
                ("b 4", _BURIED),
            ),
            message("That one is possible, but think of the reserve first: which card takes its seven of clubs?"),
        ),
        Step(
            message(
                "The six of diamonds is on a foundation, every column has got a card, and one was turned to the "
                "waste. Now look at the same deal once more from here."
            ),
        ),
    ),
)

PLAY = Scene(
    _begun,
    (
        Step(
            message(
                "Foundations build up in alternating colours: the black seven goes on the red six. Cards of the "
                "reserve can go to foundations only, so use every chance: type r f."
            ),
            _to_any("r"),
            (("up", message("That would do it with several cards at once. Let us go one by one: type r f.")),),
            message("That could be played, but the reserve is what games are lost by: type r f."),
        ),
        Step(
            message("The six of clubs in column 5 has the base rank, so it begins another foundation: type t5 f."),
            _to_any("t5"),
            (
                (
                    "t5 t3",
                    message("It fits, but nothing is built on a base card in a column. Let it go up: t5 f."),
                ),
            ),
            message("Later. First the second foundation: type t5 f."),
        ),
        Step(
            message(
                "Column 5 is empty now. While there is a space, the stock gives one card, and then it is locked. "
                "See for yourself: type d."
            ),
            ("d",),
            (("w t5", message("That fills the space, which is right in the end; but see the lock first: type d.")),),
            message("Later. First turn a card, to see the lock: type d."),
        ),
        Step(
            message(
                "Locked: no card before you have used the one on the waste, or no column is empty any more. Only "
                "the waste card may fill a space: type w t5."
            ),
            ("w t5",),
            (("d", message("The stock is locked until you use the waste card: into the space with it, type w t5.")),),
            message("That is allowed even now. But to unlock the stock use the waste card: type w t5."),
        ),
        Step(
            message(
                "The stock is open again. Columns build down in alternating colours, one card at a time: the black "
                "four goes on the red five. Type t1 t4."
            ),
            ("t1 t4",),
            (),
            message("That could be played. But let us build in the columns: type t1 t4."),
        ),
        Step(
            message("The seven of hearts in column 3 is red, and a black six waits for it. Type t3 f."),
            _to_any("t3"),
            (),
            message("Another move that could be played; but see column 3: type t3 f."),
        ),
        Step(
            message("And on the red seven goes the eight of clubs, which is on top of the reserve now. Type r f."),
            _to_any("r"),
            (),
            message("Look at the reserve first: type r f."),
        ),
        Step(
            message(
                "Two cards of the reserve are up already. Type hint in a game when you see nothing, undo to take "
                "back, why to know what stands in the way, and rules for the six other games."
            ),
        ),
    ),
)

LESSON = Lesson(GAME, (BASE, PLAY), OPTIONS)
