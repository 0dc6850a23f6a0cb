"""Who looks on at a table, and what players say about that."""

from __future__ import annotations

from core.base.game import Refused
from core.base.message import counted, message
from core.presence.other_houses import relayed_messages
from core.presence.roster import Kind, Notice
from core.table import MOST_DELAY, Admit, SetWatching
from frontends.visit.action import Action
from frontends.visit.destination import Destination
from frontends.visit.others.calls import speaking
from frontends.visit.others.who import identified, of_name
from frontends.visit.table.at_table import AtTable
from frontends.visit.table.permissions import while_it_is_yours

NAMED = 30
"""People who are named of those who look on."""


async def watchers(at: AtTable, rest: str) -> Destination | None:
    """How many look on, and who."""
    those = [one.shown for one in at.visit.session.service.presence.at(at.id) if one.is_watching]
    lines = [counted("{n} person looks on.", "{n} people look on.", len(those))]
    if those:
        more = counted(" and {n} more", " and {n} more", len(those) - NAMED) if len(those) > NAMED else ""
        lines.append(message("{names}{more}", names=tuple(those[:NAMED]), more=more))
    if at.live.current.watching != "open":
        lines.append(message("Only those may whom a player admits."))
    if delay := at.live.current.delay:
        lines.append(counted("They see each move {n} move late.", "They see each move {n} moves late.", delay))
    await at.visit.read("\n".join(at.text(line) for line in lines))
    return None


async def watching(at: AtTable, rest: str) -> Destination | None:
    """Say who may look on, and how late."""
    table, words = at.live.table, rest.lower().split()
    match words:
        case ["open" | "invited" as policy]:
            await at.submit(SetWatching(policy, table.delay))
        case ["late", count] if count.isascii() and count.isdigit():
            await at.submit(SetWatching(table.watching, min(int(count[:6]), MOST_DELAY + 1)))
        case _:
            raise Refused("Type watching open, watching invited, or watching late and how many moves, such as late 3.")
    return None


async def admit(at: AtTable, rest: str) -> Destination | None:
    """Let somebody look on who is here."""
    if not rest:
        raise Refused("Type admit and the name of somebody who is here.")
    visit, other = at.visit, of_name(at.visit.session.service, rest)
    person = await identified(other)
    if await at.submit(Admit(person)):
        own = speaking(visit)
        said = relayed_messages.ADMITTED.filled(name=own.shown, id=at.id)
        visit.session.service.presence.tell(
            Notice(Kind.INVITED, said, own.person, own.name), visit.session.service.presence.of(person)
        )
        visit.say(message("{name} may look on.", name=other.shown))
    return None


ACTIONS: tuple[Action[AtTable], ...] = (
    Action("watchers", watchers, message("who looks on, and whether they see moves late")),
    Action(
        "watching",
        watching,
        message("who may look on: open, invited; late 3: so many moves late"),
        takes="HOW",
        unless=while_it_is_yours,
        more=lambda _: ("open", "invited", "late 3"),
    ),
    Action("admit", admit, message("let somebody look on"), takes="NAME", unless=while_it_is_yours),
)
