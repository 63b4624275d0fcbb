"""The telling on the page: step by step, skipped by key or finger, announced once, and never in the question's
time.
"""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, cast

from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.knowledge import SeatKnowledge
from warcouncil.clients.seat.model.shown.telling import Teller
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.protocol.table.views import View

from tests.clients.web.browser.served import BOARD, EMPTY, links, opened
from tests.clients.web.browser.tabs import ORIGIN
from tests.clients.web.browser.test_scenes import every_game, news, plain

PAGE = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>told</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
{links(*BOARD)}<script type="module" src="/told.js"></script></head>
<body><main id="root"></main></body></html>"""
SCRIPT = """import { html, render } from "/page/vendor/preact.js";
import { learn } from "/page/words.js";
import { Sheet } from "/page/board/sheet.js";
import { Tale } from "/page/board/tale.js";
import { Teller } from "/page/board/teller.js";
await learn();
const desk = { view: null, newsNumber: 0, news: [], look: "", isTold: true, timing: () => "runs", leftMs: () => 60_000 };
const teller = new Teller(desk, { still: matchMedia("(prefers-reduced-motion: reduce)").matches });
const heard = globalThis.heard = [];
const draw = () => {
    const now = performance.now();
    teller.update(now);
    render(html`<input aria-label="talk" /><${Sheet} sheet=${teller.board} light=${teller.light} onTap=${tap} />
        ${teller.telling && html`<${Tale} teller=${teller} now=${now} redraw=${draw} tell=${(text) => heard.push(text)} />`}`,
        document.getElementById("root"));
};
const tap = () => {
    teller.hurryOn(performance.now());
    draw();
};
globalThis.hear = (view) => {
    Object.assign(desk, { view, news: view.story, newsNumber: desk.newsNumber + (view.story.length > 0) });
    draw();
};
document.documentElement.dataset.shown = "yes";
"""


def reveal() -> tuple[Any, Any, list[int]]:
    """Return a view, the next one, and the duration of each step of the events."""
    before, shown = next((board, view) for board, view in news("kartenspiel") if len(view.scenes) >= 3)
    first = shown.model_copy(update={"sheet": before, "story": (), "scenes": ()})
    telling = Teller(cast(Desk, desk_of(first)))
    telling.update(0)
    hear(telling, shown)
    telling.update(1)
    assert telling.telling is not None
    return plain(first), plain(shown), telling.telling.step_ms


def desk_of(view: View) -> SimpleNamespace:
    """Make the part of a desk that a teller needs."""
    found = SimpleNamespace(
        view=view,
        news_number=0,
        news=(),
        story=[],
        notices=[],
        look="",
        is_told=True,
        timing=lambda _now: Timing.RUNS,
        left_ms=lambda _now: 60_000,
    )
    found.whole_story = lambda untold: SeatKnowledge.whole_story(cast(SeatKnowledge, found), untold)
    return found


def hear(teller: Teller, view: View) -> None:
    """Feed a view to a desk."""
    desk = cast(Any, teller)._desk
    desk.view, desk.news, desk.story = view, view.story, [*desk.story, *view.story]
    desk.news_number += bool(view.story)


def sit(page: Any, first: Any, then: Any) -> None:
    """Show a board, and the next views."""
    page.goto(f"{ORIGIN}/told")
    page.wait_for_selector("html[data-shown]", state="attached")
    page.evaluate("([first, then]) => { hear(first); hear(then); }", [first, then])


FILES = {"/told": PAGE, "/told.js": SCRIPT}


def test_each_step_comes_by_itself_and_is_heard_once(browser: Any) -> None:
    """A listener hears the end before the fight, or all of it at every tick of the clock."""
    first, then, steps = reveal()
    with opened(browser, FILES, alone=True) as (page, _):
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        sit(page, first, then)
        for number, step_ms in enumerate(steps):
            page.clock.run_for(60)  # what a drawing brings about comes after it
            assert page.evaluate("heard.length") == number + 1
            assert page.locator(".board[data-lit]").count() == 1
            page.clock.run_for(step_ms - 40)
        page.clock.run_for(5000)
        assert page.locator(".tale").count() == 0
        assert " ".join(page.evaluate("heard")) == " ".join(line["text"] for line in then["story"])


def test_space_and_a_tap_go_on_and_escape_ends(browser: Any) -> None:
    """A fast reader waits for the events while the question's clock runs."""
    first, then, steps = reveal()
    with opened(browser, FILES, alone=True) as (page, _):
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        sit(page, first, then)
        page.clock.run_for(60)
        page.keyboard.press("Space")
        page.clock.run_for(60)
        assert page.evaluate("heard.length") == 2
        page.locator(".line-post").first.click()
        page.clock.run_for(60)
        assert page.evaluate("heard.length") == 3
        page.get_by_label("talk").focus()
        page.keyboard.press("Space")
        page.clock.run_for(60)
        assert page.evaluate("heard.length") == 3
        page.keyboard.press("Escape")
        assert page.locator(".tale").count() == 0
        assert page.locator(".board[data-lit]").count() == 0
        assert len(steps) >= 3


def test_with_reduced_motion_the_end_is_shown_at_once(browser: Any) -> None:
    """A player who cannot watch motion must watch it, or does not see the result."""
    first, then, _ = reveal()
    with opened(browser, FILES, reduced_motion="reduce") as (page, _):
        sit(page, first, then)
        assert page.locator(".tale").count() == 1
        assert page.evaluate("heard") == [" ".join(line["text"] for line in then["story"])]
        assert page.evaluate("document.getAnimations().length") == 0


STEPS = """async ([views, still, moves]) => {
    const { Teller } = await import("/page/board/teller.js");
    const desk = { view: null, newsNumber: 0, news: [], story: [], look: "", isTold: true, timing: () => "runs", leftMs: () => 60_000 };
    const { Known } = await import("/page/desk/known.js");
    Object.assign(desk, { notices: [], wholeStory: Known.prototype.wholeStory });
    const teller = new Teller(desk, { still });
    return moves.map(([now, what, number]) => {
        if (what === "hear") {
            const view = views[number];
            Object.assign(desk, { view, news: view.story, newsNumber: desk.newsNumber + (view.story.length > 0), story: [...desk.story, ...view.story] });
        }
        if (what === "on") teller.hurryOn(now);
        if (what === "end") teller.end();
        teller.update(now);
        const { lines, fresh } = teller.story(now);
        return [JSON.stringify(teller.board), teller.light !== null, desk.isTold, lines.length, fresh];
    });
}"""


@every_game
def test_the_teller_of_the_page_keeps_step_with_the_terminals(browser: Any, name: str) -> None:
    """The board behind a telling is another's, or the verdict is shown before the end."""
    views = [view for _, view in news(name)][:4]
    moves: list[tuple[int, str, int]] = []
    for number in range(len(views)):
        now = number * 9000
        moves += [
            (now, "hear", number),
            (now + 1000, "look", 0),
            (now + 1200, "on", 0),
            (now + 5000, "look", 0),
        ]
        moves += [(now + 6000, "end", 0)] if number % 3 == 2 else []
    with opened(browser, {"/": EMPTY}) as (page, _):
        page.goto(ORIGIN)
        for still in (False, True):
            kept = page.evaluate(STEPS, [[plain(view) for view in views], still, moves])
            assert [[json.loads(board), *rest] for board, *rest in kept] == told(views, moves, still=still)


def told(views: list[View], moves: list[tuple[int, str, int]], *, still: bool) -> list[list[Any]]:
    """Return what the terminal's teller shows after each of these moves."""
    desk = desk_of(views[0])
    teller = Teller(cast(Desk, desk), still=still)
    desk.view = None
    seen = []
    for now, what, number in moves:
        if what == "hear":
            hear(teller, views[number])
        elif what == "on":
            teller.hurry_on(now)
        elif what == "end":
            teller.end()
        teller.update(now)
        lines, fresh = teller.story(now)
        seen.append([plain(teller.board), teller.light is not None, desk.is_told, len(lines), fresh])
    return seen
