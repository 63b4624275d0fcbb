"""What a seat may see: the line with what it holds, what it remembers of the rest, and the losses of both sides."""

from __future__ import annotations

from games.kartenspiel.roles import ROMAN, TEAMS, TITLES, Seating, corps_title, seating, side_of
from games.kartenspiel.state import (
    CHARGE,
    CONFUSED_CHARGE,
    LOSSES,
    NONE,
    OVER,
    Force,
    Sighting,
    State,
    parts,
    words,
)
from protocol.sheets import BattleLine, Fact, Facts, Post, Sheet, Side, Strength
from protocol.words import SeatId

_FIGHTING = (CHARGE, CONFUSED_CHARGE, LOSSES)


def sheet_of(state: State, seat: SeatId | None) -> Sheet:
    """Give everything that a seat may see now. None: what everyone may see."""
    near = 0 if seat is None else side_of(seat)
    line = BattleLine(
        title="The line",
        far=_side(state, seat, 1 - near),
        near=_side(state, seat, near),
    )
    return Sheet(headline=_headline(state, seat), elements=(line, _facts(state)))


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
    reserve = words(state.reserve[side]) if knows_reserve(state, seat, side) else "?"
    return Side(
        team=TEAMS[side],
        title=TITLES[side],
        posts=tuple(_post(state, seat, corps) for corps in range(side * 4, side * 4 + 4)),
        behind=(
            Fact(label="reserve", value=reserve),
            Fact(label="lost", value=words(state.lost[side])),
            Fact(label="still in the field", value=words(_field(state, side))),
        ),
    )


def _field(state: State, side: int) -> Force:
    """Give what a side has left, reserve and corps together: what it began with less what lies on the pile."""
    forces = (state.reserve[side], *state.corps[side * 4 : side * 4 + 4])
    return Force(sum(force.inf for force in forces), sum(force.cav for force in forces))


def _post(state: State, seat: SeatId | None, corps: int) -> Post:
    seats = seating(state.rules.runs)
    seen = state.seen[corps % 4]
    return Post(
        label=ROMAN[corps % 4],
        strength=_strength(state, seat, corps, seen),
        yours=seat is not None and seats.corps[corps] == seat,
        stance=_stance(state, corps),
        note=_note(state, seat, corps, seen),
    )


def _strength(state: State, seat: SeatId | None, corps: int, seen: Sighting | None) -> Strength:
    if known_corps(state, seat, corps):
        return Strength(now=state.corps[corps].size, parts=parts(state.corps[corps]))
    if seen is None:
        return Strength()
    held = seen.held[corps // 4]
    return Strength(seen=held.size, seen_parts=parts(held), seen_when=f"turn {seen.turn}")


def _stance(state: State, corps: int) -> str:
    """Give what a corps does this turn, once all orders are revealed."""
    if state.step not in (*_FIGHTING, OVER) or None in state.orders:
        return ""
    return "attacks" if state.orders[corps] else "defends"


def _note(state: State, seat: SeatId | None, corps: int, seen: Sighting | None) -> str:
    """Say what was lost: for one who knows, what was given and lost today; for others, since the corps was seen."""
    fallen = state.fallen[corps]
    if knows_reserve(state, seat, corps // 4):
        given = state.corps[corps].size + fallen
        return f"given {given}, lost {fallen}" if given else ""
    if known_corps(state, seat, corps):
        return f"lost {fallen} today" if fallen else ""
    if seen is None or seen.lost[corps // 4] == NONE:
        return ""
    return f"then lost {words(seen.lost[corps // 4])}"


def _facts(state: State) -> Facts:
    facts = [Fact(label="day", value=str(state.day)), Fact(label="turn", value=str(state.turn))]
    facts += [Fact(label=f"{TITLES[side]} lost in all", value=str(state.ever[side])) for side in (0, 1)]
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
