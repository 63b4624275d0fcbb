"""Another program replaces the texts of the page, as a translation or an extension does, and the page goes on changing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from warcouncil.protocol.wire.replies import Clock, Deals
from warcouncil.protocol.words import GateNo

from tests.clients.display.builders import calm, mixed, paused
from tests.clients.seat import scenes
from tests.clients.web.browser.councils import clock, council, line, offer
from tests.clients.web.browser.seated import Seated, seated
from tests.clients.web.browser.test_display import FIRST, projector

DISTURB = """(how) => {
  const walk = document.createTreeWalker(document.getElementById("root"), NodeFilter.SHOW_TEXT), texts = [];
  while (walk.nextNode()) texts.push(walk.currentNode);
  const theirs = (text) => text.parentElement.closest("textarea, option, .strange");
  for (const text of texts.filter((each) => each.data.trim() && !theirs(each))) {
    const outer = document.createElement("font"), inner = document.createElement("font");
    outer.className = "strange";
    if (how === "replaced") {
      inner.textContent = `§${text.data}§`;
      outer.append(inner);
      text.replaceWith(outer);
    } else if (how === "moved") {
      text.replaceWith(outer);
      outer.append(inner);
      inner.append(text);
    } else {
      outer.append("§");
      text.after(outer);
    }
  }
}"""
"""Puts elements in the place of texts (a translation), around them or beside them (an extension)."""
HOW = ("replaced", "moved", "beside")
READ = """() => document.getElementById("root").innerText.replaceAll("§", "").replace(/\\s+/g, "")"""
PRESS = """(selector) => document.querySelector(selector).click()"""


def _of_a_seat(seat: Seated) -> Iterator[str]:
    """Go through a council, a question, its seal, a reveal and an end. Yield the name of each step."""
    gate = GateNo(1)
    seat.hear(*council())
    yield "the council"
    seat.later(7_000)
    yield "seven seconds later"
    seat.hear(line(4, "Hold the bridge."), line(5, "No."))
    yield "two lines"
    seat.hear(Deals(deals=(offer(),)))
    yield "a proposal"
    seat.hear(Deals(deals=(offer(state="accepted"),)))
    yield "the proposal is accepted"
    seat.hear(
        Clock(gate=gate, clock=clock(60_000, running=False), paused="The umpire has stopped the clock.")
    )
    yield "a pause"
    seat.hear(Clock(gate=gate, clock=clock(60_000)))
    seat.later(1_000)
    yield "it goes on"
    for made in (scenes.declaring(), scenes.paused(), scenes.declaring()):
        seat.hear(*made.news)
        yield "a question"
    seat.page.evaluate(PRESS, "input[type=radio]")
    yield "an answer is chosen"
    seat.hear(*scenes.sealed().news)
    yield "it is sealed"
    seat.later(2_000)
    yield "two seconds later"
    told = scenes.reveal()
    seat.hear(*told.news)
    seat.hear(*told.then)
    for _ in range(4):
        seat.later(2_500)
        yield "the reveal"
    seat.hear(*scenes.link_down().news)
    yield "the link is lost"
    seat.hear(*scenes.finished().news)
    seat.later(60_000)
    yield "the end"


def _told(browser: Any, how: str) -> list[tuple[str, str]]:
    """Return what a page shows after each step, while another program changes its texts (`how`, "": none does)."""
    told = []
    with seated(browser) as seat:
        for step in _of_a_seat(seat):
            told.append((step, seat.page.evaluate(READ)))
            if how:
                seat.page.evaluate(DISTURB, how)
    return told


def _compare(clean: list[tuple[str, str]], other: list[tuple[str, str]]) -> None:
    for (step, wanted), (_, found) in zip_longest(clean, other):
        assert found == wanted, step


def test_a_seat_shows_the_same_whatever_another_program_does_to_its_texts(browser: Any) -> None:
    """If this fails, the clock of a translated page stops, and the phase and the seal stay as they were."""
    clean = _told(browser, "")
    assert len({text for _, text in clean}) > 12, "the steps must differ"
    for how in HOW:
        _compare(clean, _told(browser, how))


def test_a_translation_stays_where_the_text_has_not_changed(browser: Any) -> None:
    """If this fails, a translated page flickers between two languages four times a second."""
    with seated(browser, council()) as seat:
        seat.page.evaluate(DISTURB, "replaced")
        seat.later(3_000)
        left = seat.page.evaluate("document.querySelectorAll('.strange').length")
        clock = seat.page.locator("[role=timer]").first.inner_text()
        assert left > 20
        assert clock.endswith("1:37")
        assert clock.startswith("§"), "its label has not changed"


def test_the_projector_shows_the_same_whatever_another_program_does_to_its_texts(browser: Any) -> None:
    """If this fails, the clock on the wall of the room stops."""
    told: dict[str, list[str]] = {}
    for how in ("", *HOW):
        with projector(browser) as beamer:
            shown = told.setdefault(how, [])
            steps = (FIRST, mixed(8), paused(8), calm(8), mixed(8))
            for at, news in enumerate(steps):
                beamer.hear(news, 1000 * at)
                for now in (1000 * at, 1000 * at + 500):
                    beamer.page.evaluate("now => draw(now)", now)
                    shown.append(beamer.page.evaluate(READ))
                    if how:
                        beamer.page.evaluate(DISTURB, how)
    assert len({*told[""]}) > 5
    for how in HOW:
        assert told[how] == told[""], how
