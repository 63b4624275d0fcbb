"""Comparing the tables of one game: the same question everywhere, the spread of outcomes, times, and who went another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import mean, median, quantiles, stdev

from warcouncil.clients.debrief import drawing
from warcouncil.clients.debrief.drawing import by_turn
from warcouncil.clients.debrief.model import (
    AnswerTried,
    DeclaredRow,
    GatePage,
    GroupPage,
    Ink,
    Parted,
    SameGate,
    TablePage,
)
from warcouncil.clients.debrief.ways import again_words
from warcouncil.clients.debrief.wording import lasted, number, signed

FEW = 5
"""A figure over fewer tables or answers than this is not told."""
ANSWERS_MAX = 4
PARTED_TIMES = 3.0
MAD_TO_SIGMA = 1.4826
GATES_MAX = 60


def groups_of(tables: Sequence[TablePage]) -> tuple[GroupPage, ...]:
    """Give the comparison of all tables, game by game; nothing where there is but one table."""
    if len(tables) < 2:
        return ()
    games: dict[str, list[TablePage]] = {}
    for table in tables:
        games.setdefault(table.game, []).append(table)
    return tuple(_group(game, of) for game, of in games.items())


def _group(game: str, tables: list[TablePage]) -> GroupPage:
    outcomes = Counter(
        " and ".join(table.winners) + " won"
        if table.winners
        else "not over"
        if not table.ended
        else "nobody won"
        for table in tables
    )
    parted, why = _parted(tables)
    times = _times(tables)
    group = GroupPage(
        title=tables[0].title,
        anchor=f"all-{game.replace('_', '-')}",
        tables=tuple(tables),
        outcomes=tuple(outcomes.most_common()),
        spread=tuple(_spread(tables)),
        parted=parted,
        parted_why=why,
        gates=_same_gates(tables),
        times=tuple(row for row, _ in times),
        seats=_seats(tables),
        again=again_words([(each.number, each.branched) for each in tables if each.branched]),
    )
    group.multiples = drawing.multiples(group)
    group.multiples_say = _multiples_say(tables)
    group.spread_picture = _spread_picture(group)
    group.times_picture = drawing.times_picture(group, [bar for _, bar in times if bar])
    return group


def _multiples_say(tables: Sequence[TablePage]) -> str:
    table = tables[0]
    side = next(iter(table.figures[0].points), "") if table.figures else ""
    label = table.figures[0].label if table.figures else ""
    of = f" of {table.side(side).name}" if table.ahead_is else ""
    return f"{label}{of}, {table.turns_are[:-1]} by {table.turns_are[:-1]}, on the same axes. ◆ marks a table that parted from the rest."


# --- how they ended -----------------------------------------------------------------------------------------------


def _final(tables: Iterable[TablePage]) -> list[tuple[TablePage, float]]:
    """Give where each finished table ended: its first figure, for its first side."""
    found = []
    for table in tables:
        if table.ended and table.figures and table.figures[0].points:
            points = next(iter(table.figures[0].points.values()))
            if points:
                found.append((table, points[-1][1]))
    return found


def _spread(tables: Sequence[TablePage]) -> list[str]:
    said = []
    lengths = [table.lasted_ms for table in tables if table.ended]
    if len(lengths) >= FEW:
        said.append(
            f"A game lasted {lasted(round(median(lengths)))} (median of {len(lengths)}; from {lasted(min(lengths))} to {lasted(max(lengths))})."
        )
    ends = [value for _, value in _final(tables)]
    if len(ends) >= FEW:
        table = tables[0]
        side = table.side(next(iter(table.figures[0].points))).name
        said.append(
            f"{side} ended at {number(median(ends))} {table.figures[0].label} (median of {len(ends)}; from {number(min(ends))} to {number(max(ends))})."
        )
    return said


def _spread_picture(group: GroupPage) -> str:
    ends = _final(group.tables)
    if len(ends) < FEW:
        return ""
    seen: Counter[float] = Counter()
    rows = []
    for table, value in ends:
        seen[value] += 1
        rows.append({"value": value, "place": seen[value], "table": table.number})
    first = group.tables[0]
    side = first.side(next(iter(first.figures[0].points))).name
    return drawing.spread_picture(group, rows, f"{side}: {first.figures[0].label} at the end")


# --- who went another way -----------------------------------------------------------------------------------------


def _parted(tables: Sequence[TablePage]) -> tuple[tuple[Parted, ...], str]:
    """Find the tables whose first figure left the rest for good: by more than three median deviations until their end."""
    with_figures = [table for table in tables if table.figures and table.figures[0].points]
    if len(with_figures) < FEW:
        return (), f"With fewer than {FEW} tables nothing is said of which went differently."
    side = next(iter(with_figures[0].figures[0].points))
    courses = {table.number: dict(by_turn(table, side)) for table in with_figures}
    turns = sorted({turn for course in courses.values() for turn in course})
    middle: dict[int, tuple[float, float]] = {}
    for turn in turns:
        values = [course[turn] for course in courses.values() if turn in course]
        if len(values) >= FEW:
            centre = median(values)
            spread = MAD_TO_SIGMA * median([abs(value - centre) for value in values])
            middle[turn] = centre, max(spread, 0.5)
    found = []
    for table in with_figures:
        away = [
            turn
            for turn, value in courses[table.number].items()
            if turn in middle and abs(value - middle[turn][0]) > PARTED_TIMES * middle[turn][1]
        ]
        known = [turn for turn in courses[table.number] if turn in middle]
        if away and known and away[-1] == known[-1]:
            first = _unbroken(away, known)
            gate = _gate_of(table, side, first)
            value, (centre, _) = courses[table.number][first], middle[first]
            n = sum(first in course for course in courses.values())
            label = table.figures[0].label
            words = f"{table.side(side).name} at {number(value)} {label}, where the middle of {n} tables was {number(centre)}."
            found.append(Parted(table, gate, words))
    what = with_figures[0].figures[0].label
    why = f"Parted: from that turn to its end, its {what} lay more than three median deviations from the middle of all tables."
    return tuple(found), why if found else f"{why} None did."


def _unbroken(away: Sequence[int], known: Sequence[int]) -> int:
    """Give the turn from which on it stayed away."""
    first = known[-1]
    for turn in reversed(known):
        if turn not in away:
            break
        first = turn
    return first


def _gate_of(table: TablePage, side: str, turn: int) -> GatePage:
    """Give the gate of a turn that moved the table's figure most."""
    values = dict(table.figures[0].points.get(side, ()))
    gates = [gate for gate in table.gates if gate.turn == turn and gate.number in values]
    closed = [gate for gate in gates if gate.number + 1 in values] or gates
    return max(
        closed, key=lambda gate: abs(values.get(gate.number + 1, values[gate.number]) - values[gate.number])
    )


# --- the same question --------------------------------------------------------------------------------------------


def _same_gates(tables: Sequence[TablePage]) -> tuple[SameGate, ...]:
    """Lay side by side what was declared where at least as many tables as count came to the same question."""
    found: dict[str, list[tuple[TablePage, GatePage]]] = {}
    for table in tables:
        met: set[str] = set()
        for gate in table.gates:
            if gate.asks and gate.title not in met and gate.declared:
                met.add(gate.title)
                found.setdefault(gate.title, []).append((table, gate))
    return tuple(
        SameGate(title, len(met_at), _roles(met_at))
        for title, met_at in found.items()
        if len(met_at) >= min(FEW, len(tables)) and len(met_at) > 1
    )[:GATES_MAX]


def _roles(
    met: Sequence[tuple[TablePage, GatePage]],
) -> tuple[tuple[str, Ink, tuple[AnswerTried, ...], int], ...]:
    seats: dict[str, list[tuple[TablePage, GatePage, DeclaredRow]]] = {}
    for table, gate in met:
        for declared in gate.declared:
            seats.setdefault(declared.title, []).append((table, gate, declared))
    rows = []
    for title, made in seats.items():
        said = Counter(_answer(declared) for *_, declared in made)
        told = [
            (answer, count)
            for answer, count in said.most_common(ANSWERS_MAX)
            if count > 1 or len(said) <= ANSWERS_MAX
        ]
        tried = tuple(
            AnswerTried(
                answer, count, count / len(made), _came_of_it([m for m in made if _answer(m[2]) == answer])
            )
            for answer, count in told
        )
        rest = len(made) - sum(count for _, count in told)
        if not tried:
            tried, rest = (AnswerTried(f"{len(said)} different answers", len(made), 1.0, ""),), 0
        rows.append((title, made[0][2].ink, tried, rest))
    return tuple(rows)


def _answer(declared: DeclaredRow) -> str:
    if declared.struck:
        return "struck out"
    return declared.said or declared.by or "nothing"


def _came_of_it(made: Sequence[tuple[TablePage, GatePage, DeclaredRow]]) -> str:
    """Say how the seat's own side moved at these gates: the mean, its 95 % interval, and of how many."""
    moves = []
    for _, gate, declared in made:
        side = next(
            (one for one in gate.ahead if declared.seat == one or declared.seat.startswith(f"{one}.")), ""
        )
        if side and side in gate.ahead_after:
            moves.append(gate.ahead_after[side] - gate.ahead[side])
    if len(moves) < FEW:
        return f"fewer than {FEW}" if made[0][1].ahead else ""
    half = 1.96 * stdev(moves) / sqrt(len(moves))
    return f"{signed(round(mean(moves), 1))} ± {half:.1f} for its side (n {len(moves)})"


# --- times --------------------------------------------------------------------------------------------------------


def _times(
    tables: Sequence[TablePage],
) -> list[tuple[tuple[str, int, str, str, str, str], dict[str, object]]]:
    """Give how long each kind of question took those who answered it themselves."""
    made: dict[str, list[DeclaredRow]] = {}
    for table in tables:
        for gate in table.gates:
            if gate.asks and gate.ran_ms is not None:
                made.setdefault(gate.asks, []).extend(gate.declared)
    found = []
    for asks, declared in made.items():
        took = sorted(one.took_ms for one in declared if one.took_ms is not None and not one.by)
        silent = sum("silent" in one.by for one in declared)
        changed = sum(one.times > 1 for one in declared)
        enough = len(took) >= FEW
        cut = quantiles(took, n=20) if enough else []
        row = (
            asks,
            len(took),
            lasted(round(median(took))) if took else "–",
            lasted(round(cut[17])) if enough else "–",
            str(silent),
            str(changed),
        )
        bar: dict[str, object] = {}
        if enough:
            names = {"low": cut[0], "q1": cut[4], "median": median(took), "q3": cut[14], "high": cut[18]}
            bar = {"asks": asks} | {name: round(value / 1000, 2) for name, value in names.items()}
        found.append((row, bar))
    return found


def _seats(tables: Sequence[TablePage]) -> tuple[tuple[str, Ink, int, str, str, str, str], ...]:
    """Sum up each seat over all tables."""
    found = []
    for title in dict.fromkeys(seat.title for table in tables for seat in table.seats):
        same = [seat for table in tables for seat in table.seats if seat.title == title]
        took = [
            one.took_ms
            for table in tables
            for gate in table.gates
            for one in gate.declared
            if one.title == title and one.took_ms is not None and not one.by
        ]
        found.append(
            (
                title,
                same[0].ink,
                sum(seat.sealed for seat in same),
                lasted(round(median(took))) if took else "–",
                str(sum(seat.missed for seat in same)),
                str(sum(seat.changed for seat in same)),
                number(round(sum(seat.lines for seat in same) / len(same), 1)),
            )
        )
    return tuple(found)
