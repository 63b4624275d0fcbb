"""Receipts: the receipts of a key.

Each is verified when it comes and stored on disk. The newest one is shown to the arbiter on every new
connection.

The file also has the lots of the key. Each receipt and each lot is one line of JSON. The file is beside the
key's ticket, and only its owner may read it.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError
from warcouncil.clients.link.base import private_files
from warcouncil.clients.link.base.bounded_files import MB, read_bounded
from warcouncil.protocol.proofs.lots import KeptLot
from warcouncil.protocol.proofs.receipts import Held, Kept, digest_of
from warcouncil.protocol.proofs.signatures import is_signed
from warcouncil.protocol.wire.replies import Receipt, Welcome
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import Name, SeatId, TableId

K = TypeVar("K", Kept, KeptLot)
BYTES_MAX = 64 * MB
"""The largest file of receipts that is read."""
KEPT_MAX = 1000
"""How many of the newest receipts are stored for a key. The file has at most twice as many."""
ASKED_MAX = 256
"""How many declarations are remembered for comparison with their receipts.

It exceeds the limit for one gate.
"""


class Receipts:
    """The receipts of one key. Without a path they are kept only in memory."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._asked: dict[str, Declare] = {}
        text = _text(path)
        self._kept = _of(Kept, text)[-KEPT_MAX:]
        self._lots = {lot.place: lot for lot in _of(KeptLot, text)}
        """The newest lot of each place."""
        self._whole = not text or text.endswith(b"\n")
        """Whether the last line in the file is complete."""

    @property
    def newest(self) -> Held | None:
        """Return the newest receipt."""
        return self._kept[-1].held if self._kept else None

    def ask(self, declare: Declare) -> None:
        """Remember a declaration, to compare it with its receipt."""
        self._asked.pop(declare.id, None)
        self._asked[declare.id] = declare
        if len(self._asked) > ASKED_MAX:
            del self._asked[next(iter(self._asked))]

    def prove(self, receipt: Receipt, welcome: Welcome) -> Kept | None:
        """Return the proof in a receipt. Return None if the signature or the signed text is wrong."""
        asked = self._asked.get(receipt.id)
        if asked is None or receipt.gate != asked.gate:
            return None
        digest = digest_of(asked.answer)
        if not digest == receipt.digest == digest_of(receipt.answer):
            return None
        try:
            kept = Kept(
                exercise=welcome.exercise,
                table=welcome.table,
                seat=welcome.seat,
                gate=receipt.gate,
                id=receipt.id,
                digest=digest,
                signature=receipt.signature,
                answer=asked.answer,
                verify_key=welcome.verify_key,
                commitment=welcome.commitment,
            )
        except ValidationError:
            return None
        said = kept.signed(kept.exercise)
        return kept if is_signed(said, signature=kept.signature, verify_key=welcome.verify_key) else None

    def keep(self, kept: Kept) -> None:
        """Keep a receipt as the newest. Raises OSError."""
        if kept in self._kept:
            return
        self._kept.append(kept)
        if self._path is None:
            del self._kept[:-1]
            return
        if len(self._kept) > 2 * KEPT_MAX:
            del self._kept[:-KEPT_MAX]
            private_files.folder(self._path.parent)
            both = (*self._lots.values(), *self._kept)
            private_files.write(self._path, "".join(f"{each.model_dump_json()}\n" for each in both))
        else:
            self._append(self._path, kept)

    def lot(self, place: tuple[Name, TableId, SeatId, Name]) -> KeptLot | None:
        """Return the newest state of the lot that is stored for a place."""
        return self._lots.get(place)

    def keep_lot(self, lot: KeptLot) -> None:
        """Keep a lot. It replaces its older state. Raises OSError."""
        self._lots[lot.place] = lot
        if self._path is not None:
            self._append(self._path, lot)

    def _append(self, path: Path, kept: Kept | KeptLot) -> None:
        private_files.folder(path.parent)
        mend = "" if self._whole else "\n"
        private_files.append(path, f"{mend}{kept.model_dump_json()}\n")
        self._whole = True


def read_kept(path: Path) -> tuple[Kept | KeptLot, ...]:
    """Return the receipts and lots in a file. Invalid lines are skipped. Raises OSError."""
    text = read_bounded(path, BYTES_MAX)
    return (*_of(KeptLot, text), *_of(Kept, text))


def _text(path: Path | None) -> bytes:
    try:
        return read_bounded(path, BYTES_MAX) if path else b""
    except OSError:
        return b""


def _of(kind: type[K], text: bytes) -> list[K]:
    """Return the records of one kind in a file. Other lines, such as an incomplete one, are skipped."""
    found: list[K] = []
    for line in text.splitlines():
        with suppress(ValidationError):
            found.append(kind.model_validate_json(line))
    return found
