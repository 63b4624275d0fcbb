"""The numbers that may be printed on cards and cities, each at its limits."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from pydantic import ValidationError
from warcouncil.games.hard_war.manifest import Manifest, house

HOUSE: dict[str, Any] = house().model_dump(mode="json")


@pytest.mark.parametrize(
    ("place", "least", "greatest", "step"),
    [
        (("cities", 0, "vp"), 1, 4, 1),
        (("cities", 0, "flags_per_side"), 1, 6, 1),
        (("toll_track", "max"), 40, 1000, 10),
        (("military_vp",), 1, 8, 1),
        (("hand_size",), 2, 10, 1),
        (("jab_final_bonus",), 0, 200, 10),
        (("special", "media"), 0, 60, 1),
        (("attack", "ground", "10"), 0, 60, 1),
    ],
    ids=str,
)
def test_a_number_of_a_manifest_has_its_limits(
    place: tuple[str | int, ...], least: int, greatest: int, step: int
) -> None:
    """An unplayable number, such as an empty hand, an endless track or a text, is accepted. Or a playable one
    is refused.
    """

    def takes(value: object) -> bool:
        given = deepcopy(HOUSE)
        part: Any = given
        for name in place[:-1]:
            part = part[name]
        part[place[-1]] = value
        try:
            Manifest.model_validate(given)
        except ValidationError:
            return False
        return True

    assert [takes(value) for value in (least, least + step, greatest)] == [True] * 3
    wrong = [least - step, greatest + step, str(least), *([least + 5] if step == 10 else [])]
    assert [takes(value) for value in wrong] == [False] * len(wrong)
