"""A house in a process of its own, to be killed.

    python -m tests.frontends.server.notifications.house JOURNAL NOW STEP BY PORT

The steps "begin" and "silent" open a game of days, say how its second player is reminded, and make the move after which
it is that player's turn; "again" only goes on. A "silent" house reminds nobody.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import trio

from core.base.durations import DAY
from core.correspondence import vacations
from core.correspondence.outbox import send_reminders
from core.correspondence.reminders import MAIL, ReminderChosen
from core.games import GAMES
from core.house.service import Service, open_service
from core.records.owned_stream import change
from core.table import Move
from core.table.opening import Player
from frontends.server.config import Reminders
from frontends.server.notifications import carriers
from journal import open_journal
from tests.core.parlour import moves, submit


def settings(by: str, port: int) -> Reminders:
    """What the operator allows."""
    if by == MAIL:
        return Reminders(smtp=f"127.0.0.1:{port}", mail_from="house@example.org", mail_tls=False)
    return Reminders(webhooks=True, internal_webhooks=True)


async def begin(service: Service, by: str, port: int) -> None:
    """A game in which it is the turn of somebody who is not there."""
    address = "bert@example.org" if by == MAIL else f"http://127.0.0.1:{port}/hook"
    chosen = ReminderChosen(by, address)
    await change(service.journal, service.now, vacations.stream_of("bert"), lambda _: (chosen,))
    id = await service.open(GAMES["elixir"], {}, [Player("anna"), Player("bert")], clock=3 * DAY)
    async with service.table(id, attended=False) as live:
        await submit(live, Move("roll"), 0)
        await submit(live, Move(moves(live)[0]), 0)


async def main(journal: Path, now: float, step: str, by: str, port: int) -> None:
    """Send reminders until killed."""
    async with (
        open_journal(f"sqlite:{journal}") as opened,
        open_service(opened, now=lambda: now, views=journal.with_suffix(".views")) as service,
    ):
        if step != "silent":
            service.carriers = carriers(settings(by, port))
            service.start(partial(send_reminders, service))
        if step != "again":
            await begin(service, by, port)
        await trio.sleep_forever()


if __name__ == "__main__":
    trio.run(main, Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3], sys.argv[4], int(sys.argv[5]))
