"""What a player does at a table besides moves: taking back, hints, giving up, another game, winnability."""

from __future__ import annotations

from core.base.game import Refused, Takeback
from core.base.message import Message, message
from core.sessions.at_table import play
from core.sessions.others.rematch import same
from core.table import Abandon, Redo, Resign, Restart, Return
from frontends.visit.destination import Destination
from frontends.visit.everywhere.waiting import STOPPED, wait
from frontends.visit.table import arrival
from frontends.visit.table.at_table import AtTable
from frontends.visit.table.permissions import only_players, while_it_is_played, while_it_runs, while_you_play_it
from frontends.visit.text import orders, wording

NO_MARKS = message("There are no bookmarks yet: mark NAME sets one.")


def unless_it_can_be_undone(at: AtTable) -> Message | None:
    """Why no move can be taken back."""
    can = at.table.takes_back_freely or at.game.takeback is not Takeback.NEVER
    return while_you_play_it(at) or (None if can else message("In this game no move can be taken back."))


def unless_freely(at: AtTable) -> Message | None:
    """Why moves cannot be taken back without asking, as often as one likes."""
    only_last = message("With two players only the last move can be taken back.")
    return unless_it_can_be_undone(at) or (None if at.table.takes_back_freely else only_last)


async def undo(at: AtTable, rest: str) -> None:
    """Take back the last move, or ask the other for it."""
    await at.attempt(lambda seen: play.undo(at.own, seen=seen))


async def redo(at: AtTable, rest: str) -> None:
    """Do again what was taken back."""
    await at.submit(Redo())


async def restart(at: AtTable, rest: str) -> None:
    """The same game from its start."""
    await at.submit(Restart())


async def answer(at: AtTable, *, yes: bool) -> None:
    """Let the other take back a move, or not."""
    await at.attempt(lambda seen: play.answer(at.own, yes=yes, seen=seen))


def unless_asked(at: AtTable) -> Message | None:
    """Why nobody waits for a yes or a no."""
    if at.asker is not None:
        return None
    return at.over if at.table.outcome else message("Nobody has asked you anything.")


async def hint(at: AtTable, rest: str) -> None:
    """A proposal, with its reason; the board marks it."""
    _check(while_it_is_played(at))
    if (proposed := await at.attempt(lambda seen: play.hint(at.own, seen=seen))) is not None:
        at.hint = proposed.move
        at.visit.say(at.text(proposed.said))


def has_hints(at: AtTable) -> Message | None:
    """Why there are no hints."""
    return while_it_is_played(at) or (None if at.game.hint else message("There are no hints in this game."))


async def resign(at: AtTable, rest: str) -> None:
    """Give the game up, after a question."""
    _check(while_it_runs(at))
    if await at.visit.confirm(message("Give up this game?")):
        await at.submit(Resign())


async def abandon(at: AtTable, rest: str) -> None:
    """Have done with a game that was never begun, that one plays alone, or that the other does not go on with."""
    is_lost = play.counts_as_lost(at.own)  # Refused before anything is asked.
    lost = message("Abandon this game? It counts as lost.")
    if await at.visit.confirm(lost if is_lost else message("Abandon this game? Nobody wins it.")):
        await at.submit(Abandon())


async def winnable(at: AtTable, rest: str) -> None:
    """Whether the position can still be won; asked again in the same position, how."""
    position = at.live.table.changed
    shows = at.judged == position
    looking = message("Looking for a way to win.")
    said = await wait(at.visit, looking, lambda: play.judge(at.own, shows=shows))
    at.judged = position if said else None
    at.visit.say(said or STOPPED)


def is_solitaire(at: AtTable) -> Message | None:
    """Why nobody can look for a way to win."""
    return while_it_runs(at) or (None if at.game.numbered else message("That is for solitaires."))


async def mark(at: AtTable, rest: str) -> None:
    """Set a bookmark."""
    _check(only_players(at))
    name = rest or await at.visit.ask(message("Name of the bookmark:"))
    if name:
        kept = wording.bookmark(name)
        if await mark_as(at, kept):
            at.visit.say(message('Marked as "{name}".', name=kept))


async def mark_as(at: AtTable, name: str) -> bool:
    """Set a bookmark of a name that can be one. Returns: whether it is set. Raises: Refused, JournalError."""

    async def ask(seen: int) -> bool:
        await play.mark(at.own, name, seen=seen)
        return True

    return bool(await at.attempt(ask))


async def marks(at: AtTable, rest: str) -> None:
    """List the bookmarks; in screen mode, go to one."""
    names = at.table.marks
    if not names:
        raise Refused(NO_MARKS)
    if not at.visit.on_screen:
        at.visit.say(message("Bookmarks: {names}. To go back to one: return NAME", names=names))
        return
    if name := await at.visit.ask(message("Go back to ({names}):", names=names)):
        await go_back(at, name)


async def go_back(at: AtTable, rest: str) -> None:
    """Return to a bookmark."""
    _check(only_players(at))
    if not rest:
        raise Refused("Type return and the name of a bookmark; marks lists them.")
    await at.submit(Return(rest))


async def new(at: AtTable, rest: str) -> Destination | None:
    """Another game: one like this, or what the words say."""
    like = same(at.own)
    order = orders.read_another(rest.split(), like) if rest else like
    # Who looks on and says which game they want means it; the key alone may have been struck by mistake.
    is_meant = at.table.outcome or (rest and not at.seats)
    if not is_meant and not await at.visit.confirm(_whether_to_begin_another(at)):
        return None
    return await arrival.open_table(at.visit, order)


def _whether_to_begin_another(at: AtTable) -> Message:
    if not at.seats:
        return message("Leave this table and begin a game of your own?")
    if at.visit.settings.keeps:
        return message("Leave this game and begin another? This one is kept.")
    return message("Leave this game and begin another? This one is kept nowhere.")


def _check(objection: Message | None) -> None:
    if objection is not None:
        raise Refused(objection)
