"""The instructor's page of the shipped scenarios, made from their files.

`python -m tests.games.scenario.instructors` writes it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.scenario import Scenario

FILE = Path(__file__).parents[3] / "docs" / "scenarios.md"
_OPENING = """# The scenarios that ship

After this page you can prepare, run and debrief each scenario that ships. It is a reference for instructors. Players must not read it,
because it says what is hidden and how each scenario ends.

Play one with `warcouncil demo NAME`, and host it with `warcouncil host NAME`. With `warcouncil rehearse NAME --games 200` bots play it 200
times. Each name in the table leads to its notes. You can read the files, learn from them and change them. All countries and people are
invented.
"""
_HEADING = re.compile(r"^([A-Z][A-Z ]+[A-Z])\b[,.]? ?")


def page() -> str:
    """Return the page of `docs`, the shortest exercise first."""
    written = {name: read(shipped.text(name)) for name in shipped.names()}
    names = sorted(written, key=lambda name: written[name].minutes)
    return "\n".join(
        [_OPENING, *_overview(names, written), *(_section(name, written[name]) for name in names)]
    )


def _overview(names: list[str], written: dict[str, Scenario]) -> Iterator[str]:
    yield "| name | title | seats | minutes | file |\n| --- | --- | --- | --- | --- |"
    for name in names:
        scenario = written[name]
        cell = {team.name for team in scenario.teams if team.cell}
        inside = sum(seat.team in cell for seat in scenario.seats)
        seats = f"{len(scenario.seats) - inside}{f' and a white cell of {inside}' if inside else ''}"
        yield f"| [{name}](#{name}) | {scenario.title} | {seats} | {scenario.minutes} | [TOML](../games/scenario/data/{name}.toml) |"
    yield ""


def _section(name: str, scenario: Scenario) -> str:
    titles = {team.name: team.title for team in scenario.teams}
    lines = [f"## {name}", "", f"**{scenario.title}.** {scenario.summary}", ""]
    for paragraph in scenario.notes.split("\n\n"):
        lines += [_HEADING.sub(lambda found: f"**{found[1].capitalize()}:** ", paragraph), ""]
    lines += ["| seat | team | duty |", "| --- | --- | --- |"]
    lines += [f"| {seat.title} | {titles[seat.team]} | {seat.duty} |" for seat in scenario.seats]
    lines += ["", "How it can end:", ""]
    lines += [f"- {ending.words}." for ending in scenario.endings]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
