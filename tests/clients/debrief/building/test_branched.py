"""The report of a branch beside the original course, and which parts of that no player may read."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result
from warcouncil.arbiter.record.account.account import TableAccount
from warcouncil.arbiter.record.account.branching import beginning
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.clients.commands.cli import app
from warcouncil.clients.debrief.building.reporting import ReportOrder
from warcouncil.clients.debrief.building.telling import said_words
from warcouncil.games import registry
from warcouncil.protocol.acts.acts import EndGame, Tell
from warcouncil.protocol.words import TableId, TeamId

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import PAPERS, keep
from tests.clients.debrief.written import html, reported

SINCE = 3


def room_of(game: str = "kartenspiel", *, tables: int = 1, seed: int = 1, **plan: object) -> Room:
    """Return a room with a person in every seat."""
    room = Room(game, tables=tables, seed=seed, plan=plan)
    room.sit_all()
    return room


def original(game: str = "kartenspiel") -> Room:
    """Play a game for a while."""
    room = room_of(game)
    for _ in range(5):
        room.wait(1000)
        room.play(1)
    return room


def account_of(file: Path) -> TableAccount:
    """Return the account of a file's first table."""
    with open_record(file) as record:
        return gather(record)[TableId(1)]


def again(file: Path, gates: int = 3, *, tables: int = 1, seed: int = 7) -> Room:
    """Begin tables at a question of that game, and play for a while."""
    start = beginning("Jena", account_of(file), SINCE, said_words)
    room = room_of(account_of(file).plan.game, tables=tables, seed=seed, begins=start)
    for _ in range(gates):
        room.wait(1000)
        room.play(1)
    return room


def debrief(*words: object) -> Result:
    """Report a file."""
    return CliRunner().invoke(app, ["debrief", *map(str, words)])


SHORT = ("scenario",)
"""Games that are over after the questions that are played here."""


@pytest.mark.night(keep=2)
@pytest.mark.parametrize("game", registry.names())
def test_every_game_is_compared_with_how_it_went_there(game: str, tmp_path: Path) -> None:
    """The tutor must compare a branch with the first game from memory."""
    was = keep(tmp_path / "jena.wc", original(game).journal)
    file = keep(tmp_path / "again.wc", again(was, tables=2).journal)
    report = reported(file)["debrief"].report
    for page in report.tables:
        assert page.branched is not None
        there, here, other = page.branched.ways
        assert (there.name, here.name, here.here) == ("there", f"table {page.number}, here", True)
        assert other.name == f"table {3 - page.number}"
        first = page.branched.questions[0]
        assert first.number == SINCE
        assert len(set(first.titles)) == 1, "the same question of the same position"
        assert min(here.asked) == min(there.asked) == SINCE
        before = account_of(was).gate(SINCE)
        assert there.asked[SINCE][1] == {
            str(one.seat): words
            for one in before.decisions
            if (words := said_words(account_of(was).game, before.state, one))
        }
        if there.points:
            assert page.branched.picture.startswith("<svg ")
    began = "Tables 1 and 2 began at question 3 of table 1 of Jena. Result there: "
    if game in SHORT:
        assert [
            said.startswith(began) and " won. Result here: " in said for said in report.groups[0].again
        ] == [True]
    else:
        assert f"{began}not over. Result here: not over (2)." in report.groups[0].again


def test_a_first_game_that_went_on_is_told_to_its_end_when_it_lies_beside(tmp_path: Path) -> None:
    """A branch that was made in the break is compared with half a game."""
    first = original()
    was = keep(tmp_path / "jena.wc", first.journal)
    file = keep(tmp_path / "again.wc", again(was).journal)
    first.rule(first.umpire(), EndGame(text="Time is up", winners=("red",)))
    later = keep(tmp_path / "whole.wc", first.journal, papers=PAPERS)
    assert debrief(file, "--out", tmp_path / "alone").exit_code == 0
    assert debrief(file, "--out", tmp_path / "both", "--beside", later).exit_code == 0
    alone, both = ((tmp_path / name / "debrief.html").read_text("utf-8") for name in ("alone", "both"))
    assert "<b>there</b>: not over." in alone
    assert "<b>there</b>: Red won. The umpire ended the game: Time is up." in both


def test_another_branch_from_the_same_question_is_shown_beside(tmp_path: Path) -> None:
    """Two groups cannot compare what each made of one position."""
    was = keep(tmp_path / "jena.wc", original().journal)
    file = keep(tmp_path / "again.wc", again(was).journal)
    other = keep(tmp_path / "afternoon.wc", again(was, seed=9).journal)
    assert debrief(file, "--out", tmp_path / "out", "--beside", other).exit_code == 0
    assert "afternoon, table 1" in (tmp_path / "out" / "debrief.html").read_text("utf-8")


def test_an_unrelated_exercise_is_refused_in_one_line(tmp_path: Path) -> None:
    """Two games are compared that never had a position in common."""
    was = keep(tmp_path / "jena.wc", original().journal)
    file = keep(tmp_path / "again.wc", again(was).journal)
    foreign = keep(tmp_path / "foreign.wc", original("escalate").journal)
    (tmp_path / "notes").write_text("dear diary")
    for words, told in (
        ((file, "--beside", foreign), "is not a branch of it"),
        ((file, "--beside", tmp_path / "notes"), "not an exercise"),
        ((was, "--beside", file), "does not begin at a position of another exercise"),
    ):
        said = debrief(*words, "--out", tmp_path / "out")
        assert said.exit_code == 2
        assert told in said.stderr
        assert len(said.stderr.splitlines()) == 1
        assert not (tmp_path / "out").exists()


def test_a_team_reads_where_it_is_from_and_nothing_of_how_it_went_there(tmp_path: Path) -> None:
    """The team reads the orders of a game whose position it still plays."""
    first = original()
    was = keep(tmp_path / "jena.wc", first.journal)
    room = again(was)
    room.rule(room.umpire(), Tell(text="A word to all"))
    file = keep(tmp_path / "again.wc", room.journal)
    for named in reported(file, ReportOrder(umpires=False, teams=(TeamId("*"),))).values():
        (page,) = named.report.tables
        assert page.branched is not None
        assert (page.branched.ways, page.branched.questions, page.branched.picture) == ((), (), "")
        assert "Played again from question 3 of table 1 of Jena" in html(named)
        assert "<b>there</b>" not in html(named)
