"""Reminders are sent until they have arrived, each under one id, through restarts and days."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from core.base.durations import DAY
from core.base.game import SPECTATOR
from core.base.message import Message, english
from core.correspondence import outbox, vacations
from core.correspondence.reminders import MOST_TRIES, NotSent, ReminderChosen, ReminderSent, ReminderTried, stream_of
from core.correspondence.sending_limits import Quotas
from core.games import GAMES
from core.house.erasure import forget
from core.house.service import Service, open_service
from core.presence.roster import Present
from core.records.owned_stream import change, events_of
from core.table import view_table
from core.table.opening import Player
from journal import Draft, Journal, JournalError, open_journal, seal
from tests.core.parlour import ANNA, BERT, move
from tests.core.somebody import Hearer
from tests.patience import PATIENCE

ELIXIR = GAMES["elixir"]
START = 1_793_000_000.0


class Kept:
    """A carrier that keeps what it is given, and fails as often as it is told to."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str, str, Mapping[str, object]]] = []
        self.languages: list[str] = []
        self.failures = 0

    async def send(self, address: str, id: str, said: Message, code: str, data: Mapping[str, object]) -> None:
        self.sent.append((address, id, english(said), data))
        self.languages.append(code)
        if self.failures:
            self.failures -= 1
            raise NotSent("nobody is there")

    async def check(self, address: str) -> None:
        pass

    @property
    def ids(self) -> list[str]:
        return [id for _, id, _, _ in self.sent]


class House:
    """A house that can be left and come back to, with the time in one's own hands."""

    def __init__(self, journal: Journal) -> None:
        self.journal, self.at, self.carrier = journal, START, Kept()

    def open(self) -> Any:
        return open_service(self.journal, now=lambda: self.at)

    async def round(self, service: Service) -> None:
        await service.views.settle()
        await outbox.send_due(service, {"webhook": self.carrier})
        await service.views.settle()


async def wish(service: Service, person: str, by: str = "webhook") -> None:
    chosen = ReminderChosen(by, f"https://{person}.example.org" if by else "")
    await change(service.journal, service.now, vacations.stream_of(person), lambda _: (chosen,))


async def wish_all(service: Service, *persons: str) -> None:
    for person in persons:
        await wish(service, person)


async def turn(service: Service, id: str) -> int:
    """Whoever is to move makes their turn. Returns: the seat that is to move then."""
    async with service.table(id, attended=False) as live:
        seat = live.table.turn[0]
        while live.table.turn == (seat,) and not live.table.ended:
            await move(live)
        return live.table.turn[0] if live.table.turn else -1


async def test_game_over_three_restarts_and_ten_days_is_reminded_of_once_a_turn() -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        async with house.open() as service:
            await wish(service, "bert")
            id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=3 * DAY)
        turns_of_bert = 0
        for restart in range(3):
            async with house.open() as service:
                for _ in range(4 if restart < 2 else 2):
                    turns_of_bert += await turn(service, id) == 1
                    for _ in range(3):
                        house.at += DAY / 3
                        await house.round(service)
        assert house.at == START + 10 * DAY
        assert len(house.carrier.ids) == len(set(house.carrier.ids)) == turns_of_bert == 5
        address, _, said, data = house.carrier.sent[0]
        assert address == "https://bert.example.org"
        assert said.startswith(f"It is your turn at table {id}: El-Ixir. You have 2 days ")
        assert data["table"] == id


async def test_what_did_not_arrive_is_tried_again_under_the_same_id() -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        house.carrier.failures = 2
        async with house.open() as service:
            await wish(service, "anna")
            await service.open(ELIXIR, {}, [ANNA, BERT], clock=3 * DAY)
            for _ in range(6):
                await house.round(service)
                house.at += 61
        assert len(house.carrier.ids) == 3
        assert len(set(house.carrier.ids)) == 1
        id = house.carrier.ids[0]
        assert await events_of(journal, stream_of("anna")) == (*(ReminderTried(id),) * 3, ReminderSent(id))


async def test_reminder_is_sent_in_the_language_that_the_person_has_chosen() -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        async with house.open() as service:
            await wish_all(service, "anna", "bert")
            await service.directory.introduce("anna", "Anna")
            await service.directory.prefer("anna", "language", "fr")
            id = await service.open(ELIXIR, {}, [ANNA, BERT], clock=3 * DAY)
            await house.round(service)
            await turn(service, id)
            await house.round(service)
        sent = dict(zip([address for address, *_ in house.carrier.sent], house.carrier.languages, strict=True))
        assert sent == {"https://anna.example.org": "fr", "https://bert.example.org": ""}


async def test_two_houses_send_one_reminder_once() -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        async with house.open() as here, house.open() as there:
            await wish(here, "anna")
            await here.open(ELIXIR, {}, [ANNA, BERT], clock=3 * DAY)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(house.round, here)
                nursery.start_soon(house.round, there)
            await house.round(there)
        assert len(house.carrier.ids) == 1


async def test_reminders_that_cannot_be_read_keep_nobody_else_from_being_reminded() -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        async with house.open() as service:
            await wish_all(service, "anna", "bert")
            odd = seal(None, [Draft("reminder.tried", {"id": 5})], "2026-11-20T20:15:03.120Z")
            await journal.append(stream_of("anna"), 0, odd)
            await service.open(ELIXIR, {}, [ANNA, BERT], clock=3 * DAY)
            await service.open(ELIXIR, {}, [BERT, ANNA], clock=3 * DAY)
            await house.round(service)
        assert [address for address, *_ in house.carrier.sent] == ["https://bert.example.org"]


async def first_pending(service: Service, *but: str) -> list[str]:
    """Whose reminder is found where only one is asked for."""
    found = await service.views.pending_reminders(["webhook"], but, limit=1)
    return [pending.person for pending in found]


async def test_reminders_that_cannot_be_sent_keep_no_others_out() -> None:
    """Given one of Anna that never arrives; Bert's is found before it is tried again, and once it is given up."""
    async with open_journal("memory:") as journal:
        house = House(journal)
        house.carrier.failures = 100
        async with house.open() as service:
            await wish(service, "aaron", "mail")
            await wish_all(service, "anna", "bert")
            await service.open(ELIXIR, {}, [Player("aaron"), Player("carl")], clock=DAY)
            await service.open(ELIXIR, {}, [ANNA, BERT], clock=DAY)
            await service.views.settle()
            assert await first_pending(service) == ["anna"]
            assert await first_pending(service, "anna") == []
            await house.round(service)
            house.at += 30
            await service.open(ELIXIR, {}, [BERT, ANNA], clock=DAY)
            await service.views.settle()
            assert await first_pending(service) == ["bert"]
            await house.round(service)
            house.at += 35
            assert await first_pending(service) == ["anna"]
            for _ in range(MOST_TRIES):
                house.at += 3600 * 3
                await house.round(service)
            assert await first_pending(service) == []
            await service.open(ELIXIR, {}, [BERT, ANNA], clock=DAY)
            await service.views.settle()
            assert await first_pending(service) == ["bert"]


class Slow(Kept):
    """A carrier that has arrived nowhere before it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may_arrive = trio.Event()

    async def send(self, address: str, id: str, said: Message, code: str, data: Mapping[str, object]) -> None:
        await super().send(address, id, said, code, data)
        await self.may_arrive.wait()


async def test_of_many_reminders_a_few_are_on_their_way_at_once_and_the_most_urgent_go_first() -> None:
    count = 2 * outbox.AT_ONCE
    async with open_journal("memory:") as journal:
        house = House(journal)
        house.carrier = slow_one = Slow()
        async with house.open() as service:
            for n in range(count):
                await wish(service, f"p{n:02}")
                await service.open(ELIXIR, {}, [Player(f"p{n:02}"), BERT], clock=(count - n) * DAY)
            with trio.fail_after(PATIENCE):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(house.round, service)
                    while len(house.carrier.sent) < outbox.AT_ONCE:
                        await trio.sleep(0.01)
                    await wait_all_tasks_blocked(0.05)
                    first = {address for address, *_ in house.carrier.sent}
                    assert first == {f"https://p{count - n:02}.example.org" for n in range(1, outbox.AT_ONCE + 1)}
                    slow_one.may_arrive.set()
        assert len(set(house.carrier.ids)) == count


async def test_what_has_to_wait_for_room_is_sent_later_and_loses_nothing_by_it() -> None:
    """Given more than may go to one host in an hour, which never takes anything: none is tried more often for it."""
    async with open_journal("memory:") as journal:
        house = House(journal)
        async with house.open() as service:
            service.sending_limits.quotas = Quotas(reminders_of_a_host_an_hour=3)
            for n in range(8):
                await wish_host(service, f"p{n}", "https://one.example.org")
                await service.open(ELIXIR, {}, [Player(f"p{n}"), BERT], clock=DAY)
            for _ in range(10):
                await house.round(service)
                house.at += 1
            assert len(house.carrier.ids) == 3
            for _ in range(10):
                house.at += 3600
                await house.round(service)
                await house.round(service)
        assert len(house.carrier.ids) == len(set(house.carrier.ids)) == 8


async def test_who_has_many_reminders_holds_up_nobody_who_has_few() -> None:
    """Given somebody whose turns are all more urgent, and a house that may send few."""
    async with open_journal("memory:") as journal:
        house = House(journal)
        async with house.open() as service:
            service.sending_limits.quotas = Quotas(reminders_an_hour=4)
            await wish_all(service, "anna", "carl")
            for _ in range(30):
                await service.open(ELIXIR, {}, [ANNA, BERT], clock=DAY)
            await service.open(ELIXIR, {}, [Player("carl"), BERT], clock=9 * DAY)
            await house.round(service)
            await service.open(ELIXIR, {}, [Player("carl"), BERT], clock=9 * DAY)
            for _ in range(3):
                await house.round(service)
        sent = [address for address, *_ in house.carrier.sent]
        assert sorted(sent) == ["https://anna.example.org"] * 2 + ["https://carl.example.org"] * 2


async def test_host_that_answers_slowly_has_few_places_of_a_round() -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        house.carrier = slow_one = Slow()
        async with house.open() as service:
            for n in range(20):
                await wish_host(service, f"p{n:02}", "https://slow.example.org")
                await service.open(ELIXIR, {}, [Player(f"p{n:02}"), BERT], clock=DAY)
            await wish(service, "anna")
            await service.open(ELIXIR, {}, [ANNA, BERT], clock=9 * DAY)
            with trio.fail_after(PATIENCE):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(house.round, service)
                    while len(house.carrier.sent) < outbox.OF_A_HOST + 1:
                        await trio.sleep(0.01)
                    slow_one.may_arrive.set()
        assert "https://anna.example.org" in [address for address, *_ in house.carrier.sent]


async def wish_host(service: Service, person: str, address: str) -> None:
    chosen = ReminderChosen("webhook", address)
    await change(service.journal, service.now, vacations.stream_of(person), lambda _: (chosen,))


async def test_lists_that_cannot_be_read_now_are_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*arguments: Any) -> None:
        raise JournalError("The lists cannot be read now.")

    async with open_journal("memory:") as journal:
        house = House(journal)
        async with house.open() as service:
            monkeypatch.setattr(service.views, "pending_reminders", failing)
            with pytest.raises(JournalError, match="cannot be read now"):
                await outbox.send_due(service, {"webhook": house.carrier})


@pytest.mark.parametrize("by", ["", "mail"])
async def test_nobody_is_reminded_who_did_not_wish_it_or_in_a_way_that_is_not_allowed(by: str) -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        async with house.open() as service:
            await wish(service, "anna", by)
            await service.open(ELIXIR, {}, [ANNA, BERT], clock=3 * DAY)
            await house.round(service)
        assert house.carrier.ids == []


async def test_games_of_minutes_remind_nobody_and_those_who_are_here_need_not_be() -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        async with house.open() as service:
            await wish(service, "anna")
            await service.open(ELIXIR, {}, [ANNA, BERT], clock=60)
            await house.round(service)
            assert house.carrier.ids == []
            await service.open(ELIXIR, {}, [ANNA, BERT], clock=3 * DAY)
            present = Present("Anna", Hearer(), came_at=0.0, person="anna")
            service.presence.come(present)
            await house.round(service)
            assert house.carrier.ids == []
            service.presence.go(present)
            await house.round(service)
            assert len(house.carrier.ids) == 1


async def test_reminder_says_nothing_that_a_spectator_may_not_know() -> None:
    """Leak law: all it says stands in what every spectator sees, and in nothing else."""
    async with open_journal("memory:") as journal:
        house = House(journal)
        async with house.open() as service:
            await wish(service, "anna")
            id = await service.open(GAMES["mille"], {}, [ANNA, BERT], clock=3 * DAY)
            await house.round(service)
            async with service.table(id, attended=False) as live:
                seen = view_table(live.table, SPECTATOR, ("Anna", "Bert"))
        _, reminder, said, data = house.carrier.sent[0]
        assert seen.clocks
        assert set(data) == {"id", "event", "table", "game", "due"}
        assert (data["table"], data["game"], data["due"]) == (seen.id, "Mille", int(seen.clocks.due(0)))
        assert reminder == f"{seen.id}.{seen.clocks.turned}.{seen.turn[0]}"
        assert said == f"It is your turn at table {seen.id}: Mille. You have 3 days left."


async def test_who_is_forgotten_is_reminded_no_more() -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        async with house.open() as service:
            person = (await service.directory.create("Anna")).id
            await wish(service, person)
            house.carrier.failures = 1
            await service.open(ELIXIR, {}, [type(ANNA)(person), BERT], clock=3 * DAY)
            await house.round(service)
            await forget(service, person)
            house.at += 1000
            await house.round(service)
        assert len(house.carrier.ids) == 1
        assert await journal.head(vacations.stream_of(person)) == 0
        assert await journal.head(stream_of(person)) == 0
