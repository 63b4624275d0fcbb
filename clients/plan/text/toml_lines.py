"""The line of each key in a TOML file, so that a fault can name it.

`tomllib` has read the text before. This code only counts lines.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

Path = tuple[str | int, ...]
"""The path of a value: keys of mappings, and indexes in lists from 0."""

_KEY = re.compile(r"""[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*""")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE = re.compile(r"[^,\]}\n#]*")
_TEXT = re.compile(r'"""(?:[^\\]|\\.)*?"""+|\'\'\'.*?\'\'\'+|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL)


def lines_of(text: str) -> Mapping[Path, int]:
    """Return the line, from 1, of every key and list item of a valid TOML text."""
    walk = _Walk(text)
    walk.run()
    return walk.lines


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """Return the line of a value, or of the nearest table around it. Return 1 if no line is known."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1


class _Walk:
    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self._text = text
        self._at = self._counted = 0
        self._breaks = 0
        """How many lines end before the last position that was counted."""
        self._lists: dict[Path, int] = {}

    def run(self) -> None:
        within: Path = ()
        while True:
            self._skip_blank()
            if self._at >= len(self._text):
                return
            if self._sees("["):
                within = self._header()
            else:
                self._pair(within)

    def _header(self) -> Path:
        several = self._text.startswith("[[", self._at)
        line = self._line()
        self._at += 2 if several else 1
        *above, last = self._keys()
        self._at += 2 if several else 1
        path: Path = ()
        for key in above:
            path = self._inside((*path, key))
        path = (*path, last)
        if several:
            self._lists[path] = self._lists.get(path, 0) + 1
            self.lines.setdefault(path, line)
            path = self._inside(path)
        self.lines[path] = line
        return path

    def _inside(self, path: Path) -> Path:
        """Return the newest item of a list of tables, or the path itself."""
        return (*path, self._lists[path] - 1) if path in self._lists else path

    def _pair(self, within: Path) -> None:
        line = self._line()
        path = within
        for key in self._keys():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self._at += 1  # Skip the sign =
        self._value(path)

    def _value(self, path: Path) -> None:
        self._skip_blank()
        if text := _TEXT.match(self._text, self._at):
            self._at = text.end()
        elif self._sees("["):
            self._list(path)
        elif self._sees("{"):
            self._mapping(path)
        else:
            bare = _BARE.match(self._text, self._at)
            assert bare
            self._at = bare.end()

    def _list(self, path: Path) -> None:
        self._at += 1
        place = 0
        while not self._over("]"):
            self.lines[(*path, place)] = self._line()
            self._value((*path, place))
            place += 1

    def _mapping(self, path: Path) -> None:
        self._at += 1
        while not self._over("}"):
            self._pair(path)

    def _over(self, end: str) -> bool:
        """Skip the text between two items. Return whether the end was reached."""
        self._skip_blank()
        if self._sees(","):
            self._at += 1
            self._skip_blank()
        if self._sees(end):
            self._at += 1
            return True
        return False

    def _keys(self) -> list[str]:
        keys: list[str] = []
        while True:
            found = _KEY.match(self._text, self._at)
            assert found
            self._at = found.end()
            name = found[1]
            keys.append(tomllib.loads(f"name = {name}")["name"] if name[0] in "\"'" else name)
            if not self._sees("."):
                return keys
            self._at += 1

    def _skip_blank(self) -> None:
        blank = _BLANK.match(self._text, self._at)
        assert blank
        self._at = blank.end()

    def _sees(self, what: str) -> bool:
        return self._text.startswith(what, self._at)

    def _line(self) -> int:
        self._breaks += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._breaks + 1
