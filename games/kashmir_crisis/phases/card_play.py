"""7.1 Both sides place all their cards at once, on the three fronts and in their Reserves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from warcouncil.games.kashmir_crisis.cards import (
    FRONT_NAMES,
    FRONTS,
    RESERVE,
    SEAT_IDS,
    label,
    labels,
    ordered,
)
from warcouncil.games.kashmir_crisis.declarations import Said
from warcouncil.games.kashmir_crisis.options import KashmirOptions
from warcouncil.games.kashmir_crisis.phases.final import final_phase
from warcouncil.games.kashmir_crisis.phases.placing import (
    FRONT_MAX,
    ROOM,
    mildest,
    places_first,
    told_placed,
    told_shown,
)
from warcouncil.games.kashmir_crisis.state import PLACING, KashmirState, Placement
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Resolution
from warcouncil.games.kit.text.phrases import listed
from warcouncil.games.kit.ways import Unsealed
from warcouncil.protocol.table.forms import Answer, Form, Moves, Place, Sort, Thing
from warcouncil.protocol.words import SeatId

HAND = "hand"


class CardPlay(PhaseRules[KashmirState, Said]):
    """7.1 Each side assigns every card to a front or to its Reserve."""

    name: ClassVar[str] = PLACING
    rule: ClassVar[str] = "7.1"
    sealed: ClassVar[bool] = True
    unsealed: ClassVar[Unsealed] = "seat"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return self.text_under(KashmirOptions())

    def text_under(self, options: KashmirOptions) -> str:
        """Return the rule as players read it, with the agreed threshold."""
        return say("phases.play", placing=say("phases.placing", sum=options.threshold))

    def text_at(self, state: KashmirState) -> str:
        """Return the rule as players read it, with the agreed threshold."""
        return self.text_under(state.options)

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.play_silent")

    def asked(self, state: KashmirState) -> tuple[SeatId, ...]:
        """Return both sides, or first the one that must show cards."""
        waiting = tuple(seat for seat in SEAT_IDS if seat not in state.placed)
        return tuple(seat for seat in places_first(state) if seat in waiting) or waiting

    def clock_seconds(self, state: KashmirState) -> float:
        """Return the agreed time to place cards, in seconds.

        A side without cards gets at most the time for one card.
        """
        seconds = state.options.play_seconds
        if any(state.pool(seat) for seat in self.asked(state)):
            return seconds
        return min(seconds, state.options.card_seconds)

    def title(self, state: KashmirState) -> str:
        """Return the turn and the front that may be scored."""
        front = state.scoring_front
        if not front:
            return say("phases.title_play_none", turn=state.turn)
        return say("phases.title_play", turn=state.turn, front=FRONT_NAMES[front])

    def form(self, state: KashmirState, seat: SeatId) -> Form:
        """Return the form that asks where each card goes. The limits of the places express the rule."""
        pool = state.pool(seat)
        shown = state.shown_fronts(seat)
        few = len(state.usable(seat)) < len(FRONTS)
        full = len(state.forced[seat]) >= ROOM
        fronts = tuple(
            Place(
                name=front,
                label=say("forms.front_up", front=FRONT_NAMES[front])
                if front in shown
                else FRONT_NAMES[front],
                low=0 if few else FRONT_MAX if full else 1,
                high=1 if few else FRONT_MAX,
            )
            for front in FRONTS
        )
        reserve = Place(name=RESERVE, label=say("forms.reserve"), high=len(pool))
        held = Place(name=HAND, label=say("forms.hand"), high=0)
        things = tuple(
            Thing(
                name=card,
                label=say("forms.from_reserve", card=label(card))
                if card in state.reserve[seat]
                else label(card),
                at=HAND,
                to=_goals(state, seat, card),
            )
            for card in pool
        )
        sort = Sort(name="cards", label=say("forms.cards"), things=things, places=(held, *fronts, reserve))
        return Form(
            question=say("forms.play") if pool else say("forms.play_none"),
            help=_help(state, seat),
            rule=self.rule,
            fields=(sort,),
            suggested={"cards": _moves(mildest(state, seat))},
        )

    def read(self, state: KashmirState, seat: SeatId, answer: Answer) -> Placement:
        """Parse a placement and check it. Raises Illegal."""
        judge(self.form(state, seat), answer)
        moves = answer["cards"]
        assert isinstance(moves, dict)
        went = {
            card: next(place for place, count in to.items() if count)
            for card, to in moves.items()
            if any(to.values())
        }
        return Placement(
            fronts={front: _at(went, front) for front in FRONTS},
            reserve=_at(went, RESERVE),
        )

    def default(self, state: KashmirState, seat: SeatId) -> Placement:
        """Return the placement of the three lowest cards, with the rest in the Reserve."""
        return mildest(state, seat)

    def resolve(
        self, state: KashmirState, declarations: Mapping[SeatId, Said | None], dice: Dice
    ) -> Resolution[KashmirState]:
        """Lay the cards down. After both sides have placed their cards, go through the Final Phase."""
        heading = say("events.heading", turn=state.turn)
        events: list[Event] = []
        for seat in self.asked(state):
            placement = declarations[seat] or mildest(state, seat)
            assert isinstance(placement, Placement)
            events += (told_placed(state, seat, placement), *told_shown(state, seat, placement))
            state = replace(
                state,
                placed={**state.placed, seat: placement},
                received={**state.received, seat: ()},
                reserve={**state.reserve, seat: placement.reserve},
            )
        if len(state.placed) < len(SEAT_IDS):
            return Resolution(state, tuple(events), heading)
        state, more = final_phase(state, dice)
        return Resolution(state, (*events, *more), heading)


def _goals(state: KashmirState, seat: SeatId, card: str) -> tuple[str, ...]:
    """Return the places to which a card may go.

    An unusable card never goes to a front, and a forced one never to the Reserve.
    """
    forced, usable = state.forced[seat], state.usable(seat)
    if card not in usable or (card not in forced and len(forced) >= ROOM):
        return (RESERVE,)
    if len(usable) < len(FRONTS) or (card in forced and len(forced) <= ROOM):
        return FRONTS
    return (*FRONTS, RESERVE)


def _moves(placement: Placement) -> Moves:
    moves: Moves = {card: {front: 1} for front, cards in placement.fronts.items() for card in cards}
    return moves | {card: {RESERVE: 1} for card in placement.reserve}


def _at(went: Mapping[str, str], place: str) -> tuple[str, ...]:
    return ordered(tuple(card for card, goal in went.items() if goal == place))


def _help(state: KashmirState, seat: SeatId) -> str:
    said = [say("forms.help_few" if len(state.usable(seat)) < len(FRONTS) else "forms.help")]
    if state.forced[seat]:
        all_go = len(state.forced[seat]) <= ROOM
        said.append(say("forms.help_forced") if all_go else say("forms.help_forced_some", n=ROOM))
    barred = tuple(card for card in state.pool(seat) if not state.is_usable(card))
    if barred:
        said.append(say("forms.help_barred", cards=labels(barred)))
    shown = state.shown_fronts(seat)
    if shown:
        said.append(say("forms.help_shown", fronts=listed(tuple(FRONT_NAMES[front] for front in shown))))
    return " ".join(said)
