"""`parlour stats`: what everybody of a name, or everybody, has played."""

from pathlib import Path

from core.base.message import message
from core.house.service import Service
from frontends.commands.environment import command, open_house, own_words
from frontends.terminal.standard_streams import show, warn
from journal import Journal
from journal.operations.copy import Pages

PERSON = "person/"


@command
async def show_statistics(journal: str, views: Path | None, player: str | None) -> int:
    """Print what everybody of a name, or everybody, has played."""
    async with open_house(journal, views, reading=True) as service:
        await service.views.caught_up.wait()
        ids = await (service.views.persons_called(player) if player else _all_persons(service.journal))
        paragraphs = [paragraph for id in ids if (paragraph := await _statistics(service, id))]
        nothing = message("Nobody has played here yet.")
        if player:
            nothing = message("{name} has not played yet.", name=player)
        show("\n\n".join(paragraphs) or own_words().say(nothing))
        damaged = await service.views.damaged()
        for stream in damaged:
            warn(f"{stream.stream} is damaged and left out: {stream.why}.")
    return 1 if damaged else 0


async def _all_persons(journal: Journal) -> list[str]:
    """The ids of all persons of the journal, the newest first."""
    return [one.stream.removeprefix(PERSON) async for page in Pages(journal, PERSON) for one in page.summaries]


async def _statistics(service: Service, id: str) -> str:
    """A person's name and what they have played; empty when they have played nothing."""
    if not await service.views.statistics_of(id):
        return ""
    await service.directory.learn([id])
    name = service.directory.shown_name(id)
    words = own_words()
    return "\n".join((name, *(words.say(line) for line in await service.views.show_statistics(id, name))))
