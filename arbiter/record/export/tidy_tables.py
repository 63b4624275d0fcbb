"""Tidy tables: an exercise as rows for R, Excel and pandas. One class for each table, one field for each column.

A column that has only names of the program or a game is a `Word`. Any other text may have words that people wrote.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from warcouncil.arbiter.record.export.judged_tables import JUDGED
from warcouncil.arbiter.record.export.schema import OF_GATE, TableNo, TableSchema, Word, measured, schema
from warcouncil.protocol.words import Model

At = Annotated[int, measured("Exercise time. It stops while no host runs.", "ms")]
Wall = Annotated[
    Word,
    Field(description="The same moment by the wall clock (ISO 8601, UTC).", json_schema_extra={"wall": True}),
]
GateNumber = Annotated[int, Field(description="The gate (question) that was open then. 0: no gate was open.")]
SeatName = Annotated[Word, Field(description="The seat. Empty: no seat.")]
Seq = Annotated[int, Field(description="The number of the record in the journal that made this row true.")]
Listed = Annotated[str, Field(description="The seats that received it, separated by spaces.")]


class OneExercise(Model):
    """The exercise, in one row."""

    exercise: Word = Field(description="The key of the exercise. It distinguishes exercises in one data set.")
    name: str = Field(description="The name of the exercise.")
    began: Wall = Field(
        description="When the exercise began, by the wall clock (ISO 8601, UTC).",
        json_schema_extra={"wall": True},
    )
    records: int = Field(description="How many records of the journal were read.")
    head: Word = Field(description="The head of the chain of records. `warcouncil verify --head` checks it.")
    damage: str = Field(
        description="The fault in the part of the file that could not be read. Empty: the whole file was read."
    )
    program: Word = Field(description="The version of the program that wrote these tables.")
    tables_version: Word = Field(description="The version of these tables.")
    anonymous: bool = Field(description="Whether people have pseudonyms.")


class OneTable(Model):
    """The game tables: one row for each table of the exercise."""

    table: TableNo
    name: str = Field(description="The table's name in the plan.")
    game: Word = Field(description="The game.")
    title: str = Field(description="The title of the game.")
    rules_version: Word = Field(description="The version of the rules with which the game began.")
    options: str = Field(
        description=(
            "The game's options, as JSON. If an option is a long text, such as a scenario, the cell has its fingerprint."
            " The file with that name contains the text."
        )
    )
    fingerprint: Word = Field(
        description=(
            "The fingerprint that the seats saw. It is the fingerprint of the table's seed. If the players helped to"
            " make the seed, it is the fingerprint of the host's number."
        )
    )
    branch_of: str = Field(
        description=(
            "The exercise, table and gate from whose position the table began. Empty: the table is not a branch."
        )
    )
    treatment: Word = Field(
        description="The treatment of the scenario that the table played. Empty: the scenario has no treatments."
    )
    assigned: Word = Field(
        description="How the treatment was assigned by chance: balanced or random. Empty: not by chance."
    )
    round: int = Field(description="The round of a plan with several rounds, from 1.")
    group: int = Field(
        description="The table's group in that round, from 1. 0: the plan has neither rounds nor treatments."
    )
    rematch: Word = Field(
        description="How groups change between rounds: partners, strangers or perfect strangers. Empty: the plan has one round."
    )
    gates: int = Field(description="How many gates the table had.")
    over: bool = Field(description="Whether the game is over.")
    reason: str = Field(description="Why the game ended.")
    outcome: Word = Field(
        description="The outcome: won, draw (the game is over without a winner), or open (the game is not over)."
    )
    winners: Word = Field(
        description="The winners, separated by spaces. Empty: no winner. The column `score` of `sides` has their shares."
    )
    turns: int | None = Field(description="The number of turns, if the game counts turns.")
    doubt: str = Field(description="A difference between the journal and the rules. Empty: they agree.")


class SideRow(Model):
    """The sides of every table. A side is a team, or a seat that competes alone."""

    table: TableNo
    side: Word = Field(description="The side.")
    title: Word = Field(description="The title of the side.")
    seats: int = Field(description="How many seats the side has.")
    competes: bool = Field(
        description="Whether the side can win. A neutral side, such as a white cell, cannot win."
    )
    score: float | None = measured(
        "A sole winner has 1. Several winners share 1. In a draw all sides that compete share 1. Empty: the game is not over, or the side cannot win.",
        "share of a victory",
    )


class TallyRow(Model):
    """The tallies: counts at the end of the game, such as lost divisions."""

    table: TableNo
    label: Word = Field(description="What is counted.")
    side: Word = Field(description="The side that has the count: a team or a seat.")
    value: int = Field(description="The count.")


class SeatRow(Model):
    """The seats of every table."""

    table: TableNo
    seat: SeatName
    team: Word = Field(description="The team of the seat.")
    title: Word = Field(description="The title of the seat.")
    asked: int = Field(description="How many closed gates asked this seat.")
    sealed: int = Field(description="How often an answer from the seat's own player counted.")
    bot: int = Field(description="How often a bot's answer counted.")
    missed: int = Field(
        description=(
            "How often it gave no answer within its time. Answers that an umpire struck out"
            " are not counted here."
        )
    )
    lines: int = Field(description="How many lines of talk the seat wrote.")


class PersonRow(Model):
    """The people, with the names from the plan."""

    person: str = Field(description="The name. With --anonymous, the pseudonym.")
    table: TableNo
    seat: SeatName
    round: int = Field(description="The round, as in `tables`.")
    group: int = Field(description="The group in that round, as in `tables`.")
    treatment: Word = Field(description="The treatment, as in `tables`.")


class GateRow(Model):
    """The gates: one row for each opening of a question."""

    table: TableNo
    gate: GateNumber
    phase: Word = Field(description="The phase that was open. Empty: the game was over.")
    title: Word = Field(description="The heading that players read.")
    rule: Word = Field(description="The section of the rules.")
    opened_at: At
    opened_wall: Wall
    closed_at: int | None = measured("When the gate closed, in exercise time. Empty: it is still open.", "ms")
    clock_ms: int = measured("The time that the gate's clock allowed. 0: the gate had no clock.", "ms")
    stood_ms: int = measured("How long the gate's clock was stopped.", "ms")
    asked: int = Field(description="How many seats the gate asked.")
    events: int = Field(description="How many events followed when the gate closed.")
    heading: str = Field(description="The moment of the game, as players read it.")
    ruling: str = Field(description="The text of the umpire, if a ruling closed the gate.")
    digest: Word = Field(description="The digest of the position after the gate closed.")


class DeclarationRow(Model):
    """The declarations: for each seat that a gate asked, the answer that counted when the gate closed."""

    table: TableNo
    gate: GateNumber
    phase: Word = Field(description="The phase.")
    seat: SeatName
    team: Word = Field(description="The team of the seat.")
    by: Word = Field(
        description=(
            "The origin of the answer that counted: seat, bot, umpire, draft, rules (the default for no answer),"
            " nobody, or ruling (a ruling closed the gate before the answer)."
        )
    )
    answer: str = Field(description="The answer, as JSON. Empty: no answer.")
    first_ms: int | None = measured(
        "The time from the opening to the first answer that the seat sealed, without pauses.", "ms"
    )
    last_ms: int | None = measured(
        "The time from the opening to the answer that counted, without pauses.", "ms"
    )
    changes: int = Field(description="How often the seat changed its answer after sealing.")
    struck: bool = Field(description="Whether an umpire struck out the answer.")


class AnswerRow(Model):
    """The answers: one row for each value of the answers in `declarations`."""

    table: TableNo
    gate: GateNumber
    seat: SeatName
    field: Word = Field(description="The field of the form.")
    n: int = Field(description="The place of the value in the field, from 1. In a ranking, 1 is the best.")
    thing: Word = Field(
        description="The thing that the player moved, in a field that moves things. Otherwise empty."
    )
    place: Word = Field(description="The place to which the player moved the thing. Otherwise empty.")
    value: str = Field(description="The option that the player chose, or the text that the player wrote.")
    number: int | None = Field(
        description="The number that the player gave, or how many things the player moved."
    )


class QuestionnaireRow(Model):
    """The questionnaires: one row for each question, with the answers of people who agreed to the export.

    No other table contains these answers. A person who refused or did not answer has one row without an answer.
    """

    table: TableNo
    gate: GateNumber
    phase: Word = Field(description="The phase.")
    seat: SeatName
    n: int = Field(description="The place of the question, from 1. 0: the person refused or did not answer.")
    item: Word = Field(description="The name of the question. Empty: the person refused or did not answer.")
    asked: str = Field(description="The text of the question.")
    status: Word = Field(
        description=(
            "Whether there is an answer: answered, blank (no answer to this question), refused (no consent), or"
            " silent (the person sealed no answer)."
        )
    )
    value: str = Field(description="The option, the step of a scale, or the text. Empty: no answer.")
    label: str = Field(description="The label of the option or the step. Empty for a text.")


class EventRow(Model):
    """The events, as umpires know them. Each kind of event also has a table for its fields.

    The names of these tables begin with `event_`.
    """

    table: TableNo
    gate: int = Field(description="The gate after which the event happened. 0: the setup.")
    n: int = Field(description="The place of the event among the events of that gate, from 1.")
    heading: str = Field(description="The moment, in the players' words.")
    event: Word = Field(description="The kind of event.")
    told: str = Field(description="The sentence that umpires read.")


class EventValueRow(Model):
    """The lists in events: one row for each value of a field that has several values."""

    table: TableNo
    gate: int = Field(description="The gate after which the event happened. 0: the setup.")
    n: int = Field(description="The place of the event among the events of that gate, from 1.")
    field: Word = Field(description="The field of the event.")
    place: Word = Field(
        description="The place in the list, from 1. In a list of lists, 2.1 is the first value of the second list."
    )
    value: str = Field(description="The value.")


class LineRow(Model):
    """The talk: every line that players sent."""

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
    number: int = Field(description="The number of the proposal at the table.")
    giver: Word = Field(description="The seat that made the proposal.")
    taker: Word = Field(description="The seat that received the proposal.")
    text: str = Field(description="The text of the proposal.")
    state: Word = Field(description="The result of the proposal: open, accepted, refused or lapsed.")
    heading: str = Field(description="The moment, in the players' words.")


class CallRow(Model):
    """The calls for an umpire, replies to an umpire's messages, and the umpires' answers."""

    table: TableNo
    gate: GateNumber
    seq: Seq
    at: At
    wall: Wall
    seat: SeatName
    kind: Word = Field(description="The writer of the text. called: the seat. answered: an umpire.")
    text: str = Field(description="The text.")


class NoticeRow(Model):
    """The notices: messages of umpires, injects, and requests for information with their answers."""

    table: TableNo
    gate: GateNumber
    seq: Seq
    at: At
    wall: Wall
    sender: str = Field(description="The name of the sender. Empty: the umpire.")
    kind: Word = Field(
        description="The kind of notice: message, news, letter, call, request or answer. Empty: a message of the umpire."
    )
    to: str = Field(description="The name of the receiver.")
    seats: Listed
    text: str = Field(description="The text.")
    about: str = Field(
        description="The text of the request that an answer is about. Empty: the notice is not an answer."
    )


class RulingRow(Model):
    """The rulings and notes: every act of an umpire, with its reason. Table 0 means the whole room."""

    table: TableNo
    gate: GateNumber
    meant_for: int = Field(description="The gate for which the umpire meant the ruling. 0: any gate.")
    seq: Seq
    at: At
    wall: Wall
    umpire: Word = Field(
        description="The number of the console. Consoles are numbered in the order in which their cards were first used."
    )
    act: Word = Field(description="The kind of ruling.")
    details: str = Field(description="The details of the ruling, as JSON.")
    reason: str = Field(description="The reason, in the umpire's words.")


class PresenceRow(Model):
    """Presence: clients that the host admitted, and seats that bots took over. The journal does not record connections."""

    table: TableNo
    seq: Seq
    at: At
    wall: Wall
    seat: SeatName
    role: Word = Field(
        description=(
            "The role of the client: seat, watcher, stand_in (a bot), umpire, observer, technical or display. Empty if"
            " `what` is bot or back."
        )
    )
    what: Word = Field(
        description=(
            "The event. came: the host admitted a client. bot: from now on a bot plays the seat. back: the seat's player"
            " answers again. handed: the player handed the seat to another player of the crew."
        )
    )


class ClockRow(Model):
    """The clocks: when each gate opened, when its clock stopped and continued, and when it closed."""

    table: TableNo
    gate: GateNumber
    seq: Seq
    at: At
    wall: Wall
    what: Word = Field(description="The event: opened, stopped, ran (the clock continued) or closed.")
    why: str = Field(description="Why the clock stopped, as umpires read it.")


class PositionRow(Model):
    """The positions: each number on the sheet with all secrets, at the opening of each gate.

    Strengths of corps, reserves, cards, markers and scores are among them.
    """

    table: TableNo
    gate: GateNumber
    n: int = Field(description="The place of the number on the sheet, from 1.")
    turn: str = Field(description="The heading that players read above the gate.")
    part: Word = Field(
        description="The part of the sheet, such as a side or a front. Empty: the part has no title."
    )
    thing: Word = Field(description="The thing that has the number, such as a corps, the reserve or a hand.")
    figure: Word = Field(
        description=(
            "The meaning of the value: number (if the thing has only one), strength, at (the place of a marker), cards or"
            " total. It can also be a kind of unit, a card, or the head of a column of the sheet."
        )
    )
    value: int = Field(description="The number.")


OF_TABLE = ("table", "tables")
OF_SEAT = ("table seat", "seats")
OF_EVENT = ("table gate n", "events")
TABLES: dict[str, TableSchema] = {
    each.name: each
    for each in (
        schema("exercise", OneExercise, "exercise"),
        schema("tables", OneTable, "table", [("", "exercise")]),
        schema("sides", SideRow, "table side", [OF_TABLE]),
        schema("tallies", TallyRow, "table label side", [OF_TABLE]),
        schema("seats", SeatRow, "table seat", [OF_TABLE]),
        schema("people", PersonRow, "", [OF_SEAT]),
        schema("gates", GateRow, "table gate", [OF_TABLE]),
        schema("declarations", DeclarationRow, "table gate seat", [OF_GATE, OF_SEAT]),
        schema("answers", AnswerRow, "table gate seat field n", [("table gate seat", "declarations")]),
        schema("questionnaires", QuestionnaireRow, "table gate seat n", [OF_GATE, OF_SEAT]),
        schema("events", EventRow, "table gate n", [OF_TABLE]),
        schema("event_values", EventValueRow, "table gate n field place", [OF_EVENT], is_told=True),
        schema("talk", LineRow, "", [OF_TABLE]),
        schema("deals", DealRow, "table number", [OF_TABLE]),
        schema("calls", CallRow, "", [OF_TABLE]),
        schema("notices", NoticeRow, "", [OF_TABLE]),
        schema("rulings", RulingRow, "seq", [("", "exercise")]),
        schema("presence", PresenceRow, "", [("", "exercise")]),
        schema("clocks", ClockRow, "", [OF_TABLE]),
        schema("positions", PositionRow, "table gate n", [OF_GATE]),
        *JUDGED,
    )
}
"""Every table by its name, in the order of the dictionary. The tables of the kinds of events follow them."""
