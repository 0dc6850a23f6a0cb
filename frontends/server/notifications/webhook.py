"""Reminders by HTTP POST.

Anybody may name an address, so the house must not be made to connect to its own network: a name is looked up once, only
public addresses are connected to, and the connection is made to the address that was checked. No redirect is followed,
and no answer is read.
"""

import ipaddress
import ssl
from collections.abc import Mapping

import httpx
import trio

from core.base.game import Refused
from core.base.message import Message
from core.correspondence.reminders import LONGEST_ADDRESS, NotSent
from frontends.locale.language import language
from journal.blocking_threads import Lookups, Threads

SECONDS = 10.0
"""For connecting, and for each part of the answer."""


class NotFound(NotSent):
    """The host's name has no address, or none in time."""


class Webhook:
    """Posts JSON: id, event, table, game, due (seconds since the epoch) and text."""

    def __init__(self, *, allows_internal: bool = False) -> None:
        self._allows_internal = allows_internal
        # A lookup that is given up goes on in its thread. So what strangers choose never takes what reminders need, and
        # for these there are more threads than hang at once: `outbox` has few on their way, each is given up after
        # `SECONDS`, and name servers that do not answer are asked for some three times as long.
        self._lookups_to_choose, self._lookups_to_send = Lookups("lookups of hosts", 8), Lookups("lookups to send", 32)
        self._threads = Threads("certificates", 1)
        self._trusted: ssl.SSLContext | None = None

    async def check(self, address: str) -> None:
        """Raises: Refused."""
        url = _parsed(address)
        if url is None:
            raise Refused("A webhook is an address such as https://example.org/hook, without blanks.")
        try:
            await self._looked_up(self._lookups_to_choose, url)
        except NotFound as error:
            raise Refused(
                "The host {host} was not found: check how it is written, or try again in a minute.", host=url.host
            ) from error
        except NotSent as error:
            raise Refused("Nothing can be sent to {host}: choose a public address.", host=url.host) from error

    async def send(self, address: str, id: str, said: Message, code: str, data: Mapping[str, object]) -> None:
        """Raises: NotSent."""
        url = _parsed(address)
        if url is None:
            raise NotSent("that is no address")
        host = url.netloc.decode()
        target = url.copy_with(host=await self._looked_up(self._lookups_to_send, url))
        # The certificates are read once, and in a thread: that takes as long as many moves.
        if self._trusted is None:
            self._trusted = await self._threads.run(httpx.create_ssl_context)
        trusted = self._trusted
        headers = {"Host": host, "Idempotency-Key": id, "User-Agent": "parlour"}
        try:
            async with (
                httpx.AsyncClient(timeout=SECONDS, verify=trusted, follow_redirects=False, trust_env=False) as client,
                client.stream(
                    "POST", target, json={**data, "text": language(code).say(said)}, headers=headers,
                    extensions={"sni_hostname": url.host},
                ) as answer,
            ):  # fmt: skip
                if not answer.is_success:
                    raise NotSent(f"the answer was {answer.status_code}")
        except (httpx.HTTPError, ssl.SSLError, OSError) as error:
            raise NotSent(f"{type(error).__name__}: {error}") from error

    async def _looked_up(self, lookups: Lookups, url: httpx.URL) -> str:
        """The address of the host. Raises: NotFound; NotSent for one that is not public."""
        try:
            with trio.fail_after(SECONDS):
                addresses = await lookups.addresses(url.host, url.port or 443)
        except trio.TooSlowError as error:
            raise NotFound("its name was not found in time") from error
        except (OSError, UnicodeError) as error:
            raise NotFound("its name is not known") from error
        if not addresses or not (self._allows_internal or all(map(is_public, addresses))):
            raise NotSent("it is not a public address")
        return addresses[0]


def _parsed(address: str) -> httpx.URL | None:
    try:
        url = httpx.URL(address)
    except (httpx.InvalidURL, TypeError, ValueError):
        return None
    is_plain = address.isascii() and address.isprintable() and " " not in address and len(address) <= LONGEST_ADDRESS
    return url if is_plain and url.scheme in ("http", "https") and url.host and not url.userinfo else None


def is_public(address: str) -> bool:
    """Whether an address is a global unicast one."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        embedded = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if embedded is not None:
            return is_public(str(embedded))
        if found in _NAT64:
            return is_public(str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)))
    return found.is_global and not found.is_multicast and not found.is_reserved


_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
