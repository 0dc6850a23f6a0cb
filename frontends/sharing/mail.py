"""A moment of a game as plain text, as it may stand in a mail."""

from core.base.message import Message, Who, message
from core.games.features.titles import title_of
from core.replay.player import Player
from frontends.sharing.cropping import cropped
from frontends.terminal.characters import encode, encode_cells
from frontends.terminal.picture import Look
from frontends.visit.replay.painting import still


def title(player: Player) -> Message:
    """What is played, and by whom; to be said with the names of the players."""
    table = player.table
    game = title_of(table.game, table.options)
    who = tuple(Who(seat) for seat in range(len(table.players)))
    if table.deal is None:
        return message("{game}: {players}", game=game, players=who)
    return message("{game}, deal {deal}: {players}", game=game, deal=table.deal, players=who)


def mail(player: Player, look: Look) -> str:
    """What is played, the board, and how far the game is."""
    board = encode_cells(cropped(still(player, look)).text(), look.utf8).decode()
    heading = encode(look.words.say(title(player), player.recording.names), look.utf8).decode()
    return f"{heading}\n\n{board}\n"
