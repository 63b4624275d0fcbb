"""The wire's messages as types for the page in browsers, made from its schema.

`make schema` writes them again. The page may omit every field with a default in its messages. Messages to the
page have every field but null ones, which the arbiter omits.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import TypeAdapter
from warcouncil.protocol.proofs.doors import ToDoor, ToKnocker
from warcouncil.protocol.table.forms import Answer, Moves, Value
from warcouncil.protocol.wire import schema
from warcouncil.protocol.wire.replies import ToClient
from warcouncil.protocol.wire.requests import ToArbiter

FILE = "clients/web/page/link/wire.d.ts"
FROM_THE_PAGE = (ToArbiter, ToDoor)
TO_THE_PAGE = (ToClient, ToKnocker)
HEAD = """// The messages of the wire, as docs/wire.md tells them. Made of docs/wire.schema.json by `make schema`: not to be edited.
"""
NOTED: dict[str, tuple[Any, str]] = {
    "Moves": (
        Moves,
        "How many of each thing go to each place: {thing: {place: number}}. What is not named stays where it is.",
    ),
    "Value": (Value, "What fills a field of a form."),
    "Answer": (Answer, "A filled form: {field: value}. A field whose `when` does not hold is left out."),
}
"""Types with a name in the program and none in the schema, which writes them out each time; the smallest
first.
"""
UNIONS = {
    ("Form", "fields"): "FormField",
    ("RuleChapter", "blocks"): "RuleBlock",
    ("Rule", "act"): "Act",
    ("Scene", "changes"): "Change",
    ("Sheet", "elements"): "SheetElement",
    ("ToArbiter", "body"): "Request",
    ("ToClient", "body"): "Reply",
    ("ToDoor", "body"): "DoorRequest",
    ("ToKnocker", "body"): "DoorReply",
}
"""The place of each union whose kinds differ by a field, and its name."""


def _refs(part: Any) -> Iterator[str]:
    """Return the name of every definition that a part of the schema refers to."""
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"].rsplit("/", 1)[-1]
        for key, each in part.items():
            if key != "discriminator":
                yield from _refs(each)
    elif isinstance(part, list):
        for each in part:
            yield from _refs(each)


def reached(definitions: dict[str, Any], *roots: str) -> set[str]:
    """Return the names of all parts of these envelopes."""
    seen: set[str] = set()
    left = [*roots]
    while left:
        name = left.pop()
        if name not in seen:
            seen.add(name)
            left += _refs(definitions[name])
    return seen


def _shape(part: Any) -> str:
    """Return a type of the schema as TypeScript writes it."""
    match part:
        case {"$ref": str(path)}:
            return path.rsplit("/", 1)[-1]
        case {"const": value}:
            return json.dumps(value)
        case {"enum": list(values)}:
            return " | ".join(json.dumps(each) for each in values)
        case {"anyOf": list(kinds)} | {"oneOf": list(kinds)}:
            return " | ".join(_shape(each) for each in kinds if each != {"type": "null"})
        case {"type": "array", "prefixItems": list(items)}:
            return f"[{', '.join(_shape(each) for each in items)}]"
        case {"type": "array", "items": items}:
            inner = _shape(items)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {_shape(values)}>"
        case {"type": "string"}:
            return "string"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "boolean"}:
            return "boolean"
        case _:
            raise ValueError(f"the wire has a new kind of value: teach tests/wire_types.py {part}")


def _remark(text: str, indent: str = "") -> str:
    """Return a description as the comment that editors show."""
    lines = text.splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return (
        f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"
    )


def _short(text: str) -> str:
    """Write a type with a name by its name."""
    for name, (kind, _) in NOTED.items():
        text = text.replace(_written(kind, name), name)
    return text


def _written(kind: Any, name: str) -> str:
    """Return a named value written out, but for the named ones within it."""
    text = _shape(TypeAdapter(kind).json_schema())
    for other, (inner, _) in NOTED.items():
        if other == name:
            return text
        text = text.replace(_written(inner, other), other)
    return text


def _field(owner: str, name: str, part: dict[str, Any], optional: bool) -> str:
    """Return one line: a field, whether it is optional, and its type."""
    shape = _short(_shape(part))
    union = UNIONS.get((owner, name))
    if union:
        shape = f"{union}[]" if part.get("type") == "array" else union
    return f"  {name}{'?' if optional else ''}: {shape};\n"


def _interface(name: str, definition: dict[str, Any], sent: bool) -> str:
    """Return a message, or a part of one, as an interface; `sent`: by the page."""
    needed = definition.get("required", ())
    lines = "".join(
        _field(name, each, part, optional=each not in needed and (sent or part.get("default", "") is None))
        for each, part in definition.get("properties", {}).items()
    )
    return (
        f"export interface {name} {{\n{lines}}}\n"
        if lines
        else f"export type {name} = Record<string, never>;\n"
    )


@cache
def text() -> str:
    """Return the file."""
    definitions = schema.schema()["$defs"]
    ours = reached(definitions, *(each.__name__ for each in FROM_THE_PAGE))
    theirs = reached(definitions, *(each.__name__ for each in TO_THE_PAGE))
    both = sorted(name for name in ours & theirs if "properties" in definitions[name])
    if both:
        raise ValueError(f"these go both ways, and what may be left out differs: {both}")
    parts = [
        _remark(note) + f"export type {name} = {_written(kind, name)};\n"
        for name, (kind, note) in NOTED.items()
    ]
    for (owner, field), name in UNIONS.items():
        part = definitions[owner]["properties"][field]
        parts.append(f"export type {name} = {_shape(part.get('items', part))};\n")
    for name, definition in definitions.items():
        body = (
            f"export type {name} = {_shape(definition)};\n"
            if "enum" in definition
            else _interface(name, definition, name in ours)
        )
        parts.append(
            _remark(definition.get("description", "")) + body if "description" in definition else body
        )
    return "\n".join([HEAD, *parts])
