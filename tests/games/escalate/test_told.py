"""The sentences of every event for the seat that it happened to, the seat that did it and the public. Each reads
its own.
"""

from __future__ import annotations

from dataclasses import fields

import pytest
from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.events.deals import (
    CardReturned,
    CardsDrawn,
    CircleRepeated,
    DiscardsShuffled,
    ExchangeOrdered,
    LeadObliged,
    OpeningDeferred,
    OpeningPassed,
    TableLaid,
)
from warcouncil.games.escalate.events.incidents import (
    AnswerPassed,
    HolderReplaced,
    IncidentEscalated,
    IncidentLed,
    IncidentTurned,
    IncidentVoided,
    IncidentWon,
    SeatDropped,
    UnPlayed,
)
from warcouncil.games.escalate.events.launches import GameEnded, NukeAnswered, NukesLaunched, SeatKnockedOut
from warcouncil.games.escalate.events.moving import RowsMoved
from warcouncil.games.kit.events import Event, told
from warcouncil.games.kit.play.codec import dump_event, load_event
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.protocol.words import SeatId, TeamId

TOLD: tuple[tuple[Event, dict[str, str]], ...] = (
    (
        AnswerPassed(seat=SeatId("north"), left=1),
        {
            "": "North passed and waited, with 1 pass left.",
            "north": "You passed and waited, with 1 pass left.",
        },
    ),
    (
        AnswerPassed(seat=SeatId("north"), left=None),
        {"": "North passed and waited.", "north": "You passed and waited."},
    ),
    (
        CardReturned(
            seat=SeatId("south"), card="2C", standings=(), pile=("2C", "diplomat", 7, (("diplomat", 3),))
        ),
        {"": "South returned 2♣.", "south": "You returned 2♣."},
    ),
    (
        CardsDrawn(seat=SeatId("south"), count=5, cards=("3D", "7D", "8H", "AS", "3H")),
        {"": "South was dealt 5 cards.", "south": "You were dealt 3♦, 7♦, 8♥, A♠ and 3♥."},
    ),
    (
        CircleRepeated(passers=(SeatId("north"), SeatId("south"))),
        {"": "All players with an Incident passed (North, South). Everyone is asked again."},
    ),
    (
        DiscardsShuffled(count=1, left=0),
        {"": "The draw pile ran out. The 1 discard was shuffled into a new one."},
    ),
    (
        DiscardsShuffled(count=12, left=3),
        {"": "The draw pile ran out. The 12 discards were shuffled into a new one."},
    ),
    (
        ExchangeOrdered(lead=SeatId("north")),
        {
            "": "No player has an Incident card. Everyone exchanges one card. Then North is asked first.",
            "north": "No player has an Incident card. Everyone exchanges one card. Then you are asked first.",
        },
    ),
    (
        GameEnded(reason="Only North survived Incident 1", winners=(SeatId("north"),)),
        {
            "": "Only North survived Incident 1. North won the game.",
            "north": "Only North survived Incident 1. You won the game.",
        },
    ),
    (
        GameEnded(reason="No player survived Incident 3", winners=(SeatId("north"), SeatId("south"))),
        {
            "": "No player survived Incident 3. North and South won the game.",
            "north": "No player survived Incident 3. You and South won the game.",
            "south": "No player survived Incident 3. You and North won the game.",
        },
    ),
    (
        GameEnded(reason="No player survived Incident 3", winners=()),
        {"": "No player survived Incident 3. No player won the game."},
    ),
    (
        HolderReplaced(seat=SeatId("west"), standings=()),
        {"": "West took over the Incident.", "west": "You took over the Incident."},
    ),
    (
        IncidentEscalated(
            seat=SeatId("east"),
            card="KD",
            top="K",
            stake=3,
            out_of_turn=True,
            standings=(
                (SeatId("east"), "2", "4", "dealer, holds the Incident"),
                (SeatId("north"), "0", "3", ""),
            ),
            demand=("Proxy Conflict", "1 Soldier"),
        ),
        {
            "": "East escalated out of turn with K♦ to a Proxy Conflict. Now 3 points are at stake.",
            "east": "You escalated out of turn with K♦ to a Proxy Conflict. Now 3 points are at stake.",
        },
    ),
    (
        IncidentEscalated(seat=SeatId("east"), card="QD", top="Q", stake=3, out_of_turn=False, standings=()),
        {
            "": "East escalated with Q♦ to a Spy War. Now 3 points are at stake.",
            "east": "You escalated with Q♦ to a Spy War. Now 3 points are at stake.",
        },
    ),
    (
        IncidentLed(seat=SeatId("north"), card="QC", top="Q", standings=()),
        {"": "North led Q♣, a Spy War.", "north": "You led Q♣, a Spy War."},
    ),
    (
        IncidentTurned(seat=SeatId("north"), cards=("5C",), top="Q", standings=()),
        {"": "North turned the Spy War with 5♣.", "north": "You turned the Spy War with 5♣."},
    ),
    (
        IncidentVoided(points=3, standings=(), pile=("AH", "un", 9, (("K", 1), ("un", 2)))),
        {"": "No player was left to win the Incident. Its 3 points were lost."},
    ),
    (
        IncidentWon(
            seat=SeatId("south"),
            points=2,
            total=2,
            standings=(),
            pile=("6S", "spy", 2, (("Q", 1), ("spy", 1))),
        ),
        {
            "": "South won the Incident for 2 points and now has 2.",
            "south": "You won the Incident for 2 points. You now have 2.",
        },
    ),
    (
        LeadObliged(seat=SeatId("north")),
        {"": "No player led. North must lead after all.", "north": "No player led. You must lead after all."},
    ),
    (
        NukeAnswered(
            seat=SeatId("south"),
            launcher=SeatId("north"),
            card="joker2",
            standings=(),
            pile=("joker2", "nuke", 5, (("nuke", 2),)),
        ),
        {
            "": "South struck back at North with Joker.",
            "north": "South struck back at you with Joker.",
            "south": "You struck back at North with Joker.",
        },
    ),
    (
        NukesLaunched(
            seat=SeatId("north"),
            targets=(SeatId("south"), SeatId("east")),
            cards=("joker1", "AS"),
            standings=(),
        ),
        {
            "": "North launched 2 Nukes at South and East.",
            "north": "You launched 2 Nukes at South and East.",
            "east": "North launched 2 Nukes at South and you.",
        },
    ),
    (
        NukesLaunched(
            seat=SeatId("north"),
            targets=(SeatId("south"),),
            cards=("joker1",),
            standings=(),
            pile=("joker1", "nuke", 1, (("nuke", 1),)),
        ),
        {
            "": "North launched 1 Nuke at South.",
            "north": "You launched 1 Nuke at South.",
            "south": "North launched 1 Nuke at you.",
        },
    ),
    (
        OpeningDeferred(seat=SeatId("south")),
        {
            "": "South deferred, with no Incident card in hand.",
            "south": "You deferred, with no Incident card in hand.",
        },
    ),
    (
        OpeningPassed(seat=SeatId("north")),
        {
            "": "North passed, with an Incident card in hand.",
            "north": "You passed, with an Incident card in hand.",
        },
    ),
    (
        SeatDropped(seat=SeatId("north"), standings=((SeatId("north"), "0", "4", "dropped out"),)),
        {"": "North dropped out of the Incident.", "north": "You dropped out of the Incident."},
    ),
    (
        SeatKnockedOut(seat=SeatId("north"), hand=("9S", "6C", "3H", "6H", "8C"), points=6, standings=()),
        {
            "": "North was knocked out with 6 points and discarded 9♠, 6♣, 3♥, 6♥ and 8♣.",
            "north": "You were knocked out with 6 points and discarded 9♠, 6♣, 3♥, 6♥ and 8♣.",
        },
    ),
    (
        SeatKnockedOut(
            seat=SeatId("south"),
            hand=("3D", "7D", "8H", "3H"),
            points=0,
            standings=(),
            pile=("3H", "diplomat", 6, (("soldier", 1), ("spy", 1), ("diplomat", 2))),
        ),
        {
            "": "South was knocked out with 0 points and discarded 3♦, 7♦, 8♥ and 3♥.",
            "south": "You were knocked out with 0 points and discarded 3♦, 7♦, 8♥ and 3♥.",
        },
    ),
    (
        TableLaid(dealer=SeatId("north"), lead=SeatId("south"), target=30, cards=54),
        {
            "": "North dealt from 54 cards. South leads first. The first to reach 30 points wins.",
            "north": "You dealt from 54 cards. South leads first. The first to reach 30 points wins.",
            "south": "North dealt from 54 cards. You lead first. The first to reach 30 points wins.",
        },
    ),
    (
        UnPlayed(
            seat=SeatId("north"),
            card="AH",
            veto=True,
            out_of_turn=False,
            standings=((SeatId("north"), "0", "4", "holds the Incident"),),
            demand=("U.N. card", "another U.N. card"),
        ),
        {"": "North cast a Veto with A♥.", "north": "You cast a Veto with A♥."},
    ),
    (
        UnPlayed(seat=SeatId("south"), card="AC", veto=False, out_of_turn=True, standings=()),
        {
            "": "South called for a U.N. Resolution out of turn with A♣.",
            "south": "You called for a U.N. Resolution out of turn with A♣.",
        },
    ),
    (
        UnPlayed(seat=SeatId("south"), card="AS", veto=False, out_of_turn=False, standings=()),
        {
            "": "South called for a U.N. Resolution with A♠.",
            "south": "You called for a U.N. Resolution with A♠.",
        },
    ),
)


def reader(seat: str) -> Seat:
    """Return the reading seat, or the public for ""."""
    team = seat.partition(".")[0]
    return Seat(SeatId(seat), TeamId(team), seat.title()) if seat else PUBLIC


@pytest.mark.parametrize(("event", "sentences"), TOLD, ids=[type(event).__name__ for event, _ in TOLD])
def test_every_reader_is_told_each_event_in_their_own_words(event: Event, sentences: dict[str, str]) -> None:
    """A player reads about themselves as about a stranger, about a secret card, or about another event than
    happened.
    """
    assert {seat: told(event, reader(seat)) for seat in sentences} == sentences


def test_no_event_is_left_out() -> None:
    """The sentence of a new event is untested."""
    assert {type(event) for event, _ in TOLD} == {*GAME.event_types}


MOVING = [event for event, _ in TOLD if isinstance(event, RowsMoved)]


@pytest.mark.parametrize("event", MOVING, ids=[type(event).__name__ for event in MOVING])
def test_no_event_forgets_the_rows_of_the_players(event: RowsMoved) -> None:
    """A move is told, but the table of the players beside it does not change."""
    values = {field.name: getattr(event, field.name) for field in fields(event) if field.name != "standings"}
    with pytest.raises(TypeError, match="standings"):
        type(event)(**values)


def test_a_record_that_told_of_no_rows_can_be_read() -> None:
    """The debrief of a game that was played by an earlier version is empty."""
    event = SeatDropped(seat=SeatId("north"), standings=())
    record = dump_event(event)
    del record["standings"]
    assert load_event(GAME, record) == event
