"""Walk: the position in a film, its steps, and playback with silences shortened. It uses no screen and no clock."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from warcouncil.clients.replay.film.film import Film, FilmGate, FilmMark, Instant

SPEEDS = (1, 2, 4, 8, 16, 32, 64)
SILENCE_MS = 4000
"""How much of a silence is played, in exercise time. The rest is skipped."""
LEAD_MS = 1000
"""How long before the next event the skipped part of a silence ends."""


class Walk:
    """A position in a film. `marks` are the events that the viewpoint notices. The time between them is silence."""

    def __init__(self, film: Film) -> None:
        self.spot = Instant(0, 0)
        self.speed = 1
        self.playing = False
        self.cut_ms = 0
        """How much silence was skipped last. It is 0 if there was none."""
        self._rest_ms = 0.0
        self.put(film)
        self.to(film.gates[0].opened)

    def put(self, film: Film) -> None:
        """Continue with a new reading of the same record."""
        self.film = film
        self._seqs = [beat.seq for beat in film.beats]
        self._ats = [beat.at for beat in film.beats]
        self._opened = [gate.opened.seq for gate in film.gates]

    @property
    def ends_at(self) -> int:
        """The time of the last event."""
        return self._ats[-1]

    @property
    def place(self) -> int:
        """The index of the open question."""
        return max(0, bisect_right(self._opened, self.spot.seq) - 1)

    @property
    def gate(self) -> FilmGate:
        """The question that is open here."""
        return self.film.gates[self.place]

    # --- steps ----------------------------------------------------------------------------------------------------

    def to(self, spot: Instant) -> None:
        """Go to a position."""
        self.spot = spot
        self.cut_ms, self._rest_ms = 0, 0.0

    def step(self, by: int) -> bool:
        """Go to the opening of another question. Return whether there was one."""
        return self._open(self.place + by)

    def turn(self, by: int) -> bool:
        """Go to the first question of another turn.

        Backwards, go to the beginning of this turn first. Return whether there was one.
        """
        gates, here = self.film.gates, self.place
        firsts = [at for at, gate in enumerate(gates) if at == 0 or gate.turn != gates[at - 1].turn]
        now = bisect_right(firsts, here) - 1
        to = now if by < 0 and here > firsts[now] else now + by
        return 0 <= to < len(firsts) and self._open(firsts[to])

    def _open(self, place: int) -> bool:
        if not 0 <= place < len(self.film.gates):
            return False
        self.to(self.film.gates[place].opened)
        return True

    def moment(self, by: int, marks: Iterable[FilmMark]) -> bool:
        """Go to the next or the previous noticed event. Return whether there was one."""
        seqs = sorted({mark.spot.seq: mark.spot for mark in marks}.items())
        at = bisect_right([seq for seq, _ in seqs], self.spot.seq) if by > 0 else self._before(seqs)
        if not 0 <= at < len(seqs):
            return False
        self.to(seqs[at][1])
        return True

    def _before(self, seqs: list[tuple[int, Instant]]) -> int:
        return bisect_left([seq for seq, _ in seqs], self.spot.seq) - 1

    def home(self) -> None:
        """Go to the beginning."""
        self.to(self.film.gates[0].opened)

    def end(self) -> None:
        """Go to the end."""
        self.to(self.film.beats[-1])

    # --- playing --------------------------------------------------------------------------------------------------

    def faster(self, by: int) -> None:
        """Play faster, or slower."""
        to = SPEEDS.index(self.speed) + by
        self.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, to))]

    def play(self, ms: float, marks: Iterable[FilmMark]) -> None:
        """Advance by `ms` milliseconds of the viewer's time. Playback stops at the end."""
        times = sorted({mark.spot.at for mark in marks})
        left = ms * self.speed + self._rest_ms
        at, cut = self.spot.at, 0
        while left >= 1 and at < self.ends_at:
            next_at = times[place] if (place := bisect_right(times, at)) < len(times) else self.ends_at
            before = times[place - 1] if place else 0
            silent_from, silent_to = before + SILENCE_MS, next_at - LEAD_MS
            if silent_from <= at < silent_to:
                cut += silent_to - at
                at = silent_to
                continue
            goal = silent_from if at < silent_from < silent_to else next_at
            walked = min(left, goal - at)
            at += int(walked)
            left -= int(walked)
        self._rest_ms = left if at < self.ends_at else 0.0
        gate = self.place
        self.spot = Instant(max(self.spot.seq, self.seq_at(at)), at)
        self.cut_ms = cut or (self.cut_ms if self.place == gate else 0)
        if at >= self.ends_at:
            self.playing = False

    def seq_at(self, at: int) -> int:
        """Return the last record at an exercise time."""
        return self._seqs[max(0, bisect_right(self._ats, at) - 1)]
