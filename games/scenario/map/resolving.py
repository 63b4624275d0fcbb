"""Resolving: resolves all orders of a map at once. The function is pure, and the order of seats, sides and pieces
makes no difference.

A move succeeds or fails depending on other moves. Each move is therefore true, false or unknown. Unknown values are
computed from known ones until nothing changes. The moves that then remain unknown form circles, and all of them
succeed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from warcouncil.games.scenario.map.orders import HOLD, Order

Ending = Literal["removed", "retreats"]
"""The result for a dislodged piece."""
End = Literal["held", "moved", "bounced", "supported", "cut", "void"]
"""How an order ended. `void`: the supported piece did something else, or the order was impossible."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A piece at its place."""

    side: str
    at: str
    strength: int = 1


@dataclass(frozen=True, slots=True)
class Resolved:
    """The results of all orders: how each ended, where each piece is afterwards ("" if removed), and which were dislodged."""

    ends: Mapping[str, End]
    at: Mapping[str, str]
    dislodged: tuple[str, ...]


def resolve(
    pieces: Mapping[str, Standing],
    near: Mapping[str, tuple[str, ...]],
    orders: Mapping[str, Order],
    owners: Mapping[str, str],
    ending: Ending,
) -> Resolved:
    """8.3 Return the results of all orders. `near` lists the places next to each place, in the order of the file."""
    return _Board(pieces, near, orders).resolved(owners, ending)


class _Board:
    def __init__(
        self,
        pieces: Mapping[str, Standing],
        near: Mapping[str, tuple[str, ...]],
        orders: Mapping[str, Order],
    ) -> None:
        self.pieces = pieces
        self.near = near
        self.there = {piece.at: name for name, piece in pieces.items()}
        self.orders = {name: self._possible(name, orders.get(name, HOLD)) for name in pieces}
        self.moves = {name: order.to for name, order in self.orders.items() if order.kind == "move"}
        self.void = {name for name, order in self.orders.items() if not self._fits(name, order)}
        self.cut: set[str] = set()
        self.went: dict[str, bool] = {}

    def _possible(self, name: str, order: Order) -> Order:
        """8.4 Return the order. If it is not possible from the place of the piece, return a hold."""
        near = self.near[self.pieces[name].at]
        match order.kind:
            case "move":
                return order if order.to in near else HOLD
            case "support":
                there = order.of in self.pieces and order.of != name
                return order if there and (order.to or self.pieces[order.of].at) in near else HOLD
            case _:
                return HOLD

    def _fits(self, name: str, order: Order) -> bool:
        """8.6 Return whether the supported piece does what this piece supports."""
        return order.kind != "support" or self.moves.get(order.of, "") == order.to

    # --- support ----------------------------------------------------------------------------------------------------

    def _cut_by_attack(self) -> set[str]:
        """8.7 Return the supports that a move of another side into their place cuts."""
        return {
            name
            for name, order in self.orders.items()
            if order.kind == "support"
            for attacker in self._into(self.pieces[name].at)
            if self._side(attacker) != self._side(name) and self.pieces[attacker].at != order.to
        }

    def _cut_by_loss(self) -> set[str]:
        """8.8 Return the supports of pieces that are dislodged."""
        return {name for name, order in self.orders.items() if order.kind == "support" and self._beaten(name)}

    def _beaten(self, name: str) -> bool:
        """Return whether a piece stays and another one enters its place."""
        stays = not self.went.get(name, False)
        return stays and any(self.went[other] for other in self._into(self.pieces[name].at))

    def _support(self, name: str, against: str = "") -> int:
        """8.5 8.11 Return the strength of all support for a piece. Support of the side `against` does not count."""
        return sum(
            self.pieces[other].strength
            for other, order in self.orders.items()
            if order.kind == "support"
            and order.of == name
            and other not in self.void
            and other not in self.cut
            and self._side(other) != against
        )

    # --- moves ------------------------------------------------------------------------------------------------------

    def _side(self, name: str) -> str:
        return self.pieces[name].side

    def _into(self, place: str) -> Iterator[str]:
        """Yield the pieces that are ordered to move to a place."""
        return (name for name, to in self.moves.items() if to == place)

    def _meets(self, name: str) -> str:
        """8.10 Return the piece that a moving piece meets, because each moves to the place of the other."""
        other = self.there.get(self.moves[name], "")
        return other if self.moves.get(other, "") == self.pieces[name].at else ""

    def _attack(self, name: str) -> tuple[int, int]:
        """8.5 8.11 Return the least and the greatest strength of a move."""
        strength = self.pieces[name].strength
        free = strength + self._support(name)
        other = self.there.get(self.moves[name], "")
        if not other:
            return free, free
        own = self._side(other) == self._side(name)
        stays = 0 if own else strength + self._support(name, self._side(other))
        if other not in self.moves or self._meets(name):
            return stays, stays
        if other in self.went:
            return (free, free) if self.went[other] else (stays, stays)
        return min(free, stays), max(free, stays)

    def _hold(self, name: str) -> tuple[int, int]:
        """8.9 8.10 Return the least and the greatest strength of the piece that stays in the goal of a moving piece."""
        other = self.there.get(self.moves[name], "")
        if not other:
            return 0, 0
        strength = self.pieces[other].strength
        if other not in self.moves or self._meets(name):
            whole = strength + self._support(other)
            return whole, whole
        if other in self.went:
            return (0, 0) if self.went[other] else (strength, strength)
        return 0, strength

    def _prevent(self, name: str) -> tuple[int, int]:
        """8.9 8.10 Return the least and the greatest strength with which a move keeps others out of its place."""
        whole = self.pieces[name].strength + self._support(name)
        met = self._meets(name)
        if not met:
            return whole, whole
        if met in self.went:
            return (0, 0) if self.went[met] else (whole, whole)
        return 0, whole

    def _decided(self, name: str) -> bool | None:
        """8.9 Return whether a move succeeds. None if it depends on a move that is not decided."""
        least, most = self._attack(name)
        against = [self._hold(name)]
        against += [self._prevent(other) for other in self._into(self.moves[name]) if other != name]
        if all(least > high for _, high in against):
            return True
        return False if any(most <= low for low, _ in against) else None

    def _decide(self) -> None:
        """8.9 8.12 Decide every move. Pieces that move around a circle all move."""
        self.went = {}
        while len(self.went) < len(self.moves):
            found = {name: self._decided(name) for name in self.moves if name not in self.went}
            known = {name: went for name, went in found.items() if went is not None}
            self.went.update(known or dict.fromkeys(self._circle(min(found)), True))

    def _circle(self, first: str) -> list[str]:
        """8.12 Return the pieces of a circle to which an undecided move leads. Each of these pieces waits for the
        next one to leave.
        """
        way = [first]
        while (after := self.there[self.moves[way[-1]]]) not in way:
            way.append(after)
        return way[way.index(after) :]

    # --- the end ----------------------------------------------------------------------------------------------------

    def resolved(self, owners: Mapping[str, str], ending: Ending) -> Resolved:
        self.cut = self._cut_by_attack()
        self._decide()
        self.cut |= self._cut_by_loss()
        self._decide()
        dislodged = tuple(name for name in self.pieces if self._beaten(name))
        at = {
            name: self.moves[name] if self.went.get(name) else piece.at
            for name, piece in self.pieces.items()
            if name not in dislodged
        }
        for name in dislodged:
            at[name] = self._refuge(name, at, owners) if ending == "retreats" else ""
        return Resolved({name: self._end(name) for name in self.pieces}, at, dislodged)

    def _refuge(self, name: str, at: Mapping[str, str], owners: Mapping[str, str]) -> str:
        """8.14 Return the place to which a dislodged piece retreats, or "" if there is none."""
        here = self.pieces[name].at
        shut = {*at.values(), *(self.pieces[other].at for other in self._into(here) if self.went[other])}
        shut |= {to for other, to in self.moves.items() if not self.went[other]}
        free = [place for place in self.near[here] if place not in shut]
        own = [place for place in free if owners.get(place, "") == self._side(name)]
        unheld = [place for place in free if not owners.get(place, "")]
        return next(iter((*own, *unheld, *free)), "")

    def _end(self, name: str) -> End:
        match self.orders[name].kind:
            case "move":
                return "moved" if self.went[name] else "bounced"
            case "support":
                return "void" if name in self.void else "cut" if name in self.cut else "supported"
            case _:
                return "held"
