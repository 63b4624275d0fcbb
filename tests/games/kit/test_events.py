"""Events: a reader knows nothing unless the class says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest
from warcouncil.games.kit.events import (
    EVERYONE,
    UMPIRES,
    Event,
    Hidden,
    Known,
    Public,
    Sight,
    Storyteller,
    known,
    known_to,
    told,
)
from warcouncil.games.kit.play.codec import dump_event
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.protocol.words import SeatId, TeamId

RED_1 = Seat(SeatId("red.1"), TeamId("red"), "Red 1")
RED_2 = Seat(SeatId("red.2"), TeamId("red"), "Red 2")
BLACK_1 = Seat(SeatId("black.1"), TeamId("black"), "Black 1")


@dataclass(frozen=True, slots=True)
class CardPassed(Event):
    """A card was passed: all see that, both players know which, and the giver's team knows why."""

    seen_by = EVERYONE
    giver: Public[SeatId]
    takers: Public[tuple[SeatId, ...]]
    team: Public[TeamId]
    card: Annotated[int, known_to("giver", "takers")]
    reason: Annotated[str, known_to("team")]
    luck: Hidden[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Name the fields that may be named."""
        return f"{'you' if known.mine('giver') else known['giver']} passed {', '.join(known)}"


@dataclass(frozen=True, slots=True)
class OrderLost(Event):
    """An order was lost: only its seat and the umpires learn of it."""

    seen_by = known_to("seat")
    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return one sentence."""
        return "Your order was lost."


PASSED = CardPassed(RED_1.id, (BLACK_1.id,), RED_1.team, 7, "to mislead", 3)


def fields(seat: Seat | None) -> set[str]:
    """Return the fields of the passed card that a reader may know."""
    seen = known(PASSED, seat)
    assert seen is not None
    return set(seen)


def test_each_reader_knows_the_fields_that_the_class_grants() -> None:
    """A reader knows a field that is secret from them, or does not know their own."""
    public = {"giver", "takers", "team"}
    assert fields(RED_1) == public | {"card", "reason"}
    assert fields(RED_2) == public | {"reason"}
    assert fields(BLACK_1) == public | {"card"}
    assert fields(PUBLIC) == public
    assert fields(None) == public | {"card", "reason", "luck"}


def test_an_event_for_other_readers_does_not_exist_for_a_reader() -> None:
    """A reader learns that an event happened, which can be the secret."""
    lost = OrderLost(RED_1.id)
    assert known(lost, RED_2) is None
    assert known(lost, PUBLIC) is None
    assert (told(lost, RED_1), told(lost, RED_2), told(lost, None)) == (
        "Your order was lost.",
        "",
        "Your order was lost.",
    )


def test_a_reader_is_addressed_as_you() -> None:
    """A reader is named as a stranger, or another seat is called you."""
    assert told(PASSED, RED_1).startswith("you passed")
    assert told(PASSED, BLACK_1).startswith("red.1 passed")
    assert told(PASSED, None).startswith("red.1 passed")


def test_a_seat_without_a_team_has_no_team_mates() -> None:
    """A seat without a team reads what is for a team only, because both names are empty."""
    lone = Seat(SeatId("lone"), TeamId(""), "Lone")
    event = CardPassed(RED_1.id, (), TeamId(""), 7, "none", 3)
    seen = known(event, lone)
    assert seen is not None
    assert "reason" not in seen


def test_the_umpires_record_holds_everything() -> None:
    """A debrief without the hidden part cannot say why events happened."""
    assert dump_event(PASSED) == {
        "event": "CardPassed",
        "giver": "red.1",
        "takers": ["black.1"],
        "team": "red",
        "card": 7,
        "reason": "to mislead",
        "luck": 3,
    }


@pytest.mark.parametrize(
    ("seen_by", "hint", "said"),
    [
        (None, Public[int], "say in `seen_by` who learns"),
        (EVERYONE, int, r"Faulty\.card: say who may know this field"),
        (EVERYONE, Annotated[int, EVERYONE, UMPIRES], r"Faulty\.card: say who may know this field"),
        (EVERYONE, Annotated[int, known_to("owner")], r"Faulty\.card: no field owner"),
        (known_to("owner"), Public[int], r"Faulty\.seen_by: no field owner"),
    ],
    ids=["unseen", "unmarked", "marked twice", "marked for nobody", "seen by nobody"],
)
def test_a_class_without_readers_cannot_be_defined(seen_by: Sight | None, hint: object, said: str) -> None:
    """A secret in a field without a mark is public."""
    with pytest.raises(TypeError, match=said):
        type("Faulty", (Event,), {"seen_by": seen_by, "__annotations__": {"card": hint}})


@dataclass(frozen=True, slots=True)
class DepotFound(Event):
    """A depot was found: all learn of it, and one team knows where. Its sentence does not depend on the reader."""

    seen_by = EVERYONE
    team: Public[TeamId]
    place: Annotated[str, known_to("team")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the place for the readers that may know it."""
        return f"{known['team']} found a depot at {known.get('place', 'a place that is not known')}."


@pytest.mark.parametrize("readers", [(RED_1, BLACK_1, RED_2, PUBLIC), (PUBLIC, BLACK_1, RED_2, RED_1)])
def test_a_sentence_is_shared_only_among_readers_with_the_same_knowledge(readers: tuple[Seat, ...]) -> None:
    """The sentence for the first reader is sent to all, with its secrets, or with its "you"."""
    events: tuple[Event, ...] = (
        DepotFound(TeamId("red"), "Jena"),
        DepotFound(TeamId("red"), "Apolda"),
        CardPassed(RED_1.id, (RED_2.id,), TeamId("red"), 7, "spite", 3),
    )
    storyteller = Storyteller()
    for event in events:
        for reader in (*readers, None):
            assert storyteller.tell(event, reader) == told(event, reader)


@dataclass(frozen=True, slots=True)
class PlansLaid(Event):
    """Plans were laid: each team knows one part of them. Its sentence does not depend on the reader."""

    seen_by = EVERYONE
    red: Public[TeamId]
    black: Public[TeamId]
    place: Annotated[str, known_to("red")]
    hour: Annotated[str, known_to("black")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the part that the reader may know."""
        return f"Plans: {known.get('place', '?')}, {known.get('hour', '?')}."


@pytest.mark.parametrize("readers", [(RED_1, BLACK_1), (BLACK_1, RED_1)])
def test_readers_who_know_as_many_fields_but_other_ones_share_no_sentence(readers: tuple[Seat, ...]) -> None:
    """If this fails, one team reads the secret of the other, because both know one field more than the public."""
    event = PlansLaid(TeamId("red"), TeamId("black"), "the ridge", "dawn")
    storyteller = Storyteller()
    said = {reader.id: storyteller.tell(event, reader) for reader in readers}
    assert said == {RED_1.id: "Plans: the ridge, ?.", BLACK_1.id: "Plans: ?, dawn."}
    assert storyteller.tell(event, PUBLIC) == "Plans: ?, ?."


@dataclass(frozen=True, slots=True)
class MoveMade(Event):
    """A move was made: all may know all of it. Its sentence depends on the reader."""

    seen_by = EVERYONE
    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Address the seat itself."""
        return "You moved." if known.mine("seat") else f"{known['seat']} moved."


@pytest.mark.parametrize("first", [None, RED_1, BLACK_1, PUBLIC])
def test_a_sentence_for_an_umpire_is_not_shared_with_players(first: Seat | None) -> None:
    """If this fails, a player reads of their own seat as of a stranger's, because an umpire read the event first."""
    storyteller = Storyteller()
    moved, passed = MoveMade(RED_1.id), PASSED
    for event in (moved, passed):
        for reader in (first, None, RED_1, BLACK_1, RED_2, PUBLIC):
            assert storyteller.tell(event, reader) == told(event, reader)
    assert storyteller.tell(moved, None) == "red.1 moved."
    assert storyteller.tell(moved, RED_1) == "You moved."
