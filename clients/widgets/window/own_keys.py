"""OwnKeys: the keys that the user has rebound. Texts name these instead of the standard ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from textual.binding import Binding

_SHORT = {
    "question_mark": "?",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "delete": "Del",
    "escape": "Esc",
    "slash": "/",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
}
_NAMED = re.compile(r"\b(?:F\d{1,2}|Ctrl\+[A-Z]|PgUp|PgDn)\b")
"""Keys in the form that texts use. A single letter is shown as a key only in a column of keys."""


def shown(key: str) -> str:
    """Return a key in the form that texts use: F2, Ctrl+R, PgDn, p."""
    *held, last = key.split("+")
    last = _SHORT.get(last, last if len(last) == 1 and not held else last.capitalize())
    return "+".join([*(each.capitalize() for each in held), last])


class OwnKeys:
    """The keys that the user has rebound."""

    def __init__(self, own: Mapping[str, str] | None = None, bindings: Iterable[Binding] = ()) -> None:
        self._keys: dict[str, str] = {}
        self._pressed: dict[str, str] = {}
        self._of: dict[str, str] = {}
        known = tuple(bindings)
        keys = {binding.key for binding in known}
        for binding in known:
            if own and binding.id and binding.id in own:
                key, mine = binding.key, shown(own[binding.id].partition(",")[0])
                self._keys[shown(key)] = self._of[binding.id] = mine
                if len(key) == 1 and key.upper() not in keys:
                    self._keys[key.upper()] = mine  # Texts show a single letter as a capital
                self._pressed[key] = own[binding.id]

    def of(self, action: str, key: str) -> str:
        """Return the key of an action in the form that texts use. It is `key`, unless the user has rebound it."""
        return self._of.get(action, key)

    def pressed(self, keys: str) -> str:
        """Return a list of keys (internal names) with the user's own keys in place of the standard ones."""
        return ",".join(dict.fromkeys(self._pressed.get(each, each) for each in keys.split(",")))

    def text(self, text: str) -> str:
        """Return a sentence with the user's own keys in place of the standard ones."""
        return _NAMED.sub(lambda found: self._keys.get(found[0], found[0]), text) if self._keys else text

    def column(self, keys: str) -> str:
        """Return a column of keys with the user's own keys, each once."""
        if not self._keys:
            return keys
        gap = "  " if "  " in keys else " "
        return gap.join(dict.fromkeys(self._keys.get(each, each) for each in keys.split()))


SAME = OwnKeys()
"""The keys of a user who has rebound none."""
