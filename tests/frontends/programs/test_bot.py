"""Our computer players as programs: what they answer, and that they see what any program is sent."""

from __future__ import annotations

import json

import pytest

from core.games.features.bots import ALL, BOTS, bot_of
from frontends.programs.bot import BotProgram
from frontends.programs.door.views import spelled
from tests.frontends.programs.programs import robots

SEED = bytes(32)


def answers(*lines: object, game: str = "mille") -> list[dict[str, object]]:
    """What the normal player of a game answers to lines, after its hello."""
    sent: list[bytes] = []
    BotProgram(BOTS[game], SEED).run((json.dumps(line).encode() for line in lines), sent.append)
    hello, *others = map(json.loads, sent)
    assert (hello["type"], hello["protocol"], hello["moves"]) == ("hello", 1, False)
    return others


def test_it_accepts_invitations_and_passes_over_what_it_does_not_know() -> None:
    invited = {"type": "notice", "kind": "invited", "name": "Anna", "said": {"id": "", "text": ""}}
    assert answers({"type": "news"}, {**invited, "kind": "came"}, invited, {"type": "ack"}) == [
        {"type": "accept", "id": "", "name": "Anna", "luck": "", "sealed": ""}
    ]


def test_it_ends_when_the_house_hangs_up_and_not_when_it_leaves_a_table() -> None:
    invited = {"type": "notice", "kind": "invited", "name": "Anna"}
    assert len(answers({"type": "gone", "table": "t"}, invited, {"type": "gone"}, invited)) == 1


QUICK = [(bot.game, bot.level) for bot in ALL if bot.game in ("mille", "elixir") and bot.level != "strong"]


@pytest.mark.parametrize(("game", "level"), QUICK)
async def test_what_it_plays_is_legal_and_the_same_in_the_same_place(game: str, level: str) -> None:
    async with robots() as house:
        anna, bert = await house.two_at(game, past=True)
        for _ in range(12):
            one = anna if anna.state["seat"] in anna.state["turn"] else bert
            line, sent = json.dumps(one.state).encode(), list[bytes]()
            for _ in range(2):
                BotProgram(bot_of(game, level), SEED).run([line], sent.append)
            (first, second) = (json.loads(octets) for octets in (sent[1], sent[3]))
            assert first == second
            assert spelled(game, first["text"]) in one.state["moves"]
            assert (await one.play(first["text"]))["type"] == "ack"


async def test_it_says_nothing_where_it_is_not_its_turn_or_another_game() -> None:
    async with robots() as house:
        anna, bert = await house.two_at("mille", past=True)
        waiting = bert if anna.state["seat"] in anna.state["turn"] else anna
        assert answers(waiting.state) == []
        assert answers(anna.state, bert.state, game="elixir") == []
