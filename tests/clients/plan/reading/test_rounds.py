"""Treatments and rounds of a plan: the assignment by chance, the cards of each round, and the lines of `verify`
and the export.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from warcouncil.arbiter.core.words.plan import PersonPlan, TablePlan
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import Began
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.export.rows import tables_of
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.verifying.verify import verify
from warcouncil.clients.plan.reading.check import check
from warcouncil.clients.plan.reading.layout import RoomPlan, summary
from warcouncil.clients.plan.reading.wings import room_of, wing_called
from warcouncil.clients.room.rehearsal.plan_to_began import began_of
from warcouncil.games.scenario import GAME, shipped
from warcouncil.games.scenario.options import ScenarioOptions
from warcouncil.protocol.words import SeatId, TableId

from tests.arbiter.record.files import keep

DIKE = shipped.like("experiment")
TABLES = '[[tables]]\ngame = "dike.toml"\ncount = 8\ntreatments = "balanced"\n'
ROUNDS = f'{TABLES}rounds = 4\nrematch = "perfect strangers"\n'
PEOPLE = "".join(f'[[people]]\nname = "Student {number}"\n' for number in range(1, 25))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the scenario."""
    (tmp_path / "dike.toml").write_text(DIKE, "utf-8")
    return tmp_path


def room(text: str, folder: Path) -> RoomPlan:
    """Return the room of a sound plan."""
    checked = check(text, folder / "plan.toml")
    assert checked.faults == ()
    assert checked.room is not None
    return checked.room


def faults(text: str, folder: Path) -> list[str]:
    """Return the faults of a plan."""
    return [fault.text for fault in check(text, folder / "plan.toml").faults]


def treatment(plan: TablePlan) -> str:
    """Return the treatment of a table."""
    return ScenarioOptions.model_validate(plan.options).treated_as


def test_chance_assigns_the_treatments_equally_often(folder: Path) -> None:
    """If this fails, the plan's own order decides who gets which treatment."""
    plan = room(TABLES, folder)
    assert summary(plan)[1].endswith("alanced treatments: talk, silence.")
    drawn = {tuple(treatment(table) for table in began_of(plan, str(seed)).tables) for seed in range(20)}
    assert len(drawn) > 10
    assert all(Counter(each) == {"talk": 4, "silence": 4} for each in drawn)
    assert began_of(plan, "1").tables == began_of(plan, "1").tables


def test_the_messages_of_a_treatment_come_at_its_tables_alone(folder: Path) -> None:
    """If this fails, a table hears of another treatment by its messages."""
    news = '[[injects]]\nname = "news"\nto = "all"\nminutes = 1\ntext = "The water rises."\n'
    left = DIKE.replace('without = { phases = ["On the dike"] }', "") + 'without = { injects = ["news"] }\n'
    (folder / "dike.toml").write_text(left.replace("[[treatments]]", f"{news}\n[[treatments]]", 1), "utf-8")
    began = began_of(room(TABLES, folder), "1")
    (inject,) = began.injects
    assert [*inject.tables] == [table.table for table in began.tables if treatment(table) == "talk"]
    assert len(inject.tables) == 4


def test_each_person_has_a_seat_in_each_round_and_meets_no_one_twice(folder: Path) -> None:
    """If this fails, a person has no card for a round, or people who should never meet twice do."""
    began = began_of(room(ROUNDS + PEOPLE, folder), "1")
    assert len(began.tables) == 32
    often = Counter(person.name for person in began.people)
    assert set(often.values()) == {4}
    assert len(often) == 24
    met: Counter[frozenset[str]] = Counter()
    for table in began.tables:
        names = [person.name for person in began.people if person.table == table.table]
        assert len(names) == 3
        met.update(frozenset((one, other)) for one in names for other in names if one < other)
    assert set(met.values()) == {1}
    played: dict[str, set[tuple[str, str]]] = {}
    at = {table.table: treatment(table) for table in began.tables}
    for person in began.people:
        played.setdefault(person.name, set()).add((person.seat, at[person.table]))
    assert all(len(each) == 1 for each in played.values()), "a person changed the seat or the treatment"


def test_bots_move_with_the_seats_that_nobody_has(folder: Path) -> None:
    """If this fails, a table of a later round waits for a player who does not exist."""
    few = PEOPLE.split("[[people]]")[:20]
    plan = room(ROUNDS + 'empty = "bots"\n' + "[[people]]".join(few), folder)
    began = began_of(plan, "1")
    for table in began.tables:
        seats = {person.seat for person in began.people if person.table == table.table} | {*table.bots}
        assert seats == {"north", "middle", "south"}
    assert [sum(len(table.bots) for table in began.tables[at : at + 8]) for at in (0, 8, 16, 24)] == [5] * 4


def test_people_and_umpires_name_a_table_once_for_all_rounds(folder: Path) -> None:
    """If this fails, an umpire of table 2 loses it after the first round."""
    plan = room(
        ROUNDS
        + '[[people]]\nname = "Ada"\ntable = 2\nseat = "south"\n[[umpires]]\nrole = "umpire"\ntables = [2]\n',
        folder,
    )
    assert plan.umpires[1].tables == (2, 10, 18, 26)
    assert [table.name for table in plan.tables[8:10]] == ["table 1, round 2", "table 2, round 2"]
    said = faults(ROUNDS + '[[people]]\nname = "Ada"\ntable = 9\n', folder)
    assert said == ["Ada: there is no table 9. Tables are 1 to 8"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            ROUNDS.replace("= 4", "= 5"),
            "with 8 tables of 3 people, 4 in each treatment, perfect strangers are possible for 4 rounds."
            ' Write rounds = 4, more tables, or rematch = "strangers"',
        ),
        (
            ROUNDS.replace("count = 8", "count = 4"),
            "with 4 tables of 3 people, 2 in each treatment, people meet again in the second round."
            ' Write more tables, or rematch = "strangers"',
        ),
        (
            ROUNDS.replace('"balanced"', '"random"'),
            'with treatments = "random" a treatment may have a single table. Write "balanced"',
        ),
        (
            f'[exercise]\nstart = "now"\n{ROUNDS}',
            'with start = "now" all rounds begin at once. Use another start',
        ),
        (
            f'[exercise]\nlockstep = ["The gift"]\n{ROUNDS}',
            "with lockstep all tables wait for each other, also for the tables of later rounds. Leave lockstep or rounds out",
        ),
        (
            f'{ROUNDS}[[wings]]\nname = "North"\n',
            "people cannot move between wings. Leave rounds or the wings out",
        ),
        (
            f'{TABLES}rematch = "partners"\n',
            "there is one round, so no player meets others later. Write rounds too, or leave rematch out",
        ),
        (
            f'{TABLES}options = {{ treatment = "talk" }}\n',
            "options already sets the treatment talk. Leave it out there, or leave treatments out",
        ),
        (
            TABLES.replace("dike.toml", "kartenspiel"),
            "kartenspiel has no treatments. Write [[treatments]] into a scenario, or leave this out",
        ),
        (
            ROUNDS.replace("count = 8", "count = 101"),
            "all rounds together have more than 400 tables. Give at most 400",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_a_cure(text: str, said: str, folder: Path) -> None:
    """If this fails, an instructor learns on the morning itself that the rounds cannot be played."""
    assert said in faults(text, folder)


def test_treatments_that_no_plan_assigns_are_worth_a_look(folder: Path) -> None:
    """If this fails, an instructor forgets a key, and all tables play the first treatment."""
    hints = check(TABLES.replace('treatments = "balanced"\n', ""), folder / "plan.toml").hints
    assert [hint.text for hint in hints if "treatments" in hint.text] == [
        "the scenario has the treatments talk, silence, and all tables here play talk."
        ' Write treatments = "balanced" to assign them by chance'
    ]


def test_a_wing_assigns_its_own_tables(folder: Path) -> None:
    """If this fails, one host of an event has one treatment alone."""
    plan = room(f'{TABLES}[[wings]]\nname = "North"\ntables = 4\n[[wings]]\nname = "South"\n', folder)
    south = began_of(room_of(plan, wing_called(plan, "South")), "1")
    assert [each.rounds for each in south.assigned] == [((5, 6, 7, 8),)]
    assert Counter(map(treatment, south.tables)) == {"talk": 2, "silence": 2}


# --- afterwards -----------------------------------------------------------------------------------------------------


def kept(began: Began, file: Path) -> Path:
    """Return the file of an exercise that has begun."""
    return keep(file, [Row(1, 0, "began", TableId(0), began.model_dump_json().encode())])


def assigned(began: Began, file: Path) -> list[tuple[str, str]]:
    """Return the report of the verification about the assignment."""
    with open_record(kept(began, file)) as record:
        return [(check.found, check.text) for check in verify(record).checks if check.what == "assigns"]


def test_a_true_assignment_holds(folder: Path) -> None:
    """If this fails, an honest instructor is called a cheat."""
    assert assigned(began_of(room(ROUNDS + PEOPLE, folder)), folder / "true.wc") == [
        (
            "holds",
            "tables 1 to 32: balanced treatments and the people of 4 rounds (perfect strangers) follow from the"
            " seeds of all tables",
        )
    ]


def test_a_changed_treatment_and_an_exchanged_player_are_found(folder: Path) -> None:
    """If this fails, a host can choose which table gets which treatment, and no player can prove it."""
    began = began_of(room(ROUNDS + PEOPLE, folder), "1")
    first, *others = began.tables
    to = "silence" if treatment(first) == "talk" else "talk"
    options = GAME.in_treatment(ScenarioOptions.model_validate(first.options), to).model_dump(mode="json")
    forged = began.model_copy(update={"tables": (first.model_copy(update={"options": options}), *others)})
    assert assigned(forged, folder / "table.wc") == [
        ("FAILS", f"table 1: it plays {to}, but the seeds assign it to {treatment(first)}")
    ]
    at = next(place for place, one in enumerate(began.people) if (one.table, one.seat) == (9, "south"))
    people = [*began.people]
    people[at] = PersonPlan(name="A friend", table=TableId(9), seat=SeatId("south"))
    assert assigned(began.model_copy(update={"people": tuple(people)}), folder / "people.wc") == [
        ("FAILS", "table 9: south is not the player whom the seeds assign to round 2")
    ]


def test_the_export_says_who_was_where_in_each_round(folder: Path) -> None:
    """If this fails, the data of an experiment cannot be analysed by treatment."""
    began = began_of(room(ROUNDS + PEOPLE, folder), "1")
    with open_record(kept(began, folder / "dike.wc")) as record:
        rows = tables_of(record, gather(record))
    tables = {row["table"]: row for row in rows["tables"]}
    assert [(tables[at]["round"], tables[at]["group"]) for at in (1, 8, 9, 32)] == [
        (1, 1),
        (1, 8),
        (2, 1),
        (4, 8),
    ]
    assert {(row["assigned"], row["rematch"]) for row in tables.values()} == {
        ("balanced", "perfect strangers")
    }
    assert {at: row["treatment"] for at, row in tables.items()} == {
        plan.table: treatment(plan) for plan in began.tables
    }
    assert len(rows["people"]) == 96
    for row in rows["people"]:
        there = tables[row["table"]]
        assert all(row[key] == there[key] for key in ("round", "group", "treatment"))


def test_a_table_without_treatments_exports_none(tmp_path: Path) -> None:
    """If this fails, every old analysis has a treatment that was never given."""
    began = began_of(room('[[tables]]\ngame = "two_couriers"\n', tmp_path), "1")
    assert began.assigned == ()
    with open_record(kept(began, tmp_path / "old.wc")) as record:
        (row,) = tables_of(record, gather(record))["tables"]
    keys = ("treatment", "assigned", "round", "group", "rematch")
    assert [row[key] for key in keys] == ["", "", 1, 0, ""]
