"""Laws about messages: their templates are fixed, and everything that varies is an argument."""

import re
from collections.abc import Iterator

from core.base.chance import Dice
from core.base.game import EVERYONE, Game, Refused, Seat
from core.base.message import Argument, Message, Person, Who
from core.laws.moves import ENDURANCE, typed_texts
from core.laws.random_play import answer, play, require, viewers

TYPED = "zqx"
"""Part of typed texts, by which they are found again."""
_GAP = re.compile(r"\{(\w+)\}")


def messages_are_whole(game: Game, seed: bytes, length: int) -> int:
    """Every gap of a message has its argument, and nothing that was typed is in a template."""
    count = 0
    for message in _messages(game, seed, length):
        for part in _parts(message):
            both = part.template + part.plural
            gaps = {*_GAP.findall(both), *(("n",) if part.plural else ())}  # The number need not be shown.
            require(sorted(gaps) == sorted(name for name, _ in part.args), f"{part!r}: gaps {gaps}")
            bare = _GAP.sub("", both)
            require("{" not in bare and "}" not in bare, f"{part!r} has half a gap")
            require(TYPED not in bare, f"{part!r} has in its template what was typed")
            seats = {argument.seat for _, argument in part.args if isinstance(argument, Who)}
            require(seats <= set(range(game.seats)), f"{part!r} names a player who is not there")
            count += 1
    return count


def templates_of(game: Game, seed: bytes, length: int) -> set[str]:
    """All that is said in this play, without what fills the gaps."""
    return {part.template for message in _messages(game, seed, length) for part in _parts(message)}


def _messages(game: Game, seed: bytes, length: int) -> Iterator[Message]:
    """What is told of this play, refused, proposed and concluded."""
    position = play(game, seed, length)
    for event in position.events:
        for viewer in (*viewers(game), EVERYONE):
            fact = game.reveal(event, viewer)
            require(fact == event or viewer is not EVERYONE, f"{event} is not shown to everyone")
            if fact is not None:
                yield game.tell(fact, viewer)
    if game.follow is not None:
        followed = game.follow(position.state, position.events)
        require(len(followed) == len(position.events), "follow leaves out or puts in events")
        yield from (
            game.tell(fact, viewer) for fact in followed for viewer in viewers(game) if fact not in position.events
        )
    for viewer in viewers(game):
        advise = game.hint
        hint = advise(game.view(position.state, viewer)) if advise else None
        if hint is not None:
            yield hint.said
    for text in (*typed_texts(game, position, seed), TYPED, f"{TYPED} {{who}} %s", f"u {TYPED}", f"1 {TYPED}"):
        for viewer in map(Seat, range(game.seats)):
            refused = answer(game, position.state, viewer.number, text, Dice(seed, game.name, position.draw))
            if isinstance(refused, Refused):
                yield refused.message
    outcome = game.outcome(play(game, seed, length * ENDURANCE).state)
    if outcome is not None:
        yield from (game.conclude(outcome, viewer.number) for viewer in viewers(game))


def _parts(argument: Argument) -> Iterator[Message]:
    """A message and the messages in its gaps."""
    match argument:
        case Message():
            yield argument
            for _, inner in argument.args:
                yield from _parts(inner)
        case tuple():
            for inner in argument:
                yield from _parts(inner)
        case str() | int() | Who() | Person():
            pass
