"""The replay player: where it stands, how it moves, and through whose eyes."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import EVERYONE, SPECTATOR, Seat
from core.base.message import english
from core.people.talk import Said
from core.records import fold
from core.replay.player import NORMAL, SPEEDS, Player
from core.replay.recording import Recording
from core.table import Mark, view_table
from tests.frontends.recorded import NAMES, a_recording, played


async def test_every_record_shows_the_table_as_it_stood():
    records = await played("elixir")
    recording = Recording(records[0].data["table"], records, NAMES)
    for seq in (len(records), 1, 5):
        table = fold.fold("table/abcde", None, records[:seq])
        assert recording.view(seq, Seat(1)).view == view_table(table, Seat(1), ("Anna", "Bert")).view


async def test_replay_begins_when_the_opening_is_done_as_a_spectator_and_waits():
    player = Player(await a_recording("mille"))
    assert (player.seq, player.playing, player.viewer, player.pace) == (5, False, SPECTATOR, None)
    assert player.table.seat is None


async def test_steps_go_both_ways_stay_in_the_game_and_pause():
    player = Player(await a_recording("mille")).play()
    end = len(player.recording)
    assert player.step(1).seq == 6
    assert not player.step(1).playing
    assert player.step(-1).seq == 5
    assert player.go(end).step(1).seq == end
    assert (player.go(-7).seq, player.go(10**9).seq) == (5, end)


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
    assert (again.seq, again.playing) == (5, True)


async def test_playing_passes_over_records_that_say_nothing():
    records = await played("mille", (0, Mark("here")), (1, Mark("there")))
    recording = Recording(records[0].data["table"], records, NAMES)
    quiet = {seq for seq in range(recording.first, len(recording) + 1) if not recording.told(seq, Seat(0))}
    player = attrs.evolve(Player(recording), viewer=Seat(0)).play()
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
    deals = [
        seq
        for seq in range(1, len(recording) + 1)
        if any("A hand is dealt" in said.template for said in recording.told(seq, SPECTATOR))
    ]
    assert recording.chapters == tuple(deals)
    assert len(deals) == 2
    player = Player(recording)
    assert player.chapter(1).seq == deals[1]
    assert player.go(len(recording)).chapter(-1).seq == deals[-1]
    assert player.go(deals[1]).chapter(-1).seq == deals[0]
    assert player.chapter(-1).seq == deals[0]
    assert player.go(deals[-1]).chapter(1).at_end


async def test_everybodys_eyes_can_be_borrowed_when_the_game_is_over():
    recording = await a_recording("mille")
    player = Player(recording)
    assert recording.perspectives == (SPECTATOR, Seat(0), Seat(1), EVERYONE)
    names = [english(recording.perspective_name(player.viewer), recording.names)]
    while (player := player.look()).viewer is not SPECTATOR:
        names.append(english(recording.perspective_name(player.viewer), recording.names))
    assert names == ["a spectator", "Anna", "Bert", "everybody"]
    shown = player.look().look().look().go(8).table.view
    assert all(hand for hand in shown.hands)


async def test_only_own_eyes_can_be_borrowed_while_the_game_goes_on():
    assert (await a_recording("mille", over=False)).perspectives == (SPECTATOR,)
    recording = await a_recording("mille", over=False, seats=(1,))
    assert recording.perspectives == (SPECTATOR, Seat(1))
    player = Player(recording).go(len(recording))
    assert player.viewer == Seat(1)
    assert player.look().viewer is SPECTATOR
    assert player.table.view.hands[0] is None
    assert player.table.house_seed == ""


async def test_players_do_not_hear_spectators_while_the_game_goes_on():
    for over, seats, heard in ((False, (1,), False), (False, (), True), (True, (1,), True)):
        recording = await a_recording("mille", Said("carl", None, "psst", 7), over=over, seats=seats)
        told = {seq: recording.told(seq, SPECTATOR) for seq in range(1, len(recording) + 1)}
        assert [seq for seq, sentences in told.items() if "<Carl> psst" in map(english, sentences)] == (
            [7] if heard else []
        )


async def test_solitaire_has_no_other_eyes_to_borrow():
    assert (await a_recording("pileon")).perspectives == (SPECTATOR, EVERYONE)


async def test_seed_is_not_shown_before_the_record_that_ended_the_game():
    player = Player(await a_recording("mille"))
    end = len(player.recording)
    assert player.go(end).table.house_seed
    assert not player.go(end - 1).table.house_seed


async def two_hands() -> Recording:
    """A game of mille up to some moves in its second hand: whoever is in turn makes the first move that is listed."""
    records = await played("mille", moves=250)
    second = [record.seq for record in records if record.kind == "mille.dealt"][1]
    return Recording(records[0].data["table"], records[: second + 5], NAMES)


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
        assert player.viewer in recording.perspectives
        assert player.table.seq == player.seq
