"""Who sits at a seat, and who moves there."""

from __future__ import annotations

from core.table import Holder, SeatLent, SeatReturned, StandInAgreed
from core.table.events import StandInAccepted, StandInDeclined
from core.table.stand_in import lent
from core.table.state import NOBODY, Chair


def test_whoever_has_the_seat_plays_and_the_person_stays_its_owner() -> None:
    chair = lent(Chair("anna"), StandInAgreed(0, "Comp", 60))
    assert (chair.holder, chair.agreed, chair.after) == (Holder("anna"), Holder(bot="Comp"), 60)
    chair = lent(chair, SeatLent(0, "Comp"))
    assert (chair.holder, chair.person, set(chair.people)) == (Holder(bot="Comp"), "anna", {"anna"})
    assert lent(chair, SeatReturned(0)) == Chair("anna")


def test_person_who_stands_in_sees_what_the_seat_sees_until_it_is_returned() -> None:
    chair = lent(Chair("anna"), StandInAgreed(0, "", 60, "carl"))
    assert (chair.wanted, set(chair.people)) == ("carl", {"anna"})
    chair = lent(chair, StandInAccepted(0, "carl"))
    assert (chair.wanted, set(chair.people)) == ("", {"anna"})
    chair = lent(chair, SeatLent(0, "", "carl"))
    assert (chair.holder, set(chair.people)) == (Holder("carl"), {"anna", "carl"})
    assert lent(chair, SeatReturned(0)).people == {"anna"}


def test_person_who_would_rather_not_is_not_wanted_any_more() -> None:
    chair = lent(lent(Chair("anna"), StandInAgreed(0, "", 0, "carl")), StandInDeclined(0, "carl"))
    assert (chair, chair.wanted, chair.stand_in) == (Chair("anna"), "", NOBODY)


def test_computer_player_plays_at_its_own_seat() -> None:
    assert Chair(bot="Comp").holder == Holder(bot="Comp")
