"""What a machine can find wrong with a page for those who read it by ear, by keys or with weak eyes (axe-core)."""

from __future__ import annotations

from typing import Any

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
OPTIONS = {"runOnly": {"type": "tag", "values": [*RULES]}, "resultTypes": ["violations"]}
"""What is sound is not listed: to describe it takes axe as long as to look."""


def faults(page: Any, **options: Any) -> list[tuple[str, str, str]]:
    """Give what axe finds on a page: rule, how grave it is, and the first element."""
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it says nothing of its types

    ran = Axe().run(page, options={**OPTIONS, **options})
    return [(each["id"], each["impact"], each["nodes"][0]["html"]) for each in ran.response["violations"]]


def check(page: Any) -> None:
    """See that axe finds nothing, and that nothing is wider than the window."""
    found = faults(page)
    assert not found, found
    wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], f"the page is {wide[0]} wide, the window {wide[1]}"
