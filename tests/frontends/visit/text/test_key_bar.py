"""The keys in the bottom row: what matters now comes first, and help last."""

from __future__ import annotations

from core.base.message import Message, message
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.text.game_over import OVER
from frontends.visit.text.key_bar import key_bar


async def nothing(room: object, rest: str) -> Destination | None:
    return None


def row(word: str, key: str, why_not: str = "") -> Action[object]:
    def unless(room: object) -> Message | None:
        return Message(why_not) if why_not else None

    return Action(word, nothing, Message(word), keys=(key,), label=Message(word), unless=unless)


def test_what_comes_first_takes_its_keys_from_what_follows() -> None:
    own = (("n", message("no")), ("r", message("roll")), ("x", message("stop")))
    bar = key_bar(OVER.keys, own, (row("leave", "q"), row("hint", "h")), None)
    assert [key for key, _ in bar] == ["n", "r", "q", "x", "h", "?"]


def test_what_cannot_be_done_is_not_offered() -> None:
    bar = key_bar((), (), (row("undo", "u"), row("hint", "h", "There is none.")), None)
    assert [key for key, _ in bar] == ["u", "?"]
