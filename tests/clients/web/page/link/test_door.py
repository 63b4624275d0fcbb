"""The page at the door: four steps through a gateway that is not trusted, and the messages to a refused
person.
"""

from __future__ import annotations

from typing import Any

import pytest
from spake2 import SPAKE2_B
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.proofs import proofs
from warcouncil.protocol.proofs.doors import Kind, parse_code

from tests.clients.web.page.node import Node

CODE = "7K3-Q4MN-P2XT"
KEY, SERVER_KEY = "k" * 40, "s" * 40
BUSY = {"turned": {"why": "busy", "text": "Many are joining."}}


class Doorway:
    """A gateway and the door behind it, which hold a code."""

    def __init__(self, node: Node, code: str = CODE) -> None:
        self._node = node
        known = parse_code(code)
        self._side = SPAKE2_B(proofs.password(known), idA=proofs.seat_id("7K3"), idB=proofs.ARBITER_ID)
        self._element = self._side.start().hex()
        self.reveal = {
            "visit": "ab",
            "key": KEY,
            "reveal": {"type": "reveal", "element": self._element, "server_key": SERVER_KEY},
        }

    def admit(
        self, came: dict[str, Any], *, shared: bytes | None = None, exercise: str = "Jena"
    ) -> dict[str, Any]:
        """Admit the client of this exchange, whatever it proved."""
        element = came["asked"][0][1]["element"]
        proof = proofs.arbiter_proof(
            shared or self._side.finish(bytes.fromhex(element)),
            plate="7K3",
            key=KEY,
            server_key=SERVER_KEY,
            exercise="Jena",
        )
        return {"admit": {"type": "admit", "proof": proof, "exercise": exercise}}


def both(node: Node, doorway: Doorway, **admit: Any) -> dict[str, Any]:
    """Go through all four steps. The page draws the same number each time, so that the door's proof can be made
    beforehand.
    """
    came: dict[str, Any] = node.ask("joinWith", CODE, doorway.reveal, "7")
    doorway_answer = doorway.admit(came, **admit)
    whole: dict[str, Any] = node.ask("joinWith", CODE, doorway.reveal, "7", doorway_answer)
    return whole


def test_a_page_with_the_code_is_admitted_by_a_door_with_the_code(node: Node) -> None:
    """No player can join with a phone, or the code leaves it."""
    came = both(node, Doorway(node))
    assert came["exercise"] == "Jena"
    (knock, first), (proof, second), last = came["asked"]
    assert (knock, proof, last) == ("/knock", "/proof", ["/sit", {"visit": "ab"}])
    assert set(first) == {"plate", "kind", "element"}
    assert set(second) == {"visit", "proof"}
    assert "Q4MN" not in str(came["asked"])


def test_the_proof_it_sends_is_the_one_that_the_door_expects(node: Node) -> None:
    """The arbiter refuses every browser."""
    doorway = Doorway(node)
    came = node.ask("joinWith", CODE, doorway.reveal, "7")
    shared = doorway._side.finish(bytes.fromhex(came["asked"][0][1]["element"]))
    expected = proofs.client_proof(shared, kind=Kind.SEAT, plate="7K3", key=KEY, server_key=SERVER_KEY)
    assert came["asked"][1][1] == {"visit": "ab", "proof": expected}


@pytest.mark.parametrize("admit", [{"shared": b"x" * 32}, {"exercise": "Another"}])
def test_a_door_that_cannot_prove_the_code_is_not_believed(node: Node, admit: dict[str, Any]) -> None:
    """A machine in the room that claims to be the arbiter admits people to its own tables."""
    came = both(node, Doorway(node), **admit)
    assert came["fault"] == say("door.not_your_arbiter")
    assert len(came["asked"]) == 2, "it sat down with him"


def test_a_door_with_another_code_is_not_believed(node: Node) -> None:
    """A door that does not know the code is believed, although its proof is wrong."""
    came = both(node, Doorway(node, "7K3-Q4MN-P2XV"))
    assert came["fault"] == say("door.not_your_arbiter")
    assert len(came["asked"]) == 2


def test_a_page_that_waited_too_long_knocks_again(node: Node) -> None:
    """A player reads that they have joined, and is at the door again when the connection is opened."""
    doorway = Doorway(node)
    admit = doorway.admit(node.ask("joinWith", CODE, doorway.reveal, "7"))
    driven = {"turned": {"why": "driven", "text": "Taken."}}
    came = node.ask("joinWith", CODE, doorway.reveal, "7", admit, [BUSY, driven])
    assert [path for path, _ in came["asked"]] == ["/knock", "/proof", "/sit", "/knock"]
    assert came["fault"] == "Taken."


@pytest.mark.parametrize(
    "answer",
    [{}, None, [], "x", {"visit": "ab"}, {"visit": 1, "key": 2, "reveal": {"element": 3, "server_key": 4}}],
)
def test_an_unknown_answer_of_a_door_is_called_strange(node: Node, answer: Any) -> None:
    """A person waits before a screen that has failed, without a message."""
    assert node.ask("join", CODE, "7", [answer])["fault"] == say("door.strange")


def test_a_refused_person_reads_the_reason_cleaned(node: Node) -> None:
    """A player does not know that they must read the card again, or a text reverses the letters on the
    screen.
    """
    came = node.ask(
        "join", CODE, "7", [{"turned": {"why": "wrong_code", "text": "Read the card\u202e again."}}]
    )
    assert (came["fault"], came["why"]) == ("Read the card again.", "wrong_code")


def test_in_a_rush_it_is_tried_again_for_a_while_and_said_why(node: Node) -> None:
    """Of thirty who join at once some are refused for good, or wait for ever, or see a screen without a message."""
    came = node.ask("join", CODE, "7", [BUSY, BUSY, {"turned": {"why": "driven", "text": "Taken."}}])
    assert came["fault"] == "Taken."
    assert came["told"] == [say("door.many_joining")] * 2
    assert 1000 <= came["ms"] <= 3000
    never = node.ask("join", CODE, "7", [BUSY])
    assert never["fault"] == say("door.many_joining_later")
    assert 90_000 <= never["ms"] <= 92_000
