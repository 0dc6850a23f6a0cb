"""Who may be in a house: people at terminals, and programs."""

from typing import TypeAlias

from frontends.programs.door.program import Program
from frontends.visit.visit import Visit

Guest: TypeAlias = Visit | Program
