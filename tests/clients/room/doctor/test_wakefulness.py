"""The locks that keep the host's machine awake: those of each system, their release, and their failures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from warcouncil.clients.room.doctor import doctor, wakefulness
from warcouncil.clients.room.doctor.wakefulness import (
    HELD,
    Kept,
    ProgramLock,
    Wakefulness,
    WindowsLock,
    sleep_locks,
)

from tests.waiting import wait_until_true

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such programs")
HOLDS = ("sh", "-c", f"echo {HELD}; exec cat")
REFUSES = ("sh", "-c", "echo Failed to inhibit >&2; exit 1")
GNOME = {"XDG_CURRENT_DESKTOP": "ubuntu:GNOME"}


class FakeLock:
    """A lock that holds, or fails with `fault`."""

    def __init__(self, name: str, fault: str = "") -> None:
        self.name, self.fault = name, fault
        self.done: list[str] = []

    def hold(self) -> str:
        self.done.append("hold")
        return self.fault

    def release(self) -> None:
        self.done.append("release")


def named(*names: str) -> object:
    """Return a search that finds these programs alone."""
    return lambda name: f"/usr/bin/{name}" if name in names else None


@pytest.mark.parametrize(
    ("platform", "environment", "programs", "locks"),
    [
        ("linux", {}, ("systemd-inhibit",), ["systemd-inhibit"]),
        ("linux", {}, ("systemd-inhibit", "gnome-session-inhibit"), ["systemd-inhibit"]),
        (
            "linux",
            GNOME,
            ("systemd-inhibit", "gnome-session-inhibit"),
            ["systemd-inhibit", "gnome-session-inhibit"],
        ),
        ("linux", {}, (), []),
        ("darwin", {}, ("caffeinate",), ["caffeinate"]),
        ("darwin", {}, (), []),
        ("win32", {}, (), ["Windows"]),
    ],
)
def test_every_system_is_asked_by_its_own_means(
    platform: str, environment: dict[str, str], programs: tuple[str, ...], locks: list[str]
) -> None:
    """If this fails, the laptop of a host falls asleep in the middle of an exercise."""
    found = sleep_locks(platform, environment, named(*programs))  # type: ignore[arg-type]  # a search by name
    assert [lock.name for lock in found] == locks


def test_a_mac_is_awake_for_this_process_alone() -> None:
    """If this fails, a Mac whose host was killed never sleeps again."""
    (lock,) = sleep_locks("darwin", {}, named("caffeinate"))  # type: ignore[arg-type]  # a search by name
    assert isinstance(lock, ProgramLock)
    assert lock._words[-2:] == ("-w", str(os.getpid()))


@posix
def test_a_program_holds_until_it_is_released() -> None:
    """If this fails, a machine stays awake after the exercise, or sleeps during it."""
    lock = ProgramLock(HOLDS)
    assert lock.hold() == ""
    process = lock._process
    assert process is not None
    assert process.poll() is None
    lock.release()
    assert process.returncode == 0
    lock.release()


@posix
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (REFUSES, "sh refused"),
        (("no-such-program-here",), "no-such-program-here cannot be started"),
        (("sh", "-c", "exec sleep 600"), "sh refused"),
    ],
    ids=["it refuses", "it is missing", "it never answers"],
)
def test_a_program_that_does_not_hold_is_named(
    words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this fails, an umpire believes that the machine stays awake, and it does not."""
    monkeypatch.setattr(wakefulness, "ANSWER_SECONDS", 0.3)
    lock = ProgramLock(words)
    assert lock.hold() == said
    assert lock._process is None


@posix
def test_a_program_that_says_nothing_is_believed_while_it_runs() -> None:
    """If this fails, caffeinate on a Mac counts as refused."""
    runs, ends = (
        ProgramLock(("sleep", "600"), answers=False),
        ProgramLock(("sh", "-c", "exit 1"), answers=False),
    )
    assert runs.hold() == ""
    assert ends.hold() == "sh refused"
    process = runs._process
    runs.release()
    assert process is not None
    assert process.returncode is not None


@posix
def test_a_killed_host_no_longer_keeps_its_machine_awake(tmp_path: Path) -> None:
    """If this fails, a laptop whose host crashed runs its battery empty."""
    note = tmp_path / "pid"
    script = (
        "import time\n"
        "from warcouncil.clients.room.doctor.wakefulness import ProgramLock\n"
        f"lock = ProgramLock(('sh', '-c', 'echo $$ > {note}; echo held; exec cat'))\n"
        "assert lock.hold() == ''\n"
        "print('holds', flush=True)\n"
        "time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as host:
        assert host.stdout is not None
        assert host.stdout.readline() == "holds\n"
        host.kill()
    number = int(note.read_text())
    wait_until_true(lambda: not _lives(number), "the lock outlives its host")


def _lives(number: int) -> bool:
    try:
        os.kill(number, 0)
        state = Path(f"/proc/{number}/stat")
        return not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except ProcessLookupError:
        return False


def test_one_lock_that_holds_is_enough_and_none_is_told() -> None:
    """If this fails, a desktop that needs one of two locks is called unsafe, or an unsafe machine is called safe."""
    held, failed = FakeLock("systemd-inhibit"), FakeLock("gnome-session-inhibit", "it refused")
    both = Wakefulness([failed, held])
    assert both.hold() == Kept(("systemd-inhibit",), ("it refused",))
    assert both.hold().words == ""
    both.release()
    assert held.done == failed.done == ["hold", "hold", "release"]
    assert "may fall asleep while clocks run: it refused. To be safe" in Wakefulness([failed]).hold().words
    assert "no program here can prevent it" in Wakefulness([]).hold().words


def test_windows_is_asked_in_the_thread_that_lives_on() -> None:
    """If this fails, Windows forgets the request as soon as a helper thread ends."""
    assert Wakefulness([WindowsLock()]).needs_this_thread
    assert not Wakefulness([FakeLock("systemd-inhibit")]).needs_this_thread


def test_the_doctor_says_what_it_found_and_leaves_nothing_held() -> None:
    """If this fails, a host learns in the middle of an exercise that its laptop sleeps."""
    held, failed = FakeLock("systemd-inhibit"), FakeLock("systemd-inhibit", "systemd-inhibit refused")
    fine, note = doctor.sleep(Wakefulness([held])), doctor.sleep(Wakefulness([failed]))
    assert (fine.fine, fine.seen) == (True, True)
    assert "systemd-inhibit keeps this machine awake" in fine.said
    assert (note.fine, note.seen) == (True, False)
    assert "systemd-inhibit refused" in note.said
    assert "power settings" in note.cure
    assert held.done[-1] == failed.done[-1] == "release"
