"""Every law can fail: a small game that keeps them all, and one change to it for each law that then does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import attrs
import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace

from core.base.chance import Dice
from core.base.game import EVERYONE, SPECTATOR, Game, Hint, Options, Outcome, Play, Refused, Viewer
from core.base.message import Message, Who, message
from core.base.text import plain, quoted
from core.laws import check
from core.laws.random_play import Broken

MANY = 6


@attrs.frozen
class Dealt:
    """Six numbers in an order that nobody knows."""

    stack: Annotated[tuple[int, ...], Meta(max_length=MANY)]


@attrs.frozen
class Taken:
    """A seat took the number on top, and alone knows which."""

    seat: Annotated[int, Meta(ge=0, le=1)]
    number: int


@attrs.frozen
class TakenHidden:
    """A seat took the number on top."""

    seat: int


@attrs.frozen
class State:
    """Whoever has the higher sum once all are taken wins."""

    stack: tuple[int, ...] = ()
    """The next number first."""
    held: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())


class View(Struct, frozen=True, gc=False):
    """What one viewer sees."""

    seat: int | None
    turn: tuple[int, ...]
    left: int
    own: tuple[int, ...]


def start(options: Options) -> State:
    return State()


def begin(options: Options, dice: Dice) -> tuple[Any, ...]:
    return (Dealt(dice.shuffled(range(MANY))),)


def decide(state: State, play: Play) -> tuple[Any, ...]:
    if play.seat not in turn(state):
        raise Refused("It is not your turn.")
    return (Taken(play.seat, state.stack[0]),)


def evolve(state: State, event: Any) -> State:
    if isinstance(event, Dealt):
        if sorted(event.stack) != list(range(MANY)):
            raise ValueError("these are not the numbers")
        return State(event.stack, state.held)
    if event.number not in state.stack[:1]:
        raise ValueError("this is not the number on top")
    held = tuple((*own, event.number) if seat == event.seat else own for seat, own in enumerate(state.held))
    return State(state.stack[1:], (held[0], held[1]))


def view(state: State, viewer: Viewer) -> View:
    seat = viewer.number
    return View(seat, turn(state), len(state.stack), () if seat is None else state.held[seat])


def moves(view: View) -> Mapping[str, str]:
    return {"take": "take"} if view.seat in view.turn else {}


def read(view: View, text: str) -> str:
    if plain(text) != "take":
        raise Refused('"{typed}" is not a move; type take.', typed=quoted(text))
    return "take"


def reveal(event: Any, viewer: Viewer) -> Any:
    match event:
        case Taken(seat) if viewer is not EVERYONE and seat != viewer.number:
            return TakenHidden(seat)
        case Dealt() if viewer is not EVERYONE:
            return Dealt(())
        case _:
            return event


def tell(fact: Any, viewer: Viewer) -> Message:
    match fact:
        case Taken(seat, number):
            return message("{who} takes {number}.", who=Who(seat), number=number)
        case TakenHidden(seat):
            return message("{who} takes a number.", who=Who(seat))
        case _:
            return message("The numbers are dealt.")


def outcome(state: State) -> Outcome | None:
    if state.stack or state == State():
        return None
    first, second = map(sum, state.held)
    return Outcome("sum", () if first == second else (int(second > first),), (first, second))


def conclude(outcome: Outcome, seat: int | None = None) -> Message:
    return message("{who} wins.", who=Who(outcome.winners[0])) if outcome.winners else message("A tie.")


def redeal(state: State, viewer: Viewer, dice: Dice) -> State:
    if viewer is EVERYONE:
        return state
    hidden = tuple(seat for seat in (0, 1) if seat != viewer.number)
    loose = dice.shuffled((*state.stack, *(number for seat in hidden for number in state.held[seat])))
    held = list(state.held)
    for seat in hidden:
        count = len(held[seat])
        held[seat], loose = loose[:count], loose[count:]
    return State(loose, (held[0], held[1])) if state.stack else state


def turn(state: State) -> tuple[int, ...]:
    return (len(state.stack) % 2,) if state.stack else ()


def hint(view: View) -> Hint | None:
    return Hint(message("Take the number on top."), "take") if view.turn else None


GAME = Game(
    name="toy",
    title="Toy",
    rules=1,
    seats=2,
    state=State,
    events={"dealt": Dealt, "taken": Taken},
    start=start,
    begin=begin,
    decide=decide,
    evolve=evolve,
    view=view,
    moves=moves,
    read=read,
    reveal=reveal,
    tell=tell,
    outcome=outcome,
    conclude=conclude,
    redeal=redeal,
    turn=turn,
    standing=lambda view: (),
    notation=message("take"),
    draws=(Dealt,),
    hides=True,
    hint=hint,
)


def run(game: Game, **more: Any) -> None:
    check(game, 12, b"toy", length=2 * MANY, **more)


def test_game_that_keeps_the_laws_is_reported() -> None:
    report = check(GAME, 12, b"toy", length=2 * MANY)
    assert (report.game, report.examples) == ("toy", 12)
    assert all(report.counts.values())
    assert "{who} takes a number." in report.templates


def test_same_seed_looks_at_the_same() -> None:
    assert check(GAME, 3, b"toy") == check(GAME, 3, b"toy")
    assert check(GAME, 3, b"toy").counts != check(GAME, 3, b"other").counts


def sees_the_stack(state: State, viewer: Viewer) -> View:
    return replace(view(state, viewer), left=sum(state.stack[:1]))


def sees_the_other_hand(state: State, viewer: Viewer) -> View:
    return replace(view(state, viewer), own=state.held[0])


def claims_another_turn(state: State, viewer: Viewer) -> View:
    seen = view(state, viewer)
    return replace(seen, turn=(0,)) if viewer is SPECTATOR else seen


def lists_too_much(view: View) -> Mapping[str, str]:
    return {"take": "take"}


def lists_nothing(view: View) -> Mapping[str, str]:
    return {}


def refuses_by_what_is_hidden(state: State, play: Play) -> tuple[Any, ...]:
    if state.stack[:1] == (0,):
        raise Refused("Nobody wants that number.")
    return decide(state, play)


def refuses_in_other_words(state: State, play: Play) -> tuple[Any, ...]:
    if play.seat not in turn(state):
        raise Refused("There is {number} on top, and it is not your turn.", number=sum(state.stack[:1]))
    return decide(state, play)


def accepts_always(state: State, play: Play) -> tuple[Any, ...]:
    return (Taken(play.seat, sum(state.stack[:1])),)


def uses_dice_secretly(state: State, play: Play) -> tuple[Any, ...]:
    play.dice.below(2)
    return decide(state, play)


def remembers() -> Callable[[State, Play], tuple[Any, ...]]:
    calls: list[int] = []

    def decide_again(state: State, play: Play) -> tuple[Any, ...]:
        calls.append(1)
        number = state.stack[len(calls) % 2 :][:1] or state.stack[:1]
        return (Taken(play.seat, number[0]),) if play.seat in turn(state) else decide(state, play)

    return decide_again


def reveals_the_number(event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, Taken) else reveal(event, viewer)


def reveals_the_deal(event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, Dealt) else reveal(event, viewer)


def reveals_nothing_at_last(event: Any, viewer: Viewer) -> Any:
    return None if viewer is EVERYONE else reveal(event, viewer)


def tells_the_deal_in_the_template(fact: Any, viewer: Viewer) -> Message:
    return Message(f"The numbers are {fact.stack}.") if isinstance(fact, Dealt) else tell(fact, viewer)


def tells_with_a_gap_too_many(fact: Any, viewer: Viewer) -> Message:
    return Message("{who} does {what}.", (("who", Who(0)),))


def tells_of_a_stranger(fact: Any, viewer: Viewer) -> Message:
    return message("{who} looks on.", who=Who(2))


def repeats_what_is_typed(view: View, text: str) -> str:
    if plain(text) != "take":
        raise Refused("No: " + text.replace("{", "").replace("}", ""))
    return "take"


def reads_small_letters_only(view: View, text: str) -> str:
    if text != "take":
        raise Refused("Type take.")
    return text


def redeals_nothing(state: State, viewer: Viewer, dice: Dice) -> State:
    return state


def redeals_ones_own(state: State, viewer: Viewer, dice: Dice) -> State:
    if viewer is EVERYONE or not state.stack:
        return state
    loose = dice.shuffled((*state.held[0], *state.stack))
    count = len(state.held[0])
    return State(loose[count:], (loose[:count], state.held[1]))


def never_ends(state: State) -> Outcome | None:
    return None


def folds_anything(state: State, event: Any) -> State:
    if isinstance(event, Dealt):
        return State(event.stack, state.held)
    held = tuple((*own, event.number) if seat == event.seat else own for seat, own in enumerate(state.held))
    return State(state.stack[1:], (held[0], held[1]))


def tells_known_numbers(fact: Any, viewer: Viewer) -> Message:
    assert not isinstance(fact, Taken) or fact.number in range(MANY)
    return tell(fact, viewer)


def shows_known_numbers(state: State, viewer: Viewer) -> View:
    assert {number for own in (state.stack, *state.held) for number in own} <= set(range(MANY))
    return view(state, viewer)


@attrs.frozen
class StateOfSets:
    """A state that JSON cannot hold."""

    stack: tuple[Any, ...] = ()


@pytest.mark.parametrize(
    ("law", "change"),
    [
        ("nobody_sees_what_is_hidden", {"view": sees_the_stack}),
        ("nobody_sees_what_is_hidden", {"view": sees_the_other_hand}),
        ("nobody_sees_what_is_hidden", {"redeal": redeals_ones_own}),
        ("nobody_sees_what_is_hidden", {"decide": refuses_in_other_words}),
        ("listed_moves_are_accepted", {"decide": refuses_by_what_is_hidden}),
        ("listed_moves_are_accepted", {"read": reads_small_letters_only}),
        ("listed_moves_are_accepted", {"moves": lists_too_much}),
        ("listed_moves_are_accepted", {"moves": lists_nothing}),
        ("other_texts_are_refused", {"decide": accepts_always}),
        ("dice_are_used_as_declared", {"decide": uses_dice_secretly}),
        ("dice_are_used_as_declared", {"draws": ()}),
        ("dice_are_used_as_declared", {"draws": (Dealt, Taken)}),
        ("turns_are_known_to_all", {"view": claims_another_turn}),
        ("ended_games_refuse", {"outcome": never_ends}),
        ("facts_tell_no_more_than_views", {"reveal": reveals_the_number}),
        ("facts_tell_no_more_than_views", {"reveal": reveals_the_deal}),
        ("messages_are_whole", {"reveal": reveals_nothing_at_last}),
        ("messages_are_whole", {"tell": tells_with_a_gap_too_many}),
        ("messages_are_whole", {"tell": tells_of_a_stranger}),
        ("messages_are_whole", {"read": repeats_what_is_typed}),
        ("what_is_hidden_is_dealt_anew", {"redeal": redeals_nothing}),
        ("what_is_hidden_is_dealt_anew", {"hides": False}),
        ("events_survive", {"events": {"taken": Taken}}),
        ("states_survive", {"state": StateOfSets}),
        ("what_folds_can_be_shown", {"evolve": folds_anything, "tell": tells_known_numbers}),
        ("what_is_restored_can_be_shown", {"view": shows_known_numbers}),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else value,
)
def test_law_is_broken_by(law: str, change: dict[str, Any]) -> None:
    with pytest.raises(Broken) as broken:
        run(attrs.evolve(GAME, **change))
    assert broken.value.law == law
    assert str(broken.value) == f"{law}: {broken.value.why}"


def test_decisions_that_remember_are_found_out() -> None:
    with pytest.raises(Broken) as broken:
        run(attrs.evolve(GAME, decide=remembers(), evolve=folds_anything))
    assert broken.value.law == "deciding_again_gives_the_same"


def test_templates_full_of_numbers_are_found_out() -> None:
    with pytest.raises(Broken) as broken:
        check(attrs.evolve(GAME, tell=tells_the_deal_in_the_template), 180, b"toy", length=1)
    assert broken.value.law == "templates_are_few"


def test_screen_that_knows_more_than_its_view_is_found_out() -> None:
    drawn = []

    def screen(view: View) -> object:
        drawn.append(view)
        return len(drawn)

    run(GAME, screen=lambda view: view)
    with pytest.raises(Broken) as broken:
        run(GAME, screen=screen)
    assert broken.value.law == "nobody_sees_what_is_hidden"
