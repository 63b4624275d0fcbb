"""The board keeps its place and its form on a phone, from the question to the telling to the next question."""

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
LINE_PX, ROW_PX = 24, 44
"""By how much the form may differ: a longer headline takes one more line, and more cards one more row."""
FINGER_PX = 44
"""How much of an answer is in sight at least: what a finger can touch."""
KEPT = {
    "kartenspiel": ".board-line",
    "escalate": ".board-cards",
    "hard_war": ".board-cards",
    "kashmir": ".board-cards",
}
"""The first element of the board of each table: it stays in sight, from the question to the telling."""
NEAR_PX = 4
"""A board whose top moves by no more than this stays where it is."""
TABLES: dict[str, tuple[Callable[[], Playing], str, int]] = {
    "kartenspiel": (lambda: playing("kartenspiel"), "red.corps.2", 7),
    "escalate": (lambda: playing("escalate"), "north", 8),
    "hard_war": (lambda: playing("hard_war"), "amber", 6),
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
    form: [".board-head", KEPT].map(box).map((each) => each && [each.top - board.top, each.height].map(Math.round)),
    answer: box(".question-option, .question-field")?.top ?? null,
    foot: foot.top,
  };
}"""
"""Gives where the top of the board is, below the head, on the page and on the screen, and where the telling is. `form` is
the top and the height of the headline and of KEPT. `answer` is where the first part of an answer begins.
"""


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
    table, seen, tops, forms = make(), set(), [], []
    places = PLACES.replace("KEPT", repr(KEPT.get(name, ".board-head")))
    with seated(
        browser, (welcome(table, who), view(table, who)), size="phone", reduced_motion="reduce"
    ) as seat:
        seat.page.set_viewport_size(PHONE)
        for state in states(seat, table, who, gates):
            seen.add(state)
            seat.page.evaluate("new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")
            place = seat.page.evaluate(places)
            forms.append([height for _, height in filter(None, place["form"])])
            tops.append(place["onPage"])
            if state == "telling":
                below_board, above_foot = place["tale"]
                assert below_board > 0, place
                assert above_foot > -1, place
                assert place["lit"] is None or place["lit"] < 1, place
            else:
                assert abs(place["inSight"] - place["onPage"]) <= NEAR_PX, (state, place)
            if state == "asked":
                assert place["answer"] < place["foot"] - FINGER_PX, place
    assert {"asked", "sealed", "telling"} <= seen
    for each, may_px in zip(
        zip(*forms, strict=True), (LINE_PX, 0 if name == "kartenspiel" else ROW_PX), strict=False
    ):
        assert max(each) - min(each) <= may_px, each
    assert max(tops) - min(tops) <= NEAR_PX, tops
