"""The measurement of a large event itself: a small one, played to its end."""

from __future__ import annotations

import pytest

from tests.bench import wings


@pytest.mark.night(keep=0)
def test_a_small_event_is_measured_to_its_end() -> None:
    """A console that hears one arbiter alone, or people whose views never came, give figures that are too good."""
    (line,) = wings.run((2,), 1, 2.0, walls=(False,), pace=(0.05, 0.2), warm_seconds=1.0)

    assert (line["arbiters"], line["tables"], line["seats"]) == (2, 2, 20)
    assert line["receipts"]
    assert [line[name] for name in ("lost", "twice", "unanswered", "views_that_never_came")] == [0, 0, 0, 0]
    orders = line["orders"]
    assert isinstance(orders, list)
    assert [(each["act"], each["done"], each["tables"]) for each in orders] == [
        ("pause", 2, 2),
        ("resume", 2, 2),
    ]
