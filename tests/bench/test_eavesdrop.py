"""The traces of a seal over real sockets: each night with the number of trials that the claim names."""

from __future__ import annotations

import pytest

from tests.bench import eavesdrop
from tests.profile import BY_NIGHT

AUC_MAX = 0.55
AUC_HEARD_MIN = 0.8
TRIALS = 10_000


def test_an_auc_tells_apart_what_differs() -> None:
    """A measure that is always 0.5 calls every arbiter silent."""
    even = [(number % 2 == 0, float(number // 2)) for number in range(100)]
    assert eavesdrop.auc(even) == 0.5
    assert eavesdrop.auc([(number >= 50, float(number)) for number in range(100)]) == 1
    assert eavesdrop.auc([(number < 50, float(number)) for number in range(100)]) == 1
    assert eavesdrop.auc([(False, 1.0), (False, 2.0), (True, 2.0), (True, 3.0)]) == 0.875


@pytest.mark.night(keep=0)
def test_a_short_measurement_comes_to_its_end() -> None:
    """A measurement that loses an answer never ends, or measures another frame than the answer."""
    at_once, product = eavesdrop.run(20, disk_ms=(1,))

    assert (at_once["name"], product["name"]) == ("eavesdrop, answers at once", "eavesdrop")
    assert (product["trials"], product["disk_ms"]) == (20, 1)


@pytest.mark.skipif(not BY_NIGHT, reason="it takes most of an hour")
@pytest.mark.timeout(7200)
def test_a_seal_cannot_be_heard() -> None:
    """T14, T16: a seat that beats or a listener learns when another seat seals, with some disk."""
    lines = list(eavesdrop.run(TRIALS))
    for line in lines:
        for place in ("seat", "wire"):
            heard = line[f"{place}_auc"]
            assert isinstance(heard, float)
            if line["name"] == "eavesdrop":
                assert heard <= AUC_MAX, line
            elif line["disk_ms"]:
                assert heard >= AUC_HEARD_MIN, line
