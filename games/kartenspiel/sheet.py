"""The sheet of a seat: the battle line, what the seat remembers of the enemy, and the losses of both sides.

The knowledge of a reader about a corps is collected first (`CorpsReading`), and the drawing depends only on that.
So drawings can be cached by their reading, and readers who know the same share them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from warcouncil.games.kartenspiel.ending import broken_corps
from warcouncil.games.kartenspiel.events.words import lost_in_all
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
from warcouncil.games.kartenspiel.stances import stance
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
    forces_left,
    parts,
    words,
)
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.latest_cache import LatestCache
from warcouncil.protocol.table.sheets import BattleLine, Fact, Facts, Post, Sheet, Side, Strength
from warcouncil.protocol.words import SeatId

_FIGHTING = (CHARGE, CONFUSED_CHARGE, LOSSES)
_REVEALED = (*_FIGHTING, OVER)
_CHARGES = {None: "sheet.not_ordered", True: "sheet.charges", False: "sheet.holds"}
_NO_STANCES = ("",) * 8


class CorpsReading(NamedTuple):
    """All that a reader may know of a corps.

    `held` is None if the reader does not know the present strength. Then `seen` is what the reader remembers (turn,
    strength and losses), and `fallen` is 0. `knows_army`: the reader sees all divisions of the side.
    """

    corps: int
    yours: bool
    stance: str
    knows_army: bool
    held: Force | None
    fallen: int
    seen: tuple[int, Force, Force] | None
    broken: bool = False


class KnownStrengths(NamedTuple):
    """The strengths that a reader knows now: of each corps, and of each side's reserve. `own` marks the corps that
    the reader commands. `known` has for each side whether the reader knows something about it or commands one of its
    corps.
    """

    corps: tuple[bool, ...]
    armies: tuple[bool, bool]
    own: tuple[bool, ...]
    known: tuple[bool, bool]


class BattleBoard(NamedTuple):
    """The parts of a position that sheets share.

    `stances` are the orders of the corps. `fields` are the divisions that each side has left. `unknown` has each
    corps as a reader sees it who does not know its strength. `dark` has each side with only such corps. `facts` is
    the state of the battle.
    """

    stances: tuple[str, ...]
    forces_left: tuple[Force, Force]
    unknown: tuple[CorpsReading, ...]
    dark: tuple[Side, Side]
    facts: Facts


_ALL_KNOWN = KnownStrengths((True,) * 8, (True, True), (False,) * 8, (True, True))


def sheet_of(state: BattleState, seat: SeatId | None) -> Sheet:
    """Return all that a seat may see now. None: what everyone may see."""
    near = 0 if seat is None else side_of(seat)
    sight, board = sight_of(state, seat), _board(state)
    line = BattleLine(
        title=say("sheet.line"),
        far=_side(state, sight, board, 1 - near),
        near=_side(state, sight, board, near),
    )
    return Sheet(headline=_headline(state, seat), elements=(line, board.facts))


def truth_of(state: BattleState) -> Sheet:
    """Return the full truth: every strength, and the sealed orders before the confused ones are chosen."""
    board = _board(state)
    if state.step == CONFUSED_ORDERS:
        board = board._replace(stances=tuple(map(_stance, state.orders)))
    line = BattleLine(
        title=say("sheet.line"),
        far=_side(state, _ALL_KNOWN, board, 1),
        near=_side(state, _ALL_KNOWN, board, 0),
    )
    facts = board.facts
    if state.step == CONFUSED_CHARGE:
        ordered = tuple(
            Fact(label=say("sheet.cavalry_of", side=TITLES[side]), value=say(_CHARGES[state.charges[side]]))
            for side in (0, 1)
        )
        facts = Facts(title=facts.title, facts=(*facts.facts, *ordered))
    return Sheet(headline=_headline(state, None), elements=(line, facts))


def sight_of(state: BattleState, seat: SeatId | None) -> KnownStrengths:
    """Return the strengths that a seat knows now. With None, return what everyone knows."""
    rules = state.rules
    return _sight(rules.runs, rules.shared, seat, state.pair if state.step in _FIGHTING else -1)


@lru_cache(maxsize=1024)
def _sight(runs: Runs, shared: bool, seat: SeatId | None, fighting: int) -> KnownStrengths:
    """Return the strengths that a seat knows, cached.

    The army commander of a side knows its whole strength. Each seat of the side does too, if views are shared.
    A corps is also known to its commander, and to everyone while it fights.
    """
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
    """Return the order of each corps this turn, after all orders are revealed."""
    if state.step not in _REVEALED or None in state.orders:
        return _NO_STANCES
    return tuple(map(_stance, state.orders))


def _stance(order: bool | None) -> str:
    return "" if order is None else stance(order)


def _gather(state: BattleState) -> BattleBoard:
    stances, (red, black) = _stances(state), forces_left(state.reserve, state.corps)
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
    return _drawn_side(side, reserve, state.lost[side], board.forces_left[side], tuple(readings))


@lru_cache(maxsize=1024)
def _unknown(stances: tuple[str, ...], seen: tuple[Sighting | None, ...]) -> tuple[CorpsReading, ...]:
    """Return each corps for a reader who does not know its strength: the open facts, and what the reader remembers."""
    return tuple(CorpsReading(n, False, stances[n], False, None, 0, _memory(seen, n)) for n in range(8))


def _read(state: BattleState, sight: KnownStrengths, corps: int, act: str) -> CorpsReading:
    """Return exactly what a reader may know of a corps."""
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
    """Return what everyone remembers of a corps: turn, strength and losses when it was last open."""
    last = seen[corps % 4]
    return None if last is None else (last.turn, last.held[corps // 4], last.lost[corps // 4])


@lru_cache(maxsize=4096)
def _drawn_side(
    side: int, reserve: Force | None, lost: Force, field: Force, readings: tuple[CorpsReading, ...]
) -> Side:
    """Draw a side from a reader's knowledge of it. The drawing is cached, because five readers know the same about
    their enemy.
    """
    return Side(
        team=TEAMS[side],
        title=TITLES[side],
        posts=tuple(map(_post, readings)),
        behind=(
            _fact(say("sheet.reserve"), reserve),
            _fact(say("sheet.lost"), lost),
            _fact(say("sheet.in_field"), field),
        ),
    )


@lru_cache(maxsize=1024)
def _fact(label: str, held: Force | None) -> Fact:
    return Fact(label=label, value=say("sheet.unknown") if held is None else words(held))


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
    return Strength(seen=held.size, seen_parts=parts(held), seen_when=say("sheet.at_turn", turn=turn))


def _note(reading: CorpsReading) -> str:
    """Return a note on losses.

    A reader who knows the corps sees its losses of today. The army commander also sees the divisions that it received.
    Others see its losses when it was last seen.
    """
    if reading.held is None:
        lost = NONE if reading.seen is None else reading.seen[2]
        return "" if lost == NONE else say("sheet.then_lost", force=words(lost))
    fallen = reading.fallen
    if reading.knows_army:
        given = reading.held.size + fallen
        return say("sheet.given_lost", given=given, lost=fallen) if given else ""
    return say("sheet.lost_today", lost=fallen) if fallen else ""


@lru_cache(maxsize=4096)
def _facts(day: int, turn: int, ever: tuple[int, int]) -> Facts:
    facts = [Fact(label=say("sheet.day"), value=str(day)), Fact(label=say("sheet.turn"), value=str(turn))]
    facts += [Fact(label=lost_in_all(TITLES[side]), value=str(ever[side])) for side in (0, 1)]
    return Facts(title=say("sheet.battle"), facts=tuple(facts))


def _headline(state: BattleState, seat: SeatId | None) -> str:
    if state.outcome is not None:
        winner = state.outcome.winner
        if winner not in TEAMS:
            return say("sheet.draw", reason=state.outcome.reason)
        return say("sheet.has_won", side=TITLES[TEAMS.index(winner)], reason=state.outcome.reason)
    if seat is None:
        return say("sheet.day_turn", day=state.day, turn=state.turn)
    return _own(state, seat, seating(state.rules.runs))


def _own(state: BattleState, seat: SeatId, seats: Commanders) -> str:
    """Return in one line the corps that the reader commands."""
    mine = [
        say("sheet.corps_holds", corps=corps_title(corps), force=words(state.corps[corps]))
        for corps in seats.corps_of[seat]
    ]
    side = side_of(seat)
    if seats.armies[side] != seat:
        return " · ".join(mine)
    reserve = say("sheet.reserve_holds", side=TITLES[side], force=words(state.reserve[side]))
    return say("sheet.you_run", reserve=reserve, n=len(mine)) if mine else reserve
