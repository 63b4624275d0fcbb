"""Injects: messages written beforehand, and when each comes at a table.

Law: they go by the table's running time, which is what its clocks have counted down: it stands before the beginning, while the table is
paused or held, when a clock has run out, and when the game is over. So no inject comes early, twice or with others in a burst.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import Field
from warcouncil.arbiter.core.plan import Inject
from warcouncil.protocol.words import Model, TableId


class Unfolded(Model):
    """How far the injects of a table have come: each by its place in the list, each moment in milliseconds of running time."""

    came: dict[int, int] = Field(default_factory=dict)
    """When it came."""
    opened: dict[int, int] = Field(default_factory=dict)
    """When the phase opened from which it counts."""


NOTHING_YET = Unfolded()


class Injects:
    """The injects that are told at one table. They never change; how far they have come is an `Unfolded`."""

    def __init__(self, injects: tuple[Inject, ...], table: TableId) -> None:
        self._all = injects
        self._own = {
            place: each for place, each in enumerate(injects) if not each.tables or table in each.tables
        }
        self.watch = any(each.when for each in self._own.values())
        """Whether something hangs on what the public sheet says."""

    def __bool__(self) -> bool:
        """Whether the exercise has any, at whatever table."""
        return bool(self._all)

    def __getitem__(self, place: int) -> Inject:
        return self._own[place]

    def note_opening(self, so_far: Unfolded, phase: str, occasion: int, ran_ms: int) -> Unfolded:
        """Take note that a phase opened for this time: some count from then."""
        opened = {
            place: ran_ms
            for place, inject in self._own.items()
            if (inject.phase, inject.occasion) == (phase, occasion)
        }
        return so_far.model_copy(update={"opened": so_far.opened | opened}) if opened else so_far

    def come(self, so_far: Unfolded, place: int, ran_ms: int) -> Unfolded:
        """Take note that one comes."""
        return so_far.model_copy(update={"came": so_far.came | {place: ran_ms}})

    def moment(self, so_far: Unfolded, place: int) -> int | None:
        """Give when one comes that has not come; None: what it counts from has not happened yet."""
        inject = self._own[place]
        begins = so_far.opened.get(place) if inject.phase else 0
        return None if begins is None else begins + (inject.at_seconds or 0) * 1000

    def due(self, so_far: Unfolded, figures: Mapping[str, int], ran_ms: int) -> tuple[int, ...]:
        """Give those that come now, in the order of the list."""
        return tuple(
            place
            for place, moment in self._coming(so_far)
            if moment <= ran_ms and _holds(self._own[place], figures)
        )

    def next_moment(self, so_far: Unfolded, ran_ms: int) -> int | None:
        """Give the moment of the next one whose time is still to come; None: there is none."""
        return min((moment for _, moment in self._coming(so_far) if moment > ran_ms), default=None)

    def _coming(self, so_far: Unfolded) -> Iterator[tuple[int, int]]:
        for place in self._own:
            if place not in so_far.came:
                moment = self.moment(so_far, place)
                if moment is not None:
                    yield place, moment


def _holds(inject: Inject, figures: Mapping[str, int]) -> bool:
    """Tell whether the number that it waits for is over its limit."""
    when = inject.when
    return when is None or (when.label in figures and figures[when.label] > when.over)
