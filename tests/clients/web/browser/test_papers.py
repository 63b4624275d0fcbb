"""Papers on the page: the same words in the same order as in every other skin, drawn without a parser and without
markup.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from warcouncil.protocol.table.sheets import Document, Documents, Sheet
from warcouncil.protocol.wire.wire import dump

from tests.clients.test_papers import ALT, DOCUMENT, DRAWING, SAID, words
from tests.clients.web.browser.served import BOARD, opened, show
from tests.clients.web.browser.sound import faults
from tests.clients.web.browser.test_board import DRAWN
from tests.games.kit.text.test_papers import read

SHEET = Sheet(
    headline="x", elements=(Documents(documents=(DOCUMENT, Document(title="Old", text="One\n\n**two**"))),)
)
HEARD = """(papers) => {
    const said = (node) => {
        if (node.nodeType === Node.TEXT_NODE) return node.data;
        const words = [...node.childNodes].map(said).join("");
        return getComputedStyle(node).display === "inline" && node.localName !== "br" ? words : ` ${words} `;
    };
    return papers.map(said);
}"""


def shown(page: Any, served: Any, sheet: Sheet) -> None:
    """Show a sheet whose documents unfold in place, and unfold them."""
    props = {"sheet": json.loads(dump(sheet)), "open": True}
    show(page, "board/sheet.js", "Sheet", props, served, styles=BOARD)
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


def test_the_page_draws_every_word_in_its_order(browser: Any) -> None:
    """A player with a phone signs another treaty than the neighbour at a terminal."""
    with opened(browser) as (page, served):
        shown(page, served, SHEET)
        paper, old = page.locator(".paper").evaluate_all(HEARD)
        assert words(paper) == SAID
        assert words(old) == ["One", "**two**"]
        tags = set(page.evaluate("[...document.querySelectorAll('.paper *')].map((each) => each.localName)"))
        assert tags <= {
            *[
                "p",
                "br",
                "b",
                "ul",
                "li",
                "span",
                "div",
                "table",
                "thead",
                "tbody",
                "tr",
                "th",
                "td",
                "h4",
                "h5",
            ]
        }
        assert not tags & DRAWN
        assert page.evaluate("globalThis.pwned") is None
        assert page.locator(".documents-begins").first.inner_text() == "The *draft* of [bold]Rosal[/bold]"


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_paper_is_sound_for_every_reader(browser: Any, size: str) -> None:
    """A player who uses a screen reader, or zooms in, misses a part of a document."""
    with opened(browser, size=size) as (page, served):
        shown(page, served, SHEET)
        assert faults(page, rules={"page-has-heading-one": {"enabled": False}}) == []


def test_a_wide_table_scrolls_in_its_own_pane(browser: Any) -> None:
    """A payoff sheet is torn into columns of single letters, or moves the complete page of a phone sideways."""
    wide = "| " + " | ".join(f"Department{at}" for at in range(9)) + " |\n" + "| --- " * 9 + "|"
    table = Sheet(elements=(Documents(documents=(Document(title="T", pieces=read(wide)),)),))
    from playwright.sync_api import expect

    with opened(browser, size="phone") as (page, served):
        shown(page, served, table)
        pane = page.locator(".rows-pane")
        assert pane.evaluate("(node) => node.scrollWidth > node.clientWidth")
        expect(pane).to_have_attribute("tabindex", "0")  # the page measures it in its next frame
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("th").first.evaluate("(node) => node.getClientRects().length") == 1


def test_a_picture_is_drawn_and_has_its_words(browser: Any) -> None:
    """If this fails, a player with a browser sees a broken frame where the map should be."""
    with opened(browser, size="phone") as (page, served):
        shown(
            page,
            served,
            Sheet(headline="x", elements=(Documents(documents=(Document(title="T", pieces=(DRAWING,)),)),)),
        )
        image = page.locator("img.paper-picture")
        assert image.get_attribute("alt") == ALT
        page.wait_for_function("document.querySelector('img.paper-picture').naturalWidth === 40")
        assert faults(page, rules={"page-has-heading-one": {"enabled": False}}) == []
