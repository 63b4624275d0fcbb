"""The board on the page.

It shows in words everything that the terminal shows of a sheet, and text of people stays text.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from warcouncil.clients.plain.base.sheets import UNKNOWN, element_lines
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.sheet import draw_element
from warcouncil.clients.wording.language import ENGLISH
from warcouncil.games.kit.play.play import seed_of
from warcouncil.protocol.table.sheets import Badge, BattleLine, Element, Sheet
from warcouncil.protocol.wire.wire import dump
from warcouncil.protocol.wording import messages
from warcouncil.protocol.words import clean

from tests.clients.seat.test_text import sheet
from tests.clients.umpire.test_text import HOSTILE
from tests.clients.web.browser.served import BOARD, opened, show
from tests.clients.web.browser.sound import faults
from tests.games import found
from tests.maps import THREE, TRUE
from tests.payoffs import SHEET as PAYOFF_SHEET
from tests.profile import games

every_game = pytest.mark.parametrize("name", [*found.REGISTERED, "template"])
WIDTH = 240
NO_TEXT = ("kind", "shape", "tone", "team", "key", "ink", "id", "name", "at", "links")
"""Fields that are never read by people: names for programs."""
HEARD = """(sheets) => {
    const said = (node) => {
        if (node.nodeType === Node.TEXT_NODE) return node.data;
        if (node.getAttribute("aria-hidden") === "true") return " ";
        const words = [...node.childNodes].map(said).join("");
        return getComputedStyle(node).display === "inline" ? words : ` ${words} `;
    };
    return sheets.map((sheet) => {
        globalThis.show({ sheet, open: true });
        return [...document.querySelectorAll(".board-element")].map((each) => said(each).replace(/\\s+/g, " "));
    });
}"""
"""Give, for each element of each sheet, all that a reader of the page hears of it."""


@cache
def sheets(name: str) -> tuple[Sheet, ...]:
    """Return the sheets of every seat, the public and the umpire at some moments of a game played at random."""
    game = found.load(name)
    played = found.play(game, {}, seed_of(f"{name} page"), games(30, found.GATES_MAX))
    assert played is not None
    few = games(4, 200)
    at = sorted(
        {0, len(played.moments) - 1, *range(0, len(played.moments), max(1, len(played.moments) // few))}
    )
    seen: list[Sheet] = []
    for moment in (played.moments[each] for each in at):
        badges = game.sides(moment.options)
        for seat in (*found.seat_ids(game, moment.options), None):
            seen.append(game.sheet(moment.state, seat).model_copy(update={"sides": badges}))
        seen.append(game.truth(moment.state).model_copy(update={"sides": badges}))
    return tuple(dict.fromkeys(seen))


def heard(page: Any, shown: tuple[Sheet, ...]) -> list[list[str]]:
    """Return the page's text of each element of these sheets."""
    said: list[list[str]] = page.evaluate(HEARD, [json.loads(dump(each)) for each in shown])
    return said


def texts(value: Any) -> Iterator[str]:
    """Yield every text of an element for people, line by line."""
    if isinstance(value, str):
        yield from (clean(line, 6000) for line in value.splitlines() if line.strip())
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in NO_TEXT:
                yield from texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner)


def words(text: str) -> set[str]:
    """Return the words of a text, without their punctuation."""
    return {word for each in text.casefold().split() if (word := each.strip(".,;:()[]“”·▶◀╳★▤●…—–-+'\""))}


def terminals(element: Element, sides: Sides) -> tuple[str, str]:
    """Return the texts of the plain client and of the drawn one for an element."""
    drawn = "\n".join(line.plain for line in draw_element(element, WIDTH, sides=sides))
    return "\n".join(element_lines(element)), drawn


def missing(element: Element, sides: Sides, page: str) -> list[str]:
    """Return the texts of an element that a terminal shows and the page does not."""
    plain, drawn = (re.sub(r"\s+", " ", each) for each in terminals(element, sides))
    said = [text for text in texts(element.model_dump()) if text != "?" and (text in plain or text in drawn)]
    lost = [text for text in said if re.sub(r"\s+", " ", text) not in page]
    numbers = {word for word in words(plain) & words(drawn) if word.isdigit()} - words(page)
    if plain.count(UNKNOWN) != page.count(UNKNOWN):
        lost.append(f"{plain.count(UNKNOWN)} times unknown")
    return [*lost, *sorted(numbers)]


OWN = words(" ".join(str(text) for key, text in messages(ENGLISH).items() if key.startswith("board.")))


def too_much(element: Element, sides: Sides, page: str) -> list[str]:
    """Return the texts of an element that the page shows and no terminal does."""
    plain, drawn = terminals(element, sides)
    return sorted(words(page) - words(plain) - words(drawn) - OWN)


@every_game
def test_the_page_says_of_every_sheet_what_the_terminal_says(browser: Any, name: str) -> None:
    """A player with a phone knows less than the neighbour, or must wait until a developer draws the game."""
    with opened(browser) as (page, served):
        show(
            page,
            "board/sheet.js",
            "Sheet",
            {"sheet": {"headline": "x", "elements": []}},
            served,
            styles=BOARD,
        )
        shown = sheets(name)
        wrong = []
        for seen, said in zip(shown, heard(page, shown), strict=True):
            sides = Sides(seen.sides)
            for element, page_says in zip(seen.elements, said, strict=True):
                for fault in (missing(element, sides, page_says), too_much(element, sides, page_says)):
                    if fault:
                        wrong.append((element.kind, fault, page_says))
        assert wrong[:5] == []
        assert sum(map(len, (each.elements for each in shown))) > 0


def test_the_page_says_of_a_map_what_the_terminal_says(browser: Any) -> None:
    """A player with a screen reader does not hear who holds a place, or sees a hidden piece in the picture."""
    sides = (
        Badge(id="rosal", title="Rosal", sign="▲", ink="gold"),
        Badge(id="vald", title="Vald", sign="■", ink="teal"),
    )
    with opened(browser) as (page, served):
        props = {"sheet": {"headline": "x", "elements": []}}
        show(page, "board/sheet.js", "Sheet", props, served, styles=BOARD)
        shown = tuple(Sheet(headline="x", elements=(each,), sides=sides) for each in (THREE, TRUE))
        for seen, (said,) in zip(shown, heard(page, shown), strict=True):
            (element,) = seen.elements
            assert (missing(element, Sides(sides), said), too_much(element, Sides(sides), said)) == ([], [])
            drawn = page.evaluate(
                "(sheet) => { globalThis.show({ sheet, open: true }); return document.querySelector('svg.map').textContent; }",
                json.loads(dump(seen)),
            )
            assert ("■1" in drawn) == (element is TRUE)
            assert "▲2" in drawn


def test_an_element_that_the_page_has_never_heard_of_is_said_too(browser: Any) -> None:
    """On every phone a newer game shows an empty place, without notice."""
    island = {
        "kind": "island",
        "title": "The island",
        "parts": [{"name": "harbour", "boats": 3, "held": True}],
        "note": "it rains",
    }
    with opened(browser) as (page, served):
        props = {"sheet": {"headline": "x", "elements": [island]}, "open": True}
        show(page, "board/sheet.js", "Sheet", props, served, styles=BOARD)
        said = page.inner_text(".board-element").split()
    assert said == ["The", "island", "harbour", "3", "it", "rains"]


WEB = (
    "<script>globalThis.pwned = 1</script>",
    "<img src=x onerror='globalThis.pwned = 1'>",
    "<svg/onload=globalThis.pwned=1>",
    "\"><a href='javascript:globalThis.pwned=1'>x</a>",
    "</p></section><iframe srcdoc='x'></iframe>",
    "${globalThis.pwned = 1} {{pwned}} &lt;b&gt; &#x202e;",
    "<style>*{display:none}</style>",
)
"""Hostile text for a page."""
DRAWN = {"a", "script", "img", "iframe", "style", "object", "embed", "form", "input", "link", "meta", "base"}


def assert_words_alone(page: Any, bad: str) -> None:
    """Check that these words are text on the page, and that nothing on it can run."""
    root = page.locator("#root")
    said = root.evaluate("(root) => root.textContent")
    assert " ".join(bad.split()) in " ".join(said.split())
    assert [
        char
        for char in said
        if unicodedata.category(char) in ("Cc", "Cf", "Co", "Zl", "Zp") and char not in "\n\t"
    ] == []
    tags = set(root.evaluate("(root) => [...root.querySelectorAll('*')].map((each) => each.localName)"))
    assert tags & DRAWN == set()
    made = root.evaluate(
        "(root) => [...root.querySelectorAll('*')].flatMap((each) => each.getAttributeNames())"
    )
    assert [name for name in made if name.startswith("on") or name in ("href", "src", "srcdoc")] == []
    assert page.evaluate("globalThis.pwned") is None


@pytest.mark.parametrize("bad", [" ".join(WEB[:4]), " ".join(WEB[4:]), "x" + " ".join(HOSTILE)])
def test_hostile_words_stay_words_on_the_board(browser: Any, bad: str) -> None:
    """A player who names a side, or an author of an exercise, acts in the browser of every player at the
    table.
    """
    with opened(browser) as (page, served):
        props = {"sheet": json.loads(dump(sheet(bad))), "open": True}
        show(page, "board/sheet.js", "Sheet", props, served, styles=BOARD)
        assert_words_alone(page, clean(bad, 2000))


def test_on_a_phone_the_board_is_short_until_the_reader_unfolds_it(browser: Any) -> None:
    """The question is two screens below the board, and the clock runs while a player looks for it."""
    seen = next(
        each
        for each in sheets("kartenspiel")
        for line in each.elements
        if isinstance(line, BattleLine) and any(post.yours for post in line.near.posts)
    )
    props = {"sheet": json.loads(dump(seen)), "phone": True}
    with opened(browser, size="phone") as (page, served):
        show(page, "board/sheet.js", "Sheet", props, served, styles=BOARD)
        page.set_viewport_size({"width": 390, "height": 844})
        button, facts = page.get_by_role("button"), page.locator(".line-army .facts").first
        short = page.locator(".line-field").bounding_box()["height"]
        assert button.get_attribute("aria-expanded") == "false"
        assert page.locator(".line-number").first.is_visible()
        assert not facts.is_visible()
        assert page.locator(".board-short").is_visible()
        button.click()
        assert facts.is_visible()
        assert page.locator(".line-field").bounding_box()["height"] > short
        for open_now in (True, False):  # a question that ends or opens leaves the reader's choice as it is
            page.evaluate("(props) => show(props)", {**props, "open": open_now})
            assert button.get_attribute("aria-expanded") == "true"
            assert facts.is_visible()
        button.click()
        page.evaluate("(props) => show(props)", {**props, "open": True})
        assert page.locator(".line-field").bounding_box()["height"] == short


@pytest.mark.night(keep=3)
@every_game
def test_a_board_is_sound_for_every_reader(browser: Any, name: str) -> None:
    """A player who uses a screen reader, has weak eyes or holds a phone misses a part of what all others see."""
    seen = sheets(name)[-3]
    with opened(browser, size="phone") as (page, served):
        props = {"sheet": json.loads(dump(seen)), "open": True}
        show(page, "board/sheet.js", "Sheet", props, served, styles=BOARD)
        assert faults(page, rules={"page-has-heading-one": {"enabled": False}}) == []
        page.set_viewport_size({"width": 320, "height": 640})
        for percent in (100, 200):
            page.evaluate("(size) => { document.documentElement.style.fontSize = `${size}%`; }", percent)
            assert page.evaluate("document.documentElement.scrollWidth") == 320, f"at {percent} %"


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_package_is_added_up_on_the_page(browser: Any, size: str) -> None:
    """If this fails, a party at a phone cannot add up an offer, or gets another sum than in a terminal."""
    with opened(browser, size=size) as (page, served):
        props = {"sheet": json.loads(dump(PAYOFF_SHEET)), "open": True}
        show(page, "board/sheet.js", "Sheet", props, served, styles=BOARD)
        total = page.locator(".package-sum")
        assert total.inner_text() == "0 points"
        page.get_by_label("Place").select_option("Bay")
        page.get_by_label("Wages").select_option("Low")
        assert total.inner_text() == "35 points"
        page.get_by_label("Wages").select_option("")
        assert total.inner_text() == "40 points"
        page.evaluate("(props) => show(props)", props | {"sheet": props["sheet"] | {"headline": "Later"}})
        assert total.inner_text() == "40 points", "the choices last"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert [fault for fault in faults(page) if fault[0] != "page-has-heading-one"] == []
