"""The gaps of a viewpoint: each unknown value is found in every kind of element, and no known value is called
unknown.
"""

from __future__ import annotations

import pytest
from warcouncil.clients.replay.film.unknown import gaps, known_light, unknown_light
from warcouncil.protocol.table.sheets import (
    BattleLine,
    Card,
    Cards,
    Document,
    Documents,
    Element,
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

from tests.maps import THREE, TRUE


def _line(strength: Strength, reserve: str) -> BattleLine:
    black = Side(
        team="black",
        title="Black",
        posts=(Post(label="I", strength=strength),),
        behind=(Fact(label="reserve", value=reserve),),
    )
    return BattleLine(
        far=black, near=Side(team="red", title="Red", posts=(Post(label="I", strength=Strength(now=4)),))
    )


def _hand(title: str, *faces: str | None) -> Cards:
    return Cards(title=title, shape="hand", cards=tuple(Card(face=face) for face in faces))


def _front(left: tuple[str | None, ...], right: tuple[str | None, ...], *, names: tuple[str, str]) -> Fronts:
    front = Front(label="Adech", left=_hand("", *left), right=_hand("", *right))
    return Fronts(left=names[0], right=names[1], fronts=(front,))


CASES: list[tuple[str, Element, Element, list[tuple[str, str, str]]]] = [
    (
        "remembered",
        _line(Strength(seen=5, seen_when="turn 3"), "?"),
        _line(Strength(now=4, parts=("4 inf",)), "2 inf"),
        [("Black I", "4: 4 inf", "5 on turn 3"), ("Black reserve", "2 inf", "?")],
    ),
    ("unknown", _line(Strength(), "2 inf"), _line(Strength(now=4), "2 inf"), [("Black I", "4", "?")]),
    (
        "pieces",
        _line(Strength(now=4), "0"),
        _line(Strength(now=4, parts=("4 cav",)), "0"),
        [("Black I", "4 cav", "?")],
    ),
    (
        "face down",
        _hand("Teal's hand", None, None),
        _hand("Teal's hand", "A", "B"),
        [("Teal's hand", "A, B", "2 face down")],
    ),
    ("own by another name", _hand("Your hand", "A", "B"), _hand("Amber's hand", "A", "B"), []),
    (
        "a front from the other side",
        _front(("A",), (None,), names=("Teal (you)", "Amber")),
        _front(("B",), ("A",), names=("Amber", "Teal")),
        [("Adech, Amber", "B", "1 face down")],
    ),
    (
        "a fact",
        Facts(title="Decks", facts=(Fact(label="left", value="?"),)),
        Facts(title="Decks", facts=(Fact(label="left", value="7"),)),
        [("Decks: left", "7", "?")],
    ),
    (
        "a fact of one's own",
        Facts(facts=(Fact(label="your dead", value="7"),)),
        Facts(facts=(Fact(label="Amber's dead", value="7"),)),
        [],
    ),
    (
        "a lead from the other end",
        Track(title="Lead of Pakistan", low=-30, high=30, at=-9),
        Track(title="Lead of India", low=-30, high=30, at=9),
        [],
    ),
    (
        "a track",
        Track(title="Oil", low=0, high=9, at=1),
        Track(title="Steel", low=0, high=9, at=4),
        [("Steel", "4", "?")],
    ),
    (
        "a row",
        Rows(title="Seats", head=("seat", "cards"), rows=(("South", "?"),)),
        Rows(title="Seats", head=("seat", "cards"), rows=(("South", "4"),)),
        [("Seats: South", "4", "?")],
    ),
    (
        "a row of one's own",
        Rows(head=("seat", "cards"), rows=(("You", "4"),)),
        Rows(head=("seat", "cards"), rows=(("Amber", "4"),)),
        [],
    ),
    (
        "columns turned",
        Rows(head=("Front", "A", "B"), rows=(("D", "1", "2"),)),
        Rows(head=("Front", "B", "A"), rows=(("D", "2", "1"),)),
        [],
    ),
    (
        "a document",
        Documents(documents=(Document(title="Order", text="Hold."), Document(title="Cable", text="No."))),
        Documents(documents=(Document(title="Order", text="Hold."), Document(title="Cable", text="Yes."))),
        [("Cable", "Yes.", "?")],
    ),
    ("words", Prose(title="Event", text="Rain."), Prose(title="Deck", text="7, 8"), [("Deck", "7, 8", "?")]),
]


@pytest.mark.parametrize(
    ("knew", "was", "found"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_an_unknown_fact_is_named_with_the_belief(
    knew: Element, was: Element, found: list[tuple[str, str, str]]
) -> None:
    """A lesson is based on a value that a seat saw, or leaves out one that it could not see."""
    made = gaps(Sheet(elements=(knew,)), Sheet(elements=(was,)), "Amber")
    assert [(gap.what, gap.was, gap.knew) for gap in made] == found


@pytest.mark.parametrize("was", [case[2] for case in CASES], ids=[case[0] for case in CASES])
def test_a_full_view_has_no_gaps_and_an_empty_one_has_all(was: Element) -> None:
    """The highlight marks a known thing, or nothing."""
    sheet = Sheet(elements=(was,))
    assert gaps(sheet, sheet) == ()
    found = gaps(Sheet(), sheet)
    assert found
    assert unknown_light(found).on(was)
    assert known_light(sheet, ()).on(was)
    if not isinstance(was, BattleLine):
        assert not known_light(sheet, found).on(was)


def test_of_a_pile_of_one_card_a_card_is_known() -> None:
    """The replay says *1 cards* of a pile of one known card."""
    known = Sheet(elements=(Cards(title="Reserve", shape="pile", count=1),))
    (gap,) = gaps(known, Sheet(elements=(_hand("Reserve", "10♣"),)))
    assert gap.knew == "1 card"


def test_a_map_tells_each_unknown_owner_and_each_unseen_place() -> None:
    """The replay says that a player knew of a piece that the player could not see."""
    found = [(gap.what, gap.was, gap.knew) for gap in gaps(Sheet(elements=(THREE,)), Sheet(elements=(TRUE,)))]
    assert found == [
        ("Ford", "held by Vald", "?"),
        ("Ford", "Guard of Vald, strength 1", "pieces unknown"),
    ]
    assert gaps(Sheet(elements=(TRUE,)), Sheet(elements=(TRUE,))) == ()
    assert len(gaps(Sheet(), Sheet(elements=(TRUE,)))) == 6
