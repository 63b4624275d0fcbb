"""A real browser for tests: the system's own Chromium, preferably without a window.

Without one, the test is skipped with the reason.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from warcouncil.clients.debrief.draw.printing import BROWSER, browser_here
from warcouncil.clients.plan.text.option_text import BadInput

WINDOWLESS = "chromium-headless-shell"
"""Chromium's engine without what draws windows, tabs and menus: a page costs it half."""

AS_DRAWN = ("--font-render-hinting=none",)
"""Without it the one without windows makes every letter as wide as whole pixels are, and breaks its lines elsewhere."""

UNHURRIED = ("--js-flags=--no-opt",)
"""No page of a test lives so long that the last tenth of speed pays for itself."""

IN_MEMORY = Path("/dev/shm")
SHARED_MIN = 1 << 30
"""The free shared memory, in bytes, from which pages keep their memory there and not in files.

It saves an eighth of their processor time.
"""


def here() -> str:
    """Return the browser of this machine, or skip. A browser that is named in the environment comes first."""
    try:
        named = os.environ.get(BROWSER)
        return (None if named else shutil.which(WINDOWLESS)) or browser_here()
    except BadInput:
        pytest.skip("no Chromium, Chrome or Edge on this machine: .ci/run installs one")


def has_shared_memory() -> bool:
    """Return whether the system has enough shared memory. A container may have almost none."""
    return IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free >= SHARED_MIN


@contextmanager
def started(*flags: str) -> Iterator[Any]:
    """Start the browser."""
    from playwright.sync_api import sync_playwright

    sandbox = () if getattr(os, "geteuid", lambda: 1)() else ("--no-sandbox",)
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=here(),
            args=[*sandbox, *AS_DRAWN, *UNHURRIED, *flags],
            ignore_default_args=["--disable-dev-shm-usage"] if has_shared_memory() else None,
        )
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened(browser: Any, **context: Any) -> Iterator[Any]:
    """Yield an empty page that records its requests, its messages and its errors."""
    alone = browser.new_context(**context)
    try:
        page = alone.new_page()
        noted: list[str] = []
        page.on("response", lambda each: None if each.url.startswith("file:") else noted.append(each.url))
        page.on("requestfailed", lambda each: None if each.failure == "csp" else noted.append(each.url))
        page.on("console", lambda each: noted.append(each.text))
        page.on("pageerror", lambda each: noted.append(str(each)))
        yield page, noted
    finally:
        alone.close()
