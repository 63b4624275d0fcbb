"""WrongCodes: which addresses gave wrong codes, how long each is blocked, and what umpires are told.

A guess is slowed for the address that it came from and for nobody else: no code is ever worn out by strangers.
"""

from __future__ import annotations

from dataclasses import dataclass

FREE = 3
"""So many wrong codes are slips of the hand: they cost no rest, and umpires are not called for them."""
REST_SECONDS, REST_SECONDS_MAX = 0.25, 2.0
"""After each wrong code more an address rests, twice as long each time. The longest rest is short, because somebody
with the right code may sit at the same address; docs/wire.md reckons what it leaves to chance."""
FORGOTTEN_AFTER_SECONDS = 600.0
ADDRESSES_MAX = 10_000


@dataclass(slots=True)
class _Record:
    wrong: int = 0
    last: float = 0.0
    told: int = 0


class WrongCodes:
    """Wrong codes by the address that they came from. Time is the caller's, in seconds."""

    def __init__(self) -> None:
        self._records: dict[str, _Record] = {}

    def wrong(self, address: str, now: float) -> float:
        """Count a wrong code; give how long its address rests."""
        record = self._records.pop(address, None) or _Record()
        if now - record.last > FORGOTTEN_AFTER_SECONDS:
            record = _Record()
        record.wrong, record.last = record.wrong + 1, now
        while len(self._records) >= ADDRESSES_MAX:
            del self._records[next(iter(self._records))]
        self._records[address] = record
        more = record.wrong - FREE
        return min(REST_SECONDS * 2.0 ** min(more - 1, 16), REST_SECONDS_MAX) if more > 0 else 0.0

    def news(self) -> dict[str, int]:
        """Give the addresses of which umpires have not heard all, and how many wrong codes came from each."""
        fresh = {
            address: record.wrong
            for address, record in self._records.items()
            if record.wrong > max(FREE, record.told)
        }
        for address, wrong in fresh.items():
            self._records[address].told = wrong
        return fresh
