"""Names and texts that are written from right to left keep their place in the page's sentences, and leave
other numbers in place.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from warcouncil.clients.wording.language import catalogue_json
from warcouncil.protocol.table.views import Notice, View

from tests.clients.seat.scenes import declaring
from tests.clients.web.browser import served
from tests.clients.web.browser.seated import seated

NAME, OTHER = "קורפוס שני", "الفيلق الأول"
ORDER = """([selector, words]) => {
    const place = (word) => {
        const walk = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
            const at = node.data.indexOf(word);
            if (at < 0) continue;
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + word.length);
            return range.getBoundingClientRect().left;
        }
        throw new Error(`no ${word} in ${selector}`);
    };
    return words.toSorted((one, other) => place(one) - place(other));
}"""
"""Gives words as they are drawn, from left to right."""


def drawn(page: Any, selector: str, *words: str) -> list[str]:
    """Return words in the order in which an element shows them."""
    found: list[str] = page.evaluate(ORDER, [selector, words])
    return found


def test_a_name_from_right_to_left_keeps_its_place_in_a_sentence(browser: Any) -> None:
    """A count is shown before the wrong name, two names change places, or full stops begin texts."""
    scene = declaring()
    said = "הפסקה של חמש דקות."
    with seated(browser, scene.news) as seat:
        seen = next(each for each in scene.news[::-1] if isinstance(each, View))
        sheet = seen.sheet.model_copy(update={"headline": f"{NAME}: 4 inf 1 cav"})
        seat.hear(
            seen.model_copy(update={"sheet": sheet, "asked": (NAME, OTHER)}), Notice(text=said, to=NAME)
        )
        assert drawn(seat.page, ".board-headline", "4", "inf", NAME) == [NAME, "4", "inf"]
        assert drawn(seat.page, ".head-deciding", OTHER, NAME) == [NAME, OTHER]
        assert drawn(seat.page, ".notice-text", "הפסקה", "דקות", ".") == [".", "דקות", "הפסקה"]
        assert seat.page.locator("#root").inner_text().count("\u2068") == 0


def test_a_page_that_is_written_from_the_right_keeps_the_counts_of_a_game(
    browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A translation into Hebrew is aligned left, or "4 inf 1 cav" in it reads "inf 1 cav 4"."""
    whole = json.loads(catalogue_json()) | {"language": "he"}
    monkeypatch.setattr(served, "catalogue_json", lambda: json.dumps(whole).encode())
    with seated(browser, declaring().news) as seat:
        assert drawn(seat.page, ".head", "Kartenspiel", "0:") == ["0:", "Kartenspiel"]
        assert drawn(seat.page, ".board-headline", "4", "inf", "Red") == ["Red", "4", "inf"]
        assert seat.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
