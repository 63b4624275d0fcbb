"""The properties of every act of an umpire, and the words of the protocol that are in no schema."""

from __future__ import annotations

import pytest
from warcouncil.protocol.acts.acts import ACTS
from warcouncil.protocol.proofs.doors import Turned
from warcouncil.protocol.wire.wire import WireError, WireFault

MARKED = {
    "grave": ("go_back", "end_game", "fiat", "amend", "reseat"),
    "technical": ("reissue", "note", "hand_over"),
    "one_seat": ("void", "give_to_bot", "give_back", "declare_for", "reissue", "remove", "reseat"),
    "of_people": ("reissue", "renew", "remove", "reseat"),
    "after_the_end": (
        "tell",
        "answered",
        "go_back",
        "lay_open",
        "reissue",
        "note",
        "results",
        "debrief",
        "put_away",
        "hand_over",
        "approve",
        "withdraw",
    ),
    "room_wide": ("renew", "lockstep", "results", "debrief", "put_away", "hand_over", "approve", "withdraw"),
}


@pytest.mark.parametrize("mark", MARKED)
def test_each_act_has_its_properties(mark: str) -> None:
    """The technician ends a game, one umpire alone moves a player, or a console does not ask for the seat."""
    said = {word: getattr(kind, mark) for word, kind in ACTS.items()}
    assert said == {word: word in MARKED[mark] for word in ACTS}


def test_the_reasons_of_the_door_have_these_words() -> None:
    """A client of the same version from another author does not understand why it may not join."""
    assert [why.value for why in Turned] == [
        "wrong_code",
        "wrong_kind",
        "driven",
        "busy",
        "malformed",
        "wrong_version",
    ]


@pytest.mark.parametrize("fault", WireFault)
def test_a_wire_error_names_its_fault(fault: WireFault) -> None:
    """An operator reads `WireError` in the log and nothing else."""
    assert str(WireError(fault)) == fault.value in ("too large", "wrong version", "malformed")
