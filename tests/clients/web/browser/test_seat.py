"""The seat's page as a whole: its layout, its announcements, its focus, and that text of people stays text."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Company, Notice, Sitter, View
from warcouncil.protocol.wire.replies import Clock, Deals, Fenced, Receipt, Reply, Team
from warcouncil.protocol.words import GateNo, SeatId

from tests.clients.seat import scenes
from tests.clients.seat.tables import COUNCIL, DOWN, playing, spoken, view, welcome
from tests.clients.umpire.test_text import HOSTILE
from tests.clients.web.browser import asked
from tests.clients.web.browser.councils import SEAT, TABLE, clock, council, line, offer
from tests.clients.web.browser.seated import Seated, seated
from tests.clients.web.browser.sound import check, check_width, faults
from tests.clients.web.browser.test_question import EVERY
from tests.profile import games

MARKUP = "<img src=x onerror=document.title='taken'><b>bold</b>"


def few(*names: str) -> tuple[str, ...]:
    """Return the first two by day, and all in the nightly run."""
    return names[: games(2, len(names))]


PARTS = {"table": ".seat-question", "talk": ".seat-talk", "story": ".seat-story"}


# --- what stands where ------------------------------------------------------------------------------------------------


@pytest.mark.night(keep=2)
@pytest.mark.parametrize("size", ["phone", "tablet", "wide"])
def test_a_phone_shows_one_part_at_a_time_and_wider_screens_all(browser: Any, size: str) -> None:
    """On a phone the question is below everything. On a wide screen half of it is behind buttons."""
    with seated(browser, council(), size=size) as seat:
        bar = seat.page.get_by_role("navigation", name="Parts of the table")
        assert bar.is_visible() is (size == "phone")
        for part in PARTS if size == "phone" else ("",):
            if part:
                bar.get_by_role("button").filter(has_text=part.title()).click()
            shown = [name for name, where in PARTS.items() if seat.seen(where)]
            assert shown == ([part] if part else list(PARTS))
        wide = seat.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1]


SETTLED = """async (bottom) => {
  const foot = document.querySelector(".foot"), frame = () => new Promise((go) => requestAnimationFrame(go));
  while (getComputedStyle(foot).paddingBottom !== `${bottom}px`) await frame();
  for (let left = 5; left > 0; left -= 1) await frame();
}"""
"""Waits until the page knows of a phone's own bar, and has had time to lay itself out for it."""
UNDER = """({ left, bottom }) => [...document.querySelectorAll(".seat button, .seat h1, .seat h2, .seat [role=timer]")].flatMap((each) => {
  const box = each.getBoundingClientRect(), sticks = each.closest(".foot, .question-foot");
  const foot = document.querySelector(".foot"), at = sticks === foot ? innerHeight - bottom : foot.getBoundingClientRect().top + 0.5;
  const under = sticks && getComputedStyle(sticks).position === "sticky" && box.bottom > at;
  const shown = box.width > 1 && box.height > 1 && each.checkVisibility();
  return shown && (box.left < left || box.right > innerWidth - left || under) ? [each.textContent] : [];
})"""
"""Gives what lies under a notch at either side, or what sticks to the foot and lies under the bar below it."""


def test_a_window_that_lost_its_seat_shows_nothing_of_it(browser: Any) -> None:
    """If this fails, a player who was removed still reads the brief and the documents of another player's seat."""
    with seated(browser, council()) as seat:
        before = seat.page.locator("#root").inner_text()
        told = [text for _, text in COUNCIL]
        assert all(text in before for text in told)
        seat.hear(Fenced(text="Your seat was given to another player."))
        after = seat.page.locator("#root").inner_text()
        assert "Your seat was given to another player." in after
        assert say("link.seat_hidden") in after
        assert not [text for text in told if text in after]
        assert seat.page.locator(".seat-question, .seat-story, .seat-talk, .foot").count() == 0


def test_nothing_lies_under_a_notch_or_a_bar_of_the_phones_own(browser: Any) -> None:
    """The seal is where the phone's own bar closes the page. In landscape the notch covers the first letters."""
    with seated(browser, council(), size="phone", reduced_motion="reduce") as seat:
        tools = seat.page.context.new_cdp_session(seat.page)
        for width, height, sides in (
            (390, 664, {"left": 0, "bottom": 0}),
            (390, 664, {"left": 0, "bottom": 34}),
            (640, 340, {"left": 47, "bottom": 21}),
            (844, 340, {"left": 47, "bottom": 21}),
        ):
            seat.page.set_viewport_size({"width": width, "height": height})
            insets = {**sides, "right": sides["left"], "top": 0}
            tools.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
            seat.page.evaluate(SETTLED, sides["bottom"])
            assert seat.page.evaluate(UNDER, sides) == []
            wide = seat.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            assert wide[0] <= wide[1]
        tools.send("Emulation.setSafeAreaInsetsOverride", {"insets": {}})


def test_a_phone_on_its_side_leaves_room_to_read_whatever_its_letters(browser: Any) -> None:
    """The head with the link state and two lines of buttons covers all but one line, and a panel has no
    height.
    """
    made = scenes.link_down()
    with seated(browser, (*made.news, *made.then), size="phone", reduced_motion="reduce") as seat:
        seat.page.set_viewport_size({"width": 740, "height": 360})
        seat.page.get_by_role("button", name="Settings").click()
        for letters in ("", "large", "larger"):
            seat.page.evaluate("(letters) => { document.documentElement.dataset.text = letters; }", letters)
            seat.page.evaluate("scrollTo(0, 0)")
            head = seat.page.locator(".head").bounding_box()
            foot = seat.page.locator(".foot").bounding_box()
            panel = seat.page.locator(".panel").bounding_box()
            assert min(foot["y"], 360) - head["height"] >= 120, letters
            assert panel["height"] >= 120, letters


def test_the_seal_is_in_sight_however_long_the_question(browser: Any) -> None:
    """On a laptop the column of a long question ends before its seal, and nothing shows that there is more below."""
    with seated(browser, (welcome(asked.TABLE, asked.SEAT), asked.asks(*EVERY)), size="wide") as seat:
        seal, foot = seat.page.locator("#question-sealer"), seat.page.locator(".foot")
        assert seat.page.locator(".said-coach").is_visible()  # it pushes the question down
        for width, height in ((1366, 768), (1280, 640), (1024, 768), (820, 1180)):
            seat.page.set_viewport_size({"width": width, "height": height})
            for to in (0, 99_999):
                seat.page.evaluate("(to) => scrollTo(0, to)", to)
                box, under = seal.bounding_box(), foot.bounding_box()
                assert box["y"] + box["height"] <= under["y"], (width, height, to)


def test_a_clock_that_runs_is_not_drawn_sixty_times_a_second(browser: Any) -> None:
    """A phone's battery is empty before the morning is over, because the bar is drawn more often than each quarter
    of a second.
    """
    made = scenes.declaring()
    with seated(browser, (*made.news, *made.then), size="phone") as seat:
        seat.later(5_000)
        seat.page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished))")
        before = seat.page.locator(".clock-left").get_attribute("style")
        seat.later(250)
        assert seat.page.locator(".clock-left").get_attribute("style") != before
        assert seat.page.evaluate("document.getAnimations().length") == 0


def test_a_word_without_an_end_makes_no_page_wider(browser: Any) -> None:
    """The umpire's address, or an unsent line, pushes clock and question off a phone's screen."""
    word = "x" * 200
    with seated(browser, council(), size="phone", reduced_motion="reduce") as seat:
        seat.page.set_viewport_size({"width": 320, "height": 640})
        seat.hear(Notice(number=1, to=word, text=word))
        seat.page.evaluate("(word) => { desk.said = word; redraw(); }", word)
        for letters in ("", "larger"):
            seat.page.evaluate("(letters) => { document.documentElement.dataset.text = letters; }", letters)
            assert seat.page.evaluate("document.documentElement.scrollWidth") == 320, letters


def test_a_seat_without_talk_reads_the_reason_on_a_phone(browser: Any) -> None:
    """On a phone the talk part is empty and looks broken, or a wide screen has an empty frame."""
    lone, why = playing("hard_war", 4), "There is no one to talk to here."
    for size, says in (("phone", True), ("wide", False)):
        with seated(browser, (welcome(lone, "amber"), view(lone, "amber")), size=size) as seat:
            if says:
                seat.page.get_by_role("button", name="Talk").click()
            assert seat.page.get_by_text(why).is_visible() is says
            seat.hear(view(lone, "amber", deals_open=True))
            assert seat.page.get_by_text(why).count() == 0


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(
    "name", few("sealed", "kashmir bargain", "paused", "link down", "finished", "ordering")
)
def test_nothing_is_wrong_with_a_screen_for_eyes_ears_and_keys(browser: Any, name: str) -> None:
    """Some people cannot play: in one of the colours, with large letters, or on the smallest phone."""
    made = {**scenes.AT_EVERY_SIZE, **scenes.SMALL_ONLY}[name]()
    with seated(browser, (*made.news, *made.then), reduced_motion="reduce") as seat:
        seat.later(2_000)  # the question is not new any more
        # So high that nothing lies under what sticks to the edges; 1280 by 1024 at 400 %; and a laptop.
        for theme, width, height in (("dark", 360, 1600), ("light", 320, 256), ("safe", 1280, 800)):
            seat.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            seat.page.set_viewport_size({"width": width, "height": height})
            check(seat.page)


SIGNS = """() => {
  const edge = (where) => getComputedStyle(document.querySelector(where)).borderInlineStartColor;
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "Canvas";
  const ground = getComputedStyle(probe).color;
  return {
    new: [edge(".story-line[data-new=true]") !== ground, edge(".story-line:not([data-new=true])") !== ground],
    here: getComputedStyle(document.querySelector(".head .board-badge")).borderTopStyle,
  };
}"""


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("name", few("sealed", "hard war full", "escalate full", "kashmir bargain"))
def test_nothing_is_said_by_colour_alone(browser: Any, name: str) -> None:
    """On a device with only its owner's two colours all events look new, and sides cannot be distinguished."""
    made = {**scenes.AT_EVERY_SIZE, **scenes.SMALL_ONLY}[name]()
    with seated(browser, (*made.news, *made.then), reduced_motion="reduce", forced_colors="active") as seat:
        seat.later(2_000)
        # The colours that axe sees are not the drawn ones.
        assert faults(seat.page, rules={"color-contrast": {"enabled": False}}) == []
        check_width(seat.page)
        seat.page.evaluate("document.querySelector('.story-line').setAttribute('data-new', 'true')")
        seat.page.evaluate("[...document.querySelectorAll('.story-line')].at(-1).removeAttribute('data-new')")
        assert seat.page.evaluate(SIGNS) == {"new": [True, False], "here": "solid"}
        assert not seat.page.locator(".head .board-badge").inner_text()[0].isalnum()


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(
    "panel", few("Settings", "Leave", "Rules", "Notes", "Call the umpire", "Hand over the seat")
)
def test_nothing_is_wrong_with_a_panel_and_the_keys_come_back(browser: Any, panel: str) -> None:
    """A user of keys is moved back to the top of the page, or cannot leave an opened panel."""
    hello, shown = council()
    with seated(browser, (hello.model_copy(update={"crews": True}), shown)) as seat:
        opener = seat.page.get_by_role("navigation", name="More").get_by_role("button", name=panel)
        opener.focus()
        seat.page.keyboard.press("Enter")
        inside = seat.page.locator(".panel")
        assert inside.get_by_role("heading", level=2).is_visible()
        assert seat.page.evaluate("document.querySelector('.panel').contains(document.activeElement)")
        assert seat.seen(".head")
        check(seat.page)
        seat.page.keyboard.press("Escape")
        if inside.count():
            seat.page.keyboard.press("Escape")  # the first ended the question that it asks
        assert inside.count() == 0
        assert seat.focus == panel


def test_going_back_closes_what_is_open_and_does_not_leave(browser: Any) -> None:
    """A player who closes the rules with the phone's back key leaves the table."""
    with seated(browser, council(), size="phone") as seat:
        place, inside = seat.page.url, seat.page.locator(".panel")
        for closed_before in (False, True):
            seat.page.get_by_role("button", name="More", exact=True).click()
            if closed_before:
                seat.page.keyboard.press("Escape")
                seat.page.get_by_role("button", name="More", exact=True).click()
            inside.get_by_role("button", name="Rules").click()
            seat.page.go_back()
            inside.wait_for(state="detached")
            assert (seat.page.url, seat.seen(".head")) == (place, True)


def test_a_page_opened_from_a_panel_begins_at_its_top(browser: Any) -> None:
    """On a phone everything under “More” opens at its end, and a listener is back at the foot."""
    with seated(browser, council(), size="phone") as seat:
        for name in ("Settings", "Rules"):
            seat.page.get_by_role("button", name="More", exact=True).click()
            seat.page.locator(".panel").get_by_role("button", name=name).click()
            seat.page.evaluate("new Promise((go) => setTimeout(go, 50))")
            assert (seat.focus, seat.page.evaluate("scrollY")) == ("panel-title", 0)
            assert seat.page.locator("#panel-title").inner_text() == name
            seat.page.keyboard.press("Escape")
            assert seat.focus == "table"


def test_keys_find_their_way_when_what_opened_a_panel_is_gone(browser: Any) -> None:
    """No element has the focus, and the next key begins at the top of the page."""
    with seated(browser, council(notices=(Notice(text="Hurry.", to="Red", number=3),))) as seat:
        seat.page.get_by_role("button", name="Close", exact=True).click()
        seat.page.keyboard.press("F2")
        seat.page.keyboard.press("Escape")
        assert seat.focus == "table"
        seat.page.keyboard.press("?")
        assert seat.seen("#panel-rules")


def test_the_way_past_the_head_is_the_first(browser: Any) -> None:
    """A screen reader repeats the head at every look at the question."""
    with seated(browser, council()) as seat:
        seat.page.evaluate("document.activeElement.blur()")
        seat.page.keyboard.press("Tab")
        seat.page.keyboard.press("Enter")
        assert seat.focus == "table"


# --- what is heard ------------------------------------------------------------------------------------------------------


def test_each_change_is_heard_once(browser: Any) -> None:
    """A blind player misses news that all others know, or hears it twice and loses the next message."""
    said: list[tuple[Callable[[Seated], None], str, str]] = [
        (lambda seat: seat.hear(line(5, "Now.")), "polite", "Red corps III: Now."),
        (lambda seat: seat.hear(line(6, "Now.")), "polite", "Red corps III: Now."),
        (
            lambda seat: seat.hear(Notice(text="Ten minutes.", to="everyone")),
            "assertive",
            "The umpire to everyone: Ten minutes.",
        ),
        (
            lambda seat: seat.hear(Deals(deals=(offer(),))),
            "polite",
            "Proposal 1, Black army commander to you (waits for an answer from you): “Hold the bridge.”",
        ),
        (lambda seat: seat.later(41_000), "polite", "60 seconds left."),
        (lambda seat: seat.later(30_000), "polite", "30 seconds left."),
        (lambda seat: seat.later(19_500), "assertive", "10 seconds left."),
        (
            lambda seat: seat.hear(Clock(gate=GateNo(1), clock=clock(60_000))),
            "polite",
            "The clock was changed, 1:00 left.",
        ),
        (
            lambda seat: seat.hear(
                Clock(gate=GateNo(1), clock=clock(60_000, running=False), paused="Break.")
            ),
            "polite",
            "The clock is stopped at 1:00. Break. Conversation closed: Red council of war.",
        ),
        (lambda seat: seat.hear(DOWN), "assertive", f"The connection is lost. {DOWN.text}"),
        (lambda seat: seat.hear(LinkChange(LinkState.UP)), "polite", "Connected."),
        (
            lambda seat: seat.hear(Team(team=(), bot=True, lent=True)),
            "assertive",
            "A bot plays your seat.",
        ),
    ]
    with seated(browser, council()) as seat:
        seat.quiet()
        for do, region, text in said:
            do(seat)
            assert seat.heard(region, 1) == [text]
        for _ in range(3):
            seat.page.evaluate("redraw()")
        seat.later(10)
        seat.page.wait_for_selector("#polite:empty", state="attached")
        seat.page.wait_for_selector("#assertive:empty", state="attached")
        assert (seat.heard("polite"), seat.heard("assertive")) == ([], [])


def test_announcements_of_one_moment_are_read_out_in_order(browser: Any) -> None:
    """The question is heard before its cause, or after talk, or an urgent text cuts all others short."""
    corps = "red.corps.2"
    after = view(playing("kartenspiel", 1), corps, clock=clock(90_000, running=False), paused="A break.")
    assert after.form is not None
    happened = after.story[-1].text
    with seated(browser, (welcome(TABLE, corps), view(TABLE, corps)), reduced_motion="reduce") as seat:
        seat.quiet()
        seat.hear(
            after,
            line(5, "Hold on"),
            Deals(deals=(offer(),)),
            Notice(text="Stop.", to="everyone"),
            Team(team=(), bot=True, lent=True),
        )
        offered = (
            "Proposal 1, Black army commander to Red army commander (waits for an answer): “Hold the bridge.”"
        )
        assert seat.heard("either", 2) == [
            "The umpire to everyone: Stop. A bot plays your seat.",
            f"{happened} {after.form.question} A break. {offered} Conversation closed: Red council of war."
            " Red corps III: Hold on",
        ]


def test_lines_before_joining_are_not_read_out(browser: Any) -> None:
    """A player who reconnects to a long game must listen to all of it before the question."""
    with seated(browser, council(notices=(Notice(text="Welcome.", to="everyone"),))) as seat:
        seat.page.evaluate("new Promise((go) => setTimeout(go, 1000))")
        heard = " ".join(seat.heard("polite") + seat.heard("assertive"))
        assert COUNCIL[0][1] not in heard
        assert "Welcome." not in heard


def test_the_title_calls_a_person_back(browser: Any) -> None:
    """A player in another tab misses the question."""
    from playwright.sync_api import expect

    with seated(browser, council(clock=clock(30_000))) as seat:
        expect(seat.page).to_have_title("● YOUR TURN")
        seat.page.evaluate(
            "() => { Object.defineProperty(document, 'hidden', {get: () => true}); redraw(); }"
        )
        expect(seat.page).to_have_title("● YOUR TURN 0:30")
        seat.hear(Receipt(id="0" * 32, gate=GateNo(1), answer={}))
        expect(seat.page).to_have_title("Red army commander · warcouncil")


# --- what is shown, kept and never run ----------------------------------------------------------------------------------


def test_text_of_people_stays_text(browser: Any) -> None:
    """A player draws on another's screen, runs a script there, or hides text in a line that reads backwards."""
    said = f"{MARKUP} {HOSTILE}"[:280]
    sitters = tuple(Sitter(seat=SeatId(f"red.corps.{n}"), title="T", person=MARKUP) for n in range(1, 5))
    story = tuple(
        each.model_copy(update={"text": said, "heading": MARKUP}) for each in view(TABLE, SEAT).story
    )
    hostile: tuple[Reply, ...] = (
        welcome(TABLE, SEAT).model_copy(update={"person": MARKUP, "game_title": MARKUP, "duty": MARKUP}),
        Company(begins="now", sitters=sitters),
        view(TABLE, SEAT, title=MARKUP, rule_text=said, story=story, deals_open=True, clock=clock(90_000)),
        line(9, said, who=MARKUP),
        Notice(text=said, to=MARKUP, number=2),
        Deals(deals=(offer(text=said),)),
    )
    with seated(browser, hostile) as seat:
        for panel in ("Rules", "Inbox", "Settings"):
            # the inbox says beside its name how much is unread
            seat.page.get_by_role("button", name=panel, exact=panel != "Inbox").first.click()
            text = seat.page.locator("#root").inner_text()
            assert "<img src=x" in text
            assert not set(text) & set("\u202e\u2066\u200b\x1b\x07")
        assert seat.page.locator("#root img, #root script").count() == 0
        assert "taken" not in seat.page.title().split("=")[0]
        assert seat.page.get_by_text("bold", exact=True).count() == 0


def test_switches_are_of_one_size_however_long_their_words_are(browser: Any) -> None:
    """On a phone, switches with text of two rows shrink, and are hard to hit."""
    with seated(browser, council()) as seat:
        seat.page.set_viewport_size({"width": 360, "height": 640})
        seat.page.get_by_role("button", name="More", exact=True).click()
        seat.page.get_by_role("button", name="Settings").click()
        sides = seat.page.locator(".settings-switch input").evaluate_all(
            "(all) => all.flatMap((each) => [each.offsetWidth, each.offsetHeight])"
        )
        assert (len(sides) > 4, len(set(sides))) == (True, 1)


def test_a_device_stores_no_secret_and_keeps_the_look_of_the_page(browser: Any) -> None:
    """The next user of the phone reads a secret, or a player must set large letters again after every reload."""
    with seated(browser, council()) as seat:
        seat.page.get_by_role("button", name="Notes").click()
        seat.page.get_by_label("Only you can read them").fill("The reserve goes to III.")
        seat.page.get_by_role("button", name="Settings").click()
        seat.page.get_by_label("Colour-blind safe").check()
        seat.page.get_by_label("Larger").check()
        kept = seat.page.evaluate("JSON.stringify(localStorage)")
        assert json.loads(json.loads(kept)["warcouncil.settings"])["theme"] == "safe"
        assert "reserve" not in kept
        assert SEAT not in kept
        seat.page.reload()
        seat.page.wait_for_selector("html[data-shown]", state="attached")
        worn = seat.page.evaluate(
            "[document.documentElement.dataset.theme, document.documentElement.dataset.text]"
        )
        assert worn == ["safe", "larger"]
        seat.hear(*council())
        seat.page.evaluate("desk.briefed = true; redraw()")
        seat.page.get_by_role("button", name="Notes").click()
        assert seat.page.get_by_label("Only you can read them").input_value() == "The reserve goes to III."
        seat.hear(welcome(TABLE, "red.corps.2"), view(TABLE, "red.corps.2"))
        seat.page.get_by_role("button", name="Notes").click()
        assert seat.page.get_by_label("Only you can read them").input_value() == ""


def test_a_seat_that_was_moved_shows_nothing_of_the_old_one(browser: Any) -> None:
    """One side's messages are on the other side's screen."""
    with seated(
        browser, (*council(), Notice(text="The ford is mined.", to="Red"), Deals(deals=(offer(),)))
    ) as seat:
        seat.page.get_by_role("button", name="Inbox").click()
        seat.hear(welcome(TABLE, "black.army"), view(TABLE, "black.army"))
        text = seat.page.locator("#root").inner_text()
        assert "Black army commander" in text
        for gone in ("The ford is mined.", "Hold the bridge.", COUNCIL[0][1]):
            assert gone not in text


def test_a_document_is_read_beside_a_question_that_comes(browser: Any) -> None:
    """A reader misses the question, or loses the page they are reading."""
    made = scenes.reading()
    with seated(browser, made.news) as seat:
        seat.page.get_by_role("navigation", name="More").get_by_role("button", name="Documents").click()
        assert seat.page.locator(".document").inner_text().startswith("Cable of the ambassador")
        seat.hear(*made.then)
        assert seat.page.get_by_text("A question has come: What are your orders for the night?").is_visible()
        seat.later(2_000)
        check(seat.page)
        seat.page.get_by_role("button", name="Open it").click()
        assert seat.page.locator(".panel").count() == 0


def test_the_story_is_saved_as_it_was_told(browser: Any) -> None:
    """A player cannot keep the story."""
    with seated(browser, scenes.finished().news) as seat:
        with seat.page.expect_download() as began:
            seat.page.get_by_role("button", name="Save the story").click()
        assert began.value.suggested_filename == "Jena-table-7-red-army.txt"
        saved = began.value.path().read_text("utf-8")
        assert saved.startswith("Red army commander · Kartenspiel, table 7, Jena\nA game by Philip Sabin.\n")
        end = view(playing("kartenspiel", 500), SEAT).ended
        assert end is not None
        assert f"The game is over: {end.reason}." in saved


def test_the_page_shows_every_word_of_a_view(browser: Any) -> None:
    """A text of the exercise is shown on every laptop and on no phone."""
    seen: View = view(TABLE, SEAT, clock=clock(90_000), lines=spoken("red", *COUNCIL))
    with seated(browser, (welcome(TABLE, SEAT), seen)) as seat:
        text = " ".join(seat.page.locator("#root").inner_text().split())
        for said in (seen.title, *(each.text for each in seen.story), *(each.text for each in seen.lines)):
            assert said in text
        assert f"Rule {seen.rule}" in text


def test_a_page_whose_machine_is_gone_offers_the_others_and_announces_it_once(browser: Any) -> None:
    """A player sees a dead page while the others play on at another machine, or hears the offer at each
    retry.
    """
    web = "https://10.0.0.7:5282"
    with seated(browser, council()) as seat:
        seat.quiet()
        away = {"type": "link", "state": "down", "text": "The link is lost."}
        said = []
        for news in (away, away | {"webs": [web]}):
            seat.page.evaluate("(news) => feed([news])", news)
            said += seat.heard("assertive", 1)
        seat.page.evaluate("(news) => feed([news])", away | {"webs": [web]})
        link = seat.page.get_by_role("link", name=web)
        assert link.get_attribute("href") == web
        assert [web in each for each in said] == [False, True]
        check(seat.page)
        seat.hear(LinkChange(LinkState.UP))
        assert link.count() == 0
        assert seat.heard("polite", 1) == ["Connected."]
        assert seat.heard("assertive") == []
