"""Practice copies of games, which go on from an earlier position, and who may look at them.

A practice copy has a seed of its own, its hidden cards are dealt anew, and it counts for nobody.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from core.base.chance import SEED_BYTES, Dice
from core.base.game import SPECTATOR, Refused, Seat
from core.table import Origin, Snapshot, Table
from core.table.opening import Copy, Player

if TYPE_CHECKING:
    from core.house.service import Service


async def fork(service: Service, table: Table, mark: str, person: str) -> str:
    """A practice copy of a table as it stood when a bookmark was set last, for the person who sits there.

    Returns: the new table's id. Raises: Refused when there is no such bookmark, or the person does not sit there.
    """
    seat = next((seat for seat, chair in enumerate(table.chairs) if chair.person == person), None)
    if seat is None:
        raise Refused("Only players at that table can go back to its saves.")
    snapshot = dict(table.marks).get(mark)
    if snapshot is None:
        raise Refused('That table has no save "{mark}". To list them, type saves and your code.', mark=mark)
    return await practise(service, table, snapshot, seat)


async def practise(service: Service, table: Table, snapshot: Snapshot, seat: int) -> str:
    """A practice table that begins from a snapshot, in which what its players could not see is dealt anew.

    Between two persons neither hand is kept: either of them could otherwise learn from the copy what the other holds
    in a game that goes on. Their seats are kept for them, so that they go back together or not at all.
    """
    game = table.game
    if not table.begun or game.outcome(snapshot.state) is not None:
        raise Refused("The game is over at that point: open a new game.")
    alone = len(table.persons) == 1
    # Dealt anew here already, with dice that nobody keeps, so that the copy's first record holds no card of the
    # original in its place; the copy's own dice deal them once more when it begins.
    dice = Dice(secrets.token_bytes(SEED_BYTES), game.name, 1)
    state = game.redeal(snapshot.state, Seat(seat) if alone else SPECTATOR, dice)
    copy = Copy(Origin(table.id, snapshot.seq), state, seat if alone else None)
    players = [Player(bot=chair.bot) if chair.bot else None for chair in table.chairs]
    players[seat] = Player(table.chairs[seat].person, is_program=table.chairs[seat].is_program)
    reserved = tuple(chair.person for chair in table.chairs)
    return await service.open(
        game, table.setup.options, players, clock=table.setup.clock, copy=copy, reserved=reserved
    )  # fmt: skip


def may_look(table: Table, person: str) -> bool:
    """Whether somebody may watch or replay a table: a practice copy is for those it was made for."""
    return not table.setup.is_practice or (bool(person) and person in table.setup.reserved)
