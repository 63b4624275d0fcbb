"""Scenes: a change finds its place by its words, and changes that place alone."""

from __future__ import annotations

import pytest
from warcouncil.protocol.scenes import (
    CardsChange,
    Change,
    FactChange,
    FrontChange,
    LineChange,
    PostChange,
    ProseChange,
    Scene,
    TrackChange,
    after,
)
from warcouncil.protocol.sheets import (
    BattleLine,
    Card,
    Cards,
    Element,
    Fact,
    Facts,
    Front,
    Fronts,
    Post,
    Prose,
    Sheet,
    Side,
    Strength,
    Track,
)

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
    ],
)
def test_a_change_changes_its_place_and_no_other(change: Change, place: int, now: Element) -> None:
    """A number that runs in the wrong place tells a lie about somebody else."""
    changed = after(SHEET, Scene(title="x", changes=(change,)))
    assert changed.elements[place] == now
    others = [number for number in range(len(SHEET.elements)) if number != place]
    assert [changed.elements[n] for n in others] == [SHEET.elements[n] for n in others]


def test_a_place_that_a_sheet_does_not_have_is_passed_over() -> None:
    """Readers have different sheets: what one of them does not see must not stop the scene for him."""
    away = (
        TrackChange(track="You", at=9),
        FactChange(label="VP", value="1"),
        CardsChange(title="Hand", count=2),
    )
    assert after(SHEET, Scene(title="x", changes=away)) == SHEET


def test_sentences_stand_on_top_once() -> None:
    """A second event would stand beside the first one's text."""
    one, two = (Scene(title="x", changes=(ProseChange(title="Event", text=text),)) for text in "ab")
    changed = after(after(SHEET, one), two)
    assert changed.elements == (Prose(title="Event", text="b"), *SHEET.elements)
