"""The room at a table: what lines, keys and clicks mean there."""

from typing import Any

import trio

from core.base.game import Refused
from core.base.message import Message, message
from core.base.suggestions import meant
from core.base.text import clean, plain
from core.games.features.titles import title_of
from core.sessions.at_table.play import clear_away
from core.sessions.at_table.seat import TableRef, seated
from core.sessions.at_table.watching import watchers
from core.table import Move
from frontends.locale.typed_words import in_english
from frontends.screens.controls import Pressed
from frontends.terminal.terminal import Clicked, Dropped, Given, Key, Line
from frontends.visit.action import Topic, do, named, typed_words, why_not
from frontends.visit.destination import Destination, Gone, ToLesson, ToReplay
from frontends.visit.lobby import own_games
from frontends.visit.stage import MESSAGE
from frontends.visit.table import queries
from frontends.visit.table.actions import bookmarks, play
from frontends.visit.table.actions.all_actions import ACTIONS, leave
from frontends.visit.table.at_table import AtTable
from frontends.visit.text import wording
from frontends.visit.text.key_names import said_keys
from frontends.visit.text.yes_no import yes_or_no
from frontends.visit.visit import Visit

CHOOSING = ("enter", " ", "tab", "up", "down", "left", "right", *"123456789")
"""Keys that choose what to play in every game, when it is one's turn."""
MOST_MOVES = 4
"""Lines about moves on help's first page."""
ALONE_AT_HOME = frozenset({Topic.TOURNAMENT, Topic.PEOPLE, Topic.WATCHING})
AT_END = ("n", "r", "R", "q", "W", "A", "S")
"""Keys that in every game are for what can be done once it is over."""
SHORTEST_MISSPELT = 4
"""Letters of a word that may rather be a command with a slip than a move."""


class Table(AtTable):
    """An `AtTable` in which the person can do something."""

    common: tuple[str, ...] = (
        "yes",
        "no",
        "stop",
        "rematch",
        "undo",
        "hint",
        "say",
        "leave",
        "rules",
        "new",
        "type",
        "who",
    )
    _unchosen: Any = None
    """What was chosen before the last key."""
    _grabbed: str = ""
    """The spot that was clicked on last, if that made no move."""

    async def handle(self, received: Given) -> Destination | None:
        """A move, or an action."""
        if self.crowd is not None:  # Those who play never are in one: their keys need not pass there.
            self.step_out()
        if self.is_shut_out:
            return None
        if self.frames:
            self.frames = ()
            self.wind()
        match received:
            case Key(key) if self.visit.on_screen:
                return await self._key(key)
            case Line(text):
                return await self._line(text)
            case Key(key):
                return await leave(self, "") if key in ("c-c", "c-d") else None
            case Clicked():
                return await self._click(received)
            case Dropped():
                return await self._drop(received)

    # Help.

    @property
    def quiet_topics(self) -> frozenset[Topic]:
        """Alone at home nobody else is there; elsewhere, somebody may watch who plays alone."""
        if self.visit.session.is_home and self.seats:
            return ALONE_AT_HOME
        is_alone = len(self.table.players) == 1 and self.seats and not watchers(self.own)
        return frozenset({Topic.WATCHING}) if is_alone else frozenset()

    def help_above(self) -> list[str]:
        """The game, and the first of its keys, or how moves are typed."""
        moves = self._keys() if self.visit.on_screen else self.text(self.game.notation).split("\n")
        return [title_of(self.game.name, self.table.options), *moves[:MOST_MOVES]]

    def help_about(self, topic: Topic) -> list[str]:
        """Of moves: all keys of the game on a screen, and how moves are typed."""
        if topic is not Topic.MOVES:
            return []
        typed = [self.text(message("How to type moves:")), *self.text(self.game.notation).split("\n"), ""]
        return [*self._keys(), "", *typed] if self.visit.on_screen else typed

    def _keys(self) -> list[str]:
        words = self.visit.words
        keys = [(said_keys(key, words), words.say(what)) for key, what in self.face.keys]
        width = max((len(key) for key, _ in keys), default=0)
        return [f"{key:<{width}}  {what}" for key, what in keys]

    # Lines.

    async def _line(self, text: str) -> Destination | None:
        typed = plain(text)
        move = self._move(text)
        if self.curtain and typed and self.visit.on_screen:  # Only Enter alone lifts it, so that no word does.
            return await self._line_at_curtain(typed)
        if self.curtain or not typed:
            self._lift_curtain()
        elif self.asker is not None and (yes := yes_or_no(typed, self.visit.words)) is not None:
            await play.answer(self, yes=yes)
        elif move in ("n", "no") and self.may_stop:
            return await bookmarks.stop(self, "")
        elif self.is_my_turn and self._objection(move) is None:
            await self.submit(Move(move), line=text)
        elif text.startswith("'"):
            await play.say(self, text.lstrip("' "))
        else:
            return await self.act(text)
        return None

    async def _line_at_curtain(self, word: str) -> Destination | None:
        action = named(self.actions, word, self.visit.words)
        if action is None or action.word != "leave":
            raise Refused(wording.pass_on(self.table))
        return await leave(self, "")

    def _lift_curtain(self) -> None:
        was_down, self.curtain = self.curtain, False
        if was_down and not self.visit.on_screen:
            self.describe()
        self.visit.redraw()

    def _own_answer(self, text: str) -> bool | None:
        """What somebody means who answers a question of the game in their own language; None for anything else."""
        words = self.visit.words
        return yes_or_no(text, words) if words.has_typed_words and self.face.asks(self.table.view) else None

    def _move(self, text: str) -> str:
        """A typed text as a move would be typed in English."""
        if (yes := self._own_answer(text)) is not None:
            return "yes" if yes else "no"
        return plain(in_english(text, self.game.words, self.visit.words))

    def _objection(self, typed: str) -> Message | None:
        """Why a text is no move at all; None when it is one, be it legal or not."""
        return why_not(self.game.read, self.table.view, typed)

    def unknown(self, text: str) -> Message:
        """What to say to a line that is neither an action nor a move that can be made now."""
        word = text.split()[0]
        near = meant(word, typed_words(self.actions, self.visit.words))
        if word.lower() not in self.move_words and (elsewhere := self.elsewhere(word)) is not None:
            return elsewhere
        is_misspelt = bool(near) and word.isalpha() and len(word) >= SHORTEST_MISSPELT
        if self.seats and self.table.begun and not self.table.outcome:
            objection = self._objection(self._move(text))
            if self.is_my_turn and objection and not is_misspelt:
                return objection
            if objection is None:
                return self._not_your_turn()
        return message('"{text}" is not a command here{near}; type ? for help.', text=clean(text, 20), near=near)

    def _not_your_turn(self) -> Message:
        return message("It is not your turn: {turn}.", turn=wording.whose_turn(self.table))

    # Keys.

    async def _key(self, key: str) -> Destination | None:
        if self.curtain:
            if key == "enter":
                self._lift_curtain()
            return await leave(self, "") if key in ("q", "c-c", "c-d") else None
        if self.asker is not None and (yes := yes_or_no(key, self.visit.words)) is not None:
            await play.answer(self, yes=yes)
            return None
        if (pressed := self._pressed(key)) is not None:
            return await self._follow(pressed)
        # Nothing is chosen that Escape could take back.
        return await self.press(key) if key != "escape" else None

    def _pressed(self, key: str) -> Pressed | None:
        """What a key did on the game's screen; None where it is for the table."""
        table = self.table
        if not table.begun or (table.outcome and key in AT_END):
            return None
        if (yes := self._own_answer(key)) is not None:
            key = "y" if yes else "n"
        pressed = self.face.press(self.input, key, table.view)
        return pressed if pressed.known and not (table.outcome and pressed.message) else None

    @property
    def move_words(self) -> frozenset[str]:
        """The words among the game's moves."""
        return self.face.move_words

    def is_key(self, key: str) -> bool:
        """Whether the game or the table has a use for it."""
        self.step_out()
        return self._pressed(key) is not None or super().is_key(key)

    def chooses(self, key: str) -> bool:
        """Whether it only changes what is chosen on the board."""
        self.step_out()
        if self.curtain or self.asker is not None or (pressed := self._pressed(key)) is None:
            return False
        return pressed.move is None and not pressed.action and pressed.message is None

    def unchoose(self) -> None:
        """Have chosen again what was chosen before the last key."""
        self.input = self.face.settle(self._unchosen, self.table.view) if self.face.settle else self._unchosen

    def useless(self, key: str) -> Message:
        """What to say to a key that is for nothing here, or not now."""
        if self.table.outcome:
            return self.over
        if self.seats and self.table.begun and not self.is_my_turn and key in CHOOSING:
            return self._not_your_turn()
        return super().useless(key)

    async def _follow(self, pressed: Pressed) -> Destination | None:
        """What a key did on the game's screen: another input state, a message, an action, a move."""
        before, self.input = self.input, pressed.input
        self._unchosen = before
        if pressed.message is not None:
            self.message = (self.text(pressed.message),)
        if pressed.bell:
            self.visit.ring()
        if pressed.move is not None:
            # The picture comes with what follows from the move: the table's news, or the sentence that refuses it.
            await self.submit(Move(pressed.move), input=before)
            return None
        if self.face.pace is not None:
            self.wind()
        self.visit.redraw()
        action = named(self.actions, pressed.action) if pressed.action else None
        return await do(action, self, "") if action else None

    async def _click(self, clicked: Clicked) -> Destination | None:
        if key := self.key_at(clicked):
            return await self._key(key)
        spot, self._grabbed = self.spot_at(clicked), ""
        if self.curtain:
            self._lift_curtain()
        elif spot == MESSAGE:
            await queries.lately(self, "")
        elif spot and self.table.begun:
            seq = self.table.seq
            going = await self._key(f"{'double' if clicked.is_double else 'click'} {spot}")
            self._grabbed = spot if self.table.seq == seq else ""
            return going
        return None

    async def _drop(self, dropped: Dropped) -> Destination | None:
        """What was dragged is put down, if it can be."""
        spot, grabbed, self._grabbed = self.spot_at(dropped), self._grabbed, ""
        if self.face.drag is None or not grabbed or not spot or spot == grabbed or not self.is_my_turn:
            return None
        return await self._follow(self.face.drag(self.input, grabbed, spot, self.table.view))


async def table(visit: Visit, going: TableRef) -> Destination:
    """Sit or stand at a table until one leaves it. Raises: Refused, JournalError when it cannot be come to."""
    async with seated(visit.session, going) as seat:
        await visit.terminal.turn()  # The first picture takes the longest of all.
        at = Table(visit, seat, ACTIONS)
        try:
            with at.following():
                visit.enter(at)
                await own_games.catch_up(visit, at.id)
                at.enter()
                left = await visit.converse()
        except (Gone, trio.Cancelled):  # The connection is lost, or the window was closed.
            await clear_away(seat)
            raise
        if not isinstance(left, ToReplay | ToLesson) and left != going and at.saved is None:
            await clear_away(seat)
        return left


# Actions that need the whole table of them, or lead elsewhere.
