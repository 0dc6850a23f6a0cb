"""`parlour programs`: a program plays at its own standard streams."""

import sys
from pathlib import Path

from core.base.chance import SEED_BYTES
from core.sessions.identity.visitor import Resident
from core.sessions.parlour import Parlour
from frontends.commands.environment import Misfit, check_input, command, open_house, own_name
from frontends.programs import stdio
from frontends.programs.door.program import Program
from frontends.programs.protocol.schema import schema
from frontends.server import logs
from frontends.terminal.standard_streams import show


def programs(journal: str, views: Path | None, prints: bool, trains: bool) -> int:
    """Answer the requests on standard input, or only show what they look like."""
    if prints:
        show(schema().rstrip("\n"))
        return 0
    return _programs(journal, views, trains)


@command
async def _programs(journal: str, views: Path | None, trains: bool) -> int:
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
