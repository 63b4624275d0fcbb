"""A window whose terminal is gone is ended, and its program says good-bye before."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest
from textual.app import App
from textual.driver import Driver
from warcouncil.clients.widgets.window.shown import shown

PATIENCE_SECONDS = 60.0


class Standing(App[None]):
    """An app that runs until `exit` is called, and draws nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.over = asyncio.Event()
        self.runs = asyncio.Event()

    async def run_async(self, **_: Any) -> None:
        """Run until `exit`."""
        self.runs.set()
        await self.over.wait()

    def exit(self, *_: Any, **__: Any) -> None:
        """End."""
        self.over.set()


async def test_a_shown_window_is_ended_after_its_good_bye() -> None:
    """The window runs on until the process is killed, so the terminal is not restored and the arbiter gets no
    good-bye.
    """
    app = Standing()
    said: list[bool] = []
    showing = asyncio.create_task(shown(app, lambda: said.append(app.over.is_set())))
    async with asyncio.timeout(PATIENCE_SECONDS):
        await app.runs.wait()
        showing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await showing
    assert said == [False]
    assert app.over.is_set()


class Gone(Driver):
    """A driver whose terminal is gone for its file and its reader."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def run_input_thread(self) -> None:
        """Read from a terminal that is gone."""
        raise OSError

    def write(self, data: str) -> None:
        """Write the drawing."""
        self._file.write(data)

    def flush(self) -> None:
        """Flush the output."""
        self._file.flush()

    def start_application_mode(self) -> None:
        """Switch the terminal to the full screen."""

    def stop_application_mode(self) -> None:
        """Restore the terminal."""

    def disable_input(self) -> None:
        """Read no more."""


async def test_drawing_to_a_closed_terminal_is_no_fault() -> None:
    """The driver's writer fails at a closed terminal, and every thread that draws waits for it for ever."""
    app = Standing()
    app.driver_class = Gone
    app.exit()
    await shown(app, lambda: None)
    file = io.StringIO()
    file.close()
    driver: Any = app.driver_class(file)
    driver.write("something")
    driver.flush()
    driver.run_input_thread()
    assert driver._file.write("something") == len("something")
