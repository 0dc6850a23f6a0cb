"""The whole house as a process: people telnet in, the process is killed in mid-hand, and both go on."""

from __future__ import annotations

import signal

from core.records import fold
from journal import open_journal
from tests.frontends.served import CODE, come_in, served
from tests.frontends.telnet.clients import Bare, Drawing, connect

SLOTS = "p123456"
A_SAFETY = "discard a safety"
"""What is said to somebody who would discard one."""
LISTED = r"(?:(?<=\n)|(?<=> ))((?:[a-z0-9 ]+: [^\n]+\n)+)(?=your move> )"
"""The lines that list moves, each from the beginning of a line or behind a prompt."""


async def take_turns(anna: Drawing, bert: Bare, turns: int) -> None:
    """Anna picks and discards by single keys, Bert by typed lines; neither thinks."""
    for _ in range(turns):
        await anna.see("Pick a card")
        await anna.press("p")
        await anna.see("Use or discard a card")
        await discard_on_screen(anna)
        await bert.expect("your move> ")
        await bert.ask("p", "You pick")
        await bert.expect("your move> ")
        for slot in SLOTS:
            await bert.send(f"d {slot}")
            if (await bert.expect(rf"You discard|{A_SAFETY}"))[0] == "You discard":
                break


async def discard_on_screen(anna: Drawing) -> None:
    """Discard the first card that is no safety: those are not taken."""
    for slot in SLOTS:
        await anna.press(f"d{slot}\r")
        if (await anna.see(rf"► ~Bert|{A_SAFETY}"))[0] == "► ~Bert":
            return


async def legal_moves(person: Bare) -> list[str]:
    """What can be played now; if it is the other's turn, nothing, and then the turn has passed."""
    answer = await person.ask("moves all", rf"{LISTED}|cannot play anything")
    if answer[1] is None:
        await person.expect("your move> ")
    return [line.partition(":")[0] for line in answer[1].splitlines()] if answer[1] else []


async def test_kill_in_mid_hand_loses_nothing_and_both_go_on(tmp_path):
    journal = tmp_path / "house.db"
    async with served(f"sqlite:{journal}") as (process, port):
        streams = [await connect(port) for _ in range(3)]
        async with streams[0], streams[1], streams[2]:
            anna, bert, carl = Drawing(streams[0]), Bare(streams[1]), Bare(streams[2])
            for person, name in ((anna, "Anna"), (bert, "Bert"), (carl, "Carl")):
                await come_in(person, name)
            await anna.send("new mille person")
            anna_code = (await anna.see(CODE))[1]
            table = anna_code.split("-")[0]
            bert_code = (await bert.ask(f"join {table}", CODE))[1]
            await carl.ask(f"watch {table}", "watching> ")
            await anna.see("Bert")
            await take_turns(anna, bert, 2)
            await carl.expect("Bert discards")
            process.send_signal(signal.SIGKILL)
            await process.wait()
            await bert.end()

    async with open_journal(f"sqlite:{journal}") as stored:
        before = await stored.read(f"table/{table}")
    assert fold.verify(f"table/{table}", before).now.plays == 8

    async with served(f"sqlite:{journal}") as (_, port), await connect(port) as one, await connect(port) as two:
        anna, bert = Drawing(one), Bare(two)
        for person, name in ((anna, "Anna"), (bert, "Bert")):
            await come_in(person, name)
        await anna.send(f"resume {anna_code}")
        await anna.see("Bert")
        await bert.ask(f"resume {bert_code}", "waiting> ")
        await take_turns(anna, bert, 1)

    async with open_journal(f"sqlite:{journal}") as stored:
        after = await stored.read(f"table/{table}")
    assert after[: len(before)] == before
    assert fold.verify(f"table/{table}", after).now.plays == 12


async def test_hand_against_the_computer_is_played_to_its_end_and_replayed(tmp_path):
    """A bare client plays whatever is listed first until the hand is over, then sees the game again."""
    journal, config = tmp_path / "house.db", tmp_path / "config.toml"
    config.write_text("[budget]\nrecords_a_minute = 100000\n")  # a machine may play faster than people may
    async with served(f"sqlite:{journal}", "--config", str(config)) as (_, port), await connect(port) as stream:
        anna = Bare(stream)
        await come_in(anna, "Anna")
        table = (await anna.ask("new mille", r"table ([a-z0-9]{5})"))[1]
        listed: list[str] = []
        while "another" not in listed:
            listed = await legal_moves(anna)
            if listed and "another" not in listed:
                wanted = [text for text in listed if text != "o"]
                await anna.ask(next((text for text in wanted if text.startswith("u")), wanted[0]), "You ")
        await anna.ask("n", "Save game")
        await anna.ask("n", "lobby> ")
        await anna.ask(f"replay {table}", r"replay \d+/\d+> ")
        await anna.ask("go end", r"replay (\d+)/\1> ")
        await anna.ask("hand back", r"replay \d+/\d+> ")
        await anna.ask("eyes", r"replay \d+/\d+> ")
        await anna.ask("quit", "lobby> ")
    async with open_journal(f"sqlite:{journal}") as stored:
        assert fold.verify(f"table/{table}", await stored.read(f"table/{table}")).ended is not None
