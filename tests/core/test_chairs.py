"""Who sits at a seat, and who moves there."""

from __future__ import annotations

from core.table import SeatLent, SeatReturned, StandInAgreed
from core.table.chairs import Chair, lent


def test_whoever_has_the_seat_moves_and_the_person_stays_its_owner() -> None:
    chair = lent(Chair("anna"), StandInAgreed(0, "Comp", 60))
    assert (chair.mover, chair.agreed) == ("", ("Comp", 60))
    chair = lent(chair, SeatLent(0, "Comp"))
    assert (chair.mover, chair.person) == ("Comp", "anna")
    assert lent(chair, SeatReturned(0)) == Chair("anna")


def test_computer_player_moves_at_its_own_seat() -> None:
    assert Chair(bot="Comp").mover == "Comp"
