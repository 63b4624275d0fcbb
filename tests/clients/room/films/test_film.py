"""A table of a record as a film: its questions, its viewpoints, its moments and its bookmarks."""

from __future__ import annotations

import shutil
from pathlib import Path

from warcouncil.clients.replay.film.film import Instant, MarkKind
from warcouncil.clients.room.films.film import KEPT, TableFilm
from warcouncil.clients.room.films.make_film import film_of
from warcouncil.protocol.wire import wire

from tests.arbiter.core.drawing import drawing
from tests.arbiter.core.room.test_recovery import RED
from tests.arbiter.record.files import keep
from tests.clients.replay.films import morning_file, morning_film


def _copy(folder: Path) -> Path:
    return Path(shutil.copy(morning_file(), folder / "jena"))


def test_the_viewpoints_and_their_order() -> None:
    """Tab leaves a viewpoint out, or begins with knowledge that no player had."""
    names = [eyes.name for eyes in morning_film().eyes]
    assert names == ["red.1", "red.2", "black.1", "black.2", "red", "black", "public", "umpire"]
    assert [eyes.name for eyes in morning_film().eyes if eyes.all_seeing] == ["umpire"]


def test_every_question_has_its_turn_and_its_talk() -> None:
    """A step passes over a question, or the timeline shows no turn."""
    film = morning_film()
    assert [gate.number for gate in film.gates] == list(range(1, len(film.gates) + 1))
    opened = [(gate.opened.seq, gate.opened.at) for gate in film.gates]
    assert opened == sorted(opened)
    assert all(gate.turn for gate in film.gates)
    assert [talks for gate in film.gates for talks in gate.talks]
    assert {gate.opened for gate in film.gates} <= set(film.beats)


def test_marks_are_those_of_the_eyes_and_no_mark_is_hidden_from_the_umpires() -> None:
    """The search and the timeline show what the board hides."""
    film = morning_film()
    everything = set(film.marks(film.eyes[-1]))
    for eyes in film.eyes[:-1]:
        kinds = {mark.kind for mark in film.marks(eyes)}
        assert not kinds & {MarkKind.RULED, MarkKind.NOTED}
        seals = [mark for mark in film.marks(eyes) if mark.kind is MarkKind.SEALED]
        assert {mark.seat for mark in seals} <= set(eyes.seats)
        assert set(seals) <= everything
    assert {MarkKind.RULED, MarkKind.NOTED, MarkKind.HAPPENED, MarkKind.SPOKE} <= {
        mark.kind for mark in everything
    }


def test_answers_are_told_to_those_who_may_know_them() -> None:
    """A seat's screen shows another's sealed answer."""
    film = morning_film()
    sealed = next(
        mark for mark in film.marks(film.eyes[-1]) if mark.kind is MarkKind.SEALED and mark.seat == RED
    )
    for eyes in film.eyes:
        answers = film.sight(sealed.spot, eyes).answers
        knows = eyes.all_seeing or RED in eyes.seats
        assert bool([each for each in answers if each.answer is not None]) is knows
        assert (eyes.name == "public") is (answers == ())


def test_the_news_of_a_question_is_new_when_it_opens() -> None:
    """The replay repeats old news, or leaves the last event out."""
    film = morning_film()
    eyes = film.eyes[0]
    for gate in film.gates[1:8]:
        news, now = film.news(gate.number, eyes), film.sight(gate.opened, eyes).view
        before = film.sight(Instant(gate.opened.seq - 1, gate.opened.at), eyes).view
        assert news is not None
        assert now is not None
        assert before is not None
        assert not news.whole
        texts = [line.text for line in now.story]
        assert texts == [*(line.text for line in before.story), *(line.text for line in news.story)]
        assert wire.dump(news.sheet) == wire.dump(now.sheet)
    assert film.news(2, film.eyes[-1]) is None


def test_positions_that_were_looked_at_are_kept_but_not_all_of_them() -> None:
    """Hours of stepping fill the memory."""
    film = morning_film()
    for beat in film.beats[:20]:
        film.sight(beat, film.eyes[0])
    assert isinstance(film, TableFilm)
    assert len(film._tables) == KEPT


def test_bookmarks_are_kept_beside_the_file_with_the_umpires_notes_among_them(tmp_path: Path) -> None:
    """The report shows no bookmark."""
    file = _copy(tmp_path)
    film = morning_film(file=file)
    noted = [flag.note for flag in film.flags]
    assert noted == ["watch this (because)"]
    spot = film.gates[2].opened
    assert film.flag(spot, "first") == ""
    assert film.flag(spot, "second") == ""
    again = morning_film(file=file)
    assert [flag.note for flag in again.flags if not flag.of_the_day] == ["second"]
    assert [flag.note for flag in morning_film(2, file).flags] == []
    assert again.flag(spot, "") == ""
    assert [flag.note for flag in morning_film(file=file).flags] == noted


def test_bookmarks_that_cannot_be_read_cost_nothing_else(tmp_path: Path) -> None:
    """A typing mistake in a file of notes prevents the replay."""
    file = _copy(tmp_path)
    wrong = file.with_name("jena.bookmarks.toml")
    wrong.write_text("not toml", "utf-8")
    film = morning_film(file=file)
    assert "the bookmarks cannot be read" in film.remarks[-1]
    assert "the bookmarks cannot be read" in film.flag(film.gates[0].opened, "x")
    assert wrong.read_text("utf-8") == "not toml"
    assert film.gates


def test_a_table_that_was_not_dealt_is_a_film_of_one_moment(tmp_path: Path) -> None:
    """A viewer of an undealt table sees a traceback, or another table."""
    room = drawing("kartenspiel")
    room.sit("red.army")
    film = film_of(keep(tmp_path / "jena", room.journal))
    assert [gate.title for gate in film.gates] == ["Nothing was dealt"]
    for eyes in film.eyes:
        glimpse = film.sight(film.gates[0].opened, eyes)
        assert glimpse.view is not None
        assert glimpse.view.sheet.headline == "Nothing is dealt yet."
