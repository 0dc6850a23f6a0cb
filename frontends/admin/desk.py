"""Where operators' orders are carried out: whom they mean, and what follows from them in this house."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs

from core import ruling
from core.game import Refused
from core.message import message
from core.ruling import AdminEvent, Announced, Banned, Kicked, Kind, Subject
from core.service import Service
from core.words import clean
from frontends.admin.draining import Drain
from frontends.admin.words import read_place
from frontends.telnet.listening import neighbourhood
from frontends.telnet.sending import Why
from frontends.telnet.server import Caller, House
from frontends.visit import Visit

KICKED = message("The house has shown you out.")


@attrs.frozen
class Setup:
    """How the house was opened."""

    journal: str
    """Its URL."""
    config: Path | None = None
    """The file of its settings."""
    stop: Callable[[], None] = lambda: None
    """Closes the house."""


class Desk:
    """A house, as those who run it have it."""

    def __init__(self, service: Service, house: House[Visit], setup: Setup) -> None:
        self.service, self.house, self.setup = service, house, setup
        self.office = service.office
        self.drain = Drain(service, house, setup.stop)

    def carry_out(self, event: AdminEvent) -> None:
        """Do what follows from what an operator did in any house. Must not wait."""
        match event:
            case Banned(subject):
                said = ruling.refusal(event)
                for caller in self.callers(lambda one: subject.covers(person_of(one), one.address)):
                    self.house.show_out(caller, Why.BANNED, said)
            case Kicked(Subject(Kind.PERSON, person)):
                for caller in self.callers(lambda one: person_of(one) == person):
                    self.house.show_out(caller, Why.KICKED, KICKED)
            case Announced(text):
                self.house.announce(message("The house says: {text}", text=text))
            case _:
                pass

    # Whom an order means.

    def callers(self, condition: Callable[[Caller[Visit]], bool]) -> list[Caller[Visit]]:
        """Those who are in, of whom it holds."""
        return [caller for caller in self.house.callers if condition(caller)]

    def called(self, text: str) -> list[Caller[Visit]]:
        """Those who are in by a name, or by the number that who shows. Raises: Refused when nobody is."""
        if text.startswith("#") and text[1:].isdecimal():
            found = self.callers(lambda one: one.number == int(text[1:]))
        else:
            named = self.service.presence.named(text)
            found = self.callers(lambda one: one.visit is not None and one.visit.company.present in named)
        if not found:
            raise Refused('Nobody called "{name}" is in the house: who lists those who are.', name=clean(text, 40))
        return found

    async def subjects(self, text: str) -> tuple[Subject, ...]:
        """Whom a ban or a mute means: an address, a network, a person by name, and guests by their addresses.

        Raises: Refused when it is nobody.
        """
        if not text:
            raise Refused("Say who it is: a name, #N as who lists them, an address, or a network as 192.0.2.0/24.")
        if place := read_place(text):
            return (place,)
        if not text.startswith("#") and (holder := await self.service.directory.find_holder(text)):
            return (Subject(Kind.PERSON, holder),)
        return tuple({subject_of(caller): None for caller in self.called(text)})


def person_of(caller: Caller[Visit]) -> str:
    """The id of who has called; empty for somebody the journal does not know."""
    return caller.visit.visitor.id if caller.visit is not None else ""


def subject_of(caller: Caller[Visit]) -> Subject:
    """A person who will be the same next time; of a guest, where they come from."""
    present = caller.visit.company.present if caller.visit is not None else None
    if present is not None and present.person and not present.is_guest:
        return Subject(Kind.PERSON, present.person)
    place = read_place(neighbourhood(caller.address))
    if place is None:
        raise Refused("It is not known where {name} comes from.", name=present.name if present else "")
    return place


async def named(desk: Desk, subject: Subject) -> str:
    """A subject as operators know it."""
    if subject.kind is not Kind.PERSON:
        return subject.value
    await desk.service.directory.learn([subject.value])
    return f"{desk.service.directory.name(subject.value)} ({subject.value})"
