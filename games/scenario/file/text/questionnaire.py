"""A question of a questionnaire: what each person is asked about the exercise itself. Its answer is never in a state."""

from __future__ import annotations

from typing import Literal

from pydantic import Field
from warcouncil.games.scenario.file.text.question import OptionPart
from warcouncil.games.scenario.file.text.vocabulary import OPTIONS_MAX, Id, Line, ScenarioPart, Title

ITEMS_MAX = 6
"""How many questions a questionnaire may have, besides consent. They must fit into one form."""


class ItemPart(ScenarioPart):
    """[[phases.items]]: one question to each person. The answer goes into the table `questionnaires` of the export."""

    name: Id = Field(description="Its name in the export.")
    ask: Line = Field(description="The question, in the second person.")
    kind: Literal["scale", "choice", "words"] = Field(
        "scale",
        description="scale: a number from 1 to `steps`. choice: one option. words: a text of at most `chars` letters. A"
        " person can always leave the question without an answer.",
    )
    steps: int = Field(5, ge=2, le=10, description="How many steps a scale has.")
    ends: tuple[Title, Title] | None = Field(
        None,
        description="The words for the first and the last step of a scale. If left out: only the numbers.",
    )
    options: tuple[OptionPart, ...] = Field(
        (), max_length=OPTIONS_MAX, description="The options of a choice."
    )
    chars: int = Field(400, ge=20, le=1200, description="How many letters a text may have.")
