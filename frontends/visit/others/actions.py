"""What people do with one another, in every room where there are others."""

from __future__ import annotations

from frontends.visit.action import Action
from frontends.visit.others import calls, invitations, reports, who
from frontends.visit.room import Room

ACTIONS: tuple[Action[Room], ...] = (*who.ACTIONS, *calls.ACTIONS, *invitations.ACTIONS, reports.ACTION)
