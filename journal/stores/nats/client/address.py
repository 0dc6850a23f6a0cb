"""Where a journal on NATS is: `nats://[user:password@|token@]host[:port],host[:port],...[/name][?settings]`.

A token may stand in a file of its own, `?token-file=PATH`, so that no command line shows it.
"""

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

import attrs

from journal.api import JournalError
from journal.credentials import read_credential

FORM = "nats://host:port,host:port/name?replicas=1"
"""What to write; the port, the name and the settings may be left out."""
PORT = 4222
NAME = "parlour"
REPLICAS = 3

_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.%]+)\]|([^\s:/\[\]]+))(?::([0-9]{1,5}))?")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,100}", re.ASCII)
_PORTS = re.compile(r"[1-9][0-9]{0,4}(?:,[1-9][0-9]{0,4})*", re.ASCII)
_SETTINGS = ("replicas", "monitor", "ca", "tls", "token-file")


@attrs.frozen
class Server:
    """One of the servers."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@attrs.frozen
class Address:
    """The servers of a journal, its name there, and how to use them."""

    servers: tuple[Server, ...]
    """In the order in which they were written. Those that servers tell of are not used: the operator chooses."""
    name: str = NAME
    """Of the stream of JetStream, and the first word of its subjects."""
    replicas: int = REPLICAS
    """How many servers keep the journal; at least so many must."""
    user: str = ""
    password: str = attrs.field(default="", repr=False)
    token: str = attrs.field(default="", repr=False)
    tls: bool = False
    """Whether to insist on it; servers that do get it anyway."""
    ca: Path | None = None
    """The certificates to trust instead of the system's."""
    monitor: tuple[int, ...] = ()
    """The port of the servers' monitoring, where their settings can be read; or one for each of them."""

    def __str__(self) -> str:
        """The servers, without any secret."""
        return ", ".join(map(str, self.servers))


def read_address(path: str) -> Address:
    """The address in what follows `nats:`. Raises: JournalError, a sentence that says what to write."""
    place, _, query = path.removeprefix("//").partition("?")
    place, _, name = place.partition("/")
    login, _, hosts = place.rpartition("@")
    if not path.startswith("//") or not hosts:
        raise JournalError("A journal on NATS needs its servers; write {form}.", form=FORM)
    if name and not _NAME.fullmatch(name):
        raise JournalError(
            "{name} cannot be the name of a journal on NATS; use letters, digits, - and _.", name=repr(name)
        )
    settings = _settings(query)
    if login and "token" in settings:
        raise JournalError("A journal on NATS has only one login: leave out what is before @, or token-file=")
    user, colon, password = map(unquote, login.partition(":"))
    address = Address(
        tuple(_server(host) for host in hosts.split(",")),
        name or NAME,
        **{"user": user if colon else "", "password": password, "token": "" if colon else user, **settings},
    )
    if len(address.monitor) not in (0, 1, len(address.servers)):
        raise JournalError("Give NATS monitoring one port for all servers, or one for each.")
    return address


def _server(text: str) -> Server:
    found = _HOST.fullmatch(text)
    if found is None or not 0 < int(found[3] or PORT) < 1 << 16 or not _is_host(host := found[1] or found[2]):
        raise JournalError("{text} is not a server; write {form}.", text=repr(text), form=FORM)
    return Server(host, int(found[3] or PORT))


def _is_host(host: str) -> bool:
    """Whether a host can be asked for: whoever looks it up fails over any other name."""
    try:
        host.encode("idna")
    except UnicodeError:
        return False
    return host.isprintable()


def _settings(query: str) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for key, value in parse_qsl(query, keep_blank_values=True):
        match key:
            case "replicas" if value in ("1", "3", "5"):
                settings[key] = int(value)
            case "monitor" if _PORTS.fullmatch(value):
                settings[key] = tuple(int(port) for port in value.split(","))
            case "ca" if value:
                settings[key] = Path(value).expanduser()
            case "tls" if value in ("0", "1"):
                settings[key] = value == "1"
            case "token-file" if value:
                settings["token"] = read_credential(Path(value))
            case _ if key in _SETTINGS:
                raise JournalError(
                    "{value} cannot be the {key} of a journal on NATS; write for example {form}.",
                    value=repr(value),
                    key=key,
                    form=FORM,
                )
            case _:
                raise JournalError(
                    "A journal on NATS has no setting {key}; it has {known}.",
                    key=repr(key),
                    known=", ".join(_SETTINGS),
                )
    return settings
