"""At a table, playing or looking on: what keys and lines do, and what is shown."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from core.game import Game, Refused, plain
from core.games import GAMES
from core.table import (
    Answer,
    Command,
    Mark,
    Move,
    Redo,
    Resign,
    Restart,
    Return,
    Say,
    Sight,
    TakeHint,
    Undo,
    named_by,
)
from core.words import clean
from frontends.dialogue.effects import (
    Ask,
    Effects,
    Judge,
    Leave,
    Open,
    PlayOn,
    Recall,
    Ring,
    Show,
    Submit,
    Write,
)
from frontends.dialogue.question import Question
from frontends.dialogue.results import Done, Entered, Failed, FileExists, Moved, PlayedOn, Result
from frontends.dialogue.room import Room
from frontends.dialogue.saving import Saving
from frontends.dialogue.stage import overlay, stage
from frontends.screens import screen_of
from frontends.screens.controls import Pressed, Screen, Wish
from frontends.terminal import Prompt

if TYPE_CHECKING:
    from frontends.dialogue.conversation import Conversation

DEMO_PACE = 0.7
"""Seconds between two moves of a demonstration."""

HELP = """\
Besides moves:  look  the position again     moves  all legal moves    ?  this
say WORDS  talk   undo, redo, restart   hint   resign   new  another game
mark NAME, marks, return NAME  bookmarks    save   winnable   demo
screen, lines  the manner   code  how to come back   quit  leave the table
"""


class AtTable(Room):
    """At a table; the seat is None for those who look on."""

    uses_screen = True

    def __init__(self, talk: Conversation, entered: Entered) -> None:
        super().__init__(talk)
        self.sight: Sight = entered.sight
        self.seats = entered.seats
        self.code = entered.code
        self.told = entered.told
        self.game: Game = GAMES[entered.sight.game]
        self.face: Screen = screen_of(entered.sight.game, one_key=talk.one_key)
        self.hand: Any = self.face.idle(entered.sight.view)
        self.note = ""
        self.help = ""
        self.demo = False
        self.saving = Saving(self)
        if entered.code:
            talk.codes = (*(code for code in talk.codes if code != entered.code), entered.code)

    # Coming in, and what the table does.

    def enter(self) -> Effects:
        """Where one is, and the position."""
        self.note = self._greeting()
        if self.talk.on_screen:
            return self.redraw(repaint=True)
        told = tuple(Write(sentence) for sentence in self.told[-3:])
        return (Write(self.note), *told, *self._describe(), *self.redraw())

    def _greeting(self) -> str:
        if not self.seats:
            return f"You look on at table {self.sight.id}: {self.game.title}."
        way_back = f" To come back later: resume {self.code}" if self.code and not self.talk.has_files else ""
        return f"{self.game.title}, table {self.sight.id}.{way_back}"

    def answer(self, result: Result) -> Effects:
        """What the table did, or what became of a wish."""
        match result:
            case Moved(sight, told, by_others):
                return self._on_moved(sight, told, by_others)
            case Done(sentence):
                return self.saving.on_saved(sentence)
            case Failed(sentence):
                return (*self.complain(sentence), *self.saving.give_up())
            case FileExists(path):
                return self.saving.on_file_exists(path)
            case PlayedOn(more):
                self.demo = self.demo and more and self.sight.outcome is None
                return () if self.demo else self.say("The demonstration is over.")
            case _:
                return super().answer(result)

    def _on_moved(self, sight: Sight, told: tuple[str, ...], by_others: bool) -> Effects:
        asked_before = self.sight.asks
        self.sight, self.told = sight, told or self.told
        self.hand = self.face.settle(self.hand, sight.view) if self.face.settle else self.hand
        if told:
            self.note = told[-1]
        if sight.asks is not None and sight.asks != asked_before and self._may_answer:
            return (*self._news(told, by_others), Ring(), *self._ask_takeback())
        return (*self._news(told, by_others), *self.redraw())

    def _news(self, told: tuple[str, ...], by_others: bool) -> Effects:
        if self.talk.on_screen:
            return ()
        alone = len(self.sight.chairs) == 1 and bool(self.seats)
        position = self._describe() if by_others or (alone and told) else ()
        end = (Write(self._end()),) if self.sight.outcome else ()
        return (*(Write(sentence) for sentence in told), *position, *end)

    def _describe(self) -> Effects:
        return (Write("\n".join(self.face.describe(self.sight.view, self.talk.look.columns))),)

    def _end(self) -> str:
        return (
            f"The game is over; its seed was {self.sight.seed}, as promised by {self.sight.commitment[:16]}.... "
            "Type new for another, replay to see it again, or quit."
        )

    @property
    def seat(self) -> int | None:
        """The seat through whose eyes one looks."""
        return self.sight.seat

    @property
    def _may_answer(self) -> bool:
        return any(seat != self.sight.asks for seat in self.seats)

    def _ask_takeback(self) -> Effects:
        asker = self.sight.chairs[self.sight.asks].name if self.sight.asks is not None else ""
        answering = next(seat for seat in self.seats if seat != self.sight.asks)
        question = f"{asker} asks to take back the last move: may it be?"
        return self.talk.ask(Question(question, lambda word: (Submit(Answer(answering, word == "yes")),)))

    # Lines.

    def line(self, text: str) -> Effects:
        """A move, or one of the words that every table knows."""
        typed = plain(text)
        if not typed:
            return self.redraw()
        if typed in ("stop", "n", "no") and "stop" in self.moves():
            return self.wish(Wish.STOP)
        if self.seat is not None and self.seat in self.sight.view.turn and self._reads(typed):
            return (Submit(Move(self.seat, typed)),)
        word, _, rest = text.strip().partition(" ")
        return self._on_word(word.lower(), rest.strip())

    def _reads(self, typed: str) -> bool:
        try:
            self.game.read(self.sight.view, typed)
        except Refused:
            return False
        return True

    def moves(self) -> tuple[str, ...]:
        """The texts of the legal moves."""
        return tuple(self.game.moves(self.sight.view))

    def _on_word(self, word: str, rest: str) -> Effects:
        match word:
            case "say" | "'":
                return self._say(rest)
            case "look" | "l" | "r":
                return (*self._describe(), *self.redraw())
            case "moves":
                listed = ", ".join(self.moves())
                return self.say(f"You can play: {listed}" if listed else "There is nothing you can play now.")
            case "mark":
                return self._as_player(lambda seat: Mark(seat, rest))
            case "return":
                return self._as_player(lambda seat: Return(seat, rest))
            case "screen" | "lines":
                return self._change_manner(word == "screen")
            case "code":
                return self.say(f"To come back to your seat: resume {self.code}" if self.code else "You have no seat.")
            case "replay":
                return (Leave(), Recall(self.sight.id))
            case _ if word in _WISHES:
                return self.wish(_WISHES[word])
            case _:
                return self._not_a_move(f"{word} {rest}".strip())

    def _not_a_move(self, text: str) -> Effects:
        if self.seat is not None and self.seat in self.sight.view.turn:
            try:
                self.game.read(self.sight.view, plain(text))
            except Refused as refused:
                return self.complain(str(refused))
        if self.seats and self.sight.outcome is None:
            return self.complain(f'It is not your turn, and "{clean(text, 20)}" is no command; type ? for those.')
        return self.complain(f'"{clean(text, 20)}" is no command here; type ? for those.')

    def _change_manner(self, screen: bool) -> Effects:
        if screen and not self.talk.look.single_keys:
            return self.complain("Your client sends whole lines only; telnet, PuTTY and the like can do more.")
        self.talk.choose_manner(screen=screen)
        return (*self.talk.use_screen(screen), *self.enter())

    # Keys.

    def key(self, key: str) -> Effects:
        """A key of the game's, or one that every table knows."""
        if not self.talk.on_screen:
            return self.wish(Wish.QUIT) if key == "c-c" else ()
        if self.help:
            self.help = ""
            return self.redraw()
        self.demo = False
        pressed = self.face.press(self.hand, key, self.sight.view)
        return self._on_pressed(pressed) if pressed.known else self._on_common_key(key, pressed)

    def _on_common_key(self, key: str, pressed: Pressed) -> Effects:
        wish = _KEYS.get(key)
        if wish is not None:
            return self.wish(wish)
        self.note = pressed.message or f"{key} does nothing here; ? shows what the keys do."
        return (Ring(), *self.redraw())

    def _on_pressed(self, pressed: Pressed) -> Effects:
        self.hand, self.note = pressed.hand, pressed.message
        effects: Effects = (Ring(),) if pressed.bell else ()
        if pressed.wish is not None:
            return (*effects, *self.wish(pressed.wish))
        if pressed.move is not None and self.seat is not None:
            return (*effects, *self.redraw(), Submit(Move(self.seat, pressed.move)))
        return (*effects, *self.redraw())

    def tick(self) -> Effects:
        """A demonstration moves on, or a screen whose choices run by."""
        if self.demo:
            return (PlayOn(),)
        pressed = self.face.press(self.hand, "tick", self.sight.view)
        return self._on_pressed(pressed) if pressed.known else ()

    @property
    def pace(self) -> float | None:
        """Screens in which choices run by, and demonstrations, go on by themselves."""
        if self.demo:
            return DEMO_PACE
        mine = self.seat is not None and self.seat in self.sight.view.turn
        return self.face.pace if self.talk.on_screen and mine else None

    # Wishes.

    def wish(self, wish: Wish) -> Effects:
        """Something other than a move, by key or by word."""
        match wish:
            case Wish.QUIT:
                return self._quit()
            case Wish.STOP:
                return self.talk.ask(Question("Save game?", self.saving.on_stop))
            case Wish.HELP:
                return self._help()
            case Wish.REPAINT:
                return self.redraw(repaint=True)
            case Wish.LINES:
                return self._change_manner(False)
            case Wish.SAVE:
                return self.saving.ask()
            case Wish.CHAT:
                return self.talk.ask(Question("Say:", self._say, wants_words=True))
            case Wish.NEW:
                return self._new()
            case _:
                return self._wish_of_player(wish)

    def _wish_of_player(self, wish: Wish) -> Effects:
        if self.seat is None:
            return self.complain("You are looking on: only players can do that.")
        match wish:
            case Wish.HINT:
                return self._hint(self.seat)
            case Wish.RESIGN:
                seat = self.seat
                return self.talk.ask(Question("Give up this game?", lambda word: self._if(word, Resign(seat))))
            case Wish.MARK:
                return self.talk.ask(Question("Name of the bookmark:", self._mark, wants_words=True))
            case Wish.MARKS:
                return self._marks()
            case Wish.WINNABLE:
                return (Judge(),)
            case Wish.DEMO:
                self.demo = True
                return (
                    self.say("The computer plays on for you; any key stops it.") if self.talk.on_screen else (PlayOn(),)
                )
            case Wish.UNDO | Wish.REDO | Wish.RESTART:
                return (Submit(_TAKEBACKS[wish](self.seat)),)
            case _:
                return ()

    def _as_player(self, command: Any) -> Effects:
        if self.seat is None:
            return self.complain("You are looking on: only players can do that.")
        return (Submit(command(self.seat)),)

    def _if(self, word: str, command: Command) -> Effects:
        return (Submit(command),) if word == "yes" else self.redraw()

    def _say(self, words: str) -> Effects:
        name = self.sight.chairs[self.seat].name if self.seat is not None else self.talk.name
        return (Submit(Say(name, self.seat, words)),) if words else self.redraw()

    def _hint(self, seat: int) -> Effects:
        hint = self.game.hint(self.sight.view) if self.game.hint else None
        if self.game.hint is None:
            return self.complain("There are no hints in this game.")
        return self._with_note(hint or "There is nothing left to propose.", TakeHint(seat))

    def _mark(self, name: str) -> Effects:
        if not name or self.seat is None:
            return ()
        return self._with_note(f'Marked as "{plain(name)}".', Mark(self.seat, name))

    def _with_note(self, sentence: str, command: Command) -> Effects:
        """Submit something that nothing is told about; on a screen, what it leads to is drawn with the sentence."""
        if not self.talk.on_screen:
            return (Submit(command), *self.say(sentence))
        self.note = sentence
        return (Submit(command),)

    def _marks(self) -> Effects:
        if not self.sight.marks:
            return self.say("There are no bookmarks yet; m sets one.")
        known = ", ".join(self.sight.marks)
        return self.talk.ask(Question(f"Go back to ({known}):", self._return, wants_words=True))

    def _return(self, name: str) -> Effects:
        return (Submit(Return(self.seat, name)),) if name and self.seat is not None else ()

    def _help(self) -> Effects:
        text = (
            f"{self.game.title}\n\n{self.face.keys.strip()}\n\nMoves as they are typed:\n{self.game.notation.strip()}"
        )
        if self.talk.on_screen:
            self.help = f"{text}\n\nEverywhere: ' talk   L lines   ? help   (any key goes on)"
            return self.redraw()
        return (Write(f"{self.game.notation.strip()}\n{HELP}"), *self.redraw())

    def _new(self) -> Effects:
        opponent = ""
        if len(self.sight.chairs) > 1:
            bots = any(chair.is_bot for chair in self.sight.chairs)
            opponent = "computer" if bots else "hotseat" if len(self.seats) > 1 else "person"
        order = Open(self.sight.game, self.sight.options, opponent, clock=self.sight.clock)
        if self.sight.outcome or not self.seats:
            return (Leave(), order)
        question = Question(
            "Leave this game and begin another?", lambda word: (Leave(), order) if word == "yes" else ()
        )
        return self.talk.ask(question)

    # Leaving.

    def _quit(self) -> Effects:
        if self.sight.outcome or not self.seats:
            return (Leave(), *self.farewell())
        return self.talk.ask(Question("Really?", lambda word: (Leave(), *self.farewell()) if word == "yes" else ()))

    def farewell(self) -> Effects:
        """Go home, with a word on how to come back to a game that is not over."""
        if not self.seats or self.sight.outcome:
            return self.go_home()
        table = self.sight.id
        way = f"parlour play {self.sight.game} --table {table}" if self.talk.has_files else f"resume {self.code}"
        kept = Write(f"The game is kept. To go on with it: {way}")
        return (*self.talk.use_screen(False), kept, *self.talk.home())

    def go_home(self) -> Effects:
        """Back to where one came from."""
        return (*self.talk.use_screen(False), *self.talk.home())

    # Showing.

    def say(self, sentence: str) -> Effects:
        """Tell the person something, where this manner shows it."""
        self.note = sentence
        return self.redraw() if self.talk.on_screen else (Write(sentence), *self.redraw())

    def complain(self, sentence: str) -> Effects:
        """Tell the person what is wrong, with the bell."""
        return (Ring(), *self.say(named_by(self.sight.chairs, sentence)))

    def prompt(self) -> Prompt:
        """Whose turn it is, with the moves for completion."""
        words = (*self.moves(), *_WISHES, "moves", "look", "say ")
        return Prompt(self._prompt_text(), words, self._toolbar())

    def _prompt_text(self) -> str:
        if self.sight.outcome:
            return "over> "
        if not self.seats:
            return "watching> "
        return "your move> " if self.seat in self.sight.view.turn else "waiting> "

    def _toolbar(self) -> str:
        names = " against ".join(chair.name or "a free seat" for chair in self.sight.chairs)
        status = self.face.status(self.sight) if self.face.status else f"move {self.sight.plays}"
        return f"{self.game.title}: {names} | {status} | {self._whose_turn()}"

    def _whose_turn(self) -> str:
        turn = self.sight.view.turn
        if self.sight.outcome:
            return named_by(self.sight.chairs, self.sight.outcome.summary)
        if self.seat in turn:
            return "your turn"
        return " or ".join(self.sight.chairs[seat].name or "a free seat" for seat in turn) + " to move"

    def redraw(self, repaint: bool = False) -> Effects:
        """The prompt in line manner; the board, or help over it, in screen manner."""
        if not self.talk.on_screen:
            return (Ask(self.prompt()),)
        if self.help:
            return (Show(overlay(self.help, self.talk.look), repaint),)
        return (Show(_staged(self.face, self.sight, self.hand, self.note, self._bottom(), self.talk.look), repaint),)

    def _bottom(self) -> str:
        question = self.talk.question
        if question is not None:
            return f"{question.text} {question.typed}"
        if self.sight.outcome:
            return f"{self._whose_turn()}  n: new game  q: leave  :lines for replay"
        return ""


_staged = lru_cache(maxsize=256)(stage)

_WISHES = {
    "undo": Wish.UNDO,
    "redo": Wish.REDO,
    "restart": Wish.RESTART,
    "new": Wish.NEW,
    "hint": Wish.HINT,
    "marks": Wish.MARKS,
    "save": Wish.SAVE,
    "s": Wish.SAVE,
    "resign": Wish.RESIGN,
    "help": Wish.HELP,
    "?": Wish.HELP,
    "quit": Wish.QUIT,
    "q": Wish.QUIT,
    "demo": Wish.DEMO,
    "winnable": Wish.WINNABLE,
}
_KEYS = {
    "?": Wish.HELP,
    "'": Wish.CHAT,
    "L": Wish.LINES,
    "q": Wish.QUIT,
    "Q": Wish.QUIT,
    "c-c": Wish.QUIT,
    "c-l": Wish.REPAINT,
    "n": Wish.NEW,
    "X": Wish.RESIGN,
    "U": Wish.UNDO,
}
_TAKEBACKS: dict[Wish, type[Undo | Redo | Restart]] = {Wish.UNDO: Undo, Wish.REDO: Redo, Wish.RESTART: Restart}
