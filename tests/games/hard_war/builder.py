"""Positions of The Hard War, built from the few values that matter, and the engine driven from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from warcouncil.games.hard_war import GAME, cards
from warcouncil.games.hard_war.options import HardWarOptions
from warcouncil.games.hard_war.state import (
    AMBER,
    NOBODY,
    SEATS,
    AgendaItem,
    City,
    Faction,
    HardWarState,
    LaidAttack,
    Step,
    turn_of,
)
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Phase, Resolution
from warcouncil.protocol.table.forms import Answer, Choice, Form, Pick
from warcouncil.protocol.words import SeatId

DICE = Dice(b"the hard war tests")
DONE: Answer = {"card": "done"}
FILLER = ("ground-10", "ground-10", "ground-10")


def options(**settings: Any) -> HardWarOptions:
    """Return options, the rest at their defaults. Amber starts unless another seat is given."""
    return HardWarOptions.model_validate({"starting": "amber"} | settings)


def row(*marks: str) -> tuple[LaidAttack, ...]:
    """Return a row of attacks. A card written with "!" lies face up."""
    return tuple(LaidAttack(mark.removesuffix("!"), up=mark.endswith("!")) for mark in marks)


def position(
    *,
    active: int = AMBER,
    step: Step = "Play",
    hand: Sequence[str] = (),
    other_hand: Sequence[str] = FILLER,
    cities: Mapping[str, Mapping[str, Any]] | None = None,
    settings: Mapping[str, Any] | None = None,
    vp: tuple[int, int] = (0, 0),
    **fields: Any,
) -> HardWarState:
    """Return a position in the middle of a game, by default in Amber's play phase with two cards to play."""
    start = GAME.setup(options(**(settings or {})), DICE).state
    hands = {active: cards.in_order(tuple(hand)), 1 - active: cards.in_order(tuple(other_hand))}
    given: dict[str, Any] = {
        "turn": 5 + active,
        "plays_left": 2,
        "agenda": agenda_from(step, active),
        "attacks": (0,) * len(start.cities),
        "sides": (Faction(hands[0], vp[0]), Faction(hands[1], vp[1])),
        "cities": tuple(replace(city, **(cities or {}).get(city.name, {})) for city in start.cities),
    }
    return replace(start, active=active, **(given | fields))


def agenda_from(step: Step, active: int) -> tuple[AgendaItem, ...]:
    """Return the rest of a turn from a phase on.

    A step that is no phase of a turn comes before the rest of its check.
    """
    turn = turn_of(active)
    steps = [due.step for due in turn]
    return turn[steps.index(step) :] if step in steps else (AgendaItem(step), *turn[1:])


def city(state: HardWarState, name: str) -> City:
    """Return a city by its name."""
    return next(each for each in state.cities if each.name == name)


def attacks(state: HardWarState, **counts: int) -> HardWarState:
    """Return the state with this number of attacks of the active player on these cities this turn."""
    return replace(state, attacks=tuple(counts.get(each.name, 0) for each in state.cities))


def asked(state: HardWarState) -> SeatId:
    """Return the one seat that is asked."""
    phase = GAME.phase(state)
    assert isinstance(phase, Phase), phase
    (seat,) = phase.asked
    return seat


def form(state: HardWarState) -> Form:
    """Return the form of the one seat that is asked."""
    return GAME.form(state, asked(state))


def offers(state: HardWarState, field: str) -> list[str]:
    """Return the options of a field, or none if there is no such field."""
    for each in form(state).fields:
        if each.name == field:
            assert isinstance(each, Choice | Pick)
            return [option.value for option in each.options]
    return []


def answer(state: HardWarState, **filled: Any) -> Resolution[HardWarState]:
    """Answer for the one seat that is asked. A field named `at` is the place of the card."""
    if "at" in filled:
        filled[f"at.{filled['card']}"] = filled.pop("at")
    seat = asked(state)
    return GAME.resolve(state, {seat: GAME.read(state, seat, filled)}, DICE)


def after(state: HardWarState, *answers: Mapping[str, Any]) -> HardWarState:
    """Return the state after several answers, one gate each."""
    for each in answers:
        state = answer(state, **each).state
    return state


def after_silence(state: HardWarState) -> HardWarState:
    """Return the state after a gate without any answer."""
    silent = {seat: GAME.default(state, seat) for seat in (asked(state),)}
    return GAME.resolve(state, silent, DICE).state


def quietly(state: HardWarState, step: Step, active: int) -> HardWarState:
    """Play with the answers for silent seats until a player's step, or the end, comes."""
    while state.result is None and (state.step, state.active) != (step, active):
        phase = GAME.phase(state)
        assert isinstance(phase, Phase)
        silent = {seat: GAME.default(state, seat) for seat in phase.asked}
        state = GAME.resolve(state, silent, DICE).state
    return state


def to_next_turn(state: HardWarState) -> Resolution[HardWarState]:
    """End the active player's turn, from a play extra phase with a Special card in hand."""
    assert state.step == "Play extra"
    return answer(state, **DONE)


def ending(active: int, **fields: Any) -> HardWarState:
    """Return a position at the very end of a player's turn: one more answer begins the other's."""
    return position(active=active, step="Play extra", hand=("local_support",), plays_left=0, **fields)


def story(resolution: Resolution[HardWarState], reader: int = NOBODY) -> str:
    """Return the sentences of a resolution for a player (NOBODY: for an umpire)."""
    seat = None if reader == NOBODY else SEATS[reader]
    return "\n".join(filter(None, (told(event, seat) for event in resolution.events)))


def accepts(state: HardWarState, filled: Answer) -> None:
    """Check that a form accepts an answer."""
    judge(form(state), filled)


def every_card(state: HardWarState) -> list[str]:
    """Return every card of a position, wherever it lies."""
    return sorted(
        [card for side in state.sides for card in side.hand]
        + [card for pile in state.decks for card in pile]
        + [laid.card for each in state.cities for one_row in each.rows for laid in one_row]
        + [each.report for each in state.cities if each.report]
        + [out.card for out in state.discard]
    )
