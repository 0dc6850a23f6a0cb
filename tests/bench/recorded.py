"""Games for the benchmarks that nobody plays: legal moves at random, decided by the rules, sealed as in a journal."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.base.chance import SEED_BYTES, Dice, deal_seed
from core.base.game import Game, Seat, check_options
from core.games import GAMES
from core.records import codec, fold
from core.table import Begin, Cause, Command, Move, Open, Opened, Restart, Sit, Table, decide
from journal import Draft, Record, seal

ID = "bench"
STREAM = fold.stream_of(ID)
BEGAN = 1_700_000_000.0
STEP = 1.234
"""Seconds between two moves."""
ASIDE = ("stop", "o", "order")
"""Moves that end a session or change nothing, which nobody plays at random."""

Asked = tuple[int, Command]
"""A seat, counted from 0, and what it asked for."""


def house_seed(deal: int) -> bytes:
    """A seed for a game whose deals have no numbers; the same number gives the same game."""
    return (deal_seed(deal) * 2)[:SEED_BYTES]


class Recorder:
    """A game in the making, with a person at every seat."""

    def __init__(self, game: Game, deal: int) -> None:
        self.game = game
        self.records: list[Record] = []
        seed, number = (deal_seed(deal), deal) if game.numbered else (house_seed(deal), None)
        opened = Opened(ID, game.name, game.rules, tuple(check_options(game, {}).items()), seed.hex(), number)
        self._store((opened,), Cause("bench0", None, 0, Open()), BEGAN)
        self.table: Table = fold.fold(STREAM, None, self.records)
        for seat in range(game.seats):
            self.ask(None, Sit(seat, f"player{seat + 1}"))
        self.ask(None, Begin())

    def ask(self, by: int | None, command: Command) -> None:
        """Decide and record what a seat, or the house, asks for."""
        at = codec.whole_milliseconds(self.table.at + STEP)
        cause = Cause(f"bench{len(self.records)}", by, self.table.seq, command)
        sealed = self._store(decide(self.table, command, by, at), cause, at)
        self.table = fold.fold(STREAM, self.table, sealed)

    def _store(self, events: Sequence[object], cause: Cause, at: float) -> tuple[Record, ...]:
        drafts = [codec.encode(event, None if number else cause) for number, event in enumerate(events)]
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
        texts = [text for text in table.game.moves(table.game.view(table.state, Seat(seat))) if text not in ASIDE]
        if texts:
            recorder.ask(seat, Move(texts[choose.below(len(texts))]))
        else:
            recorder.ask(seat, Restart())
    return tuple(recorder.records)


def beginning_of(records: Sequence[Record], id: str) -> tuple[Record, ...]:
    """The records before the first that a seat asked for, opened, seated, begun, as those of a table of this id."""
    first = next(record.seq for record in records if (cause := codec.info(record).cause) and cause.by is not None)
    return renamed(records[: first - 1], id)


def renamed(records: Sequence[Record], id: str) -> tuple[Record, ...]:
    """The same records as those of another table."""
    last, made = None, []
    for record in records:
        data = {**record.data, "table": id} if record.seq == 1 else msgspec.Raw(record.raw)
        play = msgspec.Raw(record.raw_play) if record.raw_play else None
        (last,) = seal(last, [Draft(record.kind, data, play)], record.at)
        made.append(last)
    return tuple(made)


def moves_in(records: Sequence[Record]) -> list[Asked]:
    """The moves that led to these records, and who made them."""
    causes = (codec.info(record).cause for record in records if record.has_play)
    return [(cause.by, cause.command) for cause in causes if cause and cause.by is not None]
