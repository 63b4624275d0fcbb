"""Row: one record of the journal as this program reads it.

A row may be of a newer program, or of somebody who wrote a file of his own: whoever reads it here gets what stands in it, or `Corrupt`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError
from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.core.words.stimuli import STIMULUS, Stimulus
from warcouncil.protocol.words import GateNo

NOT_OURS = "is not one that this program can read: of a newer warcouncil, or changed"
UNDONE = "cannot be done again after those before it: of another warcouncil, or changed"
M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")


class Row(NamedTuple):
    """A record of the journal: a stimulus, or (kind "closed") what a gate came to, right after what closed it.

    `table` is `Exercise.table_of(stimulus)`: 0 for what concerns the whole exercise.
    """

    seq: int
    at: int
    kind: str
    table: int
    body: bytes


class Corrupt(Exception):
    """Records that no arbiter wrote in this order, or none that this program can read."""


class ToldClosing(BaseModel):
    """What stands in the record of a closing."""

    gate: GateNo
    digest: str
    record: Any = None


def read(kind: type[M], row: Row) -> M:
    """Give what stands in a record of a kind. Raises Corrupt."""
    try:
        return kind.model_validate_json(row.body)
    except ValidationError:
        raise unreadable(row) from None


def unreadable(row: Row) -> Corrupt:
    """Say that a record cannot be read."""
    return Corrupt(f"record {row.seq} {NOT_OURS}")


def stimulus_in(row: Row) -> Stimulus:
    """Give what happened, as a record of any kind but a closing has it. Raises Corrupt."""
    try:
        stimulus = STIMULUS.validate_json(row.body)
    except ValidationError:
        raise unreadable(row) from None
    if stimulus.kind != row.kind:
        raise unreadable(row)
    return stimulus


def fenced(row: Row, do: Callable[[], T]) -> T:
    """Do something with a record, and give what comes of it: it may be somebody's who wrote a file of his own. Raises Corrupt."""
    done = attempt(do)
    if not isinstance(done, RulesFault):
        return done
    if isinstance(done.error, Corrupt):
        raise done.error
    raise Corrupt(f"record {row.seq} {UNDONE}") from done.error
