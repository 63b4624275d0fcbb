"""Reading the locked requirements."""

from __future__ import annotations

from packaging.requirements import Requirement
from warcouncil.clients.commands.bundling.lock import LOCK, read_lock
from warcouncil.clients.commands.bundling.targets import targets
from warcouncil.clients.web import NEEDED


def test_the_lock_is_read_whole_with_every_hash() -> None:
    """A bundle lacks a library, and its user notices it in a room without a network."""
    text = LOCK.read_text("utf-8")
    lock = read_lock(text)
    assert len(lock) == sum("==" in line for line in text.splitlines() if line[:1].isalnum()) > 20
    assert sum(len(each.hashes) for each in lock) == text.count("--hash=sha256:")
    assert all(len(digest) == 64 for each in lock for digest in each.hashes)


def test_the_needs_of_a_system_are_those_of_the_target() -> None:
    """A bundle for Windows that is made on Linux lacks the packages that only Windows needs."""
    (windows, linux) = (targets([name], ["3.12"])[0] for name in ("windows", "linux"))
    lock = read_lock(
        "colorama==0.4.6 ; sys_platform == 'win32' \\\n    --hash=sha256:ab \\\n    --hash=sha256:aa\n    # via x\n"
    )
    assert [(each.name, each.version) for each in lock] == [("colorama", "0.4.6")]
    assert (lock[0].is_wanted(windows), lock[0].is_wanted(linux)) == (True, False)
    line = lock[0].line(lock[0].hashes)
    assert line == 'colorama==0.4.6 ; sys_platform == "win32" --hash=sha256:aa --hash=sha256:ab'
    assert Requirement(line.partition(" --hash")[0]).marker == lock[0].requirement.marker
    assert lock[0].line([], marked=False) == "colorama==0.4.6"


def test_a_bundle_has_what_serves_browsers_and_a_demo_needs_none_of_it() -> None:
    """A room without a network cannot be played on phones.

    Or every demo waits for a server that it never starts.
    """
    run = {each.name: each.version for each in read_lock((LOCK.parent / "run.txt").read_text("utf-8"))}
    whole = {each.name: each.version for each in read_lock(LOCK.read_text("utf-8"))}
    assert {*NEEDED} <= {*whole}
    assert {"starlette", "uvicorn", "websockets"} & {*run} == set()
    assert run.items() <= whole.items()
