"""What is said about a table as a whole: at its prompt, in its toolbar, in help, and when a game is over."""

from __future__ import annotations

from core.game import Game, Takeback, plain
from core.games import GAMES
from core.message import english
from core.table import LONGEST_NAME, TableView, tell_ending
from core.words import clean
from frontends.dialogue.fairness import proof

TALKING = """\
look       the position again        moves      what you can play
say WORDS  talk                      talk       what was said and done lately
"""
TAKING_BACK = """\
undo, redo, restart                  mark NAME, marks, return NAME   bookmarks
"""
HINTS = """\
hint       a proposal, with reasons  winnable   can this still be won?
"""
ASKING_BACK = """\
undo       take back your last move, if the other agrees
"""
LEAVING = """\
demo       the computer plays on (demo slow, demo fast)
save       keep the game             replay     step through it
resign     give up                   new        another game (new deal=12345)
table      its name and the way back to it
fair       what the house committed to, who gave luck, how to check it
stats      what you have played and won
screen, lines, ascii, utf8, colour on, colour off          quit
"""

ON_SCREEN = """\
'  talk      X  resign      L  lines of text      Q  leave
T  the table: your way back, what was said and done, the proof that it is fair
"""

KEYS_WHEN_OVER = "n new  r replay  q leave"
KEYS_WHEN_STUCK = "No more moves:  u undo  R restart  n new  q leave"
LOOKING_ON = "You are looking on: only players can do that."
WORDS_WHEN_OVER = "Type new for another game, replay to see this one again, or quit."


def words_for(game: Game, table: TableView) -> str:
    """The words that a table knows besides moves: a few lines for help."""
    asking = ASKING_BACK if game.takeback is Takeback.CONSENT else ""
    back = TAKING_BACK if table.takes_back_freely else asking
    return f"Besides moves:\n{TALKING}{back}{HINTS if game.hint else ''}{LEAVING}"


def keys_for(game: Game, table: TableView) -> str:
    """The keys that a table knows besides those of its game's screen: a few lines for help."""
    if game.takeback is not Takeback.CONSENT or game.seats == 1:
        return ON_SCREEN
    if table.takes_back_freely:
        return f"u y R  take back your last move, do it again, all from the start\n{ON_SCREEN}"
    return f"u  ask to take back your last move\n{ON_SCREEN}"


def bookmark(name: str) -> str:
    """A bookmark's name as the table will keep it."""
    return plain(clean(name, LONGEST_NAME))


def players(table: TableView) -> str:
    """Who plays whom."""
    return " against ".join(player.name or "a free seat" for player in table.players)


def ending(table: TableView) -> str:
    """How the game ended, in a sentence; empty while it runs."""
    return english(tell_ending(GAMES[table.game], table.outcome), table.names) if table.outcome else ""


def whose_turn(table: TableView) -> str:
    """Who is to move, or how it ended."""
    turn = table.turn
    if table.outcome:
        return ending(table)
    if not table.begun:
        return "waiting for a player"
    if table.seat in turn:
        return "your turn"
    return " or ".join(table.players[seat].name or "a free seat" for seat in turn) + " to move"


def is_stuck(table: TableView) -> bool:
    """Whether the game says of itself that nothing can be played any more."""
    return bool(getattr(table.view, "stuck", False)) and table.begun and table.outcome is None


def prompt_text(table: TableView, is_player: bool) -> str:
    """What stands before the cursor: nothing while a computer player thinks, so that what it does reads as one text."""
    if table.outcome:
        return "over> "
    if not is_player:
        return "watching> "
    if is_stuck(table):
        return "stuck> "
    if table.seat in table.turn:
        return "your move> "
    return "" if is_computers_turn(table) else "waiting> "


def is_computers_turn(table: TableView) -> bool:
    """Whether a computer player is to move, and can."""
    everybody = all(player.name for player in table.players)
    return everybody and any(table.players[seat].is_bot for seat in table.turn)


def toolbar(game: Game, table: TableView, status: str) -> str:
    """The table in one line."""
    return f"{game.title}: {players(table)} | {status or f'move {table.plays}'} | {whose_turn(table)}"


def bottom_when_over(table: TableView, columns: int) -> str:
    """How it ended and what now; where there is no room for both, what now comes first."""
    summary = whose_turn(table)
    both = f"{summary}  {KEYS_WHEN_OVER}"
    return both if len(both) < columns else f"{KEYS_WHEN_OVER}  {summary}"


def note_when_over(table: TableView, told: str) -> str:
    """What stands on the board when the game is over: what happened last, or the seed that was kept secret."""
    return told if table.deal is not None else f"House seed {table.house_seed}: T says how to check it."


def kind(table: TableView) -> str:
    """What sort of copy a table is, as it follows its name; empty for one that is none."""
    if table.origin is not None:
        return f", practice, from {table.origin.table}"
    return ", a copy, with help" if table.restored else ""


def waiting(table: TableView, joining: str) -> tuple[str, ...]:
    """What stands where the position will be, until the last seat is taken; `joining` is what the other types."""
    who = "whom the seat is kept for" if table.origin is not None else "who wants to play"
    return (
        f"{GAMES[table.game].title}, table {table.id}{kind(table)}: the game begins when all seats are taken.",
        f"Somebody {who} types: {joining}",
    )


def about(game: Game, table: TableView, way_back: str) -> str:
    """All there is to know about a table."""
    options = "".join(f", {name} {value}" for name, value in table.options.items())
    clock = f" {table.clock} seconds for a move." if table.clock else ""
    back = f"To come back: {way_back}\n" if way_back else ""
    return f"{game.title}{options}, table {table.id}{kind(table)}: {players(table)}.{clock}\n{back}{proof(table)}"
