"""Replays that several see together: whom somebody asks to one, and what those who see it may do.

with seeing(session, showing, on_moved) as own:
    own.lead(player.step(1))

All raise Refused, and JournalError.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from core.base.game import Refused, refuse_if
from core.base.message import Message
from core.games.features.titles import title_of
from core.people.look_alike_names import skeleton
from core.presence.invitations import Invitation
from core.presence.other_houses import relayed_messages
from core.presence.roster import Kind, Notice, Present
from core.replay.player import Player
from core.replay.recording import Recording
from core.replay.showing import NOBODY_ELSE, Showing
from core.sessions.arrival.table_access import recall
from core.sessions.limits import Limit
from core.sessions.others.company import check_hears, somebody_else
from core.sessions.others.conversation import is_heard, say_among, speaking
from core.sessions.session import Session


class Shown(Struct, frozen=True):
    """A replay that somebody is shown, in a recording of what they may see of it."""

    recording: Recording
    showing: Showing


def showing_of(player: Player) -> Showing:
    """A replay that nobody else sees yet."""
    recording = player.recording
    return Showing(recording.id, title_of(recording.game.name, recording.options), player.position)


async def take_up(session: Session, showing: Showing) -> Shown:
    """See a replay that somebody asked the person to, as far as they may see that game."""
    return Shown(await recall(session, showing.table), showing)


class Seeing(Struct, eq=False):
    """Somebody who sees a replay, alone or with others."""

    session: Session
    showing: Showing
    on_moved: Callable[[], None]
    """Called when somebody else has moved on, or leads now. Must not wait."""

    @property
    def name(self) -> str:
        """What the person is called, as others are shown it."""
        return self.session.present.shown if self.session.present is not None else self.session.name

    @property
    def leads(self) -> bool:
        """Whether they have the controls."""
        return self.showing.leads(self)

    @property
    def others(self) -> tuple[str, ...]:
        """What those are called who see it, too."""
        return tuple(one.name for one in self.showing.others(self))

    @property
    def leader(self) -> str:
        """What whoever has the controls is called."""
        return next(one.name for one in self.showing.companions if self.showing.leads(one))

    def objection(self) -> Message | None:
        """Why the person may not move on; None for whoever has the controls."""
        return self.showing.objection(self)

    def follow(self) -> None:
        """Somebody else has moved on, or leads now."""
        self.on_moved()

    def note(self, said: Message) -> None:
        """Be told who comes and goes."""
        self.session.hear(Notice(Kind.TABLE, said))

    def be_told(self, said: Message) -> None:
        """Be told who leads from now on, which all have to know."""
        self.session.hear(Notice(Kind.HOUSE, said))

    def lead(self, player: Player) -> None:
        """Have the replay stand there for all. Raises: Refused for who has not the controls."""
        self.showing.lead(self, player.position)

    def hand_over(self, name: str) -> None:
        """Give the controls to somebody who sees it, too. Raises: Refused."""
        self.showing.hand_over(self, name)

    def say(self, text: str) -> None:
        """Talk to those who see it, as anywhere else; it is stored nowhere. Raises: Refused."""
        others = [one.session for one in self.showing.others(self) if isinstance(one, Seeing)]
        if not others:
            raise Refused(NOBODY_ELSE)
        say_among(self.session, others, text)

    async def invite(self, names: Sequence[str]) -> tuple[str, ...]:
        """Ask people who are here to see it, too, all of them or none. Returns: what they are called."""
        refuse_if(self.objection())
        return await ask(self.session, self.showing, names)


@contextmanager
def seeing(session: Session, showing: Showing, on_moved: Callable[[], None]) -> Iterator[Seeing]:
    """See a replay for as long as the block lasts; the first who does so leads.

    Raises: Refused where as many see it as may look on at a table.
    """
    one = Seeing(session, showing, on_moved)
    if len(showing.companions) > session.allowance.budget.watchers:
        raise Refused("Replay {id} has no room for more watchers: try again later.", id=showing.table)
    showing.come(one)
    try:
        yield one
    finally:
        showing.go(one)


async def ask(session: Session, showing: Showing, names: Sequence[str]) -> tuple[str, ...]:
    """Ask people who are here to see a replay, all of them or none. Returns: what they are called."""
    own, others_hear = speaking(session), is_heard(session)
    said = relayed_messages.SHOWS.filled(name=own.shown, game=showing.title)
    notice = own.notice(Kind.INVITED, said, rings=True)
    asked = [_asked(session, showing, name, notice) for name in dict.fromkeys(names)]
    session.spend(Limit.TELLS, len(asked))
    persons = [await other.somebody.identify() for other in asked]
    service = session.service
    for person in persons if others_hear else ():
        service.invitations.add(person, Invitation(showing.table, own.name, own.person, showing=showing))
        service.presence.tell(notice, service.presence.here_of(person))
    return tuple(other.shown for other in asked)


def _asked(session: Session, showing: Showing, name: str, notice: Notice) -> Present:
    """Somebody in this house who can be asked. Raises: Refused."""
    other = somebody_else(session, name)
    if other.house:
        raise Refused("{name} is in another house: you can show a replay only to people in this one.", name=other.shown)
    if any(skeleton(one.name) == skeleton(other.shown) for one in showing.companions):
        raise Refused("{name} sees this replay already.", name=other.shown)
    check_hears(other, notice)
    return other
