"""Words as people type them in their own language, beside the English ones, which are understood in every language.

The catalogue of a language has its words in the context "typed": for each English word one or several, with commas
between. They are put into English before a room or a game reads them, so that no record depends on a language.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from core.base.message import Message, in_context
from frontends.locale.language import Language, without_accents

TYPED = "typed"
LONGEST = 4
"""Words of a phrase that stands for one English word, such as "fin de limite"."""
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "œ": "oe", "æ": "ae"})
"""What people type who have no such keys."""
FREE = {"luck": "ask"}
"""What is before an "=" after which anything may stand, and stays as it is but for one word."""

AFTER: tuple[Message, ...] = (
    in_context("typed", "on"), in_context("typed", "off"), in_context("typed", "yes"), in_context("typed", "no"),
    in_context("typed", "all"), in_context("typed", "mine"), in_context("typed", "with"), in_context("typed", "me"),
    # How somebody wants to play.
    in_context("typed", "computer"), in_context("typed", "person"), in_context("typed", "hotseat"),
    in_context("typed", "winnable"), in_context("typed", "daily"), in_context("typed", "deal"),
    in_context("typed", "level"), in_context("typed", "grade"), in_context("typed", "clock"),
    in_context("typed", "luck"), in_context("typed", "variant"), in_context("typed", "ask"),
    in_context("typed", "bots"), in_context("typed", "rated"),
    # Translators: grades of solitaires' deals, and levels of the computer. In French they agree with "partie".
    in_context("typed", "easy"),
    in_context("typed", "fair"), in_context("typed", "hard"), in_context("typed", "normal"),
    in_context("typed", "strong"), in_context("typed", "classic"),
    # The topics of help, and the parts of rules.
    in_context("typed", "moves"), in_context("typed", "people"), in_context("typed", "time"),
    in_context("typed", "watching"), in_context("typed", "saving"), in_context("typed", "looks"),
    in_context("typed", "house"), in_context("typed", "goal"), in_context("typed", "play"),
    in_context("typed", "scoring"), in_context("typed", "variants"), in_context("typed", "example"),
    in_context("typed", "strategy"),
    # Who may watch, demonstrations, notices, vacations, plans, stand-ins, a replay's hands.
    in_context("typed", "open"), in_context("typed", "invited"), in_context("typed", "late"),
    in_context("typed", "slow"), in_context("typed", "fast"), in_context("typed", "solution"),
    in_context("typed", "came"), in_context("typed", "left"), in_context("typed", "opened"),
    in_context("typed", "turn"), in_context("typed", "ended"), in_context("typed", "table"),
    in_context("typed", "away"), in_context("typed", "tell"), in_context("typed", "shout"),
    in_context("typed", "talk"), in_context("typed", "lobby"), in_context("typed", "channel"),
    in_context("typed", "days"), in_context("typed", "until"), in_context("typed", "any"),
    in_context("typed", "then"), in_context("typed", "after"), in_context("typed", "back"),
    # Tournaments and duels.
    in_context("typed", "new"), in_context("typed", "cancel"), in_context("typed", "rounds"),
    in_context("typed", "arena"), in_context("typed", "tournament"), in_context("typed", "duel"),
)  # fmt: skip
"""Words that are typed after others."""

OF_DUELS: tuple[Message, ...] = (
    in_context("typed", "agree"), in_context("typed", "decline"), in_context("typed", "stop"),
)  # fmt: skip
"""What is typed between "duel" and the name of one; names of bots stand there, too, so no others are understood."""

PLACEHOLDERS: tuple[Message, ...] = (
    in_context("placeholder", "GAME"), in_context("placeholder", "PART"), in_context("placeholder", "ID"),
    in_context("placeholder", "NAME"), in_context("placeholder", "NAMES"), in_context("placeholder", "CODE"),
    in_context("placeholder", "HOW"), in_context("placeholder", "LINE"), in_context("placeholder", "N"),
    in_context("placeholder", "NUMBER"), in_context("placeholder", "WORDS"), in_context("placeholder", "ORDER"),
    in_context("placeholder", "THEIRS"), in_context("placeholder", "MINE"), in_context("placeholder", "WHERE"),
    in_context("placeholder", "DAY"), in_context("placeholder", "MOVE"), in_context("placeholder", "KIND"),
    in_context("placeholder", "PAGE"), in_context("placeholder", "TOPIC"), in_context("placeholder", "ADDRESS"),
    in_context("placeholder", "or"),
)  # fmt: skip
"""What stands in help for what is typed after a word."""
_PLACEHOLDERS = {said.template: said for said in PLACEHOLDERS}
_PART = re.compile(r"[A-Za-z]+")


def own_forms(said: Message, language: Language) -> tuple[str, ...]:
    """What may be typed for an English word in a language, besides that word itself; empty where there is nothing."""
    if not language.has_typed_words or (spoken := language.say(said)) == said.template:
        return ()
    return tuple(form.strip() for form in (spoken.split(",") if said.context == TYPED else (spoken,)))


@cache
def forms_of(word: str, language: Language) -> tuple[str, ...]:
    """The same for the word of an action. It is kept, because completions ask for those of all actions."""
    return own_forms(Message(word, context=TYPED), language)


def spellings(form: str) -> tuple[str, ...]:
    """How a form is compared with what was typed: without accents, or with two letters in place of one."""
    return without_accents(form), without_accents(form.lower().translate(_TWO_LETTERS))


def own_word(word: str, language: Language) -> str:
    """The word as it is named to somebody who reads that language: its first form there, or itself."""
    return next(iter(forms_of(word, language)), word)


def english_of(typed: str, words: Iterable[str], language: Language) -> str | None:
    """Which of some English words is typed in a language; None where none is."""
    if not language.has_typed_words:
        return None
    own = without_accents(typed)
    return next((each for each in words if own in means(each, language)), None)


def usage(word: str, takes: str, language: Language) -> str:
    """The word of an action with what may be typed after it, as it is named to somebody who reads that language."""

    def own(part: re.Match[str]) -> str:
        said = _PLACEHOLDERS.get(part[0])
        return language.say(said) if said is not None else own_word(part[0], language)

    return f"{own_word(word, language)} {_PART.sub(own, takes)}".rstrip()


@cache
def means(word: str, language: Language) -> Collection[str]:
    """How the forms of an action's word may be spelled, as `without_accents` leaves them."""
    return frozenset(spelling for form in forms_of(word, language) for spelling in spellings(form))


def in_english(text: str, vocabulary: tuple[Message, ...], language: Language) -> str:
    """A typed text with the English words for those of the person's own language; all others stay as they are."""
    if not language.has_typed_words:
        return text
    phrases, words, found = _phrases(vocabulary, language), text.split(), list[str]()
    while words:
        count = next((n for n in range(min(LONGEST, len(words)), 0, -1) if _plain(words[:n]) in phrases), 0)
        found.append(phrases[_plain(words[:count])] if count else _option(words[0], phrases))
        del words[: count or 1]
    return " ".join(found)


def _option(word: str, phrases: Mapping[str, str]) -> str:
    """A word that is none of the language's own; of one such as "grade=moyenne" both parts may be."""
    name, equals, value = word.partition("=")
    if not equals:
        return word
    name = phrases.get(without_accents(name), name)
    own = phrases.get(without_accents(value), value)
    return f"{name}={value if own != FREE.get(name, own) else own}"


def _plain(words: Sequence[str]) -> str:
    return without_accents(" ".join(words))


@cache
def _phrases(vocabulary: tuple[Message, ...], language: Language) -> Mapping[str, str]:
    """The English words, in lower case, by what may be typed for them."""
    return {
        spelling: said.template.lower()
        for said in vocabulary
        for form in own_forms(said, language)
        for spelling in spellings(form)
    }


@cache
def with_own_forms(words: frozenset[str], language: Language) -> frozenset[str]:
    """Some English words and all that may be typed for them in a language: with accents and without, in lower case."""
    forms = [form.lower() for word in words for form in forms_of(word, language)]
    return frozenset((*words, *forms, *(spelling for form in forms for spelling in spellings(form))))
