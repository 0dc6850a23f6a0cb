"""What people wish for at a table besides moves, by key or by word, and what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.message import english
from core.table import Answer, Command, Mark, Redo, Resign, Restart, Return, TakeHint, Undo
from frontends.dialogue import demo, wanted, wording
from frontends.dialogue.effects import Effects, Judge, Open, Recall, Refresh, Say, Submit
from frontends.dialogue.pages import fitted
from frontends.dialogue.question import Question
from frontends.dialogue.wording import LOOKING_ON, bookmark
from frontends.screens.controls import Wish

if TYPE_CHECKING:
    from frontends.dialogue.seat import AtTable

_TAKEBACKS: dict[Wish, type[Undo | Redo | Restart]] = {Wish.UNDO: Undo, Wish.REDO: Redo, Wish.RESTART: Restart}


class Wishes:
    """The wishes of one person at a table."""

    def __init__(self, room: AtTable) -> None:
        self.room = room

    def grant(self, wish: Wish) -> Effects:
        """Do what was wished for, or ask back."""
        match wish:
            case Wish.QUIT:
                return self.room.quit()
            case Wish.STOP:
                return self.room.saving.stop()
            case Wish.HELP:
                return self._help()
            case Wish.REPAINT:
                return self.room.look()
            case Wish.LINES:
                return self.room.change_manner(screen=False)
            case Wish.SAVE:
                return self.room.saving.ask()
            case Wish.CHAT:
                return self.room.talk.ask(Question("Say:", self.say, wants_words=True))
            case Wish.NEW:
                return self.new("")
            case _:
                return self._grant_player(wish)

    def _grant_player(self, wish: Wish) -> Effects:
        seat = self.room.seat
        if seat is None:
            return self.room.complain(LOOKING_ON)
        match wish:
            case Wish.HINT:
                return self._hint()
            case Wish.RESIGN:
                return self._resign()
            case Wish.MARK:
                return self.room.talk.ask(Question("Name of the bookmark:", self._mark_if_named, wants_words=True))
            case Wish.MARKS:
                return self._choose_mark()
            case Wish.WINNABLE:
                return (Judge(),)
            case Wish.DEMO:
                return demo.start(self.room, "")
            case Wish.UNDO | Wish.REDO | Wish.RESTART:
                return self._take_back(wish, seat)
            case _:
                return ()

    def _resign(self) -> Effects:
        def answered(word: str) -> Effects:
            return (self.room.submit(Resign()),) if word == "yes" else ()

        return self.room.talk.ask(Question("Give up this game?", answered))

    def _take_back(self, wish: Wish, seat: int) -> Effects:
        seats = self.room.seats
        if wish is Wish.UNDO and len(seats) > 1:
            # One person plays all seats and need not be asked; the last move is that of whoever waits now.
            mover = next((other for other in seats if other not in self.room.table.turn), seat)
            other = next(other for other in seats if other != mover)
            # The answer is to a question that is only now put, so it has seen all there is.
            return (Submit(Undo(), mover, self.room.seen), Submit(Answer(yes=True), other, None))
        return (self.room.submit(_TAKEBACKS[wish]()),)

    def say(self, words: str) -> Effects:
        """Talk to the table, or as a spectator to the other spectators."""
        return (Say(words), Refresh()) if words else (Refresh(),)

    def _hint(self) -> Effects:
        game = self.room.game
        if game.hint is None:
            return self.room.complain(f"There are no hints in {game.title}.")
        hint = game.hint(self.room.table.view)
        if hint is None:
            return self.room.complain("There is nothing left to propose.")
        return self._noted(TakeHint(), english(hint, self.room.table.names))

    def mark(self, name: str) -> Effects:
        """Set a bookmark."""
        if self.room.seat is None:
            return self.room.complain(LOOKING_ON)
        return self._noted(Mark(name), f'Marked as "{bookmark(name)}".')

    def _mark_if_named(self, name: str) -> Effects:
        return self.mark(name) if name else ()

    def _noted(self, command: Command, sentence: str) -> Effects:
        """Submit something about which nothing is told but this sentence, once it is done."""
        return (self.room.submit(command, lambda: self.room.say(sentence)),)

    def marks(self) -> Effects:
        """List the bookmarks."""
        names = self.room.table.marks
        if not names:
            return self.room.say("There are no bookmarks yet: mark NAME sets one.")
        return self.room.say(f"Bookmarks: {', '.join(names)}. To go back to one: return NAME")

    def _choose_mark(self) -> Effects:
        if not self.room.table.marks:
            return self.room.complain("There are no bookmarks yet; m sets one.")
        known = ", ".join(self.room.table.marks)
        return self.room.talk.ask(Question(f"Go back to ({known}):", self._return_if_named, wants_words=True))

    def go_back(self, name: str) -> Effects:
        """Return to a bookmark."""
        return self.room.complain(LOOKING_ON) if self.room.seat is None else (self.room.submit(Return(name)),)

    def _return_if_named(self, name: str) -> Effects:
        return self.go_back(name) if name else ()

    def _help(self) -> Effects:
        room = self.room
        moves = room.game.notation.strip()
        if not room.talk.on_screen:
            text = f"{room.game.title}: how to type moves\n{moves}\n\n{wording.words_for(room.game, room.table)}"
            return room.read_out("\n".join(fitted(text, room.talk.look.columns)))
        keys = f"{room.face.keys.strip()}\n{wording.keys_for(room.game, room.table)}"
        text = f"{room.game.title}\n\n{keys}\nMoves as they are typed, after L:\n{moves}"
        return room.read_out(text)

    def new(self, words: str) -> Effects:
        """Another game: one like this, or what the words say. Raises: Refused for words that make no sense."""
        room = self.room
        order = wanted.read_another(words.split(), self._same()) if words else self._same()
        if room.table.outcome or not room.seats:
            return (order,)
        question = "Leave this game and begin another?"
        return room.talk.ask(Question(question, lambda word: (order,) if word == "yes" else ()))

    def _same(self) -> Open:
        """What opens a table like this one."""
        table = self.room.table
        opponent = ""
        if len(table.players) > 1:
            bots = any(player.is_bot for player in table.players)
            opponent = "computer" if bots else "hotseat" if len(self.room.seats) > 1 else "person"
        return Open(table.game, table.options, opponent, clock=table.clock)

    def replay(self) -> Effects:
        """Step through this game, and come back."""
        return (Recall(self.room.id),)
