"""The JSON Schema of a scenario's file, for editors.

`python -m games.scenario.file.text.schema` writes it to standard output.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.games.scenario.file.text.vocabulary import FORMAT

TABLES = (
    ("scores", "bonus"),
    ("scores", "sheet"),
    ("injects",),
    ("teams",),
    ("seats",),
    ("numbers",),
    ("documents",),
    ("hints",),
)
"""The keys whose list may be in a CSV file beside the scenario. Such a key has the name of the file, and the clients read it."""
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """Return the schema: every key with its meaning, its kind and its limits.

    It cannot express how names depend on each other.
    """
    found = Scenario.model_json_schema()
    parts = {(): found, ("scores",): found["$defs"]["ScorePart"]}
    table = {
        "type": "string",
        "pattern": r"^[^/\\\\]+\.csv$",
        "description": "A CSV file in the same folder.",
    }
    for *above, key in TABLES:
        listed = parts[*above]["properties"][key]
        words = {name: listed.pop(name) for name in ("description", "title") if name in listed}
        parts[*above]["properties"][key] = {**words, "anyOf": [dict(listed), table]}
    _in_treatments(found["$defs"])
    parts[()]["properties"]["allocations"] = table | {
        "description": "The starting values of numbers, as a CSV file."
    }
    return {"$schema": DIALECT, **found, "title": f"warcouncil scenario, format {FORMAT}"}


TREATED = {
    "numbers": "NumberPart",
    "draws": "DrawPart",
    "documents": "DocumentPart",
    "endings": "EndingPart",
    "injects": "ScenarioInject",
}
"""The lists of a treatment, and the entries of the file that they change. Only the name of an entry is required."""


def _in_treatments(parts: dict[str, Any]) -> None:
    """Allow the entries of a treatment all keys that the same entries of the file have."""
    for key, part in TREATED.items():
        name = f"Treated{part}"
        parts[name] = {**parts[part], "required": ["name"], "title": name}
        parts["TreatmentPart"]["properties"][key]["items"] = {"$ref": f"#/$defs/{name}"}
    phases = parts["TreatmentPart"]["properties"]["phases"]
    phases["items"] = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}


def text() -> str:
    """Return the schema as the text of its file."""
    return json.dumps(schema(), indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
