"""Stepping through a recorded game, in either manner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.table import named_by
from frontends.dialogue.effects import Ask, Effects, Ring, Show, Write
from frontends.dialogue.question import Question
from frontends.dialogue.room import Room
from frontends.dialogue.stage import overlay, stage
from frontends.player import SPEEDS, Player, Recording
from frontends.screens import screen_of
from frontends.terminal import Prompt

if TYPE_CHECKING:
    from frontends.dialogue.conversation import Conversation

HELP = """\
Replay

  space, p      play, pause              + -      faster, slower
  right, l, n   one step forward         left, h, b   one step back
  down, j, ]    next hand                up, k, [     this hand, the one before
  home, end     the first, the last record
  g             go to a record           e        through whose eyes
  q             leave

In lines: next, back, hand, hand back, go 12, play, pause, faster, slower,
eyes, look, quit. An empty line steps forward.
"""

_KEYS = {
    " ": "play", "p": "play", "+": "faster", "=": "faster", "-": "slower",
    "right": "next", "l": "next", "n": "next", "enter": "next",
    "left": "back", "h": "back", "b": "back", "backspace": "back",
    "down": "hand", "j": "hand", "]": "hand", "up": "hand back", "k": "hand back", "[": "hand back",
    "home": "go 1", "end": "go end", "e": "eyes", "g": "go", "q": "quit", "Q": "quit", "escape": "quit",
    "c-c": "quit", "?": "help", "c-l": "look", "L": "lines",
}  # fmt: skip


class AtReplay(Room):
    """A recorded game, somewhere between its first record and its last."""

    uses_screen = True

    def __init__(self, talk: Conversation, recording: Recording) -> None:
        super().__init__(talk)
        self.player = Player(recording)
        self.face = screen_of(recording.last.game.name)
        self.hand: Any = self.face.idle(self.player.sight.view)
        self.help = False

    def enter(self) -> Effects:
        """What this is, and the first position."""
        if self.talk.on_screen:
            return self.redraw(repaint=True)
        game = self.player.recording.last.game.title
        opening = Write(
            f"{game}, table {self.player.recording.stream}: {len(self.player.recording)} records. Type ? for help."
        )
        return (opening, *self._tell())

    def line(self, text: str) -> Effects:
        """A command; an empty line is a step."""
        return self._do(" ".join(text.lower().split()) or "next")

    def key(self, key: str) -> Effects:
        """A command by key."""
        if self.help:
            self.help = False
            return self.redraw()
        command = _KEYS.get(key)
        return self._do(command) if command else (Ring(),)

    def tick(self) -> Effects:
        """The next record, while it plays."""
        self.player = self.player.tick()
        return self._tell()

    @property
    def pace(self) -> float | None:
        """While it plays."""
        return self.player.pace

    def _do(self, command: str) -> Effects:
        match command.split():
            case ["quit" | "q" | "exit"]:
                return (*self.talk.use_screen(False), *self.talk.home())
            case ["help" | "?"]:
                return self._help()
            case ["go"]:
                return self.talk.ask(Question("Record:", lambda number: self._do(f"go {number}"), wants_words=True))
            case ["lines" | "screen" as manner]:
                self.talk.choose_manner(screen=manner == "screen" and self.talk.look.single_keys)
                return (*self.talk.use_screen(self.talk.screen), *self.enter())
            case ["look"]:
                return self.redraw(repaint=True) if self.talk.on_screen else self._tell()
            case words:
                return self._move(words)

    def _move(self, words: list[str]) -> Effects:
        player = _moved(self.player, words)
        if player is None:
            return (
                Ring(),
                *(() if self.talk.on_screen else (Write("Type ? for what can be done here."),)),
                *self.redraw(),
            )
        self.player = player
        return self._tell()

    def _help(self) -> Effects:
        self.help = self.talk.on_screen
        return self.redraw() if self.help else (Write(HELP), *self.redraw())

    def _tell(self) -> Effects:
        """The record shown: its sentence and position in lines, its picture on a screen."""
        if self.talk.on_screen:
            return self.redraw()
        view, look = self.player.sight.view, self.talk.look
        told = (Write(f"[{self.player.seq}] {self.player.told}"),) if self.player.told else ()
        return (*told, Write("\n".join(self.face.describe(view, look.columns))), *self.redraw())

    def prompt(self) -> Prompt:
        """Where the replay stands."""
        words = ("next", "back", "hand", "hand back", "play", "pause", "faster", "slower", "eyes", "quit")
        return Prompt(f"replay {self.player.seq}/{len(self.player.recording)}> ", words, self._status())

    def redraw(self, repaint: bool = False) -> Effects:
        """The prompt in line manner; the board as it stood in screen manner."""
        if not self.talk.on_screen:
            return (Ask(self.prompt()),)
        if self.help:
            return (Show(overlay(HELP, self.talk.look), repaint),)
        question = self.talk.question
        bottom = f"{question.text} {question.typed}" if question else self._status()
        picture = stage(self.face, self.player.sight, self.hand, self.player.told, bottom, self.talk.look)
        return (Show(picture, repaint),)

    def _status(self) -> str:
        player = self.player
        state = f"{SPEEDS[player.speed]:g}/s" if player.playing else "paused"
        end = player.recording.last.ended
        over = f", {named_by(player.recording.last.chairs, end.summary)}" if end and player.at_end else ""
        where = f"record {player.seq} of {len(player.recording)}"
        return f"Replay: {where}, {state}, as {player.eyes_name()}{over}  space plays, ? helps"


def _moved(player: Player, words: list[str]) -> Player | None:
    """The player after a command; None for a command there is not."""
    match words:
        case ["next" | "n" | "f"]:
            return player.step(1)
        case ["back" | "b"]:
            return player.step(-1)
        case ["hand"]:
            return player.chapter(1)
        case ["hand", "back"]:
            return player.chapter(-1)
        case ["go", "end"]:
            return player.go(len(player.recording))
        case ["go", number] if number.isascii() and number.isdigit():
            return player.go(int(number[:9]))
        case ["play" | "pause" | "p"]:
            return player.toggle()
        case ["faster" | "+"]:
            return player.faster(1)
        case ["slower" | "-"]:
            return player.faster(-1)
        case ["eyes" | "e"]:
            return player.look()
        case _:
            return None
