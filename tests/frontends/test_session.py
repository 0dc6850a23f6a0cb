"""People in the house, from the door to the table, over a terminal made of lists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import trio

from core import archive, fold
from core.games import GAMES
from core.service import Player
from core.table import Move, Resign
from frontends.dialogue.effects import GoOn, Open, Recall, Resume, Watch
from journal import JournalError, open_journal
from journal.lines import read_lines
from tests.frontends.house import ListTerminal, open_house


async def until_seated(person: ListTerminal) -> None:
    await person.wait(lambda: person.prompt.text == "waiting> ")


async def until_turn(person: ListTerminal) -> None:
    await person.wait(lambda: person.prompt.text == "your move> ")


async def test_stranger_gives_a_name_and_plays_a_solitaire():
    async with open_house() as house:
        anna = house.enter()
        await anna.wait(lambda: anna.prompt.text == "Your name: ")
        anna.type("Anna", "new pileon deal=7")
        await until_turn(anna)
        move = anna.prompt.words[0]
        anna.type(move)
        await anna.wait(lambda: "1 move" in anna.prompt.toolbar)
        anna.type("undo")
        await anna.wait_text("The game is at its start again.")
        anna.type("quit", "y")
        await anna.wait_text("The game is kept. To go on with it: resume ")
        anna.type("quit")
        await anna.wait_text("Good-bye.")


async def test_spectator_sees_what_a_player_does():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new pileon deal=7")
        await until_turn(anna)
        id = await house.only_table()
        bert = house.enter("Bert")
        bert.type(f"watch {id}")
        await bert.wait_text(f"You look on at table {id}")
        before = len(bert.text)
        async with house.service.table(id) as live:
            await live.submit(Move(anna.prompt.words[0]), 0)
        await bert.wait(lambda: len(bert.text) > before)
        bert.type("1 2")
        await bert.wait_text("is no command here")
        bert.type("quit")
        await bert.wait(lambda: bert.prompt.text == "lobby> ")


async def test_hand_of_mille_reads_as_sentences_then_the_position_once():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new mille")
        await until_turn(anna)
        assert "against Comp" in anna.prompt.toolbar
        for _ in range(4):
            pick = ["p"] if "p" in anna.prompt.words else []
            anna.type(*pick)
            await anna.wait(lambda: "p" not in anna.prompt.words and anna.prompt.text == "your move> ")
            before = anna.text.count("You hold:")
            text = len(anna.text)
            anna.type(next(word for word in anna.prompt.words if word.startswith("d ")))
            await anna.wait(lambda n=before: anna.text.count("You hold:") > n)  # type: ignore[misc]
            await until_turn(anna)
            told, _, position = anna.text[text:].partition("Hand 1, ")
            assert all(line.startswith(("You", "Comp")) for line in told.splitlines())
            assert position.count("You hold:") == 1


async def test_those_who_come_back_are_told_what_they_missed():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new elixir person")
        await until_seated(anna)
        id = await house.only_table()
        code = anna.text.partition("resume ")[2].split()[0]
        bert = house.enter("Bert")
        bert.type(f"join {id}")
        await anna.wait_text("Bert sits down.")
        anna.type("roll")
        await anna.wait_text("You roll")
        anna.type(anna.prompt.words[0])
        await until_turn(bert)
        anna.hang_up()
        bert.type("roll", "say are you there?")
        await bert.wait_text("Bert: are you there?")
        again = house.enter("Anna", errand=Resume(code))
        await again.wait_text("Since your last move:\nBert rolls")
        await again.wait_text("Bert: are you there?\n")
        assert "Bert sits down." not in again.text
        assert again.prompt.text == "waiting> "


async def test_talk_reaches_those_it_is_for():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new elixir person")
        await until_seated(anna)
        id = await house.only_table()
        bert, carl = house.enter("Bert", screen=True), house.enter("Carl")
        bert.type(f"join {id}")
        carl.type(f"watch {id}")
        await carl.wait_text("You look on")
        await bert.wait_screen("El-Ixir")
        anna.type("say hello all")
        await carl.wait_text("Anna: hello all")
        await bert.wait_screen("Anna: hello all")
        carl.type("say who wins?")
        await carl.wait_text("Carl: who wins?")
        bert.press("'", *"hi", "enter")
        await anna.wait_text("Bert: hi")
        assert "who wins?" not in anna.text


async def test_takeback_is_asked_for_answered_and_seen_by_both():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new elixir person")
        await until_seated(anna)
        bert = house.enter("Bert", screen=True)
        bert.type(f"join {await house.only_table()}")
        await anna.wait_text("Bert sits down.")
        anna.type("roll")
        await anna.wait_text("You roll")
        anna.type(anna.prompt.words[0])
        await anna.wait(lambda: anna.prompt.text == "waiting> ")
        anna.type("undo")
        await bert.wait_screen("Anna asks to take back the last move: may it be?")
        bert.press("n")
        await anna.wait_text("Bert would rather not.")
        await bert.wait(lambda: "may it be?" not in bert.screen)
        anna.type("undo")
        await bert.wait_screen("may it be?")
        bert.press("y")
        await anna.wait_text("You take back a move.")
        await until_turn(anna)


async def test_question_about_a_takeback_goes_when_the_table_moves_on():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new elixir person")
        await until_seated(anna)
        id = await house.only_table()
        bert, elsewhere = house.enter("Bert"), house.enter("Bert")
        bert.type(f"join {id}")
        await bert.wait_text("resume ")
        code = bert.text.partition("resume ")[2].split()[0]
        elsewhere.type(f"resume {code}")
        anna.type("roll")
        await anna.wait_text("You roll")
        anna.type(anna.prompt.words[0], "undo")
        await bert.wait(lambda: "may it be?" in bert.prompt.text)
        await elsewhere.wait(lambda: "may it be?" in elsewhere.prompt.text)
        elsewhere.type("roll")
        await bert.wait_text("You roll")
        assert "may it be?" not in bert.prompt.text


async def test_one_person_plays_both_seats_and_comes_back_to_both():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new elixir hotseat")
        await until_turn(anna)
        for name in ("Anna", "Second player"):
            assert anna.prompt.toolbar.endswith("your turn")
            anna.type("roll")
            await anna.wait(lambda: "roll" not in anna.prompt.words)
            anna.type(anna.prompt.words[0])
            await anna.wait(lambda: "roll" in anna.prompt.words)
            assert name in anna.prompt.toolbar
        anna.type("quit", "y", "resume")
        await anna.wait(lambda: anna.text.count("You are to roll.") == 4)
        anna.type("roll")
        await anna.wait_text("You roll")
        await anna.wait(lambda: "roll" not in anna.prompt.words)
        anna.type(anna.prompt.words[0])
        await anna.wait(lambda: "roll" in anna.prompt.words)


async def test_demonstration_goes_on_by_itself_in_lines_until_a_line_is_typed(autojump_clock: Any):
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new mille")
        await until_turn(anna)
        anna.type("demo fast")
        id = await house.only_table()
        async with house.service.table(id, attended=False) as live:
            with trio.fail_after(60):
                while live.table.seq < 30:
                    await live.wait_moved()
        assert anna.prompt.text == ""
        assert anna.text.count("You hold:") == 1
        anna.type("")
        await anna.wait_text("You play on yourself.")
        assert anna.text.count("You hold:") >= 2
        anna.type("quit", "y")
        await anna.wait(lambda: anna.prompt.text == "lobby> ")
        assert fold.verify(f"table/{id}", await house.service.records(id)).seq >= 30


async def test_leaving_while_a_demonstration_runs_is_safe(autojump_clock: Any):
    async with open_house() as house:
        anna = house.enter("Anna", screen=True)
        anna.type("new mille")
        await anna.wait_screen("Deck")
        anna.type("demo fast")
        await anna.wait_screen("Demonstration")
        anna.hang_up()
        await trio.sleep(60)
        id = await house.only_table()
        fold.verify(f"table/{id}", await house.service.records(id))


async def test_saves_over_telnet_are_listed_and_gone_back_to():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new mille")
        await until_turn(anna)
        first = await house.only_table()
        code = anna.text.partition("resume ")[2].split()[0]
        anna.type("save", "Start")
        await anna.wait_text(f'Saved as "start". In the lobby: return {code} start')
        anna.type("p")
        await anna.wait_text("You pick")
        anna.type("quit", "y", f"saves {code}")
        await anna.wait_text(f"Saves at table {first}, Mille:\n  start, after move 0: return {code} start\n")
        rung = anna.rung
        anna.type(f"return {code} nothing")
        await anna.wait_text('There is no save "nothing" there; type saves and your code for those there are.')
        assert anna.rung == rung + 1
        before = len(anna.text)
        anna.type(f"return {code} Start")
        await anna.wait(lambda: anna.prompt.text == "your move> " and "You hold:" in anna.text[before:])
        new = next(id for id in await house.tables() if id != first)
        greeting = anna.text[before:]
        assert f"Mille, table {new}, practice, from {first}. To come back later: resume {new}-" in greeting
        assert "p" in anna.prompt.words
        anna.type("replay")
        await anna.wait_text(f"Mille, table {new}, practice, from {first}: ")


async def test_two_go_back_to_a_save_together():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new mille person")
        await until_seated(anna)
        first = await house.only_table()
        code = anna.text.partition("resume ")[2].split()[0]
        bert, carl = house.enter("Bert"), house.enter("Carl")
        bert.type(f"join {first}")
        await until_turn(anna)
        anna.type("save", "here", "quit", "y", f"return {code} here")
        await anna.wait_text("the game begins when all seats are taken.")
        await bert.wait_text("to practise with me from")
        copy = bert.text.rpartition("type join ")[2].split()[0]
        for line in (f"join {copy}", f"watch {copy}", f"replay {copy}"):
            carl.type(line)
        refusal = f"Table {copy} is for practice: only those it was made for see it.\n"
        await carl.wait(lambda: carl.text.count(refusal) == 3)
        bert.type("quit", "y", f"join {copy}")
        await until_turn(anna)
        await bert.wait_text(f"Mille, table {copy}, practice, from {first}.")
        assert anna.text.count("You hold:") == 2


async def test_game_is_written_to_a_file_at_home_and_gone_on_with(tmp_path: Path):
    file = tmp_path / "a.game"
    async with open_house() as house:
        anna = house.enter("Anna", errand=Open("pileon", {}, deal=7), has_files=True)
        await until_turn(anna)
        anna.type(anna.prompt.words[0], "save", str(file))
        await anna.wait_text(f"{file} [")
        anna.type("save")
        await anna.wait(lambda: anna.prompt.text == "Same file? ")
        anna.type("n", str(file))
        await anna.wait(lambda: anna.prompt.text == "Overwrite file? ")
        anna.type("y", "save", "n", str(tmp_path / "no" / "such"))
        await anna.wait_text("There is no directory")
        anna.type("save", "n", "x" * 300, "save", "n", "a\0b", "save", "n", "~nobody-of-that-name/x")
        await anna.wait_text("failed: File name too long.")
        await anna.wait_text("That cannot be the name of a file.")
        await anna.wait_text("names a person this machine does not know.")
        anna.type("quit", "y")
        await anna.wait_text("The game is kept. To go on with it: parlour play pileon --table ")
    async with open_house() as house:
        id = await archive.restore(house.service, read_lines(file))
        again = house.enter("Anna", errand=GoOn(id), path=str(file), has_files=True)
        await again.wait(lambda: "1 move" in again.prompt.toolbar)
        again.type("save", "y")
        await again.wait_text(f"{file} [")


@pytest.mark.parametrize(
    ("name", "seat"), [("Anna", "your move> "), ("Bert", "waiting> "), ("Carl", "No seat is free at table ")]
)
async def test_at_home_people_are_known_by_their_names(name: str, seat: str):
    async with open_house() as house:
        players = [Player((await house.service.directory.holder(who)).id) for who in ("Anna", "Bert")]
        id = await house.service.open(GAMES["elixir"], {}, players)
        person = house.enter(name, errand=GoOn(id), has_files=True)
        await person.wait(lambda: seat in (person.prompt.text, person.text[: len(seat)]))


@pytest.mark.parametrize("errand", [Watch("zzzzz"), GoOn("zzzzz"), Resume("zzzzz-x"), Recall("zzzzz")])
async def test_errand_that_cannot_be_done_says_why_and_exits_with_one(errand: Any):
    async with open_house() as house:
        anna = house.enter("Anna", errand=errand)
        await anna.wait_text("There is no table zzzzz: type list for those there are.")
        assert await anna.left() == 1


async def test_replay_of_a_running_game_borrows_ones_own_eyes_only():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new mille")
        await until_turn(anna)
        anna.type("replay")
        await anna.wait(lambda: "replay 5/" in anna.prompt.text)
        seen = []
        for _ in range(3):
            seen.append(anna.prompt.toolbar.partition("as ")[2])
            toolbar = anna.prompt.toolbar
            anna.type("eyes")
            await anna.wait(lambda before=toolbar: anna.prompt.toolbar != before)  # type: ignore[misc]
        assert seen == ["Anna", "a spectator", "Anna"]
        anna.type("quit")
        await until_turn(anna)


async def test_replay_of_a_finished_game_leads_back_to_its_table_and_on_to_a_new_one():
    async with open_house() as house:
        anna = house.enter("Anna", screen=True)
        anna.type("new pileon deal=7")
        await anna.wait_screen("0 moves")
        id = await house.only_table()
        async with house.service.table(id) as live:
            await live.submit(Resign(), 0)
        await anna.wait_screen("n new  r replay  q leave")
        anna.press("r")
        await anna.wait_screen("Replay: record 4 of 6")
        anna.press("end")
        await anna.wait_screen("Anna gave up.")
        anna.press("q")
        await anna.wait_screen("n new  r replay  q leave")
        anna.press("n")
        await anna.wait(lambda: "r replay" not in anna.screen and "Pileon" in anna.screen)
        assert len(await house.tables()) == 2


async def test_own_statistics_are_told_and_kept_up():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("stats")
        await anna.wait_text("Anna has played nothing yet.")
        for games in ("1 played", "2 played"):
            anna.type("new mille")
            await until_turn(anna)
            anna.type("p")
            await anna.wait_text("You pick")
            anna.type("resign", "y")
            await anna.wait(lambda: anna.prompt.text == "over> ")
            anna.type("quit", "stats")
            await anna.wait_text(games)


async def test_computer_that_does_not_know_a_game_is_no_opponent():
    async with open_house() as house:
        anna = house.enter("Anna", errand=GoOn("none"))
        assert await anna.left() == 1


class Broken:
    """A journal that can be read but not written."""

    def __init__(self, journal: Any) -> None:
        self._journal = journal
        self.works = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    async def append(self, *arguments: Any) -> int:
        await trio.lowlevel.checkpoint()
        if not self.works:
            raise JournalError("The disk is full; make space and try again.")
        return int(await self._journal.append(*arguments))


@pytest.mark.parametrize("screen", [False, True])
async def test_full_disk_is_one_sentence_and_loses_nothing(screen: bool):
    async with open_journal("memory:") as journal:
        broken = Broken(journal)
        async with open_house(broken) as house:
            anna = house.enter("Anna", screen=screen)
            anna.type("new pileon deal=7")
            await anna.wait(lambda: "0 moves" in (anna.screen if screen else anna.prompt.toolbar))
            broken.works = False
            anna.type("1 14", "say hello", "undo", "mark x")
            full = "The disk is full; make space and try again."
            await anna.wait(lambda: anna.rung >= 3 if screen else anna.text.count(full) == 3)
            assert "Anna: hello" not in anna.text
            broken.works = True
            anna.type("1 14")
            await anna.wait(lambda: "1 move" in (anna.screen if screen else anna.prompt.toolbar))
            anna.type("new pileon", "y")
            await anna.wait(lambda: "0 moves" in (anna.screen if screen else anna.prompt.toolbar))


async def test_news_of_a_table_come_to_nobody_who_has_left_it():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new pileon deal=7")
        await until_turn(anna)
        id = await house.only_table()
        anna.type("quit", "y")
        await anna.wait(lambda: anna.prompt.text == "lobby> ")
        async with house.service.table(id) as live:
            await live.say(live.table.chairs[0].person, 0, "echo")
        assert "echo" not in anna.text


@pytest.mark.parametrize("game", ["mille", "elixir"])
@pytest.mark.parametrize("screen", [False, True])
async def test_moves_against_the_computer_are_taken_back_freely(game: str, screen: bool):
    async with open_house() as house:
        anna = house.enter("Anna", screen=screen)
        anna.type(f"new {game}")
        await anna.wait(lambda: "table " in anna.text or "Table " in anna.screen)
        id = await house.only_table()
        keys = {"mille": ("p", "b", "f", "a"), "elixir": ("enter", "u", "y", "R")}[game]
        words = ("p" if game == "mille" else "roll", "undo", "redo", "restart")
        async with house.service.table(id) as live:
            beginning, plays = live.table.state, []
            for key, word in zip(keys, words, strict=True):
                moved = live.wait_moved
                anna.press(key) if screen else anna.type(word)
                await moved()
                plays.append(live.table.now.plays)
            assert plays == [1, 0, 1, 0]
            assert live.table.state == beginning
        anna.press("?") if screen else anna.type("?")
        await anna.wait(lambda: "all from the start" in anna.screen or "undo, redo, restart" in anna.text)


async def test_namesakes_are_told_apart_in_statistics():
    async with open_house() as house:
        for deal in (7, 8):
            anna = house.enter("Anna")
            anna.type(f"new pileon deal={deal}")
            await until_turn(anna)
            anna.type(anna.prompt.words[0], "resign", "y", "quit", "stats Anna")
            await anna.wait_text("1 played")
        await anna.wait_text("Anna\nPileon\n  1 played, 0 won (0%), 1 lost\n\nAnna\nPileon\n")


async def test_talk_stands_in_the_replay_where_it_was_said():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new pileon deal=7")
        await until_turn(anna)
        id = await house.only_table()
        anna.type("say before", anna.prompt.words[0])
        await anna.wait(lambda: "1 move" in anna.prompt.toolbar)
        carl = house.enter("Carl")
        carl.type(f"watch {id}")
        await carl.wait(lambda: carl.prompt.text == "watching> ")
        assert "Anna: before\n" in carl.text
        carl.type("say psst")
        await carl.wait_text("Carl: psst")
        anna.type("say after")
        await anna.wait_text("Anna: after")
        assert "psst" not in anna.text
        before = len(anna.text)
        anna.type("replay", "next", "go end")
        await anna.wait(lambda: "replay 5/5" in anna.prompt.text)
        told = [line for line in anna.text[before:].splitlines() if line.startswith("[")]
        assert told[1:3] == ["[4] Anna: before", told[2]]
        assert "[5] Anna: after" in told
        assert "psst" not in anna.text
