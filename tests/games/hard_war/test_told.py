"""The sentences of every event for the seat that it happened to, the seat that did it and the public. Each reads
its own.
"""

from __future__ import annotations

import pytest
from warcouncil.games.hard_war import GAME
from warcouncil.games.hard_war.endings import DeadCounted, RowShown, TribunalCalled, TribunalClosed, WarWon
from warcouncil.games.hard_war.events.attacks import (
    AttackPlayed,
    AttackRevealed,
    CitySecured,
    ExtraPlayed,
    JusPassed,
    JusUsed,
    ObserversSent,
    ReportPlayed,
)
from warcouncil.games.hard_war.events.turns import (
    CardDrawn,
    CardsDiscarded,
    CityTaken,
    HandDealt,
    HandSizeCut,
    JusTurnedUp,
    ObserversLeft,
    TollShifted,
    TurnBegan,
)
from warcouncil.games.kit.events import Event, told
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.protocol.words import SeatId, TeamId

TOLD: tuple[tuple[Event, dict[str, str]], ...] = (
    (
        AttackPlayed(
            seat="amber",
            city="Dedes",
            kind="artillery",
            up=True,
            marker="off the edge",
            at=2,
            friendly_fire=True,
            left="0 of 1",
            seen=("0k+?", "0k, 1 attack hidden"),
            own=("30k", "30k"),
            card="artillery-10",
        ),
        {
            "": "Amber attacked Dedes with Artillery, face up, despite friendly fire. The marker is off the edge.",
            "amber": "You attacked Dedes with Artillery 10k, face up, despite friendly fire. The marker is off the edge.",
        },
    ),
    (
        AttackPlayed(
            seat="amber",
            city="Palpero",
            kind="ground",
            up=False,
            marker="on Amber's flag 1 of 3",
            at=1,
            friendly_fire=False,
            left="0 of 1",
            seen=("0k+?", "0k, 1 attack hidden"),
            own=("30k", "30k"),
            card="ground-30",
        ),
        {
            "": "Amber attacked Palpero with Ground, face down. The marker is on Amber's flag 1 of 3.",
            "amber": "You attacked Palpero with Ground 30k, face down. The marker is on Amber's flag 1 of 3.",
        },
    ),
    (
        AttackRevealed(
            owner="amber",
            city="Palpero",
            card="ground-30",
            toll=30,
            place=0,
            seen=("30k", "30k"),
            own=("30k", "30k"),
        ),
        {
            "": "The world saw Amber's attack on Palpero: Ground 30k. The toll is 30k.",
            "amber": "The world saw your attack on Palpero: Ground 30k. The toll is 30k.",
        },
    ),
    (
        AttackRevealed(
            owner="teal",
            city="Nishka",
            card="artillery-20",
            toll=80,
            place=1,
            seen=("20k", "20k"),
            own=("20k", "20k"),
        ),
        {
            "": "The world saw Teal's attack on Nishka: Artillery 20k. The toll is 80k.",
            "teal": "The world saw your attack on Nishka: Artillery 20k. The toll is 80k.",
        },
    ),
    (
        CardDrawn(seat="amber", deck="left", left=36, back="", card="ground-40"),
        {
            "": "Amber drew a card from the left deck. It has 36 cards left.",
            "amber": "You drew Ground 40k (Atrocity) from the left deck. It has 36 cards left.",
        },
    ),
    (
        CardDrawn(seat="amber", deck="left", left=36, back="ground", card="ground-30"),
        {
            "": "Amber drew Ground from the left deck. It has 36 cards left.",
            "amber": "You drew Ground 30k from the left deck. It has 36 cards left.",
        },
    ),
    (
        CardsDiscarded(
            seat="teal", count=2, backs=("artillery", "ground"), thrown=("artillery-10", "ground-10")
        ),
        {
            "": "Teal discarded Artillery and Ground, face down.",
            "teal": "You discarded Artillery 10k and Ground 10k, face down.",
        },
    ),
    (
        CardsDiscarded(seat="teal", count=2, backs=(), thrown=("artillery-10", "ground-10")),
        {
            "": "Teal discarded 2 cards, face down.",
            "teal": "You discarded Artillery 10k and Ground 10k, face down.",
        },
    ),
    (
        CitySecured(seat="amber", city="Dedes"),
        {
            "": "Amber secured Dedes. No counterattack is possible there before Amber takes it.",
            "amber": "You secured Dedes. No counterattack is possible there before you take it.",
        },
    ),
    (
        CityTaken(seat="teal", city="Nishka", vp=1, total=1, needed=4),
        {
            "": "Teal took control of Nishka: 1 victory point, 1 in all.",
            "teal": "You took control of Nishka: 1 victory point, 1 in all.",
        },
    ),
    (
        DeadCounted(seat="amber", total=250, relief=0),
        {"": "Amber's attacks killed 250k.", "amber": "Your attacks killed 250k."},
    ),
    (
        DeadCounted(seat="teal", total=130, relief=30),
        {
            "": "Teal's attacks killed 160k. Jus ad bellum takes off 30k, so 130k count.",
            "teal": "Your attacks killed 160k. Jus ad bellum takes off 30k, so 130k count.",
        },
    ),
    (
        ExtraPlayed(seat="amber", card="local_support", city="Dedes", marker="on Amber's flag 1 of 2", at=1),
        {
            "": "Amber played Local Support on Dedes. The marker is on Amber's flag 1 of 2.",
            "amber": "You played Local Support on Dedes. The marker is on Amber's flag 1 of 2.",
        },
    ),
    (
        HandDealt(
            seat="amber",
            count=3,
            backs=("artillery", "ground", "special"),
            hand=("artillery-20", "ground-20", "media2"),
        ),
        {
            "": "Amber was dealt Artillery, Ground and Special.",
            "amber": "You were dealt Artillery 20k, Ground 20k and Media Report x2.",
        },
    ),
    (
        HandDealt(seat="amber", count=3, backs=(), hand=("artillery-10", "artillery-20", "artillery-30")),
        {
            "": "Amber was dealt 3 cards.",
            "amber": "You were dealt Artillery 10k, Artillery 20k and Artillery 30k.",
        },
    ),
    (
        HandSizeCut(seat="teal", city="Korocas", size=2),
        {
            "": "Teal's hand size is 2 from now on, because of Korocas.",
            "teal": "Your hand size is 2 from now on, because of Korocas.",
        },
    ),
    (
        JusPassed(seat="teal"),
        {"": "Jus ad bellum went to Teal, face down.", "teal": "Jus ad bellum went to you, face down."},
    ),
    (
        JusTurnedUp(seat="teal"),
        {
            "": "Teal turned Jus ad bellum face up. It can be used from now on.",
            "teal": "You turned Jus ad bellum face up. It can be used from now on.",
        },
    ),
    (
        JusUsed(seat="teal", effect="draw2_now"),
        {
            "": "Teal used Jus ad bellum to draw two cards immediately.",
            "teal": "You used Jus ad bellum to draw two cards immediately.",
        },
    ),
    (ObserversLeft(city="Dunshe"), {"": "The observers left Dunshe."}),
    (
        ObserversSent(seat="teal", city="Dunshe", card="media2"),
        {
            "": "Teal sent observers to Dunshe (Media Report x2). Attacks there are face up from now on.",
            "teal": "You sent observers to Dunshe (Media Report x2). Attacks there are face up from now on.",
        },
    ),
    (
        ReportPlayed(seat="amber", card="media2"),
        {"": "Amber played a Media Report x2.", "amber": "You played a Media Report x2."},
    ),
    (
        RowShown(
            seat="amber", city="Adech", attacks=("ground-20", "ground-10"), dead="30k", seen="90k", own="90k"
        ),
        {
            "": "Adech: Amber's attacks were Ground 20k and Ground 10k. They killed 30k.",
            "amber": "Adech: your attacks were Ground 20k and Ground 10k. They killed 30k.",
        },
    ),
    (
        TollShifted(seat="amber", city="Dedes", change=30, toll=30),
        {
            "": "Amber raised the toll to 30k with the effect of Dedes.",
            "amber": "You raised the toll to 30k with the effect of Dedes.",
        },
    ),
    (
        TollShifted(seat="teal", city="Dedes", change=-30, toll=0),
        {
            "": "Teal lowered the toll to 0k with the effect of Dedes.",
            "teal": "You lowered the toll to 0k with the effect of Dedes.",
        },
    ),
    (
        TollShifted(seat="teal", city="Dedes", change=0, toll=80),
        {
            "": "Teal did not use the effect of Dedes on the toll.",
            "teal": "You did not use the effect of Dedes on the toll.",
        },
    ),
    (
        TribunalCalled(reason="decks"),
        {"": "Both decks ran out. Every attack was shown and the dead were counted."},
    ),
    (
        TribunalCalled(reason="intervention"),
        {
            "": "The toll reached the end of its track, and the United Nations intervened. Every attack was shown and the dead were counted."
        },
    ),
    (
        TribunalCalled(reason="turns"),
        {"": "The last turn was over. Every attack was shown and the dead were counted."},
    ),
    (TribunalClosed(seat=""), {"": "Both sides have the same number of dead. Neither side won."}),
    (
        TribunalClosed(seat="teal"),
        {"": "Teal won with the lower number of dead.", "teal": "You won with the lower number of dead."},
    ),
    (
        TurnBegan(turn=1, seat="amber"),
        {"": "Turn 1: Amber's turn began.", "amber": "Turn 1: your turn began."},
    ),
    (
        WarWon(seat="amber", vp=4),
        {
            "": "Amber won the war by force of arms, with 4 victory points.",
            "amber": "You won the war by force of arms, with 4 victory points.",
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
