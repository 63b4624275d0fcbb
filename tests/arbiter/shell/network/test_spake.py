"""The door's arithmetic: the results of libsodium equal those of the kept library, and invalid elements are
refused.
"""

from __future__ import annotations

from hashlib import shake_256

import pytest
from nacl.bindings import crypto_core_ed25519_is_valid_point
from spake2 import SPAKE2_A, SPAKE2_B
from spake2.ed25519_basic import Base, L, arbitrary_element, bytes_to_unknown_group_element
from spake2.ed25519_group import Ed25519Group
from warcouncil.arbiter.shell.network import spake
from warcouncil.arbiter.shell.network.spake import NEUTRAL, SodiumGroup, exchange
from warcouncil.protocol.proofs import proofs
from warcouncil.protocol.proofs.doors import CodeText

CODE = CodeText(plate="7K3", secret="Q4MNP2XT")
SIDES = {"idA": proofs.seat_id(CODE.plate), "idB": proofs.ARBITER_ID}
SMALL = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
]
"""The eight points of small order."""
ORDER_EIGHT = bytes_to_unknown_group_element(bytes.fromhex(SMALL[4]))
ASTRAY = [
    ORDER_EIGHT.scalarmult(power).add(arbitrary_element(b"somewhere")).to_bytes().hex() for power in (1, 2, 4)
]
"""Points on the curve that are outside the group of the base point."""
UNUSUAL = ["ee" + "ff" * 30 + "7f", "ed" + "ff" * 30 + "7f", "01" + "00" * 30 + "80"]
"""Second encodings of points: the number is not smaller than the field, or zero has a sign."""


def chance(label: str) -> spake.Entropy:
    """Return random bytes that follow from a label."""
    return lambda length: shake_256(label.encode()).digest(length)


@pytest.mark.parametrize("label", ["one", "two", "three"])
def test_the_answers_are_the_librarys(label: str) -> None:
    """A client with the plain library cannot join, or a stranger can because the two differ."""
    client = SPAKE2_A(proofs.password(CODE), entropy_f=chance(f"client {label}"), **SIDES)
    plain = SPAKE2_B(proofs.password(CODE), entropy_f=chance(label), **SIDES)
    knock = client.start()
    answered = exchange(CODE, CODE.plate, knock.hex(), chance(label))
    assert answered is not None
    element, shared = answered
    assert element == plain.start()
    assert shared == plain.finish(knock) == client.finish(element)


def test_a_knock_made_for_one_code_tells_nothing() -> None:
    """A knock that cancels out under one code must be answered as the library answers it.

    If it is refused, each knock is an uncounted guess.
    """
    guess = Ed25519Group.password_to_scalar(proofs.password(CODE))
    made = b"A" + Ed25519Group.arbitrary_element(b"M").scalarmult(guess).to_bytes()
    plain = SPAKE2_B(proofs.password(CODE), entropy_f=chance("same"), **SIDES)
    element = plain.start()
    assert exchange(CODE, CODE.plate, made.hex(), chance("same")) == (element, plain.finish(made))


@pytest.mark.parametrize("point", [*SMALL, *ASTRAY, *UNUSUAL])
def test_points_outside_the_group_are_refused(point: str) -> None:
    """An attacker who may choose a point of small order, or one with such a part, learns bits of a secret or fixes
    them.
    """
    assert exchange(CODE, CODE.plate, f"41{point}") is None


@pytest.mark.parametrize("point", SMALL)
def test_the_small_points_are_points(point: str) -> None:
    """The list contains other points, so it proves nothing about points of small order."""
    sum_of_eight = bytes_to_unknown_group_element(bytes.fromhex(point)).scalarmult(8)
    assert sum_of_eight.to_bytes() == NEUTRAL


@pytest.mark.parametrize("element", ["", "41", "42" + "58" + "66" * 31, "41" + "58" + "66" * 30, "4"])
def test_bytes_that_are_no_element_are_refused(element: str) -> None:
    """Random bytes, another side's element or a partial one break the door."""
    assert exchange(CODE, CODE.plate, element) is None


def test_a_code_gives_the_same_result_a_second_time() -> None:
    """A cached value belongs to another code, and no client joins."""
    for code in (CODE, CODE.model_copy(update={"secret": "00000000"}), CODE):
        client = SPAKE2_A(proofs.password(code), **SIDES)
        answered = exchange(code, code.plate, client.start().hex())
        assert answered is not None
        assert answered[1] == client.finish(answered[0])


def test_our_own_element_is_refused() -> None:
    """An attacker who returns the door's own element is accepted as its other side."""
    ours = SPAKE2_B(proofs.password(CODE), entropy_f=chance("same"), **SIDES).start()
    assert exchange(CODE, CODE.plate, (b"A" + ours[1:]).hex(), chance("same")) is None


@pytest.mark.parametrize("scalar", [0, 1, 2, 8, L - 1, L, L + 1, -1, -5])
def test_multiples_are_the_librarys(scalar: int) -> None:
    """A multiple, also by zero or a negative number, differs from plain arithmetic."""
    ours = SodiumGroup.Base.scalarmult(scalar)
    assert ours.to_bytes() == Base.scalarmult(scalar).to_bytes()
    assert ours.add(SodiumGroup.Base).to_bytes() == Base.scalarmult(scalar + 1).to_bytes()
    assert ours.to_bytes() == NEUTRAL or crypto_core_ed25519_is_valid_point(ours.to_bytes())
