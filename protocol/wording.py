"""Catalogue holds the messages that people read, one TOML file for each section, in the go-i18n format.

A message is a line `key = "message"`, with fields in braces: `{name}`. If a message depends on a number, it is a
table of plural forms, `one = …` and `other = …`. The field `n` chooses the form by the plural rule of the language
(Unicode CLDR). Each part of the program has its own catalogue beside its code.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Final, TypeVar

T = TypeVar("T")

Message = str | dict[str, str]
"""A sentence, or its plural forms by category."""

ABOUT: Final = "language"
"""The file with the language tag (BCP 47). It is not a section."""
STOPS: Final = (".", "!", "?", "…")
"""The signs that end a sentence."""
SAID_MAX: Final = 8192
"""How many filled messages a catalogue caches. Bounds memory. A game uses the same few thousand sentences again and
again.
"""
_FIELD = re.compile(r"\{(\w+)\}")


class Catalogue:
    """Returns messages as text: `catalogue.say("clock.left", time="0:23")`.

    A section is read when its first message is used, from the first folder that has it.
    """

    def __init__(self, *language: Traversable) -> None:
        self._language = language
        self._tag = ""
        self._sections: dict[str, dict[str, Message]] = {}
        self._pieces: dict[str, list[str]] = {}
        self._said: dict[tuple[object, ...], str] = {}

    def speak(self, *language: Traversable) -> None:
        """Switch to another language. Its folders have the same sections."""
        self._language = language
        self._tag = ""
        self._sections.clear()
        self._said.clear()

    def say(self, key: str, /, **fields: str | int) -> str:
        """Return the message of a key (`section.key`) with its fields filled in.

        A full stop is dropped after a field that ends with one. Raises KeyError for an unknown key or a
        missing field.
        """
        given = (key, *fields.items())
        said = self._said.get(given)
        if said is None:
            if len(self._said) >= SAID_MAX:
                self._said.clear()
            said = self._said[given] = self._fill(key, fields)
        return said

    def _fill(self, key: str, fields: Mapping[str, str | int]) -> str:
        pieces = [str(piece) for piece in self.woven(key, **fields)]
        for before, after in pairwise(range(len(pieces))):
            if pieces[after].startswith(".") and pieces[before].endswith(STOPS):
                pieces[after] = pieces[after][1:]
        return "".join(pieces)

    def woven(self, key: str, /, **fields: T) -> list[str | T]:
        """Return a message in pieces, with its fields unchanged, so that it can be drawn in several colours."""
        message = self._message(key)
        text = message if isinstance(message, str) else self._form(message, fields.get("n"))
        pieces = self._pieces.get(text)
        if pieces is None:
            pieces = self._pieces[text] = _FIELD.split(text)
        return [fields[piece] if at % 2 else piece for at, piece in enumerate(pieces) if at % 2 or piece]

    def _message(self, key: str) -> Message:
        name, _, rest = key.partition(".")
        found = self._sections.get(name)
        if found is None:
            found = self._sections[name] = section(self._folder(name), name)
        return found[rest]

    def _folder(self, name: str) -> Traversable:
        """Return the first folder that has a section. Raises KeyError if none has it."""
        for folder in self._language:
            if (folder / f"{name}.toml").is_file():
                return folder
        raise KeyError(name)

    def _form(self, message: dict[str, str], n: object) -> str:
        self._tag = self._tag or tag(self._language[0])
        return form(self._tag, message, n)


def section(language: Traversable, name: str) -> dict[str, Message]:
    """Return the messages of one section by their keys, without the section's name.

    Raises ValueError with the path if the file is not TOML.
    """
    path = language / f"{name}.toml"
    try:
        found: dict[str, Message] = tomllib.loads(path.read_text("utf-8"))
    except ValueError as why:
        raise ValueError(f"{path}: {why}") from why
    return found


def sections(language: Traversable) -> list[str]:
    """Return the names of a language's sections."""
    names = (path.name.removesuffix(".toml") for path in language.iterdir() if path.name.endswith(".toml"))
    return sorted(name for name in names if name != ABOUT)


def tag(language: Traversable) -> str:
    """Return the tag of a language, such as en."""
    return str(section(language, ABOUT)["tag"])


def forms(message: Message) -> list[str]:
    """Return every form of a message."""
    return [message] if isinstance(message, str) else list(message.values())


def form(language_tag: str, message: Mapping[str, T], n: object) -> T:
    """Return the plural form of a message for the number `n`. Raises AssertionError if `n` is not a number."""
    assert isinstance(n, int), "a message with plural forms needs the field n"
    return message.get(_category(language_tag, abs(n)), message["other"])


@cache
def _category(language_tag: str, n: int) -> str:
    """Return the CLDR plural category of a whole number."""
    from babel import Locale, UnknownLocaleError  # CLDR is loaded for the first number, not at the start

    try:
        locale = Locale.parse(language_tag, sep="-")
    except UnknownLocaleError:  # CLDR knows the language but not the region
        locale = Locale.parse(language_tag.partition("-")[0])
    return str(locale.plural_form(n))


def messages(language: Traversable) -> dict[str, Message]:
    """Return every message of a language by its full key."""
    return {
        f"{name}.{key}": message
        for name in sections(language)
        for key, message in section(language, name).items()
    }
