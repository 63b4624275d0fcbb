"""What umpires see of the injects of a table: what comes when, what is at hand, what came."""

from __future__ import annotations

from warcouncil.arbiter.core.injects import Injects, Unfolded
from warcouncil.arbiter.core.plan import Inject
from warcouncil.arbiter.core.table import Table
from warcouncil.protocol.consoles import InjectLine, InjectList
from warcouncil.protocol.words import clean

WHOLE_BYTES_MAX, SHORT_CHARS = 40_000, 60
"""All of them together are so long at most; longer ones are cut."""


def injects(table: Table, at: int) -> InjectList:
    """Give the injects of a table as an umpire may see them."""
    told, so_far = table.injects, table.carried.injects
    lines = tuple(_line(told, so_far, place) for place in told.own)
    if sum(len(line.text.encode()) for line in lines) > WHOLE_BYTES_MAX:
        lines = tuple(line.model_copy(update={"text": clean(line.text, SHORT_CHARS)}) for line in lines)
    clock = table.clock
    runs_ms = clock.left(at) if clock and not table.now.stops else 0
    return InjectList(ran_ms=table.ran_ms(at), runs_ms=runs_ms, injects=lines)


def _line(told: Injects, so_far: Unfolded, place: int) -> InjectLine:
    inject = told.own[place]
    line = InjectLine(
        number=place + 1,
        name=inject.name,
        text=clean(inject.text),
        to=str(inject.seat or inject.team),
        state="to_come",
    )
    if place in so_far.came:
        return line.model_copy(update={"state": "came", "at_ms": so_far.came[place]})
    if place in so_far.dropped:
        return line.model_copy(update={"state": "dropped"})
    if told.is_at_hand(so_far, place):
        return line.model_copy(update={"state": "at_hand"})
    moment = told.moment(so_far, place)
    return line.model_copy(update={"at_ms": moment, "waits": _waits(told, inject, known=moment is not None)})


def _waits(told: Injects, inject: Inject, *, known: bool) -> str:
    """Say what one waits for besides its time."""
    found: list[str] = []
    if not known and inject.phase:
        found.append(f"{inject.phase}, opening {inject.occasion}" if inject.occasion > 1 else inject.phase)
    if not known and inject.after is not None:
        first = told.own.get(inject.after)
        found.append(f"inject {inject.after + 1}" + (f" ({first.name})" if first and first.name else ""))
    if inject.when:
        found.append(f"{inject.when.label} over {inject.when.over}")
    return clean(", ".join(found))
