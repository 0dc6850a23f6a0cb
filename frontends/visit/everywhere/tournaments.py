"""Tournaments and ladders: what is held, announcing one, taking part; who stands where."""

from core.base.game import Refused
from core.base.message import Message, called, message
from core.sessions.arrival.order_words import find_game, read_pool
from core.sessions.lists.ladder import Ladder
from core.sessions.lists.ladder import ladder as found_ladder
from core.sessions.tournaments import pages, participation
from core.sessions.tournaments.terms import read_terms, tell_start
from core.table.what_counts import Pool
from frontends.visit.room import Room
from frontends.visit.text import tournament_page


async def tournament(room: Room, rest: str) -> None:
    """All tournaments, or the page of one; or announce one, or call one off."""
    session = room.visit.session
    word, _, more = rest.partition(" ")
    match word.lower():
        case "":
            await room.visit.read(*tournament_page.show_list(await pages.listing(session)))
        case "new":
            held = await participation.hold(session, read_terms(more.split(), session.service.now()))
            time = tell_start(held.terms.starts_at, session.service.now())
            said = message("Tournament {id} begins {time}. To take part yourself: enter {id}")
            room.visit.say(said.filled(id=held.id, time=time))
        case "cancel":
            cancelled = await participation.cancel(session, _id(more))
            room.visit.say(message("Tournament {id} is cancelled.", id=cancelled.id))
        case _:
            await room.visit.read(*tournament_page.show(await pages.page(session, _id(rest))))


def _id(rest: str) -> str:
    words = rest.lower().split()
    if len(words) != 1:
        raise Refused("Type tournament and its name, as tournaments lists it.")
    return words[0]


async def enter(room: Room, rest: str) -> None:
    """Take part in a tournament."""
    session = room.visit.session
    entered = await participation.take_part(session, rest.lower().strip())
    time = tell_start(entered.terms.starts_at, session.service.now())
    said = message("You take part in tournament {id}, {time}. Be here then; you are called to your games.")
    room.visit.say(said.filled(id=entered.id, time=time))


async def withdraw(room: Room, rest: str) -> None:
    """Take part no longer."""
    left = await participation.give_up(room.visit.session, rest.lower().strip())
    room.visit.say(message("You no longer take part in tournament {id}.", id=left.id))


async def ladder(room: Room, rest: str) -> None:
    """The ladder of a game."""
    if not rest:
        raise Refused("Type ladder and a game for two, such as: ladder mille")
    rest, pool = read_pool(rest)
    game, options = find_game(rest)
    found = await found_ladder(room.visit.session, game, options, pool)
    order = f"{game.name} bots=rated" if pool is Pool.PROGRAMS else game.name
    row = message("{place}. {name}")
    lines = [row.filled(place=one.number, name=called(one.name)) for one in found.places]
    nobody = message("Nobody is on the ladder of {game} yet: play a rated game.", game=game.title)
    await room.visit.read(*(lines or [nobody]), *_ways_up(found, order))


def _ways_up(found: Ladder, order: str) -> list[Message]:
    """Whom the person may challenge, and with what order."""
    if not found.above:
        return []
    names = tuple(map(called, found.above))
    said = message("You may challenge {names}. To challenge: match {name} {game}")
    return [said.filled(names=names, name=called(found.above[0]), game=order)]
