"""A team's report contains only what the team may know.

Two tables that differ in everything else give the same page, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from warcouncil.arbiter.record.account.account import TableAccount
from warcouncil.arbiter.record.account.audience import Audience
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.file.wall_time import WallTime
from warcouncil.clients.debrief.building.reporting import ReportOrder
from warcouncil.clients.debrief.building.table_page import Told, sides_of, table_page
from warcouncil.clients.debrief.draw import svg
from warcouncil.clients.debrief.draw.page import rendered
from warcouncil.clients.debrief.model.pages import Report
from warcouncil.games import registry
from warcouncil.protocol.acts.acts import Note, Tell
from warcouncil.protocol.wire.requests import Propose
from warcouncil.protocol.words import SeatId, TableId, TeamId

from tests.arbiter.core.harness import Room, load
from tests.arbiter.core.room.test_recovery import MATE, OPTIONS, RED, morning
from tests.arbiter.record.files import keep
from tests.clients.debrief.twinned import SECRET, twin
from tests.clients.debrief.written import html, played, written
from tests.profile import games

WALL = WallTime(((0, 1_760_000_000_000),))
GAMES = [*registry.names(), "sealed_bid"]


def _account(room: Room, folder: Path) -> TableAccount:
    with open_record(keep(folder / "jena", room.journal)) as record:
        return gather(record, load=load)[TableId(1)]


def _page(account: TableAccount, team: str) -> str:
    table = table_page(account, Told(WALL, str, TeamId(team)))
    table.front_picture = svg.front_picture(table)
    table.picture = svg.course_picture(table)
    report = Report("Jena", "mark", team, team, "", "", "", (), (table,), (table,))
    return "".join(rendered(report))


@pytest.fixture(scope="module")
def accounts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TableAccount]:
    """A game of each kind, and a morning in which everything happens."""
    made = {name: _account(played(name, games(8, 14)), tmp_path_factory.mktemp("twin")) for name in GAMES}
    made["morning"] = _account(morning(Room, second=False), tmp_path_factory.mktemp("twin"))
    dealing = Room("sealed_bid", OPTIONS, seed=2)
    dealing.sit_all()
    dealing.ask(
        dealing.people[f"1:{RED}:seat"], Propose(id=dealing.fresh(), to=SeatId(MATE), text="you first")
    )
    made["deals"] = _account(dealing, tmp_path_factory.mktemp("twin"))
    return made


@pytest.mark.night(keep=2)
@pytest.mark.parametrize("name", [*GAMES, "morning"])
def test_worlds_that_a_team_cannot_tell_apart_give_the_same_page(
    name: str, accounts: dict[str, TableAccount]
) -> None:
    """A team reads in its report what the other side held, said, or was going to do."""
    account = accounts[name]
    dealt = 0
    for side in sides_of(account):
        other, anew = twin(account, side.id)
        dealt += anew
        one, two = _page(account, side.id), _page(other, side.id)
        assert SECRET not in two
        assert one == two
    assert dealt


TOLD, COURSE = Audience.told, Audience.course


def _all_seats(eyes: Audience, gate: Any) -> Any:
    return gate.decisions


def _umpires_words(eyes: Audience, events: Any) -> tuple[str, ...]:
    return TOLD(Audience(eyes.account), events)


def _umpires_truth(eyes: Audience, gate: Any) -> Any:
    return eyes.account.game.truth(gate.state)


def _whole_course(eyes: Audience, gate: Any) -> Any:
    return COURSE(Audience(eyes.account), gate)


def _true_sheet(eyes: Audience, gate: Any, seat: Any) -> Any:
    return eyes.account.game.truth(gate.state)


LEAKS: dict[str, tuple[str, Callable[..., Any], str]] = {
    "what others declared": ("decisions", _all_seats, "kartenspiel"),
    "the words that umpires read": ("told", _umpires_words, "hard_war"),
    "the true position": ("truth", _umpires_truth, "kartenspiel"),
    "the other side's own figures": ("course", _whole_course, "kartenspiel"),
    "the true position in a seat's place": ("sheet", _true_sheet, "hard_war"),
    "everything that happened": ("moments", property(lambda eyes: tuple(eyes.account.moments)), "morning"),  # type: ignore[dict-item]
    "all deals": ("deals", property(lambda eyes: eyes.account.deals), "deals"),  # type: ignore[dict-item]
    "who sat elsewhere": ("seats", property(lambda eyes: eyes.account.seats), "morning"),  # type: ignore[dict-item]
}


@pytest.mark.night(keep=2)
@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(
    leak: str, accounts: dict[str, TableAccount], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this fails, the comparison misses a leak that is there."""
    name, planted, where = LEAKS[leak]
    monkeypatch.setattr(Audience, name, planted)
    account = accounts[where]
    assert any(_differs(account, side.id) for side in sides_of(account))


def _differs(account: TableAccount, team: str) -> bool:
    try:
        other, _ = twin(account, team)
        return _page(account, team) != _page(other, team)
    except KeyError:
        return True


def _last_gate(secret: bool) -> Room:
    """Play a room to an open gate in which Black and the umpires do other things, unseen by Red."""
    room = Room(
        "kartenspiel",
        seed=5,
        exercise={"people": [{"name": SECRET if secret else "Ana", "table": 1, "seat": "black.army"}]},
    )
    room.sit_all()
    umpire = room.umpire()
    room.play(4)
    room.wait(1_000)
    asked = [seat for seat in room.table.phase.asked if seat.startswith("black")]  # type: ignore[union-attr]  # it is not over
    if secret:
        for seat in asked[:2]:
            form = room.table.game.form(room.table.state, seat)
            assert form.suggested is not None or form.fields
            person = room.people[f"1:{seat}:seat"]
            room.suggest(person)
            room.suggest(person)
        room.rule(umpire, Tell(team=TeamId("black"), text=SECRET))
        room.rule(umpire, Note(text=SECRET))
    room.wait(1_000)
    return room


def test_files_of_two_exercises_that_red_cannot_tell_apart(tmp_path: Path) -> None:
    """A report shows a secret from the file itself that the accounts exclude: its counts, its names or its times."""
    wanted = ReportOrder(umpires=False, teams=(TeamId("red"),))
    reports = [written(tmp_path, _last_gate(secret).journal, wanted) for secret in (False, True)]
    assert [list(each) for each in reports] == [["table-1-red"]] * 2
    one, two = (html(each["table-1-red"]) for each in reports)
    assert one == two
    umpires = [written(tmp_path, _last_gate(secret).journal)["debrief"] for secret in (False, True)]
    assert SECRET in html(umpires[1])
    assert html(umpires[0]) != html(umpires[1])


def test_the_open_end_is_in_a_teams_report(tmp_path: Path) -> None:
    """A team's report hides what all people in the room saw at the end."""
    wanted = ReportOrder(umpires=False, teams=(TeamId("red"),))
    for lay_open in (False, True):
        room = Room("kartenspiel", {"max_turns": 1}, seed=3, plan={"lay_open": lay_open})
        room.sit_all()
        room.play(40)
        table = written(tmp_path, room.journal, wanted)["table-1-red"].report.tables[0]
        assert table.ended
        assert (table.gates[-1].position is not None) is lay_open
        assert all(gate.position is None and gate.knowledge is None for gate in table.gates[:-1])
