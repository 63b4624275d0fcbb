"""Positions built from the few values that matter, and a table that plays them through the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.options import KartenspielOptions, rules_of
from warcouncil.games.kartenspiel.state import (
    CHARGE,
    CONFUSED_CHARGE,
    CONFUSED_ORDERS,
    DECLARATION,
    FULL,
    LOSSES,
    BattleState,
    Force,
    opening,
)
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.protocol.table.forms import Answer, Moves
from warcouncil.protocol.words import SeatId

E = TypeVar("E", bound=Event)

DICE = Dice(bytes(16))
CORPS = tuple(SeatId(f"{team}.corps.{number}") for team in ("red", "black") for number in (1, 2, 3, 4))
THREE = (3, 0)
"""A corps that no single turn can break while it defends."""


def opened(**settings: Any) -> BattleState:
    """Return the opening position under some options."""
    return GAME.setup(KartenspielOptions(**settings), DICE).state


def deployed(
    red: Mapping[int, tuple[int, int]] | None = None,
    black: Mapping[int, tuple[int, int]] | None = None,
    **settings: Any,
) -> BattleState:
    """Return a position before the declarations. Corps are given by number as (inf, cav). The others have three
    infantry.
    """
    state = opening(rules_of(KartenspielOptions(**settings)))
    corps = [Force(*(side or {}).get(number, THREE)) for side in (red, black) for number in (1, 2, 3, 4)]
    reserve = [
        Force(
            max(0, full.inf - sum(force.inf for force in corps[side * 4 : side * 4 + 4])),
            max(0, full.cav - sum(force.cav for force in corps[side * 4 : side * 4 + 4])),
        )
        for side, full in enumerate(state.reserve)
    ]
    return replace(state, step=DECLARATION, fresh=False, corps=tuple(corps), reserve=(reserve[0], reserve[1]))


def orders(*attacking: str) -> dict[str, str]:
    """Return an order for every corps: the named ones, such as `red.corps.1`, attack, the others defend."""
    return {seat: "attack" if seat in attacking else "defend" for seat in CORPS}


class Table:
    """Plays a position by closing gates, and records the events."""

    dice = DICE

    def __init__(self, state: BattleState) -> None:
        self.state = state
        self.events: list[Event] = []

    @property
    def phase(self) -> Phase:
        """Return the open phase."""
        phase = GAME.phase(self.state)
        assert isinstance(phase, Phase)
        return phase

    @property
    def finish(self) -> Finish:
        """Return the end."""
        finish = GAME.phase(self.state)
        assert isinstance(finish, Finish)
        return finish

    def close(self, answers: Mapping[str, Answer]) -> tuple[Event, ...]:
        """Close the gate with these answers. A seat without one is silent. Return the events."""
        asked = self.phase.asked
        assert set(answers) <= set(asked), f"only {asked} are asked"
        declarations = {
            seat: GAME.read(self.state, seat, answers[seat])
            if seat in answers
            else GAME.default(self.state, seat)
            for seat in asked
        }
        resolution = GAME.resolve(self.state, declarations, DICE)
        self.state = resolution.state
        self.events += resolution.events
        return resolution.events

    def declare(self, *attacking: str, silent: Sequence[str] = ()) -> tuple[Event, ...]:
        """Declare: the named corps attack and the others defend, except the silent ones."""
        return self.close(
            {
                seat: {f"corps.{seat[-1]}": order}
                for seat, order in orders(*attacking).items()
                if seat not in silent
            }
        )

    def send(self, red: Moves | None = None, black: Moves | None = None) -> tuple[Event, ...]:
        """Close a redeployment with these moves."""
        return self.close({"red.army": {"moves": red or {}}, "black.army": {"moves": black or {}}})

    def charge(self, **choices: bool) -> tuple[Event, ...]:
        """Close a charge: `red=True` charges. A side that is not named is silent."""
        answers = {
            seat: {"charge": "charge" if choices[seat.partition(".")[0]] else "hold"}
            for seat in self.phase.asked
            if seat.partition(".")[0] in choices
        }
        return self.close(answers)  # type: ignore[arg-type]  # a choice's text is a value

    def pay(self, **cavalry: int) -> tuple[Event, ...]:
        """Close a choice of losses: `red=1` gives up one cavalry. A side that is not named is silent."""
        answers: dict[str, Answer] = {
            seat: {"losses": f"cavalry.{cavalry[seat.partition('.')[0]]}"}
            for seat in self.phase.asked
            if seat.partition(".")[0] in cavalry
        }
        return self.close(answers)

    def fight_out(self) -> None:
        """Continue to the end of the turn without any answer."""
        while self.state.step in (CONFUSED_ORDERS, CHARGE, CONFUSED_CHARGE, LOSSES):
            self.close({})

    def found(self, kind: type[E]) -> list[E]:
        """Return the events of a kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def corps(self, seat: str) -> Force:
        """Return the divisions of a corps."""
        return self.state.corps[CORPS.index(SeatId(seat))]


def held(state: BattleState, side: int) -> Force:
    """Return all divisions of a side in the field."""
    forces = (state.reserve[side], *state.corps[side * 4 : side * 4 + 4])
    return Force(sum(force.inf for force in forces), sum(force.cav for force in forces))


def conserved(state: BattleState) -> bool:
    """Return whether every division is in the field or on the pile."""
    for side in (0, 1):
        whole = Force(17, 5) if state.rules.small == side else FULL
        here, gone = held(state, side), state.lost[side]
        if (here.inf + gone.inf, here.cav + gone.cav) != whole or min(here + gone) < 0:
            return False
    return True
