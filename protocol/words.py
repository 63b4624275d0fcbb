"""Names, limits and the cleaning of people's text, shared by every floor."""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Final, Literal, NewType

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

WIRE_VERSION: Final = 2
"""Both ends must hold exactly this number; there is no negotiation."""

SeatId = NewType("SeatId", str)
"""A role at a table, such as `red.army` or `india`."""
TeamId = NewType("TeamId", str)
"""The side that a seat belongs to, such as `red`."""
ChannelId = NewType("ChannelId", str)
"""A conversation at a table, such as `red` or `india+pakistan`."""
TableId = NewType("TableId", int)
"""A table's number in the exercise, from 1."""
GateNo = NewType("GateNo", int)
"""A gate's number at its table, from 1."""

SPEECH_CHARS_MAX = 280
REASON_CHARS_MAX = 280
NAME_CHARS_MAX = 64
COMBINING_MAX = 3
WRITTEN_CHARS_MAX = 1200
"""No text that a person writes into a form is longer, all its lines together."""
WRITTEN_LINES_MAX = 40
"""Nor has it more lines."""
ADDRESS_CHARS_MAX = 128
ADDRESSES_MAX = 8
"""So many addresses of one exercise are told, and tried."""
DIGITS_MAX = 4_000
"""What has more digits is no number: Python refuses to read some 4,300."""

Name = Annotated[str, StringConstraints(max_length=NAME_CHARS_MAX)]
"""A short identifier in a message."""
Text = Annotated[str, StringConstraints(max_length=2000)]
"""A sentence or a paragraph written by the rules, never by a player."""
LongText = Annotated[str, StringConstraints(max_length=6000)]
"""A document written by the rules, or by who wrote the exercise."""
MessageId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
"""128 random bits in hexadecimal, made by the sender; a repeat has one effect."""

AddressText = Annotated[
    str,
    StringConstraints(
        max_length=ADDRESS_CHARS_MAX,
        pattern=r"^(\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z]([0-9A-Za-z._-]*[0-9A-Za-z])?):([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-4])$",
    ),
]
"""The seats' port of an arbiter: `host:port` or `[ipv6]:port`, always with its port."""
WebText = Annotated[
    str, StringConstraints(max_length=ADDRESS_CHARS_MAX, pattern=r"^https?://[0-9A-Za-z:.\[\]_-]+/?$")
]
"""Where browsers come in."""
Addresses = Annotated[tuple[AddressText, ...], Field(max_length=ADDRESSES_MAX)]
"""Where an exercise may be found, the likeliest first."""
WebPlaces = Annotated[tuple[WebText, ...], Field(max_length=ADDRESSES_MAX)]

Speech = Annotated[str, StringConstraints(min_length=1, max_length=SPEECH_CHARS_MAX)]
"""What a person writes to others."""
Written = Annotated[str, StringConstraints(min_length=1, max_length=WRITTEN_CHARS_MAX)]
"""What a person writes in several lines."""
Reason = Annotated[str, StringConstraints(min_length=1, max_length=REASON_CHARS_MAX)]
"""Why an umpire rules as he does."""

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Me"})
"""Categories of characters that go: what a terminal could obey, what nobody can see, and marks that draw over others."""
_BLANK = frozenset("\n\t\r\u2028\u2029\u115f\u1160\u2800\u3164\uffa0")
"""What becomes a space: line ends, and letters and signs that are drawn as nothing (the fillers of Hangul, empty braille)."""


NUMBER_MAX = 2**53 - 1
"""Up to here every language reads a number exactly (RFC 8259, section 6)."""


class Model(BaseModel):
    """A frozen value with no unknown fields, and no number without end."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def plain(text: str) -> str:
    """Give a text of any length as `clean` does."""
    return clean(text, len(text))


Plain = Annotated[str, AfterValidator(plain)]
"""What a person wrote into a plan or a file: whoever prints it prints nothing that a terminal could obey."""


class Role(StrEnum):
    """What a key is admitted for."""

    SEAT = "seat"
    """Drives a seat: declares and speaks for it."""
    WATCHER = "watcher"
    """One of a seat's crew who sees what its driver sees."""
    STAND_IN = "stand_in"
    """A bot to which an umpire handed a seat."""
    UMPIRE = "umpire"
    """Sees and steers the tables named, or (the director) all of them."""
    OBSERVER = "observer"
    """Sees what an umpire sees, and touches nothing."""
    TECHNICAL = "technical"
    """Sees who is linked and re-issues codes, and sees nothing of any game."""
    DISPLAY = "display"
    """A projector: sees what is public."""


class Envelope(Model):
    """What every message begins with: the version of the wire. Another number is refused, there is no negotiation."""

    v: Literal[2] = WIRE_VERSION


def typed_number(text: str) -> int | None:
    """Give the whole number that a person typed in plain digits; None for anything else, and for thousands of digits,
    of which Python makes no number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS_MAX else None


def clean(text: str, chars_max: int = SPEECH_CHARS_MAX) -> str:
    """Give `text` without anything that a terminal could obey.

    Control, format, bidirectional, surrogate, private and unassigned characters and enclosing marks go; line ends and
    blank letters become spaces; of the marks (Unicode's category M, whatever their combining class) more than three in
    a row go, and all that stand on nothing; the rest is NFC, cut to `chars_max` characters.
    """
    if text.isascii() and text.isprintable():  # nearly all that is drawn; each letter of it may stay
        return text.strip()[:chars_max].rstrip()
    return _clean_once(text, chars_max) if len(text) <= _REMEMBERED_CHARS_MAX else _cleaned(text, chars_max)


def clean_lines(text: str, chars_max: int = WRITTEN_CHARS_MAX) -> str:
    """Give a text of several lines, each as `clean` gives it: at most one empty line between two, none around them all, and no
    more than WRITTEN_LINES_MAX. A line ends with a line feed, whatever ended it before; all of it is cut to `chars_max`."""
    kept: list[str] = []
    for line in map(plain, text.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept[:WRITTEN_LINES_MAX])[:chars_max].rstrip()


def _cleaned(text: str, chars_max: int) -> str:
    kept: list[str] = []
    marks = COMBINING_MAX
    # What goes may have parted a letter from its mark.
    for char in unicodedata.normalize("NFC", "".join(map(_seen, text))):
        marks = COMBINING_MAX if char == " " else marks + 1 if unicodedata.category(char)[0] == "M" else 0
        if marks <= COMBINING_MAX:
            kept.append(char)
    return "".join(kept).strip()[:chars_max].rstrip()


def _seen(char: str) -> str:
    """Give what is drawn of a character: itself, a space, or nothing."""
    category = unicodedata.category(char)
    if char in _BLANK or category == "Zs":
        return " "
    return "" if category in _HIDDEN else char


_REMEMBERED_CHARS_MAX = 500
_clean_once = lru_cache(maxsize=1024)(_cleaned)
"""Names and sentences are drawn many times a second: what became of the last of them is remembered."""
