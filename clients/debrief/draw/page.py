"""The page: one HTML file that loads nothing. Its one script only steps through the contents.

All text passes jinja's escaping. The page's security policy allows only our script, by its digest, and no
network.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from typing import get_args

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from warcouncil.clients.debrief.model.number_words import FEW, clock, lasted, lost, part, score
from warcouncil.clients.debrief.model.pages import Report
from warcouncil.clients.debrief.model.turning_points import percent
from warcouncil.clients.plan.text import papers
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.map import place_line
from warcouncil.clients.widgets.board.map_svg import map_picture
from warcouncil.clients.widgets.window.themes import DARK, LIGHT
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.play.playout import SLIP_OF
from warcouncil.protocol.table.papers import PaperPiece
from warcouncil.protocol.table.sheets import Badge, Ink, Sheet


def rendered(report: Report) -> Iterator[str]:
    """Yield the page of a report, piece by piece."""
    world = _world()
    script = world.get_template("step.js.j2").render().strip()
    style = world.get_template("style.css.j2").render(light=LIGHT, dark=DARK, inks=get_args(Ink))
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return world.get_template("report.html.j2").generate(
        r=report,
        script=Markup(script),  # noqa: S704  # our own file, without a word from elsewhere
        style=Markup(style + papers.STYLE),  # noqa: S704  # our own file and our own colours
        script_hash=f"sha256-{digest}",
        generator=f"warcouncil {version('warcouncil')}",
        first="exercise" if report.groups else report.shown[0].anchor if report.shown else "said",
    )


@cache
def _world() -> Environment:
    """Return the environment of the templates. They are compiled once for all reports."""
    world = Environment(
        loader=PackageLoader("warcouncil.clients.debrief", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    world.globals.update(
        clock=clock,
        lasted=lasted,
        say=say,
        percent=percent,
        part=part,
        score=score,
        lost=lost,
        slip_of=SLIP_OF,
        few=FEW,
        side_of=_side_of,
        paper=_paper,
        map_picture=map_picture,
        place_line=place_line,
    )
    return world


def _paper(pieces: Sequence[PaperPiece]) -> Markup:
    return Markup(papers.html(pieces, below=3))  # noqa: S704  # `papers` escapes every word


def _side_of(sheet: Sheet, name: str) -> Badge | None:
    """Return the badge of the side that a name on a board belongs to."""
    return Sides(sheet.sides).of(name)
