"""The page of a seat in a browser without a gateway: a real desk, and the whole screen drawn from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from warcouncil.clients.link.base.line import LinkChange
from warcouncil.protocol.wire.replies import Reply

from tests.clients.web.browser.served import Served, opened, shell
from tests.clients.web.browser.tabs import ORIGIN

SCRIPT = """
import { Desk } from "/page/desk/desk.js";
import { App } from "/page/seat/app.js";
import { html, render } from "/page/vendor/preact.js";
import { learn } from "/page/words.js";
await learn();
let ids = 0, nowMs = 100_000;
performance.now = () => nowMs;
const heard = { polite: [], assertive: [], either: [] };
for (const id of ["polite", "assertive"]) {
  const node = document.getElementById(id);
  if (!node || node.textContent) throw new Error(`no empty region ${id}`);
  const note = () => { if (node.textContent) for (const texts of [heard[id], heard.either]) texts.push(node.textContent); };
  new MutationObserver(note).observe(node, { childList: true });
}
const sent = [];
const desk = new Desk(() => (++ids).toString(16).padStart(32, "0"));
const redraw = () => render(html`<${App} desk=${desk} now=${nowMs} act=${act} />`, document.getElementById("root"));
const act = {
  send: (request) => { if (request) sent.push(request); redraw(); },
  redraw,
  open: redraw,
  leave: () => sent.push({ type: "left" }),
  again: () => sent.push({ type: "again" }),
};
const feed = (news) => { for (const each of news) desk.feed(each, nowMs); redraw(); };
const later = (ms) => { nowMs += ms; redraw(); };
Object.assign(globalThis, { desk, sent, heard, feed, later, redraw });
document.documentElement.dataset.shown = "yes";
"""
UP = {"type": "link", "state": "up", "text": ""}


def pages() -> dict[str, str]:
    """Return the seat's own page with another script in place of the one that connects to a gateway."""
    page = shell("seat.html")
    assert "/page/seat.js" in page
    return {"/alone": page.replace("/page/seat.js", "/alone.js"), "/alone.js": SCRIPT}


def news(reply: Reply | LinkChange) -> dict[str, Any]:
    """Return a message as the page's line brings it."""
    if isinstance(reply, LinkChange):
        return {"type": "link", "state": reply.state.value, "text": reply.text}
    return reply.model_dump(mode="json", exclude_none=True)


class Seated:
    """A page with a seated person."""

    def __init__(self, page: Any, served: Served) -> None:
        self.page = page
        self.served = served

    def hear(self, *replies: Reply | LinkChange) -> None:
        """Feed messages, and draw."""
        self.page.evaluate("(news) => feed(news)", [news(each) for each in replies])

    def later(self, ms: int) -> None:
        """Advance the time of the desk. The page's own clock goes on."""
        self.page.evaluate("(ms) => later(ms)", ms)

    def sent(self, kind: str) -> list[dict[str, Any]]:
        """Return the sent requests of a type."""
        every: list[dict[str, Any]] = self.page.evaluate("sent")
        return [each for each in every if each["type"] == kind]

    def heard(self, region: str, count: int = 0) -> list[str]:
        """Return what a live region (or `either`) has said since the last call, once it has said `count`
        texts. Each text counts once.
        """
        self.page.evaluate(
            """async ([region, count]) => {
                while (heard[region].length < count) await new Promise((go) => setTimeout(go, 20));
            }""",
            [region, count],
        )
        said: list[str] = self.page.evaluate("(region) => heard[region].splice(0)", region)
        return [each.rstrip("\u00a0") for each in said]

    def quiet(self) -> None:
        """Wait until the regions have nothing more to say, and forget what they said."""
        self.page.evaluate("new Promise((go) => setTimeout(go, 1200))")
        for region in ("polite", "assertive", "either"):
            self.heard(region)

    def seen(self, selector: str) -> bool:
        """Return whether something is visible."""
        found: bool = self.page.locator(selector).first.is_visible()
        return found

    @property
    def focus(self) -> str:
        """Return the id, or else the text, of the focused element."""
        where: str = self.page.evaluate(
            "document.activeElement.id || document.activeElement.textContent.trim().replace(/\\\\s+/g, ' ')"
        )
        return where


@contextmanager
def seated(
    browser: Any,
    replies: Iterable[Reply | LinkChange] = (),
    *,
    size: str = "wide",
    briefed: bool = True,
    files: dict[str, str] | None = None,
    **context: Any,
) -> Iterator[Seated]:
    """Open a seat in a browser, and process these messages first. `files` are those of a page that differs from
    the usual one (`pages`).
    """
    with opened(browser, files or pages(), size=size, **context) as (page, served):
        page.goto(f"{ORIGIN}/alone")
        page.wait_for_selector("html[data-shown]", state="attached")
        page.evaluate("([up, briefed]) => { desk.briefed = briefed; feed([up]); }", [UP, briefed])
        seat = Seated(page, served)
        seat.hear(*replies)
        if briefed:
            page.evaluate("desk.briefed = true; redraw()")
        yield seat
