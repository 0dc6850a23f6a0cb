"""What operators can do to a house as it runs: each order is a row of one table, for the socket and for telnet alike.

What an order does is written to the journal first, with who gave it, and then carried out: here, and in every other
house on the same journal that it concerns.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import attrs

from core import ruling
from core.game import Refused
from core.message import Message, message
from core.presence import Present
from core.ruling import Announced, Banned, Kicked, Kind, Muted, Subject
from core.spans import span
from core.table import Close
from core.words import clean
from frontends import logs
from frontends.admin.desk import KICKED, Desk, named, subject_of
from frontends.admin.words import split_time
from frontends.config_file import load_config
from frontends.telnet.sending import Why
from frontends.telnet.server import Caller
from frontends.visit import Visit
from frontends.visit.who import identified
from journal import split_url
from journal.backups import back_up

SHELL = "shell:"
"""How those are written down who give orders on the house's own machine; others are persons."""
LONGEST_TEXT = 400
"""Characters of an announcement."""
Lines = Sequence[Message]


@attrs.frozen
class Order:
    """One row: a word, and what it does with what was typed after it."""

    word: str
    run: Callable[[Desk, str, str], Awaitable[Lines]]
    """Of the desk, the rest of the line, and who it is. Raises: Refused, JournalError."""
    help: Message
    takes: str = ""
    in_shell: bool = False
    """Whether only those may give it who have the house's machine."""


async def do(desk: Desk, line: str, by: str, *, in_shell: bool) -> Lines:
    """Do what a line says. `by` is written down with it. Raises: Refused, JournalError."""
    word, _, rest = line.strip().partition(" ")
    order = next((order for order in ORDERS if order.word == word.lower()), None)
    if order is None:
        raise Refused('"{word}" is no order: help lists those there are.', word=clean(word, 20))
    if order.in_shell and not in_shell:
        raise Refused("That is done on the house's own machine: parlour admin {word}.", word=order.word)
    try:
        said = await order.run(desk, " ".join(rest.split()), by)
    except Refused as refused:
        logs.note(logging.INFO, "admin-refused", by=by, order=line, why=str(refused))
        raise
    logs.note(logging.INFO, "admin", by=by, order=line)
    return said


def _ends(until: int) -> Message:
    return message("until {time}", time=ruling.time_of(until)) if until else message("for ever")


async def who(desk: Desk, rest: str, by: str) -> Lines:
    """Who is in."""
    said = [_described(desk, caller) for caller in sorted(desk.house.callers, key=lambda one: one.number)]
    said += [_described_there(desk, one) for one in desk.service.presence.everybody() if one.house]
    return said or [message("Nobody is in the house.")]


def _described(desk: Desk, caller: Caller[Visit]) -> Message:
    present = caller.visit.company.present if caller.visit is not None else None
    if present is None:
        return message("#{number}  {address}, at the door", number=caller.number, address=caller.address)
    known = message("guest") if present.is_guest else message("person {id}", id=present.person)
    return message(
        "#{number}  {name}, {known}, {address}, {where}, idle for {span}",
        number=caller.number, name=present.name, known=known, address=caller.address, where=_where(present),
        span=span(desk.service.now() - present.heard_at),
    )  # fmt: skip


def _described_there(desk: Desk, one: Present) -> Message:
    known = message("guest") if one.is_guest else message("person {id}", id=one.person)
    return message(
        "{name}, {known}, in another house, {where}, idle for {span}",
        name=one.name, known=known, where=_where(one), span=span(max(0.0, desk.service.now() - one.heard_at)),
    )  # fmt: skip


def _where(present: Present) -> Message:
    if not present.table:
        return message("in the lobby")
    template = message("watching {table}") if present.is_watching else message("at {table}")
    return template.filled(table=present.table)


async def kick(desk: Desk, rest: str, by: str) -> Lines:
    """Show somebody out, who may come again."""
    callers, elsewhere = desk.called(rest), desk.elsewhere(rest)
    desk.check_found(rest, callers, elsewhere)
    there = [Subject(Kind.PERSON, await identified(one)) for one in elsewhere]
    for subject in dict.fromkeys((*map(subject_of, callers), *there)):
        await desk.office.record(Kicked(subject, by))
    for caller in callers:
        desk.house.show_out(caller, Why.KICKED, KICKED)
    return [message("Shown out: {count}.", count=len(callers) + len(elsewhere))]


async def ban(desk: Desk, rest: str, by: str) -> Lines:
    """Let somebody in no more."""
    name, until = split_time(rest, desk.service.now())
    said = []
    for subject in await desk.subjects(name):
        if by == f"person:{subject.value}":
            raise Refused("That is you: somebody else has to do that.")
        await desk.office.record(Banned(subject, until, by))
        said.append(message("{who} may not come in {until}.", who=await named(desk, subject), until=_ends(until)))
    return said + _ruled_elsewhere(desk, name, until, by, is_ban=True)


def _ruled_elsewhere(desk: Desk, name: str, until: int, by: str, *, is_ban: bool) -> list[Message]:
    """Ask other houses to rule on their guests."""
    guests = [one for one in desk.elsewhere(name) if one.is_guest]
    for one in guests:
        desk.service.neighbours.rule(one, is_ban=is_ban, until=until, by=by)
    asked = message("{name} is a guest of another house, which is asked to see to it: bans lists them then.")
    return [asked.filled(name=one.name) for one in guests]


async def unban(desk: Desk, rest: str, by: str) -> Lines:
    """Let somebody in again."""
    return [await _lift(desk, subject, by) for subject in await _known_subjects(desk, rest)]


async def _known_subjects(desk: Desk, text: str) -> Sequence[Subject]:
    """Whom a text means. Raises: Refused for guests of other houses, of whom nothing more is known here."""
    if found := await desk.subjects(text):
        return found
    raise Refused("{name} is a guest of another house: name the address that bans lists.", name=clean(text, 40))


async def _lift(desk: Desk, subject: Subject, by: str) -> Message:
    shown = await named(desk, subject)
    if all(ban.subject != subject for ban in desk.office.rulings.bans):
        raise Refused("{who} is not banned: bans lists those who are.", who=shown)
    await desk.office.record(ruling.Unbanned(subject, by))
    person, address = (subject.value, "") if subject.kind is Kind.PERSON else ("", subject.value)
    if left := desk.office.rulings.ban_on(person, address, desk.service.now()):
        other = await named(desk, left.subject)
        return message("{who} stays out as long as {other} is banned: unban that, too.", who=shown, other=other)
    return message("{who} may come in again.", who=shown)


async def bans(desk: Desk, rest: str, by: str) -> Lines:
    """Who may not come in, or not talk."""
    now, found = desk.service.now(), desk.office.rulings
    said = []
    both: tuple[Banned | Muted, ...] = (*found.bans, *found.mutes)
    for one in both:
        if not one.until or now < one.until:
            template = message("{who} may not talk {until}, says {by}.")
            if isinstance(one, Banned):
                template = message("{who} may not come in {until}, says {by}.")
            who = await named(desk, one.subject)
            said.append(template.filled(who=who, until=_ends(one.until), by=one.by))
    return said or [message("Nobody is banned or muted.")]


async def mute(desk: Desk, rest: str, by: str) -> Lines:
    """Let somebody play on, but not talk."""
    name, until = split_time(rest, desk.service.now())
    said = []
    for subject in await desk.subjects(name):
        await desk.office.record(ruling.Muted(subject, until, by))
        said.append(message("{who} may not talk {until}.", who=await named(desk, subject), until=_ends(until)))
    return said + _ruled_elsewhere(desk, name, until, by, is_ban=False)


async def unmute(desk: Desk, rest: str, by: str) -> Lines:
    """Let somebody talk again."""
    said = []
    for subject in await _known_subjects(desk, rest):
        shown = await named(desk, subject)
        if all(mute.subject != subject for mute in desk.office.rulings.mutes):
            raise Refused("{who} is not muted: bans lists those who are.", who=shown)
        await desk.office.record(ruling.Unmuted(subject, by))
        said.append(message("{who} may talk again.", who=shown))
    return said


async def announce(desk: Desk, rest: str, by: str) -> Lines:
    """Tell everybody something."""
    text = clean(rest, LONGEST_TEXT)
    if not text:
        raise Refused("Say what everybody is to be told.")
    await desk.office.record(Announced(text, by))
    elsewhere = sum(bool(one.house) for one in desk.service.presence.everybody())
    return [message("Told to {count} who are in.", count=desk.house.visitors + elsewhere)]


async def close(desk: Desk, rest: str, by: str) -> Lines:
    """End a table for everybody."""
    if not rest:
        raise Refused("Say which table it is: who tells where people are, and parlour list has them all.")
    async with desk.service.table(rest, attended=False) as live:
        if live.table.ended:
            raise Refused("This game is over.")
        await desk.office.record(ruling.Closed(rest, by))
        await live.submit(Close(), None)
    return [message("Table {id} is closed.", id=rest)]


async def drain(desk: Desk, rest: str, by: str) -> Lines:
    """Open no new tables, and close the house when it is empty or at a time."""
    if rest.lower() == "off":
        await desk.office.record(ruling.DrainEnded(by))
        desk.drain.end()
        return [message("The house goes on as before.")]
    name, until = split_time(rest, desk.service.now())
    if name:
        raise Refused("Type drain, drain until TIME, drain for 30 minutes, or drain off.")
    await desk.office.record(ruling.DrainBegun(until, by))
    desk.drain.begin(until)
    return [message("No new tables are opened; the house closes when it is empty.")]


async def reload(desk: Desk, rest: str, by: str) -> Lines:
    """Read the settings again."""
    if desk.setup.config is None:
        raise Refused("The house was opened without --config, so there are no settings to be read again.")
    before = desk.settings
    desk.heed(load_config(desk.setup.config))
    await desk.office.record(ruling.Reloaded(by))
    lines = [message("The settings of {path} hold now.", path=str(desk.setup.config))]
    if desk.settings.traffic != before.traffic:
        lines.append(message("What has changed in section [traffic] holds for those who come from now on."))
    return lines


async def snapshot(desk: Desk, rest: str, by: str) -> Lines:
    """Write a backup of the journal."""
    name = rest.removesuffix(" force")
    force = name != rest
    if not Path(name).is_absolute():
        raise Refused("Name a file by its whole path, such as /var/backups/parlour.db.")
    if split_url(desk.setup.journal)[0] == "memory":
        raise Refused("This house's journal is in memory and kept nowhere, so there is no backup of it.")
    _check_free(Path(name), force=force)
    checked = await back_up(desk.setup.journal, Path(name), overwrite=force)
    await desk.office.record(ruling.BackedUp(name, by))
    damaged = [message("Damaged in the journal, and so in the backup: {stream}.", stream=one.stream) for one in
               checked.damaged]  # fmt: skip
    return [message("{count} records are in {file}, and checked.", count=checked.records, file=name), *damaged]


def _check_free(path: Path, *, force: bool) -> None:
    """Raises Refused for what is there already, or cannot be written over."""
    try:
        is_there, is_file = path.exists(), path.is_file()
    except (OSError, ValueError) as error:
        raise Refused("{file} is no name for a file here: choose another one.", file=str(path)[:80]) from error
    if is_there and not (is_file and force):
        raise Refused("{file} exists already: choose another name, or add the word force.", file=str(path))


async def mark(desk: Desk, rest: str, by: str) -> Lines:
    """Let a person give orders over telnet."""
    person = await _holder(desk, rest)
    await desk.office.record(ruling.Marked(person, by))
    return [message("{name} may give orders now: the word admin in the lobby.", name=rest)]


async def unmark(desk: Desk, rest: str, by: str) -> Lines:
    """Let a person give orders no more."""
    person = await _holder(desk, rest)
    if person not in desk.office.rulings.admins:
        raise Refused("{name} may not give orders anyway: admins lists those who may.", name=rest)
    await desk.office.record(ruling.Unmarked(person, by))
    return [message("{name} may not give orders any more.", name=rest)]


async def _holder(desk: Desk, name: str) -> str:
    if not name:
        raise Refused("Say who it is: a name that is registered.")
    person = await desk.service.directory.find_holder(name)
    if person is None:
        raise Refused(
            'Nobody holds the name "{name}" here: only persons with a claimed name can.', name=clean(name, 40)
        )
    return person


async def admins(desk: Desk, rest: str, by: str) -> Lines:
    """Who may give orders over telnet."""
    found = sorted(desk.office.rulings.admins)
    said = [message("{who}", who=await named(desk, Subject(Kind.PERSON, person))) for person in found]
    return said or [message("Nobody may give orders over telnet.")]


async def help_(desk: Desk, rest: str, by: str) -> Lines:
    """What there is."""
    row, in_shell = message("{word}  {help}"), by.startswith(SHELL)
    those = [order for order in ORDERS if in_shell or not order.in_shell]
    return [
        *(row.filled(word=f"{order.word} {order.takes}".ljust(23), help=order.help) for order in those),
        message("WHOM is a name, #N as who lists them, an address, or a network such as 192.0.2.0/24."),
        message("TIME is as in: until 2026-12-01 20:15, for 30 minutes, for 2 days. Without one it is for ever."),
    ]


WHOM = "WHOM [TIME]"
ORDERS = (
    Order("who", who, message("who is in, where from, and how long idle")),
    Order("kick", kick, message("show somebody out, who may come again"), "WHOM"),
    Order("ban", ban, message("let somebody, an address or a network in no more"), WHOM),
    Order("unban", unban, message("let them in again"), "WHOM"),
    Order("bans", bans, message("who may not come in, or not talk")),
    Order("mute", mute, message("let somebody play on, but not talk"), WHOM),
    Order("unmute", unmute, message("let them talk again"), "WHOM"),
    Order("announce", announce, message("tell everybody something"), "TEXT"),
    Order("close", close, message("end a table; nobody wins"), "ID"),
    Order("drain", drain, message("no new tables; close when empty, or at a time"), "[TIME|off]"),
    Order("reload", reload, message("read the settings of --config again")),
    Order("snapshot", snapshot, message("a backup of the journal"), "FILE [force]", in_shell=True),
    Order("mark", mark, message("let a person give orders over telnet"), "NAME", in_shell=True),
    Order("unmark", unmark, message("let them give orders no more"), "NAME", in_shell=True),
    Order("admins", admins, message("who may give orders over telnet")),
    Order("help", help_, message("this list")),
)
