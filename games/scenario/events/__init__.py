"""The events of a game from a scenario file: consequences of its rules, answers, and decisions of people."""

from __future__ import annotations

from warcouncil.games.kit.events import Event
from warcouncil.games.scenario.events import answers, decided, followed, moved

EVENT_TYPES: tuple[type[Event], ...] = (
    *followed.EVENT_TYPES,
    *answers.EVENT_TYPES,
    *decided.EVENT_TYPES,
    *moved.EVENT_TYPES,
)
