"""When somebody was last in this house, from where, and at which tables, for operators."""

from core.base.game import Refused, kind_of
from core.base.message import Message, message
from core.base.text import clean
from core.moderation.bans import time_of
from core.projections import TableState
from frontends.server.admin.desk import Desk, Lines

MOST_TABLES = 5
"""Those that were used last."""
ROW = message("    table {id}, {game}, last used {time}")
OVER = message("    table {id}, {game}, over, last used {time}")


async def seen(desk: Desk, rest: str, by: str) -> Lines:
    """The visits of the person of a name, and their tables."""
    if not rest:
        raise Refused("Say who it is: a name.")
    here, last = desk.called(rest), desk.service.last_seen.of(rest)
    person = await desk.service.directory.find_holder(rest) or (last.person if last else "")
    said: list[Message] = []
    for caller in here:
        present = caller.visit.session.present if caller.visit is not None else None
        if present is not None:
            template = message("{name} has been here since {time}, from {address}.")
            said.append(template.filled(name=present.name, time=time_of(int(present.came_at)), address=caller.address))
            person = person or present.person
    if last is not None:
        template = message("{name} came {time} from {network}, and was last active {heard}.")
        heard = time_of(int(last.heard_at))
        said.append(template.filled(name=last.name, time=time_of(int(last.came_at)), network=last.network, heard=heard))
    if not said:
        said.append(message("{name} has not been here since the house was opened.", name=clean(rest, 40)))
    return said + await _tables(desk, person)


async def _tables(desk: Desk, person: str) -> list[Message]:
    if not person:
        return []
    tables = (await desk.service.views.tables(person=person, limit=MOST_TABLES)).items
    return [
        (OVER if one.state is TableState.ENDED else ROW).filled(
            id=one.id, game=kind_of(one.game, dict(one.options)), time=time_of(int(one.at))
        )
        for one in tables
    ]
