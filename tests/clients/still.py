"""Windows in which nothing happens but what a test does: the beat by which they draw what time has changed is stopped."""

from __future__ import annotations

from typing import TypeVar

from textual.app import App

Windowed = TypeVar("Windowed", bound=App[None])


def still(app: Windowed) -> Windowed:
    """Stop the beat of a window that was not opened yet. On a busy machine it beat so often that a third of a test's time went into it."""
    vars(app)["set_interval"] = lambda *_, **__: None
    return app
