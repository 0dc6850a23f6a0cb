"""The whole house in a language of accents: a plain English word on a screen is one that cannot be translated.

In `PSEUDO` every letter of every template has an accent, so what has none is a name, a word that is typed as it
stands in every language, or a sentence that never was a message.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import pytest

from core.base.chance import Dice
from core.base.durations import DAY
from core.base.game import Refused
from core.books.daily_chains_service import chains_of
from core.games import GAMES
from core.games.deals.daily import deal_of
from core.games.deals.grades import Grade
from core.games.features.bots import ALL as BOTS
from core.games.features.guides import LESSONS
from core.games.features.rulebook import TOPICS
from core.games.terrace.board import VARIANTS
from core.live.live_table import LiveTable
from core.sessions.arrival import order_words
from core.sessions.at_table.held_seats import Held
from core.sessions.at_table.seat import TableRef
from core.table import Move, Resign, Undo
from frontends.locale.language import LANGUAGES, PSEUDO
from frontends.terminal.picture import Look
from frontends.visit.action import Action, Topic, words_of
from frontends.visit.door import room
from frontends.visit.lesson import room as lesson
from frontends.visit.lesson.room import AtLesson
from frontends.visit.lobby import room as lobby
from frontends.visit.replay import room as replay
from frontends.visit.replay.room import AtReplay
from frontends.visit.table.actions import all_actions as table
from frontends.visit.table.actions.demonstration import SPEEDS
from frontends.visit.visit import Visit
from tests.clock import BEGIN
from tests.core.games.mille.positions import ended, given
from tests.core.parlour import moves, submit
from tests.examples import slow
from tests.frontends.screens.plain_words import names_of_fields
from tests.frontends.terminals import COMP, House, ListTerminal, answered, open_house

WIDE = Look(rows=60, columns=200, language=PSEUDO)
WAYS: dict[str, dict[str, Any]] = {
    "lines": {"look": WIDE},
    "reader": {"look": attrs.evolve(WIDE, reader=True)},
    "screen": {"look": WIDE, "screen": True},
    "small screen": {"look": Look(rows=22, columns=40, language=PSEUDO), "screen": True},
}
"""The ways to be in the house."""
EVERY_WAY = pytest.mark.parametrize(
    "way",
    [
        pytest.param(way, marks=() if name in ("reader", "screen") else pytest.mark.slow, id=name)
        for name, way in WAYS.items()
    ],
)
"""In `make test` one on lines and one on a screen, because the others are shown nearly the same sentences."""
FIRST_GAMES = pytest.mark.parametrize("game", ["elixir", "terrace", *slow("mille", "pileon")])
NARROW = Look(rows=24, columns=40, language=PSEUDO)

ACTIONS: tuple[Action[Any], ...] = (
    *room.ACTIONS, *lobby.ACTIONS, *table.ACTIONS, *replay.ACTIONS, *lesson.ACTIONS,
)  # fmt: skip
WORD = re.compile(r"[A-Za-z]{3,}")
DRAWN = re.compile(r"\b[0-9a-f]{4}(?: [0-9a-f]{4})*\b|\b[0-9a-f]{16,}\b|\b\w{5}(?:-\w{4,5})+\b")
"""Commitments, seeds and codes to come back."""


def _words(texts: Iterable[str]) -> set[str]:
    return {word.lower() for text in texts for word in WORD.findall(text)}


TYPED = frozenset(
    _words(
        (
            *words_of(ACTIONS), *(action.takes for action in ACTIONS), *TOPICS, *map(str, Topic), *SPEEDS,
            *(spoken.name for spoken in LANGUAGES.values()),
            *order_words.names(), *order_words.OPPONENTS, "winnable daily deal grade level clock luck on off all",
            *(bot.level for bot in BOTS), *(grade.value for grade in Grade),
            *(option.name for game in GAMES.values() for option in game.options), "Ctrl",
        )
    )
)  # fmt: skip
"""Words that are typed, and a key, in every language the same."""
IN_MOVES = {"mille": _words(("yes no another stop SLOT",)), "elixir": _words(("roll left up right down",))}
"""By game, the words that moves are made of."""
MISTYPED = ("halp", "mile")
"""Words that are told back with the one that was meant."""
NAMES = frozenset({
    "Anna", "Bert", COMP.bot, *(bot.name for bot in BOTS),
    *(game.title for game in GAMES.values()), *(variant.title for variant in VARIANTS.values()),
})  # fmt: skip
"""What players and games are called."""


class Eyes:
    """Somebody at a terminal, and the plain words that they have seen."""

    def __init__(self, house: House, person: ListTerminal, game: str = "") -> None:
        self.house, self.person = house, person
        self.allowed = TYPED | IN_MOVES.get(game, set()) | {*MISTYPED}
        if game:
            self.allowed |= names_of_fields(game)
        self.untranslated: dict[str, str] = {}
        """Words, each with a line in which it stands."""
        self._lines: set[str] = set()
        """All that were looked at: most lines of a board are those of the board before."""
        self._texts = self._prompts = self._pictures = 0

    async def type(self, *lines: str) -> None:
        """Type lines and see what comes of each."""
        for line in lines:
            await self.person.told(line)
            await answered()
            await self.read_on()

    async def press(self, *keys: str) -> None:
        """Press keys and see what comes of each."""
        for key in keys:
            await self.person.pressed(key)
            await answered()
            await self.read_on()

    async def read_on(self) -> None:
        """Turn the pages of what is shown in place of the board."""
        await self.look()
        while self.person.status is None and self.house.visits[self.person].pages is not None:
            await self.person.pressed(" ")
            await self.look()

    def has_read(self, text: str, start: int) -> bool:
        """Whether a text was written after so many characters."""
        return text in self.person.text[start:]

    async def look(self) -> None:
        """See everything that is new."""
        person = self.person
        seen = [person.text[self._texts :], *person.prompts[self._prompts :], person.prompt.toolbar]
        seen += [picture.text() for _, picture in person.pictures[self._pictures :]]
        seen += [word.partition("\t")[2] for word in person.prompt.words]
        self._texts, self._prompts, self._pictures = len(person.text), len(person.prompts), len(person.pictures)
        lines = [line for line in dict.fromkeys("\n".join(seen).split("\n")) if line not in self._lines]
        if not lines:
            return
        self._lines.update(lines)
        names = sorted({*NAMES, *await self.house.tables(), *await self.house.books()}, key=len, reverse=True)
        named = re.compile("|".join(map(re.escape, names)))
        for line in lines:
            for word in WORD.findall(named.sub(" ", DRAWN.sub(" ", line))):
                if word.lower() not in self.allowed:
                    self.untranslated.setdefault(word, line.strip())


async def test_plain_words_are_found_wherever_they_stand() -> None:
    async with open_house() as house:
        # A language that was chosen is kept with the person, so the second one is another.
        for name, way in (("Anna", {"look": WIDE}), ("Bert", {"look": WIDE, "screen": True})):
            live = await house.set_up("pileon", name, deal=7)
            anna = Eyes(house, await house.seat(name, live, **way))
            await anna.look()
            assert anna.untranslated == {}
            await anna.type("language en", "score")
            assert {"English", "from", "points"} & set(anna.untranslated) == {"from", "points"}


# At the door and in the lobby.


AT_THE_DOOR = ("help", "?", "", "resume", "resume 7", "language qq", "colour off", "7" * 99, "\u65e5", "Comp")
IN_THE_LOBBY = (
    "help", "help all",
    "qq", "mille", "halp", "fair", "learn", "screen", "lines", "colour off", "utf8", "mouse off", "mouse on",
    "motion off", "motion on", "list", "list all", "list mine", "list mille", "list 0", "list 7", "list qq",
    "stats", "stats Anna", "stats 77", "solitaire", "solitaire 1", "solitaire 99",
    "new", "new qq", "new mile", "new mille qq", "new mille deal=3", "new mille winnable", "new mille luck=",
    "new mille level=qq", "new mille person level=easy", "new mille grade=easy", "new mille clock=x", "new mille qq=1",
    "new pileon luck=a", "new pileon deal=x", "new pileon person", "new pileon grade=qq", "new pileon deal=1 daily",
    "new terrace variant=qq", "join", "join 77777", "watch", "watch 77777", "replay", "replay 77777", "resume",
    "resume 77", "saves", "saves 77", "return", "return 77", "return 77 7", "name", "name " + "7" * 99, "name Comp",
    "rules", "rules qq", "rules mille variants", "learn qq", "learn mille 99", "language qq", "colour qq", "mouse qq",
)  # fmt: skip


@pytest.mark.parametrize("look", [WIDE, NARROW, WAYS["reader"]["look"]], ids=["wide", "narrow", "reader"])
async def test_nothing_at_the_door_is_untranslated(look: Look) -> None:
    async with open_house() as house:
        anna = Eyes(house, house.enter(look=look))
        await anna.type(*AT_THE_DOOR)
        assert anna.untranslated == {}
        await anna.type("quit")
        assert anna.untranslated == {}


@pytest.mark.parametrize("look", [WIDE, NARROW, WAYS["reader"]["look"]], ids=["wide", "narrow", "reader"])
async def test_nothing_in_the_lobby_is_untranslated(look: Look) -> None:
    async with open_house() as house:
        anna = Eyes(house, house.enter("Anna", look=look))
        await anna.type(*IN_THE_LOBBY)
        assert anna.untranslated == {}
        await anna.type("reader off", "reader", "reader off", "ascii", "utf8", "quit")
        assert anna.untranslated == {}


@pytest.mark.parametrize("look", [WIDE, NARROW, WAYS["reader"]["look"]], ids=["wide", "narrow", "reader"])
@pytest.mark.parametrize("name", order_words.names())
async def test_rules_have_nothing_untranslated(name: str, look: Look) -> None:
    async with open_house() as house:
        anna = Eyes(house, house.enter("Anna", look=look), name if name in GAMES else "terrace")
        await anna.type(*(f"rules {name} {topic}".strip() for topic in ("", *TOPICS)))
        assert anna.untranslated == {}


# At tables.


ASKED = (
    "?", "help all",
    "moves", "last", "since", "hand", "score", "turn", "time", "repeat", "board", "why", "hint", "table",
    "fair", "talk", "say", "marks", "mark", "77", "return", "return 7", "return 77", "yes", "no", "undo", "y", "redo",
    "say 77", "stats", "stats 77", "learn", "rules", "rules goal", "rules qq", "halp", "qq", "new qq", "new 7", "where",
    "restart", "y", "demo qq", "demo slow", "+", "-", "", "save", "77", "stop", "resume", "list", "colour off",
    "mouse off", "mouse on", "motion off", "motion on", "language qq", "resign", "n", "quit", "n",
)  # fmt: skip
"""What is typed at every table in play."""
TRIED = {
    "mille": (
        "p", "p", "u", "u 9", "u p", "u 1", "u 2", "u 3", "u 4", "u 5", "u 6", "d 7", "u go", "yes",
        "another", "stop", "u 200", "why u 1", "why u 2", "why u 3", "why u 4", "why u 5", "why u 6", "why 9", "o", "o",
    ),
    "elixir": (
        "roll", "roll", "9", "1", "1 7", "1 right 9", "a1", "q9 up", "2 2 2", "1 up", "1 right 4", "why", "roll",
        "2 left", "why 1",
    ),
    "pileon": ("1 2", "1 99", "1", "14 1", "1 1", "1 14", "1 14 9", "1 14 0", "7 7 7", "why 1 2", "1 15", "why 2 3"),
    "terrace": (
        "d", "b 9", "t1 t2", "b 1", "b 1", "t9 f", "t1 f9", "f1 t1", "r t1", "w t1", "t1 t2", "d", "d", "w", "up",
        "77 7", "why d", "why t1 t2", "why r t1", "t1 f1", "w f1", "r f",
    ),
}  # fmt: skip
"""What else is typed in each game, allowed or not."""
KEYS = "?hHoOMT!'1234560dfuUyRXmgx#a"
KEYS_BESIDES = ("tab", "enter", "up", "down", "left", "right", " ", "c-l", "c-z", "home", "f9")


async def at_a_table(
    house: House, game: str, opponent: str, way: dict[str, Any], **more: Any
) -> tuple[LiveTable, Eyes]:
    """Anna at a new game; what she has seen of it from the beginning."""
    players = ("Anna", COMP if opponent == "computer" else opponent)[: GAMES[game].seats]
    live = await house.set_up(game, *players, deal=7 if GAMES[game].numbered else None, **more)
    return live, Eyes(house, await house.seat("Anna", live, **way), game)


async def played_on(live: LiveTable, dice: Dice, count: int) -> None:
    """So many moves of whoever is in turn, now this one, now that one."""
    for _ in range(count):
        allowed = moves(live) if live.table.turn else []
        if not allowed:
            return
        await submit(live, Move(dice.shuffled(allowed)[0]), live.table.turn[0])


@FIRST_GAMES
@EVERY_WAY
async def test_nothing_that_is_asked_at_a_table_is_untranslated(game: str, way: dict[str, Any]) -> None:
    async with open_house() as house:
        _, anna = await at_a_table(house, game, "computer", way)
        await anna.type(*ASKED)
        await anna.type(*TRIED.get(game, ()))
        if anna.person.on_screen:
            for key in (*KEYS, *KEYS_BESIDES):
                await anna.press(key, "escape")
        assert anna.untranslated == {}


@pytest.mark.parametrize("rounds", [4, *slow(12)])
@FIRST_GAMES
@EVERY_WAY
async def test_nothing_that_is_told_in_play_is_untranslated(game: str, way: dict[str, Any], rounds: int) -> None:
    async with open_house() as house:
        live, anna = await at_a_table(house, game, "Bert", way)
        eyes = [anna, Eyes(house, await house.look_on("Bert", live, **way), game)]
        dice = Dice(bytes(16), game, 1)
        for _ in range(rounds):
            await played_on(live, dice, 12)
            for one in eyes:
                await one.type("why", "last", "score", "hand", "hint", "halp")
        if len(live.table.chairs) > 1:
            with suppress(Refused):
                await submit(live, Undo(), 1)
            await anna.type("7", "n")
        await submit(live, Resign(), 0) if not live.table.outcome else None
        for one in eyes:
            await one.type(
                "?", "last", "table", "fair", "summary", "result", "1 1", "hint", "winnable", "redo", "learn"
            )
            assert one.untranslated == {}
        await anna.type("replay")
        assert isinstance(house.visits[anna.person].room, AtReplay)
        await anna.type("?", "next", "back", "go", "7", "go 77", "go 3", "hand", "e", "+", "e", "-", "play", "pause")
        await anna.type("end", "why", "qq", "start", "board", "rules", "quit")
        assert anna.untranslated == {}


# Elsewhere.


@EVERY_WAY
async def test_nothing_at_a_table_that_waits_or_is_full_is_untranslated(way: dict[str, Any]) -> None:
    async with open_house() as house:
        anna, bert = (Eyes(house, house.enter(name, **way), "mille") for name in ("Anna", "Bert"))
        await anna.type("new mille person clock=60 luck=7", "?", "moves", "table", "time", "p", "undo", "77")
        id = await house.only_table()
        await bert.type("list", "fair", f"join {id} luck=8", "fair", "time", "new", "y")
        await anna.type("fair", "list", "quit", "n", "say 77", "last")
        await bert.type(
            "quit", "y", "list", "list all", "list mine", f"join {id}", f"watch {id}", "help", "quit", "resume"
        )
        for one in (anna, bert):
            assert one.untranslated == {}


@pytest.mark.parametrize("game", [game.name for game in GAMES.values() if game.numbered])
@pytest.mark.parametrize("look", [WIDE, WAYS["reader"]["look"]], ids=["lines", "reader"])
async def test_nothing_that_a_search_tells_is_untranslated(game: str, look: Look) -> None:
    async with open_house() as house:
        live, anna = await at_a_table(house, game, "", {"look": look})
        for word in ("winnable", "where"):
            before = len(anna.person.text)
            anna.person.type(word, "", "table")  # an empty line ends what takes long; the last is heeded after it
            await anna.person.wait(partial(anna.has_read, live.id, before))
            await anna.look()
            if not live.table.outcome:
                await submit(live, Resign(), 0)
        assert anna.untranslated == {}


@EVERY_WAY
async def test_nothing_at_one_keyboard_is_untranslated(way: dict[str, Any]) -> None:
    async with open_house() as house:
        anna = Eyes(house, house.enter("Anna", **way), "mille")
        await anna.type("new mille hotseat", "", "p", "d 1", "d 2", "d 3", "d p", "qq", "", "p", "?", "quit", "y")
        assert anna.untranslated == {}


@EVERY_WAY
async def test_nothing_that_saving_asks_is_untranslated(
    way: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP, state=ended(given()))

        async def errand(visit: Visit) -> TableRef:
            return TableRef(live.id, Held((0,)))

        anna = Eyes(house, house.enter("Anna", errand=errand, has_files=True, **way), "mille")
        await anna.type("save", "77", "save 77", "n", "save", "y", "save \0", "stop", "y")
        await anna.type("stop", "n")
        assert anna.untranslated == {}


@EVERY_WAY
@pytest.mark.parametrize("game", LESSONS)
async def test_nothing_in_a_lesson_is_untranslated(game: str, way: dict[str, Any]) -> None:
    async with open_house() as house:
        anna = Eyes(house, house.enter("Anna", **way), game)
        taught = [wanted for scene in LESSONS[game].scenes for step in scene.steps for wanted in step.wanted]
        anna.allowed |= _words(taught)
        await anna.type(f"learn {game}", "?", "task", "hint", "new", "qq", "1 1")
        while isinstance(at := house.visits[anna.person].room, AtLesson):
            if at.course.step.wanted and not at.is_over:
                for text in list(at.game.moves(at.table.view))[:6]:
                    if not any(text.startswith(wanted) for wanted in at.course.step.wanted):
                        await anna.type(text, "why")
            await anna.type("show")
        await anna.type("learn")
        assert anna.untranslated == {}


@pytest.mark.parametrize("look", [WIDE, Look(rows=22, columns=40, language=PSEUDO)], ids=["wide", "small"])
async def test_nothing_of_el_ixir_with_one_key_is_untranslated(look: Look) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", COMP)
        anna = Eyes(house, await house.seat("Anna", live, screen=True, one_key=True, look=look), "elixir")
        await anna.press("enter", "enter", "enter", "enter", "escape", "escape", "?")
        assert anna.untranslated == {}


async def test_nothing_of_a_sealed_day_is_untranslated() -> None:
    now = [BEGIN]
    async with open_house(now=lambda: now[0]) as house:
        await house.service.dailies.seal()
        tomorrow = house.service.dailies.today + timedelta(1)
        deal = deal_of("pileon", tomorrow, (await chains_of(house.service.journal)).of(tomorrow))
        anna = Eyes(house, house.enter("Anna", look=WIDE), "pileon")
        await anna.type("fair", f"new pileon deal={deal}", "1 14", "resign", "y", "quit")
        now[0] += DAY
        await anna.type("new pileon daily", "fair", "1 14", "resign", "y", "result", "quit")
        await anna.type("daily", "daily pileon", "fair")
        assert anna.untranslated == {}


async def test_nothing_of_a_daily_deal_is_untranslated() -> None:
    async with open_house() as house:
        anna = Eyes(house, house.enter("Anna", look=WIDE), "pileon")
        await anna.type(
            "new pileon daily", "1 14", "2 14", "3 15", "undo", "result", "quit", "y", "solitaire", "solitaire 1"
        )
        await anna.type("resign", "y", "result", "summary", "new daily", "quit", "y", "list", "list all", "stats")
        assert anna.untranslated == {}
