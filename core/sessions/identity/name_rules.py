"""Names that people take: what may be one, and why another may not.

In the house a name must not be taken for another's (`house_name`, and `free_names`); at home, where everybody knows
everybody, any name that can be shown will do (`read_name`).
"""

import unicodedata

from core.base.game import Refused
from core.base.message import SOMEBODY, message
from core.base.text import clean
from core.games.features.bots import ALL
from core.people import look_alike_names
from core.people.look_alike_names import skeleton
from core.table import LONGEST_NAME

_BOTS = tuple(bot.name for bot in ALL)
RESERVED = frozenset(
    skeleton(name)
    for name in (
        "computer", "comp", "bot", "house", "server", "system", "parlour", "admin", "administrator", "root", "operator",
        "sysop", "moderator", "staff", "dealer", "teacher", "spectator", "watcher", "player", "opponent", "you", "me",
        "everybody", "everyone", "all", "anybody", "anyone", "nobody", "none", SOMEBODY, "someone", "guest",
        "anonymous", "ordinateur", "maison", "serveur", "vous", "toi", "moi", "adversaire", "quelquun", "personne",
        "joueur", "tous", *_BOTS, *(name.split()[0] for name in _BOTS),
    )
)  # fmt: skip
"""The skeletons of names that are not for persons: those of the house, and those by which people mean one another."""
AT_HOME = frozenset(name.lower() for name in ("computer", SOMEBODY, *_BOTS))
"""Those that nobody has at home, either."""
COMMANDS = frozenset(
    (
        "new", "play", "list", "daily", "solitaire", "join", "watch", "observe", "resume", "saves", "return", "replay",
        "stats", "history", "best", "fair", "name", "go", "games", "register", "password", "forget", "rules", "learn",
        "who", "finger", "tell", "answer", "say", "kibitz", "channel", "shout", "ignore", "hear", "mute", "notices",
        "invite", "match", "seek", "unseek", "accept", "decline", "vacation", "remind", "screen", "lines", "reader",
        "language", "colour", "color", "ascii", "utf8", "mouse", "motion", "bell", "report", "admin", "help", "quit",
        "exit", "bye", "open", "logout", "commands", "tournament", "tournaments", "enter", "withdraw",
        "ladder", "bot", "bots", "sounds", "duel", "duels",
    )
)  # fmt: skip
"""The words of the lobby, which newcomers type at the door, too."""
OF_HOUSE = message("You cannot use that name: choose another.")


def read_name(text: str) -> str:
    """A name for a game at home. Raises: Refused, with what is wrong; nothing is left out silently."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if clean(name, len(name)) != name:
        raise Refused("That name has characters too wide or too narrow to show: choose another.")
    if len(name) > LONGEST_NAME:
        raise Refused("That name is too long: use {most} characters at most.", most=LONGEST_NAME)
    if not name:
        raise Refused("Type a name.")
    if name.lower() in AT_HOME:
        raise Refused(OF_HOUSE)
    return name


def house_name(text: str) -> str:
    """A name that may be had in the house, if nobody has it. Raises: Refused."""
    word = text.split()[0].lower() if text.split() else ""
    if word in COMMANDS:
        raise Refused("{word} is a command, not a name: type your name first.", word=word)
    name = look_alike_names.read_name(text)
    if skeleton(name) in RESERVED:
        raise Refused(OF_HOUSE)
    return name
