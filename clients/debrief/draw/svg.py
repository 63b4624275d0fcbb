"""Pictures as SVG, drawn when the report is made.

A picture holds numbers and the rules' own words only, never words that people wrote.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

from markupsafe import Markup, escape
from warcouncil.clients.debrief.model.pages import Curve, GroupPage, TablePage
from warcouncil.protocol.table.sheets import Ink

INKS = (*get_args(Ink), "bar", "ink", "muted", "grid")
STANDS_FOR = {ink: f"#fe00{place:02x}" for place, ink in enumerate(INKS)}
"""A placeholder colour for each ink. The page defines the ink for light, dark and paper."""
_DASHES: tuple[list[int], ...] = ([1, 0], [6, 3], [2, 2], [8, 2, 2, 2], [4, 4], [1, 3])
WIDTH = 780
PANEL = 130
FIGURES_MAX = 5
SMALL_COLUMNS = 5
NAME_HEIGHT = 14
_FONT = "Verdana, DejaVu Sans, sans-serif"
_ROOM = {"left": 8, "right": 12, "top": 8, "bottom": 6}
Data = list[dict[str, Any]]


def course_picture(table: TablePage) -> Markup:
    """Draw the course of a table: who was ahead, and the figures below it, with the decisive moments
    numbered.
    """
    import altair as alt

    figures = [figure for figure in table.figures if figure.points][:FIGURES_MAX]
    if not figures or len(table.gates) < 2:
        return Markup("")
    marks = [{"at": each.gate.number + 1, "n": str(each.place)} for each in table.decisive]
    panels = [
        _panel(table, figure, PANEL if place == 0 else round(PANEL * 0.7), marks if place == 0 else [])
        for place, figure in enumerate(figures)
    ]
    if table.chances:
        panels.insert(0, _chances(table, marks))
    words = f"Table {table.number}: {', '.join(figure.label for figure in figures)}, question by question"
    return svg_of(alt.vconcat(*panels, spacing=14), words, f"course-{table.anchor}")


def _panel(table: TablePage, figure: Curve, height: int, marks: Data) -> Any:
    import altair as alt

    data: Data = [
        {"at": at, "value": value, "side": table.side(side).signed or figure.label}
        for side, points in figure.points.items()
        for at, value in points
    ]
    names = {
        table.side(side).signed or figure.label: table.side(side).ink.ink or "ink" for side in figure.points
    }
    last: Data = [
        {"at": points[-1][0], "value": points[-1][1], "side": table.side(side).signed}
        for side, points in figure.points.items()
        if side
    ]
    colour = alt.Color("side:N", scale=scale_of(names), legend=None)
    x = alt.X("at:Q", title=None, axis=_turns(table), scale=alt.Scale(nice=False))
    values = [float(row["value"]) for row in data]
    y = alt.Y("value:Q", title=None, axis=_counted(values, 4))
    lines = (
        chart_of(data)
        .mark_line(interpolate="step-after", strokeWidth=2)
        .encode(
            x=x, y=y, color=colour, strokeDash=alt.StrokeDash("side:N", scale=_dashes(names), legend=None)
        )
    )
    ends = chart_of(apart(last, height, values)).mark_text(align="left", dx=6, fontSize=12, fontWeight="bold")
    layers = [lines, ends.encode(x=x, y=y, color=colour, text="side:N")]
    if marks:
        layers += _marks(marks)
    return alt.layer(*layers).properties(
        width=WIDTH, height=height, title=alt.TitleParams(figure.label, anchor="start", fontSize=13)
    )


def _chances(table: TablePage, marks: Data) -> Any:
    """Draw the expected scores, each with a band for its 95 % interval."""
    import altair as alt

    names = {side.signed: side.ink.ink for side in table.sides}
    data: Data = [
        {
            "at": one.gate,
            "side": table.side(one.side).signed,
            "mean": 100 * one.mean,
            "low": 100 * one.low,
            "high": 100 * one.high,
        }
        for one in table.chances
    ]
    base = chart_of(data).encode(
        x=alt.X("at:Q", title=None, axis=_turns(table), scale=alt.Scale(nice=False)),
        color=alt.Color("side:N", scale=scale_of(names), legend=None),
    )
    band = base.mark_area(opacity=0.2, interpolate="step-after").encode(
        y=alt.Y("low:Q", title=None, scale=alt.Scale(domain=[0, 100])), y2="high:Q"
    )
    line = base.mark_line(interpolate="step-after", strokeWidth=2).encode(
        y="mean:Q", strokeDash=alt.StrokeDash("side:N", scale=_dashes(names), legend=None)
    )
    return alt.layer(band, line, *_marks(marks)).properties(
        width=WIDTH,
        height=PANEL,
        title=alt.TitleParams(
            "expected score (win 100, draw shared), with its 95 % interval", anchor="start", fontSize=13
        ),
    )


def apart(last: Data, height: float, values: list[float]) -> Data:
    """Move the names of sides that end close to each other apart, so that each is readable."""
    unit = NAME_HEIGHT * ((max(values) - min(0.0, *values)) or 1) / height
    found: Data = []
    for one in sorted(last, key=lambda row: float(row["value"])):
        lowest = found[-1]["value"] + unit if found else one["value"]
        found.append(one | {"value": max(one["value"], lowest)})
    return found


def _marks(marks: Data) -> list[Any]:
    import altair as alt

    ruled = chart_of(marks).encode(x=alt.X("at:Q"))
    line = ruled.mark_rule(strokeDash=[2, 3], color=STANDS_FOR["muted"])
    words = ruled.mark_text(fontSize=12, fontWeight="bold", color=STANDS_FOR["ink"], dy=-6).encode(
        y=alt.value(0), text="n:N"
    )
    return [line, words]


def _counted(values: list[float], most: int) -> Any:
    """Return the axis of a count, with about `most` marks.

    Counts have no fractions, so a small range has fewer marks.
    """
    import altair as alt

    return alt.Axis(tickCount=max(1, min(most, round(max(0.0, *values) - min(0.0, *values)))), tickMinStep=1)


def _turns(table: TablePage) -> Any:
    """Draw the turns on the axis of the questions, each where it begins."""
    import altair as alt

    begins: dict[int, int] = {}
    for gate in table.gates:
        begins.setdefault(gate.turn, gate.number)
    if len(begins) < 2:
        return alt.Axis(grid=True, tickMinStep=1, format="d")
    every = max(1, len(begins) // 20)
    named = {at: turn for place, (turn, at) in enumerate(begins.items()) if place % every == 0}
    words = ",".join(f"'{at}':'{turn}'" for at, turn in named.items())
    return alt.Axis(values=list(named), labelExpr=f"({{{words}}})[datum.value]", grid=True)


def multiples(group: GroupPage) -> Markup:
    """Draw all tables of a game as small pictures on the same axes.

    Diverging tables are marked in their titles.
    """
    import altair as alt

    tables = [table for table in group.tables if table.figures]
    if len(tables) < 2:
        return Markup("")
    first = tables[0].figures[0]
    names = {
        tables[0].side(side).signed: tables[0].side(side).ink.ink or "ink" for side in leading(tables[0])
    }
    parted = {each.table.number for each in group.parted}
    data: Data = [
        {"turn": turn, "value": value, "side": table.side(side).signed, "table": _small_title(table, parted)}
        for table in tables
        for side in leading(table)
        for turn, value in by_turn(table, side)
    ]
    chart = (
        chart_of(data)
        .mark_line(interpolate="step-after", strokeWidth=1.6)
        .encode(
            x=alt.X("turn:Q", title=None, axis=alt.Axis(tickMinStep=1, tickCount=4)),
            y=alt.Y("value:Q", title=None, axis=_counted([row["value"] for row in data], 3)),
            color=alt.Color("side:N", scale=scale_of(names), legend=None),
            strokeDash=alt.StrokeDash("side:N", scale=_dashes(names), legend=None),
            facet=alt.Facet(
                "table:N",
                columns=SMALL_COLUMNS,
                title=None,
                sort=[_small_title(table, parted) for table in tables],
                header=alt.Header(labelFontSize=12, labelAnchor="start"),
            ),
        )
        .properties(width=130, height=70)
    )
    return svg_of(
        chart, f"{first.label}, turn by turn, a small picture for each table", f"all-{group.anchor}"
    )


def _small_title(table: TablePage, parted: set[int]) -> str:
    return f"Table {table.number}{' ◆' if table.number in parted else ''}"


def leading(table: TablePage) -> list[str]:
    """Return the sides to draw. If two sides mirror each other, one is enough."""
    sides = list(table.figures[0].points) if table.figures else []
    if len(sides) == 2 and table.ahead_is:
        one, other = (table.figures[0].points[side] for side in sides)
        if [value for _, value in one] == [-value for _, value in other]:
            return sides[:1]
    return sides


def by_turn(table: TablePage, side: str) -> list[tuple[int, float]]:
    """Return a side's first figure at the end of each turn."""
    if not table.figures:
        return []
    values = dict(table.figures[0].points.get(side, ()))
    found: dict[int, float] = {}
    for gate in table.gates:
        if gate.number in values:
            found[gate.turn] = values[gate.number]
    return sorted(found.items())


def times_picture(group: GroupPage, rows: Data) -> Markup:
    """Draw how long each kind of question took: the middle half as a bar, the median as a line, whiskers to 5
    % and 95 %.
    """
    import altair as alt

    if not rows:
        return Markup("")
    base = chart_of(rows).encode(y=alt.Y("asks:N", title=None, sort=[row["asks"] for row in rows]))
    seconds = alt.X("low:Q", title="seconds", axis=alt.Axis(tickCount=8))
    thin = base.mark_rule(color=STANDS_FOR["muted"]).encode(x=seconds, x2="high:Q")
    thick = base.mark_bar(size=14, color=STANDS_FOR["bar"], opacity=0.55).encode(x="q1:Q", x2="q3:Q")
    middle = base.mark_tick(thickness=3, size=20, color=STANDS_FOR["ink"]).encode(x="median:Q")
    return svg_of(
        (thin + thick + middle).properties(width=WIDTH - 160, height=alt.Step(28)),
        "Seconds to decide, for each kind of question",
        f"times-{group.anchor}",
    )


def spread_picture(group: GroupPage, rows: Data, label: str) -> Markup:
    """Draw how the tables ended: a dot for each table, stacked if they ended alike."""
    import altair as alt

    if len(rows) < 3:
        return Markup("")
    chart = (
        chart_of(rows)
        .mark_circle(size=90, opacity=1, color=STANDS_FOR["bar"])
        .encode(
            x=alt.X("value:Q", title=label, axis=alt.Axis(tickMinStep=1)),
            y=alt.Y("place:Q", title="tables", axis=alt.Axis(tickMinStep=1), scale=alt.Scale(domainMin=0)),
        )
        .properties(width=WIDTH - 60, height=max(70, 14 * max(row["place"] for row in rows)))
    )
    return svg_of(chart, f"How the tables ended: {label}, a dot for each table", f"spread-{group.anchor}")


def chart_of(rows: Data) -> Any:
    """Return a chart of these rows, without mark and encoding."""
    import altair as alt

    return alt.Chart(alt.Data(values=rows))  # type: ignore[no-untyped-call]  # its class says nothing of what it takes


def scale_of(names: Mapping[str, str]) -> Any:
    """Return the scale of colours by name."""
    import altair as alt

    return alt.Scale(domain=list(names), range=[STANDS_FOR[ink] for ink in names.values()])


def _dashes(names: Mapping[str, str]) -> Any:
    import altair as alt

    return alt.Scale(domain=list(names), range=[_DASHES[place % len(_DASHES)] for place in range(len(names))])


@cache
def _config() -> dict[str, Any]:
    ink, muted, grid = STANDS_FOR["ink"], STANDS_FOR["muted"], STANDS_FOR["grid"]
    axis = {
        "labelColor": muted,
        "titleColor": muted,
        "gridColor": grid,
        "domainColor": grid,
        "tickColor": grid,
    }
    return {
        "font": _FONT,
        "background": None,
        "padding": _ROOM,
        "view": {"stroke": None},
        "axis": axis | {"labelFontSize": 11, "titleFontSize": 12, "titleFontWeight": "normal"},
        "title": {"color": ink, "fontWeight": "normal"},
        "header": {"labelColor": ink},
    }


def svg_of(chart: Any, words: str, name: str) -> Markup:
    """Return a chart as SVG for use inside the page, with the page's colours. `name` makes its ids unique."""
    import vl_convert

    spec = chart.to_dict()
    spec["config"] = _config()
    drawn: str = vl_convert.vegalite_to_svg(spec)
    drawn = re.sub(r' (?:role|aria-[a-z]+)="[^"]*"', "", drawn)
    drawn = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', drawn).replace("url(#", f"url(#{name}-")
    for ink, stand_in in STANDS_FOR.items():
        drawn = drawn.replace(stand_in, f"var(--{ink})")
    return Markup(drawn.replace("<svg ", f'<svg role="img" aria-label="{escape(words)}" ', 1))  # noqa: S704
