"""The door: names, and the few commands that are none."""

# ruff: noqa: RUF001  (letters that look alike are what this is about)

from __future__ import annotations

import pytest

from frontends.terminal.picture import Look
from tests.frontends.terminals import open_house

ASKED = "Your name: "
LETTERS = "Use only Latin, Greek or Cyrillic letters and digits in a name, without blanks."
LENGTH = "A name has 2 to 16 characters: choose another."


async def test_stranger_is_asked_for_a_name_and_comes_into_the_lobby() -> None:
    async with open_house() as house:
        anna = house.enter()
        await anna.told("")
        assert anna.prompt.text == ASKED
        told = await anna.told("  Anna ")
        assert "Welcome to the lobby, Anna." in told
        assert anna.prompt.text == "lobby> "


async def test_those_who_are_known_are_let_through_to_the_lobby() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.wait(lambda: anna.prompt.text == "lobby> ")
        assert ASKED.strip() not in anna.text


@pytest.mark.parametrize("word", ["help", "?", "HELP"])
async def test_help_is_no_name_and_names_every_command(word: str) -> None:
    async with open_house() as house:
        anna = house.enter()
        told = await anna.told(word)
        assert all(command in told for command in ("resume CODE", "help", "quit", "reader", "language", "ascii"))
        assert (anna.prompt.text, anna.rung) == (ASKED, 0)


@pytest.mark.parametrize("word", ["quit", "QUIT", "exit", "bye", "q"])
async def test_quit_is_no_name_and_says_good_bye(word: str) -> None:
    async with open_house() as house:
        anna = house.enter()
        assert await anna.told(word) == "Good-bye.\n"
        assert await anna.left() == 0


@pytest.mark.parametrize("key", ["c-c", "c-d"])
async def test_ctrl_c_and_ctrl_d_say_good_bye(key: str) -> None:
    async with open_house() as house:
        anna = house.enter()
        anna.press(key)
        assert await anna.left() == 0
        assert anna.text.endswith("Good-bye.\n")


async def test_code_leads_back_to_a_seat_and_is_shown_to_nobody() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        bert, stranger = await house.seat("Bert", live), house.enter()
        code = house.code("Anna", live)
        told = await stranger.told(f"resume {code.upper()}")
        assert f"table {live.id}" in told
        assert stranger.prompt.text == "your move> "
        assert house.visits[stranger].session.name == "Anna"
        assert live.names == ("Anna", "Bert")
        assert code not in bert.text


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("resume", "Type resume and the code you got at the table."),
        ("resume zzzzz-aaaa-aaaa", "There is no table zzzzz. To see all tables: list"),
        ("日本", LETTERS),
        ("Anna\u202e", LETTERS),
        ("An\u200bna", LETTERS),
        ("Anna Bella", LETTERS),
        ("Computer.", LETTERS),
        ("{1}", LETTERS),
        ("Anna\x1b[2J", LETTERS),
        ("Сomputer", "That name mixes alphabets that can look alike: use only one."),
        ("1Anna", "A name begins with a letter: choose another."),
        ("A", LENGTH),
        ("x" * 17, LENGTH),
        ("x" * 41, LENGTH),
        ("C0mputer", "You cannot use that name: choose another."),
        ("Cornputer", "You cannot use that name: choose another."),
        ("Y0u", "You cannot use that name: choose another."),
        ("СОМР", "You cannot use that name: choose another."),
        ("computer", "You cannot use that name: choose another."),
        ("COMP", "You cannot use that name: choose another."),
        ("Somebody", "You cannot use that name: choose another."),
    ],
)
async def test_what_is_no_name_is_refused_with_a_sentence_and_the_bell(line: str, sentence: str) -> None:
    async with open_house() as house:
        anna = house.enter()
        assert " ".join((await anna.told(line)).split()) == sentence
        assert (anna.prompt.text, anna.rung, house.visits[anna].session.name) == (ASKED, 1, "")


@pytest.mark.parametrize("name", ["Quincy", "Helpful", "Readers", "Ülla", "Вера", "Ελένη", "x" * 16])
async def test_name_may_begin_like_a_command_and_be_of_another_alphabet(name: str) -> None:
    async with open_house() as house:
        anna = house.enter()
        assert f"Welcome to the lobby, {name}." in await anna.told(name)


async def test_screen_reader_is_offered_before_all_else_and_then_spared_the_drawn_banner() -> None:
    async with open_house() as house:
        anna = house.enter()
        await anna.told("")
        assert anna.text.startswith("Parlour, a games parlour. With a screen reader, type reader first.\n")
        told = await anna.told("reader", "Anna")
        assert anna.look.reader
        assert "Welcome to the lobby, Anna." in told
        assert "|" not in told


async def test_those_who_come_with_a_screen_reader_are_offered_none() -> None:
    async with open_house() as house:
        anna = house.enter(look=Look(reader=True))
        await anna.told("")
        assert anna.text == "You need not sign up: just type a name.\nfrançais: language fr  Deutsch: language de\n"


async def test_other_languages_are_offered_in_their_own_names() -> None:
    async with open_house() as house:
        anna = house.enter()
        told = await anna.told("language fr", "Anne", "aide")
        assert "Bienvenue" in told
        assert "tapez aide" in told


async def test_language_can_be_chosen_before_a_name_is_said() -> None:
    async with open_house() as house:
        anna = house.enter()
        await anna.told("language fr")
        assert anna.look.language == "fr"
        assert house.visits[anna].session.name == ""
