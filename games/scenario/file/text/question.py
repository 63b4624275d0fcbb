"""A question of a phase: whom it asks, how it is answered, and the meaning of silence."""

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

NOTHING = "nothing"
"""The silence of an allocation (none of its units is assigned), or of several options (none is chosen)."""


class OptionPart(ScenarioPart):
    """[[phases.questions.options]]: one option that can be chosen, ranked, or given units."""

    name: Id = Field(description="Its name in conditions.")
    label: Title = Field(description="The text that players read.")
    help: Line = Field("", description="One more sentence of help.")


class QuestionPart(ScenarioPart):
    """[[phases.questions]]: one question. Its answers are sealed until the phase closes."""

    name: Id = Field(description="Its name in conditions: `move of blue is talk`.")
    ask: Line = Field(description="The question, in the second person.")
    title: Title | None = Field(
        None, description="Its title, which the board shows beside the answers. If left out: its name."
    )
    help: Line = Field("", description="One more sentence of help.")
    kind: Literal["choice", "several", "amount", "allocation", "ranking", "order", "orders"] = Field(
        "choice",
        description="Sets how it is answered. choice: one option. several: a number of options from `low` to `high`. amount: a number from `low` to `high`. allocation: `total` units, which are shared among the options. ranking: all options in order. order: a written text of at most `chars` letters. orders: an order for each piece of the team on the map.",
    )
    of: Places = Field(
        (), description="The teams or seats that are asked. If left out: every team except the white cell."
    )
    by: Literal["commander", "majority", "all", "seat"] = Field(
        "commander",
        description="Sets who answers for a team. commander: its commander. majority: the answer of most of its "
        "seats, or silence if two answers come equally often. all: all its seats, or silence if they do "
        "not agree. seat: each of its seats answers for itself.",
    )
    options: tuple[OptionPart, ...] = Field((), max_length=OPTIONS_MAX, description="The options.")
    low: Amount = Field(0, description="The smallest amount, or the fewest options that can be chosen.")
    high: Amount | Clause = Field(
        10,
        description="The largest amount, or the most options that can be chosen. Or the name of a number. Its value is then the limit.",
    )
    total: Annotated[int, Field(ge=1, le=1000)] | Clause = Field(
        10,
        description="How many units an allocation has. Or the name of a number. Its value is then the total.",
    )
    chars: int = Field(400, ge=20, le=1200, description="How many letters a written order may have.")
    weighty: bool = Field(
        False, description="Whether no option is selected in advance. Use it for grave questions."
    )
    silence: str | int | tuple[Id, ...] = Field(
        "",
        description="The answer that counts for a player who does not answer in time. Write the name of an option, an amount"
        ' or the text of an order. For several options write a list, such as `["coast"]`. For a ranking write all options'
        ' in order. For an allocation or several options you can write "nothing". If left out, no answer counts, and'
        " conditions say what that means.",
    )
    known_to: KnownTo = Field(
        "own",
        description="Sets who learns each answer when the phase closes. The white cell always does. own: only the "
        "team or seat that gave it. none: only the seats that gave it. all: everyone. Or a list of teams "
        "and seats.",
    )
    only_if: tuple[Clause, ...] = Field(
        (),
        max_length=4,
        description="The question is asked only if all these conditions hold. They may use only facts that everyone knows.",
    )

    @property
    def counts_in_silence(self) -> str | int | tuple[str, ...] | dict[str, int] | dict[str, str] | None:
        """The answer that counts for a silent player. None if no answer counts."""
        if self.kind == "orders":
            return {}  # 8.2 Every piece holds
        if self.silence == "":
            return None
        if self.kind == "allocation":
            return {}
        if self.kind != "several":
            return self.silence
        chosen = self.silence if isinstance(self.silence, tuple) else ()
        return tuple(each.name for each in self.options if each.name in chosen)
