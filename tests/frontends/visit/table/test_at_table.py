"""At a table: what is told and shown when somebody comes, when the table moves on, and when the game ends."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from core.base.chance import commitment
from core.base.game import Seat
from core.games import GAMES
from core.games.pileon import State as Pileon
from core.live.automatic_play import replying
from core.live.live_table import LiveTable
from core.sessions.at_table.fairness import grouped
from core.sessions.at_table.held_seats import Held
from core.sessions.at_table.seat import TableRef
from core.table import Answer, Command, Mark, Move, Resign, TakeHint, Undo
from core.table.opening import Player
from frontends import screens
from frontends.screens import screen_of
from frontends.terminal.picture import Look
from frontends.visit.text.game_over import AGAINST_COMPUTER
from tests.core.games.mille.positions import ended, given, tableau
from tests.core.parlour import move, moves, submit
from tests.frontends.terminals import COMP, SEED, House, ListTerminal, elixir, open_house, quiet

HELD = "Your hand: "
"""Once in every description of a position of mille."""
MODES = pytest.mark.parametrize("screen", [False, True])


async def mille(house: House, *players: Any, state: Any = None, **more: Any) -> tuple[LiveTable, ListTerminal]:
    live = await house.set_up("mille", *(players or ("Anna", COMP)), state=state or given("25"))
    return live, await house.seat("Anna", live, **more)


# Coming to a table.


async def test_player_is_told_the_table_the_way_back_and_the_position() -> None:
    async with open_house() as house:
        live, anna = await mille(house)
        lines = anna.text.splitlines()
        assert lines[0] == f"Mille, table {live.id}. To come back later: resume {house.code('Anna', live)}"
        assert grouped(commitment(SEED)) not in anna.text
        assert anna.text.count(HELD) == 1
        assert anna.prompt.text == "your move> "


async def test_numbered_deal_is_named() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live)
        assert anna.text.startswith(f"Pileon, deal 7, table {live.id}.")


@MODES
async def test_clock_is_told_beforehand(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert", clock=60)
        anna = await house.seat("Anna", live, screen=screen)
        assert f"El-Ixir, 60 seconds a move, table {live.id}." in (anna.message if screen else anna.text)


@MODES
async def test_those_who_come_back_are_told_what_they_missed(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        await submit(live, Move("p"), 0)
        await submit(live, Move("d 1"), 0)
        await submit(live, Move("p"), 1)
        anna = await house.seat("Anna", live, screen=screen)
        assert "Bert picks a card." in (anna.message if screen else anna.text)
        assert ("Since your last move:\nBert picks a card.\n" in anna.text) != screen
        assert "You pick" not in (anna.message if screen else anna.text.partition("Hand 1")[0])


@MODES
async def test_at_any_table_people_are_told_once_which_games_ended_while_they_were_away(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        await move(live, 6)
        await submit(live, Resign(), 1)
        other = await house.set_up("pileon", Player(live.table.chairs[0].person), deal=7)
        await house.service.views.settle()
        anna = await house.seat("Anna", other, screen=screen)
        told = " ".join((anna.screen if screen else anna.text).split())
        assert "While you were away: Bert resigned at El-Ixir, you won" in told
        assert f"To look: replay {live.id}" in told
        await anna.pressed("escape")
        assert "Bert resigned. You win." in await anna.told("lines", f"replay {live.id} 3", "end", "quit")
        again = await house.seat("Anna", other)
        assert "While you were away" not in again.words


@MODES
async def test_table_whose_game_ended_while_one_was_away_says_how(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        await move(live, 6)
        await submit(live, Resign(), 1)
        await house.service.views.settle()
        anna = await house.seat("Anna", live, screen=screen)
        told = anna.screen if screen else anna.text
        assert "Bert resigned. You win." in told
        assert "While you were away" not in told


@pytest.mark.parametrize(("seats", "more"), [(1, ""), (2, " --hotseat")])
async def test_way_back_at_home_is_a_command(seats: int, more: str) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        own = Held(tuple(range(seats)))

        async def errand(visit: Any) -> Any:
            return TableRef(live.id, own)

        anna = house.enter("Anna", errand=errand, has_files=True)
        await anna.told("roll", "quit", "y")
        assert f"The game is saved. To go on with it: parlour play --table {live.id}{more}\n" in anna.text
        assert "resume" not in anna.text


# News in lines.


async def test_several_moves_of_the_other_read_as_sentences_then_one_position() -> None:
    async with open_house() as house:
        live, anna = await mille(house)
        assert await anna.told("u p") == "You play 25 miles: 25 of 700.\n"
        assert anna.prompt.text == ""
        before = len(anna.text)
        await submit(live, Move("p"), 1)
        assert anna.prompt.text == ""
        await submit(live, Move("u 1"), 1)
        sentences, position = anna.text[before:].split("Hand 1, ")
        assert sentences == "Comp picks a card.\nComp plays 25 miles: 25 of 700.\n"
        assert position.count(HELD) == 1
        assert anna.prompt.text == "your move> "


async def test_what_the_computer_answers_at_once_reads_as_sentences_then_one_position() -> None:
    async with open_house() as house:
        live, anna = await mille(house, state=given(deck=("Stop",) * 9))
        carl = await house.look_on("Carl", live)
        carl.turns = []
        before = len(carl.text)
        with replying(live):
            sentences, position = (await anna.told("u p")).split("Hand 1, ")
        carl.take_turns()
        assert sentences == "You play 25 miles: 25 of 700.\nComp picks a card.\nComp plays Stop on you.\n"
        assert position.count(HELD) == 1
        assert anna.prompt.text == "your move> "
        assert carl.text[before:].count("Hand 1, ") == 1


async def test_prompt_says_that_one_waits_for_a_person() -> None:
    async with open_house() as house:
        _, anna = await mille(house, "Anna", "Bert")
        await anna.told("u p")
        assert anna.prompt.text == "waiting> "


async def test_own_move_that_leaves_much_the_same_to_do_is_told_in_a_sentence() -> None:
    async with open_house() as house:
        state = given(hands=(("25",) * 6, ("25",) * 6), deck=("25",) * 9)
        _, anna = await mille(house, state=state)
        assert await anna.told("p") == "You pick 25.\n"


async def test_position_is_described_when_a_move_leads_to_something_else_to_do() -> None:
    async with open_house() as house:
        _, anna = await elixir(house)
        assert (await anna.told("roll")).count("\n") > 5
        assert anna.prompt.text == "your move> "


@pytest.mark.parametrize("aside", ["hello", Mark("here"), TakeHint()])
async def test_asides_do_not_repeat_the_position(aside: str | Command) -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live)
        before = len(anna.text)
        if isinstance(aside, str):
            await live.say(live.table.chairs[0].person, 0, aside)
        else:
            await submit(live, aside, 0)
        await anna.told()
        assert "Pile 1:" not in anna.text[before:]


async def test_takeback_shows_the_position_that_stands_again() -> None:
    async with open_house() as house:
        live, anna = await elixir(house)
        await move(live, 2)
        before = len(anna.text)
        await submit(live, Undo(), 0)
        await submit(live, Answer(yes=True), 1)
        told = anna.text[before:]
        assert told.startswith("You ask to take back your last move.\nYou take back a move.\n")
        assert told.count("\n") > 5


async def test_asker_sees_the_answer() -> None:
    async with open_house() as house:
        live, anna = await elixir(house)
        await move(live, 2)
        await anna.told("undo")
        assert anna.prompt.text == "waiting> "
        await submit(live, Answer(yes=False), 1)
        assert anna.text.endswith("Bert declined.\n")


async def test_spectator_sees_the_position_when_the_turn_passes() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl = await house.look_on("Carl", live)
        assert carl.text.startswith(f"You are watching table {live.id}: El-Ixir.\n")
        before = len(carl.text)
        await submit(live, Move("roll"), 0)
        assert carl.text[before:].count("\n") == 1
        await move(live)
        assert carl.text[before:].count("\n") > 5
        assert carl.prompt.text == "watching> "


# News on a screen.


async def test_long_talk_is_cut_at_the_bottom_and_can_be_read_whole() -> None:
    async with open_house() as house:
        live, anna = await elixir(house, screen=True)
        await live.say(live.table.chairs[1].person, 1, "word " * 60)
        assert anna.message.endswith("...")
        assert (await anna.pressed("T")).count("word") == 60


async def test_large_window_tells_what_happened_and_every_line_of_talk() -> None:
    async with open_house() as house:
        live, anna = await elixir(house, screen=True, look=Look(rows=43, columns=132))
        lines = [f"line {number} of a talk that goes on for quite a while" for number in range(5)]
        for line in lines:
            await live.say(live.table.chairs[1].person, 1, line)
            await move(live)
        beside = " ".join(" ".join(row.split("│")[-1].strip() for row in anna.screen.split("\n")).split())
        for line in lines:
            assert f"Bert> {line}" in beside
        assert "Anna rolls" in beside or "You roll" in beside
        assert beside.count("Bert sits down.") == " ".join(anna.screen.split()).count("Bert sits down.") == 1


async def test_position_in_lines_does_not_say_again_what_was_told_just_before() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        bert = await house.seat("Bert", live)
        await submit(live, Move("roll"), 0)
        await submit(live, Move(moves(live, 0)[0]), 0)
        await quiet()
        assert "It is your turn: roll." in bert.text
        assert bert.text.count("Anna covers") == 1
        await bert.told("board")
        assert bert.text.count("Anna covers") == 2


async def test_same_picture_is_drawn_once_for_all_who_see_it() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl, dora = [await house.look_on(name, live, screen=True) for name in ("Carl", "Dora")]
        await submit(live, Move("roll"), 0)
        assert carl.picture is dora.picture


async def watcher(house: House, live: LiveTable, number: int) -> ListTerminal:
    """Somebody who looks on; every second one has come with a code, and what they like was looked up."""
    name = f"Foe{'abcdefghij'[number]}"
    if number % 2:
        return await house.look_on(name, live, screen=True)
    one = await house.seat(name, await house.set_up("pileon", name, deal=7), screen=True)
    await one.pressed("q", "y")
    await one.told(f"watch {live.id}")
    return one


async def test_ten_who_look_on_are_shown_one_picture_of_each_move_and_of_each_line_of_talk() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        watchers = [await watcher(house, live, number) for number in range(10)]
        await submit(live, Move("roll"), 0)
        assert len({id(one.picture) for one in watchers}) == 1
        before = watchers[0].picture
        await live.say(live.table.chairs[0].person, 0, "hello")
        assert len({id(one.picture) for one in watchers}) == 1
        assert watchers[0].picture is not before
        assert all("<~Anna> hello" in one.message or "<Anna> hello" in one.message for one in watchers)


async def test_owner_and_stand_in_see_the_same_board_and_each_the_keys_of_their_own() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live, screen=True), await house.seat("Bert", live)
        carl = house.enter("Carl", screen=True)
        await anna.told("standin Carl")
        await bert.told("allow")
        await carl.told("accept")
        await submit(live, Move("roll"), 0, stand_in=live.table.chairs[0].stand_in.person)
        assert "b undo" in anna.bottom
        assert "b undo" not in carl.bottom


async def test_moves_by_the_clock_of_a_screen_wait_while_nobody_could_see_them(autojump_clock: Any) -> None:
    async with open_house() as house:
        live, anna = await elixir(house, screen=True, one_key=True)
        await submit(live, Move("roll"), 0)
        pace = screen_of("elixir", one_key=True).pace
        assert pace
        await anna.pressed("?")
        text, pictures = anna.screen, len(anna.pictures)
        await trio.sleep(10 * pace)
        assert anna.screen == text
        await anna.pressed("escape")
        await trio.sleep(10 * pace)
        assert len(anna.pictures) > pictures + 5


# The end.


async def test_end_is_told_with_what_can_be_done_and_the_seed_only_when_asked() -> None:
    async with open_house() as house:
        live, anna = await mille(house)
        before = len(anna.text)
        await submit(live, Resign(), 0)
        told = " ".join(anna.text[before:].split())
        assert "You resigned before both had moved: nobody wins." in told
        assert told.endswith(AGAINST_COMPUTER.in_lines.template)
        assert SEED.hex() not in told
        assert f"House seed: {SEED.hex()}\n" in await anna.told("fair")
        assert anna.prompt.text == "over> "
        assert anna.prompt.toolbar.startswith("You resigned before both had moved")


async def test_end_on_a_screen_offers_what_can_be_done_by_single_keys() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live, screen=True)
        await submit(live, Resign(), 0)
        assert "You resigned." in anna.message
        assert anna.bottom == "R same deal  n new  W where  A solution  r replay  q leave  ' talk  ? help"


async def test_seed_is_told_only_when_the_game_is_over() -> None:
    async with open_house() as house:
        live, anna = await mille(house, screen=True)
        assert SEED.hex()[:16] not in await anna.pressed("T")
        await anna.pressed("escape")
        await submit(live, Resign(), 0)
        assert f"House seed: {SEED.hex()}" in await anna.pressed("T")


async def test_won_pileon_says_so() -> None:
    async with open_house() as house:
        ranks = tuple(tuple(f"{rank}{suit}" for suit in "cdhs") for rank in "A23456789TJQ")
        almost = Pileon((*ranks, ("Kc", "Kd", "Kh"), ("Ks",), ()))
        live = await house.set_up("pileon", "Anna", deal=7, state=almost)
        anna = await house.seat("Anna", live, screen=True)
        await submit(live, Move("14 13"), 0)
        assert live.table.outcome is not None
        assert "you win" in f"{anna.message} {anna.screen}"
        told = await anna.told("winnable")
        assert "next move" not in told + anna.message


@pytest.mark.parametrize(
    ("game", "says"), [("pileon", "Nothing helps any more"), ("terrace", "There are no more moves")]
)
async def test_lost_solitaire_says_so_plainly(game: str, says: str) -> None:
    async with open_house() as house:
        live = await stuck(house, game)
        anna = await house.seat("Anna", live)
        assert says in anna.words
        assert anna.prompt.text == "stuck> "
        again = await house.seat("Anna", live, screen=True)
        assert again.bottom.startswith("b undo  R restart  W where  A solution  n new  q leave")
        await again.pressed("u")
        assert live.table.undos == 1


async def stuck(house: House, game: str) -> LiveTable:
    """A table at which somebody has played at random until nothing was left."""
    for deal in range(1, 200):
        live = await house.set_up(game, "Anna", deal=deal)
        while (texts := moves(live, 0)) and not live.view(Seat(0)).view.stuck and live.table.seq < 400:
            await submit(live, Move(texts[(deal * 7 + live.table.seq) % len(texts)]), 0)
            if not live.turn:
                break
        if live.table.ended is None and live.view(Seat(0)).view.stuck:
            return live
    raise AssertionError


@MODES
@pytest.mark.parametrize(("answer", "miles"), [("y", 1000), ("n", 700)])
async def test_extension_of_the_trip_is_asked_and_answered(screen: bool, answer: str, miles: int) -> None:
    async with open_house() as house:
        near = tableau("Go", distances=("200", "200", "100", "100", "75"))
        live, anna = await mille(house, state=given("25", own=near), screen=screen)
        await (anna.pressed("u", "p", "enter") if screen else anna.told("u p"))
        await (anna.wait_screen("xtend the trip to") if screen else anna.wait_text("xtend the trip"))
        await (anna.pressed(answer) if screen else anna.told(answer))
        assert live.table.state.end == miles
        assert ("The hand is over: " in (anna.message if screen else anna.words)) == (answer == "n")


async def test_prompt_at_the_end_of_a_hand_waits_for_both() -> None:
    async with open_house() as house:
        _, anna = await mille(house, state=ended(given()))
        assert anna.prompt.text == "your move> "
        assert "another" in anna.words


# A game without a screen of its own.


@MODES
async def test_game_without_a_screen_of_its_own_shows_the_last_sentences(
    screen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens, "OWN", frozenset())
    screens.screen_of.cache_clear()
    async with open_house() as house:
        live, anna = await elixir(house, screen=screen)
        await submit(live, Move("roll"), 0)
        texts = moves(live)
        before = len(anna.text)
        await submit(live, Move(texts[0]), 0)
        await submit(live, Move("roll"), 1)
        told = anna.screen if screen else anna.text[before:]
        assert "Bert rolls" in told
        assert ("You roll" in told) == screen
        assert GAMES["elixir"].title in (anna.screen if screen else anna.prompt.toolbar)
    screens.screen_of.cache_clear()
