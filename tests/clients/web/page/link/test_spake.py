"""The exchange at the door in the page: the same numbers as the package of the arbiter's door, and invalid
elements are refused.
"""

from __future__ import annotations

import re
from hashlib import sha256
from random import Random

import pytest
from spake2 import SPAKE2_A, SPAKE2_B
from warcouncil.protocol.proofs import proofs
from warcouncil.protocol.proofs.doors import CODE_ALPHABET, Kind, parse_code

from tests.clients.web.page.node import Node
from tests.docs_text import ROOT
from tests.profile import games

TRANSCRIPT = (ROOT / "docs" / "wire.transcript.md").read_text("utf-8")
NEUTRAL = "42" + "01" + "00" * 31
SMALL = "42" + "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
"""A point of order 2."""
PRIME = 2**255 - 19
NO_POINT = "42" + "02" + "00" * 31


def told(name: str) -> str:
    """Return a value of the transcript."""
    found = re.search(rf"^{re.escape(name)} +(\S+)$", TRANSCRIPT, re.M)
    assert found
    return found[1]


def elements() -> list[str]:
    """Return the elements of both sides in the transcript."""
    return re.findall(r'"element":"([0-9a-f]+)"', TRANSCRIPT)


def mixed(element: str) -> str:
    """Return the sum of a point and the one of order 2: on the curve, but outside the group."""
    number = int.from_bytes(bytes.fromhex(element[2:]), "little")
    y, odd = number & (2**255 - 1), number >> 255
    return "42" + (PRIME - y | (1 - odd) << 255).to_bytes(32, "little").hex()


def test_it_says_what_the_transcript_says(node: Node) -> None:
    """A phone cannot join, because its numbers differ from the door's."""
    a, b = elements()
    came = node.ask("spake", told("password"), told("x (of A)"), b)
    assert came == {"element": a, "shared": told("shared secret")}
    key, server_key = told("client's public"), told("arbiter's public")
    bound = {"plate": "7K3", "kind": "seat", "key": key, "serverKey": server_key, "exercise": "Transcript"}
    said = node.ask("proofs", told("shared secret"), bound)
    assert f'"proof":"{said["client"]}"' in TRANSCRIPT
    assert f'"proof":"{said["arbiter"]}"' in TRANSCRIPT


def test_it_shares_a_secret_with_the_door_and_only_with_the_same_code(node: Node) -> None:
    """One person in many cannot join, because some number begins with a zero.

    Or a wrong code opens a seat.
    """
    dice = Random(7)
    for _ in range(games(12, 200)):
        typed = "".join(dice.choice(CODE_ALPHABET) for _ in range(11))
        code = parse_code(typed)
        door = SPAKE2_B(proofs.password(code), idA=proofs.seat_id(code.plate), idB=proofs.ARBITER_ID)
        element = door.start().hex()
        scalar = f"{dice.randrange(1, 2**250):x}"
        page = node.ask("spake", typed, scalar, element)
        shared = door.finish(bytes.fromhex(page["element"]))
        assert page["shared"] == shared.hex()
        other = typed[:-1] + CODE_ALPHABET[(CODE_ALPHABET.index(typed[-1]) + 1) % 32]
        assert node.ask("spake", other, scalar, element)["shared"] != shared.hex()
        bound = {"plate": code.plate, "key": "k" * 40, "server_key": "s" * 40}
        said = node.ask(
            "proofs",
            shared.hex(),
            bound | {"kind": "seat", "serverKey": "s" * 40, "exercise": "Jena – 1806"},
        )
        assert said["client"] == proofs.client_proof(shared, kind=Kind.SEAT, **bound)
        assert said["arbiter"] == proofs.arbiter_proof(shared, exercise="Jena – 1806", **bound)


def test_each_exchange_draws_its_own_number(node: Node) -> None:
    """A listener who saw one exchange knows the number of the next."""
    sent = {node.ask("spake", "7K3-Q4MN-P2XT", None, None)["element"] for _ in range(5)}
    assert len(sent) == 5


@pytest.mark.parametrize(
    "element",
    [
        *(NEUTRAL, SMALL, NO_POINT, "42", "", "42zz", mixed(elements()[1])),
        *("41" + elements()[1][2:], elements()[1] + "00", elements()[1][:-2]),
    ],
)
def test_bytes_that_are_no_element_are_refused(node: Node, element: str) -> None:
    """An attacker between phone and arbiter sends a point that makes the secret a number they know."""
    assert node.ask("spake", "7K3-Q4MN-P2XT", "7", element or "00")["shared"] is None


def test_its_own_element_is_refused(node: Node) -> None:
    """A client is accepted as the arbiter when it returns our own element."""
    code = parse_code("7K3-Q4MN-P2XT")
    side = SPAKE2_A(proofs.password(code), idA=proofs.seat_id("7K3"), idB=proofs.ARBITER_ID)
    side.start()
    sent = node.ask("spake", "7K3-Q4MN-P2XT", "7", None)["element"]
    assert node.ask("spake", "7K3-Q4MN-P2XT", "7", "42" + sent[2:])["shared"] is None


def test_proofs_are_equal_only_all_through(node: Node) -> None:
    """A proof with one wrong digit, or none at all, passes for the arbiter's."""
    one = sha256(b"x").hexdigest()
    assert node.ask("equalProofs", one, one)
    for other in ("", one[:-1], one + "0", one[:-1] + ("0" if one[-1] != "0" else "1"), "0" * 64):
        assert not node.ask("equalProofs", one, other)
        assert not node.ask("equalProofs", other, one)
