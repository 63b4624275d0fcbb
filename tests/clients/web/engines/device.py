"""Other browsers than Chromium, as people use them: a test opens an address, reads, presses, types and watches.

Playwright brings its own engines and cannot drive the system's, so Firefox is driven over WebDriver BiDi, WebKit
by WebDriver.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, TypeVar

PATIENCE_SECONDS = 60.0
LOOK_SECONDS = 0.05
T = TypeVar("T")

FIND = r"""(what, name) => {
  const said = (el) => el.getAttribute("aria-label") || [...(el.labels ?? [])].map((each) => each.textContent).join(" ") || el.textContent;
  const found = (el) => el.getClientRects().length && said(el).replace(/\s+/g, " ").trim().startsWith(name);
  return [...document.querySelectorAll(what)].find(found) ?? null;
}"""
AT = f"""(what, name) => {{
  const el = ({FIND})(what, name);
  if (!el) return null;
  el.scrollIntoView({{ block: "center", behavior: "instant" }});
  const box = el.getBoundingClientRect();
  const [x, y] = [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
  const top = document.elementFromPoint(x, y);
  return {{ x, y, there: el === top || el.contains(top) || Boolean(top?.closest("label")?.contains(el)) }};
}}"""


class Device(ABC):
    """One window of a browser."""

    name: str

    @abstractmethod
    def visit(self, address: str) -> None:
        """Open an address, and wait until it is loaded."""

    @abstractmethod
    def run(self, function: str, *args: Any) -> Any:
        """Run a function of JavaScript in the page. Return its result, or that of its promise, as JSON."""

    @abstractmethod
    def size(self, width: int, height: int) -> None:
        """Make the page as large as this."""

    @abstractmethod
    def picture(self) -> bytes:
        """Return the visible page, as PNG."""

    @abstractmethod
    def troubles(self) -> list[str]:
        """Return the errors of the page up to now, in the browser's words."""

    @abstractmethod
    def other(self) -> Device:
        """Open another window, without an address."""

    @abstractmethod
    def close(self) -> None:
        """Close the window."""

    @abstractmethod
    def _act(self, *sources: dict[str, Any]) -> None:
        """Perform actions of a hand, with WebDriver's sources of actions."""

    def until(self, look: Callable[[], T], what: str) -> T:
        """Wait until a condition gives a value."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not (found := look()):
            assert time.monotonic() < end, f"{self.name}: no {what} in: {self.words}"
            time.sleep(LOOK_SECONDS)
        return found

    def sees(self, what: str, name: str = "") -> bool:
        """Return whether a visible element has a name with this beginning. `what` is a selector."""
        return self.run(f"(...of) => ({FIND})(...of) !== null", what, name) is True

    def wait(self, what: str, name: str = "") -> None:
        """Wait until the element is on the screen."""
        self.until(lambda: self.sees(what, name), f"{what} {name!r}")

    def press(self, what: str, name: str = "", *, hold_ms: int = 0) -> None:
        """Press an element in its middle, once nothing covers it."""

        def free() -> Any:
            found = self.run(AT, what, name)
            return found and found["there"] and found

        at = self.until(free, f"{what} {name!r} that can be pressed")
        down, up = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
        move = {"type": "pointerMove", "duration": 0, "x": at["x"], "y": at["y"]}
        held = [{"type": "pause", "duration": hold_ms}] if hold_ms else []
        self._act(
            {
                "type": "pointer",
                "id": "mouse",
                "parameters": {"pointerType": "mouse"},
                "actions": [move, down, *held, up],
            }
        )

    def keys(self, *keys: str) -> None:
        """Type keys, one after the other. Keys without a letter have WebDriver's code points."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": strokes})

    def pause(self, ms: int) -> None:
        """Wait a moment, as a hand does between two acts."""
        time.sleep(ms / 1000)

    @property
    def words(self) -> str:
        """The text of the page."""
        return str(self.run("() => document.body?.innerText ?? ''"))  # none while it is loaded anew
