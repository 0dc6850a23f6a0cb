"""Small questions about a position, answered in two lines at most: what lies there, and what can be played."""

from collections.abc import Awaitable, Callable

from core.base.message import Message, in_context, message
from frontends.terminal.pages import cut, wrapped
from frontends.terminal.picture import LONGEST_LINE
from frontends.visit.action import Action, Topic
from frontends.visit.everywhere.rules import unless_begun
from frontends.visit.table.at_table import AtTable

TWO_LINES = 156
MOST_LINES = 2
"""Of an answer, each as long as one that is read out."""
EVERYTHING = "all"
"""What is typed after moves for all of them."""
NOTHING_TO_PLAY = message("You cannot play anything now.")
NOT_HERE = message("There is no such thing in this game.")


def answering(said: Callable[[AtTable, str], Message | str]) -> Callable[[AtTable, str], Awaitable[None]]:
    """An action that says no more than that, in two lines at most."""

    async def answer(at: AtTable, rest: str) -> None:
        at.visit.answer(cut(at.visit.text(said(at, rest)), TWO_LINES))

    return answer


async def moves(at: AtTable, rest: str) -> None:
    """What can be played in words, with what to type: as many as an answer has room for, or the next page, or all."""
    offers = _offers(at)
    if rest.strip().lower() == EVERYTHING and offers:
        await at.visit.read(*offers)
        return
    pages = _pages(at, offers)
    number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else 1
    if not pages:
        at.visit.answer(at.text(NOTHING_TO_PLAY))
    elif not 1 <= number <= len(pages):
        at.visit.answer(at.text(message("There is no page {page}.", page=number)))
    else:
        at.visit.answer(_page(at, pages[number - 1], number if number < len(pages) else 0))


def _offers(at: AtTable) -> list[str]:
    """What can be played, each with what to type first."""
    moves = at.moves()
    if not moves or at.face.offers is None:
        return list(moves)
    said = at.face.offers(at.table.view)
    return [at.text(Message("{typed}: {does}", (("typed", typed), ("does", does)))) for typed, does in said]


def _pages(at: AtTable, offers: list[str]) -> list[list[str]]:
    """The moves, as many together as there is room for in an answer."""
    pages: list[list[str]] = []
    for offer in offers:
        if not pages or len(wrapped(_page(at, [*pages[-1], offer], len(pages)), LONGEST_LINE)) > MOST_LINES:
            pages.append([])
        pages[-1].append(offer)
    return pages


def _page(at: AtTable, offers: list[str], number: int) -> str:
    """Some moves as a sentence; with a number there are more on the page after it."""
    if not number:
        return at.text(message("You can play {moves}.", moves=tuple(offers)))
    return at.text(message("You can play {moves}. For more: moves {page}", moves=tuple(offers), page=number + 1))


def _about(word: str) -> Callable[[AtTable, str], Message]:
    """The answer that the game's screen has to a word."""

    def said(at: AtTable, rest: str) -> Message:
        return at.face.questions[word](at.table, at.visit.look, rest)

    return said


def _asked(typed: Message, help: Message, takes: str = "") -> Action[AtTable]:
    """A row for a question that some games know, by the word that is typed for it."""
    word = typed.template

    def unless(at: AtTable) -> Message | None:
        return unless_begun(at) or (None if word in at.face.questions else NOT_HERE)

    return Action(word, answering(_about(word)), help, topic=Topic.MOVES, takes=takes, unless=unless)


ACTIONS: tuple[Action[AtTable], ...] = (
    Action("moves", moves, message("what you can play"), topic=Topic.MOVES, takes="[PAGE]", unless=unless_begun),
    _asked(in_context("typed", "column"), message("what lies on a column"), "N"),
    _asked(in_context("typed", "pile"), message("what lies on a pile, and where it fits"), "N"),
    _asked(in_context("typed", "waste"), message("what lies on the waste")),
    _asked(in_context("typed", "reserve"), message("what lies in the reserve")),
    _asked(in_context("typed", "stock"), message("how many cards the stock has")),
    _asked(in_context("typed", "foundations"), message("how far the foundations are")),
    _asked(in_context("typed", "road"), message("how far both are, and what they need")),
    _asked(in_context("typed", "safeties"), message("which safeties both have")),
    _asked(in_context("typed", "card"), message("a card of your hand, and what it can do"), "N"),
    _asked(in_context("typed", "row"), message("who has what in a row of the board"), "N"),
    _asked(in_context("typed", "tile"), message("a tile, and what fits there"), "N"),
)
"""One row for each: which game answers which is in its screen."""
