"""Showing an application of a client on the terminal, to its end: by itself, or because whoever runs it is cancelled.

Textual alone does not survive a terminal that is gone: its reader then reads nothing, again and again, at a whole core, and
its writer dies and lets everybody wait who has something to write.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from textual.app import App
from textual.driver import Driver


async def shown(app: App[Any], parting: Callable[[], None]) -> None:
    """Show an application until it is over. If this is cancelled, `parting` is called first, and the screen is put back."""
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
    """Give the driver for this system, made to outlast its terminal for the moment that a good end takes."""

    class OutlastingDriver(kind):  # type: ignore[misc, valid-type]  # which driver it is only the system knows
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self._file: Any = _LostFile(self._file)

        def run_input_thread(self) -> None:
            with suppress(OSError):
                super().run_input_thread()

    return OutlastingDriver


class _LostFile:
    """What is written to a terminal that is gone is lost, and that is no fault."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> int:
        """Write, if it can be written."""
        with suppress(OSError, ValueError):
            self._file.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush, if it can be done."""
        with suppress(OSError, ValueError):
            self._file.flush()

    def fileno(self) -> int:
        """Give the descriptor."""
        return self._file.fileno()
