"""Codes as commands accept them: as an argument, at a prompt, from standard input or from a variable.

A code must not stay where others can read it. On some systems the process list shows all arguments. A program that
received a code in an argument therefore restarts itself without it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from urllib.parse import unquote

import typer
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.protocol.proofs.doors import BadCode, CodeText, parse_code

ELSEWHERE = "-"
"""A person types this in place of a code. The code then comes from the variable or from standard input."""
VARIABLE = "WARCOUNCIL_CODE"
"""The variable with a code, or with several codes separated by spaces, in the order of their use."""
BY_PLACE = ("join", "umpire", "display", "bot")
"""Commands with codes as arguments. All other commands have the option `--code`."""
OPTION = "--code"
DOTTED = re.compile(r"[0-9]+([.:][0-9]+)+")
"""An address in digits, which may have as many characters as a code."""
_PASSWORD = re.compile(r"((?:--[a-z]+=)?postgres[a-z+]*://[^:/?@]*):([^@]*)@([^@]*)")


def read_code(text: str) -> CodeText:
    """Parse a code. Raises BadInput, which does not contain the code."""
    try:
        return parse_code(text)
    except BadCode as fault:
        raise BadInput(str(fault)) from None


def given(code: str) -> str:
    """Return the code for a typed text. It is the text itself, or the code to which `-` refers. Raises BadInput."""
    if code != ELSEWHERE:
        return code
    first, _, rest = os.environ.get(VARIABLE, "").strip().partition(" ")
    if first:
        os.environ[VARIABLE] = rest
        return first
    if sys.stdin.isatty():
        asked: str = typer.prompt("What is the code on your card?", prompt_suffix=" ")
        return asked
    line = sys.stdin.readline().strip()
    if not line:
        raise BadInput(
            f"code -: no code is in {VARIABLE} or on standard input. Set the variable, or send the code to the command"
        )
    return line


def hidden(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return a command line with `-` in place of each code, and the codes."""
    left, codes = [*arguments], []
    by_place = bool(arguments) and arguments[0] in BY_PLACE
    for place, word in enumerate(arguments):
        option, equals, value = word.partition("=")
        if option == OPTION and equals:
            shown, code = f"{OPTION}={ELSEWHERE}", value
        elif (place > 1 and by_place) or (place and arguments[place - 1] == OPTION):
            shown, code = ELSEWHERE, word
        else:
            continue
        if _is_code(code) and not DOTTED.fullmatch(code):
            left[place] = shown
            codes.append(code)
    return left, codes


def without_password(arguments: Sequence[str]) -> tuple[list[str], str | None]:
    """Return a command line without the password in its database addresses, and the password.

    If there are two different passwords, only the last is removed.
    """
    left, found = [*arguments], None
    for place, word in enumerate(arguments):
        parts = _PASSWORD.fullmatch(word)
        if parts and found in (None, unquote(parts[2])):
            left[place], found = f"{parts[1]}@{parts[3]}", unquote(parts[2])
    return left, found


def hide_codes() -> None:
    """Restart this program without the codes and the password in its arguments, because others could read them."""
    left, codes = hidden(sys.argv[1:])
    left, password = without_password(left)
    if os.name == "posix" and left != sys.argv[1:]:
        command = [sys.executable, "-P", "-m", "warcouncil", *left]
        kept = {VARIABLE: " ".join(codes)} if codes else {}
        kept |= {"PGPASSWORD": password} if password is not None else {}
        os.execve(sys.executable, command, os.environ | kept)  # noqa: S606  # ourselves


def _is_code(text: str) -> bool:
    try:
        parse_code(text)
    except BadCode:
        return False
    return True
