"""Invitations through bare sessions: a seat that is kept for one person, partners that are sought, yes and no."""

from __future__ import annotations

import attrs
import pytest
from msgspec.structs import replace
from trio.testing import wait_all_tasks_blocked

from core.base.game import Refused
from core.games import GAMES
from core.moderation.bans import Kind as SubjectKind
from core.moderation.bans import Muted, Subject
from core.sessions.arrival.orders import Order
from core.sessions.at_table.seat import TableRef
from core.sessions.identity import entry
from core.sessions.identity.visitor import Guest
from core.sessions.others import invitations
from core.sessions.others.invitations import Offer
from core.sessions.session import Session
from journal import open_journal
from tests.core.sessions.houses import Ears, House, open_house

ELIXIR = Order("elixir", {}, "computer")


async def names_at(house: House, id: str) -> tuple[str, ...]:
    async with house.service.table(id, attended=False) as live:
        return tuple(house.service.directory.name(chair.person) for chair in live.table.chairs if chair.person)


def same_person(house: House, session: Session) -> Session:
    """The person of another session, in a house that was opened anew."""
    guest = Guest(house.service.directory)
    guest.become(session.visitor.id, session.visitor.secret)
    return attrs.evolve(house.enter(), visitor=guest)


async def test_invited_person_alone_gets_the_seat_that_is_kept() -> None:
    async with open_house() as house:
        heard = Ears()
        anna, bert = await house.guest("Anna"), await house.guest("Bert", ears=heard)
        carl = await house.guest("Carl")
        opened = await invitations.invite(anna, "bert", ELIXIR)
        assert heard.noticed[-1] == "~Anna invites you to play El-Ixir. Type accept, or decline."
        with pytest.raises(Refused, match="Nobody has invited you"):
            await invitations.accept(carl)
        going = await invitations.accept(bert)
        assert isinstance(going, TableRef)
        assert (going.id, going.held.seats) == (opened.id, (1,))
        assert await names_at(house, opened.id) == ("Anna", "Bert")
        await house.service.views.settle()
        assert await invitations.received(bert) == ()


@pytest.mark.parametrize(
    ("name", "order", "sentence"),
    [
        ("Bert", Order("pileon", {}), "is for one player"),
        ("Bert", replace(ELIXIR, level="strong"), "leave out level="),
        ("Emil", ELIXIR, "Nobody here is called Emil"),
        ("Anna", ELIXIR, "That is you"),
    ],
)
async def test_invitation_that_leads_nowhere_is_refused(name: str, order: Order, sentence: str) -> None:
    async with open_house() as house:
        anna, _ = await house.guests("Anna", "Bert")
        with pytest.raises(Refused, match=sentence):
            await invitations.invite(anna, name, order)


async def test_who_plays_where_they_are_invites_seeks_and_accepts_nothing() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at()
        carl = await house.guest("Carl")
        await invitations.invite(carl, "Anna", ELIXIR)
        anna.session.be_at(anna)
        asked = (
            invitations.invite(anna.session, "Carl", ELIXIR),
            invitations.seek(anna.session, ELIXIR),
            invitations.accept(anna.session),
        )
        for ask in asked:
            with pytest.raises(Refused, match="You are in a game"):
                await ask
        await bert.session.identify()
        assert isinstance(await invitations.invite(bert.session, "Carl", ELIXIR), TableRef)  # beside that table


async def test_who_declines_is_asked_no_more_and_the_other_is_told() -> None:
    async with open_house() as house:
        told = Ears()
        anna, bert = await house.guest("Anna", ears=told), await house.guest("Bert")
        opened = await invitations.invite(anna, "Bert", ELIXIR)
        await invitations.decline(bert, "anna")
        assert told.noticed[-1] == "~Bert declined to play now."
        async with house.service.table(opened.id, attended=False) as live:
            assert live.table.ended is not None
            await house.service.views.wait_for(opened.id, live.table.seq)
        with pytest.raises(Refused, match="Nobody has invited you"):
            await invitations.decline(bert)


async def test_of_several_who_invite_one_has_to_be_named() -> None:
    async with open_house() as house:
        anna, bert, carl = await house.guests("Anna", "Bert", "Carl")
        opened = await invitations.invite(anna, "Carl", ELIXIR)
        await invitations.invite(bert, "Carl", ELIXIR)
        with pytest.raises(Refused, match="accept and one of"):
            await invitations.accept(carl)
        going = await invitations.accept(carl, "ANNA")
        assert isinstance(going, TableRef)
        assert going.id == opened.id


async def test_partner_is_sought_in_the_lobby_and_found_by_name() -> None:
    async with open_house() as house:
        heard = Ears()
        anna, bert = await house.guest("Anna"), await house.guest("Bert", ears=heard)
        opened = await invitations.seek(anna, ELIXIR)
        await wait_all_tasks_blocked()
        assert heard.noticed == [f"~Anna is looking for an opponent: El-Ixir. Type accept, or join {opened.id}."]
        anna.be_at(await house.sit(anna, opened))
        going = await invitations.accept(bert, "Anna")
        assert isinstance(going, TableRef)
        assert going.id == opened.id
        with pytest.raises(Refused, match="~Bert is not waiting for anybody now"):
            await invitations.accept(anna, "Bert")


async def test_offer_is_known_after_a_restart_of_the_house() -> None:
    async with open_journal("memory:") as journal:
        async with open_house(journal=journal) as house:
            anna, bert = await house.guests("Anna", "Bert")
            opened = await invitations.invite(anna, "Bert", ELIXIR)
        async with open_house(journal=journal) as house:
            await house.service.views.caught_up.wait()
            again = same_person(house, bert)
            await entry.be_guest(again, "Bert")
            expected = Offer(opened.id, "elixir", anna.visitor.id, "El-Ixir", is_lent=False)
            assert await invitations.offers(again) == (expected,)
            assert await invitations.received(again, "Carl") == ()
            going = await invitations.accept(again, "Anna")
            assert isinstance(going, TableRef)
            assert going.id == opened.id


async def test_who_is_muted_quietly_waits_for_somebody_who_is_not_told() -> None:
    async with open_house() as house:
        heard = Ears()
        anna, bert = await house.guest("Anna", "192.0.2.9"), await house.guest("Bert", ears=heard)
        await house.service.moderation.record(
            Muted(Subject(SubjectKind.ADDRESS, "192.0.2.9"), 0, "shell:root", quiet=True)
        )
        assert isinstance(await invitations.invite(anna, "Bert", ELIXIR), TableRef)
        assert heard.noticed == []
        assert house.service.invitations.of(bert.visitor.id) == ()


async def test_nobody_is_told_that_somebody_muted_quietly_looks_for_an_opponent() -> None:
    async with open_house() as house:
        heard = Ears()
        anna, _ = await house.guest("Anna", "192.0.2.9"), await house.guest("Bert", ears=heard)
        await house.service.moderation.record(
            Muted(Subject(SubjectKind.ADDRESS, "192.0.2.9"), 0, "shell:root", quiet=True)
        )
        assert isinstance(await invitations.seek(anna, ELIXIR), TableRef)
        await wait_all_tasks_blocked()
        assert heard.noticed == []


async def test_table_at_which_nobody_sits_yet_is_no_offer() -> None:
    async with open_house() as house:
        bert = await house.guest("Bert")
        own = await bert.identify()
        id = await house.service.open(GAMES["mille"], {}, [None, None], reserved=("", own))
        await house.service.views.wait_for(id, 1)
        assert await invitations.offers(bert) == ()
