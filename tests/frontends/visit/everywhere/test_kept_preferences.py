"""What a person likes holds from any client."""

from __future__ import annotations

from frontends.terminal.picture import Look
from tests.frontends.terminals import House, ListTerminal, open_house
from tests.frontends.visit.door.test_registration import leave, registered, signed_in

DRAWING = Look(utf8=True, colour=True, single_keys=True)


async def back(house: House, look: Look = DRAWING, *before: str) -> ListTerminal:
    """Anna signs in from another client; `before` is what she types at the door first."""
    terminal = house.enter(look=look)
    await terminal.told(*before)
    terminal.type("Anna", "correct horse")
    await terminal.wait(lambda: terminal.prompt.text in ("lobby> ", "salon> ", "hall> "))
    return terminal


async def test_preferences_of_a_registered_person_hold_from_another_client() -> None:
    async with open_house() as house:
        anna = await registered(house, look=DRAWING)
        await anna.told("lines", "colour off", "ascii", "motion off", "mouse off", "bell off", "reader", "language fr")
        await leave(anna)
        again = await back(house)
        look, settings = house.visits[again].look, house.visits[again].settings
        assert (look.colour, look.utf8, look.reader, look.language) == (False, False, True, "fr")
        assert (settings.motion, settings.mouse, settings.bell) == (False, False, False)
        assert "Bienvenue" in again.text


async def test_mode_is_kept_too() -> None:
    async with open_house() as house:
        anna = await registered(house, look=DRAWING, screen=True)
        await anna.told("lines")
        await leave(anna)
        again = await back(house)
        await again.told("new pileon deal=7")
        assert not again.on_screen


async def test_what_is_chosen_at_the_door_comes_before_what_was_kept() -> None:
    async with open_house() as house:
        anna = await registered(house)
        await anna.told("language fr")
        await leave(anna)
        again = await back(house, DRAWING, "language en")
        assert house.visits[again].look.language == "en"
        await leave(again)
        assert house.visits[await back(house)].look.language == "en"


async def test_what_nobody_has_chosen_is_as_the_terminal_says() -> None:
    async with open_house() as house:
        await leave(await registered(house, look=DRAWING))
        again = await back(house, Look(columns=100))
        assert house.visits[again].look == Look(columns=100)


async def test_guest_who_comes_back_with_a_code_finds_what_they_had_chosen() -> None:
    async with open_house() as house:
        anna = house.enter()
        await anna.told("colour off", "Anna", "new elixir person")
        code = house.visits[anna].session.codes[0]
        await anna.told("quit", "y", "quit")
        again = house.enter(look=DRAWING)
        await again.told(code)
        assert not house.visits[again].look.colour


async def test_same_choice_is_written_once_and_that_of_a_guest_without_a_game_not_at_all() -> None:
    async with open_house() as house:
        bert = house.enter()
        await bert.told("Bert", "colour off", "colour on")
        assert (await house.service.journal.streams("person/")).summaries == ()
        anna = await registered(house)
        stream = f"person/{house.visits[anna].session.visitor.id}"
        await anna.told("colour off")
        head = await house.service.journal.head(stream)
        await anna.told("colour off", "colour off")
        assert await house.service.journal.head(stream) == head


async def test_bell_is_silent_for_whom_it_is_turned_off() -> None:
    async with open_house() as house:
        anna = await registered(house)
        await anna.told("nonsense")
        assert anna.rung == 1
        await anna.told("bell off", "nonsense")
        assert anna.rung == 1
        await leave(anna)
        again = await signed_in(house)
        await again.told("nonsense")
        assert again.rung == 0


async def test_what_is_not_to_be_heard_is_kept_with_the_person() -> None:
    async with open_house() as house:
        anna, bert = await registered(house), house.enter()
        await bert.told("Bert")
        await anna.told("ignore Bert", "notices came off")
        await leave(anna)
        again = await signed_in(house)
        told = len(again.text)
        await bert.told("tell Anna psst")
        assert "psst" not in again.text[told:]
        assert "came" in house.visits[again].session.attention.off
