"""The table of a scenario's treatments on the white cell's page. It says how each treatment differs from the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from warcouncil.clients.plan.new.scenario_tables import PageTable
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.games.scenario.file.text.treatment import OWN_KEYS, TreatmentPart


def treatments(scenario: Scenario) -> PageTable:
    """Return each treatment with all its differences from the file."""
    rows = [
        (part.name, part.title, part.about, "; ".join(_differences(part)) or "nothing: the file as it is")
        for part in scenario.treatments
    ]
    return PageTable(("treatment", "title", "about", "what differs"), tuple(rows))


def _differences(part: TreatmentPart) -> Iterator[str]:
    for key, names in part.without.model_dump(exclude_defaults=True).items() if part.without else ():
        yield f"without the {key} {', '.join(names)}"
    for key, value in part.model_dump(exclude_defaults=True, exclude={*OWN_KEYS}).items():
        yield from _changed(key, value)


def _changed(key: str, value: Any) -> Iterator[str]:
    """Yield each changed value, after the names of the parts that contain it."""
    if isinstance(value, list | tuple) and value and all(_has_name(each) for each in value):
        for each in value:
            for inner, new in each.items():
                if inner != "name" and new is not None:
                    yield from _changed(f"{key}, {each['name']}, {inner}", new)
    elif isinstance(value, Mapping):
        for inner, new in value.items():
            yield from _changed(f"{key}, {inner}", new)
    else:
        yield f"{key}: {_plain(value)}"


def _has_name(value: Any) -> bool:
    return isinstance(value, Mapping) and "name" in value


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value))
    if isinstance(value, Mapping):
        return " ".join(f"{key} {_plain(each)}" for key, each in value.items())
    return " ".join(str(value).split())
