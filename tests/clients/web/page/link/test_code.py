"""The code on a card, read in the page as the terminal reads it."""

from __future__ import annotations

from random import Random

import pytest
from warcouncil.protocol.proofs.doors import BadCode, parse_code

from tests.clients.web.page.node import Node

TYPED = "07KQoOiIlLuUvV-– .ſßéK9Z\u0301Ｋ７К²"
"""Letters of codes, letters that look like them, and what only looks like letters."""


def known(text: str) -> dict[str, str] | None:
    """Read a code as the terminal does."""
    try:
        return parse_code(text).model_dump()
    except BadCode:
        return None


def test_it_reads_what_the_terminal_reads(node: Node) -> None:
    """A card that opens a seat on a laptop opens none on a phone, or the other way round."""
    dice, good = Random(3), 0
    for _ in range(600):
        text = "".join(
            dice.choice(TYPED[:18] if dice.random() < 0.7 else TYPED) for _ in range(dice.randrange(9, 16))
        )
        good += known(text) is not None
        assert node.ask("code", text, "") == known(text), text
    assert 50 < good < 550


@pytest.mark.parametrize("text", ["q4mnp2xt", "Q4MN-P2XT", " q4mn p2xt ", "7k3-q4mn-p2xt", "7K3Q4MNP2XT"])
def test_where_the_plate_is_known_the_secret_is_enough(node: Node, text: str) -> None:
    """A player who types the large part of the card is told that it is no code."""
    assert node.ask("code", text, "7K3") == {"plate": "7K3", "secret": "Q4MNP2XT"}


@pytest.mark.parametrize("text", ["", "q4mnp2x", "q4mnp2xtt", "7K4-Q4MN-P2XT", "Q4MN-P2XÉ"])
def test_another_cards_code_is_none(node: Node, text: str) -> None:
    """A guess at the door is wasted on a code that cannot belong to this seat."""
    assert node.ask("code", text, "7K3") is None


@pytest.mark.parametrize(
    ("text", "place"), [("7K3-Q4MN-P2XT", 0), ("7К3-Q4MN-P2XT", 2), ("7K3 P2Х", 6), ("Ｋ²é٣", 0)]
)
def test_a_letter_of_another_alphabet_is_found(node: Node, text: str, place: int) -> None:
    """If this fails, a player whose keyboard writes Cyrillic compares a code that looks right again and again."""
    assert node.ask("strange", text) == place
