"""Orders of those who run the house, given in the lobby by persons whom the operator has marked."""

from __future__ import annotations

from core.base.message import message
from core.sessions import operators
from frontends.visit.action import Action
from frontends.visit.room import Room


async def order(room: Room, rest: str) -> None:
    """What an operator wants done."""
    visit = room.visit
    said = await operators.order(visit.session, rest or "help")
    await visit.read("\n".join(visit.words.say(line) for line in said))


ACTION: Action[Room] = Action(
    "admin",
    order,
    message("orders of those who run the house"),
    takes="ORDER",
    unless=lambda room: None if operators.may_order(room.visit.session) else operators.NOT_MARKED,
)
