"""Who may look at a table, and step through its game."""

from collections.abc import Set

from core.base.game import Refused
from core.house.duels import check_told
from core.live.delayed_view import not_admitted
from core.replay import practice
from core.replay.recorded_games import history_of, recording_of
from core.replay.recording import Recording
from core.sessions.at_table.held_seats import seats_of
from core.sessions.limits import Limit
from core.sessions.session import Session
from core.table import Table


def check_may_look(table: Table, own: Set[str]) -> None:
    """Raises Refused for a practice copy that was made for others."""
    if table.setup.is_practice and not any(practice.may_look(table, person) for person in own):
        raise Refused("Table {id} is for practice: only its players can see it.", id=table.id)


def check_may_watch(table: Table, own: Set[str]) -> None:
    """Raises Refused for a game that goes on, and whose players let only those look on whom they admit."""
    if (objection := not_admitted(table, own)) is not None:
        raise objection


async def recall(session: Session, id: str) -> Recording:
    """A game to replay. Raises: Refused where it may not be seen, or not yet, or after too many of them."""
    session.spend(Limit.REPLAYS)
    service, own = session.service, await session.own_ids()
    history = await history_of(service, id)
    table = history.last
    # At home a game that only one person plays is theirs, whatever they are called today.
    is_theirs_alone = session.is_home and len(table.persons) == 1
    if not session.is_private:
        check_may_look(table, own)
        if not is_theirs_alone:
            check_may_watch(table, own)
    if table.ended:  # Then a replay shows all cards.
        await check_told(service.journal, table)
    return await recording_of(service, id, history, seats_of(table, own) or (table.persons if is_theirs_alone else ()))
