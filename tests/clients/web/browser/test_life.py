"""The life of a page: its phone sleeps and wakes, its browser refuses sockets, its seat is opened elsewhere.

The arbiter is simulated inside the page, so that nothing waits and the test chooses every moment.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.rulebooks import Briefing, Rulebook
from warcouncil.protocol.wire.replies import TableRules
from warcouncil.protocol.wire.wire import dump

from tests.clients.seat.tables import playing, view, welcome
from tests.clients.web.browser.asked import asks
from tests.clients.web.browser.served import opened
from tests.clients.web.browser.tabs import ORIGIN
from tests.clients.web.browser.test_question import TEXT
from tests.profile import BY_NIGHT

PAPER = Path(__file__).with_name("paper.js").read_text("utf-8")
TABLE = playing("kartenspiel", 1)
SEAT = f"{ORIGIN}/seat/7K3"
TRY_MS, TRIES_MAX = 20, 1000
RULES = json.loads(
    dump(
        TableRules(
            id="0" * 32,
            briefing=Briefing(role="a", wins="b", sees="c", decides="d"),
            book=Rulebook(title="t", designer="d", chapters=()),
        )
    )
)
SLEEPS = tuple(product((10, 120, 1200), ("'wall'", "'steady'", "'steady', 'wall'")))
"""How long a phone sleeps, and which of its clocks go on meanwhile."""


def script() -> str:
    """Return the simulated arbiter with its messages."""
    said = {
        "welcome": json.loads(dump(welcome(TABLE, "red.corps.2"))),
        "view": json.loads(dump(view(TABLE, "red.corps.2"))),
    }
    return PAPER.replace("/*SCRIPT*/ {}", json.dumps(said))


@contextmanager
def paged(browser: Any, before: str = "", *, clocked: bool = False) -> Iterator[Any]:
    """Open a seat's page over a simulated arbiter. `clocked`: the test controls its time."""
    with opened(browser, size="phone", alone=True) as (page, _):
        if clocked:
            page.clock.install(time=0)
            page.clock.pause_at(1000)
        page.context.add_init_script(script() + before)
        page.goto(SEAT)
        yield page


def seated(page: Any) -> Any:
    """Wait until the page shows its table, and return its head."""
    page.wait_for_selector("header.head")
    return page.locator("header.head")


def until(page: Any, comes: str) -> None:
    """Wait until a condition holds in the page. Playwright's own way runs a text as code, which the page's policy
    forbids.
    """
    for _ in range(TRIES_MAX):
        if page.evaluate(comes):
            return
        page.wait_for_timeout(TRY_MS)
    raise AssertionError(f"never came: {comes}; the page shows {page.inner_text('body')!r}")


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(("seconds", "clocks"), SLEEPS if BY_NIGHT else SLEEPS[::4])
def test_a_phone_that_slept_believes_nothing_that_came_meanwhile(
    browser: Any, seconds: int, clocks: str
) -> None:
    """After it was unlocked, the page shows an old clock, or a question that is over, and needs seconds to correct
    it.
    """
    with paged(browser) as page:
        seated(page)
        until(page, "paper.heard.some((each) => each.type === 'beat')")
        slept = f"""() => {{
            const [socket, before] = [paper.sockets.at(-1), paper.sockets.length];
            paper.leftMs = {seconds * 1000} + 7_000;
            socket.wire.say(3, paper.view({{gate: 1, title: "Stale", story: []}}));
            paper.look();
            paper.sleep({seconds * 1000}, {clocks});
            socket.wire.say(4, {{...paper.view({{gate: 2, title: "Staler"}}), clock: {{left_ms: 50_000, total_ms: 90_000, running: true}}}});
            return paper.sockets.length - before;
        }}"""
        assert page.evaluate(slept) == 1  # at once: the page did not wait for silence
        until(page, "document.querySelector('.clock-figures')?.textContent.trim() === '0:07'")
        shown = page.evaluate("paper.shown")
        believed = {figures for timing, figures in shown if timing in ("runs", "urgent")}
        assert believed <= {f"0:0{second}" for second in range(8)}, shown
        assert "Staler" not in page.inner_text("body")


def test_a_hidden_page_shows_no_running_clock(browser: Any) -> None:
    """For a moment, a player who unlocks the phone sees the time from before it was locked."""
    with paged(browser) as page:
        head = seated(page)
        page.evaluate("""() => {
            Object.defineProperty(document, "hidden", {get: () => paper.away, configurable: true});
            paper.away = true;
            document.dispatchEvent(new Event("visibilitychange"));
        }""")
        assert head.get_attribute("data-timing") == "frozen"
        until(page, "paper.heard.filter((each) => each.type === 'beat').length >= 2")
        assert head.get_attribute("data-timing") == "frozen"
        page.evaluate("() => { paper.away = false; document.dispatchEvent(new Event('visibilitychange')); }")
        page.wait_for_selector("header.head[data-timing=runs]")


def test_an_idle_page_draws_once_a_second(browser: Any) -> None:
    """A phone whose player thinks draws everything at each beat and each quarter of a second, and gets hot."""
    with paged(browser, clocked=True) as page:
        until(page, "paper.sockets.length === 1")
        page.clock.run_for(5_000)
        assert page.evaluate("document.querySelector('.clock-figures') !== null")
        page.evaluate("""() => {
            const begun = performance.now();
            paper.clock = () => ({left_ms: 60_000 - (performance.now() - begun), total_ms: 90_000, running: true});
            const { wire } = paper.sockets.at(-1);
            wire.say(3, paper.view());
            paper.alive = 0;
            setInterval(() => { paper.alive++; wire.say(0, {type: "alive", clock: paper.clock()}, 3); }, 500);
        }""")
        page.clock.run_for(2_000)
        page.evaluate("() => paper.look()")
        page.clock.run_for(10_000)
        assert page.evaluate("paper.alive") == 24
        shown = [figures for _, figures in page.evaluate("paper.shown")]
        assert shown == [f"0:{second}" for second in range(57, 57 - len(shown), -1)]
        assert 9 <= len(shown) <= 11


def test_a_draft_that_waits_is_sent_although_nothing_else_is_drawn(browser: Any) -> None:
    """A player writes a text and then thinks until the time is over, and the text does not count."""
    question = json.loads(dump(asks(TEXT, drafts=True)))
    with paged(browser, clocked=True) as page:
        until(page, "paper.sockets.length === 1")
        page.clock.run_for(5_000)
        page.evaluate(
            """([question, rules]) => {
                const begun = performance.now();
                paper.clock = () => ({left_ms: 60_000 - (performance.now() - begun), total_ms: 90_000, running: true});
                const { wire } = paper.sockets.at(-1);
                wire.say(3, paper.view({...question, clock: paper.clock()}));
                wire.say(4, rules);
                setInterval(() => wire.say(0, {type: "alive", clock: paper.clock()}, 4), 500);
            }""",
            [question, RULES],
        )
        page.clock.run_for(1_000)
        page.locator(".seat-briefing .button-first").click()
        page.clock.run_for(1_000)
        page.locator(".question input[type=text]").press_sequentially("soon")
        page.clock.run_for(12_000)
        drafts = page.evaluate("paper.heard.filter((each) => each.type === 'draft')")
        assert [each["answer"] for each in drafts] == [{"why": "s"}, {"why": "soon"}]


def test_a_page_draws_more_often_while_something_moves(browser: Any) -> None:
    """The bar of the last ten seconds jumps, or a question cannot be answered for a second too long."""
    with paged(browser, clocked=True) as page:
        until(page, "paper.sockets.length === 1")
        page.clock.run_for(5_000)
        assert page.evaluate("document.querySelector('.clock-figures') !== null")
        page.evaluate("""() => {
            const begun = performance.now();
            paper.clock = () => ({left_ms: 9_000 - (performance.now() - begun), total_ms: 90_000, running: true});
            paper.sockets.at(-1).wire.say(3, paper.view());
        }""")
        page.clock.run_for(1_000)
        page.evaluate("() => paper.look()")
        page.clock.run_for(5_000)
        assert len(page.evaluate("paper.shown")) >= 19


def test_where_sockets_are_refused_plain_requests_carry_the_seat_and_it_is_said(browser: Any) -> None:
    """An iPhone that has accepted the room's certificate opens the page, and shows a dead table for ever."""
    with paged(browser, "paper.way = 'refused';") as page:
        seated(page)
        page.get_by_text(say("link.sockets_refused")).first.wait_for()
        until(page, "paper.heard.filter((each) => each.type === 'beat').length >= 2")
        assert {each["length"] for each in page.evaluate("paper.heard")} == {2048}
        page.reload()
        seated(page)
        assert page.evaluate("[paper.sockets.length, paper.streams > 0]") == [0, True]


def test_a_network_that_swallows_sockets_is_noticed_within_three_seconds(browser: Any) -> None:
    """A phone behind such a proxy waits for half a minute, or for good."""
    with paged(browser, "paper.way = 'swallowed';", clocked=True) as page:
        until(page, "paper.sockets.length === 1")
        page.clock.run_for(2400)
        assert page.evaluate("paper.streams") == 0
        page.clock.run_for(200)
        until(page, "paper.streams === 1")


def test_a_socket_that_once_worked_is_retried_before_the_transport_changes(browser: Any) -> None:
    """One network fault is taken for a phone that refuses sockets, for the rest of the day."""
    with paged(browser) as page:
        seated(page)
        page.evaluate("() => { paper.refusing = 2; paper.sockets.at(-1).end('gone'); }")
        until(page, "paper.heard.filter((each) => each.type === 'hello').length >= 2")
        assert page.evaluate("[paper.sockets.length >= 4, paper.streams]") == [True, 0]


def test_of_two_windows_the_newest_counts_and_the_other_says_so(browser: Any) -> None:
    """Two windows take the seat from each other for ever, or both believe that they hold it."""
    with paged(browser) as page:
        seated(page)
        other = page.context.new_page()
        other.goto(SEAT)
        seated(other)
        page.get_by_text(say("link.fenced")).first.wait_for()
        opened_before = page.evaluate("paper.sleep(60_000, 'wall') ?? paper.sockets.length")
        until(other, "paper.heard.filter((each) => each.type === 'beat').length >= 3")
        assert page.evaluate("paper.sockets.length") == opened_before
        assert other.locator("header.head").get_attribute("data-timing") == "runs"


def test_without_a_key_the_door_is_shown_and_with_one_that_died_it_says_why(browser: Any) -> None:
    """A player with a new card finds no field for its code. Or a newcomer reads that their key is unknown."""
    with paged(browser, "paper.way = 'denied';") as page:
        page.get_by_label(say("door.secret")).wait_for()
        assert page.get_by_role("alert").inner_text() == ""
    with paged(browser) as page:
        seated(page)
        page.evaluate("paper.sockets.at(-1).end('denied')")
        page.get_by_label(say("door.secret")).wait_for()
        assert page.get_by_role("alert").inner_text() == say("link.unknown")
