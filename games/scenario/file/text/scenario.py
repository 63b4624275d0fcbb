"""A scenario: all that its file may have. Every key has a meaning in words; `docs/scenario-keys.md` is made from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator
from warcouncil.games.kit.text.papers import laid, pieces
from warcouncil.games.scenario.file.pictures import SOURCE_CHARS_MAX, picture
from warcouncil.games.scenario.file.text.consequences import Clauses, EndingPart
from warcouncil.games.scenario.file.text.map import MapPart
from warcouncil.games.scenario.file.text.phase import PhasePart
from warcouncil.games.scenario.file.text.treatment import TreatmentPart
from warcouncil.games.scenario.file.text.vocabulary import (
    BONUSES_MAX,
    DOCUMENTS_MAX,
    DRAWN_MAX,
    DRAWS_MAX,
    ENDINGS_MAX,
    HINTS_MAX,
    INJECTS_MAX,
    MARKS_MAX,
    NUMBERS_MAX,
    PAPERS,
    PHASES_MAX,
    ROUNDS_MAX,
    SEATS_MAX,
    SHEET_ROWS_MAX,
    STATES_MAX,
    TEAMS_MAX,
    TREATMENTS_MAX,
    Amount,
    Clause,
    Id,
    KnownTo,
    Letter,
    Line,
    Page,
    Paper,
    Passage,
    Places,
    ScenarioPart,
    SeatName,
    Title,
    flat,
)
from warcouncil.protocol.table.papers import PaperPiece


class TeamPart(ScenarioPart):
    """[[teams]]: a side, or the white cell."""

    name: Id = Field(description="Its name in conditions and seats: `blue`.")
    title: Title = Field(description="The name that people read.")
    about: Paper = Field("", description="The facts about it that everyone knows.")
    brief: Page = Field("", description="The brief of the team. Only its seats read it.")
    cell: bool = Field(
        False, description="Whether this is the white cell. It sees everything and decides what happens."
    )


class SeatPart(ScenarioPart):
    """[[seats]]: a role. The first seat of a team is its commander."""

    name: SeatName = Field(
        description="Its name, such as `blue.minister`. The only seat of a team may have the name of the team."
    )
    team: Id = Field(description="Its team.")
    title: Title = Field(description="The name that people read, such as `Blue foreign minister`.")
    duty: Line = Field("", description="The task of its player. Everyone may read it.")
    brief: Page = Field(
        "",
        description="The brief of the seat, with everything that it knows and wants. No other player reads it.",
    )
    aid: Passage = Field("", description="A few lines for the back of its card. Everyone may read them.")


class MarkPart(ScenarioPart):
    """A label at one value of a track."""

    at: Amount = Field(description="The value to which the label belongs.")
    label: Title = Field(description="The text of the label.")


class StatePart(ScenarioPart):
    """A state that a number can have, such as "held by Rosal"."""

    name: Id = Field(description="Its name in conditions and changes: `coast is rosal`.")
    label: Title = Field(description="The text that players read, such as `held by Rosal`.")


class NumberPart(ScenarioPart):
    """[[numbers]]: a number or a state of the table, or one for each team or seat."""

    name: Id = Field(description="Its name in conditions: `tension`, `oil of blue`.")
    title: Title = Field(description="The name that people read.")
    each: Literal["table", "team", "seat"] = Field(
        "table",
        description="table: there is one number for the whole table. team: each team has its own. seat: each seat has its own.",
    )
    of: Places = Field(
        (), description="The teams or seats that have one. If left out: all except those of the white cell."
    )
    low: Amount = Field(0, description="Its lowest value.")
    high: Amount = Field(10, description="Its highest value.")
    start: Amount | str = Field(
        0, description="Its value at the beginning: a number, or the name of a state."
    )
    starts: dict[str, Amount | str] = Field(
        {},
        description="Other values at the beginning, for some teams or seats.",
        max_length=SEATS_MAX,
    )
    states: Annotated[tuple[StatePart, ...], Field(max_length=STATES_MAX)] = Field(
        (),
        description="The states that it can have, instead of values. Without `start` it begins in the first state.",
    )
    known_to: KnownTo = Field(
        "none",
        description="Sets who sees it. all: everyone. none: only the white cell. own: the team or seat that has it. "
        "Or a list of teams and seats.",
    )
    track: bool = Field(False, description="Whether the board draws it as a track.")
    marks: Annotated[tuple[MarkPart, ...], Field(max_length=MARKS_MAX)] = Field(
        (), description="Labels at some values of the track."
    )

    @property
    def lowest(self) -> int:
        """The least value. A state counts by its place in the list, from 0."""
        return 0 if self.states else self.low

    @property
    def highest(self) -> int:
        """The greatest value."""
        return len(self.states) - 1 if self.states else self.high

    def begins(self, owner: str = "") -> int:
        """Return the value at the beginning."""
        start = self.starts.get(owner, self.start)
        return start if isinstance(start, int) else self.place_of(start)

    def place_of(self, state: str) -> int:
        """Return the value of a state by its name. Raises StopIteration if there is none."""
        return next(place for place, each in enumerate(self.states) if each.name == state)

    def words(self, value: int) -> str:
        """Return a value in the words for players."""
        return self.states[value].label if self.states else str(value)


class DrawPart(ScenarioPart):
    """[[draws]]: a list of values from which chance takes one: `draw from rain`. A value that the list contains twice is twice as likely."""

    name: Id = Field(description="Its name in changes: `water + draw from rain`.")
    values: Annotated[tuple[Amount, ...], Field(min_length=2, max_length=DRAWN_MAX)] = Field(
        description="The values. Each entry of the list is as likely as the others."
    )


class DocumentPart(ScenarioPart):
    """[[documents]]: a text that readers have from the beginning, or after a rule hands it out."""

    name: Id = Field(description="Its name, for `hand` and conditions: `red holds intercept`.")
    title: Title = Field(description="Its title.")
    text: Page = Field(description="Its text.")
    picture: Annotated[str, StringConstraints(max_length=SOURCE_CHARS_MAX + 100)] = Field(
        "",
        description="A picture above the text: the name of a PNG or SVG file in the same folder, such as `quay.svg`.",
    )
    alt: Line = Field("", description="A description of the picture, for readers who cannot see it.")
    known_to: Literal["all", "none"] | Places = Field(
        "none",
        description="Sets who has it at the beginning. all: everyone. none: no player. Or a list of teams and seats.",
    )


class BonusPart(ScenarioPart):
    """[[scores.bonus]]: points under a condition."""

    to: str = Field(description="The team or seat that gets the points.")
    points: Amount = Field(description="How many points.")
    only_if: Clauses = Field((), description="The points count if all of these hold at the end.")
    words: Line = Field(
        "",
        description="The reason for the points. The board shows it when the game is over and all secrets are shown.",
    )


class PayoffPart(ScenarioPart):
    """[[scores.sheet]]: a row of the payoff sheet: what one option of one issue is worth to each side."""

    issue: Clause = Field(
        description="The question of kind choice that decides it. `berths`: the issue counts if all who are asked gave the same"
        " answer. `berths of port`: the answer of port counts."
    )
    option: Id = Field(description="The option of the question.")
    points: dict[str, Amount] = Field(
        description="The points of each team or seat. A team or seat that is left out gets no points.",
        max_length=SEATS_MAX,
    )
    words: Line = Field("", description="A note for the author.")


class ScorePart(ScenarioPart):
    """[scores]: points. The program counts them at the end and shows them."""

    title: Title = Field("points", description="The word for the points, in small letters.")
    of: Literal["team", "seat"] = Field("team", description="Whether teams or seats get the points.")
    sum: Annotated[tuple[Clause, ...], Field(max_length=8)] = Field(
        (),
        description="The amounts that are added up, such as `oil of own`, `2 * aims of own` or `- tension`.",
    )
    bonus: Annotated[tuple[BonusPart, ...], Field(max_length=BONUSES_MAX)] = Field(
        (), description="Points under a condition."
    )
    sheet: Annotated[tuple[PayoffPart, ...], Field(max_length=SHEET_ROWS_MAX)] = Field(
        (),
        description="The payoff sheet. It has the points for each option of each issue. Each side sees its own column, and can try"
        " out packages.",
    )
    sheet_only_if: Clauses = Field(
        (),
        description="The payoff sheet counts only if all of these conditions hold at the end. Example: `deal is passed`.",
    )


class HintPart(ScenarioPart):
    """[[hints]]: an answer that bots give and the form suggests. Its conditions read only what its seat knows."""

    of: str = Field(description="The team or seat that answers.")
    question: Id = Field(description="The name of the question or of the vote.")
    answer: str | int | tuple[Id, ...] | dict[Id, Annotated[int, Field(ge=0, le=1000)]] = Field(
        description="The answer. Write an option, an amount or the text of an order. For several options or a ranking write a list,"
        ' such as `["coast", "farms"]`. For an allocation write `{ coast = 3, farms = 2 }`. For a vote write for,'
        " against or abstain."
    )
    only_if: Clauses = Field((), description="The hint is used if all of these hold.")


class ScenarioInject(ScenarioPart):
    """[[injects]]: a message that is written in advance. It comes at a time of the table's clock, or an umpire sends it."""

    name: Id | None = Field(None, description="Its name.")
    text: Letter = Field(description="The text of the message. A blank line separates paragraphs.")
    sender: Title | None = Field(
        None,
        description="The writer of the message in the exercise, such as `Reuters` or `J2`. If left out: it comes "
        "from the umpire.",
    )
    kind: Literal["message", "news", "letter", "call"] = Field(
        "message", description="How the sender writes: a message, news, a letter or a call."
    )
    minutes: Annotated[float, Field(ge=0, le=600)] | None = Field(
        None,
        description="When it comes, in minutes of play after the beginning. With `phase`: in minutes after that phase opened.",
    )
    phase: str = Field(
        "", description="The phase in which it comes. Without `minutes` it comes when the phase opens."
    )
    round: Annotated[int, Field(ge=1, le=ROUNDS_MAX)] = Field(
        1,
        description="With `phase`: at which opening of the phase it comes. 2: when the phase opens for the second time.",
    )
    while_open: bool = Field(
        False,
        description="With `phase`: it comes only while that phase is open. Afterwards only an umpire can send it.",
    )
    only_if: Clauses = Field(
        (),
        description="It comes only if all of these conditions hold. If they do not hold at its time, it comes as soon as they do.",
    )
    reveals: tuple[Clause, ...] = Field(
        (),
        max_length=8,
        description="The secret numbers and answers that `only_if` may use. When the message comes, its readers can infer them.",
    )
    to: str = Field(description="The receiver: a team, a seat, or all.")
    reply: bool = Field(False, description="Whether it asks its readers for a reply.")


class Scenario(ScenarioPart):
    """The whole file."""

    format: Literal[1, 2, 3] = Field(
        description="The version of this format: 3. In a file of format 1, the amounts of changes read the values at the closing."
        " Below format 3, long texts have no line breaks and no marks."
    )
    title: Title = Field(description="The title of the exercise.")
    author: Title = Field("its author", description="The author of the exercise.")
    summary: Passage = Field(description="Two or three sentences for a person who has never heard of it.")
    situation: Paper = Field(description="The situation at the beginning. Everyone knows it.")
    wins: Line = Field(
        "Your brief says what you are after.",
        description="A sentence that says how a side wins. Everyone may read it.",
    )
    rounds: int = Field(1, ge=1, le=ROUNDS_MAX, description="The number of rounds.")
    round: Title = Field("Round", description="The word for a round, such as `Day`.")
    minutes: int = Field(30, ge=1, le=1000, description="About how many minutes the exercise takes.")
    notes: Page = Field(
        "",
        description="Notes for the instructor only, such as preparation, what to watch, and questions for the debrief.",
    )
    teams: Annotated[tuple[TeamPart, ...], Field(min_length=1, max_length=TEAMS_MAX)] = Field(
        description="The sides."
    )
    seats: Annotated[tuple[SeatPart, ...], Field(min_length=1, max_length=SEATS_MAX)] = Field(
        description="The roles."
    )
    numbers: Annotated[tuple[NumberPart, ...], Field(max_length=NUMBERS_MAX)] = Field(
        (), description="Numbers and tracks."
    )
    map: MapPart | None = Field(None, description="A map with places and pieces.")
    draws: Annotated[tuple[DrawPart, ...], Field(max_length=DRAWS_MAX)] = Field(
        (), description="Lists of values. A rule can draw a value from a list by chance."
    )
    documents: Annotated[tuple[DocumentPart, ...], Field(max_length=DOCUMENTS_MAX)] = Field(
        (), description="Documents."
    )
    phases: Annotated[tuple[PhasePart, ...], Field(min_length=1, max_length=PHASES_MAX)] = Field(
        description="The phases, in order."
    )
    endings: Annotated[tuple[EndingPart, ...], Field(min_length=1, max_length=ENDINGS_MAX)] = Field(
        description="The endings. The first one whose conditions hold counts."
    )
    scores: ScorePart | None = Field(None, description="Points.")
    hints: Annotated[tuple[HintPart, ...], Field(max_length=HINTS_MAX)] = Field(
        (), description="Hints: how bots answer."
    )
    injects: Annotated[tuple[ScenarioInject, ...], Field(max_length=INJECTS_MAX)] = Field(
        (), description="Messages."
    )
    treatments: Annotated[tuple[TreatmentPart, ...], Field(max_length=TREATMENTS_MAX)] = Field(
        (), description="Variants for an experiment. Each table plays one of them."
    )

    @model_validator(mode="after")
    def _cleaned(self) -> Self:
        return self._with_long_texts(laid if self.format >= PAPERS else flat)

    def _with_long_texts(self, way: Callable[[str], str]) -> Self:
        teams = (
            team.model_copy(update={"about": way(team.about), "brief": way(team.brief)})
            for team in self.teams
        )
        seats = (seat.model_copy(update={"brief": way(seat.brief)}) for seat in self.seats)
        documents = (paper.model_copy(update={"text": way(paper.text)}) for paper in self.documents)
        return self.model_copy(
            update={
                "situation": way(self.situation),
                "notes": way(self.notes),
                "teams": tuple(teams),
                "seats": tuple(seats),
                "documents": tuple(documents),
            }
        )

    def document_pieces(self, document: DocumentPart) -> tuple[PaperPiece, ...]:
        """Return the pieces of a document: its picture, then its text. None if the format has no markup."""
        written = self.pieces_of(document.text)
        return (picture(document.picture, document.alt), *written) if document.picture else written

    def pieces_of(self, text: str) -> tuple[PaperPiece, ...]:
        """Return the pieces of one of the long texts. None if the format has no markup."""
        return pieces(text) if self.format >= PAPERS else ()
