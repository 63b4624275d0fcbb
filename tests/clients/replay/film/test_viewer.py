"""A viewer of a film sees what the chosen viewpoint saw, and the truth beside it only on request."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.clients.replay.film.film import FilmBookmark, Instant
from warcouncil.clients.replay.film.viewer import Viewer

from tests.clients.replay.films import ALL_EYES, BLACK_EYES, PUBLIC_EYES, RED_EYES, Reel


def test_a_sight_is_asked_for_once_a_record_and_pair_of_eyes() -> None:
    """A replay that plays on computes the complete table ten times a second."""
    reel = Reel()
    viewer = Viewer(reel, RED_EYES)
    first = viewer.sight
    assert viewer.sight is first
    viewer.walk.to(Instant(2, 700))
    assert viewer.sight is first
    assert viewer.since_ms == 700
    viewer.look(1)
    assert viewer.eyes is BLACK_EYES
    assert viewer.sight is not first
    assert [name for _, name in reel.asked] == ["red", "black"]


def test_eyes_go_round_both_ways() -> None:
    """The last viewpoint is not followed by the first."""
    viewer = Viewer(Reel(), RED_EYES)
    viewer.look(-1)
    assert viewer.eyes is ALL_EYES
    viewer.look(1)
    assert viewer.eyes is RED_EYES


def test_the_truth_is_shown_only_on_request() -> None:
    """A seat's replay shows the other side's cards."""
    viewer = Viewer(Reel(), RED_EYES)
    assert viewer.truth is None
    assert viewer.beside == ""
    for words in ({"split": True}, {"dim": True}):
        viewer.compare(**words)
        assert viewer.truth is not None
        assert viewer.beside
    viewer.compare()
    assert viewer.truth is None


def test_it_is_said_why_nothing_can_be_compared() -> None:
    """The key does nothing, and the viewer does not know why."""
    viewer = Viewer(Reel(), RED_EYES)
    assert viewer.no_truth == ""
    truth = viewer.film.truth(viewer.walk.spot)
    assert truth is not None
    assert [gap.what for gap in viewer.gaps(truth)] == ["TRUE SECRET"]
    viewer.eyes = ALL_EYES
    assert "Nothing is hidden from the umpire." in viewer.no_truth


def test_bookmarks_are_read_by_the_umpires_eyes_and_gone_to_in_order() -> None:
    """A viewer with a seat's viewpoint reads the umpire's note about the other side."""
    early, late = Instant(3, 5_000), Instant(9, 120_000)
    viewer = Viewer(
        Reel(flags=(FilmBookmark(early, "look here"), FilmBookmark(late, "of the day", of_the_day=True))),
        PUBLIC_EYES,
    )
    assert viewer.flag_words == ""
    assert viewer.to_flag(1)
    assert viewer.walk.spot == early
    assert "look here" not in viewer.flag_words
    assert viewer.own_flag is not None
    viewer.eyes = ALL_EYES
    assert "look here" in viewer.flag_words
    assert viewer.to_flag(1)
    assert viewer.walk.spot == late
    assert viewer.own_flag is None, "the day's notes are nobody's to take away"
    assert not viewer.to_flag(1)
    assert viewer.to_flag(-1)
    assert viewer.walk.spot == early


def test_another_reading_keeps_place_and_eyes() -> None:
    """A viewer who reads the file again is back at the beginning, with another viewpoint."""
    viewer = Viewer(Reel(), BLACK_EYES)
    viewer.walk.end()
    spot = viewer.walk.spot
    viewer.put(
        replace(Reel(), heading="again", eyes=(RED_EYES, replace(BLACK_EYES, title="Black again"), ALL_EYES))
    )
    assert viewer.walk.spot == spot
    assert viewer.film.heading == "again"
    assert viewer.eyes.title == "Black again"
    viewer.put(replace(Reel(), eyes=(RED_EYES, ALL_EYES)))
    assert viewer.eyes is ALL_EYES
