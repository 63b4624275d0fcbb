"""Papers of an exercise in its file: its identity, and how far its journal has come."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, OperationalError, ProgrammingError, SQLAlchemyError
from warcouncil.arbiter.shell.base.entries import (
    CHAIN_BYTES,
    FORMAT,
    JournalError,
    Papers,
    closing_mark,
    meta,
    tables,
)
from warcouncil.arbiter.shell.file.file_lock import cause
from warcouncil.arbiter.shell.file.outside_files import check_plain
from warcouncil.protocol.words import NAME_CHARS_MAX


class PapersRead(NamedTuple):
    """The stored papers, the newest record's number and chain value, and whether the file was closed in order."""

    papers: Papers
    seq: int
    chain: bytes
    was_closed: bool


def lay_down(connection: sa.Connection, papers: Papers) -> None:
    """Write the papers of a new exercise. Raises SQLAlchemyError, also if there is an exercise already."""
    tables.create_all(connection, checkfirst=False)
    connection.execute(
        sa.insert(meta).values(
            one=1,
            format=FORMAT,
            exercise=papers.exercise,
            curve_public=papers.curve_public,
            curve_secret=papers.curve_secret,
            signing_seed=papers.signing_seed,
            created=papers.created,
            last_seq=0,
            last_chain=papers.origin,
            closed=closing_mark(papers.origin),
        )
    )
    connection.commit()


def read_papers(connection: sa.Connection, name: str) -> PapersRead:
    """Read the papers of an exercise and how far it has come. Raises JournalError."""
    try:
        if connection.dialect.name == "sqlite":
            check_plain(connection, name)
        # The format is read first: another layout may have other columns.
        found = connection.execute(sa.select(meta.c.format)).scalar_one_or_none()
        if isinstance(found, int) and found != FORMAT:
            which = "a newer" if found > FORMAT else "an older"
            raise JournalError(
                f"{name}: {which} warcouncil wrote this file (format {found}). Use that version"
            )
        row = connection.execute(sa.select(meta)).one()
        connection.rollback()
    except (OperationalError, ProgrammingError):
        raise JournalError(f"{name}: this is not an exercise of warcouncil") from None
    except SQLAlchemyError as error:
        told = cause(error) if isinstance(error, DBAPIError) else "it is damaged"
        raise JournalError(
            f"{name}: the exercise's own record cannot be read ({told}). Resume from a copy of the file"
        ) from None
    papers = Papers(row.exercise, row.curve_public, row.curve_secret, row.signing_seed, row.created)
    bytes_, texts = (row.signing_seed, row.last_chain), (row.exercise, row.curve_public, row.curve_secret)
    if not all(isinstance(one, bytes) and len(one) == CHAIN_BYTES for one in bytes_) or not all(
        isinstance(one, str) and len(one) <= NAME_CHARS_MAX for one in texts
    ):
        raise JournalError(f"{name}: the exercise's own record is damaged. Resume from a copy of the file")
    return PapersRead(papers, row.last_seq, row.last_chain, row.closed == closing_mark(row.last_chain))
