"""The page shows the text of the seat's screen, whatever happens at the seat.

The terminal and the plain lines are held to the same words in tests/clients/seat/test_conformance.py.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from warcouncil.clients.seat.model.seat import Seat
from warcouncil.clients.seat.model.shown.screen import Screen
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.clients.widgets.window.own_keys import SAME

from tests.clients.seat.shown_words import deal_words, head_words, missing, question_words
from tests.clients.seat.tables import ids
from tests.clients.web.browser.served import opened
from tests.clients.web.browser.tabs import ORIGIN
from tests.clients.web.page.desk.news import Dealer
from tests.clients.web.page.desk.test_desk import sent
from tests.profile import games

STEPS = 60
SCRIPT = """import { html, render } from "/page/vendor/preact.js";
import { learn } from "/page/words.js";
import { Desk } from "/page/desk/desk.js";
import { Deals } from "/page/seat/deals.js";
import { Header } from "/page/seat/header.js";
import { Newest } from "/page/seat/notices.js";
import { Sealed } from "/page/seat/question/sealed.js";
import { NotAsked } from "/page/seat/question/unasked.js";
import { Talk } from "/page/seat/talk.js";
await learn();
let count = 0;
const desk = new Desk(() => (++count).toString(16).padStart(32, "0"));
const act = { send() {}, redraw() {}, open() {}, again() {} };
const root = document.getElementById("root");
globalThis.hear = (news, now) => {
  desk.feed(news, now);
  const { view } = desk;
  const question = !view || view.ended ? null
    : view.form ? html`<p>${view.form.question}</p><${Sealed} desk=${desk} form=${view.form} now=${now} />`
    : html`<${NotAsked} desk=${desk} now=${now} />`;
  const all = { desk, now, act };
  const parts = [[Header, all], [Newest, all], [Talk, all], [Deals, all]];
  render(html`${question}${parts.map(([Part, props]) => html`<${Part} ...${props} />`)}`, root);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const said = [];
  while (texts.nextNode()) said.push(texts.currentNode.data);
  return said.join(" ");
};
document.documentElement.dataset.shown = "yes";
"""
HTML = '<!doctype html><html lang="en"><div id="root"></div><script type="module" src="/conformance.js"></script>'


def shown(screen: Screen) -> list[str]:
    """Return the sentences of a screen that the page shows in these parts."""
    front = next((talk for talk in screen.talks if talk.is_open), screen.talks[0] if screen.talks else None)
    talk = [] if front is None else [front.name, front.states[0], *(line.text for line in front.lines)]
    over = screen.end is not None or screen.clock.timing is Timing.NONE
    return [*head_words(screen), *question_words(screen), *deal_words(screen), *(() if over else talk)]


@pytest.mark.parametrize("seed", range(games(3, 60)))
def test_the_page_says_all_that_the_screen_says(browser: Any, seed: int) -> None:
    """A player at a phone reads less than one at a terminal, or other words."""
    dealer, dice, seat, now_ms = Dealer(seed), Random(seed), Seat(ids()), 0
    with opened(browser, {"/conformance": HTML, "/conformance.js": SCRIPT}) as (page, _):
        page.goto(f"{ORIGIN}/conformance")
        page.wait_for_selector("html[data-shown]", state="attached")
        for _ in range(STEPS):
            now_ms += dice.choice([0, 300, 1100, 4100])
            news = dealer.news(seat.desk)
            seat.hear(news, now_ms)
            seat.answers.take_up()  # no telling, as there is none on this page
            seat.desk.moved = ""  # a page is told by the gateway that another machine hosts the exercise
            drawn = page.evaluate("([news, now]) => hear(news, now)", [sent(news), now_ms])
            assert missing(shown(seat.screen(now_ms, SAME)), drawn) == []
