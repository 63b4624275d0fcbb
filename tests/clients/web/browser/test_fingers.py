"""Use of the seat's page with a finger, and the controls under a thumb."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.protocol.wire.replies import Team

from tests.clients.seat.scenes import AT_EVERY_SIZE
from tests.clients.seat.screen.test_briefing import rules
from tests.clients.web.browser.councils import SEAT, TABLE, council
from tests.clients.web.browser.seated import seated

MISSED = """() => [...document.querySelectorAll(".seat :is(button, a[href], summary, input, select, textarea):not(:disabled)")].flatMap((each) => {
  if (!each.checkVisibility()) return [];
  each.scrollIntoView({ block: "center" });
  const whole = each.closest("label") ?? each, { left, top, width, height } = whole.getBoundingClientRect();
  const hits = (by) => whole.contains(document.elementFromPoint(left + width / 2, top + height / 2 + by));
  return hits(-21) && hits(21) ? [] : [each.textContent];
})"""
"""Gives what a finger misses that lands half of 44 pixels above or below its middle."""


@pytest.mark.parametrize(("name", "size"), [("declaring", "phone"), ("kashmir", "tablet")])
def test_a_finger_hits_whatever_can_be_pressed(browser: Any, name: str, size: str) -> None:
    """The rule of a question and the cards of a pile open only at the third try, while the clock runs."""
    with seated(browser, AT_EVERY_SIZE[name]().news, size=size) as seat:
        assert seat.page.locator(".head-rule").count() == 1
        assert seat.page.locator("summary.cards-count").count() == (name == "kashmir")
        assert seat.page.evaluate(MISSED) == []


def test_a_hint_for_the_table_is_at_the_table(browser: Any) -> None:
    """On a phone the talk begins with an explanation of the answer, which is not visible there.

    Half of the lines are below the edge.
    """
    with seated(browser, council(), size="phone") as seat:
        assert seat.seen(".said-coach")
        seat.page.locator(".foot-part", has_text="Talk").click()
        assert seat.seen(".talk-lines")
        assert not seat.seen(".said-coach")


def test_no_hint_is_shown_where_a_bot_answers(browser: Any) -> None:
    """Beside *A bot plays your seat* is an explanation of how to seal."""
    with seated(browser, council(), size="phone") as seat:
        assert seat.seen(".said-coach")
        seat.hear(Team(team=(), bot=True))
        assert not seat.seen(".said-coach")


def test_no_hint_is_shown_beside_a_briefing(browser: Any) -> None:
    """The explanation of the answer is above the briefing, without anything to choose.

    On a phone it is gone when there is.
    """
    with seated(browser, (*council(), rules(TABLE, SEAT)), size="phone", briefed=False) as seat:
        assert not seat.seen(".said-coach")
        seat.page.get_by_role("button", name="I am ready").click()
        assert seat.seen(".said-coach")
