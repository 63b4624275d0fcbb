"""The kinds of phases, each beside its rule's number."""

from __future__ import annotations

from typing import Any

from warcouncil.games.scenario.phases.kind import Here, PhaseKind
from warcouncil.games.scenario.phases.questions import Questions
from warcouncil.games.scenario.phases.talk import TalkOnly

KINDS: dict[str, PhaseKind[Any]] = {"talk": TalkOnly(), "questions": Questions()}
"""Every kind, by the word that the file has for it."""


def here(state: Any) -> tuple[PhaseKind[Any], Here[Any]]:
    """Give the kind of the phase that a state stands in, and the phase as it stands there."""
    place: Here[Any] = Here(state)
    return KINDS[place.part.kind], place
