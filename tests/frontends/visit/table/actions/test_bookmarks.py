"""Saving: to files at home, as bookmarks over the net, and as the way out after a hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.base.message import english
from core.live.live_table import LiveTable
from core.sessions.at_table.held_seats import Held
from core.sessions.at_table.seat import TableRef
from core.sessions.journal_errors import FAILED
from core.table import LONGEST_NAME
from frontends.visit.visit import Visit
from journal.game_lines import read_lines
from tests.core.games.mille.positions import ended, given
from tests.frontends.journals import FULL, broken_house
from tests.frontends.terminals import COMP, House, ListTerminal, open_house

MODES = pytest.mark.parametrize("screen", [False, True])


async def at_home(house: House, game: str = "pileon", state: Any = None, **more: Any) -> tuple[LiveTable, ListTerminal]:
    """Somebody at home, where saving writes files."""
    players = ("Anna",) if game == "pileon" else ("Anna", COMP)
    live = await house.set_up(game, *players, deal=7 if game == "pileon" else None, state=state)

    async def errand(visit: Visit) -> TableRef:
        return TableRef(live.id, Held((0,)))

    anna = house.enter("Anna", errand=errand, has_files=True, **more)
    await anna.told()
    return live, anna


async def hand_over(house: House, *, has_files: bool = True, **more: Any) -> tuple[LiveTable, ListTerminal]:
    """Somebody who is asked whether they want another hand."""
    if has_files:
        return await at_home(house, "mille", ended(given()), **more)
    live = await house.set_up("mille", "Anna", COMP, state=ended(given()))
    return live, await house.seat("Anna", live, **more)


@MODES
async def test_file_is_asked_for_and_play_goes_on(screen: bool, tmp_path: Path) -> None:
    file = tmp_path / "a.game"
    async with open_house() as house:
        live, anna = await at_home(house, screen=screen)
        await (anna.pressed("s") if screen else anna.told("save"))
        assert (anna.bottom if screen else anna.prompt.text.strip()) == "file:"
        await (anna.pressed(*str(file), "enter") if screen else anna.told(str(file)))
        assert f"{file.name} [" in anna.words
        assert " UTC]" in anna.words
        assert len(read_lines(file).records) == live.table.seq
        await anna.told("1 14")
        assert (live.table.now.plays, anna.rung) == (1, 0)


async def test_game_from_a_file_can_go_into_the_same_file_or_another(tmp_path: Path) -> None:
    first, second = tmp_path / "a.game", tmp_path / "b.game"
    async with open_house() as house:
        _, anna = await at_home(house, path=str(first))
        first.write_text("old")
        await anna.told("save")
        assert anna.prompt.text == "Same file? (y/n) "
        await anna.told("y")
        assert first.read_text() != "old"
        await anna.told("1 14", "save", "n", str(second))
        assert second.exists()


async def test_existing_file_is_overwritten_only_with_leave(tmp_path: Path) -> None:
    file = tmp_path / "a.game"
    file.write_text("mine")
    async with open_house() as house:
        _, anna = await at_home(house)
        await anna.told(f"save {file}")
        assert anna.prompt.text == "Overwrite file? (y/n) "
        await anna.told("n")
        assert (file.read_text(), anna.prompt.text) == ("mine", "your move> ")
        await anna.told(f"save {file}", "y")
        assert file.read_text() != "mine"


@MODES
async def test_question_about_a_file_is_taken_back(screen: bool, tmp_path: Path) -> None:
    file = tmp_path / "a.game"
    file.write_text("mine")
    async with open_house() as house:
        _, anna = await at_home(house, screen=screen, path=str(file))
        await anna.told("save")
        await anna.pressed("escape")
        assert file.read_text() == "mine"
        assert "UTC]" not in anna.words


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("no/such", "does not exist; make it first"),
        ("x" * 300, ""),
        ("a\0b", "That is not a file name: choose another one."),
        ("~nobody-of-that-name/x", "No home folder for ~nobody-of-that-name/x: give the full path."),
    ],
)
@MODES
async def test_failure_says_why_and_play_goes_on(screen: bool, name: str, sentence: str, tmp_path: Path) -> None:
    async with open_house() as house:
        live, anna = await at_home(house, screen=screen)
        await anna.told(f"save {name if name[0] == '~' else tmp_path / name}")
        assert sentence.replace(" ", "") in anna.words.replace(" ", "")
        assert anna.rung == 1
        await anna.told("1 14")
        assert live.table.now.plays == 1


async def test_no_name_is_no_save() -> None:
    async with open_house() as house:
        _, anna = await at_home(house)
        assert await anna.told("save", "  ") == ""
        assert anna.prompt.text == "your move> "


async def test_no_other_hand_and_no_save_end_the_session() -> None:
    async with open_house() as house:
        live, anna = await hand_over(house)
        await anna.told("n", "n")
        assert live.table.ended is not None
        assert "The session ends in a tie." in anna.text
        assert await anna.left() == 0


async def test_end_of_the_session_is_told_when_the_screen_is_left() -> None:
    async with open_house() as house:
        _, anna = await hand_over(house, screen=True)
        await anna.pressed("n", "n")
        assert not anna.on_screen
        assert "The session ends in a tie.\n" in anna.text


@MODES
async def test_saved_after_a_hand_is_good_bye(screen: bool, tmp_path: Path) -> None:
    file = tmp_path / "a.game"
    async with open_house() as house:
        live, anna = await hand_over(house, screen=screen)
        await (anna.pressed("n") if screen else anna.told("n"))
        assert (anna.bottom if screen else anna.prompt.text.strip()) == "Save game? (y/n)"
        await (anna.pressed("y", *str(file), "enter") if screen else anna.told("y", str(file)))
        assert f"{file.name} [" in " ".join(anna.text.split())
        assert (live.table.ended, await anna.left()) == (None, 0)


@MODES
async def test_no_name_after_a_hand_deals_another(screen: bool) -> None:
    async with open_house() as house:
        live, anna = await hand_over(house, screen=screen)
        await (anna.pressed("n", "y", "enter") if screen else anna.told("n", "y", ""))
        assert live.table.state.dealt == 2


async def test_declined_overwriting_after_a_hand_deals_another(tmp_path: Path) -> None:
    file = tmp_path / "a.game"
    file.write_text("mine")
    async with open_house() as house:
        live, anna = await hand_over(house)
        await anna.told("n", "y", str(file), "n")
        assert (live.table.state.dealt, file.read_text()) == (2, "mine")


async def test_failed_save_after_a_hand_says_why_and_deals_another(tmp_path: Path) -> None:
    async with open_house() as house:
        live, anna = await hand_over(house)
        told = await anna.told("n", "y", str(tmp_path / "no" / "such"))
        assert "does not exist; make it first" in " ".join(told.split())
        assert live.table.state.dealt == 2
        assert anna.status is None


@MODES
async def test_question_about_saving_can_be_taken_back(screen: bool) -> None:
    async with open_house() as house:
        live, anna = await hand_over(house, screen=screen)
        seq = live.table.seq
        await (anna.pressed("n") if screen else anna.told("n"))
        await anna.pressed("escape")
        assert (live.table.seq, anna.status) == (seq, None)
        assert "Save game?" not in (anna.bottom if screen else anna.prompt.text)


async def test_those_who_have_just_saved_are_not_asked_again(tmp_path: Path) -> None:
    async with open_house() as house:
        live, anna = await hand_over(house)
        await anna.told(f"save {tmp_path / 'a'}", "n")
        assert live.table.ended is not None


async def test_session_that_could_not_be_ended_goes_on() -> None:
    async with broken_house() as (house, journal):
        live, anna = await hand_over(house)
        journal.works = False
        told = await anna.told("n", "n")
        assert FULL in told
        assert (live.table.ended, anna.prompt.text) == (None, "your move> ")


@MODES
async def test_save_over_the_net_is_a_bookmark_that_the_lobby_returns_to(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        anna = await house.seat("Anna", live, screen=screen)
        await (anna.pressed("s", *"Before", "enter") if screen else anna.told("save", "Before"))
        assert [name for name, _ in live.table.marks] == ["before"]
        way = f"return {house.code('Anna', live)} before"
        assert f'Saved as "before". In the lobby: {way}' in (anna.message if screen else anna.words)


async def test_name_of_a_save_is_told_as_it_is_kept() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        anna = await house.seat("Anna", live)
        kept = "x" * LONGEST_NAME
        assert f'Saved as "{kept}".' in await anna.told(f"save {'x' * 30}")
        assert [name for name, _ in live.table.marks] == [kept]


async def test_save_that_could_not_be_stored_claims_nothing() -> None:
    async with broken_house() as (house, journal):
        live = await house.set_up("mille", "Anna", COMP)
        anna = await house.seat("Anna", live)
        journal.works = False
        told = await anna.told("save here")
        assert english(FAILED) in told
        assert "Saved" not in told


async def test_bookmark_after_a_hand_is_good_bye() -> None:
    async with open_house() as house:
        live, anna = await hand_over(house, has_files=False)
        await anna.told("n", "y", "later")
        assert [name for name, _ in live.table.marks] == ["later"]
        assert anna.prompt.text == "lobby> "


async def test_spectators_have_nothing_to_save() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        carl = await house.look_on("Carl", live)
        assert "only players can do that" in await carl.told("save")
        assert carl.rung == 1
