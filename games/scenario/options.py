"""The options of a game from a scenario file: the text of the file, its treatment, and the speed of its clocks."""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

from pydantic import AfterValidator, Field, model_validator
from warcouncil.games.kit.game import Options
from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.briefing import open_edition
from warcouncil.games.scenario.file.model.script import text_of
from warcouncil.games.scenario.file.reading import read, read_as
from warcouncil.games.scenario.file.text.faults import Unsound
from warcouncil.games.scenario.file.text.scenario import Scenario


def _sound(text: str) -> str:
    try:
        read(text)
    except Unsound as unsound:
        raise ValueError(str(unsound)) from None
    return text


class ScenarioOptions(Options):
    """The options of a game from a scenario file. They include the file's own text, so that no other file is needed later."""

    hidden: ClassVar[tuple[str, ...]] = ("scenario", "treatment")

    scenario: Annotated[str, AfterValidator(_sound)] = Field(
        default_factory=lambda: shipped.text(shipped.USUAL),
        description="The text of the scenario file. Give the name of the file instead of the name of a game.",
    )
    pace: int = Field(
        100, ge=10, le=400, description="The length of the clocks, in percent of the minutes in the file."
    )

    treatment: str = Field(
        "", description="The name of the treatment that is played. If left out, it is the first treatment."
    )

    @model_validator(mode="after")
    def _has_treatment(self) -> Self:
        try:
            read_as(self.scenario, self.treatment)
        except Unsound as unsound:
            raise ValueError(str(unsound)) from None
        return self

    @property
    def written(self) -> Scenario:
        """The scenario in its treatment. The scenario contains nothing of other treatments."""
        return read_as(self.scenario, self.treatment)

    @property
    def treated_as(self) -> str:
        """The name of the present treatment, or "" if the file has none."""
        named = read(self.scenario).treatments
        return self.treatment or (named[0].name if named else "")

    def open(self) -> Self:
        """Return these options in the form that everyone may know: the public edition of the file."""
        return self.model_copy(update={"scenario": text_of(open_edition(self.written)), "treatment": ""})
