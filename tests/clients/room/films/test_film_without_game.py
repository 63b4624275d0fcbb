"""A table whose game is missing: times, seals, talk and rulings are shown, and no board is invented."""

from __future__ import annotations

from warcouncil.clients.replay.film.film import Film, Instant, MarkKind
from warcouncil.clients.room.films.film_without_game import FilmWithoutGame
from warcouncil.clients.room.films.make_film import film_of
from warcouncil.games import registry

from tests.clients.replay.films import morning_file, morning_film


def said(film: Film, kind: MarkKind) -> list[tuple[Instant, str, str]]:
    """Return the marks of a kind: lines, rulings or notes."""
    marks = film.marks(film.eyes[-1])
    return [(mark.spot, mark.seat, mark.text) for mark in marks if mark.kind is kind]


def test_the_recorded_times_are_those_of_a_table_with_its_game() -> None:
    """The times of an exercise depend on the games that are installed today."""
    bare, whole = film_of(morning_file(), 1, load=registry.load), morning_film()
    assert [gate.opened for gate in bare.gates] == [gate.opened for gate in whole.gates]
    assert said(bare, MarkKind.SPOKE) == said(whole, MarkKind.SPOKE) != []
    sealed = {
        mark.spot for mark in bare.marks(bare.eyes[0]) if mark.kind in (MarkKind.SEALED, MarkKind.CHANGED)
    }
    assert sealed <= {mark.spot for mark in whole.marks(whole.eyes[-1])}
    assert sealed
    assert [flag.note for flag in bare.flags] == ["note: watch this (because)"]
    assert any("pause (because)" in text for _, _, text in said(film_of(morning_file(), 2), MarkKind.RULED))


def test_no_board_is_made_up() -> None:
    """An empty board is taken for the position."""
    bare = film_of(morning_file())
    sight = bare.sight(bare.gates[-1].opened, bare.eyes[0])
    assert sight.view is None
    assert "does not have the game" in sight.why
    assert sight.rulings
    assert bare.truth(bare.gates[-1].opened) is None
    assert bare.news(1, bare.eyes[0]) is None


def test_no_mark_can_be_obeyed_by_a_terminal() -> None:
    """If this fails, a terminal obeys what a person put into the file."""
    bare = film_of(morning_file(), 1, load=registry.load)
    assert isinstance(bare, FilmWithoutGame)
    bare._add(Instant(1, 1), MarkKind.SPOKE, text="a\x1b[2Jb\nc", where="\u202eall")
    assert (bare._marks[-1].text, bare._marks[-1].where) == ("a[2Jb c", "all")
