"""The check of pages by axe finds small targets, although it measures each of them a second time."""

from __future__ import annotations

from tests.clients.web.browser import sound
from tests.clients.web.browser.tabs import Tabs

PAGE = """<!DOCTYPE html><html lang="en"><head><title>Targets</title><style>
body { margin: 0; height: 3000px } button { display: block; border: 0; padding: 0; width: 9px; height: 9px }</style></head>
<body><main><h1>Targets</h1><button aria-label="a"></button><button aria-label="b"></button></main></body></html>"""


def test_small_targets_beside_each_other_are_found(browser: Tabs) -> None:
    """If this fails, a player misses a small button, and no test finds it."""
    with browser.alone("phone") as page:
        page.set_content(PAGE)
        assert [each[0] for each in sound.faults(page)] == ["target-size"]
