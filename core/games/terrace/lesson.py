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


_NOT_ON_A_COLUMN = message("It fits, but nothing is built on a base card in a column. Let it go up.")
_BURIED = message("Two cards of that rank are buried in the reserve: the foundations would wait long for them.")
_SIXES = ("t5", "t9")

BASE = Scene(
    _opening,
    (
        Step(
            message(
                "All 104 cards have to go up to eight foundations, all of which start with one rank: choose it "
                "among four cards. On top of the reserve is the seven of clubs, so a six is good."
            ),
            ("b 1", *_to_any("t1")),
            (
                ("b 2", message("No four is buried, either; but a six frees the seven of clubs at once.")),
                ("b 3", _BURIED),
                ("b 4", _BURIED),
            ),
            message("That one is possible, but think of the reserve first: which card takes its seven of clubs?"),
        ),
        Step(
            message(
                "The six of diamonds is on a foundation, every column has got a card, and one was turned to the "
                "waste. Now look at another game that began with this six."
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
                "reserve can go to foundations only, so use every chance."
            ),
            _to_any("r"),
            (("up", message("That would do it with several cards at once. Let us go one by one.")),),
            message("That could be played, but the reserve is what games are lost by."),
        ),
        Step(
            message("The sixes in columns 5 and 9 have the base rank: each begins another foundation."),
            tuple(text for place in _SIXES for text in _to_any(place)),
            (("t5 t3", _NOT_ON_A_COLUMN), ("t9 t3", _NOT_ON_A_COLUMN)),
            message("Later. First the sixes in columns 5 and 9."),
        ),
        Step(
            message("Now the other one of them."),
            tuple(text for place in reversed(_SIXES) for text in _to_any(place)),
            (("t5 t3", _NOT_ON_A_COLUMN), ("t9 t3", _NOT_ON_A_COLUMN)),
            message("Later. First the other six."),
        ),
        Step(
            message("The card on the waste is a six, too: send it up."),
            _to_any("w"),
            (),
            message("That could be played, but every six that is up makes room for more. First the one on the waste."),
        ),
        Step(
            message(
                "The waste was empty, so a card was turned by itself; and because two columns are empty, the stock is "
                "locked until you use that card. Only the waste fills empty columns: put the jack into one."
            ),
            ("w t5", "w t9"),
            (),
            message("That is allowed even now. But first unlock the stock: use the waste card."),
        ),
        Step(
            message(
                "The stock is open again. Columns build down in alternating colours, one card at a time: the black "
                "four goes on the red five."
            ),
            ("t1 t4",),
            (),
            message("That could be played. But let us build in the columns."),
        ),
        Step(
            message("The seven of hearts in column 3 is red, and a black six waits for it."),
            _to_any("t3"),
            (),
            message("Another move that could be played; but see column 3."),
        ),
        Step(
            message("And on the red seven goes the eight of clubs, which is on top of the reserve now."),
            _to_any("r"),
            (),
            message("Look at the reserve first."),
        ),
        Step(
            message(
                "Two cards of the reserve are up already. Type hint in a game when you see nothing, undo to take "
                "back, why to know what stands in the way, and rules for the six other games."
            ),
        ),
    ),
    seed=1,
)

LESSON = Lesson(GAME, (BASE, PLAY), OPTIONS)
