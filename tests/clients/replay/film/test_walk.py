"""Moving through a film: question by question, turn by turn, and in real time without the silent parts."""

from __future__ import annotations

import pytest
from warcouncil.clients.replay.film.film import Instant
from warcouncil.clients.replay.film.walk import LEAD_MS, SILENCE_MS, SPEEDS, Walk

from tests.clients.replay.films import ALL_EYES, MINUTE, RED_EYES, Reel


def test_questions_and_turns_are_where_they_opened() -> None:
    """A tutor presses a key and comes to another question than they meant."""
    walk = Walk(Reel())
    assert walk.spot == Instant(2, 0)
    assert (walk.step(1), walk.spot) == (True, Instant(6, MINUTE))
    assert (walk.turn(1), walk.spot) == (True, Instant(10, 3 * MINUTE))
    assert (walk.step(1), walk.turn(1), walk.spot) == (False, False, Instant(10, 3 * MINUTE))
    assert (walk.turn(-1), walk.spot) == (True, Instant(2, 0))
    assert (walk.step(-1), walk.turn(-1), walk.spot) == (False, False, Instant(2, 0))
    walk.end()
    assert (walk.spot, walk.place) == (Instant(11, 3 * MINUTE + 5_000), 2)
    walk.home()
    assert walk.spot == Instant(2, 0)


def test_moments_are_those_that_the_eyes_noticed() -> None:
    """Steps through one seat's viewpoint stop where another sealed, and so reveal it."""
    reel = Reel()
    walk = Walk(reel)
    stops = []
    while walk.moment(1, reel.marks(RED_EYES)):
        stops.append(walk.spot.seq)
    assert stops == [3, 4, 6, 7, 8, 10, 11]
    assert 5 in {mark.spot.seq for mark in reel.marks(ALL_EYES)}
    assert walk.moment(-1, reel.marks(RED_EYES))
    assert walk.spot.seq == 10


def test_time_passes_as_fast_as_is_said_where_something_happens() -> None:
    """A minute of play does not take a minute."""
    reel = Reel()
    for speed in SPEEDS:
        walk = Walk(reel)
        while walk.speed < speed:
            walk.faster(1)
        walk.playing = True
        walk.play(1_000 / speed, reel.marks(RED_EYES))
        assert walk.spot == Instant(2, 1_000)
    walk.faster(1)
    assert walk.speed == 64
    for _ in SPEEDS:
        walk.faster(-1)
    assert walk.speed == 1


def test_silences_are_cut_and_the_cut_is_told() -> None:
    """A debrief waits through minutes without activity, or skips an event."""
    reel = Reel()
    walk = Walk(reel)
    walk.playing = True
    walk.to(Instant(4, 20_000))
    walk.play(SILENCE_MS, reel.marks(RED_EYES))
    assert walk.spot == Instant(4, 20_000 + SILENCE_MS)
    walk.play(1, reel.marks(RED_EYES))
    assert walk.spot == Instant(5, MINUTE - LEAD_MS + 1)
    assert walk.cut_ms == 40_000 - SILENCE_MS - LEAD_MS


@pytest.mark.parametrize("step", [7, 100, 1_000, 10_000])
def test_playing_stops_at_the_end_and_passes_every_moment(step: int) -> None:
    """The replay plays for ever, or leaves the end out."""
    reel = Reel()
    marks = reel.marks(ALL_EYES)
    walk = Walk(reel)
    walk.speed, walk.playing = 64, True
    seen, turns = [walk.spot.seq], 0
    while walk.playing and turns < 10_000:
        walk.play(step / 64, marks)
        seen.append(walk.spot.seq)
        turns += 1
    assert walk.spot == Instant(11, 3 * MINUTE + 5_000)
    assert seen == sorted(seen)
    if step <= 1_000:
        assert set(seen) == {mark.spot.seq for mark in marks}
