"""All options of every game. `python -m tests.games.choices` renews choices.json."""

from __future__ import annotations

import json
from pathlib import Path

from tests.games import found

FILE = Path(__file__).with_name("choices.json")


def text() -> str:
    """Return every option of every game with its kind, its limits and its default."""
    schemas = {name: found.load(name).options_type.model_json_schema() for name in found.NAMES}
    return json.dumps(schemas, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
