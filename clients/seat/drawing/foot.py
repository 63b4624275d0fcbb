"""The foot of the screen: the keys that have an effect now. A click on a key does the same."""

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
    """A key, the word for what it does (or the catalogue key of that word), and its action.

    `short` replaces `word` if the keys do not all fit.
    """

    key: str
    word: str
    action: str
    rank: int = 3
    """The rank of the key. If the keys do not all fit, those of the highest rank are left out first,
    beginning at the end.
    """
    short: str = ""


GAP = 2


def _width(key: Key) -> int:
    return len(key.key) + 1 + len(key.word)


class Foot(Widget):
    """Shows keys on one line. If they do not all fit, they have short words. Then keys are left out by their rank."""

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
        keys, room, shown = self._keys, self.size.width - 1 + GAP, set[Key]()
        if sum(_width(key) + GAP for key in keys) > room:
            keys = tuple(replace(key, word=key.short or key.word) for key in keys)
        for key in sorted(keys, key=lambda key: key.rank):
            if _width(key) + GAP <= room:
                room -= _width(key) + GAP
                shown.add(key)
        pieces: list[tuple[Key, int, int]] = []
        at = 1
        for key in keys:
            if key in shown:
                pieces.append((key, at, at + _width(key)))
                at += _width(key) + GAP
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
