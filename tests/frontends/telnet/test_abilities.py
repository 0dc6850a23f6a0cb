"""What is made of what clients tell of their terminals."""

from __future__ import annotations

import pytest

from frontends.telnet.abilities import Told
from frontends.telnet.wire.events import Mtts


def told(*names: str, mtts: int = 0, utf8: bool | None = None, **variables: str) -> Told:
    return Told(names, Mtts(mtts), tuple(variables.items()), utf8)


@pytest.mark.parametrize(
    "known",
    [
        told("XTERM"), told("xterm-256color"), told("screen.xterm"), told("TMUX-256COLOR"), told("linux"),
        told("putty"), told("syncterm"), told("ansi-bbs"), told("TINYFUGUE", "ANSI-ATTR"), told("MUDLET", mtts=8),
        told("VT100", COLORTERM="truecolor"), told("vt220", mtts=1), told(mtts=1), told(mtts=256), told(TERM="xterm"),
    ],
)  # fmt: skip
def test_colours_are_used_where_they_are_known(known: Told):
    assert known.abilities.colour


@pytest.mark.parametrize(
    "known",
    [
        told(), told("VT100"), told("vt102"), told("VT220"), told("ansi"), told("ANSI"), told("DUMB"), told("UNKNOWN"),
        told("xterm-mono"), told("linux-m"), told("vt100", mtts=2), told("vt100", COLORTERM=""), told(TERM="vt100"),
    ],
)  # fmt: skip
def test_terminals_of_which_nothing_is_known_get_no_colours(known: Told):
    assert not known.abilities.colour


@pytest.mark.parametrize(
    ("known", "utf8"),
    [
        (told("XTERM"), True),
        (told("VT100"), False),
        (told("linux"), False),
        (told("DUMB", mtts=4), True),
        (told("VT100", LANG="fr_FR.UTF-8"), True),
        (told("VT100", LC_CTYPE="C.utf8"), True),
        (told("VT100", LANG="de_DE.UTF-8@euro"), True),
        (told("XTERM", LANG="C"), False),
        (told("XTERM", LC_ALL="C", LANG="fr_FR.UTF-8"), False),
        (told("XTERM", utf8=False), False),
        (told("VT100", utf8=True, LANG="C"), True),
    ],
)
def test_utf8_is_used_where_it_is_likely(known: Told, utf8: bool):
    assert known.abilities.utf8 == utf8


@pytest.mark.parametrize(
    ("known", "screen", "mouse"),
    [
        (told("XTERM"), True, True),
        (told("VT100"), True, False),
        (told("ansi"), True, False),
        (told("linux"), True, False),
        (told("TINYFUGUE", "ANSI-ATTR", "ANSI", "UNKNOWN"), False, False),
        (told("MUDLET", "ANSI-TRUECOLOR", mtts=2349), False, False),
        (told("TINTIN++", "xterm-256color", mtts=271), True, True),
        (told("THING", mtts=2 + 16), True, True),
        (told("DUMB"), False, False),
    ],
)
def test_pictures_and_clicks_need_a_terminal_and_not_only_its_colours(known: Told, screen: bool, mouse: bool):
    assert (known.abilities.screen, known.abilities.mouse) == (screen, mouse)


@pytest.mark.parametrize(
    ("known", "reader"),
    [
        (told("XTERM", mtts=64), True),
        (told("XTERM", ACCESSIBLE="1"), True),
        (told("XTERM", ACCESSIBLE="0"), False),
        (told("XTERM"), False),
    ],
)
def test_screen_readers_say_so(known: Told, reader: bool):
    assert known.abilities.reader == reader


@pytest.mark.parametrize(
    ("known", "language"),
    [
        (told(), ""),
        (told(LANG="fr_CA.UTF-8"), "fr"),
        (told(LANG="fr_FR", LC_ALL="en_GB"), "en"),
        (told(LANG="xx"), "en"),
        (told(LC_MESSAGES="fr"), "fr"),
        (told(LC_CTYPE="fr_FR.UTF-8"), ""),
    ],
)
def test_language_is_that_of_the_environment(known: Told, language: str):
    assert known.abilities.language == language
