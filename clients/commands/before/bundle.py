"""`warcouncil bundle`: packs the program and everything it needs into one file, for machines without a
network.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from warcouncil.clients.commands.common.errors import complain, one_line, politely, stoppable
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.protocol.words import clean

if TYPE_CHECKING:
    from warcouncil.clients.commands.bundling.targets import BundleTarget
    from warcouncil.clients.commands.bundling.writing import Plan


class ForSystem(StrEnum):
    """The systems that a bundle can be for."""

    LINUX = "linux"
    LINUX_ARM = "linux-arm"
    MACOS = "macos"
    WINDOWS = "windows"


def bundle(
    *,
    systems: Annotated[
        list[ForSystem] | None,
        typer.Option(
            "--for",
            help="A system for which the bundle is made. May be given several times. Default: this system.",
        ),
    ] = None,
    pythons: Annotated[
        list[str] | None,
        typer.Option(
            "--python",
            metavar="3.N",
            help=(
                "A Python version for which the bundle is made. May be given several times. Default: all "
                "versions that warcouncil supports."
            ),
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The file to write. By default, its name says for which systems it is."
        ),
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Only check this bundle: whether it is complete, its hash, and its systems."
        ),
    ] = None,
) -> None:
    """Make one file to carry on a stick: the program, all that it needs, an installer and the guide. The other
    machine needs only Python.

    There, `python3 FILE demo` plays at once and `python3 FILE --install` installs, both without a network (`py` on
    Windows). All fetched files are checked against the hashes of the lock. If this command is interrupted, it goes on
    where it stopped.
    """
    with politely():
        if check is not None:
            _check(check)
            return
        with stoppable(lambda: ". Run the same command to continue where it stopped"):
            made = _make([each.value for each in systems or ()], pythons or [], out)
        typer.echo(one_line(made))


def _check(file: Path) -> None:
    from warcouncil.clients.commands.bundling.carried.reading import (
        BadBundle,
        Bundle,
        bundle_faults,
        meant_for,
    )

    try:
        found = Bundle(file)
        faults = bundle_faults(found)
    except BadBundle as fault:
        raise BadInput(str(fault)) from None
    for fault_line in faults[:-1]:
        complain(fault_line)
    if faults:
        raise BadInput(faults[-1])
    manifest = found.manifest
    typer.echo(
        one_line(f"{file} is complete: {len(found.sums)} files of warcouncil {manifest['warcouncil']}")
    )
    typer.echo(f"for: {meant_for(manifest)}")
    if file.is_file():
        typer.echo(f"sha256: {_digest(file)}")


def _make(systems: Sequence[str], pythons: Sequence[str], out: Path | None) -> str:
    """Make a bundle. Return a line about it. Raises BadInput."""
    from warcouncil.clients.commands.bundling.own import own_wheel
    from warcouncil.clients.commands.bundling.targets import targets
    from warcouncil.clients.commands.bundling.writing import write

    wanted = targets(systems, pythons)
    release = version("warcouncil")
    named = "-".join(dict.fromkeys(target.system.name for target in wanted))
    file = (out or Path(f"warcouncil-{release}-{named}.zip")).absolute()
    if file.exists():
        raise BadInput(f"--out {file}: this file exists already. Name another, or delete it")
    part = file.with_name(f"{file.name}.part")
    asked = part / hashlib.sha256(" ".join(target.name for target in wanted).encode()).hexdigest()[:8]
    try:
        asked.mkdir(parents=True, exist_ok=True)
        own = own_wheel()
        plan = _fetched(wanted, asked)
        fresh = part / file.name
        fresh.unlink(missing_ok=True)
        write(fresh, own, plan)
        fresh.rename(file)
        shutil.rmtree(part)
    except OSError as fault:
        raise BadInput(
            f"--out {file}: the file cannot be written ({why(fault)}). The fetched files are in {part}"
        ) from None
    finally:
        for folder in (asked, part):
            with suppress(OSError):
                folder.rmdir()  # This fails if wheels were fetched, which are kept for the next attempt
    size = round(file.stat().st_size / 1e6)
    return (
        f"{file}: {size} MB, sha256 {_digest(file)}. On the other machine: python3 {file.name} demo,"
        f" or python3 {file.name} --install"
    )


def _fetched(wanted: Sequence[BundleTarget], folder: Path) -> Plan:
    """Return the wheels of each target, and show the progress."""
    from rich.console import Console
    from rich.progress import Progress
    from warcouncil.clients.commands.bundling.fetching import fetch
    from warcouncil.clients.commands.bundling.lock import LOCK, read_lock

    lock = read_lock(LOCK.read_text("utf-8"))
    plan = []
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("", total=sum(each.is_wanted(target) for target in wanted for each in lock))
        for target in wanted:
            started = progress.tasks[task].completed

            def told(name: str, target: BundleTarget = target) -> None:
                progress.update(task, advance=1, description=f"{target.name}: {clean(name, 30)}")

            plan.append((target, fetch(lock, target, folder, told)))
            progress.update(task, completed=started + len(plan[-1][1]))
    return plan


def _digest(file: Path) -> str:
    with file.open("rb") as read:
        return hashlib.file_digest(read, "sha256").hexdigest()
