"""Who is who: persons by their ids, read from and written to their streams. The service's half of `persons`."""

import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from core.base.chance import commitment
from core.base.game import Refused
from core.base.message import SOMEBODY
from core.people import persons
from core.people.look_alike_names import skeleton
from core.people.name_claims import Claims
from core.people.persons import Person
from core.records import fold, owned_stream
from core.records.stream_removal import drop
from journal import Damaged, Journal, JournalError

_LOG = logging.getLogger("parlour")
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What ids and codes are made of: nothing that is mistaken for something else."""
SECRET_LETTERS = 13
"""Letters of a secret with which a person comes back: 64 bits."""
TOKEN_LETTERS = 26
"""Letters of the secret in the token of a program: 128 bits and more."""
FRESH = 30.0
"""Seconds for which what is known of a person is not read again; another process may have changed it."""
KNOWN = 10_000
"""So many persons are remembered besides those at tables in play, some 6 MB at the most."""
OWNER_STREAM = "owner"
"""Where it stands whose journal it is."""
_PAGE = 500
"""Records of a person that are read at once, so that a long past keeps nobody waiting."""
_FEW = 100
"""Records of a person that are read anew each time: a millisecond, and on NATS quicker than finding the last one."""


def draw_word(length: int) -> str:
    """A word nobody guesses: about five bits a letter."""
    number, letters = secrets.randbelow(len(LETTERS) ** length), []
    for _ in range(length):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def draw_secret() -> str:
    """With what a person comes back."""
    return draw_word(SECRET_LETTERS)


def code_of(table: str, secret: str) -> str:
    """What a person notes to come back to a table: its id, and the secret in groups that can be read out."""
    return "-".join((table, secret[:4], secret[4:8], secret[8:])) if secret else table


def read_code(code: str) -> tuple[str, str]:
    """The table and the secret in a code, however it was typed."""
    table, _, secret = code.strip().lower().partition("-")
    return table, "".join(letter for letter in secret if letter in LETTERS)


def token_of(program: str, secret: str) -> str:
    """With what a program comes in: its id, so that it is found, and a secret."""
    return f"{program}-{secret}"


def is_like_code(text: str) -> bool:
    """Whether somebody who typed this meant a code, right or wrong: no name is like that."""
    return "-" in text and len(read_code(text)[1]) > SECRET_LETTERS // 2


class _Known(Struct, frozen=True):
    person: Person
    hash: str
    """Of the last record they are folded from; empty for none."""
    read_at: float


class Directory:
    """The persons of a journal."""

    def __init__(
        self, journal: Journal, now: Callable[[], float], at_tables: Callable[[], Iterable[str]] = tuple
    ) -> None:
        """`at_tables` gives the ids of those whom tables in play name, which are learned once, when they come."""
        self._journal = journal
        self._now = now
        self._at_tables = at_tables
        self._claims = Claims(journal, now, self.person)
        self._known: OrderedDict[str, _Known] = OrderedDict()
        """Those who were not asked for longest stand first."""
        self._owners: dict[str, str] = {}
        """By the id of a program, of all that were ever read here: nobody makes many."""
        self._room = KNOWN
        """How many may be remembered until some are forgotten."""

    def name(self, id: str) -> str:
        """What a person is called, as far as that is known here; see `learn`."""
        return self._known[id].person.name if id in self._known else SOMEBODY

    def shown_name(self, id: str) -> str:
        """What a person is called where others read it: guests are marked."""
        return self._known[id].person.shown_name if id in self._known else SOMEBODY

    async def shown_names(self, ids: Iterable[str]) -> dict[str, str]:
        """What some persons are called where others read it, by their ids; an empty one is nobody's. Raises: as
        `learn`."""
        found = {id for id in ids if id}
        await self.learn(found)
        return {id: self.shown_name(id) for id in found}

    def owner_of(self, id: str) -> str:
        """The id of the person who answers for a program that is known here; empty for all others."""
        return self._owners.get(id, "")

    async def learn(self, ids: Iterable[str]) -> None:
        """Find out what some persons are called, so that `name` knows it. Whose stream is damaged is "somebody".

        While the store fails, what is known of them already is good enough.
        Raises: JournalError for those of whom nothing is known: tables learn a name once, so it would stay "somebody".
        """
        for id in ids:
            known = self._known.get(id)
            if known is not None and self._now() - known.read_at <= FRESH:
                self._known.move_to_end(id)
                continue
            try:
                await self.person(id)
            except Damaged:
                self._remember(Person(id))
            except JournalError as error:
                if id not in self._known:
                    raise
                _LOG.warning("What somebody is called cannot be read again now: %s", error)

    async def person(self, id: str) -> Person:
        """All that is known of a person now. Raises: Damaged, JournalError."""
        while True:
            before = self._known.get(id)
            person, hash = await self._read(id)
            known = self._known.get(id)
            # Meanwhile something else may have been learned of them, and which of the two is newer cannot be told: not
            # by which came first, nor by the number of records, for whoever is forgotten has none. So read it again.
            if known is before or known is None or known.person.seq == person.seq:
                return self._remember(person, hash)

    async def _read(self, id: str) -> tuple[Person, str]:
        """A person, and the hash of their last record: what is known of them already is gone on from.

        The last known record is read again, for it tells whether the stream is still the same: somebody forgotten may
        be brought in anew from a file, under the same id.
        """
        stream, known = persons.stream_of(id), self._known.get(id)
        person, hash = (known.person, known.hash) if known and known.person.seq > _FEW else (Person(id), "")
        while True:
            records = await self._journal.read(stream, max(0, person.seq - 1), _PAGE)
            if person.seq and (not records or records[0].hash != hash):
                person, hash = Person(id), ""
                continue
            if new := records[1:] if person.seq else records:
                recorded = fold.decode(stream, new)
                person = persons.evolve_all(person, ((event, info.seq) for event, info in recorded))
                hash = new[-1].hash
            if len(records) < _PAGE:
                return person, hash

    def _remember(self, person: Person, hash: str = "") -> Person:
        if len(self._known) >= self._room:
            self._make_room()
        self._known[person.id] = _Known(person, hash, self._now())
        if person.owner:
            self._owners[person.id] = person.owner
        self._known.move_to_end(person.id)
        return person

    def _make_room(self) -> None:
        """Forget those who were not asked for lately, many at once, because all tables have to be gone through.

        Whoever is at a table stays known: their name is looked up there at any time, and they are not learned again.
        """
        kept = frozenset(self._at_tables())
        others = [id for id in self._known if id not in kept]
        for id in others[: max(0, len(others) - KNOWN // 2)]:
            del self._known[id]
        self._room = len(self._known) + KNOWN // 2

    async def create(self, name: str, secret: str = "", *, password: str = "", is_program: bool = False) -> Person:
        """A new person of this name: a guest if they come back with a secret; without, nobody else can be them.

        `password` is the digest of one; who has both may come back in either way.
        """
        events: list[persons.PersonEvent] = [persons.Named(name)]
        if is_program:
            events.append(persons.MadeProgram())
        if password:
            events.append(persons.PasswordSet(password))
        if secret:
            events.append(persons.CodeGiven(persons.digest_of(secret)))
        while (person := await self._append(Person(draw_word(8)), *events)) is None:
            pass  # Somebody has that id.
        return person

    async def make_program(self, owner: str, name: str, secret: str, most: int) -> Person:
        """A program of that name which comes in with a token, and for which its owner answers.

        The name is claimed first, then the owner notes it; should we be interrupted, an hour later it is free again.

        Raises: Refused for who has as many as `most` already, and when the name is somebody else's.
        """
        gone = {*(await self.person(owner)).programs} - {one.id for one in await self.programs_of(owner)}

        def kept(person: Person) -> tuple[str, ...]:
            if len(found := tuple(one for one in person.programs if one not in gone)) >= most:
                raise Refused("You have {most} bots already. To delete one: bot drop NAME", most=most)
            return found

        kept(await self.person(owner))
        while await self._journal.head(persons.stream_of(id := draw_word(8))):
            pass  # Somebody has that id.
        await self.claim(id, name)
        await self._change(owner, lambda person: (persons.ProgramsKept((*kept(person), id)),))
        digest = persons.digest_of(secret)
        made = await self._append(Person(id), persons.Named(name), persons.MadeProgram(owner), persons.TokenSet(digest))
        if made is None:
            raise Refused("{name} has just been taken: choose another name.", name=name)
        return made

    async def programs_of(self, owner: str) -> tuple[Person, ...]:
        """The programs for which a person answers, in the order in which they were made."""
        found = [await self.person(id) for id in (await self.person(owner)).programs]
        return tuple(one for one in found if one.owner == owner)

    async def set_token(self, program: str, secret: str) -> Person:
        """Have a program come in with another token."""
        return await self._change(program, lambda _: (persons.TokenSet(persons.digest_of(secret)),))

    async def find_owner(self) -> str | None:
        """The id of the person whose journal it is; None before the first has come."""
        return next((event.person for event in await owned_stream.events_of(self._journal, OWNER_STREAM)), None)

    async def owner(self, name: str) -> Person:
        """The person whose journal it is: always the same, whatever the login name that is given here."""
        if (id := await self.find_owner()) is not None:
            return await self.person(id)
        person = await self._first_of(name, self.find_owner, self.own)
        await self._claims.take(person.name, person.id)
        return person

    async def own(self, id: str) -> bool:
        """Make a person the one whose journal it is. Returns: whether it was nobody's before."""
        return bool(await owned_stream.append(self._journal, self._now, OWNER_STREAM, None, [persons.Claimed(id)]))

    async def holder(self, name: str) -> Person:
        """The person who holds a name in this journal; a new one, when nobody does."""
        return await self._first_of(name, partial(self.find_holder, name), partial(self._claims.take, name))

    async def _first_of(
        self, name: str, find: Callable[[], Awaitable[str | None]], take: Callable[[str], Awaitable[bool]]
    ) -> Person:
        """The person who is found; a new one of that name, when nobody is. Raises: Refused."""

        async def attempt() -> Person | None:
            if (id := await find()) is not None:
                return await self.person(id)
            person = await self.create(name)
            if await take(person.id):
                return person
            await self._drop(person.id)  # Somebody was quicker; nothing knows this one yet.
            return None

        return await owned_stream.retry(attempt)

    async def introduce(self, id: str, name: str) -> None:
        """Know a person of another journal by the name in a file, unless this journal knows the id."""
        person = await self.person(id)
        if not person.is_known and await self._append(person, persons.Named(name)) is None:
            await self.person(id)

    async def find_holder(self, name: str) -> str | None:
        """The id of the person who holds a name in this journal; None when nobody does."""
        return await self._claims.holder(name)

    async def rename(self, id: str, name: str) -> Person:
        """Call a person otherwise from now on. Who holds their old name holds the new one instead.

        Raises: Refused when somebody else holds that.
        """
        before = await self.person(id)
        is_held = await self.find_holder(before.name) == id
        if is_held:
            await self.claim(id, name)
        after = await self._change(id, lambda person: () if person.name == name else (persons.Named(name),))
        if is_held and skeleton(before.name) != skeleton(name):
            await self._claims.drop(before.name, id)
        return after

    async def claim(self, id: str, name: str) -> None:
        """Let a name be a person's own. Raises: Refused when it is somebody else's."""
        if not await self._claims.take(name, id):
            raise Refused("{name} has just been taken: choose another name.", name=name)

    async def register(self, id: str, name: str, digest: str) -> Person:
        """Let a person come back by this name and a password, of which this is the digest; a code is none any more.

        Raises: Refused when the name is somebody else's.
        """
        await self.claim(id, name)  # First: should we be interrupted here, they come back by their code and try again.
        return await self.set_password(id, digest)

    async def set_password(self, id: str, digest: str) -> Person:
        """Let this be the digest of a person's password."""
        return await self._change(id, lambda _: (persons.PasswordSet(digest),))

    async def note_home(self, id: str, network: str) -> Person:
        """Note that a person came in from a network; nothing is written where it is known as theirs."""
        home = persons.home_in(network, secrets.token_hex(persons.SALT_BYTES))
        return await self._change(id, lambda person: () if persons.is_home(person.homes, network) else (home,))

    async def note_wrong(self, id: str, wrong: persons.WrongPasswords) -> Person:
        """Note what strangers tried; nothing is written where it is noted already."""
        return await self._change(id, lambda person: () if person.wrong == wrong else (wrong,))

    async def give_reset(self, id: str, secret: str, until: float) -> Person:
        """Let a person set another password with a code until a time, in seconds since the epoch."""
        given = persons.ResetGiven(persons.digest_of(secret), int(until))
        return await self._change(id, lambda _: (given,))

    async def reset_password(self, id: str, secret: str, digest: str) -> Person:
        """Let this be the digest of a person's password, and a code used up. Raises: Refused if it was before."""

        def reset(person: Person) -> tuple[persons.PasswordSet, ...]:
            if not person.can_reset(secret, self._now()):
                raise Refused("That code was used already: ask for another one.")
            return (persons.PasswordSet(digest),)

        return await self._change(id, reset)

    async def prefer(self, id: str, name: str, value: str) -> Person:
        """Note what a person likes; nothing is written where it is noted already."""

        def preferred(person: Person) -> tuple[persons.Preferred, ...]:
            return () if dict(person.preferences).get(name, "") == value else (persons.Preferred(name, value),)

        return await self._change(id, preferred)

    async def note_lesson(self, id: str, game: str, parts: int) -> Person:
        """Note that a person has done the first parts of a lesson; 0 notes that it was begun."""
        return await self._change(
            id, lambda person: (persons.LessonDone(game, parts),) if dict(person.lessons).get(game, -1) < parts else ()
        )

    async def note_told(self, id: str, until: float) -> Person:
        """Note that a person knows how their games ended up to a time, in seconds since the epoch."""
        told = round(until * 1000)
        return await self._change(id, lambda person: (persons.EndsTold(told),) if person.told < told else ())

    async def promise(self, id: str) -> str:
        """The commitment to the house seed that the person was promised for their next table, before there were books.

        Empty for nearly everybody: no seed is promised any more.
        """
        promised = (await self.person(id)).promised
        return commitment(bytes.fromhex(promised)) if promised else ""

    async def take_promised(self, id: str) -> bytes:
        """The house seed that was promised to a person, once; empty for nearly everybody."""
        known = self._known.get(id)
        if known is not None and not known.person.promised:  # No seed is promised any more, so nothing is read.
            return b""
        promised = b""

        def used(person: Person) -> tuple[persons.SeedUsed, ...]:
            nonlocal promised
            promised = bytes.fromhex(person.promised)
            return (persons.SeedUsed(),) if person.promised else ()

        await self._change(id, used)
        return promised

    async def promise_again(self, id: str, seed: bytes) -> None:
        """Give a seed back that no table was opened with, unless the person was promised another one meanwhile."""
        await self._change(id, lambda person: () if person.promised else (persons.SeedPromised(seed.hex()),))

    async def _change(self, id: str, change: Callable[[Person], Sequence[Any]]) -> Person:
        """Append what a change makes of a person as they are in the journal."""

        async def attempt() -> Person | None:
            person = await self.person(id)
            events = change(person)
            if not events:
                return person
            if not person.is_known:
                raise Refused("That name no longer exists here: leave, and come in again.")
            return await self._append(person, *events)

        return await owned_stream.retry(attempt)

    async def _append(self, person: Person, *events: Any) -> Person | None:
        """The person after some more events; None when somebody was quicker."""
        stream = persons.stream_of(person.id)
        last = None
        if person.seq:
            found = await self._journal.read(stream, person.seq - 1, 1)
            if not found:
                return None  # They were forgotten meanwhile.
            last = found[0]
        records = await owned_stream.append(self._journal, self._now, stream, last, events)
        if not records:
            return None
        after = persons.evolve_all(person, zip(events, (record.seq for record in records), strict=True))
        known = self._known.get(person.id)
        # What somebody else has appended after this may be known here already.
        return after if known and known.person.seq > after.seq else self._remember(after, records[-1].hash)

    async def forget(self, id: str) -> None:
        """Drop a person's own streams; from then on they are "somebody" everywhere."""
        for name in await self._claims.names_of(id):
            await self._claims.drop(name, id)
        await self.release(id)

    async def release(self, id: str) -> None:
        """Drop a person's own stream, and leave the claim of their name to whoever wants it next."""
        await self._drop(id)
        self._remember(Person(id))  # and does not just delete them, so that a read under way does not bring them back

    async def _drop(self, id: str) -> None:
        await drop(self._journal, self._now, persons.stream_of(id))
