"""Errors and interruptions of a command: prints one clear line on standard error, and sets the exit status.

typer has no public names for its errors, so this code recognises them by their attributes.
"""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any, TextIO

import typer
from pydantic import ValidationError
from typer.main import get_command
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.link.base.streams import take_any_text
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.plan.text.prompts import between_words
from warcouncil.games.kit.text.phrases import capital
from warcouncil.games.kit.text.suggestions import unknown, wanted
from warcouncil.protocol.words import clean

_SAYINGS = (
    (
        r"Option '(.+)' requires (?:an argument|\d+ arguments)\.",
        "{} needs a value. Write it after the option",
    ),
    (r"Option '(.+)' does not take a value\.", "{} takes no value. Leave the value out"),
    (
        r"Got unexpected extra arguments?(?:\(s\))? \((.+)\)",
        "{} is one word too many. Put quotes around a text of several words",
    ),
)


def mistake_sentence(fault: Any, said: str, words: Sequence[str] = ()) -> str:
    """Return our sentence for an error in the command line `words`. `said` is the library's message."""
    param, reason = getattr(fault, "param", None), fault.__cause__
    if param is not None:
        if isinstance(reason, ValidationError):
            return _bad_value(param, reason)
        if hasattr(fault, "param_type"):
            return f"{' or '.join((_name(param), *param.secondary_opts))} is missing"
        return _refused(param, fault.message, said)
    for pattern, ours in _SAYINGS:
        if found := re.fullmatch(pattern, said, re.DOTALL):
            return ours.format(found[1])
    if option := getattr(fault, "option_name", ""):
        within = fault.ctx.command
        arguments = [param for param in within.params if param.param_type_name == "argument"]
        takes_number = any(param.get_runtime_param().annotation is int for param in arguments)
        if option[1:].isdigit() and takes_number:
            return f"write -- before a negative number, as in: {fault.ctx.command_path} -- -60"
        known = [name for each in within.params for name in (*each.opts, *each.secondary_opts)]
        options = [name for name in known if name.startswith("--")]
        for name in (
            within.list_commands(fault.ctx)
            if option not in options and hasattr(within, "list_commands")
            else ()
        ):
            inner = within.get_command(fault.ctx, name)
            if inner is not None and any(option in each.opts for each in inner.params):
                return f"{option} comes after the command: {fault.ctx.command_path} {name} {option} …"
        told = unknown(f"there is no option {option}", option, options, "options are")
        typed = next((word for word in words if word.startswith(option)), option)
        if arguments and typed != option and not option.startswith("--"):
            told += f". For a file with the name {typed}, write ./{typed}"
        return told
    if named := re.match(r"No such command '(.+?)'", said):
        commands = fault.ctx.command.list_commands(fault.ctx)
        return unknown(f"there is no command {named[1]!r}", named[1], commands, "commands are")
    return f"{said[:1].lower()}{said[1:].rstrip('.')}"


def _refused(param: Any, message: str, said: str) -> str:
    """Return our sentence for a value that the library refused with a message."""
    if unread := re.search(r"'(.+)' is not readable", message, re.DOTALL):
        said = f"{unread[1]} cannot be read: you have no permission. Ask for it, or for a copy"
    return f"{_name(param)}: {said}"


def _name(param: Any) -> str:
    """Return the name of an option or an argument in the form of the help."""
    if param.param_type_name == "option":
        return max(param.opts, key=len)  # type: ignore[no-any-return]  # the library's own class
    return str(param.metavar or param.name).upper()


def _bad_value(param: Any, fault: ValidationError) -> str:
    """Return a sentence that says which option or argument has a wrong value, and which values are valid."""
    error = fault.errors(include_url=False)[0]
    return f"{_name(param)} {error['input']} is not valid. {capital(_asked(param, wanted(error)))}"


def _asked(param: Any, otherwise: str) -> str:
    """Return all values that an option accepts, not only the limit that was exceeded."""
    taker = param.get_runtime_param()
    kind, info = taker.annotation, taker.parameter_info
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"give one of {', '.join(str(one.value) for one in kind)}"
    simple = {int: "a whole number", float: "a number"}.get(kind)
    if simple is None:
        among = re.search(r"is not one of (.+?)\.?$", otherwise, re.DOTALL)
        return "give one of " + among[1].replace("'", "") if among else otherwise
    low, high = info.min, info.max
    if low is not None and high is not None:
        return f"give {simple} from {low:g} to {high:g}"
    return f"give {simple}" + (
        f", {low:g} or more" if low is not None else f", {high:g} at most" if high is not None else ""
    )


_LINE_CHARS_MAX = 1000
_SHOWN = {code: repr(chr(code))[1:-1] for code in (*range(0x20), *range(0x7F, 0xA0))}
"""The control characters that a terminal would execute, and their visible forms."""
_USAGE: type[Exception] = typer.BadParameter.__mro__[1]
"""The base class of command-line errors. typer has no public name for it."""
_UNWRITTEN = (errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT)
"""The errors of an output that accepts no more data, because its disk is full or missing."""


def one_line(text: str) -> str:
    """Return a text as one line without characters that a terminal would execute.

    Line ends and escapes become visible. A file name, for example, can contain them.
    """
    return clean(text.translate(_SHOWN), _LINE_CHARS_MAX)


def complain(said: str, *, by: str = "warcouncil") -> None:
    """Print a message on standard error as one line. On a terminal it is wrapped between words."""
    typer.echo(_for_terminal(one_line(f"{by}: {said}"), sys.stderr), err=True)


def say_left(lines: Iterable[str]) -> None:
    """Print what a closed window leaves on this machine. On a terminal it is wrapped between words."""
    for line in lines:
        last_words(_for_terminal(line, sys.stdout))


def _for_terminal(line: str, stream: TextIO) -> str:
    """Wrap a line between words for a terminal. For any other output, return the line unchanged."""
    return between_words(line) if stream.isatty() else line


@contextmanager
def politely() -> Iterator[None]:
    """Convert bad input into one line on standard error and exit status 2."""
    try:
        yield
    except BadInput as fault:
        complain(str(fault))
        raise typer.Exit(2) from None


def open_streams() -> None:
    """Open the standard streams that the parent process has closed, so that no other file gets their numbers.

    Each output accepts every character, so that no command stops in the middle of a line because of a letter.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  # for as long as we run
    take_any_text(sys.stdout)
    take_any_text(sys.stderr)


def run(app: typer.Typer, words: Sequence[str] | None = None) -> None:
    """Run the command line (or `words`) and exit with its status.

    A command line that cannot be parsed gets one line too.
    """
    try:
        status = app(words, prog_name="warcouncil", standalone_mode=False)
        sys.stdout.flush()
    except typer.Abort:
        typer.echo("\nwarcouncil: no answer was given. Nothing more was done", err=True)
        sys.exit(130)
    except BrokenPipeError:
        _speak_to_nobody()  # The reader of the output has closed it, as `head` does
        sys.exit(1)
    except OSError as fault:
        if fault.filename is not None or fault.errno not in _UNWRITTEN:
            raise
        _speak_to_nobody()
        complain(f"the output cannot be written ({why(fault)}). Free some space, or send it to another place")
        sys.exit(1)
    except _USAGE as fault:
        _explain(fault, sys.argv[1:] if words is None else words, app)
        sys.exit(2)
    sys.exit(status if isinstance(status, int) else 0)


def last_words(text: str) -> None:
    """Write the last lines. A terminal that has been closed is not an error."""
    try:
        typer.echo(text)
    except OSError:
        _speak_to_nobody()


def _speak_to_nobody() -> None:
    """Discard unwritten output, so that it raises no error at the exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _explain(fault: BaseException, words: Sequence[str], app: typer.Typer) -> None:
    context = getattr(fault, "ctx", None)
    command = context.command_path if context else _command_of(words, app)
    said = getattr(fault, "format_message", str)()
    if said.startswith("Usage: "):  # The name of a command group alone, which prints its help
        typer.echo(said, err=True)
    elif said:  # Otherwise the help was requested and has been shown
        complain(f"{mistake_sentence(fault, said, words)} ({command} -h helps)", by=command)


def _command_of(words: Sequence[str], app: typer.Typer) -> str:
    """Return the command that the first words call."""
    found: Any = get_command(app)
    path = ["warcouncil"]
    for word in words:
        found = found.get_command(None, word) if hasattr(found, "get_command") else None
        if found is None:
            break
        path.append(word)
    return " ".join(path)


@contextmanager
def stoppable(left: Callable[[], str]) -> Iterator[None]:
    """Handle an interruption: print a line with the text from `left`, then exit. The status is 130 at Ctrl-C,
    and 143 at SIGTERM.
    """
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
    """Print that a command was stopped, and the text `left`."""
    if sys.stderr.isatty():
        typer.echo(err=True)  # Begin a new line after the ^C
    complain(f"stopped{left}")
