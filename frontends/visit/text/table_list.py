"""Lists of tables, a page at a time: what was asked for, what there is, and how it reads."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing

import attrs

from core.base.durations import HOUR, roughly
from core.base.game import Refused, kind_of
from core.base.message import SOMEBODY, Message, Name, message, named
from core.games import GAMES
from core.house.service import Service
from core.projections import GameSummary, SeatSummary, TableState
from core.replay.recorded_games import commitment_of
from core.sessions.orders import Query
from core.table import Chair, tell_ending
from frontends.locale.language import Language
from frontends.visit.text.fairness import grouped

PAGE = 20
"""Tables on a page."""
BEHIND = message("Lists are still being brought up to date; ask again in a moment.")
"""What is said while there may be games that lists and statistics do not know yet."""
_NOT_OVER = (TableState.WAITING, TableState.RUNNING, TableState.DAMAGED)


@attrs.frozen
class Listing:
    """A page of tables."""

    query: Query
    tables: tuple[GameSummary, ...]
    has_more: bool
    names: Mapping[str, str]
    """By the ids of persons."""
    commitments: Mapping[str, str]
    """In hexadecimal, by the ids of tables that have a free seat and no number."""
    person: str
    """The id of the person who asks; empty for nobody the journal knows."""
    is_behind: bool
    """Whether there may be tables that the lists do not know yet."""
    away: frozenset[tuple[str, str]] = frozenset()
    """Tables with the ids of players who were there in this house, and went."""
    now: float = 0.0
    """When it was asked for, in seconds since the epoch."""


async def find_tables(service: Service, query: Query, person: str, state: TableState | None = None) -> Listing:
    """The page that was asked for, of tables in one state if one is given. Raises: JournalError."""
    first = (query.page - 1) * PAGE
    found: list[GameSummary] = []
    number = 0
    async with aclosing(_tables(service, query, person, state)) as tables:
        async for table in tables:
            if number >= first:
                found.append(table)
            number += 1
            if len(found) > PAGE:
                break
    return await listing_of(service, query, person, tuple(found[:PAGE]), has_more=len(found) > PAGE)


async def listing_of(
    service: Service, query: Query, person: str, shown: tuple[GameSummary, ...], *, has_more: bool
) -> Listing:
    """Some tables with all that is said of them. Raises: JournalError."""
    return Listing(
        query, shown, has_more, await _names(service, shown), await _commitments(service, shown), person,
        is_behind=not service.views.caught_up.is_set(), away=_away(service, shown), now=service.now(),
    )  # fmt: skip


async def _tables(
    service: Service, query: Query, person: str, only: TableState | None
) -> AsyncGenerator[GameSummary, None]:
    """The tables in the order in which they are listed: those that can be joined first, then those in play.

    Of those that can be joined first come those at which somebody waits now, who waits longest first: however many
    tables are opened and left, they do not push out of the list who sits there.
    """
    states: tuple[TableState | None, ...] = (None,) if query.everything else _NOT_OVER
    if only is not None:
        states = (only,)
    shown = set[str]()
    if TableState.WAITING in states and not query.mine and not query.player:
        for id in _with_somebody(service, query.game):
            if (table := await service.views.table(id)) is not None and table.state is TableState.WAITING:
                shown.add(id)
                yield table
    for one in await _whose(service, query, person):
        async with aclosing(_pages(service, states, query.game or None, one)) as pages:
            async for table in pages:
                if table.id not in shown:
                    shown.add(table.id)
                    yield table


async def _pages(
    service: Service, states: Sequence[TableState | None], game: str | None, person: str | None
) -> AsyncGenerator[GameSummary, None]:
    """One state's tables after another's, those with the newest activity first."""
    for state in states:
        after: str | None = None
        while True:
            page = await service.views.tables(state=state, game=game, person=person, after=after, limit=PAGE + 1)
            for table in page.items:
                if not _is_done_with(table):
                    yield table
            if page.next is None:
                break
            after = page.next


def _with_somebody(service: Service, game: str) -> list[str]:
    """Tables where a player is now in this house, and whose game has not begun."""
    waiting: dict[str, float] = {}
    for one in service.presence.everybody():
        live = service.in_play(one.table) if one.seats else None
        if live is not None and not live.table.begun and game in ("", live.table.game.name):
            waiting[one.table] = live.table.opened_at
    return sorted(waiting, key=waiting.__getitem__)


async def _whose(service: Service, query: Query, person: str) -> tuple[str | None, ...]:
    """Whose tables are wanted, by id; None is everybody's. Raises: Refused for a name that nobody has."""
    if query.mine:
        return (person,) if person else ()
    if not query.player:
        return (None,)
    here = [one.person for one in service.presence.named(query.player) if one.person]
    holder = await service.directory.find_holder(query.player)
    if not here and holder is None:
        raise Refused("Nobody here is called {name}: type who for those who are.", name=query.player)
    return tuple(dict.fromkeys([*here, *filter(None, [holder])]))


def _is_done_with(table: GameSummary) -> bool:
    """Whether it is practice that the house has closed, as it does with the scenes of lessons: nobody looks for it."""
    return table.is_practice and table.outcome is not None and table.outcome.reason == "closed"


def _away(service: Service, tables: Sequence[GameSummary]) -> frozenset[tuple[str, str]]:
    at_tables = ((table.id, seat.holder.person) for table in tables for seat in table.seats)
    return frozenset((id, person) for id, person in at_tables if service.presence.is_gone(id, person))


async def _names(service: Service, tables: Sequence[GameSummary]) -> Mapping[str, str]:
    """What the persons at some tables are called.

    Whom this process knows is called as it knows them, because lists are made a moment after the fact; nobody is read
    from the journal whom the lists know.
    """
    ids = {id for table in tables for seat in table.seats for id in (seat.person, seat.stand_in.person) if id}
    names = await service.views.names_of(tuple(ids))
    await service.directory.learn(ids - set(names))
    known = {id: service.directory.shown_name(id) for id in ids}
    return {id: names.get(id, name) if name == SOMEBODY else name for id, name in known.items()}


async def _commitments(service: Service, tables: Sequence[GameSummary]) -> Mapping[str, str]:
    """What the house has committed to at tables that somebody may still join."""
    waiting = [table.id for table in tables if table.state is TableState.WAITING and table.deal is None]
    found = {id: await commitment_of(service.journal, id) for id in waiting}
    return {id: committed for id, committed in found.items() if committed}


def show(listing: Listing, words: Language, option: str = "", lessons: Sequence[Message] = ()) -> str:
    """The tables, a line each, with what to type for more; `option` is typed before the page, after all else.

    `lessons` are those of the person who asks, a line each.
    """
    lines = [line for table in listing.tables for line in _lines(listing, table, words, in_shell=bool(option))]
    lines += map(words.say, lessons)
    if not lines and not listing.is_behind:
        lines.append(words.say(_nothing(listing.query)))
    elif listing.has_more:
        lines.append(words.text("There are more: {command}", command=_command(listing.query, option)))
    if listing.is_behind:
        lines.append(words.say(BEHIND))
    return "\n".join(lines)


def completions(listing: Listing, words: Language) -> tuple[str, ...]:
    """The ids of the tables, each followed by a tab and what it is."""
    return tuple(f"{table.id}\t{words.say(described(listing, table))}" for table in listing.tables)


def _nothing(query: Query) -> Message:
    if query.page > 1:
        return message("There is no page {page}.", page=query.page)
    if query.everything and not query.mine and not query.game:
        return message("Nobody has played here yet: be the first.")
    if query.everything or query.player:
        return message("There are no such games.")
    return message("Nobody is playing now; list all has the old games, too.")


def _command(query: Query, option: str) -> str:
    """What is typed for the next page: words in the lobby, options in a shell."""
    dashes = "--" if option else ""
    words = (
        f"{dashes}all" if query.everything and not query.mine else "",
        f"{dashes}mine" if query.mine else "",
        f"{'--game ' if option else ''}{query.game}" if query.game else "",
        f"with {query.player}" if query.player else "",
    )
    return " ".join(("parlour list" if option else "list", *filter(None, words), f"{option}{query.page + 1}"))


def _lines(listing: Listing, table: GameSummary, words: Language, *, in_shell: bool) -> list[str]:
    line = f"{table.id}  {words.say(described(listing, table, in_shell=in_shell))}"
    committed = listing.commitments.get(table.id)
    if not committed:
        return [line]
    return [line, f"       {words.text('commitment {digits}', digits=grouped(committed))}"]


def described(listing: Listing, table: GameSummary, *, in_shell: bool = False) -> Message:
    """What a table is: the game, who plays, and how far it is; in a shell, what is wrong with it, too."""
    if table.damage:
        why = message("cannot be shown: {why}", why=table.damage)
        return why if in_shell else message("cannot be shown here")
    kind: Message | str = message(", with help") if table.is_restored else ""
    if table.is_practice:
        kind = message(", practice")
    return message(
        "{game} {players}{deal}{standing}{kind}",
        game=f"{_word(table):<8}", players=_players(listing, table), deal=_deal(table),
        standing=_standing(listing, table), kind=kind,
    )  # fmt: skip


def _word(table: GameSummary) -> str:
    """The word by which such a game is opened."""
    return kind_of(table.game, dict(table.options))


def _deal(table: GameSummary) -> Message | str:
    return "" if table.deal is None else message(", deal {deal}", deal=table.deal)


def _players(listing: Listing, table: GameSummary) -> Message | str:
    free = message("(a seat that is kept)") if table.is_practice or table.is_private else message("(a free seat: join)")
    names = [_player(listing, table, seat) if seat.person or seat.bot else free for seat in table.seats]
    return message("{first} against {second}", first=names[0], second=names[1]) if len(names) > 1 else names[0]


def _player(listing: Listing, table: GameSummary, seat: SeatSummary) -> Message | str:
    """What somebody is called; where a game waits for them who are not there, that they are away."""
    name = _name(listing, seat)
    awaited = table.outcome is None and not table.delay and any(table.seats[number] == seat for number in table.turn)
    is_away = awaited and len(table.seats) > 1 and (table.id, seat.holder.person) in listing.away
    return message("{name} (away)", name=name) if is_away else name


def _name(listing: Listing, seat: SeatSummary) -> Name:
    return Chair(seat.person, seat.bot, stand_in=seat.stand_in).named(
        lambda person: listing.names.get(person, SOMEBODY)
    )


def _people(seat: SeatSummary) -> tuple[str, str]:
    return seat.person, seat.stand_in.person


def _standing(listing: Listing, table: GameSummary) -> Message:
    """How far a game is, or how it ended."""
    if table.outcome is not None:
        names = tuple(_name(listing, seat) if seat.person or seat.bot else "" for seat in table.seats)
        return message(": {ending}", ending=named(tell_ending(GAMES[table.game], table.outcome), names))
    if table.delay and not (listing.person and any(listing.person in _people(seat) for seat in table.seats)):
        return message(", shown late{age}", age=_age(listing, table))
    return message(
        ", move {move}{turn}{score}{age}",
        move=table.plays, turn=_turn(listing, table), score=_score(table), age=_age(listing, table),
    )  # fmt: skip


def _turn(listing: Listing, table: GameSummary) -> Message | str:
    """Whose turn it is, where that is not plain."""
    if listing.person and any(table.seats[seat].holder.person == listing.person for seat in table.turn):
        return message(", your turn")
    if len(table.seats) < 2 or not table.turn:
        return ""
    if len(table.turn) > 1:
        return message(", both to move")
    return message(", {name} to move", name=_name(listing, table.seats[table.turn[0]]))


def _score(table: GameSummary) -> Message | str:
    return message(", score {score}", score=" : ".join(map(str, table.standing))) if table.standing else ""


def _age(listing: Listing, table: GameSummary) -> Message | str:
    """How long ago the table was opened, once that is some time."""
    age = listing.now - table.opened_at
    return message(", {time} old", time=roughly(age)) if age >= HOUR else ""
