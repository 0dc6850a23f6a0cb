"""Showing a game to others, and opening what others have shown."""

from core.base.game import Refused
from core.base.message import Message, message
from core.replay.share_codes import read_code
from core.sessions.arrival.table_access import recall
from core.sessions.at_table import sharing
from frontends.visit.action import Action, Topic, why_not
from frontends.visit.destination import Destination, ToLobby, ToReplay
from frontends.visit.room import Room
from frontends.visit.table import arrival
from frontends.visit.table.at_table import AtTable


async def share(at: AtTable, rest: str) -> None:
    """One line to paste anywhere, and the codes that go with it."""
    found = sharing.share(at.own)
    codes: list[Message] = []
    if found.deal:
        codes.append(message("To play this deal, anywhere: open {code}", code=found.deal))
    if found.game:
        codes.append(message("To see this game, here: open {code}", code=found.game))
    await at.visit.read(at.visit.words.say(found.line, found.names), *codes)


async def open_shared(room: Room, rest: str) -> Destination | None:
    """Play the deal of a code, or step through the game of one."""
    if not rest:
        raise Refused("Type open and the code, such as open signora-k7xp9")
    wanted = sharing.order_of(read_code(rest))
    visit = room.visit
    if not isinstance(wanted, str):
        return await arrival.open_table(visit, wanted)
    return ToReplay(await recall(visit.session, wanted), room.here or ToLobby())


SHARE: Action[AtTable] = Action(
    "share",
    share,
    message("a line to paste, and a code for others to open"),
    topic=Topic.SAVING,
    unless=lambda at: why_not(sharing.share, at.own),
)
OPEN: Action[Room] = Action(
    "open", open_shared, message("play or see what somebody shared, by its code"), topic=Topic.SAVING, takes="CODE"
)
