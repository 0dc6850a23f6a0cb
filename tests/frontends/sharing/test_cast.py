"""Replays as recordings of a terminal: the lines of the file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from core.base.game import Seat
from core.people.talk import Said
from core.replay.player import Player
from core.replay.recording import Recording
from frontends.sharing.cast import LAST, cast
from frontends.terminal.picture import Look
from tests.core.recorded import ID, START
from tests.frontends.recorded import played as first_moves
from tests.frontends.sharing.recordings import NAMES, a_game, played


def read(lines: Iterable[str]) -> tuple[dict[str, Any], list[list[Any]]]:
    """The header, and the events after it."""
    header, *events = map(json.loads, lines)
    return header, events


def test_header_says_what_it_is_and_how_large() -> None:
    header, _ = read(cast(Player(a_game("mille", 3)), Look(rows=30, columns=100)))
    assert header["version"] == 3
    assert header["term"] == {"cols": 100, "rows": 30, "type": "xterm-256color"}
    assert header["timestamp"] == int(START)
    assert header["title"] == "Mille: Anna, Bert"


def test_every_move_comes_when_the_speed_says_and_the_last_stays() -> None:
    player = Player(a_game("pileon", 4))
    _, events = read(cast(player, Look(), speed=4))
    assert [interval for interval, _, _ in events] == [0, 0.25, 0.25, 0.25, 0.25, LAST]
    assert {code for _, code, _ in events} == {"o"}


def test_recording_begins_where_the_replay_stands() -> None:
    player = Player(a_game("pileon", 4))
    _, events = read(cast(player.go(player.recording.at_move(3)), Look()))
    assert len(events) == 3
    _, events = read(cast(player.go(len(player.recording)), Look()))
    assert len(events) == 2


async def test_hands_are_marked() -> None:
    records = await first_moves("mille", moves=250)
    second = [record.seq for record in records if record.kind == "mille.dealt"][1]
    player = Player(Recording(records[0].data["table"], records[: second + 2], {})).go(second - 2)
    _, events = read(cast(player, Look(language="de")))
    assert [data for _, code, data in events if code == "m"] == ["Runde 2"]


def test_colours_and_keys_are_left_out_where_they_are_not_wanted() -> None:
    player = Player(a_game("mille", 3)).seen_by(Seat(0))
    _, events = read(cast(player, Look(colour=False)))
    text = "".join(data for _, _, data in events)
    assert "\x1b[0;31m" not in text
    assert "help" not in text


def test_talk_is_left_out_of_a_recording_without_talk() -> None:
    records = played("mille", 5)
    heard = Recording(ID, records, NAMES, (), [Said("p0", 0, "psst", len(records) - 1)])
    for recording, is_heard in ((heard, True), (heard.without_talk(), False)):
        assert ("psst" in "".join(cast(Player(recording), Look()))) is is_heard
