"""Stimuli: everything that can happen to an exercise. The accepted ones are its truth, and the journal keeps them.

`at` is exercise time in milliseconds: it starts at 0, never goes back, and stands still while no arbiter runs.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from protocol.doors import CodeText
from protocol.messages import Request, Role
from protocol.words import Model, SeatId, TableId


class Holder(Model):
    """What a key or a code is for: an umpire, or a seat at a table."""

    role: Role
    table: TableId = TableId(0)
    seat: SeatId = SeatId("")


class CodeCard(Model):
    """A code and what it admits to."""

    code: CodeText
    holder: Holder


class TablePlan(Model):
    """One table: its game, the game's options as plain values, and the seed of all its chance, in hexadecimal."""

    table: TableId
    game: str
    options: dict[str, Any]
    seed: str
    rules_version: str = ""
    """The version of the rules that the exercise began with; a resume refuses any other."""


class Began(Model):
    """The exercise begins: its name, tables and codes. Always the first stimulus."""

    kind: Literal["began"] = "began"
    at: int = 0
    exercise: str
    tables: tuple[TablePlan, ...]
    codes: tuple[CodeCard, ...]
    grace_ms: int = 1000


class Admitted(Model):
    """A key was proved to hold a code, or was made for a stand-in (`plate` is empty then)."""

    kind: Literal["admitted"] = "admitted"
    at: int
    key: str
    holder: Holder
    plate: str = ""


class CodeFailed(Model):
    """Somebody gave a wrong secret for a plate."""

    kind: Literal["code_failed"] = "code_failed"
    at: int
    plate: str


class Greeted(Model):
    """An admitted key said hello. `token` is the fresh random name of its session. Never journalled."""

    kind: Literal["greeted"] = "greeted"
    at: int
    key: str
    route: bytes
    token: str
    app: str = ""


class Received(Model):
    """An admitted key sent a request in a session. Journalled when it is accepted and changes something."""

    kind: Literal["received"] = "received"
    at: int
    key: str
    body: Request
    session: str = ""
    route: bytes = b""


class Due(Model):
    """A gate closes now: its clock ran out, or nothing is awaited any more. One table each, so that a fault in the
    rules of one stops no other."""

    kind: Literal["due"] = "due"
    at: int
    table: TableId


class Ticked(Model):
    """Time has passed. Journalled once a second while a clock runs, so that a crash costs nobody more than that."""

    kind: Literal["ticked"] = "ticked"
    at: int


class Faulted(Model):
    """The rules of a table failed: it is held. `alarm` names the entry in the operator's log."""

    kind: Literal["faulted"] = "faulted"
    at: int
    table: TableId
    alarm: str


class Resumed(Model):
    """An arbiter took the exercise up again; every session of the former one is gone."""

    kind: Literal["resumed"] = "resumed"
    at: int


Stimulus = Annotated[
    Began | Admitted | CodeFailed | Greeted | Received | Due | Ticked | Faulted | Resumed,
    Field(discriminator="kind"),
]

STIMULUS: TypeAdapter[Stimulus] = TypeAdapter(Stimulus)
