"""What a player does besides moves: taking back, hints, bookmarks, giving up, another game, winnability."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.game import Seat
from core.base.message import english
from core.games.features.advisers import adviser_of
from core.sessions.journal_errors import FAILED
from core.table import Move, Resign
from frontends.server import logs
from frontends.visit.text.game_over import LOST
from tests.core.games.mille.positions import ended, given
from tests.core.parlour import move, submit
from tests.frontends.journals import FULL, broken_house
from tests.frontends.logged import logged
from tests.frontends.terminals import COMP, ListTerminal, open_house, pileon, quiet

MODES = pytest.mark.parametrize("screen", [False, True])
FAULT = english(FAILED)


async def give(anna: ListTerminal, keys: str, *lines: str) -> str:
    """Press keys on a screen, type lines in lines; the answer is what is shown then."""
    return await anna.pressed(*keys) if anna.on_screen else await anna.told(*lines)


@MODES
async def test_hint_comes_with_its_reason_and_is_counted(screen: bool) -> None:
    async with open_house() as house:
        live, anna = await pileon(house, screen=screen)
        adviser = adviser_of(live.table.game)
        assert adviser is not None
        proposal = adviser.advise(live.view(Seat(0)).view)
        assert proposal is not None
        await give(anna, "h", "hint")
        await anna.wait(lambda: live.table.hints == 1)
        await quiet()
        assert " ".join(english(proposal.said).split()) in anna.words
        to_do = "Go to pile 1, press Enter, go to pile 14, press Enter." if screen else "Type 1 14."
        assert to_do in anna.words


async def test_hint_lights_up_on_the_board_until_the_next_move() -> None:
    async with open_house() as house:
        live = await house.set_up("terrace", "Anna", deal=7)
        anna = await house.seat("Anna", live, screen=True, motion=False)
        await move(live)
        plain = anna.picture
        await anna.pressed("h")
        await anna.wait(lambda: live.table.hints == 1)
        await quiet()
        lit = anna.picture
        assert plain is not None
        assert lit is not None
        assert lit.styles[2:8] != plain.styles[2:8]
        await move(live)
        await anna.told("undo")
        assert anna.picture is not None
        assert anna.picture.styles[2:8] == plain.styles[2:8]


async def test_hint_that_could_not_be_recorded_is_not_given() -> None:
    async with broken_house() as (house, journal):
        _, anna = await pileon(house)
        journal.works = False
        anna.type("hint")
        await anna.wait(lambda: anna.text.endswith(f"{FAULT}\n"))


@MODES
async def test_hint_against_the_computer_proposes_a_move_that_can_be_made(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        anna = await house.seat("Anna", live, screen=screen)
        await give(anna, "h", "hint")
        advise = live.table.game.hint
        proposed = advise(live.view(Seat(0)).view) if advise else None
        assert proposed
        assert proposed.move in live.table.game.moves(live.view(Seat(0)).view)
        assert english(proposed.said, live.names)[:20] in anna.words
        assert live.table.hints == 1


@MODES
async def test_moves_are_taken_back_and_made_again(screen: bool) -> None:
    async with open_house() as house:
        live, anna = await pileon(house, screen=screen)
        first = live.table.state
        await move(live)
        then = live.table.state
        await give(anna, "u", "undo")
        assert live.table.state == first
        assert "The game is at its start again." in anna.words
        await give(anna, "y", "redo")
        assert live.table.state == then
        await give(anna, "R", "restart")
        if screen:
            assert anna.bottom == "Start again? That takes back 1 move. (y/n)"
            await anna.pressed("n")
            assert live.table.state == then
            await anna.pressed("R", "y")
        assert live.table.state == first


@pytest.mark.parametrize(("game", "keys"), [("mille", "pbfa"), ("elixir", ("enter", "u", "y", "R"))])
@MODES
async def test_moves_against_the_computer_are_taken_back_freely(game: str, keys: Any, screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up(game, "Anna", COMP)
        anna = await house.seat("Anna", live, screen=screen)
        words = ("p" if game == "mille" else "roll", "undo", "redo", "restart")
        beginning, plays = live.table.state, []
        for key, word in zip(keys, words, strict=True):
            await (anna.pressed(key) if screen else anna.told(word))
            plays.append(live.table.now.plays)
        if screen:
            assert plays.pop() == 1
            await anna.pressed("y")
            plays.append(live.table.now.plays)
        assert plays == [1, 0, 1, 0]
        assert live.table.state == beginning


@MODES
async def test_bookmarks_are_set_listed_and_gone_back_to(screen: bool) -> None:
    async with open_house() as house:
        live, anna = await pileon(house, screen=screen)
        first = live.table.state
        await (anna.pressed("m", *"Start", "enter") if screen else anna.told("mark Start"))
        assert 'Marked as "start".' in anna.words
        await move(live)
        if screen:
            await anna.pressed("M")
            assert anna.bottom == "Go back to (start):"
            await anna.pressed(*"start", "enter")
        else:
            assert await anna.told("marks") == "Bookmarks: start. To go back to one: return NAME\n"
            await anna.told("return start")
        assert live.table.state == first
        assert 'You go back to "start".' in anna.words


async def test_bookmark_is_thought_better_of() -> None:
    async with open_house() as house:
        live, anna = await pileon(house, screen=True)
        seq = live.table.seq
        await anna.pressed("m", "enter", "m", "escape", "m", "a", "c-c", "M")
        assert live.table.seq == seq
        assert "No bookmarks yet" in anna.message
        await anna.pressed("m", "a", "enter", "M", "escape", "M", "b", "enter")
        assert 'This table has no bookmark "b".' in anna.message


@pytest.mark.parametrize(
    ("line", "answer", "sentence"),
    [
        ("mark", "", ""),
        ("mark", "\x1b", "Type mark and a name, such as mark before the queen"),
        ("marks", None, "No bookmarks yet. To set one: mark NAME"),
        ("return", None, "Type return and the name of a bookmark; marks lists them."),
        ("return x", None, 'This table has no bookmark "x".'),
    ],
)
async def test_bookmark_that_is_none_is_refused_and_nothing_is_claimed(
    line: str, answer: str | None, sentence: str
) -> None:
    async with open_house() as house:
        live, anna = await pileon(house)
        told = await anna.told(line, *([] if answer is None else [answer]))
        assert told.strip() == sentence
        assert live.table.marks == ()


@MODES
async def test_question_whether_it_can_be_won_is_answered_and_asked_again_shows_the_way(
    screen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def search(function: Any, *arguments: Any, **_: Any) -> Any:
        return function(*arguments)

    monkeypatch.setattr("core.live.winnability.search", search)
    async with open_house() as house:
        live, anna = await pileon(house, screen=screen)
        await give(anna, "w", "winnable")
        assert "You can still win; ask again to see how." in anna.words
        assert live.table.hints == 0
        await give(anna, "w", "winnable")
        assert "You can still win; the next move of a solution is 1 14 1." in anna.words
        await give(anna, "w", "winnable")
        assert (live.table.hints, anna.rung) == (1, 0)
        await move(live)
        await give(anna, "w", "winnable")
        assert live.table.hints == 1


@MODES
async def test_winnability_is_a_matter_of_solitaires(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live, screen=screen)
        await give(anna, "w", "winnable")
        assert "You can do that only in a solitaire." in anna.words


@MODES
async def test_giving_up_is_asked_for(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live, screen=screen)
        await give(anna, "X", "resign")
        assert (anna.bottom if screen else anna.prompt.text.strip()) == "Give up this game? (y/n)"
        await give(anna, "n", "n")
        assert live.table.ended is None
        await give(anna, "Xy", "resign", "y")
        assert live.table.ended is not None


@pytest.mark.parametrize("word", ["resign", "hint", "undo", "winnable"])
async def test_game_that_is_over_is_over(word: str) -> None:
    async with open_house() as house:
        live, anna = await pileon(house)
        await submit(live, Resign(), 0)
        assert " ".join((await anna.told(word)).split()) == LOST.in_lines.template


@MODES
async def test_another_game_is_asked_for_while_the_old_one_goes_on(screen: bool) -> None:
    async with open_house() as house:
        live, anna = await pileon(house, screen=screen)
        await give(anna, "nn", "new", "n")
        assert await house.tables() == (live.id,)
        await give(anna, "ny", "new", "y")
        assert len(await house.tables()) == 2
        assert live.table.ended is None


async def test_another_game_after_the_end_is_not_asked_about() -> None:
    async with open_house() as house:
        live, anna = await pileon(house)
        await submit(live, Resign(), 0)
        await anna.told("new")
        assert len(await house.tables()) == 2
        assert anna.prompt.text == "your move> "


@pytest.mark.parametrize(
    ("line", "game", "deal"),
    [("new deal=12", "pileon", 12), ("new signora deal=3", "terrace", 3), ("new pileon deal=9", "pileon", 9)],
)
async def test_another_game_can_be_any(line: str, game: str, deal: int) -> None:
    async with open_house() as house:
        _, anna = await pileon(house)
        await anna.told(line, "y")
        async with house.service.table((await house.tables())[0], attended=False) as live:
            assert (live.table.game.name, live.table.setup.deal) == (game, deal)


async def test_order_that_makes_no_sense_is_refused_before_anything_is_asked() -> None:
    async with open_house() as house:
        _, anna = await pileon(house)
        assert '"nonsense" is not a game here' in await anna.told("new nonsense")
        assert anna.prompt.text == "your move> "


async def test_another_game_is_against_the_same_kind_of_opponent() -> None:
    async with open_house() as house:
        for other, free in ((COMP, False), ("Bert", True)):
            live = await house.set_up("mille", "Anna", other, clock=60)
            anna = await house.seat("Anna", live)
            await anna.told("new", "y")
            async with house.service.table((await house.tables())[0], attended=False) as another:
                assert another.table.is_full != free
                assert another.table.setup.clock == 60


async def test_operator_learns_what_the_journal_could_not_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "_WARNED", {})
    with logged() as log:
        async with broken_house() as (house, journal):
            _, anna = await pileon(house)
            journal.works = False
            for _ in range(3):
                assert FAULT in await anna.told("1 14")
            assert FULL not in anna.text
        assert log.getvalue().count(f'warning message="{FULL}"') == 1


async def test_order_that_fails_leaves_one_where_one_was() -> None:
    async with broken_house() as (house, journal):
        live, anna = await pileon(house)
        journal.works = False
        assert FAULT in await anna.told("new", "y")
        journal.works = True
        await anna.told("1 14")
        assert live.table.now.plays == 1


async def test_game_that_has_not_begun_cannot_be_given_up() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", None)
        anna = await house.seat("Anna", live)
        assert "The game has not begun: just leave." in await anna.told("resign", "y")


async def test_what_cannot_be_abandoned_or_proposed_is_said_before_anything_is_asked() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        for person in (anna, bert):
            told = " ".join((await person.told("abandon")).split())
            assert "You can abandon a game, with nobody winning, when the other has not moved for 3 days" in told
            assert "(y/n)" not in person.prompt.text
        assert "It is not your turn." in await bert.told("hint")


async def test_game_is_abandoned_after_a_question() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("new pileon deal=7", "abandon")
        assert anna.prompt.text == "Abandon this game? Nobody wins it. (y/n) "
        assert "You resigned." in await anna.told("y")
        await anna.told("quit", "new pileon deal=7", "1 14", "abandon")
        assert anna.prompt.text == "Abandon this game? It counts as lost. (y/n) "
        assert "You resigned." in await anna.told("y")
        await anna.told("quit", "new elixir person", "abandon")
        assert "Nobody came to play, so the table is closed." in " ".join((await anna.told("y")).split())


async def test_game_that_the_computer_has_played_is_not_said_to_be_lost_when_it_is_abandoned() -> None:
    async with open_house() as house:
        live, anna = await pileon(house)
        await submit(live, Move("1 14", demo=True), 0)
        await anna.told("abandon")
        assert anna.prompt.text == "Abandon this game? Nobody wins it. (y/n) "


@pytest.mark.parametrize(("game", "undo"), [("mille", False), ("elixir", True)])
async def test_two_persons_are_offered_only_what_they_can_take_back(game: str, undo: bool) -> None:
    async with open_house() as house:
        live = await house.set_up(game, "Anna", "Bert")
        anna = await house.seat("Anna", live, screen=True)
        assert (" undo" in anna.bottom) is undo
        typist = await house.seat("Bert", live)
        assert ("undo" in typist.prompt.words) is undo
        assert "restart" not in typist.prompt.words
        assert "take back" in await typist.told("restart")


async def test_yes_that_comes_after_the_other_has_said_it_is_told_that_nothing_is_asked() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert", state=ended(given()))
        anna, bert = [await house.seat(name, live, screen=True) for name in ("Anna", "Bert")]
        await anna.pressed("y")
        await bert.pressed("y")
        assert "A hand is dealt" in anna.screen
        assert bert.message == "Nobody has asked you anything."
