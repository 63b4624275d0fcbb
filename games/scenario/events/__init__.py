"""What can happen in an exercise from a file: what follows from it, and what people decide."""

from __future__ import annotations

from warcouncil.games.kit.events import Event
from warcouncil.games.scenario.events import answers, decided, followed

EVENT_TYPES: tuple[type[Event], ...] = (*followed.EVENT_TYPES, *answers.EVENT_TYPES, *decided.EVENT_TYPES)
