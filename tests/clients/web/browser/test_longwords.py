"""Plans and scenarios in a language of long words: every title, label and note may be one, and nothing goes
over the edge of the page.
"""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.protocol.table.forms import Form, Place, Sort, Thing

from tests.clients.seat import scenes
from tests.clients.web.browser.councils import council
from tests.clients.web.browser.seated import news, seated

WORD = "Kriegsratszusammenkunftsvorbereitungsausschuss"
GIVEN = {"title", "label", "person", "headline", "note", "short", "heading", "question", "help", "to", "text"}
GIVEN |= {"seat_title", "team_title", "game_title", "giver_title", "taker_title"}
"""Whatever a plan, a scenario or a person may name."""


def lengthened(what: Any, key: str = "") -> Any:
    """Return news in which every name is long."""
    if isinstance(what, dict):
        return {each: lengthened(value, each) for each, value in what.items()}
    if isinstance(what, list):
        return [lengthened(each, key) for each in what]
    return what[:3] + WORD if key in GIVEN and isinstance(what, str) and what else what


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(
    "make", [scenes.redeploying, scenes.kashmir_bargain, scenes.ranking], ids=lambda make: make.__name__
)
def test_a_long_word_in_any_place_makes_no_page_wider(browser: Any, make: scenes.Make) -> None:
    """The title of a council, a proposal or a front pushes the rest of a phone's page over its edge."""
    with seated(browser, size="phone", reduced_motion="reduce") as seat:
        seat.page.set_viewport_size({"width": 320, "height": 640})
        seat.page.evaluate("(news) => feed(news)", [lengthened(news(each)) for each in make().news])
        seat.page.evaluate("desk.briefed = true; redraw()")
        for part in ("Table", "Talk", "Story", "More"):
            seat.page.locator(".foot-part", has_text=part).click()
            assert seat.page.evaluate("document.documentElement.scrollWidth") == 320, part


@pytest.mark.parametrize("name", ["3rd Battalion of The Royal Regiment of Fusiliers", WORD, "1 inf"])
def test_a_long_name_of_a_thing_leaves_half_of_its_line_to_where_it_goes(browser: Any, name: str) -> None:
    """The list of places beside the name is as narrow as its arrow, and half of it is outside the screen of a
    phone.
    """
    things = tuple(Thing(name=f"t{n}", label=name, at="rear", to=("north",)) for n in range(4))
    places = (Place(name="rear", label="The strategic reserve"), Place(name="north", label="Northern front"))
    form = Form(
        question="Where?", rule="1", fields=(Sort(name="f", label="moves", things=things, places=places),)
    )
    with seated(browser, council(form=form), size="phone") as seat:
        line, chosen = (
            seat.page.locator(which).first.bounding_box() for which in (".question-single", "select")
        )
        assert chosen["width"] >= line["width"] / 2 - 16
        assert chosen["x"] + chosen["width"] <= line["x"] + line["width"] + 1
