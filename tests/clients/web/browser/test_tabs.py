"""A tab that many tests share. No test finds traces of an earlier one, and none changes it permanently."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clients.web.browser.served import EMPTY, opened
from tests.clients.web.browser.tabs import ORIGIN

PAGES = {"/": f"{EMPTY}<p>x</p>"}
LEAVE = """async () => {
    localStorage.setItem("draft", "half an answer");
    sessionStorage.setItem("draft", "half an answer");
    globalThis.name = "half an answer";
    globalThis.left = true;
    addEventListener("pagehide", () => localStorage.setItem("late", "on the way out"));
    history.pushState({}, "", "/seat/7K3");
}"""
FOUND = """async () => [
    {...localStorage}, {...sessionStorage}, document.cookie, globalThis.name, globalThis.left ?? false,
    innerWidth, (await indexedDB.databases()).length, (await caches.keys()).length, document.querySelectorAll("p:hover").length,
]"""
NOTHING = [{}, {}, "", "", False, 1440, 0, 0, 0]
KEEP = {
    "a cookie": "document.cookie = 'seat=7K3; path=/'",
    "a database": "new Promise((go) => { indexedDB.open('notes').onsuccess = (done) => { done.target.result.close(); go(1); }; })",
    "a cache": "caches.open('notes').then(() => 1)",
}


def test_no_test_finds_what_the_one_before_left(browser: Any) -> None:
    """A test passes, or fails, because of another's draft."""
    with opened(browser, PAGES) as (page, _):
        page.goto(ORIGIN)
        assert page.evaluate(FOUND) == NOTHING
        page.evaluate(LEAVE)
        page.set_viewport_size({"width": 320, "height": 256})
        page.mouse.move(20, 24)
        assert page.locator("p:hover").count() == 1
        page.context.new_page().goto(ORIGIN)
    with opened(browser, PAGES) as (again, served):
        assert again is page, "the tab was to be used again"
        assert again.context.pages == [again]
        again.goto(ORIGIN)
        assert again.evaluate(FOUND) == NOTHING
        assert served.asked == [f"{ORIGIN}/"]


@pytest.mark.parametrize("what", KEEP)
def test_a_tab_with_stored_data_is_closed(browser: Any, what: str) -> None:
    """A test finds data of another test on the device."""
    with opened(browser, PAGES) as (page, _):
        page.goto(ORIGIN)
        page.evaluate(KEEP[what])
    with opened(browser, PAGES) as (other, _):
        assert other is not page
        other.goto(ORIGIN)
        assert other.evaluate(FOUND) == NOTHING


def stumble(browser: Any, page: Any) -> None:
    """Log an error in a tab that was used before."""
    with opened(browser, PAGES) as (again, _):
        assert again is page
        again.evaluate("console.error('not well')")


def test_a_tab_goes_with_the_test_that_failed_in_it(browser: Any) -> None:
    """One fault makes all later tests fail."""
    with opened(browser, PAGES) as (page, _):
        pass
    with pytest.raises(AssertionError, match="not well"):
        stumble(browser, page)
    with opened(browser, PAGES) as (other, _):
        assert other is not page


def test_an_act_that_cannot_be_undone_is_refused(browser: Any) -> None:
    """Every later test runs with another test's clock, or gets another test's files."""
    with opened(browser, PAGES) as (page, _):
        page.goto(ORIGIN)
        for what, words in (
            (page.clock.install, ()),
            (page.context.clock.install, ()),
            (page.add_init_script, ("0",)),
            (page.context.add_init_script, ("0",)),
            (page.route, ("**", print)),
            (page.context.route, ("**", print)),
            (page.on, ("console", print)),
        ):
            with pytest.raises(AssertionError, match="alone"):
                what(*words)
