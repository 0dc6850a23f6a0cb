"""How much one person may do in a house, which `parlour serve --config` changes, and what is said to who wants more."""

import enum
from collections.abc import Mapping

import attrs

from core.base.figures import figure
from core.base.message import Message, message
from core.base.token_bucket import Rate, a_minute, an_hour
from core.duels.events import MOST_AT_ONCE, MOST_PAIRS

FORGETTING = 200.0
"""Records that being forgotten costs, because all who play wait while the store is made anew without a byte of it. An
address can have it done now and then, but not over and over, under whatever names."""


class Limit(enum.Enum):
    """What is counted of what people do in a house."""

    TABLES = "tables"
    TOURNAMENTS = "tournaments"
    DUELS = "duels"
    RECORDS = "records"
    TALK = "talk"
    """Lines at a table."""
    TELLS = "tells"
    """What is said to one person elsewhere, and invitations."""
    SHOUTS = "shouts"
    REPORTS = "reports"
    CHECKS = "checks"
    """Codes and passwords that are looked at."""
    COPIES = "copies"
    REPLAYS = "replays"
    SOLVING = "solving"
    """Seconds of solvers."""


OVERDRAWN: Mapping[Limit, Message] = {
    Limit.TABLES: message("You opened many tables: go on at one of them, or try again in {time}."),
    Limit.TOURNAMENTS: message("You announced many tournaments: try again in {time}."),
    Limit.DUELS: message("You ordered many duels: try again in {time}."),
    Limit.RECORDS: message("That was too fast. Try again in {time}."),
    Limit.TALK: message("You talked a lot: you can talk again in {time}."),
    Limit.TELLS: message("You called many people: try again in {time}."),
    Limit.SHOUTS: message("You shouted a lot: try again in {time}, or tell one person: tell NAME TEXT"),
    Limit.REPORTS: message("You made many reports: try again in {time}."),
    Limit.CHECKS: message("You typed many codes and passwords: try again in {time}."),
    Limit.COPIES: message("You went back to many saves: try again in {time}."),
    Limit.REPLAYS: message("You asked for many replays: try again in {time}."),
    Limit.SOLVING: message("You let the computer search a lot: try again in {time}."),
}
"""What is said to those who exceed their share, or that of their address."""


@attrs.frozen
class Budget:
    """What one person may do in a house; an address may do as much as several."""

    people_of_an_address: int = figure(4, "As much as so many people may do those who share an address.", least=1)
    addresses_of_a_network: int = figure(
        8, "A /24 of IPv4 or a /48 of IPv6 may do as much as this many addresses.", least=1
    )
    tables_an_hour: float = figure(30, "Tables opened; as many at once.", least=1)
    tables_waiting: int = figure(3, "Tables of one person that wait for a player.", least=1)
    tournaments_an_hour: float = figure(2, "Tournaments announced; as many at once.", least=0.01)
    tournaments_open: int = figure(2, "Tournaments of one person that are not over.", least=1)
    tournament_players: int = figure(32, "Players that a tournament has room for.", least=2, most=64)
    no_show_minutes: float = figure(
        3, "For which a player is waited for at a table of a tournament; then the game is lost.", least=0.1, most=60
    )
    duels_an_hour: float = figure(6, "Duels of programs ordered; as many at once.", least=0.01)
    duels_open: int = figure(2, "Duels of one person that are not over.", least=1)
    duel_pairs: int = figure(200, "Pairs of games that a duel has at the most.", least=1, most=MOST_PAIRS)
    duel_tables: int = figure(
        4, "Tables of one duel at which is played at once, at the most.", least=1, most=MOST_AT_ONCE
    )
    duel_no_show_seconds: float = figure(
        60, "For which a program is waited for at a table of a duel; then the game is lost.", least=1, most=3600
    )
    records_a_minute: float = figure(300, "Moves and all else that is written; as many at once.", least=1)
    talk_a_minute: float = figure(20, "Lines of talk at tables.", least=1)
    talk_at_once: float = figure(10, "Of them at once.", least=1)
    tells_a_minute: float = figure(20, "Lines told to one person elsewhere, and invitations.", least=1)
    tells_at_once: float = figure(10, "Of them at once.", least=1)
    shouts_a_minute: float = figure(1, "Lines shouted to everybody.", least=0.01)
    shouts_at_once: float = figure(2, "Of them at once.", least=1)
    reports_an_hour: float = figure(5, "Reports of others to those who run the house; as many at once.", least=1)
    tries_a_minute: int = figure(
        5, "Wrong codes and passwords, of an address and for a seat or a person; then a lockout.", least=1
    )
    lockout_seconds: float = figure(300, "For which no code and no password is looked at then.", least=1)
    bots: int = figure(5, "Programs that one person makes accounts for.", least=0)
    names_an_hour: int = figure(3, "Names registered from one address in any hour.", least=1)
    names_a_day: int = figure(10, "Names registered from one network in any day.", least=1)
    unused_name_days: float = figure(
        30, "After which a registered name that was never played with goes to whoever wants it; 0 is never."
    )
    keep_networks: bool = figure(
        True, "Whether the networks from which a person came in last are known again, by short salted digests."
    )
    checks_a_minute: float = figure(30, "Codes and passwords looked at, right ones, too; as many at once.", least=1)
    copies_an_hour: float = figure(20, "Saves gone back to; as many at once.", least=1)
    bookmarks: int = figure(40, "Bookmarks and saves at a table.", least=1)
    watchers: int = figure(200, "People who look on at a table.", least=1)
    tables_of_program: int = figure(16, "Tables at which one program is at once.", least=1)
    garbage_lines: int = figure(5, "Lines in a row that are no requests, at which a program has to go.", least=1)
    replays_a_minute: float = figure(6, "Games that are replayed; as many at once.", least=1)
    solver_seconds_an_hour: float = figure(600, "Time that solvers search for a person, one search at a time.", least=1)
    solver_seconds_at_once: float = figure(120, "Of it at once.", least=1)

    def rates(self) -> dict[Limit, Rate]:
        """What one person may do of each."""
        return {
            Limit.TABLES: an_hour(self.tables_an_hour),
            Limit.TOURNAMENTS: an_hour(self.tournaments_an_hour),
            Limit.DUELS: an_hour(self.duels_an_hour),
            Limit.RECORDS: a_minute(self.records_a_minute),
            Limit.TALK: a_minute(self.talk_a_minute, self.talk_at_once),
            Limit.TELLS: a_minute(self.tells_a_minute, self.tells_at_once),
            Limit.SHOUTS: a_minute(self.shouts_a_minute, self.shouts_at_once),
            Limit.REPORTS: an_hour(self.reports_an_hour),
            Limit.CHECKS: a_minute(self.checks_a_minute),
            Limit.COPIES: an_hour(self.copies_an_hour),
            Limit.REPLAYS: a_minute(self.replays_a_minute),
            Limit.SOLVING: an_hour(self.solver_seconds_an_hour, self.solver_seconds_at_once),
        }
