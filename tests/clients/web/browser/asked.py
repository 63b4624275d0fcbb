"""The question alone in a browser: a real desk, and the part of the page that draws its question."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from warcouncil.protocol.table.forms import Form, FormField
from warcouncil.protocol.table.views import ClockView, View
from warcouncil.protocol.wire.replies import Reply, Welcome
from warcouncil.protocol.words import GateNo

from tests.clients.seat.tables import playing, view, welcome
from tests.clients.web.browser.served import QUESTION, links, opened
from tests.clients.web.browser.tabs import ORIGIN

SCRIPT = """
import { html, render } from "/page/vendor/preact.js";
import { learn } from "/page/words.js";
import { Desk } from "/page/desk/desk.js";
import { toNextMoment } from "/page/moment.js";
import { Question } from "/page/seat/question/question.js";
await learn();
let ids = 0;
const desk = new Desk(() => (++ids).toString(16).padStart(32, "0"));
const nowMs = () => Math.round(performance.now());
let moment = 0;
const redraw = () => {
  render(html`<${Question} desk=${desk} now=${nowMs()} act=${act} notes=${notes} />`, document.getElementById("root"));
  clearTimeout(moment);
  if (desk.guard.holds(nowMs())) moment = setTimeout(redraw, toNextMoment(desk, nowMs()));
};
const send = (request) => { if (request) sent.push(request); redraw(); };
const sent = [], act = { send, redraw };
const notes = { text: "", keep: (text) => { notes.text = text; } };
const feed = (...news) => { for (const each of news) desk.feed(each, nowMs()); redraw(); };
Object.assign(globalThis, { desk, sent, feed, redraw, notes });
document.documentElement.dataset.shown = "yes";
"""
PAGE = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>question</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
{links(*QUESTION)}<script type="module" src="/asked.js"></script></head>
<body><main><h1 class="aloud">Seat</h1><div id="root"></div></main>
<div id="polite" class="aloud" aria-live="polite" aria-atomic="true"></div>
<div id="assertive" class="aloud" aria-live="assertive" aria-atomic="true"></div></body></html>"""
PAGES = {"/alone": PAGE, "/asked.js": SCRIPT}
UP = {"type": "link", "state": "up", "text": ""}
TABLE = playing("kartenspiel", 1)
SEAT = "red.corps.2"
CLOCK = ClockView(left_ms=60_000, total_ms=60_000, running=True)


def news(reply: Reply) -> dict[str, Any]:
    """Return a message as the wire brings it."""
    return reply.model_dump(mode="json", exclude_none=True)


def asks(*fields: FormField, gate: int = 5, suggested: Any = None, **changes: Any) -> View:
    """Return a view in which these fields are asked."""
    form = Form(question="What do you do?", help="It weighs.", rule="1", fields=fields, suggested=suggested)
    known = {"gate": GateNo(gate), "form": form, "clock": CLOCK, "asked": ("Red",)}
    return view(TABLE, SEAT).model_copy(update=known | changes)


class Asked:
    """A page on which something is asked."""

    def __init__(self, page: Any, greeting: Welcome) -> None:
        self.page = page
        self.greeting = greeting

    def visit(self, *each: Reply) -> None:
        """Load the page (again), and let its desk receive these messages."""
        self.page.goto(f"{ORIGIN}/alone")
        self.page.wait_for_selector("html[data-shown]", state="attached")
        self.page.evaluate("news => feed(news)", UP)
        self.hear(self.greeting, *each)

    def hear(self, *each: Reply) -> None:
        """Feed messages to the desk."""
        self.page.evaluate("news => feed(...news)", [news(one) for one in each])

    @property
    def sent(self) -> list[dict[str, Any]]:
        """Return the sent requests."""
        found: list[dict[str, Any]] = self.page.evaluate("sent")
        return found

    def hold(self, ms: int = 1100) -> None:
        """Hold the control that seals."""
        sealer = self.page.locator("#question-sealer")
        sealer.scroll_into_view_if_needed()
        box = sealer.bounding_box()
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.clock.run_for(ms)
        self.page.mouse.up()

    def why(self) -> str:
        """Return the shown reason why nothing can be sealed."""
        lines: list[str] = self.page.locator("#question-why").all_inner_texts()
        return " ".join(lines)


@contextmanager
def asking(
    browser: Any, *each: Reply, hints: bool = False, size: str = "phone", **context: Any
) -> Iterator[Asked]:
    """Open a page whose desk has received these messages.

    Its clock is stopped until the test runs it (`page.clock`).
    """
    with opened(browser, PAGES, size=size, alone=True, **context) as (page, _):
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        asked = Asked(page, welcome(TABLE, SEAT).model_copy(update={"hints": hints}))
        asked.visit(*each)
        yield asked
