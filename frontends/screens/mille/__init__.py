"""How mille looks: the sides beside each other, what hinders you and what is to be done, the hand, score and log."""

import textwrap
from collections.abc import Iterator

from core.base.message import Message
from core.games.mille.moves import WORDS
from core.games.mille.state import SLOTS, Phase
from core.games.mille.views import View
from frontends.screens.controls import Scene, Screen
from frontends.screens.mille import hand, inputs, score, side, words
from frontends.screens.mille.cards import Drawing, lit
from frontends.screens.mille.layout import SAFETY_COLUMNS, SAFETY_ROWS, SAY_ROWS, TWO_BLOCKS, WIDE, Kind, Plan, plan_of
from frontends.screens.mille.places import DECK, Place, marks_of, side_name
from frontends.screens.mille.questions import QUESTIONS, offers, undone
from frontends.screens.texts import hanging
from frontends.terminal.picture import BOLD, DIM, PLAIN, Canvas

SAID = "said"
"""The place after what is to be done."""
BOX = 14
"""Columns of the box of battle and speed in a middle board."""
DIVIDED = 5
"""Rows of a box with a line between battle and speed."""
DISTANCE_COLUMNS = 10
"""Columns of the distance cards of a side in a narrow board, such as "100:3 75:1"."""
WIDEST_PILE, WIDEST_SAFETY = 13, 22
"""Columns of a card at most: of battle and speed, and in the safety area."""


def draw(scene: Scene, canvas: Canvas) -> None:
    """The board, in the kind that the canvas has room for."""
    view: View = scene.table.view
    input: inputs.InputState = scene.input
    chosen = input.card if input.slot in inputs.usable(view, input.discards) else None
    to = Drawing(scene, canvas, marks_of(view, chosen, input.discards, scene.hint))
    plan = plan_of(canvas.rows, canvas.columns)
    is_covering = not plan.has_room_for_score and inputs.is_score_open(input, view, has_room=False)
    if is_covering and plan.kind is Kind.NARROW and view.phase is not Phase.PLAY:
        _draw_over(to)
    else:
        if is_covering:
            _draw_covering(to)
        else:
            _draw_sides(to, plan)
        _draw_said(to, plan.say, plan.gap)
        _draw_hand(to, plan)
        _draw_bottom(to, plan)
    canvas.cursor = next((to.places[place] for place in _wanted(to) if place in to.places), to.places[SAID])


def _draw_over(to: Drawing) -> None:
    """The whole score of a hand that is over, and what is asked then; the hand matters no more."""
    score.draw_block(to, 0, 0, min(to.columns, score.WIDEST), score.score_lines(to.view))
    _draw_said(to, score.ROWS)
    _draw_held(to, score.ROWS + SAY_ROWS)


def _draw_covering(to: Drawing) -> None:
    """The unfolded score in the place of the sides."""
    if to.columns >= TWO_BLOCKS[1]:
        score.draw_two_blocks(to, 0)
    else:
        lines = score.score_lines(to.view)
        del lines[score.BONUSES]
        score.draw_block(to, 0, 0, min(to.columns, score.WIDEST), lines)


def _draw_sides(to: Drawing, plan: Plan) -> None:
    inset = int(plan.kind is Kind.WIDE)
    for column, seat in zip((0, plan.right), to.seats, strict=True):
        to.area(0, column, plan.say, plan.side, side_name(seat))
        start, columns = column + inset * (column > 0), plan.side - inset
        side.draw_name(to, 0, start, columns, seat)
        if plan.road >= 0:
            side.draw_road(to, plan.road, start, columns, seat)
        if plan.figures >= 0:
            side.draw_figures(to, plan.figures, start, columns)
        if plan.kind is not Kind.NARROW:
            side.draw_distances(to, plan.piles - 1, start, columns, seat)
        match plan.kind:
            case Kind.WIDE:
                _draw_wide_piles(to, plan, column, seat)
            case Kind.MIDDLE:
                box, safeties = max(BOX, plan.side - SAFETY_COLUMNS - 1), column + plan.side - SAFETY_COLUMNS
                side.draw_pile_box(to, plan.piles, column, box, seat, divided=True)
                side.draw_safeties(to, plan.safeties, safeties, SAFETY_COLUMNS, seat)
            case Kind.NARROW:
                side.draw_pile_box(to, plan.piles, column, plan.side, seat, divided=plan.pile_rows == DIVIDED)
                distances = column if column == 0 else column + plan.side - DISTANCE_COLUMNS
                side.draw_distances(to, plan.safeties, distances, DISTANCE_COLUMNS, seat)
    if plan.kind is Kind.NARROW:
        side.draw_shared_safeties(to, plan.safeties, DISTANCE_COLUMNS + 1, to.columns - 2 * DISTANCE_COLUMNS - 2)


def _draw_wide_piles(to: Drawing, plan: Plan, column: int, seat: int) -> None:
    """Battle and speed as cards, the safeties beside them in a list or under them as cards."""
    if plan.has_safety_cards:
        width = min(WIDEST_SAFETY, plan.side // 2)
        start = column + (plan.side - 2 * width) * (column > 0)
        side.draw_safety_cards(to, plan.safeties, start, seat, width)
    else:
        width = min(WIDEST_PILE, (plan.side - SAFETY_COLUMNS) // 2)
        start = column + min(1, plan.side - SAFETY_COLUMNS - 2 * width) * (column > 0)
        side.draw_safeties(to, plan.safeties, start + 2 * width, SAFETY_COLUMNS, seat)
    side.draw_pile_cards(to, plan.piles, start, plan.pile_rows, width, seat)


def _draw_said(to: Drawing, row: int, gap: int = 0) -> None:
    """Why one cannot drive, and what is to be done; a question ends with its keys.

    In a wide board the right half is for messages, with the `gap` rows above, unless that needs the whole row.
    """
    asked = inputs.is_asked(to.view)
    said: Message | str = words.due(to.view, to.scene.input)
    head = to.text(words.headline(to.scene.table))
    if said == words.NOTHING and len(head) > to.columns - 2:
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
    half = to.columns // 2
    if to.columns >= WIDE and max(len(head), column) < half:
        to.canvas.message_place = row - gap, half + 1, SAY_ROWS + gap, to.columns - half - 2


def _draw_hand(to: Drawing, plan: Plan) -> None:
    """The hand of the left side, or how many cards there are in both, and the deck."""
    columns = plan.columns - plan.columns // 3 * (plan.kind is Kind.MIDDLE)
    cards = to.view.hands[to.seats[0]]
    if cards is None:
        hand.draw_backs(to, plan.hand)
    elif plan.kind is Kind.WIDE:
        hand.draw_hand_cards(to, cards, plan.hand, plan.hand_rows)
    else:
        hand.draw_hand_list(to, cards, plan.hand, columns)
    match plan.kind:
        case Kind.WIDE:
            hand.draw_deck_cards(to, plan.piles + plan.pile_rows, plan.side, plan.right - plan.side)
        case Kind.MIDDLE:
            hand.draw_deck_column(to, plan.hand, columns, plan.columns - columns)
        case Kind.NARROW:
            hand.draw_deck_line(to, plan.safeties + SAFETY_ROWS)


def _draw_bottom(to: Drawing, plan: Plan) -> None:
    """The score, as much of it as is wanted and fits, and what the other holds."""
    row = plan.bottom
    sees_both = to.view.hands[to.seats[1]] is not None  # then the other's hand needs the rows
    has_room = plan.keeps_score_open or (plan.has_two_blocks and not sees_both)
    if not (plan.has_room_for_score and inputs.is_score_open(to.scene.input, to.view, has_room)):
        score.draw_folded(to, row)
        _draw_held(to, row + 1)
    elif plan.has_two_blocks:
        score.draw_two_blocks(to, row)
        _draw_held(to, row + TWO_BLOCKS[0])
    else:
        score.draw_block(to, row, 0, min(to.columns, score.WIDEST), score.score_lines(to.view))
        _draw_held(to, row + score.ROWS + 1)


def _draw_held(to: Drawing, row: int) -> None:
    """What the other holds, where that may be known."""
    _, other = to.seats
    if to.view.hands[other] is not None and to.view.dealt:
        for offset, line in enumerate(hanging(to.text(words.held(to.view, other)), to.columns)):
            to.put(row + offset, 0, line, DIM)


def _wanted(to: Drawing) -> Iterator[Place | str]:
    """Places for the cursor, the best first: the chosen card, what is to be done next, what the other has just done."""
    view, input = to.view, to.scene.input
    if view.phase is not Phase.PLAY:
        yield SAID
    elif inputs.is_to_play(view):
        if input.slot is not None:
            yield SLOTS[input.slot]
        elif input.command:
            yield SAID
        elif inputs.may_pick(view) and inputs.coup_card(view) is None:
            yield DECK
        yield from (SLOTS[slot] for slot in inputs.usable(view))
        yield from reversed(SLOTS)
    else:
        yield from sorted(to.marks.recent, key=lambda place: (place[1] != to.seats[0], place[0]))
        yield from (("name", seat) for seat in view.turn)


SCREEN = Screen(
    "mille", inputs.idle, inputs.press, draw, words.describe, words.score, words.hand, inputs.KEYS, inputs.bar,
    shortcuts=inputs.SHORTCUTS, settle=inputs.settle, move_words=frozenset(WORDS), strokes=inputs.strokes,
    drag=inputs.drag, questions=QUESTIONS, offers=offers, undone=undone,
    asks=inputs.is_asked,
)  # fmt: skip
