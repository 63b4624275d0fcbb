"""The hunt: inputs that reach new code are kept and damaged further; an input that breaks a promise is
shortened as far as possible.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random

from tests.fuzz.arcs import Arcs
from tests.fuzz.spoiling import spoilt
from tests.fuzz.target import Fault, Target, memory_fault, tried
from tests.shortening import shortened

SLOW_SECONDS = 1.0
"""The most processor time for an input, which also stops code outside our lines."""
SHORTEN_MAX = 400
_NEWEST = 12


@dataclass
class Hunt:
    """The state of the hunt in a decoder: the inputs that reached new code, and each broken promise once."""

    target: Target
    seed: int = 1
    pool: list[bytes] = field(default_factory=list)
    faults: dict[str, Fault] = field(default_factory=dict)
    tries: int = 0
    used: float = 0.0
    """Seconds of the processor."""

    def __post_init__(self) -> None:
        self._rng = Random(f"{self.target.name} {self.seed}")
        self._arcs = Arcs()
        self._reached: set[int] = set()
        self._arcs_reached: set[int] = set()

    @property
    def arcs(self) -> int:
        """How many arcs between lines of the product were taken."""
        return len(self._arcs_reached)

    def begin(self, seeds: Iterable[bytes]) -> None:
        """Try the real inputs."""
        for data in seeds:
            self.attempt(data)
        if not self.pool:
            self.pool.append(b"")

    def go_on(self, enough: Callable[[Hunt], bool]) -> None:
        """Damage and try inputs until the limit is reached."""
        while not enough(self):
            newest = self.pool[-_NEWEST:]
            data = self._rng.choice(newest if self._rng.random() < 0.4 else self.pool)
            made = spoilt(self._rng, self.target.kind, data, self._rng.choice(self.pool))
            self.attempt(made[: self.target.bytes_max])

    def attempt(self, data: bytes) -> None:
        """Try an input, and keep it if it reaches new code."""
        began = time.process_time()
        reached, fault = tried(self.target, data, self._arcs)
        used = time.process_time() - began
        self.tries += 1
        self.used += used
        if fault is None and used > SLOW_SECONDS and self._is_slow(data):
            fault = Fault(self.target.name, "takes too much of a processor", data)
        if fault is None and not reached <= self._reached:
            self._reached |= reached
            self._arcs_reached.update(self._arcs.counts)
            self.pool.append(data)
            fault = memory_fault(self.target, data)
        if fault is not None and _kind(fault) not in self.faults:
            self.faults[_kind(fault)] = self._shortened(fault)

    def _is_slow(self, data: bytes) -> bool:
        """Return whether an input is slow each time: a machine may have been busy once."""
        for _ in range(2):
            began = time.process_time()
            tried(self.target, data, self._arcs)
            if time.process_time() - began <= SLOW_SECONDS:
                return False
        return True

    def _shortened(self, fault: Fault) -> Fault:
        """Leave out what a fault does not need."""

        def without(best: Fault, start: int, end: int) -> Fault | None:
            _, found = tried(self.target, best.data[:start] + best.data[end:], self._arcs)
            return found if found is not None and _kind(found) == _kind(fault) else None

        return shortened(fault, lambda best: len(best.data), without, SHORTEN_MAX)


def _kind(fault: Fault) -> str:
    return fault.what.partition(",")[0]
