"""The foot of the screen: the keys that do something now. A click on a key does the same."""

from __future__ import annotations

from dataclasses import dataclass, replace

from textual import events
from textual.app import RenderResult
from textual.content import Content
from textual.widget import Widget
from warcouncil.clients.seat.words import tone
from warcouncil.clients.widgets.board.ink import fit
from warcouncil.clients.widgets.window.window import keys_at


@dataclass(frozen=True, slots=True)
class Key:
    """A key, the word for what it does (or that word's key in the catalogue), and its action."""

    key: str
    word: str
    action: str


class Foot(Widget):
    """Shows keys on one line. Keys at the end that do not fit are left out."""

    DEFAULT_CSS = "Foot { height: 1; width: 100%; }"

    def __init__(self) -> None:
        super().__init__(id="foot")
        self._keys: tuple[Key, ...] = ()

    def put(self, keys: tuple[Key, ...]) -> None:
        """Show these keys from now on."""
        own = keys_at(self)
        keys = tuple(replace(key, key=own.column(key.key)) for key in keys)
        if keys != self._keys:
            self._keys = keys
            self.refresh()

    def _pieces(self) -> list[tuple[Key, int, int]]:
        """Return each key that fits, with its cells (from, to)."""
        pieces: list[tuple[Key, int, int]] = []
        at = 1
        for key in self._keys:
            end = at + len(key.key) + 1 + len(key.word)
            if end <= self.size.width:
                pieces.append((key, at, end))
            at = end + 2
        return pieces

    def render(self) -> RenderResult:
        """Return the line."""
        line = Content(" ")
        for key, at, _ in self._pieces():
            line = fit(line, at) + Content.assemble((key.key, tone.KEY), f" {key.word}")
        return fit(line, self.size.width)

    async def on_click(self, event: events.Click) -> None:
        """Run the action of the key that was clicked."""
        for key, start, end in self._pieces():
            if start <= event.x < end:
                await self.run_action(key.action)
                return
