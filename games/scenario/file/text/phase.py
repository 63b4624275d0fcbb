"""The phases of a scenario: when each opens, for how long, which seats may talk, and its kind."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from warcouncil.games.scenario.file.text.consequences import Clauses, FollowPart, ForeseenPart, TablePart
from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.games.scenario.file.text.questionnaire import ITEMS_MAX, ItemPart
from warcouncil.games.scenario.file.text.vocabulary import (
    ARGUING_MAX,
    FORESEEN_MAX,
    QUESTIONS_MAX,
    ROUNDS_MAX,
    RULES_MAX,
    SEATS_MAX,
    TABLES_MAX,
    Clause,
    Id,
    Line,
    Minutes,
    Passage,
    Places,
    ScenarioPart,
    SeatName,
    Title,
)

Channels = Literal["none", "all", "teams", "pairs"] | dict[Title, Places]


class AnyPhase(ScenarioPart):
    """The keys that every phase has."""

    name: Title = Field(description="The name that players read: `Orders`. Each phase needs its own.")
    text: Passage = Field("", description="What happens in it, in a few sentences.")
    at: Literal["before", "round", "after"] = Field(
        "round",
        description="before: once, before the rounds. round: in every round. after: once, after the last.",
    )
    rounds: tuple[int, ...] = Field(
        (), max_length=ROUNDS_MAX, description="The rounds in which it is played. Left out: all."
    )
    only_if: Clauses = Field((), description="It opens only if all of these hold. If not, it is skipped.")
    reveals: tuple[Clause, ...] = Field(
        (),
        max_length=8,
        description="Secret numbers and answers in `only_if`. When the phase opens, players can infer them.",
    )
    minutes: Minutes = Field(3.0, description="The time for the phase.")
    silence: Literal["", "missing", "draft", "wait", "bot", "extend"] = Field(
        "",
        description="What happens to seats that have not sealed when time is up. draft: their unsealed answer counts. wait: the table waits for them. bot: a bot answers. extend: the clock runs once more. Left out or missing: the phase closes without them.",
    )
    channels: Channels = Field(
        "none",
        description="Who may talk in this phase: none, all, teams or pairs. Or conversations by name, each with its seats and teams.",
    )
    cell_reads: bool = Field(
        False,
        description="The white cell reads all conversations of the phase. The briefing and each conversation say so.",
    )
    requests: bool = Field(
        False,
        description="Seats may ask the white cell for information at any time of the phase. Only their own team reads the answer.",
    )
    deals: bool = Field(False, description="Seats may send each other written proposals.")
    quiet_minutes: float = Field(0, ge=0, le=60, description="How many minutes before the end talk stops.")
    follows: Annotated[tuple[FollowPart, ...], Field(max_length=RULES_MAX)] = Field(
        (), description="What follows when it has closed."
    )
    tables: Annotated[tuple[TablePart, ...], Field(max_length=TABLES_MAX)] = Field(
        (), description="What follows from combinations of answers."
    )


class TalkPhase(AnyPhase):
    """Talk. Seats are asked only whether they are ready."""

    kind: Literal["talk"]


class QuestionPhase(AnyPhase):
    """Sealed questions to seats and teams, all at once."""

    kind: Literal["questions"]
    questions: Annotated[tuple[QuestionPart, ...], Field(min_length=1, max_length=QUESTIONS_MAX)] = Field(
        description="What is asked."
    )


class CellPhase(AnyPhase):
    """The white cell decides: it sees everything, chooses or writes the outcome, sets numbers, and chooses who is told what."""

    kind: Literal["cell"]
    asks: Line = Field("What happens now?", description="What the white cell is asked.")
    foreseen: Annotated[tuple[ForeseenPart, ...], Field(max_length=FORESEEN_MAX)] = Field(
        (), description="Outcomes to choose from."
    )
    writes: bool = Field(True, description="Whether it may write an outcome of its own.")
    sets: Annotated[tuple[Clause, ...], Field(max_length=12)] = Field(
        (), description="Numbers that it may set: `tension`, `oil of blue`."
    )
    tells: bool = Field(True, description="Whether it may send each team a private message.")
    agree: bool = Field(False, description="Whether a second seat of the white cell must agree.")


class ArgumentPhase(AnyPhase):
    """A matrix argument: each side argues that something happens, others argue against it, the white cell sets the odds, and chance decides."""

    kind: Literal["argument"]
    of: Annotated[Places, Field(max_length=ARGUING_MAX)] = Field(
        (), description="The teams or seats that argue, in order. Left out: all teams except the white cell."
    )
    order: Literal["in turn", "at once"] = Field(
        "in turn",
        description="in turn: each side argues alone, and the others read it. at once: all sides seal at the same moment.",
    )
    reasons: int = Field(3, ge=1, le=3, description="How many reasons may be given.")
    against: int = Field(2, ge=0, le=3, description="How many reasons others may give against it.")
    chars: int = Field(200, ge=40, le=280, description="How long each sentence may be.")
    against_minutes: Minutes = Field(2.0, description="The time for the reasons against it.")
    weigh_minutes: Minutes = Field(2.0, description="The time for the white cell.")


class VotePhase(AnyPhase):
    """A vote on a motion."""

    kind: Literal["vote"]
    vote: Id = Field(description="Its name in conditions: `embargo is passed`.")
    motion: Line = Field(description="What is voted on.")
    of: Places = Field(
        (), description="The teams or seats that vote. Left out: every seat except those of the white cell."
    )
    needs: (
        Literal["majority", "two thirds", "all", "majority of all", "two thirds of all"]
        | Annotated[int, Field(ge=1, le=SEATS_MAX)]
    ) = Field(
        "majority",
        description="The votes in favour that it needs. majority: more than the votes against. two thirds: of the votes for"
        " and against. all: one, and none against. majority of all, two thirds of all: of all seats that may vote, so an"
        " abstention counts like a vote against. Or a number.",
    )
    quorum: int = Field(
        0,
        ge=0,
        le=SEATS_MAX,
        description="How many seats must vote. An abstention counts as a vote, silence does not. With fewer the motion fails.",
    )
    veto: tuple[SeatName, ...] = Field(
        (), description="Seats that can stop the motion with one vote against it."
    )
    ballot: Literal["open", "secret"] = Field(
        "open", description="open: everyone reads each vote. secret: everyone reads only the count."
    )


class TreatyPhase(AnyPhase):
    """A written treaty: drafted in talk, then signed or not."""

    kind: Literal["treaty"]
    treaty: Id = Field(description="Its name in conditions: `accord is signed`.")
    drafter: SeatName = Field(description="The seat that writes it.")
    signers: Annotated[Places, Field(min_length=2)] = Field(
        description="The signers: seats, or teams, whose commanders sign."
    )
    needs: Annotated[int, Field(ge=1, le=SEATS_MAX)] | Literal["all"] = Field(
        "all", description="How many must sign."
    )
    chars: int = Field(800, ge=40, le=1200, description="How long it may be.")
    sign_minutes: Minutes = Field(2.0, description="The time for signing.")
    known_to: Literal["all", "signers"] = Field("all", description="Who reads the treaty once it is signed.")


class QuestionnairePhase(AnyPhase):
    """Questions about the exercise itself, to each person. No other person reads an answer, and nothing follows from
    it.

    Its `at` is "after" if it is left out. It then opens when the exercise has ended, however it ended.
    """

    kind: Literal["questionnaire"]
    at: Literal["before", "round", "after"] = Field(
        "after",
        description="after: when the exercise has ended, however it ended. before, round: as in every phase.",
    )
    of: Places = Field(
        (),
        description="The teams or seats that are asked. Left out: every seat except those of the white cell.",
    )
    consent: Line = Field(
        "",
        description="The question for consent. It comes first. Only the answers of people who agree are exported. Left"
        " out: a standard question.",
    )
    items: Annotated[tuple[ItemPart, ...], Field(min_length=1, max_length=ITEMS_MAX)] = Field(
        description="What is asked."
    )


PhasePart = Annotated[
    TalkPhase | QuestionPhase | CellPhase | ArgumentPhase | VotePhase | TreatyPhase | QuestionnairePhase,
    Field(discriminator="kind"),
]
