"""The seat's page as a whole: what stands where, what is heard, where the keys go, and that nobody's words become anything else."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from warcouncil.clients.link.line import LinkChange, LinkState
from warcouncil.protocol.replies import Clock, Deals, Done, Receipt, Reply, Team
from warcouncil.protocol.views import ClockView, Company, Deal, Notice, Sitter, Spoken, View
from warcouncil.protocol.words import ChannelId, GateNo, SeatId

from tests.clients.seat import scenes
from tests.clients.seat.tables import COUNCIL, DOWN, playing, spoken, view, welcome
from tests.clients.seat.test_briefing import waiting
from tests.clients.umpire.test_text import HOSTILE
from tests.clients.web.browser.seated import Seated, seated
from tests.clients.web.browser.sound import check
from tests.profile import games

TABLE = playing("kartenspiel")
SEAT = "red.army"
MARKUP = "<img src=x onerror=document.title='taken'><b>bold</b>"


def few(*names: str) -> tuple[str, ...]:
    """Give the first two by day, and all at night."""
    return names[: games(2, len(names))]


PARTS = {"table": ".seat-question", "talk": ".seat-talk", "story": ".seat-story"}


def clock(left_ms: int, *, running: bool = True) -> ClockView:
    """Give a clock of two minutes."""
    return ClockView(left_ms=left_ms, total_ms=120_000, running=running)


def council(**changes: Any) -> tuple[Reply, ...]:
    """Give what the army commander hears who sits down while the council is open."""
    known: dict[str, Any] = {"clock": clock(100_000), "lines": spoken("red", *COUNCIL)}
    return welcome(TABLE, SEAT), view(TABLE, SEAT, **(known | changes))


def line(number: int, text: str, who: str = "Red corps III") -> Spoken:
    """Give a line that somebody else says in the council."""
    return Spoken(channel=ChannelId("red"), n=number, seat=SeatId("red.corps.3"), title=who, text=text)


def offer(number: int = 1, state: Any = "open", text: str = "Hold the bridge.") -> Deal:
    """Give a proposal to the seat."""
    return Deal(
        number=number,
        giver=SeatId("black.army"),
        giver_title="Black army commander",
        taker=SeatId(SEAT),
        taker_title="Red army commander",
        text=text,
        state=state,
    )


# --- what stands where ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["phone", "tablet", "wide"])
def test_a_phone_shows_one_part_at_a_time_and_wider_screens_all(browser: Any, size: str) -> None:
    """On a phone the question would stand below everything; on a wide screen half of it would be behind buttons."""
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


@pytest.mark.parametrize(
    "name", few("sealed", "kashmir bargain", "paused", "link down", "finished", "ordering")
)
def test_nothing_is_wrong_with_a_screen_for_eyes_ears_and_keys(browser: Any, name: str) -> None:
    """Some of those who are to play could not: in one of the colours, with large letters, or on the smallest phone."""
    made = {**scenes.AT_EVERY_SIZE, **scenes.SMALL_ONLY}[name]()
    with seated(browser, (*made.news, *made.then), reduced_motion="reduce") as seat:
        seat.later(2_000)  # the question is not new any more
        # So high that nothing lies under what sticks to the edges; 1280 by 1024 at 400 %; and a laptop.
        for theme, width, height in (("dark", 360, 1600), ("light", 320, 256), ("safe", 1280, 800)):
            seat.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            seat.page.set_viewport_size({"width": width, "height": height})
            check(seat.page)


@pytest.mark.parametrize(
    "panel", few("Settings", "Leave", "Rules", "Notes", "Call the umpire", "Hand over the seat")
)
def test_nothing_is_wrong_with_a_panel_and_the_keys_come_back(browser: Any, panel: str) -> None:
    """Who uses keys alone would be thrown back to the top of the page, or not find out of what was opened."""
    with seated(browser, council()) as seat:
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


def test_keys_find_their_way_when_what_opened_a_panel_is_gone(browser: Any) -> None:
    """The focus would stand nowhere, and the next key would begin at the top of the page."""
    with seated(browser, council(notices=(Notice(text="Hurry.", to="Red", number=3),))) as seat:
        seat.page.get_by_role("button", name="Put away").click()
        seat.page.keyboard.press("F2")
        seat.page.keyboard.press("Escape")
        assert seat.focus == "table"
        seat.page.keyboard.press("?")
        assert seat.seen("#panel-rules")


def test_the_way_past_the_head_is_the_first(browser: Any) -> None:
    """Who listens would hear the head again at every look at the question."""
    with seated(browser, council()) as seat:
        seat.page.evaluate("document.activeElement.blur()")
        seat.page.keyboard.press("Tab")
        seat.page.keyboard.press("Enter")
        assert seat.focus == "table"


# --- what is heard ------------------------------------------------------------------------------------------------------


def test_each_change_is_heard_once(browser: Any) -> None:
    """Who cannot see would miss what all others know, or hear it twice and lose the next thing under it."""
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
            "Proposal 1, Black army commander to you: Hold the bridge.: waits for an answer from you",
        ),
        (lambda seat: seat.later(41_000), "polite", "60 seconds left."),
        (lambda seat: seat.later(30_000), "polite", "30 seconds left."),
        (lambda seat: seat.later(19_500), "assertive", "10 seconds left."),
        (
            lambda seat: seat.hear(Clock(gate=GateNo(1), clock=clock(60_000))),
            "polite",
            "The clock was moved, 1:00 left.",
        ),
        (
            lambda seat: seat.hear(
                Clock(gate=GateNo(1), clock=clock(60_000, running=False), paused="Break.")
            ),
            "polite",
            "The clock stands at 1:00. Break.",
        ),
        (lambda seat: seat.hear(DOWN), "assertive", f"The link is down. {DOWN.text}"),
        (lambda seat: seat.hear(LinkChange(LinkState.UP)), "polite", "The link stands again."),
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
        assert (seat.heard("polite"), seat.heard("assertive")) == ([], [])
        seat.page.wait_for_selector("#polite:empty", state="attached")


def test_what_was_said_before_one_sat_down_is_not_read_out(browser: Any) -> None:
    """Whoever comes back to a long game would listen to all of it again before the question."""
    with seated(browser, council(notices=(Notice(text="Welcome.", to="everyone"),))) as seat:
        seat.page.evaluate("new Promise((go) => setTimeout(go, 1000))")
        heard = " ".join(seat.heard("polite") + seat.heard("assertive"))
        assert COUNCIL[0][1] not in heard
        assert "Welcome." not in heard


def test_the_title_calls_a_person_back(browser: Any) -> None:
    """Whoever looked into another tab would miss the order."""
    from playwright.sync_api import expect

    with seated(browser, council(clock=clock(30_000))) as seat:
        expect(seat.page).to_have_title("● YOUR ORDER 0:30")
        seat.hear(Receipt(id="0" * 32, gate=GateNo(1), answer={}))
        expect(seat.page).to_have_title("Red army commander · warcouncil")


# --- talk, proposals, the umpire, the seat -----------------------------------------------------------------------------


def test_a_half_written_line_outlives_the_council(browser: Any) -> None:
    """The best sentence of the war would be lost at the moment when the window shuts, and the keys with it."""
    with seated(browser, council()) as seat:
        box = seat.page.get_by_label("Your line for Red council of war")
        box.fill("Hold the")
        box.focus()
        seat.later(100_000)
        assert box.input_value() == "Hold the"
        assert seat.focus == "talk-line"
        assert not box.is_editable()
        seat.page.keyboard.press("Enter")
        assert seat.sent("say") == []
        seat.hear(view(TABLE, SEAT, gate=GateNo(2), clock=clock(60_000)))
        box.press("End")
        box.press_sequentially(" bridge.")
        seat.page.keyboard.press("Enter")
        assert [each["text"] for each in seat.sent("say")] == ["Hold the bridge."]
        assert box.input_value() == ""


def test_a_half_written_line_outlives_a_reload_and_not_the_seat(browser: Any) -> None:
    """A phone that was locked would come back with an empty line; or the next who sits there would find another's."""
    with seated(browser, council()) as seat:
        box = seat.page.get_by_label("Your line for Red council of war")
        box.fill("Hold the")
        seat.page.reload()
        seat.page.wait_for_selector("html[data-shown]", state="attached")
        seat.hear(LinkChange(LinkState.UP), *council())
        seat.page.evaluate("desk.briefed = true; redraw()")
        assert box.input_value() == "Hold the"
        seat.page.evaluate("sessionStorage.setItem('question', 'half an answer')")
        seat.page.get_by_role("button", name="Leave", exact=True).click()
        seat.page.locator(".panel").get_by_role("button", name="Leave", exact=True).click()
        assert seat.page.evaluate("sessionStorage.getItem('question')") is None
        assert "Hold the" not in seat.page.evaluate("JSON.stringify(sessionStorage)")


@pytest.mark.parametrize(
    ("state", "said", "button"),
    [
        (LinkState.DOWN, "LINK DOWN", ""),
        (LinkState.SHUT, "LINK SHUT", "Open it here"),
        (LinkState.ENDED, "Your game was not over. You may leave.", "Look for it again"),
    ],
)
def test_the_page_says_how_its_link_stands_and_what_can_be_done(
    browser: Any, state: LinkState, said: str, button: str
) -> None:
    """Somebody would wait for orders at a table that is gone, or write into a window that has no say any more."""
    with seated(browser, (*council(), LinkChange(state, "So it is."))) as seat:
        banner = seat.page.locator(".banner")
        assert said in banner.inner_text()
        assert "So it is." in banner.inner_text()
        assert seat.page.locator(".clock").get_attribute("data-timing") == "frozen"
        assert banner.get_by_role("button").count() == bool(button)
        if button:
            banner.get_by_role("button", name=button).click()
            assert len(seat.sent("again")) == 1
        check(seat.page)


def test_a_proposal_is_accepted_only_when_one_is_sure_of_that_very_one(browser: Any) -> None:
    """A finger that slips would bind a nation, or to another proposal that came at that moment."""
    with seated(browser, (*council(deals_open=True), Deals(deals=(offer(), offer(2, "lapsed"))))) as seat:
        seat.page.get_by_role("button", name="Accept proposal 1").click()
        assert seat.sent("respond") == []
        assert seat.page.get_by_text("Accept proposal 1?").is_visible()
        check(seat.page)
        seat.page.locator(".sure").get_by_role("button", name="Accept").click()
        [answer] = seat.sent("respond")
        assert (answer["deal"], answer["accept"]) == (1, True)
        seat.hear(Deals(deals=(offer(3, text="And the ford."),)))
        seat.page.get_by_role("button", name="Accept proposal 3").click()
        seat.hear(Deals(deals=(offer(3, "lapsed"),)))
        assert seat.page.locator(".sure").count() == 0


def test_a_proposal_is_put_to_whom_one_chose(browser: Any) -> None:
    """It would reach the first of the list."""
    with seated(browser, council(deals_open=True)) as seat:
        seat.page.get_by_label("To whom").select_option(label="Black corps II")
        seat.page.get_by_label("Your proposal").fill("A truce until noon.")
        seat.page.get_by_role("button", name="Put it").click()
        [put] = seat.sent("propose")
        assert (put["to"], put["text"]) == ("black.corps.2", "A truce until noon.")


def test_the_umpires_word_stands_there_until_it_is_put_away_and_is_answered_once(browser: Any) -> None:
    """It would be overlooked under a thumb, or answered twice."""
    asks = Notice(text="What were your orders?", to="Red army commander", number=4)
    with seated(browser, council(), size="phone") as seat:
        seat.hear(asks)
        assert seat.page.locator("#root").get_by_text(asks.text).is_visible()
        seat.page.get_by_label("Your reply").fill("To hold.")
        seat.page.keyboard.press("Enter")
        [reply] = seat.sent("write")
        assert (reply["notice"], reply["text"]) == (4, "To hold.")
        seat.hear(Done(id=reply["id"]))
        assert seat.page.get_by_label("Your reply").count() == 0
        seat.page.get_by_role("button", name="Put away").click()
        assert not seat.page.locator("#root").get_by_text(asks.text).is_visible()
        seat.page.get_by_role("button", name="More", exact=True).click()
        seat.page.get_by_role("button", name="Umpire's words").click()
        assert seat.page.locator("#root").get_by_text(asks.text).is_visible()


@pytest.mark.parametrize(
    ("changes", "button", "yes", "kind"),
    [
        ({}, "Hand over the seat", "Hand it over", "hand_over"),
        ({"bot": True, "lent": True}, "Take the seat", "Take it back", "claim"),
        ({"watching": True}, "Take the seat", "Take it", "claim"),
        ({"bot": True}, "Ask the umpire for it", "Call", "call"),
        ({}, "Leave", "Leave", "left"),
    ],
)
def test_the_seat_is_given_and_taken_only_when_one_is_sure(
    browser: Any, changes: dict[str, Any], button: str, yes: str, kind: str
) -> None:
    """Whoever was replaced by a bot could not come back; whoever touched the wrong button would have left.

    And whoever only watches, or was replaced, would be offered to hand over what he does not have.
    """
    with seated(browser, council(**changes)) as seat:
        hands_over = seat.page.get_by_role("button", name="Hand over the seat", exact=True)
        assert hands_over.count() == (not changes)
        seat.page.get_by_role("button", name=button, exact=True).first.click()
        assert seat.sent(kind) == []
        title = {"left": "Leave", "call": "Call the umpire"}.get(kind, button)
        assert seat.page.locator(".panel").get_by_role("heading", level=2).inner_text() == title
        if kind == "call":
            seat.page.get_by_label("What do you need?").fill("My seat, please.")
        seat.page.locator(".panel").get_by_role("button", name=yes, exact=True).click()
        assert len(seat.sent(kind)) == 1
        assert seat.page.locator(".panel").count() == (kind == "left")


def test_the_briefing_comes_first_and_says_whom_the_table_waits_for(browser: Any) -> None:
    """Somebody would be asked for an order before he knows who he is, or wait without knowing for whom."""
    with seated(browser, waiting("kartenspiel", "red.corps.2"), size="phone", briefed=False) as seat:
        assert seat.focus == "briefing-title"
        page = seat.page.locator(".briefing")
        assert "You are Ana María Núñez, Red corps II." in page.inner_text()
        assert "Waiting for Red corps IV and Black corps II (Gül)." in page.inner_text()
        check(seat.page)
        seat.page.get_by_role("button", name="The rules").click()
        seat.page.get_by_label("Look for a word").fill("cavalry")
        assert seat.page.locator("mark").first.inner_text().lower() == "cavalry"
        check(seat.page)
        seat.page.keyboard.press("Escape")
        seat.page.keyboard.press("Escape")
        seat.page.get_by_role("button", name="I am ready").click()
        assert len(seat.sent("ready")) == 1
        assert page.count() == 0


# --- what is shown, kept and never run ----------------------------------------------------------------------------------


def test_nobodys_words_become_anything_else(browser: Any) -> None:
    """A player could draw on another's screen, run what he likes there, or hide his words in a line that reads backwards."""
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
        for panel in ("Rules", "Umpire's words", "Settings"):
            seat.page.get_by_role("button", name=panel, exact=True).first.click()
            text = seat.page.locator("#root").inner_text()
            assert "<img src=x" in text
            assert not set(text) & set("\u202e\u2066\u200b\x1b\x07")
        assert seat.page.locator("#root img, #root script").count() == 0
        assert "taken" not in seat.page.title().split("=")[0]
        assert seat.page.get_by_text("bold", exact=True).count() == 0


def test_what_a_device_remembers_holds_no_secret_and_the_page_looks_so_again(browser: Any) -> None:
    """The next who holds the phone could read it; and whoever needs large letters would set them anew after every reload."""
    with seated(browser, council()) as seat:
        seat.page.get_by_role("button", name="Notes").click()
        seat.page.get_by_label("For your eyes only").fill("The reserve goes to III.")
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
        assert seat.page.get_by_label("For your eyes only").input_value() == "The reserve goes to III."
        seat.hear(welcome(TABLE, "red.corps.2"), view(TABLE, "red.corps.2"))
        seat.page.get_by_role("button", name="Notes").click()
        assert seat.page.get_by_label("For your eyes only").input_value() == ""


def test_a_seat_that_was_moved_shows_nothing_of_the_old_one(browser: Any) -> None:
    """What one side was told would stand on the other side's screen."""
    with seated(
        browser, (*council(), Notice(text="The ford is mined.", to="Red"), Deals(deals=(offer(),)))
    ) as seat:
        seat.page.get_by_role("button", name="Umpire's words").click()
        seat.hear(welcome(TABLE, "black.army"), view(TABLE, "black.army"))
        text = seat.page.locator("#root").inner_text()
        assert "Black army commander" in text
        for gone in ("The ford is mined.", "Hold the bridge.", COUNCIL[0][1]):
            assert gone not in text


def test_a_document_is_read_beside_a_question_that_comes(browser: Any) -> None:
    """A reader would miss the order, or find the page torn from under his eyes."""
    made = scenes.reading()
    with seated(browser, made.news) as seat:
        seat.page.get_by_role("navigation", name="More").get_by_role("button", name="Documents").click()
        assert seat.page.locator(".document").inner_text().startswith("Cable of the ambassador")
        seat.hear(*made.then)
        assert seat.page.get_by_text("A question has come: What are your orders for the night?").is_visible()
        seat.later(2_000)
        check(seat.page)
        seat.page.get_by_role("button", name="Go to it").click()
        assert seat.page.locator(".panel").count() == 0


def test_the_story_is_saved_as_it_was_told(browser: Any) -> None:
    """Nobody could take home what happened."""
    with seated(browser, scenes.finished().news) as seat:
        with seat.page.expect_download() as began:
            seat.page.get_by_role("button", name="Save it").click()
        assert began.value.suggested_filename == "Jena-table-7-red-army.txt"
        saved = began.value.path().read_text("utf-8")
        assert saved.startswith("Red army commander · Kartenspiel, table 7, Jena\nA game by Philip Sabin.\n")
        end = view(playing("kartenspiel", 500), SEAT).ended
        assert end is not None
        assert f"The game is over: {end.reason}." in saved


def test_what_the_views_say_the_page_says(browser: Any) -> None:
    """A word of the exercise would stand on every laptop and on no phone."""
    seen: View = view(TABLE, SEAT, clock=clock(90_000), lines=spoken("red", *COUNCIL))
    with seated(browser, (welcome(TABLE, SEAT), seen)) as seat:
        text = " ".join(seat.page.locator("#root").inner_text().split())
        for said in (seen.title, *(each.text for each in seen.story), *(each.text for each in seen.lines)):
            assert said in text
        assert f"Rule {seen.rule}" in text


def test_a_page_whose_machine_stays_away_offers_the_others_once_aloud(browser: Any) -> None:
    """Its person would look at a dead page while the others play on at another machine; or hear of it at each try."""
    web = "https://10.0.0.7:5282"
    with seated(browser, council()) as seat:
        seat.quiet()
        away = {"type": "link", "state": "down", "text": "The link is lost."}
        for news in (away, away | {"webs": [web]}, away | {"webs": [web]}):
            seat.page.evaluate("(news) => feed([news])", news)
        link = seat.page.get_by_role("link", name=web)
        assert link.get_attribute("href") == web
        said = seat.heard("assertive", 2)
        assert [web in each for each in said] == [False, True]
        check(seat.page)
        seat.hear(LinkChange(LinkState.UP))
        assert link.count() == 0
        assert seat.heard("assertive") == []
