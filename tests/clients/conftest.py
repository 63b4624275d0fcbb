"""A browser for the tests of a file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests.clients.browsers import here


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start the browser once for all tests of a file: each gets a context of its own, which shares nothing."""
    from playwright.sync_api import sync_playwright

    sandbox = [] if getattr(os, "geteuid", lambda: 1)() else ["--no-sandbox"]
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=here(), args=sandbox)
        try:
            yield started
        finally:
            started.close()
