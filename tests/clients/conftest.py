"""A browser for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.clients.browsers import started


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start the browser once for all tests of a file: each gets a context of its own, which shares nothing."""
    with started() as browser:
        yield browser
