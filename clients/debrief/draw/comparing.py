"""Compares the tables of one game: the same question at every table, the spread of outcomes, and times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, mean, median, quantiles, stdev

from warcouncil.clients.debrief.draw import svg
from warcouncil.clients.debrief.draw.divergence import parted
from warcouncil.clients.debrief.draw.payoffs import payoffs_of, payoffs_picture
from warcouncil.clients.debrief.model.badge import Badge
from warcouncil.clients.debrief.model.branches import again_words
from warcouncil.clients.debrief.model.number_words import (
    FEW,
    UNCLEAR,
    lasted,
    number,
    signed,
    together,
)
from warcouncil.clients.debrief.model.pages import AnswerTried, GroupPage, LessLuck, SameGate, TablePage
from warcouncil.clients.debrief.model.question import DeclaredRow, GatePage
from warcouncil.clients.wording.saying import say

ANSWERS_MAX = 4
GATES_MAX = 24
"""How many questions are compared. No debrief has time for more."""


def groups_of(tables: Sequence[TablePage]) -> tuple[GroupPage, ...]:
    """Return the comparison of all tables, one group for each game title, and for each treatment of it.

    Return an empty result if there is only one table.
    """
    if len(tables) < 2:
        return ()
    games: dict[tuple[str, str, str], list[TablePage]] = {}
    for table in tables:
        games.setdefault((table.game, table.title, table.treatment), []).append(table)
    met: Counter[str] = Counter()
    groups = []
    for (game, *_), of in games.items():
        met[game] += 1
        anchor = f"all-{game.replace('_', '-')}"
        groups.append(_group(f"{anchor}-{met[game]}" if met[game] > 1 else anchor, of))
    return tuple(groups)


def _group(anchor: str, tables: list[TablePage]) -> GroupPage:
    outcomes = Counter(
        say("display.won", who=together(table.winners))
        if table.winners
        else say("display.not_over")
        if not table.ended
        else table.end_title or say("report.nobody_won_here")
        for table in tables
    )
    away, why = parted(tables)
    times = _times(tables)
    group = GroupPage(
        title=_titled(tables[0]),
        anchor=anchor,
        tables=tuple(tables),
        outcomes=tuple(outcomes.most_common()),
        spread=tuple(_spread(tables)),
        parted=away,
        parted_why=why,
        less_luck=_less_luck(tables),
        payoffs=payoffs_of(tables),
        gates=_same_gates(tables),
        times=tuple(row for row, _ in times),
        seats=_seats(tables),
        again=again_words([(each.number, each.branched) for each in tables if each.branched]),
    )
    group.multiples = svg.multiples(group)
    group.multiples_say = _multiples_say(tables)
    group.spread_picture = _spread_picture(group)
    group.payoffs_picture = payoffs_picture(group)
    group.times_picture = svg.times_picture(group, [bar for _, bar in times if bar])
    return group


def _titled(table: TablePage) -> str:
    if not table.treatment:
        return table.title
    return say("debrief.in_treatment", title=table.title, treatment=table.treatment)


def _multiples_say(tables: Sequence[TablePage]) -> str:
    table = tables[0]
    side = next(iter(table.figures[0].points), "") if table.figures else ""
    label = table.figures[0].label if table.figures else ""
    what = say("report.of_side", side=table.side(side).name, label=label) if table.ahead_is else label
    return say("report.axes", what=what, turn=table.turns_are[:-1])


# --- how they ended -----------------------------------------------------------------------------------------------


def _final(tables: Iterable[TablePage]) -> list[tuple[TablePage, float]]:
    """Return the final value of each finished table. It is the last value of the first figure, for the first side."""
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
        middle, least, most = map(lasted, (round(median(lengths)), min(lengths), max(lengths)))
        said.append(say("report.game_lasted", median=middle, count=len(lengths), least=least, most=most))
    ends = [value for _, value in _final(tables)]
    if len(ends) >= FEW:
        table = tables[0]
        side = table.side(next(iter(table.figures[0].points))).name
        middle, least, most = map(number, (median(ends), min(ends), max(ends)))
        what = _whose(side, table.figures[0].label)
        said.append(
            say("report.figure_at_end", what=what, median=middle, count=len(ends), least=least, most=most)
        )
    return said


def _whose(side: str, label: str) -> str:
    return say("report.ahead_of", side=side, measure=label) if side else label


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
    what = say("report.of_side", side=side, label=first.figures[0].label)
    return svg.spread_picture(group, rows, say("report.spread_at_end", what=what))


def _less_luck(tables: Sequence[TablePage]) -> tuple[LessLuck, ...]:
    """Return each side's mean result over the tables, with and without luck. Return an empty result if fewer
    than FEW tables were analysed.

    Luck is zero on average, so both means estimate the same. The mean that varies less is more certain.
    """
    found: dict[str, list[tuple[TablePage, float, float]]] = {}
    for table in tables:
        for part in table.parts if table.ended else ():
            result, luck = 100 * part.end.mean, 100 * part.luck.mean
            found.setdefault(part.side, []).append((table, result, result - luck))
    rows = []
    for side, those in found.items():
        results, less = [one[1] for one in those], [one[2] for one in those]
        if len(those) < FEW or not stdev(results):
            continue
        named = those[0][0].side(side)
        needed = (stdev(less) / stdev(results)) ** 2
        rows.append(
            LessLuck(named.name, named.ink, len(those), _with_interval(results), _with_interval(less), needed)
        )
    return tuple(rows)


def _with_interval(values: Sequence[float]) -> str:
    """Return a mean with half of its 95 % interval."""
    return f"{fmean(values):.0f} ± {1.96 * stdev(values) / sqrt(len(values)):.0f}"


# --- the same question --------------------------------------------------------------------------------------------


def _same_gates(tables: Sequence[TablePage]) -> tuple[SameGate, ...]:
    """Return the answers to each question that at least FEW tables had in common, in the order of play."""
    found: dict[str, list[tuple[TablePage, GatePage]]] = {}
    for table in tables:
        met: set[str] = set()
        for gate in table.gates:
            if gate.asks and gate.title not in met and gate.declared:
                met.add(gate.title)
                found.setdefault(gate.title, []).append((table, gate))
    common = [
        (title, met_at)
        for title, met_at in found.items()
        if len(met_at) >= min(FEW, len(tables)) and len(met_at) > 1
    ]
    in_order = sorted(common, key=lambda one: fmean(gate.number for _, gate in one[1]))
    return tuple(SameGate(title, len(met_at), _roles(met_at)) for title, met_at in in_order[:GATES_MAX])


def _roles(
    met: Sequence[tuple[TablePage, GatePage]],
) -> tuple[tuple[str, Badge, tuple[AnswerTried, ...], int], ...]:
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
            tried, rest = (AnswerTried(say("report.answers_given", count=len(said)), len(made), 1.0, ""),), 0
        rows.append((title, made[0][2].ink, tried, rest))
    return tuple(rows)


def _answer(declared: DeclaredRow) -> str:
    if declared.struck:
        return say("question.struck_out")
    return declared.said or declared.by or say("report.answer_none")


def _came_of_it(made: Sequence[tuple[TablePage, GatePage, DeclaredRow]]) -> str:
    """Return how the seat's own side gained or lost at these gates: the mean, its 95 % interval, and the
    number of cases.

    It is left out if there are fewer than FEW cases.
    """
    moves = []
    for _, gate, declared in made:
        side = next(
            (one for one in gate.ahead if declared.seat == one or declared.seat.startswith(f"{one}.")), ""
        )
        if side and side in gate.ahead_after:
            moves.append(gate.ahead_after[side] - gate.ahead[side])
    if len(moves) < FEW:
        return ""
    if not any(moves):
        return say("report.no_change", count=len(moves))
    half = 1.96 * stdev(moves) / sqrt(len(moves))
    if half >= abs(mean(moves)):
        return say("report.unclear_change", unclear=UNCLEAR, count=len(moves))
    return say("report.change", by=signed(round(mean(moves), 1)), half=f"{half:.1f}", count=len(moves))


# --- times --------------------------------------------------------------------------------------------------------


def _times(
    tables: Sequence[TablePage],
) -> list[tuple[tuple[str, int, str, str, str, str], dict[str, object]]]:
    """Return how long each kind of question took the seats that answered it themselves."""
    made: dict[str, list[DeclaredRow]] = {}
    for table in tables:
        for gate in table.gates:
            if gate.asks and gate.ran_ms is not None and gate.declared:
                made.setdefault(gate.asks, []).extend(gate.declared)
    found = []
    for asks, declared in made.items():
        took = sorted(one.took_ms for one in declared if one.took_ms is not None and not one.by)
        silent = sum(one.silent for one in declared)
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


def _seats(tables: Sequence[TablePage]) -> tuple[tuple[str, Badge, int, str, str, str, str], ...]:
    """Return the totals of each seat over all tables."""
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
