"""Saving a game at a table: to a file in front-ends that have files, else as a mark that can be returned to.

Saving is also what is offered to somebody who wants no other hand. If it then comes to nothing, play goes on as if
another hand had been asked for, so that the save can be tried again (manual page).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.table import Mark, Move
from frontends.dialogue import wording
from frontends.dialogue.effects import Effects, Leave, Refresh, Save, Write
from frontends.dialogue.question import Question

if TYPE_CHECKING:
    from frontends.dialogue.seat import AtTable


class Saving:
    """The questions about a save, and what follows from their answers."""

    def __init__(self, room: AtTable) -> None:
        self.room = room
        self.is_farewell = False
        """Whether the person wants no other hand, and leaves once the game is saved."""
        self.saved: Any = None
        """The view as it was saved last."""

    def ask(self) -> Effects:
        """Where to, or under what name."""
        talk = self.room.talk
        if self.room.seat is None:
            return self.room.complain(wording.LOOKING_ON)
        if not talk.has_files:
            return talk.ask(Question("Name of the save:", self._on_name, wants_words=True))
        if talk.path:
            return talk.ask(Question("Same file?", self._on_same_file))
        return self._ask_file()

    def stop(self) -> Effects:
        """No other hand is wanted: the game can be saved, unless it just has been."""
        if self.saved == self.room.table.view:
            return self._end()
        return self.room.talk.ask(Question("Save game?", self._on_stop))

    def _on_stop(self, word: str) -> Effects:
        self.is_farewell = word == "yes"
        if self.is_farewell:
            return self.ask()
        return self._end() if word == "no" else ()

    def _end(self) -> Effects:
        """End the session, and go home with its result."""
        room = self.room
        if room.seat is None:
            return ()
        return (room.submit(Move("stop"), self._on_ended),)

    def _on_ended(self) -> Effects:
        result = (Write(wording.whose_turn(self.room.table)),) if self.room.talk.on_screen else ()
        return (Leave(), *self.room.talk.use_screen(False), *result, *self.room.talk.home())

    def on_file_exists(self, path: str) -> Effects:
        """The file is there already."""

        def answered(word: str) -> Effects:
            return (Save(path, overwrite=True),) if word == "yes" else self._on_nothing()

        return self.room.talk.ask(Question("Overwrite file?", answered))

    def on_saved(self, sentence: str) -> Effects:
        """It worked: play goes on, unless this was good-bye."""
        self.saved = self.room.table.view
        if not self.is_farewell:
            return self.room.say(sentence)
        return (Leave(), *self.room.talk.use_screen(False), Write(sentence), *self.room.talk.home())

    def give_up(self) -> Effects:
        """It did not work: those who wanted to leave play another hand."""
        if not self.is_farewell or self.room.seat is None:
            return ()
        self.is_farewell = False
        return (self.room.submit(Move("another")),)

    def _ask_file(self) -> Effects:
        return self.room.talk.ask(Question("file:", self._on_file, wants_words=True))

    def _on_same_file(self, word: str) -> Effects:
        return (Save(self.room.talk.path, overwrite=True),) if word == "yes" else self._ask_file()

    def _on_file(self, path: str) -> Effects:
        return (Save(path),) if path else self._on_nothing()

    def _on_name(self, name: str) -> Effects:
        mark = wording.bookmark(name)
        if not mark or self.room.seat is None:
            return self._on_nothing()
        saved = f'Saved as "{mark}". In the lobby: return {self.room.code} {mark}'
        return (self.room.submit(Mark(mark), lambda: self.on_saved(saved)),)

    def _on_nothing(self) -> Effects:
        return (Refresh(), *self.give_up())
