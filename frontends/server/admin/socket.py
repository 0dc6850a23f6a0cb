"""Taking orders: from operators in the lobby, and at a socket beside the journal, for the house's own user alone."""

import logging
import os
import pwd
import socket
import struct
from contextlib import suppress
from functools import partial
from pathlib import Path

import trio

from core.base.game import Refused
from core.house.service import Service
from core.scheduling.supervision import contained, lasting
from frontends.locale.language import TEMPLATES, language, sentence
from frontends.server import logs
from frontends.server.admin.desk import Desk, Setup
from frontends.server.admin.orders import SHELL, do
from frontends.server.admin.protocol import Lines, TooLong, answer
from frontends.server.admin.socket_path import reachable
from frontends.server.guests import Guest
from frontends.telnet.server import House
from journal import JournalError
from journal.atomic_files import PRIVATE, explained

_CREDENTIALS = struct.Struct("3i")
ENGLISH = language(TEMPLATES)


def is_answered(path: Path) -> bool:
    """Whether a house is behind a socket."""
    with socket.socket(socket.AF_UNIX) as trial, reachable(path) as name:
        try:
            trial.connect(name)
        except OSError:
            return False
        return True


def listen(path: Path) -> socket.socket:
    """A socket that listens at a path, for its owner alone from the first moment on; a dead one is replaced.

    Raises: Refused when another house listens there; JournalError.
    """
    try:
        if is_answered(path):
            raise Refused(
                "Another house takes orders at {path}: choose another path with --admin-socket.", path=str(path)
            )
        if path.exists() and not path.is_socket():
            raise Refused("{path} is not a socket: choose another path with --admin-socket.", path=str(path))
        beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        sock = socket.socket(socket.AF_UNIX)
        with reachable(beside) as name:
            sock.bind(name)
        beside.chmod(PRIVATE)
        sock.listen()
        beside.replace(path)
    except OSError as error:
        raise explained(path, error) from error
    return sock


async def administer(
    service: Service,
    setup: Setup,
    path: Path | None,
    house: House[Guest],
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
            nursery.start_soon(contained, partial(_take_orders, desk, path))


async def _take_orders(desk: Desk, path: Path) -> None:
    """Carry out the orders that come at a socket, until cancelled. Without the socket the house runs all the same."""
    try:
        listener = listen(path)
    except (Refused, JournalError) as error:
        logs.note(logging.WARNING, "no-admin-socket", why=sentence(error, ENGLISH))
        return
    own = path.stat().st_ino
    try:
        listeners = [trio.SocketListener(trio.socket.from_stdlib_socket(listener))]
        await trio.serve_listeners(partial(_converse, desk), listeners)
    finally:
        with suppress(OSError):
            if path.stat().st_ino == own:
                path.unlink()


async def _converse(desk: Desk, stream: trio.SocketStream) -> None:
    by, lines = f"{SHELL}{_user(stream.socket)}", Lines()
    with suppress(trio.BrokenResourceError, TooLong):
        async with stream:
            async for piece in stream:
                for line in lines.feed(bytes(piece)):
                    await stream.send_all(await _answered(desk, line, by))


def _user(sock: trio.socket.SocketType) -> str:
    """Who is at the other end, by the system's word for it."""
    raw = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    _, user, _ = _CREDENTIALS.unpack(raw)
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


async def _answered(desk: Desk, line: str, by: str) -> bytes:
    try:
        said = await do(desk, line, by, in_shell=True)
    except (Refused, JournalError) as error:
        return answer((), sentence(error, ENGLISH))
    except Exception as fault:  # an order that fails must not end the house
        logs.note(logging.ERROR, "admin-failed", by=by, fault=fault)
        return answer((), "That went wrong in the house: its log says how.")
    return answer([ENGLISH.say(one) for one in said])
