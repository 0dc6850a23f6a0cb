"""What is said about a table as a whole: at its prompt, in its toolbar, in help, and when a game is over."""

from __future__ import annotations

from core.game import Game, Takeback, plain
from core.table import Sight, named_by
from core.table.decide import LONGEST_NAME
from core.words import clean

TALKING = """\
look       the position again        moves      what you can play
say WORDS  talk                      talk       what was said and done lately
"""
TAKING_BACK = """\
undo, redo, restart                  mark NAME, marks, return NAME   bookmarks
hint       a proposal, with reasons  winnable   can this still be won?
"""
ASKING_BACK = """\
undo       take back your last move, if the other agrees
"""
LEAVING = """\
demo       the computer plays on (demo slow, demo fast)
save       keep the game             replay     step through it
resign     give up                   new        another game (new deal=12345)
table      its name, the way back to it, the proof that the shuffle is fair
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


def words_for(game: Game) -> str:
    """The words that a table of this game knows besides moves: a few lines for help."""
    back = {Takeback.FREE: TAKING_BACK, Takeback.CONSENT: ASKING_BACK, Takeback.NEVER: ""}
    return f"Besides moves:\n{TALKING}{back[game.takeback]}{LEAVING}"


def keys_for(game: Game) -> str:
    """The keys that every table of this game knows: a few lines for help."""
    return f"U  ask to take back your last move\n{ON_SCREEN}" if game.takeback is Takeback.CONSENT else ON_SCREEN


def bookmark(name: str) -> str:
    """A bookmark's name as the table will keep it."""
    return plain(clean(name, LONGEST_NAME))


def players(sight: Sight) -> str:
    """Who plays whom."""
    return " against ".join(chair.name or "a free seat" for chair in sight.chairs)


def whose_turn(sight: Sight) -> str:
    """Who is to move, or how it ended."""
    turn = sight.view.turn
    if sight.outcome:
        return named_by(sight.chairs, sight.outcome.summary)
    if sight.seat in turn:
        return "your turn"
    return " or ".join(sight.chairs[seat].name or "a free seat" for seat in turn) + " to move"


def is_stuck(sight: Sight) -> bool:
    """Whether the game says of itself that nothing can be played any more."""
    return bool(getattr(sight.view, "stuck", False)) and sight.outcome is None


def prompt_text(sight: Sight, is_player: bool) -> str:
    """What stands before the cursor: nothing while a computer player thinks, so that what it does reads as one text."""
    if sight.outcome:
        return "over> "
    if not is_player:
        return "watching> "
    if is_stuck(sight):
        return "stuck> "
    if sight.seat in sight.view.turn:
        return "your move> "
    return "" if is_computers_turn(sight) else "waiting> "


def is_computers_turn(sight: Sight) -> bool:
    """Whether a computer player is to move, and can."""
    everybody = all(chair.name for chair in sight.chairs)
    return everybody and any(sight.chairs[seat].is_bot for seat in sight.view.turn)


def toolbar(game: Game, sight: Sight, status: str) -> str:
    """The table in one line."""
    return f"{game.title}: {players(sight)} | {status or f'move {sight.plays}'} | {whose_turn(sight)}"


def bottom_when_over(sight: Sight, columns: int) -> str:
    """How it ended and what now; where there is no room for both, what now comes first."""
    summary = whose_turn(sight)
    both = f"{summary}  {KEYS_WHEN_OVER}"
    return both if len(both) < columns else f"{KEYS_WHEN_OVER}  {summary}"


def note_when_over(sight: Sight, told: str) -> str:
    """What stands on the board when the game is over: what happened last, or the seed that was kept secret."""
    return told if sight.deal is not None else f"Seed {sight.seed}: T shows what promised it."


def about(game: Game, sight: Sight, id: str, way_back: str) -> str:
    """All there is to know about a table."""
    options = "".join(f", {name} {value}" for name, value in sight.options.items())
    clock = f" {sight.clock} seconds for a move." if sight.clock else ""
    back = f"To come back: {way_back}\n" if way_back else ""
    return f"{game.title}{options}, table {id}: {players(sight)}.{clock}\n{back}{fairness(sight)}"


def fairness(sight: Sight) -> str:
    """What proves that the shuffle is fair: the promise, and once the game is over its seed."""
    if sight.deal is not None:
        return f"Deal {sight.deal}: whoever asks for that number gets the same."
    promise = f"Commitment: {sight.commitment}"
    if not sight.seed:
        return f"{promise}\nIt is made of the seed that decides all chance, and the seed is told at the end."
    return f"{promise}\nSeed: {sight.seed}, as promised; parlour verify checks every move by it."
