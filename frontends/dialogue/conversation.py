"""A person's conversation without I/O: lines, keys and results in, effects out. Every front-end shares it.

The person is always in one *room* (door, lobby, table, replay), and may have been asked a *question*, which then
gets the next line or keys. In line manner text scrolls and lines are typed; in screen manner a table or a replay
is a picture and single keys count. The door and the lobby are always lines.

The shell calls `start` once, `receive` with what came from the person, `answer` with what became of a request, and
`tick` when `pace` seconds have gone by since the last call; and it carries out, in order, the effects that each of
them returns. What fails ends the effects it is one of; where there is `Refresh`, it puts out what `redraw` returns.
"""

from __future__ import annotations

import attrs

from frontends.dialogue.effects import (
    Adapt,
    Ask,
    Effects,
    HangUp,
    Leave,
    Outputs,
    Refresh,
    Request,
    Ring,
    UseScreen,
    Write,
)
from frontends.dialogue.lobby import Door, Lobby
from frontends.dialogue.question import Question
from frontends.dialogue.replay import AtReplay
from frontends.dialogue.results import Broken, Entered, Recalled, Result, Submitted
from frontends.dialogue.room import Room
from frontends.dialogue.seat import AtTable
from frontends.screens.picture import Look
from frontends.terminal import Closed, Input, Key, Line, Prompt, Resized


class Conversation:
    """One person's conversation with the house."""

    def __init__(
        self,
        look: Look,
        *,
        screen: bool,
        name: str = "",
        errand: Request | None = None,
        path: str = "",
        has_files: bool = False,
        one_key: bool = False,
        is_private: bool = False,
    ) -> None:
        """Someone comes in.

        Args:
            look: the person's terminal.
            screen: whether the person likes screen manner.
            name: how the person is called; empty asks at the door.
            errand: what the person came for; the conversation ends when it is done. None leads to the lobby.
            path: the file the game was restored from.
            has_files: whether saving writes files; if not, it sets marks.
            one_key: whether games with a one-key manner are played in it.
            is_private: whether the journal holds nothing but the game that the person has in a file.
        """
        self.look = look
        self.screen = screen
        self.name: str = name
        self.errand = errand
        self.path = path
        self.has_files = has_files
        self.one_key = one_key
        self.is_private = is_private
        self.asked: Question | None = None
        """What must be answered before anything else."""
        self.on_screen = False
        self.has_chosen = False
        self.codes: tuple[str, ...] = ()
        """Of the seats taken in this visit, the last one last."""
        self.seen: int | None = None
        """The last record that the person had seen of their table when they gave what is received now; None is all."""
        self.room: Room = Room(self)

    @property
    def question(self) -> Question | None:
        """What the person is asked now."""
        return self.asked or self.room.standing

    @property
    def pace(self) -> float | None:
        """Seconds until `tick` is wanted; None while nothing happens by itself."""
        return None if self.asked else self.room.pace

    def start(self) -> Effects:
        """What is said first."""
        return self.go(Door(self))

    def receive(self, input: Input) -> Effects:
        """Something came from the person."""
        match input:
            case Line(text):
                return self._on_line(text)
            case Key(name):
                return self._on_key(name)
            case Resized(look):
                return self._on_resized(look)
            case Closed():
                return (Leave(), HangUp())

    def answer(self, result: Result) -> Effects:
        """A request was carried out or failed, or the table has moved on."""
        match result:
            case Entered():
                return self.go(AtTable(self, result))
            case Recalled(recording):
                return (Leave(), *self.go(AtReplay(self, recording, self.room.way_back)))
            case Submitted(then):
                return then()
            case Broken(sentence):
                return self._retreat(sentence)
            case _:
                return self.room.answer(result)

    def tick(self) -> Effects:
        """`pace` seconds have gone by."""
        return self.room.tick()

    def go(self, room: Room) -> Effects:
        """Come into another room."""
        self.room, self.asked = room, None
        return (*self.use_screen(room.uses_screen and self.can_draw), *room.enter())

    def use_screen(self, screen: bool) -> Effects:
        """Change the manner, if it is not the right one already."""
        if screen == self.on_screen:
            return ()
        self.on_screen = screen
        return (UseScreen(screen),)

    def choose_manner(self, *, screen: bool) -> Effects:
        """Change to the person's own choice, which stands whatever the terminal turns out to be."""
        self.screen, self.has_chosen = screen, True
        return self.use_screen(self.room.uses_screen and self.can_draw)

    def adapt(self, **changes: bool) -> Adapt:
        """Other colours or characters; the look's fields by name."""
        self.look = attrs.evolve(self.look, **changes)
        return Adapt(self.look)

    @property
    def can_draw(self) -> bool:
        """Whether boards are drawn in place: liked, and possible."""
        return self.screen and self.look.single_keys

    def home(self) -> Effects:
        """Back to the lobby; or out, for those who came for one thing."""
        if self.errand is not None:
            return (*self.use_screen(False), HangUp())
        return self.go(Lobby(self))

    def hang_up(self, sentence: str = "Good-bye.", status: int = 0) -> Effects:
        """End the conversation with a sentence."""
        return (*self.use_screen(False), Write(sentence), HangUp(status))

    def _retreat(self, sentence: str) -> Effects:
        """Away from what cannot be shown: to the lobby, or out for those who came for just that."""
        if self.errand is not None:
            return self.hang_up(sentence, status=1)
        said = (*self.use_screen(False), Ring(), Write(sentence))
        return (*said, *self.go(Lobby(self) if self.name else Door(self)))

    def ask(self, question: Question) -> Effects:
        """Put a question; what it answers goes to its `then`."""
        self.asked = question
        return (Refresh(),)

    def redraw(self, repaint: bool = False) -> Outputs:
        """Everything as it is now."""
        if self.question and not self.on_screen:
            return (Ask(Prompt(f"{self.question.text} ")),)
        return self.room.redraw(repaint)

    def _on_resized(self, look: Look) -> Effects:
        if look.single_keys and not self.look.single_keys and not self.has_chosen:
            self.screen = True
        self.look = look
        return (*self.use_screen(self.room.uses_screen and self.can_draw), *self.redraw(repaint=True))

    def _on_line(self, text: str) -> Effects:
        if self.asked is None:
            standing = self.room.standing
            effects = standing.on_line(text) if standing else None
            return self.room.line(text) if effects is None else effects
        question, self.asked = self.asked, None
        effects = question.on_line(text)
        if effects is None:
            self.asked = question
            return (Ring(), *(() if self.on_screen else (Write("Please answer y or n."),)), Refresh())
        return (*effects, Refresh())

    def _on_key(self, key: str) -> Effects:
        if self.asked is None:
            standing = self.room.standing
            effects = standing.on_line(key) if standing else None
            return self.room.key(key) if effects is None else effects
        if key == "c-l":
            return self.redraw(repaint=True)
        question, self.asked = self.asked, None
        match question.on_key(key):
            case None:
                self.asked = question
                return (Ring(), Refresh())
            case Question() as typed:
                self.asked = typed
                return (Refresh(),)
            case effects:
                return (*effects, Refresh())
