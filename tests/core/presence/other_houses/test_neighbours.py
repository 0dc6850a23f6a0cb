"""People in two houses on one journal are in one parlour."""

from __future__ import annotations

import math

import pytest
import trio
from hypothesis import example, given
from hypothesis import strategies as st
from trio.testing import MockClock

from core.base.game import Seat
from core.presence.announcements import AWAY, PAUSE
from core.presence.other_houses import letters, neighbours
from core.presence.other_houses.letters import (
    Ask,
    Beat,
    Bye,
    Came,
    Identify,
    Invited,
    Page,
    Rule,
    Seen,
    Spread,
    Told,
    Went,
    Words,
)  # fmt: skip
from core.presence.other_houses.relayed_messages import CALLS
from core.presence.other_houses.roster import DOUBT
from core.presence.roster import IDLE
from core.sessions.at_table.held_seats import Held
from core.sessions.at_table.seat import TableRef
from journal import open_journal
from tests.examples import examples
from tests.frontends.houses import entered, said, sit_together, two_houses
from tests.frontends.logged import logged
from tests.frontends.terminals import ListTerminal, open_house, quiet


@pytest.fixture(autouse=True)
def no_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Houses look for each other only when a test has them look, however long the test takes."""
    monkeypatch.setattr(neighbours, "BEAT", math.inf)


def said_of(text: str) -> str:
    return " ".join(text.split())


async def names(terminal: ListTerminal) -> list[str]:
    """Who is listed, and where."""
    told = await terminal.told("who")
    return sorted(line for line in told.split("\n") if ": " in line)


async def test_all_are_listed_in_every_house_with_where_they_are() -> None:
    async with two_houses() as (here, there):
        id, _ = await sit_together(here, there, "elixir", "Anna", "Bert")
        (carl,), (dora,) = await entered(here, "Carl"), await entered(there, "Dora")
        assert await names(carl) == await names(dora)
        assert await names(carl) == [
            f"~Anna: plays El-Ixir at table {id}", f"~Bert: plays El-Ixir at table {id}",
            "~Carl: in the lobby", "~Dora: in the lobby",
        ]  # fmt: skip
        assert "4 people are here." in said(carl)


async def test_house_that_opens_later_hears_who_is_there() -> None:
    async with open_journal("memory:") as journal, open_house(journal) as here:
        await entered(here, *(f"Bert{letter}" for letter in "abcdefgh"))
        async with open_house(journal) as there:
            await quiet()
            (anna,) = await entered(there, "Anna")
            assert "9 people are here." in await anna.told("who")


async def test_lobby_hears_who_comes_goes_loses_the_line_and_is_back_elsewhere() -> None:
    async with two_houses() as (here, there):
        (anna,), (bert,) = await entered(here, "Anna"), await entered(there, "Bert")
        bert.hang_up()
        await quiet()
        (bert,) = await entered(there, "Bert")
        await bert.told("quit")
        assert said(anna).endswith("~Bert is here. ~Bert lost the connection. ~Bert is back. ~Bert left.")


async def test_house_that_closes_takes_its_people_with_it() -> None:
    async with open_journal("memory:") as journal, open_house(journal) as here:
        (anna,) = await entered(here, "Anna")
        async with open_house(journal) as there:
            await quiet()
            await entered(there, "Bert")
            assert "2 people are here." in await anna.told("who")
        await quiet()
        assert here.service.neighbours.count == 0
        assert "1 person is here." in await anna.told("who")


async def test_those_at_a_table_hear_who_comes_there_and_leaves_in_another_house() -> None:
    async with two_houses() as (here, there):
        id, (anna, bert) = await sit_together(here, there, "elixir", "Anna", "Bert")
        assert "~Bert is at the table." in said(anna)
        (carl,) = await entered(there, "Carl")
        await carl.told(f"watch {id}")
        assert "~Carl is watching." in said(anna)
        assert "~Carl is watching." in said(bert)
        await bert.told("quit", "y")
        assert "~Bert left the table." in said(anna)


async def test_one_is_told_something_in_whichever_house_and_can_answer() -> None:
    async with two_houses() as (here, there):
        (anna,), (bert,) = await entered(here, "Anna"), await entered(there, "Bert")
        assert await anna.told("tell bert  hello {text} there") == "<you, to ~Bert> hello {text} there\n"
        assert "<~Anna, to you> hello {text} there" in said(bert)
        assert bert.rung == 1
        await bert.told("answer hi")
        assert "<~Bert, to you> hi" in said(anna)


@pytest.mark.parametrize("order", ["ignore Anna", "mute"])
async def test_who_does_not_listen_hears_nothing_from_another_house_and_the_other_is_told(order: str) -> None:
    async with two_houses() as (here, there):
        (anna,), (bert,) = await entered(here, "Anna"), await entered(there, "Bert")
        await bert.told(order)
        await anna.told("tell bert hello", "shout hello")
        assert "hello" not in said(bert)
        assert "~Bert is not taking messages." in said(anna)


async def test_everybody_hears_a_shout_once() -> None:
    async with two_houses() as (here, there):
        (anna,), those = await entered(here, "Anna"), await entered(there, "Bert", "Carl")
        await anna.told("shout hello all")
        for terminal in (anna, *those):
            assert said(terminal).count("<~Anna, to all> hello all") == 1


async def test_partner_is_sought_in_all_houses_and_found_by_name() -> None:
    async with two_houses() as (here, there):
        (anna,), (bert,) = await entered(here, "Anna"), await entered(there, "Bert")
        await anna.told("seek elixir")
        id = await here.only_table()
        assert f"~Anna is looking for an opponent: El-Ixir. Type accept, or join {id}." in said(bert)
        await bert.told("accept anna")
        live = there.service.in_play(id)
        assert live is not None
        assert live.table.begun
        assert live.names == ("~Anna", "~Bert")


async def test_guest_of_another_house_is_invited_and_accepts() -> None:
    async with two_houses() as (here, there):
        (anna,), (bert,) = await entered(here, "Anna"), await entered(there, "Bert")
        await anna.told("invite bert elixir")
        assert "~Anna invites you to play El-Ixir. Type accept, or decline." in said(bert)
        await bert.told("accept")
        live = there.service.in_play(await here.only_table())
        assert live is not None
        assert live.names == ("~Anna", "~Bert")


async def test_invitation_from_another_house_is_declined() -> None:
    async with two_houses() as (here, there):
        (anna,), (bert,) = await entered(here, "Anna"), await entered(there, "Bert")
        await anna.told("invite bert elixir")
        await bert.told("decline")
        assert "~Bert declined to play now." in said(anna)


@pytest.mark.parametrize("is_watched", [False, True])
async def test_person_is_told_of_their_turn_in_another_house_once(mock_clock: MockClock, is_watched: bool) -> None:
    async with two_houses() as (here, there):
        id, (anna, bert) = await sit_together(here, there, "elixir", "Anna", "Bert")
        if is_watched:  # then the house that Bert is in knows whose turn it is by itself
            (carl,) = await entered(there, "Carl")
            await carl.told(f"watch {id}")
        await bert.told("quit", "y")
        bert.text, bert.rung = "", 0
        live = here.service.in_play(id)
        assert live is not None
        await anna.told("roll")
        while 1 not in live.turn:
            await anna.told(next(iter(live.table.game.moves(live.view(Seat(0)).view))))
        mock_clock.jump(PAUSE)
        await quiet()
        assert said(bert).count(f"It is your turn at table {id}: El-Ixir.") == 1
        assert bert.rung == 1


async def test_who_does_nothing_in_another_house_is_said_to_do_nothing() -> None:
    now = 1000.0
    async with two_houses(now=lambda: now) as (here, there):
        _, (anna, bert) = await sit_together(here, there, "elixir", "Anna", "Bert")

        async def idle_for(seconds: float) -> str:
            nonlocal now
            now += seconds
            there.service.neighbours.look_round()
            return next(line for line in (await anna.told("who")).split("\n") if line.startswith("~Bert: "))

        assert (await idle_for(AWAY)).endswith(", idle for 3 minutes")
        assert (await idle_for(AWAY)).endswith(", idle for 6 minutes")
        await bert.told("who")
        assert "idle" not in await idle_for(1)
        assert "idle" not in await idle_for(IDLE - 2)
        assert (await idle_for(1)).endswith(", idle for 2 minutes")


async def test_player_whose_turn_it_is_is_away_in_the_lists_of_every_house_until_they_are_back_in_any() -> None:
    async with two_houses() as (here, there):
        id, (anna, bert) = await sit_together(here, there, "elixir", "Anna", "Bert")
        (carl,), (dora,) = await entered(here, "Carl"), await entered(there, "Dora")
        code = here.visits[anna].session.codes[-1]
        for house in (here, there):
            await house.service.views.settle()
        for one in (carl, dora):
            assert f"{id}  elixir   Anna against Bert, " in await one.told("list")
        await anna.told("quit", "y")
        for one in (carl, dora):
            assert f"{id}  elixir   Anna (away) against Bert, " in await one.told("list")
        await bert.told("quit", "y", f"resume {code}")
        for one in (carl, dora):
            assert f"{id}  elixir   Anna against Bert, " in await one.told("list")


async def test_seat_taken_in_another_house_is_taken_from_the_first_client() -> None:
    async with two_houses() as (here, there):
        live = await here.set_up("mille", "Anna", "Bert")
        first = await here.seat("Anna", live)
        second = there.enter("Anne")
        await second.told(f"resume {here.code('Anna', live)}")
        assert "You sat down at this table in another window" in said(first)
        assert here.visits[first].room.here == TableRef(live.id)
        assert there.visits[second].room.here == TableRef(live.id, Held((0,)))
        await first.told("quit", f"resume {here.code('Anna', live)}")
        assert "You sat down at this table in another window" in said(second)
        assert here.visits[first].room.here == TableRef(live.id, Held((0,)))
        assert there.visits[second].room.here == TableRef(live.id)


async def test_of_two_clients_that_sit_down_at_one_moment_exactly_one_keeps_the_seat() -> None:
    async with two_houses() as (here, there):
        live = await here.set_up("mille", "Anna", "Bert")
        first, second = here.enter("Anne"), there.enter("Anni")
        await quiet()
        for terminal in (first, second):
            terminal.type(f"resume {here.code('Anna', live)}")
        await quiet()
        at_seat = TableRef(live.id, Held((0,)))
        both = [house.visits[one].room.here for house, one in ((here, first), (there, second))]
        assert both in ([at_seat, TableRef(live.id)], [TableRef(live.id), at_seat])


async def test_new_name_is_known_at_the_tables_of_other_houses() -> None:
    async with two_houses() as (here, there):
        (anna,), (bert,) = await entered(here, "Anna"), await entered(there, "Bert")
        await anna.told("seek elixir")
        await bert.told("accept anna", "quit", "y", "name Bertram")
        live = here.service.in_play(await here.only_table())
        assert live is not None
        assert live.names == ("~Anna", "~Bertram")


async def test_house_that_is_alone_tells_nobody_anything() -> None:
    heard: list[bytes] = []
    async with open_journal("memory:") as journal, open_house(journal) as here, journal.open_channel(heard.append):
        await quiet()
        heard.clear()
        anna, _ = await entered(here, "Anna", "Bert")
        await anna.told("shout hello", "tell bert hello", "new elixir person")
        assert heard == []


EVE = Seen(1, "Eve", "", True)
BAD = (
    b"", b"\xff" * 100, b"{}", b'{"is":"beat"}', b"[" * 10_000, b"x" * 100_000,
    letters.write(Told("zzzz", "aaaa", 1, Words("told", {"name": "The house", "text": "\x1b[2J"}))),
    letters.write(Spread("zzzz", Words("turn", {"id": "t", "game": "g"}))),
    letters.write(Spread("zzzz", Words("forged", {"text": "hello"}))),
)  # fmt: skip


async def test_nonsense_is_counted_and_changes_nothing() -> None:
    async with (
        open_journal("memory:") as journal,
        open_house(journal) as here,
        journal.open_channel(lambda _: None) as channel,
    ):
        (anna,) = await entered(here, "Anna")
        before = said(anna)
        for words in BAD:
            channel.send(words)
        await quiet()
        assert here.service.neighbours.unread == len(BAD)
        assert said(anna) == before
        assert len(here.service.presence.everybody()) == 1


async def test_letters_in_the_name_of_strangers_touch_no_one_who_is_here() -> None:
    async with (
        open_journal("memory:") as journal,
        open_house(journal) as here,
        journal.open_channel(lambda _: None) as channel,
    ):
        (anna,) = await entered(here, "Anna")
        own = here.service.presence._house
        for letter in (
            Beat("zzzz", 1), Page("zzzz", 1, 0, 1, (EVE,)),
            Came("zzzz", 2, Seen(1, "Eve", "p9", table="t9", game="none")),
            Came(own, 9, Seen(7, "Forged")), Invited("zzzz", "p9", "t9", "Eve", "p8"),
        ):  # fmt: skip
            channel.send(letters.write(letter))
        await quiet()
        assert sorted(one.name for one in here.service.presence.everybody()) == ["Anna", "Eve"]
        await anna.say("who", "Eve: watches ? at table t9")
        assert here.service.invitations.of("p9") == ()


async def test_name_of_somebody_whose_house_says_nothing_is_free_until_it_speaks_again() -> None:
    async with (
        open_journal("memory:") as journal,
        open_house(journal) as here,
        journal.open_channel(lambda _: None) as channel,
    ):
        await quiet()
        channel.send(letters.write(Page("zzzz", 1, 0, 1, (Seen(1, "Anna", "p9"),))))
        await quiet()
        anna, neighbours = here.enter(), here.service.neighbours
        assert "Somebody here is already called Anna" in said_of(await anna.told("Anna"))
        for _ in range(DOUBT + 1):
            neighbours._look()
        assert "Welcome to the lobby, Anna." in await anna.told("Anna")
        channel.send(letters.write(Beat("zzzz", 1)))
        await quiet()
        assert "Somebody else took the name Anna, so you are Anna2 now." in said(anna)


NUMBERS, HOUSES = st.integers(0, 3), st.sampled_from(["zzzz", "yyyy", "own"])
SEEN = st.builds(
    Seen, NUMBERS, st.sampled_from(["Anna", "Eve", "x"]), st.sampled_from(["", "p1"]), st.booleans(),
    st.sampled_from(["", "t1"]), st.sampled_from(["", "mille", "none"]),
    st.lists(st.integers(0, 15), max_size=2).map(tuple), NUMBERS, idle=st.sampled_from([0.0, 500.0]),
)  # fmt: skip
WORDS = st.builds(
    Words, st.sampled_from([*CALLS, "none"]),
    st.fixed_dictionaries({"name": st.just("Eve")}, optional={gap: st.just("x") for gap in ("text", "game", "id")}),
)  # fmt: skip
LETTERS = st.one_of(
    st.builds(Beat, HOUSES, NUMBERS), st.builds(Came, HOUSES, NUMBERS, SEEN), st.builds(Went, HOUSES, NUMBERS, NUMBERS),
    st.builds(Page, HOUSES, NUMBERS, NUMBERS, st.integers(1, 2), st.lists(SEEN, max_size=2).map(tuple)),
    st.builds(Ask, HOUSES, HOUSES), st.builds(Bye, HOUSES), st.builds(Spread, HOUSES, WORDS),
    st.builds(Told, HOUSES, HOUSES, NUMBERS, WORDS, NUMBERS), st.builds(Identify, HOUSES, HOUSES, NUMBERS),
    st.builds(Invited, HOUSES, st.just("p1"), st.just("t1"), st.just("Eve"), st.just("p2")),
    st.builds(Rule, HOUSES, HOUSES, NUMBERS, st.booleans(), NUMBERS, st.just("shell:eve")),
)  # fmt: skip


@examples(50)
@given(st.lists(LETTERS, max_size=40))
@example([Came("zzzz", 1, Seen(0, "Anna", "", False, "", "", (), 0, idle=0.0)), Identify("zzzz", "own", 1)])
def test_whatever_letters_come_this_house_goes_on(those) -> None:
    async def hear_all() -> None:
        async with open_journal("memory:") as journal, open_house(journal) as here:
            (anna,) = await entered(here, "Anna")
            neighbours, own = here.service.neighbours, here.service.presence._house
            with logged() as log:
                for letter in those:
                    data = letters.write(letter).replace(b'"own"', b'"%s"' % own.encode())
                    neighbours.hear(data)
                neighbours.look_round()
                await quiet()
            assert log.getvalue() == ""
            assert [one.shown for one in here.service.presence.here()] in (["~Anna"], ["~Anna2"])
            await anna.say("who", " here.")

    trio.run(hear_all)


async def test_clocks_of_houses_of_ever_new_names_are_logged_few_times() -> None:
    async with open_journal("memory:") as journal, open_house(journal) as house:
        with logged() as log:
            for n in range(1000):
                house.service.neighbours.hear_record(f"h{n}", 7200.0)
        told = log.getvalue()
        assert told.count(" ahead of ours") == neighbours.CLOCKS_TOLD.at_once
        assert told.count("\n") <= 2 * neighbours.CLOCKS_TOLD.at_once


async def test_flood_of_letters_is_cut_off() -> None:
    async with open_journal("memory:") as journal, open_house(journal, now=lambda: 1000.0) as here:
        for number in range(6000):
            here.service.neighbours.hear(letters.write(Beat("zzzz", number)))
        assert here.service.neighbours.unread == 1000
