"""The table in which things are sorted into places, as it is drawn."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.drawing.fields import sort_rows
from warcouncil.clients.seat.words import tone
from warcouncil.protocol.table.forms import Form, Place, Sort, Thing

HOLDS = ("3 inf 1 cav", "3 inf 1 cav", "nothing", "12 inf 3 cav", "3 inf 1 cav")


@pytest.mark.parametrize("width", [60, 71, 78, 100, 120])
def test_the_content_of_neighbouring_places_neither_touches_nor_is_cut(width: int) -> None:
    """Two corps read as one: 3 inf 1 cav3 inf 1 cav."""
    names = ("reserve", "I", "II", "III", "IV")
    places = tuple(
        Place(name=name, label=f"Corps {name}", holds=held) for name, held in zip(names, HOLDS, strict=True)
    )
    inf = Thing(name="inf", label="infantry", count=20, at="reserve", to=names[1:])
    field = Sort(name="moves", label="Your divisions", places=places, things=(inf,))
    rows = sort_rows(
        Filling(Form(question="Where?", rule="1", fields=(field,))), field, 0, width, focused=True, room=12
    )
    drawn = [row.plain for row, _ in rows]
    first = next(number for number, row in enumerate(drawn) if row.startswith(" now"))
    last = next(number for number, row in enumerate(drawn) if "infantry" in row)
    words = " ".join(drawn[first:last]).split()
    assert sorted(words) == sorted(["now", *" ".join(HOLDS).split()])
    assert all(len(row) <= width for row in drawn)


def test_the_digit_of_a_place_is_a_key_and_its_name_is_none() -> None:
    """If heads are close together, a player cannot tell which digit belongs to which place."""
    places = (Place(name="hand", label="In hand"), Place(name="front", label="Military (face up)"))
    card = Thing(name="6C", label="6♣", at="hand", to=("front",))
    field = Sort(name="cards", label="Your cards", places=places, things=(card,))
    filling = Filling(Form(question="Where?", rule="1", fields=(field,)))
    head, _ = sort_rows(filling, field, 0, 60, focused=True, room=12)[0]
    keyed = {head.plain[span.start : span.end] for span in head.spans if span.style == tone.KEY}
    assert keyed == {"1"}


def test_all_places_show_their_total_in_one_form() -> None:
    """If this fails, "✓ 1 of 1–2" is beside "✓ 1/1–2", as if they meant different things."""
    things = tuple(Thing(name=f"c{n}", label=f"{n}♣", at="hand", to=("a", "b", "c")) for n in range(3))
    names = {"a": "Diplomatic", "b": "Military (face up)", "c": "Reserve"}
    places = tuple(Place(name=name, label=label, low=1, high=2) for name, label in names.items())
    field = Sort(
        name="cards",
        label="Cards",
        things=things,
        places=(Place(name="hand", label="In hand", high=0), *places),
    )
    for width in range(50, 110):
        filling = Filling(Form(question="?", rule="1", fields=(field,)))
        last = sort_rows(filling, field, 0, width, focused=True, room=20)[-1][0].plain
        assert (" of " in last) + ("/" in last) == 1, last


@pytest.mark.parametrize("room", [9, 12, 16])
@pytest.mark.parametrize("row", [0, 4, 8])
def test_long_names_do_not_push_the_totals_out_of_the_pane(room: int, row: int) -> None:
    """If this fails, a player with many cards sees neither the totals nor the key that seals."""
    names = {"hand": "In hand", "a": "Diplomatic", "b": "Information", "c": "Military", "d": "Reserve"}
    things = tuple(
        Thing(name=f"c{n}", label=f"{n}♣ (from your own cards)", at="hand", to=("a", "b", "c", "d"))
        for n in range(9)
    )
    places = tuple(Place(name=name, label=label, high=9) for name, label in names.items())
    field = Sort(name="cards", label="Cards", things=things, places=places)
    filling = Filling(Form(question="?", rule="1", fields=(field,)))
    filling.reach(0, row, 1)
    rows = [line.plain for line, _ in sort_rows(filling, field, 0, 72, focused=True, room=room)]
    assert len(rows) <= room
    assert rows[-1].startswith(" after")
    assert [line for line in rows if line.startswith(f" ▸ {row}♣")] != []
