"""What players report, and what operators read of it."""

from __future__ import annotations

import re
from pathlib import Path

from core.moderation.reports import STREAM
from core.people.talk import stream_of
from core.records.stream_removal import drop
from tests.frontends.server.admin.houses import Opened, opened
from tests.frontends.telnet.clients import Bare

THANKS = "the people who run this house will read it"


async def two_at_a_table(house: Opened) -> tuple[str, Bare, Bare]:
    anna = await house.enter("Anna")
    table = (await anna.ask("new mille person", r"table (\w{5})"))[1]
    bert = await house.enter("Bert")
    await bert.ask(f"join {table}", "Mille")
    await bert.ask("say xylophone", "<~Bert> xylophone")
    await anna.expect("xylophone")
    return table, anna, bert


async def test_report_from_a_table_is_listed_with_the_talk_there_until_it_is_done(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        assert (await house.order("reports")).lines == ("No reports are waiting.",)
        table, anna, _ = await two_at_a_table(house)
        await anna.ask("report Bert shouts at {me}", THANKS)
    async with opened(tmp_path) as house:
        head, *talk = (await house.order("reports")).lines
        form = rf"#1  20.* UTC, at table {table}: Anna \(\w+\) reports Bert \(\w+\): shouts at \{{me\}}"
        assert re.fullmatch(form, head)
        assert talk == ["    <~Bert> xylophone"]
        assert (await house.order("reports done 1")).lines == ("Report 1 is done.",)
        assert (await house.order("reports")).lines == ("No reports are waiting.",)
        for wrong in ("reports done 1", "reports done 7", "reports done", "reports done x", "reports zap"):
            assert (await house.order(wrong)).refusal.endswith(".")
        assert [record.kind for record in await house.service.journal.read(STREAM)] == [
            "reports.reported", "reports.settled",
        ]  # fmt: skip


async def test_report_from_the_lobby_is_listed_with_what_the_reporter_heard(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        anna, bert = await house.enter("Anna"), await house.enter("Bert")
        await bert.ask("tell Anna xylophone", "xylophone")
        await anna.expect("xylophone")
        await anna.ask("report Bert tells me things", THANKS)
        head, *talk = (await house.order("reports")).lines
        assert ", in the lobby: " in head
        assert len(talk) == 1
        assert "Bert" in talk[0]
        assert talk[0].endswith("xylophone")
    async with opened(tmp_path) as house:
        assert (await house.order("reports")).lines[1:] == ("    The talk around it is no longer known.",)


async def test_who_is_dropped_is_somebody_in_reports_and_their_talk_is_gone(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        table, anna, _ = await two_at_a_table(house)
        await anna.ask("report Bert shouts", THANKS)
        (record,) = await house.service.journal.read(STREAM)
    async with opened(tmp_path) as house:
        for stream in (f"person/{record.data['person']}", stream_of(table)):
            await drop(house.service.journal, house.service.now, stream)
        head, *talk = (await house.order("reports")).lines
        assert f"reports somebody ({record.data['person']}): shouts" in head
        assert talk == ["    The talk around it is no longer known."]


async def test_what_cannot_be_reported_is_refused_and_reports_have_a_share(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        anna = await house.enter("Anna")
        await house.enter("Bert")
        await anna.ask("report", "Type report, a name, and what")
        await anna.ask("report Bert", "Type report, a name, and what")
        await anna.ask("report Anna is me", "That is you: report somebody else")
        await anna.ask("report Zoe is away", "Nobody here is called Zoe")
        assert await house.service.journal.head(STREAM) == 0
        for _ in range(5):
            await anna.ask("report Bert again", THANKS)
        await anna.ask("report Bert again", "You made many reports: try again in")
        assert await house.service.journal.head(STREAM) == 5
        await anna.ask("help all", "report NAME WORDS")
