"""What is said to translators about a sentence: where it is said, and what fills its gaps."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.catalogue.extract import Found

GAP = re.compile(r"\{(\w+)\}")
_HELD = {
    "the name of a player, or of somebody else": """
        who name other winner first second called owner taken viewer whom by one bot player loser""",
    "several names": "players names known channels languages",
    "a number": """
        n number count high low points miles mine theirs total their_total one_hand other_hand one_total other_total
        score best all full most least left days hours wins whole tenths percent parts part steps pages page place below
        worth enough longest end counts now undos level done games hand last their_games coups safeties trips deal deals
        rating ratings version smaller larger sign hands seq head expected limit size old new won drawn lost
        direct berger highest oldest newest copies speed embraced loose anchored corner corners room rest third fourth
        length round rounds pair lead share""",
    "how long, or when, such as 2 hours": """
        time span until age given later late today day average clock idle heard start""",
    "the title or the name of a game": "game title variant found",
    "what a language calls itself": "language",
    "what a person typed, or is to type": """
        program typed text word words example joining way command code value copy form line options slots slot
        luck direction move moves channel grade grades levels topics variable section field wanted""",
    "a card, such as Speed Limit or ten of hearts": "card hazard cure safety remedy battle coup onto top",
    "several cards": "cards tops",
    "a rank, such as ten, or several of it, such as tens": "rank ranks base",
    "the suit of a card": "suit suits",
    "the number of a pile, or of several": "source target pile piles columns equal empty",
    "tiles of the board": "tile tiles where block blocks embraces",
    "another sentence, or a part of one": """
        said what how reason why ending status state result standing terms kind kinds turn more has near gain
        heading help advice trouble error complaint damage note lines cell cells key keys take others meant hint
        hints better back times when byes ties gone pairs""",
    "a part of the journal": """
        stream path file url table id mark seed book duel digits origin played rules subject subjects""",
    "an address or a name in the net": "address host port server servers network house directory ca scheme ids",
}
"""By what they hold, the names of gaps."""
HOLDS: Mapping[str, str] = {name: held for held, names in _HELD.items() for name in names.split()}


def about(found: Found, source: str) -> Iterator[str]:
    """The remarks on a sentence that was found in a source."""
    yield f"In: {_subject(source)}"
    gaps = dict.fromkeys(GAP.findall(found.one + found.many))
    held = [f"{{{name}}}: {HOLDS[name]}" for name in gaps if name in HOLDS]
    if held:
        yield "; ".join(held)


@cache
def _subject(source: str) -> str:
    """What a source is about: the first line of its docstring."""
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]
