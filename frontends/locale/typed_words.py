"""Words as people type them in their own language, beside the English ones, which are understood in every language.

The catalogue of a language has its words in the context "typed": for each English word one or several, with commas
between. They are put into English before a room or a game reads them, so that no record depends on a language.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from core.base.message import Message
from frontends.locale.language import Language, without_accents

TYPED = "typed"
LONGEST = 4
"""Words of a phrase that stands for one English word, such as "fin de limite"."""
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "œ": "oe", "æ": "ae"})
"""What people type who have no such keys."""
FREE = {"luck": "ask"}
"""What is before an "=" after which anything may stand, and stays as it is but for one word."""


def each_in_context(context: str, *templates: str) -> tuple[Message, ...]:
    """As many messages as templates, each to be said in the same context."""
    return tuple(Message(template, context=context) for template in templates)


AFTER: tuple[Message, ...] = (
    *each_in_context("typed", "on", "off", "yes", "no", "all", "mine", "with", "me"),
    # How somebody wants to play.
    *each_in_context(
        "typed", "computer", "person", "hotseat", "winnable", "daily", "deal", "level", "grade", "clock", "luck",
        "variant", "ask", "bots", "rated",
    ),
    # Translators: grades of solitaires' deals, and levels of the computer. In French they agree with "partie".
    *each_in_context("typed", "easy", "fair", "hard", "normal", "strong", "classic"),
    # The topics of help, and the parts of rules.
    *each_in_context(
        "typed", "moves", "people", "time", "watching", "saving", "looks", "house", "goal", "play", "scoring",
        "variants", "example", "strategy",
    ),
    # Who may watch, demonstrations, notices, vacations, plans, stand-ins, a replay's hands.
    *each_in_context(
        "typed", "open", "invited", "late", "slow", "fast", "solution", "came", "left", "opened", "turn", "ended",
        "table", "away", "tell", "shout", "talk", "lobby", "channel", "days", "until", "any", "then", "after", "back",
    ),
    # Tournaments and duels.
    *each_in_context("typed", "new", "cancel", "rounds", "arena", "tournament", "duel"),
)  # fmt: skip
"""Words that are typed after others."""

OF_DUELS = each_in_context("typed", "agree", "decline", "stop")
"""What is typed between "duel" and the name of one; names of bots stand there, too, so no others are understood."""

PLACEHOLDERS = each_in_context(
    "placeholder", "GAME", "PART", "ID", "NAME", "NAMES", "CODE", "HOW", "LINE", "N", "NUMBER", "WORDS", "ORDER",
    "THEIRS", "MINE", "WHERE", "DAY", "MOVE", "KIND", "PAGE", "TOPIC", "ADDRESS", "or",
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
