"""Points at which a test can have this process killed, as by a power cut. Off unless the environment names one.

`WARCOUNCIL_FAIL=after_commit:3` kills the process the third time it reaches `after_commit`. The points, in the order
of one batch: heard, handled, inside_commit, before_trail, after_commit, mid_send, after_send; and restoring, while it resumes.
"""

from __future__ import annotations

import os
import signal


class _Fuse:
    """Burns down a little each time its point is reached."""

    def __init__(self, setting: str) -> None:
        self.point, _, times = setting.partition(":")
        self.left = int(times or 1)

    def burn(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


_fuse = _Fuse(os.environ.get("WARCOUNCIL_FAIL", ""))


def reach(point: str) -> None:
    """Pass a point; die there if the environment says so."""
    if point == _fuse.point:
        _fuse.burn()
