"""Saving a game at a table: to a file in front-ends that have files, else as a mark that can be returned to.

Saving is also what is offered to somebody who wants no other hand. If it then comes to nothing, play goes on as if
another hand had been asked for, so that the save can be tried again (manual page).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.game import plain
from core.table import Mark, Move
from frontends.dialogue.effects import Effects, Leave, Save, Submit, Write
from frontends.dialogue.question import Question

if TYPE_CHECKING:
    from frontends.dialogue.seat import AtTable


class Saving:
    """The questions about a save, and what follows from their answers."""

    def __init__(self, room: AtTable) -> None:
        self.room = room
        self.is_farewell = False
        """Whether the person wants no other hand, and leaves once the game is saved."""

    def ask(self) -> Effects:
        """Where to, or under what name."""
        talk = self.room.talk
        if self.room.seat is None:
            return self.room.complain("You are looking on: only players can save.")
        if not talk.has_files:
            return talk.ask(Question("Name of the save:", self._on_name, wants_words=True))
        if talk.path:
            return talk.ask(Question("Same file?", self._on_same_file))
        return self._ask_file()

    def on_stop(self, word: str) -> Effects:
        """No other hand is wanted: whether to save, yes or no."""
        seat = self.room.seat
        self.is_farewell = word == "yes"
        if self.is_farewell:
            return self.ask()
        return () if seat is None else (Submit(Move(seat, "stop")), Leave(), *self.room.go_home())

    def on_file_exists(self, path: str) -> Effects:
        """The file is there already."""

        def answered(word: str) -> Effects:
            return (Save(path, overwrite=True),) if word == "yes" else self._on_nothing()

        return self.room.talk.ask(Question("Overwrite file?", answered))

    def on_saved(self, sentence: str) -> Effects:
        """It worked: play goes on, unless this was good-bye."""
        if not self.is_farewell:
            return self.room.say(sentence)
        return (Leave(), *self.room.talk.use_screen(False), Write(sentence), *self.room.talk.home())

    def give_up(self) -> Effects:
        """It did not work: those who wanted to leave play another hand."""
        seat = self.room.seat
        if not self.is_farewell or seat is None:
            return ()
        self.is_farewell = False
        return (Submit(Move(seat, "another")),)

    def _ask_file(self) -> Effects:
        return self.room.talk.ask(Question("file:", self._on_file, wants_words=True))

    def _on_same_file(self, word: str) -> Effects:
        return (Save(self.room.talk.path, overwrite=True),) if word == "yes" else self._ask_file()

    def _on_file(self, path: str) -> Effects:
        return (Save(path),) if path else self._on_nothing()

    def _on_name(self, name: str) -> Effects:
        seat, mark = self.room.seat, plain(name)
        if not mark or seat is None:
            return self._on_nothing()
        saved = f'Saved as "{mark}". In the lobby: return {self.room.code} {mark}'
        return (Submit(Mark(seat, mark)), *self.on_saved(saved))

    def _on_nothing(self) -> Effects:
        return (*self.room.redraw(), *self.give_up())
