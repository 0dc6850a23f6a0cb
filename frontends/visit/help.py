"""Help: a short first page with what most people do, and a page for each topic. All of it is made from the rows."""

from collections.abc import Sequence

from core.base.durations import MINUTE
from core.base.game import Refused
from core.base.message import Message, message
from core.base.text import clean
from frontends.locale.typed_words import own_word, usage
from frontends.screens.controls import EVERYWHERE
from frontends.terminal.pages import fitted
from frontends.visit.action import Action, Topic, help_lines, named, offered, typed_words
from frontends.visit.room import Room

TITLES: dict[Topic, Message] = {
    Topic.MOVES: message("Playing: moves, hints, rules and lessons"),
    Topic.PEOPLE: message("Other people: talk, invitations, who is here"),
    Topic.TOURNAMENT: message("Tournaments and ladders"),
    Topic.TIME: message("Clocks, slow games, vacations and stand-ins"),
    Topic.WATCHING: message("Watching, and who may watch you"),
    Topic.SAVING: message("Saves, bookmarks, replays and how to come back to a game"),
    Topic.BOTS: message("Bots: accounts for your programs"),
    Topic.LOOKS: message("Colours, characters, language and screen readers"),
    Topic.HOUSE: message("Your name, your results and this house"),
}
TOPICS = {topic.value: topic for topic in Topic}
MOST_LINES = 12
"""On the first page, in a usual window."""
LINES_OF_TOPICS = 2
FEWEST = 3
"""Actions on the first page, however small the window is."""
EVERYTHING = "all"
"""What is typed after help for all topics at once."""


async def help_(room: Room, rest: str) -> None:
    """What most people do here; or a topic, or one word."""
    wanted = rest.strip().lower()
    if not wanted:
        lines = first_page(room)
    elif wanted == EVERYTHING:
        lines = [line for topic in topics(room) for line in ("", *page(room, topic))][1:]
    elif wanted in TOPICS:
        lines = page(room, TOPICS[wanted])
    elif (action := named(room.actions, wanted, room.visit.words)) is not None:
        lines = _about_word(room, action)
    else:
        known = _named(topics(room), room)
        raise Refused('No help on "{word}". Type help and one of: {topics}.', word=clean(wanted, 20), topics=known)
    await room.visit.read(*lines)


def first_page(room: Room) -> list[str]:
    """What most people do in this room, and which topics there are: 12 lines at most, fewer in a small window."""
    shown = _named([topic for topic in topics(room) if topic not in room.quiet_topics], room)
    if room.visit.on_screen:
        more = message("For more, type help and one of these: {topics}. Words end with Enter.", topics=shown)
    else:
        more = message("For more, type help and one of these: {topics}.", topics=shown)
    above, below, those = room.help_above(), room.text(more), _common(room)
    look = room.visit.look
    for count in range(min(len(those), MOST_LINES - LINES_OF_TOPICS - len(above)), FEWEST, -1):
        lines = [*above, *_rows(room, those[:count]), below]
        if len(fitted("\n".join(lines), look.columns)) < look.rows:
            return lines
    return [*above, *_rows(room, those[:FEWEST]), below]


def _common(room: Room) -> list[Action[Room]]:
    """What most people do here, as far as it can be done now and concerns anybody."""
    those = [action for word in room.common if (action := named(room.actions, word)) is not None]
    return [action for action in offered(those, room) if action.topic not in room.quiet_topics]


def topics(room: Room) -> list[Topic]:
    """Those on which there is something to say here."""
    found = {action.topic for action in offered(room.actions, room)}
    return [topic for topic in Topic if topic in found]


def _named(those: Sequence[Topic], room: Room) -> tuple[str, ...]:
    """Topics as the person may type them."""
    return tuple(own_word(topic.value, room.visit.words) for topic in those)


def page(room: Room, topic: Topic) -> list[str]:
    """All of a topic."""
    rows = _rows(room, [action for action in room.actions if action.topic is topic])
    about = _about_tournaments(room) if topic is Topic.TOURNAMENT else []
    return [room.text(TITLES[topic]), "", *room.help_about(topic), *about, *rows]


def _about_tournaments(room: Room) -> list[str]:
    """By which rules they are played here."""
    from frontends.visit.text.tournament_page import rules  # few ever ask

    return [*map(room.text, rules(room.visit.session.allowance.budget.no_show_minutes * MINUTE)), ""]


def _about_word(room: Room, action: Action[Room]) -> list[str]:
    """One row, with the other words for it; why it cannot be done now, if so."""
    left = usage(action.word, action.takes, room.visit.words)
    said = [f"{left}  {room.text(action.help)}"]
    shown = left.partition(" ")[0]
    if same := tuple(word for word in typed_words((action,), room.visit.words) if word != shown):
        said.append(room.text(message("The same: {words}.", words=same)))
    if (objection := action.unless(room)) is not None:
        said.append(room.text(objection))
    return said


def _rows(room: Room, actions: Sequence[Action[Room]]) -> list[str]:
    visit = room.visit
    keys = room.shortcuts if visit.on_screen else None
    return help_lines(actions, room, visit.words, shortcuts=keys, columns=visit.look.columns)


HELP: Action[Room] = Action(
    "help",
    help_,
    message("the most common words; with a topic or a word, more"),
    aliases=("?", "commands"),
    keys=EVERYWHERE["help"],
    takes="[TOPIC]",
    has_own_words=True,
)
"""The row of every room but the door."""
