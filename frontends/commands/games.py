"""What the commands of `parlour` do that need nobody at a terminal: lists, files, proofs, and forgetting.

Each answers an exit status: 0, 1 for what failed, 2 for words that do not fit.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path

import attrs
import click
import trio

from core import laws
from core.base.chance import SHORT_COMMITMENT
from core.base.game import Refused
from core.base.message import Message, message
from core.base.text import clean
from core.games import GAMES
from core.house.erasure import forget
from core.house.service import Service
from core.people.persons import Person
from core.records.whole_table import folded
from core.replay import archive
from core.replay.recorded_games import game_of, prove, prove_file
from core.table import LONGEST_NAME
from frontends.commands.environment import Misfit, check_input, is_file, journal_option, open_house, own_journal, run
from frontends.locale.language import Language, language, wanted_language
from frontends.screens.laws import screen_for
from frontends.terminal.standard_streams import show, warn
from frontends.visit.lesson import lesson_list
from frontends.visit.text import table_list
from frontends.visit.text.fairness import grouped
from frontends.visit.text.orders import MOST_PAGES, Query, find_game
from journal import Journal, JournalError, open_journal
from journal.game_lines import read_lines
from journal.threads import Threads

_HEXADECIMAL = frozenset("0123456789abcdef")
_QUESTIONS, _LAWS = Threads("questions", 1), Threads("laws", 1)
PATIENCE = 2.0
"""Seconds for which a list waits until everything is in it."""
WHOLE_COMMITMENT = WHOLE_HASH = 64
"""Hexadecimal digits."""


def list_tables(journal: str, views: Path | None, query: Query) -> int:
    """Print a page of the tables of the journal."""
    if not 1 <= query.page <= MOST_PAGES:
        raise ValueError(query.page)

    async def work() -> int:
        wanted = attrs.evolve(query, game=_game_named(query.game)) if query.game else query
        async with open_house(journal, views, reading=True) as service:
            with trio.move_on_after(PATIENCE):
                await service.views.caught_up.wait()
            owner = await service.directory.find_owner() or ""
            found = await table_list.find_tables(service, wanted, owner)
            lessons = await _lessons(service, owner) if wanted.mine and wanted.page == 1 and not wanted.game else ()
            show(table_list.show(found, own_words(), "--page ", lessons))
        return 0

    return run(work)


async def _lessons(service: Service, owner: str) -> Sequence[Message]:
    done = (await service.directory.person(owner)).lessons if owner else ()
    return [lesson_list.described(one) for one in lesson_list.under_way(dict(done))]


def complete_tables(journal: str) -> tuple[tuple[str, str], ...]:
    """The newest tables of a journal with what they are, for a shell's completion; none where it cannot be read."""

    async def work() -> tuple[tuple[str, str], ...]:
        async with open_house(journal, reading=True) as service:
            with trio.move_on_after(PATIENCE):
                await service.views.caught_up.wait()
            found = await table_list.find_tables(service, Query(everything=True), "")
            lines = (line.partition("\t") for line in table_list.completions(found, own_words()))
            return tuple((id, " ".join(what.split())) for id, _, what in lines)

    found: tuple[tuple[str, str], ...] = ()
    with suppress(Refused, JournalError, BaseExceptionGroup):
        found = trio.run(work)
    return found


def _game_named(word: str) -> str:
    try:
        return find_game(word)[0].name
    except Refused as refused:
        raise Misfit(str(refused)) from refused


async def _check_not_late(service: Service, id: str) -> None:
    """Raises: Refused for a running game that is shown late to all but its players."""
    owner = await service.directory.find_owner()
    async with service.table(id, attended=False) as live:
        table = live.table
        if table.delay and not table.ended and owner not in {chair.person for chair in table.chairs}:
            raise Refused("Game {id} is shown late to those who look on: export it when it is over.", id=id)


def export_game(journal: str, id: str, file: Path, force: bool) -> int:
    """Write a game to a file."""

    async def work() -> int:
        async with open_house(journal, reading=True) as service:
            await game_of(service.journal, id)
            await _check_not_late(service, id)
            if not force and archive.is_there(file):
                raise Refused("{file} exists already: choose another name, or use --force.", file=str(file))
            last = await archive.export(service, id, file, overwrite=force)
        show(f"{last.seq} records of game {id} are in {file} now. They end in {grouped(last.hash)}.")
        return 0

    return run(work)


def import_game(journal: str, file: Path) -> int:
    """Bring a game from a file into the journal."""

    async def work() -> int:
        lines = read_lines(file)
        for notice in lines.notices:
            warn(notice)
        async with open_house(journal) as service:
            id = await archive.restore(service, lines)
            table = await folded(id, await service.records(id))
        onward = "replay" if table.ended else f"play {table.game.name} --table"
        purpose = "see it" if table.ended else "go on with it"
        show(f"{file} is game {id} now: type parlour {onward} {id}{journal_option(journal)} to {purpose}.")
        return 0

    return run(work)


def verify(journal: str, game: str, commitment: str, end: str) -> int:
    """Decide a whole game again, and compare what was noted of it: the house's commitment, and an end."""

    async def work() -> int:
        promised = _commitment(commitment) if commitment else ""
        noted = _end(end) if end else ""
        if is_file(game):
            proof = prove_file(read_lines(Path(game)), promised, noted)
        else:
            url = journal or own_journal()
            async with open_journal(url, read_only=bool(journal) and journal != "memory:") as opened:
                proof = await prove(opened, game, promised, noted)
        show(f"{game} is as it should be: {proof.game}, {proof.records} records.")
        show(f"They end in {grouped(proof.end)}.")
        if noted:
            show("Nothing was changed or left out up to the end that you noted.")
        if proof.house_seed:
            show(f"They follow from the rules and the house seed {proof.house_seed}.")
        else:
            show("They follow from the rules and the seed, which is told when the game is over.")
            show("The game is not over: nobody can tell from this whether later moves were left out.")
        if promised:
            show("The house seed is the one that was committed to.")
        return 0

    return run(work)


def _end(noted: str) -> str:
    """The end of a game's records as somebody noted it, however it was grouped. Raises: Misfit."""
    digits = _digits(noted)
    if not (SHORT_COMMITMENT <= len(digits) <= WHOLE_HASH and _HEXADECIMAL.issuperset(digits)):
        raise Misfit(f"--end wants the {SHORT_COMMITMENT} digits in which export or verify said that the records end.")
    return digits


def _digits(noted: str) -> str:
    return "".join(noted.lower().split())


def _commitment(noted: str) -> str:
    """A commitment as somebody noted it, however it was grouped. Raises: Misfit."""
    digits = _digits(noted)
    if not _HEXADECIMAL.issuperset(digits) or len(digits) > WHOLE_COMMITMENT:
        raise Misfit("--commitment wants the hexadecimal digits that fair has shown, 32 or all 64 of them.")
    if len(digits) < SHORT_COMMITMENT:
        raise Misfit(
            f"--commitment wants {SHORT_COMMITMENT} digits at least, and these are {len(digits)}: "
            "a house could have prepared two seeds whose commitments begin alike, so fewer prove nothing."
        )
    return digits


def show_statistics(journal: str, views: Path | None, player: str | None) -> int:
    """Print what everybody of a name, or everybody, has played."""

    async def work() -> int:
        async with open_house(journal, views, reading=True) as service:
            await service.views.caught_up.wait()
            named = service.views.persons_called(player) if player else _all_persons(service)
            paragraphs = [paragraph for id in await named if (paragraph := await _statistics(service, id))]
            nothing = message("Nobody has played here yet.")
            if player:
                nothing = message("{name} has played nothing yet.", name=player)
            show("\n\n".join(paragraphs) or own_words().say(nothing))
            damaged = await service.views.damaged()
            for stream in damaged:
                warn(f"{stream.stream} is damaged and left out: {stream.why}.")
        return 1 if damaged else 0

    return run(work)


async def _all_persons(service: Service) -> tuple[str, ...]:
    return tuple([id async for id in _persons(service.journal)])


async def _persons(journal: Journal) -> AsyncIterator[str]:
    """The ids of all persons of the journal, the newest first."""
    after = 0
    while True:
        page = await journal.streams("person/", after)
        for summary in page.summaries:
            yield summary.stream.removeprefix("person/")
        if page.next is None:
            return
        after = page.next


async def _statistics(service: Service, id: str) -> str:
    """A person's name and what they have played; empty when they have played nothing."""
    if not await service.views.statistics_of(id):
        return ""
    await service.directory.learn([id])
    name = service.directory.name(id)
    words = own_words()
    return "\n".join((name, *(words.say(line) for line in await service.views.show_statistics(id, name))))


def own_words() -> Language:
    """The language of this process's environment."""
    return language(wanted_language(os.environ))


def forget_person(journal: str, views: Path | None, name: str, id: str | None, sure: bool) -> int:
    """Drop what is a person's own."""

    async def work() -> int:
        async with open_house(journal, views) as service:
            person = await _found(service, clean(name, LONGEST_NAME), id)
            question = (
                f"Forget {person.name} ({person.id})? Name and code go, and all that was said at the tables where "
                "they spoke; their games stay, played by somebody."
            )
            if not sure:
                check_input("use --yes if you are sure")
            if not sure and not await _is_confirmed(question):
                show("Nothing was forgotten.")
                return 1
            dropped = await forget(service, person.id)
        gone = "1 stream is" if dropped == 1 else f"{dropped} streams are"
        show(f"{person.name} is forgotten: {gone} gone from the journal.")
        return 0

    return run(work)


async def _is_confirmed(question: str) -> bool:
    """Whether the person says yes; where input ends before, they do not."""
    try:
        # In a thread, because the house keeps its lists up to date while the person thinks; Ctrl-C leaves it behind.
        return await _QUESTIONS.run(click.confirm, question, abandon_on_cancel=True)
    except click.Abort:
        show("")
        return False


async def _found(service: Service, name: str, id: str | None) -> Person:
    """The one person who is meant. Raises: Refused."""
    await service.views.caught_up.wait()
    ids = await service.views.persons_called(name)
    persons = [await service.directory.person(one) for one in ids if id in (None, one)]
    if not persons:
        raise Refused("Nobody here is called {name}: type parlour stats for those there are.", name=name)
    if len(persons) > 1:
        listed = ", ".join(person.id for person in persons)
        raise Refused(
            "Several persons are called {name}: say which with --id and one of {ids}.", name=name, ids=listed
        )  # fmt: skip
    return persons[0]


def check(word: str, examples: int) -> int:
    """Put a game to the laws that every game keeps."""

    async def work() -> int:
        game = GAMES[_game_named(word)]
        seed = secrets.token_bytes(16)
        try:
            # Nothing is kept, so Ctrl-C need not wait for the end of it.
            report = await _LAWS.run(laws.check, game, examples, seed, screen_for(game), abandon_on_cancel=True)
        except laws.Broken as broken:
            raise Refused("{title} breaks a law: {why}", title=game.title, why=str(broken)) from broken
        for law, count in report.counts.items():
            show(f"{count:>8}  {law.replace('_', ' ')}")
        show(f"{game.title} keeps the laws: {report.examples} games of random play, seed {seed.hex()}.")
        return 0

    return run(work)
