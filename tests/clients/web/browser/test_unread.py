"""Unread messages on the page of a seat: counts, the dot of an open talk, and messages outside the visible
part.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Deal, Notice
from warcouncil.protocol.wire.replies import Deals
from warcouncil.protocol.words import SeatId

from tests.clients.seat.drawing.test_unread import LANTERN, OAK, council, line
from tests.clients.seat.test_seat import BARGAINING, INDIA
from tests.clients.web.browser.seated import Seated, seated

BADGE = ".foot-part .badge"


@pytest.fixture
def phone(browser: Any) -> Iterator[Seated]:
    """Join as the Oak, with a phone, at the table's part of the page."""
    with seated(browser, (OAK, council()), size="phone") as seat:
        yield seat


def talk_tab(seat: Seated) -> Any:
    """Return the button of the talk."""
    return seat.page.locator(".foot-part").nth(1)


def test_the_talk_has_a_dot_while_it_is_open_and_a_count_when_lines_come(phone: Seated) -> None:
    """If this fails, a player on another part of the page does not know that others talk, or write to them."""
    expect(talk_tab(phone)).to_contain_text(say("talk.is_open"))
    phone.hear(LANTERN, line("oak+lantern", 2))
    expect(phone.page.locator(BADGE)).to_have_text("2")
    talk_tab(phone).click()
    chip = phone.page.get_by_role("button", name="The Lantern")
    expect(chip.locator(".badge")).to_have_text("2")
    expect(chip).to_have_accessible_name("The Lantern , open , 2 unread")
    chip.click()
    expect(phone.page.locator(".badge")).to_have_count(0)
    phone.hear(line("oak+lantern", 3))
    expect(phone.page.get_by_text("Sell to me.")).to_have_count(3)
    expect(phone.page.locator(".badge")).to_have_count(0)


def test_a_line_is_not_read_while_its_conversation_is_not_on_the_screen(phone: Seated) -> None:
    """A line counts as read that was behind another part of the page."""
    phone.hear(line("all", 1))
    expect(phone.page.locator(BADGE)).to_have_text("1")
    talk_tab(phone).click()
    expect(phone.page.locator(".badge")).to_have_count(0)


def test_a_private_line_is_announced_as_one(phone: Seated) -> None:
    """A blind player cannot tell a private line from a public one."""
    phone.quiet()
    phone.hear(LANTERN)
    assert phone.heard("polite", 1) == ["The Lantern to you: Sell to me."]
    phone.hear(line("all", 1, seat="mill"))
    assert phone.heard("polite", 1) == ["The Mill in Everyone: Sell to me."]


def offer(state: Any = "open", giver: str = "pakistan", taker: str = "india") -> Deal:
    """Make a proposal between India and Pakistan."""
    return Deal(
        number=1,
        giver=SeatId(giver),
        giver_title=giver.title(),
        taker=SeatId(taker),
        taker_title=taker.title(),
        text="We both keep off.",
        state=state,
    )


def test_a_proposal_that_comes_out_of_sight_is_announced_where_the_reader_is(browser: Any) -> None:
    """If this fails, a proposal waits above the chat until it lapses."""
    with seated(browser, (INDIA, BARGAINING), size="phone") as seat:
        unseen = seat.page.locator(".foot-unseen")
        expect(unseen).to_have_count(0)
        seat.hear(Deals(deals=(offer(),)))
        expect(unseen).to_contain_text("Proposal 1 from Pakistan waits for your answer.")
        unseen.get_by_role("button").click()
        expect(seat.page.locator(".deal[data-asks=true]")).to_be_in_viewport()
        expect(unseen).to_have_count(0)
        lines = tuple(line("all", n, seat="pakistan") for n in range(1, 40))
        seat.hear(*lines)
        seat.page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight); redraw()")
        expect(unseen).to_contain_text("Proposal 1 from Pakistan")
        expect(seat.page.locator("#talk-line")).to_be_in_viewport()  # the page ends where the talk does


def test_the_answer_to_a_proposal_is_told_on_every_part_of_the_page(browser: Any) -> None:
    """If this fails, the proposer never reads that the other has accepted."""
    mine = {"giver": "india", "taker": "pakistan"}
    with seated(browser, (INDIA, BARGAINING, Deals(deals=(offer(**mine),))), size="phone") as seat:
        seat.hear(Deals(deals=(offer("accepted", **mine),)))
        told = seat.page.get_by_text("Pakistan accepted your proposal 1: “We both keep off.”")
        expect(told).to_be_visible()
        seat.page.get_by_role("button", name=say("web.put_away_said")).click()
        expect(told).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_of_two_words_of_the_umpire_none_is_lost(browser: Any, size: str) -> None:
    """If this fails, one press puts away a message that was never on the screen."""
    with seated(browser, (OAK, council()), size=size) as seat:
        seat.hear(
            *(Notice(text=text, to="everybody") for text in ("Five minutes more.", "The bridge is blown."))
        )
        notice = seat.page.locator(".notice")
        expect(notice).to_contain_text("The umpire to everybody · 1 of 2")
        expect(notice).to_contain_text("The bridge is blown.")
        notice.get_by_role("button", name=say("web.close")).click()
        expect(notice).to_contain_text("Five minutes more.")
        expect(notice).not_to_contain_text("1 of")
        notice.get_by_role("button", name=say("web.close")).click()
        expect(notice).to_have_count(0)
