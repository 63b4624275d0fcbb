"""Fail points: places where a test can have this process killed, as by a power cut.

They are off unless the environment names one.

`WARCOUNCIL_FAIL=after_commit:3` kills the process the third time it reaches `after_commit`. The points of one batch,
in order, are: heard, handled, inside_commit, before_trail, after_commit, mid_send, after_send. While an exercise
resumes, there is also the point restoring.
"""

from __future__ import annotations

import os
import signal


class _Fuse:
    """Counts how often its point is reached, and kills the process at the last time."""

    def __init__(self, setting: str) -> None:
        self.point, _, times = setting.partition(":")
        self.left = int(times or 1)

    def burn(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


_fuse = _Fuse(os.environ.get("WARCOUNCIL_FAIL", ""))


def reach(point: str) -> None:
    """Pass a point. Kill the process there if the environment says so."""
    if point == _fuse.point:
        _fuse.burn()
