"""Staging: a change finds its place by its words, and changes only that place."""

from __future__ import annotations

import pytest
from warcouncil.protocol.table.scenes import (
    CardsChange,
    Change,
    DocumentChange,
    FactChange,
    FrontChange,
    LineChange,
    PostChange,
    ProseChange,
    RowChange,
    Scene,
    TrackChange,
)
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
from warcouncil.protocol.table.staging import after

RED = Side(team="red", title="Red", posts=(Post(label="I"), Post(label="II", note="held")))
BLACK = Side(team="black", title="Black", posts=(Post(label="I"), Post(label="II")))
LINE = BattleLine(far=BLACK, near=RED)
FRONT = Front(label="North", left=Cards(title="Amber", cards=(Card(back="x"),)), right=Cards(title="Teal"))
FRONTS = Fronts(left="Amber (you)", right="Teal", fronts=(FRONT,))
ROW = Cards(title="Row", cards=(Card(face="1"),))
FACTS = Facts(facts=(Fact(label="turn", value="1"),))
TRACK = Track(title="You", key="red", low=0, high=9, at=1)
SHEET = Sheet(headline="Now", elements=(LINE, FRONTS, ROW, FACTS, TRACK))
TWO = Card(face="2")


@pytest.mark.parametrize(
    ("change", "place", "now"),
    [
        (
            PostChange(team="red", post="II", now=3, parts=("3 inf",)),
            0,
            LINE.model_copy(
                update={
                    "near": RED.model_copy(
                        update={
                            "posts": (
                                Post(label="I"),
                                Post(label="II", note="held", strength=Strength(now=3, parts=("3 inf",))),
                            )
                        }
                    )
                }
            ),
        ),
        (
            LineChange(team="black", stances=("a", "b")),
            0,
            LINE.model_copy(
                update={
                    "far": BLACK.model_copy(
                        update={"posts": (Post(label="I", stance="a"), Post(label="II", stance="b"))}
                    )
                }
            ),
        ),
        (
            FrontChange(front="North", side="Teal", add=(TWO,), at=2, total="2"),
            1,
            FRONTS.model_copy(
                update={
                    "fronts": (
                        FRONT.model_copy(
                            update={
                                "right": Cards(title="Teal", cards=(TWO,)),
                                "at": -2,
                                "right_total": "2",
                            }
                        ),
                    )
                }
            ),
        ),
        (
            FrontChange(front="North", side="Amber", turned=(0, TWO)),
            1,
            FRONTS.model_copy(
                update={"fronts": (FRONT.model_copy(update={"left": Cards(title="Amber", cards=(TWO,))}),)}
            ),
        ),
        (CardsChange(title="Row", add=(TWO,)), 2, Cards(title="Row", cards=(Card(face="1"), TWO))),
        (CardsChange(title="Row", cards=()), 2, Cards(title="Row")),
        (FactChange(label="turn", value="2"), 3, Facts(facts=(Fact(label="turn", value="2"),))),
        (TrackChange(track="red", at=4), 4, TRACK.model_copy(update={"at": 4})),
        (TrackChange(track="red", at=11), 4, TRACK.model_copy(update={"at": 11, "high": 11})),
        (TrackChange(track="red", at=-2), 4, TRACK.model_copy(update={"at": -2, "low": -2})),
    ],
)
def test_a_change_changes_its_place_and_no_other(change: Change, place: int, now: Element) -> None:
    """A number that changes in the wrong place shows a false value of another player."""
    changed = after(SHEET, Scene(title="x", changes=(change,)))
    assert changed.elements[place] == now
    others = [number for number in range(len(SHEET.elements)) if number != place]
    assert [changed.elements[n] for n in others] == [SHEET.elements[n] for n in others]


HAND = Cards(title="Your hand", key="red-hand", shape="hand", cards=(Card(face="1"), TWO, TWO), count=3)
BACKS = Cards(
    title="Red's hand", key="red-hand", shape="hand", cards=(Card(back="x"), Card(back="y")), count=2
)


@pytest.mark.parametrize(
    ("lying", "taken", "left"),
    [
        (HAND, (TWO,), ("1", "2")),
        (HAND, (TWO, TWO, TWO), ("1",)),
        (HAND, (Card(face="9", back="y"),), ("1", "2", "2")),
        (BACKS, (Card(face="9", back="y"),), ("x",)),
        (BACKS, (Card(face="9", back="z"),), ("x", "y")),
        (Cards(key="red-hand", cards=(Card(), Card()), count=2), (Card(face="9", back="z"),), ("",)),
    ],
)
def test_a_card_that_is_played_leaves_the_hand_and_no_other_does(
    lying: Cards, taken: tuple[Card, ...], left: tuple[str, ...]
) -> None:
    """A played card is in two places at once, because every reader's sheet calls the hand by another title."""
    scene = Scene(title="x", changes=(CardsChange(title="red-hand", take=taken),))
    (hand,) = after(Sheet(elements=(lying,)), scene).elements
    assert isinstance(hand, Cards)
    assert (tuple(card.face or card.back for card in hand.cards), hand.count) == (left, len(left))


def test_a_card_added_to_a_pile_is_counted_with_it() -> None:
    """A pile of nine stays one of nine, whatever is added."""
    pile = Cards(title="Pile", shape="pile", cards=(Card(face="1"),), count=9)
    scene = Scene(title="x", changes=(CardsChange(title="Pile", add=(TWO,)),))
    assert after(Sheet(elements=(pile,)), scene).elements == (
        pile.model_copy(update={"cards": (Card(face="1"), TWO), "count": 10}),
    )


@pytest.mark.parametrize("keys", [(), ("north", "south")])
def test_a_row_changes_in_the_cells_that_are_named(keys: tuple[str, ...]) -> None:
    """Two seats hold what one has taken over from the other."""
    players = Rows(
        title="Players",
        head=("seat", "cards", "standing"),
        rows=(("You" if keys else "north", "5", "holds"), ("South", "4", "")),
        keys=keys,
    )
    change = RowChange(title="Players", row="north", cells=(None, "dropped out", "too much"))
    away = (
        RowChange(title="Players", row="east", cells=("1",)),
        RowChange(title="x", row="north", cells=("1",)),
    )
    (now,) = after(Sheet(elements=(players,)), Scene(title="x", changes=(change, *away))).elements
    assert isinstance(now, Rows)
    assert now.rows == ((players.rows[0][0], "5", "dropped out"), ("South", "4", ""))


def test_a_fact_behind_a_battle_line_changes_on_one_side() -> None:
    """One army's loss appears on the pile of the other, or under a fact of the same name elsewhere."""
    sides = [side.model_copy(update={"behind": (Fact(label="lost", value="1"),)}) for side in (BLACK, RED)]
    elements = (BattleLine(far=sides[0], near=sides[1]), Facts(facts=(Fact(label="lost", value="1"),)))
    scene = Scene(title="x", changes=(FactChange(label="lost", value="4", team="red"),))
    line, facts = after(Sheet(elements=elements), scene).elements
    assert facts == elements[1]
    assert isinstance(line, BattleLine)
    assert (line.far.behind[0].value, line.near.behind[0].value) == ("1", "4")


def test_new_prose_is_first_and_replaces_the_old() -> None:
    """A second event appears beside the first one's text."""
    one, two = (Scene(title="x", changes=(ProseChange(title="Event", text=text),)) for text in "ab")
    changed = after(after(SHEET, one), two)
    assert changed.elements == (Prose(title="Event", text="b"), *SHEET.elements)


def test_a_document_is_handed_over_once_and_lies_with_the_others() -> None:
    """A second edition appears beside the first, or a reader without papers never sees the new one."""
    old = Document(title="Map", text="a")
    sheet = Sheet(elements=(Documents(title="Papers", documents=(old,)), *SHEET.elements))
    one, two = (DocumentChange(title="Cable", text=text, note="now", secret=True) for text in "ab")
    changed = after(sheet, Scene(title="x", changes=(one, two)))
    given = Document(title="Cable", text="b", note="now", new=True, secret=True)
    assert changed.elements == (Documents(title="Papers", documents=(old, given)), *SHEET.elements)
    alone = after(SHEET, Scene(title="x", changes=(two,)))
    assert alone.elements == (*SHEET.elements, Documents(documents=(given,)))


# --- and no other -----------------------------------------------------------------------------------------------------

MARKED = Front(
    label="South",
    left=Cards(title="Amber", cards=(Card(face="7"),)),
    right=Cards(title="Teal", cards=(Card(face="8"),)),
    at=1,
    left_total="7",
    right_total="8",
    mark="scored",
    note="held",
)
FULL = Sheet(
    headline="Now",
    elements=(
        BattleLine(
            far=BLACK,
            near=Side(
                team="red",
                title="Red",
                posts=(
                    Post(label="I", strength=Strength(now=2), stance="attacks", note="fresh", broken=True),
                    Post(label="II", strength=Strength(now=3), stance="defends", note="held"),
                ),
            ),
        ),
        Fronts(left="Amber (you)", right="Teal", fronts=(FRONT, MARKED)),
        Cards(title="Row", cards=(Card(face="1"),), count=5, note="open"),
        Cards(title="Pile", shape="pile", cards=(Card(back="x"),), count=9, note="shut"),
        Facts(facts=(Fact(label="turn", value="1"), Fact(label="day", value="2"))),
        Track(title="You", key="red", low=0, high=9, at=1, note="ahead"),
        Track(title="They", low=0, high=9, at=2, note="behind"),
    ),
)
NOTHING: tuple[Change, ...] = (
    PostChange(team="red", post="I"),
    LineChange(team="red", stances=()),
    LineChange(team="red", stances=("attacks",)),
    FrontChange(front="South", side="Amber"),
    FrontChange(front="South", side="Teal"),
    CardsChange(title="Row"),
    TrackChange(track="red"),
)


@pytest.mark.parametrize("change", NOTHING, ids=lambda change: change.kind)
def test_values_that_a_change_leaves_out_stay_as_they_were(change: Change) -> None:
    """A note, a total or a marker vanishes from the board with the first card that is turned."""
    assert after(FULL, Scene(title="x", changes=(change,))) == FULL


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (PostChange(team="red", post="I", now=1, note="n", stance="s", broken=False), 0),
        (LineChange(team="black", stances=("s", "s")), 0),
        (FrontChange(front="South", side="Amber", total="1", at=0, mark="m", note="n"), 1),
        (CardsChange(title="Pile", add=(TWO,), count=1, note="n"), 3),
        (FactChange(label="day", value="3"), 4),
        (TrackChange(track="They", at=5, note="n"), 6),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_the_neighbours_of_a_changed_place_stay_as_they_were(change: Change, place: int) -> None:
    """Another corps, front, pile or fact seems to have changed too."""
    changed = after(FULL, Scene(title="x", changes=(change,)))
    differing = [
        number
        for number, pair in enumerate(zip(FULL.elements, changed.elements, strict=True))
        if pair[0] != pair[1]
    ]
    assert differing == [place]
    old, new = (sheet.elements[place] for sheet in (FULL, changed))
    match old, new:
        case BattleLine(), BattleLine():
            sides = [(old.far, new.far), (old.near, new.near)]
            assert [one != other for one, other in sides].count(True) == 1
            posts = [pair for one, other in sides for pair in zip(one.posts, other.posts, strict=True)]
            assert [one != other for one, other in posts].count(True) == (2 if change.kind == "line" else 1)
        case Fronts(), Fronts():
            assert new.fronts[0] == old.fronts[0]
            assert new.fronts[1].right == old.fronts[1].right
            assert new.fronts[1].right_total == "8"
        case Facts(), Facts():
            assert new.facts[0] == old.facts[0]
        case _:
            pass


@pytest.mark.parametrize(
    "change",
    [
        PostChange(team="blue", post="I", now=1),
        PostChange(team="red", post="IX", now=1),
        LineChange(team="blue", stances=("s",)),
        FrontChange(front="West", side="Amber", at=1),
        FrontChange(front="South", side="Blue", at=0),
        CardsChange(title="Hand", count=1),
        FactChange(label="night", value="1"),
        TrackChange(track="You", at=5),
    ],
    ids=lambda change: change.kind,
)
def test_a_place_of_no_such_name_stays_as_it_was(change: Change) -> None:
    """A reader whose sheet shows less sees a change in the wrong place, or the scene stops for them."""
    assert after(FULL, Scene(title="x", changes=(change,))) == FULL


def test_a_card_is_turned_only_in_its_place() -> None:
    """Another card seems to be turned up, or a missing one is added."""
    row = Cards(title="Amber", cards=(Card(back="a"), Card(back="b"), Card(back="c")))
    sheet = Sheet(
        elements=(Fronts(left="Amber", right="Teal", fronts=(Front(label="N", left=row, right=row),)),)
    )
    for place in range(5):
        change = FrontChange(front="N", side="Amber", turned=(place, TWO), add=(TWO,))
        (fronts,) = after(sheet, Scene(title="x", changes=(change,))).elements
        assert isinstance(fronts, Fronts)
        expected = [TWO if number == place else card for number, card in enumerate(row.cards)]
        assert fronts.fronts[0].left.cards == (*expected, TWO)
        assert fronts.fronts[0].right == row
