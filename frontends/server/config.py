"""The settings of a house in one file, `parlour serve --config house.toml`: sections of figures, all with defaults.

A section is a frozen attrs class and a field of `Config` of the same name; its figures are made by `figure`, which
gives the default, the comment that `--print-config` shows, and the range. So a new setting is one line here, and is
read, checked and printed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_type_hints

import attrs

from core.base.figures import COMMENT, HIGHEST, LEAST, figure
from core.base.game import Refused
from core.base.message import message
from core.correspondence.sending_limits import Quotas
from core.sessions.limits import Budget
from journal.atomic_files import explained


@attrs.frozen
class Limits:
    """How many callers the telnet house has room for, and how long it waits."""

    connections: int = figure(2000, "People in the house at once.", least=1)
    connections_of_one_address: int = figure(32, "From one address, or one /64 of IPv6.", least=1)
    arrivals_a_minute: float = figure(120, "Arrivals from one address; as many at once.", least=1)
    addresses_of_a_network: int = figure(8, "A /24 of IPv4 or a /48 of IPv6 has room for this many addresses.", least=1)
    door_places: int = figure(
        200, "Besides, for people who have given no name yet; beyond that, one of them makes room.", least=2
    )
    meeting_seconds: float = figure(0.4, "Time for a client to tell what it is, before it is greeted.", most=60)
    introduction_seconds: float = figure(
        2.0, "Time for a balancer of --proxy to begin to name the caller; then the caller is refused.", most=60
    )
    door_seconds: float = figure(120.0, "Time to give a name; then the house hangs up.", least=0.1)
    idle_seconds: float = figure(8 * 3600.0, "Time without a key; long enough to watch a whole evening.", least=1)
    handshake_seconds: float = figure(10.0, "Time for a caller by TLS to shake hands.", least=0.1, most=300)
    handshakes: int = figure(256, "Callers by TLS who shake hands at once.", least=1)
    handshakes_of_one_address: int = figure(8, "Of them from one address, or one /64 of IPv6.", least=1)
    keep_alive_seconds: float = figure(60.0, "Time between two signs of life on a silent connection.", least=1)
    goodbye_seconds: float = figure(5.0, "Time for a client to read the last words.", most=60)
    round_seconds: float = figure(
        1.0, "Time between two rounds in which the house looks after everybody.", least=0.1, most=60
    )


@attrs.frozen
class Traffic:
    """What one connection may send and be sent; the rest has to wait."""

    inputs_at_once: float = figure(100, "Lines and keys read as quickly as they come.", least=1)
    inputs_a_second: float = figure(40, "Lines and keys read after that.", least=0.1)
    sizes_a_second: float = figure(
        10, "Changes of the window's size; between two, only the last one counts.", least=0.1
    )
    read_at_once: float = figure(
        65536, "Bytes read as quickly as they come; a telnet command counts as 16.", least=4096
    )
    read_a_second: float = figure(8192, "Bytes read after that.", least=16)
    sent_at_once: float = figure(1_048_576, "Bytes sent before the next line or key has to wait.", least=65536)
    sent_a_second: float = figure(65536, "Bytes sent after that.", least=1024)
    typed_ahead: int = figure(
        256, "Lines and keys kept while the house is busy; the rest is dropped with a bell.", least=1
    )
    line_length: int = figure(1000, "Characters in a line; a longer one is refused.", least=80, most=65536)
    unsent_bytes: int = figure(
        65536, "Bytes kept for a client that does not read; beyond that the house hangs up.", least=16384
    )


def _own_first(_: type, fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    return sorted(fields, key=lambda field: field.name in attrs.fields_dict(Quotas))


@attrs.frozen(field_transformer=_own_first)
class Reminders(Quotas):
    """How people may be reminded of their turn in slow games; they choose it with `remind`."""

    webhooks: bool = figure(False, "Whether people may have reminders posted to their own web address.")
    internal_webhooks: bool = figure(False, "Whether that may be an address in the house's own network.")
    smtp: str = figure("", "HOST:PORT of the mail server for reminders; empty for none.")
    mail_from: str = figure("", "The address that reminders come from.")
    mail_tls: bool = figure(True, "Whether to use STARTTLS with the mail server.")
    mail_user: str = figure("", "The house's user name at the mail server; empty for none.")
    mail_password: str = figure("", "The password of that user.")


@attrs.frozen
class Listed:
    """What lists of such houses are told of this one, if their crawlers ask."""

    name: str = figure("Parlour", "The name of the house.")
    contact: str = figure("", "The mail address of whoever runs it; empty for none.")
    hostname: str = figure("", "The name under which it is called; empty for none.")
    website: str = figure("", "The address of its web page; empty for none.")
    port: int = figure(0, "Where people come by telnet; 0 for where this house listens.", most=65535)
    tls_port: int = figure(0, "The same by TLS; 0 for where this house listens, if it does.", most=65535)


@attrs.frozen
class Config:
    """The whole file: all sections."""

    limits: Limits = Limits()
    traffic: Traffic = Traffic()
    budget: Budget = Budget()  # noqa: RUF009
    reminders: Reminders = Reminders()
    listed: Listed = Listed()


# The file.

_WANTED = {
    bool: message("true or false"),
    int: message("a whole number"),
    float: message("a number"),
    str: message("a text in quotes"),
}


def read_config(text: str) -> Config:
    """The settings of a file, the default for those that are not given. Raises: Refused with section and key."""
    import tomllib  # Only a house with a file of settings needs it, and it takes 8 ms of who plays at home.

    try:
        told = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also for numbers too long, or lists too deep, to be read
        raise Refused("That is not TOML: {why}.", why=str(error)) from error
    sections = attrs.asdict(Config(), recurse=False)
    if unknown := told.keys() - sections.keys():
        raise Refused(
            "There is no section [{section}]: parlour serve --print-config shows them all.", section=min(unknown)
        )
    return attrs.evolve(Config(), **{name: _section(name, given, sections[name]) for name, given in told.items()})


def _section(section: str, given: Any, default: Any) -> Any:
    """A section with what is given for it in place of the defaults. Raises: Refused."""
    if not isinstance(given, dict):
        raise Refused("[{section}] must be {wanted}.", section=section, wanted=message("a section of its own"))
    fields, types = attrs.fields_dict(type(default)), get_type_hints(type(default))
    if unknown := given.keys() - fields.keys():
        raise Refused(
            'Section [{section}] has no key "{key}": parlour serve --print-config shows its keys.',
            section=section, key=min(unknown),
        )  # fmt: skip
    for key, value in given.items():
        type_, told = types[key], fields[key].metadata
        allowed = (int, float) if type_ is float else (type_,)
        if isinstance(value, bool) is not (type_ is bool) or not isinstance(value, allowed):
            raise Refused(
                "{key} in section [{section}] must be {wanted}.", key=key, section=section, wanted=_WANTED[type_]
            )
        if type_ in (int, float) and not told[LEAST] <= value <= told[HIGHEST]:
            raise Refused(
                "{key} in section [{section}] must be from {least} to {most}.",
                key=key, section=section, least=f"{told[LEAST]:g}", most=f"{told[HIGHEST]:.12g}",
            )  # fmt: skip
    return attrs.evolve(default, **{key: types[key](value) for key, value in given.items()})


def load_config(path: Path | None) -> Config:
    """The settings of a file; without one, the defaults. Raises: Refused, JournalError when it cannot be read."""
    if path is None:
        return Config()
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise explained(path, error) from error
    except UnicodeDecodeError as error:
        raise Refused("{path} is not in UTF-8: save it in UTF-8.", path=str(path)) from error
    try:
        return read_config(text)
    except Refused as refused:
        raise Refused("{path} cannot be used: {why}", path=str(path), why=refused.message) from refused


def print_config(config: Config) -> str:
    """The settings as a file, with a comment for each."""
    sections: list[str] = []
    for name, section in attrs.asdict(config, recurse=False).items():
        lines = [f"[{name}]"]
        for field in attrs.fields(type(section)):
            value = json.dumps(getattr(section, field.name), ensure_ascii=False)
            lines += [f"# {field.metadata[COMMENT]}", f"{field.name} = {value}"]
        sections.append("\n".join(lines) + "\n")
    return "\n".join(sections)
