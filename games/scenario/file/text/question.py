"""A question of a phase: whom it asks, how it is answered, and what silence means."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from warcouncil.games.scenario.file.text.vocabulary import (
    OPTIONS_MAX,
    Amount,
    Clause,
    Id,
    KnownTo,
    Line,
    Places,
    ScenarioPart,
    Title,
)

NO_UNITS = "nothing"
"""The silence of an allocation: none of its units is assigned."""


class OptionPart(ScenarioPart):
    """[[phases.questions.options]]: one option that can be chosen, ranked, or given units."""

    name: Id = Field(description="Its name in conditions.")
    label: Title = Field(description="What players read.")
    help: Line = Field("", description="One sentence more.")


class QuestionPart(ScenarioPart):
    """[[phases.questions]]: one question. Its answers are sealed until the phase closes."""

    name: Id = Field(description="Its name in conditions: `move of blue is talk`.")
    ask: Line = Field(description="The question, in the second person.")
    title: Title | None = Field(
        None, description="What the sheet calls it beside its answers; without it, its name."
    )
    help: Line = Field("", description="One sentence more.")
    kind: Literal["choice", "several", "amount", "allocation", "ranking", "order"] = Field(
        "choice",
        description="choice: one option. several: between low and high of them. amount: a number from low to high. allocation:"
        " `total` units over the options. ranking: the options in order. order: written words, at most `chars`.",
    )
    of: Places = Field(
        (), description="The teams or seats that are asked; none: every team but the white cell."
    )
    by: Literal["commander", "majority", "all", "seat"] = Field(
        "commander",
        description="Who answers for a team: its commander, most of its seats, all of them with one voice; or (seat) each of its"
        " seats for itself.",
    )
    options: tuple[OptionPart, ...] = Field(
        (), max_length=OPTIONS_MAX, description="What there is to choose from."
    )
    low: Amount = Field(0, description="The least amount, or the fewest of several.")
    high: Amount | Clause = Field(
        10, description="The greatest amount, or the most of several; or a number's name: what one has of it."
    )
    total: Annotated[int, Field(ge=1, le=1000)] | Clause = Field(
        10, description="How many units an allocation gives out; or a number's name."
    )
    chars: int = Field(400, ge=20, le=1200, description="How long a written order may be.")
    weighty: bool = Field(False, description="It weighs so much that nothing is chosen beforehand.")
    silence: str | int = Field(
        "",
        description="The answer that counts for a player who does not answer in time: an option's name, an amount, or"
        ' "nothing" for an allocation. Left out: no answer counts, and conditions say what that means.',
    )
    known_to: KnownTo = Field(
        "own",
        description="Who learns each answer when the phase closes, besides the white cell: own, all, or a list.",
    )
    only_if: tuple[Clause, ...] = Field(
        (), max_length=4, description="It is asked only if all of these hold: of what everybody knows."
    )

    @property
    def counts_in_silence(self) -> str | int | dict[str, int] | None:
        """The answer that counts for a silent player. None: no answer counts."""
        if self.silence == "":
            return None
        return {} if self.kind == "allocation" else self.silence
