"""The doctor: checks one by one everything that a machine needs to host or to play.

Each result is fine or explains how to correct the fault.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from warcouncil.arbiter.shell.base.program import program as named
from warcouncil.arbiter.shell.base.program import release
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.link.identity.keyring import home
from warcouncil.clients.plan.reading.layout import WebWish
from warcouncil.clients.room.doctor.check_result import CheckResult
from warcouncil.clients.room.doctor.network import (
    addresses,
    discovered,
    firewall,
    metrics_told,
    page,
    ports,
    reach,
    refuses,
    served,
    taken,
)
from warcouncil.clients.room.doctor.wakefulness import CURE, Wakefulness, sleep_locks
from warcouncil.protocol.words import WIRE_VERSION

PYTHON_MIN, PYTHON_TESTED = (3, 11), (3, 13)
ZMQ_MIN = (4, 3, 5)
TEXTUAL_MIN = 8
COLUMNS_MIN, LINES_MIN = 80, 24
FREE_MB_MIN = 500
SYNCS = 15
SYNC_MS_MAX = 25.0
SEATS_USUAL = 400
FILES_MIN, FILES_A_SEAT = 4096, 4
"""How many file descriptors an arbiter needs at least.

This is enough for forty tables of ten seats, each with its own connection through the flood wall. Each
further seat needs FILES_A_SEAT more.
"""
CLOCK_MS_MAX = 20.0
BUILT = 1_735_689_600
"""The beginning of 2025, in seconds since 1970. A clock with an earlier date is wrong."""
MB = 1024 * 1024


def examine(
    arbiters: Sequence[Sequence[Address]],
    port: int,
    folder: Path,
    *,
    web: WebWish | None = None,
    metrics: int | None = None,
) -> Iterator[CheckResult]:
    """Check this machine as a host on `port`. With `arbiters`, check it as a client of each of them, at the
    addresses of its host and standbys.

    With `web`, also check whether it can serve browsers. Their port is given, or two above `port`. `metrics`
    is the port for a host's metrics.
    """
    yield from program_and_machine()
    if not arbiters:
        wanted = taken(port, (web.port or port + 2) if web else None)
        yield addresses()
        yield ports(wanted)
        if metrics is not None:
            yield metrics_told([metrics], wanted)
        yield firewall(wanted)
        if web:
            yield served()
        yield files()
        yield sleep()
        yield disk(folder)
        yield syncs(folder)
    else:
        yield keys(home())
        for places in arbiters:
            yield from _reached(places, web)
    yield discovered()


def program_and_machine() -> Iterator[CheckResult]:
    """Check what every machine of a room needs."""
    yield python()
    yield program()
    yield zeromq()
    yield textual()
    yield terminal()
    yield colours()
    yield letters()
    yield clock()


def _reached(places: Sequence[Address], web: WebWish | None) -> Iterator[CheckResult]:
    """Check that an arbiter answers.

    If the arbiter may run on several machines, one of them may refuse the connection. That machine is
    running, so another one must have the arbiter.
    """
    waiting = [place for place in places if len(places) > 1 and refuses(place)]
    if len(waiting) == len(places):
        cure = "Check that the host runs, and that its addresses are right"
        shown = ", ".join(map(str, places))
        yield CheckResult("reach", False, f"no host answers at {shown}", cure)
        return
    for place in places:
        if place in waiting:
            said = f"the machine at {place} is there, and does not host now"
            yield CheckResult("reach", True, said, "A standby answers only when it hosts", seen=False)
            continue
        yield reach(place, "the host")
        yield reach(Address(place.host, place.port + 1), "its door")
        if web:
            yield page(Address(place.host, web.port or place.port + 2))


# --- the program ------------------------------------------------------------------------------------------------------


def python(here: tuple[int, ...] = sys.version_info[:3]) -> CheckResult:
    """Check the version of Python.

    A version newer than the tested ones passes, and the result says that it is not tested.
    """
    said = f"{_dotted(here)} on {sys.platform}"
    if here[:2] > PYTHON_TESTED:
        said += f". warcouncil is tested with Python {_dotted(PYTHON_MIN)} to {_dotted(PYTHON_TESTED)}"
    fine = here[:2] >= PYTHON_MIN
    return CheckResult("python", fine, said, "" if fine else f"Install Python {_dotted(PYTHON_TESTED)}")


def _dotted(version: tuple[int, ...]) -> str:
    """Return a version as text with dots."""
    return ".".join(map(str, version))


def program() -> CheckResult:
    """Return the version of warcouncil. Both ends need the same version of the wire format."""
    fine = bool(release())
    here = named() if fine else "not installed"
    said = f"{here}, version {WIRE_VERSION} of the wire (all machines of a room need the same)"
    return CheckResult("warcouncil", fine, said, "" if fine else "Install it: pip install -e .")


def zeromq() -> CheckResult:
    """Check the ZeroMQ library: older versions have security holes, and some builds lack encryption."""
    import zmq

    found = zmq.zmq_version_info()
    cure = "Install pyzmq from its wheel: pip install --force-reinstall pyzmq"
    if found < ZMQ_MIN:
        return CheckResult("libzmq", False, f"{zmq.zmq_version()} is older than {_dotted(ZMQ_MIN)}", cure)
    if not zmq.has("curve"):
        return CheckResult("libzmq", False, f"{zmq.zmq_version()} has no encryption", cure)
    return CheckResult("libzmq", True, f"{zmq.zmq_version()} with encryption")


def textual() -> CheckResult:
    """Check the version of Textual."""
    here = version("textual")
    fine = int(here.partition(".")[0]) >= TEXTUAL_MIN
    return CheckResult("textual", fine, here, "" if fine else f"Install version {TEXTUAL_MIN} or newer")


# --- the screen -------------------------------------------------------------------------------------------------------


def terminal() -> CheckResult:
    """Check the size of the terminal."""
    if not sys.stdout.isatty():
        return CheckResult(
            "terminal",
            True,
            "no terminal here",
            "Run this again in the terminal where you will play",
            seen=False,
        )
    columns, lines = shutil.get_terminal_size()
    fine = columns >= COLUMNS_MIN and lines >= LINES_MIN
    cure = f"Make the window larger or the letters smaller: at least {COLUMNS_MIN} by {LINES_MIN}"
    return CheckResult("terminal", fine, f"{columns} by {lines}", "" if fine else cure)


def colours() -> CheckResult:
    """Check the colours of the terminal. Nothing depends on colour alone, so a terminal without colours passes too."""
    from rich.console import Console

    system = Console().color_system
    if os.environ.get("NO_COLOR"):
        return CheckResult("colours", True, "none, as NO_COLOR asks")
    if system is None and sys.stdout.isatty():
        return CheckResult("colours", False, "the terminal reports no colours", "Set TERM=xterm-256color")
    return CheckResult("colours", True, system or "no terminal here")


def letters() -> CheckResult:
    """Check whether the output can encode lines, blocks and non-English letters."""
    encoding = sys.stdout.encoding or "unknown"
    try:
        "─█✓é".encode(encoding)
    except (LookupError, UnicodeEncodeError):
        cure = (
            "Use Windows Terminal, or set PYTHONUTF8=1"
            if sys.platform == "win32"
            else "Set LANG=C.UTF-8, or your own language in UTF-8"
        )
        return CheckResult("letters", False, f"{encoding} cannot write lines and accents", cure)
    return CheckResult("letters", True, encoding)


# --- the machine ------------------------------------------------------------------------------------------------------


def clock() -> CheckResult:
    """Check the clocks. The monotonic one must be precise enough, and the other one must have a plausible date."""
    step_ms = time.get_clock_info("monotonic").resolution * 1000
    if step_ms > CLOCK_MS_MAX:
        return CheckResult(
            "clock", False, f"it counts in steps of {step_ms:.0f} ms", "Host on another machine"
        )
    today = time.strftime("%Y-%m-%d %H:%M")
    if time.time() < BUILT:
        return CheckResult("clock", False, f"it shows {today}", "Set the date and the time")
    return CheckResult("clock", True, today)


def disk(folder: Path) -> CheckResult:
    """Check the free disk space for the exercise file."""
    free = shutil.disk_usage(folder).free // MB
    fine = free >= FREE_MB_MIN
    cure = f"Free {FREE_MB_MIN} MB, or host in another folder"
    return CheckResult("disk", fine, f"{free} MB free in {folder}", "" if fine else cure)


def syncs(folder: Path) -> CheckResult:
    """Measure how long the disk takes to make a write durable. Every answer waits for that."""
    times: list[float] = []
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".warcouncil-") as file:
            for _ in range(SYNCS):
                file.write(bytes(4096))
                file.flush()
                before = time.perf_counter()
                os.fsync(file.fileno())
                times.append((time.perf_counter() - before) * 1000)
    except OSError as error:
        return CheckResult("sync", False, f"{folder}: {why(error)}", "Host in a folder where you may write")
    usual = statistics.median(times)
    fine = usual <= SYNC_MS_MAX
    cure = "Host in a folder on a disk of this machine, not on a network or a stick"
    return CheckResult(
        "sync", fine, f"an answer is written in {usual:.1f} ms in {folder}", "" if fine else cure
    )


def files(seats: int = SEATS_USUAL) -> CheckResult:
    """Check how many connections the system allows for an arbiter with this many seats."""
    if sys.platform == "win32":
        return CheckResult("connections", True, "no limit")
    import resource

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = max(FILES_MIN, FILES_A_SEAT * seats)
    fine = hard == resource.RLIM_INFINITY or hard >= wanted
    shown = "no limit" if hard == resource.RLIM_INFINITY else f"{hard} at once"
    return CheckResult(
        "connections", fine, shown, "" if fine else f"Run: ulimit -Hn {wanted} (for {seats} seats)"
    )


def sleep(wakefulness: Wakefulness | None = None) -> CheckResult:
    """Check whether a host can keep this machine awake, by keeping it awake for a moment."""
    held = wakefulness or Wakefulness(sleep_locks())
    kept = held.hold()
    held.release()
    if kept.by:
        said = f"{' and '.join(kept.by)} keeps this machine awake while a clock runs"
        return CheckResult("sleep", True, said, "Keep its lid open")
    return CheckResult("sleep", True, kept.words.partition(". ")[0], CURE, seen=False)


def keys(folder: Path) -> CheckResult:
    """Check whether the keys of seats can be stored, so that a restart needs no code."""
    nearest = next(path for path in (folder, *folder.parents) if path.exists())
    fine = nearest.is_dir() and os.access(nearest, os.W_OK)
    cure = f"Make {nearest} writable for you, or set WARCOUNCIL_HOME to such a folder"
    return CheckResult("keys", fine, f"kept in {folder}", "" if fine else cure)
