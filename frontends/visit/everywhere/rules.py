"""The rules of games, wherever one is, and why something happened; and what help has of rules on its second page."""

from core.base.message import Message, message
from core.base.text import plain
from core.games.features.guides import explain
from core.sessions.arrival import order_words
from frontends.visit.action import Action, Topic
from frontends.visit.room import Room
from frontends.visit.text import wording


async def rules(room: Room, rest: str) -> None:
    """How a game is played, or one part of that; without a name, the game that is shown here."""
    from frontends.screens.rulebook import asked, page_of  # loaded for who reads them

    visit, shown = room.visit, room.played
    here = (shown[0], shown[1].options) if shown else None
    game, options, topic = asked(here, rest.lower().split())
    await visit.read(page_of(game, options, topic, visit.look, in_pages=visit.on_screen))


async def why(room: Room, rest: str) -> None:
    """Why the last thing happened, or why a move is not allowed."""
    if room.played is not None:
        game, table = room.played
        await room.visit.read_column(*explain(game, table.view, plain(rest)))


def _topics() -> tuple[str, ...]:
    """The parts that rules may have."""
    from core.games.features.rulebook import TOPICS

    return tuple(TOPICS)


def unless_begun(room: Room) -> Message | None:
    """Why nothing can be said of a game that has not begun."""
    return None if room.played and room.played[1].begun else wording.NOT_BEGUN


RULES: Action[Room] = Action(
    "rules",
    rules,
    message("how a game is played, or one part: goal, play, scoring"),
    topic=Topic.MOVES,
    takes="[GAME] [PART]",
    has_own_words=True,
    more=lambda _: (*order_words.names(), *_topics()),
)
WHY: Action[Room] = Action(
    "why",
    why,
    message("why this happened, or why a move is not allowed"),
    topic=Topic.MOVES,
    takes="[MOVE]",
    has_own_words=True,
    keys=("!",),
    unless=unless_begun,
)
