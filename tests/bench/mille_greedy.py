"""How strong the computer player of mille is, against a plain greedy policy, and how fast the rules are.

The program as shipped lost two games of three to a policy of this kind (67.0 % of 300 games, mean totals 5121 to
4176, 4.2 hands a game: rules sheet 10.6). It has a flaw that ours has not: one small distance card that is "too
close" to the end keeps its whole hand back. So the policy is measured against both.

The policy: answer an attack with its safety at once, else keep safeties for a coup fourré until the deck is
nearly gone; never let a chance to finish, to start or to attack go by; then the longest distance; discard what
is worth least. Seat 0 is greedy and starts the first hand. One game is one session: the first to 5000 points.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import count

from core.base.chance import Dice, deal_seed
from core.base.game import SPECTATOR, Play, Seat
from core.games.mille import GAME
from core.games.mille.bot import classic
from core.games.mille.cards import HAZARDS, MILES, PREVENTS, REMEDIES, SAFETIES, SAFETY_AGAINST, Card
from core.games.mille.moves import cures
from core.games.mille.scoring import totals_of
from core.games.mille.state import FULL, SLOTS, Pair, Phase, State
from core.games.mille.views import View
from tests.core.games.mille.positions import play_on

Choose = Callable[[View, Dice], str]
LATE = 25
"""Cards left when safeties are not held back any more."""
BEHIND = 400
"""Miles below which the opponent seems far enough behind for an extension."""


def greedy(view: View, dice: Dice) -> str:
    """The plain policy's move."""
    if view.phase is Phase.HAND_OVER:
        return "another"
    if view.phase is Phase.EXTENSION:
        return "yes" if extends(view) else "no"
    return _answer(view) or ("p" if not view.picked else _play(view))


def extends(view: View) -> bool:
    """Whether the opponent is far behind and cannot go on for the moment."""
    other = view.tableaus[view.turn[0] - 1]
    return 0 < other.miles < BEHIND and not other.rolling and view.deck > LATE


def _slot(view: View, card: Card) -> str:
    place = view.hand.index(card) + FULL - len(view.hand)
    return SLOTS[place].lower()


def _answer(view: View) -> str | None:
    """A safety against what lies on the player."""
    own = view.tableaus[view.turn[0]]
    for card in view.hand:
        if card in PREVENTS and cures(card, own):
            return f"u {_slot(view, card)}"
    return None


def _play(view: View) -> str:
    moves = GAME.moves(view)
    usable = [card for card in view.hand if f"u {_slot(view, card)}" in moves]
    late = view.deck <= LATE
    useful = [card for card in usable if _merit(view, card) and (late or card not in SAFETIES)]
    if useful:
        return f"u {_slot(view, max(useful, key=lambda card: _merit(view, card)))}"
    loose = [card for card in view.hand if card not in SAFETIES]
    if loose:
        return f"d {_slot(view, min(loose, key=lambda card: _keep(view, card)))}"
    return f"u {_slot(view, view.hand[0])}"


def _merit(view: View, card: Card) -> int:
    """How gladly a card is used that can be; 0 keeps it."""
    own = view.tableaus[view.turn[0]]
    if card in SAFETIES:
        return 1000
    if card in MILES:
        return 900 if own.miles + MILES[card] == view.end else MILES[card]
    if card is Card.GO:
        return 0 if own.rolling else 800
    if card in REMEDIES or card is Card.END_OF_LIMIT:
        return 700
    return 600 if card in HAZARDS else 500


def _keep(view: View, card: Card) -> int:
    """How unwillingly a card is discarded."""
    own, other = view.tableaus[view.turn[0]], view.tableaus[view.turn[0] - 1]
    held = view.hand.count(card)
    if card in MILES:
        return 0 if own.miles + MILES[card] > view.end else 10 + MILES[card] // 5
    if card in SAFETY_AGAINST:
        return 0 if SAFETY_AGAINST[card] in other.safeties else 60
    safety = SAFETY_AGAINST[REMEDIES[card]] if card in REMEDIES else Card.RIGHT_OF_WAY
    if safety in own.safeties or safety in view.hand:
        return 0
    return {Card.GO: 70, Card.END_OF_LIMIT: 35}.get(card, 40) // held


def played_game(players: tuple[Choose, Choose], number: int) -> tuple[Pair, int, State]:
    """A game to 5000 points.

    Returns: the totals, the number of hands, and the last state.
    """
    seed = deal_seed(number)
    state: State = GAME.start({})
    events = GAME.begin({}, Dice(seed, GAME.name, 1))
    for record in count(2):
        for event in events:
            state = GAME.evolve(state, event)
        if GAME.view(state, SPECTATOR).game_over:
            break
        seat = state.turn
        view = GAME.view(state, Seat(seat))
        text = players[seat](view, Dice(seed, "bot", record))
        events = GAME.decide(state, Play(seat, GAME.read(view, text), Dice(seed, GAME.name, record)))
    return totals_of(state), state.dealt, state


def tournament(games: int, opponent: Choose) -> tuple[list[int], list[float], float]:
    """Wins of the greedy policy, of its opponent, and ties; mean totals; mean hands in a game."""
    wins, sums, hands = [0, 0, 0], [0, 0], 0
    for number in range(games):
        totals, dealt, _ = played_game((greedy, opponent), number)
        wins[2 if totals[0] == totals[1] else int(totals[1] > totals[0])] += 1
        sums = [sums[0] + totals[0], sums[1] + totals[1]]
        hands += dealt
    return wins, [total / games for total in sums], hands / games


def random_hand(number: int) -> int:
    """One hand of random legal moves; answers how many there were."""
    seed = deal_seed(number)
    choose = Dice(seed, "random", 1)
    state: State = GAME.start({})
    events = GAME.begin({}, Dice(seed, GAME.name, 1))
    for made in count():
        for event in events:
            state = GAME.evolve(state, event)
        if state.phase is Phase.HAND_OVER:
            return made
        moves = [*GAME.moves(GAME.view(state, Seat(state.turn))).values()]
        play = Play(state.turn, moves[choose.below(len(moves))], Dice(seed, GAME.name, made + 2))
        events = GAME.decide(state, play)
    raise AssertionError


def run(games: int = 500, hands: int = 300) -> None:
    """Print the computer's strength and the speed of random play."""
    for name, opponent in (
        ("our computer player", play_on),
        ("it with the program's flaw", partial(play_on, player=classic.choose)),
    ):
        started = time.perf_counter()
        (won, lost, tied), (ours, theirs), length = tournament(games, opponent)
        took = time.perf_counter() - started
        print(f"mille: greedy against {name} wins {won / games:.1%} of {games} games ({won}-{lost}, {tied} ties),")
        print(f"       mean totals {ours:.0f} : {theirs:.0f}, {length:.1f} hands a game, {took:.0f} s")
    started = time.perf_counter()
    made = sum(random_hand(number) for number in range(hands))
    took = time.perf_counter() - started
    print(f"mille: random play, {hands / took:.0f} hands a second, {made / took:.0f} moves a second")


if __name__ == "__main__":
    run()
