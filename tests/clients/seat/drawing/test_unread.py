"""Unread messages: the counts, the strip of conversations, the notice line, and the key that leads there."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.drawing.foot import Foot
from warcouncil.clients.seat.drawing.unread import OverBox
from warcouncil.clients.seat.model.shown.council import shown_talk
from warcouncil.clients.seat.model.shown.head import unread_words
from warcouncil.clients.seat.screen.document_reader import DocumentBox
from warcouncil.clients.seat.screen.overlays import TalkBox
from warcouncil.clients.seat.screen.proposals import DealBox
from warcouncil.clients.seat.screen.talk_pane import in_order, tabs
from warcouncil.protocol.table.sheets import Badge, Document, Documents
from warcouncil.protocol.table.views import ChannelView, Notice, Spoken, View
from warcouncil.protocol.wire.replies import Deals
from warcouncil.protocol.wire.requests import Propose
from warcouncil.protocol.words import ChannelId, GateNo, SeatId

from tests.clients.seat.desks import TALKING, desk_of
from tests.clients.seat.sitting import Sitting, app_of, sitting
from tests.clients.seat.tables import DOWN, UP, playing, welcome
from tests.clients.seat.test_seat import BARGAINING, INDIA, deal

OAK = welcome(playing("kartenspiel"), "red.corps.2").model_copy(
    update={"seat_title": "The Oak", "team_title": "The Oak"}
)
OTHERS = ("Loom", "Lantern", "Mill", "Harbour Company")
PAIRS = tuple(f"oak+{name.split()[0].lower()}" for name in OTHERS)
SIZES = ((80, 24), (100, 30), (120, 36), (160, 50))


def council(**changes: object) -> View:
    """Return a view in which the Oak may talk with all and with four others alone."""
    everyone = ("The Oak", *(f"The {name}" for name in OTHERS))
    channels = (
        ChannelView(id=ChannelId("all"), title="Everyone", members=everyone, open=True),
        *(
            ChannelView(
                id=ChannelId(pair),
                title=f"The Oak and The {name}",
                members=("The Oak", f"The {name}"),
                open=True,
            )
            for pair, name in zip(PAIRS, OTHERS, strict=True)
        ),
    )
    return TALKING.model_copy(update={"channels": channels, "form": None, **changes})


def line(pair: str, n: int, text: str = "Sell to me.", seat: str = "lantern") -> Spoken:
    """Make a line."""
    return Spoken(
        channel=ChannelId(pair), n=n, seat=SeatId(seat), title=f"The {seat.capitalize()}", text=text
    )


LANTERN = line("oak+lantern", 1)
WRITES = "The Lantern writes to you. Ctrl+L shows it."


# --- the model ----------------------------------------------------------------------------------------------------


def test_lines_are_unread_until_seen_and_ones_own_never_are() -> None:
    """If this fails, a private line has no count, or one's own line is called news."""
    desk = desk_of(OAK, council())
    talk = desk.talks[ChannelId("oak+lantern")]
    own = line("oak+lantern", 2).model_copy(update={"seat": OAK.seat})
    for news in (LANTERN, own, line("oak+lantern", 3)):
        desk.feed(news, 0)
    assert (desk.unread(talk), desk.unread_talks) == (2, (talk,))
    talk.see()
    assert (desk.unread(talk), desk.unread_talks) == (0, ())


def test_counts_survive_a_break_and_old_lines_are_not_counted_again() -> None:
    """If this fails, a network break hides a private line, or every old line counts as new."""
    desk = desk_of(OAK, council())
    talk = desk.talks[ChannelId("oak+lantern")]
    desk.feed(LANTERN, 0)
    talk.see()
    desk.feed(line("oak+lantern", 2), 0)
    desk.feed(DOWN, 1)
    desk.feed(UP, 2)
    desk.feed(council(lines=(LANTERN, line("oak+lantern", 2), line("oak+lantern", 3))), 3)
    assert [each.n for each in talk.unread(desk.me)] == [2, 3]


def test_lines_of_a_restored_exercise_count_though_their_numbers_begin_anew() -> None:
    """If this fails, a host that goes on from a backup makes new lines look read."""
    desk = desk_of(OAK, council())
    talk = desk.talks[ChannelId("oak+lantern")]
    for n in range(1, 6):
        desk.feed(line("oak+lantern", n), 0)
    talk.see()
    desk.feed(council(lines=(LANTERN,)), 1)
    desk.feed(line("oak+lantern", 2), 2)
    assert desk.unread(talk) == 1


def test_lines_before_joining_are_not_unread() -> None:
    """If this fails, a window that is opened anew shows a count on every conversation."""
    desk = desk_of(OAK, council(lines=(LANTERN,)))
    assert desk.unread_talks == ()
    desk.feed(line("oak+lantern", 2), 0)
    assert desk.unread(desk.talks[ChannelId("oak+lantern")]) == 1


@pytest.mark.parametrize(
    ("title", "mine", "name"),
    [
        ("The Oak and The Loom", ("The Oak", ""), "The Loom"),
        ("The Loom and The Oak", ("The Oak", ""), "The Loom"),
        ("Upper Ferry and Lower Ferry", ("Mayor", "Upper Ferry"), "Lower Ferry"),
        ("Everyone", ("The Oak", "The Oak"), "Everyone"),
        ("hotline", ("India", "India"), "hotline"),
    ],
)
def test_a_pair_is_named_by_the_counterpart(title: str, mine: tuple[str, str], name: str) -> None:
    """If this fails, five names that all begin with one's own do not fit on the strip."""
    desk = desk_of(OAK.model_copy(update={"seat_title": mine[0], "team_title": mine[1]}), council())
    talk = desk.talks[ChannelId("all")]
    talk.title = title
    assert desk.name_of(talk) == name


def test_a_pair_of_sides_is_named_by_the_other_side() -> None:
    """If this fails, a seat with a title of its own reads both sides' names in every tab."""
    hello = OAK.model_copy(update={"seat_title": "Leader of the Oak", "team_title": "Oak", "team": "oak"})
    sides = (Badge(id="oak", title="The Oak", sign="▲", ink="gold"),)
    desk = desk_of(hello, council(sheet=council().sheet.model_copy(update={"sides": sides})))
    assert desk.name_of(desk.talks[ChannelId("oak+lantern")]) == "The Lantern"


def test_the_strip_has_the_chosen_one_then_the_unread_then_the_others_in_turn() -> None:
    """An unread conversation is at the place where the strip is cut."""
    desk = desk_of(OAK, council(), line("oak+harbour", 1, seat="harbour"))
    chosen = desk.talks[ChannelId("oak+loom")]
    assert [desk.name_of(talk) for talk in in_order(desk, chosen)] == [
        "The Loom",
        "The Harbour Company",
        "The Lantern",
        "The Mill",
        "Everyone",
    ]


def test_the_strip_says_how_many_it_leaves_out() -> None:
    """If this fails, a player does not know that there are more conversations."""
    desk = desk_of(OAK, council(), LANTERN)
    chosen = desk.talks[ChannelId("oak+harbour")]
    talks = [shown_talk(desk, talk, 0) for talk in in_order(desk, chosen)]
    strip = tabs(talks, 60).plain
    assert " ● The Harbour Company " in strip
    assert "● The Lantern (1)" in strip
    assert "+3" in strip
    assert len(tabs(talks, 24).plain) == 24


def test_the_notice_names_the_writer_the_conversation_or_all_of_them() -> None:
    """If this fails, the notice does not say where the lines are."""
    desk = desk_of(OAK, council(), LANTERN)
    assert unread_words(desk, "Ctrl+L") == WRITES
    desk.feed(line("all", 1, seat="mill"), 0)
    assert unread_words(desk, "Ctrl+L") == (
        "2 unread lines: Everyone (1), The Lantern (1). Ctrl+L shows them."
    )
    desk.talks[ChannelId("oak+lantern")].see()
    assert unread_words(desk, "Ctrl+L") == "The Mill writes in Everyone. Ctrl+L shows it."


# --- the screen ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_a_line_in_another_conversation_has_a_badge_and_a_notice_until_it_is_read(
    size: tuple[int, int],
) -> None:
    """If this fails, private lines arrive unseen."""
    async with sitting(OAK, council(), size=size) as seat:
        assert "writes to you" not in seat.said("#notice")
        await seat.hear(LANTERN)
        assert "The Lantern (1)" in seat.said("#talk-head")
        assert WRITES in seat.said("#notice")
        words = "Talk (1)" if size == (80, 24) else "Talk (1 new)"
        assert f"Ctrl+L {words}" in str(seat.app.table.query_one(Foot).render())
        await seat.press("ctrl+l")
        assert "Sell to me." in seat.talk.text
        assert "(1)" not in seat.said("#talk-head")
        assert "writes to you" not in seat.said("#notice")


@pytest.mark.parametrize("size", SIZES)
async def test_the_chosen_conversation_is_always_on_the_strip(size: tuple[int, int]) -> None:
    """If this fails, a player does not see with whom they talk."""
    async with sitting(OAK, council(), size=size) as seat:
        await seat.press("tab")
        for _ in range(6):
            await seat.press("down")
            assert seat.talk.talk is not None
            strip = seat.said("#talk-head").splitlines()[-1]
            name = seat.app.desk.name_of(seat.talk.talk)
            assert f" ● {name} " in strip
            hidden = sum(
                f"● {seat.app.desk.name_of(each)}" not in strip for each in seat.app.desk.talks.values()
            )
            assert f"+{hidden}" in strip if hidden else "+" not in strip
            assert strip.startswith(f" ● {name}" if hidden else " ● Everyone")  # none moves if all fit


async def test_a_line_in_the_conversation_that_is_shown_is_read_at_once() -> None:
    """A player reads of a line that is already on the screen."""
    async with sitting(OAK, council()) as seat:
        await seat.hear(line("all", 1))
        assert "writes in" not in seat.said("#notice")
        assert seat.app.desk.unread_talks == ()


async def test_the_down_arrow_goes_to_the_unread_conversation_first() -> None:
    """If this fails, a player looks through every conversation for the one with the new line."""
    async with sitting(OAK, council(), line("oak+harbour", 1, seat="harbour")) as seat:
        await seat.hear(line("oak+harbour", 2, seat="harbour"))
        await seat.press("tab", "down")
        assert seat.talk.talk is seat.app.desk.talks[ChannelId("oak+harbour")]


@pytest.mark.parametrize("key", ["f1", "f2", "f3"])
async def test_a_line_is_announced_over_a_box_and_the_key_leads_from_there(key: str) -> None:
    """If this fails, a player who reads the rules misses a private line."""
    async with sitting(OAK, council()) as seat:
        await seat.press(key)
        await seat.hear(line("all", 1, seat="mill"))
        await seat.hear(LANTERN)
        over = seat.app.screen.query_one(OverBox)
        assert "Everyone (1), The Lantern (1)" in over.text
        assert over.region.y == 0
        assert over.region.height == 1
        await seat.press("ctrl+l")
        assert seat.app.screen is seat.app.table
        assert [talk.id for talk in seat.app.desk.unread_talks] == ["oak+lantern"]


async def test_over_a_box_that_is_written_in_the_notice_names_the_way_that_loses_nothing() -> None:
    """If this fails, the key of the talk deletes a half-written proposal."""
    async with sitting(INDIA, BARGAINING) as seat:
        await seat.press("f6")
        await seat.write("peace")
        await seat.hear(line("all", 1, seat="pakistan"))
        assert "Esc, Ctrl+L shows it" in seat.app.screen.query_one(OverBox).text
        await seat.press("ctrl+l")
        assert isinstance(seat.app.screen, DealBox)
        await seat.press("enter")
        assert [each.text for each in seat.sent(Propose)] == ["peace"]


async def test_over_the_reader_the_notice_is_under_the_head() -> None:
    """A player who reads a document misses a private line."""
    papers = Documents(documents=(Document(title="Orders", text="Hold."),))
    sheet = council().sheet.model_copy(update={"elements": (papers,)})
    async with sitting(OAK, council(sheet=sheet)) as seat:
        await seat.press("ctrl+d")
        assert isinstance(seat.app.screen, DocumentBox)
        await seat.hear(LANTERN)
        notice, reader = seat.app.table.query_one("#notice"), seat.app.screen.query_one("#reader")
        assert WRITES in str(notice.render())
        assert notice.region.bottom <= reader.region.y
        await seat.press("ctrl+l")
        assert "Sell to me." in seat.talk.text


async def test_after_the_talk_has_closed_the_key_shows_what_was_said() -> None:
    """If this fails, a line of the last second can never be read."""
    async with sitting(OAK, council()) as seat:
        await seat.hear(LANTERN)
        await seat.hear(council(gate=GateNo(9), whole=False, story=(), channels=()))
        assert WRITES in seat.said("#notice")
        await seat.press("ctrl+l")
        assert isinstance(seat.app.screen, TalkBox)
        assert "Sell to me." in str(seat.app.screen.query_one("#reading Drawn").render())
        await seat.press("ctrl+l")
        assert seat.app.screen_stack[-1] is seat.app.table
        assert "writes to you" not in seat.said("#notice")


async def test_other_peoples_words_in_the_notice_are_never_markup() -> None:
    """If this fails, a player's name can colour or blank another's screen."""
    async with sitting(OAK, council()) as seat:
        await seat.hear(LANTERN.model_copy(update={"title": "[red]Lan[/red]\x1b[2Jtern"}))
        assert "[red]Lan[/red][2Jtern writes to you." in seat.said("#notice")


@pytest.mark.parametrize("bell", [True, False])
async def test_unread_lines_ring_once_where_the_bell_is_on(bell: bool) -> None:
    """A private line rings for a player who switched the bell off, or not at all."""
    app, fake, clock = app_of(OAK, council())
    app.kept.put("bell", bell)
    rung: list[str] = []
    app.caller._write = rung.append
    async with app.run_test(size=(100, 30)) as pilot:
        seat = Sitting(app, fake, clock, pilot)
        await seat.hear()
        await seat.hear(line("all", 1))
        assert rung.count("\a") == 0
        await seat.hear(LANTERN)
        await seat.hear(line("oak+lantern", 2))
        assert rung.count("\a") == int(bell)


# --- proposals and the umpire -----------------------------------------------------------------------------------


async def test_the_answer_to_a_proposal_is_told_until_it_is_put_away() -> None:
    """If this fails, the proposer never reads that the other has accepted."""
    mine = deal().model_copy(
        update={
            "giver": SeatId("india"),
            "giver_title": "India",
            "taker": SeatId("pakistan"),
            "taker_title": "Pakistan",
        }
    )
    async with sitting(INDIA, BARGAINING, Deals(deals=(mine,))) as seat:
        await seat.hear(Deals(deals=(mine.model_copy(update={"state": "accepted"}),)))
        told = "Pakistan accepted your proposal 1: “We both keep off the Military Front.”"
        assert told in " ".join(seat.said("#notice").split())
        await seat.press("escape")
        assert seat.said("#notice") == ""


async def test_a_proposal_and_the_umpires_word_are_told_over_a_box() -> None:
    """If this fails, a message behind the rules stays unseen until they are closed."""
    async with sitting(INDIA, BARGAINING) as seat:
        await seat.press("f2")
        await seat.hear(Deals(deals=(deal(),)), Notice(text="Five minutes more.", to="everybody"))
        said = seat.app.screen.query_one(OverBox).text
        assert "Proposal 1 from Pakistan waits for your answer. Esc goes back." in said
        assert "The umpire to everybody: Five minutes more. (Esc)" in said


async def test_of_two_words_of_the_umpire_none_is_lost() -> None:
    """If this fails, one key puts away a message that was never on the screen."""
    words = [Notice(text=text, to="everybody") for text in ("Five minutes more.", "The bridge is blown.")]
    async with sitting(OAK, council()) as seat:
        await seat.hear(*words)
        assert "· 1 of 2" in seat.said("#notice")
        assert "The bridge is blown." in seat.said("#notice")
        await seat.press("escape")
        assert "Five minutes more." in seat.said("#notice")
        assert "1 of" not in seat.said("#notice")
        await seat.press("escape")
        assert seat.said("#notice") == ""


async def test_the_reply_goes_to_the_word_that_is_shown() -> None:
    """If this fails, an answer reaches the umpire under another question."""
    words = [Notice(text=text, to="you", number=n) for n, text in ((1, "Coal?"), (2, "Oil?"))]
    async with sitting(OAK, council()) as seat:
        await seat.hear(*words)
        await seat.press("escape", "f7")
        assert "Coal?" in seat.page("#inbox")
        assert "▸" in seat.page("#inbox").partition("Coal?")[0]
