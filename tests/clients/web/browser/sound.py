"""What a machine can find wrong with a page for those who read it by ear, by keys or with weak eyes (axe-core)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
OPTIONS = {"runOnly": {"type": "tag", "values": [*RULES]}, "resultTypes": ["violations"]}
"""What is sound is not listed: to describe it takes axe as long as to look."""


def faults(
    page: Any, passing: Callable[[], object] | None = None, **options: Any
) -> list[tuple[str, str, str]]:
    """Give what axe finds on a page: rule, how grave it is, and the first element. `passing` lets a little of the page's time pass."""
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it says nothing of its types

    page.evaluate(Axe().axe_script)
    page.evaluate(
        "options => { globalThis.axed = null; axe.run(options).then(found => { axed = found.violations; }); }",
        {**OPTIONS, **options},
    )
    while (found := page.evaluate("axed")) is None:
        (passing or (lambda: page.wait_for_timeout(10)))()
    return [(each["id"], each["impact"], each["nodes"][0]["html"]) for each in found]


def check(page: Any, passing: Callable[[], object] | None = None) -> None:
    """See that axe finds nothing, and that nothing is wider than the window."""
    found = faults(page, passing)
    assert not found, found
    wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], f"the page is {wide[0]} wide, the window {wide[1]}"
