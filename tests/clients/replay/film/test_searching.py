"""Searching finds lines, events and rulings that contain all words, and only those that the chosen viewpoint knew."""

from __future__ import annotations

from warcouncil.clients.replay.film.film import MarkKind
from warcouncil.clients.replay.film.searching import Search, matches, nearest, said

from tests.clients.replay.films import ALL_EYES, BLACK_EYES, RED_EYES, Reel, mark


def test_every_word_counts_in_any_case_and_the_speaker_too() -> None:
    """A tutor does not find a sentence that they remember."""
    marks = Reel().marks(ALL_EYES)
    assert [each.spot.seq for each in matches(marks, "HIGH red")] == [3]
    assert [each.spot.seq for each in matches(marks, "loud")] == [9]
    assert matches(marks, "high black") == ()
    assert matches(marks, "  ") == ()


def test_nothing_is_found_that_was_not_noticed() -> None:
    """A search as a seat reveals what the other side said, or what umpires ruled."""
    reel = Reel()
    for words in ("bid", "loud", "secret"):
        assert [each.spot.seq for each in matches(reel.marks(BLACK_EYES), words)] in ([], [7])
    assert [each.spot.seq for each in matches(reel.marks(RED_EYES), "bid")] == [3]


def test_the_next_match_comes_after_here_and_then_from_the_beginning() -> None:
    """The n key goes back and forth between the same two matches."""
    found = tuple(mark(seq, seq, MarkKind.SPOKE, text="x") for seq in (3, 5, 9))
    assert [nearest(found, seq, 1) for seq in (0, 3, 5, 8, 9)] == [0, 1, 2, 2, 0]
    assert [nearest(found, seq, -1) for seq in (0, 3, 5, 8, 10)] == [2, 2, 0, 1, 2]


def test_a_match_is_said_in_one_line_with_its_kind() -> None:
    """If this fails, a tutor cannot tell a ruling from what a seat said."""
    assert said(mark(1, 1, MarkKind.RULED, text="a b")) == "ruling: a b"


def test_matches_are_gone_through_in_a_circle_until_they_are_forgotten() -> None:
    """The second search continues with the matches of the first one."""
    search = Search()
    assert search.go(1) is None
    marks = tuple(mark(seq, seq, MarkKind.SPOKE, text=f"bid {seq}") for seq in (3, 5, 9))
    assert search.begin(marks, "bid", 4)
    gone = [search.go(1) for _ in range(4)]
    assert [each.spot.seq for each in gone if each is not None] == [5, 9, 3, 5]
    assert search.words == "2 of 3: message: bid 5"
    assert not search.begin(marks, "loud", 4)
    again = search.go(-1)
    assert again is not None
    assert again.spot.seq == 3
    search.forget()
    assert search.go(1) is None
