"""The knowledge of a team is the joined knowledge of its seats, and no more."""

from __future__ import annotations

import re

import pytest
from warcouncil.arbiter.record.account.rewind import view
from warcouncil.arbiter.record.account.shared_knowledge import together
from warcouncil.protocol.table.sheets import (
    BattleLine,
    Card,
    Cards,
    Document,
    Documents,
    Fact,
    Facts,
    Front,
    Fronts,
    Map,
    Post,
    Sheet,
    Side,
    Strength,
)

from tests.arbiter.core.harness import Room
from tests.maps import THREE, TRUE


def _line(*strengths: Strength, reserve: str = "?") -> Sheet:
    posts = tuple(Post(label=str(n), strength=strength) for n, strength in enumerate(strengths))
    black = Side(team="black", title="Black", posts=posts, behind=(Fact(label="reserve", value=reserve),))
    return Sheet(elements=(BattleLine(far=black, near=Side(team="red", title="Red", posts=())),))


def test_the_seat_with_the_best_knowledge_counts() -> None:
    """The debrief says that a team did not know what one of its players saw."""
    one = _line(Strength(now=4), Strength(), Strength(seen=7, seen_when="turn 1"))
    other = _line(Strength(seen=5), Strength(seen=6), Strength(now=7, parts=("7 inf",)), reserve="3")
    made = together({"Red I": one, "Red II": other}).elements
    (line,) = made
    assert isinstance(line, BattleLine)
    assert [post.strength for post in line.far.posts] == [
        Strength(now=4),
        Strength(seen=6),
        Strength(now=7, parts=("7 inf",)),
    ]
    assert line.far.behind == (Fact(label="reserve", value="3"),)


def hand(*faces: str | None) -> tuple[Card, ...]:
    """Make cards."""
    return tuple(Card(face=face) for face in faces)


def fronts(left: tuple[Card, ...], right: tuple[Card, ...]) -> Fronts:
    """Make a front."""
    front = Front(label="A", left=Cards(cards=left), right=Cards(cards=right))
    return Fronts(left="Red", right="Black", fronts=(front,))


def facts(value: str) -> Facts:
    """Make a fact."""
    return Facts(title="Decks", facts=(Fact(label="left", value=value),))


def test_documents_are_laid_together_and_none_twice() -> None:
    """A team seems to have two copies of one order, or a forged order hides the true one."""
    order, true, forged = (
        Document(title=title, text=text)
        for title, text in (("Order", "Hold."), ("Cable", "Yes."), ("Cable", "No."))
    )
    one, other = (Sheet(elements=(Documents(documents=held),)) for held in ((order, true), (order, forged)))
    assert together({"Red I": one, "Red II": other}).elements == (Documents(documents=(order, true, forged)),)


def test_cards_and_facts_are_laid_together_and_hands_named_by_their_owners() -> None:
    """Two hands are shown as one, or a card that one seat saw is shown as hidden."""
    one = Sheet(
        elements=(Cards(title="Your hand", cards=hand("7")), fronts(hand("1"), hand(None)), facts("?"))
    )
    other = Sheet(
        elements=(Cards(title="Your hand", cards=hand("8")), fronts(hand(None), hand("2")), facts("9"))
    )
    made = together({"Red I": one, "Red II": other})
    assert [each.title for each in made.elements if isinstance(each, Cards)] == [
        "Red I: hand",
        "Red II: hand",
    ]
    (front,) = next(each for each in made.elements if isinstance(each, Fronts)).fronts
    assert (front.left.cards, front.right.cards) == (hand("1"), hand("2"))
    assert next(each for each in made.elements if isinstance(each, Facts)).facts[0].value == "9"


@pytest.mark.parametrize("game", ["kartenspiel", "hard_war", "kashmir_crisis", "escalate"])
def test_shared_knowledge_contains_only_what_a_sheet_of_the_team_has(game: str) -> None:
    """The debrief of a team shows facts that it could not have known."""
    room = Room(game)
    room.sit_all()
    room.play(6)
    teams: dict[str, list[Sheet]] = {}
    for seat in room.table.seats.values():
        teams.setdefault(seat.team, []).append(view(room.table, seat.id, room.at).sheet)
    for sheets in teams.values():
        made = together({f"seat {number}": sheet for number, sheet in enumerate(sheets)})
        known = set().union(*(_values(sheet) for sheet in sheets))
        assert {value for value in _values(made) if not re.match(r"seat \d: ", value)} <= known


def _values(sheet: Sheet) -> set[str]:
    return set(re.findall(r'"((?:[^"\\]|\\.)*)"', sheet.model_dump_json()))


def test_a_map_joins_what_two_seats_know_of_each_place() -> None:
    """The debrief says that a team did not know a place that one of its seats saw."""
    blind = THREE.model_copy(
        update={
            "pieces": (),
            "places": tuple(each.model_copy(update={"owner": None, "seen": False}) for each in THREE.places),
        }
    )
    (made,) = together({"One": Sheet(elements=(blind,)), "Two": Sheet(elements=(TRUE,))}).elements
    assert made == TRUE
    (made,) = together({"One": Sheet(elements=(THREE,)), "Two": Sheet(elements=(blind,))}).elements
    assert isinstance(made, Map)
    assert made.places == THREE.places
    assert made.pieces == TRUE.pieces[:1]
