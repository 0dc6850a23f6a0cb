"""What a game is: a record of pure functions that decide, fold and show one game."""

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, Protocol, TypeAlias, TypeVar

import attrs
import msgspec

from core.base.chance import Dice, deal_seed
from core.base.message import Argument, Message, english, message

T = TypeVar("T")
S = TypeVar("S")
E = TypeVar("E")

Options = Mapping[str, str]
"""A table's options by name; every value is one of the choices its `Option` lists."""


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A viewer who plays. A msgspec structure, because making one costs a fifth of what an attrs class does."""

    number: int
    """Counted from 0."""


class Audience(enum.Enum):
    """Viewers who do not play."""

    SPECTATOR = "spectator"
    """Sees what lies open."""
    EVERYONE = "everyone"
    """Sees all there is; asked for only when the game is over."""

    # What is shown to all who watch is looked up by its viewer, and the usual hash of an enum is made in Python.
    __hash__ = object.__hash__

    @property
    def number(self) -> None:
        """They have no seat."""


Viewer: TypeAlias = Seat | Audience
SPECTATOR, EVERYONE = Audience.SPECTATOR, Audience.EVERYONE


def viewer_of(seat: int | None) -> Viewer:
    """The viewer at a seat; None is a spectator."""
    return SPECTATOR if seat is None else Seat(seat)


class Refused(Exception):
    """The player may not do this and nothing was written; its text is one sentence that says what to do instead.

    Raised with a template and what fills its gaps, `Refused("There is no table {id}.", id=id)`, or with a message.
    """

    def __init__(self, template: str | Message, /, **args: Argument) -> None:
        self.message = template if isinstance(template, Message) else message(template, **args)
        super().__init__(self.message.template)

    def __str__(self) -> str:
        return english(self.message)


def refuse_if(objection: Message | None) -> None:
    """Raises Refused with an objection, where there is one."""
    if objection is not None:
        raise Refused(objection)


class Play(msgspec.Struct, frozen=True):
    """A move as the table hands it to the rules: who, what, and the chance and time that go with it.

    Made fast, as a `Seat` is: both are made for every move that is decided.
    """

    seat: int
    """Counted from 0."""
    move: Any
    dice: Dice
    at: float = 0.0
    """Seconds since the epoch, UTC."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: facts, from which the game's `conclude` makes a message."""

    reason: str
    """One of the game's own words, such as "points"; never shown as it is."""
    winners: tuple[int, ...]
    """Seats, counted from 0; empty when nobody won."""
    figures: tuple[int, ...] = ()
    """The numbers that belong to the reason."""


class Hint(msgspec.Struct, frozen=True):
    """A move that is proposed to a player."""

    said: Message
    """The move and why."""
    move: str = ""
    """The move as it would be typed, so that a board can mark it; empty when there are several."""


class Takeback(enum.Enum):
    """Whether two persons may take back moves. Alone, or against the computer, everybody always may."""

    CONSENT = "consent"
    """If the other agrees, and never across an event that reveals something."""
    NEVER = "never"


class View(Protocol):
    """The part every game's view has in common. The rest is the game's own; it is a frozen msgspec structure."""

    @property
    def seat(self) -> int | None:
        """The viewer's own seat; None for those who do not play."""

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that may move now; empty once the game is over."""


class Option(msgspec.Struct, frozen=True):
    """One thing that can be chosen when a table is opened; the first choice is the default."""

    name: str
    choices: tuple[str, ...]
    help: Message


@attrs.frozen
class Game:
    """The record that names a game's functions. States, views, facts and moves are the game's own frozen types."""

    name: str
    """The word in commands and in the journal."""
    title: str
    rules: int
    """The version of the rules; raised whenever an old journal would be decided differently."""
    seats: int
    state: type
    """The class of its states, by which a position is written into the journal of a copy."""
    events: Mapping[str, type]
    """Event classes by the name written in the journal after `name.`; never renamed."""
    start: Callable[[Options], Any]
    """The state before the first event."""
    begin: Callable[[Options, Dice], tuple[Any, ...]]
    """What beginning causes: the deal. Of its events one is of a class in `draws` if it took from the dice."""
    decide: Callable[[Any, Play], tuple[Any, ...]]
    """Raises `Refused`, and is the only function that does, besides `read`."""
    evolve: Callable[[Any, Any], Any]
    view: Callable[[Any, Viewer], Any]
    """Built up from what this viewer may know."""
    moves: Callable[[Any], Mapping[str, Any]]
    """Every legal move of the viewer by the text a person types, computed from the view."""
    read: Callable[[Any, str], Any]
    """A typed text, whatever its case and blanks, in the light of a view, as a move that `decide` will judge. Raises
    `Refused`."""
    sight: Callable[[Any, Seat], Any] | None = attrs.field(default=None, kw_only=True)
    """As much of a seat's view as `read` looks at, where all of it takes long; every move that is decided asks for it.
    Its fields are those of the view, and it is read alike. None where a view is quickly made."""
    reveal: Callable[[Any, Viewer], Any]
    """The event as that viewer may know it: a fact; None when it is nothing to this viewer."""
    follow: Callable[[Any, Sequence[Any]], tuple[Any, ...]] | None = attrs.field(default=None, kw_only=True)
    """The last events with what each had come to, such as a total, where that is known: of the state after them, and
    them. It puts in what everybody may know, and nothing else. None where events say all."""
    tell: Callable[[Any, Viewer], Message]
    """A fact as a message to that viewer, who is spoken to as "you". It knows no more than the fact does."""
    outcome: Callable[[Any], Outcome | None]
    conclude: Callable[[Outcome, int | None], Message]
    """How it ended, as a message to a seat, which is spoken to as "you"; None is for those who do not play."""
    redeal: Callable[[Any, Viewer, Dice], Any]
    """A state equal in all that the viewer knows, the rest dealt anew. Copies are made with it, and bots may think
    with it; the laws test every view against it."""
    turn: Callable[[Any], tuple[int, ...]]
    """The seats that may move now; empty once the game is over. The same as every view's."""
    standing: Callable[[Any], tuple[int, ...]]
    """The score so far by seat, for lists, from the state; everybody may know it, as the laws test."""
    notation: Message
    """How moves are typed: a few lines for help. They are the same moves in every language."""
    words: tuple[Message, ...] = ()
    """Words in moves that people may type in their own language, too: as messages in the context "typed", and names of
    cards as they are shown."""
    options: tuple[Option, ...] = ()
    takeback: Takeback = Takeback.NEVER
    draws: tuple[type, ...] = ()
    """Event classes that come of the dice. A decision takes from the dice exactly when it has one of them, and they
    alone number the draws, so nothing else that players do can move what comes next."""
    reveals: tuple[type, ...] = ()
    """Event classes that no takeback by consent crosses: a roll, a revealed card."""
    chapters: tuple[type, ...] = ()
    """Event classes with which a part of the game begins, such as a deal: where a replay can jump to."""
    numbered: bool = False
    """Whether deals have numbers that players share; the number then replaces the secret seed."""
    hides: bool = False
    """Whether a viewer may know less than the state."""
    check: Callable[[Any], None] | None = None
    """Raises ValueError for a state that cannot be. It is asked of positions that come from outside; a state that
    `evolve` made of a sound one is sound, because `evolve` refuses the events that do not fit. None where the state's
    own class sees to it."""
    hint: Callable[[Any], Hint | None] | None = None
    """What is proposed to the viewer at once; None when there is nothing to propose. The rules know no computer
    players, which are made of them: where one of those gives the hints, it is imported when it is asked. Better hints
    that take longer are listed in `games/features/advisers.py`."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of its variants, the usual one first; empty where there are none."""
        return next((option.choices for option in self.options if option.name == "variant"), ())

    def fold(self, state: Any, events: Iterable[Any]) -> Any:
        """The state after some events."""
        for event in events:
            state = self.evolve(state, event)
        return state

    def dealt(self, options: Options, deal: int) -> Any:
        """The state in which a numbered deal begins."""
        return self.fold(self.start(options), self.begin(options, Dice(deal_seed(deal), self.name, 1)))

    def decide_typed(self, state: Any, seat: int, text: str, dice: Dice, at: float = 0.0) -> tuple[Any, ...]:
        """The events of a move as a person types it. Raises: Refused."""
        return self.decide(state, Play(seat, self.read((self.sight or self.view)(state, Seat(seat)), text), dice, at))


def as_it_is(what: T, _viewer: object, _dice: object = None) -> T:
    """`sight`, `reveal` and `redeal` where nothing is hidden from anybody: the state, or the event, itself."""
    return what


def kind_of(game: str, options: Mapping[str, str]) -> str:
    """By what name a game goes where its variants are told apart: the variant's, or its own where it has none."""
    return options.get("variant", game)


def check_options(game: Game, options: Mapping[str, str]) -> Options:
    """All options of a game, the default for those that are not given. Raises Refused for what does not exist."""
    known = {option.name: option for option in game.options}
    for name, value in options.items():
        if name not in known:
            has = tuple(known) or message("none")
            raise Refused('{game} has no option "{name}"; choose {has}.', game=game.title, name=name, has=has)
        if value not in known[name].choices:
            raise Refused('{name} cannot be "{value}"; choose {has}.', value=value, name=name, has=known[name].choices)
    return {name: options.get(name, option.choices[0]) for name, option in known.items()}


def evolved_once(evolve: Callable[[S, E], S]) -> Callable[[S, E], S]:
    """An `evolve` that gives its last answer again where it is asked the same once more.

    A move is judged by where it leads, by the rules and by the table, and then it is made. States and events never
    change, so they are known by their identity.
    """
    last: tuple[S | None, E | None, S | None] = None, None, None

    @wraps(evolve)
    def evolve_once(state: S, event: E) -> S:
        nonlocal last
        before, happened, after = last
        if after is None or state is not before or event is not happened:
            after = evolve(state, event)
            last = state, event, after  # At one go, for other threads evolve, too.
        return after

    return evolve_once
