"""Why in mille: where points come from, why a hand was lost, why a card cannot be played."""

from collections.abc import Iterator

from core.base.game import Refused
from core.base.message import Message, Who, counted, message
from core.games.mille.cards import HAZARDS, MILES, NAMES, PREVENTS, REMEDIES, REMEDY_FOR, SAFETY_AGAINST, Card
from core.games.mille.moves import LIMITED_TO, MOST_200S, Verb, card_refusal, cures, read
from core.games.mille.scoring import Score
from core.games.mille.state import LONG, Deed, Phase, Position, Tableau
from core.games.mille.views import View


def explain(view: View, about: str) -> tuple[Message, ...]:
    """All points of the hand and what stands in the way; or why a card cannot be used. Raises: Refused."""
    if about:
        return (_about_card(view, about),)
    said = [_points(seat, view.scores[seat], view.end) for seat in (0, 1)]
    if view.phase in (Phase.HAND_OVER, Phase.SESSION_OVER):
        said += _ending(view)
    else:
        said += [one for seat in (0, 1) if (one := _standing(seat, view.tableaus[seat]))]
    return tuple(said)


def _points(seat: int, score: Score, end: int) -> Message:
    """Every line of the score that brought something."""
    bonus = score.bonus
    lines = (
        (score.safeties, message("{points} for safeties")),
        (score.all_safeties, message("{points} for having all four")),
        (score.coups, message("{points} for coups fourrés")),
        (bonus.trip, message("{points} for completing the trip of {miles} miles", miles=end)),
        (bonus.safe, message("{points} for doing so without a 200")),
        (bonus.delayed, message("{points} for doing so after the deck was empty")),
        (bonus.extension, message("{points} for the extension")),
        (bonus.shut_out, message("{points} for a shut-out, because the other player had no miles")),
    )
    brought = [counted("{n} for the mile", "{n} for the miles", score.miles)] if score.miles else []
    brought += [said.filled(points=points) for points, said in lines if points]
    if not brought:
        return message("{who} has no points in this hand.", who=Who(seat))
    said = message("{who} has {points} points in this hand: {lines}.", who=Who(seat), points=score.hand)
    return said.filled(lines=tuple(brought))


def _ending(view: View) -> Iterator[Message]:
    """What the hand was decided by."""
    finisher = next((seat for seat in (0, 1) if view.scores[seat].bonus.trip), None)
    if finisher is None:
        yield message(
            "Nobody completed the trip of {miles} miles: the deck was empty, and nobody could use a card.",
            miles=view.end,
        )  # fmt: skip
        if view.end == LONG:
            yield message("After an extension, 700 miles do not complete a trip.")
        return
    yield message("{who} completed the trip; miles, safeties and coups count for both.", who=Who(finisher))
    yield from _losing(view, 1 - finisher)


def _losing(view: View, seat: int) -> Iterator[Message]:
    """Why somebody did not complete the trip, as far as everybody could see it."""
    own = view.tableaus[seat]
    turns = [step for step in view.steps if step.seat == seat and step.deed is not Deed.PICKED]
    gos = [step for step in turns if step.deed is Deed.PLAYED and step.card is Card.GO]
    attacks = [
        step.card
        for step in view.steps
        if step.seat != seat and step.deed is Deed.PLAYED and step.card in SAFETY_AGAINST
    ]
    if not gos and not own.distances and Card.RIGHT_OF_WAY not in own.safeties:
        yield message("{who} played no Go in this hand, and so no miles.", who=Who(seat))
    if attacks:
        names = tuple(NAMES[card] for card in attacks if card)
        yield message("{who} was attacked with {cards}.", who=Who(seat), cards=names)
    if standing := _standing(seat, own):
        yield standing


def _standing(seat: int, own: Tableau) -> Message | None:
    """What keeps somebody from driving as they like; None when nothing does."""
    who = Who(seat)
    if own.battle is Card.STOP:
        return message("{who} is stopped (Stop) and needs Go, or the safety Right of Way.", who=who)
    if own.battle in HAZARDS:
        hazard, cure = NAMES[own.battle], NAMES[REMEDY_FOR[own.battle]]
        if Card.RIGHT_OF_WAY in own.safeties:
            return message("{who} is stopped ({hazard}) and needs {cure}.", who=who, hazard=hazard, cure=cure)
        return message(
            "{who} is stopped ({hazard}) and needs {cure}, then Go, or the safety {safety}.",
            who=who, hazard=hazard, cure=cure, safety=NAMES[SAFETY_AGAINST[own.battle]],
        )  # fmt: skip
    if not own.rolling:
        return message("{who} has no Go on the battle pile, and so cannot play miles.", who=who)
    if own.limited:
        return message(
            "{who} is under a Speed Limit: {most} miles at most, until End of Limit or Right of Way.",
            who=who, most=LIMITED_TO,
        )  # fmt: skip
    return None


def _about_card(view: View, about: str) -> Message:
    """Why a card of one's hand cannot be used now, or that it can. Raises: Refused for what is no card there."""
    move = read(view, about if about.startswith(("u ", "d ")) else f"u {about}")
    seat, card = view.seat, None
    if seat is not None and move.verb in (Verb.USE, Verb.DISCARD):
        card = view.position(seat).card(move.slot)
    if seat is None or card is None:
        raise Refused("No card is there: name a slot (p or 1 to 6) or a card in your hand.")
    at, name = view.position(seat), NAMES[card]
    if card in PREVENTS:
        if cures(card, at.own):
            return message("{card} answers the hazard on you: play it before you pick.", card=name)
        return message(
            "You can play {card} once you have picked. If you keep it, it may become a coup fourré.", card=name
        )
    if card_refusal(card, at) is None:
        if seat in view.turn and not view.picked:
            return message("You can use {card} once you have picked, with p.", card=name)
        return message("You can use {card}.", card=name)
    if card in MILES:
        return _no_miles(card, seat, at)
    return _no_attack(card, 1 - seat, at.other) if card in SAFETY_AGAINST else _no_use(card, at.own)


def _no_miles(card: Card, seat: int, at: Position) -> Message:
    own = at.own
    if standing := (None if own.rolling else _standing(seat, own)):
        return standing
    if card is Card.MILES_200 and own.distances.count(card) == MOST_200S:
        return message("Nobody may play more than two 200s in one hand.")
    if own.limited and MILES[card] > LIMITED_TO:
        return message(
            "Under a Speed Limit you can only play 25 and 50 miles: play End of Limit first, or Right of Way."
        )  # fmt: skip
    return message(
        "{card} miles would take you past {end}: you need exactly {left}.",
        card=NAMES[card], end=at.end, left=at.end - own.miles,
    )  # fmt: skip


def _no_attack(card: Card, seat: int, other: Tableau) -> Message:
    safety = SAFETY_AGAINST[card]
    if safety in other.safeties:
        return message(
            "{who} has {safety} on the table, which protects them from {card}.",
            who=Who(seat), safety=NAMES[safety], card=NAMES[card],
        )  # fmt: skip
    if card is Card.SPEED_LIMIT:
        return message("{who} is under a Speed Limit already.", who=Who(seat))
    return message("{who} is not rolling, so you cannot stop them.", who=Who(seat))


def _no_use(card: Card, own: Tableau) -> Message:
    if card in REMEDIES:
        return message(
            "{card} only helps against {hazard}, and you have none on you.",
            card=NAMES[card], hazard=NAMES[REMEDIES[card]],
        )  # fmt: skip
    if card is Card.END_OF_LIMIT:
        return message("You have no Speed Limit to end.")
    if own.battle is Card.GO:
        return message("You already have a Go on your battle pile.")
    assert own.battle is not None
    return message(
        "{hazard} stops you: play {cure} first, then Go.", hazard=NAMES[own.battle], cure=NAMES[REMEDY_FOR[own.battle]]
    )  # fmt: skip
