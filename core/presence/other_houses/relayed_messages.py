"""The sentences that one house may have told in another: these and no others, so that no letter can forge one.

A house that does not know a sentence, because the other one is newer, does not tell it.
"""

import re

from msgspec import Struct

from core.base.message import Message, message
from core.presence.other_houses.letters import Words
from core.presence.roster import Kind, Notice

TOLD = message("<{name}, to you> {text}")
SHOUTED = message("<{name}, to all> {text}")
IN_LOBBY = message("<{name}, in the lobby> {text}")
IN_CHANNEL = message("<{name}, in {channel}> {text}")
SEEKS = message("{name} is looking for an opponent: {game}. Type accept, or join {id}.")
ROUND_ROBIN = message("{name} announces a round robin: {game}, {time}. Type enter {id}")
ARENA = message("{name} announces an arena: {game}, {time}. Type enter {id}")
INVITES = message("{name} invites you to play {game}. Type accept, or decline.")
AGAIN = message("{name} wants to play {game} again. Type accept, or decline.")
SWAPS = message("{name} wants to play {game} again, with the seats swapped. Type accept, or decline.")
ASKS = message("{name} asks you to play for them at table {id}, {game}. Type accept, or decline.")
ASKS_LATER = message(
    "{name} asks you to play for them at table {id}, {game}, whenever they are away. Type accept, or decline."
)
SHOWS = message("{name} wants to show you a game of {game}. Type accept, or decline.")
"""In the same house."""
ACCEPTED = frozenset(said.template for said in (SEEKS, INVITES, AGAIN, SWAPS, ASKS, ASKS_LATER, SHOWS))
"""Sentences to which the answer is accept."""
DECLINED = message("{name} declined to play now.")
ADMITTED = message("{name} lets you watch. Type watch {id}")
TURN = message("It is your turn at table {id}: {game}.")
ENDED = message("Your game at table {id} is over: {game}. To look: replay {id}")
LOOK = message("{what} To look: replay {id}")
"""In the same house; another one has no such sentences of games."""
UNHEARD = message("{name} is not taking messages.")


class Call(Struct, frozen=True):
    """A sentence, and how it is told."""

    kind: Kind
    said: Message
    rings: bool = False
    wants_ear: bool = False
    """Whether whoever tells it is told when nobody listens."""

    def __post_init__(self) -> None:
        if self.said.args or self.said.plural:
            raise ValueError("the gaps of a sentence are filled when it is told")


CALLS = {
    "told": Call(Kind.TELL, TOLD, rings=True, wants_ear=True),
    "shouted": Call(Kind.SHOUT, SHOUTED),
    "in_lobby": Call(Kind.LOBBY, IN_LOBBY),
    "in_channel": Call(Kind.CHANNEL, IN_CHANNEL),
    "seeks": Call(Kind.OPENED, SEEKS),
    "round_robin": Call(Kind.OPENED, ROUND_ROBIN),
    "arena": Call(Kind.OPENED, ARENA),
    "invites": Call(Kind.INVITED, INVITES, rings=True, wants_ear=True),
    "again": Call(Kind.INVITED, AGAIN, rings=True, wants_ear=True),
    "swaps": Call(Kind.INVITED, SWAPS, rings=True, wants_ear=True),
    "asks": Call(Kind.INVITED, ASKS, rings=True),
    "asks_later": Call(Kind.INVITED, ASKS_LATER, rings=True),
    "declined": Call(Kind.INVITED, DECLINED),
    "admitted": Call(Kind.INVITED, ADMITTED, wants_ear=True),
    "turn": Call(Kind.TURN, TURN, rings=True),
    "ended": Call(Kind.ENDED, ENDED, rings=True),
    "unheard": Call(Kind.HOUSE, UNHEARD),
}
"""By the word that stands for them in letters."""
_WORDS = {call.said.template: word for word, call in CALLS.items()}
_GAPS = {word: frozenset(re.findall(r"\{(\w+)\}", call.said.template)) for word, call in CALLS.items()}


def written(notice: Notice) -> Words | None:
    """A notice as it stands in a letter; None for what is told in its own house only."""
    word = _WORDS.get(notice.said.template)
    gaps = {gap: value for gap, value in notice.said.args if isinstance(value, str)}
    if word is None or set(gaps) != _GAPS[word]:
        return None
    return Words(word, gaps, notice.person, notice.name)


def told(words: Words) -> Notice | None:
    """The notice; None for a sentence that is not known here, or not with these gaps."""
    call = CALLS.get(words.call)
    if call is None or set(words.gaps) != _GAPS[words.call]:
        return None
    return Notice(call.kind, call.said.filled(**words.gaps), words.person, words.name, call.rings)
