"""What a lesson is: positions, in each of which a teacher says one thing after the other and waits until it is done."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct, field

from core.base.game import Game, Options, Refused
from core.base.message import Message, message

TEACHER = 1
"""The teacher's seat, in games for two."""
PUPIL = 0


class Step(Struct, frozen=True):
    """One thing that is said, and what is to be done then.

    The room adds how to do it: what to press in screen mode, what to type in line mode.
    """

    said: Message
    wanted: tuple[str, ...] = ()
    """The moves that count as done, as they are typed, the best first; none for something that is only read."""
    wrong: tuple[tuple[str, Message], ...] = ()
    """What is answered to tries that begin like this."""
    otherwise: Message | None = None
    """What is answered to all other moves that the rules allow; None where there are none."""
    replies: tuple[str, ...] = ()
    """What the teacher does then: moves as they are typed, or the beginning of one."""
    depends: Callable[[Any], tuple[str, ...]] | None = None
    """As `wanted`, of the pupil's view, where that depends on how the steps before were done: `wanted` then has what it
    is after the best moves."""

    def sought(self, view: Any) -> tuple[str, ...]:
        """The moves that count as done in this position, the best first."""
        return self.depends(view) if self.depends else self.wanted


class Scene(Struct, frozen=True):
    """A position, and the steps from there."""

    position: Callable[[], Any]
    """The game's state; what its pupil cannot see is dealt anew from `seed`, the same each time."""
    steps: tuple[Step, ...]
    seed: int = 0


class Lesson(Struct, frozen=True):
    """How a game is learnt."""

    game: Game
    scenes: tuple[Scene, ...]
    options: Options = field(default_factory=dict)
    meaning: Callable[[Any, str], Any] | None = None
    """What a typed move means, of the view and the text: two moves that mean the same are as good as each other.
    None compares the moves themselves."""

    @property
    def steps(self) -> int:
        """How many steps there are in all."""
        return sum(len(scene.steps) for scene in self.scenes)

    def means(self, view: Any, text: str) -> Any:
        """What a typed move means. Raises: Refused for what is none."""
        return self.meaning(view, text) if self.meaning else self.game.read(view, text)


class Verdict(Struct, frozen=True):
    """What a teacher thinks of a try."""

    done: bool
    why: Message | None = None
    """Why it is not what was wanted; None where the rules themselves have something to say."""


NOT_THAT = message("You could, but the lesson asks for another move.")


def judge(lesson: Lesson, step: Step, view: Any, text: str) -> Verdict:
    """Whether a try is what a step waits for. Raises: Refused for what is no move at all."""
    meant, move, legal = lesson.means(view, text), lesson.game.read(view, text), lesson.game.moves(view)
    if any(_is_meant(lesson, view, wanted, meant) for wanted in step.sought(view)):
        return Verdict(True)
    written = (text, *(one for one, listed in legal.items() if listed == move))
    for beginning, why in step.wrong:
        begins_so = any(one == beginning or one.startswith(f"{beginning} ") for one in written)
        if begins_so or _is_meant(lesson, view, beginning, meant):
            return Verdict(False, why)
    return Verdict(False, (step.otherwise or NOT_THAT) if move in legal.values() else None)


def best(game: Game, step: Step, view: Any) -> str:
    """The best wanted move that can be made now, which boards mark; empty where nothing is wanted."""
    legal = game.moves(view).values()
    return next((text for text in step.sought(view) if _read(game, view, text) in legal), "")


def _read(game: Game, view: Any, text: str) -> Any:
    try:
        return game.read(view, text)
    except Refused:  # what is no move any more, such as a card that has gone
        return None


def _is_meant(lesson: Lesson, view: Any, text: str, meant: Any) -> bool:
    try:
        return bool(lesson.means(view, text) == meant)
    except Refused:  # the beginning of a move is none
        return False


def reply(game: Game, view: Any, wanted: str) -> str:
    """The teacher's move: what is written, or the first legal one that begins so."""
    legal = game.moves(view)
    if wanted in legal:
        return wanted
    return next((text for text in legal if text.startswith(f"{wanted} ")), wanted)
