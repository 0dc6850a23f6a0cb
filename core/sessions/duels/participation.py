"""Ordering a duel between two programs, agreeing to one that others want, and stopping it.

Who answers for a program, its owner, may have it play by ordering or agreeing, and so may it itself: a program acts for
its owner. Nobody else's program plays unasked.

All raise Refused, and JournalError.
"""

from functools import partial

from core.base.game import Refused
from core.base.message import counted, message
from core.duels import duel as rules
from core.duels.duel import Duel
from core.duels.events import Contender, Ordered
from core.house import duels
from core.house.service import Service
from core.presence.roster import Present
from core.sessions import operators
from core.sessions.duels.terms import Terms, level_of
from core.sessions.identity.registration import registered
from core.sessions.limits import Limit
from core.sessions.others.company import of_name
from core.sessions.session import Session

REGISTERED_ONLY = message("Duels are for registered people and their bots. To register: register")
NO_HOUSE = message("Here two programs play by: parlour duel PROGRAM PROGRAM GAME")
NOT_ASKED = message("None of your bots is asked to this duel.")


async def order(session: Session, terms: Terms) -> Duel:
    """Have two programs play a duel; those of others are asked first."""
    person, service, budget = await _registered(session), session.service, session.allowance.budget
    if service.moderation.is_draining:
        raise Refused("Parlour is about to close: order a duel later.")
    sides = await _sides(service, terms)
    await _check_own(session, budget.duels_open)
    session.spend(Limit.DUELS)
    programs = [(number, side.person) for number, side in enumerate(sides) if side.person]
    asks = tuple(number for number, program in programs if not _is_for(service, person, program))
    ordered = Ordered(
        "x", person, terms.game, tuple(terms.options.items()), terms.pairs, terms.at_once, terms.seconds,
        int(budget.duel_no_show_seconds), sides, asks, "0" * 64, "0" * 64,
    )  # fmt: skip
    return await duels.order(service, ordered)


async def _registered(session: Session) -> str:
    """The person's id. Raises: Refused for guests, and at home."""
    person = await registered(session, NO_HOUSE, REGISTERED_ONLY)
    await session.service.directory.learn({person})
    return person


async def _check_own(session: Session, most: int) -> None:
    """Raises: Refused for who has ordered as many as may be, themselves or by their programs, that are not over."""
    service, person = session.service, session.visitor.id
    found = await service.views.open_duels()
    await service.directory.learn({one.by for one in found})
    own = sum(_is_for(service, person, one.by) for one in found)
    if own >= most:
        raise Refused(
            counted(
                "You have ordered {n} duel that is not over yet.",
                "You have ordered {n} duels that are not over yet.",
                own,
            )
        )


def _is_for(service: Service, one: str, other: str) -> bool:
    """Whether the same person answers for both, by their ids."""
    owner_of = service.directory.owner_of
    return (owner_of(one) or one) == (owner_of(other) or other)


# Who plays.


async def _sides(service: Service, terms: Terms) -> tuple[Contender, Contender]:
    """The two that are named. Raises: Refused."""
    failed: Refused | None = None
    for names in terms.names:
        try:
            first, second = [await _contender(service, name, terms.game) for name in names]
        except Refused as refused:
            failed = failed or refused
            continue
        if first == second and first.person:
            raise Refused("A bot cannot play itself: name two.")
        if not (first.person or second.person):
            raise Refused("Name a bot: the computer's levels play one another by parlour duel.")
        return first, second
    assert failed is not None
    raise failed


async def _contender(service: Service, name: str, game: str) -> Contender:
    if level := level_of(name, game):
        return Contender(level=level)
    one = _program_called(service, name)
    person = await one.somebody.identify() if not one.house else one.person
    await service.directory.learn({person})
    return Contender(person)


def _program_called(service: Service, name: str) -> Present:
    """A program with an account that is in, by what it is called. Raises: Refused."""
    found = of_name(service, name)
    if not found.is_program or found.is_guest:
        raise Refused("{name} is not a bot with an account. To make one: bot new NAME", name=found.shown)
    return found


# What others say to it.


async def agree(session: Session, id: str) -> Duel:
    """Have one's program, or oneself, take part in a duel that somebody else wants."""
    person, duel = await _registered(session), await duels.read(session.service, id)
    found = await _asked(session.service, person, duel)
    session.spend(Limit.RECORDS)
    for side in found:
        duel = await duels.change(session.service, id, partial(rules.agree, side=side, by=person))
    return duel


async def decline(session: Session, id: str) -> Duel:
    """Take no part in it, so that there is no duel."""
    person, duel = await _registered(session), await duels.read(session.service, id)
    (side, *_) = await _asked(session.service, person, duel)
    session.spend(Limit.RECORDS)
    return await duels.change(session.service, id, partial(rules.decline, side=side, by=person))


async def _asked(service: Service, person: str, duel: Duel) -> tuple[int, ...]:
    """The sides for which the person may answer, and which have not. Raises: Refused where there is none."""
    await service.directory.learn({side.person for side in duel.terms.sides if side.person})
    sides = duel.terms.sides
    own = [number for number, side in enumerate(sides) if side.person and _is_for(service, person, side.person)]
    found = tuple(number for number in own if number in duel.asks)
    if duel.is_over:
        raise Refused(rules.OVER)
    if not found:
        raise Refused(NOT_ASKED)
    return found


async def stop(session: Session, id: str) -> Duel:
    """Stop a duel that one, or a program of one's, has ordered; those who may give orders, any."""
    person, service = await _registered(session), session.service
    duel = await duels.read(service, id)
    await service.directory.learn({duel.terms.by})
    if not (_is_for(service, person, duel.terms.by) or operators.may_order(session)):
        raise Refused("Only the person who ordered a duel can stop it.")
    session.spend(Limit.RECORDS)
    return await duels.change(service, id, partial(rules.stop, by=person))
