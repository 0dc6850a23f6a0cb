"""Games of somebody's that ended while they were away: told once, whichever client they come with.

Read from the journal when somebody comes in. What ends while they are in the house they are told at once (see
`ended_games`); of both it is noted with the person up to when they know.
"""

from contextlib import suppress

from core.base.message import SOMEBODY, Message, message, named
from core.games import GAMES
from core.games.features.titles import title_of
from core.live.ended_games import is_own_act
from core.people.persons import Person
from core.presence.other_houses.relayed_messages import LOOK
from core.projections import GameSummary
from core.records import fold
from core.sessions.lists.table_lists import wait_for_all
from core.sessions.session import Session
from core.table import causes, is_slow, tell_missed
from journal import Damaged

MOST = 12
"""Games of a person that ended last, which are looked at."""
READ = 24
"""Records at the end of a game that are looked at for who ended it."""
WHILE_AWAY = message("While you were away:")


async def missed_ends(session: Session, but: str = "") -> tuple[Message, ...]:
    """What the person is told on coming in, a line each; empty where nothing ended, and once it was told.

    `but` is the table they go to, which shows it itself. Raises: JournalError.
    """
    new = await session.own_ids() - session.caught_up
    if not new:
        return ()
    session.caught_up |= new
    if not session.is_home:  # There games end while somebody plays, and the first picture is not to wait.
        await wait_for_all(session)
    said = [line for id in sorted(new) for line in await _told(session, id, but)]
    if len(said) == 1:
        return (message("While you were away: {what}", what=said[0]),)
    return (WHILE_AWAY, *said) if said else ()


async def _told(session: Session, id: str, but: str) -> list[Message]:
    """Of one whom the person is. It is noted before it is told, so that no other client tells it, too."""
    person = await session.service.directory.person(id)
    ended = await session.service.views.ended_last(id, MOST)
    found = [one for one in ended if one.at * 1000 > person.told + 0.5 and _may_be_missed(one, person)]
    missed = [one for one in reversed(found) if await _is_missed(session, one)]
    if missed:
        await session.service.directory.note_told(id, max(one.at for one in missed))
    shown = [one for one in missed if one.id != but]
    names = await session.service.directory.shown_names(seat.person for one in shown for seat in one.seats)
    return [_line(one, id, names) for one in shown]


def _may_be_missed(one: GameSummary, person: Person) -> bool:
    """Whether a game may have ended in the person's absence. Of times of which nothing is noted yet it is only told
    where somebody else played, or the computer plays with nobody there."""
    is_closed_practice = one.is_practice and one.outcome is not None and one.outcome.reason == "closed"
    if is_closed_practice or one.damage or one.game not in GAMES or one.outcome is None:
        return False
    others = any(seat.person not in ("", person.id) for seat in one.seats)
    return bool(person.told or others or is_slow(one.clock) or one.outcome.reason == "nobody_came")


async def _is_missed(session: Session, one: GameSummary) -> bool:
    """Whether somebody else ended it, or time: who ends a game oneself has seen that."""
    stream = fold.stream_of(one.id)
    with suppress(Damaged):
        recorded = fold.decode(stream, await session.service.journal.read(stream, max(0, one.seq - READ), READ))
        *_, cause = (None, *causes(recorded))
        own = session.persons | {await session.found()}
        return not any(seat.person in own and is_own_act(cause, number) for number, seat in enumerate(one.seats))
    return False


def _line(one: GameSummary, person: str, names: dict[str, str]) -> Message:
    assert one.outcome is not None
    seat = next(number for number, chair in enumerate(one.seats) if chair.person == person)
    players = tuple(chair.named(lambda known: names.get(known, SOMEBODY)) for chair in one.seats)
    standing = one.standing or (0,) * len(one.seats)
    title = title_of(one.game, dict(one.options))
    what = named(tell_missed(GAMES[one.game], title, one.outcome, seat, standing), players)
    return LOOK.filled(what=what, id=one.id)
