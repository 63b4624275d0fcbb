"""What a window says of its keys is true where somebody has given an action another one."""

from __future__ import annotations

from pathlib import Path

from textual.app import App
from textual.binding import Binding
from warcouncil.clients.seat.foot import Foot
from warcouncil.clients.umpire.help import HelpScreen
from warcouncil.clients.widgets.drawn import Page
from warcouncil.clients.widgets.ownkeys import SAME, OwnKeys
from warcouncil.clients.widgets.settings import Remembered
from warcouncil.protocol.replies import Team

from tests.clients.seat.sitting import Sitting, app_of
from tests.clients.seat.tables import playing, view, welcome
from tests.clients.umpire import console

BATTLE = playing("kartenspiel", 1)


def page_of(app: App[None]) -> str:
    """Give what the page in front says."""
    return app.screen.query_one(Page).text


def test_a_text_names_the_key_that_holds_and_leaves_all_others_alone() -> None:
    """Somebody would press F2 as the line says, and get what he has put there instead."""
    bindings = [
        Binding("f2,question_mark", "rules", id="rules"),
        Binding("f12", "x", id="x"),
        Binding("p", "p", id="pause"),
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
    """The foot and the help would go on to name keys that do nothing any more."""
    no_settings.write_text('[keys]\nseat.rules = "ctrl+r"\nseat.seat = "f12"\n', "utf-8")
    app, line, clock = app_of(welcome(BATTLE, "red.corps.2"), view(BATTLE, "red.corps.2"))
    app.kept = Remembered(no_settings)
    async with app.run_test(size=(120, 36)) as pilot:
        seat = Sitting(app, line, clock, pilot)
        await seat.hear(Team(team=(), bot=True, lent=True))
        foot = str(seat.app.screen.query_one(Foot).render())
        assert "Ctrl+R Rules" in foot
        assert "F2" not in foot
        assert "F12 takes it." in seat.said("#banner")
        await seat.press("ctrl+k")
        page = page_of(app)
        assert "Ctrl+R" in page
        assert "F2" not in page


async def test_the_consoles_help_shows_ones_own_keys(no_settings: Path) -> None:
    """An umpire would pause with a key that marks a table."""
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
