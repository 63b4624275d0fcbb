"""Wakefulness keeps the host's machine from sleeping while a clock of the exercise runs.

A sleeping host answers no seat. The system releases each lock when this process ends, for any reason.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Protocol

WHY = "an exercise of warcouncil runs"
ANSWER_SECONDS = 3.0
"""How long a program of the system may take to lock. Usually it takes a tenth of a second."""
HELD = "held"
_UNTIL_OUR_END = ("sh", "-c", f"echo {HELD}; exec cat")
"""The parent process of a program that locks. It ends when its input closes, and its input closes with this process."""
CURE = "switch off sleep in the power settings of this machine, and keep its lid open"
ASLEEP = f"this machine may fall asleep while clocks run: {{why}}. To be safe, {CURE}"


class SleepLock(Protocol):
    """A lock that keeps a machine awake while it is held."""

    name: str

    def hold(self) -> str:
        """Keep the machine awake. Return why that failed, or ""."""

    def release(self) -> None:
        """Allow the machine to sleep."""


class ProgramLock:
    """A program of the system that keeps the machine awake while it runs."""

    def __init__(self, words: Sequence[str], *, answers: bool = True) -> None:
        self.name = words[0]
        self._words = tuple(words)
        self._answers = answers
        """Whether it prints HELD when it keeps the machine awake. If not, the program counts as a lock while
        it runs.
        """
        self._process: subprocess.Popen[str] | None = None

    def hold(self) -> str:
        """Start the program. Return why it does not keep the machine awake, or ""."""
        self.release()
        try:
            process = self._process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                errors="replace",
                start_new_session=True,  # Ctrl-C in our window must not end it
            )
        except OSError:
            return f"{self.name} cannot be started"
        if self._is_held(process):
            return ""
        self.release()
        return f"{self.name} refused"

    def release(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        if not self._answers:
            process.terminate()
        try:
            process.wait(ANSWER_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _is_held(self, process: subprocess.Popen[str]) -> bool:
        if not self._answers:
            try:
                process.wait(0.2)
            except subprocess.TimeoutExpired:
                return True
            return False
        said: list[str] = []
        stdout = process.stdout
        assert stdout is not None
        reader = Thread(target=lambda: said.append(stdout.readline()), name="stay-awake", daemon=True)
        reader.start()
        reader.join(ANSWER_SECONDS)
        if not said:
            process.kill()  # This ends the reader too
            reader.join(ANSWER_SECONDS)
        return said[:1] == [f"{HELD}\n"]


class WindowsLock:
    """The request to Windows not to sleep. It belongs to the thread that makes it, which must not end."""

    name = "Windows"

    def hold(self) -> str:
        """Keep the machine awake. Return why that failed, or ""."""
        continuous, system_required = 0x80000000, 0x00000001
        return "" if self._set(continuous | system_required) else "Windows refused"

    def release(self) -> None:
        """Allow the machine to sleep."""
        self._set(0x80000000)

    def _set(self, state: int) -> bool:
        if sys.platform != "win32":
            return False
        import ctypes

        return bool(ctypes.windll.kernel32.SetThreadExecutionState(state))


def sleep_locks(
    platform: str = sys.platform,
    environment: Mapping[str, str] = os.environ,
    find: Callable[[str], str | None] = shutil.which,
) -> list[SleepLock]:
    """Return the locks that can keep a machine of this system awake. Return an empty result if none is known."""
    if platform == "win32":
        return [WindowsLock()]
    if platform == "darwin":
        words = ("caffeinate", "-i", "-s", "-w", str(os.getpid()))
        return [ProgramLock(words, answers=False)] if find("caffeinate") else []
    found: list[SleepLock] = []
    if find("systemd-inhibit"):
        told = ("--what=idle:sleep", "--who=warcouncil", f"--why={WHY}", "--mode=block")
        found.append(ProgramLock(("systemd-inhibit", *told, *_UNTIL_OUR_END)))
    if find("gnome-session-inhibit") and "GNOME" in environment.get("XDG_CURRENT_DESKTOP", "").upper():
        # GNOME suspends an idle machine by its own rules, which do not ask systemd
        asked = ("--app-id", "warcouncil", "--reason", WHY, "--inhibit", "suspend:idle")
        found.append(ProgramLock(("gnome-session-inhibit", *asked, *_UNTIL_OUR_END)))
    return found


@dataclass(frozen=True, slots=True)
class Kept:
    """The names of the locks that keep the machine awake, and the reasons why other locks do not."""

    by: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The warning that nothing keeps the machine awake, or "" if a lock keeps it awake."""
        if self.by:
            return ""
        return ASLEEP.format(why="; ".join(self.faults) or "no program here can prevent it")


class Wakefulness:
    """Takes all locks of a machine at the same time, and releases them together."""

    def __init__(self, locks: Sequence[SleepLock]) -> None:
        self._locks = locks
        self._turn = Lock()

    @property
    def needs_this_thread(self) -> bool:
        """Whether only the thread that lives as long as the exercise can take and release the locks."""
        return any(isinstance(lock, WindowsLock) for lock in self._locks)

    def hold(self) -> Kept:
        """Take the locks that keep the machine awake. Return which of them work. This may take ANSWER_SECONDS
        for each lock.
        """
        with self._turn:
            tried = [(lock.name, lock.hold()) for lock in self._locks]
        return Kept(
            tuple(name for name, fault in tried if not fault), tuple(fault for _, fault in tried if fault)
        )

    def release(self) -> None:
        """Allow the machine to sleep."""
        with self._turn:
            for lock in self._locks:
                lock.release()
