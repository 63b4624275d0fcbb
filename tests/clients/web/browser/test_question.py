"""The question on the page, in a real browser: every kind of field is filled in by finger, by keys and by
ear, and sealed.
"""

from __future__ import annotations

import re
from typing import Any

from warcouncil.protocol.table.forms import (
    Choice,
    Count,
    Option,
    Pick,
    Place,
    Rank,
    Sort,
    Thing,
    When,
    Words,
)
from warcouncil.protocol.table.views import ClockView
from warcouncil.protocol.wire.replies import Hint, Receipt
from warcouncil.protocol.words import GateNo, MessageId, SeatId

from tests.clients.web.browser.asked import Asked, asking, asks
from tests.clients.web.browser.sound import check
from tests.clients.web.browser.tabs import SIZES


def options(*labels: str) -> tuple[Option, ...]:
    """Offer options by their names. The first letter chooses each."""
    return tuple(Option(value=label.lower(), label=label, key=label[0].lower()) for label in labels)


ORDER = Choice(
    name="order",
    label="the order",
    weighty=True,
    options=(
        Option(value="attack", label="Attack", key="a", help="open palm; lose one division"),
        Option(value="defend", label="Defend", key="d", help="closed fist; lose at most two"),
    ),
)
READY = Choice(name="ready", label="ready", options=options("Ready"))
AFTER_ATTACK = When(field="order", values=("attack",))
TARGETS = Pick(
    name="targets",
    label="at whom",
    options=options("North", "East", "South"),
    low=1,
    high=2,
    when=AFTER_ATTACK,
)
NUMBER = Count(name="number", label="how many", low=2, high=12)
TEXT = Words(name="why", label="why", chars_max=20, required=True)
PAPER = Words(name="paper", label="the paper", chars_max=200, lines=True)
CHAPTERS = Rank(name="chapters", label="chapters", options=options("Coast", "Rails", "Farms"), low=3, high=3)
SENDS = Sort(
    name="moves",
    label="your divisions",
    things=(
        Thing(name="inf", label="infantry", count=6, at="reserve", to=("I", "II")),
        Thing(name="cav", label="cavalry", count=2, at="reserve", to=("I", "II")),
        Thing(name="guard", label="the guard", at="reserve", to=("II",)),
    ),
    places=(
        Place(name="reserve", label="Reserve"),
        Place(name="I", label="Corps I", holds="2 inf", low=1, bare="it breaks."),
        Place(name="II", label="Corps II", holds="nothing", bare="it breaks."),
    ),
)
EVERY = (ORDER, TARGETS, NUMBER, TEXT, PAPER, CHAPTERS, SENDS)


def seals(asked: Asked, answer: dict[str, Any]) -> None:
    """Check that this answer was sent, and answer it as the arbiter does."""
    declared = asked.sent[-1]
    assert (declared["type"], declared["answer"]) == ("declare", answer)
    asked.hear(Receipt(id=MessageId(declared["id"]), gate=GateNo(declared["gate"]), answer=answer))


def test_a_grave_answer_has_no_default_and_is_sealed_by_a_hold(browser: Any) -> None:
    """A tap on the way into a pocket orders an attack."""
    with asking(browser, asks(ORDER, suggested={"order": "defend"})) as asked:
        page = asked.page
        assert page.locator("input:checked").count() == 0
        asked.hold()
        assert asked.sent == []
        assert asked.why() == "▲ Choose one."
        page.get_by_role("radio", name="Attack").check()
        asked.hold(900)  # let go too soon
        assert asked.sent == []
        page.clock.run_for(9000)
        asked.hold()
        seals(asked, {"order": "attack"})
        assert "SEALED" in page.locator(".question-state").inner_text()
        assert "Attack" in page.locator(".question-answer").inner_text()
        assert page.locator(".question-until").inner_text().startswith("you can change it until")
        assert page.locator("#question-sealer").inner_text().endswith("This is your sealed answer.")


def test_a_ready_player_takes_it_back_with_a_button(browser: Any) -> None:
    """On a phone "Ready" cannot be taken back, or the button is shown where it does nothing."""
    with asking(browser, asks(READY, suggested={"ready": "ready"}, readiness=True)) as asked:
        page = asked.page
        button = page.get_by_role("button", name="Take it back")
        assert button.count() == 0
        page.clock.run_for(9000)
        asked.hold()
        seals(asked, {"ready": "ready"})
        assert (
            page.locator(".question-until").inner_text() == "you can take it back until the question closes"
        )
        check(page, lambda: page.clock.run_for(100))
        button.click()
        assert page.locator(".question-state-word").inner_text() == "TAKING BACK"
        assert button.count() == 0
        seals(asked, {})
        assert "not sealed" in page.locator(".question-open").inner_text()
        assert page.evaluate("desk.said") == "Taken back: you are not marked ready now."
        asked.hold()
        seals(asked, {"ready": "ready"})
        asked.hear(asks(READY, suggested={"ready": "ready"}, sealed={"ready": "ready"}))
        assert button.count() == 0


def test_a_taking_back_goes_on_after_a_reload(browser: Any) -> None:
    """A page that is reloaded at a bad moment leaves its player ready."""
    asked_for = asks(READY, suggested={"ready": "ready"}, readiness=True, sealed={"ready": "ready"})
    with asking(browser, asked_for) as asked:
        asked.page.clock.run_for(9000)
        asked.page.get_by_role("button", name="Take it back").click()
        (first,) = asked.sent
        asked.visit(asked_for)
        asked.page.clock.run_for(100)
        assert asked.sent == [first]
        seals(asked, {})
        assert "not sealed" in asked.page.locator(".question-open").inner_text()


def test_a_player_who_cannot_hold_presses_twice_and_confirms(browser: Any) -> None:
    """A keyboard, a switch or a screen reader cannot seal at all, or one press too many seals."""
    with asking(browser, asks(ORDER)) as asked:
        page = asked.page
        page.get_by_role("radio", name="Attack").focus()
        page.keyboard.press("d")
        assert page.get_by_role("radio", name="Defend").is_checked()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "question-sealer"
        page.keyboard.press("Enter")
        assert page.locator("#question-sealer").inner_text().startswith("Seal: Defend?")
        page.keyboard.press("Enter")  # at once: a double press is one
        assert asked.sent == []
        page.clock.run_for(500)
        page.keyboard.press("Enter")
        seals(asked, {"order": "defend"})


def test_every_field_is_filled_in_and_sealed_by_keys_alone(browser: Any) -> None:
    """A player without a mouse, or a blind one, cannot play a game with this field."""
    with asking(browser, asks(*EVERY), size="wide") as asked:
        page = asked.page
        _by_keys(page)
        page.locator("#question-sealer").focus()
        assert asked.why() == ""
        page.keyboard.press("Space")
        page.clock.run_for(500)
        page.keyboard.press("Space")
        seals(
            asked,
            {
                "order": "attack",
                "targets": ["north", "south"],
                "number": 3,
                "why": "They are weak.",
                "paper": "One\nTwo",
                "chapters": ["farms", "coast", "rails"],
                "moves": {"inf": {"I": 4}, "cav": {"II": 1}, "guard": {"II": 1}},
            },
        )


def test_a_digit_that_is_a_key_means_that_option_and_no_other(browser: Any) -> None:
    """A player who presses 2 on a scale answers 1, because "no answer" comes before the scale."""
    steps = tuple(Option(value=step, label=step, key=step) for step in ("1", "2"))
    none = Option(value="none", label="No answer", key="0")
    fair = Choice(name="fair", label="How fair?", options=(none, *steps))
    with asking(browser, asks(fair)) as asked:
        asked.page.clock.run_for(1_000)
        asked.page.get_by_role("radio").first.focus()
        for pressed, chosen in (("2", "2"), ("1", "1"), ("3", "1"), ("0", "No answer")):
            asked.page.keyboard.press(pressed)
            asked.page.clock.run_for(1_000)
            assert asked.page.get_by_role("radio", name=chosen).is_checked(), pressed


def test_a_tap_meant_for_the_last_question_answers_no_other(browser: Any) -> None:
    """A player who taps as the question changes chooses, or seals, an answer to a question that they never read."""
    other = ORDER.model_copy(update={"label": "another"})
    with asking(browser, asks(ORDER)) as asked:
        page = asked.page
        attack = page.get_by_role("radio", name="Attack")
        asked.hear(asks(other, gate=6, whole=False))
        for meanwhile_ms in (600, 600, 600, 600, 600):  # no 700 ms without a tap
            page.clock.run_for(meanwhile_ms)
            attack.click()
            page.keyboard.press("d")
            assert page.locator("input:checked").count() == 0
            assert asked.why() == "⊘ This is a new question. Still typing? Pause a moment, then answer."
        page.clock.run_for(700)
        attack.click()
        assert attack.is_checked()


def _types(asked: Asked, text: str) -> None:
    """Type a text as a person does, six keys a second, and end the line."""
    for char in text:
        asked.page.keyboard.press("Space" if char == " " else char)
        asked.page.clock.run_for(167)
    asked.page.keyboard.press("Enter")


def test_a_sentence_that_is_typed_on_answers_nothing(browser: Any) -> None:
    """A player who writes on after Enter, or takes the question for the talk, seals it with the spaces between the
    words.
    """
    with asking(browser, asks(ORDER)) as asked:
        page = asked.page
        page.get_by_role("radio", name="Attack").check()
        page.locator("#question-sealer").focus()
        for _ in range(2):
            _types(asked, " and we defend the bridge and attack again ")
            assert asked.sent == []
            assert asked.why() == "⊘ Still typing? Pause a moment, then answer."
        page.clock.run_for(9000)
        page.keyboard.press("Enter")
        page.clock.run_for(500)
        page.keyboard.press("Enter")
        seals(asked, {"order": "attack"})


def test_a_sentence_that_a_new_question_cuts_in_two_answers_nothing(browser: Any) -> None:
    """A corps attacks because its commander was still typing when the next question took the focus."""
    with asking(browser, asks(TEXT)) as asked:
        page = asked.page
        page.locator("input[type=text]").focus()
        page.keyboard.type("we att")
        asked.hear(asks(ORDER, gate=6, whole=False))
        page.get_by_role("radio", name="Defend").focus()  # wherever the focus falls
        _types(asked, "ack at dawn and defend the bridge and attack again")
        assert page.locator("input:checked").count() == 0
        assert asked.sent == []
        assert "Still typing? Pause a moment, then answer." in asked.why()
        page.clock.run_for(700)
        page.keyboard.press("d")
        assert page.get_by_role("radio", name="Defend").is_checked()
        asked.hold()
        seals(asked, {"order": "defend"})


def test_a_hand_that_types_where_something_has_gone_answers_nothing_when_the_focus_falls_here(
    browser: Any,
) -> None:
    """A call to the umpire that is typed on after its panel has closed chooses an attack."""
    with asking(browser, asks(ORDER)) as asked:
        page = asked.page
        page.keyboard.press("p")
        page.evaluate("document.querySelector('input[type=radio]').focus()")
        _types(asked, "attack")
        assert page.locator("input:checked").count() == 0
        page.clock.run_for(700)
        page.keyboard.press("a")
        assert page.get_by_role("radio", name="Attack").is_checked()


def test_an_unsealed_choice_or_text_is_reported_when_the_time_ran_out(browser: Any) -> None:
    """A player believes that the answer was sealed, or loses half an hour's text."""
    text = "We ask both sides to keep their ships in port until the week is over."
    with asking(browser, asks(ORDER, PAPER)) as asked:
        asked.page.get_by_role("radio", name="Attack").check()
        asked.page.locator("textarea").fill(text)
        asked.hear(asks(ORDER, gate=6, whole=False))
        asked.page.clock.run_for(1000)
        asked.hear(asks(ORDER, gate=7, whole=False))
        asked.page.clock.run_for(4900)
        said = asked.page.evaluate("desk.late.words")
        assert "You were about to seal: the order: Attack;" in said
        assert "Too late. Your text is in your notes." in said
        assert asked.page.evaluate("notes.text") == f"Not sealed in time:\n{text}\n"


def test_half_an_answer_is_there_again_after_the_page_was_loaded_anew(browser: Any) -> None:
    """A phone that unloads the page when it is locked loses the answer, or shows it to another user."""
    with asking(browser, asks(ORDER, TEXT)) as asked:
        page = asked.page
        page.get_by_role("radio", name="Defend").check()
        page.locator("input[type=text]").fill("Half a")
        asked.visit(asks(ORDER, TEXT))
        assert page.get_by_role("radio", name="Defend").is_checked()
        assert page.locator("input[type=text]").input_value() == "Half a"
        assert page.evaluate("desk.inHand") == {"order": "defend", "why": "Half a"}
        asked.visit(asks(ORDER, TEXT, gate=6))
        assert page.locator("input:checked").count() == 0
        asked.visit(asks(ORDER, TEXT))  # what was of another question is gone
        assert page.locator("input:checked").count() == 0
        page.get_by_role("radio", name="Defend").check()
        asked.greeting = asked.greeting.model_copy(update={"seat": SeatId("red.corps.1")})
        asked.visit(asks(ORDER, TEXT))
        assert page.locator("input:checked").count() == 0
        assert page.evaluate("sessionStorage.length") == 0


def test_an_answer_that_the_game_warns_of_is_asked_about_each_time(browser: Any) -> None:
    """If this fails, one press too many loses an army, or a player who means it cannot seal."""
    places = tuple(place.model_copy(update={"low": 0}) for place in SENDS.places)
    with asking(browser, asks(SENDS.model_copy(update={"places": places}))) as asked:
        page = asked.page
        asked.hold()
        assert asked.sent == []
        assert page.locator(".question-caution-why").inner_text() == "▲ Corps I and Corps II: it breaks."
        page.get_by_role("button", name="Check again").click()
        asked.hold()
        assert asked.sent == []
        page.locator(".question-caution .button-first").click()
        seals(asked, {"moves": {}})


def test_a_draft_is_sent_for_a_choice_but_not_for_each_letter(browser: Any) -> None:
    """The choice at the end of the clock is lost, or a writer uses up all drafts in a minute."""
    with asking(browser, asks(NUMBER, TEXT.model_copy(update={"required": False}), drafts=True)) as asked:
        page = asked.page
        page.locator("input[type=number]").fill("7")
        page.locator("input[type=text]").press_sequentially("soon")
        assert [each["answer"] for each in asked.sent] == [{"number": 7, "why": ""}]
        page.clock.run_for(8000)
        page.evaluate("redraw()")
        page.clock.run_for(200)
        assert asked.sent[-1] == {"type": "draft", "gate": 5, "answer": {"number": 7, "why": "soon"}}
        assert len(asked.sent) == 2


def test_a_draft_that_could_not_be_told_just_then_is_told_as_soon_as_it_can_be(browser: Any) -> None:
    """A draft that was chosen while the clock was stopped is never sent, and the former draft counts."""
    standing = ClockView(left_ms=20_000, total_ms=30_000, running=False)
    with asking(browser, asks(NUMBER, drafts=True, paused="A pause.", clock=standing)) as asked:
        asked.page.locator("input[type=number]").fill("7")
        asked.page.clock.run_for(8000)
        assert asked.sent == []
        asked.hear(asks(NUMBER, drafts=True))
        asked.page.clock.run_for(8000)
        asked.page.evaluate("redraw()")
        assert [each["answer"] for each in asked.sent] == [{"number": 7}]


def test_a_suggestion_is_filled_in_where_hints_are_allowed_and_nowhere_else(browser: Any) -> None:
    """Players of a room that should learn alone get suggestions."""
    with asking(browser, asks(ORDER), hints=True) as asked:
        offered = asked.page.get_by_role("button", name="Fill in a suggestion")
        asked.hear(asked.greeting.model_copy(update={"hints": False}))
        assert offered.count() == 0
        asked.hear(asked.greeting)
        offered.click()
        offered.click()
        (wish,) = asked.sent
        assert (wish["type"], wish["gate"]) == ("ask_hint", 5)
        defends = asked.page.get_by_role("radio", name="Defend")
        asked.hear(Hint(id="f" * 32, gate=GateNo(5), answer={"order": "defend"}))
        assert not defends.is_checked(), "nobody asked for that one"
        asked.hear(Hint(id=wish["id"], gate=GateNo(5), answer={"order": "defend"}))
        assert defends.is_checked()
        assert [each["type"] for each in asked.sent] == ["ask_hint"], "nothing is sealed by it"


def test_a_suggestion_for_a_question_that_has_gone_is_not_filled_in(browser: Any) -> None:
    """A bot's answer to the question before is filled in as one to this question."""
    with asking(browser, asks(ORDER), hints=True) as asked:
        asked.page.get_by_role("button", name="Fill in a suggestion").click()
        (wish,) = asked.sent
        asked.hear(asks(ORDER, gate=6))
        asked.hear(Hint(id=wish["id"], gate=GateNo(5), answer={"order": "defend"}))
        assert not asked.page.get_by_role("radio", name="Defend").is_checked()


WHY: tuple[tuple[dict[str, Any], str], ...] = (
    ({"bot": True}, "A bot answers for your seat."),
    ({"watching": True}, "You watch. Another player answers for this seat."),
    ({"voided": True}, "The umpire struck out your answer. You cannot answer again."),
    ({"paused": "Paused by the umpire."}, "Paused by the umpire. You can seal when the clock runs."),
    ({"clock": ClockView(left_ms=0, total_ms=60_000, running=True)}, "Time is up."),
)


def test_why_nothing_can_be_sealed_is_said(browser: Any) -> None:
    """A player presses again and again, and does not know that another answers, or that the clock is stopped."""
    press = "document.querySelector('input').click(); document.getElementById('question-sealer')?.click()"
    with asking(browser, asks(ORDER)) as asked:
        for gate, (changes, says) in enumerate(WHY, 6):
            asked.hear(asks(ORDER, gate=gate, **changes))
            asked.page.clock.run_for(3000)  # a new question may be answered now
            asked.page.evaluate("redraw()")
            assert says in asked.page.locator(".question-form").inner_text()
            for _ in range(2):
                asked.page.evaluate(press)
                asked.page.clock.run_for(1000)
            assert asked.sent == []


KEYS = """Space | Tab Space Tab Tab Space | Tab ArrowUp | Tab _They are weak. | Tab _One Enter _Two | Tab Space ArrowDown Space End
 Shift+ArrowUp + | Tab Tab Tab ArrowDown Tab 4 Tab Tab Tab ArrowUp"""
"""Field by field, from the first option on; `_` begins what is written. In an order the thing that is left takes the last place."""


def _by_keys(page: Any) -> None:
    """Fill in every field as a user of the Tab key does."""
    page.get_by_role("radio", name="Attack").focus()
    for part in KEYS.split("|"):
        for key in re.findall(r"_[\w .]+?(?= Enter|$| \|)|\S+", part.strip()):
            if key.startswith("_"):
                page.keyboard.type(key[1:])
            else:
                page.keyboard.press(key)


def test_nothing_is_cut_off_where_letters_are_large_and_room_is_little(browser: Any) -> None:
    """A reader at 400 % on a laptop, or with large letters on a small phone, must scroll sideways."""
    every = tuple(field.model_copy(update={"when": None}) for field in EVERY)
    small = {"width": 320, "height": 480}
    with asking(browser, asks(*every), hints=True, viewport=small) as asked:
        for letters in ("100%", "200%"):
            asked.page.evaluate("size => { document.documentElement.style.fontSize = size; }", letters)
            wide = asked.page.evaluate("document.documentElement.scrollWidth")
            assert wide == 320, letters


def test_a_question_is_read_out_without_saying_anything_twice(browser: Any) -> None:
    """A screen reader repeats the question at each of its parts, and reads the seal as one sentence without a
    stop.
    """
    with asking(browser, asks(ORDER)) as asked:
        form = asked.page.locator("form")
        form.get_by_role("radio", name="Defend").check()
        assert form.get_by_role("group", name="What do you do?").count() == 0
        assert form.get_by_role("radiogroup", name="What do you do?").count() == 1
        sealer = form.get_by_role("button", name="Seal this", exact=True)
        how = sealer.get_attribute("aria-describedby")
        assert asked.page.locator(f"#{how}").inner_text() == "hold for a second, or press twice"


def test_a_machine_finds_nothing_wrong_with_any_field(browser: Any) -> None:
    """A screen reader finds a box without a name, or a user with weak eyes a text without contrast."""
    every = tuple(field.model_copy(update={"when": None}) for field in EVERY)
    with asking(browser, asks(*every, suggested={"order": "attack"}), hints=True) as asked:
        asked.page.clock.resume()
        check(asked.page)
        asked.page.evaluate("document.getElementById('question-sealer').click()")
        assert asked.page.locator(".question-lacks").count() == 5
        for size in SIZES.values():
            asked.page.set_viewport_size(size["viewport"])
            check(asked.page)
