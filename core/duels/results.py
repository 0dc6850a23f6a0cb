"""What a game of a duel came to, by its table and what was noted as a fault. Pure."""

from core.duels import rules
from core.duels.duel import Duel
from core.duels.score import DRAW, WIN, GameResult
from core.table import DuelGame, Table


def result_of(table: Table, duel: DuelGame, fault: tuple[int, str] | None = None) -> GameResult:
    """How a game that is over ended. `fault` is the seat of who has lost before the end, and why, where the house gave
    the game up for them. One that was closed before it had begun is a draw that counts for nothing."""
    ended = table.ended
    assert ended is not None
    loser, reason = fault or (None, "" if table.begun else rules.CLOSED)
    if fault is None and ended.reason in rules.REASONS:
        reason, loser = ended.reason, next((seat for seat in (0, 1) if ended.winners == (1 - seat,)), None)
    if loser is not None and table.chairs[loser].bot:
        loser, reason = None, rules.CLOSED  # Our own player had no time because the house had none.
    winners: tuple[int, ...] = () if reason == rules.CLOSED else ended.winners if loser is None else (1 - loser,)
    points = DRAW if len(winners) != 1 else WIN if rules.side_at(duel, winners[0]) == 0 else 0
    lead = None
    if not reason:
        own, other = (table.game.standing(table.state)[rules.side_at(duel, side)] for side in (0, 1))
        lead = own - other
    side = None if loser is None else rules.side_at(duel, loser)
    return GameResult(duel.pair, duel.game, table.id, points, reason, side, lead)


def recorded_result(duel: Duel, table: Table) -> GameResult:
    """How a game of a duel in a house ended, by its table and by what stands in the duel: so that of several houses
    each says the same, whichever has noted a fault."""
    number, game = table.setup.duel, duel.at(table.id)
    assert number is not None
    fault = game.fault if game is not None else None
    return result_of(table, number, fault and (rules.side_at(number, fault[0]), fault[1]))
