"""Reads a language: a folder with one TOML file a section, `key = "message"`.

A message names its fields in braces: `{who}`. One that counts is a table of forms, `one = …` and `other = …`; the language's rule
chooses by the field `n`, among as many of CLDR's categories as the language has.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

Message = str | dict[str, str]
"""A sentence, or its forms by category."""

ENGLISH: Final = Path(__file__).parent / "english"
ABOUT: Final = "language"
"""The file of a language that is no section: its tag (BCP 47)."""


def _english(n: int) -> str:
    return "one" if n == 1 else "other"


PLURALS: Final[dict[str, Callable[[int], str]]] = {"en": _english}
"""The rule of each language for whole numbers, as Unicode's CLDR has it; a browser knows them all by itself."""


@cache
def section(language: Path, name: str) -> dict[str, Message]:
    """Give the messages of one section by their keys, without its name. Raises ValueError with its file where that is no TOML."""
    path = language / f"{name}.toml"
    try:
        found: dict[str, Message] = tomllib.loads(path.read_text("utf-8"))
    except ValueError as why:
        raise ValueError(f"{path}: {why}") from why
    return found


def sections(language: Path) -> list[str]:
    """Give the names of a language's sections."""
    return sorted(path.stem for path in language.glob("*.toml") if path.stem != ABOUT)


@cache
def tag(language: Path) -> str:
    """Give the tag of a language: en."""
    return str(section(language, ABOUT)["tag"])


def forms(message: Message) -> list[str]:
    """Give every form of a message."""
    return [message] if isinstance(message, str) else list(message.values())


def form(language: Path, message: Message, n: object) -> str:
    """Give the form of a message that stands with `n`."""
    if isinstance(message, str):
        return message
    assert isinstance(n, int), "a message that counts needs the field n"
    rule = PLURALS[tag(language).partition("-")[0]]
    return message.get(rule(abs(n)), message["other"])


def messages(language: Path) -> dict[str, Message]:
    """Give every message of a language by its whole key."""
    return {
        f"{name}.{key}": message
        for name in sections(language)
        for key, message in section(language, name).items()
    }


def catalogue_json(language: Path = ENGLISH) -> bytes:
    """Give a language as the page reads it (`/words.json`)."""
    whole = {"language": tag(language), "messages": messages(language)}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()
