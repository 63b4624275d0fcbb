"""Checks of keys and references of tables, as an archive checks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from warcouncil.arbiter.record.export.rows import Rows
from warcouncil.arbiter.record.export.schema import TableSchema


def broken(rows: Rows, schemas: Mapping[str, TableSchema]) -> list[str]:
    """Return each fault: a key that is missing or not unique, and a reference without a row."""
    return [f"{name}: {fault}" for name, schema in schemas.items() for fault in _faults(rows, name, schema)]


def _faults(rows: Rows, name: str, schema: TableSchema) -> Iterator[str]:
    keys = [tuple(row[column] for column in schema.key) for row in rows[name]]
    if schema.key and len(set(keys)) < len(keys):
        yield f"two rows have one key {schema.key}"
    if any(part in ("", None) for key in keys for part in key):
        yield f"a part of the key {schema.key} is missing"
    for one in schema.refers:
        there = {tuple(row[column] for column in one.columns) for row in rows[one.table]}
        for row in rows[name]:
            key = tuple(row[column] for column in one.columns)
            if key not in there:
                yield f"{key} is not in {one.table}"
