"""A briefing that was read stays read when the page is loaded anew, for that seat alone."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.clients.link.base.line import LinkChange, LinkState

from tests.clients.seat.tables import playing, view, welcome
from tests.clients.web.page.desk.test_desk import sent
from tests.clients.web.page.node import Node

TABLE = playing("kartenspiel")
UP = sent(LinkChange(LinkState.UP))
READY = {"type": "ready"}


def seat(name: str = "red.corps.2", *, begun: bool = True) -> list[dict[str, Any]]:
    """Give what a page hears that comes to a seat."""
    shown = view(TABLE, "red.corps.2").model_copy(update={"begun": begun})
    return [UP, sent(welcome(TABLE, name)), sent(shown)]


@pytest.mark.parametrize(("begun", "says"), [(True, []), (False, [READY])])
def test_who_loads_the_page_anew_is_not_briefed_again_and_is_still_ready(
    node: Node, says: list[Any], *, begun: bool
) -> None:
    """A page loaded anew in the first question would hide it behind what was read; or the table would wait for one who is ready."""
    before, after = node.ask("briefed", [[*seat(begun=begun), "ready"], seat(begun=begun)])
    assert before == {"briefed": True, "said": [READY]}
    assert after == {"briefed": True, "said": says}


def test_nobody_is_taken_for_briefed_who_has_not_read(node: Node) -> None:
    """The table would begin without him; or whoever is moved would never learn who he is now."""
    fresh, again, moved = node.ask("briefed", [seat(), [*seat(), "ready"], seat("red.corps.1")])
    assert fresh == {"briefed": False, "said": []}
    assert again["briefed"]
    assert moved == {"briefed": False, "said": []}
