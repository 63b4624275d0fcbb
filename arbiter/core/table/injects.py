"""Injects: messages written beforehand, and when each comes at a table.

Law: they go by the table's running time, which is what its clocks have counted down: it stands before the beginning, while the table is
paused or held, when a clock has run out, and when the game is over. So no inject comes early, twice or with others in a burst.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import Field
from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.arbiter.core.words.plan import Inject
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import Model, TableId


class InjectProgress(Model):
    """How far the injects of a table have come: each by its place in the list, each moment in milliseconds of running time."""

    came: dict[int, int] = Field(default_factory=dict)
    """When it came."""
    opened: dict[int, int] = Field(default_factory=dict)
    """When the phase opened from which it counts."""
    later: dict[int, int] = Field(default_factory=dict)
    """By how much an umpire postponed it."""
    sent: tuple[int, ...] = ()
    """Those that came at an umpire's word."""
    kept_back: tuple[int, ...] = ()
    """Those that now come at an umpire's word alone."""
    dropped: tuple[int, ...] = ()
    """Those that never come."""


NOTHING_YET = InjectProgress()


class Injects:
    """The injects that are told at one table. They never change; how far they have come is an `InjectProgress`."""

    def __init__(self, injects: tuple[Inject, ...], table: TableId) -> None:
        self._all = injects
        self.own = {
            place: each for place, each in enumerate(injects) if not each.tables or table in each.tables
        }
        """Those that are told here, by their place in the list."""
        self.watch = any(each.when for each in self.own.values())
        """Whether something hangs on what the public sheet says."""

    def __bool__(self) -> bool:
        """Whether the exercise has any, at whatever table."""
        return bool(self._all)

    # --- when they come -------------------------------------------------------------------------------------------

    def moment(self, so_far: InjectProgress, place: int) -> int | None:
        """Give when one comes by its time; None: what it counts from has not happened yet."""
        inject = self.own[place]
        begins: int | None = 0
        if inject.phase:
            begins = so_far.opened.get(place)
        elif inject.after is not None:
            begins = so_far.came.get(inject.after)
        return (
            None if begins is None else begins + (inject.at_seconds or 0) * 1000 + so_far.later.get(place, 0)
        )

    def is_at_hand(self, so_far: InjectProgress, place: int) -> bool:
        """Tell whether one is at hand: it comes at an umpire's word alone."""
        return self.own[place].at_hand or place in so_far.kept_back

    def due(self, so_far: InjectProgress, figures: Mapping[str, int], ran_ms: int) -> tuple[int, ...]:
        """Give those that come now, in the order of the list."""
        return tuple(
            place
            for place, moment in self._coming(so_far)
            if moment <= ran_ms and _holds(self.own[place], figures)
        )

    def next_moment(self, so_far: InjectProgress, ran_ms: int) -> int | None:
        """Give the moment of the next one whose time is still to come; None: there is none."""
        return min((moment for _, moment in self._coming(so_far) if moment > ran_ms), default=None)

    def _coming(self, so_far: InjectProgress) -> Iterator[tuple[int, int]]:
        """Go through those whose time is known and that come by it."""
        for place in self.own:
            if (
                place not in so_far.came
                and place not in so_far.dropped
                and not self.is_at_hand(so_far, place)
            ):
                moment = self.moment(so_far, place)
                if moment is not None:
                    yield place, moment

    # --- what happens ---------------------------------------------------------------------------------------------

    def note_opening(self, so_far: InjectProgress, phase: str, occasion: int, ran_ms: int) -> InjectProgress:
        """Take note that a phase opened for this time: some count from then."""
        opened = {
            place: ran_ms
            for place, inject in self.own.items()
            if (inject.phase, inject.occasion) == (phase, occasion)
        }
        return so_far.model_copy(update={"opened": so_far.opened | opened}) if opened else so_far

    def come(self, so_far: InjectProgress, place: int, ran_ms: int) -> InjectProgress:
        """Take note that one comes."""
        return so_far.model_copy(update={"came": so_far.came | {place: ran_ms}})

    # --- what umpires do ------------------------------------------------------------------------------------------

    def to_come(self, so_far: InjectProgress, number: int) -> int:
        """Give the place of the inject of this number, counted from 1, if it may still come. Raises Refused."""
        place = number - 1
        if place not in self.own:
            raise Refused(RefusalCode.NO_SUCH, f"There is no inject {number} at this table.")
        if place in so_far.came:
            raise Refused(RefusalCode.NO_SUCH, f"Inject {number} has come already.")
        if place in so_far.dropped:
            raise Refused(RefusalCode.NO_SUCH, f"Inject {number} was dropped: it does not come.")
        return place

    def send(self, so_far: InjectProgress, number: int, ran_ms: int) -> InjectProgress:
        """Let one come now. Raises Refused."""
        place = self.to_come(so_far, number)
        came = self.come(so_far, place, ran_ms)
        return came.model_copy(update={"sent": (*so_far.sent, place)})

    def keep_back(self, so_far: InjectProgress, number: int, *, drop: bool) -> InjectProgress:
        """Let one come at an umpire's word alone, or (`drop`) not at all. Raises Refused."""
        place = self.to_come(so_far, number)
        if drop:
            return so_far.model_copy(update={"dropped": (*so_far.dropped, place)})
        if self.is_at_hand(so_far, place):
            raise Refused(RefusalCode.NO_SUCH, f"Inject {number} is at hand already.")
        return so_far.model_copy(update={"kept_back": (*so_far.kept_back, place)})

    def postpone(self, so_far: InjectProgress, number: int, by_ms: int, ran_ms: int) -> InjectProgress:
        """Let one come so much later, or (number 0) all whose time runs. Raises Refused.

        Those that wait for a phase, or for another, are shifted with it; one that only waits for a number does not come within that time.
        """
        if number:
            place = self.to_come(so_far, number)
            if self.is_at_hand(so_far, place):
                text = f"Inject {number} is at hand: it comes when you send it."
                raise Refused(RefusalCode.NO_SUCH, text)
            places = [place]
        else:
            places = [place for place, _ in self._coming(so_far)]
        if not places:
            raise Refused(RefusalCode.NO_SUCH, "No inject is to come here whose time runs.")
        later = {}
        for place in places:
            moment = self.moment(so_far, place)
            missed_ms = 0 if moment is None else max(0, ran_ms - moment)
            later[place] = so_far.later.get(place, 0) + missed_ms + by_ms
        return so_far.model_copy(update={"later": so_far.later | later})


def _holds(inject: Inject, figures: Mapping[str, int]) -> bool:
    """Tell whether the number that it waits for is over its limit."""
    when = inject.when
    return when is None or (when.label in figures and figures[when.label] > when.over)
