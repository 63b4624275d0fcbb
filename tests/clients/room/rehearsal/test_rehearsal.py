"""The rehearsal of a room reports, the evening before, each problem of the coming day, and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner
from warcouncil.arbiter.record.account.account import By
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.shell.service.opening import take_up
from warcouncil.clients.commands.cli import app
from warcouncil.clients.plan.reading.check import check
from warcouncil.clients.room.rehearsal.plan_to_began import began_of
from warcouncil.clients.room.rehearsal.rehearsal import rehearse_room
from warcouncil.clients.room.rehearsal.verdict import Verdict
from warcouncil.games import registry
from warcouncil.games.kashmir_crisis.game import KashmirCrisis
from warcouncil.games.kit.game import Finish


def rehearsed(text: str, **how: float | str) -> Verdict:
    """Rehearse the plan with this text."""
    room = check(text, Path("plan.toml")).room
    assert room
    return rehearse_room(room, **how)  # type: ignore[arg-type]  # the pace, the hours and the seed


def kashmir(more: str = "", exercise: str = "") -> str:
    """Return a plan of two tables of Kashmir Crisis."""
    return f'[exercise]\n{exercise}\n[[tables]]\ngame = "kashmir_crisis"\ncount = 2\n{more}'


@pytest.mark.parametrize("game", registry.names())
def test_a_good_room_has_nothing_wrong_with_it(game: str) -> None:
    """A tutor corrects a plan that is in order, and soon trusts no report."""
    verdict = rehearsed(f'[[tables]]\ngame = "{game}"\ncount = 2\n')
    assert verdict.wrong == []
    assert sorted(verdict.lasted) == [1, 2]
    assert verdict.line().startswith("2 tables played to the end in ")


def test_the_same_seed_gives_the_same_rehearsal() -> None:
    """A fault that occurred once cannot be reproduced."""
    first, again = rehearsed(kashmir(), seed="4"), rehearsed(kashmir(), seed="4")
    assert (first.lasted, first.questions) == (again.lasted, again.questions)
    assert rehearsed(kashmir(), seed="5").lasted != first.lasted


def test_a_clock_that_is_too_short_for_people_is_named() -> None:
    """Half of the room runs out of time at every question."""
    verdict = rehearsed(kashmir('clocks = { "Card play" = 5 }\n'))
    (line,) = verdict.wrong
    assert line.startswith("Card play (Kashmir Crisis): the clock of 5 s ran out before all had answered at ")
    assert rehearsed(kashmir('clocks = { "Card play" = 5 }\n'), pace_seconds=1).wrong == []


@pytest.mark.parametrize("silence", ["default", "extend 1", "bot"])
def test_a_clock_that_runs_on_is_counted_once(silence: str) -> None:
    """The report counts more clocks that ran out than questions, and a tutor gives time where there is enough."""
    verdict = rehearsed(kashmir(f'clocks = {{ "Card play" = 5 }}\nsilence = {{ "*" = "{silence}" }}\n'))
    (line,) = verdict.wrong
    found = re.search(r"the clock of 5 s .* answered at (\d+) of (\d+) questions", line)
    assert found, line
    assert int(found[1]) <= int(found[2]) <= verdict.questions


def test_unfilled_seats_are_named_and_their_table_begins_only_by_a_ruling() -> None:
    """The room waits for a table that never begins."""
    people = '[[people]]\nname = "A"\nseat = "india"\n[[people]]\nname = "B"\nseat = "india"\n'
    silent = rehearsed(kashmir(people)).wrong
    assert (
        len([line for line in silent if "does not begin by itself: no player is named for Pakistan" in line])
        == 2
    )
    assert len([line for line in silent if "no player answers for Pakistan" in line]) == 2
    for start in ("linked", "ready"):
        assert rehearsed(kashmir(f'empty = "bots"\n{people}', f'start = "{start}"')).wrong == []


def test_a_table_that_waits_for_its_umpire_is_named() -> None:
    """The umpires do not know why a table has waited since ten o'clock."""
    text = kashmir(
        'silence = { "*" = "wait" }\n[[people]]\nname = "A"\nseat = "india"\ntable = 1\n'
        '[[people]]\nname = "B"\ntable = 2\n[[people]]\nname = "C"\ntable = 2\n'
    )
    waits = [line for line in rehearsed(text).wrong if "waited for the umpire" in line]
    assert waits
    assert all(line.startswith("table 1 waited for the umpire at ") for line in waits)


def test_injects_that_never_come_are_named() -> None:
    """Injects never come, and no report says so."""
    text = kashmir() + (
        '[[injects]]\ntext = "Too late."\nat = "99:00"\n'
        '[[injects]]\ntext = "In time."\nat = 1\n'
        '[[injects]]\ntext = "Never so often."\nphase = "Card play"\noccasion = 500\n'
    )
    wrong = rehearsed(text).wrong
    assert [line.partition(")")[0] for line in wrong] == [
        "the inject of line 6 (Too late.",
        "the inject of line 12 (Never so often.",
    ]


def test_an_inject_for_an_umpire_is_not_missed() -> None:
    """A host with three injects that an umpire sends reads each evening that three injects are missing."""
    injects = (
        '[[injects]]\ntext = "At hand."\nname = "hand"\nat_hand = true\n'
        '[[injects]]\ntext = "Then."\nafter = "hand"\n'
    )
    assert rehearsed(kashmir(injects)).wrong == []


def test_an_inject_for_a_seat_that_one_table_has_not_is_named() -> None:
    """A table waits for news without a receiver."""
    text = '[[tables]]\ngame = "kashmir_crisis"\n[[tables]]\ngame = "escalate"\n[[injects]]\ntext = "x"\nat = 1\nseat = "india"\n'
    (line,) = rehearsed(text).wrong
    assert line.endswith("reaches no seat at table 2: there is no such seat or team")


def test_tables_in_lock_step_come_to_an_end() -> None:
    """The report says that a room in lock-step is stuck, although it moves."""
    assert rehearsed(kashmir(exercise='lockstep = ["Card play"]')).wrong == []


def test_a_room_that_blocks_in_lock_step_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """All tables wait for each other until a person asks."""
    monkeypatch.setattr("warcouncil.arbiter.core.table.lockstep.StepKeeper.lets_pass", lambda *_: False)
    (line,) = rehearsed(kashmir(exercise='lockstep = ["Card play"]')).wrong
    assert line.startswith("all tables wait for each other in lock-step after ")
    assert "(2 tables)" in line


def test_a_game_that_takes_longer_than_the_day_is_named() -> None:
    """The last table still plays when the room is needed for dinner."""
    wrong = rehearsed(kashmir(), hours=0.005, pace_seconds=60).wrong
    assert [line.partition(" (")[0] for line in wrong][:1] == ["table 1 has not ended after 0 min 18 s"]


def test_a_fault_in_the_rules_is_named_and_the_other_tables_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rehearsal ends in a traceback."""
    resolve = KashmirCrisis.resolve
    faults: list[int] = []

    def broken(*call: object) -> object:
        faults.append(1)
        if len(faults) == 1:
            raise LookupError("planted")
        return resolve(*call)  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr(KashmirCrisis, "resolve", broken)
    verdict = rehearsed(kashmir())
    assert len(verdict.wrong) == 1
    assert "is held: its rules failed (LookupError)" in verdict.wrong[0]
    assert len(verdict.lasted) == 1


def test_the_command_says_what_is_wrong_and_fails(tmp_path: Path) -> None:
    """A script that rehearses every plan does not notice a fault."""
    file = tmp_path / "plan.toml"
    file.write_text(kashmir())
    good = CliRunner().invoke(app, ["rehearse", "--plan", str(file)])
    assert (good.exit_code, good.stdout[-20:]) == (0, " Nothing went wrong.\n"[-20:])
    file.write_text(kashmir('clocks = { "Card play" = 5 }\n'))
    bad = CliRunner().invoke(app, ["rehearse", "--plan", str(file), "--json"])
    assert bad.exit_code == 1
    assert len(json.loads(bad.stdout)["wrong"]) == 1
    mixed = CliRunner().invoke(app, ["rehearse", "kartenspiel", "--plan", str(file)])
    assert mixed.exit_code == 2
    assert "--plan sets what is played" in mixed.stderr


def test_a_rehearsal_is_kept_as_the_exercise_that_it_was(tmp_path: Path) -> None:
    """A tutor cannot practise the debrief the evening before, or only on a file that no arbiter resumes."""
    room = check(kashmir(), Path("plan.toml")).room
    assert room
    verdict = rehearse_room(room, file=tmp_path / "kept.warcouncil")
    resumed = take_up(tmp_path / "kept.warcouncil")
    resumed.journal.close()
    assert all(isinstance(table.phase, Finish) for table in resumed.exercise.tables.values())
    assert not resumed.exercise.timing.in_doubt
    with open_record(tmp_path / "kept.warcouncil") as record:
        accounts = gather(record)
    questions = [gate for account in accounts.values() for gate in account.gates if gate.asks]
    assert len(questions) == verdict.questions
    assert all(decision.by is By.SEAT for gate in questions for decision in gate.decisions)


def test_where_a_rehearsal_cannot_be_kept_is_said_in_a_line(tmp_path: Path) -> None:
    """An existing file is overwritten, or a traceback is the only result."""
    (tmp_path / "plan.toml").write_text(kashmir())
    (tmp_path / "there").write_text("my diary")
    arguments = ["rehearse", "--plan", str(tmp_path / "plan.toml"), "--keep", str(tmp_path / "there")]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert "exists already" in result.output
    assert (tmp_path / "there").read_text() == "my diary"
    alone = CliRunner().invoke(app, ["rehearse", "nim", "--keep", str(tmp_path / "there")])
    assert alone.exit_code == 2
    assert "only the rehearsal of a room can be kept" in alone.output


def test_a_rehearsal_has_the_chance_of_its_seed_alone() -> None:
    """The same seed does not give the same rehearsal, because no seats are there to make the chance."""
    room = check(kashmir(exercise='start = "umpire"'), Path("plan.toml")).room
    assert room is not None
    assert room.chance == "all"
    assert began_of(room).chance == "all"
    assert began_of(room, "7").chance == "host"
