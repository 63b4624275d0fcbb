"""SwiftCrisis plays a crisis to its end with the bot's choices. It uses numbers in place of objects, and makes no
events. Only playouts use it.

Its rules are those of the phases, written a second time for speed. A test compares the positions after every gate.

A card is one number here. The numbers rise from the highest card to the lowest, in the order of `cards.ordered`. A
seat is 0 for India and 1 for Pakistan, and a front is its place on the mat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from warcouncil.games.kashmir_crisis.cards import (
    FRONTS,
    JOKER,
    RESOURCES,
    SEAT_IDS,
    copies,
    fits,
    ordered,
    owner,
    value,
)
from warcouncil.games.kashmir_crisis.chart import SEAT_OF, ChoiceOf, Effect, FaceUp, TotalMod, Unusable, Vp
from warcouncil.games.kashmir_crisis.declarations import Chosen, Said
from warcouncil.games.kashmir_crisis.ending import (
    BREAKTHROUGH,
    JOKER_TWICE,
    NO_EVENT,
    SUDDEN_DEATH,
    TURN_LIMIT,
    level,
)
from warcouncil.games.kashmir_crisis.phases.final import outcome_resolved, outcome_scored
from warcouncil.games.kashmir_crisis.state import (
    CHOOSING,
    EVENTS,
    PLACING,
    RESOURCE,
    KashmirState,
    Placement,
)
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.negotiation import STEP, Ready
from warcouncil.games.kit.play.playout_dice import PlayoutDice
from warcouncil.games.kit.play.shortcut import RulesMemory, Shortcut, mark_of
from warcouncil.protocol.words import SeatId

COPIES_MAX = 4
NAMES = ordered(
    tuple(name for cards in RESOURCES.values() for card in cards for name in copies(card, COPIES_MAX))
)
"""Every resource card, from the highest to the lowest."""
NUMBER = {name: number for number, name in enumerate((*NAMES, *copies(JOKER, COPIES_MAX)))}
JOKERS = len(NAMES)
"""The number of the first Joker. The others follow it."""
VALUE = tuple(map(value, NAMES))
OWNER = tuple(SEAT_IDS.index(owner(name)) for name in NAMES)
MAT = range(len(FRONTS))
FRONT_MAX = 2
KEPT_BELOW = 4
"""A card with a lower value is kept for a turn with few cards, and not laid as a second card."""
KEPT = len(FRONTS)
"""The place of a card that goes to the Reserve, after the fronts."""
Cards = list[int]
Fixed = Mapping[SeatId, Any]
"""Declarations that are fixed, by seat."""


@lru_cache(maxsize=1 << 16)
def chosen_places(
    values: tuple[int, ...], keeps: tuple[bool, ...], limits: tuple[int, int], is_scored: bool, is_last: bool
) -> tuple[int, ...]:
    """Return where the bot lays each of its playable cards, from the highest on: the place of a front, or KEPT.

    Place 0 is the front that the event scores, if there is one. The front with place 0 takes the two best cards.
    Each other front takes one card, and a second one if this card has enough value. `keeps` says whether a card may
    stay in the Reserve. `limits` are the fewest and most cards that a front takes.
    """
    low, high = limits
    first = sorted(range(len(values)), key=lambda card: (keeps[card], -values[card]))
    cards = sorted(first[: len(FRONTS) * high], key=lambda card: -values[card])
    places = [KEPT] * len(values)
    if is_scored and len(cards) > len(FRONTS):
        places[cards.pop(1)] = 0
    for place in MAT[: len(cards)]:
        places[cards.pop(0)] = place
    for place in reversed(MAT[1:] if is_scored else MAT):
        # Cards that may not be kept go first, and then the others while they have enough value.
        cards.sort(key=lambda card: keeps[card])
        is_worth = cards and (is_last or values[cards[0]] >= KEPT_BELOW)
        if high > 1 and cards and (is_worth or low > 1 or not keeps[cards[0]]):
            places[cards.pop(0)] = place
    return tuple(places)


class _Rules:
    """The rules of one table."""

    def __init__(self, state: KashmirState) -> None:
        self.options, self.chart, self.talk = state.options, state.chart, state.talk
        self.floor, self.whole = state.options.front_total_floor, state.options.reserve_duty == "whole"
        self.own, self.tracks = state.options.red_and_black, state.options.sudden_death_2
        self.front = {entry.card: FRONTS.index(state.chart.front(entry.card)) for entry in state.chart.events}
        self.effects = {entry.card: entry.effects for entry in state.chart.events}
        self.jokers = range(JOKERS, JOKERS + state.options.jokers)
        self.mark = mark_of(state.options, state.talk, state.chart.model_dump_json())

    def fits(self, state: KashmirState) -> bool:
        """Return whether these are the rules of a position."""
        return self.options is state.options and self.chart is state.chart and self.talk is state.talk


_rules_of = RulesMemory(_Rules).of


class SwiftCrisis:
    """A crisis that is being played. The names are those of KashmirState.

    `placed` are the cards of each seat on each front, or None. `up` says whether a seat plays a front face up.
    `banned` are the cards that may not be played this turn.
    """

    __slots__ = (
        "banned", "dead", "dead_events", "decks", "discard", "ended", "event", "forced", "is_last", "joker_now", "jokers_seen", "last",
        "mods", "orders", "owed", "placed", "received", "reserve", "rules", "scored", "step", "tracks", "turn", "up", "vp",
    )  # fmt: skip

    def __init__(self, state: KashmirState) -> None:
        self.rules = _rules_of(state)
        self.step, self.turn, self.event, self.ended = state.step, state.turn, state.event, state.ended
        self.owed, self.is_last = state.owed, state.is_last_turn
        self.jokers_seen, self.joker_now = state.jokers_seen, state.joker_now
        self.vp = [state.vp[seat] for seat in SEAT_IDS]
        self.reserve = [_numbers(state.reserve[seat]) for seat in SEAT_IDS]
        self.received = [_numbers(state.received[seat]) for seat in SEAT_IDS]
        self.forced = [_numbers(state.forced[seat]) for seat in SEAT_IDS]
        self.placed: list[list[Cards] | None] = [None, None]
        for number, seat in enumerate(SEAT_IDS):
            if seat in state.placed:
                fronts = state.placed[seat].fronts
                self.placed[number] = [_numbers(fronts[front]) for front in FRONTS]
        self.decks: dict[str, Sequence[Any]] = {
            name: deck if name == EVENTS else _numbers(deck) for name, deck in state.decks.items()
        }
        self.orders = state.orders
        self.mods = [[state.modifier(seat, front) for front in FRONTS] for seat in SEAT_IDS]
        shown = [state.shown_fronts(seat) for seat in SEAT_IDS]
        self.up = [[front in mine for front in FRONTS] for mine in shown]
        self.banned: Collection[int] = _banned_by(state.bans)
        self.discard, self.dead = _numbers(state.discard), _numbers(state.dead)
        self.dead_events, self.tracks = state.dead_events, [state.tracks[front] for front in FRONTS]
        self.last = tuple(
            (
                [_numbers(line.cards[seat]) for seat in SEAT_IDS],
                [line.totals[seat] for seat in SEAT_IDS],
                line.outcome,
            )
            for line in state.last
        )
        self.scored = [
            (line.turn, FRONTS.index(line.front), SEAT_IDS.index(line.seat), line.gain)
            for line in state.scored
        ]

    @property
    def winner(self) -> tuple[str, ...]:
        """9.0 The winner of a crisis that has ended."""
        lead = self.vp[0] - self.vp[1]
        if self.ended == BREAKTHROUGH:
            return (SEAT_IDS[self.tracks[0] < 0],)
        return () if level(abs(lead)) in ("tie", "draw") else (SEAT_IDS[lead < 0],)

    def asked(self) -> Sequence[int]:
        """Return the seats that are asked now."""
        if self.step == CHOOSING:
            effect = self.owed[0]
            return (SEAT_IDS.index(SEAT_OF[effect.side]),)
        if self.step == STEP:
            return (0, 1)
        waiting = [seat for seat in (0, 1) if self.placed[seat] is None]
        first = [seat for seat in (0, 1) if True in self.up[seat]]
        if len(first) == 2:
            first = [int(self.vp[1] > self.vp[0])]
        return [seat for seat in first if seat in waiting] or waiting

    # --- declarations ---------------------------------------------------------------------------------------------

    def _hand(self, seat: int) -> Cards:
        """Return all cards that a seat must place."""
        return sorted(self.received[seat] + self.reserve[seat])

    def suggested(self, seat: int) -> list[Cards]:
        """Return where the bot lays the cards of a seat: on each front, and in the Reserve."""
        hand, usable, few, full = self._seen_of(seat)
        forced = self.forced[seat]
        playable = [card for card in usable if card in forced or not full] if forced else usable
        must = () if not forced or len(forced) > len(FRONTS) * FRONT_MAX else forced
        places = chosen_places(
            tuple([VALUE[card] for card in playable]),
            tuple([not few and card not in must for card in playable]),
            (0 if few else FRONT_MAX if full else 1, 1 if few else FRONT_MAX),
            self.event != "",
            self.is_last,
        )
        to = dict(zip(playable, places, strict=True))
        found: list[Cards] = [[], [], [], []]
        scored = self.rules.front[self.event] if self.event else 0
        fronts = [scored, *(front for front in MAT if front != scored), KEPT]
        for card in hand:
            found[fronts[to.get(card, KEPT)]].append(card)
        return found

    def drawn(self, seat: int, dice: Dice) -> list[Cards]:
        """Return a random placement, by the draws of `answers.fill` for the field `cards`."""
        hand, usable, few, full = self._seen_of(seat)
        forced = self.forced[seat]
        low, high = 0 if few else FRONT_MAX if full else 1, 1 if few else FRONT_MAX
        overfull = len(forced) > len(FRONTS) * FRONT_MAX
        while True:
            found: list[Cards] = [[], [], [], []]
            units = dice.shuffled(hand)
            dice.below(3)
            for card in units:
                if card not in usable or (full and card not in forced):
                    to: Sequence[int] = (KEPT,)
                elif few or (card in forced and not overfull):
                    to = MAT
                else:
                    to = range(len(FRONTS) + 1)
                wants = [place for place in to if place != KEPT and len(found[place]) < low]
                wants = wants or [place for place in to if place == KEPT or len(found[place]) < high]
                if wants:
                    found[dice.pick(wants)].append(card)
            if sum(map(len, found)) == len(hand) and all(len(cards) >= low for cards in found[:KEPT]):
                return [sorted(cards) for cards in found]

    def _seen_of(self, seat: int) -> tuple[Cards, Cards, bool, bool]:
        """Return four values: a seat's cards, those that it may play, whether these are few, and whether forced
        cards fill all fronts.
        """
        hand = self._hand(seat)
        usable = [card for card in hand if card not in self.banned] if self.banned else hand
        return (
            hand,
            usable,
            len(usable) < len(FRONTS),
            len(self.forced[seat]) >= len(FRONTS) * FRONT_MAX,
        )

    # --- the gate -------------------------------------------------------------------------------------------------

    def close(self, gate: int, seed: bytes, slips: bytes, fixed: Fixed) -> None:
        """Play one gate. `slips` has a byte for each seat, and 0 means that the seat errs. `fixed` has every declaration."""
        if self.step == CHOOSING:
            self._choose(gate, seed, slips, fixed)
            return
        if self.step == STEP:
            self.step = PLACING
            return
        for seat in self.asked():
            name = SEAT_IDS[seat]
            if name in fixed:
                said = fixed[name]
                laid = [*(_numbers(said.fronts[front]) for front in FRONTS), _numbers(said.reserve)]
            elif slips[seat]:
                laid = self.suggested(seat)
            else:
                laid = self.drawn(seat, PlayoutDice(seed, "bot", name, gate, "slip", "cards"))
            self.placed[seat], self.reserve[seat], self.received[seat] = laid[:KEPT], laid[KEPT], []
        if None not in self.placed:
            self._finish_turn(gate, seed)

    def _choose(self, gate: int, seed: bytes, slips: bytes, fixed: Fixed) -> None:
        """5. Carry out the chosen effects, then the rest of the event."""
        (seat,) = self.asked()
        effect, name, number = self.owed[0], SEAT_IDS[seat], 0
        assert isinstance(effect, ChoiceOf)
        if name in fixed:
            number = fixed[name].option
        elif not slips[seat]:
            number = PlayoutDice(seed, "bot", name, gate, "slip", "effect").below(len(effect.options))
        self._carry_out((*effect.options[number], *self.owed[1:]), ("gate", gate), seed)

    def _total(self, seat: int, front: int) -> int:
        laid = self.placed[seat]
        assert laid is not None
        total = sum([VALUE[card] for card in laid[front]]) + self.mods[seat][front]
        return max(0, total) if self.rules.floor else total

    def _finish_turn(self, gate: int, seed: bytes) -> None:
        """8. Score one front, resolve the others, and remove the cards. Then end the game or begin the next turn."""
        laid = [fronts for fronts in self.placed if fronts is not None]
        raw = sum([VALUE[card] for fronts in laid for cards in fronts for card in cards])
        counts = self.event and raw >= self.rules.options.threshold
        scored = self.rules.front[self.event] if counts else -1
        totals = [[self._total(seat, front) for seat in (0, 1)] for front in MAT]
        shown = [[[*laid[0][front]], [*laid[1][front]]] for front in MAT]
        outcomes = [""] * len(FRONTS)
        if counts:
            gain = totals[scored][0] - totals[scored][1]
            outcomes[scored] = outcome_scored(SEAT_IDS[gain < 0] if gain else None, abs(gain))
            if gain:
                self.vp[gain < 0] += abs(gain)
                if self.rules.options.vp_log:
                    self.scored.append((self.turn, scored, int(gain < 0), abs(gain)))
                else:
                    self.scored = []
        for front in MAT:
            if front != scored:
                outcomes[front] = self._resolve(front, totals[front][0] - totals[front][1], laid)
        self.last = tuple(zip(shown, totals, outcomes, strict=True))
        self.discard += [card for fronts in laid for cards in fronts for card in cards]
        if self.event:
            self.dead_events = (*self.dead_events, self.event)
        self.placed = [None, None]
        if self.joker_now and not self.is_last:
            self._refresh_all(gate, seed)
        self.ended = self._why_over()
        if self.ended:
            self.step = ""
        else:
            self._begin_turn(gate, seed)

    def _resolve(self, front: int, lead: int, laid: list[list[Cards]]) -> str:
        """8.2 The lower total loses its cards there and a point. A side without a card there also loses a point.

        Return the outcome in words.
        """
        losers: tuple[SeatId, ...] = ()
        for seat in (0, 1):
            beaten = lead < 0 if seat == 0 else lead > 0
            if beaten or not laid[seat][front]:
                losers = (*losers, SEAT_IDS[seat])
                self.vp[seat] = max(0, self.vp[seat] - 1)
                if beaten:
                    self.dead += laid[seat][front]
                    laid[seat][front] = []
        if lead and self.rules.tracks:
            box = self.tracks[front] + (1 if lead > 0 else -1)
            if abs(box) <= self.rules.options.track_half_length:
                self.tracks[front] = box
        return outcome_resolved(losers)

    def _why_over(self) -> str:
        options, half = self.rules.options, self.rules.options.track_half_length
        if self.rules.tracks and (self.tracks in ([half] * 3, [-half] * 3)):
            return BREAKTHROUGH
        if self.jokers_seen >= 2 and self.joker_now:
            return JOKER_TWICE
        if self.is_last:
            return NO_EVENT
        return TURN_LIMIT if options.max_turns and self.turn >= options.max_turns else ""

    # --- the decks ------------------------------------------------------------------------------------------------

    def _refresh_all(self, gate: int, seed: bytes) -> None:
        """8.31 Shuffle the discards and the Jokers back."""
        inside = {card for deck in self.decks.values() for card in deck}
        aside = [card for card in self.rules.jokers if card not in inside and NAMES_OF[card] not in inside]
        if not self.rules.own:
            self._refresh(RESOURCE, self.discard + aside, ("gate", gate), seed)
            return
        self._refresh(EVENTS, [NAMES_OF[card] for card in aside], ("gate", gate), seed)
        for number, seat in enumerate(SEAT_IDS):
            gone = [card for card in self.discard if OWNER[card] == number]
            if gone:
                self._refresh(seat, gone, ("gate", gate), seed)

    def _refresh(self, name: str, cards: Sequence[Any], labels: tuple[str | int, ...], seed: bytes) -> None:
        deck = [*self.decks[name], *cards]
        orders = self.orders.get(name, ())
        if orders:
            order = orders[0] if name == EVENTS else _numbers(orders[0])
            inside = {*deck}
            self.decks[name] = [card for card in order if card in inside]
            self.orders = {**self.orders, name: orders[1:]}
        else:
            self.decks[name] = PlayoutDice(seed, *labels, "refresh", name).shuffled(deck)
        gone = {*cards}
        self.discard = [card for card in self.discard if card not in gone]

    def _with_joker(self) -> bool:
        """Count a Joker. Return whether it stops the game at once (10.11)."""
        self.jokers_seen += 1
        self.joker_now, self.is_last = True, self.jokers_seen >= 2
        return self.rules.options.sudden_death_1 and self.is_last

    def _begin_turn(self, gate: int, seed: bytes) -> None:
        """5. Reveal the next event and carry it out, up to the first choice."""
        self.turn += 1
        self.event, self.joker_now = "", False
        self.mods, self.up, self.banned = [[0] * 3, [0] * 3], [[False] * 3, [False] * 3], ()
        deck = self.decks[EVENTS]
        at = 0
        while at < len(deck) and deck[at].startswith(JOKER):
            at += 1
            if self._with_joker():
                self.decks[EVENTS], self.ended, self.step = deck[at:], SUDDEN_DEATH, ""
                return
            self.is_last = at == len(deck) or self.is_last
        if at < len(deck):
            self.event = deck[at]
        self.decks[EVENTS] = deck[at + 1 :]
        owed = self.rules.effects[self.event] if self.event else ()
        self._carry_out(owed, ("gate", gate, "turn"), seed)

    def _carry_out(self, owed: Sequence[Effect], labels: tuple[str | int, ...], seed: bytes) -> None:
        for number, effect in enumerate(owed):
            seat = SEAT_IDS.index(SEAT_OF[effect.side])
            match effect:
                case ChoiceOf():
                    self.owed, self.step = tuple(owed[number:]), CHOOSING
                    return
                case Vp():
                    self.vp[seat] = max(0, self.vp[seat] + effect.n)
                case TotalMod():
                    self.mods[seat][FRONTS.index(effect.front)] += effect.n
                case FaceUp():
                    for front in effect.fronts:
                        self.up[seat][FRONTS.index(front)] = True
                case Unusable():
                    self.banned = frozenset(self.banned) | _banned_by((effect,))
        self.owed = ()
        self._receive(labels, seed)

    def _receive(self, labels: tuple[str | int, ...], seed: bytes) -> None:
        """6. Deal the resources of the turn, then go to the placing."""
        received: list[Cards] = [[], []]
        options = self.rules.options
        if self.rules.own:
            for number, seat in enumerate(SEAT_IDS):
                received[number] = self._draw_own(number, seat, labels, seed)
        else:
            deck, at, drawn = self.decks[RESOURCE], 0, 0
            is_over = options.sudden_death_1 and self.jokers_seen >= 2
            while drawn < options.draw_count and at < len(deck) and not is_over:
                card = deck[at]
                at += 1
                if card >= JOKERS:
                    is_over = self._with_joker()
                else:
                    received[OWNER[card]].append(card)
                    drawn += 1
            self.decks[RESOURCE] = deck[at:]
        self.received = [sorted(cards) for cards in received]
        if options.sudden_death_1 and self.jokers_seen >= 2:
            self.ended, self.step = SUDDEN_DEATH, ""
            return
        self.forced = [self._forced(seat) for seat in (0, 1)]
        self.step = self.rules.talk.before(PLACING)

    def _draw_own(self, number: int, seat: SeatId, labels: tuple[str | int, ...], seed: bytes) -> Cards:
        """10.3 Draw from a side's own deck. An empty deck gets its own discards back."""
        wanted = self.rules.options.draw_count_own
        cards, self.decks[seat] = [*self.decks[seat][:wanted]], self.decks[seat][wanted:]
        gone = [card for card in self.discard if OWNER[card] == number] if len(cards) < wanted else []
        if gone:
            self._refresh(seat, gone, labels, seed)
            more = wanted - len(cards)
            cards += self.decks[seat][:more]
            self.decks[seat] = self.decks[seat][more:]
        return cards

    def _forced(self, seat: int) -> Cards:
        if not self.rules.whole:
            return []
        usable = [card for card in self.received[seat] if card not in self.banned]
        if len(usable) >= len(FRONTS):
            return []
        return [card for card in self.reserve[seat] if card not in self.banned]

    # --- what a seat sees -----------------------------------------------------------------------------------------

    def glimpse(self, reader: int) -> Hashable:
        """Return a key for all that the position shows a seat. Copies of a card look the same to other seats."""
        foe = 1 - reader
        asked = reader in self.asked() if self.step else False
        return (
            self.rules.mark,
            (reader, self.step, self.turn, self.event, self.ended, self.is_last, asked),
            (self.jokers_seen, self.joker_now, *self.vp),
            tuple(map(tuple, self.mods)),
            tuple(map(tuple, self.up)),
            self._own(reader, asked=asked),
            self._other(foe),
            tuple(sorted((name, len(deck)) for name, deck in self.decks.items())),
            self.dead_events,
            tuple(self.tracks) if self.rules.tracks else (),
            (_faces(sorted(self.discard)), _faces(sorted(self.dead))),
            tuple((*map(_faces, cards), *totals, outcome) for cards, totals, outcome in self.last),
            tuple(self.scored) if self.rules.options.vp_log else (),
        )

    def _own(self, seat: int, *, asked: bool) -> Hashable:
        laid = self.placed[seat]
        effect = self.owed[0] if self.owed else None
        limits: Hashable = None
        if asked and self.step == PLACING:
            barred = tuple(card for card in self._hand(seat) if card in self.banned)
            limits = tuple(self.forced[seat]), barred
        elif self.step == CHOOSING and effect is not None:
            limits = effect.model_dump_json() if asked else effect.side
        return (
            tuple(self.received[seat]),
            tuple(self.reserve[seat]),
            None if laid is None else tuple(map(tuple, laid)),
            limits,
        )

    def _other(self, foe: int) -> Hashable:
        laid, is_open = self.placed[foe], self.rules.options.open_draw
        held = self.received[foe], self.reserve[foe]
        if laid is None:
            return tuple(map(_faces, held)) if is_open else tuple(map(len, held))
        shown = [_faces(cards) if up else len(cards) for cards, up in zip(laid, self.up[foe], strict=True)]
        everything = sorted(sum(laid, self.received[foe] + self.reserve[foe])) if is_open else ()
        return (tuple(shown), *map(len, held), _faces(everything))


NAMES_OF = {number: name for name, number in NUMBER.items()}


def _numbers(cards: Sequence[str]) -> Cards:
    return [NUMBER[card] for card in cards]


def _faces(cards: Sequence[int]) -> tuple[int, ...]:
    """Return the faces of cards, in which all copies of a card are equal."""
    return tuple([card // COPIES_MAX for card in cards])


def _banned_by(bans: Sequence[Unusable]) -> frozenset[int]:
    return frozenset(
        number
        for ban in bans
        for number, name in enumerate(NAMES)
        if owner(name) == SEAT_OF[ban.side] and any(fits(kind, name) for kind in ban.cards)
    )


class CrisisShortcut(Shortcut):
    """The bot and the random answers of Kashmir Crisis, if all cards are placed at once."""

    def knows(self, state: KashmirState) -> bool:
        """Return whether the cards are placed at once. If they are placed card by card, the bot reads its sheet."""
        return state.options.placing == "at_once"

    def suggested(self, state: KashmirState, seat: SeatId, dice: Dice) -> Said:
        """Return what the bot declares."""
        if state.step == PLACING:
            return _placement(SwiftCrisis(state).suggested(SEAT_IDS.index(seat)))
        return Chosen(0) if state.step == CHOOSING else Ready()

    def drawn(self, state: KashmirState, seat: SeatId, dice: Dice) -> Said:
        """Return a random declaration."""
        if state.step == PLACING:
            return _placement(SwiftCrisis(state).drawn(SEAT_IDS.index(seat), dice.stream("cards")))
        if state.step == STEP:
            return Ready()
        effect = state.owed[0]
        assert isinstance(effect, ChoiceOf)
        return Chosen(dice.stream("effect").below(len(effect.options)))

    def chance(self, state: KashmirState, seat: SeatId, declared: Chosen) -> tuple[float, float]:
        """Return the probability of a choice. The bot chooses the first."""
        effect = state.owed[0]
        assert isinstance(effect, ChoiceOf)
        return float(declared.option == 0), 1 / len(effect.options)

    def is_open(self, phase: str) -> bool:
        """Return False, because placements leave the Reserves hidden, and a single choice is judged by playing on."""
        return False

    def plays_on(self, state: KashmirState) -> bool:
        """Return whether the cards are placed at once."""
        return self.knows(state)

    def played_on(
        self,
        state: KashmirState,
        gate: int,
        until: int,
        slips: Callable[[int], bytes],
        seed: bytes,
        *,
        fixed: Fixed,
    ) -> tuple[str, ...] | None:
        """Return the winners."""
        crisis = SwiftCrisis(state)
        while not crisis.ended:
            if gate == until:
                return None
            crisis.close(gate, seed, slips(gate), fixed)
            fixed = {}
            gate += 1
        return crisis.winner

    def sight_after(
        self, state: KashmirState, gate: int, slips: bytes, seed: bytes, seat: SeatId, *, fixed: Fixed
    ) -> Hashable | None:
        """Return the glimpse of the seat after one gate."""
        if state.ended or not self.knows(state):
            return None
        crisis = SwiftCrisis(state)
        crisis.close(gate, seed, slips, fixed)
        return crisis.glimpse(SEAT_IDS.index(seat))

    def glimpse(self, state: KashmirState, seat: SeatId) -> Hashable:
        """Return what the position shows the seat."""
        return SwiftCrisis(state).glimpse(SEAT_IDS.index(seat))


def _placement(laid: Sequence[Cards]) -> Placement:
    """Return a placement: the cards on each front, then those in the Reserve."""
    *fronts, reserve = (tuple([NAMES[card] for card in cards]) for cards in laid)
    return Placement(fronts=dict(zip(FRONTS, fronts, strict=True)), reserve=reserve)
