"""Canonical JSON in the page: byte for byte what the arbiter's digests are made of."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as some
from warcouncil.protocol.proofs.receipts import _canonical, digest_of

from tests.clients.web.page.node import Node

TEXTS = some.text(some.characters(exclude_categories=["Cs"]), max_size=12)
VALUES = some.one_of(
    TEXTS,
    some.integers(-(2**53) + 1, 2**53 - 1),
    some.lists(TEXTS, max_size=4).map(tuple),
    some.dictionaries(TEXTS, some.dictionaries(TEXTS, some.integers(0, 99), max_size=3), max_size=3),
)


def test_it_is_the_arbiters(node: Node) -> None:
    """A receipt is called false because a player wrote an accent, a quotation mark or a heart."""

    @settings(max_examples=60)
    @given(some.dictionaries(TEXTS, VALUES, max_size=5))
    def same(answer: dict[str, object]) -> None:
        assert node.ask("canonical", answer) == _canonical(answer)
        assert node.ask("digest", answer) == digest_of(answer)  # type: ignore[arg-type]  # any of these may be an answer

    same()


def test_keys_are_in_the_order_of_their_code_points(node: Node) -> None:
    """A browser's own order puts a heart before a letter of the private planes that Python puts after it."""
    answer = {"\U0001f600": 1, "\uff21": 2, "a": 3, "": 4}
    assert node.ask("canonical", answer) == _canonical(answer)
