"""Private notes on a page: they come back in another tab and on another day, and can be read only with the
seat's key.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.clients.web.browser.served import Served, opened
from tests.clients.web.browser.tabs import ORIGIN
from tests.clients.web.browser.test_life import script, until

SEAT = f"{ORIGIN}/seat/7K3"
NOTE = "The reserve goes to III."
PAPER = "Only you can read them"
LOCKED = "warcouncil.locked.7K3"


def noted(page: Any) -> Any:
    """Join, open the notes, and return the sheet."""
    page.goto(SEAT)
    page.wait_for_selector("header.head")
    page.get_by_role("button", name="To the table").or_(
        page.get_by_role("button", name="Notes")
    ).first.click()
    if not page.get_by_label(PAPER).is_visible():
        page.get_by_role("button", name="Notes").click()
    return page.get_by_label(PAPER)


def locked(page: Any) -> str:
    """Return everything that the device keeps longer than a tab."""
    found: str = page.evaluate("JSON.stringify(localStorage)")
    return found


def visit(page: Any, served: Served) -> None:
    """Make a simulated arbiter answer on every page."""
    page.context.add_init_script(script())


def test_notes_are_there_in_another_tab_and_lie_locked_on_the_device(browser: Any) -> None:
    """A player who closed the page by mistake loses an evening's notes, or the next user of the device reads
    them.
    """
    with opened(browser, alone=True) as (page, served):
        visit(page, served)
        noted(page).fill(NOTE)
        until(page, "Boolean(localStorage.getItem('warcouncil.locked.7K3'))")
        assert NOTE not in locked(page)
        assert b"reserve".hex() not in locked(page)
        other = page.context.new_page()
        page.close()
        sheet = noted(other)
        until(other, f"document.getElementById('notes').value === {NOTE!r}")
        sheet.fill(f"{NOTE} And IV?")
        served.locker_key = "cd" * 32
        third = other.context.new_page()
        assert noted(third).input_value() == "", "the seat was given away: its key opens no more"


def test_a_device_that_has_no_room_for_notes_says_so(browser: Any) -> None:
    """The page says that the notes are kept, but they are gone with the page."""
    with opened(browser, alone=True) as (page, served):
        visit(page, served)
        page.add_init_script(
            "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
        )
        sheet = noted(page)
        assert page.get_by_text("Kept on this device").is_visible()
        sheet.fill(NOTE)
        page.get_by_text("Your notes cannot be saved on this machine").wait_for()
        assert not page.get_by_text("Kept on this device").is_visible()


def test_notes_that_cannot_be_opened_just_now_are_not_written_over(browser: Any) -> None:
    """A player opens the seat in a new tab, and the network loses one request. One written word then replaces an
    evening's notes.
    """
    with opened(browser, alone=True, forgiven=("Failed to load",)) as (page, served):
        visit(page, served)
        noted(page).fill(NOTE)
        until(page, "Boolean(localStorage.getItem('warcouncil.locked.7K3'))")
        other = page.context.new_page()
        page.close()
        asked: list[str] = []

        def lose(route: Any) -> None:
            asked.append(route.request.url)
            route.abort() if len(asked) == 1 else route.continue_()

        other.route("**/locker", lose)
        sheet = noted(other)
        while not asked:
            other.wait_for_timeout(10)
        other.wait_for_timeout(100)  # the page has heard that it is lost
        sheet.fill("And IV?")
        until(other, f"document.getElementById('notes').value === {NOTE + chr(10) * 2 + 'And IV?'!r}")
        third = page.context.new_page()
        noted(third)
        until(third, f"document.getElementById('notes').value === {NOTE + chr(10) * 2 + 'And IV?'!r}")


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("before", ["", NOTE], ids=["the first", "more"])
def test_notes_of_a_time_without_a_link_are_locked_away_when_it_is_back(browser: Any, before: str) -> None:
    """The page says that the notes are kept. A player who writes nothing more, and whose phone unloads the page,
    loses them.
    """
    with opened(browser, alone=True, forgiven=("Failed to load",)) as (page, served):
        visit(page, served)
        noted(page).fill(before)
        if before:
            until(page, f"Boolean(localStorage.getItem({LOCKED!r}))")
        other = page.context.new_page()
        page.close()
        other.route("**/locker", lambda route: route.abort())
        sheet = noted(other)
        lay = other.evaluate(f"localStorage.getItem({LOCKED!r})")
        with other.expect_event("requestfailed"):
            sheet.fill("And IV?")
        other.unroute("**/locker")
        assert other.evaluate(f"localStorage.getItem({LOCKED!r})") == lay
        other.evaluate("paper.sockets.at(-1).end('gone')")
        until(other, f"localStorage.getItem({LOCKED!r}) !== {json.dumps(lay)}")
        third = other.context.new_page()
        noted(third)
        whole = json.dumps("\n\n".join([*filter(None, [before]), "And IV?"]))
        until(third, f"document.getElementById('notes').value === {whole}")


def test_leaving_the_seat_deletes_its_notes(browser: Any) -> None:
    """The next user of this device finds them."""
    with opened(browser, alone=True) as (page, served):
        visit(page, served)
        noted(page).fill(NOTE)
        until(page, "Boolean(localStorage.getItem('warcouncil.locked.7K3'))")
        page.get_by_role("button", name="Leave").first.click()
        page.locator(".panel").get_by_role("button", name="Leave").last.click()
        until(page, "!localStorage.getItem('warcouncil.locked.7K3')")
        assert "locked" not in locked(page)


def test_notes_that_cannot_be_opened_any_more_are_deleted(browser: Any) -> None:
    """A device that was used in many exercises collects unreadable notes."""
    with opened(browser, alone=True) as (page, served):
        visit(page, served)
        page.goto(SEAT)
        page.evaluate(
            """localStorage.setItem("warcouncil.locked.OLD", JSON.stringify({since: Date.now() - 31 * 86400000, iv: "00", text: "00"}));
            localStorage.setItem("warcouncil.locked.BAD", "?")"""
        )
        page.reload()
        page.wait_for_selector("header.head")
        assert "locked" not in locked(page)
