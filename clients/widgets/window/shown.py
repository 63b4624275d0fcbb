"""Shows an app on the terminal until it ends, or until its task is cancelled.

Textual alone does not survive a closed terminal. Its reader then loops at full CPU load, and its writer
thread dies and blocks all later writes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from textual.app import App
from textual.driver import Driver


async def shown(app: App[Any], parting: Callable[[], None]) -> None:
    """Show an app until it is over. If this is cancelled, call `parting` first, then restore the screen."""
    app.driver_class = _outlasting(app.driver_class)
    showing = asyncio.ensure_future(app.run_async())
    try:
        await asyncio.shield(showing)
    except asyncio.CancelledError:
        parting()
        app.exit()
        await showing
        raise


def _outlasting(kind: type[Driver]) -> type[Driver]:
    """Return the driver class of this system, changed so that it survives a closed terminal until the app has ended."""

    class OutlastingDriver(kind):  # type: ignore[misc, valid-type]  # which driver it is only the system knows
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self._file: Any = _LostFile(self._file)

        def run_input_thread(self) -> None:
            with suppress(OSError):
                super().run_input_thread()

    return OutlastingDriver


class _LostFile:
    """A file whose writes are ignored after the terminal is closed."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> int:
        """Write, and ignore errors."""
        with suppress(OSError, ValueError):
            self._file.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush, and ignore errors."""
        with suppress(OSError, ValueError):
            self._file.flush()

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._file.fileno()
