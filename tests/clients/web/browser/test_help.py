"""The help of the page and of the terminal name what a seat can do in this game, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.clients.seat.drawing.help_pages import NEEDS, help_lines
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.help import Possible, possible_acts
from warcouncil.clients.wording.saying import say
from warcouncil.games.scenario import shipped
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Welcome

from tests.clients.seat.tables import UP, ids, playing, view, welcome
from tests.clients.web.browser.seated import seated

ON_PAGE: dict[str, Possible] = {
    "help.foot_talk": "talk",
    "deals.title": "deals",
    "board.documents": "read",
    "help.team_what": "team",
    "help.seat_what": "seat",
    "help.back_what": "take_back",
}
BATTLE, CARDS = playing("kartenspiel"), playing("hard_war")
PROPOSALS = playing("kashmir_crisis", 1, talk="bilateral")
PAPERS = playing("scenario", scenario=shipped.text("evacuation"))
SEATS: dict[str, tuple[Welcome, View]] = {
    "battle": (
        welcome(BATTLE, "red.corps.1").model_copy(update={"crews": True}),
        view(BATTLE, "red.corps.1"),
    ),
    "cards": (welcome(CARDS, "amber"), view(CARDS, "amber").model_copy(update={"team": ()})),
    "proposals": (
        welcome(PROPOSALS, "india"),
        view(PROPOSALS, "india").model_copy(update={"deals_open": True}),
    ),
    "papers": (welcome(PAPERS, "roads.minister"), view(PAPERS, "roads.minister")),
}


def desk_at(*news: Welcome | View) -> Desk:
    """Return a desk that has received these messages."""
    desk = Desk(ids())
    for each in (UP, *news):
        desk.feed(each, 0)
    return desk


@pytest.mark.parametrize("name", list(SEATS))
def test_the_page_and_the_terminal_help_with_what_is_possible(browser: Any, name: str) -> None:
    """A player looks for proposals in a game without any, or never learns that documents can be opened."""
    acts = possible_acts(desk := desk_at(*SEATS[name]))
    drawn = " ".join(line.plain for line in help_lines(desk, 400))
    for line, act in NEEDS.items():
        assert (say(line) in drawn) == (act in acts), line
    with seated(browser, SEATS[name]) as seat:
        seat.page.keyboard.press("F1")
        named = seat.page.locator(".help-list dt").all_inner_texts()
        for line, act in ON_PAGE.items():
            assert (say(line) in named) == (act in acts), line


def test_the_seats_of_these_tests_differ_in_what_is_possible() -> None:
    """The other test compares two empty lists."""
    found = {name: possible_acts(desk_at(*news)) for name, news in SEATS.items()}
    for act in ON_PAGE.values():
        assert len({act in acts for acts in found.values()}) == 2, act
