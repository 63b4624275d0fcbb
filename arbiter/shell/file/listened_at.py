"""The address where an exercise last listened, stored in its file.

Seats look for the exercise there, and a resume uses the address again.

It is not part of the record or the layout. A file without it, or with an unreadable one, is valid.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

PORT_MAX = 65534
WEB_PORT_MAX = 65535
PATH_CHARS_MAX = 4096
ADDRESSES_MAX = 20
CHARS_MAX = 255

_tables = sa.MetaData()
_place = sa.Table(
    "warcouncil_whereabouts",
    _tables,
    sa.Column("one", sa.Integer, primary_key=True),
    sa.Column("place", sa.Text, nullable=False),
)


@dataclass(frozen=True, slots=True)
class WebPlace:
    """The port for browsers, and the certificate files that the user supplied. Their paths are "" if the host made a
    certificate for the exercise.
    """

    port: int
    cert: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class ListenedAt:
    """The address where an exercise listens, with or without a flood wall, announced or not. The door is one port
    above.

    With `web` None, browsers are not admitted.
    """

    bind: str
    port: int
    walled: bool = True
    announced: bool = True
    addresses: tuple[str, ...] = ()
    """The addresses that people received. Their seats look for the exercise there."""
    web: WebPlace | None = None
    known_as: str = ""
    """The public name or address of this machine, if an option of the host set it, or "" if none was set."""
    standby: tuple[str, ...] = ()
    """The addresses of standbys that people received, as the standbys were set."""
    backup: str = ""
    """The folder for copies of the exercise file, or "" if none are made."""
    copied: str = ""
    """The time when this copy was made of a file in use, as a text, or "" if this is not such a copy."""


def recall(connection: sa.Connection) -> ListenedAt | None:
    """Read where the exercise last listened. Return None if that is unknown."""
    try:
        if not sa.inspect(connection).has_table(_place.name):
            return None
        return read_place(connection.execute(sa.select(_place.c.place)).scalar_one_or_none())
    except SQLAlchemyError:
        return None
    finally:
        connection.rollback()


def lay_out(connection: sa.Connection) -> None:
    """Create the table for it. Raises SQLAlchemyError."""
    _tables.create_all(connection)


def take_out(connection: sa.Connection) -> None:
    """Remove the table for it. Raises SQLAlchemyError."""
    _tables.drop_all(connection)


def remember(connection: sa.Connection, place: ListenedAt) -> None:
    """Store where the exercise listens now. Raises SQLAlchemyError."""
    lay_out(connection)
    connection.execute(sa.delete(_place))
    connection.execute(sa.insert(_place).values(one=1, place=json.dumps(asdict(place))))
    connection.commit()


def read_place(text: object) -> ListenedAt | None:
    """Parse a stored text. Return None if any required part is missing or invalid."""
    try:
        said = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None
    match said:
        case {
            "bind": str(bind),
            "port": int(port),
            "walled": bool(walled),
            "announced": bool(announced),
            "addresses": list(addresses),
            **rest,
        } if 0 < port <= PORT_MAX and all(_is_short(one) for one in (bind, *addresses)):
            web, name = _read_web(rest.get("web")), rest.get("known_as")
            known_as = str(name) if _is_short(name) else ""
            told = tuple(addresses[:ADDRESSES_MAX])
            return ListenedAt(
                *(bind, port, walled, announced, told, web, known_as),
                standby=_read_standby(rest.get("standby")),
                backup=str(kept) if _is_path(kept := rest.get("backup")) else "",
                copied=str(copied) if _is_short(copied := rest.get("copied")) else "",
            )
        case _:
            return None


def _read_standby(said: object) -> tuple[str, ...]:
    match said:
        case list(texts) if all(_is_short(one) for one in texts):
            return tuple(texts[:ADDRESSES_MAX])
        case _:
            return ()


def _read_web(said: object) -> WebPlace | None:
    """Parse where browsers were admitted. Return None if they were not, or if the text is invalid."""
    match said:
        case {"port": int(port), "cert": str(cert), "key": str(key)} if 0 < port <= WEB_PORT_MAX and all(
            not one or _is_path(one) for one in (cert, key)
        ):
            return WebPlace(port, cert, key)
        case _:
            return None


def _is_path(one: object) -> bool:
    return isinstance(one, str) and len(one) <= PATH_CHARS_MAX and one.isprintable()


def _is_short(one: object) -> bool:
    return isinstance(one, str) and 0 < len(one) <= CHARS_MAX and one.isprintable()
