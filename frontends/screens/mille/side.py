"""One side of the board of mille: a player's road, battle and speed piles, and safeties."""

from core.base.message import message
from core.games.mille.cards import MILES, SAFETIES, Card
from core.games.mille.moves import MOST_200S
from frontends.screens.mille.cards import COUP, HINT, RECENT, Drawing, Frame, bold, fit, lit, short_name, style_of
from frontends.screens.mille.places import BATTLE, LONGEST_FIRST, ROAD, SAFETY, SPEED, Place, where_used
from frontends.terminal.picture import BOLD, DIM, PLAIN, Style

TURN = "►>"
HAS, HAS_NOT = "●#", "○."
"""A card of which it matters how many there are yet: it lies, it may still come."""
GONE, AHEAD, PREVIEW = "━=", "┄.", "▒+"
TICK_GONE, TICK_AHEAD, CAR = "┿+", "┼:", "►>"
MILESTONES = (100, 200, 500)
"""Miles from one tick of a road to the next: the first for which there is room."""
TICK_ROOM, FIGURE_ROOM = 2.5, 4.7
"""Columns from one tick to the next at least, and from one figure to the next."""
CARD_ROWS = 3
"""Rows of a card in the safety area."""
PILES = (BATTLE, SPEED)
_LABELS = {BATTLE: message("battle"), SPEED: message("speed")}


def draw_name(to: Drawing, row: int, column: int, columns: int, seat: int) -> None:
    """The name, marked while it is the player's turn, the miles, and where there is room those put down just now."""
    view, tableau = to.view, to.view.tableaus[seat]
    is_turn = seat in view.turn and len(view.turn) == 1
    miles = f"{tableau.miles}/{view.end}"
    to.right(row, column + columns, len(miles), miles, BOLD)
    end = column + columns - len(miles) - 1
    name, added = to.text(to.name(seat)), f"+{to.marks.added}{to.sign(RECENT)}"
    has_room = end - len(added) - 1 - column - 2 >= len(name)
    if (ROAD, seat) in to.marks.recent and has_room:
        to.right(row, end, len(added), added, lit(PLAIN))
        end -= len(added) + 1
    to.put(row, column, to.sign(TURN) if is_turn else " ", BOLD)
    to.say(row, column + 2, end - column - 2, name, BOLD if is_turn else PLAIN)
    to.places["name", seat] = (row, column)


def draw_road(to: Drawing, row: int, column: int, columns: int, seat: int) -> None:
    """Miles as a road with a tick for each milestone, and where the chosen card would lead to."""
    view = to.view
    miles, last = view.tableaus[seat].miles, columns - 1
    car = goal = miles * last // view.end
    if (ROAD, seat) in to.marks.targets and to.marks.card:
        goal = min(last, (miles + MILES.get(to.marks.card, 0)) * last // view.end)
    ticks = _ticks(view.end, last, TICK_ROOM)
    signs = [to.sign(TICK_GONE if place in ticks else GONE) for place in range(car)]
    signs += to.sign(CAR)
    signs += to.sign(PREVIEW) * (goal - car)
    signs += [to.sign(TICK_AHEAD if place in ticks else AHEAD) for place in range(goal + 1, columns)]
    to.canvas.put(row, column, "".join(signs), PLAIN)
    to.canvas.restyle(row, column + car, goal + 1 - car, BOLD)
    to.canvas.restyle(row, column + goal + 1, last - goal, DIM)
    to.places[ROAD, seat] = (row, column + car)


def _ticks(end: int, last: int, room: float) -> dict[int, int]:
    """The columns of the milestones, and their miles."""
    step = next((step for step in MILESTONES if step * last / end >= room), end)
    return {miles * last // end: miles for miles in range(step, end + 1, step)}


def draw_figures(to: Drawing, row: int, column: int, columns: int) -> None:
    """The miles under the ticks of a road."""
    last = columns - 1
    for place, miles in _ticks(to.view.end, last, FIGURE_ROOM).items():
        text = str(miles)
        start = min(place - len(text) // 2, columns - len(text))
        to.put(row, column + start, text, DIM)


def draw_pile_cards(to: Drawing, row: int, column: int, rows: int, columns: int, seat: int) -> None:
    """Battle and speed as cards beside each other, `columns` each."""
    for number, pile in enumerate(PILES):
        left = column + number * columns
        place = (pile, seat)
        is_target, is_recent = place in to.marks.targets, place in to.marks.recent
        frame = Frame.USABLE if is_target else Frame.PLAIN
        to.frame(row, left, rows, columns, frame, BOLD if is_target or is_recent else DIM)
        label = to.say(row, left + 1, columns - 2, _LABELS[pile], BOLD if is_target else DIM)
        _mark(to, row, left + max(columns - 2, label + 1), place)
        text, style = _shown(to, place)
        to.face(row + 1, left + 1, rows - 2, columns - 2, text, style)
        to.places[place] = (row + 1 + (rows - 3) // 2, left + 1)


def draw_pile_box(to: Drawing, row: int, column: int, columns: int, seat: int, divided: bool) -> None:
    """Battle and speed under each other in one box, with a line between them if it is `divided`."""
    to.frame(row, column, 4 + divided, columns, Frame.PLAIN, DIM)
    if divided:
        to.put(row + 2, column, to.sign("├+") + to.sign("─-") * (columns - 2) + to.sign("┤+"), DIM)
    for number, pile in enumerate(PILES):
        place = (pile, seat)
        line = row + 1 + number * (1 + divided)
        if divided or not number:
            to.say(line - 1, column + 1, columns - 2, _LABELS[pile], DIM)
        text, style = _shown(to, place)
        to.say(line, column + 1, columns - 2, short_name(text, columns - 2), style)
        if place in to.marks.targets:
            for edge in (column, column + columns - 1):
                to.put(line, edge, to.sign("┃#"), BOLD)
        _mark(to, line, column + columns - 1, place)
        to.places[place] = (line, column + 1)


def _shown(to: Drawing, place: Place) -> tuple[str, Style]:
    """What is written on a pile: the card on top, or what an empty one means."""
    pile, seat = place
    tableau = to.view.tableaus[seat]
    card = tableau.battle if pile == BATTLE else tableau.speed
    if card is not None:
        style = bold(style_of(card))
        return to.card(card), lit(style) if place in to.marks.recent else style
    if pile == BATTLE and tableau.rolling:
        return to.text(message("rolling")), DIM
    return "", PLAIN


def _mark(to: Drawing, row: int, column: int, place: Place) -> None:
    """The marks of what was played there just now, and of where the chosen card would go."""
    if place in to.marks.recent:
        to.put(row, column, to.sign(RECENT), lit(PLAIN))
    elif place in to.marks.targets:
        to.put(row, column, to.sign(HINT), BOLD)


def draw_distances(to: Drawing, row: int, column: int, columns: int, seat: int) -> None:
    """The distance cards that lie, the longest first, in as many rows as they need; of the 200s also how many may."""
    lies = to.view.tableaus[seat].distances
    style = BOLD if (ROAD, seat) in to.marks.targets else PLAIN
    left = column
    for card in LONGEST_FIRST:
        count = lies.count(card)
        if card is Card.MILES_200:
            text = f"{card.value}:{to.sign(HAS) * count}{to.sign(HAS_NOT) * (MOST_200S - count)}"
        elif count:
            text = f"{card.value}:{count}"
        else:
            continue
        if left > column and left + len(text) > column + columns:
            row, left = row + 1, column
        to.put(row, left, text, style)
        left += len(text) + 1


def draw_safeties(to: Drawing, row: int, column: int, columns: int, seat: int) -> None:
    """The four safeties under each other, each in its place; what stands before it tells whether it was played."""
    to.places[SAFETY, seat] = (row, column)
    for line, safety in enumerate(SAFETIES, row):
        sign, style = _safety_sign(to, seat, safety)
        to.put(line, column, sign, style)
        if safety not in to.view.tableaus[seat].safeties:
            style = DIM
        to.say(line, column + 1, columns - 1, to.card(safety), style)


def draw_shared_safeties(to: Drawing, row: int, column: int, columns: int) -> None:
    """The same for both sides in one list, with the signs of each beside the names."""
    for line, safety in enumerate(SAFETIES, row):
        name = fit(to.card(safety), columns - 4, to.canvas.look)
        to.put(line, column + 2 + (columns - 4 - len(name)) // 2, name, style_of(safety))
        for place, seat in zip((column, column + columns - 1), to.seats, strict=True):
            sign, style = _safety_sign(to, seat, safety)
            to.put(line, place, sign, style)
            to.places[SAFETY, seat] = (row, place)


def _safety_sign(to: Drawing, seat: int, safety: Card) -> tuple[str, Style]:
    """What stands before a safety: whether it lies, was a coup fourré, or would be played now; and its style."""
    tableau = to.view.tableaus[seat]
    if safety in tableau.safeties:
        sign = COUP if safety in tableau.coups else to.sign(HAS)
        return sign, lit(style_of(safety)) if _is_new(to, seat, safety) else bold(style_of(safety))
    if to.marks.card is safety and (SAFETY, seat) in to.marks.targets:
        return to.sign(HINT), BOLD
    return to.sign(HAS_NOT), DIM


def draw_safety_cards(to: Drawing, row: int, column: int, seat: int, columns: int) -> None:
    """The safety area as four cards, two beside each other, `columns` each; one not played yet has a thin frame."""
    tableau = to.view.tableaus[seat]
    for number, safety in enumerate(SAFETIES):
        top, left = row + number // 2 * CARD_ROWS, column + number % 2 * columns
        has = safety in tableau.safeties
        is_target = to.marks.card is safety and (SAFETY, seat) in to.marks.targets
        to.frame(
            top, left, CARD_ROWS, columns, Frame.USABLE if has or is_target else Frame.PLAIN, PLAIN if has else DIM
        )
        style = DIM if not has else lit(style_of(safety)) if _is_new(to, seat, safety) else bold(style_of(safety))
        to.face(top + 1, left + 1, CARD_ROWS - 2, columns - 2, to.card(safety), style)
        if safety in tableau.coups:
            to.put(top, left + columns - 2, COUP, BOLD)
    to.say(row, column + 1, columns - 3, message("safeties"), DIM)
    to.places[SAFETY, seat] = (row + 1, column + 1)


def _is_new(to: Drawing, seat: int, safety: Card) -> bool:
    """Whether the safety was played in the last turn."""
    return where_used(safety, seat) in to.marks.recent and safety in to.view.tableaus[seat].safeties[-1:]
