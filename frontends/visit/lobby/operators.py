"""Orders of those who run the house, given in the lobby by persons whom the operator has marked."""

from __future__ import annotations

from core.base.message import Message, message
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.room import Room


def _unless_marked(room: Room) -> Message | None:
    visit = room.visit
    office = visit.session.service.office
    if office.orders is None or visit.session.visitor.id not in office.rulings.admins:
        return message("Only persons whom the operator of this house has marked can do that.")
    return None


async def order(room: Room, rest: str) -> Destination | None:
    """What an operator wants done."""
    visit = room.visit
    orders = visit.session.service.office.orders
    assert orders is not None
    said = await orders(rest or "help", f"person:{visit.session.visitor.id}")
    await visit.read("\n".join(visit.words.say(line) for line in said))
    return None


ACTION: Action[Room] = Action(
    "admin", order, message("orders of those who run the house"), takes="ORDER", unless=_unless_marked
)
