"""The timeline shows the time of every event, and no event that the chosen viewpoint did not know."""

from __future__ import annotations

import pytest
from warcouncil.clients.replay.film.film import Eyes, FilmBookmark, FilmMark, Instant, MarkKind
from warcouncil.clients.replay.film.walk import Walk
from warcouncil.clients.replay.screen.timeline import (
    Axis,
    question_line,
    scale_lines,
    stopped_spans,
    talk_times,
)

from tests.clients.replay.films import ALL_EYES, BLACK_EYES, MINUTE, RED_EYES, Reel, mark

WIDTH = 100


def drawn(eyes: Eyes, spot: Instant, reel: Reel) -> list[str]:
    """Return the timeline for a viewpoint."""
    walk = Walk(reel)
    walk.to(spot)
    return [line.plain for line in scale_lines(Axis(reel), walk, eyes, reel.marks(eyes), WIDTH)]


def test_it_shows_turns_talk_pauses_seals_rulings_faults_bookmarks_and_where_one_is() -> None:
    """A tutor does not find where an event happened."""
    reel = Reel(flags=(FilmBookmark(Instant(6, MINUTE), "here"),))
    reel.all_marks = (
        *reel.all_marks,
        FilmMark(Instant(11, 3 * MINUTE + 5_000), MarkKind.FAULT, text="7 s were lost"),
    )
    turns, line, signs, question = drawn(ALL_EYES, Instant(5, 50_000), reel)
    axis = Axis(reel)
    place = {
        at: 1 + axis.cell(at, WIDTH - 2)
        for at in (0, 20_000, 50_000, MINUTE, MINUTE + 20_000, 2 * MINUTE, 3 * MINUTE)
    }
    assert turns.index("turn 1") == place[0]
    assert turns.index("turn 2") <= place[3 * MINUTE]
    assert line[place[50_000]] == "▲"
    assert line[place[20_000]] == "═"
    assert line[place[MINUTE + 20_000]] == "▒"
    assert line[place[2 * MINUTE]] == "─"
    assert line[place[3 * MINUTE]] == "┬"
    assert (signs[place[20_000]], signs[place[MINUTE]], signs[place[2 * MINUTE]]) == ("•", "⚑", "§")
    assert signs.rstrip()[-1] == "✗"
    assert "question 1 of 3" in question
    assert "Red 0:20, Black 0:50" in question


def test_a_seat_is_told_of_no_other_seal_of_no_ruling_and_of_no_talk_but_its_own() -> None:
    """The timeline shows which seats had sealed and when, although the board hides it."""
    reel = Reel()
    _, line, signs, question = drawn(BLACK_EYES, Instant(5, 50_000), reel)
    assert "Red" not in question
    assert "Black 0:50" in question
    assert "═" not in line
    assert "§" not in signs
    assert signs.count("•") == 1
    assert "talk" not in question


def test_later_events_of_a_question_are_not_told_yet() -> None:
    """The end of a question is known at its beginning."""
    reel = Reel()
    walk = Walk(reel)
    walk.to(Instant(4, 20_000))
    assert "Black" not in question_line(walk, ALL_EYES, reel.marks(ALL_EYES), WIDTH).plain


def test_a_changed_mind_is_counted() -> None:
    """The timeline does not show how often a seat changed its answer."""
    reel = Reel()
    reel.all_marks = (*reel.all_marks, mark(12, 3 * MINUTE + 9_000, MarkKind.CHANGED, RED_EYES.seats[0]))
    walk = Walk(reel)
    walk.end()
    assert "Red 0:09 (changed 1×)" in question_line(walk, RED_EYES, reel.marks(RED_EYES), WIDTH).plain


def test_talk_closes_before_the_end_and_a_clock_may_be_stopped_from_the_beginning() -> None:
    """The timeline shows talk where it was closed, or a running clock where it was stopped."""
    reel = Reel()
    assert talk_times(reel.gates[0], RED_EYES, 5 * MINUTE) == [(0, MINUTE - 10_000)]
    assert talk_times(reel.gates[0], BLACK_EYES, 5 * MINUTE) == []
    opened, ran = mark(1, 100, MarkKind.OPENED), mark(2, 900, MarkKind.RAN)
    assert stopped_spans([opened, ran], 5_000) == [(100, 900)]
    assert stopped_spans([opened, mark(3, 700, MarkKind.STOPPED)], 5_000) == [(700, 5_000)]
    assert stopped_spans([opened, mark(3, 700, MarkKind.STOPPED), mark(4, 800, MarkKind.CLOSED)], 5_000) == [
        (700, 800)
    ]


@pytest.mark.parametrize("width", [60, 80, 160, 300])
def test_every_line_keeps_within_the_screen(width: int) -> None:
    """The timeline moves the other parts of the screen."""
    reel = Reel()
    walk = Walk(reel)
    for spot in reel.beats:
        walk.to(spot)
        for line in scale_lines(Axis(reel), walk, ALL_EYES, reel.marks(ALL_EYES), width):
            assert line.cell_length <= width
