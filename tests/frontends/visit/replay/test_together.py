"""Seeing a replay with others: on a screen, in lines, with a screen reader, each in their language."""

from __future__ import annotations

import attrs
import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import SPECTATOR, Seat
from core.live.live_table import LiveTable
from core.people import talk
from core.replay.player import Player
from core.sessions.arrival.table_access import recall
from core.table import Resign
from frontends.locale.language import language
from frontends.terminal.picture import Look
from frontends.visit.replay.painting import moment
from frontends.visit.replay.room import AtReplay
from frontends.visit.replay.together import split_names
from tests.core.parlour import move, submit
from tests.examples import examples
from tests.frontends.houses import said, two_houses
from tests.frontends.terminals import House, ListTerminal, open_house, quiet

FRENCH = Look(language="fr")
READER = Look(reader=True)


async def a_game(house: House, *, over: bool = True) -> LiveTable:
    """A game of mille between Anna and Bert."""
    live = await house.set_up("mille", "Anna", "Bert")
    await move(live, 8)
    if over:
        await submit(live, Resign(), 0)
    return live


async def come(house: House, name: str, look: Look | None = None, **more: object) -> ListTerminal:
    """Somebody in the lobby."""
    terminal = house.enter(name, look=look, **more)  # type: ignore[arg-type]  # whatever the house takes
    await quiet()
    return terminal


async def player_of(house: House, name: str, live: LiveTable, **more: object) -> ListTerminal:
    """One of the two players, in the lobby."""
    terminal = await house.seat(name, live, **more)
    await (terminal.pressed("q") if terminal.on_screen else terminal.told("quit"))
    if terminal.bottom.startswith("Leave") or "Leave" in terminal.prompt.text:
        await (terminal.pressed("y") if terminal.on_screen else terminal.told("y"))
    return terminal


def room(house: House, one: ListTerminal) -> AtReplay:
    found = house.visits[one].room
    assert isinstance(found, AtReplay)
    return found


def at(house: House, *those: ListTerminal) -> list[int]:
    """The records that they are shown."""
    return [room(house, one).player.seq for one in those]


def painted(own: AtReplay, one: ListTerminal, player: Player | None = None) -> str:
    """The screen of somebody to whom nothing else is shown than the replay, and what they were told."""
    told = (own.message,) if own.message else ()
    return moment(player or own.player, one.look, told=told, bar=own._bar(), talk=own.talk).text()


def plain(text: str) -> str:
    """With single blanks between the words."""
    return " ".join(text.replace("\u2019", "'").split())


def is_there(house: House, one: ListTerminal) -> bool:
    return isinstance(house.visits[one].room, AtReplay)


async def together(house: House, live: LiveTable) -> tuple[ListTerminal, ListTerminal, ListTerminal]:
    """Anna leads on a screen; Bea follows on a screen, and Carl in French, in lines."""
    anna = await player_of(house, "Anna", live, screen=True)
    bea, carl = await come(house, "Bea", screen=True), await come(house, "Carl", FRENCH)
    await anna.told(f"replay {live.id} with Bea Carl")
    await bea.told("accept")
    await carl.told("accepter")
    return anna, bea, carl


# Coming.


async def test_who_is_asked_is_told_in_one_line_and_sees_what_the_leader_sees() -> None:
    async with open_house() as house:
        live = await a_game(house)
        anna, bea, carl = await together(house, live)
        assert "~Carl sees this replay with you." in anna.words
        assert "Anna wants to show you a game of Mille. Type accept, or decline." in bea.text
        assert "Anna veut vous montrer une partie de Mille. Tapez accepter, ou décliner." in said(carl)
        await anna.pressed("right", "right", "right")
        assert at(house, anna) == at(house, bea) == at(house, carl)
        assert "move 3 of 8" in bea.screen
        assert carl.text.count("[3] ") == 1
        assert carl.prompt.text == "revoir 3/8> "


@pytest.mark.parametrize("look", [Look(), Look(rows=20, columns=40), Look(rows=40, columns=140), READER])
@pytest.mark.parametrize("screen", [False, True])
async def test_each_follows_in_their_own_mode_and_size(look: Look, screen: bool) -> None:
    async with open_house() as house:
        live = await a_game(house)
        anna, bea = await player_of(house, "Anna", live), await come(house, "Bea", look, screen=screen)
        await anna.told(f"replay {live.id} with bea")
        await bea.told("accept")
        for line in ("next", "go 5", "hand", "start", "go end", "back", "perspective"):
            await anna.told(line)
            assert at(house, bea) == at(house, anna), line
            assert room(house, bea).player.viewer == room(house, anna).player.viewer
        if bea.on_screen:
            assert bea.screen == painted(room(house, bea), bea)
        else:
            assert "] You pick " in bea.text


async def test_asking_says_whom_and_nobody_is_asked_where_one_is_not_there() -> None:
    async with open_house() as house:
        live = await a_game(house)
        anna, bea = await player_of(house, "Anna", live), await come(house, "Bea")
        assert "Nobody here is called Emil" in await anna.told(f"replay {live.id} with Bea, Emil")
        assert "show you" not in bea.text
        assert "Type a name after with" in await anna.told(f"replay {live.id} with")
        assert "You have asked ~Bea to see this replay." in await anna.told(f"replay {live.id} 3 with Bea")
        assert at(house, anna) == [room(house, anna).recording.at_move(3)]


async def test_game_is_shown_from_the_table_and_those_who_follow_come_back_to_theirs() -> None:
    async with open_house() as house:
        live = await a_game(house)
        anna, bea = await house.seat("Anna", live), await come(house, "Bea", screen=True)
        await bea.told("new pileon deal=7")
        await anna.told("board")
        assert "replay with Bea" in anna.prompt.words
        await anna.told("replay with Bea")
        assert bea.message.endswith("Type accept, or decline. Press + to accept.")
        await bea.pressed("+")
        await anna.told("next")
        assert at(house, bea) == at(house, anna)
        assert "Pileon" in await bea.pressed("q")


async def test_who_is_at_a_replay_or_in_a_lesson_accepts_there_too() -> None:
    async with open_house() as house:
        live = await a_game(house)
        anna = await player_of(house, "Anna", live)
        bea, carl = await come(house, "Bea", screen=True), await come(house, "Carl")
        await bea.told(f"replay {live.id}")
        await carl.told("learn pileon")
        await anna.told(f"replay {live.id} with Bea Carl")
        assert bea.message.endswith("Type accept, or decline.")
        bea.press(*"accept", "enter")
        await carl.told("accept")
        await anna.told("next")
        assert at(house, bea) == at(house, carl) == at(house, anna)


async def test_somebody_is_asked_from_within_a_replay() -> None:
    async with open_house() as house:
        live = await a_game(house)
        anna, bea = await player_of(house, "Anna", live), await come(house, "Bea")
        await anna.told(f"replay {live.id}", "go 4")
        assert "invite Bea" in room(house, anna).lines()
        assert "You have asked ~Bea to see this replay." in await anna.told("invite bea")
        await bea.told("accept")
        assert bea.prompt.text == "replay 4/8> "
        assert "Type invite and the name" in await anna.told("invite")


async def test_who_may_not_see_a_game_is_not_shown_it() -> None:
    async with open_house() as house:
        live = await a_game(house, over=False)
        anna, bea = await house.seat("Anna", live), await come(house, "Bea")
        await anna.told("watching invited", "replay with Bea")
        assert "admit" in await bea.told("accept")
        assert not is_there(house, bea)


async def test_person_of_another_house_is_not_asked() -> None:
    async with two_houses() as (here, there):
        live = await a_game(here)
        anna, _ = await player_of(here, "Anna", live), await come(there, "Bea")
        await anna.told(f"replay {live.id} with Bea")
        assert "~Bea is in another house: you can show a replay only to people in this one." in said(anna)


# Following.


async def test_key_of_somebody_who_follows_says_who_leads() -> None:
    async with open_house() as house:
        anna, bea, carl = await together(house, await a_game(house))
        for key in ("right", " ", "e", "g", "]", "+"):
            await bea.pressed(key)
            assert bea.message == "~Anna has the controls. To ask for them: say please", key
        for line in ("", "next", "suivant", "perspective", "hand over Bea", "inviter Bea"):
            assert "Anna a les commandes. Pour les demander : dire svp" in plain(await carl.told(line)), line
        assert len({*at(house, anna, bea, carl)}) == 1


async def test_help_says_who_leads_who_is_there_and_that_talk_is_not_kept() -> None:
    async with open_house() as house:
        anna, bea, carl = await together(house, await a_game(house))
        helped = plain(await carl.told("?"))
        assert "Ce que vous dites ici n'est pas gardé. Aussi là : ~Bea. ~Anna a les commandes." in helped
        assert "Pour les demander : dire svp" in helped
        assert "suivant" not in helped
        assert "To give them to somebody: hand over NAME" in await anna.pressed("?")
        assert "You show this to: ~Bea, ~Carl." in anna.screen
        assert "What you say here is not kept." in anna.screen
        assert bea.bottom == "' talk  q leave  ? help"
        await anna.pressed("escape")
        assert anna.bottom == "Space play  n next  b back  g go to  e perspective  ' talk  q leave  ? help"


async def test_playing_and_pausing_is_followed_at_the_leaders_speed(autojump_clock: object) -> None:
    async with open_house() as house:
        anna, bea, carl = await together(house, await a_game(house))
        await anna.pressed("+", " ")
        assert carl.prompt.text == ""
        assert "2 a second" in bea.screen
        await trio.sleep(2.2)
        assert at(house, bea) == at(house, carl) == at(house, anna)
        assert at(house, anna)[0] > room(house, anna).recording.first + 2
        await anna.pressed(" ")
        stopped = at(house, anna)
        await trio.sleep(5)
        assert at(house, bea) == at(house, carl) == stopped
        assert "paused" in bea.screen


async def test_letter_that_begins_a_word_of_the_leader_moves_nobody() -> None:
    async with open_house() as house:
        anna, bea, carl = await together(house, await a_game(house))
        await anna.pressed("right", "right")
        before = len(carl.text)
        anna.press(*"hand over bea", "enter")
        await quiet()
        assert "[" not in carl.text[before:]
        assert bea.message == "You have the controls now."


async def test_picture_is_painted_in_the_turn_of_whoever_follows_and_is_the_last_one() -> None:
    async with open_house() as house:
        anna, bea, carl = await together(house, await a_game(house))
        count, bea.turns, carl.turns = len(bea.pictures), [], []
        await anna.pressed("right", "right", "right")
        assert len(bea.pictures) == count
        bea.take_turns()
        carl.take_turns()
        assert len(bea.pictures) == count + 1
        assert at(house, bea) == at(house, carl) == at(house, anna)
        assert [carl.text.count(f"[{move}] ") for move in (1, 2, 3)] == [1, 1, 1]


async def test_running_game_is_seen_by_each_as_they_may() -> None:
    async with open_house() as house:
        live = await a_game(house, over=False)
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        carl = await come(house, "Carl")
        await anna.told("replay with Bert Carl")
        await bert.told("accept")
        await carl.told("accept")
        await anna.told("next", "next", "perspective", "perspective")
        viewers = [room(house, one).player.viewer for one in (anna, bert, carl)]
        assert viewers == [Seat(0), Seat(1), SPECTATOR]
        assert "Your hand" not in carl.text
        assert "Your hand" in bert.text


# Talk.


async def test_talk_is_heard_by_all_stands_in_the_panel_and_is_not_kept() -> None:
    async with open_house() as house:
        live = await a_game(house)
        anna, bea, carl = await together(house, live)
        await bea.resized(Look(rows=40, columns=140))
        await carl.told("' bonjour")
        assert anna.message == bea.message == "<~Carl> bonjour"
        await bea.pressed("'", *"well met", "enter")
        assert "<~Bea> well met" in carl.text
        await anna.pressed("right")
        panel = bea.screen.split("Talk\n")[-1]
        assert "<~Carl> bonjour" in panel
        assert "<~Bea> well met" in panel
        assert await house.service.journal.head(talk.stream_of(live.id)) == 0


async def test_what_was_just_said_stays_for_a_while_when_the_leader_moves_on(autojump_clock: object) -> None:
    async with open_house() as house:
        anna, bea, carl = await together(house, await a_game(house))
        await carl.told("say look")
        await anna.pressed("right")
        assert bea.message == anna.message == "<~Carl> look"
        await trio.sleep(6)
        await anna.pressed("right")
        assert "look" not in bea.message + anna.message


async def test_nobody_is_there_to_talk_to_alone() -> None:
    async with open_house() as house:
        live = await a_game(house)
        anna = await player_of(house, "Anna", live)
        await anna.told(f"replay {live.id}")
        alone = "Nobody else sees this replay. To show it to somebody: invite NAME"
        assert alone in " ".join((await anna.told("say hello")).split())
        assert alone in " ".join((await anna.told("hand over Bea")).split())


# The controls.


async def test_controls_are_handed_over_in_any_language_and_all_are_told() -> None:
    async with open_house() as house:
        anna, bea, carl = await together(house, await a_game(house))
        anna.press(*"hand over Carl", "enter")
        await quiet()
        assert anna.message == bea.message == "~Carl has the controls now."
        assert carl.text.endswith("Vous avez les commandes maintenant.\n")
        await carl.told("suivant")
        assert at(house, anna) == at(house, bea) == at(house, carl)
        assert "passer ~Bea" in room(house, carl).lines() or "hand over ~Bea" in room(house, carl).lines()
        await carl.told("passer bea")
        assert bea.message == "You have the controls now."
        assert "Space play" in bea.bottom
        await bea.pressed("right")
        assert at(house, anna) == at(house, carl) == at(house, bea)


async def test_who_was_there_longest_leads_when_the_leader_hangs_up(autojump_clock: object) -> None:
    async with open_house() as house:
        anna, bea, carl = await together(house, await a_game(house))
        await anna.pressed(" ")
        anna.hang_up()
        await quiet()
        assert "Anna left the replay. You have the controls now." in bea.message
        assert "Anna ne revoit plus la partie. ~Bea a les commandes maintenant." in said(carl)
        stopped = at(house, bea, carl)
        await trio.sleep(10)
        assert at(house, bea, carl) == stopped
        await bea.pressed("right")
        assert at(house, bea) == at(house, carl) != stopped[:1]
        await bea.pressed("q")
        assert "Vous avez les commandes maintenant." in carl.text
        await carl.told("suivant", "partir")
        assert not is_there(house, carl)


def test_names_come_after_with_in_any_language() -> None:
    french = language("fr")
    assert split_names("d2uht 12 with Bea, Carl", french) == ("d2uht 12", ("Bea", "Carl"))
    assert split_names("d2uht AVEC Bea", french) == ("d2uht", ("Bea",))
    assert split_names("d2uht 12", french) == ("d2uht 12", ())
    assert split_names("with Bea", language("en")) == ("", ("Bea",))


# Whatever they do.


@attrs.frozen
class Step:
    """Something one of them does."""

    who: int
    what: str


LEADING = (
    "next", "back", "go 3", "go end", "start", "hand", "previous", "perspective", "perspective", "play", "pause",
    "faster", "slower", "say hello", "reader", "reader off", "language fr", "screen", "lines",
)  # fmt: skip
NAMES = ("Anna", "Bert", "Carl", "Dora")
"""The first two play; the last one is shown the game late."""
some_steps = st.lists(
    st.builds(
        Step,
        st.integers(0, 3),
        st.one_of(
            *[st.sampled_from(LEADING)] * 3,
            st.sampled_from(("leave", "accept", "hang up", "wait", *(f"hand over {name}" for name in NAMES))),
        ),
    ),
    min_size=5,
    max_size=30,
)


async def live_through(over: bool, late: bool, steps: list[Step]) -> None:
    async with open_house() as house:
        live = await a_game(house, over=over)
        anna = await house.seat("Anna", live)
        if late and not over:
            await anna.told("watching late 3")
        those = [anna, await house.seat("Bert", live, screen=True)]
        those += [await come(house, "Carl", screen=True), await come(house, "Dora", READER)]
        await anna.told("replay with Bert Carl Dora")
        showing = room(house, anna)._showing
        for one in those[1:]:
            await act(one, "accept")
        for step in steps:
            one = those[step.who]
            if step.what == "hang up" and step.who > 1:
                one.hang_up()
            elif step.what == "wait":
                await trio.sleep(1.5)
            elif step.what not in ("hang up", "accept") and is_there(house, one):
                await act(one, step.what)
            await quiet()
            await check(house, [one for one in those if is_there(house, one)])
        assert showing.is_over == (not any(is_there(house, one) for one in those))
        for one in those:
            assert "went wrong" not in one.text
        if not over:
            check_secrets(house, those[2:])


async def act(one: ListTerminal, line: str) -> None:
    """A line, or, where keys count, its letters and Enter."""
    if one.on_screen:
        one.press(*line, "enter")
    else:
        one.type(line)
    await quiet()


async def check(house: House, here: list[ListTerminal]) -> None:
    """All see what they would see alone where the leader stands, in what they alone may see."""
    for one in here:
        own, session = room(house, one), house.visits[one].session
        alone = Player(await recall(session, own.recording.id)).at(own._showing.position)
        assert attrs.evolve(own.player, recording=alone.recording) == alone
        assert own.player.table.view == alone.table.view
        if one.on_screen and house.visits[one].pages is None:
            assert one.screen == painted(own, one, alone)
    if here:
        assert sum(room(house, one).own.leads for one in here) == 1


def check_secrets(house: House, those: list[ListTerminal]) -> None:
    """Nothing of a hand was shown to who only looks on at a game that goes on."""
    for one in those:
        shown = "\n".join((one.text, *(picture.text() for _, picture in one.pictures)))
        assert "Your hand" not in shown
        assert "Votre main" not in shown
        assert "─1──" not in shown


@examples(60, quick=8)
@given(st.booleans(), st.booleans(), some_steps)
def test_whatever_they_do_each_sees_the_leaders_moment_and_nothing_they_may_not_know(
    over: bool, late: bool, steps: list[Step]
) -> None:
    trio.run(live_through, over, late, steps, clock=trio.testing.MockClock(autojump_threshold=0))
