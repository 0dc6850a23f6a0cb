"""The rules of Pileon."""

from core.base.game import Options
from core.base.message import message
from core.games.features.rulebook import AsTyped, Book, Example, Section
from core.games.pileon import GAME

DEAL = 4057
"""The deal of the example, which its words are about. It can still be won after the move they name."""


def book(options: Options) -> Book:
    """All of them; there are no variants."""
    example = Example(GAME.dealt({}, DEAL))
    return Book(
        GAME.title,
        (
            Section("goal", message("The goal"), GOAL),
            Section("play", message("The deal"), DEALING),
            Section("play", message("Moves"), MOVES),
            Section("play", message("Frozen piles, the end, and being stuck"), ENDS),
            Section("moves", message("How moves are typed"), (AsTyped(GAME.notation),)),
            Section("scoring", message("Scoring"), SCORING),
            Section("example", message("An example"), (example, *EXAMPLE)),
            Section("strategy", message("Strategy"), STRATEGY),
        ),
    )


GOAL = (
    message(
        "A solitaire with one pack of 52 cards, all of them open. Rearrange the cards so that each pile holds all four "
        "cards of one rank. Thirteen piles are then full and two are empty; which two does not matter."
    ),
)

DEALING = (
    message(
        "There are fifteen piles, in rows of four. Four cards at a time are dealt face up onto the first thirteen "
        "piles; the last two stay empty. A pile holds four cards at most, and may have none. Of a pile the last "
        "card is on top. Deals have numbers: the same number is always the same deal."
    ),
)

MOVES = (
    message(
        "The top card of a pile can be moved onto a card of the same rank, as long as the pile does not get more "
        "than four cards, or into an empty pile, which takes any card. Suits do not matter."
    ),
    message(
        "If several cards on top of a pile have the same rank, you may move them together, or only some of them. "
        "You gain nothing by that but time: they could go one after the other. When fewer have room than are "
        "there, only so many go."
    ),
)

ENDS = (
    message(
        "A pile that holds all four cards of a rank is frozen: its top card is turned over to show that nothing "
        "more has to be done there. Its cards are out of play. A pile that is dealt complete is frozen from the "
        "start."
    ),
    message(
        "You have won when every pile is frozen or empty. If no move is left that helps, the game is stuck; while "
        "a pile is empty it never is. You can take moves back as far as you like and try another way. Type "
        "winnable to ask whether a position can still be won: here the answer is always certain. More than 99 of "
        "100 deals can be won."
    ),
)

SCORING = (
    message(
        "When a pile is frozen you score 4 points, one for each card. There is no other way to score points. The "
        "maximum is 52."
    ),
)

EXAMPLE = (
    message(
        "This is deal {deal}. On pile 12 the two top cards are both queens, so they can move together. No card fits "
        "on another pile now, so the first move goes into an empty pile, 14 or 15. Type 12 14, and both queens lie "
        "there; pile 12 then shows the ace of diamonds. The two other queens follow to pile 14 as soon as they are "
        "on top.",
        deal=DEAL,
    ),
)  # fmt: skip

STRATEGY = (
    message(
        "Keep one of the piles clear as much as possible. An empty pile is what you pay with for every difficult move."
    ),
    message(
        "Do not let three equal cards build up on top of a single other card, least of all if the last card of the "
        "four is not the bottom card of another pile: then the three have to move once more."
    ),
    message(
        "Look for ranks whose cards lie high in their piles, or at the bottom of one: those come together first. A "
        "card at the bottom of its pile need not move at all: its three fellows can come to it."
    ),
    message("When you use an empty pile, know which move will empty a pile again."),
)
