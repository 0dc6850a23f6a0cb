"""What a person likes is kept with them."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.presence.roster import Kind
from core.sessions import preferences
from core.sessions.identity import registration
from core.sessions.limits import Budget
from tests.core.sessions.houses import Ears, open_house


async def test_what_a_guest_chose_is_kept_as_soon_as_the_journal_knows_them() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        await preferences.keep(anna, "language", "fr")
        assert anna.visitor.id == ""
        id = await anna.identify()
        assert (await house.service.directory.person(id)).preferences == (("language", "fr"),)
        await preferences.keep(anna, "language", "en")
        assert (await house.service.directory.person(id)).preferences == (("language", "en"),)


async def test_what_is_chosen_now_or_given_by_the_door_comes_before_what_was_kept() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        await anna.identify()
        for name in ("language", "bell", "colour"):
            await preferences.keep(anna, name, "kept")
        known = await house.service.directory.person(anna.visitor.id)
        ears = Ears()
        again = house.enter(ears=ears)
        again.given = frozenset({"colour"})
        again.visitor.become(known.id, anna.visitor.secret)
        again.preferred, again.chosen = {"bell": "chosen", "colour": "given"}, frozenset({"bell"})
        await preferences.bring(again, known)
        assert again.preferred == {"language": "kept", "bell": "chosen", "colour": "given"}
        assert ears.adapted == 1
        kept = dict((await house.service.directory.person(known.id)).preferences)
        assert kept == {"language": "kept", "bell": "chosen", "colour": "kept"}


async def test_whom_somebody_ignores_they_ignore_when_they_come_again() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        await registration.register(anna, "a long one, please")
        await preferences.keep_attention(
            anna, anna.attention.with_kind(Kind.SHOUT, on=False).with_ignored("Bert", on=True)
        )
        again = house.enter()
        await preferences.bring(again, await house.service.directory.person(anna.visitor.id))
        assert (again.attention.off, again.attention.ignores("BERT")) == (("shout",), True)


async def test_same_choice_again_writes_nothing_and_costs_nothing() -> None:
    async with open_house(Budget(records_a_minute=1)) as house:
        anna = await house.guest("Anna")
        await anna.identify()
        await preferences.keep(anna, "language", "fr")
        seq = (await house.service.directory.person(anna.visitor.id)).seq
        await preferences.keep(anna, "language", "fr")
        assert (await house.service.directory.person(anna.visitor.id)).seq == seq
        with pytest.raises(Refused):
            await preferences.keep(anna, "language", "en")


async def test_owner_has_everything_as_before() -> None:
    async with open_house() as house:
        await preferences.keep(house.owner("Anna"), "colour", "off")
        again = house.owner("Anna")
        await preferences.bring_own(again)
        assert again.preferred == {"colour": "off"}
