"""Sentence: a text of the host, with a key and fields. A client makes the sentence from them in its own language.

The catalogue of these sentences is in the folder `english` beside this file. The host and the client both have it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Final

from warcouncil.protocol.wording import Catalogue

assert __package__, "the catalogue is a folder of a package"
ENGLISH: Final = files(__package__) / "english"
CATALOGUE = Catalogue(ENGLISH)
say = CATALOGUE.say
KEY_PATTERN: Final = r"^([a-z_]{1,24}\.[a-z0-9_]{1,39})?$"
"""A key of a catalogue, or nothing. It is not a path."""
_KEY = re.compile(KEY_PATTERN)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in English. If `key` is "", there is only the text, for example because a game wrote it."""

    text: str
    key: str = ""
    fields: Mapping[str, str | int] = field(default_factory=dict)


def sentence(key: str, /, **fields: str | int) -> Sentence:
    """Return the sentence of a key with its fields. Raises KeyError for an unknown key or a missing field."""
    return Sentence(say(key, **fields), key, fields)


def in_words(told: Catalogue, key: str, fields: Mapping[str, str | int], text: str) -> str:
    """Return a sentence in the language of a client's catalogue. If the catalogue has no such sentence, return `text`.

    An older host sends no key. A newer host may send a key or fields that this client does not know.
    """
    if not key or not _KEY.match(key):
        return text
    try:
        return told.say(key, **fields)
    except (KeyError, AssertionError):
        return text
