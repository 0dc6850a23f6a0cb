"""Nothing blocks but in threads of its own kind: whoever adds what does is told so here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.test_layout import CLIENT, ROOT, SOURCES

BLOCKING = (
    "trio.to_thread", "trio.from_thread", "trio.Path", "trio.open_file", "trio.wrap_file", "trio.run_process",
    "trio.open_tcp_stream", "trio.open_ssl_over_tcp_stream", "trio.open_tcp_listeners",
    "trio.open_ssl_over_tcp_listeners",
    "trio.serve_tcp", "trio.serve_ssl_over_tcp", "trio.socket.getaddrinfo", "trio.socket.getnameinfo",
    "asyncio.to_thread", "concurrent.futures.ThreadPoolExecutor", "multiprocessing", "anyio", "requests",
    "urllib.request",
    "socket.getaddrinfo", "socket.gethostbyname", "socket.create_connection", "smtplib", "time.sleep",
    "subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output",
)  # fmt: skip
"""What waits in threads of trio's own, or has everybody wait."""
_PACKAGES = "|".join(sorted({name.partition(".")[0] for name in BLOCKING}))
IMPORTED = re.compile(rf"^\s*(?:import|from) (?:{_PACKAGES})\b", re.MULTILINE)
"""Where any of it can be: most modules import none of these packages, and need not be looked through."""
ALLOWED = {
    ("journal/blocking_threads.py", "trio.to_thread.run_sync"): "the threads of each kind",
    ("journal/blocking_threads.py", "socket.getaddrinfo"): "in a thread of its kind; of an address it does not wait",
    ("journal/stores/nats/client/resolver.py", "trio.open_tcp_stream"): "of an address, so nothing is looked up",
    ("core/people/passwords.py", "trio.to_thread.run_sync"): "with a limiter of its own",
    ("frontends/server/small_http.py", "trio.open_tcp_listeners"): "once, before anybody is let in",
    ("frontends/server/notifications/mail.py", "smtplib"): "in a thread of its kind",
    ("frontends/server/notifications/mail.py", "smtplib.SMTPException"): "in a thread of its kind",
    ("frontends/server/notifications/mail.py", "smtplib.SMTP"): "in a thread of its kind",
    ("journal/stores/sqlite/opening.py", "time.sleep"): "in the thread that opens the store",
}
"""Where it may stand, and why."""


def dotted(node: ast.AST) -> str:
    """The name that an expression is; empty for none."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name) if outer := dotted(value):
            return f"{outer}.{name}"
        case _:
            return ""


def named(tree: ast.AST) -> Iterator[str]:
    """All names with dots in a module, and all that it imports."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (one.name for one in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{module}.{one.name}" for one in names)
            case ast.Attribute():
                yield dotted(node)
            case _:
                pass


def is_blocking(name: str) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in BLOCKING)


def found(path: Path) -> set[tuple[str, str]]:
    """The blocking things of a module; the longest name of each."""
    text = path.read_text()
    names = {name for name in named(ast.parse(text)) if is_blocking(name)} if IMPORTED.search(text) else set()
    longest = {one for one in names if not any(other.startswith(f"{one}.") for other in names)}
    return {(str(path.relative_to(ROOT)), name) for name in longest}


def test_nothing_blocks_but_in_threads_of_its_own_kind() -> None:
    """Whoever adds what blocks has it run by `journal.blocking_threads.Threads`, of a kind that is not there yet."""
    of_the_house = (path for path in SOURCES if not path.is_relative_to(CLIENT))
    assert set[tuple[str, str]]().union(*map(found, of_the_house)) - set(ALLOWED) == set()


def test_call_that_blocks_is_found() -> None:
    for line in ("await trio.to_thread.run_sync(f)", "from trio import to_thread", "await trio.Path(p).stat()"):
        assert any(map(is_blocking, named(ast.parse(line)))), line


def test_threads_that_are_handed_a_limiter_have_one() -> None:
    for path in SOURCES:
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if "to_thread" in text else ():
            if isinstance(node, ast.Call) and dotted(node.func) == "trio.to_thread.run_sync":
                assert "limiter" in {keyword.arg for keyword in node.keywords}, path
