"""Talk at a table, and what can be read about it: what was said and done, where one is, why the chance is fair."""

from __future__ import annotations

from core.base.message import message
from core.sessions.others import conversation
from frontends.visit.others.who import absence
from frontends.visit.table import codes
from frontends.visit.table.at_table import AtTable
from frontends.visit.text import wording
from frontends.visit.text.fairness import proof


async def say(at: AtTable, rest: str) -> None:
    """Talk to the table, or as a spectator to the other spectators."""
    words = rest or await at.visit.ask(message("Say:"))
    if not words:
        return
    if (said := await conversation.say(at.own, words)) is not None:
        at.visit.company.echo(at.visit, at.text(said))


async def lately(at: AtTable, rest: str) -> None:
    """What was done and said lately, the newest last."""
    lines = [*at.heard.log, *at.heard.talk, *at.visit.company.heard]
    await at.visit.read("\n".join(lines) or at.text(message("Nothing has happened yet.")))


async def about(at: AtTable, rest: str) -> None:
    """The table's name, the way back to it, the proof of its fairness; on a screen also what scrolled by."""
    lines: list[str] = [at.text(line) for line in (*wording.about(at.table, codes.back(at)), *proof(at.table))]
    persons = [chair.holder.person for seat, chair in enumerate(at.live.table.chairs) if seat not in at.seats]
    lines += [at.text(said) for one in persons if (said := absence(at.visit.session.service, at.id, one)) is not None]
    if at.visit.on_screen:
        lines += ["", *at.heard.log, *at.heard.talk, *at.visit.company.heard]
    await at.visit.read("\n".join(lines))


async def fair(at: AtTable, rest: str) -> None:
    """What the house committed to, who gave luck, and how to check it."""
    await at.visit.read("\n".join(at.text(line) for line in proof(at.table)))
