"""The page in another language than English: the invented one of the terminal's tests, from the same file, without
any English.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from warcouncil.clients.wording.language import ENGLISH, catalogue_json
from warcouncil.protocol.wire.replies import Welcome
from warcouncil.protocol.wording import messages

from tests.clients.seat.scenes import AT_EVERY_SIZE, Scene
from tests.clients.web.browser import served
from tests.clients.web.browser.seated import Seated, seated
from tests.clients.wording.pseudo import OPEN, write
from tests.clients.wording.pseudo import made_up as pseudo
from tests.clients.wording.test_pseudo import english, words_heard
from tests.profile import BY_NIGHT

OPENED = (
    "rules.title",
    "help.foot_notes",
    "notices.call_title",
    "web.open_seat",
    "web.open_settings",
    "help.foot_leave",
)
"""The buttons in the foot of a wide screen."""
SAID = """() => {
    const said = [document.title];
    for (const each of document.body.querySelectorAll("*")) {
        if (!each.checkVisibility()) continue;
        for (const name of ["aria-label", "placeholder", "title", "alt"]) said.push(each.getAttribute(name) ?? "");
        for (const node of each.childNodes) if (node.nodeType === Node.TEXT_NODE) said.push(node.data);
    }
    return said.filter((text) => text.trim()).join("\\n");
}"""
"""Gives every word that is seen or heard."""


@pytest.fixture(autouse=True)
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Serve the invented language to the browser."""
    folder = write(tmp_path / "pseudo")
    monkeypatch.setattr(served, "catalogue_json", lambda: catalogue_json(folder))


def said(seat: Seated) -> str:
    """Return the complete present text of the page."""
    words: str = seat.page.evaluate(SAID)
    return words


BY_DAY = [("declaring", "wide"), ("paused", "phone"), ("finished", "wide")]


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(
    ("name", "size"),
    [(name, size) for name in AT_EVERY_SIZE for size in ("phone", "wide")] if BY_NIGHT else BY_DAY,
)
def test_the_page_of_a_seat_speaks_another_language(browser: Any, name: str, size: str) -> None:
    """A guest reads English among their own language, or a longer word moves the page sideways."""
    scene: Scene = AT_EVERY_SIZE[name]()
    with seated(browser, scene.news, size=size) as seat:
        seat.hear(*scene.then)
        seat.later(scene.later_ms)
        words = said(seat)
        assert words.count(OPEN) > 10
        assert english(words, words_heard(scene)) == [], words
        wide, room = seat.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= room


def test_windows_over_the_page_are_translated_too(browser: Any) -> None:
    """The help is in English, for those who need it most."""
    scene = AT_EVERY_SIZE["declaring"]()
    hello, *rest = scene.news
    assert isinstance(hello, Welcome)
    with seated(browser, (hello.model_copy(update={"crews": True}), *rest)) as seat:
        before = said(seat)
        for key in ("help.title", *OPENED):
            title = messages(ENGLISH)[key]
            assert isinstance(title, str)
            if key == "help.title":
                seat.page.keyboard.press("F1")
            else:
                seat.page.locator("footer").get_by_role("button", name=pseudo(title)).click()
            words = said(seat)
            assert words != before, key
            assert english(words, words_heard(scene)) == [], words
            seat.page.keyboard.press("Escape")
