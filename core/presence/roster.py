"""Who is here now, and where: in memory, one entry for each visit, nothing of it in the journal.

Those who are in other houses on the same journal are found here, too (see `other_houses`); what is told to
them goes there.

Pure data, and callbacks that never wait: whoever tells somebody something goes on at once.
"""

from __future__ import annotations

import enum
import logging
from collections.abc import Callable, Iterable
from typing import Protocol

import attrs
from msgspec import Struct
from msgspec.structs import replace

from core.base.message import Message
from core.base.recent import Recent
from core.people.look_alike_names import skeleton
from core.people.persons import shown_as

_LOG = logging.getLogger("parlour")
IDLE = 120.0
"""Seconds without a key after which somebody is called idle."""
REMEMBERED = 10_000
"""Players who went from their tables, the last ones, of whom that is known."""


class Kind(enum.Enum):
    """What a notice is about; its value is what people type to turn that kind off."""

    CAME = "came"
    LEFT = "left"
    OPENED = "opened"
    """A table was opened, or somebody seeks a partner."""
    TURN = "turn"
    """One's turn at another table."""
    ENDED = "ended"
    """The end of one's game at another table."""
    TABLE = "table"
    """Who comes to one's own table and goes from there."""
    AWAY = "away"
    """Somebody at one's table has not done anything for a while, or does again."""
    TELL = "tell"
    SHOUT = "shout"
    TALK = "talk"
    """What is said at one's own table."""
    LOBBY = "lobby"
    """What is said in the lobby, to those who are there."""
    CHANNEL = "channel"
    """What is said in a channel, to those who listen to it."""
    INVITED = "invited"
    DUEL = "duel"
    """Duels of one's programs: whether one agrees, how they ended."""
    HOUSE = "house"
    """What everybody has to know: the house is closing, somebody took one's seat."""


class Notice(Struct, frozen=True):
    """Something that a person is told wherever they are, in one line."""

    kind: Kind
    said: Message
    person: str = ""
    """The id of whom it comes from, or whom it is about; empty for the house, and for guests without an id."""
    name: str = ""
    """What they are called."""
    rings: bool = False
    """Whether the bell rings."""


class Attention(Struct, frozen=True):
    """What a person wants to hear: a simple value that can be kept with them."""

    off: tuple[str, ...] = ()
    """Values of kinds of notices that are not shown."""
    ignored: tuple[str, ...] = ()
    """Skeletons of the names of people who are not heard."""

    def hears(self, notice: Notice) -> bool:
        """Whether the person is told something."""
        return notice.kind.value not in self.off and not (notice.name and self.ignores(notice.name))

    def ignores(self, name: str) -> bool:
        """Whether the person hears nothing from somebody of this name."""
        return bool(self.ignored) and skeleton(name) in self.ignored

    def with_kind(self, kind: Kind, *, on: bool) -> Attention:
        """The same with one kind of notice turned on or off."""
        left = tuple(value for value in self.off if value != kind.value)
        return replace(self, off=left if on else (*left, kind.value))

    def with_ignored(self, name: str, *, on: bool) -> Attention:
        """The same with somebody ignored, or heard again."""
        left = tuple(known for known in self.ignored if known != skeleton(name))
        return replace(self, ignored=(*left, skeleton(name)) if on else left)


HEARS_ALL = Attention()


class Claim(enum.Enum):
    """What only one visit can have, and what another one has now."""

    SEATS = "seats"
    NAME = "name"


class Somebody(Protocol):
    """Who makes a visit, as the house reaches them."""

    @property
    def heard_at(self) -> float:
        """When the person last did anything, in seconds since the epoch; `math.inf` for who does things elsewhere."""

    def hear(self, notice: Notice) -> None:
        """Show a notice where the person is. Must not wait."""

    def give_up(self, claim: Claim, present: Present) -> None:
        """Of this visit, the person has lost something to another one. Must not wait."""

    async def identify(self) -> str:
        """The person's id; one is made for a guest who has none. Raises: Refused, JournalError."""


@attrs.define(eq=False, weakref_slot=False)
class Present:
    """One visit. What it is found by is changed by `Presence` only."""

    name: str
    somebody: Somebody
    came_at: float
    """Seconds since the epoch."""
    person: str = ""
    """The person's id; empty for a guest of whom nothing is in the journal yet."""
    is_guest: bool = False
    is_program: bool = False
    table: str = ""
    """The id of the table they are at; empty in the lobby."""
    seats: tuple[int, ...] = ()
    """Their own seats there; empty for those who watch."""
    stands_in: bool = False
    """Whether they play there for whose seat it is."""
    attention: Attention = HEARS_ALL
    channels: frozenset[str] = frozenset()
    """Names of the channels that they listen to, for this visit."""
    is_away: bool = False
    """Whether those at their table were told that they do nothing."""
    share: str = ""
    """With whom they share what the house computes for them; empty where each person counts for themselves."""
    rank: int = 0
    """Of several who hold a seat the one with the highest sat down last."""
    number: int = 0
    """What the visit is called among houses; 0 before they were told of it."""
    house: str = ""
    """The house that the visit is in; empty for this one."""
    game: str = ""
    """The name of the game they are at in another house, where this one may not know their table."""
    doubt: Callable[[], bool] = lambda: False
    """Whether their house may be gone."""

    @property
    def heard_at(self) -> float:
        """When the person last did anything, see `Somebody`."""
        return self.somebody.heard_at

    @property
    def is_certain(self) -> bool:
        """Whether they are in for sure; their house may be gone, and nobody knows it yet."""
        return not self.doubt()

    @property
    def shown(self) -> str:
        """What they are called wherever they are shown: guests and programs with their marks."""
        return shown_as(self.name, is_guest=self.is_guest, is_program=self.is_program)

    def notice(self, kind: Kind, said: Message, *, rings: bool = False) -> Notice:
        """What others are told of them, or by them."""
        return Notice(kind, said, self.person, self.name, rings)

    @property
    def is_watching(self) -> bool:
        """Whether they look on at a table."""
        return bool(self.table) and not self.seats


class Elsewhere:
    """What other houses are told of this one; nothing where there are none. None of it waits."""

    def show(self, present: Present) -> None:
        """Somebody here has come, is called otherwise, or has gone to another room."""

    def forget(self, present: Present, *, lost: bool) -> None:
        """Somebody here has left, or lost the line."""

    def spread(self, notice: Notice) -> None:
        """Tell those in other houses, too, whom it may concern."""


NOWHERE = Elsewhere()
_Key = tuple[str, str]


class Presence:
    """Everybody who has said a name, by name, person and table."""

    def __init__(self, house: str = "") -> None:
        """`house` is what this one is called among all houses on the journal."""
        self._house = house
        self.elsewhere = NOWHERE
        self._all: dict[Present, None] = {}
        self._found: dict[_Key, tuple[Present, ...]] = {}
        """Visits by ("name", skeleton), ("person", id) and ("table", id)."""
        self._gone: Recent[_Key, None] = Recent(REMEMBERED)
        """Tables, with the ids of persons who were seen to sit there, in whichever house, and went."""
        self.promised: set[str] = set()
        """Skeletons of the names that somebody here will have as soon as the journal knows it."""

    def come(self, present: Present) -> None:
        """Somebody is here now. Other houses hear of them with the first `change`."""
        self._all[present] = None
        self._add(present)

    def go(self, present: Present, *, lost: bool = False) -> None:
        """Somebody is not any more; `lost` when they have only lost the line."""
        if present in self._all:
            del self._all[present]
            self._remove(present)
            self._note_gone(present)
            if not present.house:
                self.elsewhere.forget(present, lost=lost)

    def change(
        self, present: Present, *, name: str, person: str, is_guest: bool, table: str, seats: tuple[int, ...],
        rank: int = 0, stands_in: bool = False, is_program: bool = False,
    ) -> None:  # fmt: skip
        """Somebody is called otherwise, is somebody else by their code, or has gone to another room.

        `rank` is given for those who are elsewhere. Who has something now that only one can have takes it from others.
        """
        self._remove(present)
        if present.table != table:
            self._note_gone(present)
        before = _shown(present)
        if seats and (present.table, present.seats) != (table, seats):
            present.rank = 1 + max((one.rank for one in self.at(table) if set(one.seats) & set(seats)), default=0)
        present.rank = rank or present.rank
        present.name, present.person, present.is_guest, present.is_program = name, person, is_guest, is_program
        present.table, present.seats, present.stands_in = table, seats, stands_in
        self._add(present)
        if (not present.number or _shown(present) != before) and not present.house:
            self.elsewhere.show(present)
        self.settle(present)

    def settle(self, present: Present) -> None:
        """See that one seat is held by one visit, besides that of a stand-in, and one name by one person."""
        for other in self.at(present.table) if present.seats else ():
            is_alike = other is not present and other.stands_in == present.stands_in
            if is_alike and set(other.seats) & set(present.seats):
                # Who sat down when another one was known to sit there has the higher rank. Of two who sat down at the
                # same moment in two houses it is always the same one, whichever house looks.
                loser = min(other, present, key=lambda one: (one.rank, one.house or self._house))
                self._let_give_up(loser, Claim.SEATS)
        for other in self.named(present.name):
            if other.house != present.house and not (other.person and other.person == present.person):
                loser = min(other, present, key=lambda one: (not one.is_guest, one.house or self._house))
                self._let_give_up(loser, Claim.NAME)

    def _let_give_up(self, present: Present, claim: Claim) -> None:
        if not present.house and (claim is Claim.SEATS or present.is_guest):
            present.somebody.give_up(claim, present)

    def _add(self, present: Present) -> None:
        for key in _keys(present):
            self._found[key] = (*self._found.get(key, ()), present)

    def _remove(self, present: Present) -> None:
        for key in _keys(present):
            left = tuple(other for other in self._found.get(key, ()) if other is not present)
            if left:
                self._found[key] = left
            else:
                self._found.pop(key, None)

    def _note_gone(self, present: Present) -> None:
        if present.seats and not any(one.table == present.table for one in self.of(present.person)):
            self._gone[present.table, present.person] = None

    def is_gone(self, table: str, person: str) -> bool:
        """Whether a player was at the table, in whichever house, and is not any more.

        Of those whom this house never saw there it is not known: they may have gone before this house began.
        """
        return (table, person) in self._gone and not any(one.table == table for one in self.of(person))

    def everybody(self) -> tuple[Present, ...]:
        """All who are in, in whichever house, in the order in which this one heard of them."""
        return tuple(self._all)

    def here(self) -> tuple[Present, ...]:
        """Those who are in this house."""
        return tuple(present for present in self._all if not present.house)

    def named(self, name: str) -> tuple[Present, ...]:
        """Those whose names read like this one."""
        return self._found.get(("name", skeleton(name)), ())

    def of(self, person: str) -> tuple[Present, ...]:
        """All visits of a person, by their id."""
        return self._found.get(("person", person), ()) if person else ()

    def here_of(self, *persons: str) -> tuple[Present, ...]:
        """All visits of some persons to this house."""
        return tuple(one for person in persons for one in self.of(person) if not one.house)

    def at(self, table: str) -> tuple[Present, ...]:
        """Those who are at a table, players and watchers."""
        return self._found.get(("table", table), ()) if table else ()

    def tables(self) -> tuple[str, ...]:
        """The tables at which more than one person is."""
        return tuple(key for (kind, key), those in self._found.items() if kind == "table" and len(those) > 1)

    def has_company(self) -> bool:
        """Whether more than one person is in, so that anybody could be waited for."""
        return len(self._all) > 1

    def in_lobby(self) -> tuple[Present, ...]:
        """Those in this house who are at no table."""
        return tuple(present for present in self._all if not present.table and not present.house)

    def listening(self, channel: str) -> tuple[Present, ...]:
        """Those in this house who listen to a channel."""
        return tuple(present for present in self._all if channel in present.channels and not present.house)

    def tell(self, notice: Notice, those: Iterable[Present]) -> None:
        """Tell some of them something now."""
        for present in tuple(those):
            try:
                present.somebody.hear(notice)
            except Exception:  # one person's screen is no concern of the others
                _LOG.exception("Somebody was not told something.")


def _shown(present: Present) -> tuple[str, str, bool, str, tuple[int, ...], bool, bool]:
    return (
        present.name, present.person, present.is_guest, present.table, present.seats, present.stands_in,
        present.is_program,
    )  # fmt: skip


def _keys(present: Present) -> tuple[_Key, ...]:
    keys: list[_Key] = [("name", skeleton(present.name))]
    if present.person:
        keys.append(("person", present.person))
    if present.table:
        keys.append(("table", present.table))
    return tuple(keys)
