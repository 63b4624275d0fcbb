"""Which table a stimulus concerns: whose records a resume may pass over, and where to look when rules fail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from warcouncil.arbiter.core.room import Seconds
from warcouncil.arbiter.core.stimuli import (
    Admitted,
    Backed,
    Began,
    Bound,
    Coded,
    Debriefed,
    Doubted,
    Due,
    Faulted,
    Followed,
    Greeted,
    Guessed,
    Handed,
    Holder,
    Injected,
    Missed,
    Placed,
    Pledged,
    Received,
    Resumed,
    Shown,
    Started,
    Stimulus,
    Ticked,
)
from warcouncil.protocol.requests import Claim, Declare, HandOver, Look, Rule, Watch
from warcouncil.protocol.room_acts import Approve
from warcouncil.protocol.words import TableId


def table_of(stimulus: Stimulus, keys: Mapping[str, Holder], seconds: Seconds) -> TableId:
    """Give the table that a stimulus concerns; 0: the exercise, and what must never be skipped in a resume."""
    match stimulus:
        case Received(body=Declare()):  # most of all there is: what else it is not is not asked
            return _seated(stimulus, keys)
        case (
            Due() | Faulted() | Doubted() | Started() | Pledged() | Bound() | Injected() | Shown() | Missed()
        ):
            return stimulus.table
        case Received(body=Rule(act=act)) if act.room_wide or act.of_people or (act.grave and seconds.wanted):
            return TableId(0)
        case Received(body=Rule() | Look() as body):
            return body.table
        case Received(body=Watch() | HandOver() | Claim()):
            return TableId(0)
        case Received():
            return _seated(stimulus, keys)
        case (
            Began()
            | Admitted()
            | Guessed()
            | Greeted()
            | Debriefed()
            | Backed()
            | Handed()
            | Coded()
            | Ticked()
            | Resumed()
            | Placed()
            | Followed()
        ):
            return TableId(0)
        case _ as never:
            assert_never(never)


def _seated(received: Received, keys: Mapping[str, Holder]) -> TableId:
    holder = keys.get(received.key)
    return holder.table if holder else TableId(0)


def ruled(stimulus: Stimulus, seconds: Seconds) -> TableId:
    """Give the table that a grave ruling would change, also one that a second umpire lets happen; 0: none does."""
    match stimulus:
        case Received(body=Rule(act=Approve() as act)) if act.number in seconds.waiting:
            return seconds.waiting[act.number].body.table
        case Received(body=Rule(act=act, table=table)) if act.grave and not act.of_people:
            return table
        case _:
            return TableId(0)
