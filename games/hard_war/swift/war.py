"""SwiftWar plays a war to its end. It uses numbers in place of objects, and makes no events. Only playouts use it.

Its rules are those of the phases, written a second time for speed. A test compares the positions after every gate.

A card is its number in `cards.ALL`: 0 to 3 are Artillery, 4 to 7 are Ground, and the rest are Special cards. On the
table, DOWN is added to a face-down attack.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple, get_args

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.legal import ATTACK_LIMIT
from warcouncil.games.hard_war.phases.dedes import SHIFT
from warcouncil.games.hard_war.state import (
    NOBODY,
    PLAYERS,
    SIGN,
    Cause,
    City,
    HardWarState,
    LaidAttack,
    Step,
)

STEPS = get_args(Step)
BEGIN, CONTROL, DRAW, PLAY, EXTRA, DISCARD, END, DEDES, SECOND, TALK = range(10)
"""The items of the agenda, by their places in STEPS."""
CAUSES = get_args(Cause)
TURN, CITY, JUS = range(3)
"""The causes of a draw."""

NUMBER = {card: number for number, card in enumerate(cards.ALL)}
"""The numbers of the cards."""
TOLLS = tuple(cards.toll(card) if cards.is_attack(card) else 0 for card in cards.ALL)
GROUND, SPECIAL = NUMBER["ground-10"], NUMBER[cards.MEDIA]
"""The first Ground card, and the first Special card."""
MEDIA2, BOMBING, SUPPORT = NUMBER[cards.MEDIA2], NUMBER[cards.BOMBING], NUMBER[cards.SUPPORT]
REPORTS = (NUMBER[cards.MEDIA], MEDIA2)
EXTRAS = (BOMBING, SUPPORT)
ATROCITIES = (NUMBER["artillery-40"], NUMBER["ground-40"])
DOWN = 16
FACE = DOWN - 1
"""The bits of an attack on the table that identify its card."""
HIDDEN_TOLLS = (25, 19)
"""The average tolls of a face-down Artillery and Ground attack, as the bot estimates them."""

(ATTACK, SHOW, OBSERVE, ADD, USE_JUS, STOP, TAKE_TOP, TAKE_CITY, THROW, SHIFT_TOLL, EXPOSE, READY) = range(12)
"""The kinds of declarations. A declaration is a tuple that begins with its kind."""
Plain = tuple[Any, ...]
Item = tuple[int, int, int, int]
"""An item of the agenda: its step, the player who discards, the cause of a draw, and the cards drawn so far."""

_TURNS = tuple(
    tuple(
        reversed(
            [
                (step, player if step == DISCARD else NOBODY, TURN, 0)
                for step in (BEGIN, CONTROL, DRAW, PLAY, EXTRA, DISCARD, END)
            ]
        )
    )
    for player in PLAYERS
)
_TALK: Item = (TALK, NOBODY, TURN, 0)


class Printed(NamedTuple):
    """The facts printed on the cities: names, points, flags, and the place of each effect. `points` is 2 for a city that the bot counts twice."""

    names: tuple[str, ...]
    vp: tuple[int, ...]
    flags: tuple[int, ...]
    effects: tuple[str, ...]
    points: tuple[int, ...]
    place: dict[str, int]


class SwiftWar:
    """A war that is being played. The names are those of HardWarState, and lists hold a value for each city or player.

    `agenda` and `decks` have their first item last. `dead` are the tolls of a player's attacks. `seen` are the same
    tolls as the opponent's bot estimates them. `hidden` counts the face-down attacks. `ground` shows where a player
    has laid a Ground attack. `winner` counts once `over` is true.
    """

    __slots__ = (
        "active", "agenda", "attacks", "dead", "decks", "friendly_pass", "ground", "hands", "hidden", "jab", "jab_up", "marker",
        "over", "owner", "plays_left", "plays_more", "printed", "report", "rows", "rules", "secured", "seen", "starter",
        "talk_tolls", "toll", "turn", "vp", "winner",
    )  # fmt: skip

    def __init__(self, state: HardWarState) -> None:
        number = NUMBER
        self.rules, self.printed = state.rules, _printed(tuple(map(_print, state.cities)))
        self.starter, self.active, self.turn = state.starter, state.active, state.turn
        self.agenda: list[Item] = [
            (STEPS.index(item.step), item.player, CAUSES.index(item.cause), item.drawn)
            for item in reversed(state.agenda)
        ]
        self.hands = [[number[card] for card in side.hand] for side in state.sides]
        self.vp = [side.vp for side in state.sides]
        self.decks = [[number[card] for card in reversed(pile)] for pile in state.decks]
        self.marker = [city.marker for city in state.cities]
        self.owner = [city.owner for city in state.cities]
        self.secured = [city.secured for city in state.cities]
        self.report = [bool(city.report) for city in state.cities]
        self.rows = [tuple(map(_row, city.rows)) for city in state.cities]
        self.plays_left, self.plays_more = state.plays_left, state.plays_more
        self.attacks, self.friendly_pass = list(state.attacks), state.friendly_pass
        self.toll, self.jab, self.jab_up = state.toll, state.jab, state.jab_up
        self.talk_tolls = state.talk_tolls
        self.over = state.result is not None
        self.winner = NOBODY if state.result is None else state.result.winner
        self.hidden, self.dead, self.seen = 0, [0, 0], [0, 0]
        self.ground = [[False] * len(self.rows), [False] * len(self.rows)]
        for place, both in enumerate(self.rows):
            for player in PLAYERS:
                self._count(player, place, both[player])

    def _count(self, player: int, place: int, row: Iterable[int]) -> None:
        for laid in row:
            card = laid & FACE
            self.dead[player] += TOLLS[card]
            self.seen[player] += _estimate(laid)
            self.hidden += laid >= DOWN
            if card >= GROUND:
                self.ground[player][place] = True

    # --- what the phases ask ----------------------------------------------------------------------------------------

    @property
    def asked(self) -> int:
        """The player who decides now."""
        item = self.agenda[-1]
        return item[1] if item[0] == DISCARD else self.active

    def controls(self, player: int, effect: str) -> bool:
        """Return whether a player controls the city with an effect."""
        place = self.printed.place.get(effect)
        return place is not None and self.owner[place] == player

    def to_draw(self) -> tuple[int, int]:
        """Return how many cards of the present draw must still be drawn, and how many more may be."""
        _, _, cause, drawn = self.agenda[-1]
        if cause == TURN:
            must, may = 1 if self.turn == 1 else 2, int(self.controls(self.active, "draw+1"))
        elif cause == CITY:
            must, may = 0, 3
        else:
            must, may = 2, 0
        left = must - drawn
        return (left, may) if left > 0 else (0, may + left)

    def hand_limit(self, player: int) -> int:
        """5.1.5: return the hand size."""
        return self.rules.hand_size - self.controls(1 - player, "opp_hand-1")

    def claims(self) -> list[int]:
        """5.1.1: return the cities that the active player takes control of."""
        player = self.active
        sign, secured, marker = SIGN[player], self.secured, self.marker
        return [
            place
            for place, owner in enumerate(self.owner)
            if owner == NOBODY
            and (
                secured[place] == player
                or (secured[place] == NOBODY and marker[place] == sign * self.printed.flags[place])
            )
        ]

    def jus_ready(self) -> tuple[str, ...]:
        """5.4: return the effects of Jus ad bellum that its owner may use now."""
        if not self.jab_up or self.jab != self.active:
            return ()
        step, player, _, _ = self.agenda[-1]
        if step == DISCARD and player != self.active:
            return ()
        rules = self.rules
        if not rules.jus_all_turn and step not in (PLAY, EXTRA):
            return ()
        late, drawn_out = step in (EXTRA, DISCARD), not (self.decks[0] or self.decks[1])
        return tuple(
            effect
            for effect in rules.jab_effects
            if not (drawn_out if effect == "draw2_now" else late and effect != "draw2_now")
        )

    def targets(self) -> list[tuple[int, int, int]]:
        """5.3: return the city, the player and the place in the row of every attack that is face down."""
        return [
            (place, player, index)
            for place, both in enumerate(self.rows)
            for player in PLAYERS
            for index, laid in enumerate(both[player])
            if laid >= DOWN
        ]

    def spots(self, card: int) -> list[tuple[int, bool]]:
        """5.2: return where the active player may play an attack now, and whether it would secure the city."""
        player, rules = self.active, self.rules
        sign, flags, marker = SIGN[player], self.printed.flags, self.marker
        blocked = self.ground[player] if card < GROUND and not self.friendly_pass else None
        secures = rules.securing and card in ATROCITIES
        found: list[tuple[int, bool]] = []
        for place, owner in enumerate(self.owner):
            if (
                owner != NOBODY
                or self.secured[place] != NOBODY
                or self.attacks[place] >= ATTACK_LIMIT
                or (blocked is not None and blocked[place])
            ):
                continue
            on_edge = marker[place] == sign * flags[place]
            if not on_edge or rules.overplay:
                found.append((place, False))
            if on_edge and secures:
                found.append((place, True))
        return found

    def extra_spots(self, card: int) -> list[int]:
        """6B.2 and 6B.3: return where an extra card may move the marker."""
        player, rows = self.active, self.rows
        if card == BOMBING and self.jab != player:
            return []
        sign, flags = SIGN[player], self.printed.flags
        return [
            place
            for place, owner in enumerate(self.owner)
            if owner == NOBODY
            and self.secured[place] == NOBODY
            and self.marker[place] != sign * flags[place]
            and (card == BOMBING or not (rows[place][0] or rows[place][1]))
        ]

    def observer_spots(self) -> list[int]:
        """5.6.1: return the cities to which observers may be sent."""
        rules = self.rules
        if not rules.un_observers:
            return []
        return [
            place
            for place, report in enumerate(self.report)
            if not report and (rules.observers_anywhere or self.owner[place] == NOBODY)
        ]

    # --- what the phases do -----------------------------------------------------------------------------------------

    def close(self, declared: Plain) -> None:
        """Apply the declaration of the asked player, and go on until a player must be asked."""
        kind = declared[0]
        if self.agenda[-1][0] == PLAY and kind not in (USE_JUS, STOP):
            self.plays_left -= 1
        _DOES[kind](self, *declared[1:])
        self.go_on()

    def go_on(self) -> None:
        """Follow the agenda until a player must be asked, or the war is over."""
        agenda = self.agenda
        while not self.over:
            if self.talk_tolls and self.toll >= self.talk_tolls[0]:
                self._talk()
            if _ASKS[agenda[-1][0]](self):
                return

    # --- the items of the agenda. Each returns whether a player is asked now, or else does what it does unasked -----

    def _at_draw(self) -> bool:
        one, other = self.decks
        must, may = self.to_draw()
        if not must:
            if may > 0 and (one or other):
                return True
            self.agenda.pop()
        elif one and other:
            return True
        elif one or other:
            self._take_top(0 if one else 1)
        elif self.agenda[-1][2] == TURN and self.rules.deck_end == "failed_draw":
            self._tribunal()
        else:
            self.agenda.pop()
        return False

    def _at_play(self) -> bool:
        return bool(self.plays_left and self.hands[self.active]) or self._asks_for_jus()

    def _at_extra(self) -> bool:
        hand = self.hands[self.active]
        may_hold = hand and (hand[-1] >= SPECIAL or not self.rules.backs_visible)
        return bool(may_hold) or self._asks_for_jus()

    def _asks_for_jus(self) -> bool:
        if self.jus_ready():
            return True
        self.agenda.pop()
        return False

    def _at_discard(self) -> bool:
        player = self.agenda[-1][1]
        return len(self.hands[player]) > self.hand_limit(player) or self._passes()

    def _at_control(self) -> bool:
        claims = self.claims()
        if len(claims) == 1:
            self._take_city(claims[0])
            return False
        return bool(claims) or self._passes()

    def _at_second(self) -> bool:
        return self.hidden > 0 or self._passes()

    def _always(self) -> bool:
        return True

    def _passes(self) -> bool:
        """Go to the next item."""
        self.agenda.pop()
        return False

    def _talk(self) -> None:
        """Open a negotiation, but never between the two halves of one report."""
        if not any(item[0] in (SECOND, TALK) for item in self.agenda):
            self.talk_tolls = tuple(toll for toll in self.talk_tolls if toll > self.toll)
            self.agenda.append(_TALK)

    def _begin(self) -> bool:
        self.turn += 1
        self.attacks = [0] * len(self.rows)
        self.friendly_pass, self.plays_more = False, 0
        self.plays_left = (1 if self.turn == 1 else 2) + self.controls(self.active, "play+1")
        if self.jab == self.active:
            self.jab_up = True
        return self._passes()

    def _end(self) -> bool:
        rules = self.rules
        drawn_out = rules.deck_end == "end_of_turn" and not (self.decks[0] or self.decks[1])
        if drawn_out or 0 < rules.max_turns <= self.turn:
            self._tribunal()
        else:
            self.active = 1 - self.active
            self.agenda[:] = _TURNS[self.active]
            if self.active == self.starter and rules.talk_turns and rules.talk.opens:
                self.agenda.append(_TALK)
        return False

    # --- the declarations -------------------------------------------------------------------------------------------

    def _draw(self, deck: int) -> None:
        if deck == NOBODY:
            self.agenda.pop()
        else:
            self._take_top(deck)

    def _throw(self, thrown: tuple[int, ...]) -> None:
        player = self.agenda.pop()[1]
        for card in thrown:
            self.hands[player].remove(card)

    def _expose(self, target: tuple[int, int, int] | None) -> None:
        self.agenda.pop()
        if target:
            self._reveal(*target)

    def _observe(self, card: int, place: int) -> None:
        self.hands[self.active].remove(card)
        self.report = [place == each for each in range(len(self.report))]

    def _take_top(self, deck: int) -> None:
        step, player, cause, drawn = self.agenda[-1]
        self.agenda[-1] = (step, player, cause, drawn + 1)
        insort(self.hands[self.active], self.decks[deck].pop())
        if self.rules.deck_end == "immediate" and not (self.decks[0] or self.decks[1]):
            self._tribunal()

    def _take_city(self, place: int) -> None:
        player = self.active
        self.owner[place], self.secured[place] = player, NOBODY
        self.vp[player] += self.printed.vp[place]
        if self.vp[player] >= self.rules.military_vp:
            self.over, self.winner = True, player
            return
        self.report[place] = False
        effect = self.printed.effects[place]
        if effect == "play+1":
            self.plays_left += 1
        elif effect == "toll+-30_once":
            self.agenda.append((DEDES, NOBODY, TURN, 0))
        elif effect == "draw3_once":
            self.agenda.append((DRAW, NOBODY, CITY, 0))
        elif effect == "opp_hand-1":
            self.agenda.append((DISCARD, 1 - player, TURN, 0))
        elif effect == "opp_discard_hand_once":
            self.hands[1 - player].clear()

    def _attack(self, card: int, place: int, secure: bool) -> None:
        player = self.active
        self.hands[player].remove(card)
        if card < GROUND and self.ground[player][place]:
            self.friendly_pass = False
        row = self.rows[place][player]
        laid = card + DOWN
        row.append(laid)
        self._count(player, place, (laid,))
        sign = SIGN[player]
        if secure:
            self.secured[place] = player
        elif self.marker[place] != sign * self.printed.flags[place]:
            self._step(place)
        self.attacks[place] += 1
        if secure or self.report[place]:
            self._reveal(place, player, len(row) - 1)

    def _step(self, place: int) -> None:
        """5.2.1: move a marker towards the active player. The start space is never used again."""
        sign = SIGN[self.active]
        at = self.marker[place] * sign
        self.marker[place] = sign * (1 if at in (-1, 0) else at + 1)

    def _report(self, card: int, place: int, player: int, index: int) -> None:
        self.hands[self.active].remove(card)
        if card == MEDIA2:
            self.agenda.append((SECOND, NOBODY, TURN, 0))
        self._reveal(place, player, index)

    def _add(self, card: int, place: int) -> None:
        self.hands[self.active].remove(card)
        self._step(place)

    def _use_jus(self, effect: str) -> None:
        self.jab, self.jab_up = 1 - self.active, False
        if effect == "play+1":
            self.plays_left += 1
            self.plays_more += 1
        elif effect == "draw2_now":
            self.agenda.append((DRAW, NOBODY, JUS, 0))
        else:
            self.friendly_pass = True

    def _shift(self, change: int) -> None:
        self.toll = max(0, min(self.rules.toll_max, self.toll + change))
        self.agenda.pop()
        if self.toll >= self.rules.toll_max:
            self._tribunal()

    def _reveal(self, place: int, player: int, index: int) -> None:
        """5.3: turn a card up. The toll changes first, then Jus ad bellum for an Atrocity, then an intervention follows."""
        row = self.rows[place][player]
        laid = row[index]
        card = row[index] = laid & FACE
        self.hidden -= 1
        self.seen[player] += TOLLS[card] - _estimate(laid)
        self.toll = min(self.rules.toll_max, self.toll + TOLLS[card])
        if card in ATROCITIES and self.jab != 1 - player:
            self.jab, self.jab_up = 1 - player, False
        if self.toll >= self.rules.toll_max:
            self._tribunal()

    def _tribunal(self) -> None:
        """5.5.2: sum up the dead. Jus ad bellum reduces its owner's sum, and the lower sum wins."""
        sums = [self.dead[player] - (self.rules.jab_bonus if self.jab == player else 0) for player in PLAYERS]
        self.over, self.winner = True, NOBODY if sums[0] == sums[1] else sums.index(min(sums))


_ASKS: tuple[Callable[[SwiftWar], bool], ...] = (
    SwiftWar._begin,
    SwiftWar._at_control,
    SwiftWar._at_draw,
    SwiftWar._at_play,
    SwiftWar._at_extra,
    SwiftWar._at_discard,
    SwiftWar._end,
    SwiftWar._always,
    SwiftWar._at_second,
    SwiftWar._always,
)
"""For each place in STEPS, whether a player is asked."""
_DOES: tuple[Callable[..., object], ...] = (
    SwiftWar._attack,
    SwiftWar._report,
    SwiftWar._observe,
    SwiftWar._add,
    SwiftWar._use_jus,
    SwiftWar._passes,
    SwiftWar._draw,
    SwiftWar._take_city,
    SwiftWar._throw,
    SwiftWar._shift,
    SwiftWar._expose,
    SwiftWar._passes,
)
"""For each kind of declaration, its effect."""
SHIFTS = (0, SHIFT, -SHIFT)
"""The shifts of the toll, in the order of the form."""


def _print(city: City) -> tuple[str, int, int, str]:
    return city.name, city.vp, city.flags, city.effect


@lru_cache(maxsize=64)
def _printed(cities: tuple[tuple[str, int, int, str], ...]) -> Printed:
    names, vp, flags, effects = zip(*cities, strict=True)
    points = tuple(2 if str(each).startswith("2") else 1 for each in vp)
    return Printed(names, vp, flags, effects, points, {effect: place for place, effect in enumerate(effects)})


def _row(row: tuple[LaidAttack, ...]) -> list[int]:
    return [NUMBER[laid.card] + (0 if laid.up else DOWN) for laid in row]


def _estimate(laid: int) -> int:
    """Return the toll of an attack as the opponent's bot estimates it."""
    if laid < DOWN:
        return TOLLS[laid]
    return HIDDEN_TOLLS[(laid & FACE) >= GROUND]
