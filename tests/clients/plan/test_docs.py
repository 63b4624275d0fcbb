"""`docs/plan.md` and its sample: they describe what the program does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic.fields import FieldInfo
from warcouncil.clients.plan.reading.check import check, check_file
from warcouncil.clients.plan.reading.layout import summary
from warcouncil.clients.plan.text.model import (
    SILENCES,
    ExercisePart,
    InjectPart,
    Part,
    PersonPart,
    TablesPart,
    UmpirePart,
    WhenPart,
    WingPart,
)
from warcouncil.clients.room.rehearsal.rehearsal import rehearse_room

DOCS = Path(__file__).parents[3] / "docs"
PARTS: tuple[type[Part], ...] = (
    ExercisePart,
    TablesPart,
    PersonPart,
    UmpirePart,
    InjectPart,
    WhenPart,
    WingPart,
)


def row(key: str, field: FieldInfo) -> str:
    """Return a key's line in the tables of the guide."""
    default: Any = field.get_default(call_default_factory=True)
    shown = (
        "must be given" if field.is_required() else "none" if default is None else f"`{json.dumps(default)}`"
    )
    return f"| `{key}` | {shown} | {field.description} |"


@pytest.mark.parametrize("part", PARTS)
def test_every_key_is_in_the_guide_with_its_default_and_meaning(part: type[Part]) -> None:
    """A tutor writes a key that the program does not read, or does not learn of one that it does."""
    guide = (DOCS / "plan.md").read_text("utf-8")
    missing = [row(key, field) for key, field in part.model_fields.items()]
    assert [line for line in missing if line not in guide] == []


def test_every_silence_policy_is_in_the_guide() -> None:
    """An umpire must guess what happens to a silent seat."""
    guide = (DOCS / "plan.md").read_text("utf-8")
    assert [word for word in SILENCES if f"| `{word}`" not in guide] == []


def test_every_piece_of_toml_in_the_guide_can_be_read() -> None:
    """A user who copies from the guide begins with a mistake."""
    pieces = (DOCS / "plan.md").read_text("utf-8").split("```toml\n")[1:]
    assert pieces
    for piece in pieces:
        text = piece.partition("```")[0]
        whole = text if "[[tables]]" in text else f'{text}\n[[tables]]\ngame = "kartenspiel"\ncount = 4\n'
        assert [str(fault) for fault in check(whole, DOCS / "plan.toml").faults] == []


def test_the_sample_is_a_good_plan_and_its_room_a_good_morning() -> None:
    """The first plan that users see does not work."""
    checked = check_file(DOCS / "sample-plan.toml")
    assert (checked.faults, checked.hints) == ((), ())
    assert checked.room
    guide = (DOCS / "plan.md").read_text("utf-8")
    for line in summary(checked.room):
        assert line in guide
    assert rehearse_room(checked.room, pace_seconds=8).wrong == []
