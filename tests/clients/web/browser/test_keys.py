"""Keys of the seat's page: their actions and other keys for them. None acts while a player writes or answers."""

from __future__ import annotations

from typing import Any

from tests.clients.web.browser.councils import council
from tests.clients.web.browser.seated import Seated, seated
from tests.clients.web.browser.sound import check


def bound(seat: Seated, what: str, key: str) -> str:
    """Bind a new key to an action, and return the spoken texts."""
    seat.quiet()
    if not seat.seen("#panel-settings"):
        seat.page.keyboard.press("F9")
    keys = seat.page.locator("details.keys")
    if keys.get_attribute("open") is None:
        keys.locator("summary").click()
    seat.page.locator("li", has=seat.page.get_by_text(what, exact=True)).get_by_role("button").click()
    seat.page.keyboard.press(key)
    return seat.heard("polite", 1)[-1]


def test_a_key_is_bound_anew_and_holds_after_a_reload(browser: Any) -> None:
    """A player who cannot reach a key, or whose screen reader uses it, has no other."""
    with seated(browser, council()) as seat:
        assert bound(seat, "Call the umpire", "Alt+u") == "Call the umpire: Alt+U."
        check(seat.page)
        seat.page.keyboard.press("Escape")
        seat.page.keyboard.press("Alt+u")
        assert seat.seen("#panel-call")
        seat.page.keyboard.press("Alt+u")
        assert not seat.seen("#panel-call")
        seat.page.reload()
        seat.page.wait_for_selector("html[data-shown]", state="attached")
        seat.hear(*council())
        seat.page.evaluate("desk.briefed = true; redraw()")
        seat.page.keyboard.press("Alt+u")
        assert seat.seen("#panel-call")


def test_a_key_that_means_something_or_answers_is_not_given_away(browser: Any) -> None:
    """A person who writes opens panels, or one key does two things."""
    with seated(browser, council()) as seat:
        assert bound(seat, "Notes", "F2") == "F2 is already the key of Rules."
        seat.page.keyboard.press("Escape")
        for key in ("a", "7", "+", "Home"):
            assert bound(seat, "Notes", key) == "This key cannot be used.", key
            seat.page.keyboard.press("Escape")
        assert seat.seen("#panel-settings"), "Escape left the key, not the panel"
        assert bound(seat, "Notes", "Backspace") == "Notes: no key."
        seat.page.keyboard.press("Escape")
        seat.page.keyboard.press("F4")
        assert not seat.seen("#panel-notes")


def test_a_single_character_key_can_be_switched_off_and_never_interrupts_writing(browser: Any) -> None:
    """A player who dictates opens the rules with every question mark."""
    with seated(browser, council()) as seat:
        assert bound(seat, "Notes", ";") == "Notes: ;."
        seat.page.keyboard.press("Escape")
        seat.page.keyboard.press(";")
        assert seat.seen("#panel-notes")
        seat.page.get_by_label("Only you can read them").press("?")
        assert not seat.seen("#panel-rules")
        seat.page.keyboard.press("F9")
        seat.page.get_by_label("Single-key shortcuts").uncheck()
        seat.page.keyboard.press("Escape")
        for sign in ("?", ";"):
            seat.page.keyboard.press(sign)
            assert seat.page.locator(".panel").count() == 0, sign


def test_talk_and_story_are_found_by_a_key(browser: Any) -> None:
    """A player with keys alone must go through the whole board to the talk."""
    with seated(browser, council()) as seat:
        bound(seat, "Story", "Alt+s")
        seat.page.keyboard.press("Escape")
        seat.page.keyboard.press("Alt+s")
        assert seat.focus == "story-title"
