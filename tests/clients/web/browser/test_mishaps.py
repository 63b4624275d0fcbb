"""A browser's seat reconnects by itself after any fault.

An unfinished answer is still there, and nothing is sealed twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from warcouncil.protocol.acts.acts import EndGame, EndNow

from tests.clients.web.browser.rooms import AGAIN_MS, FIRST_CORPS, LOST, Other, RealRoom, Seat
from tests.profile import BY_NIGHT

# A real room each: they are begun with, or one hand would have them alone at the end.
pytestmark = pytest.mark.timeout(300)


def _gateway_killed(seat: Seat) -> None:
    seat.room.kill("gateway")
    expect(seat.page.get_by_text("NO CONNECTION").first).to_be_visible()
    seat.room.start_gateway()


def _arbiter_killed(seat: Seat) -> None:
    seat.room.kill("host")
    expect(seat.page.get_by_text("NO CONNECTION").first).to_be_visible()
    seat.room.resume_host()


def _network_lost(seat: Seat) -> None:
    seat.page.context.set_offline(True)
    seat.page.wait_for_timeout(100)
    seat.page.context.set_offline(False)


def _frozen(seat: Seat) -> None:
    talk = seat.page.context.new_cdp_session(seat.page)
    talk.send("Page.setWebLifecycleState", {"state": "frozen"})
    talk.send("Page.setWebLifecycleState", {"state": "active"})
    talk.detach()


def _asleep_while_its_line_ended(seat: Seat) -> None:
    talk = seat.page.context.new_cdp_session(seat.page)
    talk.send("Page.setWebLifecycleState", {"state": "frozen"})
    seat.room.kill("gateway")
    seat.room.start_gateway()
    talk.send("Page.setWebLifecycleState", {"state": "active"})
    talk.detach()


def _loaded_anew(seat: Seat) -> None:
    seat.page.reload()


MISHAPS: dict[str, Callable[[Seat], Any]] = {
    "gateway killed": _gateway_killed,
    "arbiter killed": _arbiter_killed,
    "network lost": _network_lost,
    "frozen": _frozen,
    "asleep while its line ended": _asleep_while_its_line_ended,
    "loaded anew": _loaded_anew,
}


ONE_BY_ONE = [(mishap,) for mishap in MISHAPS]


@pytest.mark.parametrize("mishaps", [tuple(MISHAPS), *(ONE_BY_ONE if BY_NIGHT else ())], ids=" then ".join)
def test_half_an_answer_outlives_it(seat: Seat, mishaps: tuple[str, ...]) -> None:
    """An unfinished answer is lost or sealed, or the seat stays dead.

    By day all faults hit one seat, in the nightly run each also hits its own seat.
    """
    for number, mishap in enumerate(mishaps, 1):
        seat.box().fill(str(number))
        MISHAPS[mishap](seat)
        expect(seat.box()).to_have_value(str(number))
        expect(seat.page.get_by_text("NO CONNECTION")).to_have_count(0)
        assert seat.held() is None, mishap
    seat.press_seal()
    assert seat.held() == {"moves": {"inf": {"I": len(mishaps)}}}


def _seal_unheard(seat: Seat) -> None:
    """Seal eight infantry for the first corps while the gateway is down."""
    seat.room.kill("gateway")
    expect(seat.page.get_by_text("NO CONNECTION").first).to_be_visible()
    seat.box().fill("8")
    seat.page.locator(".question-place-total", has_text="after 8").first.wait_for()
    seal = seat.page.locator("#question-sealer")
    seal.press("Enter")
    seat.page.get_by_role("button", name="Seal:").wait_for()
    seat.page.wait_for_timeout(AGAIN_MS)
    seal.press("Enter")
    seat.page.locator("[data-state=sending]").wait_for()


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("closed", [False, True])
def test_an_unsent_seal_outlives_a_reload(seat: Seat, closed: bool) -> None:
    """The page shows the former answer as sealed, and not the one that its player sealed later."""
    seat.seal(3)
    _seal_unheard(seat)
    seat.page.goto("about:blank")
    seat.room.start_gateway()
    if closed:
        seat.umpire.rule(EndNow(), table=seat.table)
    seat.page.goto(seat.room.url(seat.seat, seat.table))
    if closed:
        expect(seat.page.get_by_text("was not sealed in time").first).to_be_visible()
    else:
        seat.page.locator("[data-state=sealed]", has_text="8").wait_for()
        assert seat.held() == {"moves": {"inf": {"I": 8}}}
    seat.page.wait_for_function("sessionStorage.getItem('sealing') === null")


def test_a_seal_during_a_broken_link_is_reported_when_its_question_has_closed(seat: Seat) -> None:
    """The answer disappears at the next question without a message, and its player believes that it counted."""
    _seal_unheard(seat)
    seat.umpire.rule(EndNow(), table=seat.table)
    seat.room.start_gateway()
    expect(seat.page.get_by_text("was not sealed in time").first).to_be_visible()


def test_a_browser_holds_its_seat_for_longer_whenever_it_opens_it(seat: Seat) -> None:
    """On the morning of the third day every phone must join again, and the cards are at home."""
    context, soon = seat.page.context, time.time() + 3600
    [held] = context.cookies()
    context.add_cookies([{**held, "expires": soon}])
    seat.page.reload()
    seat.box().wait_for()
    [longer] = context.cookies()
    assert longer["value"] == held["value"]
    assert longer["expires"] > soon + 86400


def test_the_newest_window_counts_and_the_older_says_so(seat: Seat) -> None:
    """Two windows of one seat fight for it, or the forgotten one seals."""
    newer = seat.page.context.new_page()
    newer.goto(seat.page.url)
    newer.get_by_role("button", name="I am ready").click()
    expect(newer.get_by_role("spinbutton", name=FIRST_CORPS)).to_be_visible()
    expect(seat.page.get_by_text("was opened elsewhere").first).to_be_visible()
    seat.page.get_by_role("button", name="Open it here").first.click()
    expect(seat.box()).to_be_visible()
    expect(newer.get_by_text("was opened elsewhere").first).to_be_visible()
    newer.close()
    seat.seal(7)
    assert seat.held() == {"moves": {"inf": {"I": 7}}}


REFUSED = """
// As a phone does that refuses a socket to a certificate which its owner has let pass for the page: an error, and no word why.
globalThis.WebSocket = class extends EventTarget {
  constructor() {
    super();
    this.readyState = 0;
    setTimeout(() => {
      this.readyState = 3;
      this.dispatchEvent(new Event("error"));
      this.onerror?.(new Event("error"));
      const over = new CloseEvent("close", { code: 1006 });
      this.dispatchEvent(over);
      this.onclose?.(over);
    }, 10);
  }
  send() { throw new DOMException("not open", "InvalidStateError"); }
  close() {}
};
"""


def test_a_phone_that_refuses_sockets_plays_by_plain_requests(
    browser: Any, room: RealRoom, umpire: Other, table: int
) -> None:
    """A player with such a phone opens the page and cannot join."""
    with browser.alone("phone", ignore_https_errors=True, forgiven=LOST) as page:
        page.add_init_script(REFUSED)
        seat = Seat(page, room, umpire, table, "red.army")
        seat.sit()
        expect(page.get_by_text("sockets").first).to_be_visible()
        seat.seal(4)
        assert seat.held() == {"moves": {"inf": {"I": 4}}}
        room.kill("gateway")
        expect(page.get_by_text("NO CONNECTION").first).to_be_visible()
        room.start_gateway()
        expect(page.get_by_text("NO CONNECTION")).to_have_count(0)
        umpire.rule(EndGame(text="Night has fallen."), table=table)
        expect(page.get_by_text("Night has fallen.").first).to_be_visible()
