"""What crawlers of lists of such houses are told of this one, by MSSP; all of it is true at that moment."""

from importlib.metadata import PackageNotFoundError, version

import attrs

from core.games import GAMES
from core.house.service import Service
from core.sessions.others.company import count_people
from frontends.locale.language import LANGUAGES
from frontends.server.config import Listed
from frontends.telnet.wire.mssp import Figures

SPOKEN = ("ANSI", "GMCP", "UTF-8", "VT100")
NOT_SPOKEN = ("MCCP", "MSDP", "MSP", "MXP", "PUEBLO", "XTERM 256 COLORS", "XTERM TRUE COLORS")


@attrs.define
class Listing:
    """One house."""

    service: Service
    listed: Listed
    port: int = 0
    """Where people come by telnet; 0 while nobody can."""
    tls_port: int = 0
    """The same by TLS; 0 for nowhere."""
    since: int = attrs.field(init=False)
    """When it was opened, in seconds since the epoch."""

    def __attrs_post_init__(self) -> None:
        self.since = int(self.service.now())

    def figures(self) -> Figures:
        """Names and values; of the latter the most important is the last."""
        listed = self.listed
        said = {
            "NAME": (listed.name,),
            "PLAYERS": (str(count_people(self.service)),),
            "UPTIME": (str(self.since),),
            "CODEBASE": (f"Parlour {_version()}".strip(),),
            "CRAWL DELAY": ("-1",),
            "CONTACT": (listed.contact,),
            "HOSTNAME": (listed.hostname,),
            "WEBSITE": (listed.website,),
            "PORT": (str(listed.port or self.port),),
            "SSL": (str(listed.tls_port or self.tls_port),),
            "LANGUAGE": tuple(reversed([spoken.name for spoken in LANGUAGES.values()])),
            "FAMILY": ("Custom",),
            "GENRE": ("None",),
            "GAMEPLAY": ("Strategy",),
            "GAMESYSTEM": ("None",),
            "GAMES": tuple(GAMES),
            **dict.fromkeys(SPOKEN, ("1",)),
            **dict.fromkeys(NOT_SPOKEN, ("0",)),
        }
        return tuple((name, values) for name, values in said.items() if any(values))


def _version() -> str:
    try:
        return version("parlour")
    except PackageNotFoundError:  # It runs from its folder, and was never installed.
        return ""
