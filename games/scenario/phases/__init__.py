"""The kinds of phases, each beside its rule's number."""

from __future__ import annotations

from typing import Any

from warcouncil.games.scenario.phases.argument import Matrix
from warcouncil.games.scenario.phases.cell import Adjudication
from warcouncil.games.scenario.phases.kind import Here, PhaseKind
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
}
"""Every kind, by the word that the file has for it."""


def here(state: Any) -> tuple[PhaseKind[Any], Here[Any]]:
    """Give the kind of the phase that a state stands in, and the phase as it stands there."""
    place: Here[Any] = Here(state)
    return KINDS[place.part.kind], place
