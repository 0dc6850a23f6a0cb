"""What players report of one another, as operators read it: with the talk around it, until it is settled."""

from core.base.game import Refused
from core.base.message import Message, message
from core.moderation.bans import Kind, Subject, time_of
from core.moderation.reports import Report
from core.people.talk import quoted
from frontends.server.admin.desk import Desk, Lines, named


async def reports(desk: Desk, rest: str, by: str) -> Lines:
    """What was reported, or be done with one of them."""
    word, _, number = rest.partition(" ")
    if not rest:
        said = [line for report in await desk.service.reports.unsettled() for line in await _described(desk, report)]
        return said or [message("No reports are waiting.")]
    number = number.strip().removeprefix("#")
    if word != "done" or not (number.isascii() and number.isdecimal() and len(number) < 10):
        raise Refused("Type reports, or reports done and a number.")
    await desk.service.reports.settle(int(number), by)
    return [message("Report {number} is done.", number=int(number))]


async def _described(desk: Desk, report: Report) -> list[Message]:
    reported, service = report.reported, desk.service
    by, whom = [await named(desk, Subject(Kind.PERSON, person)) for person in (reported.by, reported.person)]
    where = message("at table {id}", id=reported.table) if reported.table else message("in the lobby")
    head = message(
        "#{number}  {time}, {where}: {by} reports {whom}: {text}",
        number=report.number, time=time_of(int(report.at)), where=where, by=by, whom=whom, text=reported.text,
    )  # fmt: skip
    lines = await service.reports.talk_around(report)
    await service.directory.learn(line.person for line in lines)
    around: list[Message | str] = [quoted(service.directory.shown_name(line.person), line.text) for line in lines]
    around += service.reports.heard(report)
    indented = [message("    {line}", line=line) for line in around]
    return [head, *(indented or [message("    The talk around it is no longer known.")])]
