"""The decisive gates of a game: the gates that changed it most.

The measure is the expected scores, if they were computed. Otherwise it is the rules' own measure of who is
ahead, or else the first figure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from warcouncil.clients.debrief.model.badge import NOBODYS, Badge
from warcouncil.clients.debrief.model.number_words import number, score, signed
from warcouncil.clients.debrief.model.pages import Chance, Curve, Decisive, Move, TableSide
from warcouncil.clients.debrief.model.question import GatePage
from warcouncil.clients.wording.saying import say

DECISIVE_MAX = 5
CLOSE_ANSWERS = 8
REASONS_MAX = 4
TOLD_MAX = 3


def decisive(
    gates: Sequence[GatePage],
    sides: Sequence[TableSide],
    figures: Sequence[Curve],
    *,
    ahead_is: str,
    chances: Sequence[Chance] = (),
    moves: Sequence[Move] = (),
) -> tuple[Decisive, ...]:
    """Return the moments that changed the game most, the greatest change first.

    With expected scores, return only the moments whose change is certainly not zero.
    """
    ranked = _ranked(gates, sides, figures, ahead_is=ahead_is, chances=chances, moves=moves)
    greatest = sorted((move for move in ranked if move[1] > 0), key=lambda move: (-move[1], move[0].number))
    last = _last(gates)
    return tuple(
        _moment(place, gate, moved, words, ink, ends=gate is last)
        for place, (gate, moved, words, ink) in enumerate(greatest[:DECISIVE_MAX], 1)
    )


def ending(
    gates: Sequence[GatePage],
    sides: Sequence[TableSide],
    figures: Sequence[Curve],
    *,
    ahead_is: str,
    chances: Sequence[Chance] = (),
    moves: Sequence[Move] = (),
) -> Decisive | None:
    """Return the moment that ended the game, as place 0. Return None if the game is not over."""
    last = _last(gates)
    if last is None:
        return None
    ((_, moved, words, ink),) = _ranked(
        [last], sides, figures, ahead_is=ahead_is, chances=chances, moves=moves
    )
    return _moment(0, last, moved, words, ink, ends=True)


def _last(gates: Sequence[GatePage]) -> GatePage | None:
    """Return the last question that was closed, if the game is over."""
    closed = [gate for gate in gates if gate.ran_ms is not None]
    return closed[-1] if closed and len(gates) > 1 and gates[-1].asks == "" else None


def _ranked(
    gates: Sequence[GatePage],
    sides: Sequence[TableSide],
    figures: Sequence[Curve],
    *,
    ahead_is: str,
    chances: Sequence[Chance],
    moves: Sequence[Move],
) -> list[tuple[GatePage, float, str, Badge]]:
    return [
        (gate, *_moved(gate, sides, figures, ahead_is=ahead_is, chances=chances, moves=moves))
        for gate in gates
        if gate.ran_ms is not None
    ]


def _moment(place: int, gate: GatePage, moved: float, words: str, ink: Badge, *, ends: bool) -> Decisive:
    return Decisive(
        place, gate, moved, words or say("report.ended_here"), ink, reasons(gate), _told(gate, ends=ends)
    )


def _told(gate: GatePage, *, ends: bool) -> tuple[str, ...]:
    """Return the sentences about the subject of a gate. The title of the gate ends with the subject, as in
    *Charge, corps I*.

    If there are no such sentences, return all lines if they are few, and none if they are many. For the gate
    that ended the game, the last line is always included, because it reports the end.
    """
    about = gate.title.rpartition(", ")[2] if ", " in gate.title else ""
    named = [
        text for text in gate.told if about and re.search(rf"\b{re.escape(about)}\b", text, re.IGNORECASE)
    ]
    told = named or (gate.told if len(gate.told) <= TOLD_MAX else ())
    if ends and gate.told:
        return (*[text for text in told if text != gate.told[-1]][1 - TOLD_MAX :], gate.told[-1])
    return tuple(told[-TOLD_MAX:])


def _moved(
    gate: GatePage,
    sides: Sequence[TableSide],
    figures: Sequence[Curve],
    *,
    ahead_is: str,
    chances: Sequence[Chance],
    moves: Sequence[Move],
) -> tuple[float, str, Badge]:
    """Return how far a gate changed the game, in whose favour, and a sentence about both."""
    if chances:
        return _moved_chances(gate, sides, chances, moves)
    changes = _changes(gate.ahead, gate.ahead_after)
    if changes:
        side = max(changes, key=lambda one: changes[one])
        named = _named(sides, side)
        before, after = gate.ahead[side], gate.ahead_after[side]
        whose = say("report.ahead_of", side=named.name, measure=ahead_is) if named.name else ahead_is
        words = say("report.moved", what=whose, before=signed(before), after=signed(after))
        return changes[side], words, named.ink
    moved = [(figure, _step(figure, gate.number)) for figure in figures[:1]]
    for figure, steps in moved:
        if steps and ahead_is == "":
            side = max(steps, key=lambda one: abs(steps[one]))
            name = _named(sides, side).name or say("report.all")
            words = say("report.moved_by", label=figure.label, side=name, by=signed(steps[side]))
            return abs(steps[side]), words, _named(sides, side).ink
    return 0.0, "", NOBODYS


def _moved_chances(
    gate: GatePage, sides: Sequence[TableSide], chances: Sequence[Chance], moves: Sequence[Move]
) -> tuple[float, str, Badge]:
    """Return how far a gate changed the expected score of the side that gained most. It is 0 if the change
    may be zero.
    """
    now, later = (
        {one.side: one for one in chances if one.gate == number} for number in (gate.number, gate.number + 1)
    )
    gains = [
        one
        for one in moves
        if one.gate == gate.number and one.low > 0 and one.side in now and one.side in later
    ]
    if not gains:
        return 0.0, "", NOBODYS
    most = max(gains, key=lambda one: one.mean)
    named = _named(sides, most.side)
    whose = say("report.expected_of", side=named.name)
    words = say("report.moved", what=whose, before=score(now[most.side]), after=score(later[most.side]))
    return most.mean, words, named.ink


def _changes(before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, float]:
    changes = {side: after[side] - before[side] for side in before if side in after}
    return changes if any(changes.values()) else {}


def _step(figure: Curve, gate: int) -> dict[str, float]:
    found = {}
    for side, points in figure.points.items():
        at = dict(points)
        if gate in at and gate + 1 in at and at[gate] != at[gate + 1]:
            found[side] = at[gate + 1] - at[gate]
    return found


def _named(sides: Sequence[TableSide], side: str) -> TableSide:
    return next((each for each in sides if each.id == side), TableSide(side, side, NOBODYS))


def reasons(gate: GatePage) -> tuple[str, ...]:
    """Return the reasons that the record shows: seats that were mistaken, seats that were silent, and rulings
    that came.
    """
    found: list[str] = []
    silent = [each.title for each in gate.declared if each.silent]
    if silent:
        found.append(say("report.silent_seats", who=", ".join(silent)))
    found += [say("report.struck_seat", who=each.title) for each in gate.declared if each.struck]
    if gate.by_ruling:
        found.append(say("report.ruling_closed", why=gate.by_ruling))
    found += _mistaken(gate)
    waverers = [f"{each.title} ({each.times - 1}×)" for each in gate.declared if each.times > 1]
    if waverers:
        found.append(say("report.changed_minds", who=", ".join(waverers)))
    return tuple(found[:REASONS_MAX])


def _mistaken(gate: GatePage) -> list[str]:
    """Return a sentence for each seat whose own player decided on outdated knowledge of what is opposite the seat.

    For other outdated knowledge, the record cannot show that it mattered.
    """
    if gate.knowledge is None:
        return []
    decided = {each.title for each in gate.declared if each.said and not each.by}
    found = []
    for column, titles in enumerate(gate.knowledge.groups):
        for title in filter(decided.__contains__, titles):
            wrong = [
                say(
                    "report.remembered_wrong",
                    label=row.label,
                    believed=row.cells[column].text,
                    true=row.true,
                )
                for row in gate.knowledge.rows
                if row.cells[column].kind == "memory" and row.label in gate.knowledge.facing[title]
            ]
            if wrong:
                found.append(say("report.remembered", who=title, what="; ".join(wrong)))
    return found


def percent(share: float) -> str:
    """Return a share in per cent."""
    return f"{number(round(share * 100))} %"
