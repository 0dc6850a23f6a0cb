"""What the solitaires say alike: how much help a player had, and what a win is called."""

from core.base.message import Message, counted, message
from core.table import TableView


def moves(table: TableView) -> Message:
    """How many moves are in force."""
    return counted("{n} move", "{n} moves", table.plays)


def efforts(table: TableView) -> tuple[Message, Message]:
    """Moves taken back, and hints."""
    return counted("{n} undo", "{n} undos", table.undos), counted("{n} hint", "{n} hints", table.hints)


def praise(table: TableView) -> Message:
    """What is said of a win besides its figures."""
    if table.demonstrated:
        return message("The computer played here: this win does not count.")
    if not table.undos and not table.hints:
        return message("No undo, no hint: a perfect game.")
    undos, hints = efforts(table)
    return message("{undos}, {hints}.", undos=undos, hints=hints)
