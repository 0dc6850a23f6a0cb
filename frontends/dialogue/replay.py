"""Stepping through a recorded game, in either manner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.game import plain
from core.recording import Recording
from frontends.dialogue import wording
from frontends.dialogue.effects import Ask, Effects, Outputs, Refresh, Request, Show, Write
from frontends.dialogue.pages import Pages
from frontends.dialogue.question import Question
from frontends.dialogue.results import Failed, Result
from frontends.dialogue.room import Room
from frontends.dialogue.stage import Bottom, page, stage
from frontends.player import SPEEDS, Player
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
L             lines of text            q        leave

In lines: next, back, hand, hand back, go 12, go end, play, pause, faster,
slower, eyes, look, screen, help, quit. An empty line is one step forward;
while it plays, it is a pause.
"""

NOT_BEGUN = "The game had not begun yet."

_KEYS = {
    " ": "toggle", "p": "toggle", "+": "faster", "=": "faster", "-": "slower",
    "right": "next", "l": "next", "n": "next", "enter": "next",
    "left": "back", "h": "back", "b": "back", "backspace": "back",
    "down": "hand", "j": "hand", "]": "hand", "up": "hand back", "k": "hand back", "[": "hand back",
    "home": "go 1", "end": "go end", "e": "eyes", "g": "go", "q": "quit", "Q": "quit", "escape": "quit",
    "c-c": "quit", "?": "help", "c-l": "look", "L": "lines",
}  # fmt: skip
_WORDS = (
    "next", "back", "hand", "hand back", "go ", "play", "pause", "faster", "slower", "eyes", "look", "help", "quit",
)  # fmt: skip


class AtReplay(Room):
    """A recorded game, somewhere between its first record and its last."""

    uses_screen = True

    def __init__(self, talk: Conversation, recording: Recording, back: Request | None = None) -> None:
        """`back` leads to where one came from; None is the lobby."""
        super().__init__(talk)
        self.player = Player(recording)
        self.back = back
        self.face = screen_of(recording.game.name)
        self.hand: Any = self.face.idle(self.player.table.view)
        self.pages: Pages | None = None
        self.message = ""

    def enter(self) -> Effects:
        """What this is, and the first position."""
        if self.talk.on_screen:
            return self.redraw(repaint=True)
        recording = self.player.recording
        kind = wording.kind(self.player.go(len(recording)).table)
        opening = Write(
            f"{recording.game.title}, table {recording.id}{kind}: {len(recording)} records. Type ? for help."
        )
        return (opening, *self._tell(), *self._describe(), Refresh())

    def line(self, text: str) -> Effects:
        """A command; an empty line is a step, or a pause."""
        return self._do(plain(text) or ("pause" if self.player.playing else "next"))

    def key(self, key: str) -> Effects:
        """A command by key."""
        self.message = ""
        if self.pages:
            self.pages = self.pages.after(key, self.talk.look)
            return (Refresh(),)
        if not self.talk.on_screen:
            return self._do("quit") if key == "c-c" else ()
        command = _KEYS.get(key)
        return self._do(command) if command else self.complain("Press ? for what the keys do.")

    def answer(self, result: Result) -> Effects:
        """Why one cannot go back to where one came from: then there is the lobby."""
        if isinstance(result, Failed):
            self.back = None
        return super().answer(result)

    def tick(self) -> Effects:
        """The next record, while it plays: in lines a sentence, and the position where it stops."""
        self.player = self.player.tick()
        return (*self._tell(), *(() if self.player.playing else self._describe()), Refresh())

    @property
    def pace(self) -> float | None:
        """While it plays."""
        return None if self.pages else self.player.pace

    def say(self, sentence: str) -> Effects:
        """Tell the person something, at the bottom of a screen."""
        self.message = sentence
        return (Refresh(),) if self.talk.on_screen else super().say(sentence)

    def _do(self, command: str) -> Effects:
        match command.split():
            case ["quit" | "q" | "exit"]:
                return self._quit()
            case ["help" | "?"]:
                return self._help()
            case ["go"]:
                return self.talk.ask(Question("Record:", self._go, wants_words=True))
            case ["lines" | "screen" as manner]:
                return self._change_manner(screen=manner == "screen")
            case ["look" | "l"]:
                return self.redraw(repaint=True) if self.talk.on_screen else (*self._describe(), Refresh())
            case words:
                return self._move(words)

    def _go(self, record: str) -> Effects:
        return self._do(f"go {plain(record)}") if record else ()

    def _quit(self) -> Effects:
        return (self.back,) if self.back else (*self.talk.use_screen(False), *self.talk.home())

    def _change_manner(self, *, screen: bool) -> Effects:
        if screen and not self.talk.look.single_keys:
            return self.complain("Your client sends whole lines only; telnet, PuTTY and the like can do more.")
        changed = self.talk.choose_manner(screen=screen)
        return (*changed, *(self.redraw(repaint=True) if self.talk.on_screen else (*self._describe(), Refresh())))

    def _move(self, words: list[str]) -> Effects:
        player = _moved(self.player, words)
        if player is None:
            return self.complain("Type ? for what can be done here.")
        was_playing, before = self.player.playing, self.player
        self.player = player
        if player.playing or (player.seq, player.viewer, was_playing) == (before.seq, before.viewer, False):
            return self.say(f"{self._status().removesuffix('.')}.")
        told = self._tell() if player.seq != before.seq else ()
        return (*told, *self._describe(), Refresh())

    def _help(self) -> Effects:
        if not self.talk.on_screen:
            return (Write(HELP), Refresh())
        self.pages = Pages(HELP)
        return (Refresh(),)

    def _tell(self) -> Effects:
        """What the record shown did, in lines."""
        told = () if self.talk.on_screen else self.player.told
        return tuple(Write(f"[{self.player.seq}] {sentence}") for sentence in told)

    def _describe(self) -> Effects:
        """The position in words, in lines."""
        if self.talk.on_screen:
            return ()
        table = self.player.table
        if not table.begun:
            return (Write(NOT_BEGUN),)
        return (Write("\n".join(self.face.describe(table.view, self.talk.look.columns))),)

    def prompt(self) -> Prompt:
        """Where the replay stands."""
        text = "" if self.player.playing else f"replay {self.player.seq}/{len(self.player.recording)}> "
        return Prompt(text, _WORDS, f"Replay: {self._status()}")

    def redraw(self, repaint: bool = False) -> Outputs:
        """The prompt in line manner; the board as it stood in screen manner."""
        if not self.talk.on_screen:
            return (Ask(self.prompt()),)
        if self.pages and not self.talk.question:
            return (Show(self.pages.picture(self.talk.look), repaint),)
        player = self.player
        if not player.table.begun:
            return (Show(page((NOT_BEGUN,), self._bottom(), self.talk.look), repaint),)
        note = " ".join(player.told)
        return (Show(stage(self.face, player.table, self.hand, note, self._bottom(), self.talk.look), repaint),)

    def _bottom(self) -> Bottom:
        question = self.talk.question
        if question:
            return Bottom(f"{question.text} {question.typed}", is_asked=True)
        return Bottom(self.message or f"Replay: {self._status()}  space: play  ?: help")

    def _status(self) -> str:
        player = self.player
        state = f"{SPEEDS[player.speed]:g} a second" if player.playing else "paused"
        kind = wording.kind(player.table)
        over = f", {player.recording.ending()}" if player.recording.outcome and player.at_end else ""
        return f"record {player.seq} of {len(player.recording)}{kind}, {state}, as {player.viewer_name()}{over}"


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
        case ["play"]:
            return player.play()
        case ["pause"]:
            return player.pause()
        case ["toggle" | "p"]:
            return player.pause() if player.playing else player.play()
        case ["faster" | "+"]:
            return player.faster(1)
        case ["slower" | "-"]:
            return player.faster(-1)
        case ["eyes" | "e"]:
            return player.look()
        case _:
            return None
