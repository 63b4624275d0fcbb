"""The way every command fails: one clear line on standard error, and exit status 2."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from clients.settings import BadInput
from protocol.words import clean

_LINE_CHARS_MAX = 1000


@contextmanager
def politely() -> Iterator[None]:
    """Turn bad input into one line on standard error and exit status 2."""
    try:
        yield
    except BadInput as fault:
        typer.echo(clean(f"warcouncil: {fault}", _LINE_CHARS_MAX), err=True)
        raise typer.Exit(2) from None
