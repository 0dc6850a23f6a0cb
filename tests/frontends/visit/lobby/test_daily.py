"""Deals of the day: one game counts for everybody, results are listed best first and are those of the journal."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from core.base.durations import DAY
from core.books.daily_chains_service import chains_of
from core.games.deals.daily import daily_deal, deal_of
from core.live.automatic_play import play_for
from core.table import Resign
from tests.clock import BEGIN
from tests.core.parlour import actor, move, submit
from tests.frontends.terminals import House, ListTerminal, open_house


def deal_of_today(house: House, kind: str) -> int:
    return daily_deal(kind, datetime.fromtimestamp(house.service.now(), UTC).date())


async def given_up(house: House, anna: ListTerminal) -> None:
    await anna.told("new pileon daily", "1 14")
    await anna.told("resign", "y", "quit")


async def test_results_are_listed_the_best_first():
    async with open_house() as house:
        deal = deal_of_today(house, "pileon")
        for name, moves in (("Anna", 2), ("Bert", 1)):
            live = await house.set_up("pileon", name, deal=deal)
            for _ in range(moves):
                await move(live)
            await submit(live, Resign(), 0)
        await house.set_up("pileon", "Carl", deal=deal)
        await house.service.views.settle()
        dora = house.enter("Dora")
        told = await dora.say("daily pileon", "1 is still playing.")
        assert told.index("1. Bert: 0 of 52, 1 move") < told.index("2. Anna: 0 of 52, 2 moves")
        assert f"pileon, deal {deal} of " in told


async def test_all_deals_of_the_day_are_listed_with_their_players():
    async with open_house() as house:
        anna = house.enter("Anna")
        told = await anna.say("daily", "Its results: daily signora.")
        assert f"signora, deal {deal_of_today(house, 'signora')}: 0 players" in told
        await given_up(house, anna)
        assert ": 1 player\n" in await anna.say("daily", "Its results: daily signora.")


async def test_deal_is_gone_on_with_and_only_the_first_game_of_it_counts():
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("new pileon daily")
        await anna.told("1 14", "quit", "y")
        again = await anna.say("new pileon daily", "Pile 15: ")
        assert "Pile 14: empty" not in again
        await anna.told("resign", "y", "quit")
        await anna.say("new pileon daily", "only your first game counts")
        await anna.told("resign", "y", "quit")
        assert ", 1 move, " in await anna.say("daily pileon", "1. ~Anna: 0 of 52")


async def test_deal_that_was_given_up_without_a_move_can_still_be_played():
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("new pileon daily")
        await anna.told("resign", "y", "result", "quit")
        assert "Parlour daily" not in anna.text
        await anna.say("daily pileon", "Nobody has played that deal yet")
        await anna.told("new pileon daily", "1 14")
        await anna.told("resign", "y", "quit")
        assert ", 1 move, " in await anna.say("daily pileon", "1. ~Anna: 0 of 52")


async def test_deal_that_the_computer_has_played_stands_below_all_that_people_have():
    async with open_house() as house:
        anna, bert = house.enter("Anna"), house.enter("Bert")
        await anna.told("new pileon daily")
        live = house.service.in_play(await house.only_table())
        assert live is not None
        while await play_for(actor(live, 0)) and not live.table.ended:
            pass
        await submit(live, Resign(), 0) if not live.table.ended else None
        assert ": played by the computer\n" in await anna.say("result", "Won in a row: 0 days")
        await anna.told("quit")
        await given_up(house, bert)
        told = await bert.say("daily pileon", "~Anna: played by the computer")
        assert told.index("1. ~Bert: 0 of 52, 1 move") < told.index("\n~Anna: played by the computer")
        await anna.say("stats", "1 played by the computer")


async def test_what_is_no_deal_of_the_day_is_refused():
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.say("daily mille", "Mille has no daily deal")
        await anna.say("daily pileon 2999-01-01", "Type a day until today")
        await anna.say("daily pileon 31", "Type a day until today")
        await anna.say("daily pileon 2020-02-29", "Nobody has played that deal yet")


async def test_deal_of_another_game_does_not_count():
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=deal_of_today(house, "wood"))
        await submit(live, Resign(), 0)
        await house.service.views.settle()
        bert = house.enter("Bert")
        await bert.say("daily pileon", "Nobody has played that deal yet")


async def test_sealed_deals_are_said_to_be_so_and_who_had_played_one_before_is_named():
    now = [BEGIN]
    async with open_house(now=lambda: now[0]) as house:
        await house.service.dailies.seal()
        tomorrow = house.service.dailies.today + timedelta(1)
        deal = deal_of("pileon", tomorrow, (await chains_of(house.service.journal)).of(tomorrow))
        anna, bert = house.enter("Anna"), house.enter("Bert")
        await anna.say("fair", f"fix the daily deals from {tomorrow} to ")
        assert "these digits sealed them" not in await anna.say("daily", "Its results: daily signora.")
        await anna.say(f"daily pileon {tomorrow}", "Type a day until today")
        await anna.told(f"new pileon deal={deal}", "1 14")
        await anna.told("resign", "y", "quit")
        now[0] += DAY
        for who in (anna, bert):
            await who.say("new pileon daily", "Pile 15: ")
            await who.say("fair", f"It is the deal of {tomorrow}.")
            await who.told("1 14", "resign", "y", "quit")
        await house.service.views.settle()
        told = await bert.say("daily pileon", "2. ~Anna: 0 of 52, 1 move,")
        assert "1. ~Bert: 0 of 52, 1 move," in told
        assert "had played it before" in told
        assert "these digits sealed them" in await anna.say("daily", "Its results: daily signora.")
        await anna.say("fair", f"Hashed once, the secret of {tomorrow} gives the beacon:")
