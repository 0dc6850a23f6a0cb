"""Reminders by mail, over one mail server."""

import re
import smtplib
import ssl
from collections.abc import Mapping
from email.message import EmailMessage

from core.base.game import Refused
from core.base.message import Message, message
from core.correspondence.reminders import LONGEST_ADDRESS, NotSent
from frontends.locale.language import Language, language
from frontends.server.config import Reminders
from journal.blocking_threads import Threads

MOST_PORT = 65535
SECONDS = 20.0
"""For connecting, and for each answer."""
NO_MORE = message("To get no more of these, come back and type: remind off")
_SERVER = re.compile(r"(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]{1,253}):([0-9]{1,5})", re.ASCII)
_ADDRESS = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*", re.ASCII)


class Mail:
    """Sends one message for each reminder; its Message-ID is made of the reminder's id."""

    def __init__(self, settings: Reminders) -> None:
        """Raises: Refused for settings with which nothing could be sent."""
        server = _SERVER.fullmatch(settings.smtp)
        if not server or int(server[1]) > MOST_PORT:
            raise Refused("smtp in section [reminders] must be HOST:PORT, such as localhost:25.")
        if not _ADDRESS.fullmatch(settings.mail_from):
            raise Refused("mail_from in section [reminders] must be the mail address that reminders come from.")
        self._settings = settings
        self._threads = Threads("mail", 4)

    async def check(self, address: str) -> None:
        """Raises: Refused."""
        if not _ADDRESS.fullmatch(address) or len(address) > LONGEST_ADDRESS:
            raise Refused("That is not a mail address: type remind mail and one such as anna@example.org.")

    async def send(self, address: str, id: str, said: Message, code: str, data: Mapping[str, object]) -> None:
        """Raises: NotSent."""
        mail = self._mail(address, id, said, language(code))
        try:
            # It may be abandoned: then it is not known whether it was sent, and it is tried again.
            await self._threads.run(_deliver, self._settings, mail, abandon_on_cancel=True)
        except (smtplib.SMTPException, ssl.SSLError, OSError, UnicodeError) as error:  # which a password may raise
            raise NotSent(f"{type(error).__name__}: {error}") from error

    def _mail(self, address: str, id: str, said: Message, words: Language) -> EmailMessage:
        mail, sender = EmailMessage(), self._settings.mail_from
        mail["From"], mail["To"], mail["Subject"] = sender, address, "Parlour"
        mail["Message-ID"] = f"<{id}@{sender.rpartition('@')[2] or 'parlour'}>"
        mail["Auto-Submitted"] = "auto-generated"
        # Not every server takes letters with accents as they are.
        mail.set_content(f"{words.say(said)}\n\n{words.say(NO_MORE)}\n", cte="quoted-printable")
        return mail


def _deliver(settings: Reminders, mail: EmailMessage) -> None:
    host, _, port = settings.smtp.rpartition(":")
    # The name is given because it would be looked up, which may take longer than the mail.
    name = settings.mail_from.rpartition("@")[2] or "localhost"
    with smtplib.SMTP(host.strip("[]"), int(port), local_hostname=name, timeout=SECONDS) as server:
        if settings.mail_tls:
            server.starttls(context=ssl.create_default_context())
        if settings.mail_user:
            server.login(settings.mail_user, settings.mail_password)
        server.send_message(mail)
