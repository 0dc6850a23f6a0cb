"""Coming back to a table, in another session."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.base.game import Refused
from core.base.message import Message, english
from core.sessions import preferences
from core.sessions.arrival import resumption, tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table import play
from core.sessions.at_table.held_seats import Held
from core.sessions.at_table.seat import seated
from core.sessions.identity import registration
from core.sessions.limits import Budget
from core.table import AnswerStandIn, AskStandIn
from tests.core.sessions.houses import Ears, open_house, play_on


async def test_code_gives_name_seat_and_preferences_back_in_another_session() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        await preferences.keep(anna, "language", "fr")
        async with seated(anna, await tables.open_table(anna, Order("pileon", {}))) as seat:
            await play_on(seat)
            code, plays = seat.code, seat.view.plays
        anna.leave()
        again = house.enter()
        ref = await resumption.resume(again, code.upper())
        assert (again.name, again.visitor.id, again.preferred) == ("Anna", anna.visitor.id, {"language": "fr"})
        assert (ref.id, ref.held) == (seat.id, Held((0,)))
        assert (await house.sit(again, ref)).view.plays == plays == 1


async def test_whose_name_somebody_else_has_meanwhile_is_called_otherwise_and_told() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        ref = await tables.open_table(anna, Order("pileon", {}))
        async with seated(anna, ref) as seat:
            code = seat.code
        anna.leave()
        await house.guest("ANNA")
        ears = Ears()
        again = house.enter(ears=ears)
        await resumption.resume(again, code)
        assert (again.name, ears.told) == ("Anna2", ["Somebody else took the name Anna, so you are Anna2 now."])


async def test_who_has_registered_stays_who_they_are_and_has_the_seat_of_a_code() -> None:
    async with open_house() as house:
        anna, bert = await house.guests("Anna", "Bert")
        async with seated(anna, await tables.open_table(anna, Order("pileon", {}))) as seat:
            code = seat.code
        await registration.register(bert, "a long one, please")
        ref = await resumption.resume(bert, code)
        assert (bert.name, set(bert.persons)) == ("Bert", {bert.visitor.id, anna.visitor.id})
        await play_on(await house.sit(bert, ref))


async def test_wrong_codes_are_refused_and_lock_out() -> None:
    async with open_house(Budget(tries_a_minute=2)) as house:
        anna = await house.guest("Anna")
        ref = await tables.open_table(anna, Order("pileon", {}))
        async with seated(anna, ref) as seat:
            code = seat.code
        stranger = house.enter("198.51.100.1")
        said = []
        for guess in (f"{ref.id}-aaaa-aaaa-aaaaa", f"{ref.id}-bbbb-bbbb-bbbbb", code):
            with pytest.raises(Refused) as refused:
                await resumption.resume(stranger, guess)
            said.append(english(refused.value.message))
        assert said[:2] == [english(resumption.NO_SEAT)] * 2
        assert said[2].startswith("Too many wrong codes and passwords: try again in ")
        assert (stranger.name, stranger.persons) == ("", frozenset())


async def test_save_is_gone_back_to_as_a_practice_game_to_which_the_other_is_asked() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at("elixir")
        await play.mark(anna, "here")
        plays = anna.view.plays
        await play_on(anna, bert, moves=3)
        saves = await resumption.saves(anna.session, anna.id)
        assert (saves.table, saves.marks, saves.code) == (anna.id, (("here", plays),), anna.id)
        ref = await resumption.fork(anna.session, anna.code, "here", english)
        copy = await house.sit(anna.session, ref)
        assert copy.live.table.setup.is_practice
        assert f"Type join {ref.id} to practise with me" in bert.live.said[-1].text
        with pytest.raises(Refused):
            await tables.watch(await house.guest("Carl"), ref.id)
        joined = await house.sit(bert.session, await tables.join(bert.session, ref.id))
        assert (joined.seats, joined.view.plays) == ((1,), plays)


async def test_saves_of_a_table_are_for_those_who_play_there() -> None:
    async with open_house() as house:
        anna, _ = await house.two_at("elixir")
        await play.mark(anna, "here")
        carl = await house.guest("Carl")

        def say(said: Message) -> str:
            raise AssertionError(said)

        with pytest.raises(Refused):
            await resumption.saves(carl, anna.id)
        with pytest.raises(Refused):
            await resumption.fork(carl, anna.id, "here", say)


async def test_who_stands_in_goes_on_at_the_lent_seat_and_not_at_its_saves() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at()
        carl = await house.guest("Carl")
        await play.mark(anna, "here")
        await anna.submit(AskStandIn("", 0, await carl.identify()))
        await bert.submit(AnswerStandIn(True))
        await tables.take_up(carl, anna.id)
        ref = await resumption.resume(carl, anna.id)
        assert ref.held == Held((0,), carl.visitor.id)
        with pytest.raises(Refused) as refused:
            await resumption.saves(carl, anna.id)
        assert english(refused.value.message) == "You play for somebody: only they can do that."


async def test_owner_goes_on_at_any_table_of_their_own_and_takes_a_free_seat_else() -> None:
    async with open_house() as house:
        anna, bert = house.owner("Anna"), await house.guest("Bert")
        alone = await tables.open_table(anna, Order("pileon", {}))
        assert await resumption.go_on(anna, alone.id) == alone
        theirs = await tables.open_table(bert, Order("mille", {}, "person"))
        assert await resumption.go_on(anna, theirs.id) == replace(theirs, held=Held((1,)))
        both = await tables.open_table(anna, Order("elixir", {}, "hotseat"))
        assert (await resumption.go_on(anna, both.id, all_seats=True)).held == Held((0, 1))
        assert (await resumption.go_on(anna, both.id)).held == Held((0,))


async def test_game_is_taken_out_as_text_and_brought_in_only_at_home() -> None:
    async with open_house() as here, open_house() as there:
        owner, other, guest = here.owner("Anna"), there.owner("Bert"), await there.guest("Carl")
        seat = await here.sit(owner, await tables.open_table(owner, Order("pileon", {})))
        await play_on(seat)
        text = await play.exported(seat)
        with pytest.raises(Refused, match="only at home"):
            await resumption.bring_in(guest, text)
        id = await resumption.bring_in(other, text)
        assert (await there.sit(other, await resumption.go_on(other, id))).view.plays == 1
        abroad = await there.sit(guest, await tables.open_table(guest, Order("pileon", {})))
        with pytest.raises(Refused, match="only at home"):
            await play.exported(abroad)
