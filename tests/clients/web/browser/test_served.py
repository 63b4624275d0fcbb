"""The basis of all browser tests: an error of a page is noticed, whatever the test checks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clients.web.browser.served import opened
from tests.clients.web.browser.tabs import ORIGIN

LEAVES = "<!doctype html><html lang='en'><title>x</title><link rel='icon' href='data:,'>{}</html>"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<script>document.title = 'y'</script>", "inline script"),
        ("<p style='color: red'>x</p>", "inline style"),
        ("<img src='https://elsewhere.test/x.png'>", "elsewhere"),
        ("<script src='/throws.js'></script>", "out of order"),
        ("<script src='/complains.js'></script>", "not well"),
        ("<script src='/calls.js'></script>", "elsewhere"),
    ],
)
def test_a_fault_of_a_page_fails_the_test(browser: Any, body: str, said: str) -> None:
    """The tests of the page pass although the page runs a stranger's text, or has errors."""
    pages = {
        "/": LEAVES.format(body),
        "/throws.js": "throw new Error('out of order')",
        "/complains.js": "console.error('not well')",
        "/calls.js": "fetch('https://elsewhere.test/').catch(() => {})",
    }
    with pytest.raises(AssertionError) as noticed, opened(browser, pages, alone=True) as (page, _):
        page.goto(ORIGIN)
    assert said in str(noticed.value)


def test_a_page_that_does_nothing_wrong_passes(browser: Any) -> None:
    """The test above cannot fail."""
    pages = {"/": LEAVES.format("<script src='/fine.js'></script>"), "/fine.js": "document.title = 'fine'"}
    with opened(browser, pages, alone=True) as (page, served):
        page.goto(ORIGIN)
        assert page.title() == "fine"
    assert served.asked == [f"{ORIGIN}/", f"{ORIGIN}/fine.js"]
