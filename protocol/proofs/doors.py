"""The door: the exchange (SPAKE2, after RFC 9382) that admits the key of a client that knows the code on a card.

The door has its own socket, one port above the arbiter's. Its CURVE key pair is published (`DOOR_SEED`). This key
pair hides the exchange from a passive listener but proves nothing. The code on the card proves each side to the
other.

1. Knock(plate, key, element)       client -> door    its CURVE public key and its SPAKE2 element
2. Answer(element, server_key)      door -> client    the arbiter's CURVE public key and its element
3. Proof(plate, kind, proof)        client -> door    HMAC of both keys and the kind; key: shared secret
4. Admit(proof, ...) or Turned      door -> client    the arbiter's own HMAC: now the client trusts server_key

Both proofs cover both CURVE keys. So an attacker in the middle with other keys fails.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal
from unicodedata import name

from pydantic import Field, StringConstraints
from warcouncil.protocol.sentences.sentence import say
from warcouncil.protocol.words import Envelope, Model, Name, Role, Text

DOOR_SEED = b"warcouncil door: a published key"
"""The seed of the door's CURVE secret key, 32 bytes. It is public on purpose."""
DOOR_BYTES = 1024
"""The size of every frame at the door, in bytes."""

CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, which has no I, L, O and U."""
PLATE_CHARS = 3
SECRET_CHARS = 8
"""8 letters of 5 bits each make 40 bits."""

_ALIKE = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})
_WIDE = {ord(char) + 0xFEE0: char for char in map(chr, range(0x21, 0x7F))}
"""The letters and digits of full width that Chinese and Japanese keyboards type."""

Plate = Annotated[str, StringConstraints(min_length=PLATE_CHARS, max_length=PLATE_CHARS)]
HexBytes = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{2,256}$")]
CurveKey = Annotated[str, StringConstraints(min_length=40, max_length=40)]
"""A CURVE public key in Z85."""


class BadCode(ValueError):
    """The typed text cannot be a code. The error text says what a code looks like."""


class CodeText(Model):
    """The code on a card. The plate identifies the seat or console. The secret proves that its sender has the card."""

    plate: Name
    secret: Name

    def __str__(self) -> str:
        return f"{self.plate}-{self.secret[:4]}-{self.secret[4:]}"


def parse_code(text: str) -> CodeText:
    """Parse a code as a person types it. Any case, spaces and dashes, O for 0, I or L for 1, and letters of full
    width are accepted.

    Raises BadCode. Its text says where a letter of another alphabet is, because such a letter can look the same.
    """
    plain = "".join(char for char in text.translate(_WIDE).upper() if char.isalnum()).translate(_ALIKE)
    if strange := [at for at, char in enumerate(plain, 1) if char.isalpha() and not _is_latin(char)]:
        raise BadCode(say("codes.other_alphabet", at=strange[0]))
    if len(plain) != PLATE_CHARS + SECRET_CHARS or any(char not in CODE_ALPHABET for char in plain):
        raise BadCode(say("codes.code"))
    return CodeText(plate=plain[:PLATE_CHARS], secret=plain[PLATE_CHARS:])


def _is_latin(letter: str) -> bool:
    return name(letter, "").startswith("LATIN")


def parse_plate(text: str) -> str:
    """Parse the plate, the beginning of a code, as a person types it. Raises BadCode."""
    plain = text.strip().upper().translate(_ALIKE)
    if len(plain) != PLATE_CHARS or any(char not in CODE_ALPHABET for char in plain):
        raise BadCode(say("codes.plate"))
    return plain


class Kind(StrEnum):
    """The kind of a client at the door. A card admits one kind only, so a wrong program cannot take a place."""

    SEAT = "seat"
    CONSOLE = "console"
    PROJECTOR = "projector"


KINDS: dict[Role, Kind] = {
    Role.SEAT: Kind.SEAT,
    Role.WATCHER: Kind.SEAT,
    Role.STAND_IN: Kind.SEAT,
    Role.UMPIRE: Kind.CONSOLE,
    Role.OBSERVER: Kind.CONSOLE,
    Role.TECHNICAL: Kind.CONSOLE,
    Role.DISPLAY: Kind.PROJECTOR,
}
"""The kind of client for each role."""


class Turned(StrEnum):
    """The reason why the door refuses a client."""

    WRONG_CODE = "wrong_code"
    WRONG_KIND = "wrong_kind"
    DRIVEN = "driven"
    BUSY = "busy"
    MALFORMED = "malformed"
    WRONG_VERSION = "wrong_version"


class Knock(Model):
    """Step 1 of the exchange."""

    type: Literal["knock"] = "knock"
    plate: Plate
    key: CurveKey
    element: HexBytes


class Proof(Model):
    """Step 3 of the exchange."""

    type: Literal["proof"] = "proof"
    plate: Plate
    kind: Kind
    proof: HexBytes


class ToDoor(Envelope):
    """The envelope of a message from a client to the door."""

    body: Annotated[Knock | Proof, Field(discriminator="type")]


class Reveal(Model):
    """Step 2 of the exchange."""

    type: Literal["reveal"] = "reveal"
    element: HexBytes
    server_key: CurveKey


class Admit(Model):
    """Step 4 of the exchange: the arbiter has admitted the client's key."""

    type: Literal["admit"] = "admit"
    proof: HexBytes
    exercise: Name


class TurnedAway(Model):
    """The door refuses the client, with the reason."""

    type: Literal["turned_away"] = "turned_away"
    why: Turned
    text: Text
    kind: Kind | None = None
    """The kind of client that the card admits. Only `wrong_kind` says it, so a stranger does not learn it."""


class ToKnocker(Envelope):
    """The envelope of a message from the door."""

    body: Annotated[Reveal | Admit | TurnedAway, Field(discriminator="type")]
