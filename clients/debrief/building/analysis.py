"""The results of `warcouncil analyse` for a report: chances, and each decision by what its seat could know
and by what was true.

Only umpires read it, because a chance from the true position reveals what no team could know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from warcouncil.arbiter.record.account.account import By, Decision, GateAccount, TableAccount
from warcouncil.arbiter.record.judging.analysis import (
    BadFindings,
    Basis,
    Judged,
    Where,
    beside,
    read_findings,
)
from warcouncil.arbiter.record.judging.estimates import Estimate, enough
from warcouncil.arbiter.record.judging.judgement import DecisionJudged, GateJudged, Seems, balances, light
from warcouncil.arbiter.record.judging.judging import steps
from warcouncil.clients.debrief.building.telling import said_words
from warcouncil.clients.debrief.model.number_words import hundredths
from warcouncil.clients.debrief.model.pages import Chance, Parts
from warcouncil.clients.debrief.model.question import Weighed
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.play import codec
from warcouncil.games.kit.play.playout import shares, sides
from warcouncil.protocol.words import GateNo

NOTHING: Judged = {}
WANTED_MAX = 10_000
"""The most playouts that a report recommends. More would take too long."""


@dataclass(frozen=True, slots=True)
class ReportAnalysis:
    """The results of an analysis. Empty if no analysis is beside the exercise."""

    basis: Basis | None = None
    judged: Judged | None = None

    def of(self, account: TableAccount) -> TableAnalysis:
        """Return the results for a table.

        A gate counts only if they were computed for this position and these rules.
        """
        judged = (self.judged or NOTHING).get(account.number, {})
        if self.basis is None or self.basis.rules.get(account.game.name) != account.game.rules_version:
            fitting = {}
        else:
            fitting = {
                gate.number: found
                for gate in account.gates
                if (found := judged.get(gate.number)) is not None
                and found.digest == codec.digest(codec.dump_state(account.game, gate.state))
            }
        return TableAnalysis(account, fitting, self.basis.playouts if self.basis else 0)


@dataclass(frozen=True, slots=True)
class TableAnalysis:
    """The results for a table's gates, from `playouts` playouts each."""

    account: TableAccount
    judged: Mapping[GateNo, GateJudged]
    playouts: int

    def chances(self) -> tuple[Chance, ...]:
        """Return each side's chance at each gate that was analysed, and the shares of victory at the end."""
        return tuple(self._chances())

    def _chances(self) -> Iterator[Chance]:
        for gate in self.account.gates:
            found = self.judged.get(gate.number)
            if found:
                yield from (_chance(found, side) for side, one in found.value.items() if one.told)
            elif isinstance(gate.phase, Finish):
                yield from self._ended(gate, gate.phase)

    def _ended(self, gate: GateAccount, finish: Finish) -> Iterator[Chance]:
        if not self.judged:
            return
        for side, won in shares(finish, sides(self.account.seats)).items():
            yield Chance(gate.number, side, won, won, won, self.playouts)

    def parts(self) -> tuple[Parts, ...]:
        """Return the sources of each side's result, from its chance at the first gate on.

        Empty if that is too uncertain.
        """
        shifts = steps(self.account, self.judged)
        if not shifts or not all(one.told for one in self.judged[shifts[0].gate].value.values()):
            return ()
        first = self.judged[shifts[0].gate]
        return tuple(
            Parts(
                one.side,
                _chance(first, one.side),
                one.end,
                *hundredths(one.start, (one.own, one.others, one.luck, one.ruling), one.end),
            )
            for one in balances(shifts)
        )

    def weighed(self) -> dict[tuple[int, str], Weighed]:
        """Return how each decision looks by what its seat could know, and by what was true."""
        weighed: dict[tuple[int, str], Weighed] = {}
        for gate in self.account.gates:
            found = self.judged.get(gate.number)
            for one in found.decisions if found else ():
                if one.loss_known.told:
                    known = _cost(self.account, gate, one, one.loss_known, one.best_known)
                    true = _cost(self.account, gate, one, one.loss_true, one.best_true)
                    said = f"By what it could know, {known}; by what was so, {true} (n {one.loss_known.n})."
                    weighed[int(gate.number), str(one.seat)] = Weighed(
                        word=one.word,
                        cost=max(one.loss_known.mean, one.loss_true.mean),
                        said=said,
                        talked_of=one.is_talked_of,
                    )
        return weighed


def _chance(judged: GateJudged, side: str) -> Chance:
    one = judged.value[side]
    return Chance(judged.gate, side, one.mean, one.low, one.high, one.n)


def _cost(account: TableAccount, gate: GateAccount, made: DecisionJudged, loss: Estimate, best: int) -> str:
    """Return what a decision cost its side by one of the two measures, compared with the best alternative."""
    if light(loss) is Seems.RIGHT:
        return "nothing that was tried was better"
    other = Decision(made.seat, By.SEAT, made.tried[best].answer)
    against = said_words(account.game, gate.state, other) or "silence"
    if light(loss) is Seems.OPEN:
        return f"it cannot be told from “{against}”: {_would_tell(loss)}"
    points = (
        f"{100 * loss.mean:.0f} in a hundred chances to win ({100 * loss.low:.0f} to {100 * loss.high:.0f})"
    )
    return f"it cost {points} against “{against}”"


def _would_tell(loss: Estimate) -> str:
    """Return how many playouts would be needed. A loss is measured by every second one."""
    wanted = 2 * enough(loss)
    return (
        f"more than {WANTED_MAX:,} playouts would tell"
        if wanted > WANTED_MAX
        else f"some {_rounded(wanted):,} playouts may tell"
    )


def _rounded(count: int) -> int:
    """Return a count rounded up to two figures."""
    step: int = 10 ** max(0, len(str(count)) - 2)
    return -(-count // step) * step


def reckoned(file: Where) -> ReportAnalysis:
    """Return the analysis beside an exercise file, empty if it cannot be read."""
    try:
        found = read_findings(beside(file))
    except BadFindings:
        return ReportAnalysis()
    return ReportAnalysis(*found) if found else ReportAnalysis()
