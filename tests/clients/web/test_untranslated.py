"""Browsers do not translate the pages: a translation replaces the text nodes that the program goes on writing to."""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.clients.web import pages

SHELLS = sorted((Path(pages.__file__).parent / "page").glob("*.html"))


@pytest.mark.parametrize("shell", SHELLS, ids=lambda path: path.name)
def test_every_page_asks_not_to_be_translated(shell: Path) -> None:
    """If this fails, the clock of a translated page stops while time runs out."""
    text = shell.read_text("utf-8")
    assert '<html lang="en" translate="no">' in text
    assert '<meta name="google" content="notranslate">' in text
