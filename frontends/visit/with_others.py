"""What people do with one another, in every room where there are others."""

from __future__ import annotations

from frontends.visit import calling, inviting, reporting, who
from frontends.visit.action import Action
from frontends.visit.room import Room

ACTIONS: tuple[Action[Room], ...] = (*who.ACTIONS, *calling.ACTIONS, *inviting.ACTIONS, reporting.ACTION)
