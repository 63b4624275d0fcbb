"""Writes the JSON Schema of the wire to standard output: `python -m protocol.schema`."""

from __future__ import annotations

import json
import sys
from typing import Any

from pydantic.json_schema import models_json_schema

from protocol.doors import ToDoor, ToKnocker
from protocol.messages import ToArbiter, ToClient


def schema() -> dict[str, Any]:
    """Give the JSON Schema (2020-12) of the envelopes, with every message under `$defs`."""
    roots = [(root, "validation") for root in (ToArbiter, ToClient, ToDoor, ToKnocker)]
    _, found = models_json_schema(roots, title="warcouncil wire, version 1")  # type: ignore[arg-type]  # a list of pairs
    return found


if __name__ == "__main__":
    json.dump(schema(), sys.stdout, indent=1, sort_keys=True)
    sys.stdout.write("\n")
