"""What an analysis found is in the umpires' report, with its interval and its number, and in no team's."""

from __future__ import annotations

from pathlib import Path

from warcouncil.arbiter.record import analysis
from warcouncil.arbiter.record.analysis import Findings
from warcouncil.arbiter.record.estimates import Estimate
from warcouncil.arbiter.record.gathering import gather
from warcouncil.arbiter.record.judgement import DecisionJudged, GateJudged, Tried
from warcouncil.arbiter.record.reading import open_record
from warcouncil.clients.debrief.reckoned import reckoned
from warcouncil.clients.debrief.reporting import Named, Wanted, reports
from warcouncil.games.kit import codec
from warcouncil.protocol.forms import Choice
from warcouncil.protocol.words import TeamId

from tests.arbiter.record.files import keep
from tests.clients.debrief.written import html, played


def _estimate(mean: float, n: int = 50) -> Estimate:
    return Estimate(mean=mean, low=mean - 0.1, high=mean + 0.1, n=n)


def _found(file: Path, *, digest: str = "", n: int = 50) -> None:
    """Lay an analysis beside a file: Red's chance rises at the second question."""
    with open_record(file) as record:
        accounts = gather(record)
        basis = analysis.basis_of("Jena", accounts.values(), seed="0", playouts=n)
    account = next(iter(accounts.values()))
    findings = Findings(analysis.beside(file), basis)
    for gate, chance in zip(account.gates, (0.4, 0.4, 0.7, 0.7), strict=False):
        known = digest or codec.digest(codec.dump_state(account.game, gate.state))
        value = {"red": _estimate(chance, n), "black": _estimate(1 - chance, n)}
        findings.keep(
            GateJudged(table=account.number, gate=gate.number, digest=known, value=value, own={}, all={})
        )


def _report(file: Path, wanted: Wanted | None = None) -> Named:
    with open_record(file) as record:
        return next(iter(reports(record, gather(record), wanted or Wanted(), found=reckoned(file))))


def test_the_moments_are_ranked_by_the_chances(tmp_path: Path) -> None:
    """A tutor would be shown where divisions fell, and not where it was decided."""
    file = keep(tmp_path / "jena", played("kartenspiel", 6).journal)
    _found(file)
    table = _report(file).report.tables[0]
    assert table.decisive[0].gate.number == 2
    assert table.decisive[0].words == "Red's chance to win: 40% (30% to 50%, n 50) → 70% (60% to 80%, n 50)"
    page = html(_report(file))
    assert "reckoned by playing on with bots (50 playouts" in page
    assert "95 % interval" in page


def test_what_is_of_another_position_or_rests_on_too_little_is_not_told(tmp_path: Path) -> None:
    """Figures would stand there that are of another game, or of nothing."""
    for name, digest, n in (("one", "of another game", 50), ("two", "", 5)):
        file = keep(tmp_path / name, played("kartenspiel", 6).journal)
        _found(file, digest=digest, n=n)
        assert _report(file).report.tables[0].chances == ()


def test_what_a_decision_cost_is_said_in_both_lights_and_against_what(tmp_path: Path) -> None:
    """A commander would read “good decision, bad luck” and not learn what else he could have done, or how sure that is."""
    file = keep(tmp_path / "jena", played("kartenspiel", 6).journal)
    with open_record(file) as record:
        accounts = gather(record)
        basis = analysis.basis_of("Jena", accounts.values(), seed="0", playouts=50)
    account = next(iter(accounts.values()))
    gate = next(gate for gate in account.gates if gate.asks and gate.asks.name == "Attack declaration")
    seat = gate.decisions[0].seat
    (field,) = account.game.form(gate.state, seat).fields
    assert isinstance(field, Choice)
    one, other = ({field.name: option.value} for option in field.options[:2])
    loss = Estimate(mean=0.3, low=0.2, high=0.4, n=50)
    nothing = Estimate(mean=0.0, low=-0.05, high=0.05, n=50)
    tried = tuple(Tried(answer=answer, known=nothing, true=nothing) for answer in (one, other))
    lights = {"best_known": 1, "best_true": 1, "loss_known": nothing, "loss_true": loss}
    made = DecisionJudged.model_validate({"seat": seat, "side": "red", "tried": tried, **lights})
    digest = codec.digest(codec.dump_state(account.game, gate.state))
    judged = GateJudged(
        table=account.number, gate=gate.number, digest=digest, value={}, own={}, all={}, decisions=(made,)
    )
    Findings(analysis.beside(file), basis).keep(judged)
    assert reckoned(file).words(account) == {
        (
            gate.number,
            str(seat),
        ): "Good decision, bad luck. By what it could know, nothing that was tried was better;"
        f" by what was so, it cost 30 in a hundred chances to win (20 to 40) against “{field.options[1].label}” (n 50)."
    }


def test_no_team_reads_it(tmp_path: Path) -> None:
    """A chance from the true position tells what the other side holds."""
    file = keep(tmp_path / "jena", played("kartenspiel", 6).journal)
    wanted = Wanted(umpires=False, teams=(TeamId("red"),))
    before = html(_report(file, wanted))
    _found(file)
    assert html(_report(file, wanted)) == before
