"""Being somebody: another password, another language."""

from __future__ import annotations

from tests.frontends.programs.programs import robots

OLD, NEW = "a long enough secret", "another good secret"


async def test_password_is_changed_by_who_has_the_old_one() -> None:
    async with robots() as house:
        anna = await house.guest("Anna")
        assert (await anna.ask("password", password=OLD, new=NEW))["code"] == "password"
        await anna.ask("register", password=OLD)
        assert (await anna.ask("password", password=NEW, new=NEW))["code"] == "password"
        assert (await anna.ask("password", password=OLD, new=NEW))["type"] == "ack"
        await anna.program.close(lost=False)
        again = house.enter()
        assert (await again.ask("hello", protocol=1, name="Anna", password=NEW))["type"] == "welcome"


async def test_code_of_an_operator_sets_another_password() -> None:
    async with robots() as house:
        anna = await house.guest("Anna")
        await anna.ask("register", password=OLD)
        await anna.program.close(lost=False)
        service, code = house.house.service, "abcdefgh"
        await service.directory.give_reset(anna.program.session.visitor.id, code, service.now() + 60)
        again = house.enter()
        told = await again.ask("hello", protocol=1, name="Anna", password=code)
        assert told["code"] == "password"
        assert "new" in told["said"]["text"]
        assert (await again.ask("hello", protocol=1, name="Anna", password=code, new=NEW))["type"] == "welcome"


async def test_language_is_changed_and_kept_with_who_has_registered() -> None:
    async with robots() as house:
        anna = await house.guest("Anna")
        await anna.ask("register", password=OLD)
        await anna.ask("language", language="français")
        assert (await anna.ask("language", language="elvish"))["type"] == "refused"
        assert (await anna.ask("join", table="nosuch"))["said"]["text"] != "There is no table nosuch."
        await anna.program.close(lost=False)
        again, other = house.enter(), house.enter()
        assert (await again.ask("hello", protocol=1, name="Anna", password=OLD))["language"] == "fr"
        hello = await other.ask("hello", protocol=1, name="Anna", password=OLD, language="de")
        assert hello["language"] == "de"
