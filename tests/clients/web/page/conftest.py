"""One Node.js for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.clients.web.page.node import MISSING, OLDEST, Node, running, version


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    """Run the page's own files."""
    if version() < OLDEST:
        pytest.skip(MISSING)
    with running() as found:
        yield found
