"""Computer players: what one is, and which there are. Each sees a view, as a person in its seat would, and answers a
move. Never a state.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from core.base.chance import Dice
from core.base.game import Refused
from core.base.lazy_import import Imported

NORMAL = "normal"
"""The level of a computer player that is asked for without one."""


class Bot(Struct, frozen=True):
    """A computer player for one game."""

    game: str
    name: str
    """How it is called at the table, in lists and in the journal for ever: "Comp", "Comp easy", "Comp strong"."""
    choose: Callable[[Any, Dice], str]
    """A view in which it is the viewer's turn, and dice of its own → a move as a person would type it; empty
    when it gives up. Everything it remembers is derived from the view, so a restart changes nothing."""
    slow: bool = False
    """Whether a choice may take more than a few milliseconds; it is then made in a worker process, for which
    `choose` must be a module-level function and the view picklable."""
    level: str = NORMAL
    """The word by which it is asked for."""


ALL: tuple[Bot, ...] = (
    Bot("mille", "Comp easy", Imported("core.games.mille.bot.easy", "choose"), level="easy"),
    Bot("mille", "Comp classic", Imported("core.games.mille.bot.classic", "choose"), level="classic"),
    Bot("mille", "Comp", Imported("core.games.mille.bot.normal", "choose")),
    Bot("mille", "Comp strong", Imported("core.games.mille.bot.strong", "choose"), level="strong"),
    Bot("elixir", "Adept easy", Imported("core.games.elixir.bot.easy", "choose"), level="easy"),
    Bot("elixir", "Adept", Imported("core.games.elixir.bot.normal", "choose"), slow=True),
    Bot("elixir", "Adept strong", Imported("core.games.elixir.bot.strong", "choose"), slow=True, level="strong"),
    Bot("terrace", "Stonemason", Imported("core.games.terrace.bot", "choose"), slow=True),
    Bot("pileon", "Abacus", Imported("core.games.pileon.bot", "choose"), slow=True),
)
"""Every computer player; those of one game from the weakest to the strongest."""
BOTS: dict[str, Bot] = {bot.game: bot for bot in ALL if bot.level == NORMAL}
"""The normal one by the name of the game."""


def levels(game: str) -> tuple[str, ...]:
    """The levels at which the computer plays a game, from the weakest to the strongest; empty when it does not."""
    return tuple(bot.level for bot in ALL if bot.game == game)


def bot_of(game: str, level: str = NORMAL) -> Bot:
    """The computer player of a level. Raises: Refused, which names the levels that there are."""
    for bot in ALL:
        if bot.game == game and bot.level == level:
            return bot
    if game not in BOTS:
        raise Refused("The computer does not play {game}.", game=game)
    raise Refused(
        'The computer has no level "{level}" in this game; choose {levels}.', level=level, levels=levels(game)
    )


def bot_named(game: str, name: str) -> Bot:
    """The computer player that sits at a table under this name; the normal one when no other is called so.

    Raises: Refused when no computer player knows the game.
    """
    return next((bot for bot in ALL if bot.game == game and bot.name == name), None) or bot_of(game)
