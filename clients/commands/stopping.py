"""Stopped: a command that takes long ends at Ctrl-C, or when the system ends it, with a line that says what is left of it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer
from warcouncil.clients.commands.polite import complain


@contextmanager
def stoppable(left: Callable[[], str]) -> Iterator[None]:
    """Say what was stopped and what is `left` of it, and leave with exit status 130 at Ctrl-C, 143 at SIGTERM."""
    heard: list[int] = [signal.SIGINT]

    def end(number: int, _: object) -> None:
        heard.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    except KeyboardInterrupt:
        say_stopped(left())
        raise typer.Exit(128 + heard[-1]) from None
    finally:
        signal.signal(signal.SIGTERM, before)


def say_stopped(left: str = "") -> None:
    """Say that a command was stopped, and what is `left` of it."""
    if sys.stderr.isatty():
        typer.echo(err=True)  # its own line, after the ^C
    complain(f"stopped{left}")
