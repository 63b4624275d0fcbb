"""The board keeps its place and its form on a phone, from the question to its events and to the next question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import Playing, suggested
from warcouncil.games.scenario import shipped
from warcouncil.protocol.table.views import Notice
from warcouncil.protocol.words import SeatId

from tests.clients.seat.tables import play_gate, playing, view, welcome
from tests.clients.web.browser import sound
from tests.clients.web.browser.seated import Seated, seated

PHONE = {"width": 390, "height": 844}
SMALL = ({"width": 360, "height": 640}, {"width": 375, "height": 667})
ENLARGED = {"width": 195, "height": 422}
"""A phone of 390 x 844 with letters of 200 %."""
LINE_PX, ROW_PX = 24, 44
"""By how much the form may differ: a longer headline takes one more line, and more cards one more row."""
FINGER_PX = 44
"""How much of an answer is in sight at least: what a finger can touch."""
KEPT = {
    "kartenspiel": ".board-line",
    "escalate": ".board-cards",
    "hard_war": ".board-cards",
    "kashmir": ".board-cards",
    "upland": ".board-map",
}
"""The first element of the board of each table: it stays in sight, from the question to its events."""
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
    tale: tale ? [tale.top - board.bottom, foot.top - tale.bottom] : null,
    lit: lit && tale ? lit.bottom - tale.top : null,
    form: [".board-head", KEPT].map(box).map((each) => each && [each.top - board.top, each.height].map(Math.round)),
    answer: box(".question-option, .question-field")?.top ?? null,
    foot: foot.top,
  };
}"""
"""Gives where the top of the board is, below the head, on the page and on the screen, and where the events are. `form` is
the top and the height of the headline and of KEPT. `answer` is where the first part of an answer begins.
"""


DRAWN = "new Promise((go) => requestAnimationFrame(() => setTimeout(go)))"
"""Waits until the page has drawn its present state."""


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


def tellings(seat: Seated, table: Playing, who: str, gates: int) -> Iterator[None]:
    """Play on, and stop at each step of a reveal when the page has drawn it."""
    for state in states(seat, table, who, gates):
        if state == "telling":
            seat.page.evaluate(DRAWN)
            yield


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
            seat.page.evaluate(DRAWN)
            place = seat.page.evaluate(places)
            forms.append([height for _, height in filter(None, place["form"])])
            tops.append(place["onPage"])
            if state == "telling":
                below_board, above_foot = place["tale"]
                assert below_board >= 0, place
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


SMALL_SEEN = """(kept) => {
  const box = (where) => document.querySelector(where)?.getBoundingClientRect();
  const [head, foot, question] = [".head", ".question-foot", ".question-asked"].map(box);
  return [...document.querySelectorAll(kept)].map((each) => each.getBoundingClientRect())
    .map(({ top, bottom, height }) => [height, top - head.bottom, foot.top - bottom, foot.top - question.bottom]);
}"""
"""Gives of each element: its height, and how far it is below the head and above the control that seals. At last, how far
the question is above that control."""


@pytest.mark.parametrize("size", SMALL, ids=lambda size: f"{size['height']}")
@pytest.mark.parametrize("name", ["kartenspiel", "escalate", "hard_war"])
def test_a_small_phone_shows_hand_and_line_beside_the_question(
    browser: Any, name: str, size: dict[str, int]
) -> None:
    """A player must remember their hand, or the line, while they choose."""
    make, who, _ = TABLES[name]
    table = make()
    while who not in table.phase.asked:  # type: ignore[union-attr]
        play_gate(table)
    with seated(
        browser, (welcome(table, who), view(table, who)), size="phone", reduced_motion="reduce"
    ) as seat:
        seat.page.set_viewport_size(size)
        seat.later(10_000)
        ((high, below_head, above_foot, question),) = seat.page.evaluate(SMALL_SEEN, KEPT[name])
        assert min(high, below_head, above_foot, question) > 0


@pytest.mark.parametrize("name", list(TABLES))
@pytest.mark.parametrize("size", [*SMALL[:1], ENLARGED], ids=lambda size: f"{size['height']}")
def test_what_is_told_never_covers_the_board(browser: Any, name: str, size: dict[str, int]) -> None:
    """A player reads of a city or a corps and cannot see it."""
    make, who, gates = TABLES[name]
    table, told = make(), 0
    places = PLACES.replace("KEPT", repr(KEPT[name]))
    with seated(
        browser, (welcome(table, who), view(table, who)), size="phone", reduced_motion="reduce"
    ) as seat:
        seat.page.set_viewport_size(size)
        for _ in tellings(seat, table, who, gates):
            told += 1
            below_board, _ = seat.page.evaluate(places)["tale"]
            assert below_board >= 0
    assert told


TOUCHED = """() => [".seat-board", ".seat-question"].map((where) => {
  const box = document.querySelector(where).getBoundingClientRect();
  return [box.left, box.top];
})"""
"""Gives where the board and the question begin."""
LETTER = Notice(
    text="The bridge at the mill is down, and the ford carries no guns. " * 20, to="you", sender="HQ"
)


@pytest.mark.parametrize("panel", ["", "Rules"])
@pytest.mark.parametrize("size", [(820, 1180), (1280, 800), (1440, 900)], ids=str)
def test_a_long_message_moves_neither_board_nor_question(
    browser: Any, size: tuple[int, int], panel: str
) -> None:
    """A player touches another answer, or another card, than the one under the finger when the message came."""
    make, who, _ = TABLES["kartenspiel"]
    table = make()
    with seated(browser, (welcome(table, who), view(table, who))) as seat:
        seat.page.set_viewport_size({"width": size[0], "height": size[1]})
        if panel:
            more = seat.page.get_by_role("navigation", name="More")
            more.get_by_role("button", name=panel).click()
        before = seat.page.evaluate(TOUCHED)
        seat.hear(LETTER)
        seat.page.locator(".notice").wait_for()
        seat.page.evaluate(DRAWN)
        assert seat.page.evaluate(TOUCHED) == before
        said, beside = (
            seat.page.locator(each).bounding_box()
            for each in (".notice", ".panel" if panel else ".seat-side")
        )
        assert said["y"] + said["height"] <= beside["y"]
        text = seat.page.locator(".notice-text")
        assert text.evaluate("(node) => node.scrollHeight > node.clientHeight")
        sound.check(seat.page, lambda: seat.page.wait_for_timeout(50))


@pytest.mark.parametrize("size", [PHONE, SMALL[0]], ids=lambda size: f"{size['height']}")
def test_on_a_phone_a_long_message_leaves_the_question_in_reach(browser: Any, size: dict[str, int]) -> None:
    """A letter of a page pushes the question off the screen."""
    make, who, _ = TABLES["kartenspiel"]
    table = make()
    with seated(browser, (welcome(table, who), view(table, who)), size="phone") as seat:
        seat.page.set_viewport_size(size)
        board = seat.page.evaluate(TOUCHED)[0]
        seat.hear(LETTER)
        assert seat.page.locator(".notice").bounding_box()["height"] <= 0.4 * size["height"]
        assert seat.page.evaluate(TOUCHED)[0] == board


LINES_TOLD = """() => {
  const [lines, buttons] = [".tale-lines", ".tale-head"].map((where) => document.querySelector(where).getBoundingClientRect());
  const high = parseFloat(getComputedStyle(document.querySelector(".tale-lines li")).lineHeight);
  return [(buttons.top - lines.top) / high, lines.height / high];
}"""
"""Gives how many lines of what is told are above its buttons, and how many there are."""


@pytest.mark.parametrize("name", ["kartenspiel", "hard_war", "upland"])
def test_letters_of_twice_the_size_leave_five_lines_of_what_is_told_in_sight(browser: Any, name: str) -> None:
    """A player with large letters scrolls at each sentence of a reveal, and its buttons or the foot are out of reach."""
    make, who, gates = TABLES[name]
    table, told = make(), 0
    with seated(
        browser, (welcome(table, who), view(table, who)), size="phone", reduced_motion="reduce"
    ) as seat:
        seat.page.set_viewport_size(ENLARGED)
        for _ in tellings(seat, table, who, gates):
            told += 1
            in_sight, all_lines = seat.page.evaluate(LINES_TOLD)
            assert in_sight >= min(5, all_lines), (in_sight, all_lines)
            seat.page.locator(".tale-buttons .button").first.click(trial=True)
            seat.page.locator(".foot-part").last.click(trial=True)
    assert told


BROKEN = """() => [".head-phase strong", ".board-headline"].flatMap((where) => {
  const text = document.createTreeWalker(document.querySelector(where), NodeFilter.SHOW_TEXT);
  const found = [];
  while (text.nextNode()) {
    for (const word of text.currentNode.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(text.currentNode, word.index);
      range.setEnd(text.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
    }
  }
  return found;
})"""
"""Gives the words of the head and of the board's headline that are broken."""


@pytest.mark.parametrize("name", list(TABLES))
def test_letters_of_twice_the_size_break_no_word_of_the_head(browser: Any, name: str) -> None:
    """A player with large letters reads "declarati on", or the clock has scrolled away."""
    make, who, _ = TABLES[name]
    table = make()
    with seated(
        browser, (welcome(table, who), view(table, who)), size="phone", reduced_motion="reduce"
    ) as seat:
        seat.page.set_viewport_size(ENLARGED)
        assert seat.page.evaluate(BROKEN) == []
        seat.page.evaluate("scrollTo(0, 600)")
        assert seat.page.locator(".clock").bounding_box()["y"] >= 0
