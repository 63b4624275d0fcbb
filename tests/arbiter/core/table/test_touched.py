"""A ruling draws nothing before all of it has happened."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.arbiter.core.room.table_acts import TableAct, TableActs
from warcouncil.arbiter.core.table import touched
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import seat_view
from warcouncil.protocol.acts.acts import DeclareFor, EndNow, Extend, Fiat, GoBack, Hold, Pause, Void
from warcouncil.protocol.sentences.sentence import Sentence
from warcouncil.protocol.wire.requests import Rule, Watch
from warcouncil.protocol.words import GateNo, SeatId, TableId

from tests.arbiter.core.harness import Room

RED = SeatId("red.army")


def views_drawn(act: TableAct, patch: pytest.MonkeyPatch) -> list[bool]:
    """Rule at a full table of ten that an umpire watches. Return one entry for
    each view or clock: whether the act still ran when it was drawn."""
    room = Room("kartenspiel")
    room.sit_all()
    umpire = room.umpire()
    room.ask(umpire, Watch(table=TableId(1)))
    if isinstance(act, GoBack):
        room.play(2)
    elif isinstance(act, DeclareFor):
        form = room.table.game.form(room.table.state, RED)
        act = act.model_copy(update={"answer": form.suggested})
    running, drawn = [False], list[bool]()
    paused, carry_out = seat_view.paused, TableActs.carry_out

    def watched_part(table: Table) -> str:
        drawn.append(running[0])
        return paused(table)

    def watched_act(*args: Any) -> None:
        running[0] = True
        carry_out(*args)
        running[0] = False

    patch.setattr(seat_view, "paused", watched_part)  # a part of every view and of every clock
    patch.setattr(TableActs, "carry_out", watched_act)
    room.ask(umpire, Rule(id=room.fresh(), table=TableId(1), act=act, reason="because"))
    return drawn


@pytest.mark.parametrize(
    "act",
    [
        Pause(),
        Extend(seconds=60),
        Hold(),
        Fiat(text="the bridge is down"),
        Void(seat=RED),
        DeclareFor(seat=RED, answer={}),
        EndNow(),
        GoBack(to=GateNo(1)),
    ],
    ids=lambda act: act.act,
)
def test_nothing_is_drawn_before_all_has_happened(act: TableAct, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player sees half an act, though the rest of it was refused."""
    drawn = views_drawn(act, monkeypatch)
    assert drawn
    assert not any(drawn)


def test_a_view_drawn_inside_an_act_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above passes whatever an act draws."""
    real = touched.RulingInHand.note

    def note(self: touched.RulingInHand, did: Sentence) -> None:
        real(self, did)
        seat_view.paused(self.table)

    monkeypatch.setattr(touched.RulingInHand, "note", note)
    assert any(views_drawn(Pause(), monkeypatch))
