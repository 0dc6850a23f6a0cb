"""Stand-ins, as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.durations import DAY
from core.base.game import Seat
from core.base.message import english
from core.live.live_table import LiveTable
from core.records.fold import verify
from core.table import ComeBack, GoAway, Move, Substitute
from frontends.screens import screen_of
from tests.core.parlour import moves, submit
from tests.examples import examples
from tests.frontends.houses import entered, two_houses
from tests.frontends.terminals import COMP, House, ListTerminal, answered, open_house, quiet


async def two(house: House, game: str = "elixir") -> tuple[ListTerminal, ListTerminal]:
    live = await house.set_up(game, "Anna", "Bert")
    return await house.seat("Anna", live), await house.seat("Bert", live)


async def test_both_agree_and_the_owner_comes_back() -> None:
    async with open_house() as house:
        anna, bert = await two(house)
        await anna.told("standin computer")
        assert "Anna asks whether Adept may play for them: type allow or refuse." in bert.words
        assert "Adept plays for Anna now." in " ".join((await bert.told("allow")).split())
        assert "take your seat back" in await anna.told("roll")
        assert "You play again." in await anna.told("back")
        assert "You roll" in await anna.told("roll")


async def test_absence_is_agreed_or_refused() -> None:
    async with open_house() as house:
        anna, bert = await two(house)
        await anna.told("standin computer after 2d")
        assert "after 2 days without a move" in bert.words
        assert "Anna will play without a stand-in." in await bert.told("refuse")
        await anna.told("standin computer strong after 2d")
        assert "without a move" in " ".join((await bert.told("allow")).split())


@pytest.mark.parametrize(
    "line", ["standin", "standin Emil", "standin computer after soon", "standin computer a b c", "standin after 2d"]
)
async def test_what_makes_no_sense_is_refused(line: str) -> None:
    async with open_house() as house:
        anna, _ = await two(house)
        told = " ".join((await anna.told(line)).split())
        assert "standin computer" in told or "Nobody here is called" in told


async def test_what_nobody_asked_cannot_be_answered() -> None:
    async with open_house() as house:
        anna, bert = await two(house)
        assert "Nobody is asking you" in await bert.told("allow")
        assert "already have your seat" in await anna.told("back")


async def test_against_the_computer_nobody_is_asked() -> None:
    async with open_house() as house:
        anna = await house.seat("Anna", await house.set_up("mille", "Anna", COMP))
        assert "plays for you now" in await anna.told("standin computer")


# Another person.


async def three(house: House, game: str = "mille") -> tuple[ListTerminal, ListTerminal, ListTerminal]:
    """Anna and Bert at a table, and Carl in the lobby."""
    anna, bert = await two(house, game)
    carl = house.enter("Carl")
    await quiet()
    return anna, bert, carl


async def lent(house: House, game: str = "mille") -> tuple[ListTerminal, ListTerminal, ListTerminal]:
    """The same, and Carl plays for Anna."""
    anna, bert, carl = await three(house, game)
    await anna.told("standin Carl")
    await bert.told("allow")
    await carl.told("accept")
    return anna, bert, carl


def hand_of(live: LiveTable, seat: int) -> str:
    """What the seat holds, as a screen reader says it."""
    view = live.view(Seat(seat))
    return english(screen_of("mille", one_key=False).hand(view), view.names)


async def test_person_plays_for_another_with_all_they_see_and_gives_the_seat_back() -> None:
    async with open_house() as house:
        anna, bert, carl = await three(house)
        await anna.told("standin Carl")
        assert "Anna asks whether ~Carl may play for them: type allow or refuse." in bert.words
        assert "accept" not in carl.text.split("lobby")[-1].replace("accept NAME", "")
        await bert.told("allow")
        (id,) = await house.tables()
        live = house.service.in_play(id)
        assert live is not None
        assert f"Anna asks you to play for them at table {id}, Mille. Type accept, or decline." in carl.words
        told = " ".join((await carl.told("accept")).split())
        assert "You play for Anna. To give the seat back: back" in told
        assert "~Carl plays for Anna now." in bert.words
        assert hand_of(live, 0) in " ".join((await carl.told("hand")).split())
        assert "Somebody plays for you. To take your seat back: back" in " ".join((await anna.told("p")).split())
        assert "You pick" in await carl.told("p")
        assert "~Carl for Anna picks a card." in " ".join(bert.text.split())
        assert "~Carl for Anna" in await bert.told("table")
        cause = live.recent[-1][1].cause
        assert cause is not None
        assert (cause.by, cause.stand_in) == (0, live.table.chairs[0].stand_in.person)
        told = " ".join((await carl.told("back")).split())
        assert f"You no longer play at table {id}. To watch: watch {id}" in told
        assert "Welcome to the lobby" in told
        assert "Anna plays again." in bert.words
        verify(live.stream, await house.service.records(id))


MOVES = [("mille", "p", "You pick ", " picks "), ("elixir", "roll", "You roll ", " rolls ")]


@pytest.mark.parametrize(("game", "move", "you", "does"), MOVES)
async def test_what_a_stand_in_did_is_told_as_theirs_to_everybody_else(
    game: str, move: str, you: str, does: str
) -> None:
    async with open_house() as house:
        anna, bert, carl = await lent(house, game)
        assert you in await carl.told(move)
        assert you not in anna.text
        for person in (anna, bert):
            assert f"~Carl for Anna{does}" in " ".join(person.text.split())
        assert f"~Carl for Anna{does}" in " ".join((await anna.told("since")).split())
        await anna.told("back")
        await anna.say("replay", "Type ? for help")
        assert f"~Carl for Anna{does}" in await anna.told(*["next"] * 5)


async def test_what_the_owner_did_is_told_as_theirs_to_the_stand_in() -> None:
    async with open_house() as house:
        anna, bert, carl = await three(house)
        assert "You pick" in await anna.told("p")
        await anna.told("standin Carl")
        await bert.told("allow")
        told = " ".join((await carl.told("accept")).split())
        assert "Anna picks " in told
        assert "You pick" not in told


async def test_stand_in_against_the_computer_reads_its_name() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", COMP)
        anna, carl = await house.seat("Anna", live), house.enter("Carl")
        await quiet()
        await anna.told("standin Carl")
        await carl.told("accept", "roll", moves(live, 0)[0])
        await carl.told(moves(live, 0)[0])
        await submit(live, Move("roll"), 1)
        await carl.wait_text(f"{COMP.bot} rolls ")


async def test_what_a_computer_player_did_as_a_stand_in_is_told_as_its_own_in_ones_own_language() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        await anna.told("language fr", "standin computer")
        await bert.told("allow")
        await submit(live, Substitute("roll", "Adept"), 0)
        await anna.wait_text("Adept pour Anna tire ")
        assert "Vous tirez " not in anna.text


async def test_screen_tells_the_owner_who_moves_at_the_lent_seat() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live, screen=True), await house.seat("Bert", live)
        carl = house.enter("Carl")
        await quiet()
        await anna.told("standin Carl")
        await bert.told("allow")
        await carl.told("accept", "roll", moves(live, 0)[0])
        await carl.told(moves(live, 0)[0])
        assert "~Carl for Anna covers" in " ".join(anna.screen.split())
        assert "You cover" not in anna.screen


@pytest.mark.parametrize("who", ["anna", "carl"])
async def test_stand_in_who_has_lost_the_seat_sees_nothing_of_the_hand_any_more(who: str) -> None:
    async with open_house() as house:
        anna, _, carl = await lent(house)
        (id,) = await house.tables()
        live = house.service.in_play(id)
        assert live is not None
        code = next(word for word in carl.text.split() if word.startswith(f"{id}-"))
        hand = hand_of(live, 0)
        assert hand in " ".join((await carl.told("hand")).split())
        await {"anna": anna, "carl": carl}[who].told("back")
        await house.service.views.wait_for(id, live.table.seq)
        await carl.say(f"resume {code}", "That code belongs to no seat: check it.")
        await carl.say("go", "You have no unfinished games")
        for line in ("repeat", "games", f"watch {id}", "hand", "since", "board", "moves"):
            told = " ".join((await carl.told(line)).split())
            assert told, line
            assert hand not in told, line
        assert hand not in " ".join((await carl.say("replay", "Type ? for help")).split())
        await carl.say("q", "You are watching table")
        assert [one.table for one in house.service.presence.named("Carl")] == [id]
        assert [one.seats for one in house.service.presence.named("Carl")] == [()]


@pytest.mark.parametrize("away", ["learn mille", "go", "replay"])
async def test_stand_in_who_comes_back_from_elsewhere_still_plays_for_another(away: str) -> None:
    async with open_house() as house:
        anna, _, carl = await lent(house)
        (id,) = await house.tables()
        live = house.service.in_play(id)
        assert live is not None
        await carl.told("learn elixir", "quit")
        await house.service.views.settle()
        await carl.say({"go": "go 2"}.get(away, away), "Type ? for help" if away == "replay" else "Lesson in")
        await carl.say("quit", "To give the seat back: back")
        assert "You play for somebody" in " ".join((await carl.told("resign")).split())
        hand = hand_of(live, 0)
        await anna.told("back")
        assert f"You no longer play at table {id}" in " ".join(carl.text.split())
        assert hand not in " ".join((await carl.told("hand", "board")).split())


async def test_board_of_a_stand_in_is_taken_off_the_screen_with_the_seat() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        carl = house.enter("Carl", screen=True)
        await quiet()
        await anna.told("standin Carl")
        await bert.told("allow")
        await carl.told("accept")
        hand = [card for card in live.view(Seat(0)).view.hand if card]
        assert hand
        assert all(str(card).split()[0] in carl.screen for card in hand)
        await carl.pressed("p")
        await anna.told("back")
        assert not any(str(card).split()[0] in carl.screen for card in hand)
        assert "Welcome to the lobby" in carl.text


async def test_stand_in_is_thrown_out_of_whatever_they_read_when_the_seat_is_taken_back() -> None:
    async with open_house() as house:
        anna, _, carl = await lent(house)
        await carl.told("help")
        await anna.told("back")
        assert "Welcome to the lobby" in carl.text


@pytest.mark.parametrize(
    "line",
    ["resign", "undo", "save x", "mark x", "marks", "if any then p", "watching late 3", "admit Bert", "standin Bert"],
)
async def test_stand_in_does_nothing_that_is_for_the_owner(line: str) -> None:
    async with open_house() as house:
        _, _, carl = await lent(house)
        assert "You play for somebody" in " ".join((await carl.told(line)).split())


async def test_nobody_stands_in_who_plays_here_and_who_would_rather_not_says_so() -> None:
    async with open_house() as house:
        anna, bert, carl = await three(house)
        assert "The other player cannot play for you" in await anna.told("standin Bert")
        assert "You already have your seat." in await anna.told("standin Anna")
        await anna.told("standin Carl")
        await bert.told("allow")
        assert await carl.told("decline") == "You declined.\n"
        assert "~Carl declined to play for Anna." in bert.words
        await carl.say("accept", "Nobody has invited you.")


async def test_person_who_accepts_for_an_absence_is_told_when_it_is_time() -> None:
    async with open_house() as house:
        anna, bert, carl = await three(house, "elixir")
        await anna.told("standin Carl after 2d")
        await bert.told("allow")
        told = " ".join((await carl.told("accept")).split())
        assert "You will play for Anna if they do not move for 2 days" in told
        assert "~Carl agreed to play for Anna." in bert.words


async def test_stand_in_in_another_house_is_asked_plays_and_leaves_when_the_seat_is_taken_back() -> None:
    async with two_houses() as (here, there):
        live = await here.set_up("mille", "Anna", "Bert")
        anna, bert = await here.seat("Anna", live), await here.seat("Bert", live)
        (carl,) = await entered(there, "Carl")
        await anna.told("standin Carl")
        await bert.told("allow")
        await carl.wait_text("Type accept, or decline.")
        await carl.say("accept", "To give the seat back: back")
        await bert.wait_text("~Carl plays for Anna now.")
        assert hand_of(live, 0) in " ".join((await carl.told("hand")).split())
        await carl.say(moves(live, 0)[0], "You")
        await bert.wait_text("Carl for Anna")
        await anna.told("back")
        await carl.wait_text("Welcome to the lobby, Carl. Games: Mille, El-Ixir, Terrace, Pileon.")
        await carl.wait(lambda: carl.text.count("Welcome to the lobby") == 2)
        assert f"You no longer play at table {live.id}" in " ".join(carl.text.split())


ASKED = ("board", "hand", "score", "since", "last", "moves", "turn", "watchers", "repeat", "fair", "why")
STEPS = st.lists(st.one_of(st.sampled_from(ASKED), st.just("move"), st.just("say")), max_size=12)


@examples(12, quick=5)
@given(steps=STEPS, ago=st.integers(0, 4), game=st.sampled_from(["mille", "elixir"]))
async def test_who_stood_in_is_shown_exactly_what_a_stranger_is(steps: list[str], ago: int, game: str) -> None:
    """Law: once the seat is returned, nothing that the house says to them depends on their having held it."""
    async with open_house() as house:
        anna, bert, carl = await lent(house, game)
        (id,) = await house.tables()
        live = house.service.in_play(id)
        assert live is not None
        for word in ("hint", "hand") * ago:
            await carl.told(word)
            await answered()
        if live.turn == (0,):
            await carl.told(moves(live, 0)[0])
        await anna.told("back")
        dora = house.enter("Dora")
        await quiet()
        both = (carl, dora)
        for one in both:
            await one.told("notices table off")
        await house.service.views.settle()
        shown = [[await one.told(f"watch {id}") for one in both]]
        for step in steps:
            match step:
                case "move":
                    before = [len(one.text) for one in both]
                    await (anna, bert)[live.turn[0]].told(moves(live)[0])
                    shown.append([one.text[start:] for one, start in zip(both, before, strict=True)])
                case "say":
                    await bert.told("say hello")
                case _:
                    shown.append([await one.told(step) for one in both])
        for carls, doras in shown:
            assert carls.replace("Carl", "Dora") == doras.replace("Carl", "Dora")


async def test_what_the_owner_did_before_is_told_by_their_own_name() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert", clock=3 * DAY)
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        carl = house.enter("Carl")
        await quiet()
        await submit(live, GoAway(0, int(live.service.now()) + DAY), None)
        await submit(live, ComeBack(0), None)
        await anna.told("standin Carl")
        await bert.told("allow")
        told = " ".join((await carl.told("accept")).split())
        assert "Anna is back from vacation." in told
        assert "for Anna is back" not in told
