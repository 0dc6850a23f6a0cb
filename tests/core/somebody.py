"""People who are in the house without a terminal."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from core.presence.roster import Claim, Notice, Present


@attrs.define(eq=False)
class Hearer:
    """Somebody who hears notices, by default without heeding them."""

    on_notice: Callable[[Notice], object] = lambda _: None
    on_claim: Callable[[Claim], object] = lambda _: None
    id: str = ""
    heard_at: float = 0.0

    def hear(self, notice: Notice) -> None:
        self.on_notice(notice)

    def give_up(self, claim: Claim, present: Present) -> None:
        self.on_claim(claim)

    async def identify(self) -> str:
        return self.id
