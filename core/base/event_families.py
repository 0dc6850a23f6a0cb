"""Families of events: every family says which kinds it has, and in which streams they stand, as it is imported.

So what turns records into events need not know the families, which are made of it. Whoever folds a stream needs the
classes of its events and has imported them, and the service imports every family.
"""

import re
from collections.abc import Mapping, Set
from typing import Any, get_args

KINDS: dict[str, type] = {}
"""Every kind that is written, and its class. With a new one, or a new field, the projections get later versions: older
houses have noted in their lists what they could not read."""
NAMES: dict[type, str] = {}
"""The kind of every class."""
ADDED_LATER: dict[type, tuple[bytes, ...]] = {}
"""Events and commands that have got fields later, and each of those fields as it is when empty: then it is left out, so
that records that were written without it are exact."""
_STREAMS: dict[str, set[type]] = {}
_NO_FIELDS: Mapping[type, tuple[bytes, ...]] = {}


def written_name(form: type) -> str:
    """The name of an event or a command in records: that of its class, which stays for ever, in small letters."""
    return re.sub(r"(?<=.)(?=[A-Z])", "_", form.__name__).lower()


def kinds_of(family: str, events: Any) -> dict[str, type]:
    """The events of a union by their kinds, such as "table.opened"."""
    return {f"{family}.{written_name(form)}": form for form in get_args(events)}


def register(
    streams: str, events: Mapping[str, type], added_later: Mapping[type, tuple[bytes, ...]] = _NO_FIELDS
) -> None:
    """Make a family known: its events by kind, and what the names of their streams have before the first slash."""
    KINDS.update(events)
    NAMES.update({event: kind for kind, event in events.items()})
    ADDED_LATER.update(added_later)
    _STREAMS.setdefault(streams, set()).update(events.values())


def events_in(stream: str) -> Set[type]:
    """The events that may stand in a stream; all of them, where nothing is written to streams of such a name.

    Those of a family that is made known later are then in what was returned, too.

    A record of a known kind may have been put into any stream, and who folds one expects no other events there.
    """
    return _STREAMS.get(stream.partition("/")[0], NAMES.keys())
