"""News for programs: each thing once, in order, and one place to begin anew for who is slow."""

from __future__ import annotations

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from core.base.game import Refused
from core.base.message import english
from core.live.live_table import News
from core.sessions.arrival import resumption, tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table.news import MOST, Happened, NewsStream, Reset, news
from core.sessions.at_table.seat import Seat, at, seated
from core.sessions.session import ELSEWHERE
from core.table import SetWatching
from journal import Damaged
from tests.core.sessions.houses import open_house, play_on


async def rest_of(stream: NewsStream) -> list[Happened | Reset]:
    """What waits to be read."""
    stream.close()
    return [one async for one in stream]


async def say(seat: Seat, *lines: str) -> None:
    """Talk as the player of a seat."""
    for line in lines:
        await seat.live.say(seat.session.visitor.id, seat.number, line)


async def test_each_thing_is_told_once_and_in_order_from_the_snapshot_on() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at("elixir")
        await play_on(anna, bert)
        stream = news(anna)
        assert stream.begin == Reset(anna.view, anna.seq)
        seqs = []
        for _ in range(5):
            await play_on(anna, bert)
            seqs.append(anna.seq)
        await say(bert, "Hello")
        found = await rest_of(stream)
        assert all(isinstance(one, Happened) for one in found)
        assert [one.seq for one in found] == [*seqs, seqs[-1]]
        assert found[-1].view is anna.view
        assert [line.text for one in found if isinstance(one, Happened) for line in one.said] == ["Hello"]
        assert all(bool(one.told) != bool(one.said) for one in found if isinstance(one, Happened))


async def test_what_is_read_as_it_comes_is_what_is_told_to_a_callback() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at("elixir")
        carl = await house.guest("Carl")
        heard: list[str] = []
        read: list[str] = []

        async def run(stream: NewsStream) -> None:
            async for one in stream:
                assert isinstance(one, Happened)
                read.extend(english(said, one.view.names) for said in one.told)

        async with at(carl, await tables.watch(carl, anna.id)) as seat, trio.open_nursery() as nursery:
            nursery.start_soon(run, stream := news(seat))
            with seat.following(
                object(),
                lambda live, _: heard.extend(english(one, live.names) for one in live.tell(live.latest, seat.viewer)),
            ):
                await play_on(anna, bert, moves=20)
            stream.close()
        assert read == heard
        assert len(read) >= 20


@pytest.mark.parametrize("missed", [0, 1, MOST])
async def test_slow_reader_is_told_once_where_the_table_stands(missed: int) -> None:
    async with open_house() as house:
        anna, bert = await house.two_at("elixir")
        stream = news(bert)
        for number in range(MOST + 1 + missed):
            await say(anna, str(number))
        found = await rest_of(stream)
        resets = [one for one in found if isinstance(one, Reset)]
        assert (resets, found[0]) == ([found[0]], Reset(bert.view, bert.seq))
        texts = [line.text for one in found if isinstance(one, Happened) for line in one.said]
        first = MOST + 1 if missed < MOST else 2 * MOST + 1
        assert texts == [str(number) for number in range(first, MOST + 1 + missed)]


async def test_as_many_as_may_wait_are_told_one_by_one() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at("elixir")
        stream = news(bert)
        await say(anna, *map(str, range(MOST)))
        found = await rest_of(stream)
        assert [line.text for one in found if isinstance(one, Happened) for line in one.said] == [
            *map(str, range(MOST))
        ]


async def test_talk_of_those_who_look_on_and_of_whom_one_ignores_is_no_news() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at("elixir")
        carl = await house.guest("Carl")
        stream = news(anna)
        await anna.live.say(await carl.identify(), None, "Look!")
        anna.session.listen(anna.session.attention.with_ignored("Bert", on=True))
        await say(bert, "Hello")
        assert await rest_of(stream) == []


async def test_who_may_not_look_on_any_more_is_told_why_and_nothing_else() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at("elixir")
        carl = await house.guest("Carl")
        async with at(carl, await tables.watch(carl, anna.id)) as seat:
            stream = news(seat)
            await play_on(anna, bert)
            await anna.submit(SetWatching("invited", 0))
            with pytest.raises(Refused) as refused:
                await stream.__anext__()
            assert "Only people a player admits" in english(refused.value.message)
            assert stream not in seat.live.listeners
            with pytest.raises(Refused):
                news(seat)


async def test_news_end_where_the_person_plays_from_elsewhere_after_what_came_before() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        async with at(anna, await tables.open_table(anna, Order("pileon", {}))) as first:
            stream = news(first)
            await play_on(first)
            again = house.enter()
            async with at(again, await resumption.resume(again, first.code)) as second:
                await play_on(second)
                assert isinstance(await stream.__anext__(), Happened)
                with pytest.raises(Refused) as refused:
                    await stream.__anext__()
                assert refused.value.message == ELSEWHERE


async def test_news_end_where_no_more_is_heard_of_the_table() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at("elixir")
        stream, fault = news(anna), Damaged(anna.live.stream, 7, "it cannot be read")
        await play_on(anna, bert)
        anna.live._announce(News(fault=fault))
        assert isinstance(await stream.__anext__(), Happened)
        with pytest.raises(Damaged):
            await stream.__anext__()


async def test_news_end_with_the_seats_block_and_wake_who_waits() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        read: list[Happened | Reset] = []

        async def run(stream: NewsStream) -> None:
            read.extend([one async for one in stream])

        ref = await tables.open_table(anna, Order("pileon", {}))
        async with trio.open_nursery() as nursery, seated(anna, ref) as seat:
            nursery.start_soon(run, stream := news(seat))
            await wait_all_tasks_blocked()
            await play_on(seat)
        assert (len(read), stream in seat.live.listeners) == (1, False)


async def test_who_is_cancelled_while_reading_loses_nothing() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at("elixir")
        stream = news(anna)
        await play_on(anna, bert)
        with trio.CancelScope() as scope:
            scope.cancel()
            await stream.__anext__()
        assert scope.cancelled_caught
        assert len(await rest_of(stream)) == 1
