"""Builds tables of Escalate! from the few values that matter, and plays them as an arbiter does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.cards import TOP_OF, deck_of
from warcouncil.games.escalate.deal import SEATS
from warcouncil.games.escalate.options import EscalateOptions
from warcouncil.games.escalate.state import HAND_SIZE, Act, EscalateState, PilePlay, Step, after, role
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import seed_of
from warcouncil.protocol.table.forms import Answer, Choice
from warcouncil.protocol.words import SeatId

NORTH, EAST, SOUTH, WEST = (SeatId(name) for name in ("north", "east", "south", "west"))
DICE = Dice(seed_of("escalate"))
FILLERS = ("soldier", "spy", "diplomat")


def table(
    hands: Mapping[SeatId, str],
    *,
    laid: str = "",
    step: Step = "opening",
    turn: SeatId = SOUTH,
    points: Mapping[SeatId, int] | None = None,
    dealer: SeatId = NORTH,
    **options: object,
) -> EscalateState:
    """Return a table with these hands, written "6S KH".

    Seats without one hold five harmless agents. `laid` are cards on the table, laid by the seat on the right
    of `turn`, which holds the Incident.
    """
    chosen = EscalateOptions.model_validate({"players": len(hands) if len(hands) > 1 else 2} | options)
    seats = SEATS[chosen.players]
    deck = list(deck_of(mad=chosen.mad, salt=chosen.salt, gunboat=chosen.gunboat))
    named = {seat: tuple(text.split()) for seat, text in hands.items() if text}
    gone = {card for hand in named.values() for card in hand} | set(laid.split())
    state = EscalateState(
        options=chosen,
        seats=seats,
        dealer=dealer,
        alive=seats,
        points={seat: (points or {}).get(seat, 0) for seat in seats},
        hands=dict.fromkeys(seats, ()),
        draw=(),
        lead=turn,
        step=step,
        turn=turn,
    )
    rest = [card for card in deck if card not in gone]
    dealt: dict[SeatId, tuple[str, ...]] = {}
    for seat in seats:
        agents = [card for card in rest if role(state, card) in FILLERS][:HAND_SIZE]
        dealt[seat] = named.get(seat, tuple(agents))
        rest = [card for card in rest if card not in dealt[seat]]
    state = replace(state, hands=dealt, draw=tuple(rest))
    return _with_laid(state, tuple(laid.split()), turn) if laid else state


def _with_laid(state: EscalateState, cards: tuple[str, ...], turn: SeatId) -> EscalateState:
    holder = after(state, turn)[-2]
    pile = tuple(
        PilePlay(holder, "lead" if index == 0 else "turn", (card,)) for index, card in enumerate(cards)
    )
    tops = [TOP_OF[role(state, card)] for card in cards if role(state, card) in TOP_OF]
    return replace(state, step="turning", table=pile, top=tops[-1], holder=holder, lead=holder)


def offered(state: EscalateState, seat: SeatId) -> tuple[str, ...]:
    """Return the acts that the form offers, such as `turn:6S`."""
    field = GAME.form(state, seat).fields[0]
    assert isinstance(field, Choice)
    return tuple(option.value for option in field.options)


def declare(state: EscalateState, **answers: str | Answer) -> tuple[EscalateState, tuple[Event, ...]]:
    """Answer the open gate, each seat with an act or a complete answer, and close it. The others stay silent."""
    read: dict[SeatId, Act | None] = {}
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    for seat in phase.asked:
        answer = answers.pop(seat, None)
        filled: Answer = {"act": answer} if isinstance(answer, str) else answer or {}
        read[seat] = GAME.read(state, seat, filled) if answer is not None else GAME.default(state, seat)
    assert not answers, f"not asked: {answers}"
    resolution = GAME.resolve(state, read, DICE)
    return resolution.state, resolution.events


def play(state: EscalateState, *acts: str) -> tuple[EscalateState, tuple[Event, ...]]:
    """Answer one gate after the other for the seat whose turn it is, and return all events."""
    happened: tuple[Event, ...] = ()
    for act in acts:
        state, events = declare(state, **{state.turn: act})
        happened += events
    return state, happened


def launch(*targets: SeatId) -> Answer:
    """Return the answer that launches a Nuke at each of these."""
    return {"act": "launch", "targets": targets}


def all_cards(state: EscalateState) -> list[str]:
    """Return every card of the table, in order, to count them."""
    hands = [card for hand in state.hands.values() for card in hand]
    pile = [card for laid in state.table for card in laid.cards]
    return sorted([*hands, *pile, *state.draw, *state.discard])
