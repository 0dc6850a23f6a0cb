"""A moment of a recorded game as a picture: the board as it stood, what happened then, and how far the game is.

Pure: a visit that steps through a game and a file that is made of one are painted alike.
"""

from collections.abc import Sequence

import attrs

from core.base.durations import span
from core.base.message import Message, message
from core.replay.player import SPEEDS, Player
from frontends.screens import screen_of
from frontends.screens.controls import KeyHelp, Scene
from frontends.terminal.pages import cut
from frontends.terminal.picture import Look, Picture
from frontends.visit.stage import Question, Stage, board_of, picture_of, text_picture, unsaid

NOT_BEGUN = message("The game had not begun yet.")
LATELY = 30
"""Records before the one shown of which a large window tells."""
BAR_COLUMNS = 60
"""Columns from which on the bar stands there in any case."""


def moment(
    player: Player,
    look: Look,
    *,
    told: Sequence[str] = (),
    bar: tuple[KeyHelp, ...] = (),
    question: Question | None = None,
    talk: tuple[str, ...] = (),
) -> Picture:
    """What is seen where a replay stands; `told` is for the message rows in place of what the record shown did."""
    shown = tuple(told) or _told(player, look)
    return _painted(player, look, Stage(shown, _progress(player, look), bar, question, _log(player, look), talk))


def still(player: Player, look: Look) -> Picture:
    """The same for people elsewhere: without keys, without a cursor, without a word of how it plays."""
    stage = Stage(_told(player, look), look.words.say(where(player), player.recording.names), log=_log(player, look))
    painted = _painted(player, attrs.evolve(look, rows=look.rows + 1), stage)  # The last row is that of the keys.
    return Picture(painted.rows[:-1], painted.styles[:-1])


def _painted(player: Player, look: Look, stage: Stage) -> Picture:
    table = player.table
    if not table.begun:
        return text_picture([look.words.say(NOT_BEGUN)], stage, look)
    face = screen_of(player.recording.game.name)
    board = board_of(face, Scene(table, face.idle(table.view), log=unsaid(stage.log, stage.message)), look)
    return picture_of(board, stage, look)


def _told(player: Player, look: Look) -> tuple[str, ...]:
    """What the record shown did."""
    return tuple(look.words.say(said, player.recording.names) for said in player.told)


def status(player: Player) -> Message:
    """Which move of how many, which hand, how it plays, and whose perspective it is."""
    recording = player.recording
    speed = message("{speed} a second", speed=f"{SPEEDS[player.speed]:g}")
    state = speed if player.playing else message("paused")
    seen = message(
        "{where}, {time}, {state}, as {viewer}",
        where=_move(player), time=span(player.table.elapsed), state=state,
        viewer=recording.perspective_name(player.viewer),
    )  # fmt: skip
    return _ending(player, seen)


def where(player: Player) -> Message:
    """The same of a picture, in which nothing plays; a solitaire looks alike to everybody."""
    seen = message("{where}, {time}", where=_move(player), time=span(player.table.elapsed))
    if len(player.table.players) > 1:
        seen = message("{where}, as {viewer}", where=seen, viewer=player.recording.perspective_name(player.viewer))
    return _ending(player, seen)


def _move(player: Player) -> Message:
    recording = player.recording
    move = message("move {move} of {moves}", move=player.table.plays, moves=recording.moves)
    hands = len(recording.chapters)
    if hands < 2:
        return move
    return message("{move}, hand {hand} of {hands}", move=move, hand=recording.chapter_of(player.seq), hands=hands)


def _ending(player: Player, seen: Message) -> Message:
    over = player.recording.ending() if player.at_end else None
    return message("{status}: {ending}", status=seen, ending=over) if over else seen


def _log(player: Player, look: Look) -> tuple[str, ...]:
    """What happened up to the record shown."""
    recording = player.recording
    records = range(max(recording.first, player.seq - LATELY), player.seq + 1)
    told = (said for seq in records for said in recording.told(seq, player.viewer))
    return tuple(look.words.say(said, recording.names) for said in told)


def _progress(player: Player, look: Look) -> str:
    """The status with a bar in front that says how much of the game is over, where both have room."""
    first, last = player.recording.first, len(player.recording)
    width = max(8, look.columns // 6)
    done = round((player.seq - first) / max(1, last - first) * width)
    full, rest = "━╌" if look.utf8 else "=-"
    said = look.words.say(status(player), player.recording.names)
    if look.columns < BAR_COLUMNS and len(said) > look.columns - width - 2:
        return cut(said, look.columns - 1)
    return f"{full * done}{rest * (width - done)} {cut(said, look.columns - width - 2)}"
