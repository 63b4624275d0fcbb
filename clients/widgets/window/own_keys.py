"""Keys of one's own in what a window says: where a text names a key that is another one here, that one is named."""

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
"""Keys as texts name them; a single letter is one only where nothing but keys stands."""


def shown(key: str) -> str:
    """Give a key as texts have it: F2, Ctrl+R, PgDn, p."""
    *held, last = key.split("+")
    last = _SHORT.get(last, last if len(last) == 1 and not held else last.capitalize())
    return "+".join([*(each.capitalize() for each in held), last])


class OwnKeys:
    """The keys that mean something else here than texts say."""

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
                    self._keys[key.upper()] = mine  # a letter alone is told as a capital
                self._pressed[key] = own[binding.id]

    def of(self, action: str, key: str) -> str:
        """Give the key of an action as texts have it: `key`, unless the action has another one here."""
        return self._of.get(action, key)

    def pressed(self, keys: str) -> str:
        """Give keys by the names that they go by inside, each as it is here."""
        return ",".join(dict.fromkeys(self._pressed.get(each, each) for each in keys.split(",")))

    def text(self, text: str) -> str:
        """Give a sentence with the keys that hold here."""
        return _NAMED.sub(lambda found: self._keys.get(found[0], found[0]), text) if self._keys else text

    def column(self, keys: str) -> str:
        """Give what stands where nothing but keys stands, each once."""
        if not self._keys:
            return keys
        gap = "  " if "  " in keys else " "
        return gap.join(dict.fromkeys(self._keys.get(each, each) for each in keys.split()))


SAME = OwnKeys()
"""Every key is as texts say."""
