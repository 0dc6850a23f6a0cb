"""`parlour forget`: drop what is a person's own."""

from pathlib import Path

import click

from core.base.game import Refused
from core.base.text import clean
from core.house.erasure import forget
from core.house.service import Service
from core.people.persons import Person
from core.table import LONGEST_NAME
from frontends.commands.environment import check_input, command, open_house
from frontends.terminal.standard_streams import show
from journal.blocking_threads import Threads

_QUESTIONS = Threads("questions", 1)


@command
async def forget_person(journal: str, views: Path | None, name: str, id: str | None, yes: bool) -> int:
    """Delete what belongs to a person."""
    async with open_house(journal, views) as service:
        person = await _found(service, clean(name, LONGEST_NAME), id)
        question = (
            f"Forget {person.name} ({person.id})? This deletes the name, the code and all talk at the tables where "
            'they spoke. Their games stay, played by "somebody".'
        )
        if not yes:
            check_input("use --yes if you are sure")
            if not await _is_confirmed(question):
                show("Nothing was deleted.")
                return 1
        dropped = await forget(service, person.id)
    deleted = "1 stream was" if dropped == 1 else f"{dropped} streams were"
    show(f"{person.name} is forgotten: {deleted} deleted from the journal.")
    return 0


async def _is_confirmed(question: str) -> bool:
    """Whether the person says yes; where input ends before, they do not."""
    try:
        # In a thread, because the house keeps its lists up to date while the person thinks; Ctrl-C leaves it behind.
        return await _QUESTIONS.run(click.confirm, question, abandon_on_cancel=True)
    except click.Abort:
        show("")
        return False


async def _found(service: Service, name: str, id: str | None) -> Person:
    """The one person of that name, or of that id. Raises: Refused."""
    await service.views.caught_up.wait()
    ids = await service.views.persons_called(name)
    persons = [await service.directory.person(one) for one in ids if id in (None, one)]
    if not persons:
        raise Refused("Nobody here is called {name}: type parlour stats to see who has played.", name=name)
    if len(persons) > 1:
        listed = ", ".join(person.id for person in persons)
        raise Refused(
            "Several people are called {name}: say which with --id and one of {ids}.", name=name, ids=listed
        )  # fmt: skip
    return persons[0]
