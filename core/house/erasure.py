"""Forgetting a person, and those who have no code of their own because they play beside them at one keyboard: what is
theirs is dropped from the journal, and no game is touched. The programs for which they answer are forgotten with them.

A person's own streams, their claimed name, and the talk at every table where they spoke go whole. Games hold only an
id, which afterwards belongs to nobody: boards and replays say "somebody".
"""

from collections.abc import Iterable
from contextlib import suppress

from core.correspondence import reminders, vacations
from core.house.service import Service
from core.people import persons, talk
from core.records import fold
from core.records.stream_removal import drop
from journal import Damaged


async def forget(service: Service, person: str, known: Iterable[str] = (), *, at_once: bool = True) -> int:
    """Drop everything that is a person's own, and leave no byte of it in the store's files.

    `known` are others who have sat beside them, by their ids: at home nobody has a code that would tell.

    In a house where others play, not `at_once`: then it is overwritten at once all the same, but the files are written
    anew only when that keeps nobody waiting (see `compaction`).

    It may be done again should it be interrupted: the person's own stream goes last.

    Returns: how many streams were dropped. Raises: JournalError.
    """
    await service.views.settle()
    dropped = 0
    programs = [one.id for one in await service.directory.programs_of(person)]
    for one in (*await _beside(service, person, known), *programs, person):
        dropped += await _forget(service, one)
    await service.journal.compact(whole=at_once)
    if not at_once:
        service.compaction.ask()
    await service.views.settle()  # So that it is gone from the lists, too, before anybody is told that it is gone.
    return dropped


async def _beside(service: Service, person: str, known: Iterable[str]) -> list[str]:
    """Who has no way back but a code that this person was given, too, or was known beside them and has none at all."""
    stream = persons.stream_of(person)
    events = [event for event, _ in fold.decode(stream, await service.journal.read(stream))]
    codes = {event.digest for event in events if isinstance(event, persons.CodeGiven)}
    known = {*known}
    at_tables = {seat.person async for table in service.views.walk(person=person) for seat in table.seats}
    found = []
    for id in sorted((known | at_tables) - {person, ""}):
        with suppress(Damaged):
            other = await service.directory.person(id)
            has_no_way = id in known and not other.password and await service.directory.find_holder(other.name) != id
            if other.digest in codes or (has_no_way and not other.digest):
                found.append(id)
    return found


async def _forget(service: Service, person: str) -> int:
    tables = await service.views.talked_at(person)
    streams = [talk.stream_of(table) for table in tables]
    for stream in streams:
        await drop(service.journal, service.now, stream)
    for live in filter(None, map(service.in_play, tables)):
        await live.conversation.look_again()
    for stream in (vacations.stream_of(person), reminders.stream_of(person)):
        if await service.journal.head(stream):
            await drop(service.journal, service.now, stream)
            streams.append(stream)
    service.last_seen.forget(person)
    await service.directory.forget(person)
    header = service.journal.header
    if header is not None and person in header.names:  # They stand above the records of a file with a single game.
        await service.journal.note({"names": {id: name for id, name in header.names.items() if id != person}})
    return len(streams) + 1
