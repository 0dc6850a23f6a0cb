"""Two persons at one table, each in a language of their own; the journal knows neither."""

from __future__ import annotations

import re
from typing import Any

import pytest

from core.games import GAMES
from core.live.live_table import LiveTable
from core.people import talk
from core.table import Resign, Undo
from frontends.locale.language import LANGUAGES, language
from frontends.locale.typed_words import own_forms
from frontends.terminal.picture import Look
from journal import Record
from tests.core.games.mille.positions import ended, given
from tests.core.parlour import move, moves, submit
from tests.examples import slow
from tests.frontends.screens.plain_words import names_of_fields
from tests.frontends.terminals import COMP, House, ListTerminal, open_house

MODES = pytest.mark.parametrize("screen", [False, True])
PSEUDO = Look(language="qps", rows=60, columns=200)
ENGLISH = Look(rows=60, columns=200)
KEPT = re.compile(r"[A-Za-z]{3,}")
"""Three letters in a row that no pseudo-locale has touched."""
DIGITS = re.compile(r"\b(?:[0-9a-f]{4}|[0-9a-f]{64})\b")
"""Commitments and seeds."""


async def at_one_table(
    house: House, game: str, *looks: Look, screen: bool = False
) -> tuple[LiveTable, list[ListTerminal]]:
    names = ("Anna", "Bert")[: GAMES[game].seats]
    live = await house.set_up(game, *names, deal=7 if GAMES[game].numbered else None)
    people = [await house.seat(name, live, look=look, screen=screen) for name, look in zip(names, looks, strict=False)]
    return live, people


def untranslated(text: str) -> set[str]:
    """Words of at least three plain letters that belong to no name, and are not typed as they stand."""
    return set(KEPT.findall(text))


@MODES
async def test_each_of_two_persons_reads_their_own_language(screen: bool) -> None:
    async with open_house() as house:
        live, (anna, bert) = await at_one_table(house, "elixir", ENGLISH, PSEUDO, screen=screen)
        texts = [len(anna.text), len(bert.text)]
        await move(live, 2)
        own = anna.screen if screen else anna.text[texts[0] :]
        other = bert.screen if screen else bert.text[texts[1] :]
        assert "You roll " in own
        assert f"Anna {language('qps').text('rolls')} " in other
        assert "rolls" not in other
        await live.say(live.table.chairs[0].person, 0, "hello over there")
        assert "<Anna> hello over there" in bert.words


@MODES
async def test_question_is_put_in_the_language_of_whoever_is_asked(screen: bool) -> None:
    async with open_house() as house:
        live, (_, bert) = await at_one_table(house, "elixir", ENGLISH, PSEUDO, screen=screen)
        await move(live, 2)
        await submit(live, Undo(), 0)
        asked = bert.bottom if screen else bert.prompt.text
        assert asked.startswith("Anna ")
        assert not untranslated(asked.removeprefix("Anna "))
        await (bert.pressed("y") if screen else bert.told("y"))
        assert live.table.asks is None


async def test_refusal_is_in_the_language_of_whoever_is_refused() -> None:
    async with open_house() as house:
        _, (anna, bert) = await at_one_table(house, "elixir", ENGLISH, PSEUDO)
        assert await anna.told("1 up 1") != ""
        told = await bert.told("roll")
        assert not untranslated(told.replace("Anna", ""))


@pytest.mark.parametrize("game", [*GAMES])
@MODES
async def test_everything_at_a_table_is_translated_but_what_is_typed(game: str, screen: bool) -> None:
    async with open_house() as house:
        live, (anna, *_) = await at_one_table(house, game, PSEUDO, PSEUDO, screen=screen)
        await move(live, 3)
        seen = anna.words
        for line in ("last", "score", "hand", "turn", "time", "since", "repeat", "xyzzy"):
            await anna.told(line)
            seen += f" {anna.words}"
        await submit(live, Resign(), 0)
        seen += f" {anna.words} {anna.bottom} {anna.prompt.toolbar}"
        code = house.code("Anna", live)
        for word in (code, live.id, "Anna", "Bert", "xyzzy", "resume"):
            seen = seen.replace(word, "")
        seen = DIGITS.sub("", seen)
        for title in (game.title for game in GAMES.values()):
            seen = seen.replace(title, "")
        typed = {word for text in moves_of(live) for word in text.split()}
        keys = {"Enter", "Tab", "Esc", "Space", "Arrows"}
        assert untranslated(seen) - typed - keys - names_of_fields(game) == set()


def moves_of(live: LiveTable) -> tuple[str, ...]:
    """Words that are typed in a game, in every language the same."""
    return tuple(word for words in live.table.game.notation.template.split("\n") for word in words.split("  ")[:1])


def without_draws(records: tuple[Record, ...], live: LiveTable) -> list[Any]:
    """What is recorded, with what is drawn anew each time called by its place."""
    names = {live.id: "table"} | {chair.person: f"person {seat}" for seat, chair in enumerate(live.table.chairs)}
    found = []
    for record in records:
        text = repr((record.seq, record.at, record.kind, record.data))
        play = dict(record.play or {})
        play.pop("id", None)
        text += repr(play)
        for drawn, called in names.items():
            text = text.replace(drawn, called)
        found.append(text)
    return found


async def journal_of(code: str, game: str) -> list[Any]:
    """What is in the journal when somebody plays, talks, marks and saves in a language."""
    async with open_house(now=lambda: 1_000_000.0) as house:
        live, (anna, *_) = await at_one_table(house, game, Look(language=code), Look(language=code))
        for line in ("say hello", "mark here", "save x", "hint", "last", "nonsense"):
            await anna.told(line)
            if line == "hint" and live.turn == (0,):
                await anna.wait(lambda: live.table.hints > 0)
        for _ in range(6):
            if live.turn == (0,):
                await anna.told(moves(live)[0])
            else:
                await move(live)
        await anna.told("undo", "resign", "y")
        journal = house.service.journal
        return [without_draws(await journal.read(stream), live) for stream in (live.stream, talk.stream_of(live.id))]


@pytest.mark.parametrize("game", [*GAMES])
@pytest.mark.parametrize("code", ["fr", *slow(*(code for code in (*LANGUAGES, "qps") if code not in ("en", "fr")))])
async def test_bytes_of_the_journal_do_not_depend_on_the_language(code: str, game: str) -> None:
    assert await journal_of(code, game) == await journal_of("en", game)


@MODES
async def test_language_is_changed_in_play_and_for_one_person_only(screen: bool) -> None:
    async with open_house() as house:
        live, (anna, bert) = await at_one_table(house, "elixir", ENGLISH, ENGLISH, screen=screen)
        before = bert.screen if screen else bert.text
        await anna.told("language fr")
        assert (bert.screen if screen else bert.text) == before
        assert (anna.look.language, bert.look.language) == ("fr", "en")
        await move(live)
        assert language("fr").code == house.visits[anna].words.code
        assert "Anna rolls" in bert.words


async def test_moves_are_typed_alike_in_every_language() -> None:
    async with open_house() as house:
        for game in GAMES:
            live, (anna, *_) = await at_one_table(house, game, PSEUDO, PSEUDO)
            for text in moves(live)[:1]:
                await anna.told(text)
            assert live.table.now.plays == 1


async def test_answers_are_understood_in_every_language() -> None:
    async with open_house() as house:
        for code in LANGUAGES:
            live, (anna, _) = await at_one_table(house, "elixir", Look(language=code), Look(language=code))
            await anna.told("quit", "n")
            assert house.visits[anna].question is None
            await anna.told("quit", "y")
            assert house.visits[anna].session.left == (live.id, live.table.seq)


OWN_LANGUAGES = [code for code in LANGUAGES if language(code).has_typed_words]


@pytest.mark.parametrize("code", OWN_LANGUAGES)
@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.words])
async def test_what_is_typed_in_ones_own_language_is_recorded_in_english(game: str, code: str) -> None:
    recorded = []
    for own in (False, True):
        async with open_house(now=lambda: 1_000_000.0) as house:
            live, (anna, *_) = await at_one_table(house, game, Look(language=code), Look(language=code))
            for _ in range(4):
                text = in_full(moves(live)[0], game) if live.turn == (0,) else ""
                await (anna.told(in_ones_own_words(text, game, code) if own else text) if text else move(live))
            recorded.append(without_draws(await house.service.journal.read(live.stream), live))
    assert recorded[0] == recorded[1]


def in_full(move: str, game: str) -> str:
    """A move with its first word in full."""
    first, *others = move.split()
    words = [said.template for said in GAMES[game].words if said.template[0] == first] if len(first) == 1 else []
    return " ".join((*words[:1], *others)) if words else move


def in_ones_own_words(move: str, game: str, code: str) -> str:
    """A move with the words of a language for those of its English ones that have any."""
    own = {said.template: forms[0] for said in GAMES[game].words if (forms := own_forms(said, language(code)))}
    assert move.split()[0] in own or game != "mille"
    return " ".join(own.get(word, word) for word in move.split())


@MODES
async def test_actions_are_typed_in_ones_own_language(screen: bool) -> None:
    async with open_house() as house:
        for code, help_, who, leave in (("fr", "aide", "QUI", "quitter"), ("de", "hilfe", "Wer", "verlassen")):
            _, (anna, *_) = await at_one_table(house, "mille", Look(language=code), Look(language=code), screen=screen)
            before = anna.words
            await anna.told(f"{help_} {help_}")
            assert help_ in anna.words.removeprefix(before)
            await anna.told("", who)
            assert "Anna" in anna.words
            await anna.told(leave)
            assert house.visits[anna].question is not None
            await anna.told("n")


async def test_card_is_named_in_ones_own_language() -> None:
    async with open_house() as house:
        live, (anna, *_) = await at_one_table(house, "mille", Look(language="fr"), Look(language="fr"))
        await anna.told("piocher", "u borne")
        assert "borne" in anna.words
        assert live.table.now.plays == 1


@pytest.mark.parametrize(("code", "yes"), [("fr", "o"), ("fr", "oui"), ("de", "j"), ("de", "y")])
@MODES
async def test_question_of_a_game_is_answered_in_ones_own_language(screen: bool, code: str, yes: str) -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP, state=ended(given()))
        anna = await house.seat("Anna", live, look=Look(language=code), screen=screen)
        await (anna.pressed(*yes, *(["enter"] if len(yes) > 1 else [])) if screen else anna.told(yes))
        assert live.table.state.dealt == 2


async def test_topics_of_help_are_named_as_they_can_be_typed_in_ones_own_language() -> None:
    async with open_house() as house:
        anna = house.enter("Anna", look=Look(language="de"))
        assert "züge, leute, turnier, zeit" in " ".join((await anna.told("hilfe")).split())
        assert "Andere Leute" in await anna.told("hilfe leute")
        assert "zusehen" in await anna.told("hilfe zusehen")
