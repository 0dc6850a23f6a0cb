"""At a table: what typed lines and keys mean, help, and leaving."""

from __future__ import annotations

import pytest

from core.base.game import Seat
from core.base.message import english
from core.games import GAMES
from core.live.live_table import LiveTable
from core.table import Move, Resign, Undo
from frontends.locale.language import language
from frontends.screens import screen_of
from frontends.terminal.picture import Look
from frontends.visit.table.actions.all_actions import ACTIONS
from frontends.visit.text.key_names import said_keys
from tests.core.games.mille.positions import ended, given
from tests.core.parlour import move, moves, submit
from tests.frontends.terminals import COMP, House, ListTerminal, elixir, open_house, pileon

MODES = pytest.mark.parametrize("screen", [False, True])
LEAVE = "Leave the table? The game is saved. (y/n)"


async def hand_over(house: House, **more: object) -> tuple[LiveTable, ListTerminal]:
    live = await house.set_up("mille", "Anna", COMP, state=ended(given()))
    return live, await house.seat("Anna", live, **more)


# Lines.


async def test_move_is_made_however_it_is_spaced() -> None:
    async with open_house() as house:
        live, anna = await pileon(house)
        told = await anna.told("  1   14 ")
        assert told.startswith("The two of spades from pile 1 to pile 14.\n")
        assert live.table.now.plays == 1


@pytest.mark.parametrize("line", ["", "   "])
async def test_empty_line_is_nothing(line: str) -> None:
    async with open_house() as house:
        live, anna = await pileon(house)
        assert await anna.told(line) == ""
        assert (anna.rung, live.table.now.plays, anna.prompt.text) == (0, 0, "your move> ")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("1 1", "Choose another pile to move the cards to."),
        ("jump", '"jump" is not a move; type two piles, from and to, such as 3 14.'),
    ],
)
async def test_what_cannot_be_played_is_refused_by_the_rules_in_their_words(line: str, sentence: str) -> None:
    async with open_house() as house:
        live, anna = await pileon(house)
        assert await anna.told(line) == f"{sentence}\n"
        assert (anna.rung, live.table.now.plays) == (1, 0)


async def test_move_out_of_turn_is_told_whose_turn_it_is() -> None:
    async with open_house() as house:
        _, bert = await elixir(house, "Bert")
        assert await bert.told("roll") == "It is not your turn: Anna to move.\n"
        assert await bert.told("jump") == '"jump" is not a command here; type ? for help.\n'
        assert bert.rung == 2


async def test_slip_is_guessed() -> None:
    async with open_house() as house:
        live, bert = await elixir(house, "Bert")
        anna = await house.seat("Anna", live)
        assert "(did you mean hint?)" in await anna.told("hitn")
        assert await bert.told("replya") == '"replya" is not a command here (did you mean replay?); type ? for help.\n'


async def test_spectator_moves_nothing() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        carl = await house.look_on("Carl", live)
        before = live.table.seq
        for line in ("undo", "redo", "restart", "mark x", "return x", "save", "demo", "hint", "resign", "stop", "yes"):
            rung = carl.rung
            await carl.told(line)
            assert carl.rung == rung + 1, line
            refusals = ("You are watching: only players can do that.\n", "There is nothing to stop.\n")
            assert carl.text.endswith((*refusals, "Nobody has asked you anything.\n")), line
        await carl.told("1 14")
        assert carl.text.endswith('"1 14" is not a command here; type ? for help.\n')
        assert live.table.seq == before


async def test_word_of_the_lobby_is_no_command_at_a_table() -> None:
    async with open_house() as house:
        for who in ("Anna", "Bert"):
            _, person = await elixir(house, who)
            assert await person.told("saves") == '"saves" works in the lobby: type leave first.\n'
            assert (person.rung, person.prompt.text) == (1, "your move> " if who == "Anna" else "waiting> ")


@pytest.mark.parametrize("word", ["n", "no", "N"])
async def test_no_at_the_end_of_a_hand_leads_to_the_question_about_saving(word: str) -> None:
    async with open_house() as house:
        _, anna = await hand_over(house)
        await anna.told(word)
        assert anna.prompt.text == "Save game? (y/n) "


async def test_yes_at_the_end_of_a_hand_deals_another() -> None:
    async with open_house() as house:
        live, anna = await hand_over(house)
        await anna.told("y")
        assert live.table.state.dealt == 2


async def test_stop_in_full_ends_the_session_at_once() -> None:
    async with open_house() as house:
        live, anna = await hand_over(house)
        await anna.told("stop")
        assert live.table.ended is not None
        assert anna.prompt.text == "over> "


@pytest.mark.parametrize("word", ["look", "l", "r", "board", "BOARD"])
async def test_board_is_the_position_again(word: str) -> None:
    async with open_house() as house:
        _, anna = await pileon(house)
        assert (await anna.told(word)).count("Pile 1:") == 1


async def test_words_are_offered_for_completion() -> None:
    async with open_house() as house:
        live, anna = await pileon(house)
        assert {*moves(live), "undo", "moves", "leave"} <= set(anna.prompt.words)
        assert "yes" not in anna.prompt.words


# Keys.


async def test_keys_of_the_game_move() -> None:
    async with open_house() as house:
        live, anna = await pileon(house, screen=True)
        await anna.pressed("enter", "end", "enter")
        assert live.table.now.plays == 1
        assert "from pile 1 to pile 15." in anna.message


async def test_refused_key_rings_and_says_why() -> None:
    async with open_house() as house:
        _, anna = await pileon(house, screen=True)
        await anna.pressed("enter", "right", "enter")
        assert anna.rung == 1
        assert anna.message


@pytest.mark.parametrize(("key", "name"), [("#", "#"), ("c-x", "Ctrl-X"), ("delete", "Delete")])
async def test_unknown_key_rings_and_points_to_help(key: str, name: str) -> None:
    async with open_house() as house:
        _, anna = await pileon(house, screen=True)
        await anna.pressed(key)
        assert (anna.rung, anna.message) == (1, f"{name} does nothing here; ? lists the keys.")


async def test_message_stays_until_another_replaces_it() -> None:
    async with open_house() as house:
        live, anna = await elixir(house, screen=True)
        assert f"resume {house.code('Anna', live)}" in anna.message
        await submit(live, Move("roll"), 0)
        await live.say(live.table.chairs[1].person, 1, "good luck")
        assert "<Bert> good luck" in anna.message
        for key in ("left", "right", "tab", "escape", "c-l"):
            await anna.pressed(key)
            assert "<Bert> good luck" in anna.message, key
        await anna.pressed("#")
        assert "<Bert> good luck" not in anna.message


async def test_screen_is_painted_again_with_ctrl_l() -> None:
    async with open_house() as house:
        _, anna = await pileon(house, screen=True)
        painted = anna.repainted
        await anna.pressed("c-l")
        assert anna.repainted == painted + 1


async def test_screen_is_left_and_taken_up_again_in_play() -> None:
    async with open_house() as house:
        _, anna = await pileon(house, screen=True)
        await anna.pressed("L")
        assert not anna.on_screen
        assert "Pile 1:" in anna.text
        await anna.told("screen")
        assert anna.on_screen
        assert "Pileon" in anna.screen


@pytest.mark.parametrize("key", ["x", "escape", "q", " ", "enter"])
async def test_last_page_of_a_text_is_put_away_by_any_key(key: str) -> None:
    async with open_house() as house:
        _, anna = await pileon(house, screen=True)
        board = anna.screen
        assert "press any key to go back" in await anna.pressed("T")
        assert await anna.pressed(key) == board


@pytest.mark.parametrize("key", ["x", "escape", "q"])
async def test_help_is_put_away_from_its_first_page_on(key: str) -> None:
    async with open_house() as house:
        _, anna = await pileon(house, screen=True, look=Look(rows=120))
        board = anna.screen
        assert "For more, type help and one of these:" in await anna.pressed("?")
        assert await anna.pressed(key) == board


@pytest.mark.parametrize("game", [*GAMES])
@pytest.mark.parametrize("one_key", [False, True])
@pytest.mark.parametrize("look", [Look(), Look(rows=22, columns=40)])
async def test_help_of_every_game_can_be_read_whole(game: str, one_key: bool, look: Look) -> None:
    async with open_house() as house:
        players = ("Anna", "Bert")[: GAMES[game].seats]
        live = await house.set_up(game, *players, deal=7 if GAMES[game].numbered else None)
        anna = await house.seat("Anna", live, screen=True, one_key=one_key, look=look)
        await anna.told("help all")
        seen = anna.screen
        while "Space next" in anna.bottom:
            seen += "\n" + await anna.pressed(" ")
        told = set(seen.split())
        words = language("en")
        own = " ".join(f"{said_keys(key, words)} {words.say(what)}" for key, what in screen_of(game, one_key).keys)
        assert set(own.split()) | set(english(GAMES[game].notation).split()) <= told
        assert {"leave", "say", "resign", "reader"} <= told


@pytest.mark.parametrize("game", [*GAMES])
async def test_help_in_lines_tells_how_to_move_and_explains_every_word(game: str) -> None:
    async with open_house() as house:
        players = ("Anna", "Bert")[: GAMES[game].seats]
        live = await house.set_up(game, *players, deal=7 if GAMES[game].numbered else None)
        anna = await house.seat("Anna", live, look=Look(rows=300))
        told = await anna.told("help all")
        assert set(english(GAMES[game].notation).split()) <= set(told.split())
        at = house.visits[anna].room
        assert {action.word for action in ACTIONS if action.unless(at) is None} <= set(told.split())  # type: ignore[arg-type]
        assert max(map(len, told.splitlines())) <= 80


async def test_finished_game_goes_on_with_single_keys() -> None:
    async with open_house() as house:
        for key, seen in (("n", "0 moves"), ("r", "perspective"), ("q", "Welcome to the lobby")):
            live, anna = await pileon(house, screen=True)
            await submit(live, Resign(), 0)
            await anna.pressed(key)
            await anna.wait(lambda here=anna, what=seen: what in here.words or what in here.prompt.text)  # type: ignore[misc]


@MODES
async def test_standing_question_about_a_takeback_is_answered_in_either_mode(screen: bool) -> None:
    async with open_house() as house:
        for answer, plays in (("n", 2), ("y", 1)):
            live, bert = await elixir(house, "Bert", screen=screen)
            await move(live, 2)
            await submit(live, Undo(), 0)
            question = "Anna asks to take back the last move. Allow it? (y/n)"
            assert (bert.bottom if screen else bert.prompt.text.strip()) == question
            assert bert.rung == 1
            await (bert.pressed(answer) if screen else bert.told({"y": "yes", "n": "NO"}[answer]))
            assert live.table.asks is None
            assert live.table.now.plays == plays
            assert question not in (bert.bottom, bert.prompt.text)


@MODES
async def test_standing_question_forbids_nothing_else_and_goes_with_the_next_move(screen: bool) -> None:
    async with open_house() as house:
        live, bert = await elixir(house, "Bert", screen=screen)
        await move(live, 2)
        await submit(live, Undo(), 0)
        await bert.told("say why?")
        assert live.said[-1].text == "why?"
        assert "Allow it?" in (bert.bottom if screen else bert.prompt.text)
        await submit(live, Move("roll"), 1)
        assert "Allow it?" not in (bert.bottom if screen else bert.prompt.text)
        rung = bert.rung
        await (bert.pressed("y") if screen else bert.told("y"))
        assert bert.rung == rung + 1


async def test_no_game_has_two_meanings_for_a_key_of_the_grammar() -> None:
    async with open_house() as house:
        for game in GAMES:
            players = ("Anna", "Bert")[: GAMES[game].seats]
            live = await house.set_up(game, *players, deal=7 if GAMES[game].numbered else None)
            anna = await house.seat("Anna", live, screen=True)
            for key, seen in (("?", "press any key"), ("q", LEAVE), ("/", "Say:"), ("'", "Say:"), ("c-c", LEAVE)):
                await anna.pressed(key)
                assert anna.bottom.startswith(seen) or "press any key" in anna.bottom, (game, key)
                await anna.pressed("escape")
            view = live.view(Seat(0)).view
            assert live.table.game.view(live.table.state, Seat(0)) == view


@pytest.mark.parametrize("game", ["mille", "elixir"])
@pytest.mark.parametrize("key", ["enter", " ", "tab", "left", "1"])
async def test_who_chooses_when_the_other_is_to_move_is_told_so(game: str, key: str) -> None:
    async with open_house() as house:
        live = await house.set_up(game, "Anna", "Bert")
        bert = await house.seat("Bert", live, screen=True)
        await bert.pressed(key)
        assert bert.message == "It is not your turn: Anna to move."
