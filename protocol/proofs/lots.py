"""Lots: the numbers of which a table's chance is made, where the host and all who sit there make it together.

The same on both sides of the wire. Everybody is bound to his number before anybody opens one: the host by the fingerprint in
`Welcome`, each seat by its pledge.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from hashlib import blake2b
from typing import Annotated

from pydantic import Field, StringConstraints
from warcouncil.protocol.words import Model, Name, SeatId, TableId

Hex32 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal: a lot, or the fingerprint of one."""
Signature = Annotated[str, StringConstraints(max_length=256)]
"""Ed25519 in hexadecimal, or nothing."""
LOT_BYTES = 32
SEATS_MAX = 200


class Lot(Model):
    """What a seat put into the chance of its table: its pledge (None: it gave none), and the number that it opened (None:
    none in time; the pledge then stands in its place)."""

    seat: SeatId
    pledge: Hex32 | None = None
    number: Hex32 | None = None

    @property
    def counts(self) -> bool:
        """Whether its number is in the chance of its table."""
        return self.number is not None


class KeptLot(Model):
    """A lot as its client keeps it: one line of a file of receipts. The newest line of an exercise, table and seat counts.

    `commitment` and `verify_key` are what the holder was told when it joined. `taken` is the arbiter's signature for the pledge, and
    `taken_open` for the number itself. `pledges`, `seed` and `signature` are the newest `Draw` that was shown; none before that.
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
        """Say for which exercise, table, seat and number of the host it is."""
        return self.exercise, self.table, self.seat, self.commitment

    @property
    def pledge(self) -> str:
        """Give the fingerprint to which its holder was bound."""
        return pledge_of(self.exercise, self.table, self.seat, self.lot)

    def taken_for(self, *, opened: bool) -> bytes:
        """Give what the arbiter signed when it took the pledge, or (`opened`) the number."""
        return taken(self.exercise, table=self.table, seat=self.seat, pledge=self.pledge, opened=opened)

    def signed(self) -> bytes:
        """Give what the arbiter signed when it showed `pledges` and `seed`."""
        return signed(
            self.exercise,
            table=self.table,
            commitment=self.commitment,
            pledges=self.pledges,
            seed=self.seed,
        )


def pledge_of(exercise: Name, table: TableId, seat: SeatId, lot: str) -> str:
    """Give the fingerprint of a seat's number. A number is 32 random bytes, so it tells nothing of them."""
    return _hash(f"lot:{exercise}|{table}|{seat}|{lot}")


def blank_pledge(exercise: Name, table: TableId, seat: SeatId, host: str) -> str:
    """Give what is shown in the place of a seat that gave no pledge, so that nobody sees who did not. `host` is the host's
    number: nobody can tell it from another before that is opened, and the host has no choice in it."""
    return _hash(f"blank:{exercise}|{table}|{seat}|{host}")


def shown(exercise: Name, table: TableId, host: str, lots: Iterable[Lot]) -> tuple[str, ...]:
    """Give the pledges as they are shown to the seats of a table, in table order, one for each seat."""
    return tuple(lot.pledge or blank_pledge(exercise, table, lot.seat, host) for lot in lots)


def seed_made(exercise: Name, table: TableId, host: str, lots: Iterable[Lot]) -> str:
    """Give the seed of a table, of the host's number and what its seats put in, in table order."""
    parts = [f"{lot.seat}={lot.number or lot.pledge or ''}" for lot in lots]
    return _hash("|".join([f"chance:{exercise}", str(table), host, *parts]))


def seed_print(exercise: Name, table: TableId, seed: str) -> str:
    """Give the fingerprint of a seed, or of the host's number, as `Welcome.commitment` describes it."""
    return _hash(f"seed:{exercise}|{table}|{seed}")


def left_out_words(
    lots: Sequence[Lot], named: Callable[[SeatId], str] = str, bots: Container[SeatId] = ()
) -> str:
    """Say whose numbers are not in the chance of a table, and why not; "" where all are. `bots` were not asked for one."""
    late = ", ".join(named(lot.seat) for lot in lots if lot.pledge and not lot.counts)
    none = ", ".join(named(lot.seat) for lot in lots if not lot.pledge and lot.seat not in bots)
    played = ", ".join(named(lot.seat) for lot in lots if not lot.pledge and lot.seat in bots)
    why = ((late, "number not opened"), (none, "gave none"), (played, "a bot gives none"))
    left = [f"{who} ({what})" for who, what in why if who]
    return f"; left out: {'; '.join(left)}" if left else ""


def signed(exercise: Name, *, table: TableId, commitment: str, pledges: Sequence[str], seed: str) -> bytes:
    """Give what the arbiter signs when it shows the pledges of a table (`seed` empty), or that its chance is made."""
    return f"draw:{exercise}|{table}|{commitment}|{','.join(pledges)}|{seed}".encode()


def taken(exercise: Name, *, table: TableId, seat: SeatId, pledge: str, opened: bool) -> bytes:
    """Give what the arbiter signs when it has taken a pledge, or (`opened`) the number behind it."""
    return f"taken:{exercise}|{table}|{seat}|{pledge}|{'open' if opened else 'pledge'}".encode()


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=32).hexdigest()
