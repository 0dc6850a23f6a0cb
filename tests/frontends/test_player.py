"""The replay player: where it stands, how it moves, and through whose eyes."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import fold
from core.game import ALL
from core.games.mille import Dealt
from core.table import Say, sight
from frontends.player import NORMAL, SPEEDS, Player, Recording
from tests.frontends.recorded import a_recording, played


async def test_every_record_shows_the_table_as_it_stood():
    records = await played("elixir")
    recording = Recording("abcde", records)
    for seq in (len(records), 1, 5):
        table = fold.fold("abcde", None, records[:seq])
        assert recording.table(seq) == table
        assert recording.sight(seq, 1).view == sight(table, 1).view


async def test_replay_begins_when_the_opening_is_done_as_a_spectator_and_waits():
    player = Player(await a_recording("mille"))
    assert (player.seq, player.playing, player.eyes, player.pace) == (2, False, None, None)
    assert player.sight.seat is None


async def test_steps_go_both_ways_stay_in_the_game_and_pause():
    player = Player(await a_recording("mille")).play()
    end = len(player.recording)
    assert player.step(1).seq == 3
    assert not player.step(1).playing
    assert player.step(-1).seq == 2
    assert player.go(end).step(1).seq == end
    assert (player.go(-7).seq, player.go(10**9).seq) == (2, end)


async def test_playing_ends_at_the_end_and_begins_again_from_there():
    player = Player(await a_recording("mille")).play()
    seen = [player.seq]
    while player.playing:
        player = player.tick()
        seen.append(player.seq)
    assert seen == sorted(set(seen))
    assert player.at_end
    assert player.pace is None
    again = player.play()
    assert (again.seq, again.playing) == (2, True)


async def test_playing_passes_over_records_that_say_nothing():
    recording = await a_recording("mille", Say("Carl", None, "psst"))
    quiet = {seq for seq in range(1, len(recording) + 1) if not recording.told(seq, 0)}
    player = attrs.evolve(Player(recording), eyes=0).play()
    shown = []
    while player.playing:
        player = player.tick()
        shown.append(player.seq)
    assert quiet
    assert not quiet & set(shown[:-1])


async def test_pause_stays_where_it_is():
    player = Player(await a_recording("mille")).play().tick()
    assert player.pause() == attrs.evolve(player, playing=False)


async def test_speed_has_a_least_and_a_most():
    player = Player(await a_recording("mille")).play()
    assert player.pace == 1 / SPEEDS[NORMAL] == 1
    assert player.faster(1).pace == 0.5
    assert player.faster(-99).speed == 0
    assert player.faster(99).speed == len(SPEEDS) - 1


async def test_chapters_begin_with_a_deal():
    recording = await two_hands()
    deals = [seq for seq, event in enumerate(recording.events, 1) if isinstance(event, Dealt)]
    assert recording.chapters == tuple(deals)
    assert len(deals) == 2
    player = Player(recording)
    assert player.chapter(1).seq == deals[1]
    assert player.go(len(recording)).chapter(-1).seq == deals[-1]
    assert player.go(deals[1]).chapter(-1).seq == deals[0]
    assert player.chapter(-1).seq == deals[0]
    assert player.go(deals[-1]).chapter(1).at_end


async def test_everybodys_eyes_can_be_borrowed_when_the_game_is_over():
    player = Player(await a_recording("mille"))
    assert player.recording.eyes == (None, 0, 1, ALL)
    names = [player.eyes_name()]
    while (player := player.look()).eyes is not None:
        names.append(player.eyes_name())
    assert names == ["a spectator", "Anna", "Bert", "everybody"]
    shown = player.look().look().look().go(8).sight.view
    assert all(hand for hand in shown.hands)


async def test_only_own_eyes_can_be_borrowed_while_the_game_goes_on():
    assert (await a_recording("mille", over=False)).eyes == (None,)
    recording = await a_recording("mille", over=False, seats=(1,))
    assert recording.eyes == (None, 1)
    player = Player(recording).go(len(recording))
    assert player.eyes == 1
    assert player.look().eyes is None
    assert player.sight.view.hands[0] is None
    assert player.sight.seed == ""


async def test_players_do_not_hear_spectators_while_the_game_goes_on():
    for over, seats, heard in ((False, (1,), False), (False, (), True), (True, (1,), True)):
        recording = await a_recording("mille", Say("Carl", None, "psst"), over=over, seats=seats)
        assert ("Carl: psst" in [recording.told(seq, None) for seq in range(1, len(recording) + 1)]) == heard


async def test_solitaire_has_no_other_eyes_to_borrow():
    assert (await a_recording("pileon")).eyes == (None, ALL)


async def test_seed_is_not_shown_before_the_record_that_ended_the_game():
    player = Player(await a_recording("mille"))
    end = len(player.recording)
    assert player.go(end).sight.seed
    assert not player.go(end - 1).sight.seed


async def two_hands() -> Recording:
    """A game of mille up to some moves in its second hand: whoever is in turn makes the first move that is listed."""
    records = await played("mille", moves=250)
    second = [record.seq for record in records if record.kind == "mille.dealt"][1]
    return Recording("abcde", records[: second + 5])


STEPS = ("step", "back", "tick", "play", "pause", "faster", "slower", "hand", "hand back", "look")


@pytest.fixture(scope="module", params=["mille", "pileon"])
def recording(request: pytest.FixtureRequest) -> Recording:
    import trio

    return trio.run(a_recording, request.param)


@given(st.lists(st.sampled_from(STEPS), max_size=60))
def test_player_never_leaves_the_game(recording: Recording, steps: list[str]):
    player = Player(recording)
    for step in steps:
        moved = {
            "step": lambda here: here.step(1),
            "back": lambda here: here.step(-1),
            "tick": lambda here: here.tick(),
            "play": lambda here: here.play(),
            "pause": lambda here: here.pause(),
            "faster": lambda here: here.faster(1),
            "slower": lambda here: here.faster(-1),
            "hand": lambda here: here.chapter(1),
            "hand back": lambda here: here.chapter(-1),
            "look": lambda here: here.look(),
        }
        player = moved[step](player)
        assert recording.first <= player.seq <= len(recording)
        assert player.eyes in recording.eyes
        assert player.sight.seq == player.seq
