"""The needs of a machine that hosts the arbiters of a plan: ports, files or databases, descriptors, and packages for
browsers.

The checks leave nothing behind and disturb no running program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.database.connection import (
    check_link,
    check_may_begin,
    check_server,
    connect,
    engine_of,
    reached,
)
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.plan.reading.layout import WebWish
from warcouncil.clients.room.doctor.check_result import CheckResult
from warcouncil.clients.room.doctor.doctor import disk, files, program_and_machine, sleep, syncs
from warcouncil.clients.room.doctor.network import (
    addresses,
    discovered,
    firewall,
    metrics_told,
    ports,
    served,
    taken,
)


@dataclass(frozen=True, slots=True)
class ArbiterNeeds:
    """An arbiter that will run here: its wing, its ports, its number of seats, and the location of its
    exercise.

    The wing is "" if there is only one. The location is None for a new file in the working folder.
    """

    wing: str
    ports: tuple[int, ...]
    seats: int
    home: Location | None = None


def holding(
    wing: str, port: int, seats: int, home: Location | None = None, web: WebWish | None = None
) -> ArbiterNeeds:
    """Return the needs of an arbiter on `port`. With `web`, it also serves browsers, at the given port or two
    above `port`.
    """
    page = (web.port or port + 2) if web else None
    return ArbiterNeeds(wing, tuple(taken(port, page)), seats, home)


def examine_plan(
    holdings: Sequence[ArbiterNeeds], folder: Path, web: WebWish | None, metrics: Sequence[int] = ()
) -> Iterator[CheckResult]:
    """Check this machine as the host of all these arbiters.

    `folder` is where hosting begins, `web` has the settings for browsers, and `metrics` has the ports for
    metrics.
    """
    yield from program_and_machine()
    yield addresses()
    for at, one in enumerate(holdings):
        for found in _held(one, holdings[:at]):
            yield replace(found, said=f"{one.wing}: {found.said}") if one.wing else found
    if metrics:
        yield metrics_told(metrics, [port for one in holdings for port in one.ports])
    yield firewall(port for one in holdings for port in one.ports)
    if web is not None:
        ready = served()
        yield ready
        yield from _certificate(web) if ready.fine else ()
    yield files(max(one.seats for one in holdings))
    yield sleep()
    homes = [one.home.file.absolute().parent for one in holdings if one.home and one.home.file]
    for place in dict.fromkeys([folder.absolute(), *homes]):
        if _is_folder(place):
            yield disk(place)
            yield syncs(place)
    yield discovered()


def _held(one: ArbiterNeeds, before: Sequence[ArbiterNeeds]) -> Iterator[CheckResult]:
    """Check what one arbiter needs. `before` has the arbiters that were checked already.

    A plan treats two host names as two machines. So only this check finds that two wings on one machine need
    the same thing.
    """
    other = "give another port to the wing in the plan" if one.wing else ""
    clash = next((each for each in before if set(each.ports) & set(one.ports)), None)
    if clash is not None:
        first = min(set(clash.ports) & set(one.ports))
        yield CheckResult(
            "ports", False, f"{first}: the wing {clash.wing} on this machine needs it too", other
        )
    else:
        yield ports(one.ports, other)
    if one.home is None:
        return
    same = next((each for each in before if each.home and _is_one(each.home, one.home)), None)
    if same is not None:
        said = f"{one.home}: the wing {same.wing} on this machine uses it too"
        yield CheckResult("exercise", False, said, "Give the wing another file in the plan")
    else:
        yield _file(one.home.file) if one.home.file is not None else _database(one.home)


def _is_one(one: Location, other: Location) -> bool:
    """Return whether two exercises would be at the same location.

    In a database, each exercise without a name gets a location of its own.
    """
    if one.file is not None and other.file is not None:
        return one.file.absolute() == other.file.absolute()
    return bool(one.exercise) and one == other


def _file(file: Path) -> CheckResult:
    """Check whether an exercise can begin in a file. Another check covers whether its folder is writable."""
    other = "name another file in the plan"
    if not _is_folder(file.absolute().parent):
        return CheckResult(
            "exercise", False, f"{file}: the folder {file.parent} does not exist", f"Create it, or {other}"
        )
    try:
        file.lstat()
    except FileNotFoundError:
        return CheckResult("exercise", True, f"it will be {file}")
    except (OSError, ValueError) as error:
        said = why(error) if isinstance(error, OSError) else "this cannot be the name of a file"
        return CheckResult("exercise", False, f"{file}: {said}", other)
    return CheckResult("exercise", False, f"{file}: this file exists already", f"Resume it, or {other}")


def _is_folder(path: Path) -> bool:
    """Return whether a path is a folder that we may read."""
    try:
        return path.is_dir()
    except OSError:
        return False


def _database(home: Location) -> CheckResult:
    """Check whether a database answers, makes writes durable, and allows an exercise of this name."""
    try:
        with reached(home), connect(engine_of(home), home.exercise) as connection:
            check_server(home, connection)
            check_link(home, connection)
            check_may_begin(home, connection)
    except JournalError as fault:
        return CheckResult("exercise", False, str(fault), "docs/operations.md says how to prepare a database")
    return CheckResult("exercise", True, f"it will be in {home}, which answers")


def _certificate(web: WebWish) -> Iterator[CheckResult]:
    """Check the room's own certificate, if it has one. If it has none, a certificate is made when hosting begins."""
    from warcouncil.clients.web.certificate import BadCertificate, own

    if web.cert is None or web.key is None:
        return
    try:
        found = own(web.cert, web.key, datetime.now(UTC))
    except BadCertificate as fault:
        yield CheckResult("certificate", False, str(fault), "Or leave web_cert out: then the host makes one")
        return
    yield CheckResult("certificate", True, f"{web.cert} is for {', '.join(found.names)}")
