"""How a game ended: to who won or lost it, to who brought the end about, to all others; and to who was away. Pure."""

from collections.abc import Sequence

from core.base.game import Game, Outcome
from core.base.message import Message, Who, message, said_of


def tell_ending(game: Game, outcome: Outcome, seat: int | None = None) -> Message:
    """How a game ended, told to a seat; None is for those who do not play."""
    losers = tuple(other for other in range(game.seats) if other not in outcome.winners)
    match outcome.reason:
        case "resigned" | "gave_up":
            return _without(seat, losers[0], outcome, message("You resigned."), message("{who} resigned."))
        case "timeout":
            own, others = message("Your time ran out."), message("{who} ran out of time.")
            return _without(seat, losers[0], outcome, own, others)
        case "unrevealed":
            return _unrevealed(seat, outcome)
        case "resigned_early":
            own = message("You resigned before both had moved: nobody wins.")
            others = message("{who} resigned before both had moved: nobody wins.")
            return said_of(seat == outcome.figures[0], own, others, outcome.figures[0])
        case "timeout_early":
            own = message("Your time ran out before both had moved: nobody wins.")
            others = message("{who} ran out of time before both had moved: nobody wins.")
            return said_of(seat == outcome.figures[0], own, others, outcome.figures[0])
        case "nobody_came":
            return message("Nobody came to play, so the table is closed.")
        case "abandoned":
            return message("The game was abandoned: nobody wins.")
        case "closed":
            return message("This table was closed.")
        case _:
            return game.conclude(outcome, seat)


def _unrevealed(seat: int | None, outcome: Outcome) -> Message:
    """That the game did not begin, because somebody did not reveal the luck they had sealed."""
    own = message("You did not reveal your sealed luck in time.")
    if len(outcome.figures) > 1:
        nobody = message("Nobody revealed the sealed luck in time.")
        return own if seat in outcome.figures else nobody
    others = message("{who} did not reveal the sealed luck in time.")
    return _without(seat, outcome.figures[0], outcome, own, others)


def _without(seat: int | None, loser: int, outcome: Outcome, own: Message, others: Message) -> Message:
    """That a player could not, or would not, go on, and who wins by it."""
    why = said_of(seat == loser, own, others, loser)
    if not outcome.winners:
        return why
    winner = outcome.winners[0]
    if seat == winner:
        return message("{why} You win.", why=why)
    return message("{why} {winner} wins.", why=why, winner=Who(winner))


def tell_missed(game: Game, title: str, outcome: Outcome, seat: int, standing: Sequence[int] = ()) -> Message:
    """How a game ended, told later to the player at a seat who was away; `title` is that of the game or its variant,
    `standing` the score by seat."""
    if len(standing) != 2:
        return message("{game} is over: {ending}", game=title, ending=tell_ending(game, outcome, seat))
    other = Who(1 - seat)
    is_own = outcome.winners == (1 - seat,) or outcome.figures == (seat,)
    match outcome.reason:
        case "resigned":
            own, others = message("You resigned at {game}{result}."), message("{who} resigned at {game}{result}.")
        case "timeout":
            own, others = (
                message("Your time ran out at {game}{result}."),
                message("{who} ran out of time at {game}{result}."),
            )
        case "unrevealed" if not outcome.winners:
            return message("Nobody revealed the sealed luck at {game} in time: both have lost.", game=title)
        case "unrevealed":
            is_own = seat not in outcome.winners
            own = message("You did not reveal your sealed luck at {game}{result}.")
            others = message("{who} did not reveal the sealed luck at {game}{result}.")
        case "resigned_early":
            own = message("You resigned at {game} before both had moved: nobody won.")
            others = message("{who} resigned at {game} before both had moved: nobody won.")
        case "timeout_early":
            own = message("Your time ran out at {game} before both had moved: nobody won.")
            others = message("{who} ran out of time at {game} before both had moved: nobody won.")
        case "abandoned":
            return message(
                "{who} abandoned {game} because you had not moved for days: nobody won.", who=other, game=title
            )
        case "nobody_came":
            return message("Nobody came to play {game}, so the table was closed.", game=title)
        case "closed":
            return message("Your table of {game} was closed.", game=title)
        case _:
            return _tell_result(outcome, seat, other, title)
    result = _result(outcome, seat, standing)
    return (own if is_own else others).filled(who=other, game=title, result=result)


def _result(outcome: Outcome, seat: int, standing: Sequence[int]) -> Message:
    """Who won, with the score where it says the same."""
    if seat not in outcome.winners:
        return message(", {winner} won", winner=Who(1 - seat))
    own, other = standing[seat], standing[1 - seat]
    return message(", you won {high} to {low}", high=own, low=other) if own > other else message(", you won")


def _tell_result(outcome: Outcome, seat: int, other: Who, title: str) -> Message:
    """That the game was played to its end."""
    if not outcome.winners:
        return message("Your game of {game} with {who} ended in a tie.", game=title, who=other)
    high, low = outcome.figures
    won = message("You won at {game} against {who}, {high} to {low}.")
    lost = message("You lost at {game} against {who}, {low} to {high}.")
    return (won if seat in outcome.winners else lost).filled(game=title, who=other, high=high, low=low)
