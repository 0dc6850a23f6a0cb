"""Catalogues as the program reads them, gettext's `.mo` files; what is wrong with one is a sentence, and no error."""

import gettext
import re
from pathlib import Path

from core.base.message import Message, counted, message

DOMAIN = "parlour"
LOCALE = Path(__file__).parent
CONTEXT = "\x04"
"""What stands between a context and its template in a catalogue."""
LEFT = f"catalogue{CONTEXT}sentences without a translation"
"""Where a catalogue that is not complete says how many sentences it lacks."""

_GAP = re.compile(r"(\{\w+\})")
_ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "ãƀçðéƒĝĥïĵķłɱñøƥɋřšŧûṽŵẋýžÃƁÇÐÉƑĜĤÏĴĶŁṀÑØƤɊŘŠŦÛṼŴẊÝŽ"
)


class PseudoCatalogue(gettext.NullTranslations):
    """Accents in the place of a catalogue."""

    def gettext(self, message: str) -> str:
        """The template with accents outside its gaps."""
        parts = _GAP.split(message.rpartition(CONTEXT)[2])
        return "".join(part if _GAP.fullmatch(part) else part.translate(_ACCENTED) for part in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The template for a number."""
        return self.gettext(msgid1 if n == 1 else msgid2)


def opened(code: str, name: str, folder: Path = LOCALE) -> tuple[gettext.NullTranslations, Message | None]:
    """The catalogue of a language that calls itself `name`, an empty one where there is none that can be read; and what
    is wrong with it."""
    try:
        found = gettext.translation(DOMAIN, folder, [code])
    except FileNotFoundError:
        missing = message(
            "There is no catalogue for {language}, so English is spoken: run make messages.", language=name
        )
        return gettext.NullTranslations(), missing
    except Exception as error:  # whatever gettext comes upon in bytes that are no catalogue
        broken = message("The catalogue for {language} cannot be read ({why}), so English is spoken.", language=name)
        why = error.strerror if isinstance(error, OSError) else str(error)
        return gettext.NullTranslations(), broken.filled(why=why or type(error).__name__)
    return found, _lacking(found, name)


def _lacking(catalogue: gettext.NullTranslations, name: str) -> Message | None:
    left = catalogue.gettext(LEFT)
    if not left.isdecimal():
        return None
    return counted(
        "{n} sentence is not in {language} yet, and is said in English.",
        "{n} sentences are not in {language} yet, and are said in English.",
        int(left), language=name,
    )  # fmt: skip
