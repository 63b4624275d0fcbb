"""5.0 The Event Phase: the top event is revealed and carried out. One side may have to choose first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, assert_never

from warcouncil.games.kashmir_crisis import ending
from warcouncil.games.kashmir_crisis.cards import NAMES, is_joker
from warcouncil.games.kashmir_crisis.chart import (
    SEAT_OF,
    ChoiceOf,
    Effect,
    FaceUp,
    Immediate,
    TotalMod,
    Unusable,
    Vp,
    chart_of,
    describe_all,
    kinds,
)
from warcouncil.games.kashmir_crisis.decks import draw, jokers_told
from warcouncil.games.kashmir_crisis.declarations import Chosen, Said
from warcouncil.games.kashmir_crisis.events.draws import (
    CardsBarred,
    EffectChosen,
    EventMissing,
    EventRevealed,
    FaceUpOrdered,
    TotalModified,
    VpChanged,
)
from warcouncil.games.kashmir_crisis.options import KashmirOptions
from warcouncil.games.kashmir_crisis.phases.resource_draw import receive
from warcouncil.games.kashmir_crisis.state import CHOOSING, EVENTS, KashmirState, Step
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Resolution
from warcouncil.games.kit.ways import Unsealed
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option
from warcouncil.protocol.words import SeatId


class EventChoice(PhaseRules[KashmirState, Said]):
    """5. The side that the event names chooses one of its effects, openly."""

    name: ClassVar[str] = CHOOSING
    rule: ClassVar[str] = "5.0"
    unsealed: ClassVar[Unsealed] = "all"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.choice")

    def is_played(self, options: KashmirOptions) -> bool:
        """Return whether an event of the chart gives a side a choice."""
        return chart_of(options.event_chart).offers_choice

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.choice_silent")

    def asked(self, state: KashmirState) -> tuple[SeatId, ...]:
        """Return the side that the event names."""
        return (SEAT_OF[_choice(state).side],)

    def clock_seconds(self, state: KashmirState) -> float:
        """Return the agreed time to choose, in seconds."""
        return state.options.choice_seconds

    def title(self, state: KashmirState) -> str:
        """Return the turn and the event."""
        entry = state.chart.entry(state.event)
        side = NAMES[SEAT_OF[_choice(state).side]]
        if not entry.title:
            return say("phases.title_choice", turn=state.turn, side=side)
        return say("phases.title_choice_event", turn=state.turn, side=side, title=entry.title)

    def form(self, state: KashmirState, seat: SeatId) -> Form:
        """Return the form with the effects."""
        options = tuple(
            Option(value=str(number), label=describe_all(option), key=str(number + 1))
            for number, option in enumerate(_choice(state).options)
        )
        field = Choice(name="effect", label=say("forms.effect"), options=options)
        return Form(
            question=say("forms.choice"),
            rule=self.rule,
            fields=(field,),
            suggested={"effect": "0"},
        )

    def read(self, state: KashmirState, seat: SeatId, answer: Answer) -> Chosen:
        """Parse the number of the effect. Raises Illegal."""
        judge(self.form(state, seat), answer)
        return Chosen(option=int(str(answer["effect"])))

    def default(self, state: KashmirState, seat: SeatId) -> Chosen:
        """Return the first effect."""
        return Chosen(option=0)

    def resolve(
        self, state: KashmirState, declarations: Mapping[SeatId, Said | None], dice: Dice
    ) -> Resolution[KashmirState]:
        """Carry out the chosen effects, then the rest of the event."""
        (seat,) = self.asked(state)
        chosen = declarations[seat] or self.default(state, seat)
        assert isinstance(chosen, Chosen)
        effects = _choice(state).options[chosen.option]
        told = EffectChosen(seat=seat, effects=describe_all(effects))
        after, events = _carry_out(state, (*effects, *state.owed[1:]), dice)
        return Resolution(after, (told, *events), say("events.heading", turn=state.turn))


def begin_turn(state: KashmirState, dice: Dice) -> Step:
    """5. Reveal the next event and carry it out, up to the first choice."""
    state = replace(state, turn=state.turn + 1, event="", mods=(), duties=(), bans=(), joker_now=False)
    state, events = _reveal(state)
    if state.ended:
        return state, events
    owed = state.chart.entry(state.event).effects if state.event else ()
    state, more = _carry_out(state, owed, dice)
    return state, events + more


def _choice(state: KashmirState) -> ChoiceOf:
    owed = state.owed[0]
    assert isinstance(owed, ChoiceOf)
    return owed


def _reveal(state: KashmirState) -> Step:
    """5. Reveal the top event. A Joker among the events is set aside, and the next card is revealed (10.3)."""
    before = state
    state, top = draw(state, EVENTS, 1)
    while top and is_joker(top[0]):
        state = state.with_joker()
        if ending.stops_at_joker(state):
            told = jokers_told(before, state)
            state, ended = ending.end(state, ending.SUDDEN_DEATH)
            return state, (*told, ended)
        state, top = draw(state, EVENTS, 1)
        state = replace(state, is_last_turn=not top or state.is_last_turn)
    events = jokers_told(before, state)
    if not top:
        return state, (*events, EventMissing(turn=state.turn))
    entry = state.chart.entry(top[0])
    state = replace(state, event=top[0])
    revealed = EventRevealed(
        turn=state.turn,
        card=top[0],
        title=entry.title,
        front=state.scoring_front,
        effects=describe_all(entry.effects),
    )
    return state, (*events, revealed)


def _carry_out(state: KashmirState, owed: Sequence[Effect], dice: Dice) -> Step:
    """5. Carry out effects in order. Stop at the first choice. Without a choice, go to the Resource Phase."""
    events: list[Event] = []
    for number, effect in enumerate(owed):
        if isinstance(effect, ChoiceOf):
            return replace(state, owed=tuple(owed[number:]), step=CHOOSING), tuple(events)
        state, event = _apply(state, effect)
        events.append(event)
    state, more = receive(replace(state, owed=()), dice)
    return state, (*events, *more)


def _apply(state: KashmirState, effect: Immediate) -> tuple[KashmirState, Event]:
    seat = SEAT_OF[effect.side]
    match effect:
        case Vp():
            vp = max(0, state.vp[seat] + effect.n)
            counted = replace(state, vp={**state.vp, seat: vp})
            return counted, VpChanged(seat=seat, change=vp - state.vp[seat], vp=vp, lead=counted.lead)
        case TotalMod():
            modified = TotalModified(seat=seat, front=effect.front, change=effect.n)
            return replace(state, mods=(*state.mods, effect)), modified
        case FaceUp():
            ordered_up = FaceUpOrdered(seat=seat, fronts=effect.fronts)
            return replace(state, duties=(*state.duties, effect)), ordered_up
        case Unusable():
            barred = CardsBarred(seat=seat, kinds=kinds(effect.cards))
            return replace(state, bans=(*state.bans, effect)), barred
        case _:
            assert_never(effect)
