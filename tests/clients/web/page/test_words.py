"""Cleaning in the page: text of people is cleaned as the arbiter cleans it."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as some
from warcouncil.protocol.words import clean, clean_lines

from tests.clients.web.page.node import Node
from tests.protocol.test_words import JOINED

TEXTS = some.text(some.characters(exclude_categories=["Cs", "Cn"]), max_size=40) | some.text(
    JOINED + "\n", max_size=12
)


def test_the_page_cleans_a_text_as_the_arbiter_does(node: Node) -> None:
    """The arbiter refuses a text that the page accepts, and the seat reads that its text is too long."""

    @settings(max_examples=200)
    @given(TEXTS)
    @example("cafe\u00ad\u0301")
    def same(text: str) -> None:
        assert node.ask("clean", text) == clean(text)
        assert node.ask("cleanLines", text) == clean_lines(text)

    same()
