"""People at one table, each in a browser: they make deals, receive an umpire's inject, and play a whole game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from warcouncil.clients.link.base.machine import new_id
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.dice import Dice
from warcouncil.games.registry import bot_for
from warcouncil.protocol.acts.acts import Begin, GiveToBot, SendInject
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Seen, TableStatus
from warcouncil.protocol.wire.requests import Look
from warcouncil.protocol.words import SeatId, TableId, clean

from tests.clients.web.browser import player
from tests.clients.web.browser.hands import Hand
from tests.clients.web.browser.rooms import LOST, Other, RealRoom, real_room
from tests.clients.web.browser.test_mishaps import REFUSED

# A real room each: they are begun with, or one hand would have them alone at the end.
pytestmark = pytest.mark.timeout(300)

PLAN = """
[exercise]
name = "Two at a table"
start = "umpire"

[[tables]]
game = "escalate"
options = { players = 2, talk = "public", talk_deals = true, talk_seconds = 7200 }

[[tables]]
game = "escalate"
count = 8
options = { players = 2, target = 5 }

[[injects]]
text = "A cable from the <b>capital</b>: what do you need?"
at_hand = true
seat = "north"
reply = true
tables = [1]
"""
ANSWERS_MIN, ANSWERS_MAX = 3, 60
SEAL = re.compile("^Seal")


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealRoom]:
    """Run an exercise from a plan."""
    folder = tmp_path_factory.mktemp("company")
    plan = folder / "plan.toml"
    plan.write_text(PLAN)
    with real_room(folder, "--plan", str(plan)) as opened:
        yield opened


def sit(page: Any, room: RealRoom, seat: str, table: int) -> None:
    """Join as the card says, and read the briefing."""
    page.goto(room.url(seat, table))
    page.get_by_role("textbox").fill(room.code(seat, table)[4:])
    page.get_by_role("button", name="Join").click()
    page.get_by_role("button", name="I am ready").click()


def test_two_pages_make_a_deal_and_one_answers_the_umpires_news(
    browser: Any, room: RealRoom, umpire: Other
) -> None:
    """A deal made at the table is lost, or a page loses an inject on which the exercise depends."""
    with (
        browser.alone(ignore_https_errors=True, reduced_motion="reduce", forgiven=LOST) as north,
        browser.alone(ignore_https_errors=True, reduced_motion="reduce", forgiven=LOST) as south,
    ):
        sit(north, room, "north", 1)
        sit(south, room, "south", 1)
        umpire.rule(Begin(), table=1)
        north.get_by_role("textbox", name="Your proposal").fill("You hold, <i>I</i> pass.")
        north.get_by_role("button", name=say("deals.put")).click()
        proposal = "“You hold, <i>I</i> pass.”"
        for page in (north, south):
            expect(page.locator("[data-state=open] .deal-text")).to_have_text(proposal)
        expect(north.get_by_role("button", name="Accept proposal 1")).to_have_count(0)
        south.get_by_role("button", name="Accept proposal 1").click()
        south.get_by_role("group", name="Accept proposal 1?").get_by_role("button", name="Accept").click()
        for page in (north, south):
            expect(page.locator("[data-state=accepted] .deal-state")).to_have_text(
                f"✓ {say('deals.accepted')}"
            )
        umpire.rule(SendInject(inject=1), table=1)
        told = north.get_by_text("A cable from the <b>capital</b>: what do you need?").first
        told.wait_for()
        north.get_by_role("textbox", name="Your reply").fill("Two more days.")
        north.get_by_role("button", name="Reply", exact=True).click()
        alarmed = umpire.until(
            lambda news: isinstance(news, TableStatus) and any(each.reply for each in news.alarms)
        )
        assert isinstance(alarmed, TableStatus)
        assert [each.text for each in alarmed.alarms if each.reply] == ["Two more days."]
        expect(south.get_by_text("what do you need?")).to_have_count(0)


def look(umpire: Other, seat: str, table: int) -> View:
    """Look at a seat, as an umpire may."""
    seen = umpire.ask(Look(id=new_id(), table=TableId(table), seat=SeatId(seat)))
    assert isinstance(seen, Seen)
    return seen.view


@pytest.mark.night(keep=0)
def test_where_sockets_are_refused_a_whole_game_is_played_by_plain_requests(
    browser: Any, room: RealRoom, umpire: Other
) -> None:
    """A phone that refuses sockets loses its seat in the middle of the evening, or never shows how the game ended."""
    used: set[str] = set()
    tables, answered = iter(range(2, 10)), 0
    while answered < ANSWERS_MIN:  # one game may be over before its player was asked
        answered += _played(browser, room, umpire, next(tables), used)
    assert {"stream", "frame"} <= used
    assert "socket" not in used


def _played(browser: Any, room: RealRoom, umpire: Other, table: int, used: set[str]) -> int:
    """Play a complete game with a page that may open no socket. Record its questions, and return how often it
    answered.
    """
    bot = bot_for("escalate")(SeatId("north"), "north", Dice(bytes(16), "requests", table))
    answered = 0
    with browser.alone("phone", ignore_https_errors=True, reduced_motion="reduce", forgiven=LOST) as page:
        page.add_init_script(REFUSED)
        page.on("websocket", lambda _socket: used.add("socket"))
        page.on("request", lambda each: used.add(each.url.rpartition("/")[2]))
        sit(page, room, "north", table)
        umpire.rule(GiveToBot(seat=SeatId("south")), table=table)
        umpire.rule(Begin(), table=table)
        hand = Hand(page, page.wait_for_timeout)
        while (view := look(umpire, "north", table)).ended is None:
            if view.form is None or view.sealed is not None:
                page.wait_for_timeout(100)
                continue
            asked = page.get_by_role("region", name=clean(view.form.question)).last
            asked.locator("[data-guarded=false]").wait_for()
            asked.get_by_role("button", name=SEAL).wait_for()
            player.seal(hand, view.form, bot.play(view.sheet, view.form))
            while (
                (now := look(umpire, "north", table)).gate == view.gate
                and now.sealed is None
                and now.ended is None
            ):
                page.wait_for_timeout(100)
            answered += 1
            assert answered < ANSWERS_MAX
        expect(page.get_by_text(view.ended.reason).first).to_be_visible()
    return answered
