"""What those who look from one seat are told: the same for all of them, made once, never what they must not know."""

from __future__ import annotations

from core.game import SPECTATOR, Seat
from core.live import News
from core.table import Move
from frontends.language import language
from frontends.seats import NO_SEATS, Held
from frontends.visit.hearing import REMEMBERED, hear, lately
from tests.core.parlour import move
from tests.frontends.terminals import open_house

ENGLISH, PSEUDO = language("en"), language("qps")


async def test_event_is_told_once_for_all_who_look_from_the_same_seat_in_one_language() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        await move(live)
        news = News(events=(live.recent[-1][0],))
        assert hear(live, news, SPECTATOR, ENGLISH) is hear(live, news, SPECTATOR, ENGLISH)
        assert hear(live, news, SPECTATOR, ENGLISH).told != hear(live, news, SPECTATOR, PSEUDO).told
        assert hear(live, news, Seat(0), ENGLISH).told != hear(live, news, SPECTATOR, ENGLISH).told


async def test_log_grows_by_what_is_told_and_forgets_what_was_long_ago() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl = await house.look_on("Carl", live)
        told: list[str] = []
        for _ in range(REMEMBERED + 5):
            before = len(carl.text)
            await move(live)
            told.append(carl.text[before:].split("\n")[0])
            log = house.visits[carl].room.heard.log  # type: ignore[attr-defined]
            assert len(log) <= REMEMBERED
            assert log[-1] in carl.text
        assert log[0] not in told[0]


async def test_log_is_the_same_for_those_who_came_early_and_late() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        await house.look_on("Carl", live)
        await move(live, 9)
        early = hear(live, News(events=(live.recent[-1][0],)), SPECTATOR, ENGLISH).log
        live.kept.clear()
        late = lately(live, NO_SEATS, SPECTATOR, ENGLISH).log
        assert early[-len(late) :] == late


async def test_players_do_not_hear_spectators_and_hear_each_line_of_players() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl = await house.look_on("Carl", live)
        await carl.told("say psst")
        await live.say(live.table.chairs[0].person, 0, "hello")
        assert lately(live, NO_SEATS, SPECTATOR, ENGLISH).talk == ("<~Carl> psst", "<Anna> hello")
        assert lately(live, Held((1,)), Seat(1), ENGLISH).talk == ("<Anna> hello",)
        await live.say(live.table.chairs[1].person, 1, "hi")
        assert lately(live, Held((0,)), Seat(0), ENGLISH).talk == ("<Anna> hello", "<Bert> hi")


async def test_card_that_is_picked_is_named_to_whoever_picked_it_only() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        await live.submit(Move("p"), 0)
        (own,) = hear(live, News(events=(live.recent[-1][0],)), Seat(0), ENGLISH).told
        (other,) = hear(live, News(events=(live.recent[-1][0],)), Seat(1), ENGLISH).told
        assert own.startswith("You pick ")
        assert other == "Anna picks a card."
