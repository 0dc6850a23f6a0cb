"""The rules of the seven games of the Terrace family, each with what is its own."""

from core.base.cards import definite
from core.base.game import Options, Seat
from core.base.message import Argument, Message, message
from core.games.features.rulebook import AsTyped, Book, Example, Grid, Part, Section
from core.games.terrace import GAME, hint, played
from core.games.terrace.allowed import base_name, propose, sentence
from core.games.terrace.board import CANDIDATES, FULL, VARIANTS, State, Variant

DEAL = 7
"""The deal of the examples."""


def book(options: Options) -> Book:
    """The rules of a variant."""
    variant = options.get("variant") or next(iter(VARIANTS))
    rules = VARIANTS[variant]
    state = example(variant)
    return Book(
        rules.title,
        (
            Section("goal", message("The goal"), GOAL),
            Section("play", message("The deal"), _dealing(rules)),
            Section("play", message("The foundations"), _foundations(rules)),
            Section("play", message("The columns"), _columns(rules)),
            Section("play", message("The reserve"), RESERVE),
            Section("play", message("The stock and the waste"), _stock(rules)),
            Section("play", message("Being stuck"), STUCK),
            Section("moves", message("How moves are typed"), (AsTyped(GAME.notation),)),
            Section("scoring", message("Scoring"), SCORING),
            Section("variants", message("The seven games"), (*SEVEN, Grid(HEADS, tuple(map(_row, VARIANTS.values()))))),
            Section("example", message("An example"), (Example(state, {"variant": variant}), *_about(state))),
            Section("strategy", message("Strategy"), _strategy(rules)),
        ),
    )


GOAL = (message("A solitaire with two packs, 104 cards. Move all cards to the eight foundations."),)


def _dealing(rules: Variant) -> tuple[Part, ...]:
    reserve = message(
        "{number} cards are dealt face up in a row, the reserve. All of them can be seen, but only the last one, "
        "on top, is in play.",
        number=rules.reserve,
    )  # fmt: skip
    if rules.chosen:
        base: Message = message(
            "Columns 1 to 4 have a card each. First you choose one of them as the base card and put it on a "
            "foundation: all eight foundations start with its rank. Look at the reserve before you choose. The "
            "other three stay, the other columns get a card each from the stock, so that there are {columns}, "
            "and one card is turned to the waste.",
            columns=rules.columns,
        )  # fmt: skip
    else:
        base = message(
            "The next card is the base card, on the first foundation: all eight foundations start with its "
            "rank. Then one card is dealt face up to each of the {columns} columns, and one is turned to the "
            "waste.",
            columns=rules.columns,
        )  # fmt: skip
    rest = message("The rest is the stock, face down. Deals have numbers: the same number is always the same deal.")
    return reserve, base, rest


_IN_SUIT = message("Foundations build up one by one, in suit: the six of clubs goes on the five of clubs.")
_IN_COLOUR = message(
    "Foundations build up one by one, in alternating colours: a black six goes on a red five, then a red seven on that."
)


def _foundations(rules: Variant) -> tuple[Part, ...]:
    return (
        message(
            "An empty foundation takes only a card of the base rank, of any suit. Each foundation takes thirteen "
            "cards: after the king comes the ace, and it is complete when the next card would be of the base rank "
            "again."
        ),
        _IN_SUIT if rules.in_suit else _IN_COLOUR,
        message("Cards on the foundations are out of play: they do not come back."),
    )


_SPACES = {
    "": message(
        "When a column is empty, only the top card of the waste may fill it, not a card of another column or "
        "of the reserve. You need not fill it at once, but see the lock below."
    ),
    "ws": message(
        "When a column is empty, it is filled by itself, at once: from the waste, or from the stock if the waste "
        "is empty."
    ),
    "rws": message(
        "When a column is empty, it is filled by itself, at once: from the reserve; from the waste if the "
        "reserve is empty; from the stock if that is empty, too."
    ),
}


def _columns(rules: Variant) -> tuple[Part, ...]:
    return (
        message(
            "Columns build down in alternating colours, and round the corner: a king goes on an ace. Only the top "
            "card of a column moves, one at a time: groups of cards cannot be moved. It may go to a foundation or "
            "to another column."
        ),
        message(
            "In the columns, no card goes on a card of the base rank, because the card one rank lower is the "
            "last one that a foundation takes. A base card itself may go on a card one higher."
        ),
        _SPACES[rules.fill],
    )


RESERVE = (message("The top card of the reserve can go to the foundations only, never to a column."),)

_ONE_BY_ONE = message(
    "Cards are turned from the stock to the waste one at a time, as often as you like. The top card of the waste "
    "can go to a foundation or to a column. When the waste is empty after a move, a card is turned by itself."
)
_LOCK = message(
    "The lock: while a column is empty, only one card may be turned. Then the stock is locked until you use "
    "the top card of the waste, on a foundation or in a column, or until no column is empty any more. "
    "Everything else stays allowed: you can still move cards between columns, from the reserve, and to the "
    "foundations. Each use of the waste card lets you turn one more. A card that is turned by itself because "
    "the waste was empty counts as that one card."
)
_NO_LOCK = message("This game has no lock, because empty columns are filled by themselves.")
_NO_REDEAL = message("The stock goes through once: the waste is never turned over.")
_REDEAL = message(
    "When the stock is empty, you may turn the waste over once to be the stock again; then turn its first card "
    "yourself. From then on, you must play each card before you turn the next. You lose if you cannot, but you "
    "may make other moves first. Turning the waste over never locks the stock."
)


def _stock(rules: Variant) -> tuple[Part, ...]:
    return _ONE_BY_ONE, _NO_LOCK if rules.fill else _LOCK, _REDEAL if rules.redeals else _NO_REDEAL


STUCK = (
    message(
        "You win when all 104 cards are on the foundations. The game is stuck when no card can go up, no move "
        "between columns helps, and you cannot turn a card. You can take back as many moves as you like, or "
        "start the same deal again. To get a move proposed, type hint; to see what blocks you, type why."
    ),
)

SCORING = (message("Each card on the foundations scores one point; {full} is the most, and wins.", full=FULL),)

SEVEN = (
    message(
        "They differ in the reserve, the number of columns, who chooses the base card, how foundations build, "
        "how empty columns are filled, and whether the waste can be turned over. Columns always build down in "
        "alternating colours, in all seven. In Signora empty columns are filled by themselves from the waste, "
        "or from the stock if the waste is empty; in Redheads from the reserve, then from the waste, then from "
        "the stock."
    ),
)


HEADS = (
    message("Game"), message("Reserve"), message("Columns"), message("Base"), message("Builds"), message("Spaces"),
    message("Redeals"),
)  # fmt: skip


def _row(rules: Variant) -> tuple[Argument, ...]:
    return (
        rules.title,
        rules.reserve,
        rules.columns,
        message("1 of {number}", number=CANDIDATES) if rules.chosen else message("dealt"),
        message("suit") if rules.in_suit else message("colours"),
        message("by itself") if rules.fill else message("by hand"),
        rules.redeals,
    )


def example(variant: str) -> State:
    """A deal of the variant, its base chosen, after the first moves worth a hint."""
    state: State = GAME.dealt({"variant": variant}, DEAL)
    for _ in range(6):
        if hinted := hint(GAME.view(state, Seat(0))):
            state = played(state, hinted.move or "b 1")
    return state


def _about(state: State) -> tuple[Part, ...]:
    """What is to be seen in a position."""
    base = message(
        "This is deal {deal} after a few moves. The base card is {base}: every other card of that rank can "
        "begin a foundation.",
        deal=DEAL, base=base_name(state.base),
    )  # fmt: skip
    reserve = message(
        "On top of the reserve is {card}, and {below} cards below have to wait for it.",
        card=definite(state.reserve[-1]), below=len(state.reserve) - 1,
    )  # fmt: skip
    view = GAME.view(state, Seat(0))
    proposal = propose(view, view.stock)
    if proposal is None:
        return base, reserve
    return base, reserve, message("A good move here: {move}.", move=sentence(view, proposal))


def _strategy(rules: Variant) -> tuple[Part, ...]:
    chosen: tuple[Part, ...] = (
        message(
            "Before you choose the base card, look at the reserve: avoid a rank of which several cards are "
            "buried in it. They would have to come out before the foundations can begin."
        ),
    )
    return (
        *(chosen if rules.chosen else ()),
        message(
            "Most games are lost because of the reserve. Prepare foundations for its top card before anything else."
        ),
        message(
            "Watch for reversed sequences: cards in the opposite order of a foundation. Keep a foundation free "
            "to move them all up in one go."
        ),
        message(
            "Try to start columns with the last card that a foundation needs, one rank below the base card: "
            "then the column goes up in the right order."
        ),
        *(() if rules.fill else (message(
            "You can go on turning cards while a column is empty, without filling it, as long as you use each top "
            "card of the waste. An empty column is worth most while you wait for the right card."
        ),)),
    )  # fmt: skip
