"""Reporting somebody to those who run the house, from the lobby or a table."""

from __future__ import annotations

import logging

from core.base.message import message
from core.sessions.others import reports
from frontends.server import logs
from frontends.visit.action import Action
from frontends.visit.room import Room
from frontends.visit.text.pages import is_talk


async def report(room: Room, rest: str) -> None:
    """Tell those who run the house what somebody does."""
    visit, (name, _, words) = room.visit, rest.partition(" ")
    number = await reports.report(visit.session, name, words, tuple(filter(is_talk, visit.company.heard)))
    logs.note(logging.INFO, "reported", report=number)
    visit.say(message("Thank you: those who run this house will read it."))


ACTION: Action[Room] = Action(
    "report", report, message("tell those who run the house what somebody does"), takes="NAME WORDS",
    unless=lambda room: reports.objection(room.visit.session),
)  # fmt: skip
