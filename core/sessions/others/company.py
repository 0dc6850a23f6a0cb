"""Who is in the house: found by what they are called, a page at a time, and what they do."""

import math
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter

from msgspec import Struct, field

from core.base.durations import roughly
from core.base.game import Refused
from core.base.message import Message, called, message
from core.base.text import clean
from core.games import GAMES
from core.games.features.titles import title_of
from core.house.service import Service
from core.people.look_alike_names import skeleton
from core.presence.roster import IDLE, Notice, Present
from core.projections.glicko2 import Rating
from core.sessions.session import Session
from core.table.what_counts import Pool

PAGE = 20
"""People on a page."""


class Entry(Struct, frozen=True):
    """Somebody who is in, as others may know them."""

    name: str
    """With the marks of a guest and of a program."""
    idle: float
    """Seconds for which they have done nothing."""
    table: str = ""
    """The id of the table they are at; empty in the lobby."""
    game: str = ""
    """The title of what is played there."""
    is_watching: bool = False
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    """By the name of the game; of a program those of games with programs."""
    is_program: bool = False
    owner: str = ""
    """What the person is called who answers for that program; empty for none."""


class Page(Struct, frozen=True):
    """Some of those who are in, those who came first on the first page."""

    number: int
    """Counted from 1."""
    entries: tuple[Entry, ...]
    """None on a page that there is not."""
    count: int
    """How many there are on all pages."""

    @property
    def has_more(self) -> bool:
        """Whether another page follows."""
        return self.count > self.number * PAGE


async def find(session: Session, name: str = "", page: int = 1) -> Page:
    """A page of those who are in, or of those whose names read like one. Raises: Refused for a name nobody has."""
    service = session.service
    those = _each_once(named(service, name) if name else service.presence.everybody())
    shown = those[(page - 1) * PAGE : page * PAGE]
    rated, owners = await _ratings(service, shown), await _owners(service, shown)
    entries = (_entry(service, one, rated.get(one.person, {}), owners.get(one.person, "")) for one in shown)
    return Page(page, tuple(entries), len(those))


async def _ratings(service: Service, those: Sequence[Present]) -> Mapping[str, Mapping[str, Rating]]:
    """By the ids of those who have any."""
    found: dict[str, Mapping[str, Rating]] = {}
    for pool in Pool:
        own = [one for one in those if one.is_program == (pool is Pool.PROGRAMS)]
        ids = [one.person for one in own if one.person and not one.is_guest]
        found |= await service.views.ratings_of(ids, pool) if ids else {}
    return found


async def _owners(service: Service, those: Sequence[Present]) -> Mapping[str, str]:
    """What those are called who answer for the programs among some people, by the programs' ids."""
    if not (ids := [one.person for one in those if one.is_program and not one.is_guest]):
        return {}
    owners = await service.views.owners_of(ids)
    names = await service.views.names_of(owners.values())
    return {program: names.get(owner, "") for program, owner in owners.items()}


def count_people(service: Service) -> int:
    """How many `who` would list."""
    return len(_each_once(service.presence.everybody()))


def _each_once(those: Iterable[Present]) -> list[Present]:
    """Those people in the order in which they came, each where they did something last, at however many tables."""
    found: dict[str, Present] = {}
    for one in sorted(those, key=attrgetter("came_at")):
        key = one.person or one.name
        if (other := found.get(key)) is None or one.heard_at > other.heard_at:
            found[key] = one
    return list(found.values())


def _entry(service: Service, one: Present, ratings: Mapping[str, Rating], owner: str) -> Entry:
    idle = service.now() - one.heard_at
    live = service.in_play(one.table)
    game = live.table.game if live else GAMES.get(one.game)  # Of a table in another house that one says it.
    title = game.title if game else "?" if one.table else ""
    if live is not None:
        title = title_of(live.table.game.name, live.table.setup.options)
    return Entry(one.shown, idle, one.table, title, one.is_watching, ratings, one.is_program, owner)


def others(session: Session) -> tuple[str, ...]:
    """What those are called who are in besides the person, those in the lobby first, by name."""
    those = _each_once(one for one in session.service.presence.everybody() if one.somebody is not session)
    return tuple(one.shown for one in sorted(those, key=lambda one: (bool(one.table), one.name)))


def named(service: Service, name: str) -> tuple[Present, ...]:
    """Those whose names read like this one. Raises: Refused where there is nobody."""
    if not (found := service.presence.named(name) if skeleton(name) else ()):
        raise nobody(name)
    return found


def nobody(name: str) -> Refused:
    """That nobody is called so."""
    return Refused("Nobody here is called {name}. To see who is here: who", name=clean(name, 40))


def of_name(service: Service, name: str) -> Present:
    """Somebody who is in, by what they are called; of several the one who did something last. Raises: Refused."""
    return max(named(service, name), key=lambda one: one.heard_at)


def somebody_else(session: Session, name: str) -> Present:
    """The same, of whom the person invites. Raises: Refused also where they mean themselves."""
    other = of_name(session.service, name)
    if other.somebody is session:
        raise Refused("That is you: invite somebody else.")
    return other


async def table_meant(session: Session, word: str) -> str:
    """The id of a table by that id, or by the name of somebody who is at it. Raises: Refused; JournalError."""
    service = session.service
    here = service.presence.named(word) if skeleton(word) else ()
    if not here or service.in_play(word) is not None or await service.views.table(word) is not None:
        return word
    if not (at_tables := [one for one in here if one.table]):
        raise Refused("{name} is not at a table now.", name=here[0].shown)
    return max(at_tables, key=lambda one: (bool(one.seats), one.heard_at)).table


def check_hears(one: Present, notice: Notice) -> None:
    """Raises Refused where somebody does not want to be told that."""
    if not one.attention.hears(notice):
        raise Refused("{name} is not taking messages.", name=one.shown)


def idle_at(service: Service, table: str, person: str) -> float:
    """Seconds for which a person, by their id, has done nothing at a table; `math.inf` for who is not there."""
    there = [one.heard_at for one in service.presence.of(person) if one.table == table]
    return service.now() - max(there) if there else math.inf


def absence(service: Service, table: str, person: str) -> Message | None:
    """That a player is not at the table, or does nothing there; None for one who is, for a computer, and nobody."""
    idle = idle_at(service, table, person) if person else 0.0
    if idle < IDLE:
        return None
    name = called(service.directory.shown_name(person))
    if idle == math.inf:
        return message("{name} is not at the table.", name=name)
    return message("{name} has been idle for {time}.", name=name, time=roughly(idle))
