"""What an analysis found, in plain lines: where each table was decided, and by what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from warcouncil.arbiter.record.account import GateAccount, TableAccount
from warcouncil.arbiter.record.analysis import Basis, Judged
from warcouncil.arbiter.record.estimates import Estimate
from warcouncil.arbiter.record.judgement import Balance, DecisionJudged, GateJudged, GateShift, balances
from warcouncil.arbiter.record.judging import steps
from warcouncil.clients.debrief.wording import chance, hundredths
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.widgets.wording import count
from warcouncil.games.kit.playout import SLIP_OF
from warcouncil.games.kit.sides import named
from warcouncil.protocol.answers import fault
from warcouncil.protocol.forms import Answer
from warcouncil.protocol.words import GateNo, SeatId, TableId, clean

_PARTS = ("own decisions", "what others chose", "luck", "rulings")
LINE_CHARS_MAX = 400


def told(
    accounts: Mapping[TableId, TableAccount], judged: Judged, basis: Basis, *, moments: int, damage: str = ""
) -> Iterator[str]:
    """Say what was found, table by table. `damage`: what is wrong with the rest of the file."""
    if damage:
        yield f"Read up to the damage: {damage}."
    for number, account in accounts.items():
        yield from _table(account, judged.get(number, {}), moments)
        yield ""
    yield (
        f"These figures rest on {count(basis.playouts, 'playout')} each, by bots that choose otherwise once in {SLIP_OF} answers. They say"
        " what such bots would have made of it, not what these people would; a seat is judged by every position that it could not"
        " tell from the true one, each as likely as the other, and not by what was said to it."
    )


def _table(account: TableAccount, judged: Mapping[GateNo, GateJudged], moments: int) -> Iterator[str]:
    finish = account.finish
    ended = f"{finish.reason}." if finish else "It was not played to its end."
    yield clean(f"Table {account.number} · {account.cover.title} · {ended}", LINE_CHARS_MAX)
    found = steps(account, judged)
    if not found:
        yield "  Nothing is to be told of it."
        return
    for balance in balances(found):
        yield f"  {_sum(balance, judged[found[0].gate].value[balance.side])}"
    ranked = sorted({step.gate for step in found}, key=lambda gate: -_moved(found, gate))
    for gate in ranked[:moments]:
        yield from _moment(account, account.gate(gate), judged[gate], [s for s in found if s.gate == gate])


def _sum(balance: Balance, start: Estimate) -> str:
    parts = (balance.own, balance.others, balance.luck, balance.ruling)
    told = zip(_PARTS, hundredths(balance.start, parts, balance.end), strict=True)
    parted = ", ".join(f"{name} {part:+d}" for name, part in told if part)
    return f"{named(balance.side)}: {balance.end:.0%} at the end, from {chance(start)} at the start: {parted or 'nothing moved it'}"


def _moved(found: tuple[GateShift, ...], gate: GateNo) -> float:
    return max(abs(step.after - step.before) for step in found if step.gate == gate)


def _moment(
    account: TableAccount, gate: GateAccount, judged: GateJudged, here: list[GateShift]
) -> Iterator[str]:
    assert gate.asks is not None
    first = here[0]
    own, others, luck, ruling = hundredths(
        first.before, (first.own, first.others, first.luck, first.ruling), first.after
    )
    yield (
        f"  {gate.asks.title} (question {gate.number}): {named(first.side)} {first.before:.0%} -> {first.after:.0%}"
        f" (own {own:+d}, others {others:+d}, luck {luck:+d}" + (f", ruling {ruling:+d})" if ruling else ")")
    )
    for decision in judged.decisions:
        if decision.is_talked_of:
            yield "    " + clean(_decision(account, gate, decision), LINE_CHARS_MAX)


def _decision(account: TableAccount, gate: GateAccount, made: DecisionJudged) -> str:
    name = account.seats[made.seat].title
    chosen = _words(account, gate, made.seat, made.tried[0].answer)
    known = made.tried[made.best_known].answer if made.best_known else None
    true = made.tried[made.best_true].answer if made.best_true else None
    parts = [f"{name}, {chosen}: {made.word}"]
    for what, loss, best in (
        ("by what it could know", made.loss_known, known),
        ("in truth", made.loss_true, true),
    ):
        if best is not None and loss.sign > 0:
            parts.append(f"{what} {_lost(loss)} against {_words(account, gate, made.seat, best)}")
    return "; ".join(parts)


def _words(account: TableAccount, gate: GateAccount, seat: SeatId, answer: Answer | None) -> str:
    if answer is None:
        return "silent"
    form = account.game.form(gate.state, seat)
    return "something else" if fault(form, answer) else answer_words(form, answer)


def _lost(loss: Estimate) -> str:
    return f"{100 * loss.mean:.0f} of 100 lost ({100 * loss.low:.0f} to {100 * loss.high:.0f}, n {loss.n})"
