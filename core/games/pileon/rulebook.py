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
        "A solitaire with one pack of 52 cards, all of them face up. Move the cards so that each pile holds "
        "all four cards of one rank. Thirteen piles are then full and two are empty; which two does not matter."
    ),
)

DEALING = (
    message(
        "The table has fifteen piles, in rows of four. Cards are dealt four at a time, face up onto the first "
        "thirteen piles; the last two stay empty. A pile holds four cards at most, and may have none. The last "
        "card of a pile is on top. Deals have numbers: the same number is always the same deal."
    ),
)

MOVES = (
    message(
        "You can move the top card of a pile onto a card of the same rank, as long as the pile gets no more "
        "than four cards, or to an empty pile, which takes any card. Suits do not matter."
    ),
    message(
        "If several cards on top of a pile have the same rank, you may move them together, or only some of "
        "them. You gain nothing by that but time: they could go one after the other. If the other pile has "
        "room for fewer, only as many as fit are moved."
    ),
)

ENDS = (
    message(
        "A pile that holds all four cards of a rank is frozen: its top card is turned over to show that it is "
        "done. Its cards are out of play. A pile that is dealt complete is frozen from the start."
    ),
    message(
        "You win when every pile is frozen or empty. If no move helps any more, the game is stuck; while a "
        "pile is empty it never is. You can take back as many moves as you like and try another way. Type "
        "winnable to see whether you can still win: here the answer is always certain. More than 99 of 100 "
        "deals can be won."
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
    message("Keep one of the piles clear as much as possible. Every difficult move costs you an empty pile."),
    message(
        "Do not let three equal cards build up on top of a single other card, least of all if the fourth is "
        "not the bottom card of another pile: then the three have to move once more."
    ),
    message(
        "Look for ranks whose cards are high in their piles, or at the bottom of one: those come together "
        "first. A card at the bottom of its pile need not move at all: the other three can come to it."
    ),
    message("Before you use an empty pile, know which move will empty one again."),
)
