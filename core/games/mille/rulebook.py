"""The rules of mille."""

from core.base.game import Options
from core.base.message import Message, message
from core.games.features.rulebook import AsTyped, Book, Example, Grid, Section
from core.games.mille import GAME
from core.games.mille.cards import COPIES, NAMES, PACK, REMEDY_FOR, SAFETY_AGAINST, Card
from core.games.mille.scoring import ALL_SAFETIES, EACH_COUP, EACH_SAFETY, FULL_BONUS
from core.games.mille.state import Phase, State, Tableau


def book(options: Options) -> Book:
    """All of them; there are no variants."""
    return Book(
        GAME.title,
        (
            Section("goal", message("The goal"), GOAL),
            Section("play", message("The cards"), (*CARDS, _hazards(), _distances())),
            Section("play", message("A turn"), TURN),
            Section("play", message("Go, hazards and remedies"), ROAD),
            Section("play", message("Safeties and the coup fourré"), SAFETIES),
            Section("play", message("The end of a hand and of a game"), ENDS),
            Section("moves", message("How moves are typed"), (AsTyped(GAME.notation),)),
            Section("scoring", message("Scoring"), (*SCORING, _points())),
            Section("example", message("An example"), (Example(example()), *EXAMPLE)),
            Section("strategy", message("Strategy"), STRATEGY),
        ),
    )


GOAL = (
    message(
        "Two players race each other by car, with cards. Each hand is a race to play exactly 700 miles before "
        "the other does. Hands are scored. When a total reaches 5000 points, the player with the higher total "
        "wins the game."
    ),
)

CARDS = (
    message(
        "The deck has 101 cards and is shuffled before every hand. Distance cards are the miles you play. A "
        "hazard is played on the other player and stops or slows them. A remedy repairs what a hazard did to "
        "you. A safety protects you from one kind of hazard for the rest of the hand. The number of each card "
        "is in brackets."
    ),
)


def _copies(card: Card) -> Message:
    return message("{card} ({number})", card=NAMES[card], number=COPIES[card])


def _hazards() -> Grid:
    rows = tuple(
        (_copies(hazard), _copies(REMEDY_FOR[hazard]), _copies(SAFETY_AGAINST[hazard])) for hazard in SAFETY_AGAINST
    )
    return Grid((message("Hazard"), message("Remedy"), message("Safety")), rows)


def _distances() -> Grid:
    cards = tuple(Card)[:5]
    return Grid((message("Miles"), message("Cards")), tuple((NAMES[card], COPIES[card]) for card in cards))


TURN = (
    message(
        "Each player gets six cards. The first player starts the first hand, then the players start in turn. "
        "On your turn you pick a card from the deck, then use one card or discard one. You cannot pass: if you "
        "cannot or do not want to use a card, discard one. You can discard any card but a safety; discards do "
        "not come back."
    ),
    message(
        "Your hand has seven slots: P holds the card you have just picked, the others have the numbers 1 to 6. "
        "When a card leaves its slot, the picked card takes its place."
    ),
    message(
        "Playing a safety does not end your turn: you pick again, and then use or discard a card. When the "
        "deck is empty, you play without picking."
    ),
    message(
        "Each player has safeties, a battle pile, a speed pile and miles on the table. Only the top card of "
        "the battle pile and of the speed pile counts."
    ),
)

ROAD = (
    message(
        "You can play miles only while a Go is on top of your battle pile. At the start of a hand the pile is "
        "empty, so you need a Go first. Right of Way does as well: see the safeties below."
    ),
    message(
        "Out of Gas, Flat Tire, Accident and Stop are played on the other player's Go, never on a pile that is "
        "already stopped. After Out of Gas, Flat Tire or Accident you need two cards: first the right remedy, "
        "then another Go. After a Stop, a Go alone is enough."
    ),
    message(
        "A Speed Limit is played on the other player's speed pile, at any time, even before the first Go. "
        "Until they play an End of Limit on it, they can only play 25 and 50 miles. A Speed Limit alone stops "
        "nobody."
    ),
    message(
        "You need exactly 700 miles: you cannot play a card that would take you further. Nobody can play more "
        "than two 200s in one hand."
    ),
)

SAFETIES = (
    message(
        "Each safety exists once. Extra Tank protects you from Out of Gas, Puncture Proof from a Flat Tire, "
        "Driving Ace from an Accident. If you play the safety while that hazard stops you, the hazard is gone "
        "and you drive on at once, without remedy and without Go."
    ),
    message(
        "Right of Way protects you from both Stop and Speed Limit, and is a Go for the rest of the hand: you "
        "can play miles as long as no hazard is on top of your battle pile. After another hazard, the remedy "
        "alone is enough. But with Right of Way you can be attacked on an empty pile and on a remedy, too, not "
        "only on a Go."
    ),
    message(
        "Coup fourré is a word from fencing: a thrust that answers a thrust. If the other player attacks you "
        "and you have the safety against that hazard, play it at the start of your next turn, before you pick. "
        "The hazard is gone, you are protected for the rest of the hand, you go on with your turn, and you get "
        "{coup} points besides the {safety} for the safety. Once you have picked, the safety still helps, but "
        "it is no longer a coup fourré.",
        coup=EACH_COUP, safety=EACH_SAFETY,
    ),
)  # fmt: skip

ENDS = (
    message(
        "A hand is over when somebody has exactly 700 miles. But the player who reaches 700 may choose an "
        "extension: then the trip goes on to 1000 miles for both. If nobody reaches 1000 after that, nobody "
        "gets points for completing a trip."
    ),
    message(
        "When the deck is empty, you play without picking, until somebody completes the trip or neither player "
        "can use a card. A player without cards is skipped."
    ),
    message(
        "When a total reaches 5000 points, the game is over after that hand, and the higher total wins; equal "
        "totals are a tie. Then you are asked whether you want another game, and the totals start from 0 again."
    ),
)

SCORING = (message("Both players score at the end of each hand, whether or not anybody completed the trip:"),)


def _points() -> Grid:
    bonus = FULL_BONUS
    rows = (
        (message("Milestones Played"), message("1 a mile"), message("all miles played")),
        (message("Each Safety"), EACH_SAFETY, message("for each safety played")),
        (message("All 4 Safeties"), ALL_SAFETIES, message("for having played all four, besides")),
        (message("Each Coup Fourre"), EACH_COUP, message("for each coup fourré, besides the safety")),
        (message("Trip Completed"), bonus.trip, message("only for the player who completed the trip, here and below")),
        (message("Safe Trip"), bonus.safe, message("no 200 played in it")),
        (message("Delayed Action"), bonus.delayed, message("completed when the deck was empty")),
        (message("Extension"), bonus.extension, message("for a trip of 1000 miles")),
        (message("Shut-Out"), bonus.shut_out, message("the other player has played no miles")),
    )
    return Grid((message("Line"), message("Points"), message("For what")), rows)


def example() -> State:
    """Somebody under a Speed Limit, holding the means to attack and to defend."""
    own = (Card.MILES_100, Card.MILES_75, Card.MILES_100)
    other = (Card.MILES_50, Card.MILES_200, Card.MILES_100)
    hand = (
        Card.MILES_50, Card.STOP, Card.MILES_200, Card.EXTRA_TANK, Card.MILES_100, Card.FLAT_TIRE, Card.END_OF_LIMIT
    )  # fmt: skip
    mine = Tableau(battle=Card.GO, speed=Card.SPEED_LIMIT, distances=own, miles=275)
    theirs = Tableau(battle=Card.GO, safeties=(Card.PUNCTURE_PROOF,), distances=other, miles=350)
    gone = (*own, *other, *hand, Card.GO, Card.GO, Card.SPEED_LIMIT, Card.PUNCTURE_PROOF)
    rest = list(PACK)
    for card in gone:
        rest.remove(card)
    return State(
        phase=Phase.PLAY, dealt=1, turn=0, hands=(hand, tuple(rest[52:82:5])), tableaus=(mine, theirs),
        deck=tuple(rest[:52]), discard=Card.REPAIRS,
    )  # fmt: skip


EXAMPLE = (
    message(
        "You have picked, and now use or discard a card. You are rolling, but have a Speed Limit: you can play "
        "the 50, but not the 100 and the 200 until you have played End of Limit. The other player is rolling, "
        "so you can play Stop, but not Flat Tire, because they have Puncture Proof. Keep Extra Tank: if Out of "
        "Gas is played on you, it is worth {points} points.",
        points=EACH_SAFETY + EACH_COUP,
    ),
)  # fmt: skip

STRATEGY = (
    message(
        "Keep a Go in hand for the next Stop, and do not throw away your first ones: you cannot move without "
        "Go, and most hands with 0 miles are lost for lack of one."
    ),
    message(
        "Attack early and often, most of all while the other player has no miles: a Shut-Out alone is {points} points.",
        points=FULL_BONUS.shut_out,
    ),
    message(
        "Keep a safety for the coup fourré as long as its hazards can still come. Play it when the deck runs "
        "low or somebody is about to complete the trip: in your hand it is worth nothing."
    ),
    message(
        "A 200 costs you the Safe Trip of {points} points: near the end, with the other player far behind, "
        "smaller cards are worth more.",
        points=FULL_BONUS.safe,
    ),
    message(
        "Plan the last miles early. With 650 miles you need a 50 or two 25s; keep them, and remember that "
        "small cards are also all you can play under a Speed Limit."
    ),
    message(
        "Extend the trip when you are far ahead or well protected, but not when one hazard could let the other "
        "player pass you."
    ),
)  # fmt: skip
