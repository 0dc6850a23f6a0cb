"""Duels played by the rules, without a house."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import attrs

from core.duels.duel import Duel, advance, after, end_game
from core.duels.events import Contender, DuelEvent, Ordered
from core.duels.score import GameResult

START = 1_790_000_000.0
TERMS = Ordered(
    "d", "anna", "elixir", (), 3, 2, 10, 60, (Contender("robo"), Contender("bert")), (), "ab" * 32, "cd" * 32,
)  # fmt: skip


@attrs.define
class Played:
    """A duel that is minded, and all that is recorded of it."""

    duel: Duel
    events: list[DuelEvent] = attrs.field(factory=list)
    at: float = START
    words: Callable[[], str] = attrs.field(factory=lambda: map("t{}".format, count()).__next__)

    def do(self, *events: DuelEvent) -> None:
        for event in events:
            self.duel = after(self.duel, event, self.at)
            self.events.append(event)

    def mind(self) -> None:
        """Do what is due."""
        while due := advance(self.duel, self.at, self.words):
            self.do(*due)

    def end(self, table: str, points: int = 2, reason: str = "", loser: int | None = None) -> None:
        """A game is over, and what is due then is done."""
        game = self.duel.at(table)
        assert game is not None
        self.do(*end_game(self.duel, GameResult(game.pair, game.game, table, points, reason, loser)))
        self.mind()


def begun(**terms: object) -> Played:
    """One that has just been ordered, and minded."""
    ordered: Ordered = attrs.evolve(TERMS, **terms)  # type: ignore[arg-type]
    played = Played(after(None, ordered, START), [ordered])
    played.mind()
    return played
