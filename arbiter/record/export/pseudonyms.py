"""Pseudonyms: other names for people, the same wherever an exercise is told and not to be undone from what is told.

They are drawn from the exercise's own secret, so that a report and an export of one exercise agree; whoever has that secret
has the exercise file, and with it the names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from types import MappingProxyType

from warcouncil.arbiter.record.file.reading import Record
from warcouncil.protocol.proofs.doors import CODE_ALPHABET
from warcouncil.protocol.words import plain

CHARS = 5
"""25 bits: among 400 people two of a kind come up once in 400 exercises, and are told apart."""
PART_CHARS_MIN = 3
"""Shorter parts of names ("de", "Jo") are words too often."""
SOMEBODY = "somebody"
"""Stands for a part of a name that several people bear."""
_PART = re.compile(r"[^\s,;.()/_\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}-]+")
_BETWEEN = r"(?:[\s._-]|\\n)+"
"""What stands between the parts of a name, also in an answer that is written as JSON."""
_BLANKS = re.compile(_BETWEEN)
_APOSTROPHES = "'\N{RIGHT SINGLE QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}\N{MODIFIER LETTER APOSTROPHE}\N{PRIME}`\N{ACUTE ACCENT}"
"""One sign in a name, however it is typed: phones and word processors have others than keyboards."""
_AROUND = _APOSTROPHES + '"“”„‟«»‹›'
"""Stands around a nickname, and is no part of it."""
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters that have no accent to be left out, and are written so where a keyboard lacks them."""


class Pseudonyms:
    """Other names for these people. `secret` is the exercise's."""

    def __init__(self, secret: bytes, names: Iterable[str]) -> None:
        self._key = blake2b(b"pseudonyms", key=secret, digest_size=32).digest()
        self._known: dict[str, str] = {}
        for name in sorted({_folded(name) for name in names} - {""}):
            self._known[name] = self._drawn(name, {*self._known.values()})
        self._told = self._known | self._parts()
        self._bare = _owned(
            (bare, pseudonym)
            for name, pseudonym in self._told.items()
            if (bare := " ".join(_bare(name)[0].split()))
        )
        self._search = _wherever(sorted(self._bare, key=len, reverse=True))

    @classmethod
    def of(cls, record: Record) -> Pseudonyms:
        """Give those of an exercise."""
        return cls(record.papers.signing_seed, (person.name for person in record.began.people))

    @property
    def people(self) -> Mapping[str, str]:
        """The pseudonym of everybody who is named."""
        return MappingProxyType(self._known)

    def text(self, text: str) -> str:
        """Give a text, each line as `plain` gives it, with pseudonyms in the place of names, and of parts of names, however they are
        written."""
        text = "\n".join(map(plain, text.split("\n")))
        bare, places = _bare(text)
        told, done = "", 0
        for found in self._search.finditer(bare):
            start, end = places[found.start()], places[found.end() - 1] + 1
            named = _folded(text[start:end])
            instead = self._told.get(named) or self._bare.get(_BLANKS.sub(" ", found[0]), SOMEBODY)
            told += text[done:start] + instead
            done = end
        return told + text[done:]

    def _drawn(self, name: str, taken: set[str]) -> str:
        digest = blake2b(name.encode(), key=self._key, digest_size=32).digest()
        letters = "".join(CODE_ALPHABET[byte % len(CODE_ALPHABET)] for byte in digest)
        length = next(n for n in range(CHARS, len(letters) + 1) if f"P-{letters[:n]}" not in taken)
        return f"P-{letters[:length]}"

    def _parts(self) -> dict[str, str]:
        """Give whose each part of a name is, where it is more than a letter or a figure."""
        return _owned(
            (part, pseudonym)
            for name, pseudonym in self._known.items()
            for part in (each.strip(_AROUND) for each in _PART.findall(name))
            if len(part) >= PART_CHARS_MIN and not part.isdigit()
        )


def _folded(name: str) -> str:
    return re.sub(f"[{_APOSTROPHES}]", "'", unicodedata.normalize("NFC", name).strip().lower())


def _owned(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Give whose each word is: one's, or somebody's where several bear it."""
    found: dict[str, set[str]] = {}
    for word, pseudonym in pairs:
        found.setdefault(word, set()).add(pseudonym)
    return {word: whose.pop() if len(whose) == 1 else SOMEBODY for word, whose in found.items()}


def _bare(text: str) -> tuple[str, Sequence[int]]:
    """Give a text in small letters without accents, and the place in the text from which each of them is."""
    if text.isascii():
        return text.lower().replace("`", "'"), range(len(text))
    letters = [(letter, place) for place, char in enumerate(text) for letter in _bare_letters(char)]
    return "".join(letter for letter, _ in letters), [place for _, place in letters]


@cache
def _bare_letters(char: str) -> str:
    if char in _APOSTROPHES:
        return "'"
    apart = unicodedata.normalize("NFKD", char)
    kept = "".join(each for each in apart if not "\N{COMBINING GRAVE ACCENT}" <= each <= "\u036f")
    return unicodedata.normalize("NFKC", kept).casefold().translate(_LETTERS)


def _wherever(names: Sequence[str]) -> re.Pattern[str]:
    """Give what finds names where they are words, also in the genitive, and at the beginning of a line in an answer that is written as
    JSON; in scripts without spaces, wherever they stand. Where a word begins is looked at once, and not for each name."""
    wide = "|".join(_whole(name) for name in names if _is_wide(name[0]))
    words = "|".join(_whole(name) for name in names if not _is_wide(name[0]))
    return re.compile(rf"(?:(?<![^\W\d_])|(?<=\\n))(?:{words or '(?!)'})|{wide or '(?!)'}")


def _whole(name: str) -> str:
    """Give what finds a name from its beginning to its end. A figure is cut out of no other."""
    before = r"(?<!\d)" if name[0].isdigit() else ""
    figure = r"(?!\d)" if name[-1].isdigit() else ""
    after = "" if _is_wide(name[-1]) else r"(?=s?(?![^\W\d_]))"
    return before + _BETWEEN.join(re.escape(part) for part in name.split()) + figure + after


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"
