"""What a person likes, kept with them: it holds from any client once they have signed in or come back with a code.

A preference is a word and a value: the words of `preferences`, and the kinds of notices. What was chosen in this visit
comes before what was kept. At home it is the owner of the journal with whom it is kept, and what the command line or
the terminal says comes first, for that visit.
"""

from __future__ import annotations

import attrs

from core.base.token_bucket import Kind
from core.people.names import skeleton
from core.people.persons import Person
from core.presence.roster import Attention
from frontends.locale.language import LANGUAGES
from frontends.visit.door.identity import keep_chosen
from frontends.visit.visit import Visit

ON, OFF = "on", "off"


async def keep(visit: Visit, name: str, value: str) -> None:
    """Note what the person likes from now on. Raises: Refused, JournalError."""
    is_new = visit.liked.get(name) != value
    visit.liked = {**visit.liked, name: value}
    visit.chosen |= {name}
    if visit.settings.has_files:
        if not visit.settings.keeps:
            return
        await visit.identify()
    if is_new and visit.visitor.id:
        visit.allowance.spend(Kind.RECORDS, visit.visitor.id)
        await visit.service.directory.prefer(visit.visitor.id, name, value)


async def bring_own(visit: Visit) -> None:
    """At home: have everything as whoever sits here likes it, if the journal knows them. Raises: JournalError."""
    if id := await visit.visitor.found(visit.name):
        await bring(visit, await visit.service.directory.person(id))


async def bring(visit: Visit, person: Person) -> None:
    """Have everything as the person likes it, who has just turned out to be here."""
    for name, value in person.preferences:
        if name not in visit.chosen and name not in visit.settings.given:
            visit.liked = {**visit.liked, name: value}
    await keep_chosen(visit)
    liked = visit.liked
    look = attrs.evolve(
        visit.look,
        colour=_is_on(liked.get("colour"), visit.look.colour),
        utf8=_is_on(liked.get("utf8"), visit.look.utf8),
        reader=_is_on(liked.get("reader"), visit.look.reader),
        language=liked["language"] if liked.get("language") in LANGUAGES else visit.look.language,
    )
    visit.settings = attrs.evolve(
        visit.settings,
        motion=_is_on(liked.get("motion"), visit.settings.motion),
        mouse=_is_on(liked.get("mouse"), visit.settings.mouse),
        bell=_is_on(liked.get("bell"), visit.settings.bell),
    )
    ignored = tuple(map(skeleton, _words(liked.get("ignored"))))  # They may be kept by an older skeleton.
    visit.company.attend(Attention(_words(liked.get("off")), ignored))
    if look != visit.look:
        visit.adapt(look)
    if "screen" in liked:
        visit.choose_mode(screen=liked["screen"] == ON)


async def keep_attention(visit: Visit) -> None:
    """Note what the person wants to hear of others. Raises: JournalError."""
    attention = visit.company.attention
    await keep(visit, "off", " ".join(attention.off))
    await keep(visit, "ignored", " ".join(attention.ignored))


def _words(value: str | None) -> tuple[str, ...]:
    return tuple((value or "").split())


def _is_on(value: str | None, usual: bool) -> bool:
    return value == ON if value in (ON, OFF) else usual
