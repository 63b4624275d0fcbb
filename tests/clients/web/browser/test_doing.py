"""The actions on the seat's page: speaking, dealing, replying, handing over and claiming the seat, reading
the briefing.
"""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.protocol.table.views import Notice
from warcouncil.protocol.wire.replies import Deals, Done, TableRules
from warcouncil.protocol.words import GateNo

from tests.clients.seat.screen.test_briefing import waiting
from tests.clients.seat.tables import view
from tests.clients.web.browser.councils import SEAT, TABLE, clock, council, offer
from tests.clients.web.browser.seated import seated
from tests.clients.web.browser.sound import check


def test_a_half_written_line_outlives_the_council(browser: Any) -> None:
    """A good sentence is lost at the moment when the window closes, and the focus with it."""
    with seated(browser, council()) as seat:
        box = seat.page.get_by_label("Your line for Red council of war")
        box.fill("Hold the")
        box.focus()
        seat.later(100_000)
        assert box.input_value() == "Hold the"
        assert seat.focus == "talk-line"
        assert not box.is_editable()
        seat.page.keyboard.press("Enter")
        assert seat.sent("say") == []
        seat.hear(view(TABLE, SEAT, gate=GateNo(2), clock=clock(60_000)))
        box.press("End")
        box.press_sequentially(" bridge.")
        seat.page.keyboard.press("Enter")
        assert [each["text"] for each in seat.sent("say")] == ["Hold the bridge."]
        assert box.input_value() == ""


def test_a_paste_that_is_cut_off_is_told(browser: Any) -> None:
    """The writer sends half of a text, and believes that it is complete."""
    with seated(browser, council()) as seat:
        box = seat.page.get_by_label("Your line for Red council of war")
        box.fill("Hold " * 50)
        paste = """(box, text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", text);
            box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }"""
        told = seat.page.locator(
            ".said", has_text="At most 280 characters fit here"
        )  # it is read aloud elsewhere too
        drawn = "new Promise((go) => setTimeout(go, 100))"
        for whole in ("x" * 30, "x" * 14 + "\r\n" + "x" * 15, "x" * 30 + "\r\n\r\n", "x" * 30 + "\n"):
            box.evaluate(paste, whole)
            seat.page.evaluate(drawn)
            assert told.count() == 0, repr(whole)
        box.evaluate(paste, "x" * 31)
        told.wait_for()
        assert "The end of the pasted text was left out." in told.inner_text()
        seat.page.get_by_label("Close this message").click()
        told.wait_for(state="detached")
        box.select_text()
        box.evaluate(paste, "x" * 280)
        seat.page.evaluate(drawn)
        assert told.count() == 0


def test_a_half_written_line_outlives_a_reload_and_not_the_seat(browser: Any) -> None:
    """A phone that was locked comes back with an empty line, or the next player of the seat finds another's."""
    with seated(browser, council()) as seat:
        box = seat.page.get_by_label("Your line for Red council of war")
        box.fill("Hold the")
        seat.page.reload()
        seat.page.wait_for_selector("html[data-shown]", state="attached")
        seat.hear(LinkChange(LinkState.UP), *council())
        seat.page.evaluate("desk.briefed = true; redraw()")
        assert box.input_value() == "Hold the"
        seat.page.evaluate("sessionStorage.setItem('question', 'half an answer')")
        seat.page.get_by_role("button", name="Leave", exact=True).click()
        seat.page.locator(".panel").get_by_role("button", name="Leave", exact=True).click()
        assert seat.page.evaluate("sessionStorage.getItem('question')") is None
        assert "Hold the" not in seat.page.evaluate("JSON.stringify(sessionStorage)")


def test_a_half_written_reply_stays_with_what_it_replies_to_and_outlives_a_reload(browser: Any) -> None:
    """The reply goes to a later message of the umpire, or a phone that was locked comes back with an empty line."""
    asks = [Notice(text=f"What of corps {n}?", to="Red army commander", number=n) for n in (1, 2)]
    with seated(browser, (*council(), asks[0])) as seat:
        box = seat.page.locator("#reply-newest")
        box.fill("It holds")
        seat.hear(asks[1])
        assert box.input_value() == ""
        seat.page.reload()
        seat.page.wait_for_selector("html[data-shown]", state="attached")
        seat.hear(LinkChange(LinkState.UP), *council(), asks[0])
        assert box.input_value() == "It holds"
        box.press("Enter")
        [reply] = seat.sent("write")
        assert (reply["notice"], reply["text"]) == (1, "It holds")
        assert "It holds" not in seat.page.evaluate("JSON.stringify(sessionStorage)")


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(
    ("state", "said", "button"),
    [
        (LinkState.DOWN, "NO CONNECTION", ""),
        (LinkState.SHUT, "SWITCHED OFF", "Open it here"),
        (LinkState.ENDED, "Your game was not over. You can leave.", "Reconnect"),
    ],
)
def test_the_page_shows_the_state_of_its_link_and_the_way_out(
    browser: Any, state: LinkState, said: str, button: str
) -> None:
    """A player waits for orders at a table that is gone, or writes into a window without a seat."""
    with seated(browser, (*council(), LinkChange(state, "So it is."))) as seat:
        banner = seat.page.locator(".banner")
        assert said in banner.inner_text()
        assert "So it is." in banner.inner_text()
        assert seat.page.locator(".clock").get_attribute("data-timing") == "frozen"
        assert banner.get_by_role("button").count() == bool(button)
        if button:
            banner.get_by_role("button", name=button).click()
            assert len(seat.sent("again")) == 1
        check(seat.page)


def test_a_proposal_is_accepted_only_when_one_is_sure_of_that_very_one(browser: Any) -> None:
    """One wrong touch accepts a proposal, or another one that came at that moment."""
    with seated(browser, (*council(deals_open=True), Deals(deals=(offer(), offer(2, "lapsed"))))) as seat:
        seat.page.get_by_role("button", name="Accept proposal 1").click()
        assert seat.sent("respond") == []
        assert seat.page.get_by_text("Accept proposal 1?").is_visible()
        check(seat.page)
        seat.page.locator(".sure").get_by_role("button", name="Accept").click()
        [answer] = seat.sent("respond")
        assert (answer["deal"], answer["accept"]) == (1, True)
        seat.hear(Deals(deals=(offer(3, text="And the ford."),)))
        seat.page.get_by_role("button", name="Accept proposal 3").click()
        seat.hear(Deals(deals=(offer(3, "lapsed"),)))
        assert seat.page.locator(".sure").count() == 0


def test_no_deal_is_offered_after_time_at_a_table_that_waits(browser: Any) -> None:
    """A player writes or accepts a proposal, and the arbiter must refuse it."""
    told = "The time for proposals is over. Use the rest of the time to think."
    with seated(browser, (*council(deals_open=True), Deals(deals=(offer(),)))) as seat:
        deals, text = seat.page.locator(".deals"), seat.page.get_by_label("Your proposal")
        deals.get_by_role("button", name="Accept proposal 1").click()
        text.fill("A truce")
        text.focus()
        seat.later(100_000)
        assert told in deals.inner_text()
        assert "Hold the bridge." in deals.inner_text()
        assert deals.get_by_role("button").all_inner_texts() == ["Send the proposal"]
        assert (text.input_value(), text.is_editable()) == ("A truce", False)
        seat.page.keyboard.press("Enter")
        assert (seat.sent("propose"), seat.sent("respond")) == ([], [])
        check(seat.page)
    with seated(browser, council(deals_open=True, clock=clock(0))) as seat:
        assert seat.page.locator(".deals .part-note").all_inner_texts()[-1] == told
        assert seat.page.locator(".deals").get_by_role("button").count() == 0


def test_a_proposal_is_sent_to_the_chosen_seat(browser: Any) -> None:
    """It reaches the first seat of the list."""
    with seated(browser, council(deals_open=True)) as seat:
        seat.page.get_by_label("To whom").select_option(label="Black corps II")
        seat.page.get_by_label("Your proposal").fill("A truce until noon.")
        seat.page.locator(".deals").get_by_role("button", name="Send").click()
        [put] = seat.sent("propose")
        assert (put["to"], put["text"]) == ("black.corps.2", "A truce until noon.")


def test_the_umpires_message_stays_until_it_is_put_away_and_is_answered_once(browser: Any) -> None:
    """It is overlooked under a thumb, or answered twice."""
    asks = Notice(text="What were your orders?", to="Red army commander", number=4)
    with seated(browser, council(), size="phone") as seat:
        seat.hear(asks)
        assert seat.page.locator(".notice").get_by_text(asks.text).is_visible()
        seat.page.get_by_label("Your reply").fill("To hold.")
        seat.page.keyboard.press("Enter")
        [reply] = seat.sent("write")
        assert (reply["notice"], reply["text"]) == (4, "To hold.")
        seat.hear(Done(id=reply["id"]))
        assert seat.page.get_by_label("Your reply").count() == 0
        seat.page.get_by_role("button", name="Close", exact=True).click()
        assert not seat.page.locator("#root").get_by_text(asks.text).is_visible()
        seat.page.get_by_role("button", name="More", exact=True).click()
        seat.page.get_by_role("button", name="Inbox").click()
        assert seat.page.locator(".notice").get_by_text(asks.text).is_visible()


@pytest.mark.night(keep=2)
@pytest.mark.parametrize(
    ("changes", "button", "yes", "kind"),
    [
        ({"crews": True}, "Hand over the seat", "Hand it over", "hand_over"),
        ({"bot": True, "lent": True}, "Take the seat", "Take it", "claim"),
        ({"watching": True}, "Take the seat", "Take it", "claim"),
        ({"bot": True}, "Ask the umpire for it", "Call", "call"),
        ({}, "Leave", "Leave", "left"),
    ],
)
def test_the_seat_is_given_and_taken_only_when_one_is_sure(
    browser: Any, changes: dict[str, Any], button: str, yes: str, kind: str
) -> None:
    """A player whom a bot replaced cannot come back, or a wrong button leaves the table.

    A watcher, a replaced player or one without a crew is offered an impossible hand-over.
    """
    hello, shown = council(**{name: is_so for name, is_so in changes.items() if name != "crews"})
    with seated(browser, (hello.model_copy(update={"crews": "crews" in changes}), shown)) as seat:
        hands_over = seat.page.get_by_role("button", name="Hand over the seat", exact=True)
        assert hands_over.count() == ("crews" in changes)
        seat.page.get_by_role("button", name=button, exact=True).first.click()
        assert seat.sent(kind) == []
        title = {"left": "Leave", "call": "Call the umpire"}.get(kind, button)
        assert seat.page.locator(".panel").get_by_role("heading", level=2).inner_text() == title
        if kind == "call":
            seat.page.get_by_label("What do you need?").fill("My seat, please.")
        seat.page.locator(".panel").get_by_role("button", name=yes, exact=True).click()
        assert len(seat.sent(kind)) == 1
        assert seat.page.locator(".panel").count() == (kind == "left")


def test_the_briefing_tells_what_the_table_has_agreed(browser: Any) -> None:
    """If this fails, a player in a browser learns of another rule of their table only when it is applied."""
    *news, told = waiting("kashmir_crisis", "india")
    assert isinstance(told, TableRules)
    agreed = ("There are 4 Jokers.", "The game ends after turn 3 at the latest.")
    changed = told.model_copy(update={"briefing": told.briefing.model_copy(update={"agreed": agreed})})
    for reply, parts in ((told, []), (changed, [f"Agreed at your table {' '.join(agreed)}"])):
        with seated(browser, (*news, reply), briefed=False) as seat:
            shown = [" ".join(text.split()) for text in seat.page.locator(".briefing-part").all_inner_texts()]
            assert shown[3:] == parts


def test_the_briefing_comes_first_and_names_the_awaited_seats(browser: Any) -> None:
    """A player is asked for an order before they know their role, or waits without knowing for whom."""
    with seated(browser, waiting("kartenspiel", "red.corps.2"), size="phone", briefed=False) as seat:
        seat.page.evaluate("kept = desk.rules; desk.rules = null; desk.rulesAsked = true; redraw()")
        assert seat.page.locator(".briefing, .seat-question").count() == 0, (
            "its place is kept until it has come"
        )
        seat.page.evaluate("desk.rules = kept; redraw()")
        assert seat.focus == "briefing-title"
        page = seat.page.locator(".briefing")
        assert "You are Ana María Núñez, Red corps II." in page.inner_text()
        assert "Waiting for Red corps IV and Black corps II (Gül)." in page.inner_text()
        check(seat.page)
        seat.page.get_by_role("button", name="The rules").click()
        seat.page.get_by_label("Find a word").fill("cavalry")
        assert seat.page.locator("mark").first.inner_text().lower() == "cavalry"
        check(seat.page)
        seat.page.keyboard.press("Escape")
        seat.page.keyboard.press("Escape")
        seat.page.get_by_role("button", name="I am ready").click()
        assert len(seat.sent("ready")) == 1
        assert page.count() == 0
