"""`parlour check`: put a game to the laws that every game keeps."""

import secrets

from core import laws
from core.base.game import Refused
from core.games import GAMES
from core.laws.random_play import Broken
from frontends.commands.environment import command
from frontends.commands.list_tables import game_named
from frontends.screens.laws import screen_for
from frontends.terminal.standard_streams import show
from journal.blocking_threads import Threads

_LAWS = Threads("laws", 1)


@command
async def check(game: str, examples: int) -> int:
    """Put a game to the laws that every game keeps."""
    rules = GAMES[game_named(game)]
    seed = secrets.token_bytes(16)
    try:
        # Nothing is kept, so Ctrl-C need not wait for the end of it.
        report = await _LAWS.run(laws.check, rules, examples, seed, screen_for(rules), abandon_on_cancel=True)
    except Broken as broken:
        raise Refused("{title} breaks a law: {why}", title=rules.title, why=str(broken)) from broken
    for law, count in report.counts.items():
        show(f"{count:>8}  {law.replace('_', ' ')}")
    show(f"{rules.title} keeps the laws: {report.examples} games of random play, seed {seed.hex()}.")
    return 0
