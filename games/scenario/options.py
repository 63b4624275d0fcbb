"""The options of an exercise from a file: the text of the file, and the speed of its clocks."""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

from pydantic import AfterValidator, Field
from warcouncil.games.kit.game import Options
from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.briefing import open_edition
from warcouncil.games.scenario.file.model.script import text_of
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.faults import Unsound
from warcouncil.games.scenario.file.text.scenario import Scenario


def _sound(text: str) -> str:
    try:
        read(text)
    except Unsound as unsound:
        raise ValueError(str(unsound)) from None
    return text


class ScenarioOptions(Options):
    """The options of an exercise from a file. They hold the file's own text, so that no other file is needed later."""

    hidden: ClassVar[tuple[str, ...]] = ("scenario",)

    scenario: Annotated[str, AfterValidator(_sound)] = Field(
        default_factory=lambda: shipped.text(shipped.USUAL),
        description="The text of the scenario's file. Give the file's name in the place of a game's.",
    )
    pace: int = Field(
        100, ge=10, le=400, description="How long its clocks run, in percent of what the file says."
    )

    @property
    def written(self) -> Scenario:
        """The scenario."""
        return read(self.scenario)

    def open(self) -> Self:
        """Return these options as everyone may know them: the open edition of the file."""
        return self.model_copy(update={"scenario": text_of(open_edition(self.written))})
