"""The data package: `datapackage.json` describes the files of an export for archives and programs.

It follows the Data Package standard, version 2 (datapackage.org). It lists fields with types and units, keys,
references, missing values, sizes and SHA-256 sums.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from warcouncil.arbiter.record.export.schema import VERSION, Column, TableSchema

FILE = "datapackage.json"
_PROFILES = "https://datapackage.org/profiles/2.0"
_TYPES = {int: "integer", float: "number", bool: "boolean", str: "string"}
_MEDIA = {
    "csv": "text/csv",
    "jsonl": "application/jsonl",
    "parquet": "application/vnd.apache.parquet",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@dataclass(frozen=True, slots=True)
class TableFile:
    """The file of a table. `sheet` is its sheet, if the file has several tables. `separator` is the separator of a
    CSV file.

    With a semicolon as the separator, numbers have a decimal comma.
    """

    schema: TableSchema
    path: str
    data: bytes
    sheet: str = ""
    separator: str = ","


@dataclass(frozen=True, slots=True)
class PackageFacts:
    """The facts about an export as a whole. `licence` is an identifier such as CC-BY-4.0, or ""."""

    key: str
    title: str
    told: tuple[str, ...]
    licence: str = ""


def descriptor(facts: PackageFacts, files: Iterable[TableFile]) -> dict[str, Any]:
    """Return the description of the files of an export, as JSON values."""
    licences = {"licenses": [{"name": facts.licence}]} if facts.licence else {}
    sums: dict[int, str] = {}
    return {
        "$schema": f"{_PROFILES}/datapackage.json",
        "name": f"exercise-{facts.key.lower()}",
        "id": facts.key,
        "title": facts.title,
        "description": "\n".join(facts.told),
        "version": VERSION,
        **licences,
        "resources": [_resource(file, sums) for file in files],
    }


def _resource(file: TableFile, sums: dict[int, str]) -> dict[str, Any]:
    form = file.path.rpartition(".")[2]
    text = {"encoding": "utf-8"} if form in ("csv", "jsonl") else {}
    return {
        "name": file.schema.name,
        "type": "table",
        "path": file.path,
        "format": form,
        "mediatype": _MEDIA[form],
        **text,
        "bytes": len(file.data),
        "hash": f"sha256:{_sum(file.data, sums)}",
        **_dialect(file, form),
        "description": file.schema.meaning,
        "schema": table_schema(file.schema, "," if file.separator == ";" else "."),
    }


def _sum(data: bytes, sums: dict[int, str]) -> str:
    """Return the SHA-256 sum of a file. It is computed once for a file that has several tables."""
    if id(data) not in sums:
        sums[id(data)] = sha256(data).hexdigest()
    return sums[id(data)]


def _dialect(file: TableFile, form: str) -> dict[str, Any]:
    schema = {"$schema": f"{_PROFILES}/tabledialect.json"}
    if form == "csv":
        return {"dialect": schema | {"delimiter": file.separator}}
    return {"dialect": schema | {"sheetName": file.sheet}} if file.sheet else {}


def table_schema(schema: TableSchema, decimal: str = ".") -> dict[str, Any]:
    """Return the Table Schema of a table, as JSON values. `decimal` is the decimal sign of numbers."""
    refers = [
        {
            "fields": list(one.columns),
            "reference": {"resource": one.table, "fields": list(one.columns)},
        }
        for one in schema.refers
    ]
    return {
        "$schema": f"{_PROFILES}/tableschema.json",
        "fields": [_field(column, schema, decimal) for column in schema.columns],
        "missingValues": [""],
        **({"primaryKey": list(schema.key)} if schema.key else {}),
        **({"foreignKeys": refers} if refers else {}),
    }


def _field(column: Column, schema: TableSchema, decimal: str) -> dict[str, Any]:
    made: dict[str, Any] = {
        "name": column.name,
        "type": "datetime" if column.is_wall else _TYPES[column.kind],
        "description": column.meaning,
    }
    if column.kind is float and decimal != ".":
        made["decimalChar"] = decimal
    if column.unit:
        made["unit"] = column.unit
    if column.name in schema.key:
        made["constraints"] = {"required": True}
    return made
