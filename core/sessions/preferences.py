"""What a person likes, kept with them: it holds from any client once they have signed in or come back with a code.

A preference is a word and a value, which only doors understand; all that core knows of it is what the person wants to
be told of others. What was chosen in this session comes before what was kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.people.look_alike_names import skeleton
from core.people.persons import Person
from core.presence.roster import Attention
from core.sessions.limits import Limit

if TYPE_CHECKING:
    from core.sessions.session import Session


async def keep(session: Session, name: str, value: str) -> None:
    """Note what the person likes from now on. Raises: Refused, JournalError."""
    is_new = session.preferred.get(name) != value
    session.preferred = {**session.preferred, name: value}
    session.chosen |= {name}
    if session.is_home:
        if not session.keeps:
            return
        await session.identify()
    if is_new and session.visitor.id:
        session.spend(Limit.RECORDS)
        await session.service.directory.prefer(session.visitor.id, name, value)


async def keep_chosen(session: Session) -> None:
    """Keep what was chosen before the person was anybody in the journal. Raises: JournalError."""
    for name in sorted(session.chosen):
        await session.service.directory.prefer(session.visitor.id, name, session.preferred[name])


async def bring_own(session: Session) -> None:
    """At home: have everything as whoever sits here likes it, if the journal knows them. Raises: JournalError."""
    if id := await session.found():
        await bring(session, await session.service.directory.person(id))


async def bring(session: Session, person: Person) -> None:
    """Have everything as the person likes it, who has just turned out to be here. Raises: JournalError."""
    session.is_known = True
    for name, value in person.preferences:
        if name not in session.chosen and name not in session.given:
            session.preferred = {**session.preferred, name: value}
    await keep_chosen(session)
    ignored = tuple(map(skeleton, _words(session.preferred.get("ignored"))))  # They may be kept by an older skeleton.
    session.listen(Attention(_words(session.preferred.get("off")), ignored))
    session.audience.adapt()


async def keep_attention(session: Session, attention: Attention) -> None:
    """Be told this much of others from now on, and note it. Raises: Refused, JournalError."""
    session.listen(attention)
    await keep(session, "off", " ".join(session.attention.off))
    await keep(session, "ignored", " ".join(session.attention.ignored))


def _words(value: str | None) -> tuple[str, ...]:
    return tuple((value or "").split())
