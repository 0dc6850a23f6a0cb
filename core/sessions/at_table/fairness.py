"""What is said about the fairness of the chance: what the house committed to, who gave luck, and how to check."""

from core.base.chance import LONGEST_LUCK, SHORT_COMMITMENT
from core.base.message import Message, Name, message
from core.base.text import clean
from core.table import TableView, owner_of

LONGEST_SHOWN = 13
"""Characters of a name or a luck that are shown, so that those of two players fit into a line."""

_ENOUGH = message("Note these 32 digits: they prove which seed was drawn.")
_CHECK = message('To check the finished game: parlour verify FILE --commitment "THE 32 DIGITS"')


def grouped(commitment: str) -> str:
    """The part of a commitment that is enough to be noted: 32 hexadecimal digits in groups of four."""
    digits = commitment[:SHORT_COMMITMENT]
    return " ".join(digits[start : start + 4] for start in range(0, len(digits), 4))


def promise(commitment: str) -> tuple[Message, ...]:
    """What the house promises of the chance at somebody's next table, in five lines."""
    return (
        message("The seed of your next table is drawn. These digits prove it later:"),
        message("  {digits}", digits=grouped(commitment)),
        _ENOUGH,
        message("The deal comes from that seed and your luck: new mille luck=WORDS"),
        _CHECK,
    )


def proof(table: TableView) -> tuple[Message, ...]:
    """What proves that the chance at a table is fair, in five lines at most."""
    if table.deal is not None:
        return (message("Deal {deal}: everybody who asks for that number gets the same.", deal=table.deal),)
    seed = message("House seed: {seed}", seed=table.house_seed)
    return (
        message("Digits of the house seed: {digits}", digits=grouped(table.commitment)),
        _ENOUGH,
        message("Luck: {given}.", given=_luck(table)),
        _CHECK,
        seed if table.house_seed else message("You see the house seed when the game is over."),
    )


def _luck(table: TableView) -> tuple[Message, ...]:
    """What luck was given by whom: by whose seat it is, whoever plays for them now."""
    return tuple(
        _given(_cut(owner) if isinstance(owner, str) else owner, player.luck)
        for player in table.players
        if (owner := owner_of(player.name))
    )


def _given(name: Name, luck: str | None) -> Message:
    if luck is None:
        return message("{name} gave hidden words", name=name)
    if not luck:
        return message("{name} gave none", name=name)
    return message('{name} gave "{luck}"', name=name, luck=_cut(luck))


def _cut(text: str) -> str:
    # Luck is whatever a client added, here or in another house: it may hold anything that a terminal heeds.
    text = clean(text, LONGEST_LUCK)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 2]}.."
