"""Where an exercise listened, kept in its file: its seats look for it there, and a resume goes back by itself.

It is no part of the record, and not of the layout: a file without it, or with one that cannot be read, is as good as any.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from warcouncil.arbiter.shell.holding import HeldDatabase

PORT_MAX = 65534
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
class Whereabouts:
    """Where an exercise listens (the door is one port above), behind a flood wall or not, announced or not."""

    bind: str
    port: int
    walled: bool = True
    announced: bool = True
    addresses: tuple[str, ...] = ()
    """The addresses that were told to people: there their seats look for it."""


def recall(held: HeldDatabase) -> Whereabouts | None:
    """Give where the exercise listened last; None: that is not known."""
    try:
        if not sa.inspect(held.connection).has_table(_place.name):
            return None
        return _read(held.connection.execute(sa.select(_place.c.place)).scalar_one_or_none())
    except SQLAlchemyError:
        return None
    finally:
        held.connection.rollback()


def remember(held: HeldDatabase, place: Whereabouts) -> None:
    """Keep where the exercise listens now. Raises SQLAlchemyError."""
    _tables.create_all(held.connection)
    held.connection.execute(sa.delete(_place))
    held.connection.execute(sa.insert(_place).values(one=1, place=json.dumps(asdict(place))))
    held.connection.commit()


def _read(text: object) -> Whereabouts | None:
    """Give what a text says, if all of it can be."""
    try:
        said = json.loads(text) if isinstance(text, str) else None
    except ValueError:
        return None
    match said:
        case {
            "bind": str(bind),
            "port": int(port),
            "walled": bool(walled),
            "announced": bool(announced),
            "addresses": list(addresses),
        } if 0 < port <= PORT_MAX and all(_is_short(one) for one in (bind, *addresses)):
            return Whereabouts(bind, port, walled, announced, tuple(addresses[:ADDRESSES_MAX]))
        case _:
            return None


def _is_short(one: object) -> bool:
    return isinstance(one, str) and 0 < len(one) <= CHARS_MAX and one.isprintable()
