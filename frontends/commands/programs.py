"""`parlour programs`: a program plays at its own standard streams."""

import sys
from pathlib import Path

from core.sessions.identity.visitor import Resident
from core.sessions.parlour import Parlour
from frontends.commands.environment import check_input, command, open_house, own_name
from frontends.programs import stdio
from frontends.programs.door.program import Program
from frontends.programs.protocol.schema import schema
from frontends.server import logs
from frontends.terminal.standard_streams import show


def programs(journal: str, views: Path | None, prints: bool) -> int:
    """Answer the requests on standard input, or only show what they look like."""
    if prints:
        show(schema().rstrip("\n"))
        return 0
    return _programs(journal, views)


@command
async def _programs(journal: str, views: Path | None) -> int:
    check_input("give it requests, one JSON object a line")
    logs.configure("warning", sys.stderr)
    async with open_house(journal, views) as service:
        session = Parlour(service).at_home(Resident(service.directory, is_owner=True), keeps=journal != "memory:")
        session.be_called(own_name())
        await stdio.attend(Program(session), stdio.Streams())
    return 0
