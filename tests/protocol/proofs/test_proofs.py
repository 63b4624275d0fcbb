"""The proofs at the door.

Each binds all its parts, and neither side's proof can be sent back as the other's.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from warcouncil.protocol.proofs import proofs
from warcouncil.protocol.proofs.doors import CodeText, Kind

SHARED = bytes(range(32))
BOUND: dict[str, Any] = {"plate": "7K3", "key": "k" * 40, "server_key": "s" * 40}
OTHER: dict[str, Any] = {"plate": "7K4", "key": "K" * 40, "server_key": "S" * 40}


def client(shared: bytes = SHARED, kind: Kind = Kind.SEAT, **other: Any) -> str:
    """Return a client's proof, with other parts where they are given."""
    return proofs.client_proof(shared, kind=kind, **BOUND | other)


def arbiter(shared: bytes = SHARED, exercise: str = "Exercise", **other: Any) -> str:
    """Return an arbiter's proof."""
    return proofs.arbiter_proof(shared, exercise=exercise, **BOUND | other)


@pytest.mark.parametrize("name", [*BOUND])
def test_a_proof_binds_each_of_its_parts(name: str) -> None:
    """An attacker in between with their own key passes both sides' proofs on."""
    assert client() != client(**{name: OTHER[name]})
    assert arbiter() != arbiter(**{name: OTHER[name]})


def test_a_proof_is_worth_nothing_without_the_secret() -> None:
    """An attacker that knows every public value makes the proofs itself."""
    assert client() != client(bytes(32))
    assert arbiter() != arbiter(bytes(32))


def test_a_client_proves_its_kind() -> None:
    """An attacker in between turns a seat's request into a console's."""
    assert len({client(kind=kind) for kind in Kind}) == len(Kind)


def test_the_arbiter_vouches_for_the_name() -> None:
    """A client keeps its ticket under another exercise's name."""
    assert arbiter() != arbiter(exercise="Another")


def test_the_two_keys_do_not_change_places() -> None:
    """A proof is still valid when an attacker exchanges the two keys."""
    swapped = {"key": BOUND["server_key"], "server_key": BOUND["key"]}
    assert client() != client(**swapped)
    assert arbiter() != arbiter(**swapped)


@pytest.mark.parametrize("exercise", ["", "Exercise", *Kind])
def test_a_proof_of_one_side_is_none_of_the_other(exercise: str) -> None:
    """An attacker sends a client its own proof back, and is believed."""
    assert arbiter(exercise=exercise) not in {client(kind=kind) for kind in Kind}


@pytest.mark.parametrize(
    ("one", "other"), [*combinations(["", "00", "00" * 31, "00" * 32, "0" * 63 + "1"], 2)]
)
def test_proofs_are_the_same_only_whole(one: str, other: str) -> None:
    """A proof that is only the beginning of one, or empty, is accepted."""
    assert not proofs.same(one, other)
    assert proofs.same(one, one)


def test_a_password_is_the_whole_code() -> None:
    """A part of the code that is left out of the password need not be guessed."""
    codes = [
        CodeText(plate=plate, secret=secret)
        for plate in ("7K3", "7K4")
        for secret in ("A" * 8, "A" * 7 + "B")
    ]
    assert len({proofs.password(code) for code in codes}) == len(codes)
    assert proofs.password(codes[0]) == b"7K3-AAAA-AAAA"
