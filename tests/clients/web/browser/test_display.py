"""The projector in a browser: it shows what the projector in a terminal shows, and is readable from the last
row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from pydantic import BaseModel
from warcouncil.clients.display.showing import Showing
from warcouncil.clients.link.base.line import LinkChange, LinkState, News
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import TableStatus, Wall
from warcouncil.protocol.wire.replies import Clock, Farewell, Fenced, Refusal, RefusalCode, Welcome
from warcouncil.protocol.words import GateNo, MessageId, Role, TableId

from tests.clients.display.builders import OVER, PAUSED, calm, clock, mixed, paused, table, view
from tests.clients.web.browser.served import BOARD, Served, links, opened
from tests.clients.web.browser.sound import check, check_width
from tests.clients.web.browser.tabs import ORIGIN
from tests.profile import turns

HTML = f"""<!doctype html><html lang="en" data-theme="dark"><head><meta charset="utf-8"><title>projector</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">{links(*BOARD, "display")}
<script type="module" src="/projector.js"></script></head><body><div id="root"></div></body></html>"""
SCRIPT = """import { html, render } from "/page/vendor/preact.js";
import { learn } from "/page/words.js";
import { Display } from "/page/display/app.js";
import { Showing } from "/page/display/showing.js";
await learn();
const asked = [];
let showing = new Showing();
const acts = {
  show: (table) => { asked.push(...showing.show(table)); draw(0); },
  step: (by) => { asked.push(...showing.step(by)); draw(0); },
  again: () => asked.push({ type: "again" }), screen: () => {}, colours: () => {}, help: () => {},
};
function draw(now) {
  render(html`<${Display} showing=${showing} now=${now} acts=${acts} helps=${false} />`, document.getElementById("root"));
}
globalThis.begin = (wanted, still) => { showing = new Showing(wanted, { still }); };
globalThis.hear = (news, now) => { asked.push(...showing.feed(news, now)); draw(now); };
globalThis.draw = draw;
globalThis.show = acts.show;
globalThis.step = acts.step;
globalThis.asked = () => asked.splice(0);
globalThis.known = (now) => ({
  exercise: showing.exercise, link: showing.link.state, trouble: showing.trouble, tables: [...showing.tables.keys()],
  table: showing.table, gate: showing.view?.gate ?? null, paused: showing.view?.paused ?? "", left: showing.leftMs(now),
  clock: showing.clock !== null, over: showing.over, results: showing.showsResults, room: showing.roomClock(now),
  scene: showing.scene(now)?.title ?? null,
});
document.documentElement.dataset.shown = "yes";
"""
FIRST: tuple[News, ...] = (
    LinkChange(LinkState.UP),
    Welcome(exercise="Jena day", role=Role.DISPLAY, session="s1"),
    Wall(exercise="Jena day", tables=()),
)


def as_json(news: News) -> dict[str, Any]:
    """Return news as the page's link brings it."""
    if isinstance(news, BaseModel):
        return dict(news.model_dump(mode="json", exclude_none=True))
    assert isinstance(news, LinkChange)
    return {"type": "link", "state": news.state.value, "text": news.text}


class Projector:
    """A projector's page, and the state of a terminal projector with the same messages."""

    def __init__(self, page: Any, *, wanted: int | None = None, still: bool = False) -> None:
        self.page = page
        self.begin(wanted, still=still)

    def begin(self, wanted: int | None = None, *, still: bool = False) -> None:
        """Begin without any message."""
        self.other = Showing(None if wanted is None else TableId(wanted), still=still)
        self.page.evaluate("([wanted, still]) => begin(wanted, still)", [wanted, still])

    def hear(self, news: Iterable[News], now: int = 0) -> None:
        """Feed the same news to both. Their requests must be the same."""
        for each in news:
            asked = self.other.feed(each, now)
            self.page.evaluate("([news, now]) => hear(news, now)", [as_json(each), now])
            assert self.page.evaluate("asked()") == [one.model_dump(mode="json") for one in asked]
            self.compare(now)

    def compare(self, now: int) -> None:
        """Compare the states of both."""
        other, room = self.other, self.other.room_clock(now)
        step = other.scene(now)
        assert self.page.evaluate("now => known(now)", now) == {
            "exercise": other.exercise,
            "link": other.link.state.value,
            "trouble": other.trouble,
            "tables": list(other.tables),
            "table": other.table,
            "gate": other.view.gate if other.view else None,
            "paused": other.view.paused if other.view else "",
            "left": other.left_ms(now),
            "clock": other.has_clock,
            "over": other.over,
            "results": other.shows_results,
            "scene": step.title if step else None,
            "room": None
            if room is None
            else {
                "title": room.title,
                "phase": room.phase,
                "leftMs": room.left_ms,
                "tables": room.tables,
                "running": room.running,
            },
        }

    def show(self, number: int, shown: View, now: int = 0) -> None:
        """Show a table, and deliver its view."""
        self.other.show(TableId(number))
        self.page.evaluate("number => show(number)", number)
        self.page.evaluate("asked()")
        self.hear([shown], now)


@contextmanager
def projector(browser: Any, *, size: str = "wide", **how: Any) -> Iterator[Projector]:
    """Open a projector."""
    pages = {"/projector": HTML, "/projector.js": SCRIPT}
    with opened(browser, pages, size=size) as (page, served):
        assert isinstance(served, Served)
        page.goto(f"{ORIGIN}/projector")
        page.wait_for_selector("html[data-shown]", state="attached")
        yield Projector(page, **how)


def test_it_knows_what_the_projector_in_a_terminal_knows(browser: Any) -> None:
    """Two projectors in one room show two clocks."""
    moved = Clock(gate=GateNo(12), clock=clock(9000, running=False), paused=PAUSED)
    with projector(browser, wanted=2) as shown:
        shown.hear([*FIRST, *mixed(10)])
        shown.hear([view(), moved, moved.model_copy(update={"gate": GateNo(3)})], 700)
        shown.hear([LinkChange(LinkState.DOWN, "lost")], 900)
        shown.compare(5000)
        shown.hear([LinkChange(LinkState.UP), *paused(10)], 6000)
        for by in (1, -1, -1, 1, 1):
            shown.other.step(by)
            shown.page.evaluate("by => step(by)", by)
            shown.page.evaluate("asked()")
            shown.compare(6500)
        shown.hear([table(n, ended="both lines broke") for n in range(1, 11)], 7000)
        shown.hear([Refusal(id=MessageId(""), code=RefusalCode.STALE, text="Say hello.")], 7100)
        shown.hear([Farewell(text="The umpire has ended the exercise.")], 7200)
        shown.hear([Fenced(text="elsewhere")], 7300)
        shown.hear([Welcome(exercise="x", role=Role.SEAT, session="s2")], 7400)


PICTURES: dict[str, tuple[tuple[TableStatus, ...], View | None]] = {
    "a table, calm": (calm(1), view()),
    "a table, the last seconds": (calm(1), view(7000)),
    "a table, paused": (calm(1), view(paused=PAUSED)),
    "a table, held": (calm(1), view(held=True)),
    "a table, over": (calm(1), view(ended=OVER)),
    "a room of one": (calm(1), None),
    "a room of ten": (mixed(10), None),
    "a room of forty": (mixed(40), None),
    "results": (
        tuple(
            each.model_copy(update={"result": OVER})
            for each in (table(n, ended=OVER.reason) for n in range(1, 5))
        ),
        None,
    ),
}


SIZES = ("wide", "tablet", "phone")


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_of_it_is_cut_off_and_everyone_can_read_it(browser: Any, size: str) -> None:
    """The last row cannot read the clock, or a small screen hides half of it.

    By day axe checks each picture at one of the sizes, in the nightly run at each.
    """
    with projector(browser, size=size) as there:
        page = there.page
        for number, (tables, shown) in enumerate(PICTURES.values()):
            there.begin()
            there.hear([*FIRST, *tables])
            if shown is not None:
                there.show(1, shown)
            check_width(page)
            if size in turns(SIZES, number):
                check(page)
            if size == "wide":
                _see_from_afar(page, beside=shown is not None)


def _see_from_afar(page: Any, *, beside: bool) -> None:
    """Check that everything is on the screen at once, and that the clock has its part of the height. The part is
    smaller where a board needs it.
    """
    high = page.viewport_size["height"]
    for each in (".display-main", ".display-fitted"):
        high_inside, high_shown = page.evaluate(
            "each => [document.querySelector(each).scrollHeight, document.querySelector(each).clientHeight]",
            each,
        )
        assert high_inside <= high_shown + 1
    clock_box = page.query_selector(".display-clock")
    if clock_box is not None:
        assert clock_box.bounding_box()["height"] >= high * (0.2 if beside else 0.38)


def test_a_room_that_waits_for_its_people_is_not_over(browser: Any) -> None:
    """People come in, and the screen before them says that all is over."""
    waiting = table(1, left_ms=None).model_copy(update={"begun": False})
    with projector(browser) as there:
        there.hear([*FIRST, waiting])
        assert there.page.locator(".display-state").inner_text().casefold() == "not begun"
        there.hear([table(1, left_ms=None)])
        assert there.page.locator(".display-state").count() == 0


def test_a_table_is_shown_by_a_touch(browser: Any) -> None:
    """A person at the screen has no keyboard."""
    with projector(browser) as there:
        there.hear([*FIRST, *calm(3)])
        there.page.get_by_role("button", name="table 2").click()
        assert there.page.evaluate("asked()") == [{"type": "watch", "table": 2}]


def test_a_game_of_one_turn_lasted_one_turn(browser: Any) -> None:
    """*1 turns* is below *turns*, though a terminal is right."""
    tables = [
        table(n, ended="Time is up.").model_copy(update={"result": OVER.model_copy(update={"turns": n})})
        for n in (1, 2)
    ]
    with projector(browser) as there:
        there.hear([*FIRST, *tables])
        there.page.evaluate("draw(60000)")
        lasted = [
            each.split(" · ")[0] for each in there.page.locator(".display-ends small").all_inner_texts()
        ]
        assert lasted == ["1 turn", "2 turns"]
