"""The rules of games, wherever one is, and why something happened; and what help has of rules on its second page."""

from core.base.message import Message, message
from core.base.text import plain
from core.games.features.guides import BOOKS, explain
from core.games.features.rulebook import TOPICS
from core.sessions.arrival import order_words
from frontends.screens.rulebook import Played, asked, page_of
from frontends.terminal.pages import fitted
from frontends.visit.action import Action
from frontends.visit.room import Room
from frontends.visit.text import wording
from frontends.visit.visit import Visit


async def rules(room: Room, rest: str) -> None:
    """How a game is played, or one part of that; without a name, the game that is shown here."""
    visit, shown = room.visit, room.played
    here = (shown[0], shown[1].options) if shown else None
    game, options, topic = asked(here, rest.lower().split())
    await visit.read(page_of(game, options, topic, visit.look, in_pages=visit.on_screen))


async def why(room: Room, rest: str) -> None:
    """What the last thing came of, or what stands in the way of a move."""
    if room.played is not None:
        game, table = room.played
        await room.visit.read_column(*explain(game, table.view, plain(rest)))


def unless_begun(room: Room) -> Message | None:
    """Why nothing can be said of a game that has not begun."""
    return None if room.played and room.played[1].begun else wording.NOT_BEGUN


def after_help(visit: Visit, played: Played, text: str) -> str:
    """The text of help with the rules on the pages after it; in lines only the word that shows them."""
    game, options = played
    if game.name not in BOOKS:
        return text
    if not visit.on_screen:
        return f"{text}\n\n{visit.text(message('Type rules to read how the game is played.'))}"
    page = visit.look.rows - 1
    lines = fitted(text, visit.look.columns)
    lines += [""] * (-len(lines) % page)
    return "\n".join((*lines, page_of(game, options, "", visit.look, in_pages=True)))


RULES: Action[Room] = Action(
    "rules",
    rules,
    message("how a game is played, or one part: goal, play, scoring"),
    takes="[GAME] [PART]",
    more=lambda _: (*order_words.names(), *TOPICS),
)
WHY: Action[Room] = Action(
    "why",
    why,
    message("why it came out like this, or why a move is not allowed"),
    takes="[MOVE]",
    keys=("!",),
    unless=unless_begun,
)
