"""Pseudonyms: other names for people, the same wherever an exercise is told and not to be undone from what is told.

They are drawn from the exercise's own secret, so that a report and an export of one exercise agree; whoever has that secret
has the exercise file, and with it the names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from types import MappingProxyType

from warcouncil.arbiter.record.reading import Record
from warcouncil.protocol.doors import CODE_ALPHABET

CHARS = 5
"""25 bits: among 400 people two of a kind come up once in 400 exercises, and are told apart."""
PART_CHARS_MIN = 3
"""Shorter parts of names ("de", "Jo") are words too often."""
SOMEBODY = "somebody"
"""Stands for a part of a name that several people bear."""
_PART = re.compile(r"[^\s,;.()/-]+")
_APOSTROPHES = "'\N{RIGHT SINGLE QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}\N{MODIFIER LETTER APOSTROPHE}"
"""One sign in a name, however it is typed: phones and word processors have others than keyboards."""
_AROUND = _APOSTROPHES + '"“”„‟«»‹›'
"""Stands around a nickname, and is no part of it."""


class Pseudonyms:
    """Other names for these people. `secret` is the exercise's."""

    def __init__(self, secret: bytes, names: Iterable[str]) -> None:
        self._key = blake2b(b"pseudonyms", key=secret, digest_size=32).digest()
        self._known: dict[str, str] = {}
        for name in sorted({_folded(name) for name in names} - {""}):
            self._known[name] = self._drawn(name, {*self._known.values()})
        self._told = self._known | self._parts()
        longest = sorted(self._told, key=len, reverse=True)
        self._search = re.compile("|".join(_wherever(name) for name in longest) or r"(?!)", re.IGNORECASE)

    @classmethod
    def of(cls, record: Record) -> Pseudonyms:
        """Give those of an exercise."""
        return cls(record.papers.signing_seed, (person.name for person in record.began.people))

    @property
    def people(self) -> Mapping[str, str]:
        """The pseudonym of everybody who is named."""
        return MappingProxyType(self._known)

    def text(self, text: str) -> str:
        """Give a text with pseudonyms in the place of names, and of parts of names, however they are written."""
        return self._search.sub(self._instead, unicodedata.normalize("NFC", text))

    def _instead(self, found: re.Match[str]) -> str:
        return self._told.get(_folded(found[0]), SOMEBODY)

    def _drawn(self, name: str, taken: set[str]) -> str:
        digest = blake2b(name.encode(), key=self._key, digest_size=32).digest()
        letters = "".join(CODE_ALPHABET[byte % len(CODE_ALPHABET)] for byte in digest)
        length = next(n for n in range(CHARS, len(letters) + 1) if f"P-{letters[:n]}" not in taken)
        return f"P-{letters[:length]}"

    def _parts(self) -> dict[str, str]:
        """Give whose each part of a name is, where it is more than a letter or a figure."""
        found: dict[str, set[str]] = {}
        for name, pseudonym in self._known.items():
            for part in (each.strip(_AROUND) for each in _PART.findall(name)):
                if len(part) >= PART_CHARS_MIN and not part.isdigit():
                    found.setdefault(part, set()).add(pseudonym)
        return {part: whose.pop() if len(whose) == 1 else SOMEBODY for part, whose in found.items()}


def _folded(name: str) -> str:
    return re.sub(f"[{_APOSTROPHES}]", "'", unicodedata.normalize("NFC", name).strip().lower())


def _wherever(name: str) -> str:
    """Give what finds a name where it is a word, also in the genitive, and at the beginning of a line in an answer that is written
    as JSON; in scripts without spaces, wherever it stands."""
    before = "" if _is_wide(name[0]) else r"(?:(?<!\w)|(?<=\\n))"
    after = "" if _is_wide(name[-1]) else r"(?=s?(?!\w))"
    within = re.escape(name).replace("'", f"[{_APOSTROPHES}]")
    return f"{before}{within}{after}"


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"
