"""Announcing a tournament, entering it, withdrawing, and calling it off.

All raise Refused, and JournalError.
"""

from core.base.durations import MINUTE
from core.base.game import Refused
from core.base.message import counted, message
from core.house import tournaments
from core.presence.other_houses import relayed_messages
from core.sessions import operators
from core.sessions.identity.registration import registered
from core.sessions.limits import Limit
from core.sessions.session import Session
from core.sessions.tournaments.terms import Terms, tell_start
from core.tournaments.events import Announced
from core.tournaments.tournament import Tournament, enter, withdraw

REGISTERED_ONLY = message("Tournaments are for registered people. To register: register")
NO_HOUSE = message("Tournaments are held in a house: type parlour serve in a shell.")


async def hold(session: Session, terms: Terms) -> Tournament:
    """Announce a tournament, and tell the lobby of every house."""
    person, service = await registered(session, NO_HOUSE, REGISTERED_ONLY), session.service
    own = [one for one in await service.views.open_tournaments() if one.by == person]
    budget = session.allowance.budget
    if len(own) >= budget.tournaments_open:
        raise Refused(
            counted(
                "You have announced {n} tournament that is not over yet.",
                "You have announced {n} tournaments that are not over yet.",
                len(own),
            )
        )
    session.spend(Limit.TOURNAMENTS)
    order = terms.order
    announced = Announced(
        "x", person, order.game, tuple(order.options.items()), order.clock, terms.starts_at, terms.rounds, terms.length,
        int(budget.no_show_minutes * MINUTE), budget.tournament_players,
    )  # fmt: skip
    tournament = await tournaments.announce(service, announced)
    template = relayed_messages.ARENA if terms.length else relayed_messages.ROUND_ROBIN
    session.tell_lobby(template, game=order.told, time=tell_start(terms.starts_at, service.now()), id=tournament.id)
    return tournament


async def take_part(session: Session, id: str = "") -> Tournament:
    """Enter a tournament; without an id, the only one that can be entered."""
    person = await registered(session, NO_HOUSE, REGISTERED_ONLY)
    wanted = id or await _only(session)
    session.spend(Limit.RECORDS)
    return await tournaments.change(session.service, wanted, lambda tournament: enter(tournament, person))


async def give_up(session: Session, id: str = "") -> Tournament:
    """Take part no longer; without an id, in the only tournament there is."""
    person = await registered(session, NO_HOUSE, REGISTERED_ONLY)
    wanted = id or await _only(session)
    session.spend(Limit.RECORDS)
    return await tournaments.change(session.service, wanted, lambda tournament: withdraw(tournament, person))


async def cancel(session: Session, id: str) -> Tournament:
    """Call a tournament off: one's own before it begins; those who may give orders, any."""
    person, is_operator = await registered(session, NO_HOUSE, REGISTERED_ONLY), operators.may_order(session)
    return await tournaments.cancel(session.service, id, person, is_operator=is_operator)


async def _only(session: Session) -> str:
    """The id of the one tournament that is not over. Raises: Refused where there are more, or none."""
    found = await session.service.views.open_tournaments()
    if len(found) != 1:
        raise Refused("Which tournament? Add its name, as tournaments lists it.")
    return found[0].id
