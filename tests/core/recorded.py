"""Recorded tables made by the rules alone, without a service: to be verified, forged and damaged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from core.base.chance import Dice, deal_seed
from core.base.game import Seat
from core.games import GAMES
from core.records import codec, fold
from core.table import Begin, Cause, Command, Move, Open, Opened, Origin, Sit, Table, decide
from journal import Draft, Record, seal

HOUSE_SEED = bytes(range(32))
ID = "tst01"
STREAM = "table/tst01"
START = 1_790_000_000.0


@attrs.define
class Recorder:
    """A table that records what is asked of it."""

    opened: Opened
    records: list[Record] = attrs.field(factory=list)
    at: float = START
    _folded: tuple[Record, Table] | None = attrs.field(default=None, init=False, eq=False, repr=False)
    """The table as it stood after a record: what comes of earlier records is not made again for each question."""

    def __attrs_post_init__(self) -> None:
        self._store([self.opened], None, Open(), 0)

    @property
    def table(self) -> Table:
        last, before = self._folded or (None, None)
        if before is None or before.seq > len(self.records) or self.records[before.seq - 1] is not last:
            before = None
        table = fold.fold(STREAM, before, self.records[before.seq :] if before else self.records)
        self._folded = self.records[-1], table
        return table

    def ask(self, by: int | None, command: Command, *, seen: int | None = None, later: float = 1.0) -> None:
        """Decide and record a command, some seconds later."""
        table = self.table
        self.at += later
        seen = table.seq if seen is None else seen
        self._store(decide(table, command, by, self.at), by, command, seen)

    def _store(self, events: Any, by: int | None, command: Command, seen: int) -> None:
        cause = Cause(f"d{len(self.records)}", by, seen, command)
        drafts = [codec.encode(event, None if number else cause) for number, event in enumerate(events)]
        last = self.records[-1] if self.records else None
        self.records += seal(last, drafts, codec.time_text(self.at))

    def play(self, moves: int, seed: bytes = b"choice") -> None:
        """Make random legal moves."""
        choose = Dice(seed, "tests", 1)
        for _ in range(moves):
            table = self.table
            if not table.turn:
                return
            seat = table.turn[0]
            texts = list(table.game.moves(table.game.view(table.state, Seat(seat))))
            if not texts:
                return
            self.ask(seat, Move(texts[choose.below(len(texts))]))


def opening(name: str, *, deal: int | None = None, **fields: Any) -> Opened:
    """What a table of a game is opened with."""
    game = GAMES[name]
    options = tuple((option.name, option.choices[0]) for option in game.options)
    if game.numbered and deal is None and "origin" not in fields:
        deal = 7
    seed = HOUSE_SEED if deal is None else deal_seed(deal)
    return Opened(ID, name, game.rules, options, seed.hex(), deal, **fields)


def recorder(name: str, *, bot: bool = False, **fields: Any) -> Recorder:
    """A table at which everybody sits, and the game has begun."""
    made = Recorder(opening(name, **fields))
    for seat in range(GAMES[name].seats):
        sits_bot = bot and seat > 0
        made.ask(None, Sit(seat, "" if sits_bot else f"p{seat}", "Comp" if sits_bot else "", luck=f"luck {seat}"))
    made.ask(None, Begin())
    return made


def copy_of(original: Recorder, kept: int | None = None) -> Recorder:
    """A practice copy of a table as it stands."""
    table = original.table
    fields = {
        "reserved": tuple(chair.person for chair in table.chairs),
        "origin": Origin(table.id, table.seq),
        "kept": kept,
        "position": codec.write_position(table.game, table.state),
    }
    made = Recorder(attrs.evolve(opening(table.game.name, **fields), house_seed=(b"y" * 32).hex()))
    for seat, chair in enumerate(table.chairs):
        made.ask(None, Sit(seat, chair.person, chair.bot))
    made.ask(None, Begin())
    return made


def resealed(
    records: Sequence[Record], changes: dict[int, dict[str, Any]], *, without: tuple[int, ...] = ()
) -> list[Record]:
    """The stream with fields of some records changed (kind, data, play, at) and others left out, all hashes right."""
    last, result = None, []
    for record in records:
        if record.seq in without:
            continue
        fields = {"kind": record.kind, "data": record.data, "play": record.play, "at": record.at}
        fields |= changes.get(record.seq, {})
        draft = Draft(fields["kind"], fields["data"], fields["play"])
        (last,) = seal(last, [draft], fields["at"])
        result.append(last)
    return result


def left_out(records: Sequence[Record], without: tuple[int, ...]) -> list[Record]:
    """The stream without some records, with every number that decisions had seen put right and all hashes, too."""
    changes = {
        record.seq: {"play": {**record.play, "seen": seen - sum(seq <= seen for seq in without)}}
        for record in records
        if record.play is not None and (seen := record.play["seen"]) is not None
    }
    return resealed(records, changes, without=without)
