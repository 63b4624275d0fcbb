"""Old browsers: those that the page still supports, imitated by a newer one without the newer features, and
those that are refused.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from warcouncil.clients.wording.saying import say

from tests.clients.seat import scenes
from tests.clients.web.browser.seated import pages, seated
from tests.clients.web.browser.served import opened, shell
from tests.clients.web.browser.sound import check
from tests.clients.web.browser.tabs import ORIGIN
from tests.profile import games

NEWER = re.compile(r":has(?=\()|@container|color-mix(?=\()|subgrid|(?<=\d)dvh|text-wrap|field-sizing|cqi")
"""Features of style sheets that some of those browsers do not know. Only comfort may depend on them."""
FORGET = """
for (const [of, ...names] of [
  [globalThis, "structuredClone", "BroadcastChannel"], [AbortSignal, "timeout", "any"], [Object, "groupBy"], [Promise, "withResolvers"],
  [Array.prototype, "findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "with"],
  [String.prototype, "isWellFormed", "toWellFormed"], [Set.prototype, "union", "difference", "intersection"],
  [Element.prototype, "checkVisibility"], [Navigator.prototype, "wakeLock", "userActivation"],
]) for (const name of names) delete of[name];
for (const of of [Document.prototype, Element.prototype]) for (const name of ["querySelector", "querySelectorAll", "matches", "closest"]) {
  const real = of[name];
  if (real) of[name] = function (selector) {
    if (selector.includes(":has(")) throw new SyntaxError(`${selector} is no valid selector`);
    return real.call(this, selector);
  };
}
"""
"""Makes a page forget what came after Safari 15.4, Chrome 93 or Firefox 98."""
SHOWN = {"sealed": "declaring", "council": "kashmir_bargain", "read": "reading", "over": "finished"}


def forgotten() -> dict[str, str]:
    """Return the style sheet of a seat as such a browser reads it."""
    return {"/page/seat.css": NEWER.sub(":unknown-to-it", shell("seat.css"))}


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("scene", [*SHOWN.values()][: games(2, len(SHOWN))])
def test_the_oldest_browsers_show_all_and_nothing_is_wrong_with_it(browser: Any, scene: str) -> None:
    """A player with an old phone sees half of the page, a chosen option like all others, or no ring around the
    focus.
    """
    made = getattr(scenes, scene)()
    files = pages() | forgotten()
    files["/alone.js"] = FORGET + files["/alone.js"]
    with seated(browser, (*made.news, *made.then), files=files, alone=True, reduced_motion="reduce") as seat:
        seat.later(2_000)
        for width, height in ((320, 256), (360, 1600), (1280, 800)):
            seat.page.set_viewport_size({"width": width, "height": height})
            check(seat.page)


def test_the_oldest_browsers_tell_what_happened(browser: Any) -> None:
    """A telling uses what such a browser does not have, and the page stops in the middle of it."""
    made, errors = scenes.reveal(), list[str]()
    files = pages() | forgotten()
    files["/alone.js"] = FORGET + files["/alone.js"]
    with seated(browser, made.news, files=files, alone=True, size="phone", reduced_motion="reduce") as seat:
        seat.page.on("pageerror", lambda error: errors.append(str(error)))
        seat.hear(*made.then)
        seat.later(500)
        assert seat.page.locator(".tale").count() == 1
        for _ in range(20):
            seat.page.keyboard.press("Space")
            seat.later(10)
        assert errors == []
        assert seat.page.locator(".tale").count() == 0


RING = """() => {
    const mark = document.querySelector(".question-mark");
    mark.focus({ focusVisible: true });
    return [mark, mark.closest("label")].map((each) => getComputedStyle(each).outlineStyle);
}"""


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("old", [False, True])
def test_a_user_of_keys_sees_the_focus_in_every_browser(browser: Any, old: bool) -> None:
    """A rule unknown to old browsers draws the ring around a card, and a rule that they know removes the ring
    of its mark.
    """
    made = scenes.kashmir_bargain()
    with seated(
        browser, (*made.news, *made.then), files=pages() | (forgotten() if old else {}), alone=True
    ) as seat:
        seat.later(2_000)
        assert seat.page.evaluate(RING) == (["solid", "none"] if old else ["none", "solid"])


OLDER = {
    "a phone of 2021": "delete Object.hasOwn",
    "one that knows no modules": "delete HTMLScriptElement.prototype.noModule",
}


@pytest.mark.night(keep=3)
@pytest.mark.parametrize("lacks", OLDER)
@pytest.mark.parametrize("name", ["seat.html", "door.html", "display.html"])
def test_a_browser_that_is_too_old_says_so_in_one_line(browser: Any, name: str, lacks: str) -> None:
    """The owner of an old phone sees an empty page, and asks for another code."""
    pages = {"/old": shell(name).replace('type="module"', 'type="unread"')}
    with opened(browser, pages, alone=True) as (page, _):
        page.goto(f"{ORIGIN}/old")
        line = page.get_by_text(say("web.too_old"))
        assert not line.is_visible()
        page.add_init_script(OLDER[lacks])
        page.reload()
        assert line.is_visible()


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("door", "/page/door.js"),
        ("seat", "/words.json"),
        ("display", "/page/display.css"),
        ("display", "/page/display.js"),
    ],
)
def test_a_page_that_did_not_come_whole_says_so_in_one_line(browser: Any, name: str, lost: str) -> None:
    """After a broken download, or a restart of the gateway, a player waits in front of an empty page."""
    place = f"/{name}/7K3"
    with opened(
        browser, {place: shell(f"{name}.html")}, alone=True, forgiven=("Failed to", "WebSocket connection")
    ) as (page, _):
        page.route(f"**{lost}", lambda route: route.abort())
        page.goto(f"{ORIGIN}{place}")
        line = page.get_by_text(say("web.not_whole"))
        line.wait_for()
        page.unroute(f"**{lost}")
        page.reload()
        page.locator("#root > *").first.wait_for()
        page.evaluate("dispatchEvent(new ErrorEvent('error'))")
        assert not line.is_visible()


@pytest.mark.parametrize("comes", [True, False])
def test_a_page_has_words_before_its_script_has_come(browser: Any, comes: bool) -> None:
    """On a slow network a player looks at an empty page for seconds, or the words stay when the page is there or broken."""
    with opened(browser, alone=True, forgiven=("Failed to", "WebSocket connection")) as (page, _):
        held: dict[str, Any] = {}
        page.route("**/page/seat.js", lambda route: held.update(script=route))
        page.goto(f"{ORIGIN}/seat/7K3", wait_until="commit")
        waiting = page.locator(".waiting")
        waiting.wait_for()
        assert waiting.inner_text() == say("link.seeking")
        if comes:
            held["script"].continue_()
            page.locator("#root > *").first.wait_for()
        else:
            held["script"].abort()
            page.get_by_text(say("web.not_whole")).wait_for()
        assert not waiting.is_visible()


def test_a_style_sheet_that_failed_before_the_rest_came_is_told(browser: Any) -> None:
    """The page is shown without styles, and its user believes that this is correct. A style sheet that failed
    reports it once, and later nothing shows it.
    """
    with opened(
        browser, {"/door/7K3": shell("door.html")}, alone=True, forgiven=("Failed to", "WebSocket connection")
    ) as (page, _):
        held: dict[str, Any] = {}
        page.route("**/page/floor.js", lambda route: held.update(floor=route))
        page.route("**/page/door.css", lambda route: route.abort())
        with page.expect_request("**/page/floor.js"), page.expect_event("requestfailed"):
            page.goto(f"{ORIGIN}/door/7K3", wait_until="commit")
        page.evaluate("0")  # what came before this has been heard
        held["floor"].continue_()
        page.get_by_text(say("web.not_whole")).wait_for()
