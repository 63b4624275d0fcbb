"""The results of an analysis are in the umpires' report, with interval and sample size, and in no team's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.judging import analysis
from warcouncil.arbiter.record.judging.analysis import Findings, stored
from warcouncil.arbiter.record.judging.estimates import BATCHES, Estimate
from warcouncil.arbiter.record.judging.judgement import DecisionJudged, GateJudged, Tried
from warcouncil.arbiter.record.judging.judging import judge_by, questions
from warcouncil.clients.debrief.building.analysis import TableAnalysis, analysis_of
from warcouncil.clients.debrief.building.reporting import Named, ReportOrder, reports
from warcouncil.clients.debrief.model import number_words
from warcouncil.clients.debrief.model.pages import Chance, Report
from warcouncil.clients.debrief.model.question import Weighed
from warcouncil.games.kit.bot import RandomBot
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.play import codec
from warcouncil.protocol.table.forms import Choice
from warcouncil.protocol.words import GateNo, TeamId

from tests.arbiter.core.harness import load
from tests.arbiter.record.files import keep
from tests.clients.debrief.written import html, played


def _estimate(mean: float, n: int = 50) -> Estimate:
    return Estimate(mean=mean, low=mean - 0.1, high=mean + 0.1, n=n)


def _found(file: Path, *, digest: str = "", n: int = 50) -> None:
    """Write an analysis beside a file: Red's chance rises at the second question."""
    with open_record(file) as record:
        accounts = gather(record)
        basis = analysis.basis_of("Jena", accounts.values(), seed="0", playouts=n)
    account = next(iter(accounts.values()))
    findings = Findings(analysis.beside(file), basis)
    for gate, chance in zip(account.gates, (0.4, 0.4, 0.7, 0.7), strict=False):
        known = digest or codec.digest(codec.dump_state(account.game, gate.state))
        value = {"red": _estimate(chance, n), "black": _estimate(1 - chance, n)}
        before = {side: (one.mean,) * min(BATCHES, n) for side, one in value.items()}
        findings.keep(
            GateJudged(table=account.number, gate=gate.number, digest=known, value=value, before=before)
        )


def _report(file: Path, wanted: ReportOrder | None = None) -> Named:
    with open_record(file) as record:
        return next(iter(reports(record, gather(record), wanted or ReportOrder(), found=stored(file))))


def test_the_moments_are_ranked_by_the_chances(tmp_path: Path) -> None:
    """A tutor sees where divisions were lost, and not where the game was decided."""
    file = keep(tmp_path / "jena", played("kartenspiel", 6).journal)
    _found(file)
    table = _report(file).report.tables[0]
    assert table.decisive[0].gate.number == 2
    assert [each.gate.number for each in table.decisive] == [2]
    assert table.decisive[0].words == "Red's expected score: 40 (30 to 50, n 50) → 70 (60 to 80, n 50)"
    page = html(_report(file))
    assert "is estimated from 50 simulated continuations or more" in page
    assert "95 % interval of the change excludes zero" in page
    assert "chance to win" not in page


def test_a_figure_of_another_position_or_of_few_playouts_is_not_told(tmp_path: Path) -> None:
    """The report shows figures of another game, or of too few playouts."""
    for name, digest, n in (("one", "of another game", 50), ("two", "", 5)):
        file = keep(tmp_path / name, played("kartenspiel", 6).journal)
        _found(file, digest=digest, n=n)
        assert _report(file).report.tables[0].chances == ()


def test_of_a_game_that_is_over_no_interval_is_said() -> None:
    """*50% (50% to 50%, n 20)* is at the end of a draw, as if it had been estimated."""
    assert number_words.score(Chance(2, "red", 0.5, 0.5, 0.5, 20)) == "50"
    assert number_words.score(Chance(1, "red", 0.4, 0.2, 0.6, 20)) == "40 (20 to 60, n 20)"


@pytest.mark.parametrize(
    ("mean", "low", "high", "said"),
    [
        (-0.16, -0.25, -0.07, "−16 (−7 to −25)"),
        (0.16, 0.07, 0.25, "+16 (+7 to +25)"),
        (-0.16, -0.4, 0.08, "unclear"),
        (0.0, 0.0, 0.0, "0"),
    ],
)
def test_a_part_whose_interval_contains_zero_is_not_told(
    mean: float, low: float, high: float, said: str
) -> None:
    """The report prints *-16* although another seed gives +13."""
    assert number_words.part(Estimate(mean=mean, low=low, high=high, n=100)) == said


def test_in_a_draw_each_side_has_as_much_as_any_other(tmp_path: Path) -> None:
    """Three sides that end level have one and a half victories between them, although they had one before the end."""
    file = keep(tmp_path / "jena", played("escalate", 2, options={"players": 3}).journal)
    with open_record(file) as record:
        account = next(iter(gather(record).values()))
    gates = [
        *account.gates[:1],
        replace(account.gates[0], number=GateNo(9), phase=Finish("Nobody is left.", ())),
    ]
    found = GateJudged(table=account.number, gate=account.gates[0].number, digest="", value={}, before={})
    ended = TableAnalysis(replace(account, gates=gates), {account.gates[0].number: found}, 50)
    assert [chance.mean for chance in ended.chances()] == [1 / 3] * 3


def test_the_cost_of_a_decision_is_shown_with_its_luck_and_its_alternative(tmp_path: Path) -> None:
    """A commander reads “good decision, bad luck” but not the alternative, or how sure the judgement is."""
    file = keep(tmp_path / "jena", played("kartenspiel", 6).journal)
    weighed = _weighed(file, Estimate(mean=0.3, low=0.2, high=0.4, n=50))
    assert (weighed.word, weighed.cost, weighed.talked_of) == ("another answer was better in fact", 0.3, True)
    assert weighed.said == "In fact, it cost 30 points (20 to 40) compared with “Defend” (n 50)."
    assert weighed.note == (
        "Fewer than 20 independent simulated positions agree with what the seat saw. So the report does not judge this decision by what the seat could know."
    )


def test_what_a_decision_cost_by_what_the_seat_could_know_is_said_with_the_number_of_worlds(
    tmp_path: Path,
) -> None:
    """A verdict on what a commander could know does not show how few worlds it is based on."""
    file = keep(tmp_path / "jena", played("kartenspiel", 6).journal)
    sure, none = (Estimate(mean=mean, low=mean - 0.04, high=mean + 0.04, n=50) for mean in (0.2, 0.0))
    gate, (seat,) = _lay(file, (sure,), known=none)
    with open_record(file) as record:
        (account,) = gather(record).values()
    weighed = analysis_of(account, stored(file)).weighed()[gate, seat]
    assert weighed.word == "good by what the seat could know, bad in fact"
    assert weighed.said == (
        "By what the seat could know, the other answer that was tried was not better by more than 5 points (42 independent simulated positions)."
        " In fact, it cost 20 points (16 to 24) compared with “Defend” (n 50)."
    )


def _weighed(file: Path, loss: Estimate) -> Weighed:
    """Return the judgement of a corps' order. It cost this much in the true position."""
    gate, (seat,) = _lay(file, (loss,))
    with open_record(file) as record:
        (account,) = gather(record).values()
    return analysis_of(account, stored(file)).weighed()[gate, seat]


def _lay(file: Path, losses: Sequence[Estimate], *, known: Estimate | None = None) -> tuple[int, list[str]]:
    """Write an analysis beside a file in which the first corps' orders cost this much in the true position."""
    with open_record(file) as record:
        accounts = gather(record)
        basis = analysis.basis_of("Jena", accounts.values(), seed="0", playouts=50)
    account = next(iter(accounts.values()))
    gate = next(gate for gate in account.gates if gate.asks and gate.asks.name == "Attack declaration")
    seats = [decision.seat for decision in gate.decisions[: len(losses)]]
    (field,) = account.game.form(gate.state, seats[0]).fields
    assert isinstance(field, Choice)
    one, other = ({field.name: option.value} for option in field.options[:2])
    made = []
    for seat, loss in zip(seats, losses, strict=True):
        nothing = Estimate(mean=0.0, low=-0.05, high=0.05, n=loss.n)
        tried = tuple(Tried(answer=answer, true=nothing) for answer in (one, other))
        lights = {"best_true": 1, "loss_true": loss}
        if known:
            lights |= {"best_known": 1, "loss_known": known, "effective": 42.0}
        made.append(DecisionJudged.model_validate({"seat": seat, "side": "red", "tried": tried, **lights}))
    digest = codec.digest(codec.dump_state(account.game, gate.state))
    chances = {side: _estimate(0.5) for side in ("red", "black")}
    before = {side: (one.mean,) * BATCHES for side, one in chances.items()}
    Findings(analysis.beside(file), basis).keep(
        GateJudged(
            table=account.number,
            gate=gate.number,
            digest=digest,
            value=chances,
            before=before,
            decisions=tuple(made),
        )
    )
    return int(gate.number), [str(seat) for seat in seats]


def _analysed(file: Path, playouts: int = 20) -> Report:
    """Continue a game of nim that went by chance, and report it."""
    keep(file, played("nim").journal)
    with open_record(file) as record:
        accounts = gather(record, load=load)
        basis = analysis.basis_of("Jena", accounts.values(), seed="1", playouts=playouts)
        findings = Findings(analysis.beside(file), basis)
        for account in accounts.values():
            for question in questions(account, seed="1", playouts=playouts):
                findings.keep(judge_by(question, account.game, RandomBot))
        return next(iter(reports(record, accounts, ReportOrder(), load=load, found=stored(file)))).report


def test_where_a_result_came_from_adds_up(tmp_path: Path) -> None:
    """A reader who adds up the parts misses a point, and trusts none of them."""
    report = _analysed(tmp_path / "jena")
    (table,) = report.tables
    assert {parts.side for parts in table.parts} == {"north", "south"}
    for parts in table.parts:
        moved = sum(one.mean for one in (parts.own, parts.others, parts.luck, parts.rulings))
        assert parts.start.mean + moved == pytest.approx(parts.end.mean)
        assert parts.start.n == 20
        assert parts.end.mean in (0, 1)
    north, south = table.parts
    assert north.own.mean == pytest.approx(-south.others.mean)
    page = html(Named("debrief", report))
    assert "<h3>Decisions and luck</h3>" in page
    assert "makes a random choice one time in 8" in page
    assert "analyse</code>" not in page


def test_half_an_analysis_tells_of_no_result(tmp_path: Path) -> None:
    """A figure from five playouts appears as the cause of a result."""
    assert _analysed(tmp_path / "jena", playouts=5).tables[0].parts == ()


def test_the_decisions_worth_discussing_are_first_and_one_for_each_side(tmp_path: Path) -> None:
    """A tutor must look through every question, or three team-mates are each blamed for one loss."""
    file = keep(tmp_path / "jena", played("kartenspiel", 6).journal)
    dear, cheap, unsure, none = (
        Estimate(mean=mean, low=mean - 0.1, high=mean + 0.1, n=50) for mean in (0.4, 0.3, 0.05, 0.0)
    )
    gate, seats = _lay(file, (none, cheap, unsure, dear))
    report = _report(file).report
    (talk,) = (table.talk for table in report.tables)
    (second,) = (table.gates[gate - 1].declared[1].title for table in report.tables)
    assert [
        (one.gate.number, one.made.seat, one.weighed and one.weighed.cost, one.mates) for one in talk
    ] == [(gate, seats[3], 0.4, (second,))]
    page = html(Named("debrief", report))
    # on the front page, in the list of all, and at its question
    assert page.count("<b>Another answer was better in fact.</b>") == 1 + 1 + 2
    assert page.index("worth talking about") < page.index("Question by question")
    assert f"This loss may be the same as the loss of {second}. It counts once for the side." in page


@pytest.mark.parametrize(
    ("mean", "n", "said"),
    [
        (0.05, 20, "about 160 simulated continuations would be needed"),
        (0.03, 20, "about 450 simulated continuations would be needed"),
        (0.021, 1000, "more than 10,000 simulated continuations would be needed"),
    ],
)
def test_an_uncertain_figure_names_the_playouts_that_it_needs(
    mean: float, n: int, said: str, tmp_path: Path
) -> None:
    """“Too uncertain” is the final result, though an hour of computation can settle it."""
    file = keep(tmp_path / "jena", played("kartenspiel", 6).journal)
    loss = Estimate(mean=mean, low=mean - 0.1, high=mean + 0.1, n=n)
    assert f": {said} (n {n})." in _weighed(file, loss).said


def test_without_an_analysis_the_way_to_it_is_named_to_umpires(tmp_path: Path) -> None:
    """A user does not learn that the analysis can separate decisions from luck."""
    file = keep(tmp_path / "jena", played("kartenspiel", 6).journal)
    assert "warcouncil analyse estimates which decisions" in html(_report(file))
    assert "analyse" not in html(_report(file, ReportOrder(umpires=False, teams=(TeamId("red"),))))


def test_no_team_reads_it(tmp_path: Path) -> None:
    """A team reads a chance from the true position, and so what the other side holds."""
    file = keep(tmp_path / "jena", played("kartenspiel", 6).journal)
    wanted = ReportOrder(umpires=False, teams=(TeamId("red"),))
    before = html(_report(file, wanted))
    _found(file)
    assert html(_report(file, wanted)) == before
