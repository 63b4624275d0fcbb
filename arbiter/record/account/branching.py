"""Branching: the opening position of a gate as the beginning of another table, and how the game continued afterwards."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from warcouncil.arbiter.core.table.closing import Closing, figures
from warcouncil.arbiter.core.table.injects import NOTHING_YET, InjectProgress, Injects
from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.core.words.plan import EarlierOutcome, Inject, StartPosition
from warcouncil.arbiter.record.account.account import Decision, GateAccount, TableAccount
from warcouncil.arbiter.record.account.course import course_of
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.kit.play import codec
from warcouncil.protocol.words import Name, TableId

Say = Callable[[AnyGame, Any, Decision], str]
"""Returns the text of a decision at a position."""


def unsaid(_game: AnyGame, _state: Any, _made: Decision) -> str:
    """Return an empty text."""
    return ""


def beginning(exercise: Name, account: TableAccount, number: int, say: Say = unsaid) -> StartPosition:
    """Return the position of a gate. Raises KeyError if the table had no such gate, or the gate asked nothing."""
    gate = account.gate(number)
    if gate.asks is None:
        raise KeyError(number)
    state = codec.dump_state(account.game, gate.state)
    finish = account.finish
    return StartPosition(
        exercise=exercise,
        table=account.number,
        gate=gate.number,
        digest=codec.digest(state),
        state=state.decode(),
        went=went(account, number, say),
        ended=finish.reason if finish else "",
        winners=finish.winners if finish else (),
        title=finish.title if finish else "",
    )


def still_to_come(
    injects: tuple[Inject, ...], table: TableId, opened_by: Closing | None
) -> tuple[Inject, ...]:
    """Return the injects that had not come at a table when a question opened. Their times fit a game that begins
    there.

    `opened_by` is the closing that opened it. Dropped injects do not come. Injects that were kept back come on demand.
    """
    told = Injects(injects, table)
    so_far, ran_ms = (opened_by.injects, opened_by.ran_ms) if opened_by else (NOTHING_YET, 0)
    counts = opened_by.opened if opened_by else {}
    left = [place for place in told.own if place not in so_far.came and place not in so_far.dropped]
    while lost := [place for place in left if _follows_nothing(told.own[place], left, so_far)]:
        left = [place for place in left if place not in lost]
    found: list[Inject] = []
    for place in left:
        inject, moment = told.own[place], told.moment(so_far, place)
        update: dict[str, Any] = {"tables": ()}
        if told.is_at_hand(so_far, place):
            update |= {
                "at_hand": True,
                "at_seconds": None,
                "phase": "",
                "occasion": 1,
                "after": None,
                "when": None,
                "only_if": (),
                "while_open": False,
            }
        elif moment is not None:
            seconds = max(0, -(-(moment - ran_ms) // 1000))
            # The phase in which it can come is the first phase of the new game.
            phase = inject.phase if inject.while_open else ""
            update |= {"at_seconds": seconds, "phase": phase, "occasion": 1, "after": None}
        else:
            late = so_far.later.get(place, 0) // 1000
            update |= {"at_seconds": (inject.at_seconds or 0) + late} if late else {}
            update |= {"occasion": inject.occasion - counts.get(inject.phase, 0)} if inject.phase else {}
            update |= {"after": left.index(inject.after)} if inject.after is not None else {}
        found.append(inject.model_copy(update=update))
    return tuple(found)


def _follows_nothing(inject: Inject, left: list[int], so_far: InjectProgress) -> bool:
    """Return whether the inject that this one follows will never come."""
    return inject.after is not None and inject.after not in left and inject.after not in so_far.came


def opened_by(record: Record, table: TableId, number: int) -> Closing | None:
    """Return the closing that opened a question. Return None if there is no such closing or it cannot be read."""
    for row in record.rows():
        if row.kind == "closed" and row.table == table:
            body = attempt(partial(json.loads, row.body))
            if isinstance(body, dict) and body.get("gate") == number - 1:
                closing = attempt(partial(Closing.load, body.get("record")))
                return closing if isinstance(closing, Closing) else None
    return None


def went(account: TableAccount, since: int, say: Say = unsaid) -> tuple[EarlierOutcome, ...]:
    """Return how a table continued from a gate. A branch stores this, so that it can be compared with the earlier
    game.
    """
    return tuple(_went(account, gate, say) for gate in account.gates if gate.number >= since)


def _went(account: TableAccount, gate: GateAccount, say: Say) -> EarlierOutcome:
    sheet = attempt(partial(account.game.truth, gate.state))
    course = course_of(account.game, gate.state)
    first = course.figures[:1]
    counted = [one for one in gate.decisions if one.answer is not None and not one.struck]
    return EarlierOutcome(
        gate=gate.number,
        title=gate.asks.title if gate.asks else "",
        answers={one.seat: one.answer for one in counted if one.answer is not None},
        said={one.seat: words for one in counted if (words := say(account.game, gate.state, one))},
        figures={} if isinstance(sheet, RulesFault) else figures(sheet),
        ahead=dict(course.ahead or (first[0].by if first else {})),
        ahead_is=course.ahead_is if course.ahead else first[0].label if first else "",
    )
