"""What all rooms of the house are made from: something to show, and something to do with what a person gives."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from core.base.game import Game, Refused
from core.base.message import Message, Name, message
from core.base.suggestions import meant
from core.base.text import clean
from core.sessions.at_table.seat import TableRef
from core.sessions.session import Sitting
from core.table import TableView
from frontends.locale.language import Language
from frontends.locale.typed_words import AFTER, english_of, in_english
from frontends.terminal.picture import Look, Picture
from frontends.terminal.terminal import Clicked, Dropped, Given, Prompt
from frontends.visit.action import Action, Topic, completions, do, keyed, named, typed_words
from frontends.visit.destination import Destination
from frontends.visit.stage import Question, Stage, text_picture
from frontends.visit.text.key_names import said_keys, shown_key

if TYPE_CHECKING:
    from frontends.visit.visit import Visit

PRESSED = {"enter": "enter", "space": " ", "esc": "escape", "tab": "tab"}
"""Keys of the key bar by what stands there, in lower case; all others stand there as they are."""

IN_LOBBY = message("in the lobby")


@cache
def standing_prompt(said: Message, words: Language) -> str:
    """A prompt that is always the same in a room: one object for all who read it in one language."""
    return f"{words.say(said)} "


class Room:
    """A place in the house, which knows whose visit it is.

    What awaits the person is a method that is awaited; what must not wait is plain.
    """

    actions: Sequence[Action[Any]] = ()
    common: tuple[str, ...] = ()
    """Words of what most people do here, the most important first: as many as fit are on help's first page."""
    shortcuts: Mapping[str, str] = {}
    """Keys that here are for an action, by its word, before those the action names."""
    listed: tuple[str, ...] = ()
    """The tables that were listed last: each its id, a tab, and what it is."""
    shown: Picture | None = None
    """The picture that was drawn last."""
    is_drawn = False
    """Whether there are pictures to show in screen mode."""
    has_accept_key = True
    """Whether an invitation may be accepted by a key."""
    due = math.inf
    """When `tick` is wanted, on trio's clock."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit

    @property
    def names(self) -> tuple[Name, ...]:
        """What the players of this room's game are called, by seat."""
        return ()

    @property
    def sitting(self) -> Sitting | None:
        """What the person has at the table of this room; None in a room of another kind."""
        return None

    @property
    def here(self) -> TableRef | None:
        """What leads back to the table the person is at; None in a room of another kind."""
        return None

    async def handle(self, received: Given) -> Destination | None:
        """Do what follows from an input. Returns: where to go, None to stay. Raises: Refused, JournalError."""
        return None

    def prompt(self) -> Prompt:
        """What stands before the cursor in line mode."""
        return Prompt("")

    def picture(self, question: Question | None, look: Look) -> Picture:
        """Everything as it is now, in screen mode."""
        return text_picture((), Stage(question=question), look)

    def note(self, sentence: str) -> None:
        """In screen mode: have this in the message rows until something replaces it."""

    def step_out(self) -> None:
        """Something comes that others who see the same are not told."""

    def tick(self) -> None:
        """`due` has come: something goes on by itself, for the last time unless a room sets it anew."""
        self.due = math.inf

    def begin_again(self) -> None:
        """Show the room anew, because the mode or the language is another one."""
        self.visit.redraw(repaint=True)

    def leave(self) -> None:
        """Forget the visit, because the person is in another room. So what is left is freed at once, by counting: in a
        house full of people nobody waits until a collector has looked for it."""
        del self.visit

    @property
    def played(self) -> tuple[Game, TableView] | None:
        """The game that is shown here, and how it is seen; None in a room of another kind."""
        return None

    @property
    def quiet_topics(self) -> frozenset[Topic]:
        """What help does not bring up by itself here, because it concerns nobody."""
        return frozenset()

    def lines(self) -> tuple[str, ...]:
        """Whole lines that make sense now, for completion."""
        return completions(self.actions, self, self.visit.words)

    def help_above(self) -> list[str]:
        """What help's first page begins with, before the actions."""
        return []

    def help_about(self, topic: Topic) -> list[str]:
        """What help's page on a topic begins with, before the actions."""
        return []

    # What letters mean, where single keys count and words can be typed, too.

    @property
    def move_words(self) -> frozenset[str]:
        """Words that are moves here."""
        return frozenset()

    def is_key(self, key: str) -> bool:
        """Whether a key does anything here."""
        return keyed(self.actions, key, self.shortcuts, self) is not None

    def chooses(self, key: str) -> bool:
        """Whether all that a key does now is to choose something, which `unchoose` undoes."""
        return False

    def unchoose(self) -> None:
        """Undo what the last key chose."""

    # What can be done, by words and keys.

    def text(self, said: Message) -> str:
        """A message in the person's language, with the players' names."""
        return self.visit.words.say(said, self.names)

    async def act(self, text: str) -> Destination | None:
        """Do what a line says, by its first word. Raises: Refused, also for a word that is no action here."""
        word, _, rest = text.strip().partition(" ")
        if (action := named(self.actions, word, self.visit.words)) is None:
            raise Refused(self.unknown(text))
        return await do(action, self, self.in_english(rest.strip()) if action.has_own_words else rest.strip())

    def options_in_english(self, text: str) -> list[str]:
        """The words of a text, of which only such as "chance=tortue" are put into English: others may be names."""
        return [self.in_english(word) if "=" in word else word for word in text.split()]

    def in_english(self, text: str) -> str:
        """What is typed after a word, or for a move of the game that is shown, with the English words for the person's
        own."""
        moves = self.played[0].words if self.played else ()
        return in_english(text, (*moves, *AFTER), self.visit.words)

    def elsewhere(self, word: str) -> Message | None:
        """What to say to a word that does something in another room; None for any other."""
        known, english = self.visit.vocabulary, word.lower()
        where = known.get(english) or known.get(english_of(word, known, self.visit.words) or "")
        if len(word) < 2 or where is None:
            return None
        if where is IN_LOBBY:
            return message('"{word}" works in the lobby: type leave first.', word=word)
        return message('"{word}" works {where}, not here.', word=word, where=where)

    def unknown(self, text: str) -> Message:
        """What to say to a line that is no action here."""
        word = text.split()[0]
        if (elsewhere := self.elsewhere(word)) is not None:
            return elsewhere
        near = meant(word, typed_words(self.actions, self.visit.words))
        return message('"{text}" is not a command here{near}; type ? for help.', text=clean(word, 20), near=near)

    async def press(self, key: str) -> Destination | None:
        """Do what a key is for. Raises: Refused, also for a key that is for nothing here."""
        if (action := keyed(self.actions, key, self.shortcuts, self)) is None:
            raise Refused(self.useless(key))
        return await do(action, self, "")

    def useless(self, key: str) -> Message:
        """What to say to a key that is for nothing here."""
        shown = said_keys(shown_key(key), self.visit.words)
        return message("{key} does nothing here; ? lists the keys.", key=shown)

    def spot_at(self, where: Clicked | Dropped) -> str:
        """The name of what was clicked on; empty where it is nothing."""
        return self.shown.spot(where.row, where.column) if self.shown else ""

    def key_at(self, clicked: Clicked) -> str:
        """The key of the key bar on which the person clicked; empty where it is none."""
        spot = self.spot_at(clicked)
        shown = spot.removeprefix("key ")
        return PRESSED.get(shown.lower(), shown) if spot.startswith("key ") else ""


class _Nowhere(Room):
    def __init__(self) -> None:
        """Of no visit, and of all."""

    def begin_again(self) -> None:
        """There is nothing to be shown anew."""

    def leave(self) -> None:
        """Nothing has to be forgotten."""


NOWHERE = _Nowhere()
"""Before the first room, and after the last: there is nothing to see but a question, and nothing to do."""
