"""WrongCodes: which addresses sent wrong codes, how long each is blocked, and what umpires read about it.

A wrong code slows only the address that sent it. So strangers can never make a code unusable.
"""

from __future__ import annotations

from dataclasses import dataclass

FREE = 3
"""How many wrong codes count as typing errors. They cause no rest and no alarm."""
REST_SECONDS, REST_SECONDS_MAX = 0.25, 2.0
"""The first rest of an address after a further wrong code. It doubles each time, up to the second number.

The longest rest is short, because a person with the right code may have the same address. docs/wire.md computes the
remaining chance of a guess.
"""
FORGOTTEN_AFTER_SECONDS = 600.0
ADDRESSES_MAX = 10_000


@dataclass(slots=True)
class _Record:
    wrong: int = 0
    last: float = 0.0
    told: int = 0


class WrongCodes:
    """Wrong codes by the address that sent them. The caller passes the time in seconds."""

    def __init__(self) -> None:
        self._records: dict[str, _Record] = {}

    def wrong(self, address: str, now: float) -> float:
        """Count a wrong code. Return for how many seconds its address rests."""
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
        """Return how many wrong codes each address sent, for the addresses with news for the umpires."""
        fresh = {
            address: record.wrong
            for address, record in self._records.items()
            if record.wrong > max(FREE, record.told)
        }
        for address, wrong in fresh.items():
            self._records[address].told = wrong
        return fresh
