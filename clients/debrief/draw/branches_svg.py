"""The picture of all branches from a position that was played again.

A picture contains only numbers and the texts of the rules, never text that people wrote.
"""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from warcouncil.clients.debrief.draw.svg import (
    PANEL,
    STANDS_FOR,
    WIDTH,
    Data,
    apart,
    chart_of,
    leading,
    scale_of,
    svg_of,
)
from warcouncil.clients.debrief.model.branches import Branched
from warcouncil.clients.debrief.model.pages import TablePage
from warcouncil.clients.wording.saying import say


def branch_picture(table: TablePage, branched: Branched) -> Markup:
    """Draw all branches from a position: this table in bold, the first game dashed, the others faint."""
    import altair as alt

    label = branched.ways[0].label or branched.ways[1].label
    sides = leading(table) or list(branched.ways[1].points)
    ranks = {way.name: 0 if way.here else 1 if place == 0 else 2 for place, way in enumerate(branched.ways)}
    data: Data = [
        {
            "at": at,
            "value": value,
            "side": table.side(side).signed or label,
            "way": way.name,
            "rank": ranks[way.name],
        }
        for way in branched.ways
        for side in sides
        for at, value in way.points.get(side, ())
    ]
    if len({row["at"] for row in data}) < 2:
        return Markup("")
    names = {table.side(side).signed or label: table.side(side).ink.ink or "ink" for side in sides}
    x = alt.X(
        "at:Q", title=say("report.axis_question"), axis=alt.Axis(tickMinStep=1), scale=alt.Scale(nice=False)
    )
    y = alt.Y("value:Q", title=None, axis=alt.Axis(tickCount=4, tickMinStep=1))
    colour = alt.Color("side:N", scale=scale_of(names), legend=None)
    looks: dict[int, dict[str, Any]] = {
        2: {"strokeWidth": 1, "opacity": 0.5},
        0: {"strokeWidth": 4, "opacity": 0.7},
        1: {"strokeWidth": 1.6, "strokeDash": [5, 4], "color": STANDS_FOR["ink"]},
    }
    lines = [
        chart_of(rows)
        .mark_line(interpolate="step-after", **look)
        .encode(x=x, y=y, detail=["way:N", "side:N"], **({} if rank == 1 else {"color": colour}))
        for rank, look in looks.items()
        if (rows := [row for row in data if row["rank"] == rank])
    ]
    ends: Data = [
        row | {"says": f"{row['side']}, {row['way']}" if len(sides) > 1 else row["way"]}
        for way in branched.ways
        if ranks[way.name] < 2
        for side in sides
        if (row := _last_of(data, way.name, table.side(side).signed or label))
    ]
    named = (
        chart_of(apart(ends, PANEL, [float(row["value"]) for row in data]))
        .mark_text(align="left", dx=6, fontSize=12, fontWeight="bold")
        .encode(
            x="at:Q",
            y="value:Q",
            text="says:N",
            color=alt.Color("side:N", scale=scale_of(names), legend=None),
        )
    )
    own = table.side(sides[0]).name if len(sides) == 1 else ""
    what = say("report.label_of", label=label, side=own) if own else label
    key = "report.branch_lines_others" if 2 in ranks.values() else "report.branch_lines"
    words = say(key, what=what)
    layered = alt.layer(*lines, named).properties(
        width=WIDTH - 120, height=PANEL, title=alt.TitleParams(words, anchor="start", fontSize=13)
    )
    return svg_of(layered, words, f"branch-{table.anchor}")


def _last_of(data: Data, way: str, side: str) -> dict[str, Any]:
    return next((row for row in reversed(data) if (row["way"], row["side"]) == (way, side)), {})
