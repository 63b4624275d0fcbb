"""Names, limits and text cleaning that every folder shares."""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Final, Literal, NewType

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

WIRE_VERSION: Final = 4
"""The version of the wire format. Both ends must have exactly this number. They do not negotiate."""

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
MESSAGE_CHARS_MAX = 2000
"""The maximum length of a message that was written in advance, in characters. It fits into one frame in any script."""
WRITTEN_CHARS_MAX = 1200
"""The maximum length of a text that a person writes into a form, in characters. It counts all lines together."""
WRITTEN_LINES_MAX = 40
"""The maximum number of lines in such a text."""
ADDRESS_CHARS_MAX = 128
ADDRESSES_MAX = 8
"""The maximum number of addresses of one exercise that an arbiter sends and a client tries."""
DIGITS_MAX = 4_000
"""The maximum number of digits that a person types for a number. Python refuses to parse more than about 4,300
digits.
"""

Name = Annotated[str, StringConstraints(max_length=NAME_CHARS_MAX)]
"""A short identifier in a message."""
TEXT_CHARS_MAX = 2000
Text = Annotated[str, StringConstraints(max_length=TEXT_CHARS_MAX)]
"""A sentence or a paragraph written by the rules, never by a player."""
LongText = Annotated[str, StringConstraints(max_length=6000)]
"""A document written by the rules or by the author of the exercise."""
MessageId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
"""128 random bits in hexadecimal, which the sender draws. A repeat has no second effect."""

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
"""The address at which browsers reach an exercise."""
Addresses = Annotated[tuple[AddressText, ...], Field(max_length=ADDRESSES_MAX)]
"""The addresses of an exercise, the most likely one first."""
WebPlaces = Annotated[tuple[WebText, ...], Field(max_length=ADDRESSES_MAX)]

Speech = Annotated[str, StringConstraints(min_length=1, max_length=SPEECH_CHARS_MAX)]
"""A line that a person writes to others."""
Written = Annotated[str, StringConstraints(min_length=1, max_length=WRITTEN_CHARS_MAX)]
"""A text of several lines that a person writes."""
Reason = Annotated[str, StringConstraints(min_length=1, max_length=REASON_CHARS_MAX)]
"""The reason that an umpire states for a ruling."""

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Me"})
"""Unicode categories that `clean` removes: control codes that a terminal could execute, invisible characters, and
marks that draw over other characters."""
_BLANK = frozenset("\n\t\r\u2028\u2029\u115f\u1160\u2800\u3164\uffa0")
"""Characters that `clean` turns into a space: line ends, and letters and signs that are drawn as nothing. Examples
are Hangul fillers and the empty braille pattern."""


NUMBER_MAX = 2**53 - 1
"""The largest number that every programming language reads exactly (RFC 8259, section 6)."""


class Model(BaseModel):
    """An immutable value without unknown fields. Its numbers are finite."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def plain(text: str) -> str:
    """Return a text as `clean` does, without a limit of length."""
    return clean(text, len(text))


Plain = Annotated[str, AfterValidator(plain)]
"""A text that a person wrote into a plan or a file. It has no sequence that a terminal executes when it is printed."""
PlainName = Annotated[str, StringConstraints(max_length=NAME_CHARS_MAX), AfterValidator(plain)]
"""A short text of the same kind: the name of an exercise, a table or a person."""


class Role(StrEnum):
    """The role for which a key is admitted."""

    SEAT = "seat"
    """Drives a seat: declares and speaks for it."""
    WATCHER = "watcher"
    """A member of a seat's crew. It sees what the driver of the seat sees."""
    STAND_IN = "stand_in"
    """A bot to which an umpire handed a seat."""
    UMPIRE = "umpire"
    """It sees and steers the named tables. The director sees and steers all of them."""
    OBSERVER = "observer"
    """It sees what an umpire sees. It can change nothing."""
    TECHNICAL = "technical"
    """It sees which seats are linked, and issues new codes. It sees nothing of any game."""
    DISPLAY = "display"
    """A projector, which sees what is public."""


class Envelope(Model):
    """The start of every message: the version of the wire format. A message with another version is refused."""

    v: Literal[4] = WIRE_VERSION


def typed_number(text: str) -> int | None:
    """Return the whole number that a person typed in plain digits.

    None for any other text. It is also None above DIGITS_MAX digits, which Python does not parse.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS_MAX else None


def clean(text: str, chars_max: int = SPEECH_CHARS_MAX) -> str:
    """Return `text` without any sequence that a terminal could execute.

    Control, format, bidirectional, surrogate, private and unassigned characters, and enclosing marks are removed.
    Line ends and blank letters become spaces. Of consecutive marks (Unicode category M, of any combining class), the
    first three remain. A mark without a letter is removed. The rest is normalised to NFC and cut to `chars_max`
    characters.
    """
    if (
        text.isascii() and text.isprintable()
    ):  # Nearly every text is printable ASCII, in which there is nothing to remove.
        return text.strip()[:chars_max].rstrip()
    return _clean_once(text, chars_max) if len(text) <= _REMEMBERED_CHARS_MAX else _cleaned(text, chars_max)


def clean_lines(text: str, chars_max: int = WRITTEN_CHARS_MAX) -> str:
    """Return a text of several lines, each cleaned as by `clean`.

    At most one empty line stays between two lines. Empty lines at the start and the end are removed. At most
    WRITTEN_LINES_MAX lines stay. A line feed separates two lines. The whole text is cut to `chars_max` characters.
    """
    kept: list[str] = []
    for line in map(plain, text.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept[:WRITTEN_LINES_MAX])[:chars_max].rstrip()


def _cleaned(text: str, chars_max: int) -> str:
    kept: list[str] = []
    marks = COMBINING_MAX
    # A removed character may have separated a letter from its mark.
    for char in unicodedata.normalize("NFC", "".join(map(_seen, text))):
        marks = COMBINING_MAX if char == " " else marks + 1 if unicodedata.category(char)[0] == "M" else 0
        if marks <= COMBINING_MAX:
            kept.append(char)
    return "".join(kept).strip()[:chars_max].rstrip()


def _seen(char: str) -> str:
    """Return the visible form of a character: the character itself, a space, or nothing."""
    category = unicodedata.category(char)
    if char in _BLANK or category == "Zs":
        return " "
    return "" if category in _HIDDEN else char


_REMEMBERED_CHARS_MAX = 500
_clean_once = lru_cache(maxsize=1024)(_cleaned)
"""The newest results are cached, because screens draw the same names and sentences many times a second."""
