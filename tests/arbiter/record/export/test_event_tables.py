"""Each kind of event has a table whose columns hold all its fields."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from warcouncil.arbiter.record.export.event_tables import event_schemas, leaves, lists_of
from warcouncil.games import registry
from warcouncil.games.kartenspiel.events.combats import LossesPaid
from warcouncil.games.kartenspiel.state import force
from warcouncil.games.kit.events import EVERYONE, Event, Hidden, Known, Public, sights


@dataclass(frozen=True, slots=True)
class Counted(Event):
    """Things were counted."""

    seen_by = EVERYONE
    n: Public[int]
    pair: Public[tuple[int, bool]]
    maybe: Public[int | None]
    names: Hidden[tuple[str, ...]]
    deep: Hidden[tuple[tuple[str, int], ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return no sentences."""
        return ""


def test_an_event_is_split_into_columns_and_lists() -> None:
    """If this fails, a value of an event is lost, or is in a cell as JSON."""
    held = leaves(Counted(3, (4, True), None, ("a", "b"), (("x", 1), ("y", 2))))
    assert held.columns == {"field_n": 3, "pair_1": 4, "pair_2": True, "maybe": None}
    assert held.lists == (
        ("names", "1", "a"),
        ("names", "2", "b"),
        ("deep", "1.1", "x"),
        ("deep", "1.2", "1"),
        ("deep", "2.1", "y"),
        ("deep", "2.2", "2"),
    )


def test_parts_of_a_force_have_columns_of_their_own() -> None:
    """If this fails, an analyst parses the losses of a corps out of a text."""
    none = force(0, 0)
    paid = LossesPaid(2, force(1, 2), none, (force(3, 0), none), (1, 0), (none, none), (none, none))
    columns = leaves(paid).columns
    assert (columns["corps"], columns["red_inf"], columns["red_cav"]) == (2, 1, 2)
    assert (columns["left_1_inf"], columns["ever_2"]) == (3, 0)


@pytest.mark.parametrize("name", registry.names())
def test_every_field_of_every_event_is_somewhere(name: str) -> None:
    """If this fails, a field of a game's event is in no table."""
    game = registry.load(name)
    schemas = {schema.name: schema for schema in event_schemas(game)}
    assert len(schemas) == len([*event_schemas(game)])
    for schema, kind in zip(schemas.values(), game.event_types, strict=False):
        assert len(set(schema.names)) == len(schema.names)
        assert schema.meaning
        held = [*schema.names[4:], *(field for field, _ in lists_of(kind))]
        for field, _ in sights(kind):
            assert any(
                one == field or one.startswith(f"{field}_") or one == f"field_{field}" for one in held
            ), (
                schema.name,
                field,
            )
