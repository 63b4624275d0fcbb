"""A sheet read out says what the drawn one shows: what is unknown is unknown, what was seen is when, and no sign is needed."""

from __future__ import annotations

from warcouncil.clients.plain.sheets import element_lines
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
    Rows,
    Side,
    Strength,
    Track,
)


def test_a_line_says_what_is_known_and_since_when() -> None:
    """A blind player would take what was seen two turns ago for what stands there, or his own corps for another."""
    far = Side(
        team="black",
        title="Black",
        posts=(
            Post(
                label="I",
                strength=Strength(seen=9, seen_parts=("7 inf", "2 cav"), seen_when="turn 1"),
                stance="attacks",
            ),
            Post(label="II", note="broken"),
        ),
        behind=(Fact(label="reserve", value="?"),),
    )
    near = Side(
        team="red",
        title="Red",
        posts=(Post(label="I", strength=Strength(now=7, parts=("7 inf",)), yours=True),),
    )
    assert element_lines(BattleLine(title="The line", far=far, near=near)) == [
        "The line:",
        "Black (reserve unknown)",
        "  I: unknown, was 9 (7 inf 2 cav) on turn 1 attacks; II: unknown (broken)",
        "Red",
        "  I (yours): 7 (7 inf)",
    ]


def test_cards_are_named_and_equal_ones_counted() -> None:
    """Thirty-six cards face down would be read out one by one, or a secret face be taken for a public one."""
    down, nuke = Card(back="Ground"), Card(face="K♠", secret=True, note="Nuke")
    hand = Cards(title="Hand", cards=(down, down, nuke), count=3)
    pile = Cards(title="Deck", shape="pile", cards=(down,), count=36, note="shuffled")
    assert element_lines(hand) == ["Hand: 2 of face down [Ground], K♠ (Nuke)"]
    assert element_lines(hand, "<{}>") == ["Hand: 2 of face down [Ground], <K♠> (Nuke)"]
    assert element_lines(pile) == ["Deck: face down [Ground], 36 in all (shuffled)"]
    assert element_lines(Cards(title="Pile", count=0)) == ["Pile: none"]


def test_the_other_elements_name_what_they_show() -> None:
    """A score would be a bare number, or a cell of a table stand without its column."""
    told: list[Element] = [
        Facts(title="Score", facts=(Fact(label="VP", value="3"), Fact(label="reserve", value="?"))),
        Track(title="Toll", low=0, high=200, at=30, note="200 ends it"),
        Rows(
            title="Players",
            head=("seat", "points", "standing"),
            rows=(("East", "4", ""), ("You", "5", "dealer")),
        ),
        Prose(title="Event", text="Nothing happens."),
        Fronts(
            title="Cities",
            left="You",
            right="Teal",
            fronts=(
                Front(
                    label="Adech",
                    left=Cards(),
                    right=Cards(cards=(Card(face="9"),)),
                    at=1,
                    low=-2,
                    high=2,
                    mark="scored",
                ),
            ),
        ),
    ]
    assert [line for element in told for line in element_lines(element)] == [
        "Score: VP 3, reserve unknown",
        "Toll: 30 of 0 to 200 (200 ends it)",
        "Players:",
        "  East: points 4",
        "  You: points 5, standing dealer",
        "Event: Nothing happens.",
        "Cities: You against Teal",
        "  Adech: the marker at 1 of -2 to 2; scored; You none, total unknown; Teal 9, total unknown",
    ]
