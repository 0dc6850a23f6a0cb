"""How a game ended: to who won or lost it, to who brought the end about, and to all others. Pure."""

from core.base.game import Game, Outcome
from core.base.message import Message, Who, message, said_of


def tell_ending(game: Game, outcome: Outcome, seat: int | None = None) -> Message:
    """How a game ended, told to a seat; None is for those who do not play."""
    losers = tuple(other for other in range(game.seats) if other not in outcome.winners)
    match outcome.reason:
        case "resigned":
            return _without(seat, losers[0], outcome, message("You resigned."), message("{who} resigned."))
        case "gave_up":
            return _without(seat, losers[0], outcome, message("You gave up."), message("{who} gave up."))
        case "timeout":
            own, others = message("Your time ran out."), message("{who} ran out of time.")
            return _without(seat, losers[0], outcome, own, others)
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
            return message("The house has closed this table.")
        case _:
            return game.conclude(outcome, seat)


def _without(seat: int | None, loser: int, outcome: Outcome, own: Message, others: Message) -> Message:
    """That a player could not, or would not, go on, and who wins by it."""
    why = said_of(seat == loser, own, others, loser)
    if not outcome.winners:
        return why
    winner = outcome.winners[0]
    if seat == winner:
        return message("{why} You win.", why=why)
    return message("{why} {winner} wins.", why=why, winner=Who(winner))
