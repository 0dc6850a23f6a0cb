"""The archive of tournaments: `python -m tests.archive.tournaments` writes those that are not there yet.

What is there stays as it is for ever, as for games (see `tests.archive.__main__`).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from pathlib import Path

from core.records import codec
from core.table import Fischer
from core.tournaments.events import Announced, GameEnded, TournamentEvent, Withdrew, stream_of
from core.tournaments.tournament import Tournament, advance, after, cancel, end_game, enter, withdraw
from journal import Record, seal
from journal.game_lines import write_lines
from tests.archive.recorder import START
from tests.core.folded import folded

PLACE = Path(__file__).parent / "tournaments"
PERSONS = ("anna", "bert", "carl")
TERMS = {"by": "anna", "game": "elixir", "options": (), "starts_at": int(START) + 600, "patience": 180, "places": 32}


class Made:
    """A tournament that is recorded with a clock of its own."""

    def __init__(self, id: str, rounds: int = 0, length: int = 0) -> None:
        announced = Announced(id, clock=Fischer(600, 5), rounds=rounds, length=length, **TERMS)  # type: ignore[arg-type]
        self.at = START
        self.events: list[tuple[TournamentEvent, float]] = []
        self.records: tuple[Record, ...] = ()
        self.tables = count(1)
        self.record((announced,))

    def record(self, events: Iterable[TournamentEvent]) -> None:
        """Record these a second later."""
        self.at += 1.0
        drafts = [codec.encode(event) for event in events]
        self.records += seal(self.records[-1] if self.records else None, drafts, codec.time_text(self.at))
        self.events = [(codec.decode(record), codec.seconds(record.at)) for record in self.records]

    @property
    def now(self) -> Tournament:
        """The tournament as it stands."""
        return folded(after, self.events)

    def begin(self, *persons: str) -> None:
        """These enter, and it begins."""
        for person in persons:
            self.record(enter(self.now, person))
        self.at = float(TERMS["starts_at"])  # type: ignore[arg-type]
        self.go_on()

    def go_on(self) -> None:
        """Do what is due, however much that is."""
        while events := advance(self.now, self.at, PERSONS, lambda: f"t{next(self.tables)}"):
            self.record(events)
            if self.now.is_arena:
                return

    def end(self, first: int, second: int, reason: str = "points", absent: tuple[str, ...] = ()) -> None:
        """The first game that is under way is over."""
        ended = GameEnded(self.now.under_way[0].table, reason, first, second, absent)
        self.record(end_game(self.now, ended))


def round_robin() -> Made:
    """Three meet one another; one has a bye in each round, and one does not come twice."""
    made = Made("rb1n")
    made.begin("anna", "bert", "carl")
    for result in ((2, 0, "resigned"), (1, 1, "closed")):
        made.end(*result)
        made.go_on()
    made.end(2, 0, "no_show", (made.now.under_way[0].persons[1],))
    made.go_on()
    return made


def with_no_shows() -> Made:
    """One comes to no game and is withdrawn, another withdraws."""
    made = Made("n0sh")
    made.begin("anna", "bert", "carl", "dora")
    while made.now.under_way:
        absent = tuple(person for person in made.now.under_way[0].persons if person == "carl")
        made.end(*((0, 2) if made.now.under_way[0].persons[0] in absent else (2, 0)), "no_show", absent)
        if made.now.round == 2 and made.now.takes_part("dora"):
            made.record(withdraw(made.now, "dora"))
        made.go_on()
    return made


def arena() -> Made:
    """Those who are free play, until the time is over."""
    made = Made("arn4", length=600)
    made.begin("anna", "bert", "carl")
    for _ in range(3):
        made.go_on()
        made.end(2, 0)
    made.at += 600
    made.go_on()
    return made


def cancelled() -> Made:
    """One that is called off."""
    made = Made("cncl", rounds=5)
    made.record(enter(made.now, "bert"))
    made.record((Withdrew("bert", after_no_shows=False),))
    made.record(cancel(made.now, "shell:root", is_operator=True))
    return made


SCENES = {"round-robin": round_robin, "no-shows": with_no_shows, "arena": arena, "cancelled": cancelled}
"""By the names of their files."""


def write(name: str, place: Path) -> Path:
    """Write a tournament into a folder. Returns: its file. Raises: JournalError when the file is there."""
    made, file = SCENES[name](), place / f"{name}.jsonl"
    write_lines(file, made.records, {"stream": stream_of(made.now.id)})
    return file


if __name__ == "__main__":
    PLACE.mkdir(exist_ok=True)
    for name in SCENES:
        if not (PLACE / f"{name}.jsonl").exists():
            write(name, PLACE)
