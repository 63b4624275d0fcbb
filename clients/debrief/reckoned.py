"""What `warcouncil analyse` reckoned of an exercise, for its report: chances, and how each decision looks in both lights.

Only umpires read it: a chance from the true position tells what no team could know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from warcouncil.arbiter.record.account import By, Decision, GateAccount, TableAccount
from warcouncil.arbiter.record.analysis import BadFindings, Basis, Judged, beside, read_findings
from warcouncil.arbiter.record.estimates import Estimate
from warcouncil.arbiter.record.judgement import DecisionJudged, GateJudged, Seems, light
from warcouncil.clients.debrief.model import Chance
from warcouncil.clients.debrief.telling import said_words
from warcouncil.games.kit import codec
from warcouncil.games.kit.game import Finish

NOTHING: Judged = {}


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What was found; nothing where no analysis lies beside the exercise."""

    basis: Basis | None = None
    judged: Judged | None = None

    def chances(self, account: TableAccount) -> tuple[Chance, ...]:
        """Give each side's chance at each gate that was played on, and what became of it at the end."""
        return tuple(self._chances(account))

    def _chances(self, account: TableAccount) -> Iterator[Chance]:
        for gate in account.gates:
            found = self._found(account, gate)
            if found:
                for side, one in found.value.items():
                    if one.told:
                        yield Chance(gate.number, side, one.mean, one.low, one.high, one.n)
            elif (
                isinstance(gate.phase, Finish) and self.basis and (self.judged or NOTHING).get(account.number)
            ):
                yield from self._ended(account, gate, gate.phase)

    def _ended(self, account: TableAccount, gate: GateAccount, finish: Finish) -> Iterator[Chance]:
        assert self.basis is not None
        first = next(iter((self.judged or NOTHING)[account.number].values()))
        for side in first.value:
            mine = {side, *(str(seat.id) for seat in account.seats.values() if seat.team == side)}
            won = 0.5 if not finish.winners else float(bool(mine & set(finish.winners)))
            yield Chance(gate.number, side, won, won, won, self.basis.playouts)

    def words(self, account: TableAccount) -> dict[tuple[int, str], str]:
        """Say of each decision how it looks by what its seat could know and by what was so."""
        words: dict[tuple[int, str], str] = {}
        for gate in account.gates:
            found = self._found(account, gate)
            for one in found.decisions if found else ():
                if one.loss_known.told:
                    known = _cost(account, gate, one, one.loss_known, one.best_known)
                    true = _cost(account, gate, one, one.loss_true, one.best_true)
                    said = f"By what it could know, {known}; by what was so, {true} (n {one.loss_known.n})."
                    words[int(gate.number), str(one.seat)] = f"{one.word.capitalize()}. {said}"
        return words

    def _found(self, account: TableAccount, gate: GateAccount) -> GateJudged | None:
        """Give what was found of a gate, if it was found of this position and by these rules."""
        if self.basis is None or self.basis.rules.get(account.game.name) != account.game.rules_version:
            return None
        found = (self.judged or NOTHING).get(account.number, {}).get(gate.number)
        if found is None or found.digest != codec.digest(codec.dump_state(account.game, gate.state)):
            return None
        return found


def _cost(account: TableAccount, gate: GateAccount, made: DecisionJudged, loss: Estimate, best: int) -> str:
    """Say what a decision cost its side in one light, and against what."""
    if light(loss) is Seems.RIGHT:
        return "nothing that was tried was better"
    other = Decision(made.seat, By.SEAT, made.tried[best].answer)
    against = said_words(account.game, gate.state, other) or "silence"
    if light(loss) is Seems.OPEN:
        return f"it cannot be told from “{against}”"
    points = (
        f"{100 * loss.mean:.0f} in a hundred chances to win ({100 * loss.low:.0f} to {100 * loss.high:.0f})"
    )
    return f"it cost {points} against “{against}”"


def reckoned(file: Path) -> Reckoned:
    """Give what lies beside an exercise file; nothing where it cannot be read."""
    try:
        found = read_findings(beside(file))
    except BadFindings:
        return Reckoned()
    return Reckoned(*found) if found else Reckoned()
