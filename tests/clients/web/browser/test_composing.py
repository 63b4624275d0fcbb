"""Keyboards that compose words, as on most phones: no drawing of the page removes a text that is being composed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from warcouncil.protocol.table.views import Notice

from tests.clients.seat import scenes
from tests.clients.web.browser.seated import Seated, seated
from tests.clients.web.browser.served import opened, shell
from tests.clients.web.browser.tabs import ORIGIN
from tests.docs_text import ROOT

SENTENCE = "We hold the bridge till dark"
KEY_MS = 180
PAGE = ROOT / "clients" / "web" / "page"
ASKS = Notice(text="What were your orders?", to="Red army commander", number=4)
FIELDS: dict[str, tuple[scenes.Make, str, str]] = {
    "an answer of several lines": (scenes.ordering, "", "textarea.question-text"),
    "an answer of one line": (scenes.ranking, "", "input.question-text"),
    "the talk": (scenes.redeploying, "", "#talk-line"),
    "a proposal": (scenes.kashmir_bargain, "", "#deals-text"),
    "notes": (scenes.declaring, "Notes", "#notes"),
    "a call": (scenes.declaring, "Call the umpire", "#call-text"),
    "the search in the rules": (scenes.declaring, "Rules", "#rules-word"),
    "a reply": (scenes.declaring, "", ".notice-reply input"),
}
"""Each field to write in: where it is, the button that opens it, and the field."""


def composed(seat: Seated, box: Any, text: str) -> None:
    """Write as a keyboard that composes word by word. The page is drawn again after each key, and must show the
    composed text.
    """
    tools = seat.page.context.new_cdp_session(seat.page)
    box.focus()
    written = ""
    for word in re.findall(r"\S+\s*", text):
        for end in range(1, len(word.rstrip()) + 1):
            held = {"text": word[:end], "selectionStart": end, "selectionEnd": end}
            tools.send("Input.imeSetComposition", held)
            seat.later(KEY_MS)
            assert box.input_value() == written + word[:end]
        tools.send("Input.insertText", {"text": word})
        seat.later(KEY_MS)
        written += word


@pytest.mark.parametrize("where", FIELDS)
def test_a_composed_text_stays_in_every_field(browser: Any, where: str) -> None:
    """If this fails, a guest's phone shows `e t` where its owner wrote a sentence."""
    make, button, selector = FIELDS[where]
    made = make()
    with seated(browser, (*made.news, *made.then), reduced_motion="reduce") as seat:
        if where == "a reply":
            seat.hear(ASKS)
        for name in (button, "Talk"):
            shown = seat.page.locator(selector).first
            if not shown.is_visible() and name:
                seat.page.get_by_role("button", name=re.compile(f"^{name}")).first.click()
        box = seat.page.locator(selector).first
        box.wait_for()
        box.fill("")
        composed(seat, box, SENTENCE)
        assert box.input_value() == SENTENCE


def test_a_text_in_composition_is_sealed_as_shown(browser: Any) -> None:
    """If this fails, the last word on the screen is missing in the sealed answer."""
    made = scenes.ordering()
    with seated(browser, (*made.news, *made.then), size="phone", reduced_motion="reduce") as seat:
        box = seat.page.locator("textarea.question-text")
        box.fill("Hold")
        tools = seat.page.context.new_cdp_session(seat.page)
        box.press("End")
        tools.send("Input.insertText", {"text": " "})
        tools.send("Input.imeSetComposition", {"text": "fast", "selectionStart": 4, "selectionEnd": 4})
        seat.later(KEY_MS)
        assert "Hold fast" in str(seat.page.evaluate("JSON.stringify(desk.inHand)"))


def test_every_field_to_write_in_is_the_one_that_composes() -> None:
    """If this fails, a new field loses what phones compose in it, and no test checks it."""
    raw = {
        path.relative_to(PAGE).as_posix(): found
        for path in sorted(PAGE.rglob("*.js"))
        if "vendor" not in path.parts and path.name != "textfield.js"
        for found in [
            re.findall(
                r"<textarea|<input(?![^>]*type=(?:\"(?:radio|checkbox|number|color)\"|\$\{type\}))",
                path.read_text("utf-8"),
            )
        ]
        if found
    }
    assert raw == {"door/door.js": ["<input"]}, "the door's field is never drawn anew: it holds its own text"


def test_the_code_is_not_corrected_by_the_phone(browser: Any) -> None:
    """If this fails, a phone replaces the code on a card by words of its dictionary."""
    files = {"/door/7K3": shell("door.html")}
    with opened(browser, files, alone=True, forgiven=("Failed to", "WebSocket connection")) as (page, _):
        page.goto(f"{ORIGIN}/door/7K3")
        field = page.locator("input.door-line")
        field.wait_for()
        written = field.evaluate("box => box.outerHTML")
        assert 'autocorrect="off"' in written
        assert 'spellcheck="false"' in written
        assert 'autocapitalize="characters"' in written
