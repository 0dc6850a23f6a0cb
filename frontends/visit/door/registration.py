"""Actions by which a name becomes one's own, its password is changed, and everything is forgotten again."""

from __future__ import annotations

from core.base.game import Refused
from core.base.message import Message, message
from core.base.token_bucket import Kind
from core.house import erasure
from core.people.directory import read_code
from core.people.persons import stream_of
from frontends.visit.action import Action
from frontends.visit.destination import Destination, Out
from frontends.visit.door.names_taken import free_name
from frontends.visit.door.sign_in import ask_secret, is_password, new_digest, note_home
from frontends.visit.room import Room

COST = 20.0
"""Records that a new password costs of what a person and an address may write: a digest is dear."""
FORGETTING = 200.0
"""Records that being forgotten costs, because all who play wait while the store is made anew without a byte of it. An
address can have it done now and then, but not over and over, under whatever names."""
NO_GUEST = message("You have registered already: password changes your password, name your name.")
NO_REGISTERED = message("You are a guest: type register to have your name for good.")


# Actions.


async def register(room: Room, rest: str) -> Destination | None:
    """Have one's name for good."""
    visit = room.visit
    name = await free_name(visit, visit.name)
    visit.allowance.check_new_name()
    visit.allowance.spend(Kind.RECORDS, visit.visitor.id, COST)
    digest = await new_digest(visit, visit.name)
    id = await visit.identify()
    await visit.service.register(id, name, digest)
    visit.visitor.become(id, "")
    visit.allowance.note_right(stream_of(id))
    await note_home(visit, id)
    visit.codes = tuple(read_code(code)[0] for code in visit.codes)
    visit.show_up()
    yours = message("{name} is yours. At the door type it, and your password; no code is needed any more.", name=name)
    visit.say(yours)
    return None


async def password(room: Room, rest: str) -> Destination | None:
    """Another password."""
    visit = room.visit
    known = await visit.service.directory.person(visit.visitor.id)
    old = await ask_secret(visit, message("The password so far:"))
    if not await is_password(visit, old, known):
        raise Refused("That is not your password: it stays as it was.")
    visit.allowance.spend(Kind.RECORDS, known.id, COST)
    digest = await new_digest(visit, known.name, stream_of(known.id))
    await visit.service.directory.set_password(known.id, digest)
    visit.say(message("The password is changed."))
    return None


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
    visit.allowance.spend(Kind.RECORDS, visit.visitor.id, FORGETTING)
    await erasure.forget(visit.service, await visit.identify(), at_once=False)
    visit.service.forget_names()
    visit.farewell(visit.words.text("You are forgotten here. Good-bye."))
    return Out()


def _unless_guest(room: Room) -> Message | None:
    return None if room.visit.visitor.is_guest else NO_GUEST


def _unless_registered(room: Room) -> Message | None:
    return NO_REGISTERED if room.visit.visitor.is_guest else None


ACTIONS: tuple[Action[Room], ...] = (
    Action("register", register, message("have your name for good, with a password"), unless=_unless_guest),
    Action("password", password, message("another password"), unless=_unless_registered),
    Action("forget", forget, message("have the house forget everything that is your own"), takes="me"),
)
"""Of the lobby: what makes a name one's own, and what gives it up."""
