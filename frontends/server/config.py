"""The settings of a house in one file, `parlour serve --config house.toml`: sections of figures, all with defaults.

A section is a frozen attrs class and a field of `Config` of the same name; its figures are made by `figure`, which
gives the default, the comment that `--print-config` shows, and the range. So a new setting is one line here, and is
read, checked and printed (`config_file`).
"""

from __future__ import annotations

from typing import Any

import attrs

from core.base.figures import figure
from core.correspondence.sending_limits import Quotas
from core.sessions.limits import Budget


@attrs.frozen
class Limits:
    """What the telnet house bears, and how long it waits."""

    connections: int = figure(2000, "People in the house at once.", least=1)
    connections_of_one_address: int = figure(32, "Of one address, or one /64 of IPv6.", least=1)
    arrivals_a_minute: float = figure(120, "From one address; as many at once.", least=1)
    addresses_of_a_network: int = figure(
        8, "A /24 of IPv4 or a /48 of IPv6 has room for as many as this many addresses.", least=1
    )
    door_places: int = figure(
        200, "Beside them, for people who have not said their name; with more, one of them makes room.", least=2
    )
    meeting_seconds: float = figure(0.4, "For a client to tell what it is, before it is greeted.", most=60)
    introduction_seconds: float = figure(
        2.0, "For a balancer of --proxy to begin to say who comes; a caller who waits longer is told so.", most=60
    )
    door_seconds: float = figure(120.0, "For saying one's name; scanners do not stay longer.", least=0.1)
    idle_seconds: float = figure(8 * 3600.0, "Without a key; long enough to watch a whole evening.", least=1)
    handshake_seconds: float = figure(10.0, "For a caller by TLS to shake hands.", least=0.1, most=300)
    handshakes: int = figure(256, "Callers by TLS who shake hands at once.", least=1)
    handshakes_of_one_address: int = figure(8, "Of one address, or one /64 of IPv6.", least=1)
    keep_alive_seconds: float = figure(60.0, "Between two signs of life on a silent connection.", least=1)
    goodbye_seconds: float = figure(5.0, "For a client to read the last words.", most=60)
    round_seconds: float = figure(1.0, "Between two looks after everybody.", least=0.1, most=60)


@attrs.frozen
class Traffic:
    """What one connection may send and be sent; what is more has to wait."""

    inputs_at_once: float = figure(100, "Lines and keys that are heeded as quickly as they come.", least=1)
    inputs_a_second: float = figure(40, "And from then on.", least=0.1)
    sizes_a_second: float = figure(
        10, "Changes of the window's size; of those between, the last one counts.", least=0.1
    )
    read_at_once: float = figure(
        65536, "Bytes that are read as quickly as they come; a command of telnet counts as 16.", least=4096
    )
    read_a_second: float = figure(8192, "And from then on.", least=16)
    sent_at_once: float = figure(
        1_048_576, "Bytes sent, after which the next line or key is heeded later.", least=65536
    )
    sent_a_second: float = figure(65536, "And from then on.", least=1024)
    typed_ahead: int = figure(
        256, "Lines and keys kept while the house is busy; the rest is dropped with a bell.", least=1
    )
    line_length: int = figure(1000, "Characters in a line; a longer one is refused.", least=80, most=65536)
    unsent_bytes: int = figure(65536, "Kept for a client that does not read; with more it is hung up on.", least=16384)


def _own_first(_: type, fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    return sorted(fields, key=lambda field: field.name in attrs.fields_dict(Quotas))


@attrs.frozen(field_transformer=_own_first)
class Reminders(Quotas):
    """How people may be told that it is their turn in games with days for each move; they choose it with remind."""

    webhooks: bool = figure(False, "Whether people may have reminders posted to a web address of theirs.")
    internal_webhooks: bool = figure(False, "Whether that may be an address of the house's own network.")
    smtp: str = figure("", "HOST:PORT of the mail server for reminders; empty for none.")
    mail_from: str = figure("", "The address that they come from.")
    mail_tls: bool = figure(True, "Whether the mail server is spoken to by STARTTLS.")
    mail_user: str = figure("", "Who the house is to the mail server; empty where that does not matter.")
    mail_password: str = figure("", "The password that goes with it.")


@attrs.frozen
class Config:
    """The whole file: all sections."""

    limits: Limits = Limits()
    traffic: Traffic = Traffic()
    budget: Budget = Budget()  # noqa: RUF009
    reminders: Reminders = Reminders()
