"""Injects: messages written beforehand, and when each is due at a table."""

from __future__ import annotations

from warcouncil.arbiter.core.refused import Refused
from warcouncil.arbiter.core.rulings import addressed
from warcouncil.arbiter.core.stimuli import Condition, Inject
from warcouncil.arbiter.core.table import Table
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.sheets import Facts, Sheet, Track
from warcouncil.protocol.words import SeatId


class Injects:
    """The injects of an exercise, by their place in the plan."""

    def __init__(self, injects: tuple[Inject, ...]) -> None:
        self._injects = injects

    def __bool__(self) -> bool:
        return bool(self._injects)

    def __getitem__(self, number: int) -> Inject:
        return self._injects[number]

    def due(self, table: Table, at: int) -> tuple[int, ...]:
        """Give those that are due at a table and have not been given there."""
        if not table.begun or not isinstance(table.phase, Phase):
            return ()
        return tuple(
            number
            for number, inject in enumerate(self._injects)
            if number not in table.fired
            and (not inject.tables or table.number in inject.tables)
            and _holds(table, inject, at)
        )

    def addressed(self, table: Table, inject: Inject) -> tuple[tuple[SeatId, ...], str]:
        """Give whom an inject reaches at a table (nobody, where there is no such seat or team), and in what words."""
        try:
            to, whom, _ = addressed(table, inject.seat, inject.team)
        except Refused:
            return (), ""
        return to, whom


def _holds(table: Table, inject: Inject, at: int) -> bool:
    if inject.at_seconds is not None and at - table.begun_at < inject.at_seconds * 1000:
        return False
    if inject.phase and table.opened.get(inject.phase, 0) < inject.occasion:
        return False
    return inject.when is None or (table.public is not None and _over(table.public, inject.when))


def _over(public: Sheet, when: Condition) -> bool:
    """Tell whether the number beside a label is high enough; a label that is not there has none."""
    for element in public.elements:
        if isinstance(element, Track) and element.title == when.label:
            return element.at > when.over
        if isinstance(element, Facts):
            for fact in element.facts:
                if fact.label == when.label and fact.value.strip().lstrip("-").isdigit():
                    return int(fact.value) > when.over
    return False
