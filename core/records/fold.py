"""Records → a table, and the proof that they are what the rules decide.

Everything that turns records into a table goes through this file, and raises nothing but Damaged, whatever is in
them: they may come from a file, from another house, or from a failing disk.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Any

from core.base import merkle_tree
from core.base.chance import SEED_BYTES, commitment, deal_seed
from core.base.event_families import events_in
from core.base.game import SPECTATOR, Game, Options, Refused, Seat, Viewer, kind_of
from core.base.hash_chain import hashed
from core.base.message import english
from core.games import GAMES
from core.games.deals.daily import deal_of
from core.records import codec
from core.table import (
    LONGEST_TIME,
    BookNumber,
    Cause,
    DuelGame,
    Open,
    Opened,
    RecordInfo,
    SealedDay,
    SealedPair,
    Setup,
    Table,
    decide,
    evolve_all,
    open_table,
    tell_ending,
    view_table,
)
from journal import Damaged, Record, sentence

TABLE = "table/"
"""What the names of tables' streams begin with."""

Recorded = tuple[Any, RecordInfo]
"""An event, and where it was recorded."""


def stream_of(id: str) -> str:
    """The stream of a table."""
    return TABLE + id


def id_of(stream: str) -> str:
    """The table of a stream."""
    return stream.removeprefix(TABLE)


def read(stream: str, records: Sequence[Record]) -> Table:
    """The table of a whole stream, of which it is certain that it can be shown to anybody.

    Raises: Damaged, for whatever is wrong with the records.
    """
    table = fold(stream, None, records)
    check(stream, table)
    return table


def check(stream: str, table: Table) -> None:
    """Raise Damaged for a table that cannot be shown to everybody, or was put under another name."""
    check_name(stream, table)
    with codec.Gate(stream, table.seq):
        _look_at(table)


def check_name(stream: str, table: Table) -> None:
    """Raise Damaged for a stream that was put under another name, by which it would count twice."""
    if table.is_of_another:
        raise Damaged(stream, 1, sentence("it is a record of table {id}", id=table.setup.opened_as[:40]))


def _look_at(table: Table) -> None:
    """View the table as everybody, so that a position that cannot be shown is found here and not by a screen."""
    nobody = ("",) * len(table.chairs)
    viewers: tuple[Viewer, ...] = (SPECTATOR, *map(Seat, range(len(table.chairs))))
    for viewer in viewers:
        view = view_table(table, viewer, nobody)
        table.game.moves(view.view)
        if viewer is not SPECTATOR and (advise := table.game.hint):
            advise(view.view)
    if table.outcome:
        for viewer in viewers:
            english(tell_ending(table.game, table.outcome, viewer.number))


def fold(stream: str, table: Table | None, records: Iterable[Record]) -> Table:
    """A table after some more records; None is before the first. Raises: Damaged."""
    with codec.Gate(stream) as gate:
        recorded = _recorded(records, gate)
        if table is None:
            table = _opened(stream, recorded)
        return evolve_all(table, recorded)


def decode(stream: str, records: Iterable[Record]) -> tuple[Recorded, ...]:
    """The events of some records. Raises: Damaged."""
    with codec.Gate(stream) as gate:
        return tuple(_recorded(records, gate))


def _recorded(records: Iterable[Record], gate: codec.Gate) -> Iterator[Recorded]:
    expected = events_in(gate.stream)
    for record in records:
        gate.seq = record.seq
        event = codec.decode(record)
        if type(event) not in expected:
            raise ValueError("it belongs in another stream")
        yield event, codec.info(record)


def _opened(stream: str, recorded: Iterator[Recorded]) -> Table:
    event, info = next(recorded, (None, None))
    if info is None:
        raise Damaged(stream, 1, "it has no record")
    return first(stream, event, info)


def first(stream: str, event: Any, info: RecordInfo) -> Table:
    """The table after its first record. Raises: Damaged, ValueError."""
    if not isinstance(event, Opened):
        raise Damaged(stream, info.seq, "a game begins with table.opened")
    return open_table(setup_of(id_of(stream), event), info)


def setup_of(id: str, opened: Opened) -> Setup:
    """What a table was opened with. Raises: ValueError for what no table can be opened with."""
    game = GAMES.get(opened.game)
    if game is None:
        raise ValueError(sentence('the game "{game}" is unknown here', game=opened.game[:40]))
    if isinstance(opened.clock, int) and not 0 <= opened.clock <= LONGEST_TIME:
        raise ValueError("no clock has that time")
    if len(opened.reserved) not in (0, game.seats) or (opened.kept is not None and not 0 <= opened.kept < game.seats):
        raise ValueError("it names seats that are not at the table")
    if (opened.origin is None) != (opened.position is None):
        raise ValueError("a copy has both an origin and a position")
    if opened.book is not None and (opened.deal is not None or opened.origin is not None):
        raise ValueError("neither a numbered deal nor a copy has a seed from a book")
    if opened.daily is not None and opened.deal is None:
        raise ValueError("the deal of a day has a number")
    if opened.tournament and not (len(opened.reserved) == game.seats and all(opened.reserved)):
        raise ValueError("a game of a tournament keeps all of its seats")
    if opened.duel is not None and not (game.seats == 2 == len(opened.reserved) and any(opened.reserved)):
        raise ValueError("a game of a duel is for two, and keeps both seats")
    if opened.duel is not None and opened.duel.sealed is not None and opened.book is not None:
        raise ValueError("a seed is from a book or from a duel, not from both")
    position = None if opened.position is None else codec.read_position(game, opened.position)
    return Setup(
        id, game, _options(game, opened.options), bytes.fromhex(opened.house_seed), opened.deal, opened.clock,
        opened.reserved, opened.origin, opened.kept, position, opened.table, opened.book, opened.daily,
        opened.tournament, opened.programs, opened.duel,
    )  # fmt: skip


def _options(game: Game, options: tuple[tuple[str, str], ...]) -> Options:
    known = {option.name: option.choices for option in game.options}
    if [name for name, _ in options] != list(known) or any(value not in known[name] for name, value in options):
        raise ValueError(sentence("its options are not those of {game}", game=game.name))
    return dict(options)


def verify(stream: str, records: Sequence[Record], *, promised: str = "") -> Table:
    """Decide the whole game again from its seeds and compare. The chain of hashes was checked where it was read.

    `promised` is the commitment that a player was shown before, to the seed or to all of its book, or the beginning of
    it, in hexadecimal; empty for none.

    Returns: the table as it stands at the end.
    Raises:
        Damaged: at the first record that differs from what the rules decide.
    """
    table: Table | None = None
    ids: set[str] = set()
    with codec.Gate(stream) as gate:
        for decision in decisions(records):
            gate.seq = decision[0].seq
            if table is not None and (decided := _as_decided(table, decision, ids)):
                table = evolve_all(table, decided)
                continue
            recorded = tuple(_recorded(decision, gate))
            cause = _cause(stream, recorded[0], ids)
            if table is None:
                table = _verified_opening(stream, recorded, cause, promised)
            else:
                _compare(stream, table, recorded, cause)
                table = evolve_all(table, recorded)
    if table is None:
        raise Damaged(stream, 1, "it has no record")
    check_name(stream, table)
    return table


def decisions(records: Iterable[Record]) -> Iterator[list[Record]]:
    """The records grouped as they were appended: each group begins with the cause."""
    group: list[Record] = []
    for record in records:
        if record.raw_play and group:
            yield group
            group = []
        group.append(record)
    if group:
        yield group


def _as_decided(table: Table, decision: Sequence[Record], ids: set[str]) -> Sequence[Recorded]:
    """A decision as the rules make it, where it is recorded exactly so; nothing where it has to be read.

    Nearly always it is. To write what was decided and compare the bytes takes a third of the time for reading; and what
    is wrong is found and named by those who read.
    """
    first = decision[0]
    try:
        info = codec.info(first)
        cause = info.cause
        if cause is None or cause.id in ids or not _is_timely(table, cause, info):
            return ()
        events = decide(table, cause.command, cause.by, info.at, cause.stand_in)
    except Exception:  # A record may say anything, so the rules may fail in any way on it.
        return ()
    if len(events) != len(decision):
        return ()
    decided: list[Recorded] = []
    for record, event in zip(decision, events, strict=True):
        if record.at != first.at or not codec.is_written(record, event):
            return ()
        decided.append((event, RecordInfo(record.seq, info.at) if decided else info))
    ids.add(cause.id)
    return decided


def _is_timely(table: Table, cause: Cause, info: RecordInfo) -> bool:
    """Whether a decision is not before the last one, and in the position that its giver saw."""
    return info.at >= table.at and cause.seen < info.seq and not table.has_moved_on(cause.command, cause.seen)


def _cause(stream: str, first: Recorded, ids: set[str]) -> Cause:
    """The cause of a decision, which must have one with an id of its own."""
    cause = first[1].cause
    if cause is None:
        raise Damaged(stream, first[1].seq, "it does not say what led to it")
    if cause.id in ids:
        raise Damaged(stream, first[1].seq, "its decision was recorded before")
    ids.add(cause.id)
    return cause


def _verified_opening(stream: str, recorded: tuple[Recorded, ...], cause: Cause, promised: str) -> Table:
    event, _ = recorded[0]
    table = _opened(stream, iter(recorded))
    if len(recorded) > 1 or cause.by is not None or cause.seen or not isinstance(cause.command, Open):
        raise Damaged(stream, 1, "that does not open a table")
    if event.rules != table.game.rules:
        why = sentence(
            "it was played by version {played} of the rules, this is version {rules}",
            played=event.rules,
            rules=table.game.rules,
        )
        raise Damaged(stream, 1, why)
    _check_seed(stream, table, promised)
    return table


def _check_seed(stream: str, table: Table, promised: str) -> None:
    """The seed is that of the numbered deal, or the one that the house committed to."""
    setup = table.setup
    if setup.deal is not None:
        if not setup.game.numbered or setup.deal < 1:
            raise Damaged(stream, 1, sentence("{name} has no deal with that number", name=setup.game.name))
        if setup.house_seed != deal_seed(setup.deal):
            raise Damaged(stream, 1, sentence("its seed is not that of deal {deal}", deal=setup.deal))
        if setup.daily is not None:
            _check_day(stream, table, setup.daily, setup.deal, promised)
        elif promised:
            raise Damaged(stream, 1, "a numbered deal has no commitment but its number")
    elif len(setup.house_seed) != SEED_BYTES:
        raise Damaged(stream, 1, sentence("a house seed has {count} bytes", count=SEED_BYTES))
    elif setup.duel is not None and setup.duel.sealed is not None:
        _check_pair(stream, table, setup.duel, setup.duel.sealed, promised)
    elif setup.book is not None and not _is_in_book(setup.house_seed, setup.book):
        raise Damaged(stream, 1, sentence("its seed is not number {number} of its book", number=setup.book.number))
    elif not setup.commitment.startswith(promised):
        if setup.book is None:
            raise Damaged(stream, 1, "its seed is not the one that the house committed to")
        if not setup.book.root.startswith(promised):
            why = sentence("what was noted is neither of its seed nor of its book {book}", book=setup.book.id)
            raise Damaged(stream, 1, why)


def _check_day(stream: str, table: Table, sealed: SealedDay, deal: int, promised: str) -> None:
    """The number is that of the day's secret, the secret is one of the chain, and the day had begun."""
    day, setup = date.fromisoformat(sealed.day), table.setup
    if deal != deal_of(kind_of(setup.game.name, setup.options), day, sealed):
        raise Damaged(stream, 1, sentence("its number is not that of the deal of {day}", day=sealed.day))
    if hashed(bytes.fromhex(sealed.secret), sealed.hashes).hex() != sealed.beacon:
        raise Damaged(stream, 1, sentence("the secret of {day} does not lead to the beacon", day=sealed.day))
    if datetime.fromtimestamp(table.opened_at, UTC).date() < day:
        raise Damaged(stream, 1, sentence("it was opened before {day} began", day=sealed.day))
    if not sealed.beacon.startswith(promised):
        raise Damaged(stream, 1, sentence("what was noted is not the beacon of {day}", day=sealed.day))


def _check_pair(stream: str, table: Table, duel: DuelGame, sealed: SealedPair, promised: str) -> None:
    """The seed is that of its pair, among those that were fixed before the duel began."""
    if not _is_under(sealed.root, sealed.size, duel.pair - 1, table.setup.commitment, sealed.proof):
        raise Damaged(stream, 1, sentence("its seed is not that of pair {pair} of its duel", pair=duel.pair))
    if not (table.setup.commitment.startswith(promised) or sealed.root.startswith(promised)):
        raise Damaged(stream, 1, sentence("what was noted is neither of its seed nor of its duel {duel}", duel=duel.id))


def _is_in_book(house_seed: bytes, book: BookNumber) -> bool:
    return _is_under(book.root, book.size, book.number, commitment(house_seed), book.proof)


def _is_under(root: str, size: int, number: int, committed: str, proof: Sequence[str]) -> bool:
    """Whether a commitment is the leaf of that number under a root, by the proof."""
    hash = merkle_tree.leaf_hash(bytes.fromhex(committed))
    return merkle_tree.is_included(bytes.fromhex(root), size, number, hash, [*map(bytes.fromhex, proof)])


def _compare(stream: str, table: Table, recorded: tuple[Recorded, ...], cause: Cause) -> None:
    """A decision must be what the rules decide on the position that its giver saw, at a time that can be."""
    first, ats = recorded[0][1], [info.at for _, info in recorded]
    if ats[0] < table.at or any(at != ats[0] for at in ats):
        raise Damaged(stream, first.seq, "its time is not that of its decision, or is before the last one")
    if cause.seen >= first.seq or table.has_moved_on(cause.command, cause.seen):
        raise Damaged(stream, first.seq, "it was decided in another position than the one its player saw")
    expected = _redecide(stream, table, cause, first)
    for (event, info), wanted in zip(recorded, expected, strict=False):
        if event != wanted:
            raise Damaged(stream, info.seq, "the rules decide otherwise")
    if len(recorded) != len(expected):
        seq = first.seq + min(len(recorded), len(expected))
        raise Damaged(stream, seq, "the decision has more or fewer records than the rules give it")


def _redecide(stream: str, table: Table, cause: Cause, first: RecordInfo) -> tuple[Any, ...]:
    try:
        return decide(table, cause.command, cause.by, first.at, cause.stand_in)
    except Refused as refused:
        raise Damaged(stream, first.seq, sentence("the rules refuse it ({why})", why=refused)) from refused
