"""A scenario prepared for play: its seats, the owners of its numbers, and the order of its phases."""

from __future__ import annotations

from warcouncil.games.scenario.file.model.script import Script, script_of, text_of
from warcouncil.games.scenario.file.text.clauses import Ref

from tests.games.scenario.small import small


def phase(name: str, **keys: object) -> dict[str, object]:
    """Return a phase of talk."""
    return {"name": name, "kind": "talk", **keys}


def test_phases_come_in_their_order() -> None:
    """A phase that is left out, or comes twice in a round, is another exercise than the one that was written."""
    phases = [
        phase("First", at="before"),
        phase("A"),
        phase("Late", rounds=[2]),
        phase("B"),
        phase("Last", at="after"),
    ]
    script = Script(small(phases=phases))
    assert [*script.after(0, -1)] == [(0, 0), (1, 1), (1, 3), (2, 1), (2, 2), (2, 3), (-1, 4)]
    assert [*script.after(2, 2)] == [(2, 3), (-1, 4)]
    assert [*script.after(-1, 4)] == []


def test_a_number_has_the_owners_of_the_file() -> None:
    """The oil of a team is not its own secret, or a number of the table has an owner."""
    script = Script(small())
    assert script.owners("tension") == ("",)
    assert script.owners("oil") == ("blue", "red")
    assert script.readers_of(Ref("oil", "blue")) == ("blue.minister", "blue.admiral")
    assert script.readers_of(Ref("patience")) == ()
    assert script.readers_of(Ref("tension")) == script.players
    assert script.cell == ("cell.head",)


def test_a_rule_for_each_is_one_rule_for_every_owner() -> None:
    """A rule for each team is applied to one team only."""
    rules = Script(small()).rules[0]
    assert [rule.own for rule in rules] == ["", "blue", "red"]
    assert rules[2].changes[0].ref == Ref("oil", "red")


def test_a_script_survives_its_text() -> None:
    """A resume reads another scenario out of the position than the one that was begun."""
    scenario = small()
    assert script_of(text_of(scenario)).scenario == scenario
