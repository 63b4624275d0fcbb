"""Pseudonyms: names that replace people's names. They are the same in all outputs of an exercise.

From the outputs alone, no reader can find out the names.

They are derived from the exercise's own secret, so that a report and an export of one exercise agree. The secret is
in the exercise file, which also holds the names.
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
"""The length of a pseudonym. 5 characters hold 25 bits. Among 400 people, two get the same pseudonym once in 400
exercises. These two then get longer ones.
"""
PART_CHARS_MIN = 3
"""Shorter parts of names ("de", "Jo") are too often ordinary words."""
SOMEBODY = "somebody"
"""Replaces a part of a name that several people share."""
_PART = re.compile(r"[^\s,;.()/_\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}-]+")
_BETWEEN = r"(?:[\s._-]|\\n)+"
"""The characters between the parts of a name, also in an answer that is written as JSON."""
_BLANKS = re.compile(_BETWEEN)
_APOSTROPHES = "'\N{RIGHT SINGLE QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}\N{MODIFIER LETTER APOSTROPHE}\N{PRIME}`\N{ACUTE ACCENT}"
"""All forms of the apostrophe in names. Phones and word processors use other forms than keyboards."""
_AROUND = _APOSTROPHES + '"“”„‟«»‹›'
"""The quotation marks around a nickname. They are not part of the nickname."""
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters whose accent cannot be removed, and their spelling on keyboards that lack them."""


class Pseudonyms:
    """The pseudonyms of these people. `secret` is the secret of the exercise."""

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
        """Return the pseudonyms of an exercise."""
        return cls(record.papers.signing_seed, (person.name for person in record.began.people))

    @property
    def people(self) -> Mapping[str, str]:
        """The pseudonym of every named person."""
        return MappingProxyType(self._known)

    def text(self, text: str) -> str:
        """Return a text with pseudonyms in place of names and parts of names, in any spelling. Each line is cleaned
        as by `plain`."""
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
        """Return the pseudonym for each part of a name that is more than a letter or a number."""
        return _owned(
            (part, pseudonym)
            for name, pseudonym in self._known.items()
            for part in (each.strip(_AROUND) for each in _PART.findall(name))
            if len(part) >= PART_CHARS_MIN and not part.isdigit()
        )


def _folded(name: str) -> str:
    return re.sub(f"[{_APOSTROPHES}]", "'", unicodedata.normalize("NFC", name).strip().lower())


def _owned(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the pseudonym for each word. A word that several people share becomes SOMEBODY."""
    found: dict[str, set[str]] = {}
    for word, pseudonym in pairs:
        found.setdefault(word, set()).add(pseudonym)
    return {word: whose.pop() if len(whose) == 1 else SOMEBODY for word, whose in found.items()}


def _bare(text: str) -> tuple[str, Sequence[int]]:
    """Return a text in lower case without accents, and for each letter its place in the original text."""
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
    """Return the pattern that finds names.

    It finds whole words, the genitive, and the start of a line in an answer that is written as JSON. In scripts
    without spaces it finds names anywhere. The pattern tests the start of a word once, and not for each name.
    """
    wide = "|".join(_whole(name) for name in names if _is_wide(name[0]))
    words = "|".join(_whole(name) for name in names if not _is_wide(name[0]))
    return re.compile(rf"(?:(?<![^\W\d_])|(?<=\\n))(?:{words or '(?!)'})|{wide or '(?!)'}")


def _whole(name: str) -> str:
    """Return the pattern that finds one whole name. A number is not found inside a longer one."""
    before = r"(?<!\d)" if name[0].isdigit() else ""
    figure = r"(?!\d)" if name[-1].isdigit() else ""
    after = "" if _is_wide(name[-1]) else r"(?=s?(?![^\W\d_]))"
    return before + _BETWEEN.join(re.escape(part) for part in name.split()) + figure + after


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"
