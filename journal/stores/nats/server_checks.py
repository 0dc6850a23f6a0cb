"""What must be so before a journal trusts its servers, each with a sentence that says what to set."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import trio

from journal.api import Closed, JournalError
from journal.sentences import Sentence, sentence
from journal.stores.nats.client.address import Address, Server
from journal.stores.nats.client.jetstream import NO_STREAM, Failed, JetStream, decoded, pause
from journal.stores.nats.client.protocol import Info
from journal.stores.nats.client.resolver import connect_tcp
from journal.stores.nats.subjects import all_subjects

_OLDEST, _WANTED = "2.12.0", "2.14.3"
"""Older servers have lost appends that they had acknowledged, or accepted two at one place."""
_MONITOR_SECONDS = 2.0
"""Seconds for a server's monitoring to answer."""
_CREATE_SECONDS = 3.0
"""Seconds for a cluster to make a stream; then it is asked again, as the answer may be lost where it just started."""


_MESSAGE, _ROOM = 1 << 20, 1 << 30
"""Bytes that a message and a journal may have at least: what servers take by default, and some 10,000 games."""


class Config(msgspec.Struct, frozen=True):
    """The settings of a stream of JetStream that matter here."""

    subjects: list[str] = []
    num_replicas: int = 1
    storage: str = ""
    retention: str = "limits"
    discard: str = "old"
    max_age: int = 0
    max_msgs: int = -1
    max_msgs_per_subject: int = -1
    max_bytes: int = -1
    max_msg_size: int = -1
    no_ack: bool = False
    allow_direct: bool = False
    deny_delete: bool = False
    deny_purge: bool = False
    sealed: bool = False
    persist_mode: str = ""
    mirror: Any = None
    sources: Any = None
    subject_transform: Any = None


class _State(msgspec.Struct, frozen=True):
    last_seq: int = 0


class StreamInfo(msgspec.Struct, frozen=True):
    """A stream of JetStream."""

    config: Config
    state: _State = _State()


def check_server(info: Info, address: Address) -> tuple[Sentence, ...]:
    """What the operator should know about a server. Raises: JournalError when it must not be used."""
    if _version(info.version) < _version(_OLDEST):
        raise JournalError(
            "The NATS server at {address} is {version} and may lose moves; run {wanted} or newer.",
            address=address,
            version=info.version,
            wanted=_WANTED,
        )
    if not info.jetstream or not info.headers:
        raise JournalError(
            "The NATS server at {address} has no JetStream; start it with jetstream in its settings.", address=address
        )
    if _version(info.version) >= _version(_WANTED):
        return ()
    notice = sentence(
        "The NATS server at {address} is {version}; {wanted} or newer is better.",
        address=address, version=info.version, wanted=_WANTED,
    )  # fmt: skip
    return (notice,)


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text.partition("-")[0])[:3]) or (0,)


async def opened_stream(jetstream: JetStream, address: Address, *, read_only: bool) -> int:
    """Find the stream of JetStream, or make it, and check it. Returns: the place of its last message.

    Raises: JournalError.
    """
    try:
        try:
            info = await stream_info(jetstream)
        except Failed as error:
            if error.code != NO_STREAM:
                raise
            if read_only:
                raise JournalError(
                    "{address} has no journal {name}; check the name.", name=address.name, address=address
                ) from error
            info = await _made(jetstream, address)
    except Failed as error:
        raise JournalError(
            "The NATS servers at {address} cannot keep the journal: {error}; {advice}.",
            address=address,
            error=error,
            advice=_advice(error),
        ) from error
    _refuse_problems(info.config, address)
    return info.state.last_seq


class Unsafe(Closed):
    """The settings of a journal would lose moves."""


async def check_again(jetstream: JetStream, address: Address) -> None:
    """See whether a journal in use is still safe. Raises: Unsafe; JournalError when it cannot be seen."""
    _refuse_problems((await present_info(jetstream)).config, address)
    await check_syncs(address)


def _refuse_problems(config: Config, address: Address) -> None:
    for problem in problems(config, address):
        raise Unsafe(
            "The journal {name} at {address} is not safe: {problem}.",
            name=address.name,
            address=address,
            problem=problem,
        )


async def stream_info(jetstream: JetStream) -> StreamInfo:
    """The stream of JetStream as it is now. Raises: Failed, JournalError."""
    return decoded(StreamInfo, await jetstream.ask_patiently(f"STREAM.INFO.{jetstream.name}"))


async def present_info(jetstream: JetStream) -> StreamInfo:
    """The same of a stream that is known to be there. Raises: JournalError."""
    try:
        return await stream_info(jetstream)
    except Failed as error:
        raise jetstream.refusal_error(error) from error


async def _made(jetstream: JetStream, address: Address) -> StreamInfo:
    # Making it twice with the same settings is no error, so houses that start together may all try.
    config = {
        "name": address.name,
        "subjects": [all_subjects(address.name)],
        "num_replicas": address.replicas,
        "storage": "file",
        "retention": "limits",
        "discard": "new",
        "allow_direct": True,
    }
    until = trio.current_time() + jetstream.patience
    while True:
        try:
            made = await jetstream.ask_patiently(f"STREAM.CREATE.{address.name}", config, within=_CREATE_SECONDS)
            return decoded(StreamInfo, made)
        except Failed as error:
            # Servers that have just started together may not all have found one another yet.
            if "offline" not in str(error) or trio.current_time() > until:
                raise
        await pause()


def _advice(error: Failed) -> Sentence:
    if "replicas" in str(error) or "peers" in str(error):
        return sentence("run three servers as a cluster, or choose ?replicas=1 and lose what its only disk loses")
    return sentence("check their logs")


def problems(config: Config, address: Address) -> Iterator[Sentence]:
    """What is wrong with the settings of a stream, each with what to set."""
    name = address.name
    if config.num_replicas < address.replicas:
        yield sentence(
            "it has {has} replicas instead of {wanted}; set them (nats stream edit {name} --replicas={wanted}), "
            "or choose ?replicas=1",
            has=config.num_replicas, wanted=address.replicas, name=name
        )  # fmt: skip
    if config.storage != "file":
        yield sentence("it is kept in memory; make {name} again with storage file", name=name)
    if config.persist_mode not in ("", "default"):
        yield sentence("it acknowledges before it writes; make {name} again with persist mode default", name=name)
    if config.retention != "limits":
        yield sentence("it forgets what was read; make {name} again with retention limits", name=name)
    if config.discard != "new":
        yield sentence(
            "it discards the oldest games when it is full; set discard new (nats stream edit {name} --discard=new)",
            name=name,
        )
    if config.max_age:
        yield sentence("it discards old records; remove its max age (nats stream edit {name} --max-age=0)", name=name)
    if max(config.max_msgs, config.max_msgs_per_subject) > 0:
        yield sentence(
            "it keeps a limited number of messages; remove its limits (nats stream edit {name} --max-msgs=-1)",
            name=name,
        )
    if config.no_ack:
        yield sentence(
            "it does not say what it has stored; set no_ack to false (nats stream edit {name} --ack)", name=name
        )
    if config.subjects != [all_subjects(name)]:
        yield sentence(
            "its subjects are {subjects}; set them to {wanted}, or choose another name",
            subjects=", ".join(config.subjects),
            wanted=all_subjects(name),
        )
    if not config.allow_direct:
        yield sentence(
            "it cannot be read in batches; allow direct gets (nats stream edit {name} --allow-direct)", name=name
        )
    if config.deny_delete or config.deny_purge or config.sealed:
        yield sentence(
            "nothing can be removed from it, so nobody can be forgotten; make {name} again without that denial",
            name=name,
        )
    if config.mirror or config.sources or config.subject_transform:
        yield sentence("others write to it; make {name} again without mirror, sources and transforms", name=name)
    yield from _sizes(config, name)


def _sizes(config: Config, name: str) -> Iterator[Sentence]:
    """Which of its sizes are too small."""
    if 0 < config.max_bytes < _ROOM:
        yield sentence(
            "it is full at {has} bytes; allow {wanted} or more (nats stream edit {name} --max-bytes=-1)",
            has=config.max_bytes, wanted=_ROOM, name=name
        )  # fmt: skip
    if 0 < config.max_msg_size < _MESSAGE:
        yield sentence(
            "it takes messages of {has} bytes at most; allow {wanted} or more "
            "(nats stream edit {name} --max-msg-size=-1)",
            has=config.max_msg_size, wanted=_MESSAGE, name=name
        )  # fmt: skip


async def check_syncs(address: Address) -> tuple[Sentence, ...]:
    """Whether every write is synced, where the servers' monitoring can be asked.

    Returns: what the operator should know. Raises: Unsafe when a server does not sync every write.
    """
    if not address.monitor:
        notice = sentence(
            "Parlour cannot see whether the NATS servers at {address} sync every write; set sync_interval: "
            "always in their jetstream settings, and name their monitoring with ?monitor=PORT",
            address=address,
        )
        return (notice,)
    ports = address.monitor if len(address.monitor) > 1 else address.monitor * len(address.servers)
    unseen: list[str] = []
    for server, port in zip(address.servers, ports, strict=True):
        try:
            with trio.fail_after(_MONITOR_SECONDS):
                is_synced = await _syncs(server, port)
        except (OSError, trio.TooSlowError, trio.BrokenResourceError, ValueError, RecursionError):
            unseen.append(str(server))
            continue
        if not is_synced:
            raise Unsafe(
                "The NATS server at {server} acknowledges what it has not synced; set sync_interval: always "
                "in its jetstream settings.",
                server=server,
            )
    if not unseen:
        return ()
    notice = sentence(
        "The monitoring of the NATS servers at {servers} does not answer, so Parlour cannot see whether they "
        "sync every write; let them listen there, or remove ?monitor=",
        servers=", ".join(unseen),
    )
    return (notice,)


class _Settings(msgspec.Struct, frozen=True):
    sync_always: bool = False


class _Jsz(msgspec.Struct, frozen=True):
    config: _Settings = _Settings()
    disabled: bool = False


async def _syncs(server: Server, port: int) -> bool:
    """Whether a server syncs every write, asked over the plain HTTP of its monitoring.

    Raises: OSError, trio.BrokenResourceError; ValueError, RecursionError where the answer does not say it.
    """
    async with await connect_tcp(server.host, port) as stream:
        await stream.send_all(f"GET /jsz HTTP/1.0\r\nHost: {server.host}\r\n\r\n".encode())
        answer = b""
        async for chunk in stream:
            answer += chunk
    told = msgspec.json.decode(answer.partition(b"\r\n\r\n")[2], type=_Jsz)
    if told.disabled:
        raise ValueError("a server that is starting has no JetStream yet")
    return told.config.sync_always
