"""SwiftBattle plays a battle to its end with the bot's choices. It uses numbers in place of objects, and makes no
events. Only playouts use it.

Its rules are those of the phases, written a second time for speed. A test compares the positions after every gate.

A force is one number here: eight times its infantry divisions, plus its cavalry divisions. Forces are therefore
added and subtracted as numbers. The results of the functions in `tactics` are cached by their arguments, because the
playouts of a question often repeat a position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from warcouncil.games.kartenspiel import tactics
from warcouncil.games.kartenspiel.combat import owes, payments, total
from warcouncil.games.kartenspiel.ending import decisive_losses
from warcouncil.games.kartenspiel.phases.declaration import FIELDS
from warcouncil.games.kartenspiel.roles import ROLES, TEAMS, seating
from warcouncil.games.kartenspiel.state import (
    CHARGE,
    DECLARATION,
    FULL,
    LOSSES,
    NO_CHARGES,
    NONE,
    OVER,
    REDEPLOYMENT,
    BattleState,
    Charges,
    Force,
    force,
)
from warcouncil.games.kartenspiel.tactics import Army, Send
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.playout_dice import PlayoutDice, RememberedDice
from warcouncil.protocol.words import SeatId

STEPS = (REDEPLOYMENT, DECLARATION, CHARGE, LOSSES, OVER)
"""The steps from which it can play to the end. After a missing order, the rules themselves play on."""
UNSEEN = -1
"""Replaces the force of a corps that was never seen."""
REMEMBERED_MAX = 1 << 16
"""How many deployments are remembered. Bounds memory."""
PACKED_MAX = 1024
"""How many positions are remembered as numbers. Bounds memory."""
CHANCES_MAX = 1 << 17
"""How many draws are remembered, because the playouts of one number share them. Bounds memory: about 20 MB."""
Fixed = Mapping[SeatId, Any]
"""Declarations that are fixed, by seat."""


class _Seats(NamedTuple):
    """The seats that command at a table, each with its place in table order. `orders` has each corps with the seat
    that commands it.
    """

    armies: tuple[tuple[SeatId, int], ...]
    corps: tuple[tuple[SeatId, int], ...]
    orders: tuple[tuple[int, SeatId, int], ...]


class SwiftBattle:
    """A battle under way. The names are those of BattleState.

    `left` has the strength of each corps of a side when it was last seen, or UNSEEN. `field` has all divisions that
    each side has in the field.
    """

    __slots__ = (
        "charges", "corps", "dawn", "day", "ever", "field", "left", "lost", "orders", "owed", "pair", "reserve", "rules",
        "seats", "step", "turn", "winner",
    )  # fmt: skip

    def __init__(self, state: BattleState) -> None:
        self.rules = state.rules
        self.step, self.day, self.turn, self.pair = state.step, state.day, state.turn, state.pair
        self.orders, self.charges, self.owed = [*state.orders], state.charges, state.owed
        self.winner = "" if state.outcome is None else state.outcome.winner
        packed = _packed_of(state)
        self.seats, self.ever = packed.seats, [*state.ever]
        self.reserve, self.corps, self.field = [*packed.reserve], [*packed.corps], [*packed.field]
        self.lost, self.dawn, self.left = (
            [*packed.lost],
            [*packed.dawn],
            [[*packed.left[0]], [*packed.left[1]]],
        )

    def close(self, gate: int, seed: bytes, slips: bytes, fixed: Fixed) -> None:
        """Play one gate. `slips` has a byte for each seat, and 0 means that the seat errs. `fixed` has a declaration
        for every asked seat.
        """
        if self.step == CHARGE:
            self._charge(gate, seed, slips, fixed)
        elif self.step == DECLARATION:
            self._declare(gate, seed, slips, fixed)
        elif self.step == REDEPLOYMENT:
            self._redeploy(gate, seed, slips, fixed)
        else:
            self._pay(gate, seed, slips, fixed)

    def _redeploy(self, gate: int, seed: bytes, slips: bytes, fixed: Fixed) -> None:
        for side, (seat, place) in enumerate(self.seats.armies):
            first, is_small = side * 4, self.rules.small == side
            reserve = self.reserve[side]
            if not reserve and not is_small:  # the larger army sends only from its reserve
                continue
            corps = self.corps[first : first + 4]
            if seat in fixed:
                order = fixed[seat]
                after = [
                    one + pack(came) - pack(gone)
                    for one, (came, gone) in zip((reserve, *corps), order, strict=True)
                ]
            elif slips[place]:
                drawn = None if any(corps) else _drawn_main(seed, seat, gate, is_small)
                theirs = 1 - side
                after = [
                    *_deployed((reserve, *corps), (*self.left[theirs],), self.field[theirs], is_small, drawn)
                ]
            else:
                after = [*_sent_at_random(seed, seat, gate, (reserve, *corps), (is_small, self.rules.recall))]
            self.reserve[side] = after[0]
            self.corps[first : first + 4] = after[1:]
        self.step = DECLARATION

    def _declare(self, gate: int, seed: bytes, slips: bytes, fixed: Fixed) -> None:
        orders, held = self.orders, self.corps
        theirs = *self.left[1], *self.left[0]
        for corps, seat, place in self.seats.orders:
            if not slips[place]:
                orders[corps] = _coin(seed, seat, gate, FIELDS[corps])
            elif theirs[corps] == UNSEEN:
                orders[corps] = _ATTACKS_UNSEEN[held[corps]][self.field[corps < 4]]
            else:
                orders[corps] = _ATTACKS[held[corps]][theirs[corps]]
        for given in fixed.values():
            for corps, order in given:
                orders[corps] = order
        if True in orders:
            self._fight(0)
        else:
            self._night()

    def _fight(self, first: int) -> None:
        orders, corps = self.orders, self.corps
        for pair in range(first, 4):
            if not (orders[pair] or orders[pair + 4]):
                continue
            if corps[pair] & 7 or corps[pair + 4] & 7:
                self.step, self.pair, self.charges = CHARGE, pair, NO_CHARGES
                return
            attacks = orders[pair] is True, orders[pair + 4] is True
            self._lose(pair, *_counted(corps[pair], corps[pair + 4], attacks, NO_CHARGES)[1:4])
        self._end()

    def _charge(self, gate: int, seed: bytes, slips: bytes, fixed: Fixed) -> None:
        pair, commanders = self.pair, self.seats.corps
        red, black = self.corps[pair], self.corps[pair + 4]
        attacks = self.orders[pair] is True, self.orders[pair + 4] is True
        if fixed or not (slips[commanders[pair][1]] and slips[commanders[pair + 4][1]]):
            charges: list[bool | None] = [None, None]
            for side, mine, attacking in ((0, pair, attacks), (1, pair + 4, attacks[::-1])):
                if not self.corps[mine] & 7:
                    continue
                seat, place = commanders[mine]
                if seat in fixed:
                    charges[side] = fixed[seat]
                elif slips[place]:
                    charges[side] = _charges(self.corps[mine], self.corps[mine ^ 4], attacking)
                else:
                    charges[side] = _coin(seed, seat, gate, "charge")
            combat = _counted(red, black, attacks, (charges[0], charges[1]))
        else:
            combat = _charged(red, black, attacks)
        if combat.is_choice:
            self.step, self.charges, self.owed = LOSSES, combat.charges, combat.owed
        else:
            self._lose(pair, combat.owed, combat.red, combat.black)
            self._fight(pair + 1)

    def _pay(self, gate: int, seed: bytes, slips: bytes, fixed: Fixed) -> None:
        pair, commanders = self.pair, self.seats.corps
        gone, choices = _owing(self.corps[pair], self.corps[pair + 4], self.owed, self.charges)
        red, black = gone
        if fixed or not (slips[commanders[pair][1]] and slips[commanders[pair + 4][1]]):
            red, black = (self._paid(side, choices[side], (gate, seed), slips, fixed) for side in (0, 1))
        self._lose(pair, self.owed, red, black)
        self._fight(pair + 1)

    def _paid(
        self, side: int, choice: tuple[int, int], chance: tuple[int, bytes], slips: bytes, fixed: Fixed
    ) -> int:
        """Return what a side loses. `choice` has the fewest and the most cavalry that it may lose. `chance` has the
        gate and the seed.
        """
        cavalry, most = choice
        seat, place = self.seats.corps[self.pair + 4 * side]
        if cavalry < most:
            if seat in fixed:
                cavalry = fixed[seat]
            elif not slips[place]:
                gate, seed = chance
                dice = RememberedDice(seed, "bot", seat, gate, "slip", "losses")
                cavalry = dice.pick(range(cavalry, most + 1))
        return _gone(self.owed[side], cavalry)

    def _lose(self, pair: int, owed: tuple[int, int], red: int, black: int) -> None:
        """Take away what the corps of a pair lose."""
        corps, lost, ever, field = self.corps, self.lost, self.ever, self.field
        self.left[0][pair] = corps[pair] = corps[pair] - red
        self.left[1][pair] = corps[pair + 4] = corps[pair + 4] - black
        lost[0] += red
        lost[1] += black
        field[0] -= red
        field[1] -= black
        ever[0] += owed[0]
        ever[1] += owed[1]

    def _end(self) -> None:
        """4. Check both lines, and end the battle or go on to the next turn."""
        corps, orders, broken = self.corps, self.orders, [False, False]
        if 0 in corps:
            for k in range(8):
                if not corps[k] and (orders[k] or orders[k ^ 4]):
                    broken[k >> 2] = True
        if broken[0] and broken[1]:
            piles = unpack(self.lost[0]), unpack(self.lost[1])
            red, black = decisive_losses(self.rules.tiebreak_gross, (self.ever[0], self.ever[1]), piles)
            self._over("" if red == black else TEAMS[red > black])
        elif broken[0] or broken[1]:
            self._over(TEAMS[broken[0]])
        else:
            self._next_turn()

    def _night(self) -> None:
        """6. Return all divisions to the reserve, and rally half of the lost ones."""
        inf_up, cav_up = self.rules.night_up
        for side in (0, 1):
            inf, cav = unpack(self.lost[side] - (0 if self.rules.night_whole else self.dawn[side]))
            rallied = (inf + inf_up) // 2 * 8 + (cav + cav_up) // 2
            self.reserve[side] = self.field[side] = self.field[side] + rallied
            self.lost[side] = self.dawn[side] = self.lost[side] - rallied
        self.corps, self.left = [0] * 8, [[UNSEEN] * 4, [UNSEEN] * 4]
        self.day += 1
        self._next_turn()

    def _next_turn(self) -> None:
        if self.rules.max_turns and self.turn >= self.rules.max_turns:
            self._over("")
            return
        self.step, self.turn, self.pair = REDEPLOYMENT, self.turn + 1, 0
        self.orders = [None] * 8

    def _over(self, winner: str) -> None:
        self.step, self.winner = OVER, winner


def pack(held: Force) -> int:
    """Return a force as one number."""
    return held[0] * 8 + held[1]


def unpack(held: int) -> Force:
    """Return a force from its number."""
    return force(held >> 3, held & 7)


@lru_cache(maxsize=CHANCES_MAX)
def _coin(seed: bytes, seat: SeatId, gate: int, field: str) -> bool:
    """Return whether a seat's random answer to a question with two options is the first option."""
    return PlayoutDice(seed, "bot", seat, gate, "slip", field).below(2) == 0


@lru_cache(maxsize=CHANCES_MAX)
def _drawn_main(seed: bytes, seat: SeatId, gate: int, moves: bool) -> tuple[int, int]:
    """Return the main corps of a first deployment, and its size."""
    return tactics.drawn_main(PlayoutDice(seed, "bot", seat, gate), moves=moves)


@lru_cache(maxsize=REMEMBERED_MAX)
def _sent_at_random(
    seed: bytes, seat: SeatId, gate: int, held: tuple[int, ...], moves: tuple[bool, bool]
) -> Sequence[int]:
    """Return what an army holds after a random order. `moves` says whether it may move divisions between corps, and
    whether it may recall them.
    """
    dice = PlayoutDice(seed, "bot", seat, gate, "slip", "moves")
    return _sent(held, any_sends(tuple(map(unpack, held)), *moves, dice))


class _Packed(NamedTuple):
    """The forces of a position as numbers, with the seats of its table."""

    seats: _Seats
    reserve: tuple[int, ...]
    corps: tuple[int, ...]
    field: tuple[int, int]
    lost: tuple[int, ...]
    dawn: tuple[int, ...]
    left: tuple[tuple[int, ...], tuple[int, ...]]


_packed: dict[int, tuple[BattleState, _Packed]] = {}
"""The positions that were packed last, by their identity. Each is played on many times."""


def _packed_of(state: BattleState) -> _Packed:
    found = _packed.get(id(state))
    if found is None:
        if len(_packed) >= PACKED_MAX:
            _packed.clear()
        found = _packed[id(state)] = state, _as_packed(state)
    return found[1]


def _as_packed(state: BattleState) -> _Packed:
    reserve, corps = tuple(map(pack, state.reserve)), tuple(map(pack, state.corps))
    red, black = (
        tuple(
            UNSEEN if seen is None else pack(seen.held[side]) - pack(seen.lost[side]) for seen in state.seen
        )
        for side in (0, 1)
    )
    return _Packed(
        seats=_seats(state.rules.runs),
        reserve=reserve,
        corps=corps,
        field=(reserve[0] + sum(corps[:4]), reserve[1] + sum(corps[4:])),
        lost=tuple(map(pack, state.lost)),
        dawn=tuple(map(pack, state.dawn)),
        left=(red, black),
    )


@cache
def _seats(runs: tuple[int, ...]) -> _Seats:
    commanders = seating(runs)
    seats = [seat for seat in ROLES if seat in (*commanders.armies, *commanders.corps)]
    places = {seat: place for place, seat in enumerate(seats)}
    return _Seats(
        armies=tuple((seat, places[seat]) for seat in commanders.armies),
        corps=tuple((seat, places[seat]) for seat in commanders.corps),
        orders=tuple((corps, seat, places[seat]) for corps, seat in enumerate(commanders.corps)),
    )


@lru_cache(maxsize=REMEMBERED_MAX)
def _deployed(
    held: tuple[int, ...],
    theirs: tuple[int, ...],
    field: int,
    moves: bool,  # The cache of functools is fastest with positional arguments
    drawn: tuple[int, int] | None,
) -> Sequence[int]:
    """Return what an army holds after the bot's order. `drawn` has the main corps of a first deployment, and its
    size.
    """
    army = Army(
        reserve=unpack(held[0]),
        corps=tuple(map(unpack, held[1:])),
        theirs=tuple(None if seen == UNSEEN else unpack(seen) for seen in theirs),
        field=unpack(field),
        moves=moves,
    )
    main, size = drawn or tactics.chosen_main(army, _NO_CHANCE)
    return _sent(held, tactics.deployed(army, main, size))


_NO_CHANCE = Dice(b"nothing is drawn")


def _sent(held: Sequence[int], sends: list[Send]) -> list[int]:
    after = [*held]
    for source, arm, goal in sends:
        division = 1 if arm else 8
        after[source] -= division
        after[goal] += division
    return after


class _Rows(dict[int, list[bool]]):
    """The orders of the bot for a corps, by its strength and the strength opposite. A row is computed when it is
    first needed.
    """

    def __init__(self, order: Callable[[Force, Force], bool]) -> None:
        self._order = order

    def __missing__(self, mine: int) -> list[bool]:
        held = unpack(mine)
        row = self[mine] = [
            (theirs & 7) < 7 and self._order(held, unpack(theirs)) for theirs in range(pack(FULL) + 1)
        ]
        return row


_ATTACKS = _Rows(lambda mine, theirs: tactics.attacks(mine, theirs, NONE))
"""Whether a corps attacks, by what was left of the enemy opposite when it was last seen."""
_ATTACKS_UNSEEN = _Rows(lambda mine, field: tactics.attacks(mine, None, field))
"""Whether a corps attacks an enemy that was never seen, by all that the enemy has in the field."""


@cache
def _charges(mine: int, theirs: int, attacking: tuple[bool, bool]) -> bool:
    return tactics.charges(unpack(mine), unpack(theirs), attacking)


class _Combat(NamedTuple):
    """A combat after its charges. `red` and `black` have the losses of both corps with the fewest cavalry.
    `is_choice` is true if a commander may give up more cavalry.
    """

    charges: Charges
    owed: tuple[int, int]
    red: int
    black: int
    is_choice: bool


@cache
def _charged(red: int, black: int, attacks: tuple[bool, bool]) -> _Combat:
    """Return a combat in which both commanders order the charges that the bot would order."""
    charges = (
        _charges(red, black, attacks) if red & 7 else None,
        _charges(black, red, attacks[::-1]) if black & 7 else None,
    )
    return _counted(red, black, attacks, charges)


@cache
def _counted(red: int, black: int, attacks: tuple[bool, bool], charges: Charges) -> _Combat:
    """Return a combat after these charges."""
    held = unpack(red), unpack(black)
    totals, sizes = (total(held[0], charges[0]), total(held[1], charges[1])), (sum(held[0]), sum(held[1]))
    owed = owes(0, sizes, attacks, totals), owes(1, sizes, attacks, totals)
    gone, choices = _owing(red, black, owed, charges)
    return _Combat(charges, owed, *gone, any(fewest < most for fewest, most in choices))


@cache
def _owing(
    red: int, black: int, owed: tuple[int, int], charges: Charges
) -> tuple[tuple[int, int], tuple[tuple[int, int], tuple[int, int]]]:
    """Return what both corps lose if they give up the fewest cavalry, and the fewest and the most cavalry of each."""
    choices = payments(unpack(red), owed[0], charges[0]), payments(unpack(black), owed[1], charges[1])
    return (_gone(owed[0], choices[0][0]), _gone(owed[1], choices[1][0])), choices


def _gone(owed: int, cavalry: int) -> int:
    """Return what is lost if this many of the divisions are cavalry."""
    return (owed - cavalry) * 8 + cavalry


def any_sends(held: tuple[Force, ...], is_small: bool, may_recall: bool, dice: Dice) -> list[Send]:
    """Return random moves. In random order, every division that may move goes to one of its goals or nowhere.

    `held` has the reserve, and then the corps.
    """
    units = [
        (place, arm)
        for place in range(5 if is_small else 1)
        for arm in (0, 1)
        for _ in range(held[place][arm])
    ]
    sends: list[Send] = []
    shuffled, stay = dice.shuffled(units), dice.below(3)
    for place, arm in shuffled:
        if dice.below(3) >= stay:
            goals = [goal for goal in range((0 if may_recall else 1) if place else 1, 5) if goal != place]
            sends.append((place, arm, dice.pick(goals)))
    return sends
