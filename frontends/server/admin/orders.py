"""What operators can do to a house as it runs: each order is a row of one table, for the socket and for telnet alike.

What an order does is written to the journal first, with who gave it, and then carried out: here, and in every other
house on the same journal that it concerns.
"""

import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

import attrs

from core.base.durations import DAY, span
from core.base.game import Refused
from core.base.message import Message, message
from core.base.text import clean
from core.house import tournaments
from core.moderation import bans as rulings
from core.moderation.bans import Kind, Subject, time_of
from core.people.directory import draw_secret
from core.presence.other_houses.neighbours import tell_difference
from core.presence.roster import Present
from core.records.house_clock import HouseClock
from core.sessions.at_table import fairness
from core.table import Close
from frontends.server import logs
from frontends.server.admin import bans, last_seen, reports
from frontends.server.admin.desk import Desk, Lines, named, subject_of
from frontends.server.admin.order_words import split_time
from frontends.server.config import load_config
from frontends.server.guests import Guest
from frontends.telnet.output import Why
from frontends.telnet.server import Caller
from journal import split_url
from journal.operations.backup import back_up

SHELL = "shell:"
"""How those are written down who give orders on the house's own machine; others are persons."""
LONGEST_TEXT = 400
"""Characters of an announcement."""


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
    is_logged: bool = True


async def do(desk: Desk, line: str, by: str, *, in_shell: bool) -> Lines:
    """Do what a line says. `by` is written down with it. Raises: Refused, JournalError."""
    word, _, rest = line.strip().partition(" ")
    order = next((order for order in ORDERS if order.word == word.lower()), None)
    if order is None:
        raise Refused('"{word}" is not an order: help lists them all.', word=clean(word, 20))
    if order.in_shell and not in_shell:
        raise Refused("That is done on the house's own machine: parlour admin {word}.", word=order.word)
    try:
        said = await order.run(desk, " ".join(rest.split()), by)
    except Refused as refused:
        logs.note(logging.INFO, "admin-refused", by=by, order=line, why=str(refused))
        raise
    if order.is_logged:
        logs.note(logging.INFO, "admin", by=by, order=line)
    return said


async def who(desk: Desk, rest: str, by: str) -> Lines:
    """Who is in."""
    said = [_described(desk, caller) for caller in sorted(desk.house.callers, key=lambda one: one.number)]
    said += [_described_there(desk, one) for one in desk.service.presence.everybody() if one.house]
    return [*(said or [message("Nobody is in the house.")]), *_clocks(desk)]


def _clocks(desk: Desk) -> Lines:
    """The houses whose clocks differ, and what follows from that."""
    now, times = desk.service.now, desk.service.neighbours.times
    said = [tell_difference(one) for one in times.differences(now())]
    if times.wrong_by(now()):
        said.append(message("Games with a clock cannot begin in this house: set its clock right, then restart it."))
    if isinstance(now, HouseClock) and now.set_by:
        said.append(now.tell())
    return said


def _described(desk: Desk, caller: Caller[Guest]) -> Message:
    present = caller.visit.session.present if caller.visit is not None else None
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
    """End the visits of a person, who may come again."""
    callers, elsewhere = desk.called(rest), desk.elsewhere(rest)
    desk.check_found(rest, callers, elsewhere)
    there = [Subject(Kind.PERSON, await one.somebody.identify()) for one in elsewhere]
    for subject in dict.fromkeys((*map(subject_of, callers), *there)):
        await desk.moderation.record(rulings.Kicked(subject, by))
    for caller in callers:
        desk.house.show_out(caller, Why.KICKED)
    return [message("Shown out: {count}.", count=len(callers) + len(elsewhere))]


async def announce(desk: Desk, rest: str, by: str) -> Lines:
    """Tell everybody something."""
    text = clean(rest, LONGEST_TEXT)
    if not text:
        raise Refused("Type announce and what to tell everybody.")
    await desk.moderation.record(rulings.Announced(text, by))
    elsewhere = sum(bool(one.house) for one in desk.service.presence.everybody())
    return [message("Told to everybody here: {count}.", count=desk.house.visitors + elsewhere)]


async def close(desk: Desk, rest: str, by: str) -> Lines:
    """End a table for everybody."""
    if not rest:
        raise Refused("Say which table: who shows where people are, parlour list shows all tables.")
    async with desk.service.table(rest, attended=False) as live:
        if live.table.ended:
            raise Refused("This game is over.")
        await desk.moderation.record(rulings.Closed(rest, by))
        await live.submit(Close())
    return [message("Table {id} is closed.", id=rest)]


async def cancel(desk: Desk, rest: str, by: str) -> Lines:
    """Call off a tournament."""
    cancelled = await tournaments.cancel(desk.service, rest.lower(), by, is_operator=True)
    return [message("Tournament {id} is cancelled.", id=cancelled.id)]


async def seal(desk: Desk, rest: str, by: str) -> Lines:
    """Seal the daily deals of the coming days anew, for a secret that has leaked."""
    if rest.lower() != "days":
        raise Refused("Type seal days: the daily deals to come get a new secret, and a new beacon.")
    made = await desk.service.dailies.seal_anew()
    return [*fairness.days([made], None), message("Publish these digits, and say why: the public log shows both.")]


async def drain(desk: Desk, rest: str, by: str) -> Lines:
    """Open no new tables, and close the house when it is empty or at a time."""
    if rest.lower() == "off":
        await desk.moderation.record(rulings.DrainEnded(by))
        desk.drain.end()
        return [message("The house goes on as before.")]
    name, until = split_time(rest, desk.service.now())
    if name:
        raise Refused("Type drain, drain until TIME, drain for 30 minutes, or drain off.")
    await desk.moderation.record(rulings.DrainBegun(until, by))
    desk.drain.begin(until)
    return [message("No new tables are opened; the house closes when it is empty.")]


async def reload(desk: Desk, rest: str, by: str) -> Lines:
    """Read the settings again."""
    if desk.setup.config is None:
        raise Refused("The house was opened without --config, so there are no settings to read again.")
    before = desk.settings
    desk.reconfigure(load_config(desk.setup.config))
    await desk.moderation.record(rulings.Reloaded(by))
    lines = [message("The settings of {path} now apply.", path=str(desk.setup.config))]
    if desk.settings.traffic != before.traffic:
        lines.append(message("Changes in section [traffic] apply to people who come from now on."))
    return lines


async def snapshot(desk: Desk, rest: str, by: str) -> Lines:
    """Write a backup of the journal."""
    name = rest.removesuffix(" force")
    force = name != rest
    if not Path(name).is_absolute():
        raise Refused("Give the full path of a file, such as /var/lib/parlour/backups/NAME.db.")
    if split_url(desk.setup.journal)[0] == "memory":
        raise Refused("This house's journal is only in memory, so it cannot be backed up.")
    _check_free(Path(name), force=force)
    checked = await back_up(desk.setup.journal, Path(name), overwrite=force)
    await desk.moderation.record(rulings.BackedUp(name, by))
    damaged = [message("Damaged in the journal, and so in the backup: {stream}.", stream=one.stream) for one in
               checked.damaged]  # fmt: skip
    return [message("{count} records are in {file}, all checked.", count=checked.records, file=name), *damaged]


def _check_free(path: Path, *, force: bool) -> None:
    """Raises Refused for what is there already, or cannot be written over."""
    try:
        is_there, is_file = path.exists(), path.is_file()
    except (OSError, ValueError) as error:
        raise Refused("{file} cannot be a file name here: choose another one.", file=str(path)[:80]) from error
    if is_there and not (is_file and force):
        raise Refused("{file} exists already: choose another name, or add the word force.", file=str(path))


async def mark(desk: Desk, rest: str, by: str) -> Lines:
    """Let a person give orders over telnet."""
    person = await _holder(desk, rest)
    await desk.moderation.record(rulings.Marked(person, by))
    return [message("{name} may give orders now: type admin in the lobby.", name=rest)]


async def unmark(desk: Desk, rest: str, by: str) -> Lines:
    """Take a person's right to give orders over telnet."""
    person = await _holder(desk, rest)
    if person not in desk.moderation.rulings.admins:
        raise Refused("{name} could not give orders anyway: admins lists who can.", name=rest)
    await desk.moderation.record(rulings.Unmarked(person, by))
    return [message("{name} may not give orders any more.", name=rest)]


async def _holder(desk: Desk, name: str) -> str:
    if not name:
        raise Refused("Say who it is: a registered name.")
    person = await desk.service.directory.find_holder(name)
    if person is None:
        raise Refused('Nobody has registered the name "{name}": check how it is written.', name=clean(name, 40))
    return person


async def reset(desk: Desk, rest: str, by: str) -> Lines:
    """Give a person who has lost their password a code with which to set another one, once."""
    person = await _holder(desk, rest)
    known = await desk.service.directory.person(person)
    if not known.password:
        raise Refused("{name} has no password: only registered people have one.", name=known.name)
    secret, until = draw_secret(), int(desk.service.now() + DAY)
    await desk.moderation.record(rulings.PasswordReset(person, by))
    await desk.service.directory.give_reset(person, secret, until)
    code = "-".join((secret[:4], secret[4:8], secret[8:]))
    return [
        message(
            "Tell {name} to type that name at the door, and this code in place of the password, until {time}: {code}",
            name=known.name, time=time_of(until), code=code,
        )
    ]  # fmt: skip


async def admins(desk: Desk, rest: str, by: str) -> Lines:
    """Who may give orders over telnet."""
    found = sorted(desk.moderation.rulings.admins)
    said = [message("{who}", who=await named(desk, Subject(Kind.PERSON, person))) for person in found]
    return said or [message("Nobody may give orders over telnet.")]


async def ready(desk: Desk, rest: str, by: str) -> Lines:
    """Whether the house and its journal answer: for machines, which ask again and again."""
    await desk.service.journal.head(rulings.STREAM)
    return [message("The house is open.")]


async def help_(desk: Desk, rest: str, by: str) -> Lines:
    """All orders."""
    row, in_shell = message("{word}  {help}"), by.startswith(SHELL)
    those = [order for order in ORDERS if in_shell or not order.in_shell]
    return [
        *(row.filled(word=f"{order.word} {order.takes}".ljust(23), help=order.help) for order in those),
        message("WHOM is a name, #N as who lists them, an address, or a network such as 192.0.2.0/24."),
        message("TIME: until 2026-12-01 20:15, for 30 minutes, for 2 days. Without it: until an operator lifts it."),
        message("Add because and a reason that they are told, note and one that they are not:"),
        message("ban Anna for 2 days because she shouts at guests note the second time this month"),
        message("mute Anna quietly for 1 day: she sees what she says, and nobody else does."),
    ]


TERMS = "WHOM [TIME] ..."
"""And a reason and a note, as help says."""
ORDERS = (
    Order("who", who, message("who is in, where from, and idle for how long")),
    Order("kick", kick, message("show somebody out; they may come again"), "WHOM"),
    Order("ban", bans.ban, message("keep out somebody, an address or a network"), TERMS),
    Order("unban", bans.unban, message("let them in again"), "WHOM"),
    Order("bans", bans.bans, message("who is banned or muted, why, and the notes")),
    Order("mute", bans.mute, message("let somebody play on, but not talk; quietly: they are not told"), TERMS),
    Order("unmute", bans.unmute, message("let them talk again"), "WHOM"),
    Order("seen", last_seen.seen, message("when somebody was last here, from which network, and their tables"), "NAME"),
    Order("reports", reports.reports, message("what players report; done N: N is dealt with"), "[done N]"),
    Order("announce", announce, message("tell everybody something"), "TEXT"),
    Order("close", close, message("end a table; nobody wins"), "ID"),
    Order("cancel", cancel, message("call off a tournament"), "ID"),
    Order("seal", seal, message("after a leak: the daily deals to come get a new secret"), "days", in_shell=True),
    Order("drain", drain, message("no new tables; close when empty, or at a time"), "[TIME|off]"),
    Order("reload", reload, message("read the settings of --config again")),
    Order("snapshot", snapshot, message("a backup of the journal"), "FILE [force]", in_shell=True),
    Order("mark", mark, message("let a person give orders over telnet"), "NAME", in_shell=True),
    Order("unmark", unmark, message("no longer let them give orders"), "NAME", in_shell=True),
    Order("reset", reset, message("a code in place of a lost password, for one use"), "NAME", in_shell=True),
    Order("admins", admins, message("who may give orders over telnet")),
    Order("ready", ready, message("whether the house and its journal answer"), in_shell=True, is_logged=False),
    Order("help", help_, message("this list")),
)
