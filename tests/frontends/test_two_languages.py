"""Two people over telnet at one table, one in French and one in English: each reads their own, the journal neither."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import attrs

from core.games.mille.cards import Card
from core.records import fold
from journal import open_journal
from tests.frontends.served import CODE, serving
from tests.frontends.telnet.clients import Bare, connect

TURNS = 3


@attrs.frozen
class Speech:
    """What somebody is told in their language, as far as these tests wait for it."""

    name: str
    lobby: str
    turn: str
    picked: str
    discarded: str
    a_safety: str
    words: frozenset[str]
    """Some of its everyday words that the other language does not have."""


FRENCH = Speech(
    "Votre nom : ", "salon> ", "à vous> ", "Vous piochez", "Vous défaussez", "défausse(?:r|z pas) une botte",
    frozenset({"vous", "votre", "une", "carte", "cartes", "manche", "bornes", "partie", "points", "pioche", "table"}),
)  # fmt: skip
ENGLISH = Speech(
    "Your name: ", "lobby> ", "your move> ", "You pick", "You discard", "discard a safety",
    frozenset({"you", "your", "card", "cards", "miles", "points", "discards", "picks", "the", "table"}),
)  # fmt: skip
IN_BOTH = FRENCH.words & ENGLISH.words


async def come_in(person: Bare, name: str, speech: Speech) -> None:
    """Come in; what is said from now on is in the language that was chosen at the door."""
    await person.expect(ENGLISH.name)
    if speech is FRENCH:
        await person.ask("language fr", FRENCH.name)
    person.raw, person.read_up_to = b"", 0
    await person.ask(name, speech.lobby)
    await person.ask("utf8", "♠")


async def take_turn(person: Bare, speech: Speech) -> None:
    """Pick a card, and discard the first that is no safety."""
    await person.expect(speech.turn)
    await person.ask("p", speech.picked)
    for slot in "p123456":
        await person.send(f"d {slot}")
        if (await person.expect(f"{speech.discarded}|{speech.a_safety}"))[0] == speech.discarded:
            return


def words_in(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text.lower())


async def test_each_reads_their_own_language_and_the_journal_holds_no_word_of_either(tmp_path: Path) -> None:
    journal = tmp_path / "a.db"
    async with (
        serving("--journal", f"sqlite:{journal}") as house,
        await connect(house.port) as one,
        await connect(house.port) as two,
    ):
        anne, bert = Bare(one), Bare(two)
        await come_in(anne, "Anne", FRENCH)
        await come_in(bert, "Bert", ENGLISH)
        table = (await anne.ask("new mille person", CODE))[1][:5]
        await bert.ask(f"join {table}", "Mille")
        for _ in range(TURNS):
            await take_turn(anne, FRENCH)
            await take_turn(bert, ENGLISH)
        await anne.expect(FRENCH.turn)
        await anne.ask("help", FRENCH.turn)
        await anne.ask("zut", "zut.*")
        await bert.ask("score", "Points|points")
        french, english = (words_in(person.text.replace(table, "")) for person in (anne, bert))

    assert set(french) & ENGLISH.words <= IN_BOTH
    assert set(english) & FRENCH.words <= IN_BOTH
    assert len(FRENCH.words - set(french)) <= 1
    assert len(ENGLISH.words - set(english)) <= 1
    async with open_journal(f"sqlite:{journal}") as stored:
        records = await stored.read(f"table/{table}")
    assert fold.verify(f"table/{table}", records).now.plays == 4 * TURNS
    kept = [words_in((record.raw + record.raw_play).decode()) for record in records]
    pairs = {pair for words in kept for pair in pairwise(words)}
    cards = {word for card in Card for word in words_in(card.value)}
    told = {pair for said in (french, english) for pair in pairwise(said) if min(map(len, pair)) > 2}
    told = {pair for pair in told if not cards.issuperset(pair)}  # Cards are kept by names of their own.
    assert pairs & told == set()
