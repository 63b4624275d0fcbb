"""Browsers at a real arbiter behind a real gateway: they sit down, are heard and seen, and come back whatever befalls them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.clients.web.browser.rooms import RealRoom
from tests.clients.web.browser.served import tab


def test_a_card_opens_its_seat_and_nothing_else(browser: Any, room: RealRoom, table: int) -> None:
    """Whoever misreads his card would be let in, or left without a word; or his code would stay in the address."""
    card = room.code("red.army", table)
    with tab(browser, size="phone", ignore_https_errors=True) as page:
        address = room.url("red.army", table)
        page.goto(f"{address}#seat=Red+army+commander&table={table}&name=Zo%C3%AB+%3Cb%3E")
        expect(page.get_by_role("heading", name="Red army commander")).to_be_visible()
        expect(page.get_by_text("Zoë <b>")).to_be_visible()
        line, button = page.get_by_role("textbox"), page.get_by_role("button", name="Sit down")
        line.fill("12")
        button.click()
        expect(page.get_by_role("alert")).to_contain_text("it has 8 letters and digits")
        line.fill("0000-0000")
        button.click()
        expect(page.get_by_role("alert")).to_contain_text("code")
        line.fill(card[4:].lower().replace("-", " "))
        button.click()
        expect(page).to_have_url(address)
        expect(page.get_by_role("banner")).to_contain_text("Not begun")
