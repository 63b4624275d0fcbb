"""Confidential answers to a questionnaire: the places where they can be read, and those where they never appear."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.export.rows import Rows, tables_of
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.clients.room.films.make_film import film_of
from warcouncil.games.scenario.file.model.script import text_of
from warcouncil.protocol.acts.acts import DeclareFor, GiveToBot
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Seen
from warcouncil.protocol.wire.replies import Refusal
from warcouncil.protocol.wire.requests import Look, Resync
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.core.harness import Room, load
from tests.arbiter.record.files import keep
from tests.clients.debrief.written import html, reported
from tests.games.scenario.playing import phase
from tests.games.scenario.small import small
from tests.games.scenario.test_questionnaire import WASH

YES: Answer = {"consent": "yes", "fair": "4", "best": "none", "more": "Zebras in the corridor."}
NO: Answer = {"consent": "no"}
REFUSED = "Only the player can answer a questionnaire."


def asked() -> Room:
    """Return a room whose questionnaire is open, with a seat that agreed, one that refused, and two without an answer."""
    room = Room("scenario", {"scenario": text_of(small(rounds=1, phases=[phase("Talks"), WASH]))}, seed=3)
    room.sit_all()
    room.play()
    room.declare(room.people["1:blue.minister:seat"], YES)
    room.declare(room.people["1:red.minister:seat"], NO)
    return room


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of an exercise whose questionnaire closed when its time was up."""
    room = asked()
    room.wait(4 * 60_000)
    assert room.table.now.clock is None
    return keep(tmp_path_factory.mktemp("hot-wash") / "exercise", room.journal)


def rows_of(file: Path) -> Rows:
    """Return the tables of an exercise file."""
    with open_record(file) as record:
        return tables_of(record, gather(record, load=load))


def told(rows: Rows, *columns: str) -> list[tuple[Any, ...]]:
    """Return some columns of the table of questionnaires."""
    return [tuple(row[each] for each in columns) for row in rows["questionnaires"]]


def test_the_export_has_the_answers_of_those_who_agreed_and_silence_as_silence(file: Path) -> None:
    """If this fails, answers are exported without consent, or silence looks like an answer."""
    assert told(rows_of(file), "seat", "n", "item", "status", "value", "label") == [
        ("blue.minister", 1, "fair", "answered", "4", "4"),
        ("blue.minister", 2, "best", "blank", "", ""),
        ("blue.minister", 3, "more", "answered", "Zebras in the corridor.", ""),
        ("blue.admiral", 0, "", "silent", "", ""),
        ("red.minister", 0, "", "refused", "", ""),
        ("red.admiral", 0, "", "silent", "", ""),
    ]


def test_no_other_table_holds_an_answer(file: Path) -> None:
    """If this fails, an answer is exported beside the orders, where everyone who analyses the exercise reads it."""
    rows = rows_of(file)
    others = {name: found for name, found in rows.items() if name != "questionnaires"}
    assert "Zebras" not in str(others)
    assert not [row for row in rows["declarations"] if row["phase"] == "Hot wash"]
    assert not [row for row in rows["answers"] if row["field"] in ("consent", "fair", "more")]


def test_no_report_shows_an_answer(file: Path) -> None:
    """If this fails, the whole room reads in the debrief what a person wrote in confidence."""
    found = reported(file)
    assert found
    for named in found.values():
        assert "Zebras" not in html(named)


def test_no_film_shows_an_answer(file: Path) -> None:
    """If this fails, an umpire reads an answer by looking through the eyes of its author."""
    film = film_of(file, 1, load=load)
    opened = film.gates[1].opened.seq
    for eyes in film.eyes:
        for beat in film.beats:
            if beat.seq >= opened:
                seen = film.sight(beat, eyes)
                assert "Zebras" not in f"{seen.view} {seen.answers}", eyes.name


def test_an_umpire_and_a_watcher_do_not_read_an_answer_and_its_author_does() -> None:
    """If this fails, an umpire who looks at a seat, or another player of its crew, reads the answer."""
    room = asked()
    seat = SeatId("blue.minister")
    umpire = room.umpire()
    room.ask(umpire, Look(id=room.fresh(), table=TableId(1), seat=seat))
    seen = umpire.last(Seen).view
    assert seen.form is not None
    assert seen.sealed is None
    watcher = room.sit("blue.minister", role=Role.WATCHER)
    assert watcher.last(View).sealed is None
    author = room.people["1:blue.minister:seat"]
    room.ask(author, Resync())
    assert author.last(View).sealed == YES


def test_an_umpire_cannot_consent_for_a_person() -> None:
    """If this fails, answers of a person are exported because an umpire agreed."""
    room = asked()
    umpire = room.umpire()
    room.rule(umpire, DeclareFor(seat=SeatId("red.minister"), answer=YES))
    assert umpire.last(Refusal).text == REFUSED


def test_a_bot_has_no_row(tmp_path: Path) -> None:
    """If this fails, a bot counts as a person who said nothing."""
    room = asked()
    room.rule(room.umpire(), GiveToBot(seat=SeatId("red.admiral")))
    bot = room.sit("red.admiral", role=Role.STAND_IN)
    room.declare(bot, NO)
    room.wait(4 * 60_000)
    rows = rows_of(keep(tmp_path / "exercise", room.journal))
    assert [seat for (seat,) in told(rows, "seat") if seat.startswith("red")] == ["red.minister"]
