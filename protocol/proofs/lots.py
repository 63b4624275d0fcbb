"""Lots: the numbers from which the host and all seats of a table make its seed.

Arbiter and clients use the same code. Each party is bound to its number before any number is opened. The fingerprint
in `Welcome` binds the host, and a pledge binds each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from hashlib import blake2b
from typing import Annotated

from pydantic import Field, StringConstraints
from warcouncil.protocol.words import Model, Name, SeatId, TableId

Hex32 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal, for a lot or its fingerprint."""
Signature = Annotated[str, StringConstraints(max_length=256)]
"""An Ed25519 signature in hexadecimal, or an empty text."""
LOT_BYTES = 32
SEATS_MAX = 200


class Lot(Model):
    """The number that one seat adds to the seed of its table.

    `pledge` is None if the seat made no pledge. `number` is None if the seat opened no number in time. The seed then
    uses the pledge instead of the number.
    """

    seat: SeatId
    pledge: Hex32 | None = None
    number: Hex32 | None = None

    @property
    def counts(self) -> bool:
        """Whether the seed of the table uses this number."""
        return self.number is not None


class KeptLot(Model):
    """A lot that its client stores, as one line of a file of receipts. For each exercise, table and seat, only the
    newest line is used.

    `commitment` and `verify_key` are what the holder received when it joined. `taken` is the arbiter's signature of
    the pledge, and `taken_open` that of the number. `pledges`, `seed` and `signature` come from the newest `Draw`.
    They are empty before the first one.
    """

    exercise: Name
    table: TableId
    seat: SeatId
    lot: Hex32
    commitment: Name
    verify_key: Name
    taken: Signature = ""
    taken_open: Signature = ""
    pledges: Annotated[tuple[Hex32, ...], Field(max_length=SEATS_MAX)] = ()
    seed: Name = ""
    signature: Signature = ""

    @property
    def place(self) -> tuple[Name, TableId, SeatId, Name]:
        """Return the exercise, table, seat and host commitment to which this lot belongs."""
        return self.exercise, self.table, self.seat, self.commitment

    @property
    def pledge(self) -> str:
        """Return the fingerprint of the number. The holder of the seat is bound to it."""
        return pledge_of(self.exercise, self.table, self.seat, self.lot)

    def taken_for(self, *, opened: bool) -> bytes:
        """Return the bytes that the arbiter signed when it took the pledge or, with `opened`, the number."""
        return taken(self.exercise, table=self.table, seat=self.seat, pledge=self.pledge, opened=opened)

    def signed(self) -> bytes:
        """Return the bytes that the arbiter signed when it showed `pledges` and `seed`."""
        return signed(
            self.exercise,
            table=self.table,
            commitment=self.commitment,
            pledges=self.pledges,
            seed=self.seed,
        )


def pledge_of(exercise: Name, table: TableId, seat: SeatId, lot: str) -> str:
    """Return the fingerprint of a seat's number. A number is 32 random bytes, so the fingerprint does not reveal it."""
    return _hash(f"lot:{exercise}|{table}|{seat}|{lot}")


def blank_pledge(exercise: Name, table: TableId, seat: SeatId, host: str) -> str:
    """Return the fingerprint that is shown for a seat without a pledge. So players cannot see which seats made none.

    `host` is the host's number. Until that number is opened, this looks like any other pledge. The host cannot choose
    it.
    """
    return _hash(f"blank:{exercise}|{table}|{seat}|{host}")


def shown(exercise: Name, table: TableId, host: str, lots: Iterable[Lot]) -> tuple[str, ...]:
    """Return the pledges that the seats of a table see, one for each seat, in table order."""
    return tuple(lot.pledge or blank_pledge(exercise, table, lot.seat, host) for lot in lots)


def seed_made(exercise: Name, table: TableId, host: str, lots: Iterable[Lot]) -> str:
    """Return the seed of a table, made from the host's number and the lots of its seats in table order."""
    parts = [f"{lot.seat}={lot.number or lot.pledge or ''}" for lot in lots]
    return _hash("|".join([f"chance:{exercise}", str(table), host, *parts]))


def seed_print(exercise: Name, table: TableId, seed: str) -> str:
    """Return the fingerprint of a seed or of the host's number, as `Welcome.commitment` describes it."""
    return _hash(f"seed:{exercise}|{table}|{seed}")


def left_out_words(
    lots: Sequence[Lot], named: Callable[[SeatId], str] = str, bots: Container[SeatId] = ()
) -> str:
    """Return which seats' numbers the seed of a table does not use, and why. Return "" if it uses all of them.

    Seats in `bots` are not asked for a number.
    """
    late = ", ".join(named(lot.seat) for lot in lots if lot.pledge and not lot.counts)
    none = ", ".join(named(lot.seat) for lot in lots if not lot.pledge and lot.seat not in bots)
    played = ", ".join(named(lot.seat) for lot in lots if not lot.pledge and lot.seat in bots)
    why = ((late, "number not opened"), (none, "gave none"), (played, "a bot gives none"))
    left = [f"{who} ({what})" for who, what in why if who]
    return f"; left out: {'; '.join(left)}" if left else ""


def signed(exercise: Name, *, table: TableId, commitment: str, pledges: Sequence[str], seed: str) -> bytes:
    """Return the bytes that the arbiter signs when it shows the pledges of a table (with `seed` empty) or the
    finished seed."""
    return f"draw:{exercise}|{table}|{commitment}|{','.join(pledges)}|{seed}".encode()


def taken(exercise: Name, *, table: TableId, seat: SeatId, pledge: str, opened: bool) -> bytes:
    """Return the bytes that the arbiter signs when it has taken a pledge or, with `opened`, the number behind it."""
    return f"taken:{exercise}|{table}|{seat}|{pledge}|{'open' if opened else 'pledge'}".encode()


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=32).hexdigest()
