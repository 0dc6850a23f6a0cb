"""What operators order, at the socket and over telnet: done, written down, and told to whom it concerns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import trio

from core.games import GAMES
from core.moderation.bans import STREAM
from core.people.directory import read_code
from core.table import Move
from frontends.server.admin.protocol import Answer
from journal import JournalError, open_journal
from journal.operations.backup import check_file
from tests.core.parlour import ANNA, moves, submit
from tests.frontends.journals import Broken
from tests.frontends.logged import logged
from tests.frontends.server.admin.houses import Opened, opened
from tests.patience import PATIENCE


async def written(house: Opened) -> list[tuple[str, str]]:
    """What the journal says was done, and by whom."""
    return [(record.kind, record.data["by"]) for record in await house.service.journal.read(STREAM)]


async def test_who_tells_where_everybody_is_and_from_where(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        assert (await house.order("who")).lines == ("Nobody is in the house.",)
        anna = await house.enter("Anna")
        table = (await anna.ask("new mille person", r"table (\w{5})"))[1]
        bert = await house.enter("Bert")
        await bert.ask(f"watch {table}", "Mille")
        await (await house.call()).expect("Your name: ")
        said = "\n".join((await house.order("who")).lines)
        assert re.search(rf"^#1  Anna, guest, 127\.0\.0\.1, at {table}, idle for 0:\d\d$", said, re.MULTILINE)
        assert re.search(rf"^#2  Bert, guest, 127\.0\.0\.1, watching {table}, idle for 0:\d\d$", said, re.MULTILINE)
        assert said.endswith("#3  127.0.0.1, at the door")


async def test_daily_deals_are_sealed_anew_and_the_beacon_is_told_to_be_published(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        assert (await house.order("seal")).refusal.startswith("Type seal days")
        assert await house.service.dailies.published() == ()
        lines = (await house.order("seal days")).lines
        (made,) = await house.service.dailies.published()
        assert lines[0].startswith(f"These digits, the beacon, fix the daily deals from {made.first} to {made.last}:")
        assert lines[1].replace(" ", "") == made.beacon[:32]
        assert lines[2].startswith("Publish these digits, and say why")


@pytest.mark.parametrize("whom", ["Anna", "#1"])
async def test_who_is_kicked_is_told_and_may_come_again(tmp_path: Path, whom: str) -> None:
    async with opened(tmp_path) as house:
        anna, bert = await house.enter("Anna"), await house.enter("Bert")
        assert (await house.order(f"kick {whom}")).lines == ("Shown out: 1.",)
        await anna.expect("You have been shown out of the house.")
        await anna.end()
        await bert.ask("help", "lobby> ")
        await house.enter("Anna")
        assert [kind for kind, _ in await written(house)] == ["admin.kicked"]


async def test_address_that_is_banned_is_out_and_stays_out_after_a_restart(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        anna = await house.enter("Anna")
        answer = await house.order("ban 127.0.0.0/8 for 2 hours")
        assert re.fullmatch(r"127\.0\.0\.0/8 may not come in until 20\d\d-.* UTC\.", answer.lines[0])
        await anna.expect("You are banned here until")
        await anna.end()
    async with opened(tmp_path) as house:
        await (await house.call()).expect("You are banned here until")
        (line,) = (await house.order("bans")).lines
        assert re.fullmatch(r"127\.0\.0\.0/8 may not come in until .* UTC, by order of shell:\w+\.", line)
        assert (await house.order("unban 127.0.0.0/8")).refusal == ""
        await house.enter("Anna")
        assert (await house.order("bans")).lines == ("Nobody is banned or muted.",)
        assert (await house.order("unban 127.0.0.0/8")).refusal.startswith("127.0.0.0/8 is not banned")


async def test_who_stays_out_for_another_ban_is_not_said_to_be_let_in(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        for whom in ("192.0.2.7", "192.0.2.0/24"):
            await house.order(f"ban {whom}")
        (line,) = (await house.order("unban 192.0.2.7")).lines
        assert line == "192.0.2.7 stays out while 192.0.2.0/24 is banned: unban that, too."
        assert (await house.order("unban 192.0.2.0/24")).lines == ("192.0.2.0/24 may come in again.",)


async def test_guest_is_banned_by_the_address_and_a_person_by_who_they_are(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        await house.enter("Anna")
        person = await house.sign_in("Anna")
        bert = await house.enter("Bert")
        assert (await house.order("ban Anna")).lines == (
            f"Anna ({person}) may not come in until an operator lifts it.",
        )
        await bert.ask("help", "lobby> ")
        assert (await house.order("ban Bert")).lines == ("127.0.0.1 may not come in until an operator lifts it.",)
        await bert.expect("You are banned here")


async def test_banned_person_who_signs_in_is_shown_out(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        person = (await house.service.directory.holder("Anna")).id
        await house.order("ban Anna")
        anna = await house.enter("Bert")
        house.visit_of("Bert").session.visitor.become(person, "")
        await anna.ask("new pileon", "You are banned here")
        await anna.end()


async def test_who_is_muted_plays_on_without_talking(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        anna = await house.enter("Anna")
        await anna.ask("new pileon", "move> ")
        await house.enter("Bert")
        assert (await house.order("mute Anna for 1 day")).refusal == ""
        for words in ("say hello", "shout hello", "tell Bert hello"):
            await anna.ask(words, "You cannot talk here until")
        await anna.ask("hint", "move> ")
        await house.order("unmute 127.0.0.1")
        await anna.ask("say xylophone", "Anna.*xylophone")


async def test_everybody_is_told_what_is_announced_whatever_it_holds(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        people = [await house.enter("Anna"), await house.enter("Bert")]
        assert (await house.order("announce back in {5} minutes \x1b[2J")).lines == ("Told to everybody here: 2.",)
        for person in people:
            await person.expect(r"The house says: back in \{5\} minutes \[2J")


async def test_closed_table_is_over_for_everybody_and_nobody_has_won(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        anna, bert = await house.enter("Anna"), await house.enter("Bert")
        table = (await anna.ask("new elixir person", r"table (\w{5})"))[1]
        await bert.ask(f"join {table}", "El-Ixir")
        assert await house.order(f"close {table}") == Answer((f"Table {table} is closed.",))
        for person in (anna, bert):
            await person.expect("This table was closed.")
        assert (await house.order(f"close {table}")).refusal == "This game is over."
        assert (await house.order("close nowhere")).refusal.startswith("There is no table nowhere")
        assert [kind for kind, _ in await written(house)] == ["admin.closed"]


async def test_draining_house_opens_no_tables_and_closes_when_it_is_empty(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        anna = await house.enter("Anna")
        id = await house.service.open(GAMES["pileon"], {}, [ANNA])
        assert (await house.order("drain")).refusal == ""
        await anna.expect("the house closes when everybody has left")
        await anna.ask("new pileon", "Parlour is about to close")
        async with house.service.table(id) as live:  # what was begun goes on
            await submit(live, Move(moves(live)[0]), 0)
        assert not house.stopped.is_set()
        await anna.send("quit")
        with trio.fail_after(PATIENCE):
            await house.stopped.wait()


async def test_drain_ends_at_its_time_or_is_called_off(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        anna = await house.enter("Anna")
        await house.order("drain for 2 hours")
        await anna.expect(r"the house closes at 20.* UTC")
        await house.order("drain off")
        await anna.expect("The house stays open after all.")
        await anna.ask("new pileon", "move> ")
        assert (await house.order("drain until 2020-01-01")).refusal == "2020-01-01 is past: give a time in the future."
        assert (await house.order("drain now")).refusal.startswith("Type drain")
        house.service.now = lambda: 4_000_000_000.0
        await house.order("drain for 1 minute")
        house.service.now = lambda: 4_000_000_060.0
        with trio.fail_after(PATIENCE):
            await house.stopped.wait()


async def test_settings_are_read_again(tmp_path: Path) -> None:
    config = tmp_path / "house.toml"
    config.write_text("")
    async with opened(tmp_path, config) as house:
        config.write_text("[limits]\nconnections = 1\n")
        assert (await house.order("reload")).lines == (f"The settings of {config} now apply.",)
        await house.enter("Anna")
        await (await house.call()).expect("The house is full")
        config.write_text("[limits]\nconnections = 9\n[budget]\ntables_an_hour = 1\n")
        await house.order("reload")
        bert = await house.enter("Bert")
        await bert.ask("new pileon", "move> ")
        await bert.ask("new pileon", "y/n")
        await bert.ask("y", "You opened many tables")
        config.write_text("[limits]\nconnections = 9\n[traffic]\nline_length = 100\n[reminders]\nwebhooks = true\n")
        assert (await house.order("reload")).lines == (
            f"The settings of {config} now apply.",
            "Changes in section [traffic] apply to people who come from now on.",
        )
        assert set(house.service.carriers) == {"webhook"}
        config.write_text("[limits]\nconnections = -1\n")
        assert "connections in section [limits]" in (await house.order("reload")).refusal
        assert house.house.limits.connections == 9
    async with opened(tmp_path) as house:
        assert (await house.order("reload")).refusal.startswith("The house was opened without --config")


async def test_snapshot_is_a_backup(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        await (await house.enter("Anna")).ask("new pileon", "move> ")
        file = tmp_path / "backup.db"
        assert (await house.order(f"snapshot {file}")).lines[0].endswith(f"records are in {file}, all checked.")
        assert check_file(file).records >= 3
        assert "exists already" in (await house.order(f"snapshot {file}")).refusal
        assert (await house.order(f"snapshot {file} force")).refusal == ""
        assert "Give the full path" in (await house.order("snapshot backup.db")).refusal
        assert "cannot be a file name" in (await house.order(f"snapshot /tmp/{'x' * 300}.db")).refusal
        assert "exists already" in (await house.order(f"snapshot {tmp_path} force")).refusal
        assert (await house.order("who")).refusal == ""


async def test_reset_gives_a_code_in_place_of_a_password_and_never_over_telnet(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        person = (await house.service.directory.holder("Anna")).id
        directory = house.service.directory
        assert "has no password" in (await house.order("reset Anna")).refusal
        await directory.set_password(person, "digest")
        assert "Nobody has registered the name" in (await house.order("reset Bert")).refusal
        answer = await house.order("reset Anna")
        assert answer.refusal == ""
        (line,) = answer.lines
        assert line.startswith("Tell Anna to type that name at the door, and this code in place of the password, until")
        secret = read_code(f"-{line.split()[-1]}")[1]
        assert (await directory.person(person)).can_reset(secret, house.service.now())
        assert (await written(house))[-1][0] == "admin.password_reset"
        assert secret.encode() not in b"".join(one.line for one in await house.service.journal.read(f"person/{person}"))


async def test_only_marked_persons_give_orders_over_telnet_and_are_written_down(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        anna, bert = await house.enter("Anna"), await house.enter("Bert")
        await anna.ask("admin kick Bert", "Only people chosen by the operator of this house")
        assert (await house.order("mark Anna")).refusal.startswith('Nobody has registered the name "Anna"')
        person = await house.sign_in("Anna")
        assert (await house.order("mark Anna")).refusal == ""
        assert (await house.order("admins")).lines == (f"Anna ({person})",)
        await anna.ask("help all", r"admin ORDER +orders to the house")
        await bert.send("help all")
        await bert.expect("quit +leave")
        assert "admin ORDER" not in bert.text
        await anna.ask("admin", "kick WHOM")
        assert "snapshot" not in anna.text
        await anna.ask("admin ban Anna", "That is you")
        await anna.ask("admin mark Bert", "on the house's own machine: parlour admin mark")
        await anna.ask("admin snapshot /tmp/x", "on the house's own machine")
        await anna.ask("admin reset Anna", "on the house's own machine")
        await anna.ask("admin zap", "not an order: help lists")
        await anna.ask("admin kick Bert", "Shown out: 1.")
        await bert.end()
        assert (await house.order("unmark Anna")).refusal == ""
        await anna.ask("admin who", "Only people chosen by the operator")
        assert (await written(house))[1] == ("admin.kicked", f"person:{person}")


@pytest.mark.parametrize("whom", ["127.0.0.1", "127.0.0.0/8", "::ffff:127.0.0.1", "0.0.0.0/0", "Bert", "#1", "#2"])
async def test_operators_cannot_ban_where_they_are_themselves(tmp_path: Path, whom: str) -> None:
    async with opened(tmp_path) as house:
        anna = await house.enter("Anna")
        await house.enter("Bert")
        await house.sign_in("Anna")
        await house.order("mark Anna")
        if whom == "#1":
            await anna.ask(f"admin ban {whom}", "That is you: somebody else has to do it")
        else:
            await anna.ask(f"admin ban {whom}", r"You come from 127\.0\.0\.1 yourself: give this order on")
        await anna.ask("admin ban 192.0.2.7", "192.0.2.7 may not come in until an operator lifts it")
        assert (await house.order("ban 127.0.0.0/8")).refusal == ""
        await anna.expect("You are banned here")


async def test_orders_are_answered_in_the_language_of_who_gives_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        anna = await house.enter("Anna")
        await house.sign_in("Anna")
        await house.order("mark Anna")
        await anna.ask("language fr", "salon> |> ")
        await anna.ask("admin bans", "Personne n'est banni")


@pytest.mark.parametrize(
    "order",
    ["", "zap", "kick", "ban", "kick Nobody", "unmute 192.0.2.7", "announce", "mark", "close", "unmark X"],
)
async def test_orders_that_cannot_be_are_refused_with_a_sentence_and_nothing_is_written(
    tmp_path: Path, order: str
) -> None:
    async with opened(tmp_path) as house:
        answer = await house.order(order)
        assert answer.refusal.endswith(".")
        assert '""' not in answer.refusal or not order
        assert "table :" not in answer.refusal
        assert answer.lines == ()
        assert await written(house) == []


async def test_house_says_that_it_is_ready_and_does_not_log_it(tmp_path: Path) -> None:
    with logged() as log:
        async with opened(tmp_path) as house:
            assert (await house.order("ready")).lines == ("The house is open.",)
    assert "ready" not in log.getvalue()


async def test_house_without_its_journal_is_not_ready(tmp_path: Path) -> None:
    async with open_journal("memory:") as journal:
        unread = Unread(journal)
        async with opened(tmp_path, journal=unread) as house:
            unread.works = False
            assert (await house.order("ready")).refusal == "The disk is gone."


class Unread(Broken):
    """A journal that cannot be asked, as long as it does not work."""

    async def head(self, stream: str) -> int:
        await trio.lowlevel.checkpoint()
        if not self.works:
            raise JournalError("The disk is gone.")
        return int(await self._journal.head(stream))
