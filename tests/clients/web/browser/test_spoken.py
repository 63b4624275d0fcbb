"""The speech of a screen reader on each screen: nothing twice, and no name that takes a minute."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clients.seat.scenes import AT_EVERY_SIZE, SMALL_ONLY
from tests.clients.web.browser.seated import seated
from tests.clients.web.browser.tree import Node, Reader
from tests.profile import BY_NIGHT

SCENES = AT_EVERY_SIZE | SMALL_ONLY
BY_DAY = ("kashmir", "ordering", "ranking", "escalate")
CONTROLS = ("button", "checkbox", "combobox", "radio", "spinbutton", "textbox")
NAME_CHARS_MAX = 120


def faults(screen: Node) -> list[str]:
    """Return the faults that a listener would notice."""
    found = []
    for node in screen.walk():
        within = [each for each in node.walk() if each is not node and each.role in CONTROLS]
        if node.role in CONTROLS and len(node.name) > NAME_CHARS_MAX and node.role != "radio":
            found.append(f"a {node.role} is called {node.name!r}")
        if node.role == "group" and node.said and not within:
            found.append(
                f"the group {node.name!r} has nothing to press, and says all that is in it before it is read"
            )
        if node.role == "group" and any((each.name, each.said) == (node.name, node.said) for each in within):
            found.append(f"{node.name!r} is said twice: of a group, and of a control in it")
    return found


@pytest.mark.night(keep=2)
@pytest.mark.parametrize("name", SCENES if BY_NIGHT else BY_DAY)
def test_nothing_is_said_twice_and_no_name_takes_a_minute(browser: Any, name: str) -> None:
    """A listener hears a complete letter before the button that opens it, and each question three times."""
    made = SCENES[name]()
    with seated(browser, (*made.news, *made.then), reduced_motion="reduce") as seat:
        seat.later(2_000)
        assert faults(Reader(seat.page).tree()) == []
