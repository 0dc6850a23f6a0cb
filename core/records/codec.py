"""Commands and events ↔ records' bytes: names and shapes that stay for ever.

Reading is strict, because a record may come from anywhere: types are checked, and what was read must encode to the
same bytes again, so there are no fields too many, too few, twice or in another order.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from core.base.event_families import ADDED_LATER, KINDS, NAMES, kinds_of, register, written_name
from core.base.game import Game
from core.games import GAMES
from core.table import Cause, Command, RecordInfo, commands, events
from journal import Damaged, Draft, Newer, Record, Sentence, sentence

if TYPE_CHECKING:
    from cattrs.preconf.msgspec import MsgspecJsonConverter


_COMMANDS: dict[str, type] = {written_name(form): form for form in get_args(Command)}
_COMMAND_NAMES = {command: name for name, command in _COMMANDS.items()}
_TABLE_EVENTS = kinds_of("table", events.TableEvent)
_LATER: dict[type, tuple[bytes, ...]] = {
    **dict.fromkeys(
        (commands.AskStandIn, events.StandInAsked, events.StandInAgreed, events.SeatLent), (b',"person":""',)
    ),
    **dict.fromkeys(
        (commands.Sit, events.Seated),
        (b',"early":false', b',"muted":false', b',"sealed":""', b',"program":false', b',"owner":""'),
    ),
    **dict.fromkeys((commands.Mark, events.Marked), (b'"muted":false,',)),
    **dict.fromkeys((commands.RevealLuck, events.LuckRevealed), (b',"muted":false',)),
    commands.Redo: (b'"whole_reset":false',),
    events.Opened: (
        b'"book":null,',
        b'"daily":null,',
        b'"duel":null,',
        b',"sealed":null',
        b',"tournament":""',
        b',"programs":""',
    ),
}
register("table", _TABLE_EVENTS, _LATER)
_encode = msgspec.json.Encoder().encode
_encode_in_order = msgspec.json.Encoder(order="sorted").encode


class UnknownHere(ValueError):
    """A newer version has written it."""


class Gate:
    """Turns whatever goes wrong with a record into Damaged with its number."""

    def __init__(self, stream: str, seq: int = 1) -> None:
        """`seq` is the record that is looked at, to be changed as reading goes on."""
        self.stream, self.seq = stream, seq

    def __enter__(self) -> Gate:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, UnknownHere):
            raise Newer(self.stream, self.seq, _why(error)) from error
        if isinstance(error, ValueError):
            raise Damaged(self.stream, self.seq, _why(error)) from error
        # A record may say anything, so the rules may fail in any way on it.
        if isinstance(error, Exception) and not isinstance(error, Damaged):
            raise Damaged(self.stream, self.seq, "it does not fit the records before it") from error


def _why(error: ValueError) -> Sentence | str:
    """What a ValueError says is wrong with a record."""
    return error.args[0] if error.args and isinstance(error.args[0], Sentence) else str(error)


def _encoded(value: Any) -> bytes:
    """An event or a command as JSON. A Struct is sorted, as all others are by themselves."""
    return _encode_in_order(value) if isinstance(value, msgspec.Struct) else _encode(value)


def _written(value: Any) -> bytes:
    """An event or a command as it is written."""
    raw = _encoded(value)
    if later := ADDED_LATER.get(type(value)):
        for field in later:
            raw = raw.replace(field, b"", 1)
    return raw


_CAUSE = re.compile(
    rb'\{"id":"([a-z0-9]{1,40})","by":(null|[0-9]{1,3}),"seen":(0|[1-9][0-9]{0,14}),(?:"stand_in":"([a-z0-9]{1,40})",)?'
    rb'"command":(\{"[a-z_]{1,20}":\{.*\}\})\}',
    re.DOTALL,
)
"""A cause as it is written."""


_MAKING = threading.Lock()


@cache
def _reader(form: type) -> Callable[[bytes], Any]:
    """What reads events or commands of a class: made when it is needed, because each takes a while.

    One at a time: while msgspec looks at a class for the first time, another thread finds what it knows of that class
    half made, and the process crashes when it reads with that.
    """
    with _MAKING:
        return msgspec.json.Decoder(form).decode


@lru_cache(maxsize=4096)
def _command(raw: bytes) -> Command:
    """A command as it is written, by its name; most are moves that are made again and again."""
    name, _, fields = raw[2:-1].partition(b'":')
    form = _COMMANDS.get(name.decode())
    if form is None:
        raise UnknownHere(sentence('its cause is "{name}", which is unknown here', name=name.decode()))
    command: Command = _reader(form)(fields)
    if _written(command) != fields:
        raise ValueError(raw)
    return command


def encode(event: Any, cause: Cause | None = None) -> Draft:
    """An event as it is journaled; `cause` is what led to the decision, on its first record."""
    kind, data = NAMES[type(event)], msgspec.Raw(_written(event))
    if cause is None:
        return Draft(kind, data)
    command = {_COMMAND_NAMES[type(cause.command)]: msgspec.Raw(_written(cause.command))}
    stand_in = {"stand_in": cause.stand_in} if cause.stand_in else {}
    play = {"id": cause.id, "by": cause.by, "seen": cause.seen, **stand_in, "command": command}
    return Draft(kind, data, msgspec.Raw(_encode(play)))


def decode(record: Record) -> Any:
    """The event of a record.

    Raises:
        UnknownHere: the kind is unknown, or the data has fields that are.
        ValueError: the data is not exactly that of its kind.
    """
    kind, raw = record.kind, record.raw
    form = _form_of(kind)
    try:
        event = _reader(form)(raw)
        exact = (_written(event) if form in ADDED_LATER else _encoded(event)) == raw
    except Exception as error:  # msgspec and the events' own checks raise many kinds, all meaning the same
        raise ValueError(sentence("its data is not that of a {kind}", kind=kind)) from error
    if exact:
        return event
    own = msgspec.json.decode(_encoded(event))  # with what is left out where it is empty
    if more := next((name for name in msgspec.json.decode(raw) if name not in own), ""):
        raise UnknownHere(sentence('its field "{field}" is unknown in a {kind} here', field=more[:40], kind=kind))
    raise ValueError(sentence("its data is not written like that of a {kind}", kind=kind))


def _form_of(kind: str) -> type:
    """The class of the events of a kind. Raises: UnknownHere."""
    if kind not in KINDS:
        GAMES.get(kind.partition(".")[0])  # A game's events are known once it is loaded.
    if kind not in KINDS:
        raise UnknownHere(sentence('its kind "{kind}" is unknown here', kind=kind))
    return KINDS[kind]


def is_written(record: Record, event: Any) -> bool:
    """Whether a record is exactly that of an event."""
    return record.kind == NAMES[type(event)] and record.raw == _written(event)


def info(record: Record) -> RecordInfo:
    """Where, when and why a record came about. Raises: ValueError."""
    return RecordInfo(record.seq, seconds(record.at), _cause(record.raw_play) if record.raw_play else None)


def _cause(raw: bytes) -> Cause:
    found = _CAUSE.fullmatch(raw)
    if found is None:
        raise ValueError("its cause is not written like that of a decision")
    id, by, seen, stand_in, command = found.groups(b"")
    by_seat = None if by == b"null" else int(by)
    try:
        return Cause(id.decode(), by_seat, int(seen), _command(command), stand_in.decode())
    except UnknownHere:
        raise
    except Exception as error:  # msgspec and the commands raise many kinds, all meaning the same
        raise ValueError("its cause is not that of a decision") from error


@cache
def _positions() -> MsgspecJsonConverter:
    """What writes and reads positions: loaded for the first copy, because it takes a while and most never meet one."""
    from cattrs.preconf.msgspec import make_converter

    return make_converter(forbid_extra_keys=True, detailed_validation=False)


def write_position(game: Game, state: Any) -> Any:
    """A game's state as JSON, for a copy that begins from it."""
    return _positions().unstructure(state, game.state)


def read_position(game: Game, position: Any) -> Any:
    """The state again. Raises: ValueError for what is not exactly one."""
    try:
        state: Any = _positions().structure(position, game.state)
        if game.check:
            game.check(state)
    except Exception as error:
        raise ValueError(sentence("its position is not one of {game}", game=game.name)) from error
    if _encode(write_position(game, state)) != _encode(position):
        raise ValueError(sentence("its position is not written like one of {game}", game=game.name))
    return state


def seconds(at: str) -> float:
    """A record's time in seconds since the epoch, UTC. Raises: ValueError for a time that never was."""
    return datetime.fromisoformat(at).timestamp()


def whole_milliseconds(at: float) -> float:
    """A time as a record can hold it, so that what is decided at it is decided so again when it is read."""
    return int(at * 1000) / 1000


def time_text(at: float) -> str:
    """Seconds since the epoch as a record's time."""
    whole, rest = divmod(round(at * 1000), 1000)
    return f"{_time_text(whole)}.{rest:03}Z"


@lru_cache(maxsize=256)
def _time_text(whole: int) -> str:
    return datetime.fromtimestamp(whole, UTC).strftime("%Y-%m-%dT%H:%M:%S").rjust(19, "0")
