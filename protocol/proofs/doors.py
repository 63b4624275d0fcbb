"""The door: how someone with a seat card becomes a key that the arbiter knows (SPAKE2, RFC 9382 in spirit).

The door is a socket of its own, one port above the arbiter's. Its CURVE key pair is published (`DOOR_SEED`): it hides
the exchange from a passive listener and proves nothing; the code on the card proves each side to the other.

1. Knock(plate, key, element)       client -> door    its CURVE public key and its SPAKE2 element
2. Answer(element, server_key)      door -> client    the arbiter's CURVE public key and its element
3. Proof(plate, kind, proof)        client -> door    HMAC of both keys, and of what it wants to be, under the shared secret
4. Admit(proof, ...) or Turned      door -> client    the arbiter's own HMAC: now the client trusts server_key

Both proofs bind both CURVE keys, so that a man in the middle with keys of his own fails.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from warcouncil.protocol.words import Envelope, Model, Name, Role, Text

DOOR_SEED = b"warcouncil door: a published key"
"""32 bytes: the seed of the door's CURVE secret key, known to everyone on purpose."""
DOOR_BYTES = 1024
"""The size of every frame at the door."""

CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O, U."""
PLATE_CHARS = 3
SECRET_CHARS = 8
"""8 letters of 5 bits: 40 bits."""

_ALIKE = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})

Plate = Annotated[str, StringConstraints(min_length=PLATE_CHARS, max_length=PLATE_CHARS)]
HexBytes = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{2,256}$")]
CurveKey = Annotated[str, StringConstraints(min_length=40, max_length=40)]
"""A CURVE public key in Z85."""


class BadCode(ValueError):
    """A typed code that cannot be one. The text says what a code looks like."""


class CodeText(Model):
    """A seat card's code: the plate names the seat's entry, the secret proves who holds the card."""

    plate: Name
    secret: Name

    def __str__(self) -> str:
        return f"{self.plate}-{self.secret[:4]}-{self.secret[4:]}"


def parse_code(text: str) -> CodeText:
    """Read a code as a person types it: any case, spaces or dashes, O for 0, I or L for 1. Raises BadCode."""
    plain = "".join(char for char in text.upper() if char.isalnum()).translate(_ALIKE)
    if len(plain) != PLATE_CHARS + SECRET_CHARS or any(char not in CODE_ALPHABET for char in plain):
        raise BadCode("a code has 11 letters and digits, such as 7K3-Q4MN-P2XT")
    return CodeText(plate=plain[:PLATE_CHARS], secret=plain[PLATE_CHARS:])


def parse_plate(text: str) -> str:
    """Read the beginning of a code, as a person types it. Raises BadCode."""
    plain = text.strip().upper().translate(_ALIKE)
    if len(plain) != PLATE_CHARS or any(char not in CODE_ALPHABET for char in plain):
        raise BadCode("the beginning of a code: 3 letters and digits, such as 7K3")
    return plain


class Kind(StrEnum):
    """What kind of client knocks. A card lets in one kind alone, so that the wrong program takes nobody's place."""

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
"""What kind of client each role is for."""


class Turned(StrEnum):
    """Why the door stays shut."""

    WRONG_CODE = "wrong_code"
    WRONG_KIND = "wrong_kind"
    DRIVEN = "driven"
    BUSY = "busy"
    MALFORMED = "malformed"
    WRONG_VERSION = "wrong_version"


class Knock(Model):
    """Step 1."""

    type: Literal["knock"] = "knock"
    plate: Plate
    key: CurveKey
    element: HexBytes


class Proof(Model):
    """Step 3."""

    type: Literal["proof"] = "proof"
    plate: Plate
    kind: Kind
    proof: HexBytes


class ToDoor(Envelope):
    """The envelope of what a client sends to the door."""

    body: Annotated[Knock | Proof, Field(discriminator="type")]


class Reveal(Model):
    """Step 2."""

    type: Literal["reveal"] = "reveal"
    element: HexBytes
    server_key: CurveKey


class Admit(Model):
    """Step 4: the seat's key is known from now on."""

    type: Literal["admit"] = "admit"
    proof: HexBytes
    exercise: Name


class TurnedAway(Model):
    """The door stays shut, and why."""

    type: Literal["turned_away"] = "turned_away"
    why: Turned
    text: Text


class ToKnocker(Envelope):
    """The envelope of what the door sends."""

    body: Annotated[Reveal | Admit | TurnedAway, Field(discriminator="type")]
