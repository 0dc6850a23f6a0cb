"""Seeing a replay with others: asking them to it, talking beside it, and handing over the controls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from core.base.game import Refused
from core.base.message import Message, message
from core.people.look_alike_names import skeleton
from core.replay.player import Player
from core.replay.recording import Recording
from core.replay.showing import NOBODY_ELSE
from core.sessions.at_table.seat import TableRef
from core.sessions.others import replays_together
from frontends.locale.language import Language, without_accents
from frontends.locale.typed_words import means
from frontends.screens.controls import EVERYWHERE
from frontends.visit.action import Action, Topic, under
from frontends.visit.destination import ToLobby, ToReplay
from frontends.visit.everywhere.calls import others_here
from frontends.visit.everywhere.others import ACTIONS as WITH_OTHERS
from frontends.visit.room import Room
from frontends.visit.visit import Visit

if TYPE_CHECKING:
    from frontends.visit.replay.room import AtReplay

WITH, OVER = "with", "over"
NOT_KEPT = message("What you say here is not kept.")


def split_names(typed: str, words: Language) -> tuple[str, tuple[str, ...]]:
    """What is typed before "with", and the names after it. Raises: Refused where there are none."""
    parts = typed.split()
    place = next((at for at, word in enumerate(parts) if _is_with(word, words)), None)
    if place is None:
        return typed, ()
    names = tuple(name for part in parts[place + 1 :] if (name := part.strip(",")))
    if not names:
        raise Refused("Type a name after with, such as replay with Anna")
    return " ".join(parts[:place]), names


def _is_with(word: str, words: Language) -> bool:
    return word.lower() == WITH or (words.has_typed_words and without_accents(word) in means(WITH, words))


async def show(
    visit: Visit, recording: Recording, back: TableRef | ToLobby, seq: int | None, names: tuple[str, ...]
) -> ToReplay:
    """To a replay, to which people of these names are asked. Raises: Refused."""
    if not names:
        return ToReplay(recording, back, seq)
    player = Player(recording) if seq is None else Player(recording).go(seq)
    showing = replays_together.showing_of(player)
    told = asked(await replays_together.ask(visit.session, showing, names))
    return ToReplay(recording, back, showing=showing, told=told)


def asked(names: tuple[str, ...]) -> Message:
    """Who was asked to see a replay."""
    return message("You have asked {names} to see this replay.", names=names)


def about(at: AtReplay) -> list[Message]:
    """Who leads, and who sees it, too."""
    own = at.own
    if not (others := own.others):
        return []
    if own.leads:
        leads = message("You have the controls. To give them to somebody: hand over NAME")
        return [NOT_KEPT, message("You show this to: {names}.", names=others), leads]
    led_by = [said] if (said := own.objection()) is not None else []
    besides = tuple(name for name in others if name != own.leader)
    return [NOT_KEPT, *([message("Also here: {names}.", names=besides)] if besides else []), *led_by]


# Actions.


def led(at: AtReplay) -> Message | None:
    """Why the person may not move on: somebody else leads."""
    return at.own.objection()


def alone(at: AtReplay) -> Message | None:
    """Why there is nobody to talk to."""
    return None if at.own.others else NOBODY_ELSE


async def say(at: AtReplay, rest: str) -> None:
    """Talk with those who see it."""
    if words := rest or await at.visit.ask(message("Say:")):
        at.own.say(words)


async def invite(at: AtReplay, rest: str) -> None:
    """Ask others to see it, too."""
    names = tuple(name for part in rest.split() if (name := part.strip(",")))
    if not names:
        raise Refused("Type invite and the name of somebody here.")
    at.visit.say(asked(await at.own.invite(names)))


async def hand_over(at: AtReplay, rest: str) -> None:
    """Give the controls to one of the others."""
    at.own.hand_over(rest.strip())


def completed(room: Room) -> tuple[str, ...]:
    """What may stand after the word with which a replay begins."""
    return tuple(f"{WITH} {name}" for name in others_here(room))


def _not_yet(at: AtReplay) -> tuple[str, ...]:
    """Names to be completed, of people who do not see it yet."""
    own = [skeleton(name) for name in at.own.others]
    return tuple(name for name in others_here(at) if skeleton(name) not in own)


ACTIONS: tuple[Action[AtReplay], ...] = under(
    Topic.PEOPLE,
    Action(
        "say",
        say,
        message("talk with those who see this replay; it is not kept"),
        takes="WORDS",
        aliases=("kibitz",),
        keys=(*EVERYWHERE["say"], "t"),
        unless=alone,
    ),
    Action(
        "invite",
        invite,
        message("show this replay to others, too"),
        takes="NAME ...",
        more=_not_yet,
        unless=led,
    ),
    Action(
        "hand over",
        hand_over,
        message("give the controls to NAME"),
        takes="NAME",
        aliases=("handover",),
        more=lambda at: at.own.others,
        unless=lambda at: led(at) or alone(at),
    ),
)
"""What those do who see a replay together."""
REST: tuple[Action[Room], ...] = tuple(
    replace(action, aliases=(), keys=()) if action.word == "accept" else action
    for action in WITH_OTHERS
    if action.word != "invite"
)
"""What people do with one another everywhere else; + is for the speed here."""
