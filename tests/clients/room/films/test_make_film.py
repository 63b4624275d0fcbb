"""Preparing a table's film: damage, other rules, a missing game, a missing seat."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.films.film_without_game import FilmWithoutGame
from warcouncil.clients.room.films.make_film import eyes_named, film_of

from tests.arbiter.core.harness import Room, load
from tests.arbiter.record.files import keep
from tests.clients.replay.films import morning_file, morning_film


def _other_rules(rows: list[Row]) -> list[Row]:
    began = json.loads(rows[0].body)
    for table in began["tables"]:
        table["rules_version"] = "0.7"
    return [rows[0]._replace(body=json.dumps(began).encode()), *rows[1:]]


def test_another_version_of_the_rules_is_named_and_the_record_shown(tmp_path: Path) -> None:
    """A class does not learn that its positions were computed by other rules, or sees nothing at all."""
    room = Room("sealed_bid")
    room.sit_all()
    room.play(2)
    film = film_of(keep(tmp_path / "jena", _other_rules(room.journal)), load=load)
    assert "version 0.7 of the rules of" in film.remarks[0]
    as_it_was = film_of(keep(tmp_path / "auerstedt", room.journal), load=load)
    for gate in as_it_was.gates:
        for eyes in as_it_was.eyes:
            assert film.sight(gate.opened, eyes).view == as_it_was.sight(gate.opened, eyes).view
            assert film.truth(gate.opened) == as_it_was.truth(gate.opened)


def test_rules_that_come_to_something_else_show_what_was_recorded(tmp_path: Path) -> None:
    """A game with corrected rules replays a battle that was never fought."""
    room = Room("sealed_bid")
    room.sit_all()
    room.play(1)
    rows = list(room.journal)
    told = json.loads(rows[-1].body)
    state = json.loads(told["record"]["state"])
    state["clock_seconds"] += 1
    told["record"]["state"], told["digest"] = json.dumps(state), "0" * 32
    rows[-1] = rows[-1]._replace(body=json.dumps(told).encode())
    film = film_of(keep(tmp_path / "jena", _other_rules(rows)), load=load)
    assert any("The rules give another result" in remark for remark in film.remarks)
    view = film.sight(film.gates[-1].opened, film.eyes[0]).view
    assert view is not None
    assert view.clock is not None
    assert view.clock.total_ms == state["clock_seconds"] * 1000


def test_a_game_that_is_gone_is_named_and_its_record_shown(tmp_path: Path) -> None:
    """A complete afternoon is lost with the folder of a game."""
    film = film_of(morning_file())
    assert isinstance(film, FilmWithoutGame)
    assert "does not have the game sealed_bid" in film.remarks[0]


def test_damage_and_an_arbiter_at_work_are_said(tmp_path: Path) -> None:
    """Records after the damage are shown as true."""
    room = Room("sealed_bid")
    room.sit_all()
    room.play(2)
    file = keep(tmp_path / "jena", room.journal)
    data = file.read_bytes()
    file.write_bytes(data.replace(b'"type":"declare"', b'"type":"Declare"', 1))
    assert any("The file is damaged: record" in remark for remark in film_of(file, load=load).remarks)


@pytest.mark.parametrize(
    ("name", "found"),
    [("red.1", "red.1"), ("RED", "red"), ("Red 1", "red.1"), ("", "umpire"), ("public", "public")],
)
def test_eyes_are_named_as_people_name_them(name: str, found: str) -> None:
    """A user who types a seat's title is refused."""
    assert eyes_named(morning_film(), name).name == found


def test_an_unknown_name_is_refused_with_the_nearest_one(tmp_path: Path) -> None:
    """A user looks for a typing error in a list of forty."""
    with pytest.raises(BadInput, match=r"--as redd: there is no such seat or team. Did you mean 'red'"):
        eyes_named(morning_film(), "redd")
    with pytest.raises(BadInput, match=r"--table 9: there is no such table. Tables are 1 to 2"):
        morning_film(9)
    with pytest.raises(JournalError, match="there is no such file"):
        film_of(tmp_path / "nothing")
