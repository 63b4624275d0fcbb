"""The command palette (Ctrl+P): lists every action of the front window with its key and a sentence. The user searches
it by typing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from warcouncil.clients.wording.saying import said


@dataclass(frozen=True, slots=True)
class Command:
    """One action: its name with its key, its description, and its function."""

    name: str
    means: str
    do: Callable[[], object]


class ActionProvider(Provider):
    """Lists the actions of the front screen that have a description."""

    async def discover(self) -> Hits:
        """Yield every action."""
        for command in self._commands():
            yield DiscoveryHit(Content(command.name), command.do, help=command.means)

    async def search(self, query: str) -> Hits:
        """Yield the actions whose name or description matches the typed letters."""
        matcher = self.matcher(query)
        for command in self._commands():
            text = f"{command.name}: {command.means}"
            score = matcher.match(text)
            if score > 0:
                yield Hit(score, matcher.highlight(command.name), command.do, text=text, help=command.means)

    def _commands(self) -> Iterator[Command]:
        seen: set[str] = set()
        for node in (self.screen, self.app):
            for _, binding in node._bindings:
                at = binding.id or binding.action
                means = said(binding.tooltip or self._means.get(at, ""))
                if not means or at in seen or binding.action == "command_palette":
                    continue
                seen.add(at)
                if self.app._check_action_state(binding.action, node):
                    yield Command(
                        f"{said(binding.description)}  {self._keys(binding)}",
                        means,
                        partial(self.app.run_action, binding.action, node),
                    )

    @property
    def _means(self) -> Mapping[str, str]:
        """The descriptions of actions whose bindings have none."""
        means: Mapping[str, str] = getattr(self.app, "MEANS", {})
        return means

    def _keys(self, binding: Binding) -> str:
        """Return the key of an action: the user's own, or its first one."""
        own = self.app._keymap.get(binding.id or "", "").partition(",")[0]
        return self.app.get_key_display(binding.with_key(own) if own else binding)
