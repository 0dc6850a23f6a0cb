"""Who is invited to which table."""

from __future__ import annotations

from core.presence.invitations import MOST, Invitation, Invitations


def of(name: str, table: str = "t1") -> Invitation:
    return Invitation(table, name, f"p-{name}")


def test_invitation_is_found_by_the_name_of_whoever_invites() -> None:
    invitations = Invitations()
    for name in ("Anna", "Bert"):
        invitations.add("me", of(name))
    assert invitations.find("me", "ANNA") == (of("Anna"),)
    assert invitations.find("me", "") == (of("Anna"), of("Bert"))
    assert invitations.find("you", "") == ()


def test_newer_one_takes_the_place_of_an_older_of_the_same_person_and_few_are_kept() -> None:
    invitations = Invitations()
    for table in ("t1", "t2"):
        invitations.add("me", of("Anna", table))
    assert invitations.of("me") == (of("Anna", "t2"),)
    for number in range(2 * MOST):
        invitations.add("me", of(f"Bert{number}"))
    assert len(invitations.of("me")) == MOST
    for one in invitations.of("me"):
        invitations.drop("me", one)
    assert invitations.of("me") == ()
    invitations.drop("me", of("Anna"))
