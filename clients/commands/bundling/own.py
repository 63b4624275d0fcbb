"""The program's own wheel: made again from the installed files, or built from a checkout.

The same input gives the same bytes.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution, version
from pathlib import Path, PurePosixPath

import tomlkit
from warcouncil.arbiter.shell.base.program import COMMIT_FILE, commit
from warcouncil.clients.commands.bundling.fetching import pip
from warcouncil.clients.plan.text.option_text import BadInput

ROOT = Path(__file__).parents[3]
"""The folder of the package, in a checkout or installed."""
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every file in a bundle, which is the earliest date in the zip format."""
_OF_THE_INSTALLATION = (
    "INSTALLER",
    "REQUESTED",
    "direct_url.json",
    "uv_build.json",
    "uv_cache.json",
    "RECORD",
)
"""The files that installers add to a wheel's metadata."""
_SOURCES = (
    "arbiter",
    "clients",
    "games",
    "protocol",
    "docs",
    "site",
    "requirements",
    "*.py",
    "*.toml",
    "*.md",
    "LICENSE",
)
_NOT_SOURCES = shutil.ignore_patterns("__pycache__", ".*", "*.exercise*", "*.warcouncil*")


def own_wheel() -> tuple[str, bytes]:
    """Return the name and the bytes of the wheel of the running program. Raises BadInput."""
    checkout = ROOT if (ROOT / "pyproject.toml").is_file() else None
    files = _built(checkout) if checkout else _as_installed(distribution("warcouncil"))
    (papers,) = {name.partition("/")[0] for name in files if ".dist-info/" in name}
    lines = [f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in sorted(files.items())]
    files[f"{papers}/RECORD"] = "".join([*lines, f"{papers}/RECORD,,\n"]).encode()
    return f"{papers.removesuffix('.dist-info')}-py3-none-any.whl", packed(files)


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip that has the same bytes on every machine: sorted, undated, and not compressed."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name in sorted(files):
            archive.writestr(entry(name), files[name])
    return whole.getvalue()


def entry(name: str) -> zipfile.ZipInfo:
    """Return the zip entry of a file, the same on every system."""
    found = zipfile.ZipInfo(name, EPOCH)
    found.create_system = 3
    found.external_attr = (0o100755 if name.endswith(".sh") else 0o100644) << 16
    return found


def _as_installed(installed: Distribution) -> dict[str, bytes]:
    """Return the files of the installed wheel. Files outside the packages go to the data folder of the wheel.
    Programs are left out, because the installer makes them. Raises BadInput."""
    files = {}
    papers = f"warcouncil-{installed.version}.dist-info"
    listed = _listed(installed)
    for name, digest in listed.items():
        path = PurePosixPath(name)
        parts = [part for part in path.parts if part != ".."]
        if path.suffix == ".pyc" or parts[-1] in _OF_THE_INSTALLATION or parts[0] in ("bin", "Scripts"):
            continue
        if path.parts[0] == "..":
            parts = [papers.replace(".dist-info", ".data"), "data", *parts[parts.index("share") :]]
        try:
            data = Path(str(installed.locate_file(name))).read_bytes()
        except OSError:
            raise BadInput(
                f"{name}: this file of the installed program is missing. Install it again"
            ) from None
        if digest and f"sha256={_digest(data)}" != digest:
            raise BadInput(f"{name}: this file was changed since the program was installed. Install it again")
        files["/".join(parts)] = data
    if added := sorted(_present() - listed.keys()):
        raise BadInput(
            f"{added[0]}: this file was added since the program was installed. Move it away, or install again"
        )
    return files


def _listed(installed: Distribution) -> dict[str, str]:
    """Return each file that the installer recorded, with its hash. `Distribution.files` leaves out missing files on
    some Pythons. Raises BadInput."""
    record = installed.read_text("RECORD")
    if not record:
        raise BadInput("RECORD: this file of the installed program is missing. Install it again")
    return {name: digest for name, digest, _ in csv.reader(record.splitlines())}


def _present() -> set[str]:
    """Return the files of the installed package, without hidden and compiled ones."""
    paths = {path.relative_to(ROOT.parent) for path in ROOT.rglob("*") if path.is_file()}
    return {
        path.as_posix()
        for path in paths
        if path.suffix != ".pyc" and not any(part.startswith(".") for part in path.parts)
    }


def _built(root: Path) -> dict[str, bytes]:
    """Build the wheel from a copy of a checkout, which stays as it is. Raises BadInput."""
    _check_builder((root / "pyproject.toml").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as scratch:
        source, out = Path(scratch) / "source", Path(scratch) / "out"
        source.mkdir()
        for pattern in _SOURCES:
            for path in root.glob(pattern):
                if path.is_dir():
                    shutil.copytree(path, source / path.name, ignore=_NOT_SOURCES)
                else:
                    shutil.copy(path, source)
        if commit(root):
            (source / COMMIT_FILE).write_text(f"{commit(root)}\n", "ascii", newline="\n")
        words = [
            *pip(),
            "wheel",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            "--no-build-isolation",  # No unchecked file is fetched for the build, and all machines build with the same versions
            "--wheel-dir",
            str(out),
            str(source),
        ]
        done = subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        built = sorted(out.glob("*.whl"))
        if done.returncode or not built:
            told = [line for line in done.stderr.splitlines() if line.strip()] or ["it gave no message"]
            raise BadInput(f"pip could not build the program's own wheel from {root}: {told[-1].strip()}")
        with zipfile.ZipFile(built[0]) as wheel:
            return {
                name: wheel.read(name) for name in wheel.namelist() if not name.endswith(("/", "/RECORD"))
            }


def _check_builder(settings: str) -> None:
    """Check that this Python has the build tools in the version that the checkout names. Raises BadInput."""
    (wanted,) = tomlkit.parse(settings).unwrap()["build-system"]["requires"]
    name, _, pinned = wanted.partition("==")
    try:
        here = version(name)
    except PackageNotFoundError:
        here = "none"
    if here != pinned:
        raise BadInput(
            f"{name} {pinned} is needed to build this checkout, and this Python has {here}. Run: make "
            f"install, or: pip install {wanted}"
        )


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
