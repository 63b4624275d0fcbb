"""Pictures of the seat's page, compared with approved ones: a missing, moved or unreadable part is noticed.

`pytest tests/clients/web/browser/test_pictures.py --snapshot-update` renews them. Then look at the page, and
at the differences.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from warcouncil.protocol.wire.replies import Reply

from tests.clients.seat.tables import COUNCIL, playing, spoken, view, welcome
from tests.clients.web.browser.pictures import differences, picture, prepared
from tests.clients.web.browser.seated import Seated, pages, seated
from tests.clients.web.browser.tabs import SIZES
from tests.profile import games

FOLDER = Path(__file__).with_name("pictures")
LOOKS = (("phone", "light"), ("tablet", "safe"), ("wide", "dark"))
"""At which size, and in which colours."""
SCENES: dict[str, tuple[str, int, str]] = {
    "council": ("kartenspiel", 0, "red.army"),
    "declaration": ("kartenspiel", 1, "red.corps.2"),
    "cities": ("hard_war", 4, "amber"),
    "fronts": ("kashmir_crisis", 0, "india"),
    "incident": ("escalate", 0, "south"),
    "ending": ("kartenspiel", 400, "red.army"),
}
"""The scenes: the game, the number of gates, and the seat."""
TODAY = tuple(SCENES)[: games(3, len(SCENES))]


def heard(scene: str) -> tuple[Reply, ...]:
    """Return the messages to the page."""
    game, gates, seat = SCENES[scene]
    table = playing(game, gates)
    lines = spoken("red", *COUNCIL) if scene == "council" else ()
    hello = welcome(table, seat).model_copy(update={"hints": True, "crews": True})
    return hello, view(table, seat, lines=lines)


@contextmanager
def sitting(browser: Any, scene: str) -> Iterator[Seated]:
    """Show a scene in letters that are the same everywhere."""
    with seated(browser, files=prepared(pages()), reduced_motion="reduce") as seat:
        seat.page.evaluate("document.fonts.load('1em squares')")
        seat.hear(*heard(scene))
        while seat.page.locator(".tale").count():
            seat.page.keyboard.press("Escape")
            seat.later(3000)
        yield seat


def looked(seat: Seated, size: str, colours: str) -> list[str]:
    """Return the picture of a page at a size, in these colours."""
    seat.page.set_viewport_size(SIZES[size]["viewport"])
    seat.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", colours)
    seat.later(1)
    return picture(seat.page)


def stored(scene: str) -> dict[str, list[str]]:
    """Return the approved pictures of a scene, by size and colours."""
    sections = (FOLDER / f"{scene}.txt").read_text("utf-8").split("== ")[1:]
    return {head: lines for head, *lines in (section.rstrip().split("\n") for section in sections)}


@pytest.mark.night(keep=2)
@pytest.mark.parametrize("scene", TODAY)
def test_a_page_looks_as_it_did(browser: Any, scene: str, request: pytest.FixtureRequest) -> None:
    """A player, and no test, finds a part that is hidden, outside the screen, or written in the colour of its
    background.
    """
    with sitting(browser, scene) as seat:
        now = {f"{size} {colours}": looked(seat, size, colours) for size, colours in LOOKS}
    if request.config.getoption("update_snapshots"):
        text = "\n".join("\n".join((f"== {head}", *lines)) for head, lines in now.items())
        (FOLDER / f"{scene}.txt").write_text(text + "\n", "utf-8")
    before = stored(scene)
    found = {head: differences(before[head], lines) for head, lines in now.items()}
    assert {head: lines for head, lines in found.items() if lines} == {}


CHANGES = {
    "a part is hidden": (".talk", "display", "none"),
    "a word is not to be read": (".question-asked", "color", "rgb(60 60 60)"),
    "a ground has another colour": (".head", "backgroundColor", "rgb(200 0 0)"),
    "something is wider than the screen": (".question-form", "minWidth", "130vw"),
    "a control lies elsewhere": ("#question-sealer", "marginLeft", "20px"),
}
SET = "([where, name, value]) => { document.querySelector(where).style[name] = value; }"


def test_pictures_show_what_went_wrong_and_nothing_else(browser: Any) -> None:
    """A reviewer approves an unusable page, or is called whenever a font differs."""
    with sitting(browser, "council") as seat:
        before = looked(seat, "wide", "dark")
        seat.page.evaluate(SET, [".question-form", "paddingLeft", "3px"])
        assert differences(before, looked(seat, "wide", "dark")) == []
        seat.page.evaluate(SET, [".question-form", "paddingLeft", ""])
        for what, (where, name, value) in CHANGES.items():
            seat.page.evaluate(SET, [where, name, value])
            assert differences(before, looked(seat, "wide", "dark")), what
            seat.page.evaluate(SET, [where, name, ""])
        assert differences(before, looked(seat, "wide", "dark")) == []
