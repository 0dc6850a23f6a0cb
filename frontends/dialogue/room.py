"""What every part of a conversation answers to: the door, the lobby, a table, a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.dialogue.effects import Ask, Effects, Outputs, Refresh, Request, Ring, Write
from frontends.dialogue.question import Question
from frontends.dialogue.results import Done, Failed, Outdated, Result
from frontends.terminal import Prompt

if TYPE_CHECKING:
    from frontends.dialogue.conversation import Conversation


class Room:
    """One part of a conversation. Each method answers the effects that follow."""

    uses_screen = False
    """Whether this room has pictures to show in screen manner."""

    def __init__(self, talk: Conversation) -> None:
        self.talk = talk

    def enter(self) -> Effects:
        """The person comes in."""
        return (Refresh(),)

    def line(self, text: str) -> Effects:
        """A line was typed."""
        raise NotImplementedError

    def key(self, key: str) -> Effects:
        """A key was pressed, in screen manner, or one that cannot be part of a line."""
        return self.talk.hang_up() if key in ("c-c", "c-d") else ()

    def answer(self, result: Result) -> Effects:
        """What was asked for is done, or failed."""
        match result:
            case Done(sentence):
                return self.say(sentence)
            case Failed(sentence) | Outdated(sentence):
                return self.complain(sentence)
            case _:
                return ()

    def say(self, sentence: str) -> Effects:
        """Tell the person something."""
        return (Write(sentence), Refresh())

    def complain(self, sentence: str) -> Effects:
        """Tell the person what is wrong, with the bell."""
        return (Ring(), *self.say(sentence))

    def tick(self) -> Effects:
        """`pace` seconds have gone by."""
        return ()

    def redraw(self, repaint: bool = False) -> Outputs:
        """Everything as it is now: the prompt, or the picture."""
        return (Ask(self.prompt()),)

    def prompt(self) -> Prompt:
        """What stands before the cursor in line manner."""
        return Prompt()

    @property
    def standing(self) -> Question | None:
        """A question that waits for a yes or a no for as long as the room has it; anything else may go on meanwhile."""
        return None

    @property
    def way_back(self) -> Request | None:
        """What leads back here from a replay; None for a room that one simply comes home to."""
        return None

    @property
    def pace(self) -> float | None:
        """Seconds until the next tick; None while nothing happens by itself."""
        return None
