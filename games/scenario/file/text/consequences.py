"""Consequences: changes, texts, documents and endings, under conditions. All of them are declared, without loops."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from warcouncil.games.scenario.file.text.vocabulary import (
    CHANGES_MAX,
    CONDITIONS_MAX,
    ROWS_MAX,
    TEAMS_MAX,
    Clause,
    Id,
    Line,
    Passage,
    Places,
    ScenarioPart,
    Title,
)

Clauses = Annotated[tuple[Clause, ...], Field(max_length=CONDITIONS_MAX)]


class EffectPart(ScenarioPart):
    """Consequences: numbers change, teams and seats receive texts or documents, or the exercise ends."""

    change: Annotated[tuple[Clause, ...], Field(max_length=CHANGES_MAX)] = Field(
        (),
        description="Changes of numbers, such as `tension + 2`, `oil of blue - bid of blue`, `morale of red = 5`.",
    )
    tell: Passage = Field("", description="A message to everyone.")
    tell_to: dict[str, Passage] = Field(
        {}, description="Private messages. Each team or seat has its own text.", max_length=TEAMS_MAX
    )
    hand: dict[Id, Places] = Field(
        {}, description="Documents to hand out, each with the teams and seats that get it.", max_length=8
    )
    establish: Line = Field("", description="A fact that every board shows from now on.")
    end: Id | None = Field(None, description="The exercise ends with the ending of this name.")
    reveals: tuple[Clause, ...] = Field(
        (),
        max_length=8,
        description="Secret numbers and answers that its texts may print, although some readers do not know them yet.",
    )


class FollowPart(EffectPart):
    """[[phases.follows]]: a rule. It acts when the phase has closed, if all its conditions hold. The conditions read the values at the closing."""

    name: Title | None = Field(None, description="Its name in reports.")
    only_if: Clauses = Field((), description="The conditions. All of them must hold.")
    or_if: Clauses = Field(
        (), description="A second list of conditions. The rule also acts if all of these hold."
    )
    for_each: Literal["", "team", "seat"] | Places = Field(
        "",
        description="The rule is checked once for each team, each seat, or each name in a list. `own` means that team or seat.",
    )
    chance: int = Field(
        100, ge=1, le=100, description="How likely the rule is to act if its conditions hold, in percent."
    )


class RowPart(EffectPart):
    """[[phases.tables.rows]]: one row. It has the answers, in the order of `of`, and what follows from them."""

    answers: Annotated[tuple[str, ...], Field(min_length=1, max_length=4)] = Field(
        description='One answer for each question: an option, or `silent`. "*" fits every answer, and also silence.'
    )


class TablePart(ScenarioPart):
    """[[phases.tables]]: a table that says what follows from several answers together. The first row that fits acts."""

    name: Title | None = Field(None, description="Its name in reports.")
    of: Annotated[tuple[Clause, ...], Field(min_length=1, max_length=4)] = Field(
        description="The questions, such as `move of blue` and `move of red`."
    )
    rows: Annotated[tuple[RowPart, ...], Field(min_length=1, max_length=ROWS_MAX)] = Field(
        description="The rows."
    )


class ForeseenPart(EffectPart):
    """[[phases.foreseen]]: an outcome that the white cell may choose."""

    name: Id = Field(description="Its name.")
    label: Title = Field(description="The text that the white cell reads.")
    help: Line = Field("", description="When the white cell should choose it.")


class EndingPart(ScenarioPart):
    """[[endings]]: one way in which the exercise ends."""

    name: Id = Field(description="Its name, for `end`.")
    title: Title | None = Field(
        None,
        description="The heading when the exercise ends, such as `The dam broke`. If left out, the heading says who won, or that it is a draw.",
    )
    words: Line = Field(description="One sentence that says how it ended, without a full stop.")
    when: Literal["always", "end", "called"] = Field(
        "called",
        description="When it is checked. always: after every phase. end: only after the last phase. called: only if a rule names it in `end`.",
    )
    only_if: Clauses = Field((), description="The conditions. All of them must hold.")
    winners: Places | Literal["best"] | dict[str, Clauses] = Field(
        (),
        description="A list of the teams that win. best: the side with the most points. Or a mapping of teams to conditions:"
        " a team wins if all its conditions hold. If left out: no side wins or loses.",
    )
    reveals: tuple[Clause, ...] = Field(
        (),
        max_length=8,
        description="The secret numbers and answers that its conditions may use. When the ending comes, players can infer them.",
    )
