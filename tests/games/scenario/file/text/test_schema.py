"""The schema that editors complete scenarios with: it is that of this program, and says what every key means."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it has no types
from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.file.text.schema import schema, text

from tests.current import check_current
from tests.games.scenario.broad import BROAD

FILE = Path(__file__).parents[5] / "docs" / "scenario.schema.json"


def test_the_committed_schema_is_that_of_this_program() -> None:
    """If this fails, an editor completes keys that the host refuses."""
    check_current(FILE, text(), "warcouncil scenario schema --out docs/scenario.schema.json")


def test_every_key_is_explained() -> None:
    """An author sees a name and must guess its meaning."""
    silent = [
        f"{name}.{key}"
        for name, part in {"Scenario": schema(), **schema()["$defs"]}.items()
        for key, field in part["properties"].items()
        if "description" not in field and key not in ("kind", "at", "label")
    ]
    assert silent == []


@pytest.mark.parametrize("name", ["broad", *shipped.names()])
def test_sound_scenarios_fit_the_schema_and_a_typo_does_not(name: str) -> None:
    """An editor marks a correct key, or leaves a wrong one."""
    data: dict[str, Any] = tomllib.loads(BROAD if name == "broad" else shipped.text(name))
    judge = Draft202012Validator(json.loads(FILE.read_text("utf-8")))
    assert [error.message for error in judge.iter_errors(data)] == []
    data["phases"][0]["minuts"] = 3
    assert list(judge.iter_errors(data))
