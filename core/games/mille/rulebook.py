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
        "Two players race each other by car, with cards. Each hand is a race to put down exactly 700 miles before the "
        "other does. Hands are scored, and whoever has the higher total when a total reaches 5000 points wins the game."
    ),
)

CARDS = (
    message(
        "The deck has 101 cards and is shuffled anew for every hand. Distance cards are the miles you put down. A "
        "hazard is played on the other player and stops or slows them. A remedy repairs what a hazard did to you. A "
        "safety keeps one kind of hazard away from you for the rest of the hand. In brackets is how many there are of "
        "each card."
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
        "Each player is dealt six cards. The first player starts the first hand, then the players start in turn. "
        "A turn is: pick a card from the deck, then use one card or discard one. There is no passing: if you cannot or "
        "do not want to use a card, you discard one. Any card but a safety can be discarded; discards do not come back."
    ),
    message(
        "Your hand has seven slots: P holds the card just picked, the others have the numbers 1 to 6. When a card "
        "leaves its slot, the picked card takes its place."
    ),
    message(
        "Playing a safety does not end your turn: you pick again, and then use or discard a card. When the deck is "
        "empty you go on without picking."
    ),
    message(
        "In front of each player lie the safeties, a battle pile, a speed pile and the miles. Of the battle pile and "
        "the speed pile only the top card counts."
    ),
)

ROAD = (
    message(
        "Miles can be put down only while a Go lies on top of your battle pile. At the start of a hand the pile is "
        "empty, so the first thing you need is a Go. Right of Way does for it, too: see the safeties below."
    ),
    message(
        "Out of Gas, Flat Tire, Accident and Stop are played on the other player's Go, never on a pile that is stopped "
        "already. After Out of Gas, Flat Tire or Accident two cards are needed: first the matching remedy, then "
        "another Go. After a Stop a Go alone is enough."
    ),
    message(
        "A Speed Limit is played on the other player's speed pile, at any time, even before the first Go. Until an End "
        "of Limit is played on it only cards of 25 and 50 miles can be put down. A Speed Limit alone stops nobody."
    ),
    message(
        "Miles must come to exactly 700: a card that would lead beyond cannot be played. Nobody can play more than two "
        "cards of 200 miles in one hand."
    ),
)

SAFETIES = (
    message(
        "There is one of each safety. Extra Tank keeps away Out of Gas, Puncture Proof a Flat Tire, Driving Ace an "
        "Accident. If that hazard lies on you when you play the safety, it is gone and you drive on at once, without "
        "remedy and without Go."
    ),
    message(
        "Right of Way keeps away both Stop and Speed Limit, and is a Go for the rest of the hand: you can put down "
        "miles as long as no hazard lies on top of your battle pile. After another hazard the remedy alone is enough. "
        "But whoever has Right of Way can be attacked on an empty pile and on a remedy, too, not only on a Go."
    ),
    message(
        "Coup fourré is a word from fencing: a thrust that answers a thrust. If the other player attacks you and "
        "you hold the safety against that very hazard, play it at the start of your next turn, before you pick. "
        "The hazard is gone, you are protected for the rest of the hand, you go on with your turn, and you get "
        "{coup} points besides the {safety} for the safety. Once you have picked, the safety still helps, but it "
        "is no coup fourré any more.",
        coup=EACH_COUP, safety=EACH_SAFETY,
    ),
)  # fmt: skip

ENDS = (
    message(
        "A hand is over when somebody has exactly 700 miles. But whoever reaches 700 may call for an extension: "
        "then the trip goes on to 1000 miles for both. If nobody reaches 1000 after that, nobody gets anything for "
        "completing a trip."
    ),
    message(
        "When the deck is used up play goes on without picking, until somebody has completed the trip or neither "
        "player can use any card. Whoever has no cards left is passed over."
    ),
    message(
        "After a hand in which a total reaches 5000 points the game is over, and the higher total wins it; equal "
        "totals win nobody the game. Then you are asked whether there is another game, and the totals start from 0 "
        "again."
    ),
)

SCORING = (message("Both players score, at the end of each hand, whether or not anybody completed the trip:"),)


def _points() -> Grid:
    bonus = FULL_BONUS
    rows = (
        (message("Milestones Played"), message("1 a mile"), message("all miles put down")),
        (message("Each Safety"), EACH_SAFETY, message("for each safety played")),
        (message("All 4 Safeties"), ALL_SAFETIES, message("for having played all four, besides")),
        (message("Each Coup Fourre"), EACH_COUP, message("for each coup fourré, besides the safety")),
        (message("Trip Completed"), bonus.trip, message("only who completed the trip, here and below")),
        (message("Safe Trip"), bonus.safe, message("no card of 200 miles played in it")),
        (message("Delayed Action"), bonus.delayed, message("completed when the deck was used up")),
        (message("Extension"), bonus.extension, message("for a trip of 1000 miles")),
        (message("Shut-Out"), bonus.shut_out, message("the other player has put down no miles")),
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
        "You have picked and now use or discard a card. You are rolling, but a Speed Limit lies on your speed pile: "
        "the 50 can be played, the 100 and the 200 cannot until you have played End of Limit. The other player is "
        "rolling, so Stop can be played; Flat Tire cannot, because Puncture Proof keeps it away. Keep Extra Tank: "
        "if Out of Gas is played on you, it is worth {points} points.",
        points=EACH_SAFETY + EACH_COUP,
    ),
)  # fmt: skip

STRATEGY = (
    message(
        "Keep a Go in hand for the next Stop, and do not throw away your first ones: without Go nothing moves, and the "
        "most common way to lose a hand with 0 miles is to run out of them."
    ),
    message(
        "Attack early and often, most of all somebody who has no miles yet: a Shut-Out alone is {points} points.",
        points=FULL_BONUS.shut_out,
    ),
    message(
        "Hold a safety back for the coup fourré as long as the hazards it answers can still come. Play it at the "
        "latest when the deck runs low or somebody is about to complete the trip, because a safety in the hand is "
        "worth nothing."
    ),
    message(
        "Cards of 200 miles cost you the Safe Trip of {points} points: near the end, with the other far behind, "
        "smaller cards are worth more.",
        points=FULL_BONUS.safe,
    ),
    message(
        "Think of the last miles in time. Somebody with 650 miles wants a 50 or two 25s; keep them, and remember that "
        "small cards are also all that a Speed Limit lets through."
    ),
    message(
        "Extend the trip when you are far ahead or well protected; do not when one hazard could let the other "
        "player pass."
    ),
)  # fmt: skip
