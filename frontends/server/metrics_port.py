"""The port at which Prometheus asks for figures.

Not prometheus_client's own server: it gives each connection a thread and never ends one that says nothing. It still
answers beside 200 of those, with 202 threads; 2,000 are 2,000 threads, 53 MiB and as many descriptors, which the house
lacks then for its visitors. And its threads would read figures while the event loop changes them.
"""

from collections.abc import Callable

import trio

from frontends.server.small_http import Reply, Request, serve


async def expose(
    host: str,
    port: int,
    form: str,
    show: Callable[[], bytes],
    *,
    task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Answer GET /metrics with what `show` gives, of the media type `form`, until cancelled. Started with the port.

    Raises: OSError when the address cannot be had.
    """

    async def answer(request: Request | None) -> Reply:
        match request:
            case Request("GET", "/metrics"):
                return Reply(200, show(), form)
            case Request("GET"):
                return Reply(404, b"The figures are at /metrics.\n")
            case _:
                return Reply(400, b"Ask for GET /metrics.\n")

    await serve(host, port, answer, task_status=task_status)
