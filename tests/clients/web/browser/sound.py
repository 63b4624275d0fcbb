"""The automatic check of a page for readers by ear, by keys or with weak eyes (axe-core)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
OPTIONS = {"runOnly": {"type": "tag", "values": [*RULES]}, "resultTypes": ["violations"]}
"""Passing results are not listed: their description takes axe as long as the check."""


LOOK = """async (options) => {
    const { violations } = await axe.run(options);
    const found = [];
    for (const { id, impact, nodes } of violations) {
        for (const { html, target } of nodes) {
            if (id === "target-size") {
                const seen = document.querySelector(target[0]);
                const [left, top] = [scrollX, scrollY];
                seen.scrollIntoView({ block: "center", behavior: "instant" });
                const again = await axe.run(seen, { runOnly: [id] });
                scrollTo(left, top);
                if (again.violations.length === 0) continue;
            }
            found.push([id, impact, html]);
            break;
        }
    }
    return found;
}"""
"""A target that a part in a fixed place covers is measured again in the middle of the screen."""
BEGIN = f"(options) => {{ globalThis.axed = null; ({LOOK})(options).then((found) => {{ axed = found; }}); }}"


def faults(page: Any, passing: Callable[[], object] | None = None, **options: Any) -> list[list[str]]:
    """Return the findings of axe on a page: the rule, its severity, and the first element.

    `passing` advances the time of a page whose clock is stopped, because axe waits for its timers.
    """
    from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]  # it says nothing of its types

    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
    found: list[list[str]] | None = page.evaluate(BEGIN if passing else LOOK, {**OPTIONS, **options})
    while passing and found is None:
        passing()
        found = page.evaluate("axed")
    assert found is not None
    return found


def check(page: Any, passing: Callable[[], object] | None = None) -> None:
    """Check that axe finds nothing, and that nothing is wider than the window."""
    found = faults(page, passing)
    assert not found, found
    check_width(page)


def check_width(page: Any) -> None:
    """Check that nothing is wider than the window."""
    wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], f"the page is {wide[0]} wide, the window {wide[1]}"
