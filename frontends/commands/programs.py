"""`parlour programs`: a program plays at its own standard streams, or a computer player is one."""

import hashlib
import os
import secrets
import sys
from pathlib import Path

from core.base.chance import SEED_BYTES
from frontends.commands.environment import Misfit, check_input, command, misfits
from frontends.terminal.standard_streams import show


def programs(journal: str, views: Path | None, prints: bool, bot: str, seed: int | None, trains: bool) -> int:
    """Answer the requests on standard input, show what they look like, or be a computer player that makes them."""
    if prints:
        from frontends.programs.protocol.schema import schema

        show(schema().rstrip("\n"))
        return 0
    return _bot(bot, seed) if bot else _programs(journal, views, trains)


@command
async def _programs(journal: str, views: Path | None, trains: bool) -> int:
    from core.sessions.identity.visitor import Resident
    from core.sessions.parlour import Parlour
    from frontends.commands.environment import open_house, own_name
    from frontends.programs import stdio
    from frontends.programs.door.program import Program
    from frontends.server import logs

    check_input("give it requests, one JSON object a line")
    if trains and journal != "memory:":
        raise Misfit("Training is in memory only: parlour --journal memory: programs --training")
    logs.configure("warning", sys.stderr)
    async with open_house(journal, views) as service:
        if trains:  # A book has one number then, so that all tables have the same.
            service.books.size, service.books.known_secret = 1, bytes(SEED_BYTES)
        session = Parlour(service).at_home(Resident(service.directory, is_owner=True), keeps=journal != "memory:")
        session.be_called(own_name())
        await stdio.attend(Program(session), stdio.Streams())
    return 0


@command
async def _bot(named: str, seed: int | None) -> int:
    # Nothing is loaded of a house, and nothing waited for but the next line: duels begin such a process for each pair.
    from core.games.features.bots import bot_of
    from frontends.programs.bot import BotProgram

    game, colon, level = named.partition(":")
    if not colon:
        raise Misfit("Name a game and a level: --bot mille:strong")
    with misfits():
        player = bot_of(game, level)
    check_input("give it the answers of a house, one JSON object a line")
    chance = secrets.token_bytes(32) if seed is None else hashlib.sha256(b"parlour bot%d" % seed).digest()
    BotProgram(player, chance).run(iter(sys.stdin.buffer.readline, b""), send)
    return 0


def send(octets: bytes) -> None:
    """Write it at once, to a pipe. Raises: BrokenPipeError."""
    while octets:
        octets = octets[os.write(1, octets) :]
