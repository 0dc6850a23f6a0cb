"""What a person's hands do at mille: a command half typed, an answer half given, and what a key makes of that.

The keys are those of the program (rules sheet 8): single letters, and after U and D a slot that is confirmed with
Return or a blank, so that a slip can be taken back.
"""

from __future__ import annotations

import attrs

from core.games.mille import Phase, View
from core.games.mille.state import SLOTS
from frontends.screens.controls import Pressed, Wish

ERASE = ("backspace", "delete", "c-h")
KILL = ("c-u",)
CONFIRM = ("enter", "c-j", " ")
COMMON = ("'", "L")
"""Keys of the conversation that do not lose their meaning at a question."""

_MOVES = {"P": "p", "O": "o"}
_WISHES = {
    "Q": Wish.QUIT,
    "S": Wish.SAVE,
    "R": Wish.REPAINT,
    "?": Wish.HELP,
    "B": Wish.UNDO,
    "F": Wish.REDO,
    "A": Wish.RESTART,
}
_ANYWHERE = {"c-c": Wish.QUIT, "c-l": Wish.REPAINT}
"""What works at every prompt."""


@attrs.frozen
class Hand:
    """What has been typed so far, and how the person likes the score window."""

    full: bool = False
    """Whether the window shows all bonus lines, too."""
    command: str = ""
    """U or D, which waits for a slot."""
    slot: str = ""
    """The slot as it is shown, which waits to be confirmed."""
    slip: str = ""
    """A key that was wrong: shown until the next one."""

    @property
    def echo(self) -> str:
        """What is shown after the prompt."""
        return " ".join(part for part in (self.command, self.slot or self.slip) if part)


def idle(_view: View) -> Hand:
    """Nothing typed, the small window."""
    return Hand()


def settle(hand: Hand, view: View) -> Hand:
    """A command that is half typed stays so while it can be finished."""
    return hand if view.phase is Phase.PLAY and view.seat in view.turn else Hand(hand.full)


def press(hand: Hand, key: str, view: View) -> Pressed:
    """One key."""
    hand = attrs.evolve(hand, slip="")
    if key in _ANYWHERE:
        return Pressed(hand, wish=_ANYWHERE[key])
    if is_asked(view):
        return _answer(hand, key, view)
    return _slot(hand, key) if hand.command else _command(hand, key, view)


def is_asked(view: View) -> bool:
    """Whether the viewer is asked something that yes and no answer."""
    return view.seat in view.turn and view.phase is not Phase.PLAY


def _answer(hand: Hand, key: str, view: View) -> Pressed:
    extension = view.phase is Phase.EXTENSION
    match key.upper():
        case "Y":
            return Pressed(Hand(hand.full), move="yes" if extension else "another")
        case "N" if extension:
            return Pressed(Hand(hand.full), move="no")
        case "N":
            return Pressed(hand, wish=Wish.STOP)
        case "S" | "?" as letter:
            return Pressed(hand, wish=_WISHES[letter])
        case _ if key in COMMON:
            return Pressed(hand, known=False)
        case _:
            return Pressed(attrs.evolve(hand, slip=shown(key)), bell=True)


def _slot(hand: Hand, key: str) -> Pressed:
    """A key after U or D."""
    if key in KILL or (key in ERASE and not hand.slot):
        return Pressed(Hand(hand.full))
    if key in ERASE:
        return Pressed(attrs.evolve(hand, slot=""))
    if key in CONFIRM:
        if not hand.slot:
            return Pressed(hand)
        return Pressed(Hand(hand.full), move=f"{hand.command} {hand.slot}".lower())
    if hand.slot:
        return Pressed(hand, bell=True)
    letter = "P" if key == "0" else key.upper()
    if len(letter) == 1 and letter in SLOTS:
        return Pressed(attrs.evolve(hand, slot=letter))
    return Pressed(attrs.evolve(hand, slip=shown(key)), bell=True)


def _command(hand: Hand, key: str, view: View) -> Pressed:
    """A key at the move prompt, or while others play."""
    letter = key.upper() if len(key) == 1 else key
    if letter in ("P", "O", "U", "D"):
        return _act(hand, letter, view)
    if letter in _WISHES:
        return Pressed(hand, wish=_WISHES[letter])
    if letter == "W":
        return Pressed(attrs.evolve(hand, full=not hand.full))
    if letter in CONFIRM + ERASE + KILL:
        return Pressed(hand)
    if letter == "N" and view.phase is Phase.SESSION_OVER:
        return Pressed(hand, wish=Wish.NEW)
    message = "E: command not implemented" if letter == "E" else f"unknown command: {shown(key)}"
    return Pressed(hand, message=message, bell=True, known=False)


def _act(hand: Hand, letter: str, view: View) -> Pressed:
    """A key that moves, or begins to."""
    if view.seat is None or view.phase is Phase.SESSION_OVER:
        why = "The session is over." if view.phase is Phase.SESSION_OVER else "You are looking on."
        return Pressed(hand, message=why, bell=True)
    if view.seat not in view.turn:
        return Pressed(hand, message="It is not your turn.", bell=True)
    if letter in _MOVES:
        return Pressed(hand, move=_MOVES[letter])
    return Pressed(attrs.evolve(hand, command=letter))


def shown(key: str) -> str:
    """A key as it is echoed: letters in upper case, Ctrl combinations as ^X."""
    return f"^{key[2:].upper()}" if key.startswith("c-") else key.upper() if len(key) == 1 else key
