"""Which ways to reach people a house has: those that its settings allow, and by itself none."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from core.base.message import Message, message
from core.correspondence.reminders import NotSent
from frontends.server import logs
from frontends.server.config import Reminders
from frontends.server.notifications import Logged, carriers
from tests.frontends.logged import logged


def test_house_allows_nothing_by_itself() -> None:
    assert carriers(Reminders()) == {}


def test_ways_are_allowed_one_by_one() -> None:
    assert set(carriers(Reminders(webhooks=True))) == {"webhook"}
    assert set(carriers(Reminders(smtp="localhost:25", mail_from="house@example.org"))) == {"mail"}


class Failing:
    """A carrier that fails when it is told to."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.fault = fault

    async def check(self, address: str) -> None:
        pass

    async def send(self, address: str, id: str, said: Message, code: str, data: Mapping[str, object]) -> None:
        if self.fault:
            raise self.fault


async def test_each_sending_is_logged_and_counted_by_what_came_of_it() -> None:
    before = logs.counts().copy()  # type: ignore[attr-defined]
    with logged() as log:
        await Logged("mail", Failing()).send("anna@example.org", "k3f9x.1.0", message("text"), "", {})
        with pytest.raises(NotSent):
            await Logged("webhook", Failing(NotSent("the answer was 500"))).send(
                "https://example.org/secret", "k3f9x.1.1", message("text"), "", {}
            )
    assert "info event=mail id=k3f9x.1.0 to=example.org result=sent\n" in log.getvalue()
    assert 'event=webhook id=k3f9x.1.1 to=example.org result=failed why="the answer was 500"\n' in log.getvalue()
    assert "anna" not in log.getvalue()
    assert "secret" not in log.getvalue()
    found = logs.counts()
    assert found["mail", "sent"] - before["mail", "sent"] == 1
    assert found["webhook", "failed"] - before["webhook", "failed"] == 1
