"""Replays that several bare sessions see together: who is asked, who talks, and what holds them off."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest
from trio.testing import wait_all_tasks_blocked

from core.base.game import SPECTATOR, Refused, Seat
from core.moderation.bans import Kind as SubjectKind
from core.moderation.bans import Muted, Subject
from core.people import talk
from core.replay.player import Player
from core.replay.showing import Showing
from core.sessions.arrival.table_access import recall
from core.sessions.limits import Budget
from core.sessions.others import conversation, invitations, replays_together
from core.sessions.others.replays_together import Seeing, Shown, seeing, showing_of
from core.sessions.session import Session
from core.table import Resign
from tests.core.sessions.houses import Ears, House, open_house, play_on


def nothing() -> None:
    """No screen to be drawn."""


@attrs.define
class Evening:
    """Anna and Bert have played a game of mille; Anna shows it. Carl and Dora are in the lobby."""

    house: House
    table: str
    anna: Session
    bert: Session
    carl: Session
    dora: Session

    async def shown_by(self, session: Session) -> Showing:
        return showing_of(Player(await recall(session, self.table)))

    def see(self, session: Session, showing: Showing, on_moved: Callable[[], None] = nothing) -> Seeing:
        """Somebody sees it until the evening is over."""
        return self.house.stack.enter_context(seeing(session, showing, on_moved))

    async def together(self, *others: Session) -> tuple[Seeing, ...]:
        """Anna shows it to some."""
        showing = await self.shown_by(self.anna)
        return tuple(self.see(one, showing) for one in (self.anna, *others))


async def an_evening(house: House, *, over: bool = True) -> Evening:
    anna, bert = await house.two_at()
    await play_on(anna, bert, moves=6)
    if over:
        await anna.submit(Resign())
    carl = await house.guest("Carl", "192.0.2.9", Ears())
    dora = await house.guest("Dora", "192.0.2.7", Ears())
    return Evening(house, anna.id, anna.session, bert.session, carl, dora)


def ears(session: Session) -> Ears:
    assert isinstance(session.audience, Ears)
    return session.audience


async def heard(session: Session) -> list[str]:
    """What somebody was told by others, once all is delivered."""
    await wait_all_tasks_blocked()
    return [line for line in ears(session).noticed if line.startswith("<")]


async def test_who_is_asked_accepts_and_sees_what_is_shown() -> None:
    async with open_house() as house:
        evening = await an_evening(house)
        showing = await evening.shown_by(evening.anna)
        asked = await replays_together.ask(evening.anna, showing, ["carl", "Dora"])
        own = evening.see(evening.anna, showing)
        assert asked == ("~Carl", "~Dora")
        assert ears(evening.carl).noticed[-1] == "~Anna wants to show you a game of Mille. Type accept, or decline."
        shown = await invitations.accept(evening.carl)
        assert isinstance(shown, Shown)
        with seeing(evening.carl, shown.showing, nothing) as carl:
            own.lead(Player(shown.recording).step(3))
            assert Player(shown.recording).at(carl.showing.position).seq == Player(shown.recording).seq + 3
            assert (own.others, carl.leader, carl.leads) == (("~Carl",), "~Anna", False)
        assert await invitations.received(evening.carl) == ()


async def test_who_is_asked_may_decline_and_no_seat_is_turned_down() -> None:
    async with open_house() as house:
        evening = await an_evening(house, over=False)
        own, *_ = await evening.together()
        await own.invite(["Carl"])
        await invitations.decline(evening.carl)
        assert ears(evening.anna).noticed[-1] == "~Carl declined to play now."
        with pytest.raises(Refused, match="Nobody has invited you"):
            await invitations.accept(evening.carl)


async def test_replay_that_is_over_cannot_be_accepted() -> None:
    async with open_house() as house:
        evening = await an_evening(house)
        showing = await evening.shown_by(evening.anna)
        with seeing(evening.anna, showing, nothing) as own:
            await own.invite(["Carl"])
        with pytest.raises(Refused, match="Nobody has invited you"):
            await invitations.accept(evening.carl)


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["Emil"], "Nobody here is called Emil"),
        (["Anna"], "That is you"),
        (["Carl", "Emil"], "Nobody here is called Emil"),
        (["Bert"], "~Bert sees this replay already"),
    ],
)
async def test_who_cannot_be_asked_is_named_and_nobody_else_is_asked(names: list[str], sentence: str) -> None:
    async with open_house() as house:
        evening = await an_evening(house)
        own, _ = await evening.together(evening.bert)
        with pytest.raises(Refused, match=sentence):
            await own.invite(names)
        assert await invitations.received(evening.carl) == ()


async def test_who_ignores_somebody_is_not_asked_by_them() -> None:
    async with open_house() as house:
        evening = await an_evening(house)
        await conversation.ignore(evening.carl, "Anna")
        own, *_ = await evening.together()
        with pytest.raises(Refused, match="~Carl is not taking messages"):
            await own.invite(["Carl"])


async def test_who_follows_asks_nobody() -> None:
    async with open_house() as house:
        evening = await an_evening(house)
        _, carl = await evening.together(evening.carl)
        with pytest.raises(Refused, match="~Anna has the controls"):
            await carl.invite(["Dora"])


async def test_game_that_goes_on_is_shown_to_each_as_they_may_see_it() -> None:
    async with open_house() as house:
        evening = await an_evening(house, over=False)
        showing = await evening.shown_by(evening.anna)
        assert showing.position.viewer == Seat(0)
        players = [
            Player((await replays_together.take_up(one, showing)).recording).at(showing.position)
            for one in (evening.bert, evening.carl)
        ]
        assert [player.viewer for player in players] == [Seat(1), SPECTATOR]


async def test_talk_is_heard_by_those_who_see_it_and_stored_nowhere() -> None:
    async with open_house() as house:
        evening = await an_evening(house)
        _, carl = await evening.together(evening.carl)
        carl.say("Why that card?")
        assert await heard(evening.anna) == await heard(evening.carl) == ["<~Carl> Why that card?"]
        assert await heard(evening.dora) == []
        assert await house.service.journal.head(talk.stream_of(evening.table)) == 0


async def test_there_is_nobody_to_talk_to_alone() -> None:
    async with open_house() as house:
        own, *_ = await (await an_evening(house)).together()
        with pytest.raises(Refused, match="Nobody else sees this replay"):
            own.say("Hello?")
        with pytest.raises(Refused, match="Nobody else sees this replay"):
            own.hand_over("Carl")


@pytest.mark.parametrize("quiet", [False, True])
async def test_who_is_muted_is_heard_by_nobody_and_asks_nobody(quiet: bool) -> None:
    async with open_house() as house:
        evening = await an_evening(house)
        await house.service.moderation.record(
            Muted(Subject(SubjectKind.ADDRESS, "192.0.2.9"), 0, "shell:root", quiet=quiet)
        )
        carl = evening.see(evening.carl, await evening.shown_by(evening.carl))
        evening.see(evening.bert, carl.showing)
        if quiet:
            carl.say("x")
            await carl.invite(["Dora"])
            assert await heard(evening.carl) == ["<~Carl> x"]
        else:
            with pytest.raises(Refused):
                carl.say("x")
            with pytest.raises(Refused):
                await carl.invite(["Dora"])
        assert await heard(evening.bert) == []
        assert await invitations.received(evening.dora) == ()


async def test_who_hears_no_talk_or_ignores_somebody_hears_nothing_of_it() -> None:
    async with open_house() as house:
        evening = await an_evening(house)
        own, *_ = await evening.together(evening.carl, evening.dora)
        await conversation.ignore(evening.carl, "Anna")
        await conversation.turn(evening.dora, conversation.TALK, on=False)
        own.say("Look!")
        assert await heard(evening.carl) == await heard(evening.dora) == []


async def test_talk_and_invitations_spend_from_the_limits_of_the_house() -> None:
    async with open_house(Budget(talk_at_once=2, tells_at_once=2)) as house:
        evening = await an_evening(house)
        own, _ = await evening.together(evening.bert)
        own.say("1")
        own.say("2")
        with pytest.raises(Refused, match="You talked a lot"):
            own.say("3")
        await own.invite(["Carl", "Dora"])
        with pytest.raises(Refused, match="You called many people"):
            await own.invite(["Carl"])


async def test_as_many_follow_as_may_look_on_at_a_table() -> None:
    async with open_house(Budget(watchers=2)) as house:
        evening = await an_evening(house)
        own, *_ = await evening.together(evening.bert, evening.carl)
        with pytest.raises(Refused, match="no room for more watchers"):
            evening.see(evening.dora, own.showing)
        assert own.others == ("~Bert", "~Carl")


async def test_who_breaks_off_hands_the_controls_on() -> None:
    async with open_house() as house:
        evening = await an_evening(house)
        showing = await evening.shown_by(evening.anna)
        moved = list[str]()

        def break_off() -> None:
            with seeing(evening.anna, showing, nothing):
                evening.see(evening.bert, showing, lambda: moved.append("Bert"))
                evening.see(evening.carl, showing, lambda: moved.append("Carl"))
                raise ConnectionError

        with pytest.raises(ConnectionError):
            break_off()
        await wait_all_tasks_blocked()
        assert ears(evening.carl).noticed[-1] == "~Anna left the replay. ~Bert has the controls now."
        assert ears(evening.bert).noticed[-1] == "~Anna left the replay. You have the controls now."
        assert moved == ["Bert", "Carl"]
