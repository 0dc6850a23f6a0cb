"""Every action at a table, declared once: leaving it, its replay, and those of the files beside this one."""

from functools import partial

from core.base.message import message
from core.sessions.arrival.table_access import recall
from core.sessions.at_table.play import check_turning_point, is_untouched
from frontends.screens.controls import EVERYWHERE
from frontends.visit.action import Action, Topic, why_not
from frontends.visit.destination import Destination, ToLobby
from frontends.visit.everywhere import preferences, rules, sharing
from frontends.visit.everywhere.others import ACTIONS as WITH_OTHERS
from frontends.visit.everywhere.statistics import BEST, FINGER, STATS
from frontends.visit.help import HELP
from frontends.visit.lesson import lesson_list
from frontends.visit.lobby import own_games
from frontends.visit.lobby.solitaire import DAILY
from frontends.visit.lobby.tables import HISTORY, LIST
from frontends.visit.replay import together
from frontends.visit.table import codes, queries
from frontends.visit.table.actions import bookmarks, demonstration, play, slow_games, stand_in, watching
from frontends.visit.table.arrival import moment
from frontends.visit.table.at_table import AtTable
from frontends.visit.table.permissions import only_owners, while_it_is_yours


async def leave(at: AtTable, rest: str) -> ToLobby | None:
    """Away from the table, after a question if a game is left that goes on; the game stays in the journal."""
    visit = at.visit
    if visit.settings.keeps and is_untouched(at.own):
        nothing = message("Leave the table? Nothing was played, so it is not saved.")
        return ToLobby() if await visit.confirm(nothing, again="c-c") else None
    if not at.table.outcome and at.seats:
        kept = message("Leave the table? The game is saved.")
        lost = message("Leave the table? This game is not saved.")
        if not await visit.confirm(kept if visit.settings.keeps else lost, again="c-c"):
            return None
        if way_back := codes.back(at):
            visit.farewell(message("The game is saved. To go on with it: {way}", way=way_back))
    return ToLobby()


async def replay(at: AtTable, rest: str) -> Destination | None:
    """Step through this game, or another one, from its start or from a move on, alone or with others, and come back."""
    rest, names = together.split_names(rest, at.visit.words)
    first, _, move = rest.partition(" ")
    is_other = bool(first) and not first.isdecimal()
    recording = await recall(at.visit.session, first if is_other else at.id)
    seq = moment(recording, move.strip() if is_other else rest)
    return await together.show(at.visit, recording, at.here, seq, names)


ACTIONS: tuple[Action[AtTable], ...] = (
    HELP,
    Action(
        "undo",
        play.undo,
        message("take back your last move"),
        topic=Topic.MOVES,
        aliases=("takeback",),
        keys=EVERYWHERE["undo"],
        label=message("undo"),
        unless=play.unless_it_can_be_undone,
    ),
    Action(
        "redo",
        play.redo,
        message("redo a move taken back"),
        topic=Topic.MOVES,
        keys=EVERYWHERE["redo"],
        unless=play.unless_freely,
    ),
    Action(
        "yes",
        lambda at, _: play.answer(at, yes=True),
        message("let the other take back a move"),
        topic=Topic.MOVES,
        keys=("y",),
        unless=play.unless_asked,
    ),
    Action(
        "no",
        lambda at, _: play.answer(at, yes=False),
        message("do not let them"),
        topic=Topic.MOVES,
        keys=("n",),
        unless=play.unless_asked,
    ),
    Action(
        "leave",
        leave,
        message("leave the table"),
        aliases=("quit", "exit", "q"),
        keys=EVERYWHERE["leave"],
        label=message("leave"),
    ),
    Action(
        "hint",
        play.hint,
        message("a hint, with its reason"),
        topic=Topic.MOVES,
        keys=EVERYWHERE["hint"],
        label=message("hint"),
        unless=play.has_hints,
    ),
    Action(
        "say",
        play.say,
        message("talk"),
        aliases=("kibitz", "whisper"),
        topic=Topic.PEOPLE,
        keys=EVERYWHERE["say"],
        takes="WORDS",
        label=message("talk"),
    ),
    Action(
        "new",
        play.new,
        message("a new game, of the same kind or another"),
        topic=Topic.MOVES,
        keys=("n",),
        takes="[GAME ...]",
        has_own_words=True,
    ),
    Action(
        "replay",
        replay,
        message("step through this game"),
        topic=Topic.SAVING,
        keys=("r",),
        takes="[ID] [MOVE] [with NAMES]",
        more=together.completed,
    ),
    Action(
        "restart",
        play.restart,
        message("the same deal from its start"),
        topic=Topic.MOVES,
        keys=EVERYWHERE["restart"],
        unless=play.unless_restart,
    ),
    Action(
        "resign",
        play.resign,
        message("give up the game"),
        topic=Topic.MOVES,
        aliases=("concede", "surrender"),
        keys=("X",),
        unless=while_it_is_yours,
    ),
    Action(
        "abandon",
        play.abandon,
        message("close an unfinished game"),
        topic=Topic.MOVES,
        unless=while_it_is_yours,
    ),
    Action(
        "winnable",
        play.winnable,
        message("can this still be won?"),
        topic=Topic.MOVES,
        keys=("w",),
        unless=play.is_solitaire,
    ),
    Action(
        "where",
        play.where,
        message("where the game was lost"),
        topic=Topic.MOVES,
        keys=("W",),
        unless=lambda at: why_not(check_turning_point, at.own),
    ),
    Action(
        "demo",
        demonstration.demo,
        message("the computer plays on; demo slow, demo fast, demo solution"),
        topic=Topic.MOVES,
        keys=("A", "D"),
        takes="[fast]",
        has_own_words=True,
        unless=demonstration.unless_demo,
    ),
    Action(
        "save",
        bookmarks.save,
        message("save the game under a name"),
        topic=Topic.SAVING,
        aliases=("s",),
        keys=("s",),
        takes="[NAME]",
        unless=only_owners,
    ),
    Action(
        "stop",
        bookmarks.stop,
        message("play no more hands"),
        topic=Topic.MOVES,
        unless=lambda at: None if at.may_stop else message("There is nothing to stop."),
    ),
    Action(
        "mark",
        bookmarks.mark,
        message("set a bookmark"),
        topic=Topic.SAVING,
        aliases=("bookmark",),
        keys=("m",),
        takes="NAME",
        unless=only_owners,
    ),
    Action(
        "marks",
        bookmarks.marks,
        message("the bookmarks"),
        topic=Topic.SAVING,
        aliases=("bookmarks",),
        keys=("M",),
        unless=only_owners,
    ),
    Action(
        "return",
        bookmarks.go_back,
        message("back to a bookmark"),
        topic=Topic.SAVING,
        takes="NAME",
        unless=only_owners,
        more=lambda at: at.table.marks,
    ),
    Action(
        "rematch",
        play.play_again,
        message("the same game again"),
        topic=Topic.PEOPLE,
        takes="[luck=WORDS]",
        keys=("R",),
        unless=play.unless_rematch,
    ),
    Action(
        "swap",
        partial(play.play_again, swaps=True),
        message("the same again, the other player first"),
        topic=Topic.PEOPLE,
        takes="[luck=WORDS]",
        unless=play.unless_rematch,
    ),
    *watching.ACTIONS,
    *stand_in.ACTIONS,
    slow_games.PLAN,
    slow_games.VACATION,
    *own_games.ACTIONS,
    LIST,
    HISTORY,
    DAILY,
    *queries.ACTIONS,
    rules.RULES,
    lesson_list.LEARN,
    rules.WHY,
    *queries.AFTERWARDS,
    sharing.SHARE,
    sharing.OPEN,
    Action("talk", queries.lately, message("the latest moves and talk"), topic=Topic.PEOPLE),
    Action(
        "table",
        queries.about,
        message("the table's name, and how to come back to it"),
        topic=Topic.SAVING,
        aliases=("code",),
        keys=("T",),
    ),
    Action("fair", queries.fair, message("why the chance is fair, and how to check it")),
    STATS,
    FINGER,
    BEST,
    *WITH_OTHERS,
    preferences.TYPE,
    *preferences.ACTIONS,
)
"""Everything that can be done at a table besides moves: one row each. Help, keys and completion come from here."""
