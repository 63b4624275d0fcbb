"""What a seat may see: the line with what it holds, what it remembers of the rest, and the losses of both sides.

What a seat may know of a corps is gathered first (`Reading`), and it is drawn from that alone; so a drawing may be
looked up by its reading, and shared by all who know the same.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.kartenspiel.roles import ROMAN, TEAMS, TITLES, Seating, corps_title, seating, side_of
from games.kartenspiel.state import (
    CHARGE,
    CONFUSED_CHARGE,
    LOSSES,
    NONE,
    OVER,
    Force,
    State,
    parts,
    words,
)
from protocol.sheets import BattleLine, Fact, Facts, Post, Sheet, Side, Strength
from protocol.words import SeatId

_FIGHTING = (CHARGE, CONFUSED_CHARGE, LOSSES)


class Reading(NamedTuple):
    """All that a reader may know of a corps. `held` None: he does not know it now; then `seen` is what he remembers,
    as turn, strength and losses, and `fallen` is 0. `knows_army`: he sees all that the side holds."""

    corps: int
    yours: bool
    stance: str
    knows_army: bool
    held: Force | None
    fallen: int
    seen: tuple[int, Force, Force] | None


def sheet_of(state: State, seat: SeatId | None) -> Sheet:
    """Give everything that a seat may see now. None: what everyone may see."""
    near = 0 if seat is None else side_of(seat)
    line = BattleLine(
        title="The line",
        far=_side(state, seat, 1 - near),
        near=_side(state, seat, near),
    )
    facts = _facts(state.day, state.turn, state.ever)
    return Sheet(headline=_headline(state, seat), elements=(line, facts))


def known_corps(state: State, seat: SeatId | None, corps: int) -> bool:
    """Tell whether a seat knows what a corps holds now: its commander, his army commander, or all while it fights."""
    if state.step in _FIGHTING and corps % 4 == state.pair:
        return True
    if seat is None:
        return False
    seats = seating(state.rules.runs)
    return seats.corps[corps] == seat or knows_reserve(state, seat, corps // 4)


def knows_reserve(state: State, seat: SeatId | None, side: int) -> bool:
    """Tell whether a seat knows a side's reserve, and with it all that the side holds."""
    if seat is None:
        return False
    return seating(state.rules.runs).armies[side] == seat or (state.rules.shared and side_of(seat) == side)


def _side(state: State, seat: SeatId | None, side: int) -> Side:
    knows = knows_reserve(state, seat, side)
    return _drawn_side(
        side,
        state.reserve[side] if knows else None,
        state.lost[side],
        _field(state, side),
        tuple(_read(state, seat, corps, knows) for corps in range(side * 4, side * 4 + 4)),
    )


def _field(state: State, side: int) -> Force:
    """Give what a side has left, reserve and corps together: what it began with less what lies on the pile."""
    reserve, (one, two, three, four) = state.reserve[side], state.corps[side * 4 : side * 4 + 4]
    inf = reserve[0] + one[0] + two[0] + three[0] + four[0]
    return Force(inf, reserve[1] + one[1] + two[1] + three[1] + four[1])


def _read(state: State, seat: SeatId | None, corps: int, knows_army: bool) -> Reading:
    """Gather what a seat may know of a corps, and nothing else."""
    known = knows_army or known_corps(state, seat, corps)
    seen = state.seen[corps % 4]
    return Reading(
        corps,
        seat is not None and seating(state.rules.runs).corps[corps] == seat,
        _stance(state, corps),
        knows_army,
        state.corps[corps] if known else None,
        state.fallen[corps] if known else 0,
        None if known or seen is None else (seen.turn, seen.held[corps // 4], seen.lost[corps // 4]),
    )


def _stance(state: State, corps: int) -> str:
    """Give what a corps does this turn, once all orders are revealed."""
    if state.step not in (*_FIGHTING, OVER) or None in state.orders:
        return ""
    return "attacks" if state.orders[corps] else "defends"


@lru_cache(maxsize=4096)
def _drawn_side(
    side: int, reserve: Force | None, lost: Force, field: Force, readings: tuple[Reading, ...]
) -> Side:
    """Draw a side from what a reader knows of it; five readers know the same of their enemy, so it is drawn once."""
    return Side(
        team=TEAMS[side],
        title=TITLES[side],
        posts=tuple(map(_post, readings)),
        behind=(
            Fact(label="reserve", value="?" if reserve is None else words(reserve)),
            Fact(label="lost", value=words(lost)),
            Fact(label="still in the field", value=words(field)),
        ),
    )


@lru_cache(maxsize=4096)
def _post(reading: Reading) -> Post:
    return Post(
        label=ROMAN[reading.corps % 4],
        strength=_strength(reading),
        yours=reading.yours,
        stance=reading.stance,
        note=_note(reading),
    )


def _strength(reading: Reading) -> Strength:
    if reading.held is not None:
        return Strength(now=reading.held.size, parts=parts(reading.held))
    if reading.seen is None:
        return Strength()
    turn, held, _ = reading.seen
    return Strength(seen=held.size, seen_parts=parts(held), seen_when=f"turn {turn}")


def _note(reading: Reading) -> str:
    """Say what was lost: for one who knows, what was given and lost today; for others, since the corps was seen."""
    if reading.held is None:
        lost = NONE if reading.seen is None else reading.seen[2]
        return "" if lost == NONE else f"then lost {words(lost)}"
    fallen = reading.fallen
    if reading.knows_army:
        given = reading.held.size + fallen
        return f"given {given}, lost {fallen}" if given else ""
    return f"lost {fallen} today" if fallen else ""


@lru_cache(maxsize=4096)
def _facts(day: int, turn: int, ever: tuple[int, int]) -> Facts:
    facts = [Fact(label="day", value=str(day)), Fact(label="turn", value=str(turn))]
    facts += [Fact(label=f"{TITLES[side]} lost in all", value=str(ever[side])) for side in (0, 1)]
    return Facts(title="The battle", facts=tuple(facts))


def _headline(state: State, seat: SeatId | None) -> str:
    if state.outcome is not None:
        winner = state.outcome.winner
        end = f"{TITLES[TEAMS.index(winner)]} has won" if winner in TEAMS else "A draw"
        return f"{end}: {state.outcome.reason}."
    if seat is None:
        return f"Day {state.day}, turn {state.turn}"
    return _own(state, seat, seating(state.rules.runs))


def _own(state: State, seat: SeatId, seats: Seating) -> str:
    """Say in a line what the reader holds himself."""
    mine = [f"{corps_title(corps)}: {words(state.corps[corps])}" for corps in seats.corps_of[seat]]
    side = side_of(seat)
    if seats.armies[side] != seat:
        return " · ".join(mine)
    return f"{TITLES[side]} reserve: {words(state.reserve[side])}" + (
        f" · you run {len(mine)} corps" if mine else ""
    )
