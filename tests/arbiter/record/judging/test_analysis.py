"""An analysis can be stopped and continued. It gives the same figures on one worker, on several and on a cluster."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import pytest
from warcouncil.arbiter.record.account.account import TableAccount
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.judging import analysis
from warcouncil.arbiter.record.judging.analysis import BadFindings, Basis, Findings, Workers
from warcouncil.arbiter.record.judging.judgement import GateJudged
from warcouncil.arbiter.record.judging.judging import Question
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.words import GateNo, TableId

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import keep

SEED = "7"


@pytest.fixture(scope="module")
def accounts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[TableId, TableAccount]]:
    """A game of Kashmir Crisis, as its file contains it."""
    room = Room("kashmir_crisis")
    room.sit_all()
    while isinstance(room.table.phase, Phase) and room.table.gate < 4:
        room.play(1)
    with open_record(keep(tmp_path_factory.mktemp("record") / "jena", room.journal)) as record:
        yield gather(record)


@pytest.fixture
def basis(accounts: dict[TableId, TableAccount]) -> Basis:
    """The basis of the analysis."""
    return analysis.basis_of("Jena", accounts.values(), seed=SEED, playouts=2)


def _judged(
    file: Path, accounts: dict[TableId, TableAccount], basis: Basis, workers: Workers, most: int = 99
) -> list[GateJudged]:
    results = Findings(file, basis)
    wanted = [one for one in analysis.asked(accounts.values(), basis) if results.wants(one)]
    running = analysis.run(results, wanted, workers, at_once=2)
    found = [one for _, one in zip(range(most), running, strict=False)]
    running.close()  # type: ignore[attr-defined]  # it is a generator
    return found


def test_the_same_figures_here_there_and_anywhere(
    accounts: dict[TableId, TableAccount], basis: Basis, tmp_path: Path
) -> None:
    """Two tutors with one file get two different analyses."""
    from distributed import LocalCluster  # a second of a processor, which every collection of tests would pay

    with ThreadPoolExecutor(1) as alone:
        first = _judged(tmp_path / "one", accounts, basis, alone)
    with analysis.pool(2) as processes:
        second = _judged(tmp_path / "two", accounts, basis, processes)
    cluster = LocalCluster(  # type: ignore[no-untyped-call]  # dask has no types
        n_workers=1, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    )
    with cluster, analysis.dask(cluster.scheduler_address) as far:
        third = _judged(tmp_path / "three", accounts, basis, far)
    by_gate = [sorted(found, key=lambda one: one.gate) for found in (first, second, third)]
    assert [bool(one.decisions) for one in by_gate[0]][-1] is False  # no seat has answered yet
    assert any(one.decisions for one in by_gate[0])
    assert by_gate[0] == by_gate[1] == by_gate[2]


def test_it_goes_on_where_it_stopped(
    accounts: dict[TableId, TableAccount], basis: Basis, tmp_path: Path
) -> None:
    """An hour of computation is lost when the laptop is closed."""
    file = tmp_path / "jena.analysis.jsonl"
    with ThreadPoolExecutor(1) as alone:
        whole = _judged(tmp_path / "whole", accounts, basis, alone)
        (first,) = _judged(file, accounts, basis, alone, most=1)
        with file.open("a") as out:
            out.write(whole[-1].model_dump_json()[:100])  # the power failed during this write
        rest = _judged(file, accounts, basis, alone)
    assert first.gate not in {one.gate for one in rest}
    found = analysis.read_findings(file)
    assert found is not None
    assert found[0] == basis
    assert found[1][TableId(1)] == {one.gate: one for one in whole}
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("change", [{"seed": "8"}, {"playouts": 3}, {"rules": {"kashmir_crisis": "2031"}}])
def test_a_finding_on_another_basis_is_not_used(
    accounts: dict[TableId, TableAccount], basis: Basis, tmp_path: Path, change: dict[str, object]
) -> None:
    """Figures of other rules, or of fewer playouts, are mixed with these."""
    with ThreadPoolExecutor(1) as alone:
        _judged(tmp_path / "jena", accounts, basis, alone, most=1)
    assert Findings(tmp_path / "jena", basis).judged
    assert not Findings(tmp_path / "jena", basis.model_copy(update=change)).judged


def test_a_night_of_reckoning_is_not_lost_to_a_quick_look(
    accounts: dict[TableId, TableAccount], basis: Basis, tmp_path: Path
) -> None:
    """A user who asks for fewer playouts the next morning must begin again."""
    file, quick = tmp_path / "jena", basis.model_copy(update={"playouts": 3})
    with ThreadPoolExecutor(1) as alone:
        night = _judged(file, accounts, basis, alone, most=2)
        before = file.read_bytes()
        Findings(file, quick)
        assert file.read_bytes() == before  # nothing replaces it yet
        assert _judged(file, accounts, quick, alone, most=1)
    assert (tmp_path / "jena.1").read_bytes() == before
    assert analysis.read_findings(file) is not None
    (tmp_path / "jena.1").replace(file)
    found = Findings(file, basis).judged
    assert [found[one.table][one.gate] for one in night] == night


def test_a_position_that_has_changed_is_judged_anew(
    accounts: dict[TableId, TableAccount], basis: Basis, tmp_path: Path
) -> None:
    """Another exercise of the same name is explained by the figures of this one."""
    with ThreadPoolExecutor(1) as alone:
        _judged(tmp_path / "jena", accounts, basis, alone)
    results = Findings(tmp_path / "jena", basis)
    questions = analysis.asked(accounts.values(), basis)
    assert not any(map(results.wants, questions))
    assert results.wants(questions[0].model_copy(update={"state": questions[1].state}))


def test_bad_places_are_said_in_a_line(basis: Basis, tmp_path: Path) -> None:
    """A diary is overwritten, or a night of computation ends with a traceback."""
    diary = tmp_path / "diary"
    diary.write_text("dear diary\n")
    with pytest.raises(BadFindings, match="is not an analysis"):
        Findings(diary, basis)
    assert diary.read_text() == "dear diary\n"
    assert analysis.read_findings(diary) is None
    with pytest.raises(BadFindings, match="cannot be"):
        Findings(tmp_path / "no such folder" / "x", basis)
    with pytest.raises(BadFindings, match="cannot be"):
        Findings(tmp_path, basis)
    diary.write_bytes(b"\xff\xfe")
    with pytest.raises(BadFindings, match="cannot be read"):
        Findings(diary, basis)
    assert analysis.read_findings(tmp_path / "nothing") is None
    with pytest.raises(BadFindings, match="cannot be reached"), analysis.dask("tcp://127.0.0.1:9"):
        pass


class FakeCluster:
    """A dask client whose workers answer as given."""

    def __init__(self, *answers: object) -> None:
        self._answers = answers

    def wait_for_workers(self, _: int, timeout: float) -> None:
        """Wait for the first worker."""
        assert timeout
        if not self._answers:
            raise TimeoutError

    def run(self, _: object, on_error: str) -> dict[str, object]:
        """Return what each worker answers."""
        assert on_error == "return"
        return {f"tcp://w{number}": answer for number, answer in enumerate(self._answers)}


HERE = analysis._program()()


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ((), "has no workers; start one: dask worker tcp://s"),
        ((HERE, ModuleNotFoundError("warcouncil")), "w1 does not have warcouncil"),
        ((("0.0.1", HERE[1]),), "w0 has warcouncil 0.0.1, this machine"),
        (((HERE[0], {**HERE[1], "escalate": "old"}),), "has version old of the rules of escalate"),
        (((HERE[0], {}),), "has version none of the rules of"),
    ],
)
def test_a_worker_that_would_judge_by_other_rules_is_refused(answers: tuple[object, ...], said: str) -> None:
    """If this fails, findings name rules by which no worker judged, or nothing happens for a minute."""
    with pytest.raises(BadFindings, match=re.escape(said)):
        analysis._checked(FakeCluster(*answers), "tcp://s")
    assert analysis._checked(FakeCluster(HERE, HERE), "tcp://s") == "2 dask workers with this program."


@pytest.mark.parametrize(
    ("there", "said"),
    [
        (("0.1.0 (0a0a0a0a0a0a)", HERE[1]), "a worker has warcouncil 0.1.0 (0a0a0a0a0a0a), this machine"),
        ((HERE[0], {**HERE[1], "escalate": "old"}), "a worker has version old of the rules of escalate"),
    ],
)
def test_a_worker_that_came_later_is_checked_too(there: tuple[object, ...], said: str) -> None:
    """If this fails, a laptop that joins the cluster during an analysis judges by its own rules."""
    with ThreadPoolExecutor(1) as alone:
        assert analysis.SameProgram(alone, HERE).submit(max, 1, 2).result() == 2
        with pytest.raises(BadFindings, match=re.escape(said)):
            # here is what there would be for such a worker
            analysis.SameProgram(_Elsewhere(there), HERE).submit(max, 1, 2)


class _Elsewhere:
    """A worker with another program."""

    def __init__(self, there: object) -> None:
        self._there = there

    def submit(self, do: Callable[..., object], /, *asked: object) -> object:
        """Run the task at once, as that worker does."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(analysis, "_program", lambda: lambda: self._there)
            return do(*asked)


def test_a_table_is_one_task_while_others_wait() -> None:
    """If this fails, several workers find the same beliefs, or one worker is alone at the end."""

    def question(table: int, gate: int) -> Question:
        return Question(
            table=TableId(table),
            game="kartenspiel",
            options={},
            gate=GateNo(gate),
            state="",
            decided=(),
            seed="",
            playouts=1,
        )

    several = [question(table, gate) for table in (1, 2, 3) for gate in range(6)]
    tasks = [[(one.table, one.gate) for one in task] for task in analysis._in_rows(several, at_once=2)]
    assert [len(task) for task in tasks] == [6, 4, 2, 4, 2]
    assert [*chain.from_iterable(tasks)] == [(one.table, one.gate) for one in several]
