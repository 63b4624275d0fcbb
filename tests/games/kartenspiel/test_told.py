"""The sentences of every event for the seat that it happened to, the seat that did it and the public. Each reads
its own.
"""

from __future__ import annotations

import pytest
from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.events.combats import (
    BothDefended,
    ChargesRevealed,
    CombatCounted,
    HoldingsShown,
    LossesPaid,
)
from warcouncil.games.kartenspiel.events.ends import BattleEnded, LineBroken, NightFell
from warcouncil.games.kartenspiel.events.orders import (
    ArmiesMustered,
    OrderConfused,
    OrdersRevealed,
    OrderTurned,
    Redeployed,
)
from warcouncil.games.kartenspiel.state import Force
from warcouncil.games.kit.events import Event, told
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.protocol.words import SeatId, TeamId

TOLD: tuple[tuple[Event, dict[str, str]], ...] = (
    (
        ArmiesMustered(red=Force(inf=20, cav=6), black=Force(inf=20, cav=6)),
        {
            "": "Red began with 20 infantry + 6 cavalry, Black with 20 infantry + 6 cavalry. All divisions were in the reserve."
        },
    ),
    (
        BattleEnded(
            winner="",
            reason="Both lines broke on turn 1 (day 1): Red's at corps II, Black's at corps III and IV. Each side had lost 3 divisions",
        ),
        {
            "": "Both lines broke on turn 1 (day 1): Red's at corps II, Black's at corps III and IV. Each side had lost 3 divisions. The battle was drawn."
        },
    ),
    (
        BattleEnded(winner="black", reason="Red's line broke at corps II on turn 5 (day 1)"),
        {"": "Red's line broke at corps II on turn 5 (day 1). Black won the battle."},
    ),
    (BothDefended(corps=1), {"": "Corps I: both sides defended."}),
    (
        ChargesRevealed(corps=1, red=False, black=False),
        {"": "Corps I: Red's and Black's cavalry both held back."},
    ),
    (ChargesRevealed(corps=2, red=None, black=True), {"": "Corps II: Black's cavalry charged."}),
    (
        ChargesRevealed(corps=3, red=True, black=False),
        {"": "Corps III: Red's cavalry charged. Black's cavalry held back."},
    ),
    (ChargesRevealed(corps=4, red=None, black=None), {"": "Corps IV: neither side has cavalry."}),
    (
        CombatCounted(corps=1, attacks=(True, True), totals=(4, 5), owed=(2, 1)),
        {
            "": "Corps I: Red attacked with strength 4. Black attacked with strength 5. Divisions to lose: Red 2, Black 1."
        },
    ),
    (
        CombatCounted(corps=2, attacks=(False, True), totals=(4, 8), owed=(2, 0)),
        {
            "": "Corps II: Black attacked with strength 8. Red defended with strength 4. Divisions to lose: Black 0, Red 2."
        },
    ),
    (
        CombatCounted(corps=2, attacks=(True, False), totals=(4, 5), owed=(1, 0)),
        {
            "": "Corps II: Red attacked with strength 4. Black defended with strength 5. Divisions to lose: Red 1, Black 0."
        },
    ),
    (
        HoldingsShown(corps=1, red=Force(inf=3, cav=1), black=Force(inf=4, cav=1)),
        {"": "Corps I: Red showed 3 infantry + 1 cavalry. Black showed 4 infantry + 1 cavalry."},
    ),
    (LineBroken(team=TeamId("red"), corps=(2,)), {"": "Red's line broke at corps II."}),
    (
        LossesPaid(
            corps=1,
            red=Force(inf=0, cav=0),
            black=Force(inf=1, cav=1),
            left=(Force(inf=0, cav=0), Force(inf=0, cav=0)),
            ever=(2, 1),
            lost=(Force(inf=2, cav=0), Force(inf=1, cav=0)),
            field=(Force(inf=9, cav=2), Force(inf=9, cav=3)),
        ),
        {"": "Corps I: Black lost 1 infantry + 1 cavalry."},
    ),
    (
        LossesPaid(
            corps=1,
            red=Force(inf=2, cav=0),
            black=Force(inf=1, cav=0),
            left=(Force(inf=1, cav=1), Force(inf=3, cav=1)),
            ever=(2, 1),
            lost=(Force(inf=2, cav=0), Force(inf=1, cav=0)),
            field=(Force(inf=9, cav=2), Force(inf=9, cav=3)),
        ),
        {"": "Corps I: Red lost 2 infantry. Black lost 1 infantry."},
    ),
    (
        NightFell(day=1, red=Force(inf=2, cav=1), black=Force(inf=0, cav=0)),
        {
            "": "Night fell on day 1. All divisions went back to the reserve. Red rallied 2 infantry + 1 cavalry. Black rallied nothing."
        },
    ),
    (
        OrderConfused(charge=False, corps=("Red corps I", "Black corps II")),
        {
            "": "Red corps I and Black corps II gave no orders in time. The enemies opposite were asked to choose."
        },
    ),
    (
        OrderConfused(charge=False, corps=()),
        {"": "At least one order did not come in time. The enemy opposite was asked to choose."},
    ),
    (
        OrderConfused(charge=True, corps=("Red corps II",)),
        {"": "Red corps II did not decide its charge in time. The enemy opposite was asked to choose."},
    ),
    (
        OrderConfused(charge=True, corps=()),
        {"": "At least one charge was not decided in time. The enemy opposite was asked to choose."},
    ),
    (
        OrderTurned(
            commander=SeatId("black.corps.3"),
            chooser=SeatId("red.corps.3"),
            onlookers=(),
            corps=3,
            team=TeamId("black"),
            acts=True,
            charge=False,
        ),
        {
            "": "",
            "red.corps.3": "You chose an attack for Black corps III, whose order did not come in time.",
            "black.corps.3": "Your order for Black corps III did not come in time. Your enemy chose for you: an attack.",
        },
    ),
    (
        OrderTurned(
            commander=SeatId("red.corps.1"),
            chooser=SeatId("black.corps.1"),
            onlookers=(),
            corps=1,
            team=TeamId("red"),
            acts=False,
            charge=False,
        ),
        {
            "": "",
            "red.corps.1": "Your order for Red corps I did not come in time. Your enemy chose for you: defence.",
            "black.corps.1": "You chose defence for Red corps I, whose order did not come in time.",
        },
    ),
    (
        OrderTurned(
            commander=SeatId("red.corps.3"),
            chooser=SeatId("black.corps.3"),
            onlookers=(),
            corps=3,
            team=TeamId("red"),
            acts=False,
            charge=True,
        ),
        {
            "": "",
            "red.corps.3": "Your order for Red corps III did not come in time. Your enemy chose for you: no charge.",
            "black.corps.3": "You chose no charge for Red corps III, whose order did not come in time.",
        },
    ),
    (
        OrdersRevealed(red=(True, True, False, True), black=(True, False, True, False)),
        {"": "Red attacked with corps I, II and IV. Black attacked with corps I and III."},
    ),
    (
        Redeployed(
            team=TeamId("red"),
            army=SeatId("red.army"),
            commander_1=SeatId("red.corps.1"),
            commander_2=SeatId("red.corps.2"),
            commander_3=SeatId("red.corps.3"),
            commander_4=SeatId("red.corps.4"),
            sharers=(TeamId("red"),),
            corps_1=(Force(inf=4, cav=0), Force(inf=0, cav=0)),
            corps_2=(Force(inf=5, cav=2), Force(inf=0, cav=0)),
            corps_3=(Force(inf=5, cav=2), Force(inf=0, cav=0)),
            corps_4=(Force(inf=6, cav=2), Force(inf=0, cav=0)),
        ),
        {
            "": "",
            "red.army": "You sent 4 infantry to corps I, 5 infantry + 2 cavalry to corps II, 5 infantry + 2 cavalry to corps III and 6 infantry + 2 cavalry to corps IV.",
            "red.corps.1": "Your army commander sent 4 infantry to your corps I, 5 infantry + 2 cavalry to corps II, 5 infantry + 2 cavalry to corps III and 6 infantry + 2 cavalry to corps IV.",
        },
    ),
    (
        Redeployed(
            team=TeamId("red"),
            army=SeatId("red.army"),
            commander_1=SeatId("red.corps.1"),
            commander_2=SeatId("red.corps.2"),
            commander_3=SeatId("red.corps.3"),
            commander_4=SeatId("red.corps.4"),
            sharers=(),
            corps_1=(Force(inf=3, cav=1), Force(inf=0, cav=0)),
            corps_2=(Force(inf=1, cav=0), Force(inf=0, cav=0)),
            corps_3=(Force(inf=1, cav=1), Force(inf=0, cav=0)),
            corps_4=(Force(inf=3, cav=0), Force(inf=0, cav=0)),
        ),
        {
            "": "",
            "red.army": "You sent 3 infantry + 1 cavalry to corps I, 1 infantry to corps II, 1 infantry + 1 cavalry to corps III and 3 infantry to corps IV.",
            "red.corps.1": "Your army commander sent 3 infantry + 1 cavalry to your corps I.",
        },
    ),
)


def reader(seat: str) -> Seat:
    """Return the seat that reads; "" is the public."""
    team = seat.partition(".")[0]
    return Seat(SeatId(seat), TeamId(team), seat.title()) if seat else PUBLIC


@pytest.mark.parametrize(("event", "sentences"), TOLD, ids=[type(event).__name__ for event, _ in TOLD])
def test_every_reader_is_told_each_event_in_their_own_words(event: Event, sentences: dict[str, str]) -> None:
    """A reader is named as a stranger, reads of a secret order, or reads of another event."""
    assert {seat: told(event, reader(seat)) for seat in sentences} == sentences


def test_no_event_is_left_out() -> None:
    """A new event has a sentence that was never reviewed."""
    assert {type(event) for event, _ in TOLD} == {*GAME.event_types}
