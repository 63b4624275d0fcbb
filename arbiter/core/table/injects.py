"""Injects: prepared messages, and the rules for when each comes at a table.

They depend on the table's running time, which is the time that its clocks have counted down. This time does not run
before and after the game, while the table is paused or held, or after a clock has run out. So no inject comes early
or twice, and many injects never come together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pydantic import Field
from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.arbiter.core.words.plan import Inject
from warcouncil.protocol.sentences.sentence import sentence
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import MESSAGE_CHARS_MAX, Model, TableId, clean, clean_lines


class InjectProgress(Model):
    """The progress of a table's injects. The keys are the places of injects in the list. The times are milliseconds
    of running time.
    """

    came: dict[int, int] = Field(default_factory=dict)
    """The time when each inject came."""
    opened: dict[int, int] = Field(default_factory=dict)
    """The time when the phase opened from which the time of an inject counts."""
    later: dict[int, int] = Field(default_factory=dict)
    """By how much an umpire postponed each inject, in milliseconds."""
    sent: tuple[int, ...] = ()
    """The injects that an umpire sent."""
    kept_back: tuple[int, ...] = ()
    """The injects that now come only when an umpire sends them."""
    dropped: tuple[int, ...] = ()
    """The injects that never come."""


NOTHING_YET = InjectProgress()

Holds = Callable[[tuple[str, ...]], bool]
"""Returns whether the conditions of an inject hold at the present position of the game."""


class Injects:
    """The injects for one table. They never change. Their progress is an `InjectProgress`."""

    def __init__(self, injects: tuple[Inject, ...], table: TableId) -> None:
        self._all = injects
        self.own = {
            place: each for place, each in enumerate(injects) if not each.tables or table in each.tables
        }
        """The injects for this table, by their place in the list."""
        self.watch = any(each.when for each in self.own.values())
        """Whether any of them depends on the public sheet."""

    def __bool__(self) -> bool:
        """Return whether the exercise has any injects, for any table."""
        return bool(self._all)

    # --- due times ------------------------------------------------------------------------------------------------

    def moment(self, so_far: InjectProgress, place: int) -> int | None:
        """Return the time at which an inject is due. Return None if its start point has not happened yet."""
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
        """Return whether an inject comes only when an umpire sends it."""
        return self.own[place].at_hand or place in so_far.kept_back

    def due(
        self, so_far: InjectProgress, figures: Mapping[str, int], ran_ms: int, holds: Holds
    ) -> tuple[int, ...]:
        """Return the injects that come now, in the order of the list. `holds` evaluates the conditions of the game."""
        return tuple(
            place
            for place, moment in self._coming(so_far)
            if moment <= ran_ms and _over(self.own[place], figures) and holds(self.own[place].only_if)
        )

    def next_moment(self, so_far: InjectProgress, ran_ms: int) -> int | None:
        """Return the time of the next inject that is not yet due. Return None if there is none."""
        return min((moment for _, moment in self._coming(so_far) if moment > ran_ms), default=None)

    def _coming(self, so_far: InjectProgress) -> Iterator[tuple[int, int]]:
        """Yield the injects with a known time that will still come by themselves."""
        for place in self.own:
            if (
                place not in so_far.came
                and place not in so_far.dropped
                and not self.is_at_hand(so_far, place)
            ):
                moment = self.moment(so_far, place)
                if moment is not None:
                    yield place, moment

    # --- progress -------------------------------------------------------------------------------------------------

    def note_opening(self, so_far: InjectProgress, phase: str, occasion: int, ran_ms: int) -> InjectProgress:
        """Record that a phase opened. `occasion` counts its openings. The time of some injects counts from this
        moment.

        An inject that comes only while an earlier phase is open no longer comes by itself.
        """
        opened = {
            place: ran_ms
            for place, inject in self.own.items()
            if (inject.phase, inject.occasion) == (phase, occasion)
        }
        missed = tuple(
            place
            for place in so_far.opened
            if self.own[place].while_open
            and place not in opened
            and not (place in so_far.came or place in so_far.kept_back or place in so_far.dropped)
        )
        if not (opened or missed):
            return so_far
        return so_far.model_copy(
            update={"opened": so_far.opened | opened, "kept_back": (*so_far.kept_back, *missed)}
        )

    def come(self, so_far: InjectProgress, place: int, ran_ms: int) -> InjectProgress:
        """Record that an inject comes."""
        return so_far.model_copy(update={"came": so_far.came | {place: ran_ms}})

    # --- rulings --------------------------------------------------------------------------------------------------

    def to_come(self, so_far: InjectProgress, number: int) -> int:
        """Return the place of the inject with this number, counted from 1, if it may still come. Raises Refused."""
        place = number - 1
        if place not in self.own:
            raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_such_inject", number=number))
        if place in so_far.came:
            raise Refused(RefusalCode.NO_SUCH, sentence("rulings.inject_sent", number=number))
        if place in so_far.dropped:
            raise Refused(RefusalCode.NO_SUCH, sentence("rulings.inject_dropped", number=number))
        return place

    def send(self, so_far: InjectProgress, number: int, ran_ms: int) -> InjectProgress:
        """Record that an umpire sends an inject now. Raises Refused."""
        place = self.to_come(so_far, number)
        came = self.come(so_far, place, ran_ms)
        return came.model_copy(update={"sent": (*so_far.sent, place)})

    def keep_back(self, so_far: InjectProgress, number: int, *, drop: bool) -> InjectProgress:
        """Record that an inject comes only when an umpire sends it or, with `drop`, never. Raises Refused."""
        place = self.to_come(so_far, number)
        if drop:
            return so_far.model_copy(update={"dropped": (*so_far.dropped, place)})
        if self.is_at_hand(so_far, place):
            raise Refused(RefusalCode.NO_SUCH, sentence("rulings.inject_at_hand", number=number))
        return so_far.model_copy(update={"kept_back": (*so_far.kept_back, place)})

    def postpone(self, so_far: InjectProgress, number: int, by_ms: int, ran_ms: int) -> InjectProgress:
        """Postpone an inject or, with number 0, all injects with a time. Raises Refused.

        Injects that wait for a phase or for another inject move with it. If the time of an inject has passed and it
        waits only for a number on the sheet, the added time counts from now.
        """
        if number:
            place = self.to_come(so_far, number)
            if self.is_at_hand(so_far, place):
                raise Refused(RefusalCode.NO_SUCH, sentence("rulings.inject_without_time", number=number))
            places = [place]
        else:
            places = [place for place, _ in self._coming(so_far)]
        if not places:
            raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_inject_waits"))
        later = {}
        for place in places:
            moment = self.moment(so_far, place)
            missed_ms = 0 if moment is None else max(0, ran_ms - moment)
            later[place] = so_far.later.get(place, 0) + missed_ms + by_ms
        return so_far.model_copy(update={"later": so_far.later | later})


def _over(inject: Inject, figures: Mapping[str, int]) -> bool:
    """Return whether the number that the inject waits for is above its limit."""
    when = inject.when
    return when is None or (when.label in figures and figures[when.label] > when.over)


def text_of(inject: Inject) -> str:
    """Return the whole text of an inject with its paragraphs, as its receivers read it."""
    return clean_lines(inject.text, MESSAGE_CHARS_MAX)


def in_short(inject: Inject) -> str:
    """Return the sender and the beginning of an inject, for the record of the umpires."""
    sender = f"{inject.sender}: " if inject.sender else ""
    return clean(f"{sender}{inject.text}")
