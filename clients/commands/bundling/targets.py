"""For whom a bundle can be made: the systems by the names that people give them, and the versions of Python."""

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
    """A system as a person names it, and how Python and its installer know it."""

    name: str
    label: str
    platform: str
    """As `sys.platform` says."""
    machine: str
    """As `platform.machine()` says, in small letters."""
    version: tuple[int, int]
    """The oldest that everything runs on: of glibc, or of macOS."""
    words: tuple[str, str, str]
    """`platform.system()`, `platform.machine()` and `os.name`, which requirements may ask for."""

    @cached_property
    def platforms(self) -> list[str]:
        """Give the platforms whose wheels run there, the best first."""
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
"""Every system for which all wheels of the lock can be had. For Macs with Intel's processor they no longer can."""


@dataclass(frozen=True)
class BundleTarget:
    """A system with a version of Python."""

    system: BundledSystem
    python: str

    @property
    def name(self) -> str:
        """Give its name."""
        return f"{self.system.name}-{self.python}"

    @property
    def environment(self) -> dict[str, str]:
        """Give what the markers of requirements ask for, as it is there."""
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
        """Give the tags of the wheels that run there, the best with the lowest number."""
        major, minor = map(int, self.python.split("."))
        own = cpython_tags((major, minor), platforms=self.system.platforms)
        pure = compatible_tags((major, minor), f"cp{major}{minor}", self.system.platforms)
        return {tag: rank for rank, tag in enumerate(dict.fromkeys((*own, *pure)))}


def this_system() -> BundledSystem:
    """Give the system that this is. Raises BadInput."""
    found = here()
    for system in SYSTEMS.values():
        if (system.platform, system.machine) == (found["platform"], found["machine"]):
            return system
    raise BadInput(
        f"no bundle can be made for this system ({found['platform']} on {found['machine']}); name others: --for {' | '.join(SYSTEMS)}"
    )


def targets(systems: Iterable[str], pythons: Iterable[str]) -> list[BundleTarget]:
    """Give the targets of some systems (none named: this one) and Pythons (none named: all), in their order. Raises BadInput."""
    named, versions = set(systems) or {this_system().name}, set(pythons) or set(PYTHONS)
    if unknown := sorted(versions - set(PYTHONS)):
        raise BadInput(f"--python {unknown[0]}: warcouncil runs on Python {', '.join(PYTHONS)}")
    return [
        BundleTarget(SYSTEMS[name], python)
        for name in SYSTEMS
        if name in named
        for python in PYTHONS
        if python in versions
    ]


def this_python() -> str:
    """Give the version of the Python that runs this."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"
