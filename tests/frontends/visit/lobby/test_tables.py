"""Lists of tables, in the lobby and at tables; and the way to a table by its id or by who is there."""

from __future__ import annotations

from core.table import Resign
from tests.core.parlour import submit
from tests.frontends.terminals import open_house


async def test_list_daily_and_games_answer_at_a_table_too() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        await house.service.views.settle()
        assert live.id in await anna.told("list")
        assert "The deals of" in await anna.told("daily")
        assert "Your games:" in await anna.told("games")


async def test_history_lists_what_somebody_has_finished() -> None:
    async with open_house() as house:
        done, running = await house.set_up("elixir", "Anna", "Bert"), await house.set_up("mille", "Anna", "Bert")
        anna = await house.seat("Anna", done)
        await submit(done, Resign(), 1)
        await house.service.views.settle()
        told = await anna.told("history")
        assert done.id in told
        assert running.id not in told
        assert done.id in await anna.told("history Anna")
        assert "There are no such games. All tables: list" in await house.enter("Carl").told("history")


async def test_game_is_watched_by_the_name_of_who_plays_it_and_gone_to_by_its_id() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        await house.seat("Anna", live)
        carl = house.enter("Carl")
        assert f"You are watching table {live.id}" in await carl.told("observe anna")
        assert "is not at a table now" in await house.enter("Emil").told("watch Emil")
        dora = house.enter("Dora")
        await dora.told("new pileon deal=7")
        id = next(one for one in await house.tables() if one != live.id)
        assert f"table {id}" in await dora.told("quit", "y", "new mille", f"go {id}")


async def test_signora_is_called_signora_at_its_table_in_who_and_in_help() -> None:
    async with open_house() as house:
        live = await house.set_up("terrace", "Anna", deal=7, options={"variant": "signora"})
        anna = await house.seat("Anna", live)
        assert "Signora, deal 7" in anna.text
        assert "Terrace" not in anna.text
        assert (await anna.told("help")).startswith("Signora")
        assert "plays Signora at table" in await anna.told("who")
