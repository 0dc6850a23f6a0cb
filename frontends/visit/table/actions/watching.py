"""Who watches a table, and whom players let watch."""

from core.base.game import Refused
from core.base.message import counted, message
from core.sessions.at_table import watching
from frontends.visit.action import Action, Topic, under
from frontends.visit.table.at_table import AtTable
from frontends.visit.table.permissions import while_it_is_yours

NAMED = 30
"""Watchers who are named."""


async def watchers(at: AtTable, rest: str) -> None:
    """How many people watch, and who."""
    those = watching.watchers(at.own)
    lines = [counted("{n} person watches.", "{n} people watch.", len(those))]
    if those:
        more = counted(" and {n} more", " and {n} more", len(those) - NAMED) if len(those) > NAMED else ""
        lines.append(message("{names}{more}", names=those[:NAMED], more=more))
    if at.live.current.watching != "open":
        lines.append(message("Only people a player admits may watch."))
    if delay := at.live.current.delay:
        lines.append(counted("They see each move {n} move late.", "They see each move {n} moves late.", delay))
    await at.visit.read(*lines)


async def set_watching(at: AtTable, rest: str) -> None:
    """Say who may watch, and how late."""
    match rest.lower().split():
        case ["open" | "invited" as policy]:
            await watching.set_watching(at.own, policy=policy)
        case ["late", count] if count.isascii() and count.isdigit():
            await watching.set_watching(at.own, delay=int(count[:6]))
        case _:
            raise Refused("Type watching open, watching invited, or watching late 3: three moves late.")


async def admit(at: AtTable, rest: str) -> None:
    """Let somebody who is here watch."""
    if not rest:
        raise Refused("Type admit and the name of somebody who is here.")
    admitted = await watching.admit(at.own, rest)
    at.visit.say(message("{name} may watch.", name=admitted))


ACTIONS: tuple[Action[AtTable], ...] = under(
    Topic.WATCHING,
    Action("watchers", watchers, message("who watches, and how late they see moves")),
    Action(
        "watching",
        set_watching,
        message("who may watch: open, invited; late 3: three moves late"),
        takes="HOW",
        has_own_words=True,
        unless=while_it_is_yours,
        more=lambda _: ("open", "invited", "late 3"),
    ),
    Action("admit", admit, message("let somebody watch"), takes="NAME", unless=while_it_is_yours),
)
