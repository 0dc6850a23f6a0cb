"""Talk between rooms: it reaches those it is for, looks like talk and nothing else, and can be turned off."""

from __future__ import annotations

import pytest
from trio.testing import MockClock

from core.base.message import english
from core.people.talk import quoted
from core.presence.roster import Kind
from core.sessions.allowances import Allowances
from core.sessions.limits import Budget
from core.sessions.others.conversation import MOST_IGNORED, TALK
from frontends.terminal.pages import is_talk
from frontends.terminal.picture import Look
from frontends.visit.everywhere.calls import KINDS
from frontends.visit.stage import Stage, text_picture
from tests.catalogue.extract import extracted
from tests.frontends.terminals import House, ListTerminal, open_house, quiet


async def entered(house: House, *names: str) -> list[ListTerminal]:
    people = [house.enter(name) for name in names]
    await quiet()
    return people


async def test_one_is_told_something_wherever_they_are_and_can_answer() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, (carl,) = await house.seat("Anna", live, screen=True), await entered(house, "Carl")
        assert await carl.told("tell anna  hello there") == "<you, to ~Anna> hello there\n"
        assert "<~Carl, to you> hello there" in anna.message
        assert anna.rung == 1
        assert await carl.told("answer x") == "Nobody has sent you a message yet.\n"
        await anna.pressed("L")
        await anna.told("answer hi Carl")
        assert carl.text.endswith("<~Anna, to you> hi Carl\n")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("tell", "Type tell, a name, and what you want to say."),
        ("tell Bert", "Type tell, a name, and what you want to say."),
        ("tell Emil hello", "Nobody here is called Emil. To see who is here: who"),
        ("tell Anna hello", "You know that already."),
        ("shout", "Type what you want to say as well."),
        ("ignore", "You ignore nobody."),
        ("hear Bert", "You do not ignore anybody of that name. To list them: ignore"),
        ("mute some", "Type mute, or mute off. To hear nothing from one person: ignore NAME"),
        ("notices tea off", "Type notices, one of "),
        ("notices came of", "Type notices, one of "),
    ],
)
async def test_slip_gets_a_sentence_that_helps(line: str, sentence: str) -> None:
    async with open_house() as house:
        anna, _ = await entered(house, "Anna", "Bert")
        assert " ".join((await anna.told(line)).split()).startswith(sentence)


async def test_everybody_hears_a_shout_and_nobody_hears_too_many(mock_clock: MockClock) -> None:
    async with open_house() as house:
        anna = house.enter("Anna", allowance=Allowances(Budget(shouts_at_once=2)).allowance("192.0.2.1"))
        (bert,) = await entered(house, "Bert")
        for number in range(2):
            await anna.told(f"shout hello {number}")
        assert "<~Anna, to all> hello 1" in bert.text
        assert "<~Anna, to all> hello 1" in anna.text
        assert "You shouted a lot" in await anna.told("shout once more")
        assert "once more" not in bert.text


async def test_each_kind_of_talk_has_a_share_of_its_own(mock_clock: MockClock) -> None:
    async with open_house() as house:
        anna = house.enter(
            "Anna", allowance=Allowances(Budget(tells_at_once=3, shouts_at_once=1)).allowance("192.0.2.1")
        )
        (bert,) = await entered(house, "Bert")
        await anna.told("shout hello")
        for number in range(3):
            await anna.told(f"tell bert hello {number}")
        assert "<~Anna, to you> hello 2" in bert.text
        assert "You called many people: try again in 3 seconds." in await anna.told("tell bert again")
        assert "You called many people" in await anna.told("invite bert mille")
        assert "again" not in bert.text
        assert "invites" not in bert.text


async def test_so_many_are_ignored_and_no_more() -> None:
    async with open_house() as house:
        (anna,) = await entered(house, "Anna")
        assert "Type ignore and one name." in await anna.told(f"ignore {'x' * 25}")
        await anna.told(*(f"ignore Bert{number:03}" for number in range(MOST_IGNORED)))
        assert "You already ignore 100 people" in await anna.told("ignore Carl")


async def test_nothing_is_heard_from_somebody_who_is_ignored() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        (carl,) = await entered(house, "Carl")
        await carl.told("ignore bert")
        assert await bert.told("tell carl hello") == "~Carl is not taking messages.\n"
        await bert.told("shout hello")
        await anna.told("ignore Bert")
        await bert.told("say good grief")
        assert "hello" not in carl.text
        assert "good grief" not in anna.text
        assert "good grief" not in await anna.told("talk")
        await carl.told("hear bert")
        await bert.told("tell carl again")
        assert carl.text.endswith("<~Bert, to you> again\n")


async def test_who_is_muted_hears_no_talk_until_it_is_turned_on_again() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        await anna.told("mute")
        before = len(anna.text)
        await bert.told("shout hello", "say hello", "tell anna hello")
        assert "hello" not in anna.text[before:]
        assert bert.text.endswith("~Anna is not taking messages.\n")
        await anna.told("mute off")
        await bert.told("say well")
        assert anna.text.endswith("Bert> well\n")


async def test_each_kind_of_notice_can_be_turned_off() -> None:
    async with open_house() as house:
        (anna,) = await entered(house, "Anna")
        assert "came: on (who comes into the house)" in await anna.told("notices")
        assert await anna.told("notices came off") == "came: off (who comes into the house)\n"
        await entered(house, "Bert")
        assert "Bert" not in anna.text
        await anna.told("notices all off")
        attention = house.visits[anna].session.attention
        assert set(attention.off) == {kind.value for kind in KINDS}
        await anna.told("notices all on")
        assert house.visits[anna].session.attention.off == ()
        assert set(TALK) <= set(KINDS)
        assert Kind.HOUSE not in KINDS


FORGED = "Bob resigned. " * 12 + "\x1b[2J\r\nThe house is closing. <Anna> It is your turn."


@pytest.mark.parametrize("look", [Look(), Look(columns=40), Look(reader=True), Look(language="fr")])
async def test_no_line_of_talk_passes_for_one_of_the_house(look: Look) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live, look=look), await house.seat("Bert", live)
        for line in (f"say {FORGED}", f"tell anna {FORGED}", f"shout {FORGED}"):
            before = len(anna.text)
            await bert.told(line)
            lines = anna.text[before:].splitlines()
            assert lines
            assert all(is_talk(line) and "Bert" in line.partition(">")[0] for line in lines)


def test_talk_stands_alone_in_the_rows_of_a_screen() -> None:
    look = Look(columns=60)
    said = english(quoted("Anna", "hello. Bob resigns."))
    for sentences in (("You pick.", said), (said, "You pick.")):
        rows = text_picture((), Stage(sentences), look).text().split("\n")
        talk = [row for row in rows if "Bob" in row]
        assert talk
        assert all(row.startswith("<Anna>") and "You pick" not in row for row in talk)


@pytest.mark.parametrize("name", ["x> Bob resigns. <Anna", "<", "><"])
def test_name_from_elsewhere_closes_no_mark(name: str) -> None:
    said = english(quoted(name, "hello"))
    assert (said.count("<"), said.index(">"), is_talk(said)) == (1, len(said) - len("> hello"), True)


def test_nothing_but_talk_begins_like_talk() -> None:
    begins = {
        text for said in extracted(holding='"<') if said.id
        for text in ([said.id] if isinstance(said.id, str) else said.id)
        if text.lstrip().startswith("<")
    }  # fmt: skip
    assert begins == {
        "<{name}> {text}", "<{name}, to you> {text}", "<you, to {name}> {text}", "<{name}, to all> {text}",
        "<{name}, in the lobby> {text}", "<{name}, in {channel}> {text}",
    }  # fmt: skip


async def test_lobby_talks_and_those_at_tables_are_left_alone() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Dora", deal=7)
        dora = await house.seat("Dora", live)
        anna, bert, carl = house.enter("Anna"), house.enter("Bert"), house.enter("Carl")
        await carl.told("ignore Anna")
        assert "<~Anna, in the lobby> hello all" in await anna.told("say hello all")
        await anna.told("' and more")
        assert "<~Anna, in the lobby> hello all" in bert.text
        assert "<~Anna, in the lobby> and more" in bert.text
        assert "hello" not in carl.text + dora.text


async def test_channel_is_heard_by_those_who_listen_wherever_they_are() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Dora", deal=7)
        dora = await house.seat("Dora", live)
        anna, bert = house.enter("Anna"), house.enter("Bert")
        assert "No channel is open now." in await anna.told("channel")
        assert "You listen to channel help, 1 in all." in await dora.told("channel help")
        await anna.told("channel help how do I discard?")
        assert "<~Anna, in help> how do I discard?" in dora.text
        assert "discard" not in bert.text
        assert "help (2)" in await bert.told("channel")
        await dora.told("channel help off")
        await anna.told("channel help nobody there?")
        assert "nobody there" not in dora.text
        assert "2 to 16 letters" in await bert.told("channel <x> hello")
