"""Prints the JSON Schema of the wire format to standard output: `python -m warcouncil.protocol.wire.schema`."""

from __future__ import annotations

import json
import sys
from typing import Any

from pydantic.json_schema import models_json_schema
from warcouncil.protocol.proofs.doors import ToDoor, ToKnocker
from warcouncil.protocol.wire.replies import ToClient
from warcouncil.protocol.wire.requests import ToArbiter
from warcouncil.protocol.words import WIRE_VERSION

ENVELOPES = (ToArbiter, ToClient, ToDoor, ToKnocker)
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of the envelopes, with every message under `$defs`."""
    roots = [(root, "validation") for root in ENVELOPES]
    _, found = models_json_schema(roots, title=f"warcouncil wire, version {WIRE_VERSION}")  # type: ignore[arg-type]  # a list of pairs
    for definition in found["$defs"].values():
        _require_constants(definition)
    return {
        "$schema": DIALECT,
        "anyOf": [{"$ref": f"#/$defs/{root.__name__}"} for root in ENVELOPES],
        **found,
    }


def text() -> str:
    """Return the schema as the text of its file."""
    return json.dumps(schema(), indent=1, sort_keys=True) + "\n"


def _require_constants(definition: dict[str, Any]) -> None:
    """Mark the constant fields as required. Our models fill them in, but a message without them is invalid."""
    constants = [name for name, field in definition.get("properties", {}).items() if "const" in field]
    if constants:
        others = [name for name in definition.get("required", ()) if name not in constants]
        definition["required"] = [*constants, *others]


if __name__ == "__main__":
    sys.stdout.write(text())
