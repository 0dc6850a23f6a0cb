"""The language of the person who types commands, from the environment."""

from __future__ import annotations

import os

from frontends.locale.language import Language, language, wanted_language


def own_words() -> Language:
    """The language of this process's environment."""
    return language(wanted_language(os.environ))
