"""Lists of tables, a page at a time: how they read."""

from collections.abc import Sequence

from core.base.message import Message, message
from core.projections import GameSummary
from core.sessions.arrival.orders import Query
from core.sessions.lists.table_lines import described
from core.sessions.lists.table_lists import Listing
from frontends.locale.language import Language

BEHIND = message("The lists are not ready yet: try again in a moment.")
"""What is said while there may be games that lists and statistics do not know yet."""


def show(
    listing: Listing, words: Language, option: str = "", lessons: Sequence[Message] = (), *, command: str = ""
) -> str:
    """The tables, a line each, with what to type for more; `option` is typed before the page, after all else.

    `command` is what the list was asked for with, where that is not "list".
    `lessons` are those of the person who asks, a line each.
    """
    lines = [_line(listing, table, words, in_shell=bool(option)) for table in listing.tables]
    lines += map(words.say, lessons)
    if not lines and not listing.is_behind:
        lines.append(words.say(_nothing(listing.query, in_shell=bool(option))))
    elif listing.has_more:
        lines.append(words.text("For more: {command}", command=_command(listing.query, option, command)))
    if listing.is_behind:
        lines.append(words.say(BEHIND))
    return "\n".join(lines)


def completions(listing: Listing, words: Language) -> tuple[str, ...]:
    """The ids of the tables, each followed by a tab and what it is."""
    return tuple(f"{table.id}\t{words.say(described(listing, table))}" for table in listing.tables)


def _nothing(query: Query, *, in_shell: bool) -> Message:
    if query.page > 1:
        return message("There is no page {page}.", page=query.page)
    if query.everything and not query.mine and not query.game:
        return message("Nobody has played here yet: be the first.")
    if query.everything or query.player:
        return message("There are no such games. All tables: {command}", command="parlour list" if in_shell else "list")
    command = "parlour list --all" if in_shell else "list all"
    return message("Nobody is playing now. For old games, too: {command}", command=command)


def _command(query: Query, option: str, command: str) -> str:
    """What is typed for the next page: words in the lobby, options in a shell."""
    if command:
        return " ".join((command, *filter(None, (query.player,)), str(query.page + 1)))
    dashes = "--" if option else ""
    words = (
        f"{dashes}all" if query.everything and not query.mine else "",
        f"{dashes}mine" if query.mine else "",
        f"{'--game ' if option else ''}{query.game}" if query.game else "",
        f"with {query.player}" if query.player else "",
    )
    return " ".join(("parlour list" if option else "list", *filter(None, words), f"{option}{query.page + 1}"))


def _line(listing: Listing, table: GameSummary, words: Language, *, in_shell: bool) -> str:
    return f"{table.id}  {words.say(described(listing, table, in_shell=in_shell))}"
