"""Accounts for programs: made by a person, come in with a token, rated apart, and gone with their owner."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.base.message import SOMEBODY, Message, english
from core.games import GAMES
from core.house import erasure
from core.moderation.bans import Banned, Kind, Muted, Subject
from core.sessions.arrival import order_words, tables
from core.sessions.identity import programs, registration
from core.sessions.identity.entry import come_in
from core.sessions.limits import Budget
from core.sessions.lists import statistics
from core.sessions.lists.ladder import ladder
from core.sessions.others import company, invitations
from core.sessions.others.conversation import shout
from core.sessions.session import Session
from core.table import Resign
from core.table.what_counts import Pool
from tests.core.sessions.houses import Ears, House, in_turn, open_house, play_on


class Leaving(Ears):
    """Notes with what words it was shown out."""

    def shut_out(self, said: Message) -> None:
        self.told.append(english(said))


async def person(house: House, name: str) -> Session:
    """Somebody who has registered that name, and knows it."""
    session = await house.registered(name)
    session.visitor.become(session.visitor.id, "")
    return session


async def program_of(house: House, owner: Session, name: str = "Robo", ears: Ears | None = None) -> Session:
    """A program that somebody has made, and that has come in."""
    made = await programs.make(owner, name)
    session = house.enter("192.0.2.9", ears)
    await programs.come_in(session, made.token)
    return session


async def play(house: House, host: Session, guest: Session, order: str = "elixir person") -> None:
    """A whole game of two, as far as it must go to count."""
    ref = await tables.open_table(host, order_words.read_open(order.split()))
    joined = await tables.join(guest, ref.id)
    mover, other = in_turn(await house.sit(host, ref), await house.sit(guest, joined))
    while not other.moves:
        await play_on(mover)
    await play_on(other)
    await other.submit(Resign())
    await house.service.views.settle()


async def test_program_comes_in_with_its_token_and_is_shown_as_one_with_its_owner() -> None:
    async with open_house() as house:
        anna = await person(house, "Anna")
        robo = await program_of(house, anna)
        assert [one.shown_name for one in await programs.owned(anna)] == ["Robo[bot]"]
        await house.service.views.settle()
        (entry,) = (await company.find(anna, "robo[bot]")).entries
        assert (entry.name, entry.is_program, entry.owner) == ("Robo[bot]", True, "Anna")
        (found,) = await statistics.of_name(anna, "Robo")
        assert (found.name, found.is_program, found.owner) == ("Robo[bot]", True, "Anna")
        assert robo.name == "Robo"
        with pytest.raises(Refused, match="A bot cannot have bots"):
            await programs.make(robo, "Robert")


async def test_who_is_a_guest_or_at_home_has_no_programs() -> None:
    async with open_house() as house:
        for session, why in ((await house.guest("Anna"), "keep your name"), (house.owner("Owen"), "house that others")):
            with pytest.raises(Refused, match=why):
                await programs.make(session, "Robo")


async def test_wrong_token_is_refused_and_soon_no_other_is_looked_at_from_there() -> None:
    async with open_house(Budget(tries_a_minute=2)) as house:
        anna = await person(house, "Anna")
        made = await programs.make(anna, "Robo")
        stranger = house.enter("192.0.3.1")
        for token in (made.token[:-1], "nonsense"):
            with pytest.raises(Refused, match="No bot has that token"):
                await programs.come_in(stranger, token)
        with pytest.raises(Refused, match="Too many wrong codes"):
            await programs.come_in(stranger, made.token)
        own = house.enter("192.0.2.9")
        await programs.come_in(own, made.token)
        assert own.name == "Robo"


async def test_name_of_a_program_is_nobody_elses_and_has_no_password() -> None:
    async with open_house() as house:
        anna = await person(house, "Anna")
        await programs.make(anna, "Robo")
        for name in ("Robo", "R0b0"):
            with pytest.raises(Refused, match=r"registered to somebody else|looks like somebody"):
                await come_in(house.enter(), name)
        with pytest.raises(Refused, match="has just been taken"):
            await programs.make(anna, "Anna")


async def test_a_person_makes_no_more_than_a_few() -> None:
    async with open_house(Budget(bots=2, names_an_hour=9)) as house:
        anna = await person(house, "Anna")
        for name in ("Robo", "Robert"):
            await programs.make(anna, name)
        with pytest.raises(Refused, match="You have 2 bots already"):
            await programs.make(anna, "Roberta")
        assert await programs.drop(anna, "robert") == "Robert"
        await programs.make(anna, "Roberta")
        assert [one.name for one in await programs.owned(anna)] == ["Robo", "Roberta"]


async def test_another_token_and_an_end_show_the_program_out() -> None:
    async with open_house() as house:
        anna, ears = await person(house, "Anna"), Leaving()
        first = await programs.make(anna, "Robo")
        await programs.come_in(house.enter(ears=ears), first.token)
        second = await programs.renew(anna, "Robo")
        assert ears.told == [english(programs.RENEWED)]
        with pytest.raises(Refused, match="No bot has that token"):
            await programs.come_in(house.enter(), first.token)
        await programs.come_in(house.enter(ears=ears), second.token)
        await programs.drop(anna, "Robo")
        assert ears.told[1:] == [english(programs.ENDED)] * 2  # The first visit is not over before its door ends it.
        with pytest.raises(Refused, match="You have no bot of that name"):
            await programs.renew(anna, "Robo")


async def test_who_is_forgotten_takes_their_programs_along() -> None:
    async with open_house() as house:
        anna, ears = await person(house, "Anna"), Leaving()
        id = (await program_of(house, anna, ears=ears)).visitor.id
        await registration.forget(anna)
        assert ears.told == [english(programs.ENDED)]
        assert not (await house.service.directory.person(id)).is_known
        bert = await person(house, "Bert")
        other = (await program_of(house, bert, "Robert")).visitor.id
        await erasure.forget(house.service, bert.visitor.id)
        assert house.service.directory.name(other) == SOMEBODY


async def test_games_with_programs_are_rated_apart_and_only_where_both_agree() -> None:
    async with open_house() as house:
        anna, bert = await person(house, "Anna"), await person(house, "Bert")
        robo, robert = await program_of(house, bert), await program_of(house, anna, "Robert")
        await play(house, anna, robo)
        assert (await statistics.of_own(anna)).ratings == (await statistics.of_own(anna)).bot_ratings == {}
        await play(house, anna, robo, "elixir person bots=rated")
        of_anna, of_robo = await statistics.of_own(anna), await statistics.of_own(robo)
        assert (set(of_anna.ratings), set(of_anna.bot_ratings)) == (set(), {"elixir"})
        assert set(of_robo.bot_ratings) == {"elixir"}
        assert {kind.opponent for kind in of_anna.tallies} == {"program"}
        await play(house, robo, robert)
        assert set((await statistics.of_own(robert)).bot_ratings) == {"elixir"}
        game = GAMES["elixir"]
        assert (await ladder(anna, game, {})).places == ()
        assert {place.name for place in (await ladder(anna, game, {}, Pool.PROGRAMS)).places} == {
            "Anna", "Robo[bot]", "Robert[bot]",
        }  # fmt: skip


async def test_games_with_ones_own_programs_and_among_them_are_not_rated() -> None:
    async with open_house() as house:
        anna = await person(house, "Anna")
        robo, robert = await program_of(house, anna), await program_of(house, anna, "Robert")
        await play(house, anna, robo, "elixir person bots=rated")
        await play(house, robo, robert)
        for one in (anna, robo, robert):
            found = await statistics.of_own(one)
            assert (found.ratings, found.bot_ratings) == ({}, {})
            assert found.tallies


async def test_who_wants_only_people_gets_no_program() -> None:
    async with open_house() as house:
        anna, bert = await person(house, "Anna"), await house.guest("Bert")
        robo = await program_of(house, anna)
        ref = await invitations.seek(anna, order_words.read_open(["elixir", "bots=no"]))
        with pytest.raises(Refused, match="Only people may play at this table"):
            await tables.join(robo, ref.id)
        await tables.join(bert, ref.id)
        with pytest.raises(Refused, match="is a bot: leave out bots=no"):
            await invitations.invite(anna, "Robo", order_words.read_open(["elixir", "bots=no"]))
        with pytest.raises(Refused, match="You are a bot yourself"):
            await invitations.seek(robo, order_words.read_open(["elixir", "bots=no"]))
        with pytest.raises(Refused, match="leave out bots="):
            await tables.open_table(anna, order_words.read_open(["elixir", "bots=rated"]))


async def test_what_is_ruled_of_the_owner_holds_for_the_program() -> None:
    async with open_house() as house:
        anna = await person(house, "Anna")
        robo = await program_of(house, anna)
        await house.service.moderation.open(lambda _: None)
        owner = Subject(Kind.PERSON, anna.visitor.id)
        await house.service.moderation.record(Muted(owner, 0, "shell:root"))
        with pytest.raises(Refused, match="cannot talk here"):
            shout(robo, "Hello.")
        await house.service.moderation.record(Banned(owner, 0, "shell:root"))
        assert robo.objection is not None
        assert house.service.moderation.covers(owner, robo.visitor.id, "")
        made = Subject(Kind.PERSON, robo.visitor.id)
        assert not house.service.moderation.covers(made, anna.visitor.id, "")
        token = await programs.renew(anna, "Robo")
        with pytest.raises(Refused, match="You are banned here"):
            await programs.come_in(house.enter(), token.token)
