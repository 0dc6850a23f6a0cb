"""How mille looks: the sides beside each other, what hinders you and what is to be done, the hand, score and log."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from core.base.message import Message
from core.games.mille.moves import Verb
from core.games.mille.state import SLOTS, Phase
from core.games.mille.views import View
from frontends.screens.controls import Scene, Screen
from frontends.screens.mille.cards import Drawing, lit
from frontends.screens.mille.hand import (
    draw_deck_cards,
    draw_deck_column,
    draw_deck_line,
    draw_hand_cards,
    draw_hand_list,
)
from frontends.screens.mille.inputs import (
    KEYS,
    SHORTCUTS,
    InputState,
    bar,
    coup_card,
    discardable,
    idle,
    is_asked,
    is_score_open,
    is_to_play,
    may_pick,
    press,
    settle,
    usable,
)
from frontends.screens.mille.layout import SAFETY_COLUMNS, SAY_ROWS, Kind, Plan, plan_of
from frontends.screens.mille.marks import DECK, Marks, Place, marks_of, side_name
from frontends.screens.mille.score import (
    ROWS,
    TWO_BLOCKS,
    WIDEST,
    draw_block,
    draw_folded,
    draw_two_blocks,
    left_seat,
    score_lines,
    without_bonus,
)
from frontends.screens.mille.side import (
    count_safety_rows,
    draw_figures,
    draw_name,
    draw_pile_box,
    draw_pile_cards,
    draw_road,
    draw_safeties,
    draw_safety_cards,
)
from frontends.screens.mille.words import NOTHING, describe, due, hand, headline, held, score
from frontends.screens.texts import hanging
from frontends.terminal.picture import BOLD, DIM, PLAIN, Canvas, newest

SAID = "said"
"""The place after what is to be done."""
BOX = 14
"""Columns of the box of battle and speed in a middle board."""
DIVIDED = 5
"""Rows of a box with a line between battle and speed."""
WIDEST_PILE, WIDEST_SAFETY = 13, 22
"""Columns of a card at most: of battle and speed, and in the safety area."""


def draw(scene: Scene, canvas: Canvas) -> None:
    """The board, in the kind that the canvas has room for."""
    view: View = scene.table.view
    to = Drawing(scene, canvas, _marks(scene))
    plan = plan_of(canvas.rows, canvas.columns, max(map(count_safety_rows, view.tableaus)))
    if _covers_hand(to, plan):
        _draw_over(to)
    else:
        if _covers_sides(to, plan):
            _draw_covering(to)
        else:
            _draw_sides(to, plan)
        _draw_said(to, plan.say)
        _draw_hand(to, plan)
        _draw_bottom(to, plan)
    canvas.cursor = _cursor(to)


def _marks(scene: Scene) -> Marks:
    """What is marked, the chosen card's way included where it can go one."""
    view: View = scene.table.view
    input: InputState = scene.input
    discards = input.command == Verb.DISCARD.value
    ways = discardable(view) if discards else usable(view)
    chosen = input.card if input.slot in ways else None
    return marks_of(view, chosen, discards, scene.hint)


def _is_open(to: Drawing) -> bool:
    return is_score_open(to.scene.input, to.view)


def _has_room_for_two_blocks(plan: Plan) -> bool:
    return plan.bottom_rows >= TWO_BLOCKS[0] and plan.columns >= TWO_BLOCKS[1]


def _covers_sides(to: Drawing, plan: Plan) -> bool:
    """Whether the unfolded score has to stand in the place of the sides."""
    return _is_open(to) and not plan.keeps_score_open and not _has_room_for_two_blocks(plan)


def _covers_hand(to: Drawing, plan: Plan) -> bool:
    """Whether it takes the place of the hand, too, which matters no more then."""
    return _covers_sides(to, plan) and plan.kind is Kind.NARROW and to.view.phase is not Phase.PLAY


def _draw_over(to: Drawing) -> None:
    """The whole score of a hand that is over, and what is asked then."""
    draw_block(to, 0, 0, min(to.columns, WIDEST), score_lines(to.view))
    _draw_said(to, ROWS)
    _draw_log(to, ROWS + SAY_ROWS, 0, to.canvas.rows - ROWS - SAY_ROWS)


def _draw_covering(to: Drawing) -> None:
    if to.columns >= TWO_BLOCKS[1]:
        draw_two_blocks(to, 0)
    else:
        draw_block(to, 0, 0, min(to.columns, WIDEST), without_bonus(score_lines(to.view)))


def _draw_sides(to: Drawing, plan: Plan) -> None:
    left = left_seat(to.view)
    inset = int(plan.kind is Kind.WIDE)
    for column, seat in ((0, left), (plan.right, 1 - left)):
        to.area(0, column, plan.say, plan.side, side_name(seat))
        start, columns = column + inset * (column > 0), plan.side - inset
        draw_name(to, 0, start, columns, seat)
        draw_road(to, 1, start, columns, seat)
        if plan.has_figures:
            draw_figures(to, 2, start, columns)
        match plan.kind:
            case Kind.WIDE:
                _draw_wide_piles(to, plan, column, seat)
            case Kind.MIDDLE:
                box = max(BOX, plan.side - SAFETY_COLUMNS - 1)
                draw_pile_box(to, plan.piles, column, box, seat, divided=True)
                draw_safeties(
                    to, plan.safeties, column + plan.side - SAFETY_COLUMNS, SAFETY_COLUMNS, plan.safety_rows, seat
                )
            case Kind.NARROW:
                draw_pile_box(to, plan.piles, column, plan.side, seat, divided=plan.pile_rows == DIVIDED)
                draw_safeties(to, plan.safeties, column, plan.side, plan.safety_rows, seat)


def _draw_wide_piles(to: Drawing, plan: Plan, column: int, seat: int) -> None:
    """Battle and speed as cards, the safeties beside them in a list or under them as cards."""
    if plan.has_safety_cards:
        width = min(WIDEST_SAFETY, plan.side // 2)
        start = column + (plan.side - 2 * width) * (column > 0)
        draw_pile_cards(to, plan.piles, start, plan.pile_rows, width, seat)
        draw_safety_cards(to, plan.safeties, start, seat, width)
        return
    width = min(WIDEST_PILE, (plan.side - SAFETY_COLUMNS) // 2)
    start = column + min(1, plan.side - SAFETY_COLUMNS - 2 * width) * (column > 0)
    draw_pile_cards(to, plan.piles, start, plan.pile_rows, width, seat)
    draw_safeties(to, plan.safeties, start + 2 * width, SAFETY_COLUMNS, plan.safety_rows, seat)


def _draw_said(to: Drawing, row: int) -> None:
    """Why one cannot drive, and what is to be done; a question ends with its keys."""
    asked = is_asked(to.view)
    said: Message | str = due(to.view, to.scene.input)
    head = to.text(headline(to.scene.table))
    if said == NOTHING and len(head) > to.columns - 2:
        head, said = (*textwrap.wrap(head, to.columns - 2, max_lines=2, placeholder="…"), "")[:2]
    to.say(row, 1, to.columns - 2, head, BOLD)
    column = 1 + to.say(row + 1, 1, to.columns - 2 - len(" (y/n) ") * asked, said, BOLD if asked else PLAIN)
    if asked:
        to.put(row + 1, column, " (y/n)", BOLD)
        for offset, key in ((2, "y"), (4, "n")):
            if to.marks.hinted == key:
                to.put(row + 1, column + offset, key, lit(PLAIN))
        column += len(" (y/n)")
    to.places[SAID] = (row + 1, min(column + 1, to.columns - 1))


def _draw_hand(to: Drawing, plan: Plan) -> None:
    match plan.kind:
        case Kind.WIDE:
            draw_deck_cards(to, 0, plan.piles + plan.pile_rows, plan.side, plan.right - plan.side)
            draw_hand_cards(to, plan.hand, plan.hand_rows)
        case Kind.MIDDLE:
            third = plan.columns // 3
            draw_hand_list(to, plan.hand, plan.columns - third)
            draw_deck_column(to, plan.hand, plan.columns - third, third)
        case Kind.NARROW:
            draw_deck_line(to, plan.deck)
            draw_hand_list(to, plan.hand, plan.columns)


def _draw_bottom(to: Drawing, plan: Plan) -> None:
    """The score, as much of it as is wanted and fits, and what happened lately."""
    row, rows = plan.bottom, plan.bottom_rows
    width = min(to.columns, WIDEST)
    if plan.keeps_score_open:
        beside = plan.kind is Kind.WIDE
        width = min(width, to.columns // 2 - 1) if beside else width
        draw_block(to, row, 0, width, score_lines(to.view))
        _draw_log(to, row, width + 3, rows) if beside else _draw_log(to, row + ROWS + 1, 0, rows - ROWS - 1)
    elif _is_open(to) and _has_room_for_two_blocks(plan):
        draw_two_blocks(to, row)
        _draw_log(to, row + TWO_BLOCKS[0], 0, rows - TWO_BLOCKS[0])
    else:
        draw_folded(to, row)
        _draw_log(to, row + 1, 0, rows - 1)


def _draw_log(to: Drawing, row: int, column: int, rows: int) -> None:
    """What the other holds, where that may be known, and what happened lately, the newest last."""
    width = to.columns - column
    lines: list[str] = []
    other = 1 - left_seat(to.view)
    if to.view.hands[other] is not None and to.view.dealt:
        lines = hanging(to.text(held(to.view, other)), width)[:rows]
    log = [part for line in to.scene.log[-rows:] for part in hanging(line, width)]
    last = to.scene.log[-1] if to.scene.log else ""
    fresh = len(hanging(last, width))
    kept = newest(log, max(0, rows - len(lines)))
    for offset, line in enumerate((*lines, *kept)):
        is_old = offset < len(lines) + len(kept) - fresh
        to.put(row + offset, column, line, DIM if is_old else PLAIN)


def _cursor(to: Drawing) -> tuple[int, int]:
    """Where the action is: the chosen card, what has to be done next, or what the other has just done."""
    found = (to.places[place] for place in _wanted(to) if place in to.places)
    return next(found, to.places[SAID])


def _wanted(to: Drawing) -> Iterator[Place | str]:
    """Places for the cursor, the best first."""
    view, input = to.view, to.scene.input
    if is_asked(view) or view.phase is not Phase.PLAY:
        yield SAID
    elif is_to_play(view):
        if input.slot is not None:
            yield SLOTS[input.slot]
        elif input.command:
            yield SAID
        elif may_pick(view) and coup_card(view) is None:
            yield DECK
        yield from (SLOTS[slot] for slot in usable(view))
        yield from reversed(SLOTS)
    else:
        left = left_seat(view)
        yield from sorted(to.marks.recent, key=lambda place: (place[1] != left, place[0]))
        yield from (("name", seat) for seat in view.turn)


SCREEN = Screen(
    "mille", idle, press, draw, describe, score, hand, KEYS, bar, shortcuts=SHORTCUTS, settle=settle,
)  # fmt: skip
