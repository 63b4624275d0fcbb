"""What limits a flow: a bucket that fills steadily and is taken from."""

from __future__ import annotations


class Bucket:
    """`rate` a second flow in, up to `depth`. Time is the caller's, in seconds."""

    __slots__ = ("_depth", "_level", "_rate", "_seen")

    def __init__(self, rate: float, depth: float) -> None:
        self._rate = rate
        self._depth = depth
        self._level = depth
        self._seen: float | None = None

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Take an amount if there is enough; say whether."""
        self._fill(now)
        if self._level < amount:
            return False
        self._level -= amount
        return True

    def owe(self, now: float, amount: float) -> float:
        """Take an amount whatever there is; give the seconds after which the debt is paid."""
        self._fill(now)
        self._level -= amount
        return max(0.0, -self._level / self._rate)

    def _fill(self, now: float) -> None:
        if self._seen is not None:
            self._level = min(self._depth, self._level + (now - self._seen) * self._rate)
        self._seen = now
