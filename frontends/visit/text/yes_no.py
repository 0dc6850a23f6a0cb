"""Yes and no, as people are asked for them and type them."""

from core.base.message import message
from frontends.locale.language import Language

YES, NO = message("yes"), message("no")
YES_OR_NO = message("(y/n)")
"""With which every question ends that wants a yes or a no."""


def yes_or_no(text: str, words: Language) -> bool | None:
    """What somebody means who answers yes or no, in English or their own language; None for anything else."""
    typed = text.strip().lower()
    for said, meant in ((YES, True), (NO, False)):
        known = {said.template, words.say(said)}
        if typed in known | {word[0] for word in known}:
            return meant
    return None
