"""A phone sleeps longer than any timeout, at a table that goes on without it.

The room's time and the page's are virtual.
"""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.clients.web.page_lines import SILENT_SECONDS
from warcouncil.protocol.wire.requests import Declare

from tests.clients.web.browser import player
from tests.clients.web.browser.hands import Hand
from tests.clients.web.browser.tables import PageTable, at_table

MINUTES = 20
TRIES_MAX = 20
WAYS = {"ended": 4005, "dead": 0}
"""The line that the phone finds: the gateway ended it because nothing came, or it seems open but is dead."""


def sleep(table: PageTable, code: int) -> None:
    """Put the phone to sleep: the browser is frozen, and the room goes on."""
    talk = table.page.context.new_cdp_session(table.page)
    talk.send("Page.setWebLifecycleState", {"state": "frozen"})
    table.cut = True
    for _ in range(MINUTES * 30):
        table.room.wait(2000)
        for person in table.others.values():
            table.room.beat(person)
        table.move_on()
    talk.send("Page.setWebLifecycleState", {"state": "active"})
    talk.detach()
    if code:
        table.hang_up(code, "silent")
    table.page.clock.fast_forward(MINUTES * 60_000)
    table.cut = False


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("line", WAYS)
def test_a_phone_that_slept_is_back_by_itself_and_at_the_question_of_now(browser: Any, line: str) -> None:
    """A player who put the phone away for a break sees a dead table, or seals an answer to an old question."""
    assert MINUTES * 60 > SILENT_SECONDS
    with at_table(browser, "kashmir_crisis", "india", size="phone", seed=2) as table:
        hand, before = Hand(table.page, table.wait), table.room.table.gate
        sleep(table, WAYS[line])
        assert table.room.table.gate > before + 5, "the game went on meanwhile"
        for _ in range(TRIES_MAX):
            table.wait(500)
            if not table.page.get_by_text("NO CONNECTION").count():
                break
        table.wait(3000)
        gate, form, answer = table.room.table.gate, table.form, table.sensible()
        assert form is not None
        player.seal(hand, form, answer)
        table.wait(1000)
        declared = [each for each in table.sent if isinstance(each, Declare)]
        assert [(each.gate, each.answer) for each in declared] == [(gate, answer)]
