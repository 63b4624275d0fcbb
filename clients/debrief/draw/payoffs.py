"""Payoffs: the packages that the tables agreed on, and the points of each side, as a table and as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup
from warcouncil.clients.debrief.draw import svg
from warcouncil.clients.debrief.model.pages import GroupPage, PayoffsPage, TablePage
from warcouncil.clients.wording.saying import say

MORE = 10
"""The extra space between the rows of two sides, in pixels. The space for stacked dots is not included."""


def payoffs_of(tables: Sequence[TablePage]) -> PayoffsPage | None:
    """Return the packages and points of all tables that ended with points. Return None if there are fewer
    than two such tables.
    """
    ended = [(table, table.payoff) for table in tables if table.payoff is not None]
    if len(ended) < 2:
        return None
    sides = tuple(dict.fromkeys(side for _, payoff in ended for side in payoff.points))
    rows = tuple(
        (
            table,
            "; ".join(f"{issue}: {option}" for issue, option in payoff.package) or "no package",
            tuple(str(payoff.points.get(side, "–")) for side in sides),
        )
        for table, payoff in ended
    )
    first = ended[0][0]
    return PayoffsPage(ended[0][1].unit, tuple(first.side(side).name for side in sides), rows)


def payoffs_picture(group: GroupPage) -> Markup:
    """Draw a line for each side, with the points that it has at each table. The number names the table."""
    import altair as alt

    page = group.payoffs
    if page is None:
        return Markup("")
    rows: svg.Data = [
        {"side": side, "points": int(points), "table": table.number}
        for table, _, all_points in page.rows
        for side, points in zip(page.sides, all_points, strict=True)
        if points != "–"
    ]
    stacked: dict[tuple[str, int], int] = {}
    for row in rows:
        at = row["side"], row["points"]
        row["place"] = stacked[at] = stacked.get(at, -1) + 1
    most = max(row["place"] for row in rows)
    step = 24 + 12 * most + MORE
    base = svg.chart_of(rows).encode(
        x=alt.X("points:Q", title=page.unit, axis=alt.Axis(tickMinStep=1)),
        y=alt.Y("side:N", title=None, sort=list(page.sides)),
        yOffset=alt.YOffset("place:O", scale=alt.Scale(domain=list(range(most + 1)), reverse=True)),
    )
    dots = base.mark_circle(size=60, opacity=1, color=svg.STANDS_FOR["bar"])
    names = base.mark_text(dx=9, align="left", color=svg.STANDS_FOR["ink"]).encode(text="table:N")
    chart = (dots + names).properties(width=svg.WIDTH - 220, height=step * len(page.sides))
    words = say("report.payoffs_picture", unit=page.unit.capitalize())
    return svg.svg_of(chart, words, f"payoffs-{group.anchor}")
