"""The dealing of cards: first hands, refills, exchanges and reshuffles (rules 2 and 4.6)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from warcouncil.games.escalate.cards import deck_of
from warcouncil.games.escalate.events.deals import CardsDrawn, DiscardsShuffled, TableLaid
from warcouncil.games.escalate.options import CardOrder, EscalateOptions
from warcouncil.games.escalate.state import HAND_SIZE, EscalateState, after, target
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.events import Event
from warcouncil.protocol.words import SeatId

SEATS = {
    2: (SeatId("north"), SeatId("south")),
    3: (SeatId("north"), SeatId("east"), SeatId("south")),
    4: (SeatId("north"), SeatId("east"), SeatId("south"), SeatId("west")),
}


def new_table(options: EscalateOptions, dice: Dice) -> tuple[EscalateState, tuple[Event, ...]]:
    """Seat the players and deal five cards each, one at a time, from the dealer's left (rule 2)."""
    seats = SEATS[options.players]
    dealer = _dealer(options, seats, dice)
    deck = deck_of(mad=options.mad, salt=options.salt, gunboat=options.gunboat)
    hands, draw = _dealt(options.deal or CardOrder(), deck, seats, dice.stream("deck"))
    orders = options.deal.reshuffle if options.deal else ()
    for number, order in enumerate(orders, start=1):
        _check_cards(order, deck, f"deal: reshuffle {number}")
    empty = EscalateState(
        options=options.model_copy(update={"deal": None}),
        seats=seats,
        dealer=dealer,
        alive=seats,
        points=dict.fromkeys(seats, 0),
        hands=hands,
        draw=draw,
        lead=dealer,
        orders=orders,
    )
    lead = after(empty, dealer)[0]
    opened = replace(empty, lead=lead, turn=lead)
    state, drawn = refill(opened, dice)
    given = tuple(CardsDrawn(seat, len(hand), hand) for seat, hand in hands.items() if hand)
    return state, (TableLaid(dealer, lead, target(state), len(deck)), *given, *drawn)


def _dealer(options: EscalateOptions, seats: tuple[SeatId, ...], dice: Dice) -> SeatId:
    if options.dealer == "chance":
        return dice.stream("dealer").pick(seats)
    if options.dealer not in seats:
        raise BadOption(
            say("options.dealer_no_seat", seat=options.dealer, n=len(seats), seats=", ".join(seats))
        )
    return SeatId(options.dealer)


def _dealt(
    deal: CardOrder, deck: tuple[str, ...], seats: tuple[SeatId, ...], dice: Dice
) -> tuple[dict[SeatId, tuple[str, ...]], tuple[str, ...]]:
    """Return the hands that the option `deal` sets, and the draw pile."""
    hands: dict[SeatId, tuple[str, ...]] = dict.fromkeys(seats, ())
    for name in deal.hands:
        if name not in seats:
            raise BadOption(say("options.hand_no_seat", seat=name, seats=", ".join(seats)))
    if deal.hands:
        for seat in seats:
            hand = deal.hands.get(seat, ())
            if len(hand) != HAND_SIZE:
                raise BadOption(say("options.hand_size", seat=seat, size=HAND_SIZE, number=len(hand)))
            hands[seat] = hand
    inhand = tuple(card for hand in hands.values() for card in hand)
    _check_known(inhand, deck, "deal: hands")
    rest = tuple(card for card in deck if card not in inhand)
    if deal.deck is None:
        return hands, dice.shuffled(rest)
    _check_cards(deal.deck, rest, "deal: deck")
    return hands, deal.deck


def _check_known(cards: tuple[str, ...], deck: tuple[str, ...], where: str) -> None:
    for card, number in Counter(cards).items():
        if card not in deck:
            raise BadOption(say("options.card_not_here", where=where, card=card))
        if number > 1:
            raise BadOption(say("options.card_twice", where=where, card=card, number=number))


def _check_cards(cards: tuple[str, ...], deck: tuple[str, ...], where: str) -> None:
    _check_known(cards, deck, where)
    missing = [card for card in deck if card not in cards]
    if missing:
        raise BadOption(say("options.cards_missing", where=where, number=len(missing), card=missing[0]))


def refill(state: EscalateState, dice: Dice) -> tuple[EscalateState, tuple[Event, ...]]:
    """Deal cards to every survivor up to five, one card at a time, the dealer's left first (rule 4.6)."""
    wanted: list[SeatId] = []
    short = {seat: HAND_SIZE - len(state.hands[seat]) for seat in after(state, state.dealer)}
    while any(short.values()):
        for seat, number in short.items():
            if number:
                wanted.append(seat)
                short[seat] = number - 1
    return deal_cards(state, tuple(wanted), dice)


def deal_cards(
    state: EscalateState, seats: tuple[SeatId, ...], dice: Dice
) -> tuple[EscalateState, tuple[Event, ...]]:
    """Deal one card to each of `seats` in order. A seat may occur more than once.

    The discards are shuffled only if a card must be dealt and the draw pile is empty (rule 4.6). After a
    draw, the other seats no longer know what the hand lacks (`bare`, `disarmed`, `unable`).
    """
    draw, discard, orders = list(state.draw), state.discard, state.orders
    hands = {seat: list(hand) for seat, hand in state.hands.items()}
    drawn: dict[SeatId, list[str]] = {}
    reshuffled = 0
    for seat in seats:
        if not draw:
            draw = list(_stacked(discard, orders, dice))
            reshuffled, discard, orders = len(discard), (), orders[1:]
        hands[seat].append(card := draw.pop(0))
        drawn.setdefault(seat, []).append(card)
    shuffled = (DiscardsShuffled(reshuffled, len(draw)),) if reshuffled else ()
    dealt = tuple(CardsDrawn(seat, len(cards), tuple(cards)) for seat, cards in drawn.items())
    state = replace(
        state,
        draw=tuple(draw),
        discard=discard,
        orders=orders,
        hands={seat: tuple(hand) for seat, hand in hands.items()},
        bare=tuple(seat for seat in state.bare if seat not in drawn),
        disarmed=tuple(seat for seat in state.disarmed if seat not in drawn),
        unable=tuple((seat, top) for seat, top in state.unable if seat not in drawn),
    )
    return state, (*shuffled, *dealt)


def _stacked(discard: tuple[str, ...], orders: tuple[tuple[str, ...], ...], dice: Dice) -> tuple[str, ...]:
    assert discard, "the deck always holds more cards than all hands"
    if orders:
        return tuple(card for card in orders[0] if card in discard)
    return dice.stream("reshuffle").shuffled(discard)
