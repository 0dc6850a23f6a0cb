"""Coming to a table: opening one, joining, watching, coming back, going on from a save. Each answers where to go.

All raise Refused with a sentence, and JournalError.
"""

from __future__ import annotations

from collections.abc import Collection, Set
from datetime import UTC, date, datetime
from functools import partial

import attrs

from core.base.game import Game, Options, Refused, check_options, kind_of
from core.base.message import called, message
from core.base.token_bucket import Kind
from core.games import GAMES
from core.games.deals.daily import daily_deal
from core.games.deals.grades import NAMES as GRADES
from core.games.deals.grades import Grade
from core.games.features.bot import NORMAL
from core.games.features.bots import BOTS, bot_of
from core.live import winnability
from core.live.delayed_view import not_admitted
from core.people.directory import code_of, read_code
from core.people.home_networks import is_home
from core.presence.other_houses import relayed_messages
from core.projections import TableState
from core.replay import archive, recorded_games
from core.replay.recording import Recording
from core.table import LONGEST_NAME, AcceptStandIn, CloseUnbegun, DeclineStandIn, Table, tell_span
from core.table.opening import Player
from frontends.server.visitor_limits import Open
from frontends.visit.destination import ToTable
from frontends.visit.door.names_taken import RENAMED, name_again, take_name
from frontends.visit.door.sign_in import note_home
from frontends.visit.everywhere.kept_preferences import bring
from frontends.visit.everywhere.waiting import STOPPED, wait
from frontends.visit.table.seats import (
    Held,
    check_is_stranger,
    free_seats,
    held_by,
    held_with,
    seats_of,
    show_saves,
    wanted_at,
)
from frontends.visit.text.orders import Order, read_number
from frontends.visit.text.statistics import wait_for_views
from frontends.visit.visit import Visit
from journal import JournalError


async def own_ids(visit: Visit) -> frozenset[str]:
    """The ids that are known to be the person's; nobody is made for that."""
    found = await visit.visitor.found(visit.name)
    return visit.persons | ({found} if found else frozenset())


async def open_table(visit: Visit, order: Order, *, kept_for: str = "", seat: int = 0) -> ToTable | None:
    """Open a table and sit down at it; None when the person did not want to wait for a deal that can be won.

    `kept_for` is the id of the person who alone may take the other seat; `seat` is one's own at a table for two.
    """
    game = GAMES[order.game]
    if order.opponent == "computer" and game.name not in BOTS:
        raise Refused("No computer player knows {game}: type new {name} person.", game=game.title, name=game.name)
    if order.daily and (begun := await _daily_begun(visit, order)) is not None:
        return begun
    deal = await _deal(visit, order)
    if deal is None and (order.winnable or order.grade):
        visit.say(STOPPED)
        return None
    players: list[Player | None] = [Player(await visit.identify(), luck=order.luck)]
    players += [await _other_player(visit, order, other) for other in range(1, game.seats)]
    if seat:
        players.reverse()
    reserved = tuple("" if player else kept_for for player in players) if kept_for else ()
    is_waiting = None in players
    opening = partial(
        visit.service.open, game, order.options, players, deal=deal, clock=order.clock, reserved=reserved
    )  # fmt: skip
    id = await _open(visit, opening, is_waiting=is_waiting)
    if is_waiting and not kept_for:
        _announce(visit, game, id)
    return ToTable(id, Held(tuple(range(game.seats)) if order.opponent == "hotseat" else (seat,)))


async def _open(visit: Visit, opening: Open, *, is_waiting: bool) -> str:
    """Open a table, if the person may. Returns: its id. Raises: Refused, JournalError."""

    async def open() -> str:
        visit.spend(Kind.TABLES)
        return await opening()

    if is_waiting:
        return await visit.allowance.open_waiting(visit.visitor.id, open, partial(_waits, visit))
    return await open()


def _announce(visit: Visit, game: Game, id: str) -> None:
    """Tell the lobby of a table that anybody may join."""
    if (own := visit.company.present) is not None:
        said = relayed_messages.SEEKS.filled(name=own.shown, game=game.title, id=id)
        visit.service.announcer.opened(own, said)


async def _waits(visit: Visit, id: str) -> bool:
    """Whether a table still has a free seat; one that the lists do not know yet has."""
    found = await visit.service.views.table(id)
    return found is None or found.state is TableState.WAITING


async def _daily_begun(visit: Visit, order: Order) -> ToTable | None:
    """The person's game of today's deal, which they go on with; None when it is over, or was not begun."""
    await wait_for_views(visit)
    own = await visit.visitor.found(visit.name)
    entry = (
        await visit.service.views.daily_of(wanted(GAMES[order.game], order.options), today(visit), own) if own else None
    )
    if entry is None:
        return None
    if entry.is_over:
        visit.farewell(visit.words.text("You have played today's deal: only your first game of it counts."))
        return None
    return await go_on(visit, entry.table, all_seats=False, luck="")


def wanted(game: Game, options: Options) -> str:
    """By what name the game goes that is to be played, for which the deals of the day are drawn. Raises: Refused."""
    return kind_of(game.name, check_options(game, options))


def today(visit: Visit) -> date:
    """The day on which it is now, in UTC."""
    return datetime.fromtimestamp(visit.service.now(), UTC).date()


async def _deal(visit: Visit, order: Order) -> int | None:
    """The number of the deal that is asked for; None for any, and when a search for one was stopped."""
    game = GAMES[order.game]
    if order.daily:
        return daily_deal(wanted(game, order.options), today(visit))
    if order.winnable:
        looking = message("Looking for a deal that can be won.")
        return await wait(visit, looking, lambda: winnability.find_winnable(game, order.options, asker=visit.asker))
    if order.grade:
        grade = Grade(order.grade)
        looking = message("Looking for a deal that is {grade}.", grade=GRADES[grade])
        return await wait(
            visit, looking, lambda: winnability.find_graded(game, order.options, grade, asker=visit.asker)
        )
    return order.deal


async def _other_player(visit: Visit, order: Order, seat: int) -> Player | None:
    match order.opponent:
        case "computer":
            return Player(bot=bot_of(order.game, order.level or NORMAL).name)
        case "hotseat":
            directory = visit.service.directory
            if visit.settings.has_files and seat < len(order.partners):
                other = await directory.holder(order.partners[seat])
            else:
                # A person of their own, who comes back with the same code.
                name = order.partners[seat] if seat < len(order.partners) else _other_name(visit.name)
                other = await directory.create(name, visit.visitor.secret)
            visit.persons |= {other.id}
            return Player(other.id)
        case _:
            return None


def _other_name(name: str) -> str:
    """A name for whoever plays beside that person: one that reads alike in every language, as the journal keeps it."""
    short = name[: LONGEST_NAME - 2].rstrip()
    return f"{short} 2" if f"{short} 2" != name else f"{short} 3"


async def join(visit: Visit, id: str, luck: str) -> ToTable:
    """Take the free seat of a table."""
    async with visit.service.table(id) as live:
        await check_may_look(visit, live.table)
        own = await visit.identify()
        free = free_seats(live.table, own)
        if not free:
            raise Refused("No seat is free at table {id}: type watch {id} to look on.", id=id)
        await visit.service.sit(live, free[0], Player(own, luck=luck))
    return ToTable(id, Held(free[:1]))


async def take_up(visit: Visit, id: str) -> ToTable | None:
    """Take the seat that is kept for the person, or play for somebody who asks for it; None when it is not time yet."""
    own = await own_ids(visit)
    async with visit.service.table(id, attended=False) as live:
        if (wanted := wanted_at(live.table, own)) is None:
            return await join(visit, id, "")
        check_is_stranger(live.table, wanted.seats[0], own)
        seat, chair = wanted.seats[0], live.table.chairs[wanted.seats[0]]
        await live.submit(AcceptStandIn(seat, wanted.stand_in), None)
        if live.table.chairs[seat].stand_in.person == wanted.stand_in:
            return ToTable(id, wanted)
        owner = called(visit.service.directory.shown_name(chair.person))
        said = message("You will play for {name} once they have not moved for {time}: games lists it then.")
        visit.say(said.filled(name=owner, time=tell_span(chair.after)))
    return None


async def turn_down(visit: Visit, id: str) -> None:
    """Say no to somebody who asks the person to play for them, or keeps a seat for them: nobody else may take that."""
    own = await own_ids(visit)
    async with visit.service.table(id, attended=False) as live:
        table = live.table
        if table.ended:
            return
        if (wanted := wanted_at(table, own)) is not None:
            await live.submit(DeclineStandIn(wanted.seats[0], wanted.stand_in), None)
        elif not table.begun and own & set(table.setup.reserved) and not seats_of(table, own):
            await live.submit(CloseUnbegun(), None)


async def watch(visit: Visit, id: str) -> ToTable:
    """Look on at a table."""
    async with visit.service.table(id, attended=False) as live:
        await check_may_look(visit, live.table)
        check_may_watch(live.table, await own_ids(visit))
        if sum(not one.seats for one in visit.service.presence.at(id)) >= visit.allowance.budget.watchers:
            raise Refused("As many look on at table {id} as find room there: try again later.", id=id)
    return ToTable(id)


async def resume(visit: Visit, code: str) -> ToTable:
    """Back to one's seat, or to all seats that go with a code."""
    id, secret = read_code(code)
    async with visit.service.table(id, attended=False) as live:
        held = await _held_with(visit, live.table, secret)
        await _become(visit, live.table, held, secret)
    return ToTable(id, held)


async def go_on(visit: Visit, id: str, *, all_seats: bool, luck: str) -> ToTable:
    """Back to a table without a code, where the person owns the journal; or take its free seat.

    A table that only one person plays at belongs to whoever is at home; where a seat is free, somebody who goes by
    another name takes that one, and never sees the owner's hand.
    """
    own = await visit.identify()
    async with visit.service.table(id, attended=False) as live:
        table = live.table
        await check_may_look(visit, table)
        held = Held(table.persons) if all_seats else held_by(table, {own})
        if not held.seats and not free_seats(table, own) and len(table.persons) == 1:
            held = Held(table.persons)
    if not held.seats:
        return await join(visit, id, luck)
    return ToTable(id, held if all_seats else attrs.evolve(held, seats=held.seats[:1]))


async def saves(visit: Visit, code: str) -> tuple[str, ...]:
    """The saves of a seat, in lines."""
    id, secret = read_code(code)
    async with visit.service.table(id, attended=False) as live:
        await _own_with(visit, live.table, secret)
        return tuple(visit.words.say(line) for line in show_saves(live.table, code_of(id, secret)))


async def fork(visit: Visit, code: str, mark: str) -> ToTable:
    """Go on from a save as a practice game."""
    id, secret = read_code(code)
    async with visit.service.table(id, attended=False) as live:
        table = live.table
        seats = await _own_with(visit, table, secret)
        own = table.chairs[seats[0]].person
        visit.spend(Kind.COPIES)
        copy = await archive.fork(visit.service, table, mark, own)
        await _become(visit, table, Held(seats), secret)
        await _sit_with_others(visit, copy, table, seats[1:])
        if set(table.persons) - set(seats):
            invitation = message('type join {copy} to practise with me from "{mark}" on.', copy=copy, mark=mark)
            await live.say(own, seats[0], visit.words.say(invitation))
    return ToTable(copy, Held(seats))


async def _sit_with_others(visit: Visit, copy: str, table: Table, seats: tuple[int, ...]) -> None:
    """Where one person plays several seats, they go back together."""
    async with visit.service.table(copy, attended=False) as live:
        for seat in seats:
            await visit.service.sit(live, seat, Player(table.chairs[seat].person))


async def _own_with(visit: Visit, table: Table, secret: str) -> tuple[int, ...]:
    """One's own seats that go with a code: what was kept there is not for those who stand in."""
    held = await _held_with(visit, table, secret)
    if held.stand_in:
        raise Refused("That is for the player whose seat it is: you play for them.")
    return held.seats


async def _held_with(visit: Visit, table: Table, secret: str) -> Held:
    """The seats that go with a code; without the secret of one, what the person has."""
    held = Held()
    if not secret:
        if (held := held_by(table, await own_ids(visit))).seats:
            return held
        raise Refused("No seat goes with that code.")

    async def find() -> bool:
        nonlocal held
        held = await held_with(visit.service.directory, table, secret)
        return bool(held.seats)

    if not await visit.allowance.look_at(f"table/{table.id}", find, is_home=await _is_home(visit, table)):
        raise Refused("No seat goes with that code.")
    return held


async def _is_home(visit: Visit, table: Table) -> bool:
    """Whether somebody who has a seat there came in before from where this visit is."""
    directory, network = visit.service.directory, visit.allowance.network
    persons = [await directory.person(table.chairs[seat].person) for seat in table.persons] if network else []
    return any(is_home(person.homes, network) for person in persons)


async def _become(visit: Visit, table: Table, held: Held, secret: str) -> None:
    """Be the guest whose code was typed; who has registered stays who they are, and has the seats all the same."""
    persons = [held.stand_in] if held.stand_in else [table.chairs[seat].person for seat in held.seats]
    visit.persons |= set(persons)
    if secret and visit.visitor.is_guest and visit.visitor.id not in persons:
        known = await visit.service.directory.person(persons[0])
        before = visit.visitor.id, visit.visitor.secret
        visit.visitor.become(known.id, secret)
        try:
            await _be_called_again(visit, known.name)
        except (Refused, JournalError):
            visit.visitor.become(*before)
            raise
        await note_home(visit, known.id)
        await bring(visit, known)
        if visit.name != known.name:
            visit.farewell(visit.words.say(RENAMED.filled(taken=known.name, name=visit.name)))


async def _be_called_again(visit: Visit, known_as: str) -> None:
    """Have the name that one had, or one like it where somebody else has that now."""
    if (name := await name_again(visit, known_as)) == known_as:
        visit.be_called(name)
    else:
        await take_name(visit, name)


async def check_may_look(visit: Visit, table: Table) -> None:
    """Raises Refused for a practice copy that was made for others."""
    _check_may_look(table, await own_ids(visit))


def _check_may_look(table: Table, own: Collection[str]) -> None:
    if table.setup.is_practice and not any(archive.may_look(table, person) for person in own):
        raise Refused("Table {id} is for practice: only those it was made for see it.", id=table.id)


def check_may_watch(table: Table, own: Set[str]) -> None:
    """Raises Refused for a game that goes on, and whose players let only those look on whom they admit."""
    if (objection := not_admitted(table, own)) is not None:
        raise objection


async def recall(visit: Visit, id: str) -> Recording:
    """A game to replay. Raises: Refused where it may not be seen, or after too many of them."""
    visit.spend(Kind.REPLAYS)
    own = await own_ids(visit)

    def check(table: Table) -> None:
        if not visit.settings.is_private:
            _check_may_look(table, own)
            if not (visit.settings.has_files and len(table.persons) == 1):
                check_may_watch(table, own)

    def seats(table: Table) -> tuple[int, ...]:
        # At home a game that only one person plays is theirs, whatever they are called today.
        is_alone = visit.settings.has_files and len(table.persons) == 1
        return seats_of(table, own) or (table.persons if is_alone else ())

    return await recorded_games.recall(visit.service, id, seats, check)


def moment(recording: Recording, move: str) -> int | None:
    """The record with which a replay from a move on begins, None without a move. Raises: Refused."""
    if not move:
        return None
    number = read_number(move, recording.moves)
    if number is None:
        raise Refused("There is no such move: this game has {moves}.", moves=recording.moves)
    return recording.at_move(number)
