"""The languages people read in: messages become sentences here, at the very end, each in its viewer's language.

Catalogues are gettext's, under `frontends/locale`; the English templates are their msgids. A language belongs to the
viewer, never to the process, so nothing is installed or set globally.
"""

import gettext
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from msgspec import Struct

from core.base.game import Refused
from core.base.message import Argument, Message, Name, message, render, untranslated
from frontends.locale.catalogue import CONTEXT, PseudoCatalogue, opened
from journal.api import JournalError


class Spoken(Struct, frozen=True):
    """A language that is spoken here."""

    name: str
    """What it calls itself."""
    asked_for: tuple[str, ...] = ()
    """By what else people ask for it: its name in other languages, in lower case."""


LANGUAGES: Mapping[str, Spoken] = {
    "en": Spoken("English", ("anglais", "englisch")),
    "fr": Spoken("français", ("french", "französisch")),
    "de": Spoken("Deutsch", ("german", "allemand")),
}
"""By their codes; the first is that of the templates. No language is named anywhere else."""
TEMPLATES = next(iter(LANGUAGES))
"""The code of the language of the templates, which needs no catalogue."""
PSEUDO = "qps"
"""The code of English with accents on all letters of templates: what has none on a screen cannot be translated."""

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where POSIX looks for the language of messages; the first that is set counts."""


class Language:
    """One language to say messages in."""

    def __init__(self, code: str, catalogue: gettext.NullTranslations, trouble: Message | None = None) -> None:
        self.code = code
        self.has_typed_words = code not in (TEMPLATES, PSEUDO)
        """Whether there may be words to be typed besides the English ones."""
        self.trouble = trouble
        """Why English is spoken in its place, or for some sentences; None where its catalogue is complete."""
        self._catalogue = catalogue
        self._translate = untranslated if code == TEMPLATES else self._translated
        self._last: tuple[Message, str] | None = None
        """What was said to everybody last, and its sentence."""

    def say(self, said: Message, names: Sequence[Name] = ()) -> str:
        """The sentence; `names` are those of the players by seat, empty for a free seat."""
        return render(said, names, self._translate)

    def say_to_all(self, said: Message) -> str:
        """The sentence as one object for all who are told this very message, one after the other."""
        if self._last is None or self._last[0] is not said:
            self._last = said, self.say(said)
        return self._last[1]

    def text(self, template: str, /, **args: Argument) -> str:
        """The sentence of a template and what fills its gaps."""
        return render(message(template, **args), (), self._translate)

    def _translated(self, said: Message, n: int) -> str:
        if said.context:
            return self._in_context(said)
        if said.plural:
            return self._catalogue.ngettext(said.template, said.plural, n)
        # gettext answers its header to an empty msgid
        return self._catalogue.gettext(said.template) if said.template else ""

    def _in_context(self, said: Message) -> str:
        key = f"{said.context}{CONTEXT}{said.template}"
        found = self._catalogue.gettext(key)
        return said.template if found is key else found


@cache
def _known(code: str) -> Language:
    if code == PSEUDO:
        return Language(code, PseudoCatalogue())
    if code == TEMPLATES:
        return Language(code, gettext.NullTranslations())
    return Language(code, *opened(code, LANGUAGES[code].name))


def language(code: str) -> Language:
    """The language of that code, one of `LANGUAGES` or `PSEUDO`; English for all others."""
    return _known(code if code in LANGUAGES or code == PSEUDO else TEMPLATES)


def language_code(text: str) -> str:
    """The code of the language that is meant by fr, fr_CA.UTF-8, français or French; empty for one not spoken here."""
    meant = without_accents(text)
    code = re.split(r"[_.@-]", meant)[0]
    if code in LANGUAGES or code == PSEUDO:
        return code
    return _asked_for().get(meant, "")


@cache
def _asked_for() -> dict[str, str]:
    return {
        without_accents(name): code for code, spoken in LANGUAGES.items() for name in (spoken.name, *spoken.asked_for)
    }


def offered() -> tuple[str, ...]:
    """The languages that can be chosen, as they are listed for people: "fr (français)"."""
    return tuple(f"{code} ({spoken.name})" for code, spoken in LANGUAGES.items())


def without_accents(text: str) -> str:
    """A typed text as it is compared with a word of a language: in lower case, without blanks around and accents, and
    with the apostrophe of keyboards."""
    composed = unicodedata.normalize("NFKD", text.strip().casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return "".join(character for character in composed if not unicodedata.combining(character))


def wanted_language(environ: Mapping[str, str]) -> str:
    """The code of the language that an environment asks for by LC_ALL, LC_MESSAGES or LANG; English if by none."""
    asked = next((environ[name] for name in _VARIABLES if environ.get(name)), "")
    return language_code(asked) or TEMPLATES


def sentence(error: Exception, words: Language, names: Sequence[Name] = ()) -> str:
    """What an error says in a language: a refusal or an error of the journal; all others as they are."""
    match error:
        case Refused():
            return words.say(error.message, names)
        case JournalError():
            return words.say(error.sentence, names)
        case _:
            return str(error)
