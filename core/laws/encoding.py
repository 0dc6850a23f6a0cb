"""Laws about what is written into journals and read from them, which may hold anything."""

from typing import Any

import msgspec

from core.base.chance import Dice
from core.base.game import EVERYONE, Game, Seat
from core.laws.random_play import Broken, play, require, viewers
from core.records import codec

BENT = 6
"""How many changed events are tried after one play."""
_TEXTS = ("", "p", "s", "t1", "f9", "t9", "Ac", "a1", "z9", "Go", "x" * 300)
ODD: tuple[Any, ...] = (0, 1, 2, 7, -1, 99, 2**70, True, None, *_TEXTS, [], {})
"""What is put in the place of a value, besides other values of the same game."""


def events_survive(game: Game, seed: bytes, length: int) -> int:
    """Events come back from their JSON as they were, and are written again in the same bytes."""
    kinds = set(game.events.values())
    events = play(game, seed, length).events
    for event in events:
        require(type(event) in kinds, f"{type(event).__name__} has no written name")
        written = msgspec.json.encode(event)
        again: Any = msgspec.json.decode(written, type=type(event))
        require(again == event, f"{event} came back as {again}")
        require(msgspec.json.encode(again) == written, f"{event} is written in two ways")
    return len(events)


def states_survive(game: Game, seed: bytes, length: int) -> int:
    """A state comes back from its JSON as it was, and events are folded into it as into the other."""
    state = play(game, seed, length).state
    require(type(state) is game.state, f"{type(state).__name__} is not the class of states")
    again = codec.read_position(game, _written(game, state))
    require(again == state, f"{state} came back as {again}")
    for viewer in viewers(game):
        require(game.view(again, viewer) == game.view(state, viewer), f"{viewer} sees something else of it")
    return 1


def what_folds_can_be_shown(game: Game, seed: bytes, length: int) -> int:
    """Whatever a journal holds, it cannot be read, or not be folded, or else it can be shown to everybody."""
    position = play(game, seed, length)
    choose = Dice(seed, "laws bent", 1)
    shown = 0
    for _ in range(BENT):
        at = choose.below(len(position.events)) if position.events else 0
        state = game.fold(game.start(position.options), position.events[:at])
        for event in position.events[at : at + 3]:
            try:
                bent = _bent(event, position.events, choose)
                state = game.evolve(state, bent)
            except Exception:  # what folds a journal reports them all as damage
                break
            _require_shown(game, state, bent, choose, f"{bent} folds")
            shown += 1
    return shown


def what_is_restored_can_be_shown(game: Game, seed: bytes, length: int) -> int:
    """Whatever a journal holds as a position, it is refused when it is read, or else it can be shown to everybody."""
    position = play(game, seed, length)
    choose = Dice(seed, "laws bent", 2)
    shown = 0
    for _ in range(BENT):
        data = _written(game, position.state)
        _change(data, data, choose)
        try:
            state = codec.read_position(game, data)
        except Exception:  # what reads a journal reports them all as damage
            continue
        _require_shown(game, state, None, choose, f"{data} is restored")
        shown += 1
    return shown


def _written(game: Game, state: Any) -> Any:
    """A state as it stands in a journal."""
    return msgspec.json.decode(msgspec.json.encode(codec.write_position(game, state)))


def _bent(event: Any, events: tuple[Any, ...], choose: Dice) -> Any:
    """An event of the same or another class with a value changed, read as strictly as from a journal."""
    if not choose.below(4):
        return events[choose.below(len(events))]
    data = msgspec.to_builtins(event)
    _change(data, msgspec.to_builtins(events[choose.below(len(events))]), choose)
    return msgspec.json.decode(msgspec.json.encode(data), type=type(event))


def _change(data: Any, other: Any, choose: Dice) -> None:
    """Change one value somewhere in lists and dictionaries, or put one more into a list."""
    while isinstance(data, dict | list) and data:
        keys = sorted(data) if isinstance(data, dict) else range(len(data))
        key = keys[choose.below(len(keys))]
        inner = data[key]
        if not isinstance(inner, dict | list) or not inner or not choose.below(4):
            if isinstance(data, list) and not choose.below(3):
                data.insert(key, inner)
            else:
                data[key] = _odd(other, choose)
            return
        data = inner


def _odd(other: Any, choose: Dice) -> Any:
    if isinstance(other, dict) and other and choose.below(2):
        keys = sorted(other)
        return other[keys[choose.below(len(keys))]]
    return ODD[choose.below(len(ODD))]


def _require_shown(game: Game, state: Any, event: Any | None, choose: Dice, what: str) -> None:
    """Raises `Broken` unless everything can be shown; `what` says how the state came about."""
    try:
        _show_all(game, state, event, choose)
    except Exception as error:
        raise Broken(f"{what}, but then {error!r} comes of it") from error


def _show_all(game: Game, state: Any, event: Any | None, choose: Dice) -> None:
    """Ask for everything that is asked of a state and an event when they are shown."""
    game.turn(state)
    outcome = game.outcome(state)
    if outcome is not None:
        game.conclude(outcome, None)
    for viewer in (*viewers(game), EVERYONE):
        view = game.view(state, viewer)
        game.moves(view)
        if advise := game.hint:
            advise(view)
        fact = None if event is None else game.reveal(event, viewer)
        if fact is not None:
            game.tell(fact, viewer)
        if isinstance(viewer, Seat):
            game.redeal(state, viewer, Dice(b"", "redeal", 1 + choose.below(9)))
