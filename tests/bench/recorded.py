"""Games for the benchmarks that nobody plays: legal moves at random, decided by the rules, sealed as in a journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core import codec, fold
from core.chance import Dice, deal_seed
from core.game import Game
from core.games import GAMES
from core.service import check_options
from core.table import Command, Move, Opened, Restart, Sit, Table, decide
from journal import Record, seal

BEGAN = 1_700_000_000.0
STEP = 1.234
"""Seconds between two moves."""
ASIDE = ("stop", "o", "order")
"""Moves that end a session or change nothing, which nobody plays at random."""


class Recorder:
    """A game in the making."""

    def __init__(self, game: Game, deal: int) -> None:
        self.seed = deal_seed(deal)
        options = check_options(game, {})
        opened = Opened("bench", game.name, game.rules, tuple(options.items()), self.seed.hex(), deal)
        self.records: list[Record] = []
        self._seal((opened, *game.begin(options, Dice(self.seed, game.name, 1))), {"command": "open"}, BEGAN)
        self.table: Table = fold.fold("bench", None, self.records)
        for seat in range(game.seats):
            self.do(Sit(seat, f"Player {seat + 1}"), {"seat": seat, "command": "sit"})

    def do(self, command: Command, play: dict[str, Any]) -> None:
        """Decide and record."""
        at = self.table.at + STEP
        events = decide(self.table, command, Dice(self.seed, self.table.game.name, self.table.seq + 1), at)
        self.table = fold.fold("bench", self.table, self._seal(events, play, at))

    def move(self, seat: int, text: str) -> None:
        """Make a move."""
        self.do(Move(seat, text), {"seat": seat, "move": text})

    def _seal(self, events: Sequence[Any], play: dict[str, Any], at: float) -> tuple[Record, ...]:
        identified = play | {"id": f"bench{len(self.records):07}"}
        drafts = [codec.encode(event, None if number else identified) for number, event in enumerate(events)]
        sealed = seal(self.records[-1] if self.records else None, drafts, codec.time_text(at))
        self.records += sealed
        return sealed


def recorded(name: str, least: int, deal: int = 1) -> tuple[Record, ...]:
    """A game of at least so many records, or to its end if that comes first. The same deal gives the same game."""
    recorder = Recorder(GAMES[name], deal)
    choose = Dice(deal_seed(deal), "bench", 1)
    while len(recorder.records) < least and recorder.table.turn:
        table = recorder.table
        seat = table.turn[0]
        texts = [text for text in table.game.moves(table.game.view(table.state, seat)) if text not in ASIDE]
        if texts:
            recorder.move(seat, texts[choose.below(len(texts))])
        else:
            recorder.do(Restart(seat), {"seat": seat, "command": "restart"})
    return tuple(recorder.records)


def moves_in(records: Sequence[Record]) -> list[Move]:
    """The moves that led to these records."""
    plays = [record.play for record in records if record.play and "move" in record.play]
    return [Move(play["seat"], play["move"]) for play in plays]
