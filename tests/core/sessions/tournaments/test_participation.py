"""Who may announce, enter and cancel tournaments, and who is told."""

from __future__ import annotations

import pytest
from trio.testing import wait_all_tasks_blocked

from core.base.game import Refused
from core.moderation.bans import Kind, Marked, Muted, Subject
from core.sessions.limits import Budget
from core.sessions.session import Session
from core.sessions.tournaments.participation import cancel, give_up, hold, take_part
from core.sessions.tournaments.terms import Terms, read_terms
from core.tournaments.tournament import Stage
from tests.core.sessions.houses import Ears, House, open_house


def terms(house: House, line: str = "elixir clock=60 in=10m") -> Terms:
    return read_terms(line.split(), house.service.now())


async def member(house: House, name: str) -> Session:
    """Somebody who has registered, and has come in by their password."""
    session = await house.registered(name)
    session.visitor.become(session.visitor.id, "")
    session.show_up()
    return session


async def test_tournament_is_announced_in_the_lobby_and_entered_by_those_who_have_registered():
    async with open_house() as house:
        ears = Ears()
        await house.guest("Carl", ears=ears)
        anna, bert = await member(house, "Anna"), await member(house, "Bert")
        ears.noticed.clear()
        held = await hold(anna, terms(house, "elixir clock=10m+5s arena=30m in=10m"))
        await wait_all_tasks_blocked()
        assert ears.noticed[0].startswith("Anna announces an arena: El-Ixir clock=10m+5s, ")
        assert ears.noticed[0].endswith(f"Type enter {held.id}")
        await house.service.views.settle()
        entered = await take_part(bert)
        assert (entered.id, entered.taking_part) == (held.id, (bert.visitor.id,))
        assert (await give_up(bert, held.id)).taking_part == ()


async def test_guests_are_told_to_register_and_nobody_holds_one_at_home():
    async with open_house() as house:
        guest, owner = await house.guest("Anna"), house.owner("Owner")
        for session, said in ((guest, "To register: register"), (owner, "parlour serve")):
            with pytest.raises(Refused, match=said):
                await hold(session, terms(house))
            with pytest.raises(Refused, match=said):
                await take_part(session, "x")


async def test_one_person_has_so_many_at_once_and_so_many_an_hour():
    async with open_house(Budget(tournaments_open=2, tournaments_an_hour=3)) as house:
        anna = await member(house, "Anna")
        for _ in range(2):
            await hold(anna, terms(house))
            await house.service.views.settle()
        with pytest.raises(Refused, match="You have announced 2 tournaments"):
            await hold(anna, terms(house))
        for one in await house.service.views.open_tournaments():
            await cancel(anna, one.id)
        await house.service.views.settle()
        await hold(anna, terms(house))
        await house.service.views.settle()
        with pytest.raises(Refused, match="You announced many tournaments"):
            await hold(anna, terms(house))


async def test_figures_of_the_house_stand_in_the_announcement():
    async with open_house(Budget(no_show_minutes=2, tournament_players=2)) as house:
        held = await hold(await member(house, "Anna"), terms(house))
        assert (held.terms.patience, held.terms.places) == (120, 2)


async def test_which_one_has_to_be_said_where_there_are_several_or_none():
    async with open_house() as house:
        anna = await member(house, "Anna")
        with pytest.raises(Refused, match="Which tournament"):
            await take_part(anna)
        for _ in range(2):
            await hold(anna, terms(house))
        await house.service.views.settle()
        with pytest.raises(Refused, match="Which tournament"):
            await take_part(anna)


async def test_operators_cancel_any_and_others_their_own():
    async with open_house() as house:
        anna, bert = await member(house, "Anna"), await member(house, "Bert")
        held = await hold(anna, terms(house))
        with pytest.raises(Refused, match="Only the person who announced"):
            await cancel(bert, held.id)

        async def obey(words: str, by: str) -> tuple[()]:
            return ()

        house.service.moderation.orders = obey
        await house.service.moderation.record(Marked(bert.visitor.id, "test"))
        assert (await cancel(bert, held.id)).stage is Stage.CANCELLED


async def test_lobby_hears_nothing_of_who_is_muted_quietly():
    async with open_house() as house:
        ears = Ears()
        await house.guest("Carl", ears=ears)
        anna = await member(house, "Anna")
        ears.noticed.clear()
        muted = Muted(Subject(Kind.PERSON, anna.visitor.id), 0, "test", quiet=True)
        await house.service.moderation.record(muted)
        await hold(anna, terms(house))
        await wait_all_tasks_blocked()
        assert not ears.noticed
