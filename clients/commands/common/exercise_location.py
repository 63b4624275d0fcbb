"""The location of an exercise on a command line: a file, or the address of a database. It is typed or comes
from a private source.

As for a code, a person can type `-`. The address is then in the variable, or on standard input.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.location import Location, home_of
from warcouncil.arbiter.shell.database.connection import settled
from warcouncil.clients.commands.common.codes import ELSEWHERE
from warcouncil.clients.plan.text.option_text import BadInput

ITS_VARIABLE = "PGPASSWORD"
"""The variable in which PostgreSQL's own programs look for a password."""
VARIABLE = "WARCOUNCIL_EXERCISE"
"""The variable with the address of a database."""
HELP = (
    "The exercise file, or the address of a database "
    "(postgresql+psycopg://USER@HOST/BASE?exercise=NAME). With -, the address is read from "
    "WARCOUNCIL_EXERCISE or standard input."
)


def given(home: Location) -> dict[str, str]:
    """Return the environment with which a child process reaches a location.

    The password is not in the process list.
    """
    known = dict(home.secrets)
    return {**os.environ, **({ITS_VARIABLE: known["password"]} if "password" in known else {})}


def home_typed(text: str | Path | Location) -> Location:
    """Parse the location of an exercise. Raises BadInput, which does not contain a password."""
    if text == ELSEWHERE:
        text = os.environ.get(VARIABLE, "").strip() or sys.stdin.readline().strip()
        if not text:
            raise BadInput(
                f"exercise -: no address is in {VARIABLE} or on standard input. Set the variable, or send the address to the command"
            )
    try:
        return home_of(text)
    except JournalError as fault:
        raise BadInput(str(fault)) from None


def home_at(text: str | Path | Location) -> Location:
    """Parse the location of an existing exercise.

    A database with a single exercise needs no name. Raises BadInput.
    """
    try:
        return settled(home_typed(text))
    except JournalError as fault:
        raise BadInput(str(fault)) from None
