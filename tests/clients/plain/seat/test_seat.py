"""A seat in plain lines hears everything once, answers the right question, and never fails because of typed
text.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.link.identity.notes import NotesFile
from warcouncil.clients.plain.base.running import BYTES_MAX, LineReader
from warcouncil.clients.plain.base.teller import LOST
from warcouncil.clients.plain.seat.answering import Answering
from warcouncil.clients.plain.seat.arrival import BRIEFING_MS
from warcouncil.clients.plain.seat.commands import COMMANDS
from warcouncil.clients.plain.seat.council import Council
from warcouncil.clients.plain.seat.farewell import verdict_lines
from warcouncil.clients.plain.seat.news import NewsTold
from warcouncil.clients.plain.seat.seat import PlainSeat
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.kept_files import KeptFiles
from warcouncil.clients.seat.model.shown.ended import end_of
from warcouncil.clients.wording.saying import say
from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.file.model.script import text_of
from warcouncil.protocol.acts.acts import Begin, Extend, Pause, Resume, Tell, Void
from warcouncil.protocol.table.forms import Choice, Form, Option
from warcouncil.protocol.table.views import ChannelView, Ended, Notice, Spoken, View
from warcouncil.protocol.wire.replies import Deals, TableRules, Welcome
from warcouncil.protocol.wire.requests import Call, Declare, Say, SayReady, Write
from warcouncil.protocol.words import ChannelId, MessageId, SeatId

from tests.clients.plain.piped import UP, Piped
from tests.clients.plain.sitting import Sitting
from tests.clients.seat.desks import desk_of
from tests.clients.seat.drawing.test_unread import LANTERN, OAK, council
from tests.clients.seat.drawing.test_unread import line as line_of
from tests.clients.seat.screen.test_briefing import company
from tests.clients.seat.tables import ids, playing, spoken, view, welcome
from tests.clients.web.browser.councils import offer
from tests.games.scenario.playing import asks, phase
from tests.games.scenario.small import small

STRUCK = f"STRUCK OUT: {say('question.voided')}"


def beginning(lines: list[str], start: str) -> list[str]:
    """Return the lines that begin with this text."""
    return [line for line in lines if line.startswith(start)]


@pytest.fixture
def asked() -> Sitting:
    """Return a corps commander who is asked to attack or defend, and has received everything."""
    return Sitting(quiet=True)


def test_a_question_is_printed_with_its_keys_and_its_time(asked: Sitting) -> None:
    """A player who listens to the screen does not know what to press, or how much time is left."""
    said = asked.type("")
    assert beginning(said, "question ")[0].endswith("0:30 left.")
    assert said[-1] == "ask: A / D >"


def test_a_number_to_type_is_kept_apart_from_one_that_a_name_begins_with() -> None:
    """A player who reads *1 1 inf / 2 1 cav >* does not know which of the four numbers gives up the cavalry."""
    options = (Option(value="inf", label="1 inf"), Option(value="cav", label="1 cav", key="c"))
    form = Form(question="Which?", rule="4", fields=(Choice(name="lost", label="lost", options=options),))
    assert Answering(form).asks()[-1] == "1: 1 inf / C 1 cav >"


def test_a_step_of_a_scale_is_chosen_by_its_own_number() -> None:
    """A player who writes 2 answers 1, because "no answer" comes before the scale."""
    steps = tuple(Option(value=step, label=step, key=step) for step in ("1", "2"))
    options = (Option(value="none", label="No answer", key="0"), *steps)
    form = Form(question="How?", rule="9", fields=(Choice(name="fair", label="How fair?", options=options),))
    assert Answering(form).asks()[-1] == "0: No answer / 1 / 2 >"
    assert [Answering(form).read(typed).answer for typed in ("2", "0", "3")] == [
        {"fair": "2"},
        {"fair": "none"},
        None,
    ]


@pytest.mark.parametrize("typed", ["a", "A", "attack", "att", "1", " a "])
def test_an_answer_is_its_key_its_number_or_its_word(typed: str, asked: Sitting) -> None:
    """A player must guess which of the possible forms of an answer the program accepts."""
    assert beginning(asked.type(typed), "SEALED: Attack.")


def test_an_answer_may_be_sealed_anew_until_the_question_closes(asked: Sitting) -> None:
    """A player who changes an answer finds that the first one counts."""
    asked.type("a")
    assert beginning(asked.type("d"), "SEALED: Defend.")
    assert asked.room.table.sealed[SeatId("red.corps.1")].answer == {"corps.1": "defend"}


def test_an_answer_that_another_replaced_before_it_was_sent_is_not_waited_for(asked: Sitting) -> None:
    """Leaving takes ten seconds, and then reports an unanswered request that was already replaced."""
    asked.client.typed("a", asked.room.at)
    asked.client.typed("d", asked.room.at)
    asked.client.requests = asked.client.requests[-1:]  # as the link has it: only the last answer counts
    assert beginning([*asked.hear(), *asked.hear()], "SEALED: Defend.")
    assert not asked.client.waits


@pytest.mark.parametrize("paused", [False, True], ids=["sealed", "refused"])
def test_a_filled_in_answer_stays_when_it_is_sealed_or_refused(paused: bool) -> None:
    """An army commander who types seal a second time seals an order that moves nothing."""
    commander = Sitting(seat="red.army", quiet=True)
    commander.type("1 b 5")
    if paused:
        umpire = commander.room.umpire()
        commander.room.rule(umpire, Pause())
        commander.hear()
        assert beginning(commander.type("seal"), "NOT SEALED: ")
        commander.room.rule(umpire, Resume())
        commander.hear()
    assert beginning(commander.type("seal"), "SEALED: 5 infantry to Corps I.")
    assert beginning(commander.type("seal"), "SEALED: 5 infantry to Corps I.")


def talking() -> Sitting:
    """Return a player of a scenario who talks, and is only asked whether they are ready."""
    text = text_of(small(phases=[phase("Corridors"), phase("Orders", asks())]))
    return Sitting("scenario", "blue.minister", {"scenario": text}, quiet=True)


def test_a_ready_player_takes_it_back_by_a_command() -> None:
    """A player who typed too early cannot take it back, and the question closes."""
    minister = talking()
    nothing = [say("plain.nothing_to_take_back")]
    assert minister.type("/unready") == nothing
    assert not beginning(minister.type("/help"), "help: /unready")
    assert beginning(minister.type("r"), "SEALED: Ready to continue. You can take it back")
    assert beginning(minister.type("/help"), "help: /unready")
    assert minister.type("/unready") == [say("plain.taking_back"), say("question.taken_back")]
    assert not minister.room.table.sealed
    assert minister.type("/unready") == nothing
    minister.type("r")
    assert minister.room.table.sealed


def test_a_taking_back_that_is_refused_is_said() -> None:
    """A player believes that they are no longer ready."""
    minister = talking()
    minister.type("r")
    umpire = minister.room.umpire()
    minister.room.rule(umpire, Pause())
    minister.hear()
    assert beginning(minister.type("/unready"), "Not taken back: ")
    minister.room.rule(umpire, Resume())
    minister.hear()
    minister.client.typed("/unready", minister.room.at)
    minister.room.rule(umpire, Pause())
    assert beginning([*minister.hear(), *minister.hear()], "Not taken back: ")
    assert minister.room.table.sealed


def test_a_decision_is_not_taken_back(asked: Sitting) -> None:
    """A player reads that the answer was taken back, but it counts."""
    asked.type("a")
    assert asked.type("/unready") == [say("plain.nothing_to_take_back")]
    assert asked.room.table.sealed


def test_an_unknown_answer_seals_nothing(asked: Sitting) -> None:
    """A typing mistake seals an answer, or ends the client."""
    said = asked.type("retreat")
    assert said == ["ask: “retreat” is not one of these.", "ask: A / D >"]
    assert not [each for each in asked.line.sent if isinstance(each, Declare)]


def test_a_line_for_a_closed_question_seals_nothing(asked: Sitting) -> None:
    """A script's late answer is sealed as the answer to the next question."""
    gate = asked.room.table.gate
    assert asked.type(f"{gate - 1}: a")[0].startswith(f"NOT SEALED: question {gate - 1} is not open")
    assert not [each for each in asked.line.sent if isinstance(each, Declare)]
    assert beginning(asked.type(f"{gate}: a"), "SEALED: Attack")


def test_a_person_who_answers_the_moment_a_question_opens_meant_the_last_one() -> None:
    """Enter pressed as the clock runs out seals the next question unread."""
    asked = Sitting(guarded=True, quiet=True)
    assert beginning(asked.type("a"), "NOT SEALED: question")
    asked.wait(800)
    assert beginning(asked.type("a"), "SEALED: Attack.")


def _next_question(asked: Sitting) -> list[str]:
    """Run the clock of a question out, and wait until the next one opens."""
    gate, said = asked.room.table.gate, list[str]()
    while asked.room.table.gate == gate or asked.client.desk.view.form is None:  # type: ignore[union-attr]  # there is one
        said += asked.wait(200)
    return said


@pytest.mark.parametrize("line", ["a", "attack", "seal", "/seal", "/suggest", "we attack at dawn"])
def test_a_line_that_was_begun_before_the_question_opened_answers_nothing(line: str) -> None:
    """A line for the talk or for the last question seals an answer to the next one, because it ends seconds after
    that question opened.
    """
    asked = Sitting(guarded=True, quiet=True)
    asked.wait(800)
    _next_question(asked)
    asked.wait(len(line) * 167 * 5 // 6)  # its first letters were typed before
    held = beginning(asked.type(line), "NOT SEALED: ")
    gate = asked.room.table.gate
    assert held == [
        f"NOT SEALED: question {gate} opened while you may have been writing, so your line was not used."
        f" Pause a moment and write it again, or write {gate}: before your line."
    ]
    assert not [each for each in asked.line.sent if isinstance(each, Declare)]
    asked.type("/clock")
    assert beginning(asked.type("a"), "NOT SEALED: ")
    asked.wait(800)
    assert beginning(asked.type("a"), "SEALED: Attack.")


def test_a_line_that_was_held_off_is_used_when_its_question_is_named() -> None:
    """A long text that was meant for this question must be typed again."""
    asked = Sitting(guarded=True, quiet=True)
    asked.wait(800)
    _next_question(asked)
    assert beginning(asked.type("attack"), "NOT SEALED: ")
    assert beginning(asked.type(f"{asked.room.table.gate}:"), "SEALED: Attack.")


def test_a_line_that_was_begun_after_the_question_opened_answers_it() -> None:
    """A player must write each answer twice."""
    asked = Sitting(guarded=True, quiet=True)
    asked.wait(800)
    _next_question(asked)
    asked.wait(2_000)
    assert beginning(asked.type("attack"), "SEALED: Attack.")


def test_a_script_that_seals_the_moment_a_question_opens_means_it() -> None:
    """`/suggest` and `/seal` after `/wait` seal nothing, because they are taken for a person's late answer to the
    question before.
    """
    commander = Sitting(seat="red.army", quiet=True)
    commander.client.desk.guard.raise_at(commander.room.at)
    commander.type("/suggest")
    assert beginning(commander.type("/seal"), "SEALED: ")


def test_a_late_player_is_told(asked: Sitting) -> None:
    """A player who did not answer in time does not learn what counts instead."""
    said = asked.wait(40_000)
    assert "No answer came in time. The enemy commander opposite chooses for you." in said


@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "silent"])
def test_a_voided_player_is_told_so_and_not_called_late(asked: Sitting, sealed: bool) -> None:
    """A player blames themselves or the machine for the umpire's act, and goes on sealing."""
    if sealed:
        asked.type("a")
    umpire = asked.room.umpire()
    asked.room.rule(umpire, Void(seat=SeatId("red.corps.1")))
    assert asked.hear().count(STRUCK) == 1
    assert beginning(asked.type("d"), "NOT SEALED: ") == [f"NOT SEALED: {say('question.voided')}"]
    assert asked.type("")[-1] == STRUCK
    said = asked.wait(40_000)
    assert not [line for line in said if "oo late" in line or line == STRUCK]


def test_a_person_who_joins_a_voided_seat_is_told_at_once() -> None:
    """A player answers a question for which the seat no longer counts."""
    room = Sitting(quiet=True).room
    room.rule(room.umpire(), Void(seat=SeatId("red.corps.1")))
    person, late = room.sit("red.corps.1"), PlainSeat(lambda: MessageId("f" * 32))
    for news in (UP, person.last(Welcome), person.last(View)):
        late.hear(news, room.at)
    late.tick(room.at + BRIEFING_MS)
    assert late.lines.count(STRUCK) == 1
    assert not [line for line in late.lines if line.startswith("ask: A ")]


def test_the_clock_is_said_when_it_matters_and_once(asked: Sitting) -> None:
    """A player who cannot see the clock is surprised by its end, or hears of it every second."""
    said = beginning(asked.wait(29_000), "clock: ")
    assert said == ["clock: 10 seconds left."]


def test_a_clock_that_has_run_out_is_said_to_be_up_and_no_more(asked: Sitting) -> None:
    """A player at a table that waits at zero hears every second that the clock was changed."""
    begins = asked.room.at
    for ms in range(0, 90_000, 200):
        asked.client.tick(begins + ms)
    assert beginning(asked.client.lines, "clock: ") == [
        "clock: 10 seconds left.",
        "clock: Time is up.",
    ]


def test_the_umpires_hand_on_the_clock_is_said(asked: Sitting) -> None:
    """A player who listens does not learn of a pause or of more time."""
    umpire = asked.room.umpire()
    asked.hear()
    asked.room.at += 5000
    asked.room.rule(umpire, Pause())
    assert beginning(asked.hear(), "clock: The clock is stopped at")
    asked.room.rule(umpire, Resume())
    assert beginning(asked.hear(), "clock: The clock runs again")
    asked.room.rule(umpire, Extend(seconds=60))
    assert beginning(asked.hear(), "clock: The clock was changed, 1:25 left.")


def test_a_clock_that_is_set_as_its_question_opens_was_not_changed(asked: Sitting) -> None:
    """A newcomer hears that an unknown person changed the clock, without a reason."""
    asked.hear()
    asked.room.rule(asked.room.umpire(), Extend(seconds=300))
    assert beginning(asked.hear(), "clock: ") == ["clock: The time for this question is now 5:30."]
    assert [line.strip() for line in beginning(asked.type("/clock"), "clock: ")] == ["clock: 5:30 left."]


def test_a_player_who_is_moved_hears_the_briefing_of_the_new_seat(asked: Sitting) -> None:
    """A player who was moved does not hear what the new seat knows and decides."""
    asked.client.feed(welcome(playing("kartenspiel"), "red.army"), asked.room.at)
    said = [*asked.hear(), *asked.hear()]
    assert beginning(said, "seat: you are Red army commander")
    assert beginning(said, "briefing: ")


def test_every_command_of_the_help_does_something(asked: Sitting) -> None:
    """The help names a command that ends the client, or does nothing."""
    for name in COMMANDS:
        if name in ("leave", "wait"):
            continue
        assert asked.type(f"/{name}"), name
    assert asked.client.status is None
    assert "Did you mean /board?" in asked.type("/baord")[0]
    assert asked.type("/leave")
    assert asked.client.status == 0


def test_a_hand_over_without_a_crew_is_refused_and_not_sent(asked: Sitting) -> None:
    """A player waits for an answer from a crew that the exercise does not have."""
    before = list(asked.line.sent)
    assert asked.type("/handover") == ["You are alone at this seat, so you cannot hand it over."]
    assert [each for each in asked.line.sent[len(before) :] if each.type == "hand_over"] == []


def test_a_beginning_of_several_commands_names_them(asked: Sitting) -> None:
    """A player who writes too little reads that there is no such command, though there are six."""
    assert asked.type("/s") == [
        "/s can mean several commands: /seal, /show, /suggest, /story, /say, /save. Write more letters."
    ]


def test_a_line_and_a_proposal_reach_the_other_side_of_an_open_conversation() -> None:
    """A player by lines cannot talk or propose, or the other side does not hear it."""
    sitting = Sitting(
        "kashmir_crisis", "india", {"talk": "public", "talk_deals": True, "talk_seconds": 300}, quiet=True
    )
    sitting.type("1")  # which effect the event has
    said = sitting.type("/say good morning")
    assert [each.text for each in sitting.line.sent if isinstance(each, Say)] == ["good morning"]
    assert beginning(said, "talk: ")[0].endswith("good morning")
    assert beginning(sitting.type("/talk"), "talk 1: ")
    assert sitting.type("/say") == ["Write your message after /say, such as /say hello."]
    assert beginning(sitting.type("/propose peace for a turn"), "Proposal 1, You to Pakistan")
    assert sitting.type("/accept")[0].startswith("Choose the proposal")
    assert [each.text for each in sitting.line.others[SeatId("pakistan")].of(Spoken)] == ["good morning"]


def test_of_several_conversations_a_line_goes_to_the_one_that_is_named() -> None:
    """A line that was meant for one neighbour goes to all, or a player is not asked to whom it goes."""
    says = Council(desk_of(OAK, council())).ways["say"]
    assert says("hello", 1)[0][0].startswith("Choose the conversation: 1 Everyone, 2 ")
    sent = [says(line, 1)[1] for line in ("1 to all", "2 to the loom")]
    assert [(each.channel, each.text) for each in sent if isinstance(each, Say)] == [
        ("all", "to all"),
        ("oak+loom", "to the loom"),
    ]


def test_no_deal_is_offered_while_none_can_be_made() -> None:
    """A player is asked to which seat to propose, and is then refused."""
    told = "Proposals wait until the clock runs."
    sitting = Sitting("kashmir_crisis", "india", {"talk": "public", "talk_deals": True}, quiet=True)
    sitting.type("1")
    sitting.client.feed(Deals(deals=(offer(7).model_copy(update={"taker": SeatId("india")}),)), 0)
    assert "/propose" in sitting.type("/deals")[-1]
    sitting.room.rule(sitting.room.umpire(), Pause())
    sitting.hear()
    assert "/propose" not in sitting.type("/deals")[-1]
    assert [told in sitting.type(line)[-1] for line in ("/propose peace", "/accept 7")] == [True, True]


def test_what_counts_for_a_missed_answer_is_told_once() -> None:
    """If this fails, a player hears the same sentence again and again."""
    sitting = Sitting("scenario", "noor", {"scenario": shipped.text("two_couriers")}, quiet=True)
    told = [line for _ in range(30) for line in sitting.wait(10_000)]
    counts = [line for line in told if "“Keep silent” counts." in line]
    assert counts == [
        f"story, Questioning {number}, The question: {who} (Answer): no answer in time. “Keep silent” counts."
        for number in (1, 2)
        for who in ("Noor", "Sacha")
    ]


def test_it_is_said_when_talk_opens_and_when_it_closes() -> None:
    """A player does not know that a channel has opened, and speaks when it is closed."""
    sitting = Sitting("kashmir_crisis", "india", {"talk": "public", "talk_seconds": 60}, quiet=True)
    (opened,) = beginning(sitting.type("1"), "talk: ")
    assert opened == "talk: Conversation open for 1:00: Everyone. /say writes there."
    assert beginning(sitting.type("/say good morning"), "talk: ") == ["talk: You to Pakistan: good morning"]
    said = sitting.wait(70_000)
    assert beginning(said, "talk: ") == ["talk: Conversation closed: Everyone."]


def test_each_of_several_conversations_opens_with_its_own_number() -> None:
    """A player with five conversations reads that /say writes there, but it asks where."""
    sitting = Sitting("scenario", "port", {"scenario": shipped.text("harbour")}, quiet=True)
    told = beginning([*sitting.said, *sitting.type("r"), *sitting.wait(600_000)], "talk: ")
    opened = [line for line in told if "open for" in line]
    assert [line.rpartition(". ")[2] for line in opened[:5]] == [
        f"/say {n} writes there." for n in range(1, 6)
    ]


def test_ready_says_that_an_open_question_still_waits(asked: Sitting) -> None:
    """A player writes /ready twice, reads that they are ready, and lets the clock run out."""
    assert asked.type("/ready")[-1] == (
        "You are marked ready to begin. Question 2 still needs your answer: /question reads it."
    )
    asked.type("a")
    assert asked.type("/ready")[-1] == "You are marked ready."


def test_each_line_that_cannot_be_said_is_told_so() -> None:
    """A player who wrote twice while the link was down believes that the second line was sent."""
    sitting = Sitting("kashmir_crisis", "india", {"talk": "public", "talk_seconds": 60}, quiet=True)
    sitting.type("1")
    sitting.client.feed(LinkChange(LinkState.DOWN), 0)
    for line in ("/say hello", "/say are you there"):
        assert beginning(sitting.type(line), "Not sent: "), line


def test_a_private_line_says_from_whom_and_to_whom() -> None:
    """A player who listens cannot tell a private line from a public one."""
    desk = desk_of(OAK, council())
    heard = NewsTold(desk)
    heard.new()
    own = line_of("oak+lantern", 2, "At ten.").model_copy(update={"seat": OAK.seat})
    for news in (LANTERN, own, line_of("all", 1, "Who sells?", seat="mill")):
        desk.feed(news, 0)
    lines = [
        "talk: The Mill in Everyone: Who sells?",
        "talk: The Lantern to you: Sell to me.",
        "talk: You to The Lantern: At ten.",
    ]
    assert heard.new() == lines
    assert beginning(Council(desk).ways["talk"]("", 1)[0], "talk: ") == lines


def test_a_line_of_two_in_a_conversation_with_a_title_of_its_own_says_both() -> None:
    """If this fails, a player does not know where to answer."""
    hotline = ChannelView(
        id=ChannelId("hotline"), title="hotline", members=("The Oak", "The Loom"), open=True
    )
    desk = desk_of(OAK, council(channels=(hotline,)))
    heard = NewsTold(desk)
    heard.new()
    said = line_of("hotline", 1, "Stop.", seat="loom")
    for news in (said, said.model_copy(update={"seat": OAK.seat, "n": 2})):
        desk.feed(news, 0)
    assert heard.new() == ["talk: The Loom to you: Stop.", "talk: You to The Loom: Stop."]


def test_people_are_named_beside_their_seats_in_talk_and_in_the_team() -> None:
    """A player by lines does not know with whom they talk, though all others see the names."""
    table, desk = playing("kartenspiel"), Desk(ids())
    council = view(table, "red.corps.2", lines=spoken("red", ("Red army commander", "Send me two.")))
    for news in (UP, welcome(table, "red.corps.2"), company(table), council):
        desk.feed(news, 1)
    assert "talk: Red army commander (Ben): Send me two." in NewsTold(desk).new()
    ways = Council(desk).ways
    assert "talk: Red army commander (Ben): Send me two." in ways["talk"]("", 1)[0]
    assert ways["team"]("", 1)[0][:2] == [
        "team: Red army commander (Ben): here",
        "team: Red corps I (小川 美咲): here",
    ]


def test_the_umpire_is_called_heard_and_answered(asked: Sitting) -> None:
    """A player by lines cannot ask the umpire, or does not hear the answer."""
    assert "The umpire has been called." in asked.type("/call what does attack cost")
    assert [each.text for each in asked.line.sent if isinstance(each, Call)] == ["what does attack cost"]
    asked.room.rule(asked.room.umpire(), Tell(text="Report.", reply=True))
    assert beginning(asked.hear(), "The umpire to ")[0].endswith("Report. /reply 1 answers.")
    asked.type("/reply all is well")
    assert [each.text for each in asked.line.sent if isinstance(each, Write)] == ["all is well"]
    assert asked.type("/reply again") == ["No message waits for a reply from you."]


def test_the_white_cell_answers_by_lines_which_request_it_chooses() -> None:
    """If this fails, a player by lines cannot ask, or the white cell by lines answers the wrong team."""
    desk = desk_of(council().model_copy(update={"asks_at": "White cell"}))
    ways = Council(desk).ways
    _, request = ways["ask"]("how many ships?", 1)
    assert isinstance(request, Call)
    assert (request.text, request.to) == ("how many ships?", "cell")
    for number, text in enumerate(("Ships?", "Who leads?"), 1):
        desk.feed(Notice(text=text, to="White cell", sender="Red", kind="request", number=number), 2)
    lines, none = ways["reply"]("", 3)
    assert (lines[1:], none) == (["1: Ships?", "2: Who leads?"], None)
    _, first = ways["reply"]("1 nine", 3)
    _, newest = ways["reply"]("Anna", 3)
    assert [(each.notice, each.text) for each in (first, newest) if isinstance(each, Write)] == [
        (1, "nine"),
        (2, "Anna"),
    ]
    assert ways["messages"]("", 4)[0][0] == "Request from Red to White cell: Ships?"


def test_a_briefing_is_said_once_and_the_table_waits_until_it_was_read() -> None:
    """A blind player does not know what the game is about, or the game begins before they have heard it."""
    sitting = Sitting(quiet=True)
    assert len(beginning(sitting.said, "briefing: ")) == 3
    assert len([line for line in sitting.said if "and when its cavalry" in line]) == 1  # said as the duty
    assert not beginning(sitting.type("/question"), "briefing: ")
    assert beginning(sitting.type("/rules all"), "rules: ")
    assert not [each for each in sitting.line.sent if isinstance(each, SayReady)]
    sitting.type("/ready")
    assert [each for each in sitting.line.sent if isinstance(each, SayReady)]


HOSTILE = st.one_of(
    st.text(max_size=60),
    st.sampled_from(list(COMMANDS)).flatmap(
        lambda name: st.text(max_size=20).map(lambda rest: f"/{name} {rest}")
    ),
    st.from_regex(r"[0-9]{1,12}: [a-z{}\[\]]{0,10}", fullmatch=True),
    st.sampled_from(
        ['{"order": 1}', '{"order": {"a": {"b": 1e400}}}', "{" * 500, '{"a":' * 400, "/wait end", "/\x1b[2J"]
    ),
)


@settings(max_examples=60)
@given(st.lists(HOSTILE, max_size=12))
def test_nothing_that_is_typed_breaks_a_seat_or_reaches_the_terminal_as_it_is(lines: list[str]) -> None:
    """A cat on the keyboard, or a faulty script, ends the client in a traceback or changes the screen."""
    for game, seat in (("kartenspiel", "red.army"), ("hard_war", "amber"), ("kashmir_crisis", "india")):
        sitting = Sitting(game, seat)
        for line in lines:
            for said in sitting.type(line):
                assert said.isprintable()
                assert "\x1b" not in said


@given(st.lists(st.binary(max_size=9000), max_size=8))
def test_bytes_become_lines_however_they_are_cut(pieces: list[bytes]) -> None:
    """A line cut by a slow serial port is read as two answers, or one without an end fills the memory."""
    reader = LineReader()
    said = [
        line for piece in [piece for piece in pieces if piece] for line in reader.take(piece)
    ] + reader.take(b"")
    assert all(len(line) <= BYTES_MAX and line.isprintable() for line in said)
    whole = b"".join(pieces)
    if max(map(len, whole.split(b"\n"))) <= BYTES_MAX:
        other = LineReader()
        assert said == other.take(whole) + other.take(b"") if whole else not said


async def test_hostile_bytes_at_the_pipe_are_answered_in_lines() -> None:
    """Bytes that are piped into the client by mistake, such as an image, end it."""
    async with Piped("kartenspiel", "red.corps.1", quiet=True) as piped:
        await piped.until(lambda line: line.endswith(" >"))
        piped.type_bytes(b"\xff\xfe\x00\x1b[2J\r\n" + b"x" * 20_000 + b"\n/clock\n")
        await piped.until("That line is too long")
        await piped.until("clock: 0:30")
        piped.type("/leave")
        assert await piped.end() == 0
    assert all(line.isprintable() for line in piped.read)


async def test_the_end_of_the_input_leaves_when_all_is_answered() -> None:
    """`printf 'a\\n' | warcouncil join --plain` leaves before its answer is sealed, or never."""
    async with Piped("kartenspiel", "red.corps.1", quiet=True) as piped:
        await piped.until(lambda line: line.endswith(" >"))
        piped.type_bytes(b"a")
        piped.end_input()
        assert await piped.end() == 0
    assert beginning(piped.read, "SEALED: Attack.")


@pytest.mark.parametrize("breaks_off", [False, True])
async def test_ctrl_d_and_ctrl_c_leave_as_the_word_for_it_does(breaks_off: bool, tmp_path: Path) -> None:
    """A player who leaves by a key does not read that the game goes on, and finds no story."""
    keeping = KeptFiles(NotesFile(tmp_path / "notes", "the seat's key"), tmp_path)
    async with Piped("kartenspiel", "red.corps.1", keeping=keeping) as piped:
        await piped.until(lambda line: line.endswith(" >"))
        if breaks_off:
            piped.interrupt()
        else:
            piped.end_input()
        await piped.until(say("plain.leaving"))
        await piped.until("The story is saved in ")
    assert [*tmp_path.glob("*.txt")]


async def test_a_list_of_answers_waits_for_its_questions() -> None:
    """A prepared list of answers is used for the first question alone."""
    async with Piped("kartenspiel", "red.corps.1") as piped:
        piped.type("a", "/wait", "/clock")
        piped.end_input()
        assert await piped.end() == 0
    clock = next(number for number, line in enumerate(piped.read) if line.startswith("clock: "))
    assert len([line for line in piped.read[:clock] if line.endswith(" >")]) == 2


def test_an_end_with_a_title_is_told_by_it() -> None:
    """A game with an end of its own, such as "The dam broke", is called a draw."""
    flood = Ended(reason="The water came", winners=(), title="The dam broke")
    assert verdict_lines(end_of(flood))[:2] == ["over: The dam broke.", "over: The water came."]
    won = verdict_lines(end_of(flood.model_copy(update={"winners": ("Red",), "won": True})))
    assert won[:3] == ["over: The dam broke.", "over: The water came. You won.", "over: won by Red."]


def test_waiting_for_the_end_ends_with_the_game() -> None:
    """A script that only wants the result waits for ever, or reads on at once."""
    sitting = Sitting("kashmir_crisis", "india", {"max_turns": 1})
    sitting.type("/wait end")
    assert sitting.client.holds_input
    assert beginning(sitting.wait(600_000), "over: ")
    assert not sitting.client.holds_input
    assert sitting.type("/leave") == [say("company.leaving_over")]  # and not that the game goes on


async def test_a_lost_link_is_said_and_what_was_written_meanwhile_is_sealed_after_it() -> None:
    """A player types on without a link, or loses an answer sealed at the break."""
    async with Piped("kartenspiel", "red.corps.1", quiet=True) as piped:
        await piped.until(lambda line: line.endswith(" >"))
        piped.line.lose()
        await piped.until("link: The connection is lost. The link to the arbiter is lost.")
        piped.type("a")
        await piped.until("sealing")
        piped.line.mend()
        await piped.until("SEALED: Attack.")
        piped.type("/leave")
        assert await piped.end() == 0
    assert len(beginning(piped.read, "story")) == len(set(beginning(piped.read, "story"))), (
        "the story was said twice"
    )


def test_a_link_that_is_shut_for_good_ends_it_with_its_reason(asked: Sitting) -> None:
    """A script waits for ever at a seat that it has lost."""
    asked.client.feed(LinkChange(LinkState.SHUT, "This seat was opened elsewhere."), 0)
    assert asked.client.lines == ["link: The connection is closed for good. This seat was opened elsewhere."]
    assert asked.client.status == LOST


@pytest.mark.parametrize("game", ["kartenspiel", "kashmir_crisis", "escalate", "hard_war"])
def test_the_briefing_comes_before_the_first_question(game: str) -> None:
    """A player is asked before they know what the game is about."""
    seats = {"kartenspiel": "red.army", "kashmir_crisis": "india", "escalate": "north", "hard_war": "amber"}
    said = Sitting(game, seats[game], quiet=True).said
    starts = [line.partition(":")[0].partition(" ")[0] for line in said]
    assert starts.count("briefing") >= 3
    assert max(at for at, word in enumerate(starts) if word == "briefing") < starts.index("question")


def test_a_briefing_that_does_not_come_holds_up_nothing_for_long() -> None:
    """While an arbiter is slow to send the rules, the clock runs out for a player who was asked nothing."""
    asked = Sitting(quiet=True)
    client = PlainSeat(lambda: MessageId(f"{1:032x}"))
    for reply in asked.line.person.replies:
        if not isinstance(reply.body, TableRules):
            client.feed(reply.body, 0)
    assert not beginning(client.lines, "question ")
    client.tick(BRIEFING_MS)
    assert beginning(client.lines, "question ")


def test_a_suggestion_takes_the_place_of_what_was_written_only_when_asked_twice() -> None:
    """A command deletes a placement that took a minute to type."""
    commander = Sitting(seat="red.army", quiet=True)
    commander.type("1 b 5")
    said = commander.type("/suggest")
    assert said[0].startswith("ask: That would replace what you have written")
    assert beginning(commander.type("seal"), "SEALED: 5 infantry to Corps I.")
    commander.type("/again")
    commander.type("1 c 1")
    commander.type("/suggest")
    commander.type("/show")
    assert commander.type("/suggest")[0].startswith("ask: That would")
    assert beginning(commander.type("/suggest"), "ask: Your answer: ")


def test_a_hint_is_given_where_the_exercise_allows_it() -> None:
    """A player by lines is refused the hints that all others have."""
    hinted = Sitting("kashmir_crisis", "india", quiet=True, exercise={"hints": True}).type("/suggest")
    alone = Sitting("kashmir_crisis", "india", quiet=True).type("/suggest")
    assert beginning(hinted, "ask: Your answer: ")
    assert hinted != alone


def test_notes_come_back_with_the_seat_and_leaving_says_where_all_lies(tmp_path: Path) -> None:
    """A player does not find their notes, or the story of the game."""
    file = NotesFile(tmp_path / "notes", "the seat's key")
    first = Sitting("kashmir_crisis", "india", keeping=KeptFiles(file, tmp_path))
    first.type("/note they lie")
    first.type("/note always")
    left = first.type("/leave")
    assert f"Your notes are saved in {tmp_path / 'notes'}, encrypted with your seat's key." in left
    assert [line for line in left if line.startswith("The story is saved in ")]
    assert b"lie" not in (tmp_path / "notes").read_bytes()
    again = Sitting(keeping=KeptFiles(file, tmp_path))
    assert again.type("/note") == ["note: they lie", "note: always"]


def test_the_umpires_farewell_says_the_result_and_ends_the_window(asked: Sitting) -> None:
    """All people wait in front of a link that is down for ever."""
    asked.client.feed(LinkChange(LinkState.ENDED, "The umpire has ended the exercise."), 0)
    assert asked.client.lines == [
        "link: The umpire has ended the exercise.",
        "over: Your game was not over.",
        "over: you can leave. This window ends here.",
    ]
    assert asked.client.status == 0


def test_waiting_holds_the_next_line_until_a_table_begins() -> None:
    """A script's first answer is refused, because the table still waits for others."""
    sitting = Sitting(seat="red.army", quiet=True, exercise={"start": "umpire"})
    sitting.type("/wait")
    assert sitting.client.holds_input
    sitting.room.rule(sitting.room.umpire(), Begin())
    assert beginning(sitting.hear(), "clock: ") == ["clock: The game has begun, 2:00 left."]
    assert not sitting.client.holds_input
    sitting.type("1 b 5")
    assert beginning(sitting.type("seal"), "SEALED: 5 infantry to Corps I.")
