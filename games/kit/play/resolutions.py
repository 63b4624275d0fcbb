"""Resolutions: a cache of resolved gates. A gate without random numbers is resolved once for equal
declarations.

Many worlds of a belief are the same position, and several seats consider the same positions possible. A gate
that draws random numbers is resolved again for each world.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from warcouncil.games.kit.game import AnyGame, Phase, Resolution
from warcouncil.games.kit.play import fingerprints
from warcouncil.games.kit.play.playout_dice import ChanceFell, NoDice, PlayoutDice
from warcouncil.games.kit.play.shortcut import Shortcut
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.words import SeatId

RESOLUTIONS_MAX = 1 << 13
"""How many resolutions are remembered. Bounds memory: some kilobytes each."""


class Resolved:
    """A gate after its declarations: the position that it leads to, and what it shows each seat."""

    __slots__ = ("_before", "_game", "_heard", "_resolution", "_seen", "_shortcut", "state")

    def __init__(
        self, game: AnyGame, before: Any, resolution: Resolution[Any], shortcut: Shortcut | None
    ) -> None:
        self.state = resolution.state
        self._game, self._resolution, self._shortcut = game, resolution, shortcut
        self._before = before
        """The position before the gate. It is kept alive, because its identity is the key of the memory."""
        self._seen: dict[SeatId, str] = {}
        self._heard: dict[SeatId, str] = {}

    def shows(self, seat: Seat, after: str) -> bool:
        """Return whether a seat sees exactly what a fingerprint was made from. The position is compared first,
        because most worlds differ in it.
        """
        seen = self._seen.get(seat.id)
        if seen is None:
            seen = fingerprints.seen(self._game, self.state, seat.id, self._shortcut)
            self._seen[seat.id] = seen
        if not after.startswith(seen):
            return False
        heard = self._heard.get(seat.id)
        if heard is None:
            heard = self._heard[seat.id] = fingerprints.heard(self._resolution.events, seat)
        return after == seen + heard


_resolved: dict[tuple[Any, ...], Resolved] = {}
"""The gates without chance that were resolved last, by the identity of their position and their declarations."""
_chancy: set[tuple[str, str]] = set()
"""The phases, by game and name, at which chance fell. They are not remembered."""


def resolved(
    game: AnyGame,
    state: Any,
    phase: Phase,
    declared: Mapping[SeatId, Any],
    chance: tuple[bytes, int],
    *,
    shortcut: Shortcut | None,
) -> Resolved:
    """Return a gate after these declarations. `chance` has the seed and the number of the gate, from which
    random numbers are drawn.
    """
    kind, key = (game.name, phase.name), (game.name, id(state), *declared.values())
    if kind in _chancy:
        return _by_chance(game, state, declared, chance, shortcut)
    try:
        if found := _resolved.get(key):
            return found
    except TypeError:  # a declaration that cannot be looked up
        return _by_chance(game, state, declared, chance, shortcut)
    try:
        found = Resolved(game, state, game.resolve(state, declared, NoDice()), shortcut)
    except ChanceFell:
        _chancy.add(kind)
        return _by_chance(game, state, declared, chance, shortcut)
    if len(_resolved) >= RESOLUTIONS_MAX:
        _resolved.clear()
    _resolved[key] = found
    return found


def _by_chance(
    game: AnyGame,
    state: Any,
    declared: Mapping[SeatId, Any],
    chance: tuple[bytes, int],
    shortcut: Shortcut | None,
) -> Resolved:
    seed, gate = chance
    return Resolved(game, state, game.resolve(state, declared, PlayoutDice(seed, "gate", gate)), shortcut)
