"""Links between the nodes of a cluster that can be cut and slowed: every route goes through a proxy of ours."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import trio

from tests.journal.stores.nats.nodes import Nodes, free_ports

CHUNK = 1 << 16
NOWHERE = "127.0.0.1:1"
"""Where nobody listens."""
PING = 'ping_interval: "1s", ping_max: 2'
"""How nodes find out that a link has fallen silent; as in deploy/cluster/nats.conf."""


class LinkedNodes(Nodes):
    """Three nodes that reach one another over links only."""

    def __init__(self, directory: Path) -> None:
        ports = free_ports(9)
        self.links = {(here, there): ports[3 * here + there] for here in range(3) for there in range(3)}
        """The port on which a node reaches another one."""
        super().__init__(directory, 3, "always", "", ports)

    def _settings(self, node: int, sync: str, more: str) -> str:
        lines = super()._settings(node, sync, more).split("\n")[:-1]
        routes = ", ".join(
            f"nats://127.0.0.1:{port}" for (here, there), port in self.links.items() if here == node != there
        )
        # Nodes tell one another where they can be reached; without another address they would go past the links.
        cluster = f"name: test, listen: 127.0.0.1:{self.routes[node]}, advertise: '{NOWHERE}', routes: [{routes}]"
        return "\n".join([*lines, f"cluster {{ {cluster}, {PING} }}"])


class Links:
    """The links of a cluster, whole and fast at first."""

    def __init__(self, nodes: LinkedNodes) -> None:
        self._nodes = nodes
        self._cut: set[int] = set()
        self._slow: dict[int, float] = {}
        self._passing: dict[trio.CancelScope, tuple[int, int]] = {}
        self._silent: set[trio.CancelScope] = set()

    def cut(self, node: int) -> None:
        """Let nothing through to or from a node."""
        self._cut.add(node)
        for scope, ends in tuple(self._passing.items()):
            if node in ends:
                scope.cancel()

    def silence(self, node: int) -> None:
        """Let nothing more through on the present connections of a node, which stay open; new ones are whole."""
        self._silent.update(scope for scope, ends in self._passing.items() if node in ends)

    def slow(self, node: int, seconds: float) -> None:
        """Delay what goes to or from a node."""
        self._slow[node] = seconds

    def mend(self) -> None:
        """Let everything through at once again."""
        self._cut.clear()
        self._slow.clear()

    async def serve(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Listen until cancelled."""
        async with trio.open_nursery() as nursery:
            for ends, port in self._nodes.links.items():
                await nursery.start(partial(trio.serve_tcp, partial(self._pass, ends), port, host="127.0.0.1"))
            task_status.started()

    async def _pass(self, ends: tuple[int, int], caller: trio.SocketStream) -> None:
        if self._cut & set(ends):
            return
        with suppress(OSError, trio.BrokenResourceError, trio.ClosedResourceError):
            other = await trio.open_tcp_stream("127.0.0.1", self._nodes.routes[ends[1]])
            async with other, trio.open_nursery() as nursery:
                self._passing[nursery.cancel_scope] = ends
                try:
                    nursery.start_soon(self._carry, ends, caller, other, nursery.cancel_scope)
                    await self._carry(ends, other, caller, nursery.cancel_scope)
                finally:
                    del self._passing[nursery.cancel_scope]
                    self._silent.discard(nursery.cancel_scope)

    async def _carry(
        self, ends: tuple[int, int], here: trio.SocketStream, there: trio.SocketStream, scope: trio.CancelScope
    ) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while data := await here.receive_some(CHUNK):
                if delay := max(self._slow.get(end, 0.0) for end in ends):
                    await trio.sleep(delay)
                if scope not in self._silent:
                    await there.send_all(data)
        scope.cancel()


@asynccontextmanager
async def linked(directory: Path) -> AsyncIterator[tuple[LinkedNodes, Links]]:
    """Three nodes and the links between them, killed with the block."""
    nodes = LinkedNodes(directory)
    links = Links(nodes)
    async with trio.open_nursery() as nursery:
        await nursery.start(links.serve)
        try:
            for node in range(3):
                nodes.start(node)
            await trio.to_thread.run_sync(nodes.wait)
            yield nodes, links
        finally:
            for node, process in enumerate(nodes.processes):
                if process is not None:
                    nodes.kill(node)
            nursery.cancel_scope.cancel()
