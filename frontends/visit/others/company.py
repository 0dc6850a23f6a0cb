"""What a person is told of the others, as their terminal shows it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs

from core.base.message import message
from core.presence.roster import Kind, Notice

if TYPE_CHECKING:
    from frontends.visit.dialogue import Conversing

CALLS = frozenset({Kind.TELL, Kind.INVITED, Kind.TURN, Kind.HOUSE})
"""Kinds of notices that stay in a screen's message rows until the person does something."""
KEPT = 20
"""Lines of notices that can be read again."""
HOW_TO_TYPE = message("Press : to type.")
"""What follows a sentence that says what to type, where keys count."""


@attrs.define(eq=False)
class Company:
    """What a person was told of the others."""

    heard: tuple[str, ...] = ()
    """The last notices, in sentences, the newest last."""
    told: int = 0
    """How many there were in all."""
    called_after: float = -math.inf
    """When the person had last done anything as they were last told something that wants an answer."""

    def hear(self, visit: Conversing, notice: Notice) -> None:
        """Show a notice as one line, wherever the person is; what is half typed or asked stays. Must not wait."""
        if notice.rings:
            visit.ring()
        sentence = visit.words.say_to_all(notice.said)
        self._keep(sentence)
        heard_at = visit.session.heard_at
        if notice.kind in CALLS:
            self.called_after = heard_at
        elif self.called_after == heard_at and visit.on_screen:
            # As a message it would take the place of what wants an answer; beside a large board it has its own.
            visit.redraw_soon()
            return
        asks_on_screen = visit.on_screen and notice.kind in (Kind.INVITED, Kind.OPENED)
        visit.say(f"{sentence} {visit.words.say(HOW_TO_TYPE)}" if asks_on_screen else sentence)

    def echo(self, visit: Conversing, sentence: str) -> None:
        """Show a line that the person has said, where it does not come back to them as it comes to others."""
        self._keep(sentence)
        visit.say(sentence)

    def _keep(self, sentence: str) -> None:
        """Have something among what can be read again."""
        self.heard = (*self.heard, sentence)[-KEPT:]
        self.told += 1
