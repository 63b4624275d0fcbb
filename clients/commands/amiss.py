"""What is amiss with a command line, in our own words: the library that reads it has words of its own.

It has no public names for what it raises, so that its faults are told apart by what they carry.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import Any

from pydantic import ValidationError
from warcouncil.games.kit.wants import unknown, wanted

_SAYINGS = (
    (r"Option '(.+)' requires (?:an argument|\d+ arguments)\.", "{}: say which, after it"),
    (r"Option '(.+)' does not take a value\.", "{} stands alone, without a value"),
    (
        r"Got unexpected extra arguments?(?:\(s\))? \((.+)\)",
        "there is no place for {}; put quotes around several words",
    ),
)


def amiss(fault: Any, said: str, words: Sequence[str] = ()) -> str:
    """Give our words for a fault of the command line `words`; `said` are the library's."""
    param, reason = getattr(fault, "param", None), fault.__cause__
    if param is not None:
        if isinstance(reason, ValidationError):
            return _bad_value(param, reason)
        if hasattr(fault, "param_type"):
            return f"{' or '.join((_name(param), *param.secondary_opts))} is missing"
        unread = re.search(r"'(.+)' is not readable", fault.message, re.DOTALL)
        told = (
            f"{unread[1]} cannot be read: you have no right to; ask for it, or have it copied"
            if unread
            else said
        )
        return f"{_name(param)}: {told}"
    for pattern, ours in _SAYINGS:
        if found := re.fullmatch(pattern, said, re.DOTALL):
            return ours.format(found[1])
    if option := getattr(fault, "option_name", ""):
        within = fault.ctx.command
        arguments = [param for param in within.params if param.param_type_name == "argument"]
        takes_number = any(param.get_runtime_param().annotation is int for param in arguments)
        if option[1:].isdigit() and takes_number:
            return f"write -- before a number below 0, as in: {fault.ctx.command_path} -- -60"
        known = [name for each in within.params for name in (*each.opts, *each.secondary_opts)]
        options = [name for name in known if name.startswith("--")]
        for name in (
            within.list_commands(fault.ctx)
            if option not in options and hasattr(within, "list_commands")
            else ()
        ):
            inner = within.get_command(fault.ctx, name)
            if inner is not None and any(option in each.opts for each in inner.params):
                return f"{option} stands after the command: {fault.ctx.command_path} {name} {option} …"
        told = unknown(f"there is no option {option}", option, options, "options are")
        typed = next((word for word in words if word.startswith(option)), option)
        if arguments and typed != option and not option.startswith("--"):
            told += f"; a file that is called {typed} is written ./{typed}"
        return told
    if named := re.match(r"No such command '(.+?)'", said):
        commands = fault.ctx.command.list_commands(fault.ctx)
        return unknown(f"there is no command {named[1]!r}", named[1], commands, "commands are")
    return f"{said[:1].lower()}{said[1:].rstrip('.')}"


def _name(param: Any) -> str:
    """Give the name of an option, or of an argument, as the help has it."""
    if param.param_type_name == "option":
        return max(param.opts, key=len)  # type: ignore[no-any-return]  # the library's own class
    return str(param.metavar or param.name).upper()


def _bad_value(param: Any, fault: ValidationError) -> str:
    """Say which value of which option or argument will not do, and what would."""
    error = fault.errors(include_url=False)[0]
    return f"{_name(param)} {error['input']} will not do; {_asked(param, wanted(error))}"


def _asked(param: Any, otherwise: str) -> str:
    """Say what an option takes: all of it, and not only what was wrong about the value."""
    taker = param.get_runtime_param()
    kind, info = taker.annotation, taker.parameter_info
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"give {', '.join(str(one.value) for one in kind)}"
    simple = {int: "a whole number", float: "a number"}.get(kind)
    if simple is None:
        return otherwise
    low, high = info.min, info.max
    if low is not None and high is not None:
        return f"give {simple} from {low:g} to {high:g}"
    return f"give {simple}" + (
        f", {low:g} or more" if low is not None else f", {high:g} at most" if high is not None else ""
    )
