"""Tidy tables: an exercise as rows for R, Excel and pandas. One class for each table, one field for each column.

A column that holds only names of the program or a game is a `Word`. Any other text may hold what people wrote.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from warcouncil.protocol.words import Model

Word = Annotated[str, "a word of the program or of a game"]
"""The name of a seat, a phase or a game, never a text of a person. An anonymous export does not search it for names."""
At = Annotated[int, Field(description="Exercise time in milliseconds. It stops while no host runs.")]
Wall = Annotated[Word, Field(description="The same by the wall clock (ISO 8601, UTC).")]
TableNo = Annotated[int, Field(description="The table's number.")]
GateNumber = Annotated[
    int, Field(description="The gate (question) that was open then. 0: before the first, or none.")
]
SeatName = Annotated[Word, Field(description="The seat. Empty: none.")]
Seq = Annotated[int, Field(description="The record of the journal after which it was so.")]
Listed = Annotated[str, Field(description="Several, separated by spaces.")]


class OneTable(Model):
    """The tables."""

    table: TableNo
    name: str = Field(description="Its name in the plan.")
    game: Word = Field(description="The game.")
    title: str = Field(description="The title of the game.")
    rules_version: Word = Field(description="The version of the rules with which it was begun.")
    options: str = Field(
        description=(
            "The game's options, as JSON. A text of which the game is made is replaced by its"
            " fingerprint: the file of that name holds the text."
        )
    )
    fingerprint: Word = Field(
        description=(
            "The fingerprint of the seed of its chance, or of the host's number in it, as it was"
            " shown to the seats."
        )
    )
    branch_of: str = Field(
        description=(
            "The position from which it began: exercise, table and gate. Empty: it began at the beginning."
        )
    )
    gates: int = Field(description="The number of its gates.")
    over: bool = Field(description="Whether the game is over.")
    reason: str = Field(description="Why it ended.")
    winners: Word = Field(description="The winners, separated by spaces. Empty: none, or not over.")
    turns: int | None = Field(description="The number of turns, if the game counts turns.")
    doubt: str = Field(description="Where journal and rules differ. Empty: they agree.")


class SeatRow(Model):
    """The seats of every table."""

    table: TableNo
    seat: SeatName
    team: Word = Field(description="Its team.")
    title: Word = Field(description="Its title.")
    asked: int = Field(description="How many closed gates asked it.")
    sealed: int = Field(description="How often an answer of its own player counted.")
    bot: int = Field(description="How often a bot's answer counted.")
    missed: int = Field(
        description=(
            "How often it gave no answer although it had its time. An answer that was struck out"
            " does not count here."
        )
    )
    lines: int = Field(description="How many lines it wrote.")


class PersonRow(Model):
    """The people, as the plan names them."""

    person: str = Field(description="The name. With --anonymous, the pseudonym.")
    table: TableNo
    seat: SeatName


class GateRow(Model):
    """The gates: one opening of a question."""

    table: TableNo
    gate: GateNumber
    phase: Word = Field(description="The phase that was opened. Empty: the game was over.")
    title: Word = Field(description="The heading that players read.")
    rule: Word = Field(description="The section of the rules.")
    opened_at: At
    opened_wall: Wall
    closed_at: int | None = Field(description="When it closed, as opened_at. Empty: it is open.")
    clock_ms: int = Field(description="The length of its clock. 0: none.")
    stood_ms: int = Field(description="How long its clock was stopped.")
    asked: int = Field(description="How many seats were asked.")
    events: int = Field(description="The number of events that its closing brought.")
    heading: str = Field(description="The moment, in the players' words.")
    ruling: str = Field(description="The umpire's words, if a ruling closed it.")
    digest: Word = Field(description="The digest of the position afterwards.")


class DeclarationRow(Model):
    """The declarations: the answer of each asked seat that counted when its gate closed."""

    table: TableNo
    gate: GateNumber
    phase: Word = Field(description="The phase.")
    seat: SeatName
    team: Word = Field(description="Its team.")
    by: Word = Field(
        description=(
            "Whose answer counted: seat, bot, umpire, draft, rules (the default for no answer),"
            " nobody, or ruling (a ruling closed the gate before the answer)."
        )
    )
    answer: str = Field(description="The answer, as JSON. Empty: none.")
    first_ms: int | None = Field(
        description="The time from the opening to its first sealed answer, without pauses."
    )
    last_ms: int | None = Field(description="The same for the answer that counted.")
    changes: int = Field(description="How often it changed its answer after sealing.")
    struck: bool = Field(description="Whether an umpire struck it out.")


class EventRow(Model):
    """The events, as the umpires know them. Each field of an event has its own column, after these."""

    table: TableNo
    gate: int = Field(description="The gate whose closing brought it. 0: the setup.")
    n: int = Field(description="Its place among the events of that closing, from 1.")
    heading: str = Field(description="The moment, in the players' words.")
    event: Word = Field(description="The kind of event.")
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
    text: str = Field(description="The line.")


class DealRow(Model):
    """The deals: proposals between two seats."""

    table: TableNo
    number: int = Field(description="Its number at the table.")
    giver: Word = Field(description="The seat that proposed it.")
    taker: Word = Field(description="The seat that received it.")
    text: str = Field(description="The text of the proposal.")
    state: Word = Field(description="Its result: open, accepted, refused or lapsed.")
    heading: str = Field(description="The moment, in the players' words.")


class CallRow(Model):
    """The calls for an umpire, replies to an umpire's messages, and the umpires' answers."""

    table: TableNo
    gate: GateNumber
    seq: Seq
    at: At
    wall: Wall
    seat: SeatName
    kind: Word = Field(description="called: the seat wrote. answered: an umpire wrote.")
    text: str = Field(description="The text.")


class NoticeRow(Model):
    """The notices: messages of umpires and injects to seats."""

    table: TableNo
    gate: GateNumber
    seq: Seq
    at: At
    wall: Wall
    to: str = Field(description="The receiver, in words.")
    seats: Listed
    text: str = Field(description="The text.")


class RulingRow(Model):
    """The rulings: every act of an umpire, with its reason. Table 0: of the whole room."""

    table: TableNo
    gate: int = Field(description="The gate for which it was meant. 0: any.")
    seq: Seq
    at: At
    wall: Wall
    umpire: Word = Field(
        description="The console. Consoles are numbered in the order in which their cards were first used."
    )
    act: Word = Field(description="The ruling.")
    details: str = Field(description="Its details, as JSON.")
    reason: str = Field(description="The reason, in the umpire's words.")


class PresenceRow(Model):
    """Presence: admitted clients, and seats that bots took over. The journal does not hold links."""

    table: TableNo
    seq: Seq
    at: At
    wall: Wall
    seat: SeatName
    role: Word = Field(
        description=(
            "seat, watcher, stand_in (a bot), umpire, observer, technical or display. Empty for bot and back."
        )
    )
    what: Word = Field(
        description=(
            "came: a machine was admitted. bot: a bot plays the seat from here on. back: its player"
            " answers again. handed: the player handed the seat to another player of the crew."
        )
    )


class ClockRow(Model):
    """The clocks: when each gate opened, when its clock stopped and ran on, and when it closed."""

    table: TableNo
    gate: GateNumber
    seq: Seq
    at: At
    wall: Wall
    what: Word = Field(description="opened, stopped, ran or closed.")
    why: str = Field(description="Why it stopped, as umpires read it.")


class PositionRow(Model):
    """The positions: each number on the sheet of the full truth, at the opening of each gate."""

    table: TableNo
    gate: GateNumber
    turn: str = Field(description="The heading that players read above the gate.")
    figure: Word = Field(description="The label of the number on the sheet.")
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
