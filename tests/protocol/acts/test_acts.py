"""What every act of an umpire says of itself, and the words of the protocol that stand in no schema."""

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
def test_an_act_says_what_kind_it_is(mark: str) -> None:
    """The technician would end a game, one umpire alone would move a player, or a console would not ask for the seat."""
    said = {word: getattr(kind, mark) for word, kind in ACTS.items()}
    assert said == {word: word in MARKED[mark] for word in ACTS}


def test_the_door_says_why_in_these_words() -> None:
    """A client of the same version that somebody else wrote would not understand why it may not come in."""
    assert [why.value for why in Turned] == [
        "wrong_code",
        "wrong_kind",
        "driven",
        "busy",
        "malformed",
        "wrong_version",
    ]


@pytest.mark.parametrize("fault", WireFault)
def test_a_fault_of_the_wire_says_what_it_was(fault: WireFault) -> None:
    """An operator would read `WireError` and nothing else in his log."""
    assert str(WireError(fault)) == fault.value in ("too large", "wrong version", "malformed")
