"""Actions by which a name becomes one's own, its password is changed, and everything is forgotten again."""

from __future__ import annotations

from core.base.game import Refused
from core.base.message import message
from core.sessions.identity import registration
from frontends.visit.action import Action
from frontends.visit.destination import Destination, Out
from frontends.visit.door.sign_in import ask_new_password, ask_secret
from frontends.visit.room import Room


async def register(room: Room, rest: str) -> None:
    """Have one's name for good."""
    visit, session = room.visit, room.visit.session
    await registration.check_free(session)
    await registration.register(session, await ask_new_password(visit, session.name))
    yours = message("{name} is yours. At the door type it, and your password; no code is needed any more.")
    visit.say(yours.filled(name=session.name))


async def password(room: Room, rest: str) -> None:
    """Another password."""
    visit = room.visit
    proof = await registration.prove(visit.session, await ask_secret(visit, message("The password so far:")))
    await registration.change_password(proof, await ask_new_password(visit, proof.person.name))
    visit.say(message("The password is changed."))


async def forget(room: Room, rest: str) -> Destination | None:
    """Have everything dropped that is one's own."""
    visit = room.visit
    if rest.lower() != "me":
        raise Refused("Type forget me: then the house drops everything that is your own.")
    question = message(
        "Your games stay, played by somebody. Drop your name, your preferences and all talk where you spoke, for good?"
    )
    if not await visit.confirm(question):
        raise Refused("Nothing was forgotten.")
    await registration.forget(visit.session)
    visit.farewell(message("You are forgotten here. Good-bye."))
    return Out()


ACTIONS: tuple[Action[Room], ...] = (
    Action(
        "register",
        register,
        message("have your name for good, with a password"),
        unless=lambda room: registration.unless_guest(room.visit.session),
    ),
    Action(
        "password",
        password,
        message("another password"),
        unless=lambda room: registration.unless_registered(room.visit.session),
    ),
    Action("forget", forget, message("have the house forget everything that is your own"), takes="me"),
)
"""Of the lobby: what makes a name one's own, and what gives it up."""
