"""SwiftTable plays a table of Escalate! to its end with the bot's choices. It uses numbers in place of objects, and
makes no events. Only playouts use it.

Its rules are those of the phases, written a second time for speed. A test compares the positions after every gate.

A card is a number (`hands.py`), and a seat is its place at the table. A set of seats is a number with one bit for
each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from warcouncil.games.escalate.state import HAND_SIZE, Act, EscalateState
from warcouncil.games.escalate.swift.hands import (
    COPIES,
    HUNT_MAX,
    NOTHING,
    NUKE,
    TOPS,
    UN,
    WEIGHT,
    Answers,
    Cards,
    Known,
    Plain,
    answers,
    value,
)
from warcouncil.games.escalate.swift.rules import (
    EXCHANGE,
    INTERJECTION,
    LAUNCHING,
    NEGOTIATION,
    NO_SEAT,
    OBLIGED,
    OPENING,
    OVER,
    RETALIATION,
    STEP_OF,
    STEPS,
    TURNED,
    TURNING,
    places,
    rules_of,
)
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.playout_dice import PlayoutDice, RememberedDice
from warcouncil.protocol.words import SeatId

ANSWERS_MAX = 1 << 16
"""How many answers are remembered by one set of rules. Bounds memory."""
Slips = Callable[[int], bytes]
Fixed = Mapping[SeatId, Any]
"""Declarations that are fixed, by seat."""
Targets = tuple[int, ...]
Said = tuple[Plain, Targets]
"""An act, and its targets if it is a launch."""
_NOTHING_SAID: Mapping[int, Said] = {}


class SwiftTable:
    """A table that is being played. Most names are those of EscalateState.

    - `draw` has its first card last. `sums` are the weights of the hands. `gone` are the Nukes among the discards.
    - `table` and `by` are the cards on the table, and their seats. `under` is the Incident on the table that counts
      below a U.N. card.
    - `called`, `passers` and `deferred`: which seats have called, and how.
    - `launch` has the launcher, the targets, and the seat whose turn it was.
    - `hunts` and `mood`: what the bot uses besides its hand (`hands.Known`).
    """

    __slots__ = (
        "alive", "answers", "armed", "bare", "by", "called", "circles", "dealer", "deferred", "disarmed", "discard", "draw",
        "first_of", "gate", "gone", "hands", "holder", "hunts", "in_order", "incident", "launch", "lead", "mood", "orders",
        "out", "passed", "passers", "points", "rules", "seats", "seed", "stake", "step", "sums", "table", "top", "turn",
        "unable", "under", "winners",
    )  # fmt: skip

    def __init__(self, state: EscalateState) -> None:
        self.rules = rules = rules_of(state)
        self.seats = seats = state.seats
        self.answers = rules.answers
        number = rules.number
        at = places(seats)
        self.step = STEP_OF[state.step]
        self.turn, self.lead, self.dealer, self.holder = (
            at[state.turn],
            at[state.lead],
            at[state.dealer],
            at[state.holder],
        )
        self.alive = sum([1 << at[seat] for seat in state.alive])
        self.points = [state.points[seat] for seat in seats]
        self.hands = [[number[card] for card in state.hands[seat]] for seat in seats]
        self.sums = [sum([WEIGHT[card] for card in hand]) for hand in self.hands]
        self.draw = [number[card] for card in reversed(state.draw)]
        self.discard = [number[card] for card in state.discard]
        self.gone = sum([card >> COPIES == NUKE for card in self.discard])
        self.orders = state.orders
        self.incident, self.circles = state.incident, state.circles
        self.called = sum([1 << at[seat] for seat, _ in state.calls])
        self.passers = [at[seat] for seat, call in state.calls if call == "pass"]
        self.deferred = sum([1 << at[seat] for seat, call in state.calls if call == "defer"])
        self.table = [number[card] for laid in state.table for card in laid.cards]
        self.by = [at[laid.seat] for laid in state.table for _ in laid.cards]
        self.top, self.stake, self.under = TOPS[state.top], 0, NOTHING
        for card in self.table:
            if card >> COPIES > NUKE:
                self.under = card >> COPIES
                self.stake += value(self.under)
        self.out = sum([1 << at[seat] for seat in state.out])
        self.passed = [state.passed.get(seat, 0) for seat in seats]
        self.bare = sum([1 << at[seat] for seat in state.bare])
        self.armed = sum([1 << at[seat] for seat in state.armed])
        self.disarmed = sum([1 << at[seat] for seat in state.disarmed])
        self.unable = [(at[seat], TOPS[top]) for seat, top in state.unable]
        self.launch: tuple[int, Targets, int] | None = None
        if state.launch is not None:
            targets = tuple([at[seat] for seat in state.launch.targets])
            self.launch = at[state.launch.seat], targets, at[state.launch.turn]
        self.winners: tuple[SeatId, ...] | None = None if state.ending is None else state.ending.winners
        self.first_of, self.in_order = rules.first_of, rules.in_order
        self.hunts, self.mood = False, 0
        self._set_mood()
        self.gate, self.seed = 0, b""

    def _set_mood(self) -> None:
        """Set whether the seats hunt for a Nuke, and whether a U.N. card is worth playing."""
        self.hunts = self.rules.nukes > 0 and self.alive.bit_count() - 1 <= HUNT_MAX
        self.mood = self.hunts << 1 | (self.hunts or self.stake >= 2)

    # --- declarations ---------------------------------------------------------------------------------------------

    def suggested(self, seat: int) -> Said:
        """Return what the bot declares."""
        chosen, _, nukes = self._answers(seat)
        if nukes and self._launch_pays(seat, nukes):
            return ("launch", ()), self._targets(seat, nukes)
        return (self._real(seat, chosen) if chosen[1] else chosen), ()

    def drawn(self, seat: int, stream: Callable[[str], Dice]) -> Said:
        """Return a random declaration, by the draws of `answers.fill`. `stream` returns the random numbers for a field."""
        _, offers, _ = self._answers(seat)
        act = offers[stream("act").below(len(offers))] if len(offers) > 1 else offers[0]
        if act[0] != "launch":
            return (self._real(seat, act) if act[1] else act), ()
        rivals = self.in_order[seat + 1][self.alive & ~(1 << seat)]
        dice, nukes = stream("targets"), self._nukes(seat)
        many = dice.between(1, min(len(nukes), len(rivals)))
        return act, dice.sample(rivals, many)

    def _real(self, seat: int, act: Plain) -> Plain:
        """Return an act with its cards, which are places in the sorted hand."""
        kind, places = act
        hand = sorted(self.hands[seat])
        return kind, tuple([hand[place] for place in places])

    def _answers(self, seat: int) -> Answers:
        """Return what a seat may answer."""
        key = self.sums[seat] << 12 | self.step << 8 | self.top << 5 | self.mood
        if seat == self.holder:
            key |= 16
        elif self.rules.passes:
            passed = self.passed[seat]
            key |= (passed != self.rules.passes) << 3 | (passed > 0) << 2
        found = self.answers.get(key)
        if found is None:
            if len(self.answers) >= ANSWERS_MAX:
                self.answers.clear()
            found = self.answers[key] = answers(self.hands[seat], self._known_to(seat))
        return found

    def _known_to(self, seat: int) -> Known:
        """Return what a seat knows besides its hand."""
        step, rules = self.step, self.rules
        return Known(
            step=STEPS[step],
            top=self.top,
            worth=bool(self.mood & 1),
            hunts=self.hunts,
            waited=self.passed[seat] > 0,
            holds=seat == self.holder,
            may_pass=step == TURNING and self.passed[seat] != rules.passes,
            may_launch=step in (OPENING, OBLIGED, TURNING, LAUNCHING)
            or (step == INTERJECTION and rules.instantly),
            must_turn=rules.must_turn,
            mixing=rules.options.mixing,
        )

    def _nukes(self, seat: int) -> list[int]:
        return sorted([card for card in self.hands[seat] if card >> COPIES == NUKE])

    def _launch_pays(self, seat: int, nukes: int) -> bool:
        """Return whether a launch removes the last rivals, or no rival can strike back."""
        rivals = self.alive & ~(1 << seat)
        return (
            nukes + self.gone >= self.rules.nukes
            or not rivals & ~self.disarmed
            or rivals.bit_count() <= nukes
        )

    def _targets(self, seat: int, nukes: int) -> Targets:
        """Return the rivals with the most points, as many as the seat has Nukes."""
        rivals = self.in_order[0][self.alive & ~(1 << seat)]
        return tuple(sorted(rivals, key=lambda rival: (-self.points[rival], self.seats[rival]))[:nukes])

    # --- the gate -------------------------------------------------------------------------------------------------

    def play(self, gate: int, until: int, slips: Slips, seed: bytes, fixed: Fixed) -> None:
        """Play from one gate to another, or to the end. `fixed` has every declaration of the first gate.

        `slips` returns a byte for each seat, and 0 means that the seat errs.
        """
        self.seed = seed
        said: Mapping[int, Said] = {self.seats.index(seat): self._plain(act) for seat, act in fixed.items()}
        while self.winners is None and gate < until:
            self.gate = gate
            self._close(slips(gate), said)
            said = _NOTHING_SAID
            gate += 1

    def _plain(self, act: Any) -> Said:
        """Return a declaration with numbers in place of its cards and targets."""
        if not isinstance(act, Act):
            return ("hold", ()), ()  # ready
        number = self.rules.number
        targets = tuple([self.seats.index(seat) for seat in act.targets])
        return (act.kind, tuple([number[card] for card in act.cards])), targets

    def _said(self, seat: int, slips: bytes, said: Mapping[int, Said]) -> Said:
        """Return the declaration of a seat."""
        if seat in said:
            return said[seat]
        if slips[seat]:
            return self.suggested(seat)
        name, gate, seed = self.seats[seat], self.gate, self.seed
        return self.drawn(seat, lambda field: RememberedDice(seed, "bot", name, gate, "slip", field))

    def _close(self, slips: bytes, said: Mapping[int, Said]) -> None:
        step = self.step
        if step == TURNING:
            self._answer(*self._said(self.turn, slips, said))
        elif step in (OPENING, OBLIGED):
            self._call(*self._said(self.turn, slips, said))
        elif step == NEGOTIATION:
            self._first_call()
        elif step == EXCHANGE:
            self._exchange(slips, said)
        elif step == RETALIATION:
            self._retaliate(slips, said)
        else:
            self._out_of_turn(slips, said)

    # --- 3 the opening --------------------------------------------------------------------------------------------

    def _call(self, act: Plain, targets: Targets) -> None:
        """3.1 Lead, pass or defer."""
        kind, cards = act
        seat = self.turn
        if kind == "launch":
            self._launch(seat, targets)
        elif kind == "lead":
            self._called_off()
            self._lay_incident(seat, cards)
        else:
            self.called |= 1 << seat
            if kind == "pass":
                self.passers.append(seat)
                self.armed |= 1 << seat
            else:
                self.deferred |= 1 << seat
                self.bare |= 1 << seat
            self._call_on()

    def _called_off(self) -> None:
        self.called = self.deferred = 0
        self.passers = []

    def _call_on(self) -> None:
        """5.6 Ask everyone for a launch first, if they may launch at any time."""
        if self.rules.instantly:
            self.step, self.turn = LAUNCHING, NO_SEAT
        else:
            self._next_call()

    def _next_call(self) -> None:
        """3.1 Ask the next survivor of the circle, or close it."""
        first = self.first_of
        self.lead = first[self.lead][self.alive]
        seat = first[self.lead][self.alive & ~self.called]
        if seat != NO_SEAT:
            self.step, self.turn = OPENING, seat
        else:
            self._close_circle()

    def _close_circle(self) -> None:
        """3.2 If all deferred, they exchange cards. 3.3 Otherwise the first seat that passed must lead, or all are
        asked again.
        """
        options = self.rules.options
        if not self.passers:
            self.step, self.turn = EXCHANGE, NO_SEAT
            return
        circles = self.circles + 1
        again = options.all_passed == "new_circle" and circles < options.pass_circles
        if len(self.passers) > 1 and again:
            self._called_off()
            self.step, self.circles, self.turn = OPENING, circles, self.lead
        else:
            self.step, self.turn = OBLIGED, self.passers[0]

    def _exchange(self, slips: bytes, said: Mapping[int, Said]) -> None:
        """3.2 Discard the chosen cards, then deal one each."""
        circle = self.in_order[self.dealer + 1][self.alive]
        chosen = [self._said(seat, slips, said)[0][1] for seat in circle]
        for seat, cards in zip(circle, chosen, strict=True):
            self._discard(seat, cards)
        self._deal(circle)
        self._called_off()
        self.circles = 0
        self._call_on()

    # --- 4 the Incident -------------------------------------------------------------------------------------------

    def _answer(self, act: Plain, targets: Targets) -> None:
        """4.1 to 4.4 Turn the Incident, escalate, call the U.N., pass or drop out."""
        kind, cards = act
        seat = self.turn
        if kind == "drop":
            self.out |= 1 << seat
            if self.rules.must_turn and self.top in TURNED:
                self.unable = [*(each for each in self.unable if each != (seat, self.top)), (seat, self.top)]
        elif kind == "pass":
            self.passed[seat] += 1
        elif kind == "launch":
            self._launch(seat, targets)
            return
        else:
            self._lay(seat, kind, cards)
            return
        self._go_on(seat + 1)

    def _lay(self, seat: int, kind: str, cards: Cards) -> None:
        """4.1 to 4.3 Lay agents, an Incident card of higher rank, or a U.N. card."""
        if kind == "escalate":
            self._lay_incident(seat, cards)
            return
        if kind == "un":
            self.top = self.under if self.top == UN and self.rules.cancel else UN
        self._laid(seat, cards)

    def _lay_incident(self, seat: int, cards: Cards) -> None:
        """4.2 Lay an Incident card. It lets everyone back in, unless an option forbids it."""
        self.armed &= ~(1 << seat)
        self.top = self.under = cards[0] >> COPIES
        self.stake += value(self.top)
        self._set_mood()
        if self.rules.passes:
            self.passed = [0] * len(self.seats)
        if self.rules.reopen:
            self.out = 0
        self._laid(seat, cards)

    def _laid(self, seat: int, cards: Cards) -> None:
        """4.1 The seat that laid cards holds the Incident."""
        hand, by = self.hands[seat], self.by
        for card in cards:
            hand.remove(card)
            self.sums[seat] -= WEIGHT[card]
            by.append(seat)
        self.table += cards
        self.holder = seat
        self.out &= ~(1 << seat)
        self._go_on(seat + 1)

    def _go_on(self, first: int) -> None:
        """Continue the Incident from a place, after plays out of turn if they are allowed."""
        rules = self.rules
        if rules.out_of_turn:
            self.step = INTERJECTION if rules.options.any_time else LAUNCHING
            self.turn = self.first_of[first][self.alive]
        else:
            self._next_turn(first)

    def _next_turn(self, first: int) -> None:
        """4 Ask the next survivor who is still in. 4.5 If there is none, the holder wins."""
        among = self.alive & ~self.out & ~(1 << self.holder)
        if among:
            self.step, self.turn = TURNING, self.first_of[first][among]
        else:
            self._win()

    def _win(self) -> None:
        """4.5 The holder wins all Incident cards on the table. 6 The first to reach the target wins."""
        winner = self.holder
        self.points[winner] += self.stake
        self._clear()
        self.lead = winner
        if self.points[winner] >= self.rules.target:
            self._end((winner,))
        else:
            self._next_incident()

    def _clear(self) -> None:
        self.discard += self.table
        self.table, self.by, self.stake = [], [], 0
        self.top = self.under = NOTHING
        self.holder, self.out = NO_SEAT, 0
        self._set_mood()
        if self.rules.passes:
            self.passed = [0] * len(self.seats)

    def _next_incident(self) -> None:
        """4.6 Deal every survivor up to five cards. The first call follows, or a talk before it."""
        last = self.rules.options.max_incidents
        if last is not None and self.incident >= last:
            self._end_by_points(self.alive)
            return
        circle = self.in_order[self.dealer + 1][self.alive]
        short = [(HAND_SIZE - len(self.hands[seat]), seat) for seat in circle]
        wanted = [seat for dealt in range(HAND_SIZE) for many, seat in short if many > dealt]
        self._deal(wanted)
        self.incident += 1
        self._called_off()
        self.circles, self.turn = 0, self.lead
        if self.rules.talks(self.alive):
            self.step = NEGOTIATION
        else:
            self._first_call()

    def _first_call(self) -> None:
        if self.rules.instantly:
            self.step, self.turn = LAUNCHING, NO_SEAT
        else:
            self.step = OPENING

    def _deal(self, wanted: Iterable[int]) -> None:
        """4.6 Deal one card to each of these seats. The discards are shuffled if the draw pile is empty (ES-A21)."""
        hands, sums = self.hands, self.sums
        drawn = 0
        for seat in wanted:
            if not self.draw:
                self._shuffle()
            card = self.draw.pop()
            hands[seat].append(card)
            sums[seat] += WEIGHT[card]
            drawn |= 1 << seat
        self.bare &= ~drawn
        self.disarmed &= ~drawn
        if self.unable:
            self.unable = [each for each in self.unable if not drawn >> each[0] & 1]

    def _shuffle(self) -> None:
        if self.orders:
            inside, number = {*self.discard}, self.rules.number
            self.draw = [number[card] for card in reversed(self.orders[0]) if number[card] in inside]
            self.orders = self.orders[1:]
        else:
            deck = PlayoutDice(self.seed, "gate", self.gate, "reshuffle").shuffled(self.discard)
            self.draw = [*reversed(deck)]
        self.discard, self.gone = [], 0

    def _discard(self, seat: int, cards: Sequence[int]) -> None:
        hand = self.hands[seat]
        for card in cards:
            hand.remove(card)
            self.sums[seat] -= WEIGHT[card]
            self.gone += card >> COPIES == NUKE
        self.discard += cards

    # --- 4.7, 5.6 out of turn -------------------------------------------------------------------------------------

    def _out_of_turn(self, slips: bytes, said: Mapping[int, Said]) -> None:
        """4.7, 5.6 Carry out the act of the first seat clockwise that acts. If all hold, go on."""
        first = self.holder + 1 if self.table else self.lead
        for seat in self.in_order[first][self.alive]:
            act, targets = self._said(seat, slips, said)
            if act[0] == "launch":
                self._launch(seat, targets)
                return
            if act[0] != "hold":
                self._lay(seat, *act)
                return
        if self.table:
            self._next_turn(self.turn)
        else:
            self._next_call()

    # --- 5 Nukes --------------------------------------------------------------------------------------------------

    def _launch(self, seat: int, targets: Targets) -> None:
        """5.1 Launch one Nuke at each target. 5.2 The seats that may strike back do so, or are asked."""
        self._discard(seat, self._nukes(seat)[: len(targets)])
        self.launch = seat, targets, self.turn
        if self.rules.options.retaliation == "chosen":
            self.step, self.turn = RETALIATION, NO_SEAT
        else:
            self._strike([other for other in self._in_turn() if self._nukes(other)])

    def _in_turn(self) -> list[int]:
        """5.2 Return the seats that would strike back if they could: targets first, then the others clockwise."""
        assert self.launch is not None
        seat, targets, _ = self.launch
        others = self.in_order[seat + 1][self.alive & ~(1 << seat)]
        hit = [other for other in others if other in targets]
        if self.rules.options.retaliation == "targets":
            return hit
        return hit + [other for other in others if other not in targets]

    def _retaliate(self, slips: bytes, said: Mapping[int, Said]) -> None:
        """5.2 Carry out the retaliation of the first seat that strikes back."""
        willing = (seat for seat in self._in_turn() if self._said(seat, slips, said)[0][0] == "retaliate")
        self._strike([*willing])

    def _strike(self, answering: Sequence[int]) -> None:
        """5.2 to 5.5 The first seat that answers spends a Nuke and knocks the launcher out."""
        assert self.launch is not None
        launcher, targets, turn = self.launch
        if self.rules.options.retaliation == "any_holder":
            for seat in self._in_turn():
                if seat in answering:
                    break
                self.disarmed |= 1 << seat
        gone = [*targets]
        if answering:
            self._discard(answering[0], self._nukes(answering[0])[:1])
            gone.append(launcher)
        self.launch = None
        for seat in gone:
            self._knock_out(seat)
        self._set_mood()
        if self.alive.bit_count() == 1:  # 5.4
            self._end(self.in_order[0][self.alive])
        elif not self.alive:
            self._end_without_survivors()
        else:
            self._go_on_after(launcher, turn)

    def _knock_out(self, seat: int) -> None:
        """5.3 A seat that is knocked out discards its hand and keeps its points."""
        self._discard(seat, [*self.hands[seat]])
        left = ~(1 << seat)
        self.alive &= left
        self.out &= left
        self.bare &= left
        self.armed &= left
        self.disarmed &= left
        self.unable = [each for each in self.unable if each[0] != seat]
        self.passers = [each for each in self.passers if each != seat]

    def _go_on_after(self, launcher: int, turn: int) -> None:
        """5.5 Go on with the turn or call. A launcher takes over from a holder who was knocked out. If both were
        knocked out, the Incident is void.
        """
        first = self.first_of
        self.lead = first[self.lead][self.alive]
        if not self.table:
            self._call_on()
        elif self.alive >> self.holder & 1:
            self._go_on(turn)
        elif self.alive >> launcher & 1:
            self.holder = launcher
            self.out &= ~(1 << launcher)
            self._go_on(launcher + 1)
        else:
            self._clear()
            self.lead = first[launcher + 1][self.alive]
            self._next_incident()

    # --- 5.4, 6 the end -------------------------------------------------------------------------------------------

    def _end(self, winners: Iterable[int]) -> None:
        self.step, self.turn = OVER, NO_SEAT
        self.winners = tuple([self.seats[seat] for seat in winners])

    def _end_without_survivors(self) -> None:
        """5.4 The seat with the most points wins, unless the options say otherwise (ES-A20)."""
        options, everyone = self.rules.options, (1 << len(self.seats)) - 1
        if len(self.seats) == 2 and options.mutual != "most_points":
            self._end((0, 1) if options.mutual == "both_win" else ())
        elif options.posthumous == "mad" and not options.mad:
            self._end(())
        else:
            self._end_by_points(everyone)

    def _end_by_points(self, among: int) -> None:
        """6 The seat with the most points of these wins. Equal points are a draw."""
        of = self.in_order[0][among]
        most = max([self.points[seat] for seat in of])
        best = [seat for seat in of if self.points[seat] == most]
        self._end(best if len(best) == 1 else ())
