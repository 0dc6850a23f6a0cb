"""The orders ban and mute, with a reason for the person and a note for operators, and what lifts them."""

from collections.abc import Sequence

from core.base.game import Refused
from core.base.message import Message, message
from core.base.text import clean
from core.moderation.bans import Banned, Kind, Muted, Subject, Unbanned, Unmuted, time_of
from frontends.server.admin.desk import Desk, Lines, named
from frontends.server.admin.order_words import Terms, read_terms


async def ban(desk: Desk, rest: str, by: str) -> Lines:
    """Ban a person, an address or a network."""
    terms = read_terms(rest, desk.service.now())
    said, subjects = [], await desk.subjects(terms.whom)
    for subject in subjects:
        desk.check_not_own(subject, by)
    for subject in subjects:
        banned = Banned(subject, terms.until, by, terms.reason, terms.note)
        await desk.moderation.record(banned)
        said.append(message("{who} may not come in {until}.", who=await named(desk, subject), until=_ends(terms.until)))
    return said + _asked_elsewhere(desk, terms, by, is_ban=True)


def _ends(until: int) -> Message:
    return message("until {time}", time=time_of(until)) if until else message("until an operator lifts it")


def _asked_elsewhere(desk: Desk, terms: Terms, by: str, *, is_ban: bool) -> list[Message]:
    """Ask other houses to ban or mute their guests."""
    guests = [one for one in desk.elsewhere(terms.whom) if one.is_guest]
    for one in guests:
        desk.service.neighbours.rule(
            one, is_ban=is_ban, until=terms.until, by=by, reason=terms.reason, note=terms.note, quiet=terms.quiet
        )
    asked = message("{name} is a guest of another house, which is told: see bans in a moment.")
    return [asked.filled(name=one.name) for one in guests]


async def unban(desk: Desk, rest: str, by: str) -> Lines:
    """Lift a ban."""
    return [await _lift(desk, subject, by) for subject in await _known_subjects(desk, rest)]


async def _known_subjects(desk: Desk, text: str) -> Sequence[Subject]:
    """The subjects that a text names. Raises: Refused for guests of other houses, whose addresses are unknown."""
    if found := await desk.subjects(text):
        return found
    raise Refused("{name} is a guest of another house: give the address that bans shows.", name=clean(text, 40))


async def _lift(desk: Desk, subject: Subject, by: str) -> Message:
    shown = await named(desk, subject)
    if all(ban.subject != subject for ban in desk.moderation.rulings.bans):
        raise Refused("{who} is not banned: bans lists who is.", who=shown)
    await desk.moderation.record(Unbanned(subject, by))
    person, address = (subject.value, "") if subject.kind is Kind.PERSON else ("", subject.value)
    if left := desk.moderation.rulings.ban_on(person, address, desk.service.now()):
        other = await named(desk, left.subject)
        return message("{who} stays out while {other} is banned: unban that, too.", who=shown, other=other)
    return message("{who} may come in again.", who=shown)


async def bans(desk: Desk, rest: str, by: str) -> Lines:
    """Who may not come in, or not talk, with reasons and notes."""
    now, found = desk.service.now(), desk.moderation.rulings
    said: list[Message] = []
    both: tuple[Banned | Muted, ...] = (*found.bans, *found.mutes)
    for one in both:
        if not one.until or now < one.until:
            who = await named(desk, one.subject)
            said.append(_ruled(one).filled(who=who, until=_ends(one.until), by=one.by))
            if one.reason:
                said.append(message("    The reason: {reason}", reason=one.reason))
            if one.note:
                said.append(message("    Note: {note}", note=one.note))
    return said or [message("Nobody is banned or muted.")]


def _ruled(one: Banned | Muted) -> Message:
    match one:
        case Banned():
            return message("{who} may not come in {until}, by order of {by}.")
        case Muted(quiet=True):
            return message("Nobody hears {who} {until}, and they do not know it, by order of {by}.")
        case Muted():
            return message("{who} may not talk {until}, by order of {by}.")


async def mute(desk: Desk, rest: str, by: str) -> Lines:
    """Mute a person, an address or a network: they can play, but not talk; quietly, so that they do not notice."""
    terms = read_terms(rest, desk.service.now())
    said = []
    for subject in await desk.subjects(terms.whom):
        await desk.moderation.record(Muted(subject, terms.until, by, terms.reason, terms.note, terms.quiet))
        template = message("{who} may not talk {until}.")
        if terms.quiet:
            template = message("Nobody hears {who} {until}, and they are not told.")
        said.append(template.filled(who=await named(desk, subject), until=_ends(terms.until)))
    return said + _asked_elsewhere(desk, terms, by, is_ban=False)


async def unmute(desk: Desk, rest: str, by: str) -> Lines:
    """Lift a mute."""
    said = []
    for subject in await _known_subjects(desk, rest):
        shown = await named(desk, subject)
        if all(mute.subject != subject for mute in desk.moderation.rulings.mutes):
            raise Refused("{who} is not muted: bans lists who is.", who=shown)
        await desk.moderation.record(Unmuted(subject, by))
        said.append(message("{who} may talk again.", who=shown))
    return said
