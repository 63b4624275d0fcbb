"""A scenario: all that its file may hold. Every key has a meaning in words; `docs/scenario-keys.md` is made from them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from warcouncil.games.scenario.file.text.consequences import Clauses, EndingPart
from warcouncil.games.scenario.file.text.phase import PhasePart
from warcouncil.games.scenario.file.text.vocabulary import (
    DOCUMENTS_MAX,
    DRAWN_MAX,
    DRAWS_MAX,
    ENDINGS_MAX,
    INJECTS_MAX,
    NUMBERS_MAX,
    PHASES_MAX,
    ROUNDS_MAX,
    SEATS_MAX,
    TEAMS_MAX,
    Amount,
    Clause,
    Id,
    KnownTo,
    Line,
    Page,
    Paper,
    Passage,
    Places,
    ScenarioPart,
    SeatName,
    Title,
)


class TeamPart(ScenarioPart):
    """[[teams]]: a side, or the white cell."""

    name: Id = Field(description="Its name in conditions and seats: `blue`.")
    title: Title = Field(description="What people read.")
    about: Paper = Field("", description="What everybody knows of it.")
    brief: Page = Field("", description="Its own brief: only its seats read it.")
    cell: bool = Field(
        False, description="This is the white cell: it sees everything and decides what comes of it."
    )


class SeatPart(ScenarioPart):
    """[[seats]]: a role. The first of a team is its commander."""

    name: SeatName = Field(description="Its name: `blue.minister`, or the team's where it has one seat.")
    team: Id = Field(description="Its team.")
    title: Title = Field(description="What people read: `Blue foreign minister`.")
    duty: Line = Field("", description="What its holder does, as everybody may know.")
    brief: Page = Field("", description="Its own brief: what it knows, what it wants. Nobody else reads it.")
    aid: Passage = Field("", description="A few lines for the back of its card, as everybody may know.")


class MarkPart(ScenarioPart):
    """A labelled place on a track."""

    at: Amount
    label: Title


class NumberPart(ScenarioPart):
    """[[numbers]]: a number of the table, or one for each team or seat."""

    name: Id = Field(description="Its name in conditions: `tension`, `oil of blue`.")
    title: Title = Field(description="What people read.")
    each: Literal["table", "team", "seat"] = Field(
        "table", description="One for the table, or for each team or seat."
    )
    of: Places = Field((), description="Only these teams or seats have one; none: all but the white cell's.")
    low: Amount = Field(0, description="It never falls under this.")
    high: Amount = Field(10, description="It never rises over this.")
    start: Amount = Field(0, description="Where it begins.")
    starts: dict[str, Amount] = Field(
        {}, description="Where it begins for single teams or seats.", max_length=20
    )
    known_to: KnownTo = Field(
        "none", description="Who sees it: all, none (the white cell alone), own (whose it is), or a list."
    )
    track: bool = Field(False, description="It is drawn as a track.")
    marks: Annotated[tuple[MarkPart, ...], Field(max_length=8)] = Field(
        (), description="Labelled places on the track."
    )


class DrawPart(ScenarioPart):
    """[[draws]]: a list of values from which chance takes one: `draw from rain`. A value that is there twice is twice as likely."""

    name: Id = Field(description="Its name in changes: `water + draw from rain`.")
    values: Annotated[tuple[Amount, ...], Field(min_length=2, max_length=DRAWN_MAX)] = Field(
        description="The values. Each is as likely as the others."
    )


class DocumentPart(ScenarioPart):
    """[[documents]]: a text to read, from the beginning or after it is handed out."""

    name: Id = Field(description="Its name, for `hand` and conditions: `red holds intercept`.")
    title: Title = Field(description="Its title.")
    text: Page = Field(description="Its text.")
    known_to: Literal["all", "none"] | Places = Field("none", description="Who has it at the beginning.")


class BonusPart(ScenarioPart):
    """[[scores.bonus]]: points under a condition."""

    to: str = Field(description="The team or seat.")
    points: Amount = Field(description="How many.")
    only_if: Clauses = Field((), description="If all of these hold at the end.")
    words: Line = Field("", description="What for.")


class ScorePart(ScenarioPart):
    """[scores]: points, counted and told at the end."""

    title: Title = Field("points", description="What is counted, in small letters.")
    of: Literal["team", "seat"] = Field("team", description="Whose points they are.")
    sum: Annotated[tuple[Clause, ...], Field(max_length=8)] = Field(
        (), description="What counts: `oil of own`, `2 * aims of own`, `- tension`."
    )
    bonus: Annotated[tuple[BonusPart, ...], Field(max_length=40)] = Field(
        (), description="Points under a condition."
    )


class HintPart(ScenarioPart):
    """[[hints]]: an answer that bots give and the form suggests. Its conditions read only what its seat knows."""

    of: str = Field(description="The team or seat.")
    question: Id = Field(description="The question, or the vote.")
    answer: str | int | tuple[Id, ...] | dict[Id, Annotated[int, Field(ge=0, le=1000)]] = Field(
        description='The option, the amount or the words of an order; `["coast", "farms"]` of several or in order; or'
        " `{ coast = 3, farms = 2 }` of an allocation. Of a vote: for, against or abstain."
    )
    only_if: Clauses = Field((), description="If all of these hold.")


class ScenarioInject(ScenarioPart):
    """[[injects]]: a message written in advance. It is sent at a running time of the table, or kept ready for an umpire."""

    name: Id | None = Field(None, description="Its name.")
    text: Line = Field(description="What is told.")
    minutes: Annotated[float, Field(ge=0, le=600)] | None = Field(
        None,
        description="So many minutes of play after the beginning; with `phase`: after that phase opened.",
    )
    phase: str = Field("", description="When this phase opens.")
    round: Annotated[int, Field(ge=1, le=ROUNDS_MAX)] = Field(
        1, description="When it opens for the so-manieth time."
    )
    to: str = Field(description="A team, a seat, or all.")
    reply: bool = Field(False, description="An answer is asked for.")


class Scenario(ScenarioPart):
    """The whole file."""

    format: Literal[1, 2] = Field(
        description="The version of this format: 2. In a file of format 1, the amounts of changes read the closing."
    )
    title: Title = Field(description="What the exercise is called.")
    author: Title = Field("its author", description="Who wrote it.")
    summary: Passage = Field(description="Two or three sentences for somebody who has never heard of it.")
    situation: Paper = Field(description="What everybody knows at the beginning.")
    wins: Line = Field(
        "Your brief says what you are after.", description="How one wins, as everybody may know."
    )
    rounds: int = Field(1, ge=1, le=ROUNDS_MAX, description="How many rounds.")
    round: Title = Field("Round", description="What a round is called: `Day`.")
    minutes: int = Field(30, ge=1, le=1000, description="About how long it takes.")
    notes: Page = Field(
        "", description="For the instructor alone: preparation, what to watch, questions for the debrief."
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
    draws: Annotated[tuple[DrawPart, ...], Field(max_length=DRAWS_MAX)] = Field(
        (), description="Lists of values from which chance takes one."
    )
    documents: Annotated[tuple[DocumentPart, ...], Field(max_length=DOCUMENTS_MAX)] = Field(
        (), description="Documents."
    )
    phases: Annotated[tuple[PhasePart, ...], Field(min_length=1, max_length=PHASES_MAX)] = Field(
        description="The phases, in order."
    )
    endings: Annotated[tuple[EndingPart, ...], Field(min_length=1, max_length=ENDINGS_MAX)] = Field(
        description="How it can end. The first whose conditions hold counts."
    )
    scores: ScorePart | None = Field(None, description="Points.")
    hints: Annotated[tuple[HintPart, ...], Field(max_length=60)] = Field((), description="What bots answer.")
    injects: Annotated[tuple[ScenarioInject, ...], Field(max_length=INJECTS_MAX)] = Field(
        (), description="Messages."
    )
