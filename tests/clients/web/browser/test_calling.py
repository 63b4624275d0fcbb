"""The tone that calls a player back.

A browser lets a page sound only after a touch, which counts when the finger is lifted.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.clients.web.browser.councils import council
from tests.clients.web.browser.seated import pages, seated

AUDIO = """
let lets = false;
for (const name of ["pointerup", "keydown"]) addEventListener(name, () => { lets = true; setTimeout(() => { lets = false; }); }, true);
globalThis.AudioContext = class {
  // As browsers do: silent when it is made, or woken, while nobody has touched the page; and put to silence by a call on the phone.
  constructor() { this.state = "suspended"; globalThis.audio = this; void this.resume(); }
  async resume() { if (lets) this.state = "running"; }
};
localStorage.setItem("warcouncil.settings", JSON.stringify({ sound: true }));
"""
SPOT = (30, 300)


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("how", ["finger", "keys"])
def test_a_page_that_was_touched_sounds(browser: Any, how: str) -> None:
    """A player with a phone never hears the tone for a question, whatever the settings."""
    files = pages()
    files["/alone.js"] = AUDIO + files["/alone.js"]
    with seated(browser, council(), size="phone", files=files, alone=True) as seat:
        touch = seat.page.touchscreen.tap if how == "finger" else lambda *_: seat.page.keyboard.press("Shift")
        touch(*SPOT)
        assert seat.page.evaluate("audio.state") == "running"
        seat.page.evaluate("audio.state = 'interrupted'")
        touch(*SPOT)
        assert seat.page.evaluate("audio.state") == "running"
