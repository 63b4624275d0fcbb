"""The results of `warcouncil analyse` for a report: expected scores, and a judgement of each decision.

Only umpires read it, because an expected score from the true position reveals what no team could know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from warcouncil.arbiter.record.account.account import By, Decision, GateAccount, TableAccount
from warcouncil.arbiter.record.judging.analysis import StoredAnalysis
from warcouncil.arbiter.record.judging.estimates import Estimate, enough
from warcouncil.arbiter.record.judging.judgement import (
    RIGHT_MAX,
    DecisionJudged,
    GateJudged,
    Seems,
    balances,
    light,
    seat_losses,
)
from warcouncil.arbiter.record.judging.judging import sides_of, steps
from warcouncil.clients.debrief.building.telling import said_words
from warcouncil.clients.debrief.model.number_words import Measured
from warcouncil.clients.debrief.model.pages import Chance, Move, Parts
from warcouncil.clients.debrief.model.question import Weighed
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.play.beliefs import EFFECTIVE_MIN
from warcouncil.games.kit.play.playout import shares
from warcouncil.protocol.words import GateNo

WANTED_MAX = 10_000
"""The highest number of playouts that a report recommends. More would take too long."""


def analysis_of(account: TableAccount, found: StoredAnalysis) -> TableAnalysis:
    """Return the results for a table."""
    return TableAnalysis(account, found.fitting(account), found.basis.playouts if found.basis else 0)


@dataclass(frozen=True, slots=True)
class TableAnalysis:
    """The results for a table's gates, from `playouts` playouts each."""

    account: TableAccount
    judged: Mapping[GateNo, GateJudged]
    playouts: int

    def chances(self) -> tuple[Chance, ...]:
        """Return each side's expected score at each gate that was analysed, and its score at the end."""
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
        for side, won in shares(finish, sides_of(self.account), self.account.seats).items():
            yield Chance(gate.number, side, won, won, won, self.playouts, (won, won))

    def moves(self) -> tuple[Move, ...]:
        """Return how far each gate changed each side's expected score, with the interval of paired playouts."""
        found = [(one.gate, one.side, one.moved) for one in steps(self.account, self.judged)]
        return tuple(
            Move(gate, side, moved.mean, moved.low, moved.high, moved.n) for gate, side, moved in found
        )

    def parts(self) -> tuple[Parts, ...]:
        """Return the sources of each side's result, starting from its expected score at the first gate.

        Return an empty result if the sources are too uncertain.
        """
        shifts = steps(self.account, self.judged)
        if not shifts or not all(one.told for one in self.judged[shifts[0].gate].value.values()):
            return ()
        first = self.judged[shifts[0].gate]
        return tuple(
            Parts(one.side, first.value[one.side], one.end, one.own, one.others, one.luck, one.ruling)
            for one in balances(shifts)
        )

    def weighed(self) -> dict[tuple[int, str], Weighed]:
        """Return how good each decision was in fact, and how good by what its seat could know, if that was computed."""
        weighed: dict[tuple[int, str], Weighed] = {}
        for gate in self.account.gates:
            found = self.judged.get(gate.number)
            for one in found.decisions if found else ():
                if one.loss_true.told:
                    weighed[int(gate.number), str(one.seat)] = Weighed(
                        word=one.word,
                        cost=max(loss.mean for loss in (one.loss_true, one.loss_known) if loss),
                        said=_said(self.account, gate, one),
                        talked_of=one.is_talked_of,
                        side=one.side,
                        note="" if one.loss_known else say("report.too_few", least=EFFECTIVE_MIN),
                    )
        return weighed

    def lost(self) -> dict[str, tuple[int, Measured]]:
        """Return for each seat how many of its decisions were judged, and its mean loss."""
        if not self.chances():
            return {}
        return {str(one.seat): (one.decisions, one.lost) for one in seat_losses(self.judged.values())}

    def not_judged(self) -> str:
        """Return one sentence that says why the decisions of this table cannot be judged. It is "" if they
        can be judged.
        """
        if sides_of(self.account):
            return ""
        return say("report.no_winner_known")


def _chance(judged: GateJudged, side: str) -> Chance:
    one = judged.value[side]
    return Chance(judged.gate, side, one.mean, one.low, one.high, one.n, judged.band(side))


def _said(account: TableAccount, gate: GateAccount, made: DecisionJudged) -> str:
    """Return what a decision cost its side, in fact and by what its seat could know."""
    cost = _cost(account, gate, made, made.loss_true, made.best_true)
    true = say("report.in_fact", cost=cost, runs=made.loss_true.n)
    if made.loss_known is None:
        return true
    known = _cost(account, gate, made, made.loss_known, made.best_known)
    return say("report.by_knowledge", cost=known, worlds=f"{made.effective:.0f}", in_fact=true)


def _cost(account: TableAccount, gate: GateAccount, made: DecisionJudged, loss: Estimate, best: int) -> str:
    """Return what a decision cost its side by one of the two measures, compared with the best alternative."""
    seems = light(loss)
    if seems is Seems.RIGHT:
        tried = len(made.tried) - 1
        points = f"{100 * RIGHT_MAX:.0f}"
        if tried > 1:
            return say("report.no_better", tried=tried, points=points)
        return say("report.no_better_one", points=points)
    other = Decision(made.seat, By.SEAT, made.tried[best].answer)
    against = said_words(account.game, gate.state, other) or say("report.silence")
    if seems is Seems.OPEN:
        return say("report.too_close", answer=against, needed=_would_tell(loss))
    points, low, high = (f"{100 * share:.0f}" for share in (loss.mean, loss.low, loss.high))
    return say("report.cost", points=points, low=low, high=high, answer=against)


def _would_tell(loss: Estimate) -> str:
    """Return a sentence that says how many playouts would be needed. Half of the playouts measure a loss."""
    wanted = 2 * enough(loss) if loss.mean else WANTED_MAX + 1
    if wanted > WANTED_MAX:
        return say("report.more_playouts", count=f"{WANTED_MAX:,}")
    return say("report.about_playouts", count=f"{_rounded(wanted):,}")


def _rounded(count: int) -> int:
    """Return a count rounded up to two figures."""
    step: int = 10 ** max(0, len(str(count)) - 2)
    return -(-count // step) * step
