"""A replay that several see together: one leads, the others see what they may see of where it stands."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import SPECTATOR, Refused, Seat
from core.base.message import Message, english
from core.replay.player import Player
from core.replay.recording import Recording
from core.replay.showing import Showing
from core.table import Resign
from tests.core.recorded import ID, Recorder, recorder
from tests.examples import examples

NAMES = {"p0": "Anna", "p1": "Bert"}


@attrs.define(eq=False)
class Somebody:
    """Sees a replay in a recording of their own, and notes what they are told."""

    name: str
    recording: Recording
    showing: Showing
    player: Player = attrs.field(init=False)
    told: list[str] = attrs.field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.player = Player(self.recording).at(self.showing.position)

    def follow(self) -> None:
        self.player = self.player.at(self.showing.position)

    def note(self, said: Message) -> None:
        self.told.append(english(said))

    def be_told(self, said: Message) -> None:
        self.told.append(english(said))

    def lead(self, change: Callable[[Player], Player]) -> None:
        player = change(self.player)
        self.showing.lead(self, player.position)
        self.player = player


def mille(*, ended: bool = False) -> Recorder:
    made = recorder("mille")
    made.play(14)
    if ended:
        made.ask(made.table.turn[0], Resign())
    return made


RUNNING, OVER = mille(), mille(ended=True)


def recording(made: Recorder, own: tuple[int, ...] = (), late: int = 0) -> Recording:
    return Recording(ID, made.records[: len(made.records) - late], NAMES, own)


def a_showing(made: Recorder = OVER, own: tuple[int, ...] = (0,)) -> Showing:
    return Showing(ID, "Mille", Player(recording(made, own)).position)


def company(made: Recorder = OVER) -> tuple[Somebody, Somebody, Somebody]:
    """Anna, who plays, leads; Bert, who plays, too, and Carl, who looks on."""
    showing = a_showing(made)
    those = (
        Somebody("Anna", recording(made, (0,)), showing),
        Somebody("Bert", recording(made, (1,)), showing),
        Somebody("~Carl", recording(made), showing),
    )
    for one in those:
        showing.come(one)
    return those


def test_all_see_where_whoever_came_first_has_gone() -> None:
    anna, bert, carl = company()
    anna.lead(lambda player: player.step(3).play().faster(1))
    assert anna.player.position == bert.player.position == carl.player.position
    assert carl.player.playing


def test_who_comes_later_sees_where_it_stands() -> None:
    anna, *_ = company()
    anna.lead(lambda player: player.step(3))
    dora = Somebody("Dora", recording(OVER), anna.showing)
    assert dora.player.seq == anna.player.seq


def test_perspective_is_followed_by_those_who_may_take_it() -> None:
    anna, bert, carl = company(RUNNING)
    assert (anna.player.viewer, bert.player.viewer, carl.player.viewer) == (Seat(0), Seat(1), SPECTATOR)
    anna.lead(Player.look)
    assert {one.player.viewer for one in (anna, bert, carl)} == {SPECTATOR}
    anna, bert, carl = company(OVER)
    assert {one.player.viewer for one in (anna, bert, carl)} == {Seat(0)}


def test_who_is_shown_a_game_some_moves_late_does_not_see_its_end() -> None:
    showing = a_showing(RUNNING)
    anna, dora = (
        Somebody("Anna", recording(RUNNING, (0,)), showing),
        Somebody("Dora", recording(RUNNING, late=4), showing),
    )
    showing.come(anna)
    showing.come(dora)
    anna.lead(lambda player: player.go(10**6))
    assert dora.player.seq == len(dora.recording) == anna.player.seq - 4


def test_others_cannot_move_it_on_and_are_told_who_can() -> None:
    anna, bert, _ = company()
    with pytest.raises(Refused, match=r"Anna has the controls\. To ask for them: say please"):
        bert.lead(lambda player: player.step(1))
    with pytest.raises(Refused, match="Anna has the controls"):
        anna.showing.hand_over(bert, "Bert")
    assert anna.player.seq == bert.player.seq


def test_controls_are_handed_over_to_whoever_is_named() -> None:
    anna, bert, carl = company()
    anna.lead(Player.play)
    anna.showing.hand_over(anna, "carl")
    assert anna.told[-1] == bert.told[-1] == "~Carl has the controls now."
    assert carl.told[-1] == "You have the controls now."
    assert not any(one.player.playing for one in (anna, bert, carl))
    carl.lead(lambda player: player.step(2))
    assert anna.player.seq == carl.player.seq
    with pytest.raises(Refused, match="~Carl has the controls"):
        anna.lead(Player.play)


@pytest.mark.parametrize("name", ["Emil", "Anna", ""])
def test_controls_go_to_nobody_who_is_not_there(name: str) -> None:
    anna, _, _ = company()
    with pytest.raises(Refused, match="Type hand over and one of: Bert, ~Carl"):
        anna.showing.hand_over(anna, name)
    assert anna.showing.leads(anna)


def test_who_has_been_there_longest_leads_when_the_leader_leaves() -> None:
    anna, bert, carl = company()
    anna.lead(Player.play)
    anna.showing.go(anna)
    assert bert.told[-1] == "Anna left the replay. You have the controls now."
    assert carl.told[-1] == "Anna left the replay. Bert has the controls now."
    assert not bert.player.playing
    bert.lead(lambda player: player.step(1))
    assert carl.player.seq == bert.player.seq


def test_others_come_and_go_and_the_last_one_ends_it() -> None:
    anna, bert, carl = company()
    showing = anna.showing
    assert anna.told == ["Bert sees this replay with you.", "~Carl sees this replay with you."]
    showing.go(carl)
    assert (anna.told[-1], bert.told[-1]) == ("~Carl left the replay.", "~Carl left the replay.")
    assert showing.leads(anna)
    showing.go(anna)
    showing.go(anna)
    assert not showing.is_over
    showing.go(bert)
    assert showing.is_over
    assert showing.companions == ()


def test_fault_of_one_screen_is_no_concern_of_the_others(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Somebody):
        def follow(self) -> None:
            raise ValueError

    showing = a_showing()
    anna, broken, carl = (
        kind(name, recording(OVER), showing)
        for kind, name in ((Somebody, "Anna"), (Broken, "Bert"), (Somebody, "Carl"))
    )
    for one in (anna, broken, carl):
        showing.come(one)
    anna.lead(lambda player: player.step(2))
    assert carl.player.seq == anna.player.seq
    assert "Somebody was not told something" in caplog.text


CHANGES: tuple[Callable[[Player], Player], ...] = (
    lambda player: player.step(1), lambda player: player.step(-1), lambda player: player.chapter(1),
    lambda player: player.chapter(-1), lambda player: player.go(1), lambda player: player.go(10**6), Player.play,
    Player.pause, Player.tick, Player.look, lambda player: player.faster(1), lambda player: player.faster(-1),
)  # fmt: skip
WHOSE = ((0,), (1,), (), ())
"""Of four people two play; the last one is shown the game some moves late."""
steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(("come", "go", "hand over")), st.integers(0, 3)),
        *[st.tuples(st.just("lead"), st.integers(0, len(CHANGES) - 1))] * 3,
    ),
    max_size=40,
)


@examples(300)
@given(st.booleans(), steps)
def test_all_see_the_same_moment_as_far_as_they_may(over: bool, steps: list[tuple[str, int]]) -> None:
    made = OVER if over else RUNNING
    showing, here = a_showing(made), dict[int, Somebody]()
    for step, number in (("come", 0), *steps):
        leader = next((one for one in here.values() if showing.leads(one)), None)
        match step:
            case "come" if number not in here:
                own = recording(made, WHOSE[number], late=4 if number == 3 and not over else 0)
                here[number] = Somebody(f"P{number}", own, showing)
                showing.come(here[number])
            case "go" if number in here:
                showing.go(here.pop(number))
            case "hand over" if leader is not None and number in here and here[number] is not leader:
                showing.hand_over(leader, f"P{number}")
            case "lead" if leader is not None:
                leader.lead(CHANGES[number])
            case _:
                pass
        check(showing, list(here.values()))


def check(showing: Showing, here: list[Somebody]) -> None:
    assert showing.is_over == (not here)
    assert showing.companions == tuple(here)
    assert sum(map(showing.leads, here)) == min(1, len(here))
    for one in here:
        at, own = showing.position, one.recording
        assert one.player.seq == max(own.first, min(len(own), at.seq))
        assert (one.player.playing, one.player.speed) == (at.playing, at.speed)
        assert one.player.viewer in own.perspectives
        assert one.player.viewer == at.viewer or at.viewer not in own.perspectives
