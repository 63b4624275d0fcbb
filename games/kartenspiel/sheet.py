"""What a seat may see: the line with what it holds, what it remembers of the rest, and the losses of both sides.

What a seat may know of a corps is gathered first (`CorpsReading`), and it is drawn from that alone; so a drawing may be
looked up by its reading, and shared by all who know the same.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from warcouncil.games.kartenspiel.ending import broken_corps
from warcouncil.games.kartenspiel.events.words import IN_FIELD, LOST, lost_in_all
from warcouncil.games.kartenspiel.roles import (
    ROMAN,
    TEAMS,
    TITLES,
    Commanders,
    Runs,
    corps_title,
    seating,
    side_of,
)
from warcouncil.games.kartenspiel.stances import ATTACKS, DEFENDS
from warcouncil.games.kartenspiel.state import (
    CHARGE,
    CONFUSED_CHARGE,
    CONFUSED_ORDERS,
    LOSSES,
    NONE,
    OVER,
    BattleState,
    Force,
    Sighting,
    fields,
    parts,
    words,
)
from warcouncil.games.kit.latest_cache import LatestCache
from warcouncil.protocol.table.sheets import BattleLine, Fact, Facts, Post, Sheet, Side, Strength
from warcouncil.protocol.words import SeatId

_FIGHTING = (CHARGE, CONFUSED_CHARGE, LOSSES)
_REVEALED = (*_FIGHTING, OVER)
_STANCES = {None: "", True: ATTACKS, False: DEFENDS}
_CHARGES = {None: "not ordered yet", True: "charges", False: "holds back"}
_NO_STANCES = ("",) * 8


class CorpsReading(NamedTuple):
    """All that a reader may know of a corps. `held` None: he does not know it now; then `seen` is what he remembers,
    as turn, strength and losses, and `fallen` is 0. `knows_army`: he sees all that the side holds."""

    corps: int
    yours: bool
    stance: str
    knows_army: bool
    held: Force | None
    fallen: int
    seen: tuple[int, Force, Force] | None
    broken: bool = False


class KnownStrengths(NamedTuple):
    """Whose strength a reader knows now: of each corps, and of each side's reserve. `own` marks the corps he runs.

    `known`: he knows something of that side, or runs a corps of it.
    """

    corps: tuple[bool, ...]
    armies: tuple[bool, bool]
    own: tuple[bool, ...]
    known: tuple[bool, bool]


class BattleBoard(NamedTuple):
    """What is the same on all sheets of a position, or the same for all who know of a side what lies open: what each corps does,
    what each side has left, each corps as it reads to whoever does not know it, both sides as they are dark, and how the battle
    stands."""

    stances: tuple[str, ...]
    fields: tuple[Force, Force]
    unknown: tuple[CorpsReading, ...]
    dark: tuple[Side, Side]
    facts: Facts


_ALL_KNOWN = KnownStrengths((True,) * 8, (True, True), (False,) * 8, (True, True))


def sheet_of(state: BattleState, seat: SeatId | None) -> Sheet:
    """Give everything that a seat may see now. None: what everyone may see."""
    near = 0 if seat is None else side_of(seat)
    sight, board = sight_of(state, seat), _board(state)
    line = BattleLine(
        title="The line",
        far=_side(state, sight, board, 1 - near),
        near=_side(state, sight, board, near),
    )
    return Sheet(headline=_headline(state, seat), elements=(line, board.facts))


def truth_of(state: BattleState) -> Sheet:
    """Give all that is so: every strength, and what was ordered in secret before the confused are heard."""
    board = _board(state)
    if state.step == CONFUSED_ORDERS:
        board = board._replace(stances=tuple(_STANCES[order] for order in state.orders))
    line = BattleLine(
        title="The line",
        far=_side(state, _ALL_KNOWN, board, 1),
        near=_side(state, _ALL_KNOWN, board, 0),
    )
    facts = board.facts
    if state.step == CONFUSED_CHARGE:
        ordered = tuple(
            Fact(label=f"{TITLES[side]}'s cavalry", value=_CHARGES[state.charges[side]]) for side in (0, 1)
        )
        facts = Facts(title=facts.title, facts=(*facts.facts, *ordered))
    return Sheet(headline=_headline(state, None), elements=(line, facts))


def sight_of(state: BattleState, seat: SeatId | None) -> KnownStrengths:
    """Tell whose strength a seat knows now. None: what everyone knows."""
    rules = state.rules
    return _sight(rules.runs, rules.shared, seat, state.pair if state.step in _FIGHTING else -1)


@lru_cache(maxsize=1024)
def _sight(runs: Runs, shared: bool, seat: SeatId | None, fighting: int) -> KnownStrengths:
    """A side's whole strength is known to its army commander, and to all of it where views are shared; a corps to its
    commander besides, and to all while it fights."""
    seats = seating(runs)
    red, black = (
        seat is not None and (seats.armies[side] == seat or (shared and side_of(seat) == side))
        for side in (0, 1)
    )
    own = tuple(commander == seat for commander in seats.corps)
    known = tuple(own[corps] or (red, black)[corps // 4] or corps % 4 == fighting for corps in range(8))
    here = tuple(any((*known[four], *own[four])) for four in (slice(4), slice(4, 8)))
    return KnownStrengths(known, (red, black), own, (red or here[0], black or here[1]))


def _stances(state: BattleState) -> tuple[str, ...]:
    """Give what each corps does this turn, once all orders are revealed."""
    if state.step not in _REVEALED or None in state.orders:
        return _NO_STANCES
    return tuple(_STANCES[order] for order in state.orders)


def _gather(state: BattleState) -> BattleBoard:
    stances, (red, black) = _stances(state), fields(state.reserve, state.corps)
    unknown = _unknown(stances, state.seen)
    dark = (
        _drawn_side(0, None, state.lost[0], red, unknown[:4]),
        _drawn_side(1, None, state.lost[1], black, unknown[4:]),
    )
    return BattleBoard(stances, (red, black), unknown, dark, _facts(state.day, state.turn, state.ever))


_board = LatestCache(_gather)


def _side(state: BattleState, sight: KnownStrengths, board: BattleBoard, side: int) -> Side:
    if not sight.known[side] and state.outcome is None:
        return board.dark[side]
    is_over, corps = state.outcome is not None, range(side * 4, side * 4 + 4)
    readings = [
        _read(state, sight, n, board.stances[n]) if sight.corps[n] or is_over else board.unknown[n]
        for n in corps
    ]
    reserve = state.reserve[side] if sight.armies[side] else None
    return _drawn_side(side, reserve, state.lost[side], board.fields[side], tuple(readings))


@lru_cache(maxsize=1024)
def _unknown(stances: tuple[str, ...], seen: tuple[Sighting | None, ...]) -> tuple[CorpsReading, ...]:
    """Give each corps as it reads to somebody who does not know its strength: what lies open, and what he remembers."""
    return tuple(CorpsReading(n, False, stances[n], False, None, 0, _memory(seen, n)) for n in range(8))


def _read(state: BattleState, sight: KnownStrengths, corps: int, act: str) -> CorpsReading:
    """Gather what a reader may know of a corps, and nothing else."""
    own = sight.own[corps]
    broken = state.outcome is not None and corps % 4 + 1 in broken_corps(
        state.corps, state.orders, corps // 4
    )
    if sight.corps[corps]:
        knows_army = sight.armies[corps // 4]
        held, fallen = state.corps[corps], state.fallen[corps]
        return CorpsReading(corps, own, act, knows_army, held, fallen, None, broken)
    return CorpsReading(corps, own, act, False, None, 0, _memory(state.seen, corps), broken)


def _memory(seen: tuple[Sighting | None, ...], corps: int) -> tuple[int, Force, Force] | None:
    """Give what everyone remembers of a corps: turn, strength and losses when it lay open last."""
    last = seen[corps % 4]
    return None if last is None else (last.turn, last.held[corps // 4], last.lost[corps // 4])


@lru_cache(maxsize=4096)
def _drawn_side(
    side: int, reserve: Force | None, lost: Force, field: Force, readings: tuple[CorpsReading, ...]
) -> Side:
    """Draw a side from what a reader knows of it; five readers know the same of their enemy, so it is drawn once."""
    return Side(
        team=TEAMS[side],
        title=TITLES[side],
        posts=tuple(map(_post, readings)),
        behind=(
            _fact("reserve", reserve),
            _fact(LOST, lost),
            _fact(IN_FIELD, field),
        ),
    )


@lru_cache(maxsize=1024)
def _fact(label: str, held: Force | None) -> Fact:
    return Fact(label=label, value="?" if held is None else words(held))


@lru_cache(maxsize=4096)
def _post(reading: CorpsReading) -> Post:
    return Post(
        label=ROMAN[reading.corps % 4],
        strength=_strength(reading),
        yours=reading.yours,
        stance=reading.stance,
        note=_note(reading),
        broken=reading.broken,
    )


def _strength(reading: CorpsReading) -> Strength:
    if reading.held is not None:
        return Strength(now=reading.held.size, parts=parts(reading.held))
    if reading.seen is None:
        return Strength()
    turn, held, _ = reading.seen
    return Strength(seen=held.size, seen_parts=parts(held), seen_when=f"turn {turn}")


def _note(reading: CorpsReading) -> str:
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
    facts += [Fact(label=lost_in_all(TITLES[side]), value=str(ever[side])) for side in (0, 1)]
    return Facts(title="The battle", facts=tuple(facts))


def _headline(state: BattleState, seat: SeatId | None) -> str:
    if state.outcome is not None:
        winner = state.outcome.winner
        end = f"{TITLES[TEAMS.index(winner)]} has won" if winner in TEAMS else "A draw"
        return f"{end}. {state.outcome.reason}."
    if seat is None:
        return f"Day {state.day}, turn {state.turn}"
    return _own(state, seat, seating(state.rules.runs))


def _own(state: BattleState, seat: SeatId, seats: Commanders) -> str:
    """Say in a line what the reader holds himself."""
    mine = [f"{corps_title(corps)}: {words(state.corps[corps])}" for corps in seats.corps_of[seat]]
    side = side_of(seat)
    if seats.armies[side] != seat:
        return " · ".join(mine)
    return f"{TITLES[side]} reserve: {words(state.reserve[side])}" + (
        f" · you run {len(mine)} corps" if mine else ""
    )
