"""The text of the file of settings: one value changed in it, and the user's own lines and comments left as they are.

`tomllib` alone says what a text means: a change that it does not read back as meant is written out anew instead.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

_HEADER = re.compile(r"\s*\[+\s*([^\]]*?)\s*\]+\s*(?:#.*)?")
_VALUE = r"""("(?:[^"\\]|\\.)*"|'[^']*'|\[(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\]"'#])*\]|[^\s"'#\[{][^#]*?)"""
Path = tuple[str, ...]


def line_of(text: str, path: Path) -> int:
    """Give the line, from 1, on which a value stands, or what is around it; 1 where it is not found."""
    rows = text.splitlines()
    for length in range(len(path), 0, -1):
        for number, (section, row) in enumerate(_sections(rows), 1):
            name = ".".join(path[:length])
            whole = f"{section}.{_key(row)}" if section else _key(row)
            if name in (whole, section):
                return number
    return 1


def with_value(text: str, path: Path, value: object | None) -> str:
    """Give the text with one value set, or taken out when it is None. Raises tomllib.TOMLDecodeError."""
    had, name = flat(tomllib.loads(text)), ".".join(path)
    meant = {key: kept for key, kept in had.items() if key != name} if value is None else had | {name: value}
    changed = _by_line(text, path, value)
    return changed if _reads_as(changed, meant) else _anew(meant)


def flat(values: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Give the values by their dotted keys: TOML reads a.b as a mapping in a mapping."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        name = f"{before}{key}"
        found |= flat(value, f"{name}.") if isinstance(value, dict) else {name: value}
    return found


def _reads_as(text: str, meant: Mapping[str, Any]) -> bool:
    try:
        return flat(tomllib.loads(text)) == meant
    except tomllib.TOMLDecodeError:
        return False


def _by_line(text: str, path: Path, value: object | None) -> str:
    """Change the line on which the value stands, or add one to its section."""
    rows = text.splitlines()
    within, name = (path[0], ".".join(path[1:])) if len(path) > 1 else ("", path[0])
    last = 0 if not within else None
    for number, (section, row) in enumerate(_sections(rows)):
        if section != within:
            continue
        if _key(row) == name:
            return _joined([*rows[:number], *_changed(row, value), *rows[number + 1 :]])
        if row.strip():
            last = number + 1
    if value is None:
        return text
    new = [f"{name} = {_written(value)}"]
    if last is None:
        rows, last, new = [*rows, *([""] if rows else [])], len(rows) + bool(rows), [f"[{within}]", *new]
    elif last < len(rows) and rows[last].strip():
        new = [*new, ""]
    return _joined([*rows[:last], *new, *rows[last:]])


def _changed(row: str, value: object | None) -> list[str]:
    head, _, tail = row.partition("=")
    if value is None:
        return []
    found = re.fullmatch(rf"(\s*){_VALUE}(\s*(?:#.*)?)", tail)
    if found is None:
        return [row]
    return [f"{head}={found[1]}{_written(value)}{found[3]}"]


def _anew(values: Mapping[str, Any]) -> str:
    """Write all values out, each section once; what no setting takes, such as a date, is left out."""
    sections: dict[str, list[str]] = {"": []}
    for key, value in values.items():
        if not isinstance(value, str | bool | list):
            continue
        section, dot, name = key.partition(".")
        rows = sections.setdefault(section if dot else "", [])
        rows.append(f"{_quoted(name if dot else key)} = {_written(value)}")
    parts = [[f"[{_quoted(name)}]", *rows, ""] if name else [*rows, ""] for name, rows in sections.items()]
    return _joined([row for part in parts for row in part])


def _written(value: object) -> str:
    """Write a value as TOML, which for texts, switches and lists of texts is JSON."""
    given = [each for each in value if isinstance(each, str)] if isinstance(value, list) else value
    return json.dumps(given, ensure_ascii=False).replace("\x7f", "\\u007f")


def _quoted(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_.-]+", key) else _written(key)


def _joined(rows: Sequence[str]) -> str:
    return "\n".join(rows).strip("\n") + "\n" if any(row.strip() for row in rows) else ""


def _sections(rows: Sequence[str]) -> list[tuple[str, str]]:
    """Give each line with the section that it stands in; a header stands in its own."""
    section, found = "", []
    for row in rows:
        if header := _HEADER.fullmatch(row):
            section = header[1]
        found.append((section, row))
    return found


def _key(row: str) -> str:
    """Give the key that a line sets; "" if it sets none."""
    head, equals, _ = row.partition("=")
    return head.strip().strip("\"'") if equals and not head.lstrip().startswith(("#", "[")) else ""
