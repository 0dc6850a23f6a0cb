"""What makes the house compute passwords, or send something to somebody elsewhere."""

from __future__ import annotations

from tests.hostile.attacks.registry import Target, by, name_of

PASSWORD = "correct horse battery"


@by(100, 25, 100)
async def registrars(target: Target, number: int) -> None:
    """A hundred guests who register, all at once."""
    peer = await target.guest(number, is_drawn=True)
    while True:
        await peer.ask("register", "assword")
        await peer.ask(PASSWORD, "gain")
        await peer.ask(PASSWORD, "lobby> ")


@by(60, 60)
async def guessers(target: Target, number: int) -> None:
    """Sixty networks that sign in with wrong passwords to a name that one of them has registered, and hang up."""
    if number == 0:
        await registrars(target, number)
    peer = await target.caller(number, is_drawn=True)
    await peer.hear("Your name: ")
    await peer.ask(name_of(0), "assword")
    await peer.ask("wrong horse battery", ": ")
    peer.close()


REMINDING = """
[reminders]
webhooks = true
smtp = "127.0.0.1:9"
mail_from = "house@example.org"
mail_tls = false
"""


@by(60, 60, config=REMINDING)
async def reminders(target: Target, number: int) -> None:
    """Sixty guests who want mails and calls of the web, and type wrong codes."""
    peer = await target.guest(number)
    wishes = f"remind mail victim+{number}@example.org\n123456\nremind webhook http://x{number}.invalid/\nremind off\n"
    while True:
        await peer.put_all(wishes.encode())
