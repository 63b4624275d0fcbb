"""Tidy tables: an exercise as rows for R, Excel and pandas. One class for each table, one field for each column.

A column that holds only names of the program or a game is a `Word`. Any other text may hold what people wrote.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from warcouncil.protocol.words import Model

Word = Annotated[str, "a word of the program or of a game"]
"""The name of a seat, a phase or a game, never a text of a person. An anonymous export does not search it for names."""
At = Annotated[
    int, Field(description="Exercise time in milliseconds: it stands still while no arbiter runs.")
]
Wall = Annotated[Word, Field(description="The same by the clock on the wall (ISO 8601, UTC).")]
TableNo = Annotated[int, Field(description="The table's number.")]
GateNumber = Annotated[
    int, Field(description="The gate (question) that was open then; 0: before the first, or none.")
]
SeatName = Annotated[Word, Field(description="The seat; empty: none.")]
Seq = Annotated[int, Field(description="The record of the journal after which it was so.")]
Listed = Annotated[str, Field(description="Several, with spaces between.")]


class OneTable(Model):
    """The tables."""

    table: TableNo
    name: str = Field(description="What the plan calls it.")
    game: Word = Field(description="The game.")
    title: str = Field(description="What the game is called there.")
    rules_version: Word = Field(description="The version of its rules that it was begun with.")
    options: str = Field(
        description="The game's options, as JSON; in the place of a text of which the game is made, its fingerprint: the file of that name holds it."
    )
    fingerprint: Word = Field(
        description="The fingerprint of the seed of its chance, or of the host's number in it, which seats were told."
    )
    branch_of: str = Field(description="Where it began in the middle: exercise, table and gate; else empty.")
    gates: int = Field(description="How many gates it has had.")
    over: bool = Field(description="Whether the game is over.")
    reason: str = Field(description="Why it ended.")
    winners: Word = Field(description="Who won, with spaces between; empty: nobody, or not over.")
    turns: int | None = Field(description="How many turns were counted, if the game counts any.")
    doubt: str = Field(description="Where journal and rules do not agree; empty: they do.")


class SeatRow(Model):
    """The seats of every table."""

    table: TableNo
    seat: SeatName
    team: Word = Field(description="Its team.")
    title: Word = Field(description="Its title.")
    asked: int = Field(description="How often it was asked something, in gates that have closed.")
    sealed: int = Field(description="How often its own holder's answer counted.")
    bot: int = Field(description="How often a bot's answer counted.")
    missed: int = Field(
        description="How often it gave no answer that it had its time for; struck out is not silent."
    )
    lines: int = Field(description="How many lines it spoke.")


class PersonRow(Model):
    """The people, as the plan names them."""

    person: str = Field(description="The name, or with --anonymous the pseudonym.")
    table: TableNo
    seat: SeatName


class GateRow(Model):
    """The gates: one opening of a question."""

    table: TableNo
    gate: GateNumber
    phase: Word = Field(description="The phase that was opened; empty: the game was over.")
    title: Word = Field(description="What players read above it.")
    rule: Word = Field(description="The section of the rules.")
    opened_at: At
    opened_wall: Wall
    closed_at: int | None = Field(description="When it closed, as opened_at; empty: it is open.")
    clock_ms: int = Field(description="How long its clock was to run; 0: none.")
    stood_ms: int = Field(description="How long its clock stood.")
    asked: int = Field(description="How many seats were asked.")
    events: int = Field(description="How many events its closing brought.")
    heading: str = Field(description="When, in the players' words.")
    ruling: str = Field(description="The umpire's words, where a ruling closed it.")
    digest: Word = Field(description="The digest of the position afterwards.")


class DeclarationRow(Model):
    """The declarations: the answer of each asked seat that counted when its gate closed."""

    table: TableNo
    gate: GateNumber
    phase: Word = Field(description="The phase.")
    seat: SeatName
    team: Word = Field(description="Its team.")
    by: Word = Field(
        description="Whose answer counted: seat, bot, umpire, draft, rules (what silence means), nobody, or ruling (one closed"
        " the question before it answered)."
    )
    answer: str = Field(description="The answer, as JSON; empty: none was given.")
    first_ms: int | None = Field(description="How long after the opening it first sealed, pauses left out.")
    last_ms: int | None = Field(description="The same for the answer that counted.")
    changes: int = Field(description="How often it changed its mind after it had sealed.")
    struck: bool = Field(description="Whether an umpire struck it out.")


class EventRow(Model):
    """The events, as the umpires know them. Each field of an event has its own column, after these."""

    table: TableNo
    gate: int = Field(description="The gate whose closing brought it; 0: the setting-up.")
    n: int = Field(description="Its place among the events of that closing, from 1.")
    heading: str = Field(description="When, in the players' words.")
    event: Word = Field(description="What kind of event.")
    told: str = Field(description="The sentence that umpires read.")


class LineRow(Model):
    """The talk: every line spoken."""

    table: TableNo
    gate: GateNumber
    seq: Seq
    at: At
    wall: Wall
    channel: Word = Field(description="The channel.")
    seat: SeatName
    heard_by: Listed
    text: str = Field(description="What was said.")


class DealRow(Model):
    """The deals: proposals between two seats."""

    table: TableNo
    number: int = Field(description="Its number at the table.")
    giver: Word = Field(description="Who proposed it.")
    taker: Word = Field(description="To whom.")
    text: str = Field(description="What was proposed.")
    state: Word = Field(description="What became of it: open, accepted, refused or lapsed.")
    heading: str = Field(description="When, in the players' words.")


class CallRow(Model):
    """The calls for an umpire, replies to an umpire's messages, and the umpires' answers."""

    table: TableNo
    gate: GateNumber
    seq: Seq
    at: At
    wall: Wall
    seat: SeatName
    kind: Word = Field(description="called: the seat wrote; answered: an umpire did.")
    text: str = Field(description="What was written.")


class NoticeRow(Model):
    """The notices: messages of umpires and injects to seats."""

    table: TableNo
    gate: GateNumber
    seq: Seq
    at: At
    wall: Wall
    to: str = Field(description="Whom it was said to, in words.")
    seats: Listed
    text: str = Field(description="What was told.")


class RulingRow(Model):
    """The rulings: every act of an umpire, with its reason. Table 0: of the whole room."""

    table: TableNo
    gate: int = Field(description="The gate that it was meant for; 0: any.")
    seq: Seq
    at: At
    wall: Wall
    umpire: Word = Field(description="Who: the consoles are numbered as their cards were first used.")
    act: Word = Field(description="What was ruled.")
    details: str = Field(description="With what, as JSON.")
    reason: str = Field(description="Why, in the umpire's words.")


class PresenceRow(Model):
    """Presence: admitted clients, and seats that bots took over. The journal does not hold links."""

    table: TableNo
    seq: Seq
    at: At
    wall: Wall
    seat: SeatName
    role: Word = Field(
        description="seat, watcher, stand_in (a bot), umpire, observer, technical or display; empty for bot and back."
    )
    what: Word = Field(
        description="came: a machine was let in; bot: a bot plays the seat from here on; back: its holder does again;"
        " handed: the driver gave the seat to another of his crew."
    )


class ClockRow(Model):
    """The clocks: when each gate opened, when its clock stopped and ran on, and when it closed."""

    table: TableNo
    gate: GateNumber
    seq: Seq
    at: At
    wall: Wall
    what: Word = Field(description="opened, stopped, ran or closed.")
    why: str = Field(description="Why it stopped, as umpires were told.")


class PositionRow(Model):
    """The positions: each number on the sheet of the full truth, at the opening of each gate."""

    table: TableNo
    gate: GateNumber
    turn: str = Field(description="What players read above the gate.")
    figure: Word = Field(description="What the number stands beside on the sheet.")
    value: int = Field(description="The number.")


TABLES: dict[str, type[Model]] = {
    "tables": OneTable,
    "seats": SeatRow,
    "people": PersonRow,
    "gates": GateRow,
    "declarations": DeclarationRow,
    "events": EventRow,
    "talk": LineRow,
    "deals": DealRow,
    "calls": CallRow,
    "notices": NoticeRow,
    "rulings": RulingRow,
    "presence": PresenceRow,
    "clocks": ClockRow,
    "positions": PositionRow,
}
"""Every table by its name, in the order of the dictionary."""
FIELD = "field_"
"""The prefix of each column that is a field of an event."""
