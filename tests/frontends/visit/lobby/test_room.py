"""The lobby: every command, and what it says to those that are none."""

from __future__ import annotations

import pytest

from core.base.message import english
from core.games import GAMES
from core.games.features.bots import BOTS
from core.sessions.arrival.order_words import names
from core.sessions.arrival.orders import MOST_PAGES
from frontends.terminal.picture import Look
from frontends.visit.action import offered
from frontends.visit.lobby.room import ACTIONS, Lobby
from tests.frontends.terminals import COMP, House, ListTerminal, open_house


async def lobby(house: House, **more: object) -> ListTerminal:
    anna = house.enter("Anna", **more)  # type: ignore[arg-type]
    await anna.told()
    return anna


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("lsit", '"lsit" is not a command here (did you mean list?); type help.'),
        ("xyzzy", '"xyzzy" is not a command here; type help.'),
        ("undo", '"undo" works at a table, not here.'),
        ("faster", '"faster" works in a replay, not here.'),
        ("mille", "To play mille, type new mille."),
        ("signora", "To play signora, type new signora."),
        ("new", "Which game? Type new and one of: mille, "),
        ("new mile", '"mile" is not a game here (did you mean mille?)'),
        ("join", "Type join and the table's name, as list shows it."),
        ("join a b", "Type join and the table's name, as list shows it."),
        ("watch", "Type watch and the name of a table or of a player."),
        ("watch nowhere", "There is no table nowhere. To see all tables: list"),
        ("resume", "Type resume and the code you got at the table."),
        ("saves", "Type saves and the code you got at the table."),
        ("return abcde-fghjkl", "Type return, the code of your seat, and the name of the save."),
        ("replay", "Type replay and the table's name, as list shows it."),
        ("name", "Type a name."),
        ("list 0", f"Choose a page from 1 to {MOST_PAGES}."),
        ("list nothing", '"nothing" is not a game here'),
        ("new mille deal=5", "Mille has no numbered deals: leave out deal="),
        ("new pileon luck=x", "Luck changes nothing in Pileon, whose deals have numbers: leave out luck="),
        ("new mille luck=", "Add a word of your own to luck=, such as luck=tortoise"),
        ("name Comp", "You cannot use that name: choose another."),
        (
            "name 日本",
            "Use only Latin, Greek or Cyrillic letters and digits in a name, without blanks.",
        ),
        ("name " + "x" * 41, "A name has 2 to 16 characters: choose another."),
        ("language klingon", "Type language and one of: en (English), fr (français), de (Deutsch)."),
        ("colour sometimes", "Type colour on, or colour off."),
    ],
)
async def test_slip_gets_a_sentence_that_helps_and_the_bell(line: str, sentence: str) -> None:
    async with open_house() as house:
        anna = await lobby(house)
        told = await anna.told(line)
        assert " ".join(told.split()).startswith(sentence)
        assert (anna.rung, anna.prompt.text) == (1, "lobby> ")
        assert house.visits[anna].session.name == "Anna"


@pytest.mark.parametrize("line", ["", "  "])
async def test_empty_line_is_nothing(line: str) -> None:
    async with open_house() as house:
        anna = await lobby(house)
        assert (await anna.told(line), anna.rung) == ("", 0)


@pytest.mark.parametrize("game", names())
async def test_every_game_is_played_from_here(game: str) -> None:
    async with open_house() as house:
        anna = await lobby(house)
        await anna.told(f"new {game}{' person' if game in BOTS and GAMES[game].seats > 1 else ''}")
        assert len(await house.tables()) == 1
        assert anna.prompt.text in ("your move> ", "waiting> ")


async def test_list_names_those_who_play_and_completes_their_tables() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Bert", COMP)
        await house.service.views.wait_for(live.id, live.table.seq)
        anna = await lobby(house)
        before = len(anna.text)
        anna.type("list")
        await anna.wait(lambda: "Bert against Comp" in anna.text[before:])
        assert any(word.startswith(f"watch {live.id}\t") and "Bert" in word for word in anna.prompt.words)


async def test_player_who_went_from_the_table_is_away() -> None:
    async with open_house() as house:
        anna, bert = await lobby(house), house.enter("Bert")
        await bert.told("new mille")
        await bert.told("quit", "y")
        await house.service.views.settle()
        await anna.say("list", "Bert (away) against Comp")
        await bert.told("resume")
        assert "(away)" not in await anna.say("list", "Bert against Comp")


async def test_codes_of_this_visit_need_not_be_typed() -> None:
    async with open_house() as house:
        anna = await lobby(house)
        await anna.told("new pileon deal=7", "quit", "y")
        assert "There are no saves at table" in await anna.told("saves")
        await anna.told("resume")
        assert anna.prompt.text == "your move> "


async def test_code_of_another_is_heeded_and_of_nobody_is_not() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        stranger = house.enter("Stranger")
        wrong = f"{live.id}-aaaa-aaaa-aaaaa"
        for line in (f"resume {wrong}", f"saves {wrong}", f"return {wrong} x"):
            assert await stranger.told(line) == "That code belongs to no seat: check it.\n"
        await stranger.told(f"resume {house.code('Bert', live)}")
        assert stranger.prompt.text == "waiting> "


async def test_person_can_be_called_otherwise_everywhere_at_once() -> None:
    async with open_house() as house:
        anna, bert = await lobby(house), house.enter("Bert")
        await anna.told("new elixir person", "quit", "y")
        assert await anna.told("name AnnaBella") == "Hello, AnnaBella.\n"
        await bert.told(f"join {await house.only_table()}")
        assert "AnnaBella" in bert.prompt.toolbar


async def test_mode_of_the_tables_is_chosen_beforehand() -> None:
    async with open_house() as house:
        anna = await lobby(house)
        assert (await anna.told("screen")) == "Screen mode: boards stay in place, single keys play.\n"
        assert not anna.on_screen
        await anna.told("new pileon deal=7")
        assert anna.on_screen
        await anna.pressed("q", "y")
        assert await anna.told("lines") == "Line mode: everything is text, line by line.\n"
        await anna.told("new pileon deal=7")
        assert not anna.on_screen


@pytest.mark.parametrize(
    ("look", "sentence"),
    [
        (Look(single_keys=False), "Your client sends only whole lines; telnet or PuTTY can do more."),
        (Look(reader=True), "A screen reader cannot read boards: type reader off first."),
        (Look(rows=10), "The window is too small for boards: make it at least 40 columns by 20 rows."),
    ],
)
async def test_screen_that_cannot_be_had_is_refused_with_the_reason(look: Look, sentence: str) -> None:
    async with open_house() as house:
        anna = await lobby(house, look=look)
        assert " ".join((await anna.told("screen")).split()) == sentence
        assert anna.rung == 1


async def test_welcome_is_short_says_what_one_can_do_and_is_shorter_the_next_time() -> None:
    async with open_house() as house:
        anna = await lobby(house)
        welcome = anna.text[anna.text.index("Welcome") :]
        assert welcome.count("\n") <= 3
        assert all(word in welcome for word in ("Anna", "Mille", "new mille", "list", "help"))
        told = await anna.told("new pileon deal=7", "quit", "y")
        assert "___" not in told
        assert told.count("Welcome") == 1


async def test_screen_reader_is_told_the_commands_once() -> None:
    async with open_house() as house:
        anna = await lobby(house, look=Look(reader=True))
        assert "___" not in anna.text
        assert "help for all the rest" in anna.text
        assert "help for all the rest" not in await anna.told("new pileon deal=7", "quit", "y")


@pytest.mark.parametrize("columns", [40, 60, 80])
async def test_help_explains_every_command_in_every_window(columns: int) -> None:
    async with open_house() as house:
        anna = await lobby(house, look=Look(rows=300, columns=columns))
        told = await anna.told("help all")
        words = " ".join(told.split())
        for action in offered(ACTIONS, Lobby(house.visits[anna])):
            assert f"{action.word} {action.takes}".strip() in words
            assert english(action.help) in words
        assert ", ".join(names()) in words
        assert max(map(len, told.splitlines())) <= columns


async def test_help_offers_no_screen_where_none_can_be_drawn() -> None:
    async with open_house() as house:
        anna = await lobby(house, look=Look(single_keys=False))
        assert "draw boards in place" not in await anna.told("help looks")


@pytest.mark.parametrize("word", ["quit", "q", "exit", "bye"])
async def test_leaving_says_good_bye(word: str) -> None:
    async with open_house() as house:
        anna = await lobby(house)
        assert await anna.told(word) == "Good-bye.\n"
        assert await anna.left() == 0


async def test_words_are_offered_for_completion() -> None:
    async with open_house() as house:
        anna = await lobby(house)
        assert {"new mille", "new signora", "list all", "help", "quit"} <= set(anna.prompt.words)


async def test_computer_that_does_not_know_a_game_is_no_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(BOTS, "mille")
    async with open_house() as house:
        anna = await lobby(house)
        assert await anna.told("new mille") == "The computer does not play Mille. To play a person: new mille person\n"


async def test_solitaire_is_opened_with_any_option_it_has() -> None:
    async with open_house() as house:
        anna = await lobby(house)
        assert "is not a game" in await anna.told("new nothing")
        assert "choose variant" in await anna.told("new terrace x=1")
        assert "deal 5, 60 seconds a move" in await anna.told("new terrace variant=wood deal=5 clock=60")


async def test_game_that_was_just_left_can_be_replayed_without_its_name() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("new pileon deal=7", "1 14", "resign", "y", "quit")
        assert ": 1 move. Type ? for help." in await anna.told("replay")
