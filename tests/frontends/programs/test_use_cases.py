"""Law: what a person can do in the house, a program can: each use case of a session has a request, or a reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from frontends.programs.protocol.requests import REQUESTS
from frontends.visit.lesson.room import ACTIONS as LESSON
from frontends.visit.lobby.room import ACTIONS as LOBBY
from frontends.visit.replay.room import ACTIONS as REPLAY
from frontends.visit.table.actions.all_actions import ACTIONS as TABLE

ROOT = Path(__file__).parent.parent.parent.parent
SESSIONS, DOOR = ROOT / "core/sessions", ROOT / "frontends/programs/door"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
WITHOUT: dict[str, tuple[str, ...]] = {
    "is a part of others that have a request": (
        "arrival.tables.can_take_up", "arrival.tables.check_programs", "arrival.tables.find_deal",
        "arrival.tables.take_up", "arrival.tables.turn_down", "at_table.lessons.let_teacher_move",
        "at_table.play.check_owner", "at_table.play.check_turning_point", "at_table.seat.seated",
        "identity.entry.is_password", "identity.entry.make_digest", "identity.entry.note_home",
        "identity.free_names.free_name", "identity.free_names.give_name_up", "identity.free_names.holder_of",
        "identity.free_names.name_again", "identity.free_names.not_held", "identity.free_names.take_name",
        "identity.programs.objection", "identity.programs.shut_out_all", "identity.registration.registered",
        "lists.results.daily", "lists.table_lists.wait_for_all", "lists.table_lists.wait_for_newest",
        "lists.table_lists.wait_for_own", "others.company.somebody_else", "others.conversation.is_heard",
        "others.conversation.say_among", "others.conversation.speaking", "others.invitations.ask_to_table",
        "others.invitations.received", "others.replays_together.take_up",
        "preferences.bring", "preferences.bring_own", "preferences.keep_attention", "preferences.keep_chosen",
    ),
    "says beforehand what would be refused: a program tries, and is refused": (
        "identity.registration.unless_guest", "identity.registration.unless_registered",
        "identity.registration.check_free", "others.rematch.objection", "others.reports.objection",
    ),
    "is for a question, and nobody asks a program whether it means it": ("at_table.play.counts_as_lost",),
    "spares people a name or words, and a program has them": (
        "lists.table_lists.choose", "lists.table_lists.last_played", "lists.table_lists.to_go_on_with",
        "others.company.others", "others.conversation.answer", "others.rematch.same",
    ),
    "closes a game that somebody at home has looked at: a program has opened it for a purpose": (
        "at_table.play.is_untouched", "at_table.play.clear_away",
    ),
    "writes a file: a program is given the text": ("at_table.play.export",),
    "is the same news by other means: a program is told by callbacks, which never wait": ("at_table.news.news",),
    "is for operators, who have parlour admin": ("operators.may_order", "operators.order"),
}  # fmt: skip
"""Use cases that have no request, by the reason."""
OTHERWISE: dict[str, tuple[str, ...]] = {
    "open": ("new",), "look": ("board", "marks", "score", "hand", "turn", "time", "moves", "table"),
    "takeback": ("undo",), "plan": ("if",), "allow": ("refuse",), "answer": ("yes", "no"), "rename": ("name",),
    "mark": ("save",), "play": ("stop",), "bye": ("quit",), "resume": ("go", "last", "since", "talk", "repeat"),
    "newbot": ("bot",), "list": ("history",), "solitaires": ("solitaire",), "who": ("finger",), "rematch": ("swap",),
    "summary": ("result",), "notices": ("mute",), "try": ("task",), "handover": ("hand over",),
    "lead": ("start", "end", "next", "previous", "perspective"),
}  # fmt: skip
"""Words that people type for what a request of another name does."""
AT_A_TERMINAL = {
    "admin", "ascii", "bell", "colour", "help", "lines", "motion", "mouse", "reader", "screen", "type", "utf8",
    "faster", "slower", "pause", "sounds",
    "card", "column", "foundations", "pile", "reserve", "road", "row", "safeties", "stock", "tile", "waste",
}  # fmt: skip
"""Words that are about a terminal, or the pace of what it shows; that ask for a part of what a state holds; or that are
for operators."""


def modules(folder: Path) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield ".".join(path.relative_to(ROOT).with_suffix("").parts), ast.parse(path.read_text())


def use_cases() -> set[str]:
    """The public functions whose first argument is somebody in the house, or at a table."""
    found = set()
    for name, module in modules(SESSIONS):
        for node in module.body:
            if isinstance(node, FUNCTIONS) and not node.name.startswith("_"):
                first = next(iter(node.args.posonlyargs + node.args.args), None)
                if first is not None and first.annotation and ast.unparse(first.annotation) in ("Session", "Seat"):
                    found.add(f"{name}.{node.name}".removeprefix("core.sessions."))
    return found


def called_by_the_door() -> set[str]:
    """What the door uses of sessions, by the names under which it imports them."""
    found = set()
    for _, module in modules(DOOR):
        known = {
            one.asname or one.name: f"{node.module}.{one.name}".removeprefix("core.sessions.")
            for node in ast.walk(module) if isinstance(node, ast.ImportFrom) and node.module
            for one in node.names
        }  # fmt: skip
        for node in ast.walk(module):
            match node:
                case ast.Name(id) if id in known:
                    found.add(known[id])
                case ast.Attribute(ast.Name(id), name) if id in known:
                    found.add(f"{known[id]}.{name}")
    return found


def test_every_use_case_has_a_request_or_a_reason() -> None:
    reasons = {name for names in WITHOUT.values() for name in names}
    assert use_cases() - called_by_the_door() - reasons == set()


def test_no_reason_is_given_for_what_there_is_or_is_not_there() -> None:
    reasons = [name for names in WITHOUT.values() for name in names]
    assert len(reasons) == len(set(reasons))
    assert set(reasons) & called_by_the_door() == set()
    assert set(reasons) - use_cases() == set()


def test_every_word_that_people_type_has_a_request_or_is_about_a_terminal() -> None:
    types = {one.__name__.lower() for one in REQUESTS}
    typed = {action.word for room in (LOBBY, TABLE, LESSON, REPLAY) for action in room}
    assert set(OTHERWISE) <= types
    assert typed - types - AT_A_TERMINAL - {word for words in OTHERWISE.values() for word in words} == set()
    assert typed >= AT_A_TERMINAL
