"""The targets of a bundle."""

from __future__ import annotations

import pytest
from packaging.tags import parse_tag
from warcouncil.clients.commands.before.bundle import ForSystem
from warcouncil.clients.commands.bundling.targets import PYTHONS, SYSTEMS, BundleTarget, targets
from warcouncil.clients.plan.text.option_text import BadInput


def test_every_system_that_can_be_named_is_known() -> None:
    """`--for macos` is accepted, and then fails."""
    assert [each.value for each in ForSystem] == [*SYSTEMS]


def test_no_python_named_means_all_and_an_unknown_one_is_refused() -> None:
    """A stranger's laptop may have any Python, and a bundle for 3.10 is carried there for nothing."""
    found = targets(["windows", "linux"], [])
    assert [each.name for each in found] == [
        f"{name}-{each}" for name in ("linux", "windows") for each in PYTHONS
    ]
    with pytest.raises(BadInput, match=r"--python 3\.10: this version is not supported\. Versions are 3\.11"):
        targets(["linux"], ["3.10"])


@pytest.mark.parametrize(
    ("name", "wheel", "fits"),
    [
        ("linux-3.13", "cp311-abi3-manylinux_2_28_x86_64", True),
        ("linux-3.13", "cp313-cp313-manylinux_2_17_x86_64", True),
        ("linux-3.13", "cp313-cp313-manylinux_2_34_x86_64", False),
        ("linux-3.13", "cp313-cp313t-manylinux_2_17_x86_64", False),
        ("linux-3.11", "cp312-abi3-manylinux_2_17_x86_64", False),
        ("linux-arm-3.12", "cp311-abi3-manylinux_2_17_aarch64", True),
        ("linux-arm-3.12", "cp311-abi3-manylinux_2_17_x86_64", False),
        ("macos-3.12", "cp311-abi3-macosx_11_0_arm64", True),
        ("macos-3.12", "cp312-cp312-macosx_10_13_universal2", True),
        ("macos-3.12", "cp311-abi3-macosx_11_0_x86_64", False),
        ("macos-3.12", "cp311-abi3-macosx_14_0_arm64", False),
        ("windows-3.13", "cp313-cp313-win_amd64", True),
        ("windows-3.13", "py3-none-win_arm64", False),
        ("windows-3.13", "py3-none-any", True),
    ],
)
def test_a_wheel_fits_where_it_can_be_run(name: str, wheel: str, *, fits: bool) -> None:
    """A bundle contains a wheel that the laptop's installer refuses, or is refused although a wheel fits."""
    system, _, python = name.rpartition("-")
    assert bool(parse_tag(wheel) & BundleTarget(SYSTEMS[system], python).tags.keys()) is fits
