"""Duels, by programs: ordered and agreed to at their door, and no byte of it tells a seed too early."""

from __future__ import annotations

import json

import trio

from core.house.duel_steward import DuelSteward
from core.house.duels import read
from frontends.programs.door.dispatch import take
from tests.frontends.programs.programs import Robot, robots
from tests.frontends.programs.test_bots import bot, person
from tests.patience import PATIENCE


async def accept_all(*those: Robot) -> None:
    """Each accepts every invitation that it is told, and plays the first move there is."""
    seen = dict.fromkeys(those, 0)
    while True:
        for one in those:
            new, seen[one] = one.octets[seen[one] :], len(one.octets)
            for told in map(json.loads, new.splitlines()):
                if told["type"] == "notice" and told["kind"] == "invited":
                    await take(one.program, json.dumps({"type": "accept", "name": told["name"]}).encode())
                if told["type"] == "state" and told.get("moves") and told["seat"] in told.get("turn", ()):
                    play = {"type": "play", "id": f"p{told['at']}", "table": told["table"], "at": told["at"]}
                    play |= {"text": told["moves"][0]}
                    await take(one.program, json.dumps(play).encode())
        await trio.sleep(0.001)


async def test_duel_is_ordered_agreed_to_played_and_tells_its_secret_at_the_end() -> None:
    async with robots() as house, trio.open_nursery() as nursery:
        service = house.house.service
        nursery.start_soon(DuelSteward(service).run)
        anna, bert = await person(house, "Anna"), await person(house, "Bert")
        robo, carl = await bot(house, anna), await bot(house, bert, "Carl")
        asked = await robo.ask("challenge", names=["Robo", "Carl"], game="elixir", pairs=1, seconds=600)
        name = asked["duel"]["name"]
        assert (asked["duel"]["stage"], asked["waits"], asked["tables"]) == ("asked", ["Carl[bot]"], 1)
        with trio.fail_after(PATIENCE):
            while not (notices := [one for one in carl.of("notice") if one["kind"] == "duel"]):
                await trio.sleep(0.001)
        assert notices[0]["said"]["args"]["id"] == name
        assert (await robo.ask("agree", name=name))["type"] == "refused"
        assert (await carl.ask("agree", name=name))["duel"]["stage"] == "running"
        nursery.start_soon(accept_all, robo, carl)
        secret, seeds = (await read(service, name)).terms.secret, set[str]()
        with trio.fail_after(PATIENCE):
            while not (duel := await read(service, name)).is_over:
                for game in duel.games.values():
                    records = await service.journal.read(f"table/{game.table}", 0, 1)
                    seeds |= {records[0].data["house_seed"]} if records else set()
                early = robo.octets + carl.octets
                await trio.sleep(0.01)
        nursery.cancel_scope.cancel()
        assert not [one for one in (secret, *seeds) if one.encode() in early]
        page = await robo.ask("duel", name=name)
        assert (page["duel"]["stage"], page["secret"], page["result"]["pairs"]) == ("over", secret, 1)
        assert [(one["pair"], one["game"], one["over"]) for one in page["games"]] == [(1, 1, True), (1, 2, True)]
        assert set(page["result"]["share"]) == {"mean", "low", "high"}
        await service.views.settle()
        (past,) = (await anna.ask("duels"))["past"]
        assert (past["name"], past["names"], past["played"]) == (name, ["Robo[bot]", "Carl[bot]"], 2)


async def test_duel_is_refused_and_stopped() -> None:
    async with robots() as house, trio.open_nursery() as nursery:
        nursery.start_soon(DuelSteward(house.house.service).run)
        anna, bert = await person(house, "Anna"), await person(house, "Bert")
        await bot(house, anna)
        carl = await bot(house, bert, "Carl")
        assert (await anna.ask("challenge", names=["Robo", "Robo"], game="elixir"))["type"] == "refused"
        name = (await anna.ask("challenge", names=["Robo", "Carl"], game="elixir"))["duel"]["name"]
        assert (await carl.ask("refuse", name=name))["duel"]["reason"] == "declined"
        name = (await anna.ask("challenge", names=["Robo", "computer"], game="elixir", tables=2))["duel"]["name"]
        assert (await carl.ask("stop", name=name))["type"] == "refused"
        assert (await anna.ask("stop", name=name))["duel"]["stage"] == "stopping"
        assert (await anna.ask("duel", name="nosuch"))["type"] == "refused"
        nursery.cancel_scope.cancel()
