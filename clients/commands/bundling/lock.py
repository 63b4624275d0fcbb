"""The locked requirements: each distribution with its version, its marker, and its allowed hashes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from warcouncil.clients.commands.bundling.targets import BundleTarget

LOCK = Path(__file__).parents[3] / "requirements" / "web.txt"
_HASH = "--hash=sha256:"


@dataclass(frozen=True)
class Locked:
    """A distribution of the lock."""

    requirement: Requirement
    hashes: frozenset[str]

    @property
    def name(self) -> str:
        """Return the normalised name of the distribution."""
        return canonicalize_name(self.requirement.name)

    @property
    def version(self) -> str:
        """Return the version of the distribution."""
        (pinned,) = self.requirement.specifier
        return pinned.version

    def is_wanted(self, target: BundleTarget) -> bool:
        """Return whether a system and a Python need the distribution."""
        marker = self.requirement.marker
        return marker is None or marker.evaluate(target.environment)

    def line(self, hashes: Iterable[str], *, marked: bool = True) -> str:
        """Return the distribution as a requirement that allows only these hashes."""
        marker = self.requirement.marker if marked else None
        condition = f" ; {marker}" if marker else ""
        return " ".join(
            (f"{self.name}=={self.version}{condition}", *(f"{_HASH}{each}" for each in sorted(hashes)))
        )


def read_lock(text: str) -> list[Locked]:
    """Parse the lock as `make lock` writes it."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    found = []
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        wanted, *hashes = line.split(_HASH)
        if wanted.strip():
            found.append(Locked(Requirement(wanted), frozenset(each.strip() for each in hashes)))
    return found
