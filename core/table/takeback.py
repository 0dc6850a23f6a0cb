"""Taking moves back, making them again, and going back to bookmarks: what the commands about it lead to. Pure.

Alone, or against the computer, everybody goes back as far as they like. Two persons take back one move by consent,
where the game allows it, and never across an event that reveals something.
"""

from core.base.game import Refused, Takeback
from core.base.text import clean, plain
from core.table.commands import Answer, Redo, Restart, Undo
from core.table.events import LONGEST_NAME, Redone, Returned, TableEvent, TakebackAsked, TakebackRefused, TakenBack
from core.table.snapshot import Snapshot
from core.table.state import Table


def decide_takeback(table: Table, command: Undo | Redo | Restart | Answer, by: int) -> tuple[TableEvent, ...]:
    """What follows when a player wants a move back, or again, or answers the other's wish. Raises: Refused."""
    if table.takes_back_freely:
        return _take_back_freely(table, command, by)
    check_takeback(table, freely=isinstance(command, Redo | Restart))
    if isinstance(command, Answer):
        return _decide_answer(table, by, command.yes)
    _last_of(table, by, crosses=False)
    return (TakebackAsked(by),)


def check_takeback(table: Table, *, freely: bool = False) -> None:
    """Raises: Refused where no move can be taken back; with `freely`, where none can be without asking."""
    if table.takes_back_freely:
        return
    if table.setup.game.takeback is Takeback.NEVER:
        raise Refused("You cannot take back moves in this game.")
    if freely:
        raise Refused("With two players you can take back only the last move.")


def _take_back_freely(table: Table, command: Undo | Redo | Restart | Answer, by: int) -> tuple[TableEvent, ...]:
    match command:
        case Undo():
            return (TakenBack(by, _last_of(table, by, crosses=True).seq),)
        case Restart():
            if table.now.previous is None:
                raise Refused("The game is at its start.")
            *_, first = table.now.chain()
            return (TakenBack(by, first.seq),)
        case Redo(whole_reset):
            if not table.undone:
                raise Refused("There is nothing to redo.")
            to = table.reset_from if whole_reset else 0
            return (Redone(by, to or _redone_to(table.undone, by)),)
        case Answer():
            raise Refused("Nobody is asking you to take back a move.")


def _redone_to(undone: tuple[Snapshot, ...], by: int) -> int:
    """The record up to which one's next move is done again, with what the others did after it."""
    last = len(undone) - 1
    while last > 0 and undone[last - 1].by != by:
        last -= 1
    return undone[last].seq


def _decide_answer(table: Table, seat: int, yes: bool) -> tuple[TableEvent, ...]:
    if table.asks is None or table.asks == seat:
        raise Refused("Nobody is asking you to take back a move.")
    if not yes:
        return (TakebackRefused(seat),)
    return (TakenBack(table.asks, _last_of(table, table.asks, crosses=False).seq),)


def _last_of(table: Table, seat: int, *, crosses: bool) -> Snapshot:
    """The snapshot before the seat's own last decision; unless it `crosses`, nothing was revealed since."""
    for snapshot in table.now.chain():
        if snapshot.previous is None:
            break
        if snapshot.reveals and not crosses:
            raise Refused("You cannot take that move back: something has been revealed since.")
        if snapshot.by == seat:
            return snapshot.previous
    raise Refused("There is nothing to take back.")


def bookmark(name: str) -> str:
    """A bookmark's name as it is stored. Raises: Refused for one without a visible character."""
    name = plain(clean(name, LONGEST_NAME))
    if not name:
        raise Refused("Give the bookmark a name.")
    return name


def decide_return(table: Table, seat: int, name: str) -> tuple[Returned]:
    """What follows when a player goes back to a bookmark. Raises: Refused."""
    if not table.takes_back_freely:
        raise Refused("In this game you can go back to a save only from the lobby, as a new game.")
    if bookmark(name) not in dict(table.marks):
        raise Refused('This table has no bookmark "{name}".', name=bookmark(name))
    return (Returned(seat, bookmark(name)),)
