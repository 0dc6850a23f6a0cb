"""The languages people read in: messages become sentences here, at the very end, each in its viewer's language.

Catalogues are gettext's, under `frontends/locale`; the English templates are their msgids. A language belongs to the
viewer, never to the process, so nothing is installed or set globally.
"""

import gettext
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from core.base.game import Refused
from core.base.message import Argument, Message, Name, message, render
from journal.api import JournalError

DOMAIN = "parlour"
LOCALE = Path(__file__).parent
LANGUAGES = {"en": "English", "fr": "français"}
"""What each language calls itself, by its code; the first is that of the templates."""
PSEUDO = "qps"
"""The code of English with accents on all letters of templates: what has none on a screen cannot be translated."""

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where POSIX looks for the language of messages; the first that is set counts."""
_GAP = re.compile(r"(\{\w+\})")
_ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "ãƀçðéƒĝĥïĵķłɱñøƥɋřšŧûṽŵẋýžÃƁÇÐÉƑĜĤÏĴĶŁṀÑØƤɊŘŠŦÛṼŴẊÝŽ"
)


class Language:
    """One language to say messages in."""

    def __init__(self, code: str, catalogue: gettext.NullTranslations) -> None:
        self.code = code
        self._catalogue = catalogue
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

    def _translate(self, one: str, many: str, n: int) -> str:
        if many:
            return self._catalogue.ngettext(one, many, n)
        return self._catalogue.gettext(one) if one else ""  # gettext answers its header to an empty msgid


class _PseudoCatalogue(gettext.NullTranslations):
    """Accents in the place of a catalogue."""

    def gettext(self, message: str) -> str:
        """The template with accents outside its gaps."""
        return "".join(part if _GAP.fullmatch(part) else part.translate(_ACCENTED) for part in _GAP.split(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The template for a number."""
        return self.gettext(msgid1 if n == 1 else msgid2)


@cache
def _known(code: str) -> Language:
    if code == PSEUDO:
        return Language(code, _PseudoCatalogue())
    if code == "en":
        return Language(code, gettext.NullTranslations())
    return Language(code, gettext.translation(DOMAIN, LOCALE, [code]))


def language(code: str) -> Language:
    """The language of that code, one of `LANGUAGES` or `PSEUDO`; English for all others."""
    return _known(code if code in LANGUAGES or code == PSEUDO else "en")


def language_code(text: str) -> str:
    """The code of the language that is meant by fr, fr_CA.UTF-8, français or French; empty for one not spoken here."""
    meant = _plain(text)
    code = re.split(r"[_.@-]", meant)[0]
    if code in LANGUAGES or code == PSEUDO:
        return code
    called = {_plain(name): code for code, name in LANGUAGES.items()} | {"french": "fr", "anglais": "en"}
    return called.get(meant, "")


def _plain(text: str) -> str:
    composed = unicodedata.normalize("NFKD", text.strip().lower())
    return "".join(character for character in composed if not unicodedata.combining(character))


def wanted_language(environ: Mapping[str, str]) -> str:
    """The code of the language that an environment asks for by LC_ALL, LC_MESSAGES or LANG; English if by none."""
    asked = next((environ[name] for name in _VARIABLES if environ.get(name)), "")
    return language_code(asked) or "en"


def sentence(error: Exception, words: Language, names: Sequence[Name] = ()) -> str:
    """What an error says in a language: a refusal or an error of the journal; all others as they are."""
    match error:
        case Refused():
            return words.say(error.message, names)
        case JournalError():
            return words.say(error.sentence, names)
        case _:
            return str(error)
