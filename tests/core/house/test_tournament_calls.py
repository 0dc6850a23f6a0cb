"""Who is told what of a tournament, each once."""

from __future__ import annotations

import attrs

from core.table.opening import Player
from tests.core.house.halls import NOW, PATIENCE, TERMS, a_hall


async def test_those_who_entered_are_told_ten_minutes_and_one_minute_before():
    async with a_hall() as hall:
        id = await hall.hold("anna", "bert", terms=attrs.evolve(TERMS, starts_at=int(NOW) + 1000))
        anna, carl = hall.comes("anna"), hall.comes("carl")
        for later in (0, 400, 10, 530, 10):
            hall.clock.now += later
            await hall.mind()
        begins = f"Tournament {id}, El-Ixir, begins in "
        assert anna == [f"{begins}10 minutes.", f"{begins}1 minute."]
        assert not carl


async def test_players_are_told_whom_they_play_once_also_who_comes_in_later():
    async with a_hall() as hall:
        anna = hall.comes("anna")
        id = await hall.begun("anna", "bert")
        await hall.mind()
        bert = hall.comes("bert")
        await hall.mind()
        called = f"Tournament {id}, round 1: you play somebody now. Type accept within 3 minutes."
        assert anna == bert == [called]
        (game,) = (await hall.read(id)).under_way
        assert [one.table for one in hall.service.invitations.of("anna")] == [game.table]


async def test_who_has_a_bye_is_told_and_all_are_told_who_won():
    async with a_hall() as hall:
        carl = hall.comes("carl")
        id = await hall.begun("anna", "bert", "carl", terms=attrs.evolve(TERMS, rounds=1))
        assert carl == [f"Tournament {id}, round 1: you have a bye, which counts as a win."]
        await hall.resign(id)
        await hall.mind()
        assert carl[-1].startswith(f"Tournament {id} is over. Winner: ")


async def test_those_who_entered_are_told_of_one_that_is_cancelled():
    async with a_hall() as hall:
        anna = hall.comes("anna")
        id = await hall.begun("anna")
        assert anna == [f"Tournament {id} is cancelled: fewer than two people entered."]


async def test_both_are_told_that_one_did_not_come():
    async with a_hall() as hall:
        anna, bert = hall.comes("anna"), hall.comes("bert")
        id = await hall.begun("anna", "bert")
        (game,) = (await hall.read(id)).under_way
        async with hall.service.table(game.table, attended=False) as live:
            await hall.mind()
            await hall.service.sit(live, 0, Player(game.persons[0]))
        hall.clock.now += PATIENCE
        await hall.mind()
        came, absent = (anna, bert) if game.persons[0] == "anna" else (bert, anna)
        assert came[-2] == f"Tournament {id}: somebody did not come, so you win this game."
        assert absent[-2] == f"Tournament {id}: you did not come to your game with somebody, so you lose it."
