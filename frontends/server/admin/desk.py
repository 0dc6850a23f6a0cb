"""How operators' orders are carried out in this house: the callers they name, and what is done to them."""

from collections.abc import Callable, Sequence
from pathlib import Path

import attrs

from core.base.game import Refused
from core.base.message import Message, message
from core.base.text import clean
from core.house.service import Service
from core.moderation.bans import AdminEvent, Announced, Banned, Kicked, Kind, Muted, Subject, refusal
from core.presence.other_houses.letters import Rule
from core.presence.roster import Present
from frontends.server import logs
from frontends.server.admin.drain import Drain
from frontends.server.admin.order_words import read_place
from frontends.server.config import Config
from frontends.server.guests import Guest
from frontends.server.notifications import carriers
from frontends.telnet.callers.listeners import neighbourhood
from frontends.telnet.output import Why
from frontends.telnet.server import Caller, House
from journal import JournalError

PERSON = "person:"
"""How those are written down who give orders over telnet."""
Lines = Sequence[Message]
"""What an order is answered with."""


@attrs.frozen
class Setup:
    """How the house was opened."""

    journal: str
    """Its URL."""
    config: Path | None = None
    """The file of its settings."""
    stop: Callable[[], None] = lambda: None
    """Closes the house."""
    settings: Config = attrs.field(factory=Config)
    """Those with which it began."""


class Desk:
    """A house as operators act on it."""

    def __init__(self, service: Service, house: House[Guest], setup: Setup) -> None:
        self.service, self.house, self.setup, self.settings = service, house, setup, setup.settings
        self.moderation = service.moderation
        self.drain = Drain(service, house, setup.stop)
        service.neighbours.obey = self._obey

    def carry_out(self, event: AdminEvent) -> None:
        """Do what follows from what an operator did in any house. Must not wait."""
        match event:
            case Banned(subject):
                said = refusal(event)
                for caller in self.callers(lambda one: self.moderation.covers(subject, person_of(one), one.address)):
                    self.house.show_out(caller, Why.BANNED, said)
            case Kicked(Subject(Kind.PERSON, person)):
                for caller in self.callers(lambda one: person_of(one) == person):
                    self.house.show_out(caller, Why.KICKED)
            case Announced(text):
                self.house.announce(message("The house says: {text}", text=text))
            case _:
                pass

    def reconfigure(self, settings: Config) -> None:
        """Use these settings from now on. Raises: Refused for what is not installed; then nothing has changed."""
        self.service.carriers = carriers(settings.reminders)
        self.service.sending_limits.quotas = settings.reminders
        self.house.reconfigure(settings)
        self.settings = settings

    # The callers that an order names.

    def callers(self, condition: Callable[[Caller[Guest]], bool]) -> list[Caller[Guest]]:
        """The callers for whom a condition holds."""
        return [caller for caller in self.house.callers if condition(caller)]

    def called(self, text: str) -> list[Caller[Guest]]:
        """The callers of a name, or of the number that `who` shows."""
        if text.startswith("#") and text[1:].isdecimal():
            return self.callers(lambda one: one.number == int(text[1:]))
        named = self.service.presence.named(text)
        return self.callers(lambda one: one.visit is not None and one.visit.session.present in named)

    def elsewhere(self, text: str) -> list[Present]:
        """The people of a name who are in other houses."""
        return [one for one in self.service.presence.named(text) if one.house]

    def check_found(self, text: str, *found: Sequence[object]) -> None:
        """Raises: Refused when an order names nobody who is here."""
        if not text:
            raise Refused("Say who it is: a name, or #N as who lists them.")
        if not any(found):
            raise Refused('Nobody called "{name}" is in the house: who lists who is.', name=clean(text, 40))

    def check_not_own(self, subject: Subject, by: str) -> None:
        """Raises: Refused when a ban over telnet would cover the operator who orders it, by name or by address."""
        person = by.removeprefix(PERSON) if by.startswith(PERSON) else ""
        if not person:
            return  # The shell of the house's machine has no address, and can lift any ban.
        if subject.covers(person, ""):
            raise Refused("That is you: somebody else has to do it.")
        for own in self.callers(lambda one: person_of(one) == person and subject.covers("", one.address)):
            raise Refused(
                "You come from {address} yourself: give this order on the house's own machine.", address=own.address
            )

    def _obey(self, present: Present, rule: Rule) -> None:
        """Ban or mute a guest here, as an operator of another house wants it."""
        callers = self.callers(lambda one: one.visit is not None and one.visit.session.present is present)

        async def record() -> None:
            try:
                for subject in map(subject_of, callers):
                    ruled = Muted(subject, rule.until, rule.by, rule.reason, rule.note, rule.quiet)
                    banned = Banned(subject, rule.until, rule.by, rule.reason, rule.note)
                    await self.moderation.record(banned if rule.is_ban else ruled)
            except (Refused, JournalError) as error:
                logs.warn(f"What another house orders was not done: {error}")

        self.service.start(record)

    async def subjects(self, text: str) -> tuple[Subject, ...]:
        """The subjects of a ban or a mute: an address, a network, a person by name, and guests by their addresses.

        Guests of other houses are not among them: those houses know where they come from.

        Raises: Refused when it is nobody.
        """
        if not text:
            raise Refused("Say who it is: a name, #N as who lists them, an address, or a network as 192.0.2.0/24.")
        if place := read_place(text):
            return (place,)
        if not text.startswith("#") and (holder := await self.service.directory.find_holder(text)):
            return (Subject(Kind.PERSON, holder),)
        callers = self.called(text)
        self.check_found(text, callers, self.elsewhere(text))
        registered = [Subject(Kind.PERSON, one.person) for one in self.elsewhere(text) if not one.is_guest]
        return tuple(dict.fromkeys((*map(subject_of, callers), *registered)))


def person_of(caller: Caller[Guest]) -> str:
    """The id of a caller's person; empty for one that the journal does not know."""
    return caller.visit.session.visitor.id if caller.visit is not None else ""


def subject_of(caller: Caller[Guest]) -> Subject:
    """A person who will be the same next time; of a guest, where they come from."""
    present = caller.visit.session.present if caller.visit is not None else None
    if present is not None and present.person and not present.is_guest:
        return Subject(Kind.PERSON, present.person)
    place = read_place(neighbourhood(caller.address))
    if place is None:
        raise Refused("It is not known where {name} comes from.", name=present.name if present else "")
    return place


async def named(desk: Desk, subject: Subject) -> str:
    """A subject as operators read it."""
    if subject.kind is not Kind.PERSON:
        return subject.value
    await desk.service.directory.learn([subject.value])
    return f"{desk.service.directory.name(subject.value)} ({subject.value})"
