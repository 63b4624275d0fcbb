"""Shared by every test: the laws apply, slow examples are allowed (the machine may be busy), and the user's
own settings are not read.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings

from tests import drawing, hands, lawful, profile, servers, stylesheets

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

lawful.keep()
os.environ[lawful.ASKED] = "1"


TERMINAL = "xterm-256color"
OWN_WISHES = (
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORTERM",
    "COLUMNS",
    "FORCE_COLOR",
    "LINES",
    "NO_COLOR",
    "TERM_PROGRAM",
    "WT_SESSION",
)
"""The variables in which people say what their terminal is, and how they like it. Pictures and titles of windows depend on them."""

COLLECT_AFTER = (50_000, 20, 50)
"""How seldom garbage is collected: what all tests have imported is a large heap, and looking through it was a quarter of a run. It is
so from the first import on: while that heap grew it was a quarter of gathering the tests, and each hand gathers them."""
gc.set_threshold(*COLLECT_AFTER)


def pytest_xdist_auto_num_workers() -> int:
    """Return more workers than there are cores: tests of real processes, windows and leases wait for them
    most of their time.
    """
    cores = os.cpu_count() or 1
    return max(cores + 2, cores * 3 // 2)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> hands.ByFile | None:
    """Return our own scheduler if files are to be distributed."""
    return hands.ByFile(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_configure(config: pytest.Config) -> None:
    """Choose, before any worker starts, the database server of this run, if a test needs one.

    By day some pictures are not compared.
    """
    config.option.warn_unused_snapshots = not profile.BY_NIGHT
    if not hasattr(config, "workerinput"):
        servers.choose_place()


def pytest_sessionstart() -> None:
    """Run every test in the same terminal, whatever terminal this one is, if it is one."""
    os.environ["TERM"] = TERMINAL
    for name in OWN_WISHES:
        os.environ.pop(name, None)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the database server of this run, if a test needed one. Search for garbage once, because pytest does it
    five times, for seconds.
    """
    gc.collect()
    gc.freeze()
    if not hasattr(config, "workerinput"):
        servers.stop()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print at the end the coverage that some tests report."""
    for report in terminalreporter.stats.get("passed", ()):
        for name, said in report.user_properties:
            if name == "covered":
                terminalreporter.write_line(said)


@pytest.fixture(scope="session")
def base() -> Iterator[servers.Base]:
    """Return a database on a real server, one for each worker."""
    try:
        server = servers.server()
    except servers.NoServer as why:
        pytest.skip(f"no PostgreSQL: {why}")
    with servers.database(server) as found:
        yield found


@pytest.fixture
def address(base: servers.Base) -> str:
    """Return the address of a place without an exercise."""
    return base.address(f"e{uuid4().hex[:10]}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the nightly tests out by day. Begin with the slowest tests."""
    if for_the_night := {*profile.left_for_the_night(items, config.args)}:
        config.hook.pytest_deselected(items=[*for_the_night])
        items[:] = [item for item in items if item not in for_the_night]
    items[:] = hands.in_order(items)


def pytest_collection_finish() -> None:
    """Do not collect garbage among long-lived objects, read no style sheet twice, and draw no unseen window.

    An arbiter that is hosted in this process does the same by itself, and undoes it for all of us when it
    ends: the frozen objects are searched again before the next one, a quarter of a second each time. Arbiters
    in processes of their own still do.
    """
    stylesheets.read_once()
    drawing.only_when_looked_at()
    if hosting := sys.modules.get("warcouncil.arbiter.shell.hosting.hosting"):
        vars(hosting)["_collecting_seldom"] = nullcontext
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def within_the_laws() -> Iterator[None]:
    """Fail a test in which a law was broken, though what broke it may have been caught as a fault of the rules."""
    lawful.BREACHES.clear()
    yield
    assert not lawful.BREACHES, lawful.BREACHES[0]


@pytest.fixture(scope="session")
def settings_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for the settings of one test after the other."""
    return tmp_path_factory.mktemp("settings")


@pytest.fixture(autouse=True)
def no_settings(settings_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file of settings that does not exist yet, in the place of the user's own."""
    file = settings_folder / "settings.toml"
    file.unlink(missing_ok=True)
    monkeypatch.setenv("WARCOUNCIL_CONFIG", str(file))
    return file
