"""Laws about what is hidden: nobody learns what they may not know, and what they do not know can be dealt anew."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias, TypeVar

from core.base.chance import Dice
from core.base.game import Game, Refused, Seat, Viewer
from core.laws.moves import typed_texts
from core.laws.random_play import Position, answer, has_draw, play, require, viewers, viewers_now

Screen: TypeAlias = Callable[[Any], object]
"""What is drawn of a view, in every mode in which it can be drawn."""
T = TypeVar("T")
LISTED = 8
"""Listed moves that are looked at in one position."""
SWAPS = 6
"""How often a draw is tried again with two of its items swapped."""


def nobody_sees_what_is_hidden(game: Game, seed: bytes, length: int, screen: Screen | None = None) -> int:
    """Nobody can tell a state from a redealt one: not by views, moves, hints, scores, refusals, screens or the end."""
    position = play(game, seed, length)
    texts = tuple(typed_texts(game, position, seed))
    for viewer in (looking := viewers_now(game, position.state)):
        other = game.redeal(position.state, viewer, Dice(seed, "redeal", 1))
        first, second = (_shown(game, state, viewer, screen) for state in (position.state, other))
        for what, one in first.items():
            require(one == second[what], f"by the {what} {viewer} knows what is hidden: {one}, {second[what]}")
        for text in texts:
            tried = [_verdict(game, state, viewer.number, text, seed) for state in (position.state, other)]
            require(tried[0] == tried[1], f'by trying "{text}" {viewer} knows what is hidden: {tried}')
    return len(looking)


def _shown(game: Game, state: Any, viewer: Viewer, screen: Screen | None) -> dict[str, object]:
    view = game.view(state, viewer)
    return {
        "view": (view, repr(view)),
        "moves": list(game.moves(view).items()),
        "hint": advise(view) if (advise := game.hint) else None,
        "turn": game.turn(state),
        "outcome": game.outcome(state),
        "standing": game.standing(state),
        "screen": screen(view) if screen else None,
    }


def _verdict(game: Game, state: Any, seat: int | None, text: str, seed: bytes) -> object:
    """What is learned by trying a move before anything comes of it: the refusal, or that it was accepted."""
    if seat is None:
        return None
    result = answer(game, state, seat, text, Dice(seed, game.name, 1))
    return result.message if isinstance(result, Refused) else "accepted"


def what_is_hidden_is_dealt_anew(game: Game, seed: bytes, length: int) -> int:
    """A redeal can be played on, and changes nothing where nothing is hidden. Counted is what it did change."""
    state, changed = play(game, seed, length).state, 0
    for viewer in viewers(game):
        other = game.redeal(state, viewer, Dice(seed, "redeal", 2))
        require(other == game.redeal(state, viewer, Dice(seed, "redeal", 2)), "the same dice redealt otherwise")
        require(game.hides or other == state, "the game hides nothing, and a redeal changed something")
        for seat in game.turn(other):
            for text in tuple(game.moves(game.view(other, Seat(seat))))[:LISTED]:
                events = answer(game, other, seat, text, Dice(seed, game.name, 1))
                require(not isinstance(events, Refused), f'after a redeal "{text}" is listed and refused: {events}')
        changed += other != state
    return changed


def facts_tell_no_more_than_views(game: Game, seed: bytes, length: int) -> int:
    """Where two courses look the same to a viewer before and after, the facts and messages are the same, too.

    Two courses are compared where the hidden part differs, by a redeal, or where the chance does, by a draw of which
    two items are swapped.
    """
    position = play(game, seed, length)
    return sum(
        _compare(game, viewer, *courses)
        for viewer in viewers(game)
        for courses in _courses(game, position, seed, viewer)
    )


Course: TypeAlias = tuple[Any, tuple[Any, ...]]
"""A state and the events that follow."""


def _courses(game: Game, position: Position, seed: bytes, viewer: Viewer) -> Iterator[tuple[Course, Course]]:
    """Beginnings of games, and what may follow the position."""
    start, begun = game.start(position.options), game.begin(position.options, Dice(seed, game.name, 1))
    for swap in range(1, SWAPS + 1):
        yield (start, begun), (start, game.begin(position.options, _SwappedDice(seed, game.name, 1, swap)))
    state, draw = position.state, position.draw
    other = game.redeal(state, viewer, Dice(seed, "redeal", 3))
    choose = Dice(seed, "laws facts", 1)
    for seat in game.turn(state):
        for text in choose.shuffled(game.moves(game.view(state, Seat(seat))))[:LISTED]:
            events = answer(game, state, seat, text, Dice(seed, game.name, draw))
            # Moves that somebody else might have made instead, as far as the viewer knows.
            unseen = () if seat == viewer.number else game.moves(game.view(other, Seat(seat)))
            others = [(other, instead, Dice(seed, game.name, draw)) for instead in (text, *unseen)]
            if isinstance(events, tuple) and has_draw(game, events):
                others += [(state, text, _SwappedDice(seed, game.name, draw, swap)) for swap in range(1, SWAPS + 1)]
            for start, instead, dice in others:
                yield (state, _events(events)), (start, _events(answer(game, start, seat, instead, dice)))


def _events(result: tuple[Any, ...] | Refused) -> tuple[Any, ...]:
    """Those of an answer; none of a refusal: the other hand may not have the card for a listed move."""
    return result if isinstance(result, tuple) else ()


def _compare(game: Game, viewer: Viewer, one: Course, other: Course) -> int:
    """How many facts could be compared: those until the viewer sees that the courses differ."""
    (first, its_events), (second, other_events) = one, other
    count = 0
    for event, instead in zip(its_events, other_events, strict=False):
        first, second = game.evolve(first, event), game.evolve(second, instead)
        if game.follow is not None:
            (event,), (instead,) = game.follow(first, (event,)), game.follow(second, (instead,))
        if type(event) is not type(instead) or game.view(first, viewer) != game.view(second, viewer):
            break
        facts = game.reveal(event, viewer), game.reveal(instead, viewer)
        require(facts[0] == facts[1], f"to {viewer} is revealed what no view shows: {facts[0]}, {facts[1]}")
        if facts[0] is not None:
            told = [game.tell(fact, viewer) for fact in facts]
            require(told[0] == told[1], f"one fact is told in two ways: {told}")
        count += 1
    return count


class _SwappedDice(Dice):
    """Dice whose shuffles have two items swapped, so that two draws differ in little and perhaps in nothing seen."""

    def __init__(self, seed: bytes, game: str, draw: int, swap: int) -> None:
        super().__init__(seed, game, draw)
        self._choose = Dice(seed, "laws swap", swap)

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        order = list(super().shuffled(items))
        if order:
            i, j = self._choose.below(len(order)), self._choose.below(len(order))
            order[i], order[j] = order[j], order[i]
        return tuple(order)
