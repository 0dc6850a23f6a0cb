"""Laws about moves, decisions, dice and turns."""

from collections.abc import Iterator
from typing import Any

from core.base.chance import Dice
from core.base.game import EVERYONE, Game, Play, Refused, Seat
from core.base.text import plain
from core.laws.random_play import Position, answer, has_draw, play, require, viewers, viewers_now

LETTERS = "abcdefhjkpqrstuwxyz 0123456789"
ENDURANCE = 8
"""How many times longer a game is played where its end is looked for."""


def listed_moves_are_accepted(game: Game, seed: bytes, length: int) -> int:
    """Every listed move is accepted as it is listed, and the position after it can be seen by all."""
    count = 0
    position = play(game, seed, length)
    for seat in range(game.seats):
        view = game.view(position.state, Seat(seat))
        for text, move in game.moves(view).items():
            require(plain(text) == text, f'"{text}" is not listed as it is compared')
            for typed in (text, f" {text.upper().replace(' ', '  ')} "):
                require(_reads(game, view, typed, move), f'"{typed}" is not read as the move that is listed')
            events = answer(game, position.state, seat, text, Dice(seed, game.name, position.draw))
            require(isinstance(events, tuple) and bool(events), f'"{text}" is listed and does nothing: {events}')
            count += 1
    return count


def _reads(game: Game, view: Any, typed: str, move: Any) -> bool:
    try:
        return bool(game.read(view, typed) == move)
    except Refused:
        return False


def other_texts_are_refused(game: Game, seed: bytes, length: int) -> int:
    """What is typed is refused, or it is a listed move in other words; and it is read alike in less than a view."""
    count = 0
    position = play(game, seed, length)
    for text in typed_texts(game, position, seed):
        for seat in range(game.seats):
            view = game.view(position.state, Seat(seat))
            if isinstance(answer(game, position.state, seat, text, Dice(seed, game.name, position.draw)), Refused):
                require(plain(text) not in game.moves(view), f'"{text}" is listed and refused')
            else:
                accepted = game.read(view, text) in game.moves(view).values()
                require(accepted, f'"{text}" is accepted and not listed')
            if game.sight:
                is_alike = _read(game, view, text) == _read(game, game.sight(position.state, Seat(seat)), text)
                require(is_alike, f'"{text}" is read otherwise by what `sight` gives')
            count += 1
    return count


def _read(game: Game, view: Any, text: str) -> Any:
    """A text as a move, or why it is none."""
    try:
        return game.read(view, text)
    except Refused as refused:
        return refused.message


def typed_texts(game: Game, position: Position, seed: bytes) -> Iterator[str]:
    """Texts that somebody might type: nonsense, moves of others, and moves with a slip."""
    choose = Dice(seed, "laws typed", 1)
    known = sorted({text for seat in range(game.seats) for text in game.moves(game.view(position.state, Seat(seat)))})
    known += ["1", "u 1", "u p", "u 6", "d 2", "d go", "yes", "roll", "1 right", "t1 f", "w f", "d", "b 1", "1 2"]
    for _ in range(8):
        yield "".join(LETTERS[choose.below(len(LETTERS))] for _ in range(choose.below(12)))
    for _ in range(8):
        text = known[choose.below(len(known))]
        at = choose.below(len(text))
        yield text
        yield text[:at] + LETTERS[choose.below(len(LETTERS))] + text[at + choose.below(2) :]


def deciding_again_gives_the_same(game: Game, seed: bytes, length: int) -> int:
    """The same seed and moves give the same events, and the same events the same state."""
    first, second = play(game, seed, length), play(game, seed, length)
    require(first.events == second.events, "the same moves led to other events")
    require(first.state == second.state, "the same moves led to another state")
    again = game.fold(game.start(first.options), first.events)
    require(again == first.state, "the same events led to another state")
    return len(first.events)


def dice_are_used_as_declared(game: Game, seed: bytes, length: int) -> int:
    """A decision takes from the dice exactly when one of its events is of a class in `Game.draws`."""
    count = 1
    position = play(game, seed, length)
    dice = Dice(seed, game.name, 1)
    events = game.begin(position.options, dice)
    require(dice.is_used == has_draw(game, events), f"beginning used the dice: {dice.is_used}")
    for seat in game.turn(position.state):
        for text, move in game.moves(game.view(position.state, Seat(seat))).items():
            dice = Dice(seed, game.name, position.draw)
            events = game.decide(position.state, Play(seat, move, dice))
            require(dice.is_used == has_draw(game, events), f'"{text}" used the dice: {dice.is_used}')
            count += 1
    return count


def turns_are_known_to_all(game: Game, seed: bytes, length: int) -> int:
    """Every view says whose turn it is and who looks, and only those in turn have moves."""
    state = play(game, seed, length).state
    turn = game.turn(state)
    require(set(turn) <= set(range(game.seats)), f"{turn} are no seats")
    for viewer in (looking := viewers_now(game, state)):
        view = game.view(state, viewer)
        require(view.turn == turn, f"{viewer} sees the turn of {view.turn}, not of {turn}")
        require(view.seat == viewer.number, f"{viewer} is told to be seat {view.seat}")
        require(view.seat in turn or not game.moves(view), f"{viewer} has moves and is not in turn")
    return len(looking)


def ended_games_refuse(game: Game, seed: bytes, length: int) -> int:
    """A game that is over has no turn and no moves and refuses all; one that goes on has somebody's turn."""
    position = play(game, seed, length * ENDURANCE)
    state, outcome = position.state, game.outcome(position.state)
    if outcome is None:
        require(bool(game.turn(state)), "it is nobody's turn, and the game is not over")
        return 0
    require(set(outcome.winners) <= set(range(game.seats)), f"{outcome.winners} are no seats")
    require(not game.turn(state), "the game is over, and it is somebody's turn")
    redealt = game.redeal(state, EVERYONE, Dice(seed, "redeal", 1))
    require(redealt == state, "everyone sees all, and yet something was dealt anew")
    for viewer in viewers(game):
        require(not game.moves(game.view(state, viewer)), f"the game is over, and {viewer} has moves")
    for text in typed_texts(game, position, seed):
        for seat in range(game.seats):
            refused = answer(game, state, seat, text, Dice(seed, game.name, position.draw))
            require(isinstance(refused, Refused), f'the game is over, and "{text}" is accepted')
    return 1
