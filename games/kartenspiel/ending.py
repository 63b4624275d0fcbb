"""4. The end of the battle, which is checked once a turn after all four pairs: broken lines, and the winner."""

from __future__ import annotations

from warcouncil.games.kartenspiel.events.ends import BattleEnded, LineBroken
from warcouncil.games.kartenspiel.roles import ROMAN, TEAMS, TITLES, opposite
from warcouncil.games.kartenspiel.state import NONE, BattleOutcome, BattleState, Force
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.text.phrases import listed

Broken = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of the corps, 1 to 4, at which the line of each side broke."""
UNBROKEN: Broken = ((), ())


def broken_corps(corps: tuple[Force, ...], orders: tuple[bool | None, ...], side: int) -> tuple[int, ...]:
    """4. Return the corps of a side, 1 to 4, that fought this turn and have no division left."""
    line = range(side * 4, side * 4 + 4)
    return tuple([k % 4 + 1 for k in line if corps[k] == NONE and (orders[k] or orders[opposite(k)])])


def decisive_losses(gross: bool, ever: tuple[int, int], pile: tuple[Force, Force]) -> tuple[int, int]:
    """4.

    Return the losses that decide the battle if both lines break. With `gross` they are all divisions ever lost,
    otherwise only those that never rallied.
    """
    return ever if gross else (pile[0].size, pile[1].size)


def verdict(
    broken: Broken, ever: tuple[int, int], pile: tuple[Force, Force], state: BattleState
) -> BattleOutcome | None:
    """4. Return the outcome of the turn. Return None if the battle continues. A side whose line broke loses. If both
    broke, the side that lost more divisions loses. Equal losses are a draw.
    """
    if broken[0] and broken[1]:
        gross = state.rules.tiebreak_gross
        lost = decisive_losses(gross, ever, pile)
        red, black = _corps(broken[0]), _corps(broken[1])
        if lost[0] == lost[1]:
            key = "events.reason_equal" if gross else "events.reason_equal_net"
            equal = say(key, turn=state.turn, day=state.day, red=red, black=black, n=lost[0])
            return BattleOutcome("", equal)
        loser = 0 if lost[0] > lost[1] else 1
        reason = say(
            "events.reason_more" if gross else "events.reason_more_net",
            turn=state.turn,
            day=state.day,
            red=red,
            black=black,
            side=TITLES[loser],
            more=lost[loser],
            fewer=lost[1 - loser],
        )
        return BattleOutcome(TEAMS[1 - loser], reason)
    if broken[0] or broken[1]:
        loser = 0 if broken[0] else 1
        corps = _corps(broken[loser])
        reason = say("events.reason_one", side=TITLES[loser], corps=corps, turn=state.turn, day=state.day)
        return BattleOutcome(TEAMS[1 - loser], reason)
    return limit(state)


def _corps(broken: tuple[int, ...]) -> str:
    return listed([ROMAN[number - 1] for number in broken])


def limit(state: BattleState) -> BattleOutcome | None:
    """8.3 Return a draw if this turn is the last one under the limit of turns, otherwise None (house rule)."""
    if not state.rules.max_turns or state.turn < state.rules.max_turns:
        return None
    return BattleOutcome("", say("events.reason_limit", n=state.turn))


def endings(broken: Broken, outcome: BattleOutcome | None) -> list[Event]:
    """Return the events that say where the lines broke, and how the battle ended."""
    told: list[Event] = [LineBroken(TEAMS[side], broken[side]) for side in (0, 1) if broken[side]]
    return told if outcome is None else [*told, BattleEnded(outcome.winner, outcome.reason)]
