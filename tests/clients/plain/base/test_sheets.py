"""A sheet as text contains the same as the drawn one: unknown values, the age of seen ones, and no meaning that
only a symbol shows.
"""

from __future__ import annotations

from warcouncil.clients.plain.base.sheets import document_lines, element_lines
from warcouncil.clients.plain.seat.board import BoardTeller
from warcouncil.clients.plain.seat.read_aloud import ReadAloud
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

from tests.clients.seat.desks import desk_of
from tests.clients.seat.papers import REASON, asked
from tests.maps import THREE
from tests.payoffs import SHEET as PAYOFF_SHEET


def test_a_line_says_what_is_known_and_since_when() -> None:
    """A blind player takes a sighting of two turns ago for a present one, or their own corps for another."""
    far = Side(
        team="black",
        title="Black",
        posts=(
            Post(
                label="I",
                strength=Strength(seen=9, seen_parts=("7 inf", "2 cav"), seen_when="turn 1"),
                stance="A attacks",
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
        "  Black: reserve unknown",
        "  Black I: unknown, was 9 (7 inf 2 cav) on turn 1, attacks",
        "  Black II: unknown (broken)",
        "  Red I (yours): 7 (7 inf)",
    ]


def test_cards_are_named_and_equal_ones_counted() -> None:
    """Thirty-six cards face down are read out one by one, or a secret face is taken for a public one."""
    down, nuke = Card(back="Ground"), Card(face="K♠", secret=True, note="Nuke")
    hand = Cards(title="Hand", cards=(down, down, nuke), count=3)
    pile = Cards(title="Deck", shape="pile", cards=(down,), count=36, note="shuffled")
    assert element_lines(hand) == ["Hand: 2 × face down [Ground], K♠ (Nuke)"]
    assert element_lines(hand, "<{}>") == ["Hand: 2 × face down [Ground], <K♠> (Nuke)"]
    assert element_lines(pile) == ["Deck: face down [Ground], 36 in all (shuffled)"]
    assert element_lines(Cards(title="Pile", count=0)) == ["Pile: none"]


def test_the_other_elements_name_what_they_show() -> None:
    """A score is a bare number, or a cell of a table appears without its column."""
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
                    right_total="?",
                ),
            ),
        ),
    ]
    assert [line for element in told for line in element_lines(element)] == [
        "Score:",
        "  VP: 3",
        "  reserve: unknown",
        "Toll: 30, from 0 to 200 (200 ends it)",
        "Players:",
        "  East: points 4",
        "  You: points 5; dealer",
        "Event: Nothing happens.",
        "Cities, You against Teal:",
        "  Adech: the marker is at 1, from -2 to 2; scored; You none, total unknown; Teal 9, total unknown",
    ]


def test_documents_are_named_with_their_numbers_and_read_whole() -> None:
    """A player who only listens does not know which text to ask for, or hears all of them at each question."""
    order = Document(title="Order 7", text="Hold.\n\nWait.", note="round 2")
    cable = Document(title="Cable", text="x" * 5000, new=True, secret=True)
    lying = Documents(title="Your papers", documents=(order, cable))
    teller = BoardTeller()
    first, second = (Sheet(elements=(*([Documents(documents=(order,))] * n), lying)) for n in (0, 1))
    assert teller.new(first) == [
        "board: Your papers (/doc 2 reads number 2):",
        "board: 1 Order 7 (round 2), 12 characters",
        "board: 2 new: Cable (secret), 5000 characters",
    ]
    assert teller.new(first) == []
    assert teller.whole(second)[-1] == "board: 3 new: Cable (secret), 5000 characters"
    assert element_lines(lying)[:3] == ["Your papers:", "  Order 7 (round 2):", "  Hold."]
    assert document_lines(order) == ["Order 7 (round 2):", "Hold.", "Wait."]


def test_one_document_is_said_by_its_number() -> None:
    """A player without a screen cannot read the documents that they received."""
    desk = desk_of(*asked(REASON))
    assert desk.view is not None
    said = ReadAloud(desk, BoardTeller()).ways["doc"]
    assert said(desk.view, "1", 0) == [
        "doc 1: Order of the fleet (handed to you in round 1):",
        "doc 1: The third squadron is under your command from midnight.",
        "doc 1: It does not fire first.",
    ]
    listed = said(desk.view, "", 0)
    assert (
        listed[1] == "doc: 2 new: Cable of the ambassador (handed to you in round 2; secret), 4265 characters"
    )
    for amiss in ("0", "4", "x", "²", "99999"):
        assert said(desk.view, amiss, 0) == [
            f"Read a document by its number, 1 to 3. “{amiss}” is not one of them.",
            *listed,
        ]
    empty = desk.view.model_copy(update={"sheet": Sheet()})
    assert said(empty, "1", 0) == ["You have no documents."]


def test_a_map_is_a_list_of_its_places() -> None:
    """A player without a picture does not learn who holds a place, what is there, or where a piece can go."""
    assert element_lines(THREE) == [
        "The island:",
        "  Coast: held by Rosal; First army of Rosal, strength 2 (yours); next to Hills, Ford",
        "  Hills: held by no side; no piece; next to Coast",
        "  Ford: owner unknown; pieces unknown; next to Coast",
    ]


def test_only_the_changed_places_of_a_map_are_written_again() -> None:
    """A player hears all places after each question although one changed."""
    teller = BoardTeller()
    teller.new(Sheet(elements=(THREE,)))
    hills = THREE.places[1].model_copy(update={"owner": "Vald"})
    changed = THREE.model_copy(update={"places": (THREE.places[0], hills, THREE.places[2])})
    assert teller.new(Sheet(elements=(changed,))) == [
        "board: Hills: held by Vald; no piece; next to Coast",
    ]


def test_only_the_changed_numbers_of_a_board_are_written_again() -> None:
    """If this fails, a player hears ten numbers after each question although one changed."""
    teller = BoardTeller()
    numbers = Facts(title="Numbers", facts=(Fact(label="buses", value="5"), Fact(label="ships", value="3")))
    assert teller.new(Sheet(elements=(numbers,))) == ["board: Numbers:", "board: buses: 5", "board: ships: 3"]
    changed = numbers.model_copy(update={"facts": (Fact(label="buses", value="4"), numbers.facts[1])})
    assert teller.new(Sheet(elements=(changed,))) == ["board: Numbers: buses: 4"]


def test_the_board_does_not_repeat_what_the_story_told() -> None:
    """If this fails, a player hears each answer and each fact twice."""
    answers = Rows(
        title="Last answers",
        head=("who", "question", "answer"),
        rows=(("Chief", "Buses", "Hill 3, Hospital 1"), ("Captain", "Ships", "Quay 2")),
    )
    facts = Prose(title="Facts", text="The road is cut. The sea rises.")
    teller = BoardTeller()
    teller.told(["Chief (Buses): Hill 3, Hospital 1.", "The sea rises."])
    sheet = Sheet(elements=(answers, facts))
    assert teller.new(sheet) == [
        "board: Last answers:",
        "board: Captain: Ships; Quay 2",
        "board: Facts: The road is cut.",
    ]
    assert "board: Chief: Buses; Hill 3, Hospital 1" in teller.whole(sheet)


def test_a_package_is_added_up_line_by_line() -> None:
    """If this fails, a player without a screen cannot add up an offer."""
    desk = desk_of(*asked(REASON, sheet=PAYOFF_SHEET))
    assert desk.view is not None
    said = ReadAloud(desk, BoardTeller()).ways["package"]
    assert said(desk.view, "", 0) == [
        "package: Place: 1 Bay (40), 2 Island (0)",
        "package: Wages: 1 Low (-5), 2 High (20)",
        "package: choose one number for each issue in this order, such as /package 1 2 0. The number 0 means no option.",
    ]
    assert said(desk.view, "1 1", 0) == [
        "package: Place: Bay, 40",
        "package: Wages: Low, -5",
        "package: Payoff sheet, Blue: 35 points",
    ]
    assert said(desk.view, "0 2", 0)[-1] == "package: Payoff sheet, Blue: 20 points"
    for amiss in ("1", "1 2 3", "x 1", "9 9"):
        assert said(desk.view, amiss, 0) == ["package: there are 2 issues. Give 2 numbers, 0 to 2."]
    without = desk_of(*asked(REASON))
    assert without.view is not None
    assert ReadAloud(without, BoardTeller()).ways["package"](without.view, "1 1", 0) == [
        "You have no payoff sheet."
    ]
