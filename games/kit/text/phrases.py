"""Phrases in sentences and messages: a capital letter, a number with its word, and lists in words."""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.games.kit.wording import say


def capital(text: str) -> str:
    """Return a text with a capital first letter, as the second sentence of a message."""
    return text[:1].upper() + text[1:]


def plural(count: int, one: str, many: str = "") -> str:
    """Return a number with its word, such as "1 table" or "4 tables". `many` is needed if the plural has no s.

    Only for the lines of commands and logs, which are always in English. A sentence of a catalogue has plural forms.
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def listed(names: Iterable[str]) -> str:
    """Return names as a list in a sentence, such as "a, b and c". Return "" for no names."""
    return _joined(names, "phrases.and")


def either(names: Iterable[str]) -> str:
    """Return names as a choice in a sentence, such as "a, b or c". Return "" for no names."""
    return _joined(names, "phrases.or")


def _joined(names: Iterable[str], key: str) -> str:
    *most, last = list(names) or [""]
    return say(key, before=say("phrases.comma").join(most), last=last) if most else last
