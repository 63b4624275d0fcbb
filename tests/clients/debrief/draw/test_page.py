"""The page in a real browser: readable for all, with steps by keys, printable, without any request or foreign
script.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from warcouncil.clients.debrief.building.reporting import ReportOrder
from warcouncil.clients.debrief.draw.printing import print_page
from warcouncil.protocol.acts.acts import Note, Tell
from warcouncil.protocol.wire.requests import Call, Propose
from warcouncil.protocol.words import SeatId

from tests.arbiter.core.harness import Room
from tests.arbiter.core.room.test_recovery import FOE, OPTIONS, RED, morning
from tests.arbiter.record.files import PAPERS
from tests.clients import browsers
from tests.clients.debrief.building.test_reporting import check_page
from tests.clients.debrief.written import html, played, written
from tests.profile import games

HOSTILE = (
    "<script>document.title='pwned'</script>",
    "<img src=x onerror=\"document.title='pwned'\">",
    "</style><svg onload=document.title='pwned'>",
    "javascript:alert(1) {{ 7*7 }} {% raw %} ${7*7}",
    "\u202egnp.exe\u202c \u2066hidden\u2069",
    "\x1b[31mred\x1b[0m \x07 a\x00b \ud800",
    "</article></main><h1>the end</h1>",
    '" onmouseover="document.title=\'pwned\'" x="',
    "'; --><!-- ]]>",
    "W" * 280,
    "e\u0301" * 140,
    "\u0ba8\u0bbf \u06af\u0631 \u4f60\u597d \U0001f3f4",
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A morning in which everything happens, four games' tables, and a team's report, as files."""
    folder = tmp_path_factory.mktemp("pages")
    made = {
        "morning": html(written(folder, morning(Room, second=False).journal)["debrief"]),
        "battle": html(written(folder, played("kartenspiel", 40, by_chance=True).journal)["debrief"]),
        "crisis": html(written(folder, played("kashmir_crisis", 10).journal)["debrief"]),
        "war": html(written(folder, played("hard_war", 10).journal)["debrief"]),
    }
    team = ReportOrder(umpires=False, teams=("red",))  # type: ignore[arg-type]  # a team's name
    made["team"] = html(written(folder, played("kartenspiel", 10).journal, team)["table-1-red"])
    for name, text in made.items():
        (folder / f"{name}.html").write_text(text, "utf-8")
    return {name: folder / f"{name}.html" for name in made}


READ = [
    ("morning", "dark", 1280),
    ("battle", "light", 1280),
    ("crisis", "light", 400),
    ("war", "dark", 400),
    ("team", "light", 1280),
    ("morning", "light", 400),
    ("battle", "dark", 400),
]
"""Which page, in which light, how wide; the first ones are each page once."""


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(("name", "scheme", "width"), READ[: games(5, len(READ))])
def test_axe_finds_nothing(browser: Any, name: str, scheme: str, width: int, pages: dict[str, Path]) -> None:
    """A reader with a screen reader, with keys only or with weak eyes is excluded from the debrief."""
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it says nothing of its types

    with browsers.opened(browser, color_scheme=scheme, viewport={"width": width, "height": 900}) as (
        page,
        noted,
    ):
        page.goto(pages[name].as_uri())
        assert "live" in page.evaluate("document.documentElement.className")
        found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert noted == []


def test_the_questions_are_stepped_through_by_keys(browser: Any, pages: dict[str, Path]) -> None:
    """A tutor scrolls through sixty positions, and a screen reader does not say where it is."""
    with browsers.opened(browser) as (page, _):
        page.goto(pages["battle"].as_uri())
        shown = "Array.from(document.querySelectorAll('.page.shown .gate.shown')).map(each => each.id)"
        page.keyboard.press("Home")
        assert page.evaluate(shown) == ["t1-g1"]
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        assert page.evaluate(shown) == ["t1-g3"]
        said = page.locator("#said").text_content()
        assert said.startswith("3 of ")
        page.keyboard.press("ArrowLeft")
        assert page.evaluate(shown) == ["t1-g2"]
        page.keyboard.press("End")
        last = page.evaluate(shown)
        page.keyboard.press("ArrowRight")
        assert page.evaluate(shown) == last
        assert page.locator(".page.shown [data-step='1']").get_attribute("aria-disabled") == "true"
        page.get_by_role("button", name="First").click()
        assert page.evaluate(shown) == ["t1-g1"]
        page.locator("ol.moments a").first.click()
        page.wait_for_function("location.hash.startsWith('#t1-g')")
        assert page.evaluate(shown) == [page.evaluate("location.hash").removeprefix("#")]


def test_without_a_script_all_is_there(browser: Any, pages: dict[str, Path]) -> None:
    """Without scripts, the report is an empty page."""
    with browsers.opened(browser, java_script_enabled=False) as (page, _):
        page.goto(pages["battle"].as_uri())
        assert page.locator(".gate").count() > 5
        assert page.locator(".gate").nth(4).is_visible()
        assert not page.locator(".step").first.is_visible()


def _hostile_room() -> Room:
    room = Room(
        "sealed_bid",
        OPTIONS,
        exercise={
            "people": [
                {"name": HOSTILE[1][:64], "table": 1, "seat": RED},
                {"name": "</td>" * 9, "table": 1, "seat": FOE},
            ],
        },
        plan={"name": HOSTILE[2][:64]},
    )
    room.sit_all()
    umpire = room.umpire()
    people = {seat: room.people[f"1:{seat}:seat"] for seat in room.table.seats}
    room.wait(500)
    for words in HOSTILE:
        clean = words.encode("utf-8", "replace").decode()
        room.say(people[SeatId(RED)], "all", clean[:280])
        room.ask(people[SeatId(RED)], Propose(id=room.fresh(), to=SeatId(FOE), text=clean[:200]))
        room.ask(people[SeatId(RED)], Call(id=room.fresh(), text=clean[:200]))
        room.rule(umpire, Note(text=clean[:200]), reason=clean[:200])
        room.rule(umpire, Tell(text=clean[:200]), reason=clean[:200])
        room.wait(4_000)
    room.play(3)
    return room


def test_hostile_words_of_a_real_exercise_stay_words(browser: Any, tmp_path: Path) -> None:
    """A reader of the report runs what a player typed, or reads a page that a player wrote."""
    named = written(tmp_path, _hostile_room().journal, papers=replace(PAPERS, exercise=HOSTILE[0]))["debrief"]
    text = html(named)
    check_page(text)
    file = tmp_path / "hostile.html"
    file.write_text(text, "utf-8")
    assert not [sign for sign in ("\x1b", "\x00", "\x07", "\u202e", "\u2066") if sign in text]
    said = [line.text for gate in named.report.tables[0].gates for line in gate.lines if line.kind == "said"]
    assert any("pwned" in each for each in said)
    with browsers.opened(browser) as (page, noted):
        page.goto(file.as_uri())
        page.wait_for_function("document.documentElement.classList.contains('live')")
        assert page.title() == f"{HOSTILE[0]}: debrief"
        assert page.locator("script").count() == 1
        assert (
            page.locator("img, iframe, object, embed, link, form, [onerror], [onload], [onmouseover]").count()
            == 0
        )
        assert page.locator("h1").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert noted == []


def test_the_law_of_the_page_stops_what_escaping_would_not(
    browser: Any, tmp_path: Path, pages: dict[str, Path]
) -> None:
    """If a text ever becomes markup, it runs or sends a request."""
    broken = (
        pages["battle"]
        .read_text("utf-8")
        .replace(
            "<main>",
            "<main><script>document.title='pwned'</script><img src='http://127.0.0.1:9/x.png' onerror=\"document.title='pwned'\">"
            "<link rel='stylesheet' href='http://127.0.0.1:9/x.css'>",
            1,
        )
    )
    file = tmp_path / "broken.html"
    file.write_text(broken, "utf-8")
    with browsers.opened(browser) as (page, noted):
        page.goto(file.as_uri())
        assert "pwned" not in page.title()
        assert noted
        assert all("Content Security Policy" in each for each in noted)


def test_it_prints(tmp_path: Path, pages: dict[str, Path]) -> None:
    """A tutor who hands the page out prints an empty sheet."""
    file = tmp_path / "battle.html"
    file.write_bytes(pages["battle"].read_bytes())
    printed = print_page(browsers.here(), file)
    data = printed.read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page\n") + data.count(b"/Type /Page ") + data.count(b"/Type/Page/") > 2
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_long_line_without_a_blank_breaks(browser: Any, tmp_path: Path) -> None:
    """Ten thousand letters in a row make the page far too wide."""
    named = written(tmp_path, played("sealed_bid", 4).journal)["debrief"]
    table = named.report.tables[0]
    table.result = "W" * 10_000
    gate = table.gates[0]
    gate.told = ("V" * 10_000,)
    gate.declared = tuple(replace(each, said="M" * 10_000, title="T" * 500) for each in gate.declared)
    file = tmp_path / "long.html"
    file.write_text(html(named), "utf-8")
    with browsers.opened(browser, viewport={"width": 400, "height": 800}) as (page, _):
        page.goto(file.as_uri())
        width: Any = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 400
