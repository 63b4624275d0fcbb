"""The picture of a gate's machine, drawn from its table. `python -m tests.gate_picture > docs/gate.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from warcouncil.arbiter.core.table.states import CLOSED, RUNS, TRANSITIONS, Happening, Stop

NAMES = {Stop.UNBEGUN: "not begun", Stop.PAUSED: "paused", Stop.HELD: "held", Stop.CLOSED: "closed"}

HEAD = """# The machine of a gate

After this page you can follow a question through its states. It is a reference for engineers.

A gate is one opening of a question. `Stop` names the reasons that stop it. Its clock runs only if none of them is set. The table of states and events is in
`arbiter/core/table/states.py`, and this page is made from it (`python -m tests.gate_picture > docs/gate.md`). Every other event is refused.
Two stops outlast a gate: a table that is held, and a game that has not begun. A pause of the clock does not.
"""


def name(stops: Stop) -> str:
    """Return the name of a state."""
    if stops == RUNS:
        return "runs"
    return ", ".join(NAMES[stop] for stop in NAMES if stop in stops)


def _node(stops: Stop) -> str:
    return name(stops).replace(", ", "_").replace(" ", "_")


def _arrows() -> Iterator[tuple[Stop, Stop, list[Happening]]]:
    """Return the arrows from one state to another."""
    for state, row in TRANSITIONS.items():
        for after in dict.fromkeys(row.values()):
            if after != state:
                yield state, after, [what for what in row if row[what] == after]


def page() -> str:
    """Return the complete page."""
    states = [*TRANSITIONS, CLOSED]
    lines = [HEAD, "```mermaid", "stateDiagram-v2"]
    lines += [f'    state "{name(state)}" as {_node(state)}' for state in states]
    lines += ["    [*] --> runs", "    [*] --> not_begun"]
    for state, after, whats in _arrows():
        lines.append(f"    {_node(state)} --> {_node(after)}: {', '.join(what.value for what in whats)}")
    lines += ["    closed --> [*]", "```", "", "| state | possible events | next state |", "|---|---|---|"]
    for state, row in TRANSITIONS.items():
        for after in dict.fromkeys(row.values()):
            listed = "; ".join(what.value for what in row if row[what] == after)
            lines.append(f"| {name(state)} | {listed} | {name(after)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
