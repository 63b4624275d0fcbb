"""A game continues from any question of any game, with the same secrets, new chance and all promises to a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.arbiter.core.words.plan import StartPosition, TablePlan
from warcouncil.arbiter.core.words.stimuli import Began
from warcouncil.arbiter.record.account.account import TableAccount
from warcouncil.arbiter.record.account.branching import beginning, opened_by, still_to_come, went
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.account.rewind import Rewind
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.verifying.findings import Check, CheckState
from warcouncil.arbiter.record.verifying.verify import verify
from warcouncil.games import registry
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play import codec
from warcouncil.protocol.acts.acts import KeepBack, Postpone
from warcouncil.protocol.words import TableId

from tests.arbiter.core.harness import Room, load
from tests.arbiter.core.room.test_recovery import morning
from tests.arbiter.core.standing import of_table
from tests.arbiter.record.files import keep

ONE = TableId(1)
GATES = 6


def account_of(room: Room, folder: Path) -> TableAccount:
    """Return the account of a room's first table."""
    with open_record(keep(folder / "first", room.journal)) as record:
        return gather(record, load=load)[ONE]


def again(account: TableAccount, start: StartPosition, *, seed: int = 7) -> Room:
    """Begin a room at a position."""
    return Room(account.plan.game, account.plan.options, seed=seed, plan={"begins": start})


def checks(room: Room, folder: Path) -> list[Check]:
    """Verify the file of a room."""
    with open_record(keep(folder / "second", room.journal)) as record:
        return [*verify(record, load=load).checks]


def played(game: str) -> Room:
    """Play a game for some gates, as forms suggest."""
    room = Room(game)
    room.sit_all()
    for _ in range(GATES):
        room.at += 1000
        room.play(1)
        room.wait(1000)
    return room


def test_past_injects_do_not_come_again_and_the_rest_come_at_their_time(tmp_path: Path) -> None:
    """A branch begins with the injects of an hour ago, or has none at all."""
    injects = (
        {"text": "Come.", "at_seconds": 5},
        {"text": "By time.", "at_seconds": 50, "name": "time"},
        {"text": "Chained.", "after": 1, "at_seconds": 4},
        {"text": "To what came.", "after": 0, "at_seconds": 60},
        {"text": "Dropped.", "at_seconds": 70},
        {"text": "To what was dropped.", "after": 4},
        {"text": "Kept.", "at_seconds": 80},
        {"text": "Postponed.", "at_seconds": 60},
        {"text": "Phase.", "phase": "Bidding", "occasion": 3, "at_seconds": 2},
        {"text": "Elsewhere.", "at_seconds": 90, "tables": [2]},
    )
    room = Room("sealed_bid", {"hand": 5}, exercise={"injects": injects})
    umpire = room.umpire()
    room.wait(6_400)
    room.rule(umpire, KeepBack(inject=5, drop=True))
    room.rule(umpire, KeepBack(inject=7))
    room.rule(umpire, Postpone(inject=8, seconds=30))
    room.wait(15_000)
    gate, ran_ms = room.table.gate, room.table.counters.ran_ms
    assert (gate, ran_ms, room.table.counters.opened["Bidding"]) == (2, 20_000, 1)
    room.wait(30_000)
    with open_record(keep(tmp_path / "first", room.journal)) as record:
        left = still_to_come(record.began.injects, ONE, opened_by(record, ONE, gate))
        account = gather(record, load=load)[ONE]
    assert [(each.text, each.at_seconds, each.after, each.at_hand) for each in left] == [
        ("By time.", 30, None, False),
        ("Chained.", 4, 0, False),
        ("To what came.", 45, None, False),
        ("Kept.", None, None, True),
        ("Postponed.", 70, None, False),
        ("Phase.", 2, None, False),
    ]
    assert (left[-1].phase, left[-1].occasion) == ("Bidding", 2)
    branched = Room(
        "sealed_bid",
        {"hand": 5},
        plan={"begins": beginning("Jena", account, gate)},
        exercise={"injects": left},
    )
    branched.wait(36_000)
    assert branched.table.counters.injects.came == {0: 30_000, 1: 34_000}


@pytest.mark.parametrize("game", registry.names())
def test_every_game_goes_on_from_its_middle(game: str, tmp_path: Path) -> None:
    """A lesson can branch some games only, or begins at another position than the one that was discussed."""
    account = account_of(played(game), tmp_path)
    number = max(gate.number for gate in account.gates if gate.asks)
    assert number > 1
    start = beginning("Jena", account, number)
    room = again(account, start)
    was = account.gate(number)
    assert isinstance(room.table.phase, Phase)
    assert room.table.phase == was.phase
    assert codec.dump_state(account.game, room.table.state) == codec.dump_state(account.game, was.state)
    room.sit_all()
    room.play(2)
    room.crash()
    room.sit_all()
    room.play(1)
    found = checks(room, tmp_path)
    assert [check for check in found if check.found is CheckState.FAILS] == []
    (origin,) = [check.text for check in found if check.what == "begins"]
    assert f"question {number} of table 1 of Jena, position {start.digest}" in origin


def test_every_question_of_a_busy_morning_is_a_beginning(tmp_path: Path) -> None:
    """Questions after a rollback, a fiat or a voided answer cannot be played again."""
    account = account_of(morning(Room, second=False), tmp_path)
    for gate in account.gates:
        if gate.asks is None:
            with pytest.raises(KeyError):
                beginning("Jena", account, gate.number)
            continue
        room = again(account, beginning("Jena", account, gate.number))
        assert room.table.phase == gate.phase
        before = of_table(room.table)
        room.crash()
        assert of_table(room.table) == before


def test_a_branch_keeps_the_drawn_chance_and_draws_the_rest_anew(tmp_path: Path) -> None:
    """A branch only repeats the old dice, or deals hidden cards anew."""
    room = Room("sealed_bid")
    room.sit_all()
    room.play(1)
    account = account_of(room, tmp_path)
    start = beginning("Jena", account, 2)
    assert "hands" in start.state
    one, other = again(account, start, seed=8), again(account, start, seed=9)
    assert one.table.state == other.table.state == account.gate(2).state
    assert one.table.plan.seed != other.table.plan.seed != account.plan.seed


def test_a_branch_keeps_its_origin_and_the_original_course(tmp_path: Path) -> None:
    """A reader who compares both needs a file that they do not have."""
    room = Room("nim", {"heaps": [1, 2, 3]})
    room.sit_all()
    room.play(20)
    account = account_of(room, tmp_path)
    start = beginning("Jena", account, 2)
    assert (start.exercise, start.table, start.gate) == ("Jena", 1, 2)
    assert start.went == went(account, 2)
    assert [each.gate for each in start.went] == [gate.number for gate in account.gates if gate.number >= 2]
    assert all(each.answers for each in start.went[:-1])
    assert account.finish is not None
    assert (start.ended, start.winners) == (account.finish.reason, account.finish.winners)
    second = again(account, start)
    with open_record(keep(tmp_path / "second", second.journal)) as record:
        assert record.began.tables[0].begins == start


def test_players_are_told_where_it_goes_on_from_and_no_more(tmp_path: Path) -> None:
    """The people who are to find out how the game went on are told it."""
    room = Room("sealed_bid")
    room.sit_all()
    room.play(3)
    account = account_of(room, tmp_path)
    start = beginning("Jena", account, 2)
    second = again(account, start)
    people = second.sit_all()
    frames = b"".join(frame for person in people.values() for _, frame in person.frames).decode()
    assert "The game goes on from question 2 of table 1 of Jena." in frames
    secret = start.went[0].model_copy(update={"title": ""}).model_dump_json()
    assert secret not in frames
    assert "went" not in frames
    assert start.digest not in frames


def test_another_position_than_it_says_is_found(tmp_path: Path) -> None:
    """A branch begins with a card that no player had."""
    room = Room("sealed_bid")
    room.sit_all()
    room.play(2)
    account = account_of(room, tmp_path)
    true, other = beginning("Jena", account, 2), beginning("Jena", account, 3)
    second = again(account, true.model_copy(update={"state": other.state}))
    found = checks(second, tmp_path)
    assert [check.text for check in found if check.found is CheckState.FAILS] == [
        "table 1: it does not begin at the position of question 2 of table 1 of Jena"
    ]


def test_a_branch_is_rewound_like_any_table(tmp_path: Path) -> None:
    """The debrief of a branch begins at a game that was never set up."""
    room = Room("nim")
    room.sit_all()
    room.play(2)
    account = account_of(room, tmp_path)
    second = again(account, beginning("Jena", account, 2))
    second.sit_all()
    second.play(1)
    with open_record(keep(tmp_path / "second", second.journal)) as record:
        table = Rewind(record, ONE, load=load).at(2)
        told = gather(record, load=load)[ONE]
    assert table.state == account.gate(2).state
    assert told.gates[0].state == account.gate(2).state
    assert not told.doubt


def test_an_exercise_without_a_beginning_is_written_as_before() -> None:
    """Older files cannot be read."""
    plan = TablePlan(table=ONE, game="nim", options={}, seed="00" * 32)
    old = plan.model_dump_json(exclude={"begins"})
    assert TablePlan.model_validate_json(old) == plan
    assert Began(exercise="x", tables=(plan,), codes=()).tables[0].begins is None
