"""Branching: the position that a gate opened with, as the beginning of another table, and how it went on there."""

from __future__ import annotations

from functools import partial

from warcouncil.arbiter.core.closing import figures
from warcouncil.arbiter.core.fence import RulesFault, attempt
from warcouncil.arbiter.core.plan import Beginning, Went
from warcouncil.arbiter.record.account import GateAccount, TableAccount
from warcouncil.games.kit import codec
from warcouncil.protocol.words import Name


def beginning(exercise: Name, account: TableAccount, number: int) -> Beginning:
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
        went=went(account, number),
        ended=finish.reason if finish else "",
        winners=finish.winners if finish else (),
    )


def went(account: TableAccount, since: int) -> tuple[Went, ...]:
    """Give how a table went on from a gate: what is kept in a branch of it, and what is compared with that."""
    return tuple(_went(account, gate) for gate in account.gates if gate.number >= since)


def _went(account: TableAccount, gate: GateAccount) -> Went:
    sheet = attempt(partial(account.game.truth, gate.state))
    return Went(
        gate=gate.number,
        title=gate.asks.title if gate.asks else "",
        answers={one.seat: one.answer for one in gate.decisions if one.answer is not None and not one.struck},
        figures={} if isinstance(sheet, RulesFault) else figures(sheet),
    )
