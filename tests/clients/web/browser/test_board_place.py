"""The board keeps its place on a phone, from the question to the telling to the next question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import Playing, suggested
from warcouncil.games.scenario import shipped
from warcouncil.protocol.words import SeatId

from tests.clients.seat.tables import play_gate, playing, view, welcome
from tests.clients.web.browser.seated import Seated, seated

PHONE = {"width": 390, "height": 844}
NEAR_PX = 4
"""A board whose top moves by no more than this stays where it is."""
TABLES: dict[str, tuple[Callable[[], Playing], str, int]] = {
    "kartenspiel": (lambda: playing("kartenspiel"), "red.corps.2", 7),
    "kashmir": (lambda: playing("kashmir_crisis", 2), "pakistan", 4),
    "upland": (lambda: playing("scenario", 2, scenario=shipped.text("upland")), "rosal.marshal", 4),
}
PLACES = """() => {
  const box = (where) => document.querySelector(where)?.getBoundingClientRect();
  const [head, board, tale, foot] = [".head", ".seat-board", ".tale", ".foot"].map(box);
  const whole = document.querySelector('.board-element[data-lit="yes"]');
  const lit = (whole?.querySelector('[data-lit="yes"]') ?? whole)?.getBoundingClientRect();
  return {
    onPage: board.top + scrollY - head.height,
    inSight: board.top - head.height,
    tale: tale ? [tale.top - board.top, foot.top - tale.bottom] : null,
    lit: lit && tale ? lit.bottom - tale.top : null,
  };
}"""
"""Gives where the top of the board is, below the head, on the page and on the screen, and where the telling is."""


def states(seat: Seated, table: Playing, who: str, gates: int) -> Iterator[str]:
    """Play on, and yield the name of each state of the page that the player sees."""
    for _ in range(gates):
        if not isinstance(table.phase, Phase):
            return
        asked = who in table.phase.asked
        yield "asked" if asked else "waiting"
        since = len(table.events)
        if asked:
            seat.hear(view(table, who, since=since, sealed=suggested(table, SeatId(who))))
            yield "sealed"
        play_gate(table)
        seat.later(10_000)
        seat.hear(view(table, who, since=since))
        while seat.page.locator(".tale").count():
            yield "telling"
            seat.page.keyboard.press("Space")
            seat.later(10)


@pytest.mark.parametrize("name", list(TABLES))
def test_the_board_of_a_phone_stays_where_it_is(browser: Any, name: str) -> None:
    """A player looks for the board, or for the next question, after each question, sealed answer and reveal."""
    make, who, gates = TABLES[name]
    table, seen, tops = make(), set(), []
    with seated(
        browser, (welcome(table, who), view(table, who)), size="phone", reduced_motion="reduce"
    ) as seat:
        seat.page.set_viewport_size(PHONE)
        for state in states(seat, table, who, gates):
            seen.add(state)
            seat.page.evaluate("new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")
            place = seat.page.evaluate(PLACES)
            tops.append(place["onPage"])
            if state == "telling":
                below_board, above_foot = place["tale"]
                assert below_board > 0, place
                assert above_foot > -1, place
                assert place["lit"] is None or place["lit"] < 1, place
            else:
                assert abs(place["inSight"] - place["onPage"]) <= NEAR_PX, (state, place)
    assert {"asked", "sealed", "telling"} <= seen
    assert max(tops) - min(tops) <= NEAR_PX, tops
