"""Talk through bare sessions: whom it reaches, and who wants to hear it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from trio.testing import wait_all_tasks_blocked

from core.base.game import Refused
from core.base.message import english
from core.moderation.bans import Kind as SubjectKind
from core.moderation.bans import Muted, Subject
from core.presence.roster import Kind
from core.sessions.arrival.tables import watch
from core.sessions.at_table.seat import Seat, seated
from core.sessions.limits import Budget
from core.sessions.others import conversation
from core.sessions.others.conversation import MOST_IGNORED, TALK
from core.sessions.session import Session
from tests.core.sessions.houses import Ears, House, open_house


async def mute(house: House, address: str, *, quiet: bool) -> None:
    await house.service.moderation.record(Muted(Subject(SubjectKind.ADDRESS, address), 0, "shell:root", quiet=quiet))


async def talk(ears: Ears) -> list[str]:
    """What somebody was told by others, once all is delivered."""
    await wait_all_tasks_blocked()
    return [line for line in ears.noticed if line.startswith("<")]


def said_at(seat: Seat) -> list[str]:
    return [said.text for said in seat.live.said]


async def test_one_person_is_told_and_may_answer() -> None:
    async with open_house() as house:
        heard = Ears()
        anna, bert = await house.guest("Anna"), await house.guest("Bert", ears=heard)
        assert english(conversation.tell(anna, "BERT", " well  met ")) == "<you, to ~Bert> well met"
        assert heard.noticed == ["<~Anna, to you> well met"]
        assert english(conversation.answer(bert, "Hello.")) == "<you, to ~Anna> Hello."
        assert anna.was_told_by == "Bert"


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda anna: conversation.tell(anna, "Emil", "x"), "Nobody here is called Emil"),
        (lambda anna: conversation.tell(anna, "Bert", "\x00"), "Type what you want to say"),
        (lambda anna: conversation.tell(anna, "Anna", "x"), "You know that already"),
        (lambda anna: conversation.answer(anna, "x"), "Nobody has sent you a message yet"),
        (lambda anna: conversation.shout(anna, ""), "Type what you want to say"),
    ],
)
async def test_what_reaches_nobody_is_refused(ask: Callable[[Session], object], sentence: str) -> None:
    async with open_house() as house:
        anna, _ = await house.guests("Anna", "Bert")
        with pytest.raises(Refused, match=sentence):
            ask(anna)


async def test_who_has_no_name_tells_nobody_anything() -> None:
    async with open_house() as house:
        await house.guest("Anna")
        with pytest.raises(Refused, match="Type a name first"):
            conversation.tell(house.enter(), "Anna", "x")


@pytest.mark.parametrize("call", ["tell", "shout"])
async def test_who_calls_on_others_too_often_has_to_wait(call: str) -> None:
    async with open_house(Budget(tells_at_once=1, shouts_at_once=1)) as house:
        heard = Ears()
        anna, _ = await house.guest("Anna"), await house.guest("Bert", ears=heard)
        refused = 0
        for _ in range(9):
            try:
                conversation.tell(anna, "Bert", "x") if call == "tell" else conversation.shout(anna, "x")
            except Refused:
                refused += 1
        assert (refused, len(await talk(heard))) == (8, 1)


@pytest.mark.parametrize("quiet", [False, True])
async def test_who_is_muted_is_heard_by_nobody_and_need_not_know_it(quiet: bool) -> None:
    async with open_house() as house:
        heard, own = Ears(), Ears()
        anna, _ = await house.guest("Anna", "192.0.2.9", own), await house.guest("Bert", ears=heard)
        await mute(house, "192.0.2.9", quiet=quiet)
        if quiet:
            assert english(conversation.tell(anna, "Bert", "x")) == "<you, to ~Bert> x"
            conversation.shout(anna, "y")
            assert await talk(own) == ["<~Anna, to all> y"]
        else:
            for call in (lambda: conversation.tell(anna, "Bert", "x"), lambda: conversation.shout(anna, "y")):
                with pytest.raises(Refused):
                    call()
        assert await talk(heard) == []


async def test_line_at_a_table_is_kept_but_not_that_of_who_is_muted_quietly() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at()
        bert.session.address = "192.0.2.9"
        assert await conversation.say(anna, "Well met.") is None
        await mute(house, "192.0.2.9", quiet=True)
        quoted = await conversation.say(bert, "Hear me.")
        assert quoted is not None
        assert english(quoted) == "<~Bert> Hear me."
        assert said_at(anna) == ["Well met."]


async def test_seat_that_is_over_says_nothing_any_more() -> None:
    async with open_house() as house:
        anna, _ = await house.two_at()
        carl = await house.guest("Carl")
        async with seated(carl, await watch(carl, anna.id)) as watcher:
            assert await conversation.say(watcher, "Good luck.") is None
        with pytest.raises(Refused):
            await conversation.say(watcher, "Again.")
        assert said_at(anna) == ["Good luck."]


async def test_who_is_ignored_is_not_heard_until_they_are_again() -> None:
    async with open_house() as house:
        heard = Ears()
        anna, bert = await house.guest("Anna"), await house.guest("Bert", ears=heard)
        await conversation.ignore(bert, "Anna")
        with pytest.raises(Refused, match="Bert is not taking messages"):
            conversation.tell(anna, "Bert", "x")
        await conversation.hear_again(bert, "ANNA")
        conversation.tell(anna, "Bert", "y")
        assert heard.noticed == ["<~Anna, to you> y"]
        with pytest.raises(Refused, match="You do not ignore anybody of that name"):
            await conversation.hear_again(bert, "Anna")


async def test_no_more_are_ignored_than_may_be() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        for number in range(MOST_IGNORED):
            await conversation.ignore(anna, f"x{number}")
        with pytest.raises(Refused, match="To hear one again: hear NAME"):
            await conversation.ignore(anna, "y")
        for name in ("two words", "!", "a" * 99):
            with pytest.raises(Refused, match="Type ignore and one name"):
                await conversation.ignore(anna, name)


async def test_what_is_turned_off_is_kept_with_the_person() -> None:
    async with open_house() as house:
        heard = Ears()
        anna, bert = await house.guest("Anna"), await house.guest("Bert", ears=heard)
        await bert.identify()
        await conversation.turn(bert, TALK, on=False)
        conversation.shout(anna, "x")
        assert await talk(heard) == []
        known = await house.service.directory.person(bert.visitor.id)
        assert dict(known.preferences)["off"] == "tell shout talk lobby channel"
        await conversation.turn(bert, [Kind.SHOUT], on=True)
        conversation.shout(anna, "y")
        assert await talk(heard) == ["<~Anna, to all> y"]


async def test_what_the_house_says_cannot_be_turned_off() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        with pytest.raises(ValueError, match="house"):
            await conversation.turn(anna, [Kind.HOUSE], on=False)
        assert anna.attention.off == ()


@pytest.mark.parametrize(
    "talks", [conversation.say_in_lobby, lambda one, text: conversation.say_in_channel(one, "help", text)]
)
async def test_who_is_muted_quietly_reads_what_they_say_and_nobody_else_does(
    talks: Callable[[Session, str], None],
) -> None:
    async with open_house() as house:
        own, heard = Ears(), Ears()
        anna, bert = await house.guest("Anna", "10.0.0.1", ears=own), await house.guest("Bert", ears=heard)
        conversation.listen_to(bert, "help")
        talks(anna, "first")
        await mute(house, "10.0.0.1", quiet=True)
        talks(anna, "second")
        assert [line.split("> ")[1] for line in await talk(heard)] == ["first"]
        assert any("second" in line for line in await talk(own))
        await mute(house, "10.0.0.1", quiet=False)
        with pytest.raises(Refused, match="cannot talk here"):
            talks(anna, "third")


async def test_talk_in_the_lobby_is_limited_as_talk_at_tables() -> None:
    async with open_house(Budget(talk_at_once=2)) as house:
        anna = await house.guest("Anna")
        conversation.say_in_lobby(anna, "x")
        conversation.say_in_channel(anna, "help", "x")
        with pytest.raises(Refused, match="You talked a lot"):
            conversation.say_in_lobby(anna, "x")
