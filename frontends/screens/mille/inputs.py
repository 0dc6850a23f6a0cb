"""The keys of mille: a card that is chosen, a command half typed, and what a key makes of that.

The keys are those of the program (rules sheet 8): single letters, and after U and D a slot that is confirmed with
Return or a blank, so that a slip can be taken back. A card can be chosen first as well, with arrows, Tab, its slot or
the mouse; Enter uses it then.
"""

from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from core.base.message import Message, message
from core.games.mille.cards import SAFETIES, Card
from core.games.mille.moves import Verb, discard_refusal, is_coup, pick_refusal, read, use_refusal
from core.games.mille.state import FULL, SLOTS, Hand, Phase
from core.games.mille.views import View
from frontends.screens.controls import ENTER, KeyHelp, Pressed, pressed
from frontends.screens.mille.places import DECK, DISCARD, SCORE, side_name, where_used

ERASE = ("backspace", "delete", "c-h")
CANCEL = ("escape", "c-u")
CONFIRM = ("enter", "c-j", " ")
STEPS = {"left": -1, "up": -1, "right": 1, "down": 1}
VERBS = ("p", "u", "d", "o")
PLAYING = (*VERBS, *CONFIRM, *STEPS, "tab", *SLOTS[1:])
"""Keys that play or choose a card, and so answer no question."""
PLAYING_ON, OVER = "playing", "over"
NOT_YOUR_TURN = message("It is not your turn.")
ANSWER_FIRST = message("Answer the question first, with y or n.")

KEYS: tuple[KeyHelp, ...] = (
    ("p", message("pick a card")),
    ("arrows 1-6", message("choose a card")),
    ("Tab", message("choose the next card that can be used")),
    ("Enter", message("use the chosen card; pick, when you must")),
    ("u SLOT Enter", message("use a card; p is the card just picked")),
    ("d SLOT Enter", message("discard a card")),
    ("Escape", message("take back a choice")),
    ("o", message("keep the hand in order, or not")),
    ("w", message("unfold or fold the score")),
    ("y n", message("answer a question")),
    ("b y R", message("undo, redo, start again; against the computer")),
)
SHORTCUTS = {"f": "redo", "a": "restart"}
"""As in "forward" and "again"; U is for using a card."""


class InputState(Struct, frozen=True, cache_hash=True):
    """What has been chosen so far, and how the person likes the score."""

    slot: int | None = None
    """The chosen slot, 0 for P."""
    card: Card | None = None
    """The card that was in it when it was chosen."""
    command: str = ""
    """"u" or "d", which waits for a slot or for Enter."""
    turned: str = ""
    """`PLAYING_ON` or `OVER` while the person has the score folded or unfolded against the rule of `is_score_open`."""

    @property
    def discards(self) -> bool:
        """Whether the chosen card is to be discarded, not used."""
        return self.command == Verb.DISCARD.value

    @property
    def put_back(self) -> "InputState":
        """The same with nothing chosen."""
        return InputState(turned=self.turned)


def idle(_view: View) -> InputState:
    """Nothing chosen, the score as the window has room for it."""
    return InputState()


def settle(input: InputState, view: View) -> InputState:
    """What is chosen stays so while the card is there and can be played; a folded score opens after the next hand."""
    turned = "" if input.turned == OVER and view.phase is Phase.PLAY else input.turned
    if not is_to_play(view) or (input.slot is not None and card_in(view.hand, input.slot) is not input.card):
        return InputState(turned=turned)
    return input if turned == input.turned else replace(input, turned=turned)


def is_score_open(input: InputState, view: View, has_room: bool) -> bool:
    """Whether all lines of the score are shown: between hands and where there is room, until W turns that round."""
    part = _part(view)
    return (has_room or part == OVER) != (input.turned == part)


def _part(view: View) -> str:
    """The part of the game for which W folds or unfolds the score."""
    return OVER if view.phase in (Phase.HAND_OVER, Phase.SESSION_OVER) and view.dealt > 0 else PLAYING_ON


def is_asked(view: View) -> bool:
    """Whether the viewer is asked something that yes and no answer."""
    return view.seat in view.turn and view.phase is not Phase.PLAY and view.dealt > 0


def is_to_play(view: View) -> bool:
    """Whether the viewer may pick, use or discard."""
    return view.seat in view.turn and view.phase is Phase.PLAY


def card_in(hand: Hand, slot: int) -> Card | None:
    """The card in a slot of a hand, 0 for P; None when it is empty."""
    place = slot - FULL + len(hand)
    return hand[place] if place >= 0 else None


def usable(view: View, discards: bool = False) -> tuple[int, ...]:
    """The slots that can be used now, or discarded."""
    if view.seat is None or not is_to_play(view):
        return ()
    at, refusal = view.position(view.seat), discard_refusal if discards else use_refusal
    return tuple(slot for slot in range(FULL - len(view.hand), FULL) if refusal(at, slot) is None)


def may_pick(view: View) -> bool:
    """Whether a card can be picked now."""
    return view.seat is not None and is_to_play(view) and pick_refusal(view.position(view.seat)) is None


def coup_card(view: View) -> Card | None:
    """A safety in the viewer's hand that would be a coup fourré now, and no more after a pick."""
    if view.seat is None or not is_to_play(view):
        return None
    own = view.tableaus[view.seat]
    return next((card for card in view.hand if card in SAFETIES and is_coup(card, own)), None)


def press(input: InputState, key: str, view: View) -> Pressed:
    """One key, or a click."""
    letter = key.lower() if len(key) == 1 else key
    kind, _, name = key.partition(" ")
    if letter == "w" or key == f"click {SCORE}":
        return Pressed(replace(input, turned="" if input.turned == _part(view) else _part(view)))
    if key == f"double {SCORE}":
        return Pressed(input)  # the first click has folded or unfolded it
    if kind in ("click", "double"):
        return _clicked(input, kind, name, view) if is_to_play(view) else Pressed(input)
    if is_asked(view):
        return _answer(input, letter, view)
    if is_to_play(view):
        return _play(input, letter, view)
    if view.seat is not None and view.phase in (Phase.PLAY, Phase.EXTENSION) and letter in VERBS:
        return Pressed(input, message=NOT_YOUR_TURN, bell=True)
    return Pressed(input, known=False)


def _answer(input: InputState, letter: str, view: View) -> Pressed:
    extension = view.phase is Phase.EXTENSION
    match letter:
        case "y":
            return Pressed(input, move=(Verb.YES if extension else Verb.ANOTHER).value)
        case "n" if extension:
            return Pressed(input, move=Verb.NO.value)
        case "n":
            return Pressed(input, action="stop")
        case _ if letter in PLAYING:
            return Pressed(input, message=ANSWER_FIRST, bell=True)
        case _:
            return Pressed(input, known=False)


def _play(input: InputState, key: str, view: View) -> Pressed:
    """A key of the player to move."""
    if key in ERASE and input.command and input.slot is not None:
        return Pressed(replace(input, slot=None, card=None))
    if key in (*CANCEL, *ERASE):
        return Pressed(input.put_back, known=input.put_back != input)
    if key in CONFIRM:
        return _confirmed(input, view)
    if key in STEPS:
        return _stepped(input, STEPS[key], view)
    if key == "tab":
        return _next_of_use(input, view)
    if key.upper() in SLOTS[1:] or (input.command and key in ("p", "0")):
        return _chosen(input, int(key) if key.isdigit() else 0, view)
    if key in ("u", "d"):
        return Pressed(replace(input, command=key))
    if key == "p":
        return Pressed(input, move=Verb.PICK.value)
    if key == "o":
        return Pressed(input.put_back, move=Verb.ORDER.value)
    return Pressed(input, known=False)


def _confirmed(input: InputState, view: View) -> Pressed:
    if input.slot is not None:
        return _submitted(input, input.command or Verb.USE.value, input.slot)
    if input.command:
        return Pressed(input)
    picks = may_pick(view) and coup_card(view) is None  # a pick would lose the coup fourré for good
    return Pressed(input, move=Verb.PICK.value) if picks else _next_of_use(input, view)


def _submitted(input: InputState, verb: str, slot: int) -> Pressed:
    """The move. The card stays chosen, in case that it is refused."""
    return Pressed(replace(input, command=""), move=f"{verb} {SLOTS[slot].lower()}")


def _chosen(input: InputState, slot: int, view: View) -> Pressed:
    card = card_in(view.hand, slot)
    if card is None:
        return Pressed(input, message=message("There is no card in slot {slot}.", slot=SLOTS[slot]), bell=True)
    return Pressed(replace(input, slot=slot, card=card))


def _stepped(input: InputState, step: int, view: View) -> Pressed:
    """The next card in that direction, round the hand."""
    if not view.hand:
        return Pressed(input)
    first = FULL - len(view.hand)
    start = input.slot if input.slot is not None else first - (step > 0)
    return _chosen(input, first + (start - first + step) % len(view.hand), view)


def _next_of_use(input: InputState, view: View) -> Pressed:
    """The next card that can be used, or with D the next that can be discarded; without one, any next card."""
    slots = usable(view, input.discards)
    start = -1 if input.slot is None else input.slot
    for slot in chain((slot for slot in slots if slot > start), slots):
        return _chosen(input, slot, view)
    return _stepped(input, 1, view)


def _clicked(input: InputState, kind: str, name: str, view: View) -> Pressed:
    """A click chooses a card; a second one uses it, as one on the side it goes to does; one elsewhere puts it back.

    The second click of two comes after the first: where that one did something at once, it is an echo.
    """
    slot = SLOTS.index(name) if name in tuple(SLOTS) else None
    if slot is not None and slot == input.slot:
        return _submitted(input, input.command or Verb.USE.value, slot)
    if kind == "double":
        return Pressed(input)
    if slot is not None:
        is_ordered = input.command and card_in(view.hand, slot) is not None
        return _submitted(input, input.command, slot) if is_ordered else _chosen(input, slot, view)
    if name == DECK:
        return Pressed(input, move=Verb.PICK.value)
    if input.slot is not None and input.card is not None and view.seat is not None:
        if name == DISCARD:
            return _submitted(input, Verb.DISCARD.value, input.slot)
        if name == side_name(where_used(input.card, view.seat)[1]):
            return _submitted(input, Verb.USE.value, input.slot)
    return Pressed(input.put_back)


def drag(input: InputState, source: str, target: str, view: View) -> Pressed:
    """Use a card on the side where it goes, or discard it."""
    if source not in tuple(SLOTS):
        return Pressed(input.put_back)
    chosen = _chosen(input.put_back, SLOTS.index(source), view)
    return chosen if chosen.message else _clicked(chosen.input, "click", target, view)


def strokes(view: View, typed: str) -> Message:
    """What to press for a move."""
    move = read(view, typed)
    match move.verb:
        case Verb.USE if move.slot:
            return pressed(SLOTS[move.slot], ENTER)
        case Verb.USE | Verb.DISCARD:
            return pressed(move.verb.value, SLOTS[move.slot].lower(), ENTER)
        case Verb.PICK | Verb.ORDER:
            return pressed(move.verb.value)
        case Verb.YES | Verb.ANOTHER:
            return pressed("y")
        case Verb.NO | Verb.STOP:
            return pressed("n")


def bar(input: InputState, view: View) -> tuple[KeyHelp, ...]:
    """The keys that matter now."""
    fold = ("w", message("score"))
    if is_asked(view):
        return ("y", message("yes")), ("n", message("no")), fold
    if not is_to_play(view):
        return (fold,)
    order = ("o", message("stop ordering") if view.ordering else message("order"))
    if input.slot is not None:
        use, discard = message("use"), message("discard")
        verb, turned = (discard, ("u", use)) if input.discards else (use, ("d", discard))
        return ("Enter", verb), ("Esc", message("back")), turned, order, fold
    if input.command:
        return ("P 1-6", message("which card")), ("Tab", message("next")), ("Esc", message("back"))
    if may_pick(view):
        return ("p", message("pick")), ("Tab", message("choose")), order, fold
    return ("Tab", message("choose")), ("u", message("use")), ("d", message("discard")), order, fold
