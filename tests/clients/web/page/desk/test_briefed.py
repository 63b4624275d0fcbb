"""A briefing that was read stays read after a reload of the page, for that seat alone."""

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
    """Return the messages to a page that joins a seat."""
    shown = view(TABLE, "red.corps.2").model_copy(update={"begun": begun})
    return [UP, sent(welcome(TABLE, name)), sent(shown)]


@pytest.mark.parametrize(("begun", "says"), [(True, []), (False, [READY])])
def test_a_reloaded_page_is_not_briefed_again_and_is_still_ready(
    node: Node, says: list[Any], *, begun: bool
) -> None:
    """A page that is reloaded in the first question hides it behind the briefing, or the table waits for a ready
    seat.
    """
    before, after = node.ask("briefed", [[*seat(begun=begun), "ready"], seat(begun=begun)])
    assert before == {"briefed": True, "said": [READY]}
    assert after == {"briefed": True, "said": says}


def test_a_seat_that_has_not_read_its_briefing_is_briefed(node: Node) -> None:
    """The table begins without the player, or a moved player never reads the new briefing."""
    fresh, again, moved = node.ask("briefed", [seat(), [*seat(), "ready"], seat("red.corps.1")])
    assert fresh == {"briefed": False, "said": []}
    assert again["briefed"]
    assert moved == {"briefed": False, "said": []}
