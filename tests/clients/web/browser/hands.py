"""Three ways to use the page, each of which must be sufficient alone: by ear, by keys, and with a finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.clients.web.browser.tree import Node, Reader

TABS_MAX = 150
FRAME_MS = 50
"""After this what was pressed is drawn, and what follows from that is done."""
AGAIN_MS = 500
HOLD_MS = 1250


class Hand:
    """By ear: the user of a screen reader, who hears roles and names and presses through it.

    `wait` advances the time.
    """

    def __init__(self, page: Any, wait: Callable[[int], None]) -> None:
        self.page = page
        self.reader = Reader(page)
        self.wait = wait

    def press(self, node: Node) -> None:
        """Press a button, tick a box, or choose a radio button."""
        self._press(node)
        self.wait(FRAME_MS)

    def write(self, node: Node, text: str) -> None:
        """Write, or enter a number, in place of the present text."""
        self._write(node, text)
        self.wait(FRAME_MS)

    def select(self, node: Node, option: str) -> None:
        """Choose from a list that opens, by the beginning of the choice."""
        self._go_to(node)
        self.page.keyboard.type(option)
        self.wait(FRAME_MS)

    def seal(self, button: Node) -> None:
        """Seal the filled form: press, wait for the question of the page, and press again."""
        self.press(button)
        self.wait(AGAIN_MS)
        self.press(self.reader.tree().first("button", "Seal:"))

    def _press(self, node: Node) -> None:
        self.reader.press(node)

    def _write(self, node: Node, text: str) -> None:
        self.reader.write(node, text)

    def _go_to(self, node: Node) -> None:
        self.reader.focus(node)


class ByKeys(Hand):
    """Only a keyboard: Tab to move, arrows among radio buttons, Space and Enter to press."""

    def _press(self, node: Node) -> None:
        """Move to the control and press Space. A radio button is chosen by arrows from the one that Tab reaches."""
        if node.role == "radio":
            self._arrow_to(node)
        else:
            self._go_to(node)
            self.page.keyboard.press("Space")

    def _write(self, node: Node, text: str) -> None:
        """Move to the field, select everything, and type."""
        self._go_to(node)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.press("Delete")
        self.page.keyboard.type(text) if node.role == "spinbutton" else self.page.keyboard.insert_text(text)

    def seal(self, button: Node) -> None:
        """Move to the control and press Enter twice."""
        self._go_to(button)
        self.page.keyboard.press("Enter")
        self.wait(AGAIN_MS)
        assert self._at().name.startswith("Seal:"), f"the focus was lost: {self._at().name}"
        self.page.keyboard.press("Enter")
        self.wait(FRAME_MS)

    def _go_to(self, node: Node) -> None:
        for _ in range(TABS_MAX):
            if self.reader.focused == node.backend:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {node.role} {node.name!r}")

    def _arrow_to(self, node: Node) -> None:
        """Move into the group of a radio button by Tab, then down in it."""
        groups = [
            [one.backend for one in group.all("radio")] for group in self.reader.tree().all("radiogroup")
        ]
        within = next(group for group in reversed(groups) if node.backend in group)
        for _ in range(TABS_MAX):
            if self.reader.focused in within:
                break
            self.page.keyboard.press("Tab")
        if self.reader.focused == node.backend:
            self.page.keyboard.press("Space")
        for _ in within:
            if self.reader.focused == node.backend:
                return
            self.page.keyboard.press("ArrowDown")
        assert self.reader.focused == node.backend, f"no arrow comes to {node.name!r}"

    def _at(self) -> Node:
        """Return the node that has the focus."""
        return next(node for node in self.reader.tree().walk() if node.backend == self.reader.focused)


class ByTouch(Hand):
    """A finger: taps in the middle of things, and holds to seal."""

    def _press(self, node: Node) -> None:
        """Tap the control. A radio button or a box is tapped on its card."""
        self.page.touchscreen.tap(*self._middle(node))

    def seal(self, button: Node) -> None:
        """Hold for a second. The browser reports a held mouse and a held finger alike."""
        self.page.mouse.move(*self._middle(button))
        self.page.mouse.down()
        self.wait(HOLD_MS)
        self.page.mouse.up()

    def _middle(self, node: Node) -> tuple[float, float]:
        talk = self.reader.talk
        self.reader.show(node)
        quad = talk.send("DOM.getContentQuads", {"backendNodeId": node.backend})["quads"][0]
        x, y = (quad[0] + quad[4]) / 2, (quad[1] + quad[5]) / 2
        return x, y
