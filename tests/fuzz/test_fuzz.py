"""Everything from outside is read, or refused in the one documented way: real inputs, known bad ones, and a
hunt at night.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fuzz import __main__ as command
from tests.fuzz.hunting import Hunt
from tests.fuzz.plants import EXECUTIONS_MAX, PLANTS
from tests.fuzz.spoiling import RAW
from tests.fuzz.target import Target
from tests.fuzz.targets import TARGETS, called, seeds
from tests.profile import BY_NIGHT
from tests.simulation.planting import planted

SECONDS_AT_NIGHT = 60
"""The time for each target at night: more than half an hour in all, of one processor."""


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_every_input_is_read_or_refused(
    target: Target, record_property: Callable[[str, object], None]
) -> None:
    """A hostile frame, file or line stops an arbiter or a client with a traceback, or keeps it busy."""
    hunt = Hunt(target)
    hunt.begin([*seeds(target), *RAW])
    assert len(hunt.pool) > 1, "nothing is reached"
    if BY_NIGHT:
        hunt.go_on(lambda each: each.used >= SECONDS_AT_NIGHT)
        record_property("covered", command.line(hunt))
    assert not hunt.faults, f"python -m tests.fuzz {target.name!r}"


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("name", PLANTS)
def test_planted_bugs_are_found(name: str) -> None:
    """A hunt that finds no planted bug looks like a product without a fault."""
    hunt = Hunt(called(name))
    with planted(PLANTS[name]):
        hunt.begin(seeds(hunt.target))
        assert not hunt.faults, "real inputs alone would find it"
        hunt.go_on(lambda each: bool(each.faults) or each.tries >= EXECUTIONS_MAX)
    (fault,) = hunt.faults.values()
    print(f"{PLANTS[name].name}: {fault.what}, after {hunt.tries} executions: {fault.data!r}")  # noqa: T201
    again = Hunt(called(name))
    again.attempt(fault.data)
    assert not again.faults, "it is there without the plant"


def test_a_find_is_kept_and_can_be_tried_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A finding of the night is gone in the morning."""
    plant = replace(PLANTS["whereabouts"], new='rest["wob"]')
    with planted(plant):
        assert command.main(["whereabouts", "--minutes", "0", "--found", str(tmp_path / "found")]) == 1
        (file, *_) = (tmp_path / "found").iterdir()
        assert file.name.startswith("whereabouts-")
        assert "KeyError in arbiter.shell.file.listened_at:read_place" in capsys.readouterr().out
        assert command.main(["whereabouts", "--try", str(file)]) == 1
    assert command.main(["whereabouts", "--try", str(file)]) == 0
