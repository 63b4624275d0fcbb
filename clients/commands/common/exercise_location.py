"""Where an exercise is, as commands are told: a file, or the address of a database, typed or from where nobody else reads it.

`-` stands for an address as it does for a code: it is in the variable, or on standard input.
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
"""Holds the address of a database."""
HELP = "The exercise file, or the address of a database (postgresql+psycopg://USER@HOST/BASE?exercise=NAME; -: in a variable)"


def given(home: Location) -> dict[str, str]:
    """Give what a child of ours must have in its environment to reach a home: its password stands in no list of processes."""
    known = dict(home.secrets)
    return {**os.environ, **({ITS_VARIABLE: known["password"]} if "password" in known else {})}


def home_typed(text: str | Path | Location) -> Location:
    """Read where an exercise is, or is to be. Raises BadInput, which does not repeat a password."""
    if text == ELSEWHERE:
        text = os.environ.get(VARIABLE, "").strip() or sys.stdin.readline().strip()
        if not text:
            raise BadInput(f"exercise -: there is no address, neither in {VARIABLE} nor on standard input")
    try:
        return home_of(text)
    except JournalError as fault:
        raise BadInput(str(fault)) from None


def home_at(text: str | Path | Location) -> Location:
    """Read where an exercise is, which must be there: of a database that holds only one, that. Raises BadInput."""
    try:
        return settled(home_typed(text))
    except JournalError as fault:
        raise BadInput(str(fault)) from None
