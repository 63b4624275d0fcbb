"""The kinds of phases, each with the number of its rule."""

from __future__ import annotations

from typing import Any

from warcouncil.games.scenario.phases.argument import Matrix
from warcouncil.games.scenario.phases.cell import Adjudication
from warcouncil.games.scenario.phases.kind import Here, PhaseKind
from warcouncil.games.scenario.phases.questionnaire import Questionnaire
from warcouncil.games.scenario.phases.questions import Questions
from warcouncil.games.scenario.phases.talk import TalkOnly
from warcouncil.games.scenario.phases.treaty import Signing
from warcouncil.games.scenario.phases.vote import Vote

KINDS: dict[str, PhaseKind[Any]] = {
    "talk": TalkOnly(),
    "questions": Questions(),
    "cell": Adjudication(),
    "argument": Matrix(),
    "vote": Vote(),
    "treaty": Signing(),
    "questionnaire": Questionnaire(),
}
"""Every kind, by its word in the file."""


def here(state: Any) -> tuple[PhaseKind[Any], Here[Any]]:
    """Return the kind of a state's present phase, and that phase."""
    place: Here[Any] = Here(state)
    return KINDS[place.part.kind], place
