"""A client of the door for programs, for trio and asyncio: `connect`, then tables. Its guide is README.md beside it.

It lives here, not in `frontends/programs/`, because it is the only part of Parlour that others import, as
`parlour.client`: this folder is `parlour/client/` in a wheel and in an editable install alike.
"""

from parlour.client.answers import Answer, Event, Gone, Lost, News, Over, Refused, State
from parlour.client.house import House, connect
from parlour.client.table import Table

__all__ = ["Answer", "Event", "Gone", "House", "Lost", "News", "Over", "Refused", "State", "Table", "connect"]
