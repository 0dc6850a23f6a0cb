"""Invitations: a seat that is kept for one person, partners that are sought, yes and no."""

from __future__ import annotations

import pytest

from tests.frontends.terminals import House, ListTerminal, open_house, quiet


async def entered(house: House, *names: str) -> list[ListTerminal]:
    people = [house.enter(name) for name in names]
    await quiet()
    return people


async def test_invited_person_alone_can_take_the_seat_that_is_kept() -> None:
    async with open_house() as house:
        anna, bert, carl = await entered(house, "Anna", "Bert", "Carl")
        told = await anna.told("invite bert elixir")
        id = await house.only_table()
        assert f"The seat is kept for ~Bert, who types: join {id}" in " ".join(told.split())
        assert "~Anna invites you to play El-Ixir. Type accept, or decline." in bert.text
        assert bert.rung == 1
        assert "no free seat" in await carl.told(f"join {id}")
        await house.service.views.settle()
        await carl.say("list", "(a reserved seat)")
        await bert.told("accept")
        live = house.service.in_play(id)
        assert live is not None
        assert live.names == ("~Anna", "~Bert")
        assert live.table.begun
        await carl.say("accept", "Nobody has invited you.")


async def test_invitation_can_be_declined() -> None:
    async with open_house() as house:
        anna, bert = await entered(house, "Anna", "Bert")
        await anna.told("invite Bert mille")
        assert await bert.told("decline anna") == "You declined.\n"
        assert "~Bert declined to play now." in anna.text
        assert "Nobody came to play, so the table is closed." in anna.text
        await house.service.views.settle()
        await bert.say("decline", "Nobody has invited you.")


async def test_partner_is_sought_in_the_lobby_and_found_by_name() -> None:
    async with open_house() as house:
        anna, bert = await entered(house, "Anna", "Bert")
        await bert.say("seek", "Nobody is looking for a game. To start: seek mille")
        await anna.told("seek elixir")
        id = await house.only_table()
        assert f"~Anna is looking for an opponent: El-Ixir. Type accept, or join {id}." in bert.text
        live = house.service.in_play(id)
        assert live is not None
        await house.service.views.wait_for(id, live.table.seq)
        await bert.say("seek", "Anna against (a free seat: join)")
        await bert.told("accept anna")
        assert live.table.begun


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("invite", "Type invite, a name and a game, such as invite Anna mille"),
        ("invite Bert", "Type invite, a name and a game, such as invite Anna mille"),
        ("invite Emil mille", "Nobody here is called Emil. To see who is here: who"),
        ("invite Anna mille", "That is you: invite somebody else."),
        ("invite Bert pileon", "Pileon is for one player: invite somebody to a game for two."),
        ("invite Bert mille level=easy", "You can choose a level only against the computer: leave out level="),
        ("seek signora", "Signora is for one player: invite somebody to a game for two."),
        ("accept", "Nobody has invited you. To look for an opponent: seek mille"),
        ("accept Bert", "~Bert is not waiting for anybody now."),
    ],
)
async def test_slip_gets_a_sentence_that_helps(line: str, sentence: str) -> None:
    async with open_house() as house:
        anna, _ = await entered(house, "Anna", "Bert")
        assert " ".join((await anna.told(line)).split()) == sentence
        assert await house.tables() == ()


async def test_nobody_is_invited_who_does_not_listen_or_taken_from_their_game() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, (carl,) = await house.seat("Anna", live), await entered(house, "Carl")
        await carl.told("ignore Anna")
        assert await anna.told("invite Carl mille") == "You are in a game: leave or finish it first.\n"
        await anna.told("quit", "y")
        assert await anna.told("invite Carl mille") == "~Carl is not taking messages.\n"


async def test_who_is_invited_where_keys_count_types_the_same_word() -> None:
    async with open_house() as house:
        anna, bert = house.enter("Anna"), house.enter("Bert", screen=True)
        await bert.told("new pileon deal=7")
        await anna.told("invite Bert mille")
        assert bert.message == "~Anna invites you to play Mille. Type accept, or decline. Press + to accept."
        bert.press(*"decline", "enter")
        await quiet()
        assert "declined to play now" in anna.words


async def test_clock_stands_in_what_others_are_told_and_in_the_list() -> None:
    async with open_house() as house:
        anna, bert = await entered(house, "Anna", "Bert")
        await anna.told("seek mille clock=10m+5s")
        assert "~Anna is looking for an opponent: Mille clock=10m+5s. Type accept" in bert.text
        await house.service.views.settle()
        assert "10 minutes for the game" in await bert.told("list")
        await anna.told("quit", "y", "invite Bert elixir clock=60")
        assert "~Anna invites you to play El-Ixir clock=60s." in bert.text


async def test_one_word_accepts_the_only_seek_and_asks_who_where_there_are_several() -> None:
    async with open_house() as house:
        anna, bert, carl, _ = await entered(house, "Anna", "Bert", "Carl", "Dora")
        await anna.told("seek elixir")
        await bert.told("seek mille")
        assert "Several people are looking for a game: type accept and one of Anna, Bert." in await carl.told("accept")
        bert.type("unseek")
        await bert.wait_text("1 table was closed.")
        assert "El-Ixir, table" in await carl.told("+")
        live = house.service.in_play(house.visits[carl].session.at.id)  # type: ignore[union-attr]
        assert live is not None
        assert live.names == ("~Anna", "~Carl")


async def test_one_key_accepts_where_keys_count() -> None:
    async with open_house() as house:
        anna, bert = house.enter("Anna"), house.enter("Bert", screen=True)
        await bert.told("new pileon deal=7")
        await anna.told("match Bert elixir")
        await bert.pressed("+")
        assert "El-Ixir" in bert.screen


async def test_somebody_is_invited_to_the_table_where_one_waits() -> None:
    async with open_house() as house:
        anna, bert = await entered(house, "Anna", "Bert")
        await anna.told("new elixir person clock=60")
        assert await anna.told("invite Bert") == "You have invited ~Bert to this table.\n"
        assert "~Anna invites you to play El-Ixir clock=60s. Type accept, or decline." in bert.text
        await bert.told("accept")
        live = house.service.in_play(await house.only_table())
        assert live is not None
        assert live.table.begun


async def test_unseek_closes_the_tables_where_nobody_came_and_no_game() -> None:
    async with open_house() as house:
        anna, bert = await entered(house, "Anna", "Bert")
        assert "nothing was closed" in await anna.told("unseek")
        await anna.told("seek mille", "quit", "y")
        await house.service.views.settle()
        anna.type("unseek")
        await anna.wait_text("1 table was closed.")
        await house.service.views.settle()
        assert "free seat" not in await bert.told("list")


AFTER = 'Luck after the number: you "tortoise".'


@pytest.mark.parametrize("asks", ["invite bert mille luck=ask", "seek mille luck=ask"])
@pytest.mark.parametrize("accepts", [["accept luck=hare"], ["accept anna luck=ask", "hare"]])
async def test_luck_is_asked_for_after_the_number_also_where_somebody_is_invited(asks: str, accepts: list[str]) -> None:
    async with open_house() as house:
        anna, bert = await entered(house, "Anna", "Bert")
        assert "The seed is number 0 of book" in await anna.told(asks)
        assert anna.prompt.text.startswith("Your luck, or Enter for none:")
        assert AFTER in await anna.told("tortoise", "fair")
        told = await bert.told(*accepts, "fair")
        assert 'Luck after the number: ~Anna "tortoise", you "hare".' in told


async def test_who_is_invited_may_come_while_the_other_thinks_of_luck_and_nothing_begins_before() -> None:
    async with open_house() as house:
        anna, bert = await entered(house, "Anna", "Bert")
        await anna.told("invite bert mille luck=ask")
        await bert.told("accept")
        live = house.service.in_play(await house.only_table())
        assert live is not None
        assert (live.names, live.table.begun) == (("", "~Bert"), False)
        await anna.told("tortoise")
        assert (live.names, live.table.begun) == (("~Anna", "~Bert"), True)


async def test_rematch_takes_luck_and_asks_for_it() -> None:
    async with open_house() as house:
        anna, bert = await entered(house, "Anna", "Bert")
        await anna.told("invite bert mille")
        await bert.told("accept")
        await anna.told("resign", "y")
        assert "Only luck=WORDS can follow, not" in await anna.told("rematch now")
        assert "The seed is number 1 of book" in await anna.told("rematch luck=ask")
        assert AFTER in await anna.told("tortoise", "fair")
        assert 'Luck after the number: ~Anna "tortoise", you "hare".' in await bert.told("rematch luck=hare", "fair")


async def test_table_of_an_invitation_is_closed_where_the_one_who_is_asked_for_luck_is_gone() -> None:
    async with open_house() as house:
        anna, bert = await entered(house, "Anna", "Bert")
        await anna.told("invite bert mille luck=ask")
        await bert.told("accept")
        anna.hang_up()
        await quiet()
        assert "Nobody came to play, so the table is closed." in bert.text


@pytest.mark.parametrize("words", ["join {id} chance=lièvre", "accept anna chance=lièvre", "accepter luck=lièvre"])
async def test_luck_may_be_named_in_ones_own_language(words: str) -> None:
    async with open_house() as house:
        anna, bert = await entered(house, "Anna", "Bert")
        await bert.told("language fr")
        await anna.told("seek mille")
        await bert.told(words.format(id=await house.only_table()))
        assert 'Luck after the number: ~Bert "lièvre".' in await anna.told("fair")
