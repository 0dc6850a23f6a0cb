"""How people are reached who are not in the house: the carriers that its settings allow."""

import logging
from collections.abc import Mapping

import attrs

from core.base.game import Refused
from core.base.message import Message
from core.correspondence.reminders import MAIL, WEBHOOK, Carrier, Carriers, NotSent, destination
from frontends.server import logs
from frontends.server.config import Reminders


def carriers(settings: Reminders) -> Carriers:
    """The carriers that a house allows. Raises: Refused when one of them needs what is not installed."""
    found: dict[str, Carrier] = {}
    if settings.webhooks:
        try:
            from frontends.server.notifications.webhook import Webhook
        except ImportError as error:
            raise Refused(
                "Webhooks need httpx: install it where Parlour is, or leave out webhooks in section [reminders]."
            ) from error
        found[WEBHOOK] = Logged(WEBHOOK, Webhook(allows_internal=settings.internal_webhooks))
    if settings.smtp:
        from frontends.server.notifications.mail import Mail

        found[MAIL] = Logged(MAIL, Mail(settings))
    return found


@attrs.frozen
class Logged:
    """A carrier that logs each sending, and counts it by its result."""

    by: str
    carrier: Carrier

    async def check(self, address: str) -> None:
        """Raises: Refused."""
        await self.carrier.check(address)

    async def send(self, address: str, id: str, said: Message, code: str, data: Mapping[str, object]) -> None:
        """Raises: NotSent."""
        result, why = "failed", "it took too long"
        try:
            await self.carrier.send(address, id, said, code, data)
            result = "sent"
        except NotSent as error:
            why = str(error)
            raise
        finally:
            # Only the host of a mail address: the rest tells who the person is.
            host = destination(self.by, address).rpartition("@")[2]
            told = {} if result == "sent" else {"why": why}
            logs.count(self.by, result)
            logs.note(logging.INFO, self.by, fault=None, id=id, to=host, result=result, **told)
