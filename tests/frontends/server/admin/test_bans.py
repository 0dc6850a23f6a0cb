"""Bans and mutes: with a reason and a note, and mutes that nobody is told of."""

from __future__ import annotations

import re
from pathlib import Path

from core.people.talk import stream_of
from tests.frontends.server.admin.houses import Opened, opened
from tests.frontends.telnet.clients import Bare


async def test_reason_is_told_to_whom_it_concerns_and_the_note_to_operators_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        anna = await house.enter("Anna")
        await house.order("mute Anna for 1 day because she shouts note third time")
        await anna.ask("shout hello", r"You cannot talk here until[^<]*\sReason:\sshe shouts")
        await house.order("ban Anna for 2 days because she shouts note third time")
        await anna.expect(r"You are banned here until[^<]*\sReason:\sshe\sshouts")
        await anna.end()
        assert "third time" not in anna.text
    async with opened(tmp_path) as house:
        await (await house.call()).expect(r"Reason:\sshe\sshouts")
        lines = (await house.order("bans")).lines
        assert [line for line in lines if line.startswith("    ")] == [
            "    The reason: she shouts", "    Note: third time",
        ] * 2  # fmt: skip


async def two_at_a_table(house: Opened) -> tuple[Bare, Bare]:
    anna = await house.enter("Anna")
    table = (await anna.ask("new mille person", r"table (\w{5})"))[1]
    bert = await house.enter("Bert")
    await bert.ask(f"join {table}", "Mille")
    await anna.expect("Bert")
    return anna, bert


async def test_who_is_muted_quietly_sees_what_they_say_and_nobody_hears_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        anna, bert = await two_at_a_table(house)
        person = await house.sign_in("Anna")
        order = await house.order("mute Anna quietly for 1 day because spam note see log")
        assert re.fullmatch(rf"Nobody hears Anna \({person}\) until .*, and they are not told\.", order.lines[0])
        await anna.ask("say xylophone", "<~?Anna> xylophone")
        await anna.ask("shout xylophone", "Anna.*> xylophone")
        await anna.ask("tell Bert xylophone", "<you, to ~Bert> xylophone")
        await bert.ask("say marimba", "<~Bert> marimba")
        await anna.expect("marimba")
        assert "xylophone" not in bert.text
        assert "spam" not in anna.text
        (table,) = {one.table for one in house.service.presence.here() if one.table}
        said = [record.data["text"] for record in await house.service.journal.read(stream_of(table))]
        assert said == ["marimba"]
        assert (await house.order("bans")).lines[0].startswith(f"Nobody hears Anna ({person}) until")
        await house.order("unmute Anna")
        await anna.ask("say glockenspiel", "glockenspiel")
        await bert.expect("glockenspiel")


async def test_whom_somebody_muted_quietly_invites_hears_nothing_of_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        anna, bert = await house.enter("Anna"), await house.enter("Bert")
        await house.sign_in("Anna")
        await house.order("mute Anna quietly")
        table = (await anna.ask("invite Bert mille", r"table (\w{5})"))[1]
        await house.service.views.wait_for(table, 2)  # Opened, and Anna sat down.
        await bert.ask("accept", "Nobody has invited you")
        assert "invites you" not in bert.text
        await house.order("unmute Anna")
        await bert.ask("accept", "Mille")


async def test_quiet_mute_lasts_and_one_that_is_told_comes_before_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        await house.order("mute 127.0.0.0/8 quietly")
    async with opened(tmp_path) as house:
        anna, bert = await two_at_a_table(house)
        await anna.ask("say xylophone", "<~Anna> xylophone")
        await house.order("mute 127.0.0.1")
        await anna.ask("say marimba", "You cannot talk here any more")
        await bert.ask("say glockenspiel", "You cannot talk here any more")
        assert "xylophone" not in bert.text
