"""Stepping through a recorded game, in either manner."""

from __future__ import annotations

import re

import pytest

from core.game import SPECTATOR, Seat
from core.games import GAMES
from core.recording import Recording
from frontends.dialogue.effects import HangUp, Leave, Recall, Resume
from frontends.dialogue.replay import _KEYS, _WORDS, HELP, AtReplay
from frontends.dialogue.results import Failed, Recalled
from frontends.screens.picture import Look
from tests.frontends.dialogue.shell import ANNA, Shell, a_table
from tests.frontends.recorded import a_recording


def replaying(recording: Recording, **more: object) -> Shell:
    shell = Shell(**more)  # type: ignore[arg-type]
    shell.answer(Recalled(recording))
    shell.requests.clear()
    return shell


def player(shell: Shell):
    assert isinstance(shell.talk.room, AtReplay)
    return shell.talk.room.player


async def test_lines_begin_with_the_title_and_the_first_position():
    shell = replaying(await a_recording("mille"))
    assert re.match(r"Mille, table [a-z0-9]{5}: ", shell.text)
    assert "[5] A hand is dealt; Anna starts.\nHand 1" in shell.text
    assert shell.prompt.text.startswith("replay 5/")


async def test_step_in_lines_tells_a_sentence_and_the_position():
    shell = replaying(await a_recording("mille"))
    shell.new_text()
    shell.type("next")
    assert shell.text.startswith("[6] Anna picks a card.\nHand 1")
    shell.new_text()
    shell.type("")
    assert shell.text.startswith("[7] Anna ")
    shell.type("back")
    assert player(shell).seq == 6


async def test_step_past_the_end_says_where_one_is_in_one_sentence():
    shell = replaying(await a_recording("mille"))
    shell.type("go end")
    shell.new_text()
    shell.type("")
    said = shell.new_text().splitlines()[0]
    assert said.startswith(f"record {player(shell).seq} of {player(shell).seq}, paused, as ")
    assert said.endswith(".")
    assert not said.endswith("..")


async def test_playing_in_lines_scrolls_sentence_by_sentence_and_shows_where_it_stops():
    shell = replaying(await a_recording("mille"))
    shell.type("play")
    assert shell.talk.pace == 1
    assert shell.prompt.text == ""
    shell.new_text()
    for _ in range(4):
        shell.tick()
    assert [line[0] for line in shell.new_text().splitlines()] == ["["] * 4
    shell.type("")
    assert shell.new_text().startswith("Hand 1")
    assert shell.talk.pace is None
    shell.type("play")
    while shell.talk.pace:
        shell.tick()
    assert shell.text.rindex("[") < shell.text.rindex("Points:")


async def test_commands_in_lines_move():
    shell = replaying(await a_recording("mille"))
    end = len(player(shell).recording)
    for line, seq in (
        ("hand", end), ("go 7", 7), ("hand back", 5), ("go end", end), ("back", end - 1), ("go 99999999999", end),
        ("b", end - 1), ("go 0", 5), ("n", 6), ("f", 7),
    ):  # fmt: skip
        shell.type(line)
        assert player(shell).seq == seq, line
    assert shell.rung == 0


async def test_record_is_asked_for_and_may_be_thought_better_of():
    shell = replaying(await a_recording("mille"))
    shell.type("go", "8")
    assert player(shell).seq == 8
    shell.type("go", "")
    assert shell.prompt.text.startswith("replay 8/")
    shell = replaying(await a_recording("mille"), screen=True)
    shell.press("g")
    assert shell.bottom == "Record:"
    shell.press("7", "enter")
    assert player(shell).seq == 7
    shell.press("g", "escape", "g", "x", "enter")
    assert player(shell).seq == 7
    assert shell.rung == 1


@pytest.mark.parametrize("screen", [False, True])
async def test_pause_and_play_mean_what_they_say(screen: bool):
    shell = replaying(await a_recording("mille"), screen=screen)
    shell.type("pause")
    assert not player(shell).playing
    shell.type("play", "play")
    assert player(shell).playing
    shell.type("pause")
    assert not player(shell).playing


async def test_keys_do_what_help_says():
    shell = replaying(await a_recording("mille"), screen=True)
    end = len(player(shell).recording)
    for key, seq in (
        ("right", 6), ("l", 7), ("n", 8), ("enter", 9), ("left", 8), ("h", 7), ("b", 6), ("backspace", 5),
        ("down", end), ("up", 5), ("j", end), ("k", 5), ("]", end), ("[", 5), ("end", end), ("home", 5),
    ):  # fmt: skip
        shell.press(key)
        assert player(shell).seq == seq, key
    shell.press(" ", "+", "+", "-")
    assert "2 a second" in shell.bottom
    shell.press("p")
    assert "paused" in shell.bottom


async def test_eyes_are_changed_and_named():
    shell = replaying(await a_recording("mille"), screen=True)
    assert "as a spectator" in shell.bottom
    shell.press("e")
    assert "as Anna" in shell.bottom
    shell.press("e", "e")
    assert "as everybody" in shell.bottom
    shell = replaying(await a_recording("mille", over=False, seats=(1,)))
    assert player(shell).viewer == Seat(1)
    shell.type("eyes")
    assert player(shell).viewer is SPECTATOR
    shell.type("eyes")
    assert player(shell).viewer == Seat(1)


async def test_picture_is_the_board_as_it_stood():
    shell = replaying(await a_recording("pileon"), screen=True)
    shell.press("end")
    assert "8 moves" in shell.picture
    shell.press("home", "right")
    assert "1 move," in shell.picture
    shell.press("end")
    assert "Anna gave up." in shell.bottom


async def test_help_is_shown_over_the_board_while_it_waits():
    shell = replaying(await a_recording("mille"), screen=True)
    shell.press(" ", "?")
    assert "faster, slower" in shell.picture
    assert shell.talk.pace is None
    shell.press("x")
    assert shell.talk.pace == 1
    shell = replaying(await a_recording("mille"))
    shell.type("?")
    assert HELP in shell.text


def test_help_explains_every_key_and_word():
    told = set(HELP.replace(",", " ").replace(".", " ").split())
    assert {word for line in _WORDS for word in line.split()} <= told
    keys = {key for key in _KEYS if len(key) == 1 and key not in " =Q"}
    assert keys - {"?", "L"} <= told | {"["}


@pytest.mark.parametrize("screen", [False, True])
async def test_unknown_key_or_word_rings_and_points_to_help(screen: bool):
    shell = replaying(await a_recording("mille"), screen=screen)
    shell.press("z") if screen else shell.type("zzz")
    assert shell.rung == 1
    assert "? for what" in (shell.bottom if screen else shell.text)


async def test_manner_can_be_changed():
    shell = replaying(await a_recording("mille"))
    shell.type("screen")
    assert shell.on_screen
    shell.new_text()
    shell.press("L")
    assert not shell.on_screen
    assert "Seat 1:" in shell.text
    shell = replaying(await a_recording("mille"), look=Look(single_keys=False))
    shell.type("screen")
    assert shell.rung == 1


async def test_screen_is_painted_again_and_position_repeated():
    shell = replaying(await a_recording("mille"), screen=True)
    painted = shell.painted
    shell.press("c-l")
    assert shell.painted == painted + 1
    shell = replaying(await a_recording("mille"))
    shell.new_text()
    shell.type("look")
    assert shell.text.startswith("Hand ") or "Deck" in shell.text


@pytest.mark.parametrize("screen", [False, True])
async def test_leaving_leads_to_the_lobby(screen: bool):
    shell = replaying(await a_recording("mille"), screen=screen)
    shell.press("q") if screen else shell.type("quit")
    assert shell.prompt.text == "lobby> "
    shell = replaying(await a_recording("mille"), screen=screen)
    shell.press("c-c")
    assert shell.prompt.text == "lobby> "


async def test_leaving_leads_back_to_the_table_one_came_from():
    shell = Shell(a_table("pileon", ANNA, deal=7), code="tst01-abcdef")
    shell.type("replay")
    assert shell.requests == [Recall("tst01")]
    shell.answer(Recalled(await a_recording("pileon")))
    assert shell.requests[1:] == [Leave()]
    shell.type("quit")
    assert shell.requests[2:] == [Resume("tst01-abcdef")]
    shell.answer(Failed("The journal is gone."))
    assert shell.text.endswith("The journal is gone.\n")
    shell.type("quit")
    assert shell.prompt.text == "lobby> "


async def test_replay_that_cannot_be_had_leaves_one_at_the_table():
    shell = Shell(a_table("pileon", ANNA, deal=7), answers=[Failed("Record 3 is damaged.")])
    shell.type("replay", "look")
    assert Leave() not in shell.requests
    assert shell.prompt.text == "your move> "


async def test_errand_ends_with_the_replay():
    shell = Shell(errand=Recall("abcde"))
    shell.answer(Recalled(await a_recording("mille")))
    shell.type("quit")
    assert shell.requests[-1] == HangUp(0)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("screen", [False, True])
async def test_every_game_is_shown_through_all_eyes_from_end_to_end(name: str, screen: bool):
    shell = replaying(await a_recording(name), screen=screen, look=Look(utf8=False))
    for _ in player(shell).recording.perspectives:
        for _ in range(len(player(shell).recording) + 1):
            shell.type("next")
        shell.type("go 1", "eyes")
    shell.resize(Look(rows=3, columns=9))
    assert shell.rung == 0
