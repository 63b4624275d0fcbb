"""A scenario's file is checked completely: mistakes with their lines first, then doubtful places."""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.clients.plan.new.scenario_check import look_through, scenario_in
from warcouncil.clients.plan.text.option_text import BadInput

from tests.games.scenario.broad import BROAD


def test_every_mistake_has_its_line_in_the_order_of_the_file(tmp_path: Path) -> None:
    """An author corrects forty mistakes in forty runs, and must search for each."""
    file = tmp_path / "strait.toml"
    file.write_text(
        BROAD.replace("is sail", "is sale").replace('end = "deal"', 'end = "deel"'), encoding="utf-8"
    )
    found = look_through(file)
    assert found.scenario is None
    assert [fault.line for fault in found.faults] == sorted(fault.line for fault in found.faults)
    assert [fault.text.partition(". ")[0] for fault in found.faults] == [
        "move has no option 'sale'",
        "there is no ending 'deel'",
    ]
    with pytest.raises(BadInput, match=r"strait.toml: line \d+: move has no option 'sale'.*\(and 1 more\)"):
        scenario_in(file)


def test_a_doubt_is_no_mistake(tmp_path: Path) -> None:
    """A half-written exercise cannot be tried."""
    file = tmp_path / "strait.toml"
    file.write_text("\ufeff" + BROAD, encoding="utf-8")
    found = look_through(file)
    assert found.faults == ()
    assert found.scenario == scenario_in(file)
    line = BROAD[: BROAD.index('name = "nerve"')].count("\n") + 1
    assert str(found.hints[0]) == f"{file}: line {line}: nerve never changes"
