"""Why in Terrace: the lock, why a game is stuck, what a hint means, why a card does not go somewhere."""

from collections.abc import Iterator

from core.base.cards import RANKS, definite, name, rank_name
from core.base.message import Argument, Message, counted, message
from core.games.terrace import GAME, Carry
from core.games.terrace.allowed import closed, objection, propose, sentence
from core.games.terrace.board import RANK, RED, View


def explain(view: View, about: str) -> tuple[Message, ...]:
    """The stock, the foundations and the hint; or why a move is not allowed. Raises: Refused."""
    if about:
        move = GAME.read(view, about)
        why = objection(view, move.source, move.target) if isinstance(move, Carry) else closed(view, view.stock)
        return (why or message("You can make that move."),)
    if not view.turn:
        return (message("All 104 cards are up: the game is won."),)
    if not view.base:
        return (*_choosing(view),)
    return (*_open(view),)


def _choosing(view: View) -> Iterator[Message]:
    """How often each candidate's rank is buried in the reserve."""
    yield message("All eight foundations begin with the rank you choose. Cards in the reserve come out late:")
    for column in view.columns:
        if column:
            buried = sum(card[0] == column[-1][0] for card in view.reserve)
            yield counted(
                "{card}: {n} of its rank in the reserve.", "{card}: {n} of its rank in the reserve.", buried,
                card=name(column[-1]),
            )  # fmt: skip


def _open(view: View) -> Iterator[Message]:
    if view.stuck:
        yield message("Stuck: no card can go up, no move between columns helps, and you cannot turn a card.")
    yield from _stock(view)
    wanted = tuple(_wanted(view))
    if wanted:
        yield message("The foundations wait for: {cards}.", cards=wanted)
    if view.reserve:
        yield message("On top of the reserve is {card}.", card=definite(view.reserve[-1]))
    proposal = propose(view, view.stock)
    if proposal is not None:
        yield message("One idea: {move}, because {reason}.", move=sentence(view, proposal), reason=proposal.reason)
        yield message("Type hint for the best move.")
    else:
        yield message("Take moves back with undo, or start the same deal again with restart.")


def _stock(view: View) -> Iterator[Message]:
    why = closed(view, view.stock)
    if view.locked and not view.rules.fill:
        spaces = tuple(number for number, column in enumerate(view.columns, 1) if not column)
        yield counted(
            "The stock is locked: a card was turned while a column was empty. Use the waste card, or fill "
            "column {columns}.",
            "The stock is locked: a card was turned while columns were empty. Use the waste card, or fill "
            "columns {columns}.",
            len(spaces), columns=spaces,
        )  # fmt: skip
    elif why is not None:
        yield why


def _wanted(view: View) -> Iterator[Argument]:
    """What the foundations take next, each sort once."""
    found: dict[str, Message] = {}
    for pile in view.foundations:
        if pile and len(pile) < len(RANKS):
            top, rank = pile[-1], RANK[pile[-1]] % 13 + 1
            said = message("a black {rank}") if RED[top] else message("a red {rank}")
            said = name(f"{RANKS[rank - 1]}{top[1]}") if view.rules.in_suit else said.filled(rank=rank_name(rank))
            found[repr(said)] = said
    yield from found.values()
    if not all(view.foundations):
        yield message("any {rank}", rank=rank_name(view.base))
