"""Branching: the position that a gate opened with, as the beginning of another table, and how it went on there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from warcouncil.arbiter.core.closing import figures
from warcouncil.arbiter.core.fence import RulesFault, attempt
from warcouncil.arbiter.core.plan import Beginning, Went
from warcouncil.arbiter.record.account import Decision, GateAccount, TableAccount
from warcouncil.arbiter.record.course import course_of
from warcouncil.games.kit import codec
from warcouncil.games.kit.game import AnyGame
from warcouncil.protocol.words import Name

Say = Callable[[AnyGame, Any, Decision], str]
"""Gives a decision at a position in words."""


def unsaid(_game: AnyGame, _state: Any, _made: Decision) -> str:
    """Give no words."""
    return ""


def beginning(exercise: Name, account: TableAccount, number: int, say: Say = unsaid) -> Beginning:
    """Give the position of a gate that a table has had. Raises KeyError where there is none, or nothing was asked there."""
    gate = account.gate(number)
    if gate.asks is None:
        raise KeyError(number)
    state = codec.dump_state(account.game, gate.state)
    finish = account.finish
    return Beginning(
        exercise=exercise,
        table=account.number,
        gate=gate.number,
        digest=codec.digest(state),
        state=state.decode(),
        went=went(account, number, say),
        ended=finish.reason if finish else "",
        winners=finish.winners if finish else (),
    )


def went(account: TableAccount, since: int, say: Say = unsaid) -> tuple[Went, ...]:
    """Give how a table went on from a gate: what is kept in a branch of it, and what is compared with that."""
    return tuple(_went(account, gate, say) for gate in account.gates if gate.number >= since)


def _went(account: TableAccount, gate: GateAccount, say: Say) -> Went:
    sheet = attempt(partial(account.game.truth, gate.state))
    course = course_of(account.game, gate.state)
    first = course.figures[:1]
    counted = [one for one in gate.decisions if one.answer is not None and not one.struck]
    return Went(
        gate=gate.number,
        title=gate.asks.title if gate.asks else "",
        answers={one.seat: one.answer for one in counted if one.answer is not None},
        said={one.seat: words for one in counted if (words := say(account.game, gate.state, one))},
        figures={} if isinstance(sheet, RulesFault) else figures(sheet),
        ahead=dict(course.ahead or (first[0].by if first else {})),
        ahead_is=course.ahead_is if course.ahead else first[0].label if first else "",
    )
