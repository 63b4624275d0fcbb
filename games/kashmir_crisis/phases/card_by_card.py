"""7.1 Cards placed one by one, "to build suspense, or if players don't trust one another" (an option)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from warcouncil.games.kashmir_crisis.cards import FRONT_NAMES, FRONTS, RESERVE, SEAT_IDS, label, ordered
from warcouncil.games.kashmir_crisis.declarations import Said, SingleCard
from warcouncil.games.kashmir_crisis.events.plays import CardLaid, CardsShown
from warcouncil.games.kashmir_crisis.options import KashmirOptions
from warcouncil.games.kashmir_crisis.phases.final import final_phase
from warcouncil.games.kashmir_crisis.phases.placing import (
    FRONT_MAX,
    ROOM,
    leader,
    lowest,
    places_first,
    told_placed,
)
from warcouncil.games.kashmir_crisis.state import LAYING, KashmirState, Placement, Step
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Resolution
from warcouncil.games.kit.ways import Unsealed
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option, When
from warcouncil.protocol.words import SeatId

REST = "rest"


class CardByCard(PhaseRules[KashmirState, Said]):
    """7.1 Each side lays one card after another: first one on every front, and then second cards or cards to the Reserve."""

    name: ClassVar[str] = LAYING
    rule: ClassVar[str] = "7.1"
    sealed: ClassVar[bool] = True
    unsealed: ClassVar[Unsealed] = "seat"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return self.text_under(KashmirOptions())

    def text_under(self, options: KashmirOptions) -> str:
        """Return the rule as players read it, with the agreed threshold."""
        return say("phases.single", placing=say("phases.placing", sum=options.threshold))

    def text_at(self, state: KashmirState) -> str:
        """Return the rule as players read it, with the agreed threshold."""
        return self.text_under(state.options)

    def is_played(self, options: KashmirOptions) -> bool:
        """Return whether the cards are placed one by one."""
        return options.placing != "at_once"

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.single_silent")

    def asked(self, state: KashmirState) -> tuple[SeatId, ...]:
        """Return the sides that still lay cards. If one side must place first, or it is one side's turn, only this
        side is asked.
        """
        laying = tuple(seat for seat in SEAT_IDS if _lays(state, seat))
        ahead = tuple(seat for seat in places_first(state) if seat in laying)
        if ahead or state.options.placing == "one_by_one":
            return ahead or laying
        first = leader(state)
        return (min(laying, key=lambda seat: (_laid(state, seat), seat != first)),)

    def clock_seconds(self, state: KashmirState) -> float:
        """Return the agreed time for a card, in seconds."""
        return state.options.card_seconds

    def title(self, state: KashmirState) -> str:
        """Return the turn and the front that may be scored."""
        front = state.scoring_front
        if not front:
            return say("phases.title_single_none", turn=state.turn)
        return say("phases.title_single", turn=state.turn, front=FRONT_NAMES[front])

    def form(self, state: KashmirState, seat: SeatId) -> Form:
        """Return the form with the cards that may be laid now, and the places for each."""
        forced, free = _offered(state, seat)
        fronts = tuple(_place(state, seat, front) for front in _open_fronts(state, seat))
        cards = tuple(Option(value=card, label=label(card)) for card in (*forced, *free))
        may_keep = _covered(state, seat)
        if may_keep and not forced:
            cards += (Option(value=REST, label=say("forms.keep_rest")),)
        fields = [Choice(name="card", label=say("forms.card"), options=cards)]
        if forced:
            fields.append(_where("front", forced, fronts))
        if free:
            room = fronts if _room(state, seat) > len(forced) else ()
            reserve = (Option(value=RESERVE, label=say("forms.reserve")),) if may_keep else ()
            fields.append(_where("place", free, room + reserve))
        return Form(
            question=say("forms.single"),
            help=say("forms.single_help", n=len(state.pool(seat))),
            rule=self.rule,
            fields=tuple(fields),
            suggested=_answer(mildest_card(state, seat), forced),
        )

    def read(self, state: KashmirState, seat: SeatId, answer: Answer) -> SingleCard:
        """Parse a card and its place, and check them. Raises Illegal."""
        judge(self.form(state, seat), answer)
        if answer["card"] == REST:
            return SingleCard(card="", place=RESERVE)
        return SingleCard(card=str(answer["card"]), place=str(answer.get("front") or answer["place"]))

    def default(self, state: KashmirState, seat: SeatId) -> SingleCard:
        """Return the lowest card that a front needs. If no front needs a card, the side keeps its other cards."""
        return mildest_card(state, seat)

    def resolve(
        self, state: KashmirState, declarations: Mapping[SeatId, Said | None], dice: Dice
    ) -> Resolution[KashmirState]:
        """Lay the cards down. When no side has another card to lay, go through the Final Phase."""
        heading = say("events.heading", turn=state.turn)
        events: list[Event] = []
        for seat in self.asked(state):
            single = declarations[seat] or mildest_card(state, seat)
            assert isinstance(single, SingleCard)
            state, more = _lay(state, seat, single)
            events += more
        if any(_lays(state, seat) for seat in SEAT_IDS):
            return Resolution(state, tuple(events), heading)
        for seat in SEAT_IDS:
            state, more = _keep_rest(state, seat)
            events += (*more, told_placed(state, seat, state.placed[seat]))
        state, more = final_phase(state, dice)
        return Resolution(state, (*events, *more), heading)


def mildest_card(state: KashmirState, seat: SeatId) -> SingleCard:
    """Return the mildest card to lay, which is the lowest that a front needs. Return None if no front needs one."""
    forced, free = _offered(state, seat)
    if _covered(state, seat) and not forced:
        return SingleCard(card="", place=RESERVE)
    return SingleCard(card=lowest(forced or free)[0], place=_open_fronts(state, seat)[0])


def _placement(state: KashmirState, seat: SeatId) -> Placement:
    return state.placed.get(seat) or Placement(fronts=dict.fromkeys(FRONTS, ()))


def _laid(state: KashmirState, seat: SeatId) -> int:
    """Return how many cards a side has laid down this turn."""
    placement = _placement(state, seat)
    return len(placement.reserve) + sum(len(cards) for cards in placement.fronts.values())


def _room(state: KashmirState, seat: SeatId) -> int:
    """Return how many more cards the fronts of a side can take."""
    return ROOM - sum(len(cards) for cards in _placement(state, seat).fronts.values())


def _covered(state: KashmirState, seat: SeatId) -> bool:
    """Return whether a side has a card on every front."""
    return all(_placement(state, seat).fronts.values())


def _open_fronts(state: KashmirState, seat: SeatId) -> tuple[str, ...]:
    """Return the fronts that may take a card now: the empty ones or, if there are none, all with room."""
    laid = _placement(state, seat).fronts
    empty = tuple(front for front in FRONTS if not laid[front])
    return empty or tuple(front for front in FRONTS if len(laid[front]) < FRONT_MAX)


def _lays(state: KashmirState, seat: SeatId) -> bool:
    """Return whether a side has another card that it may lay on a front."""
    return bool(state.usable(seat)) and _room(state, seat) > 0


def _offered(state: KashmirState, seat: SeatId) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the cards that must go to a front, and the others that may be laid now.

    The others leave room for the first.
    """
    usable = state.usable(seat)
    forced = tuple(card for card in usable if card in state.forced[seat])
    may_lay = _covered(state, seat) or _room(state, seat) > len(forced)
    return forced, tuple(card for card in usable if card not in forced) if may_lay else ()


def _place(state: KashmirState, seat: SeatId, front: str) -> Option:
    is_open, name = front in state.shown_fronts(seat), FRONT_NAMES[front]
    return Option(value=front, label=say("forms.front_up", front=name) if is_open else name)


def _where(name: str, cards: tuple[str, ...], places: tuple[Option, ...]) -> Choice:
    return Choice(name=name, label=say("forms.where"), options=places, when=When(field="card", values=cards))


def _answer(single: SingleCard, forced: tuple[str, ...]) -> Answer:
    if not single.card:
        return {"card": REST}
    return {"card": single.card, "front" if single.card in forced else "place": single.place}


def _lay(state: KashmirState, seat: SeatId, single: SingleCard) -> Step:
    """Move one card from the hand to its place. The hand includes the old Reserve."""
    if not single.card:
        return _keep_rest(state, seat)
    left = tuple(card for card in state.pool(seat) if card != single.card)
    before = _placement(state, seat)
    if single.place == RESERVE:
        after = replace(before, reserve=ordered((*before.reserve, single.card)))
    else:
        cards = ordered((*before.fronts[single.place], single.card))
        after = replace(before, fronts={**before.fronts, single.place: cards})
    is_open = single.place in state.shown_fronts(seat)
    events: list[Event] = [
        CardLaid(
            seat=seat,
            place=single.place,
            is_open=is_open,
            left=len(left),
            reserve=len(after.reserve),
            card=single.card,
            hand=left,
            held_back=after.reserve,
        )
    ]
    if is_open:
        comes_to = state.total_words(seat, single.place, after.fronts[single.place])
        events.append(CardsShown(seat=seat, front=single.place, cards=(single.card,), total=comes_to))
    return _held(state, seat, after, left), tuple(events)


def _keep_rest(state: KashmirState, seat: SeatId) -> Step:
    """Move all cards that a side still has to its Reserve."""
    placement = _placement(state, seat)
    kept = ordered((*placement.reserve, *state.pool(seat)))
    return _held(state, seat, replace(placement, reserve=kept), ()), ()


def _held(state: KashmirState, seat: SeatId, placement: Placement, left: tuple[str, ...]) -> KashmirState:
    return replace(
        state,
        placed={**state.placed, seat: placement},
        received={**state.received, seat: left},
        reserve={**state.reserve, seat: placement.reserve},
    )
