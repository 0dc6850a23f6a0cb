"""Duels of programs: ordering one, agreeing to one, its result."""

from core.base.game import Refused
from core.base.message import message
from core.duels.duel import Stage
from core.sessions.duels import pages, participation
from core.sessions.duels.terms import HOW, read_terms
from frontends.locale.typed_words import OF_DUELS, in_english
from frontends.visit.room import Room
from frontends.visit.text import duel_page


async def duel(room: Room, rest: str) -> None:
    """All duels, or the page of one; or order one, agree to one, decline or stop it."""
    session, words = room.visit.session, rest.split()
    asked = [word.lower() for word in words]
    asked[:1] = [in_english(word, OF_DUELS, room.visit.words) for word in asked[:1]]
    match asked:
        case []:
            await room.visit.read(*duel_page.show_list(await pages.listing(session)))
        case ["agree", id]:
            agreed = await participation.agree(session, id)
            begins = message("You agreed. Duel {id} begins.", id=agreed.id)
            waits = message("You agreed. Duel {id} begins when the other side agrees, too.", id=agreed.id)
            room.visit.say(waits if agreed.stage is Stage.ASKED else begins)
        case ["decline", id]:
            declined = await participation.decline(session, id)
            room.visit.say(message("You declined duel {id}.", id=declined.id))
        case ["stop", id]:
            stopped = await participation.stop(session, id)
            room.visit.say(message("Duel {id} is stopped; games under way are closed.", id=stopped.id))
        case ["agree" | "decline" | "stop"]:
            raise Refused("Add the name of the duel, as duels lists it.")
        case [id]:
            await room.visit.read(*duel_page.show(await pages.page(session, id)))
        case _:
            await _order(room, words)


async def _order(room: Room, words: list[str]) -> None:
    session = room.visit.session
    if len(words) < 3:
        raise Refused(HOW)
    ordered = await participation.order(session, read_terms(words, session.allowance.budget))
    if ordered.stage is Stage.ASKED:
        said = message("Duel {id} is ordered, and begins once all agree. To see how it stands: duel {id}")
    else:
        said = message("Duel {id} begins. To see how it stands: duel {id}   To stop it: duel stop {id}")
    room.visit.say(said.filled(id=ordered.id))
