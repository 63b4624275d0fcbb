"""The browser of this machine: opens a page in it, if there is a browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from contextlib import suppress


def open_page(address: str) -> None:
    """Open a page in this machine's browser. Do nothing if there is no browser, or if it would use the terminal."""
    if sys.platform.startswith("linux") and not {"DISPLAY", "WAYLAND_DISPLAY"} & {*os.environ}:
        return
    with suppress(webbrowser.Error):
        webbrowser.get().open(address)
