"""The points of a hand of mille: a figure for each line of the score window (rules sheet 7.2)."""

import attrs

from core.games.mille.cards import SAFETIES, Card
from core.games.mille.state import LONG, Bonus, Pair, State, Tableau

EACH_SAFETY = 100
ALL_SAFETIES = 300
EACH_COUP = 300
NO_BONUS = Bonus()
FULL_BONUS = Bonus(trip=400, safe=300, delayed=300, extension=200, shut_out=500)
"""What each line of the score window is worth."""


@attrs.frozen
class Score:
    """One seat's points of a hand."""

    miles: int
    safeties: int
    all_safeties: int
    coups: int
    bonus: Bonus

    @property
    def hand(self) -> int:
        """All of them."""
        return self.miles + self.safeties + self.all_safeties + self.coups + self.bonus.sum


def score_of(tableau: Tableau, bonus: Bonus) -> Score:
    """The points for what lies before a player, and a bonus."""
    count = len(tableau.safeties)
    return Score(
        tableau.miles,
        count * EACH_SAFETY,
        ALL_SAFETIES if count == len(SAFETIES) else 0,
        len(tableau.coups) * EACH_COUP,
        bonus,
    )


def scores_of(state: State) -> tuple[Score, Score]:
    """Both seats' points of the hand so far."""
    first, second = state.tableaus
    return (
        score_of(first, state.bonus if state.finisher == 0 else NO_BONUS),
        score_of(second, state.bonus if state.finisher == 1 else NO_BONUS),
    )


def totals_of(state: State) -> Pair:
    """Both seats' points of the game so far."""
    return totals_with(state, scores_of(state))


def totals_with(state: State, scores: tuple[Score, Score]) -> Pair:
    """Both seats' points of the game, when these are those of the hand."""
    return state.carried[0] + scores[0].hand, state.carried[1] + scores[1].hand


def bonus_for(state: State, seat: int) -> Bonus:
    """What this seat gets for completing the trip now."""
    return Bonus(
        trip=FULL_BONUS.trip,
        safe=0 if Card.MILES_200 in state.tableaus[seat].distances else FULL_BONUS.safe,
        delayed=0 if state.deck else FULL_BONUS.delayed,
        extension=FULL_BONUS.extension if state.end == LONG else 0,
        shut_out=0 if state.tableaus[1 - seat].miles else FULL_BONUS.shut_out,
    )
