"""Rows of standbys in an exercise's database: each standby writes its own row, and the arbiter reads them all.

Other machines write the rows. An invalid address or a name that is too long is not forwarded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import sqlalchemy as sa
from pydantic import TypeAdapter, ValidationError
from sqlalchemy.exc import SQLAlchemyError
from warcouncil.arbiter.shell.base.lease import NoAnswer
from warcouncil.arbiter.shell.base.listening import IdleWatch
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.database.connection import connect, engine_of, said
from warcouncil.arbiter.shell.database.standbys import StandbyRow
from warcouncil.protocol.words import ADDRESSES_MAX, AddressText, WebText

ASK_SECONDS = 2.0
"""How long the server may take to answer."""
CONNECT_SECONDS = 2
ROWS_MAX = 32

LAYOUT = (
    "create table if not exists {0}.warcouncil_standby (id text primary key, name text not null, place text not null,"
    " at_seq bigint not null, beats bigint not null, asks boolean not null)"
)
TAKE_OUT = sa.text("drop table if exists warcouncil_standby")
_LOOK = sa.text("select id, name, place, at_seq, beats, asks from warcouncil_standby order by id limit :most")
_SAY = sa.text(
    "insert into warcouncil_standby values (:id, :name, :place, :seq, 1, :asks) on conflict (id) do update"
    " set at_seq = :seq, beats = warcouncil_standby.beats + 1, asks = :asks"
)
_FORGET = sa.text("delete from warcouncil_standby where id = :id")
_NEEDS = {
    "warcouncil_journal": ("insert",),
    "warcouncil_exercise": ("update",),
    "warcouncil_lease": ("update",),
    "warcouncil_whereabouts": ("insert", "delete"),
    "warcouncil_standby": ("select", "insert", "update", "delete"),
}
"""The rights that a standby needs besides reading, for its beats and to lead."""
_MAY = sa.text("select has_table_privilege(to_regclass(:table), :right)")
_ADDRESS: TypeAdapter[str] = TypeAdapter(AddressText)
_WEB: TypeAdapter[str] = TypeAdapter(WebText)


def lacking(connection: sa.Connection) -> str:
    """Return the rights of a standby that this user lacks. It is "" if the user has them all, or the table does not exist yet."""
    missing = {
        table: [right for right in rights if _may(connection, table, right) is False]
        for table, rights in _NEEDS.items()
    }
    return "; ".join(f"{', '.join(rights).upper()} on {table}" for table, rights in missing.items() if rights)


def _may(connection: sa.Connection, table: str, right: str) -> bool | None:
    return connection.execute(_MAY, {"table": table, "right": right}).scalar()


class DatabaseStandbys:
    """The rows of an exercise's standbys, over their own connection, which reconnects when it is lost."""

    def __init__(self, home: Location) -> None:
        self._home = home
        self._engine = engine_of(home, CONNECT_SECONDS).execution_options(isolation_level="AUTOCOMMIT")
        self._watch = IdleWatch(ASK_SECONDS)
        self._connection: sa.Connection | None = None

    def look(self) -> list[StandbyRow]:
        """Read all rows. Raises NoAnswer."""
        with self._asking() as connection:
            return [read_row(*row) for row in connection.execute(_LOOK, {"most": ROWS_MAX})]

    def say(self, row: StandbyRow) -> None:
        """Write the row of a standby, as a beat. Raises NoAnswer."""
        place = json.dumps({"addresses": row.addresses, "webs": row.webs})
        told = {"id": row.id, "name": row.name, "place": place, "seq": row.seq, "asks": row.asks}
        with self._asking() as connection:
            connection.execute(_SAY, told)

    def forget(self, standby: str) -> None:
        """Remove the row of a standby. Raises NoAnswer."""
        with self._asking() as connection:
            connection.execute(_FORGET, {"id": standby})

    def close(self) -> None:
        """Close the connection."""
        self._drop()
        self._watch.close()
        self._engine.dispose()

    @contextmanager
    def _asking(self) -> Iterator[sa.Connection]:
        """Yield the connection, in autocommit mode. It is closed after any error. Raises NoAnswer."""
        try:
            if self._connection is None:
                ms = int(ASK_SECONDS * 1000)
                self._connection = connect(
                    self._engine, self._home.exercise, statement_ms=ms, lock_ms=ms, met=self._watch.take
                )
            with self._watch.waiting():
                yield self._connection
        except SQLAlchemyError as error:
            self._drop()
            raise NoAnswer(said(self._home, error)) from None

    def _drop(self) -> None:
        if self._connection is not None:
            with suppress(SQLAlchemyError):
                self._connection.close()
            self._connection = None


def read_row(standby: str, name: str, place: str, seq: int, beats: int, asks: bool) -> StandbyRow:  # noqa: PLR0917  # a row
    """Parse a row. Invalid parts are left out."""
    try:
        said_: Any = json.loads(place)
    except (ValueError, RecursionError):
        said_ = {}
    found = said_ if isinstance(said_, dict) else {}
    addresses = _valid(_ADDRESS, found.get("addresses"))
    return StandbyRow(standby, name, addresses, _valid(_WEB, found.get("webs")), seq, beats, asks)


def _valid(kind: TypeAdapter[str], texts: object) -> tuple[str, ...]:
    """Return only the valid texts."""
    valid: list[str] = []
    for text in texts[:ADDRESSES_MAX] if isinstance(texts, list) else ():
        with suppress(ValidationError):
            valid.append(kind.validate_python(text, strict=True))
    return tuple(valid)
