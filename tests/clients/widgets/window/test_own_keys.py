"""The texts of a window about its keys are true after a user has rebound them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from textual.app import App
from textual.binding import Binding
from textual.widgets import TextArea
from warcouncil.clients.seat.drawing.foot import Foot
from warcouncil.clients.umpire.drawing.grid import Grid
from warcouncil.clients.umpire.screens.help import HelpScreen
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.window.own_keys import SAME, OwnKeys
from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.protocol.wire.replies import Team

from tests.clients.seat.sitting import Sitting, app_of
from tests.clients.seat.tables import playing, view, welcome
from tests.clients.umpire import builders as umpires
from tests.clients.umpire import console

BATTLE = playing("kartenspiel", 1)


def page_of(app: App[None]) -> str:
    """Return the text of the front page."""
    return app.screen.query_one(Page).text


def test_a_text_names_the_key_that_holds_and_leaves_all_others_alone() -> None:
    """A user presses F2 as the line says, and gets the action that they have bound to it."""
    bindings = [
        Binding("f2,question_mark", "rules", id="rules"),
        Binding("f12", "x", id="x"),
        Binding("p", "p", id="pause"),
        Binding("P", "all", id="pause-all"),
    ]
    own = OwnKeys(
        {"rules": "ctrl+r,f5", "pause": "f7"},
        (each for one in bindings for each in Binding.make_bindings([one])),
    )
    assert own.text("F2 has the rules, F12 not; you play ?") == "Ctrl+R has the rules, F12 not; you play ?"
    assert own.column("F2 ?") == "Ctrl+R"
    assert own.column("p  P") == "F7  P"
    assert SAME.column("↑ ↓ letter") == "↑ ↓ letter"


async def test_foot_help_and_banner_show_ones_own_keys(no_settings: Path) -> None:
    """The footer and the help still name keys that no longer do anything."""
    no_settings.write_text('[keys]\nseat.rules = "ctrl+r"\nseat.seat = "ctrl+x"\n', "utf-8")
    app, line, clock = app_of(welcome(BATTLE, "red.corps.2"), view(BATTLE, "red.corps.2"))
    app.kept = Remembered(no_settings)
    async with app.run_test(size=(120, 36)) as pilot:
        seat = Sitting(app, line, clock, pilot)
        await seat.hear(Team(team=(), bot=True, lent=True))
        foot = str(seat.app.screen.query_one(Foot).render())
        assert "Ctrl+R Rules" in foot
        assert "F2" not in foot
        assert "Ctrl+X takes it over." in seat.said("#banner")
        await seat.press("ctrl+k")
        page = page_of(app)
        assert "Ctrl+R" in page
        assert "F2" not in page


async def test_the_consoles_help_shows_ones_own_keys(no_settings: Path) -> None:
    """An umpire pauses a table with a key that now marks it."""
    no_settings.write_text('[keys]\numpire.pause = "f7"\n', "utf-8")
    app, _line, _clock = console.app_of([])
    app.kept = Remembered(no_settings)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        page = page_of(app).splitlines()
    assert [line for line in page if line.startswith(" F7  P")]
    assert not [line for line in page if line.startswith(" p  P")]


BY_THEIR_NAME = frozenset({"Binding", "Key", "of", "text"})
"""Calls in which a key is named without a user's binding."""
IN_COLUMNS = frozenset({"KEYS", "TOLD"})
"""Tables of keys, which are drawn with `column` and `text`."""
A_KEY = re.compile(r"\b(?:F\d{1,2}|Ctrl\+[A-Z])\b")


def outright(tree: ast.AST, *, free: bool = False) -> Iterator[str]:
    """Yield the strings of a program, except documentation, that name a key directly."""
    match tree:
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Constant(value=str(words)) if not free and A_KEY.search(words):
            yield words
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            free = free or name in BY_THEIR_NAME
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            free = free or name in IN_COLUMNS
        case _:
            pass
    for child in ast.iter_child_nodes(tree):
        yield from outright(child, free=free)


@pytest.mark.parametrize("room", ["seat", "umpire", "display", "replay", "widgets"])
def test_no_words_name_a_key_without_asking_which_it_is(room: str) -> None:
    """A line sends people to F3 although they have moved the story to another key."""
    files = sorted((Path(__file__).parents[4] / "clients" / room).rglob("*.py"))
    named = {
        file.name: found
        for file in files
        if file.name != "own_keys.py"
        and (found := list(outright(ast.parse(file.read_text(encoding="utf-8")))))
    }
    assert files
    assert named == {}


def test_a_letter_alone_is_told_as_a_capital_unless_the_capital_means_something_else() -> None:
    """A text names S for saving the story after a change, or P for the action that p has now."""
    bindings = [Binding("s", "save", id="save"), Binding("p", "p", id="pause"), Binding("P", "q", id="all")]
    own = OwnKeys({"save": "f11", "pause": "f7"}, bindings)
    assert own.column("S") == "F11"
    assert own.column("p  P") == "F7  P"
    assert own.of("save", "S") == "F11"
    assert own.of("all", "P") == "P"
    assert own.pressed("s,f1") == "f11,f1"


SEATS_OWN = {
    "story": ("F3", "ctrl+x"),
    "notes": ("F4", "ctrl+n"),
    "tell-on": ("Space", "f10"),
    "back": ("Esc", "ctrl+r"),
    "save": ("S", "f11"),
}


async def test_the_news_and_the_verdict_name_ones_own_keys_which_open_and_close(
    no_settings: Path,
) -> None:
    """The telling and the verdict name F3 where it does nothing, or the story cannot be closed with the key that
    opened it.
    """
    own = "\n".join(f'seat.{name} = "{key}"' for name, (_, key) in SEATS_OWN.items())
    no_settings.write_text(f"[keys]\n{own}\n", "utf-8")
    over = playing("hard_war", 500)
    before = playing("hard_war", 500 if over.gate < 1 else over.gate - 2)
    app, line, clock = app_of(welcome(before, "amber"), view(before, "amber"))
    app.kept = Remembered(no_settings)
    async with app.run_test(size=(120, 36)) as pilot:
        seat = Sitting(app, line, clock, pilot)
        await seat.hear()
        assert app.table.query_one(TextArea).border_title == "Your notes (Ctrl+N): only you can read them"
        await seat.hear(view(over, "amber", since=len(before.events)))
        told = [seat.said("#telling"), seat.question]
        while app.seat.teller.telling is not None and len(told) < 60:
            await seat.press("f10")
            told.append(seat.said("#telling"))
        assert any("F10: next" in words for words in told)
        told.append(seat.question)
        assert "Ctrl+X the story" in seat.question
        assert "F11 saves it" in seat.question
        said = "\n".join(chain(told))
        assert [name for name, _ in SEATS_OWN.values() if re.search(rf"\b{name}\b", said)] == []
        for _ in range(2):
            await seat.press("ctrl+x")
        assert app.screen is app.table


async def test_the_wall_names_ones_own_keys(no_settings: Path) -> None:
    """The wall says that B begins a table, although that key now does something else."""
    no_settings.write_text('[keys]\numpire.begin = "f9"\numpire.alarm = "f8"\numpire.bot = "f7"\n', "utf-8")
    idle = [umpires.seat("red", "army").model_copy(update={"missed": 4}), umpires.seat("black", "army")]
    rooms = [umpires.table(1, begun=False), *(umpires.table(n, people=tuple(idle)) for n in range(2, 12))]
    app, line, clock = console.app_of(rooms)
    app.kept = Remembered(no_settings)
    async with app.run_test(size=(160, 30)) as pilot:
        await console.Desk(app, line, clock, pilot).hear()
        said = "\n".join(drawn.text for drawn in (*app.screen.query(Drawn), *app.screen.query(Grid)))
    for words in ("press F9 to begin the game", "F8 shows the next", "F7 gives the seat to a bot"):
        assert words in said, said
