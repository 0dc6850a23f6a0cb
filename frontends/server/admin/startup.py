"""A house that takes orders: its desk, what was ruled before it was opened, and the socket."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import trio

from core.house.service import Service
from core.scheduling.supervision import contained, lasting
from frontends.server.admin.desk import Desk, Setup
from frontends.server.admin.orders import do
from frontends.server.admin.socket import take_orders
from frontends.telnet.server import House
from frontends.visit import Visit


async def administer(
    service: Service,
    setup: Setup,
    path: Path | None,
    house: House[Visit],
    *,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Take orders until cancelled, at a socket if there is a path for it. Started once all rulings are known.

    Raises: JournalError.
    """
    desk = Desk(service, house, setup)
    await service.moderation.open(desk.carry_out)
    service.moderation.orders = partial(do, desk, in_shell=False)
    task_status.started()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lasting, service.moderation.follow)
        if path is not None:
            nursery.start_soon(contained, partial(take_orders, desk, path))
