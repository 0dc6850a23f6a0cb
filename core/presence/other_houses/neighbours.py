"""The other houses on the journal: what they are told of those who are here, and what follows from what they say.

Those who are there stand in this house's presence as everybody else does; what is told to them goes to their house.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import attrs
import trio

from core.base.game import Refused
from core.base.message import Message, english, message
from core.base.token_bucket import Bucket, Rate
from core.presence.invitations import Invitation
from core.presence.other_houses import letters, relayed_messages
from core.presence.other_houses.clocks import Difference, Times
from core.presence.other_houses.roster import Change, Roll, pages_of
from core.presence.roster import IDLE, Claim, Elsewhere, Kind, Notice, Present
from core.table import tell_span
from journal import Channel, JournalError

if TYPE_CHECKING:
    from core.house.service import Service

_LOG = logging.getLogger("parlour")
BEAT = 1.0
"""Seconds between two words of a house that say that it is there, and between two looks at who has said nothing."""
LETTERS = Rate(at_once=5000, a_second=1000)
"""Letters that are read; others are ignored, and the houses ask anew for what they miss."""
ANSWERS = Rate(at_once=5, a_second=1)
"""Times that other houses are told of everybody who is here."""
ANSWERED_TIMES = Rate(at_once=100, a_second=50)
"""Times that other houses are told what time it is."""
CLOCKS_TOLD = Rate(at_once=10, a_second=1 / 60)
"""Clocks that are logged: whoever writes to the journal can call themselves a house of any name."""
ASKED_OFTEN, ASKED = 3, 60
"""So many beats after a house was met it is asked at each what time it is, and then at every so many."""
PATIENCE = 3.0
"""Seconds in which a guest of another house is given an id."""


@attrs.define(eq=False)
class _InOtherHouse:
    """Who makes a visit in another house, reached by letters to it."""

    neighbours: Neighbours
    visit: Present = attrs.field(init=False)
    heard_at: float = math.inf

    def hear(self, notice: Notice) -> None:
        self.neighbours.tell(self.visit, notice)

    def give_up(self, claim: Claim, present: Present) -> None:
        """What they lose to others is settled in their house."""

    async def identify(self) -> str:
        return await self.neighbours.identify(self.visit)


class Neighbours(Elsewhere):
    """See the module. Everything but `run` and `identify` returns at once."""

    def __init__(self, service: Service, own: str) -> None:
        """`own` is what this house is called among all."""
        self._service, self._own = service, own
        self._now, self._presence, self._announcer = service.now, service.presence, service.announcer
        self._roll = Roll(own)
        self._there: dict[tuple[str, int], Present] = {}
        self._here: dict[int, Present] = {}
        """Those here of whom others know, by number."""
        self._version = self._numbers = 0
        self._idle: set[Present] = set()
        """Those here of whom others were told that they do nothing."""
        self._channel: Channel | None = None
        self._awaited = trio.Event()
        """Set when somebody in another house has changed."""
        self._met = trio.Event()
        """Set when there is another house."""
        self._letters, self._answers, self._answered_times = Bucket(LETTERS), Bucket(ANSWERS), Bucket(ANSWERED_TIMES)
        self._clocks_told = Bucket(CLOCKS_TOLD)
        self._opened = self._now()
        self.times = Times(own, self._opened)
        """What time it is in them."""
        self._beats = 0
        """Since a house was met."""
        self._logged: frozenset[str] = frozenset()
        """The houses of whose clocks the log says that they differ."""
        self.unread = 0
        """Letters that this house could not use and ignored."""
        self.obey: Callable[[Present, letters.Rule], None] = lambda present, rule: None
        """Does to a guest here what an operator of another house orders. Must not wait."""

    @property
    def count(self) -> int:
        """How many other houses there are."""
        return len(self._roll.houses)

    def knows(self, house: str) -> bool:
        """Whether a house of that name is there, as far as it was heard here."""
        return house in self._roll.houses

    async def run(self) -> None:
        """Speak and listen until cancelled."""
        async with self._service.journal.open_channel(self.hear) as channel:
            self._channel = channel
            try:
                while True:
                    self.look_round()
                    self._say(letters.Beat(self._own, self._version))
                    self._compare_clocks()
                    with trio.move_on_after(BEAT if self.count or not channel.is_reliable else math.inf):
                        await self._met.wait()
                    self._met = trio.Event()
                    self._look()
            finally:
                self._say(letters.Bye(self._own))
                self._channel = None

    def _say(self, letter: letters.Letter) -> None:
        if self._channel is not None:
            self._channel.send(letters.write(letter))

    def _compare_clocks(self) -> None:
        """Ask what time it is, from time to time, and log whose clock differs."""
        if self.count and (self._beats < ASKED_OFTEN or self._beats % ASKED == 0):
            self._say(letters.AskTime(self._own, self._now()))
        self._beats += 1
        self.log_clocks()

    def log_clocks(self) -> None:
        """Log each clock that differs, once; and when it does not any more."""
        found = {one.house: one for one in self.times.differences(self._now())}
        new = [one for house, one in found.items() if house not in self._logged]
        for house in self._logged - set(found):
            _LOG.warning("The clock of house %s does not differ from the one of this house any more.", house)
        self._logged &= set(found)
        for one in new:
            # What is not logged now is so later, if it still holds then.
            if self._clocks_told.take(self._now()):
                self._logged |= {one.house}
                _LOG.warning("%s", english(tell_difference(one)))

    def hear_record(self, house: str, ahead: float) -> None:
        """Another house has made a record, so far ahead of the time of this one."""
        if house != self._own:
            self.times.hear_record(house, ahead, self._now())
            self.log_clocks()

    # What others are told of those who are here.

    def show(self, present: Present) -> None:
        """Somebody here has come, or is not called so, or not there, any more."""
        if not present.number:
            self._numbers += 1
            present.number = self._numbers
            self._here[present.number] = present
        self._version += 1
        if self.count:
            self._say(letters.Came(self._own, self._version, self._seen(present)))

    def forget(self, present: Present, *, lost: bool) -> None:
        """Somebody here has left, or lost the line."""
        self._idle.discard(present)
        if self._here.pop(present.number, None) is not None:
            self._version += 1
            if self.count:
                self._say(letters.Went(self._own, self._version, present.number, lost))

    def _seen(self, present: Present) -> letters.Seen:
        now, live = self._now(), self._service.in_play(present.table)
        idle = now - present.heard_at
        return letters.Seen(
            present.number, present.name, present.person, present.is_guest, present.table,
            live.table.game.name if live else "", present.seats, present.rank,
            max(0.0, now - present.came_at), idle if idle >= IDLE else 0.0, present.stands_in, present.is_program,
        )  # fmt: skip

    def look_round(self) -> None:
        """Tell other houses who does nothing any more, and who does something again, since the last look."""
        if not self.count:
            return
        now = self._now()
        for one in self._here.values():
            if (now - one.heard_at >= IDLE) != (one in self._idle):
                self._idle ^= {one}
                self.show(one)

    # What others say.

    def hear(self, data: bytes) -> None:
        """Take in what came: a letter, or anything."""
        letter = letters.read(data)
        if letter is not None and letter.house == self._own:
            return
        if letter is None or not self._letters.take(self._now()):
            self.unread += 1
            return
        try:
            self._take_in(letter)
        except Exception:  # whatever another house says, this one goes on
            _LOG.exception("A letter of house %s could not be heeded.", letter.house)

    def _take_in(self, letter: letters.Letter) -> None:
        was_doubtful = self._roll.is_doubtful(letter.house)
        heard = self._roll.hear(letter)
        for change in heard.changes:
            self._apply(change)
        if was_doubtful and not self._roll.is_doubtful(letter.house):  # Meanwhile their names may have been taken here.
            for one in [one for one in self._there.values() if one.house == letter.house]:
                self._presence.settle(one)
        if isinstance(letter, letters.Bye):
            self.times.forget(letter.house)
        if heard.is_new:
            self._say(letters.Beat(self._own, self._version))
            self._beats = 0
            self._met.set()
        if heard.wants_all:
            self._say(letters.Ask(self._own, letter.house))
        self._answer(letter, self._now())

    def _answer(self, letter: letters.Letter, now: float) -> None:
        """Do what a letter asks of this house."""
        match letter:
            case letters.Ask(_, whom) if whom == self._own and self._answers.take(now):
                for page in pages_of(self._own, self._version, tuple(map(self._seen, self._here.values()))):
                    self._say(page)
            case letters.AskTime(house, asked) if self._answered_times.take(now):
                self._say(letters.TimeIs(self._own, house, asked, now, max(0.0, now - self._opened)))
            case letters.TimeIs(house, whom, asked, at, age) if whom == self._own:
                self.times.hear(house, asked, now, at, age)
            case letters.Told(_, whom) if whom == self._own:
                self._pass_on(letter)
            case letters.Spread(_, words):
                self._spread(relayed_messages.told(words))
            case letters.Identify(_, whom, number) if whom == self._own:
                self._identify(number)
            case letters.Invited() if self._presence.here_of(letter.person):
                invitation = Invitation(letter.table, letter.name, letter.by, letter.after)
                self._service.invitations.add(letter.person, invitation)
            case letters.Rule(_, whom, number) if whom == self._own and number in self._here:
                self.obey(self._here[number], letter)
            case _:
                pass

    def _look(self) -> None:
        before = self._roll.houses
        for change in self._roll.look():
            self._apply(change)
        for house in set(before) - set(self._roll.houses):
            self.times.forget(house)

    def _apply(self, change: Change) -> None:
        """Let those here know what has changed in another house."""
        key = change.house, change.number
        visit, known = change.visit, self._there.get(key)
        if visit is not None:
            self._seen_there(known or self._new(key, visit), visit, is_new=known is None, is_news=change.is_news)
        elif known is not None:
            del self._there[key]
            self._presence.go(known)
            if change.is_news:
                self._announcer.go(known, lost=change.lost)
        self._awaited.set()
        self._awaited = trio.Event()

    def _new(self, key: tuple[str, int], visit: letters.Seen) -> Present:
        house, number = key
        somebody = _InOtherHouse(self)
        one = somebody.visit = self._there[key] = Present(
            visit.name, somebody, self._now() - visit.age, visit.person,
            number=number, house=house, doubt=partial(self._roll.is_doubtful, house),
        )  # fmt: skip
        self._presence.come(one)
        return one

    def _seen_there(self, one: Present, visit: letters.Seen, *, is_new: bool, is_news: bool) -> None:
        before, name = (one.table, one.seats), one.name
        one.game = visit.game
        assert isinstance(one.somebody, _InOtherHouse)
        one.somebody.heard_at = self._now() - visit.idle if visit.idle else math.inf
        self._presence.change(
            one, name=visit.name, person=visit.person, is_guest=visit.is_guest, table=visit.table,
            seats=visit.seats, rank=visit.rank, stands_in=visit.stands_in, is_program=visit.is_program,
        )  # fmt: skip
        if is_news and is_new:
            self._announcer.come(one)
        if is_news and before[0] != one.table:
            self._announcer.moved(one, *before)
        if one.is_away and not visit.idle:
            self._announcer.heard(one)
        if name != visit.name and visit.person:
            self._service.start(partial(self._learn, visit.person))

    async def _learn(self, person: str) -> None:
        """Look up what somebody is called now, for the tables of this house, too."""
        try:
            await self._service.directory.person(person)
        except JournalError as error:
            _LOG.warning("What somebody is called now is not known: %s", error)
        else:
            self._service.forget_names()

    # What is told from house to house.

    def tell(self, one: Present, notice: Notice) -> None:
        """Tell somebody in another house."""
        if (words := relayed_messages.written(notice)) is not None:
            those = self._presence.named(notice.name) if notice.name else ()
            speaker = next((by.number for by in those if not by.house and by.person == notice.person), 0)
            self._say(letters.Told(self._own, one.house, one.number, words, speaker))

    def _pass_on(self, letter: letters.Told) -> None:
        """Tell somebody here what another house says; who does not listen to it is not told, and the speaker is."""
        notice = relayed_messages.told(letter.words)
        found = self._here.get(letter.number)
        if notice is None:
            self.unread += 1
        elif found is not None and found.attention.hears(notice):
            self._presence.tell(notice, [found])
        elif found is not None and letter.by and relayed_messages.CALLS[letter.words.call].wants_ear:
            self._say(letters.Told(self._own, letter.house, letter.by, letters.Words("unheard", {"name": found.shown})))

    def spread(self, notice: Notice) -> None:
        """Tell those in other houses, too, whom it may concern."""
        if self.count and (words := relayed_messages.written(notice)) is not None:
            self._say(letters.Spread(self._own, words))

    def _spread(self, notice: Notice | None) -> None:
        match notice:
            case Notice(Kind.SHOUT):
                self._announcer.spread(notice, self._presence.here())
            case Notice(Kind.OPENED):
                self._announcer.tell_lobby(notice)
            case Notice(Kind.LOBBY):
                self._announcer.pass_on_talk(notice)
            case Notice(Kind.CHANNEL):
                self._announcer.pass_on_talk(notice, str(dict(notice.said.args)["channel"]))
            case _:
                self.unread += 1

    def rule(
        self, one: Present, *, is_ban: bool, until: int, by: str, reason: str = "", note: str = "", quiet: bool = False
    ) -> None:
        """Have a guest of another house banned or muted there, by where they come from."""
        self._say(letters.Rule(self._own, one.house, one.number, is_ban, until, by, reason, note, quiet))

    def invite(self, person: str, invitation: Invitation) -> None:
        """Let somebody know in whichever house they are, that they are invited."""
        one = invitation
        if any(there.house for there in self._presence.of(person)):
            self._say(letters.Invited(self._own, person, one.table, one.name, one.person, one.after))

    async def identify(self, one: Present) -> str:
        """The id of somebody in another house; one is made for a guest who has none. Raises: Refused."""
        if not one.person:
            self._say(letters.Identify(self._own, one.house, one.number))
        with trio.move_on_after(PATIENCE):
            while not one.person:
                await self._awaited.wait()
        if not one.person:
            raise Refused("You cannot reach {name} now: try again in a moment.", name=one.shown)
        return one.person

    def _identify(self, number: int) -> None:
        found = self._here.get(number)
        if found is None:
            return
        somebody = found.somebody

        async def run() -> None:
            try:
                await somebody.identify()
            except (Refused, JournalError) as error:
                _LOG.warning("A guest could not be given an id: %s", error)

        self._service.start(run)


def tell_difference(one: Difference) -> Message:
    """How another house's clock differs, for operators."""
    template = _AHEAD if one.seconds > 0 else _BEHIND
    return template.filled(house=one.house, span=tell_span(abs(one.seconds)))


_AHEAD = message("The clock of house {house} is {span} ahead of ours.")
_BEHIND = message("The clock of house {house} is {span} behind ours.")
