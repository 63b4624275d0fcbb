"""Standbys in an exercise's database: where each says that it is there, and the arbiter reads who is.

Law: what stands there was written by others: an address that is none, or a name too long, is not passed on.
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
"""So long an answer may take."""
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
"""What a standby does beyond reading, in its beats and once it leads."""
_MAY = sa.text("select has_table_privilege(to_regclass(:table), :right)")
_ADDRESS: TypeAdapter[str] = TypeAdapter(AddressText)
_WEB: TypeAdapter[str] = TypeAdapter(WebText)


def lacking(connection: sa.Connection) -> str:
    """Say which rights this user lacks that a standby needs; nothing: it has them all, or there is no such table yet."""
    missing = {
        table: [right for right in rights if _may(connection, table, right) is False]
        for table, rights in _NEEDS.items()
    }
    return "; ".join(f"{', '.join(rights).upper()} on {table}" for table, rights in missing.items() if rights)


def _may(connection: sa.Connection, table: str, right: str) -> bool | None:
    return connection.execute(_MAY, {"table": table, "right": right}).scalar()


class DatabaseStandbys:
    """The standbys of an exercise, over a connection of its own that is made anew when it is lost."""

    def __init__(self, home: Location) -> None:
        self._home = home
        self._engine = engine_of(home, CONNECT_SECONDS).execution_options(isolation_level="AUTOCOMMIT")
        self._watch = IdleWatch(ASK_SECONDS)
        self._connection: sa.Connection | None = None

    def look(self) -> list[StandbyRow]:
        """Give what they say. Raises NoAnswer."""
        with self._asking() as connection:
            return [read_row(*row) for row in connection.execute(_LOOK, {"most": ROWS_MAX})]

    def say(self, row: StandbyRow) -> None:
        """Say of one that it is there. Raises NoAnswer."""
        place = json.dumps({"addresses": row.addresses, "webs": row.webs})
        told = {"id": row.id, "name": row.name, "place": place, "seq": row.seq, "asks": row.asks}
        with self._asking() as connection:
            connection.execute(_SAY, told)

    def forget(self, standby: str) -> None:
        """Remove what one said. Raises NoAnswer."""
        with self._asking() as connection:
            connection.execute(_FORGET, {"id": standby})

    def close(self) -> None:
        """Ask no more."""
        self._drop()
        self._watch.close()
        self._engine.dispose()

    @contextmanager
    def _asking(self) -> Iterator[sa.Connection]:
        """Give the connection, on which each statement counts by itself; whatever goes wrong on it, it is left."""
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
    """Give what a row says, as far as it says anything."""
    try:
        said_: Any = json.loads(place)
    except (ValueError, RecursionError):
        said_ = {}
    found = said_ if isinstance(said_, dict) else {}
    addresses = _valid(_ADDRESS, found.get("addresses"))
    return StandbyRow(standby, name, addresses, _valid(_WEB, found.get("webs")), seq, beats, asks)


def _valid(kind: TypeAdapter[str], texts: object) -> tuple[str, ...]:
    """Give those of some texts that are what they should be."""
    valid: list[str] = []
    for text in texts[:ADDRESSES_MAX] if isinstance(texts, list) else ():
        with suppress(ValidationError):
            valid.append(kind.validate_python(text, strict=True))
    return tuple(valid)
