"""`parlour export` and `import`: a game to a file, and back into a journal."""

from pathlib import Path

from core.base.game import Refused
from core.house.duels import check_told
from core.house.service import Service
from core.records.whole_table import folded
from core.replay import transfer
from core.replay.recorded_games import game_of
from core.sessions.at_table.fairness import grouped
from frontends.commands.environment import command, journal_option, open_house, warn_all
from frontends.commands.public_log.files import log_files
from frontends.terminal.standard_streams import show
from journal.game_lines import read_lines


@command
async def export_game(journal: str, id: str, file: Path, force: bool, log: str = "") -> int:
    """Write a game to a file, with proofs where a public log is named."""
    async with open_house(journal, reading=True) as service:
        await game_of(service.journal, id)
        await _check_not_late(service, id)
        if not force and transfer.is_there(file):
            raise Refused("{file} exists already: choose another name, or use --force.", file=str(file))
        last = await transfer.export(service, id, file, overwrite=force, log=log_files(log) if log else None)
    show(f"{last.seq} records of game {id} are in {file} now. They end in {grouped(last.hash)}.")
    return 0


@command
async def import_game(journal: str, file: Path) -> int:
    """Bring a game from a file into the journal."""
    lines = read_lines(file)
    warn_all(lines.notices)
    async with open_house(journal) as service:
        id = await transfer.restore(service, lines)
        table = await folded(id, await service.records(id))
    onward = "replay" if table.ended else f"play {table.game.name} --table"
    purpose = "see it" if table.ended else "go on with it"
    show(f"{file} is game {id} now: type parlour {onward} {id}{journal_option(journal)} to {purpose}.")
    return 0


async def _check_not_late(service: Service, id: str) -> None:
    """Raises: Refused for a running game that is shown late to all but its players, and for one of a duel whose deal is
    still to be played again."""
    owner = await service.directory.find_owner()
    async with service.table(id, attended=False) as live:
        table = live.table
        await check_told(service.journal, table)
        if table.delay and not table.ended and owner not in {chair.person for chair in table.chairs}:
            raise Refused("Watchers see game {id} late: export it when it is over.", id=id)
