"""Plans, vacations and reminders."""

from __future__ import annotations

from core.correspondence.reminders import MAIL, WEBHOOK
from tests.core.sessions.test_reminders import ADDRESS, URL, Kept
from tests.frontends.programs.programs import in_turn, robots


async def test_reply_is_planned_listed_and_dropped() -> None:
    async with robots() as house:
        anna, bert = await house.two_at("mille")
        waiting = bert if in_turn(anna, bert) is anna else anna
        table = waiting.state["table"]
        assert "plans" not in await waiting.ask("plan", table=table)
        made = await waiting.ask("plan", table=table, then="p")
        assert made["plans"] == [{"when": "any", "then": "p"}]
        assert "plans" not in await waiting.ask("plan", table=table, off=True)
        assert (await waiting.ask("plan", table=table, when="roll", then="p"))["code"] == "illegal"


async def test_vacation_is_taken_and_given_up() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        before = await robot.ask("vacation")
        assert (before["days_left"], before.get("until", 0)) == (30, 0)
        away = await robot.ask("vacation", text="10 days")
        assert (away["days_left"], away["until"] > 0) == (20, True)
        assert "until" not in await robot.ask("vacation", text="off")
        assert (await robot.ask("vacation", text="soon"))["type"] == "refused"


async def test_reminders_are_chosen_by_webhook_or_by_a_code_that_is_mailed() -> None:
    async with robots() as house:
        house.house.service.carriers = {WEBHOOK: Kept(), MAIL: (mail := Kept())}
        robot = await house.guest("Robo")
        assert "by" not in await robot.ask("remind")
        chosen = await robot.ask("remind", by="webhook", address=URL)
        assert (chosen["by"], chosen["address"]) == ("webhook", URL)
        assert (await robot.ask("remind", by="mail", address=ADDRESS))["type"] == "refused"
        await robot.ask("register", password="a long enough secret")
        assert (await robot.ask("remind", by="mail", address=ADDRESS))["by"] == "webhook"
        assert (await robot.ask("remind", by="mail", address=ADDRESS, code="wrong"))["type"] == "refused"
        ((_, code),) = mail.sent
        assert (await robot.ask("remind", by="mail", address=ADDRESS, code=code))["by"] == "mail"
        assert "by" not in await robot.ask("remind", by="off")
