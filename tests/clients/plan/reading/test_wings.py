"""Wings: the plan divides an event among several arbiters, and every number and code is unique in the whole
event.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.clients.commands.host.start_exercise import AskedFor, asked
from warcouncil.clients.plan.reading.check import check
from warcouncil.clients.plan.reading.layout import RoomPlan
from warcouncil.clients.plan.reading.wings import room_of, wing_called, wing_words
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.rehearsal.plan_to_began import began_of
from warcouncil.protocol.words import Role

FILE = Path("event.toml")
EVENT = """
[exercise]
name = "Jena"
second_umpire = true

[[tables]]
game = "kartenspiel"
count = 2

[[tables]]
game = "kartenspiel"
names = ["Vierzehnheiligen", "Kapellendorf"]

[[people]]
name = "Ada"
table = "Kapellendorf"

[[umpires]]
role = "umpire"
tables = [1, 3]

[[injects]]
text = "Rain."
at = 60
tables = [1]

[[injects]]
text = "Fog."
at = 90
"""
TWO = '[[wings]]\nname = "North"\ntables = 2\nhost = "10.0.0.5"\n[[wings]]\nname = "South"\n'


def room(text: str) -> RoomPlan:
    """Return the room of a plan without faults."""
    checked = check(text, FILE)
    assert checked.room, checked.faults
    return checked.room


def of_plan(file: Path, wing: str = "") -> AskedFor:
    """Read a plan, or one wing of it, as `warcouncil host` does."""
    return asked(None, file, 1, [], name="", seed=None, start=None, wing=wing)


def faults(wings: str) -> list[str]:
    """Return the faults of wings."""
    return [fault.text for fault in check(EVENT + wings, FILE).faults]


def test_the_tables_of_a_wing_keep_their_numbers() -> None:
    """Table 3 on the umpire's wall is another table than on the cards of its players."""
    event = room(EVENT + TWO)
    assert [wing.tables for wing in event.wings] == [(1, 2), (3, 4)]
    south = began_of(room_of(event, wing_called(event, "south")))
    assert south.exercise == "Jena · South"
    assert [plan.table for plan in south.tables] == [3, 4]
    assert [(person.name, person.table) for person in south.people] == [("Ada", 4)]
    exercise = Exercise(lambda _: "")
    exercise.handle(south)
    assert list(exercise.tables) == [3, 4]


def test_an_inject_has_one_number_in_every_wing() -> None:
    """ "Send inject 2 everywhere" means another inject in each wing."""
    event = room(EVENT + TWO)
    texts = [[inject.text for inject in began_of(room_of(event, wing)).injects] for wing in event.wings]
    assert texts[0] == texts[1] == ["Rain.", "Fog."]


def test_no_two_codes_of_an_event_begin_alike() -> None:
    """A code typed at the wrong wing opens another's seat, or another person's card is renewed."""
    event = room(EVENT.replace("count = 2", "count = 120") + TWO.replace("tables = 2", "tables = 60"))
    drawn = [{card.code.plate for card in began_of(room_of(event, wing)).codes} for wing in event.wings]
    assert len(drawn[0] | drawn[1]) == len(drawn[0]) + len(drawn[1]) > 1200
    assert not {plate[0] for plate in drawn[0]} & {plate[0] for plate in drawn[1]}


def test_each_wing_has_its_umpires() -> None:
    """A wing has no second umpire for a grave ruling, or an umpire of missing tables."""
    event = room(EVENT + TWO)
    consoles = [
        [card.holder for card in began_of(room_of(event, wing)).codes if card.holder.role is Role.UMPIRE]
        for wing in event.wings
    ]
    assert [[holder.tables for holder in each] for each in consoles] == [
        [(), (1,), ()],
        [(), (3,), ()],
    ], "a second director each, for the tables that the umpire does not have"
    alone = room(EVENT.replace("tables = [1, 3]", "tables = [1]") + TWO)
    south = began_of(room_of(alone, alone.wings[1]))
    assert sum(card.holder.role is Role.UMPIRE for card in south.codes) == 2


def test_wings_of_one_machine_have_different_ports() -> None:
    """The second arbiter of a machine finds its port taken."""
    here = room(EVENT + TWO.replace('host = "10.0.0.5"\n', ""))
    assert [wing.port for wing in here.wings] == [5280, 5290]
    assert [wing.port for wing in room(EVENT + TWO).wings] == [5280, 5280]
    assert wing_words(here.wings[1]) == "South: tables 3 to 4 on this machine, port 5290"


@pytest.mark.parametrize(
    ("wings", "said"),
    [
        (TWO.replace("tables = 2", "tables = 5"), "4 tables are left for this wing"),
        (TWO.replace('"South"', '"north"'), "two wings are called 'north'"),
        (TWO.replace("tables = 2", "tables = [1, 9]"), "there is no table 9"),
        (TWO + "tables = [2]\n", "table 4 is in no wing"),
        (
            TWO.replace("tables = 2", "tables = [1, 2]") + "tables = [2, 3, 4]\n",
            "table 2 is already in the wing North",
        ),
        (TWO.replace("10.0.0.5", "10.0.0.5:5280"), "Write its port under port"),
        (TWO + 'host = "10.0.0.5"\nport = 5281\n', "too near the port of North"),
        (TWO.replace('name = "South"', 'name = "·"'), "Write it with letters"),
        (
            TWO
            + 'file = "a.db"\n'
            + TWO.replace("North", "West").replace("South", "East")
            + 'file = "a.db"\n',
            "two wings have the same file",
        ),
        ("".join(f'[[wings]]\nname = "W{number}"\n' for number in range(9)), "Give at most 8"),
    ],
)
def test_a_fault_in_wings_is_described(wings: str, said: str) -> None:
    """A table belongs to two arbiters, or to none, which is noticed only in the room."""
    found = " / ".join(faults(wings))
    assert said in found


def test_a_wing_has_a_port_for_browsers_above_its_own() -> None:
    """A plan is valid in the evening, but its host refuses it in the morning."""
    last = TWO + "port = 65534\n"
    assert not faults(last)
    with_web = check(EVENT.replace("[exercise]", "[exercise]\nweb = true") + last, FILE).faults
    assert ["no port 65536 for browsers" in fault.text for fault in with_web] == [True]


def test_a_plan_with_wings_is_not_begun_whole(tmp_path: Path) -> None:
    """One arbiter holds all tables, under an address of no wing."""
    file = tmp_path / "event.toml"
    file.write_text(EVENT + TWO)
    with pytest.raises(BadInput, match="Host one with --wing NAME"):
        of_plan(file)
    with pytest.raises(BadInput, match="there is no such wing"):
        of_plan(file, "Nort")
    found = of_plan(file, "North")
    assert found.wing
    assert (found.wing.host, found.wing.port) == ("10.0.0.5", 5280)
    file.write_text(EVENT)
    with pytest.raises(BadInput, match="this plan has no wings"):
        of_plan(file, "North")
