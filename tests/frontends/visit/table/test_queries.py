"""Questions about a table: two lines at most, in every game and mode, for players and watchers, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest

from core.games import GAMES
from core.table import Move, Resign
from frontends.terminal.picture import Look
from frontends.visit.table.queries import ACTIONS
from tests.core.parlour import move, submit
from tests.frontends.terminals import COMP, House, ListTerminal, open_house

QUERIES = ("last", "hand", "score", "turn", "time", "repeat", "since")
LOOKS = {"lines": Look(), "reader": Look(reader=True), "narrow": Look(columns=100)}


async def heads(house: House) -> dict[str, int]:
    """Every stream of the journal, with how long it is."""
    streams: dict[str, int] = {}
    for kind in ("table/", "talk/", "person/", "name/", "house"):
        page = await house.service.journal.streams(kind)
        streams |= {summary.stream: await house.service.journal.head(summary.stream) for summary in page.summaries}
    return streams


async def at_table(house: House, game: str, who: str, **more: Any) -> ListTerminal:
    players = ("Anna", "Bert")[: GAMES[game].seats]
    live = await house.set_up(game, *players, deal=7 if GAMES[game].numbered else None, clock=60)
    await move(live, 5)
    return await (house.seat("Anna", live, **more) if who == "player" else house.look_on("Carl", live, **more))


def test_every_query_of_the_design_is_there() -> None:
    assert {*QUERIES, "board"} <= {action.word for action in ACTIONS}


@pytest.mark.parametrize("game", [*GAMES])
@pytest.mark.parametrize("who", ["player", "watcher"])
@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
async def test_answer_has_two_lines_at_most_and_changes_nothing(game: str, who: str, look: Look) -> None:
    async with open_house() as house:
        person = await at_table(house, game, who, look=look)
        before = await heads(house)
        for query in QUERIES:
            told = await person.told(query)
            assert 1 <= len(told.splitlines()) <= 2, (query, told)
            assert max(map(len, told.splitlines())) <= min(look.columns, 79 if look.reader else 100)
        assert person.rung == 0
        assert len((await person.told("board")).splitlines()) >= 1
        assert await heads(house) == before


@pytest.mark.parametrize("game", [*GAMES])
@pytest.mark.parametrize("who", ["player", "watcher"])
async def test_answer_stands_in_the_message_of_a_screen(game: str, who: str) -> None:
    async with open_house() as house:
        person = await at_table(house, game, who, screen=True)
        before = await heads(house)
        for query in QUERIES:
            await person.told(query)
            assert person.message, query
            assert len(person.screen.split("\n")) == 24
        assert await heads(house) == before


@pytest.mark.parametrize("game", [*GAMES])
async def test_game_that_has_not_begun_or_is_over_answers_too(game: str) -> None:
    async with open_house() as house:
        seats = GAMES[game].seats
        live = await house.set_up(game, *(None,) * seats, deal=7 if GAMES[game].numbered else None)
        carl = await house.look_on("Carl", live)
        for query in QUERIES:
            assert len((await carl.told(query)).splitlines()) in (1, 2), query
        live = await house.set_up(game, *("Anna", "Bert")[:seats], deal=7 if GAMES[game].numbered else None)
        anna = await house.seat("Anna", live)
        await submit(live, Resign(), 0)
        for query in QUERIES:
            assert len((await anna.told(query)).splitlines()) in (1, 2), query


async def test_last_is_what_happened_last_as_the_asker_may_know_it() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        await submit(live, Move("p"), 0)
        assert (await anna.told("last")).startswith("You pick ")
        assert await bert.told("last") == "Anna picks a card.\n"


async def test_since_tells_nothing_of_those_who_are_ignored() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        await anna.told("ignore Bert")
        await bert.told("say xylophone")
        assert "xylophone" not in await anna.told("since")
        await anna.told("hear Bert")
        assert "<Bert> xylophone" in await anna.told("since")


async def test_since_is_what_happened_since_ones_own_move() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        await move(live, 3)
        await live.say(live.table.chairs[1].person, 1, "your turn")
        told = await anna.told("since")
        assert told.startswith("Bert rolls")
        assert told.endswith("Bert> your turn\n")


async def test_turn_says_who_is_to_move() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        assert await anna.told("turn") == "Now: your turn.\n"
        assert await bert.told("turn") == "Now: Anna to move.\n"
        await submit(live, Resign(), 1)
        assert await anna.told("turn") == "Bert resigned before both had moved: nobody wins.\n"


async def test_time_says_what_is_left_for_a_move() -> None:
    now = [1_000_000.0]
    async with open_house(now=lambda: now[0]) as house:
        live = await house.set_up("elixir", "Anna", "Bert", clock=60)
        anna = await house.seat("Anna", live)
        now[0] += 20
        assert await anna.told("time") == "0:00 of play. You have 40 seconds left.\n"
        now[0] += 39
        assert "You have 1 second left.\n" in await anna.told("time")
        await submit(live, Move("roll"), 0)
        assert (await anna.told("time")).startswith("0:59 of play. ")


async def test_repeat_is_what_was_told_last_before_all_questions() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        anna = await house.seat("Anna", live, look=Look(reader=True))
        told = await anna.told("p")
        assert told.startswith("You pick ")
        assert await anna.told("repeat") == told
        await anna.told("score", "turn", "hand")
        assert await anna.told("repeat") == told
        assert await anna.told("repeat") == told


async def test_moves_are_listed_within_the_columns() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live, look=Look(columns=40))
        told = await anna.told("moves")
        assert max(map(len, told.splitlines())) <= 40
        every = (await anna.told("moves all")).splitlines()
        at = house.visits[anna].room
        assert {line.partition(":")[0] for line in every if ":" in line} <= {
            move.removesuffix(" 1")
            for move in at.moves()  # type: ignore[attr-defined]
        }


async def test_there_may_be_nothing_to_play() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        bert = await house.seat("Bert", live)
        assert await bert.told("moves") == "You cannot play anything now.\n"


async def test_reader_has_the_board_only_on_request() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        anna = await house.seat("Anna", live, look=Look(reader=True))
        text = anna.text + await anna.told("p", "d 1")
        assert "cards are left to pick" not in text
        assert "left to pick" in await anna.told("board")
