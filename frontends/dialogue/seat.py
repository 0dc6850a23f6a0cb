"""At a table, playing or looking on: what keys and lines do, and what is shown."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from core.game import Game
from core.games import GAMES
from core.table import Answer, Command, TableView
from frontends.dialogue import demo, wording
from frontends.dialogue.demo import Demo
from frontends.dialogue.effects import (
    Ask,
    Effects,
    GoOn,
    Leave,
    Outputs,
    PlayOn,
    Prefill,
    Refresh,
    Request,
    Resume,
    Ring,
    Show,
    Submit,
    Watch,
    Write,
)
from frontends.dialogue.fairness import grouped, proof
from frontends.dialogue.keys import press_key, take
from frontends.dialogue.lines import WISHES, WORDS, read_line
from frontends.dialogue.pages import Pages
from frontends.dialogue.question import Question
from frontends.dialogue.results import (
    Done,
    Entered,
    Failed,
    FileExists,
    Moved,
    Outdated,
    PlayedOn,
    Result,
    Saved,
)
from frontends.dialogue.room import Room
from frontends.dialogue.saving import Saving
from frontends.dialogue.stage import Bottom, fits, page, stage
from frontends.dialogue.wishes import Wishes
from frontends.screens import screen_of
from frontends.screens.controls import Screen, Wish
from frontends.terminal import Prompt

if TYPE_CHECKING:
    from frontends.dialogue.conversation import Conversation

REMEMBERED = 100
"""Sentences that can be read again on a screen, where they do not stand for long."""
LONGEST_NOTE = 100
"""Characters of what happened that fit where a board shows messages."""


class AtTable(Room):
    """At a table; the seat is None for those who look on."""

    uses_screen = True

    def __init__(self, talk: Conversation, entered: Entered) -> None:
        super().__init__(talk)
        self.id = entered.id
        self.table: TableView = entered.table
        self.seats = entered.seats
        self.code = entered.code
        self.told: deque[str] = deque(entered.told, REMEMBERED)
        self.is_back = entered.is_back
        self.game: Game = GAMES[entered.table.game]
        self.face: Screen = screen_of(entered.table.game, one_key=talk.one_key)
        self.hand: Any = self.face.idle(entered.table.view)
        self.note = ""
        self.said = ""
        """The last thing that was said, while it is shown at the bottom of a screen."""
        self.described = 0
        """The record up to which the position was put into words last, in line manner."""
        self.pages: Pages | None = None
        self.demo = Demo()
        self.saving: Saving = Saving(self)
        self.wishes: Wishes = Wishes(self)
        if entered.code:
            talk.codes = (*(code for code in talk.codes if code != entered.code), entered.code)

    @property
    def seat(self) -> int | None:
        """The seat through whose eyes one looks."""
        return self.table.seat

    @property
    def is_my_turn(self) -> bool:
        """Whether one may move now."""
        return self.seat is not None and self.seat in self.table.turn

    # Coming in.

    def enter(self) -> Effects:
        """Where one is, what happened lately, and the position."""
        lately = tuple(self.told)
        if self.talk.on_screen:
            self.note = _end_of(lately)
            return self.redraw(repaint=True)
        since = ("Since your last move:",) if self.is_back and lately else ()
        proof = () if self.table.deal is not None else (f"Commitment: {grouped(self.table.commitment)}",)
        told = tuple(Write(sentence) for sentence in (self._greeting(), *proof, *since, *lately))
        return (*told, *self.describe(), *self._tell_end(), Refresh())

    def _greeting(self) -> str:
        kind = wording.kind(self.table)
        if not self.seats:
            return f"You look on at table {self.id}{kind}: {self.game.title}."
        deal = f", deal {self.table.deal}" if self.table.deal is not None else ""
        clock = f", {self.table.clock} seconds a move" if self.table.clock else ""
        way_back = f" To come back later: {self.way_back_words}" if self.code and not self.talk.has_files else ""
        return f"{self.game.title}{deal}{clock}, table {self.id}{kind}.{way_back}"

    def _whereabouts(self) -> str:
        """The same for the bottom row of a screen, where the board says what is played."""
        kind = ", practice" if self.table.origin else ""
        if not self.seats:
            return f"You look on at table {self.id}{kind}. ? shows the keys."
        clock = f", {self.table.clock} seconds a move" if self.table.clock else ""
        way_back = f" To come back: {self.way_back_words}." if self.code and not self.talk.has_files else ""
        # All of the way back must be seen, so where the row has no room for everything the keys are left out.
        return f"Table {self.id}{kind}{clock}.{way_back}{'' if kind or clock else ' ? shows the keys.'}"

    @property
    def way_back_words(self) -> str:
        """What to type to come back to one's seat; empty for those who have none."""
        if not self.seats:
            return ""
        if self.talk.has_files:
            hotseat = " --hotseat" if len(self.seats) > 1 else ""
            return f"parlour play {self.table.game} --table {self.id}{hotseat}"
        return f"resume {self.code}"

    @property
    def way_back(self) -> Request:
        """What leads back to this table."""
        if self.code:
            return Resume(self.code)
        return GoOn(self.id, all_seats=len(self.seats) > 1) if self.seats else Watch(self.id)

    # What the table does.

    def answer(self, result: Result) -> Effects:
        """What the table did, or what became of a wish."""
        match result:
            case Moved():
                return self._on_moved(result)
            case Saved(sentence):
                return self.saving.on_saved(sentence)
            case Outdated():
                return self._on_outdated(result)
            case Failed(sentence):
                self.demo = self.demo.stopped()
                return (*self.complain(sentence), *self.saving.give_up())
            case Done(text) if "\n" in text:
                return self.read_out(text)
            case FileExists(path):
                return self.saving.on_file_exists(path)
            case PlayedOn(more):
                return () if more and self.table.outcome is None else demo.stop(self, "The demonstration is over.")
            case _:
                return super().answer(result)

    def _on_moved(self, moved: Moved) -> Effects:
        before, asked_before = self.table, self.standing
        self.table = moved.table
        self.told.extend(moved.told)
        self._settle(before)
        self.said = moved.said[-1] if moved.said else self.said
        self.note = self._note(moved) or self.note
        bell = (Ring(),) if self.standing and not asked_before else ()
        return (*bell, *self._tell(before, moved.told), Refresh())

    def _on_outdated(self, outdated: Outdated) -> Effects:
        """The new position is shown, and what was typed or chosen is kept, as far as there still is such a choice."""
        self.demo = self.demo.stopped()
        if self.talk.on_screen:
            if outdated.hand is not None and self.is_my_turn:
                self.hand = outdated.hand
                self._settle_hand()
            return self.complain(outdated.sentence)
        position = self.describe() if self.described < self.table.seq else ()
        kept = (Prefill(outdated.line),) if outdated.line else ()
        return (*position, Ring(), Write(outdated.sentence), *kept, Refresh())

    def _note(self, moved: Moved) -> str:
        """What happened, as far as the board has room for it; what was said stands at the bottom, like the end."""
        elsewhere = {*moved.said, wording.ending(self.table)}
        note = _end_of(tuple(sentence for sentence in moved.told if sentence not in elsewhere))
        return wording.note_when_over(self.table, note) if self.table.outcome else note

    def _settle(self, before: TableView) -> None:
        """The hands after the table has moved on; with other eyes they are other hands."""
        if self.table.seat != before.seat:
            self.hand = self.face.idle(self.table.view)
        else:
            self._settle_hand()
        if self.table.outcome and not before.outcome:
            self.demo = self.demo.stopped()
            self.said = ""

    def _settle_hand(self) -> None:
        if self.face.settle:
            self.hand = self.face.settle(self.hand, self.table.view)

    def _tell(self, before: TableView, told: tuple[str, ...]) -> Effects:
        """In line manner: what happened, the position where it counts, and the end of the game."""
        if self.talk.on_screen:
            return ()
        position = self.describe() if self._is_worth_describing(before) else ()
        end = self._tell_end() if not before.outcome else ()
        return (*(Write(sentence) for sentence in told), *position, *end)

    def _is_worth_describing(self, before: TableView) -> bool:
        """Whether the position is another one and somebody has to think about it.

        Asides leave it as it is. While others make several moves in a row it is described once, when the turn comes to
        the person (for those who look on: to somebody else); after a move of one's own only if what can be done now is
        something else altogether.
        """
        now = self.table
        if (now.view == before.view and now.begun == before.begun) or self.demo.is_running:
            return False
        if now.outcome or len(now.players) == 1 or now.plays < before.plays:
            return True
        if now.seat is None:
            return now.turn != before.turn
        if not self.is_my_turn:
            return False
        if not before.begun:
            return True
        could = self.game.moves(before.view)
        return now.seat != before.seat or not any(move in could for move in self.moves())

    def describe(self) -> Effects:
        """The position in words, in line manner; before the game has begun, what is waited for."""
        self.described = self.table.seq
        if not self.table.begun:
            return (Write("\n".join(self.waiting)),)
        return (Write("\n".join(self.face.describe(self.table.view, self.talk.look.columns))),)

    @property
    def waiting(self) -> tuple[str, ...]:
        """What is shown in place of a position until the game has begun."""
        at_home = f"parlour play {self.table.game} --table {self.id}"
        return wording.waiting(self.table, at_home if self.talk.has_files else f"join {self.id}")

    def submit(
        self, command: Command, then: Callable[[], Effects] | None = None, *, line: str = "", hand: Any = None
    ) -> Submit:
        """Ask something of the table from one's seat, in the position that is shown. Only for those who play."""
        if self.seat is None:
            raise ValueError(command)
        return Submit(command, self.seat, self.seen, then, line, hand)

    @property
    def seen(self) -> int:
        """The last record that the person had seen when they gave what is dealt with now."""
        return self.table.seq if self.talk.seen is None else min(self.talk.seen, self.table.seq)

    def _tell_end(self) -> Effects:
        if not self.table.outcome:
            return ()
        return (Write(f"{proof(self.table)}\n{wording.WORDS_WHEN_OVER}"),)

    @property
    def standing(self) -> Question | None:
        """Another's wish to take back a move, until it is answered or the game has moved on."""
        asker = self.table.asks
        mine = [seat for seat in self.seats if seat != asker]
        if asker is None or not mine or asker in self.seats or self.table.outcome:
            return None
        name = self.table.players[asker].name
        question = f"{name} asks to take back the last move: may it be? (y/n)"
        return Question(question, lambda word: (Submit(Answer(word == "yes"), mine[0], self.seen),))

    # What the person does.

    def line(self, text: str) -> Effects:
        """A move, or one of the words that every table knows."""
        return read_line(self, text)

    def key(self, key: str) -> Effects:
        """A key of the game's, or one that every table knows."""
        if self.talk.on_screen:
            return press_key(self, key)
        return self.wishes.grant(Wish.QUIT) if key == "c-c" else ()

    def moves(self) -> tuple[str, ...]:
        """The texts of the legal moves."""
        return tuple(self.game.moves(self.table.view)) if self.is_my_turn else ()

    def forget_said(self) -> None:
        """Make room at the bottom for what the person may do, where there is something to say about that."""
        if self.table.outcome or wording.is_stuck(self.table):
            self.said = ""

    def look(self) -> Effects:
        """The position again."""
        return self.redraw(repaint=True) if self.talk.on_screen else (*self.describe(), Refresh())

    def change_manner(self, *, screen: bool) -> Effects:
        """Draw the board in place, or scroll text, from now on."""
        if screen and not self.talk.look.single_keys:
            return self.complain("Your client sends whole lines only; telnet, PuTTY and the like can do more.")
        self.pages = None
        return (*self.talk.choose_manner(screen=screen), *self.look())

    def tell_all(self) -> Effects:
        """What was said and done lately, the newest last."""
        return self.read_out("\n".join(self.told) or "Nothing has happened yet.")

    def tell_about(self) -> Effects:
        """The table's name, the way back to it, the proof of its fairness; on a screen also what scrolled by."""
        about = wording.about(self.game, self.table, self.way_back_words)
        told = "".join(f"\n{sentence}" for sentence in self.told) if self.talk.on_screen else ""
        return self.read_out(f"{about}\n{told}" if told else about)

    def read_out(self, text: str) -> Effects:
        """A text of any length: in place of the board, or scrolled."""
        if not self.talk.on_screen:
            return (Write(text), Refresh())
        self.pages = Pages(text)
        return (Refresh(),)

    # What goes on by itself.

    def tick(self) -> Effects:
        """A demonstration moves on, or a screen whose choices run by."""
        if self.demo.is_running:
            return (PlayOn(),)
        pressed = self.face.press(self.hand, "tick", self.table.view)
        return take(self, pressed) if pressed.known else ()

    @property
    def pace(self) -> float | None:
        """Screens in which choices run by, and demonstrations, go on by themselves."""
        if self.demo.is_running:
            return self.demo.pace
        is_playing = self.talk.on_screen and self.is_my_turn and not self.pages
        return self.face.pace if is_playing and fits(self.face, self.talk.look) else None

    # Leaving.

    def quit(self) -> Effects:
        """Leave, after a question if a game is left that goes on."""
        if self.table.outcome or not self.seats:
            return (Leave(), *self.farewell())
        return self.talk.ask(Question("Really?", lambda word: (Leave(), *self.farewell()) if word == "yes" else ()))

    def farewell(self) -> Effects:
        """Go home, with a word on how to come back to a game that is not over."""
        goes_on = self.seats and not self.table.outcome
        kept = (Write(f"The game is kept. To go on with it: {self.way_back_words}"),) if goes_on else ()
        return (*self.talk.use_screen(False), *kept, *self.talk.home())

    # Showing.

    def say(self, sentence: str) -> Effects:
        """Tell the person something, where this manner shows it."""
        self.note = sentence
        return (Refresh(),) if self.talk.on_screen else (Write(sentence), Refresh())

    def prompt(self) -> Prompt:
        """Whose turn it is, with the moves for completion."""
        words = (*self.moves(), *WISHES, *WORDS)
        status = self.face.status(self.table) if self.face.status else ""
        text = "" if self.demo.is_running else wording.prompt_text(self.table, bool(self.seats))
        return Prompt(text, words, wording.toolbar(self.game, self.table, status))

    def redraw(self, repaint: bool = False) -> Outputs:
        """The prompt in line manner; the board, or a text over it, in screen manner."""
        look = self.talk.look
        if not self.talk.on_screen:
            return (Ask(self.prompt()),)
        if self.pages and not self.talk.question:
            return (Show(self.pages.picture(look), repaint),)
        if not self.table.begun:
            return (Show(page((*self.waiting, "", *proof(self.table).split("\n")), self._bottom(), look), repaint),)
        return (Show(_staged(self.face, self.table, self.hand, self.note, self._bottom(), look), repaint),)

    def _bottom(self) -> Bottom:
        question = self.talk.question
        if question is not None:
            return Bottom(f"{question.text} {question.typed}", is_asked=True)
        if self.demo.is_running:
            return Bottom(f"Demonstration, {self.demo.speed_words}.  +: faster  -: slower  any other key stops it")
        if self.said:
            return Bottom(self.said)
        if self.table.outcome:
            return Bottom(wording.bottom_when_over(self.table, self.talk.look.columns))
        if wording.is_stuck(self.table) and self.seats:
            return Bottom(wording.KEYS_WHEN_STUCK)
        return Bottom(self._whereabouts())


_staged = lru_cache(maxsize=256)(stage)


def _end_of(sentences: tuple[str, ...]) -> str:
    """As many of the last sentences as fit where a board shows messages."""
    shown = ""
    for sentence in reversed(sentences):
        longer = f"{sentence} {shown}".strip()
        if shown and len(longer) > LONGEST_NOTE:
            return shown
        shown = longer
    return shown
