"""On a phone the page points to open talk and to unread documents, below the question."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect
from warcouncil.games.scenario import shipped

from tests.clients.seat.tables import playing, view, welcome
from tests.clients.web.browser.seated import seated
from tests.clients.web.browser.test_board_place import ENLARGED


def test_the_reader_leads_from_one_unread_document_to_the_next(browser: Any) -> None:
    """A player with seven documents looks for those that were not read yet, one by one."""
    table = playing("scenario", 0, scenario=shipped.text("strait"))
    replies = (welcome(table, "compact.premier"), view(table, "compact.premier"))
    with seated(browser, replies, size="phone") as seat:
        way = seat.page.locator(".seat-way .badge", has_text="unread")
        many = int(way.inner_text().split()[0])
        way.click()
        titles = set()
        for _ in range(many):
            titles.add(seat.page.locator(".document-title").inner_text())
            more = seat.page.get_by_role("button", name="Next unread:")
            if more.count():
                more.click()
                assert seat.focus == "document-title"
        assert len(titles) == many
        assert more.count() == 0
        seat.page.get_by_role("button", name="Close").click()
        expect(way).to_have_count(0)


def test_a_phone_points_to_open_talk(browser: Any) -> None:
    """A player reads the question for minutes and never learns that the others negotiate."""
    table = playing("scenario", 0, scenario=shipped.text("strait"))
    replies = (welcome(table, "compact.premier"), view(table, "compact.premier"))
    with seated(browser, replies, size="phone") as seat:
        way = seat.page.locator(".seat-way", has_text="open")
        expect(way).to_contain_text("Compact")
        seat.page.set_viewport_size(ENLARGED)
        assert seat.page.evaluate("document.documentElement.scrollWidth") == ENLARGED["width"]
        way.click()
        expect(seat.page.get_by_role("textbox")).to_be_visible()
