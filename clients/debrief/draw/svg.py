"""Pictures as SVG, drawn when the report is made.

A picture contains only numbers and the texts of the rules, never text that people wrote.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

from markupsafe import Markup, escape
from warcouncil.clients.debrief.draw.slim_svg import slimmed
from warcouncil.clients.debrief.model.pages import Curve, GroupPage, TablePage
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.sheets import Ink

INKS = (*get_args(Ink), "bar", "ink", "muted", "grid")
STANDS_FOR = {ink: f"#fe00{place:02x}" for place, ink in enumerate(INKS)}
"""A placeholder colour for each ink. The page defines the ink for light, dark and paper."""
_DASHES: tuple[list[int], ...] = ([1, 0], [6, 3], [2, 2], [8, 2, 2, 2], [4, 4], [1, 3])
WIDTH = 780
PANEL = 90
FRONT_PANEL = 120
NAMES_WIDTH = 90
"""The space to the right of the curves, in pixels. It has the names of the sides."""
TITLE_ABOVE = 16
"""The space between the title and the panel, in pixels. It has the numbers of turning points."""
FIGURES_MAX = 5
SMALL_COLUMNS = 5
NAME_HEIGHT = 14
_FONT = "Verdana, DejaVu Sans, sans-serif"
_ROOM = {"left": 8, "right": 12, "top": 8, "bottom": 6}
Data = list[dict[str, Any]]


def front_picture(table: TablePage) -> Markup:
    """Draw the course of a table in one panel: the expected scores with their bands, or else which side was ahead."""
    figures = [figure for figure in table.figures if figure.points]
    if not (figures or table.chances) or len(table.gates) < 2:
        return Markup("")
    marks = _numbered(table)
    panel = (
        _chances(table, marks, FRONT_PANEL)
        if table.chances
        else _panel(table, figures[0], FRONT_PANEL, marks)
    )
    label = say("report.expected") if table.chances else figures[0].label
    return svg_of(
        panel, say("report.front_picture", table=table.number, label=label), f"front-{table.anchor}"
    )


def course_picture(table: TablePage) -> Markup:
    """Draw all figures of a table that the front page does not show, with the turning points numbered."""
    import altair as alt

    figures = [figure for figure in table.figures if figure.points][:FIGURES_MAX]
    figures = figures if table.chances else figures[1:]
    if not figures or len(table.gates) < 2:
        return Markup("")
    panels = [_panel(table, figure, PANEL, []) for figure in figures]
    labels = ", ".join(figure.label for figure in figures)
    words = say("report.front_picture", table=table.number, label=labels)
    return svg_of(alt.vconcat(*panels, spacing=14), words, f"course-{table.anchor}")


def _numbered(table: TablePage) -> Data:
    """Return the numbers of the turning points, each at the place where its question closed."""
    return [{"at": each.gate.number + 1, "n": str(each.place)} for each in table.decisive]


def _panel(table: TablePage, figure: Curve, height: int, marks: Data) -> Any:
    import altair as alt

    drawn = unmirrored(figure)
    data: Data = [
        {"at": at, "value": value, "side": table.side(side).signed or figure.label}
        for side in drawn
        for at, value in figure.points[side]
    ]
    names = {table.side(side).signed or figure.label: table.side(side).ink.ink or "ink" for side in drawn}
    last: Data = [
        {
            "at": figure.points[side][-1][0],
            "value": figure.points[side][-1][1],
            "side": table.side(side).signed,
        }
        for side in drawn
        if side
    ]
    colour = alt.Color("side:N", scale=scale_of(names), legend=None)
    x = alt.X("at:Q", title=_asks(table), axis=_turns(table), scale=alt.Scale(nice=False))
    values = [float(row["value"]) for row in data]
    y = alt.Y("value:Q", title=None, axis=_counted(values, 4))
    lines = (
        chart_of(data)
        .mark_line(interpolate="step-after", strokeWidth=2)
        .encode(
            x=x, y=y, color=colour, strokeDash=alt.StrokeDash("side:N", scale=_dashes(names), legend=None)
        )
    )
    layers = [lines, _named_at_end(apart(last, height, values), x, y, colour)]
    if marks:
        layers += _marks(marks)
    return alt.layer(*layers).properties(
        width=WIDTH - NAMES_WIDTH,
        height=height,
        title=alt.TitleParams(figure.label, anchor="start", fontSize=13, offset=TITLE_ABOVE),
    )


def _named_at_end(last: Data, x: Any, y: Any, colour: Any) -> Any:
    """Write the name of each side after the end of its line."""
    words = chart_of(last).mark_text(align="left", dx=6, fontSize=12, fontWeight="bold")
    return words.encode(x=x, y=y, color=colour, text="side:N")


def _chances(table: TablePage, marks: Data, height: int) -> Any:
    """Draw the expected scores. The dark band is the 95 % interval of the simulated continuations, and the light band
    also covers other kinds of simulated players.

    With exactly two sides, only the first is drawn, because both scores always add up to 100 %.
    """
    import altair as alt

    sides = list(dict.fromkeys(one.side for one in table.chances))
    drawn = sides[:1] if len(sides) == 2 else sides
    names = {table.side(side).signed or side: table.side(side).ink.ink or "ink" for side in drawn}
    data: Data = [
        {
            "at": one.gate,
            "side": table.side(one.side).signed or one.side,
            "mean": 100 * one.mean,
            "low": 100 * one.low,
            "high": 100 * one.high,
            "lowest": 100 * one.band[0],
            "highest": 100 * one.band[1],
        }
        for one in table.chances
        if one.side in drawn
    ]
    x = alt.X("at:Q", title=_asks(table), axis=_turns(table), scale=alt.Scale(nice=False))
    colour = alt.Color("side:N", scale=scale_of(names), legend=None)
    base = chart_of(data).encode(x=x, color=colour)
    hundred = alt.Scale(domain=[0, 100])
    bands = [
        base.mark_area(opacity=opacity, interpolate="step-after").encode(
            y=alt.Y(f"{low}:Q", title=None, scale=hundred), y2=f"{high}:Q"
        )
        for low, high, opacity in (("lowest", "highest", 0.13), ("low", "high", 0.3))
    ]
    line = base.mark_line(interpolate="step-after", strokeWidth=2).encode(
        y="mean:Q", strokeDash=alt.StrokeDash("side:N", scale=_dashes(names), legend=None)
    )
    last: Data = [
        max((row for row in data if row["side"] == name), key=lambda row: row["at"]) for name in names
    ]
    ends: Data = [{"at": row["at"], "value": row["mean"], "side": row["side"]} for row in last]
    y = alt.Y("value:Q", title=None, scale=hundred)
    named = _named_at_end(apart(ends, height, [0.0, 100.0]), x, y, colour)
    whose = table.side(drawn[0]).name if len(drawn) < len(sides) else ""
    expected = say("report.expected")
    what = say("report.label_of", label=expected, side=whose) if whose else expected
    return alt.layer(*bands, line, named, *_marks(marks)).properties(
        width=WIDTH - NAMES_WIDTH,
        height=height,
        title=alt.TitleParams(
            say("report.band", what=what),
            anchor="start",
            fontSize=13,
            offset=TITLE_ABOVE,
        ),
    )


def _asks(table: TablePage) -> str:
    """Return the title of the axis. Its marks are turns, or questions if there is only one turn."""
    return table.turns_are.removesuffix("s") if len({gate.turn for gate in table.gates}) > 1 else "question"


def unmirrored(figure: Curve) -> list[str]:
    """Return the sides to draw. If two sides mirror each other, one is enough."""
    sides = list(figure.points)
    if len(sides) == 2:
        one, other = (figure.points[side] for side in sides)
        if [value for _, value in one] == [-value for _, value in other]:
            return sides[:1]
    return sides


def apart(last: Data, height: float, values: list[float]) -> Data:
    """Move the names of sides that end close to each other apart, so that each can be read."""
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
    """Draw each turn on the axis of the questions, at the question where it begins."""
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
    return svg_of(chart, say("report.small_pictures", label=first.label), f"all-{group.anchor}")


def _small_title(table: TablePage, parted: set[int]) -> str:
    return f"Table {table.number}{' ◆' if table.number in parted else ''}"


def leading(table: TablePage) -> list[str]:
    """Return which sides of a table's first figure are drawn."""
    return unmirrored(table.figures[0]) if table.figures else []


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
        say("report.seconds"),
        f"times-{group.anchor}",
    )


def spread_picture(group: GroupPage, rows: Data, label: str) -> Markup:
    """Draw how the tables ended, with a dot for each table. Dots of tables with the same result are stacked."""
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
    return svg_of(chart, say("report.spread_picture", label=label), f"spread-{group.anchor}")


def chart_of(rows: Data) -> Any:
    """Return a chart of these rows, without mark and encoding."""
    import altair as alt
    from altair.utils.schemapi import disable_debug_mode

    disable_debug_mode()  # It checks each part against the whole schema, which takes half of the time
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

    spec = chart.to_dict(
        validate=False
    )  # The compiler refuses a bad chart too, and needs a tenth of the time
    spec["config"] = _config()
    drawn = slimmed(vl_convert.vegalite_to_svg(spec))
    drawn = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', drawn).replace("url(#", f"url(#{name}-")
    for ink, stand_in in STANDS_FOR.items():
        drawn = drawn.replace(stand_in, f"var(--{ink})")
    return Markup(drawn.replace("<svg ", f'<svg role="img" aria-label="{escape(words)}" ', 1))  # noqa: S704
