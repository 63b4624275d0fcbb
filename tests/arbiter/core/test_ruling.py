"""A ruling goes straight down and straight up: its act changes the table and marks whom that concerns; then all is drawn."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core import parts, ruling
from warcouncil.arbiter.core.table_acts import TableAct
from warcouncil.protocol.acts import (
    DeclareFor,
    EndNow,
    Extend,
    Fiat,
    GiveToBot,
    GoBack,
    Hold,
    Note,
    Pause,
    Tell,
    Void,
)
from warcouncil.protocol.requests import Rule, Watch
from warcouncil.protocol.words import GateNo, SeatId, TableId

from tests.arbiter.core.room import Room
from tests.walk import Walk, walked

CORE = "arbiter/core/"
RED = SeatId("red.army")
START = f"{CORE}steering.py perform"
ACTS = f"{CORE}table_acts.py"
DRAWERS = tuple(f"{CORE}{name}.py" for name in ("mail", "projector", "parts", "telling", "glance", "welcome"))
"""The files that draw."""


def way(act: TableAct) -> Walk:
    """Rule once at a full table of ten that an umpire watches, and give the way from the umpire's request to the last mail."""
    room = Room("kartenspiel")
    room.sit_all()
    umpire = room.umpire()
    room.ask(umpire, Watch(table=TableId(1)))
    if isinstance(act, GoBack):
        room.play(2)
    elif isinstance(act, DeclareFor):
        form = room.table.game.form(room.table.state, RED)
        act = act.model_copy(update={"answer": form.suggested})
    rule = Rule(id=room.fresh(), table=TableId(1), act=act, reason="because")
    with walked(CORE, start=START) as walk:
        room.ask(umpire, rule)
    return walk


STATIONS: dict[str, tuple[TableAct, int]] = {
    "pause": (Pause(), 32),
    "extend": (Extend(seconds=60), 33),
    "note": (Note(text="look at that"), 25),
    "tell": (Tell(text="lunch at one"), 30),
    "void": (Void(seat=RED), 49),
    "give to bot": (GiveToBot(seat=RED), 62),
    # From here on ten seats are each drawn a view.
    "hold": (Hold(), 94),
    "fiat": (Fiat(text="the bridge is down"), 93),
    "end now": (EndNow(), 129),
    "go back": (GoBack(to=GateNo(1)), 115),
}


@pytest.mark.parametrize("name", STATIONS)
def test_a_ruling_has_few_stations_and_never_climbs(name: str) -> None:
    """Whoever reads what a ruling does would go from file to file and up again, and lose the thread: it was 87 for a pause."""
    act, most = STATIONS[name]
    walk = way(act)
    assert len(walk.stations) <= most, "\n".join(walk.stations)
    assert walk.climbs == []
    assert walk.stations[0] == START


@pytest.mark.parametrize("name", STATIONS)
def test_nothing_is_drawn_before_all_has_happened(name: str) -> None:
    """Somebody would be sent what an act showed halfway, though the rest of it was refused."""
    walk = way(STATIONS[name][0])
    assert ACTS in walk.files
    assert {file for file in walk.files if file in DRAWERS}
    assert drawn_inside(walk) == []


def drawn_inside(walk: Walk) -> list[str]:
    """Give the stations of drawing to which the way led through an act."""
    return [
        at
        for at, files in zip(walk.stations, walk.ways, strict=True)
        if files[-1] in DRAWERS and ACTS in files
    ]


def test_whoever_drew_inside_an_act_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A law that sees nothing would be none."""
    real = ruling.RulingInHand.note

    def note(self: ruling.RulingInHand, words: str) -> None:
        real(self, words)
        parts.paused(self.table)

    monkeypatch.setattr(ruling.RulingInHand, "note", note)
    assert drawn_inside(way(Pause())) == [f"{CORE}parts.py paused"]
