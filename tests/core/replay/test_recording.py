"""A recorded game to step through: what each viewer could see and was told, record by record."""

from __future__ import annotations

import pytest

from core.base.game import EVERYONE, SPECTATOR, Seat, Viewer
from core.base.message import Message, english
from core.games import GAMES
from core.people.talk import Said
from core.replay.history import History
from core.replay.recording import Recording
from core.table import Resign
from tests.core.recorded import ID, Recorder, recorder

NAMES = {"p0": "Anna", "p1": "{1} resigns"}


def recording(made: Recorder, **more: object) -> Recording:
    return Recording(ID, made.records, NAMES, **more)  # type: ignore[arg-type]  # what it takes differs by test


def mille(*, ended: bool) -> Recorder:
    made = recorder("mille")
    made.play(12)
    if ended:
        made.ask(made.table.turn[0], Resign())
    return made


def said(shown: Recording, message: Message | None) -> str:
    return english(message, shown.names) if message else ""


def told(shown: Recording, seq: int, viewer: Viewer) -> list[str]:
    return [said(shown, message) for message in shown.told(seq, viewer)]


@pytest.mark.parametrize("name", GAMES)
def test_every_record_can_be_shown_and_told_to_everybody(name):
    made = recorder(name)
    made.play(10)
    if made.table.ended is None:
        made.ask(0, Resign())
    shown = recording(made)
    for seq in range(1, len(shown) + 1):
        for viewer in shown.perspectives:
            assert shown.view(seq, viewer).seq == seq
            assert all(told(shown, seq, viewer))


def test_running_game_shows_a_spectators_view_and_ones_own():
    made = mille(ended=False)
    assert recording(made).perspectives == (SPECTATOR,)
    assert recording(made, own=(1,)).perspectives == (SPECTATOR, Seat(1))
    assert recording(mille(ended=True)).perspectives == (SPECTATOR, Seat(0), Seat(1), EVERYONE)


def test_views_are_those_of_the_time():
    made = mille(ended=True)
    shown = recording(made)
    assert shown.view(shown.first, SPECTATOR).plays == 0
    assert shown.view(len(shown), SPECTATOR).plays == made.table.now.plays
    assert shown.view(shown.first, SPECTATOR).house_seed == ""
    assert shown.view(len(shown), SPECTATOR).house_seed


def test_first_record_shown_is_the_end_of_the_beginning():
    made = mille(ended=False)
    shown = recording(made)
    assert made.records[shown.first - 1].kind == "mille.dealt"
    waiting = Recorder(made.opened)
    assert recording(waiting).first == 1


def test_names_change_nothing_but_names():
    shown = recording(mille(ended=True))
    assert shown.names == ("Anna", "{1} resigns")
    assert said(shown, shown.ending()) in ("Anna resigned. {1} resigns wins.", "{1} resigns resigned. Anna wins.")
    assert said(shown, shown.perspective_name(Seat(1))) == "{1} resigns"


def test_forgotten_person_is_somebody():
    made = mille(ended=True)
    assert Recording(ID, made.records, {}).names == ("somebody", "somebody")


def test_talk_stands_at_the_record_it_was_said_at():
    made = mille(ended=False)
    lines = [Said("p0", 0, "hello", 6), Said("p9", None, "psst", 6), Said("p1", 1, "late", 10_000)]
    shown = recording(made, said=lines)
    assert [line for line in told(shown, 6, SPECTATOR) if line.startswith("<")][-2:] == [
        "<Anna> hello",
        "<somebody> psst",
    ]
    assert told(shown, len(shown), SPECTATOR)[-1] == "<{1} resigns> late"
    assert not any("hello" in line for line in told(shown, 7, SPECTATOR))


def test_player_of_a_running_game_hears_no_spectators_whosever_eyes_are_borrowed():
    lines = [Said("p9", None, "psst", 6)]
    running, over = mille(ended=False), mille(ended=True)
    for viewer in (SPECTATOR, Seat(0)):
        assert not any("psst" in line for line in told(recording(running, own=(0,), said=lines), 6, viewer))
    assert any("psst" in line for line in told(recording(over, own=(0,), said=lines), 6, SPECTATOR))


def test_chapters_are_the_hands():
    made = mille(ended=False)
    shown = recording(made)
    assert shown.chapters[0] == shown.first


def test_what_is_recorded_later_is_not_seen_where_others_go_on_with_the_same_history() -> None:
    made = mille(ended=False)
    history = History(ID, made.records)
    shown = Recording(ID, history, NAMES)
    moves, count = shown.moves, len(shown)
    made.play(3)
    history.extend(made.records[count:])
    assert (len(shown), shown.moves) == (count, moves)
    assert len(Recording(ID, history, NAMES)) > count
