"""The text of the settings file: changes one value and keeps the user's own lines and comments.

`tomllib` decides the meaning of a text. If a changed text does not have the intended meaning when it is read, the
whole text is rewritten without comments.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, MutableMapping
from typing import Any

_HEADER = re.compile(r"\s*\[+\s*([^\]]*?)\s*\]+\s*(?:#.*)?")
Path = tuple[str, ...]


def line_of(text: str, path: Path) -> int:
    """Return the line, from 1, of a value or of the nearest table around it. Return 1 if it is not found."""
    for length in range(len(path), 0, -1):
        section = ""
        for number, row in enumerate(text.splitlines(), 1):
            if header := _HEADER.fullmatch(row):
                section = header[1]
            whole = f"{section}.{_key(row)}".strip(".")
            if ".".join(path[:length]) in (whole, section):
                return number
    return 1


def with_value(text: str, path: Path, value: object | None) -> str:
    """Return the text with one value set. If the value is None, it is removed. Raises tomllib.TOMLDecodeError."""
    import tomlkit  # Only a change needs it
    from tomlkit.exceptions import TOMLKitError

    had, name = flat(tomllib.loads(text)), ".".join(path)
    meant = {key: kept for key, kept in had.items() if key != name} if value is None else had | {name: value}
    try:
        document = tomlkit.parse(text)
        _set(document, name, value)
        changed = tomlkit.dumps(document)
    except (TOMLKitError, KeyError, TypeError, ValueError):
        changed = ""
    return changed if _reads_as(changed, meant) else tomlkit.dumps(_nested(meant))


def flat(values: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Return the values by their dotted keys. TOML reads a.b as a mapping in a mapping."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        name = f"{before}{key}"
        found |= flat(value, f"{name}.") if isinstance(value, dict) else {name: value}
    return found


def _set(table: Any, name: str, value: object | None) -> None:
    """Set or remove the value of a dotted name in the innermost table that has it."""
    import tomlkit

    for key, inner in table.items():
        if name.startswith(f"{key}.") and isinstance(inner, MutableMapping):
            return _set(inner, name.removeprefix(f"{key}."), value)
    section, dot, rest = name.partition(".")
    if value is None:
        table.pop(name, None)
    elif name in table or not dot:
        table[name] = value
    elif isinstance(table, tomlkit.TOMLDocument):
        table[section] = tomlkit.table()
        _set(table[section], rest, value)
    else:
        table.append(tomlkit.key(name.split(".")), value)
    return None


def _nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values in their sections, without values that no setting accepts, such as a date."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        section, dot, name = key.partition(".")
        if isinstance(value, str | bool | list):
            (found.setdefault(section, {}) if dot else found)[name if dot else key] = value
    return found


def _reads_as(text: str, meant: Mapping[str, Any]) -> bool:
    try:
        return flat(tomllib.loads(text)) == meant
    except tomllib.TOMLDecodeError:
        return False


def _key(row: str) -> str:
    """Return the key that a line sets. It is "" if it sets none."""
    head, equals, _ = row.partition("=")
    return head.strip().strip("\"'") if equals and not head.lstrip().startswith(("#", "[")) else ""
