"""Stepping through a recorded game, in either mode."""

from __future__ import annotations

import re
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from core.base.game import SPECTATOR, Seat
from core.games import GAMES
from core.people.talk import Said
from core.replay.player import NORMAL, SPEEDS, Player
from core.replay.recording import Recording
from core.table import Move, Resign
from frontends.terminal.picture import Look
from frontends.visit.destination import ToLobby, ToReplay
from frontends.visit.replay.room import ACTIONS, AtReplay
from frontends.visit.visit import Visit
from frontends.visit.visit_loop import VOCABULARY
from journal import Damaged, sentence
from tests.core.parlour import move, submit
from tests.frontends.recorded import NAMES, a_recording, played
from tests.frontends.terminals import House, ListTerminal, open_house

MODES = pytest.mark.parametrize("screen", [False, True])


async def replaying(house: House, recording: Recording, **more: Any) -> ListTerminal:
    """Somebody who has just begun to step through a game."""

    async def errand(visit: Visit) -> ToReplay:
        return ToReplay(recording, ToLobby())

    anna = house.enter("Anna", errand=errand, **more)
    await anna.told()
    return anna


def player(house: House, anna: ListTerminal) -> Player:
    room = house.visits[anna].room
    assert isinstance(room, AtReplay)
    return room.player


async def two_hands() -> Recording:
    """A game of mille up to some moves in its second hand."""
    records = await played("mille", moves=250)
    second = [record.seq for record in records if record.kind == "mille.dealt"][1]
    return Recording(records[0].data["table"], records[: second + 5], NAMES)


def status(anna: ListTerminal) -> str:
    return anna.screen.split("\n")[-2] if anna.on_screen else anna.prompt.toolbar


# In lines.


async def test_lines_begin_with_the_title_and_the_first_position() -> None:
    recording = await a_recording("mille")
    async with open_house() as house:
        anna = await replaying(house, recording)
        assert re.match(rf"Mille, table [a-z0-9]+: {recording.moves} moves\. Type \? for help\.", anna.text)
        assert "[0] A hand is dealt; Anna starts.\nHand 1" in anna.text
        assert anna.prompt.text == f"replay 0/{recording.moves}> "


async def test_step_in_lines_tells_a_sentence_and_the_position() -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("mille"))
        assert (await anna.told("next")).startswith("[1] Anna picks a card.\nHand 1")
        assert (await anna.told("")).startswith("[2] Anna ")
        await anna.told("back")
        assert anna.prompt.text.startswith("replay 1/")


async def test_step_past_the_end_says_where_one_is_in_one_sentence() -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("mille"))
        await anna.told("go end")
        said = " ".join((await anna.told("")).split())
        assert re.match(r"move 8 of 8, 0:0\d, paused, as a spectator: Anna resigned\.", said)
        assert not said.endswith("..")


async def test_playing_in_lines_scrolls_sentence_by_sentence_and_shows_where_it_stops(autojump_clock: object) -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("mille"))
        await anna.told("play")
        assert anna.prompt.text == ""
        before = len(anna.text)
        await trio.sleep(4.5)
        lines = anna.text[before:].splitlines()
        assert len(lines) == 4
        assert all(line.startswith("[") for line in lines)
        assert (await anna.told("")).startswith("Hand 1")
        await anna.told("play")
        await trio.sleep(60)
        assert anna.prompt.text == "replay 8/8> "
        assert anna.text.rindex("[") < anna.text.rindex("Points of this hand")


@pytest.mark.parametrize("word", [word for action in ACTIONS for word in (action.word, *action.aliases)])
async def test_every_word_is_known(word: str) -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("mille"))
        before = len(anna.text)
        await anna.told(word)
        assert "no command" not in anna.text[before:]


async def test_commands_in_lines_move() -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("mille"))
        end = len(player(house, anna).recording)
        for line, seq in (
            ("hand", end), ("start", 5), ("n", 6), ("next", 7), ("b", 6), ("end", end), ("hand back", 5),
            ("go end", end), ("back", end - 1), ("go start", 5), ("go 0", 5), ("go 99999999999", end), ("previous", 5),
        ):  # fmt: skip
            await anna.told(line)
            assert player(house, anna).seq == seq, line
        assert anna.rung == 0


# Going somewhere.


@pytest.mark.parametrize("game", [*GAMES])
async def test_go_leads_to_a_move(game: str) -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording(game, moves=8))
        for number in (3, 7, 0, 8, 5):
            await anna.told(f"go {number}")
            assert player(house, anna).table.plays == number
        await anna.told("go 99")
        assert player(house, anna).at_end


async def test_go_leads_to_a_time() -> None:
    now = [1_000_000.0]
    async with open_house(now=lambda: now[0]) as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        for _ in range(6):
            now[0] += 40
            await move(live)
        records = await house.service.records(live.id)
        anna = await replaying(house, Recording(live.id, records, {}))
        for wanted, plays in (("1:00", 2), ("0:40", 1), ("2:05", 4), ("0:00", 0), ("0:03:20", 5), ("9:59", 6)):
            await anna.told(f"go {wanted}")
            assert player(house, anna).table.plays == plays, wanted


async def test_go_leads_to_words_that_were_said_one_after_the_other() -> None:
    async with open_house() as house:
        said = (Said("anna", 0, "good luck", 6), Said("bert", 1, "Good move", 9))
        anna = await replaying(house, await a_recording("mille", *said))
        for seq in (6, 9, 6):
            await anna.told("go GOOD")
            assert player(house, anna).seq == seq
        assert 'Nobody said "bad"; type go and a move, a time, or words somebody said.' in " ".join(
            (await anna.told("go bad")).split()
        )
        assert anna.rung == 1


async def test_where_to_go_is_asked_for_and_may_be_thought_better_of() -> None:
    async with open_house() as house:
        recording = await a_recording("mille")
        anna = await replaying(house, recording)
        await anna.told("go", "3")
        assert anna.prompt.text.startswith("replay 3/")
        await anna.told("go", "")
        assert anna.prompt.text.startswith("replay 3/")
        bert = await replaying(house, recording, screen=True)
        await bert.pressed("g")
        assert "Go to which move, time (3:25), or words that were said?" in bert.screen
        await bert.pressed("2", "enter")
        assert player(house, bert).table.plays == 2
        await bert.pressed("g", "escape")
        assert (player(house, bert).table.plays, bert.rung) == (2, 0)


# On a screen.


async def test_keys_do_what_help_says() -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("mille"), screen=True)
        end = len(player(house, anna).recording)
        for key, seq in (
            ("right", 6), ("l", 7), ("n", 8), ("enter", 9), ("left", 8), ("h", 7), ("b", 6), ("backspace", 5),
            ("down", end), ("up", 5), ("j", end), ("k", 5), ("]", end), ("[", 5), ("end", end), ("home", 5),
            ("wheel down", 6), ("wheel up", 5),
        ):  # fmt: skip
            await anna.pressed(key)
            assert player(house, anna).seq == seq, key
        await anna.pressed(" ", "+", "+", "-")
        assert player(house, anna).speed == NORMAL + 1
        assert f"{SPEEDS[NORMAL + 1]:g} a second" in status(anna)
        await anna.pressed("p")
        assert "paused" in status(anna)


@pytest.mark.parametrize(
    ("language", "shown"), [("en", "move 0 of 8, 0:00, paused, as"), ("fr", "coup 0 sur 8, 0:00, en pause, vu")]
)
async def test_narrow_window_leaves_the_bar_out_for_the_words_which_are_cut_at_a_blank(
    language: str, shown: str
) -> None:
    async with open_house() as house:
        small = Look(rows=22, columns=40, language=language)
        anna = await replaying(house, await a_recording("mille"), screen=True, look=small)
        assert status(anna).startswith(shown)


async def test_moves_and_hands_are_counted_in_the_words_of_the_game() -> None:
    async with open_house() as house:
        recording = await two_hands()
        anna = await replaying(house, recording, screen=True)
        assert f"move 0 of {recording.moves}, hand 1 of 2, " in status(anna)
        await anna.pressed("]")
        assert ", hand 2 of 2, " in status(anna)
        await anna.pressed("[")
        assert ", hand 1 of 2, " in status(anna)
        assert "record" not in anna.screen


async def test_hands_are_offered_only_where_there_are_several() -> None:
    async with open_house() as house:
        assert "next hand" in (await replaying(house, await two_hands(), screen=True)).bottom
        assert "next hand" not in (await replaying(house, await a_recording("pileon"), screen=True)).bottom


async def test_status_moves_while_it_plays_and_its_bar_grows(autojump_clock: object) -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("pileon"), screen=True)
        seen = [status(anna)]
        await anna.pressed(" ")
        for _ in range(10):
            await trio.sleep(1)
            seen.append(status(anna))
        await trio.sleep(10)
        seen.append(status(anna))
        assert len(set(seen)) > 5
        done = [line.count("━") for line in seen]
        assert done == sorted(done)
        assert done[-1] > done[0]
        assert "╌" not in seen[-1]


async def test_board_is_the_one_of_then_and_shows_no_keys_of_play() -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("pileon"), screen=True)
        await anna.pressed("end")
        assert "8 moves" in anna.screen
        await anna.pressed("home", "right")
        assert "1 move," in anna.screen
        for word in ("Enter", "take", "undo", "hint", "Arrows"):
            assert word not in anna.bottom
        assert "play" in anna.bottom
        await anna.pressed("end")
        assert "Anna resigned." in anna.message


@pytest.mark.parametrize("key", ["u", "X", "D", "w", "s", "m", "R", "1"])
async def test_keys_of_play_do_nothing_here(key: str) -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("pileon"), screen=True)
        await anna.pressed(key)
        assert (anna.rung, player(house, anna).seq) == (1, player(house, anna).recording.first)


async def test_perspective_is_changed_and_named() -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("mille"), screen=True)
        assert "as a spectator" in status(anna)
        await anna.pressed("e")
        assert "as Anna" in status(anna)
        await anna.pressed("e", "e")
        assert "as everybody" in status(anna)
        bert = await replaying(house, await a_recording("mille", over=False, seats=(1,)))
        assert player(house, bert).viewer == Seat(1)
        await bert.told("perspective")
        assert player(house, bert).viewer is SPECTATOR
        await bert.told("eyes")
        assert player(house, bert).viewer == Seat(1)


async def test_replay_of_a_running_game_takes_ones_own_perspective_only() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        await anna.told("replay")
        seen = []
        for _ in range(3):
            seen.append(anna.prompt.toolbar.rpartition("as ")[2])
            await anna.told("perspective")
        assert seen == ["Anna", "a spectator", "Anna"]
        await anna.told("quit")
        assert anna.prompt.text == "your move> "


async def test_help_is_read_over_the_board_while_it_waits(autojump_clock: object) -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("mille"), screen=True)
        shown = await anna.pressed("?")
        assert "one step forward" in shown
        await anna.pressed("escape")
        bert = await replaying(house, await a_recording("mille"), look=Look(rows=300))
        told = " ".join((await bert.told("help all")).split())
        assert all(f"{action.word} " in told for action in ACTIONS if action.unless(house.visits[bert].room) is None)  # type: ignore[arg-type]


async def test_nothing_moves_behind_a_text(autojump_clock: object) -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("mille"), screen=True)
        await anna.pressed(" ", "?")
        text = anna.screen
        await trio.sleep(10)
        assert anna.screen == text


@MODES
async def test_unknown_key_or_word_rings_and_points_to_help(screen: bool) -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("mille"), screen=screen)
        await (anna.pressed("z") if screen else anna.told("zzz"))
        assert anna.rung == 1
        assert "; " in (anna.message if screen else anna.text)
        assert "?" in (anna.message if screen else anna.text)


async def test_mode_can_be_changed() -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("mille"))
        await anna.told("screen")
        assert anna.on_screen
        before = len(anna.text)
        await anna.pressed("L")
        assert not anna.on_screen
        assert "Hand 1" in anna.text[before:]
        bert = await replaying(house, await a_recording("mille"), look=Look(single_keys=False))
        await bert.told("screen")
        assert bert.rung == 1


async def test_window_that_gets_too_small_changes_to_lines_and_back() -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("pileon"), screen=True)
        await anna.pressed("right")
        await anna.resized(Look(rows=19))
        assert not anna.on_screen
        assert "Pile 1:" in anna.text
        await anna.resized(Look())
        assert anna.on_screen
        assert "move 1 of 8" in status(anna)


async def test_screen_is_painted_again_and_position_repeated() -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("mille"), screen=True)
        painted = anna.repainted
        await anna.pressed("c-l")
        assert anna.repainted == painted + 1
        bert = await replaying(house, await a_recording("mille"))
        for word in ("board", "look", "l"):
            assert (await bert.told(word)).startswith("Hand 1")


# Coming and going.


@pytest.mark.parametrize("key", ["q", "Q", "escape", "c-c", "c-d"])
@MODES
async def test_leaving_leads_home(screen: bool, key: str) -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("mille"), screen=screen)
        if not screen and key in ("q", "Q", "escape"):
            anna.type("quit")
        else:
            anna.press(key)
        assert await anna.left() == 0


async def test_leaving_leads_back_to_the_table_one_came_from_and_on_to_a_new_one() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live, screen=True)
        await submit(live, Move("1 14"), 0)
        await submit(live, Resign(), 0)
        await anna.pressed("r")
        assert "move 0 of 1" in status(anna)
        await anna.pressed("end", "q")
        assert anna.bottom.startswith("R same deal  n new")
        await anna.pressed("n")
        assert "0 moves" in anna.screen
        assert len(await house.tables()) == 2


async def test_replay_that_cannot_be_had_leaves_one_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live)

        async def read(stream: str, *_: int) -> Any:
            raise Damaged(stream, 3, sentence("its number is {number}", number=7))

        monkeypatch.setattr(house.service.journal, "read", read)
        assert "is damaged" in await anna.told("replay")
        assert anna.prompt.text == "your move> "


async def test_talk_stands_in_the_replay_where_it_was_said() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live)
        await anna.told("say before", "1 14")
        carl = await house.look_on("Carl", live)
        assert "<Anna> before\n" in carl.text
        await carl.told("say psst")
        await anna.told("say after")
        told = await anna.told("replay", "next", "go end")
        lines = [line for line in told.splitlines() if line.startswith("[")]
        assert lines.index("[0] <Anna> before") < lines.index("[1] <Anna> after")
        assert "psst" not in told


@pytest.mark.parametrize("name", GAMES)
@MODES
async def test_every_game_is_shown_through_all_eyes_from_end_to_end(name: str, screen: bool) -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording(name), screen=screen, look=Look(utf8=False))
        for _ in player(house, anna).recording.perspectives:
            for _ in range(len(player(house, anna).recording) + 1):
                anna.type("next")
            await anna.told("start", "perspective")
        await anna.resized(Look(rows=3, columns=9))
        assert anna.rung == 0


async def test_replay_begins_at_a_move_that_is_named() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("new pileon deal=7", "5 14", "3 15")
        table = await house.only_table()
        await anna.told("replay 1")
        assert anna.prompt.text == "replay 1/2> "
        await anna.told("q", "quit", "y", f"replay {table} 2")
        assert anna.prompt.text == "replay 2/2> "
        await anna.told("q")
        for wrong in ("3", "0", "x", "1 2"):
            assert "There is no such move: this game has 2." in await anna.told(f"replay {table} {wrong}")


@pytest.mark.parametrize("key", ["n", "l", "b", "h", "e", "p"])
async def test_step_of_a_key_does_not_wait_and_is_put_back_by_a_word(key: str, mock_clock: MockClock) -> None:
    async with open_house() as house:
        anna = await replaying(house, await a_recording("elixir"), screen=True)
        await anna.pressed("right", "right", "right")
        before = player(house, anna)
        word = next(word for word in sorted(VOCABULARY) if word.startswith(key) and len(word) > 1)
        anna.press(key)
        await wait_all_tasks_blocked()
        assert player(house, anna) != before
        anna.press(*word[1:], "escape")
        await wait_all_tasks_blocked()
        assert player(house, anna) == before


async def test_words_do_what_they_do_in_lines(mock_clock: MockClock) -> None:
    async with open_house() as house:
        recording = await a_recording("elixir")
        anna = await replaying(house, recording, screen=True)
        for word, seq in (("end", len(recording)), ("start", recording.first)):
            anna.press(*word, "enter")
            await wait_all_tasks_blocked()
            assert player(house, anna).seq == seq
        anna.press(*"password", "enter")
        await wait_all_tasks_blocked()
        assert anna.message == '"password" works in the lobby: type leave first.'
