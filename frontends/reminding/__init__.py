"""How people are reached who are not in the house: as far as the house's settings allow it."""

from __future__ import annotations

from core.game import Refused
from core.reminders import Carrier, Carriers
from frontends.config import Reminders


def carriers(settings: Reminders) -> Carriers:
    """The ways that a house allows. Raises: Refused when one of them needs what is not installed."""
    found: dict[str, Carrier] = {}
    if settings.webhooks:
        try:
            from frontends.reminding.webhook import Webhook
        except ImportError as error:
            raise Refused(
                "Webhooks need httpx: type pip install parlour[house], or leave out webhooks in section [reminders]."
            ) from error
        found["webhook"] = Webhook(allows_internal=settings.internal_webhooks)
    if settings.smtp:
        from frontends.reminding.mail import Mail

        found["mail"] = Mail(settings)
    return found
