"""The way every command fails: one clear line on standard error, and exit status 2."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import typer
from typer.main import get_command
from warcouncil.clients.commands.amiss import amiss
from warcouncil.clients.link.oswords import why
from warcouncil.clients.plan.asking import between_words
from warcouncil.clients.plan.settings import BadInput
from warcouncil.protocol.words import clean

_LINE_CHARS_MAX = 1000
_SHOWN = {code: repr(chr(code))[1:-1] for code in (*range(0x20), *range(0x7F, 0xA0))}
"""What a terminal would obey, and how it is written instead."""
_USAGE: type[Exception] = typer.BadParameter.__mro__[1]
"""What is raised for a command line that cannot be read; typer has no public name for it."""
_UNWRITTEN = (errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT)
"""What is said of an output that takes nothing more: its disk is full or gone."""


def one_line(text: str) -> str:
    """Give a text as one line that a terminal only shows: a line end or an escape in the name of a file is written as one."""
    return clean(text.translate(_SHOWN), _LINE_CHARS_MAX)


def complain(said: str, *, by: str = "warcouncil") -> None:
    """Say something on standard error: as one line, which a terminal gets broken between words and never inside of one."""
    typer.echo(_for_terminal(one_line(f"{by}: {said}"), sys.stderr), err=True)


def say_left(lines: Iterable[str]) -> None:
    """Say what a window that was closed leaves on this machine; a terminal gets it broken as what is complained of."""
    for line in lines:
        last_words(_for_terminal(line, sys.stdout))


def _for_terminal(line: str, stream: TextIO) -> str:
    """Break a line for a terminal, between words alone; whatever else reads the stream gets it whole."""
    return between_words(line) if stream.isatty() else line


@contextmanager
def politely() -> Iterator[None]:
    """Turn bad input into one line on standard error and exit status 2."""
    try:
        yield
    except BadInput as fault:
        complain(str(fault))
        raise typer.Exit(2) from None


def open_streams() -> None:
    """Open what whoever started us has closed, so that there is something to read and to write, and no file takes its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  # for as long as we run


def run(app: typer.Typer, words: Sequence[str] | None = None) -> None:
    """Run the command line (or `words`) and leave with its exit status; what cannot be read is answered in one line too."""
    try:
        status = app(words, prog_name="warcouncil", standalone_mode=False)
        sys.stdout.flush()
    except typer.Abort:
        typer.echo("\nwarcouncil: nobody answered; nothing more was done", err=True)
        sys.exit(130)
    except BrokenPipeError:
        _speak_to_nobody()  # whoever read the output has had enough, as `head` has
        sys.exit(1)
    except OSError as fault:
        if fault.filename is not None or fault.errno not in _UNWRITTEN:
            raise
        _speak_to_nobody()
        complain(f"what was to be said cannot be written ({why(fault)}); free space, or send it elsewhere")
        sys.exit(1)
    except _USAGE as fault:
        _explain(fault, sys.argv[1:] if words is None else words)
        sys.exit(2)
    sys.exit(status if isinstance(status, int) else 0)


def last_words(text: str) -> None:
    """Write what is left to say; where the terminal is gone, that nobody reads it is no fault."""
    try:
        typer.echo(text)
    except OSError:
        _speak_to_nobody()


def _speak_to_nobody() -> None:
    """What is left unwritten must not complain again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _explain(fault: BaseException, words: Sequence[str]) -> None:
    context = getattr(fault, "ctx", None)
    command = context.command_path if context else _command_of(words)
    said = getattr(fault, "format_message", str)()
    if said.startswith("Usage: "):  # a command of several was named alone: this is its help
        typer.echo(said, err=True)
    elif said:  # else the help was asked for, and has been shown
        complain(f"{amiss(fault, said, words)} ({command} -h helps)", by=command)


def _command_of(words: Sequence[str]) -> str:
    """Give the command that the first words call."""
    from warcouncil.clients.commands.cli import app

    found: Any = get_command(app)
    path = ["warcouncil"]
    for word in words:
        found = found.get_command(None, word) if hasattr(found, "get_command") else None
        if found is None:
            break
        path.append(word)
    return " ".join(path)
