"""Seats that are kept for a person, and players who ask them to stand in: known after a restart of the house, too."""

from __future__ import annotations

from core.sessions.at_table.held_seats import Held
from core.sessions.at_table.seat import TableRef
from journal import open_journal
from tests.frontends.terminals import House, ListTerminal, open_house, quiet
from tests.frontends.visit.door.test_registration import registered, signed_in


async def leave_table(terminal: ListTerminal) -> None:
    await terminal.told("quit", "y")


async def settled(house: House) -> None:
    await house.service.views.settle()
    await quiet()


async def test_seat_that_is_kept_is_told_and_taken_after_a_restart() -> None:
    async with open_journal("memory:") as journal:
        async with open_house(journal) as house:
            anna, bert = await registered(house), await registered(house, "Bert")
            await anna.told("invite Bert elixir")
            id = await house.only_table()
            await settled(house)
            for one in (anna, bert):
                one.hang_up()
            await quiet()
        async with open_house(journal) as house:
            await settled(house)
            bert = await signed_in(house, "Bert")
            await bert.wait_text(f"Anna invites you to El-Ixir, table {id}: type accept Anna.")
            await bert.say("accept Anna", "El-Ixir, table")
            live = house.service.in_play(id)
            assert live is not None
            assert live.table.begun
            await house.service.views.wait_for(id, live.table.seq)
            await leave_table(bert)
            told = await bert.told("games")
            assert "1. elixir" in told
            assert "invites you to" not in told


async def test_player_who_asks_for_a_stand_in_is_told_of_and_answered_after_a_restart() -> None:
    async with open_journal("memory:") as journal:
        async with open_house(journal) as house:
            carl, dora = await registered(house, "Carl"), await registered(house, "Dora")
            live = await house.set_up("mille", "Anna", "Bert")
            anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
            id = live.id
            carl.hang_up()
            await quiet()
            await anna.told("standin Carl")
            await bert.told("allow")
            await settled(house)
            for one in (anna, bert, dora):
                one.hang_up()
            await quiet()
        async with open_house(journal) as house:
            await settled(house)
            dora = await signed_in(house, "Dora")
            assert "asks you" not in dora.text
            await dora.say("accept", "Nobody has invited you.")
            carl = await signed_in(house, "Carl")
            await carl.wait_text(f"Anna asks you to play for them at table {id}, Mille: type accept Anna.")
            await carl.say("accept", "You play for")
            assert house.visits[carl].room.here == TableRef(id, Held((0,), house.visits[carl].session.visitor.id))
            again = house.service.in_play(id)
            assert again is not None
            await house.service.views.wait_for(id, again.table.seq)
            await leave_table(carl)
            assert "Carl for Anna" in await carl.say("games", "go and its number")
            await carl.say("go", "You play for")
            await carl.told("back")
            await house.service.views.wait_for(id, again.table.seq)
            await carl.say("games", "You have no unfinished games")
