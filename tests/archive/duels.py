"""The archive of duels: `python -m tests.archive.duels` writes those that are not there yet.

A folder has all that a house keeps of one duel, a stream in each file: the duel, its tables, and the persons who have
or play it. What is there stays as it is for ever, as for games (see `tests.archive.__main__`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from pathlib import Path

from core.duels.duel import Duel, Game, advance, after, agree, end_game, note_fault, stop
from core.duels.events import Contender, DuelEvent, Ordered, stream_of
from core.duels.results import result_of
from core.duels.rules import ABSENT, ILLEGAL, side_at
from core.games import GAMES
from core.games.features.bots import bot_of
from core.house.duel_game import Terms, opening
from core.house.duels import numbered, seeds_of
from core.people import persons
from core.people.persons import MadeProgram, Named, PersonEvent, ProgramsKept, TokenSet
from core.records import codec
from core.table import Close, CloseUnbegun, Resign, RunOut
from journal import Record, seal
from journal.game_lines import write_lines
from tests.archive.recorder import NAMES, START, Player, Recorder, at_random, of_duel, well
from tests.core.folded import folded

PLACE = Path(__file__).parent / "duels"
OWNERS = {"robo": "anna", "tina": "bert"}
"""Who answers for the programs."""
SECONDS, PATIENCE = 10, 60
"""For each move, and for coming to a table."""


def _player(side: Contender) -> Player:
    if side.level:
        return Player(bot=bot_of("elixir", side.level).name)
    return Player(side.person, program=True, owner=OWNERS[side.person])


class Made:
    """A duel that is recorded with a clock of its own, and its tables."""

    def __init__(self, id: str, pairs: int, *sides: Contender, asks: tuple[int, ...] = (), at_once: int = 1) -> None:
        secret = hashlib.sha256(f"duel {id}".encode()).digest()
        self.seeds = seeds_of(secret, pairs)
        self.at = START
        self.events: list[tuple[DuelEvent, float]] = []
        self.records: tuple[Record, ...] = ()
        self.tables: dict[str, Recorder] = {}
        self.words = map(f"{id}t{{}}".format, count(1))
        ordered = Ordered(
            id, "anna", "elixir", (), pairs, at_once, SECONDS, PATIENCE, (sides[0], sides[1]), asks, self.seeds.root,
            secret.hex(),
        )  # fmt: skip
        self.record((ordered,))

    def record(self, events: Iterable[DuelEvent]) -> None:
        """Record these a second later."""
        self.at += 1.0
        drafts = [codec.encode(event) for event in events]
        self.records += seal(self.records[-1] if self.records else None, drafts, codec.time_text(self.at))
        self.events = [(codec.decode(record), codec.seconds(record.at)) for record in self.records]

    @property
    def now(self) -> Duel:
        """The duel as it stands."""
        return folded(after, self.events)

    def go_on(self, come: int = 2) -> Recorder | None:
        """Do what is due, and open the tables that were called, to which so many come, the first seat's at first.

        Returns: the table of the first game that is under way; None where there is none.
        """
        while events := advance(self.now, self.at, self.words.__next__):
            self.record(events)
        for game in self.now.under_way:
            if game.table not in self.tables:
                self.tables[game.table] = self._opened(game, come)
        return next((self.tables[game.table] for game in self.now.under_way), None)

    def _opened(self, game: Game, come: int) -> Recorder:
        duel, number = self.now, numbered(self.seeds, self.now.id, game.pair, game.game)
        first, second = (side.person for side in duel.terms.sides)
        terms = Terms(duel.id, GAMES[duel.terms.game], dict(duel.terms.options), duel.terms.seconds)
        opened = opening(terms, number, (first, second), self.seeds[game.pair - 1], game.table)
        sides = duel.terms.sides if game.game == 1 else duel.terms.sides[::-1]
        return of_duel(opened, self.at, *map(_player, sides[:come]))

    def lose(self, table: Recorder, side: int, reason: str) -> None:
        """The house notes why a side has lost, and gives the game up for it."""
        self.at = max(self.at, table.table.at)
        self.record(note_fault(self.now, table.id, side, reason))
        assert table.table.setup.duel is not None
        begun = table.table.begun
        table.ask(side_at(table.table.setup.duel, side) if begun else None, Resign() if begun else CloseUnbegun())

    def end(self, table: Recorder) -> None:
        """A game that is over is noted, and what is due then done."""
        number = table.table.setup.duel
        game = self.now.at(table.id)
        assert number is not None
        assert game is not None
        fault = game.fault and (side_at(number, game.fault[0]), game.fault[1])
        self.at = max(self.at, table.table.at)
        self.record(end_game(self.now, result_of(table.table, number, fault)))

    @property
    def streams(self) -> Mapping[str, tuple[Record, ...]]:
        """All of them, by name."""
        tables = {f"table/{id}": table.records for id, table in self.tables.items()}
        duellists = [side.person for side in self.now.terms.sides if side.person]
        return {stream_of(self.now.id): self.records, **tables, **_people(duellists)}


def _people(programs: Iterable[str]) -> dict[str, tuple[Record, ...]]:
    """The streams of some programs, and of those who answer for them."""

    def stream(id: str, *events: PersonEvent) -> None:
        found[persons.stream_of(id)] = seal(None, [codec.encode(event) for event in events], codec.time_text(START))

    found: dict[str, tuple[Record, ...]] = {}
    for id in programs:
        stream(OWNERS[id], Named(NAMES[OWNERS[id]]), ProgramsKept((id,)))
        stream(id, Named(NAMES[id]), MadeProgram(OWNERS[id]), TokenSet(persons.digest_of(f"token of {id}")))
    return found


def played() -> Made:
    """One that was agreed to, with all that can end a game: played out, resigned, out of time, not legal, absent."""
    made = Made("pld2", 3, Contender("robo"), Contender("tina"), asks=(1,))
    made.record(agree(made.now, 1, "bert"))
    for play in (_play_out, _resign, _run_out):
        table = made.go_on()
        assert table is not None
        play(table)
        made.end(table)
    for side, reason, come in ((0, ILLEGAL, 2), (1, ABSENT, 1), (0, ABSENT, 1)):
        table = made.go_on(come)
        assert table is not None
        made.lose(table, side, reason)
        made.end(table)
    made.go_on()
    return made


def _play_out(table: Recorder) -> None:
    table.play(1_000, well)


def _resign(table: Recorder) -> None:
    table.play(2, at_random)
    table.ask(0, Resign())


def _run_out(table: Recorder) -> None:
    table.play(1, at_random)
    table.ask(None, RunOut(table.table.turn[0]), later=SECONDS + 1)


def stopped() -> Made:
    """One against the computer at two tables at once, which is called off."""
    made = Made("st0p", 5, Contender("robo"), Contender(level="easy"), at_once=2)
    table = made.go_on()
    assert table is not None
    _resign(table)
    made.end(table)
    made.go_on()
    made.record(stop(made.now, "anna"))
    for table in [made.tables[game.table] for game in made.now.under_way]:
        table.ask(None, Close())
        made.end(table)
    made.go_on()
    return made


SCENES: dict[str, Callable[[], Made]] = {"played": played, "stopped": stopped}
"""By the names of their folders."""


def write(name: str, place: Path) -> Path:
    """Write a duel into a folder of its own. Returns: that. Raises: JournalError when one of its files is there."""
    made, folder = SCENES[name](), place / name
    folder.mkdir(parents=True, exist_ok=True)
    for stream, records in made.streams.items():
        id = stream.partition("/")[2]
        names = made.tables[id].names if stream == f"table/{id}" else {}
        write_lines(folder / f"{stream.replace('/', '-')}.jsonl", records, {"stream": stream, "names": names})
    return folder


if __name__ == "__main__":
    for name in SCENES:
        if not (PLACE / name).exists():
            write(name, PLACE)
