"""Schemas: the columns of each table of an export with type, unit and meaning, the table's key, and its references."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import Field
from pydantic.fields import FieldInfo
from warcouncil.protocol.words import Model

Word = Annotated[str, "a word of the program or of a game"]
"""The name of a seat, a phase or a game, never a text of a person. An anonymous export does not search it for names."""
_WORD = Word.__metadata__[0]  # type: ignore[attr-defined]  # an annotated type has it
TableNo = Annotated[int, Field(description="The table's number.")]
OF_GATE = ("table gate", "gates")
"""The reference of a row to its gate."""
EXERCISE = "exercise"
"""The column with the key of the exercise. It is the first column of every table."""
VERSION = "2.1.0"
"""The version of the tables. The first number changes when a column or a table is removed or means something else."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `kind` is the type of its values: int, float, bool or str.

    `is_word`: it has only words of the program. `unit` is the unit of a number. `is_wall`: it is a time of the wall
    clock (ISO 8601).
    """

    name: str
    kind: type
    meaning: str
    is_word: bool = False
    unit: str = ""
    is_wall: bool = False


@dataclass(frozen=True, slots=True)
class Reference:
    """These columns of a table name a row of another table by its columns of the same names."""

    columns: tuple[str, ...]
    table: str


@dataclass(frozen=True, slots=True)
class TableSchema:
    """One table. `key` names the columns that identify a row. It is () if no columns identify a row.

    `is_told`: its texts come from fields of events, so they may name seats. Such a name is not the name of a person.
    """

    name: str
    meaning: str
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()
    refers: tuple[Reference, ...] = ()
    is_told: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its columns, in order."""
        return tuple(column.name for column in self.columns)


EXERCISE_COLUMN = Column(
    EXERCISE, str, "The key of the exercise. It distinguishes exercises in one data set.", True
)


def schema(
    name: str,
    model: type[Model],
    key: str = "",
    refers: Iterable[tuple[str, str]] = (),
    *,
    is_told: bool = False,
) -> TableSchema:
    """Return the schema of a table whose rows are of this model.

    `key` and the first part of each reference are names of columns, separated by spaces. The exercise is added to all
    of them.
    """
    columns = tuple(_column(each, field) for each, field in model.model_fields.items())
    whole = columns if columns[0].name == EXERCISE else (EXERCISE_COLUMN, *columns)
    doc = " ".join((model.__doc__ or "").split())
    return TableSchema(name, doc, whole, keyed(key) if key else (), references(refers), is_told)


def keyed(names: str) -> tuple[str, ...]:
    """Return the columns of a key. The column of the exercise comes first."""
    return tuple(dict.fromkeys((EXERCISE, *names.split())))


def references(refers: Iterable[tuple[str, str]]) -> tuple[Reference, ...]:
    """Return references from pairs of columns and table."""
    return tuple(Reference(keyed(columns), table) for columns, table in refers)


def kind_of(hint: Any) -> type:
    """Return the type of a column's values from its annotation."""
    if get_origin(hint) is Annotated:
        return kind_of(get_args(hint)[0])
    if get_origin(hint) in (UnionType, Union):
        (inner,) = [each for each in get_args(hint) if each is not NoneType]
        return kind_of(inner)
    return hint if hint in (int, float, bool) else str


def _column(name: str, field: FieldInfo) -> Column:
    extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
    return Column(
        name=name,
        kind=kind_of(field.annotation),
        meaning=field.description or "",
        is_word=_WORD in field.metadata,
        unit=str(extra.get("unit", "")),
        is_wall=bool(extra.get("wall")),
    )


def measured(description: str, unit: str) -> Any:
    """Return the field of a number with its unit."""
    return Field(description=description, json_schema_extra={"unit": unit})
