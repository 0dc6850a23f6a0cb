"""A table as the fold of its stream: what it was opened with, who sits there, how it stands, what past is at hand."""

from collections.abc import Callable
from functools import cached_property
from itertools import islice
from typing import Any

import attrs
import msgspec
from msgspec.structs import replace

from core.base.chance import Dice, commitment
from core.base.game import SPECTATOR, Game, Options, Outcome, Seat, Viewer
from core.base.message import Message, Name, called, message
from core.table import commands
from core.table.clock import Clock, Clocks
from core.table.events import (
    WATCHING,
    BookNumber,
    DuelGame,
    Ended,
    Origin,
    Redone,
    Returned,
    SealedDay,
    StandInAsked,
    TakenBack,
)
from core.table.snapshot import Snapshot

LONGEST_PAST, KEPT_PAST = 24, 8
"""A table that has more snapshots than the first keeps only as many as the second in memory."""
EARLY = {"resigned": "resigned_early", "timeout": "timeout_early"}
"""Why a game between several is over that ended before it counted, by the reason that stands in the journal."""
_GIVEN_UP = ("resigned", "gave_up", "timeout")
TEACHER_NAME = "Teacher"
"""Who plays against the pupil in lessons, as records have it."""


def bot_called(bot: str) -> Name:
    """What a computer player is called: by the same name in every language, but for the teacher."""
    return message("Teacher") if bot == TEACHER_NAME else bot


class Holder(msgspec.Struct, frozen=True):
    """Somebody who plays at a seat: a person or a computer player; nobody, where both are empty."""

    person: str = ""
    """The person's id."""
    bot: str = ""
    """The computer player's name."""

    def __bool__(self) -> bool:
        return bool(self.person or self.bot)


NOBODY = Holder()


@attrs.frozen
class Chair:
    """Who sits at a seat: a person, a computer player, or nobody yet."""

    person: str = ""
    """The person's id."""
    bot: str = ""
    """The computer player's name."""
    luck: str = ""
    """What this seat added to the chance."""
    muted: bool = False
    """Whether nobody else is shown the words of that luck."""
    early: bool = False
    """Whether the house knew that luck before it took the number of the seed."""
    sealed: str = ""
    """The digest of the luck, where it was sealed; empty where it was given when the seat was taken."""
    revealed: bool = False
    """Whether the luck that was sealed is revealed."""
    stand_in: Holder = NOBODY
    """Who plays for the person now."""
    agreed: Holder = NOBODY
    """Who will play for the person: at once, or after an absence."""
    after: int = 0
    """Seconds without a move of the person's after which they will."""
    accepted: bool = False
    """Whether the person among them has said that they will."""
    is_program: bool = False
    """Whether the person whose seat it is is a program."""
    owner: str = ""
    """The id of the person who answers for that program; empty for a guest's."""

    @cached_property
    def holder(self) -> Holder:
        """Who plays here now: the stand-in, or whose seat it is."""
        return self.stand_in or Holder(self.person, self.bot)

    @property
    def answerable(self) -> str:
        """The id of who answers for what is played here: a program's owner, or whose seat it is."""
        return self.owner or self.person

    @property
    def people(self) -> frozenset[str]:
        """The ids of those who may see now what this seat sees: whose it is, and a person who stands in."""
        return frozenset({self.person, self.stand_in.person} - {""})

    @property
    def wanted(self) -> str:
        """The id of a person who is asked to stand in and has not answered yet; empty for none."""
        return "" if self.accepted else self.agreed.person

    def named(self, name_of: Callable[[str], str]) -> Name:
        """What to call who plays here, and for whom; `name_of` gives what somebody of an id is called."""
        if self.bot:
            return bot_called(self.bot)
        owner = name_of(self.person) if self.person else ""
        if not self.stand_in:
            return owner
        name = self.stand_in.bot or called(name_of(self.stand_in.person))
        return message("{name} for {owner}", name=name, owner=called(owner))

    @property
    def is_taken(self) -> bool:
        """Whether somebody sits here."""
        return bool(self.person or self.bot)

    @property
    def is_unrevealed(self) -> bool:
        """Whether the luck is still sealed."""
        return bool(self.sealed) and not self.revealed


def owner_of(named: Name) -> Name:
    """Whose seat it is, of a name as `Chair.named` gives it."""
    owner = None if isinstance(named, str) else dict(named.args).get("owner")
    return owner if isinstance(owner, str | Message) else named


def stood_in(cause: commands.Cause) -> Holder:
    """Who stood in at the seat that has decided; nobody, where the player did whose seat it is."""
    if isinstance(cause.command, commands.Substitute):
        return Holder(bot=cause.command.who)
    return Holder(cause.stand_in) if cause.stand_in else NOBODY


@attrs.frozen
class Setup:
    """What a table was opened with. Holds the house's secret seed."""

    id: str
    game: Game
    options: Options
    house_seed: bytes = attrs.field(repr=False)
    deal: int | None = None
    clock: Clock = 0
    """0 is no clock."""
    reserved: tuple[str, ...] = ()
    """By seat the person for whom it is kept; empty for a seat that anybody may take."""
    origin: Origin | None = None
    """The game of which this one is a practice copy."""
    kept: int | None = None
    position: Any = attrs.field(default=None, repr=False)
    """The state from which a copy begins."""
    opened_as: str = ""
    """The id it was opened with: its own, except in an exact copy."""
    book: BookNumber | None = None
    """Where the house seed comes from; None for numbered deals, copies and lessons, and for tables of before books."""
    daily: SealedDay | None = None
    """Whose deal it is, where that is the deal of a day which the house had sealed."""
    tournament: str = ""
    """The id of the tournament that it is a game of; empty for none."""
    programs: str = ""
    """Whether programs may sit here; see `PROGRAMS`."""
    duel: DuelGame | None = None
    """Which game of a duel it is."""

    @property
    def is_practice(self) -> bool:
        """Whether this is a copy in which hidden cards were dealt anew: it counts for nobody."""
        return self.origin is not None

    @property
    def is_of_tournament(self) -> bool:
        """Whether it is a game of a tournament: neither of the two can call it off."""
        return bool(self.tournament)

    @property
    def is_arranged(self) -> bool:
        """Whether it is a game of a tournament or of a duel: who gives it up has lost it, however early."""
        return self.is_of_tournament or self.duel is not None

    @property
    def is_of_house_duel(self) -> bool:
        """Whether it is a game of a duel that a house holds. Another table has the same seed, so that one is not told
        when this game is over: the duel tells the secret from which all its seeds follow, at its end."""
        return self.duel is not None and self.duel.sealed is not None

    @property
    def knower(self) -> Viewer:
        """The viewer whose knowledge a copy keeps."""
        return SPECTATOR if self.kept is None else Seat(self.kept)

    @cached_property
    def commitment(self) -> str:
        """To the house's seed, in hexadecimal; empty for a numbered deal, which needs none."""
        return "" if self.deal is not None else commitment(self.house_seed)


class Table(msgspec.Struct, frozen=True, gc=False):
    """Everything about one table; holds every secret, so only the service and `view_table` read it.

    A msgspec structure, because making one costs a tenth of what an attrs class does, and every record makes one.
    """

    setup: Setup
    chairs: tuple[Chair, ...]
    now: Snapshot
    seq: int
    """The last record."""
    at: float
    """Seconds since the epoch of the last record."""
    turn_at: float
    """When the game last moved on."""
    changed: int
    """The last record that changed the position, and with it what a command means."""
    elapsed: float = 0.0
    """Seconds of play up to the last record."""
    begun: bool = False
    undone: tuple[Snapshot, ...] = ()
    """What can be redone, the next one last."""
    reset_from: int = 0
    """The record of the position that was left when all was taken back, until something else is done; 0 else."""
    marks: tuple[tuple[str, Snapshot], ...] = ()
    hidden_marks: frozenset[tuple[str, int]] = frozenset()
    """The names of bookmarks that only one seat is shown, each with that seat."""
    asks: int | None = None
    """The seat whose wish to take back waits for an answer."""
    asked: int = 0
    """The record of the last such wish, or of the last one for a stand-in."""
    ended: Ended | None = None
    undos: int = 0
    hints: int = 0
    restored: bool = False
    """Whether it is an exact copy, which counts as played with help."""
    opened_at: float = 0.0
    """Seconds since the epoch of the first record."""
    movers: frozenset[int] = frozenset()
    """The seats for which a move was made here, and not only in the game that this one is an exact copy of."""
    demonstrated: frozenset[int] = frozenset()
    """The seats for whose person the computer player made a move."""
    kept_from: int = 0
    """The moves in force at the oldest snapshot that is kept; see `without_old_past`."""
    clocks: Clocks | None = None
    """None without a clock."""
    seed: bytes = b""
    """The seed of all chance at this table; empty until every seat has added its luck."""
    stand_in_asked: StandInAsked | None = None
    """The wish of a player to have somebody play for them that waits for an answer."""
    stood_in: frozenset[tuple[int, Holder]] = frozenset()
    """Who has played for a person, each with the seat: such a game counts for nobody's rating."""
    has_agreed: bool = False
    """Whether a stand-in was ever agreed on."""
    guests: frozenset[str] = frozenset()
    """The ids of persons who sit nowhere and were asked to stand in."""
    hinted: frozenset[int] = frozenset()
    """The seats that have had a hint in this position, where another one does not count."""
    watching: str = WATCHING[0]
    """Who may watch; see `WATCHING`."""
    delay: int = 0
    """By how many moves watchers are late."""
    admitted: frozenset[str] = frozenset()
    """The ids of persons who may watch where not everybody may."""
    full_at: float = 0.0
    """Seconds since the epoch when the last seat was taken; 0 before."""

    @property
    def is_of_another(self) -> bool:
        """Whether these are the records of another table, though they do not say that they were copied."""
        return self.setup.opened_as != self.setup.id and not self.restored

    @property
    def was_played(self) -> bool:
        """Whether every person at the table has made a move here, be it taken back again. Else it does not count.

        Where luck was sealed it counts from the beginning: who has seen the deal beforehand could leave it for free.
        """
        return self.begun and (self.movers.issuperset(self.persons) or (self.has_sealed_luck and not self.restored))

    @property
    def is_early(self) -> bool:
        """Whether it was resigned, given up or lost on time before it counted: then nobody has won it.

        A game of a tournament or a duel is won all the same, but counts for nothing else.
        """
        is_given_up = self.ended is not None and self.ended.reason in _GIVEN_UP and not self.was_played
        return is_given_up and not self.setup.is_arranged

    @property
    def is_shortened(self) -> bool:
        """Whether older snapshots were dropped: to go back, the stream has to be folded again."""
        return self.kept_from > 0

    def has_past_for(self, command: commands.Command, by: int | None) -> bool:
        """Whether as much of the past is at hand as a command may go back to; one's last move nearly always is."""
        if not self.is_shortened:
            return True
        match command:
            case commands.Undo():
                return self._has_decision_of(by)
            case commands.Answer():
                return self._has_decision_of(self.asks)
            case commands.Restart() | commands.Return():
                return False
            case _:  # What can be redone is dropped only together with the past that it was taken from.
                return True

    def has_past_of(self, event: Any) -> bool:
        """Whether what an event goes back to is at hand."""
        if not self.is_shortened:
            return True
        match event:
            case TakenBack(_, to) | Redone(_, to):
                return any(snapshot.seq == to for snapshot in (*self.now.chain(), *self.undone))
            case Returned():
                return False
            case _:
                return True

    def _has_decision_of(self, seat: int | None) -> bool:
        """Whether the last decision of a seat can be taken back without reading more of the past."""
        return any(snapshot.by == seat for snapshot in self.now.chain() if snapshot.previous is not None)

    @property
    def id(self) -> str:
        """The table's name in commands and lists."""
        return self.setup.id

    @property
    def game(self) -> Game:
        """What is played."""
        return self.setup.game

    @property
    def state(self) -> Any:
        """The game's state in force."""
        return self.now.state

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it has."""
        ended = self.ended
        if ended is None:
            return None
        if self.is_early and len(self.chairs) > 1:
            loser = next(seat for seat in range(len(self.chairs)) if seat not in ended.winners)
            return Outcome(EARLY[ended.reason], (), (loser,))
        return Outcome(ended.reason, ended.winners, ended.figures)

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that may move now; empty before the game has begun and when it is over."""
        return self.setup.game.turn(self.now.state) if self.begun and not self.ended else ()

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of all persons of whom something is told here: players by seat, then who was asked to stand in."""
        return (*(chair.person for chair in self.chairs if chair.person), *sorted(self.guests))

    @property
    def first_due(self) -> tuple[float, int]:
        """When time runs out first, in seconds since the epoch, and for which seat; infinite while none runs."""
        return self.clocks.first_due() if self.clocks else (float("inf"), 0)

    @property
    def keeps_seat(self) -> bool:
        """Whether a free seat is kept for somebody."""
        return any(who and not chair.is_taken for who, chair in zip(self.setup.reserved, self.chairs, strict=False))

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(chair.is_taken for chair in self.chairs)

    @property
    def unrevealed(self) -> tuple[int, ...]:
        """The seats whose luck is still sealed."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.is_unrevealed)

    @property
    def is_ready(self) -> bool:
        """Whether nothing is missing that the game needs to begin: every seat is taken, all sealed luck revealed."""
        return self.is_full and not self.unrevealed

    @property
    def is_revealing(self) -> bool:
        """Whether all sit and the game has not begun, because luck was sealed: from here on nobody can leave it for
        free, since somebody may know already what is dealt."""
        return not self.begun and not self.ended and self.is_full and self.has_sealed_luck

    @property
    def has_sealed_luck(self) -> bool:
        """Whether somebody has sealed their luck here, be it revealed by now."""
        return any(chair.sealed for chair in self.chairs)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats that persons have taken."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.person)

    @property
    def takes_back_freely(self) -> bool:
        """Whether moves are taken back without asking: alone, and against computer players."""
        return sum(not chair.bot for chair in self.chairs) <= 1

    def marks_for(self, seat: int | None) -> tuple[str, ...]:
        """The names of the bookmarks that a viewer is shown: none to who only looks on."""
        if seat is None or not self.marks:
            return ()
        hidden = {name for name, owner in self.hidden_marks if owner != seat}
        return tuple(name for name, _ in self.marks if name not in hidden)

    def __repr__(self) -> str:
        return f"Table(id={self.id!r}, seq={self.seq})"  # No secret, wherever it may be written.

    def dice(self) -> Dice:
        """The chance that goes with the next decision, whatever was said or asked before it."""
        return Dice(self.seed, self.setup.game.name, self.now.draws + 1)

    def has_moved_on(self, command: commands.Command, seen: int) -> bool:
        """Whether a command was meant for a position, or for a question, that is not there any more."""
        if seen >= self.changed and seen >= self.asked:
            return False
        match command:
            case (
                commands.Sit() | commands.Begin() | commands.Close() | commands.SetWatching() | commands.Admit()
                | commands.RevealLuck() | commands.EndUnrevealed()
            ):  # fmt: skip  # The same whatever the position.
                return False
            case commands.TakeSeatBack() | commands.AcceptStandIn() | commands.DeclineStandIn():
                return False
            case commands.Answer() | commands.AnswerStandIn():
                return seen < max(self.changed, self.asked)
            case _:
                return seen < self.changed


class RecordInfo(msgspec.Struct, frozen=True, gc=False):
    """Where, when and why an event was recorded."""

    seq: int
    at: float
    """Seconds since the epoch, UTC."""
    cause: commands.Cause | None = None
    """On the first record of a decision."""


def without_old_past(table: Table) -> Table:
    """The table with as much of its past as is likely to be wanted; the rest is in the journal.

    A house full of people would otherwise hold in memory all that they have ever played at their tables.
    """
    has_much = table.now.previous is not None and table.now.plays - table.kept_from > LONGEST_PAST
    if not has_much or table.undone:
        return table
    past = tuple(islice(table.now.chain(), KEPT_PAST))
    now = replace(past[-1], previous=None)
    for snapshot in reversed(past[:-1]):
        now = replace(snapshot, previous=now)
    marks = tuple((name, replace(snapshot, previous=None)) for name, snapshot in table.marks)
    return replace(table, now=now, undone=(), marks=marks, kept_from=past[-1].plays)
