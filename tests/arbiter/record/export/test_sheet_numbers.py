"""Every number of a sheet is found, with the thing that it belongs to."""

from __future__ import annotations

from warcouncil.arbiter.record.export.sheet_numbers import SheetNumber, numbers
from warcouncil.protocol.table.sheets import (
    BattleLine,
    Card,
    Cards,
    Fact,
    Facts,
    Front,
    Fronts,
    Post,
    Prose,
    Rows,
    Sheet,
    Side,
    Strength,
    Track,
)

from tests.maps import TRUE


def test_every_element_gives_its_numbers() -> None:
    """If this fails, an export lacks the strength of a corps, a reserve or a hand."""
    red = Side(
        team="red",
        title="Red",
        posts=(Post(label="I", strength=Strength(now=6, parts=("4 inf", "2 cav"))),),
        behind=(Fact(label="reserve", value="12 inf 4 cav"),),
    )
    black = Side(
        team="black", title="Black", posts=(Post(label="I", strength=Strength(seen=3)), Post(label="II"))
    )
    hand = Cards(title="hand", cards=(Card(face="K"), Card(face="K"), Card(back="x")), count=5)
    front = Front(
        label="North", left=hand, right=Cards(title="", shape="pile"), at=-1, left_total="7", right_total="?"
    )
    sheet = Sheet(
        elements=(
            BattleLine(far=black, near=red),
            Facts(
                title="score",
                facts=(Fact(label="points", value="−3"), Fact(label="turn", value="Turn 4 of 6")),
            ),
            Track(title="alarm", low=0, high=9, at=4),
            hand,
            Fronts(left="India", right="Pakistan", fronts=(front,)),
            Rows(title="cities", head=("city", "vp", "dead"), rows=(("Kut", "2", "3 of 5"),)),
            Prose(text="7 ships came."),
        )
    )
    assert [tuple(one) for one in numbers(sheet)] == [
        ("Red", "I", "strength", 6),
        ("Red", "I", "inf", 4),
        ("Red", "I", "cav", 2),
        ("Red", "reserve", "inf", 12),
        ("Red", "reserve", "cav", 4),
        ("score", "points", "number", -3),
        ("", "alarm", "at", 4),
        ("", "hand", "cards", 5),
        ("", "hand", "K", 2),
        ("North", "", "at", -1),
        ("North", "India", "cards", 5),
        ("North", "India", "K", 2),
        ("North", "India", "total", 7),
        ("North", "Pakistan", "cards", 0),
        ("cities", "Kut", "vp", 2),
    ]


def test_an_empty_sheet_has_no_numbers() -> None:
    """If this fails, a position without a sheet ends the export."""
    assert list(numbers(Sheet())) == []
    assert SheetNumber("", "", "", 1) == ("", "", "", 1)


def test_a_map_gives_the_strength_of_each_known_piece() -> None:
    """If this fails, an export lacks the pieces of a map."""
    assert list(numbers(Sheet(elements=(TRUE,)))) == [
        SheetNumber("Coast", "Rosal First army", "strength", 2),
        SheetNumber("Ford", "Vald Guard", "strength", 1),
    ]
