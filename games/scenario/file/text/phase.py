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
    text: Passage = Field("", description="A description of this phase, in a few sentences.")
    at: Literal["before", "round", "after"] = Field(
        "round",
        description="When it is played. before: once, before the first round. round: in every round. after: once, after the last round.",
    )
    rounds: tuple[int, ...] = Field(
        (), max_length=ROUNDS_MAX, description="The rounds in which it is played. If left out: all rounds."
    )
    only_if: Clauses = Field((), description="It opens only if all of these hold. If not, it is skipped.")
    reveals: tuple[Clause, ...] = Field(
        (),
        max_length=8,
        description="The secret numbers and answers that `only_if` may use. When the phase opens, players can infer them.",
    )
    minutes: Minutes = Field(3.0, description="How many minutes the phase lasts.")
    silence: Literal["", "missing", "draft", "wait", "bot", "extend"] = Field(
        "",
        description="Sets what happens to seats that have not sealed when time is up. draft: their unsealed answer "
        "counts. wait: the table waits for them. bot: a bot answers. extend: the clock runs once more. "
        "missing, or left out: the phase closes without them.",
    )
    channels: Channels = Field(
        "none",
        description="Sets who may talk in this phase: none, all, teams or pairs. Or a mapping of conversations: the "
        "name of each, with its seats and teams.",
    )
    cell_reads: bool = Field(
        False,
        description="The white cell reads all conversations of the phase. The briefing and each conversation say so.",
    )
    requests: bool = Field(
        False,
        description="Seats may ask the white cell for information at any time during the phase. Only their own team reads the answer.",
    )
    deals: bool = Field(False, description="Seats may send each other written proposals.")
    quiet_minutes: float = Field(
        0, ge=0, le=60, description="How many minutes before the end of the phase the talk stops."
    )
    follows: Annotated[tuple[FollowPart, ...], Field(max_length=RULES_MAX)] = Field(
        (), description="The rules that act when the phase has closed."
    )
    tables: Annotated[tuple[TablePart, ...], Field(max_length=TABLES_MAX)] = Field(
        (), description="Tables that say what follows from combinations of answers."
    )


class TalkPhase(AnyPhase):
    """Talk. Seats are asked only whether they are ready."""

    kind: Literal["talk"]


class QuestionPhase(AnyPhase):
    """Sealed questions that seats and teams answer at the same time."""

    kind: Literal["questions"]
    questions: Annotated[tuple[QuestionPart, ...], Field(min_length=1, max_length=QUESTIONS_MAX)] = Field(
        description="The questions."
    )


class CellPhase(AnyPhase):
    """The white cell decides. It sees everything, chooses or writes the outcome, sets numbers, and sends texts to teams."""

    kind: Literal["cell"]
    asks: Line = Field("What happens now?", description="The question to the white cell.")
    foreseen: Annotated[tuple[ForeseenPart, ...], Field(max_length=FORESEEN_MAX)] = Field(
        (), description="Outcomes to choose from."
    )
    writes: bool = Field(True, description="Whether it may write its own outcome.")
    sets: Annotated[tuple[Clause, ...], Field(max_length=12)] = Field(
        (), description="Numbers that it may set: `tension`, `oil of blue`."
    )
    tells: bool = Field(True, description="Whether it may send each team a private message.")
    agree: bool = Field(False, description="Whether a second seat of the white cell must agree.")


class ArgumentPhase(AnyPhase):
    """A matrix argument. Each side argues that something happens, and others argue against it. The white cell sets the odds, and chance decides."""

    kind: Literal["argument"]
    of: Annotated[Places, Field(max_length=ARGUING_MAX)] = Field(
        (),
        description="The teams or seats that argue, in order. If left out: all teams except the white cell.",
    )
    order: Literal["in turn", "at once"] = Field(
        "in turn",
        description="in turn: one side argues after the other, and the others read it. at once: all sides argue at the same time, in secret.",
    )
    reasons: int = Field(3, ge=1, le=3, description="How many reasons a side may give.")
    against: int = Field(2, ge=0, le=3, description="How many reasons others may give against a claim.")
    chars: int = Field(200, ge=40, le=280, description="How many letters each sentence may have.")
    against_minutes: Minutes = Field(
        2.0, description="How many minutes the others have for their reasons against it."
    )
    weigh_minutes: Minutes = Field(2.0, description="How many minutes the white cell has to set the odds.")


class VotePhase(AnyPhase):
    """A vote on a motion."""

    kind: Literal["vote"]
    vote: Id = Field(description="Its name in conditions: `embargo is passed`.")
    motion: Line = Field(description="The text of the motion.")
    of: Places = Field(
        (),
        description="The teams or seats that vote. If left out: every seat except those of the white cell.",
    )
    needs: (
        Literal["majority", "two thirds", "all", "majority of all", "two thirds of all"]
        | Annotated[int, Field(ge=1, le=SEATS_MAX)]
    ) = Field(
        "majority",
        description="How many votes in favour it needs. majority: more votes in favour than against. two thirds: two "
        "thirds of the votes for and against. all: at least one vote, and none against. majority of all, "
        "two thirds of all: this part of all seats that may vote, so an abstention counts as a vote "
        "against. Or the number of votes.",
    )
    quorum: int = Field(
        0,
        ge=0,
        le=SEATS_MAX,
        description="How many seats must vote. An abstention counts as a vote, and silence does not. If fewer seats vote, the motion fails.",
    )
    veto: tuple[SeatName, ...] = Field(
        (), description="Seats that can stop the motion with one vote against it."
    )
    ballot: Literal["open", "secret"] = Field(
        "open", description="open: everyone reads each vote. secret: everyone reads only the count."
    )


class TreatyPhase(AnyPhase):
    """A written treaty. One seat drafts it during talk. Then the signers sign it or refuse."""

    kind: Literal["treaty"]
    treaty: Id = Field(description="Its name in conditions: `accord is signed`.")
    drafter: SeatName = Field(description="The seat that writes it.")
    signers: Annotated[Places, Field(min_length=2)] = Field(
        description="The seats and teams that can sign. For a team its commander signs."
    )
    needs: Annotated[int, Field(ge=1, le=SEATS_MAX)] | Literal["all"] = Field(
        "all", description="How many signers must sign."
    )
    chars: int = Field(800, ge=40, le=1200, description="How many letters the treaty may have.")
    sign_minutes: Minutes = Field(2.0, description="How many minutes the signers have to sign.")
    known_to: Literal["all", "signers"] = Field(
        "all",
        description="Sets who can read the treaty after it is signed. The drafter and the signers always can.",
    )


class QuestionnairePhase(AnyPhase):
    """Questions to each person about the exercise itself. No other person reads an answer, and nothing follows from
    it.

    If `at` is left out, it is "after". Then the questionnaire opens when the exercise has ended, whichever ending came.
    """

    kind: Literal["questionnaire"]
    at: Literal["before", "round", "after"] = Field(
        "after",
        description="after: when the exercise has ended, whichever ending came. before, round: as in every phase.",
    )
    of: Places = Field(
        (),
        description="The teams or seats that are asked. If left out: every seat except those of the white cell.",
    )
    consent: Line = Field(
        "",
        description="The question that asks for consent. It comes first. The export contains only the answers of people who"
        " agree. If left out: a standard question.",
    )
    items: Annotated[tuple[ItemPart, ...], Field(min_length=1, max_length=ITEMS_MAX)] = Field(
        description="The questions."
    )


PhasePart = Annotated[
    TalkPhase | QuestionPhase | CellPhase | ArgumentPhase | VotePhase | TreatyPhase | QuestionnairePhase,
    Field(discriminator="kind"),
]
