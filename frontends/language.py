"""The languages people read in: messages become sentences here, at the very end, each in its viewer's language.

Catalogues are gettext's, under `frontends/locale`; the English templates are their msgids. A language belongs to the
viewer, never to the process, so nothing is installed or set globally.
"""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from core.message import Argument, Message, message, render

DOMAIN = "parlour"
LOCALE = Path(__file__).parent / "locale"
LANGUAGES = {"en": "English", "fr": "français"}
"""What each language calls itself, by its code; the first is that of the templates."""


class Language:
    """One language to say messages in."""

    def __init__(self, code: str, catalogue: gettext.NullTranslations) -> None:
        self.code = code
        self._catalogue = catalogue

    def say(self, said: Message, names: Sequence[str] = ()) -> str:
        """The sentence; `names` are those of the players by seat, empty for a free seat."""
        return render(said, names, self._translate)

    def text(self, template: str, /, **args: Argument) -> str:
        """The sentence of a template and what fills its gaps."""
        return render(message(template, **args), (), self._translate)

    def _translate(self, one: str, many: str, n: int) -> str:
        if many:
            return self._catalogue.ngettext(one, many, n)
        return self._catalogue.gettext(one) if one else ""  # gettext answers its header to an empty msgid


@lru_cache(maxsize=None)
def language(code: str) -> Language:
    """The language of that code; English for codes that are not in `LANGUAGES`."""
    known = code if code in LANGUAGES else "en"
    if known == "en":
        return Language(known, gettext.NullTranslations())
    return Language(known, gettext.translation(DOMAIN, LOCALE, [known], fallback=True))
