"""The JSON Schema of a scenario's file, for editors.

`python -m games.scenario.file.text.schema` writes it to standard output.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.games.scenario.file.text.vocabulary import FORMAT

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """Return the schema: every key with its meaning, its kind and its limits.

    It cannot express how names depend on each other.
    """
    found = Scenario.model_json_schema()
    return {"$schema": DIALECT, **found, "title": f"warcouncil scenario, format {FORMAT}"}


def text() -> str:
    """Return the schema as the text of its file."""
    return json.dumps(schema(), indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
