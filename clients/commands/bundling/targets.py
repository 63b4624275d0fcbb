"""The targets of a bundle: the systems by the names that people use, and the versions of Python."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from warcouncil.clients.commands.bundling.carried.reading import here
from warcouncil.clients.plan.text.option_text import BadInput

PYTHONS = ("3.11", "3.12", "3.13")
"""The versions of Python that are supported and tested."""


@dataclass(frozen=True)
class BundledSystem:
    """A system by its usual name, and by the names that Python and its installer use."""

    name: str
    label: str
    platform: str
    """The value of `sys.platform`."""
    machine: str
    """The value of `platform.machine()` in lower case."""
    version: tuple[int, int]
    """The oldest version of glibc or macOS on which everything runs."""
    words: tuple[str, str, str]
    """The values of `platform.system()`, `platform.machine()` and `os.name`, which requirements may test."""

    @cached_property
    def platforms(self) -> list[str]:
        """Return the platforms whose wheels run there, the best first."""
        machine = self.words[1]
        if self.platform == "darwin":
            return [*mac_platforms(self.version, machine)]
        if self.platform == "linux":
            newest, oldest = self.version[1], 17 if machine == "aarch64" else 5
            kinds = [f"manylinux_2_{minor}" for minor in range(newest, oldest - 1, -1)]
            old = ("manylinux2014", "manylinux2010", "manylinux1")[: 1 if machine == "aarch64" else 3]
            return [f"{kind}_{machine}" for kind in (*kinds, *old, "linux")]
        return ["win_amd64"]


_LINUX = "with glibc 2.28 or newer"
SYSTEMS = {
    system.name: system
    for system in (
        BundledSystem(
            "linux", f"Linux on x86-64 {_LINUX}", "linux", "x86_64", (2, 28), ("Linux", "x86_64", "posix")
        ),
        BundledSystem(
            "linux-arm", f"Linux on ARM {_LINUX}", "linux", "aarch64", (2, 28), ("Linux", "aarch64", "posix")
        ),
        BundledSystem(
            "macos",
            "macOS 11 or newer on Apple silicon",
            "darwin",
            "arm64",
            (11, 0),
            ("Darwin", "arm64", "posix"),
        ),
        BundledSystem("windows", "Windows on x86-64", "win32", "amd64", (0, 0), ("Windows", "AMD64", "nt")),
    )
}
"""Every system for which all wheels of the lock are available.

Macs with Intel processors are not in it, because some wheels are missing for them.
"""


@dataclass(frozen=True)
class BundleTarget:
    """A system with a version of Python."""

    system: BundledSystem
    python: str

    @property
    def name(self) -> str:
        """Return the name of the target."""
        return f"{self.system.name}-{self.python}"

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment for the markers of requirements on that system."""
        name, machine, os_name = self.system.words
        return {
            "os_name": os_name,
            "sys_platform": self.system.platform,
            "platform_system": name,
            "platform_machine": machine,
            "platform_python_implementation": "CPython",
            "implementation_name": "cpython",
            "implementation_version": f"{self.python}.0",
            "python_version": self.python,
            "python_full_version": f"{self.python}.0",
            "platform_release": "",
            "platform_version": "",
            "extra": "",
        }

    @cached_property
    def tags(self) -> dict[Tag, int]:
        """Return the tags of the wheels that run there, the best with the lowest number."""
        major, minor = map(int, self.python.split("."))
        own = cpython_tags((major, minor), platforms=self.system.platforms)
        pure = compatible_tags((major, minor), f"cp{major}{minor}", self.system.platforms)
        return {tag: rank for rank, tag in enumerate(dict.fromkeys((*own, *pure)))}


def this_system() -> BundledSystem:
    """Return the present system. Raises BadInput."""
    found = here()
    for system in SYSTEMS.values():
        if (system.platform, system.machine) == (found["platform"], found["machine"]):
            return system
    raise BadInput(
        f"a bundle cannot be made for this system ({found['platform']} on {found['machine']}). Name"
        f" others: --for {' | '.join(SYSTEMS)}"
    )


def targets(systems: Iterable[str], pythons: Iterable[str]) -> list[BundleTarget]:
    """Return the targets of some systems and Pythons, in order. If no system is named, this one is used. If
    no Python is named, all are used.

    Raises BadInput.
    """
    named, versions = set(systems) or {this_system().name}, set(pythons) or set(PYTHONS)
    if unknown := sorted(versions - set(PYTHONS)):
        raise BadInput(
            f"--python {unknown[0]}: this version is not supported. Versions are {', '.join(PYTHONS)}"
        )
    return [
        BundleTarget(SYSTEMS[name], python)
        for name in SYSTEMS
        if name in named
        for python in PYTHONS
        if python in versions
    ]


def this_python() -> str:
    """Return the version of the running Python."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"
