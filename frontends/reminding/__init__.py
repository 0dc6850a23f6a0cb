"""How people are reached who are not in the house: as far as the house's settings allow it."""

from __future__ import annotations

from core.reminders import Carrier, Carriers
from frontends.config import Reminders


def carriers(settings: Reminders) -> Carriers:
    """The ways that a house allows."""
    found: dict[str, Carrier] = {}
    if settings.webhooks:
        from frontends.reminding.webhook import Webhook  # which needs httpx

        found["webhook"] = Webhook(allows_internal=settings.internal_webhooks)
    if settings.smtp:
        from frontends.reminding.mail import Mail

        found["mail"] = Mail(settings)
    return found
