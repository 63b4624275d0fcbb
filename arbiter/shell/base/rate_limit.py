"""A rate limit: a token bucket."""

from __future__ import annotations


class Bucket:
    """A bucket that gains `rate` units a second, up to `depth`. The caller passes the time in seconds."""

    __slots__ = ("_depth", "_level", "_rate", "_seen")

    def __init__(self, rate: float, depth: float) -> None:
        self._rate = rate
        self._depth = depth
        self._level = depth
        self._seen: float | None = None

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Take an amount if the bucket holds enough. Return whether it did."""
        self._fill(now)
        if self._level < amount:
            return False
        self._level -= amount
        return True

    def owe(self, now: float, amount: float) -> float:
        """Take an amount even if the bucket holds less. Return the seconds until the debt is paid."""
        self._fill(now)
        self._level -= amount
        return max(0.0, -self._level / self._rate)

    def _fill(self, now: float) -> None:
        if self._seen is not None:
            self._level = min(self._depth, self._level + (now - self._seen) * self._rate)
        self._seen = now


class Buckets:
    """One bucket for each of many names. If there are too many, all are discarded, and new ones begin full."""

    def __init__(self, rate: float, depth: float, names_max: int = 10_000) -> None:
        self._rate = rate
        self._depth = depth
        self._names_max = names_max
        self._buckets: dict[str, Bucket] = {}

    def take(self, name: str, now: float) -> bool:
        """Take one unit from the bucket of a name, if it has one. Return whether it had one."""
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= self._names_max:
                self._buckets.clear()
            bucket = self._buckets[name] = Bucket(self._rate, self._depth)
        return bucket.take(now)
