"""Row: one record of the journal, as this program reads it.

A newer program or a person may have written the record. Every reader here returns the content of a record or raises
`Corrupt`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError
from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.core.words.stimuli import STIMULUS, Stimulus
from warcouncil.protocol.sentences.sentence import say
from warcouncil.protocol.words import GateNo

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")


class Row(NamedTuple):
    """A record of the journal. It is a stimulus or, with kind "closed", the result of the gate that the stimulus
    before it closed.

    `table` is `Exercise.table_of(stimulus)`. It is 0 if the record concerns the whole exercise.
    """

    seq: int
    at: int
    kind: str
    table: int
    body: bytes


class Corrupt(Exception):
    """Records in an order that no arbiter writes, or records that this program cannot read."""


class ToldClosing(BaseModel):
    """The content of the record of a closing."""

    gate: GateNo
    digest: str
    record: Any = None


def read(kind: type[M], row: Row) -> M:
    """Parse the content of a record of a kind. Raises Corrupt."""
    try:
        return kind.model_validate_json(row.body)
    except ValidationError:
        raise unreadable(row) from None


def unreadable(row: Row) -> Corrupt:
    """Return the error for a record that cannot be read."""
    return Corrupt(say("files.not_ours", record=row.seq))


def stimulus_in(row: Row) -> Stimulus:
    """Parse the stimulus of a record of any kind except a closing. Raises Corrupt."""
    try:
        stimulus = STIMULUS.validate_json(row.body)
    except ValidationError:
        raise unreadable(row) from None
    if stimulus.kind != row.kind:
        raise unreadable(row)
    return stimulus


def fenced(row: Row, do: Callable[[], T]) -> T:
    """Return the result of `do`, which handles a record. Any error becomes Corrupt, because a person may have written
    the record."""
    done = attempt(do)
    if not isinstance(done, RulesFault):
        return done
    if isinstance(done.error, Corrupt):
        raise done.error
    raise Corrupt(say("files.undone", record=row.seq)) from done.error
