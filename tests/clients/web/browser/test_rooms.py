"""Browsers at a real arbiter behind a real gateway: they join, send and receive, and reconnect after any
fault.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from warcouncil.clients.link.base.machine import new_id
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.acts.acts import GiveBack, GiveToBot, Tell
from warcouncil.protocol.acts.room_acts import Remove, Reseat
from warcouncil.protocol.table.views import Spoken, View
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.wire.requests import Say
from warcouncil.protocol.words import ChannelId, SeatId, TableId

from tests.clients.web.browser.rooms import LOST, RealRoom, Seat, real_room

# A real room each: they are begun with, or one hand would have them alone at the end.
pytestmark = pytest.mark.timeout(300)


def test_a_card_opens_its_seat_and_nothing_else(browser: Any, room: RealRoom, table: int) -> None:
    """A player with a misread card is admitted, or refused without a reason.

    Or the code stays in the address.
    """
    card = room.code("red.army", table)
    with browser.alone("phone", ignore_https_errors=True) as page:
        address = room.url("red.army", table)
        page.goto(f"{address}#seat=Red+army+commander&table={table}&name=Zo%C3%AB+%3Cb%3E")
        expect(page.get_by_role("heading", name="Red army commander")).to_be_visible()
        expect(page.get_by_text("Zoë <b>")).to_be_visible()
        line, button = page.get_by_role("textbox"), page.get_by_role("button", name="Join")
        line.fill("12")
        button.click()
        expect(page.get_by_role("alert")).to_contain_text("It has 8 letters and digits")
        line.fill("0000-0000")
        button.click()
        expect(page.get_by_role("alert")).to_contain_text("code")
        line.fill(card[4:].lower().replace("-", " "))
        button.click()
        expect(page).to_have_url(address)
        expect(page.get_by_role("banner")).to_contain_text("Not begun")


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(("door", "card"), [("/display", "Projector"), ("/", "red.army")])
def test_the_address_is_the_places_own_as_soon_as_its_code_is_typed(
    browser: Any, room: RealRoom, table: int, door: str, card: str
) -> None:
    """A player who keeps the address, or reloads while the page comes, is at the door again, and looks for
    the card.
    """
    code = room.code(card, table)
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    address = f"{room.origin}{door if card == 'Projector' else '/seat'}/{code[:3]}"
    with browser.alone(ignore_https_errors=True, forgiven=LOST) as page:
        page.goto("about:blank")
        page.goto(room.origin + door)
        page.route(address, hold)
        page.get_by_role("textbox").fill(code)
        page.get_by_role("button", name="Join").click()
        while not held:
            page.wait_for_timeout(10)
        assert page.url == address, "while the page is loaded"
        held[0].continue_()
        page.locator(".seat, .display-page").first.wait_for()
        expect(page).to_have_url(address)
        page.unroute(address)
        page.go_back()
        expect(page).to_have_url("about:blank")


def test_a_card_of_another_kind_is_told_where_it_works(browser: Any, room: RealRoom, table: int) -> None:
    """The person at the projector reads a command of a terminal, although a page of this host is meant for the card."""
    with browser.alone("phone", ignore_https_errors=True, forgiven=LOST) as page:
        line, join, alert = (
            page.get_by_role("textbox"),
            page.get_by_role("button", name="Join"),
            page.get_by_role("alert"),
        )
        for door, card, key, place, path in (
            ("/display", "red.army", "door.seat_here", "door.your_seat", "/seat"),
            ("/", "Umpire", "door.console_here", "", ""),
            ("/", "Projector", "door.projector_here", "door.projector", "/display"),
        ):
            code = room.code(card, table)
            address = f"{room.origin}{path}/{code[:3]}"
            page.goto(room.origin + door)
            line.fill(code)
            join.click()
            expect(alert).to_have_text(say(key, address=address.partition("//")[2]) if path else say(key))
            links = page.locator("main a")
            expect(links).to_have_count(1 if path else 0)
            if path:
                assert links.get_attribute("href") == f"{path}/{code[:3]}"
                expect(links).to_have_text(say(place))
        links.click()
        expect(page).to_have_url(address)
        line.fill(code[4:])
        join.click()
        page.locator(".display-page").wait_for()


NOTHING_KEPT = {
    "refused": "{ get() { throw new DOMException('denied', 'SecurityError'); } }",
    "none": "{ value: null }",
}


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(("how", "front"), [("refused", True), ("refused", False), ("none", False)])
def test_a_browser_that_keeps_nothing_for_pages_sits_down_all_the_same(
    browser: Any, room: RealRoom, table: int, how: str, front: bool
) -> None:
    """The person has typed the right code, but sees *One moment…* for ever."""
    code = room.code("red.army", table)
    with browser.alone(ignore_https_errors=True, forgiven=LOST) as page:
        for each in ("sessionStorage", "localStorage"):
            page.add_init_script(f"Object.defineProperty(globalThis, '{each}', {NOTHING_KEPT[how]});")
        page.goto(room.origin if front else room.url("red.army", table))
        page.get_by_role("textbox").fill(code if front else code[4:])
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("banner")).to_contain_text("Not begun")


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(("door", "card"), [("/seat", "red.army"), ("/display", "Projector")])
def test_a_browser_that_takes_no_cookie_says_so(
    browser: Any, room: RealRoom, table: int, door: str, card: str
) -> None:
    """The person is asked for the code again and again, without a reason."""
    code = room.code(card, table)

    def strip(route: Any) -> None:
        came = route.fetch()
        page.context.clear_cookies()  # it takes them of what it fetched
        route.fulfill(
            status=came.status, body=came.body(), headers={"content-type": came.headers["content-type"]}
        )

    with browser.alone(ignore_https_errors=True, forgiven=LOST) as page:
        page.route("**/sit", strip)
        page.goto(f"{room.origin}{door}/{code[:3]}")
        expect(page.get_by_role("alert")).to_have_text("")
        page.get_by_role("textbox").fill(code[4:])
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("alert")).to_have_text(say("door.not_kept"))


def test_one_client_shows_what_another_seals(seat: Seat) -> None:
    """A seat that moves from a browser to a laptop, or back, shows an answer that the arbiter does not hold."""
    seat.seal(6)
    assert seat.held() == {"moves": {"inf": {"I": 6}}}
    seat.page.get_by_role("button", name="Leave").click()
    seat.page.get_by_role("group", name="Leave the table?").get_by_role("button").first.click()
    seat.page.locator(".seat").wait_for(state="detached")
    laptop = seat.room.join(seat.seat, seat.table)
    view = laptop.next(View)
    assert view.sealed == {"moves": {"inf": {"I": 6}}}
    laptop.declare(view, {"moves": {"cav": {"II": 2}}})
    laptop.leave()
    seat.page.goto(seat.room.url(seat.seat, seat.table))
    seat.page.get_by_role("textbox").fill(seat.room.code(seat.seat, seat.table)[4:])
    seat.page.get_by_role("button", name="Join").click()
    seat.page.get_by_role("button", name="I am ready").click()
    expect(seat.page.locator("[data-state=sealed]")).to_contain_text(
        "2 cavalry to corps II", ignore_case=True
    )


def test_a_line_at_a_table_is_shown_in_both_clients(seat: Seat) -> None:
    """Half of a side does not receive the council of war, or a call or a reply does not reach the umpire."""
    page, mate = seat.page, seat.room.join("red.corps.1", seat.table)
    mate.next(View)
    page.get_by_role("textbox", name="Red council of war").fill("We hold <b>here</b>.")
    page.get_by_role("button", name="Send").click()
    assert mate.next(Spoken).text == "We hold <b>here</b>."
    mate.ask(Say(id=new_id(), channel=ChannelId("red"), text="Aye, <i>sir</i>."))
    expect(page.get_by_text("Aye, <i>sir</i>.").first).to_be_visible()
    seat.umpire.rule(Tell(seat=SeatId(seat.seat), text="Where are you?", reply=True), table=seat.table)
    expect(page.get_by_text("Where are you?").first).to_be_visible()
    page.get_by_role("textbox", name="Your reply").fill("At the ford.")
    page.get_by_role("button", name="Reply", exact=True).click()
    alarmed = seat.umpire.until(
        lambda news: isinstance(news, TableStatus) and any(each.reply for each in news.alarms)
    )
    assert isinstance(alarmed, TableStatus)
    assert [each.text for each in alarmed.alarms if each.reply] == ["At the ford."]


def test_a_bot_keeps_the_seat_until_it_is_taken_back(seat: Seat) -> None:
    """A player who was called away comes back to a seat that does not react."""
    seat.umpire.rule(GiveToBot(seat=SeatId(seat.seat)), table=seat.table)
    expect(seat.page.get_by_text("bot").first).to_be_visible()
    seat.umpire.rule(GiveBack(seat=SeatId(seat.seat)), table=seat.table)
    seat.page.locator("#question-sealer").wait_for()


def test_a_moved_player_has_the_other_seat_and_sees_nothing_of_the_first(seat: Seat) -> None:
    """The player reads the former seat's secrets, or seals in its name."""
    seat.box().fill("9")
    move = Reseat(seat=SeatId(seat.seat), to_table=TableId(seat.table), to_seat=SeatId("black.corps.2"))
    seat.umpire.rule(move, table=seat.table)
    expect(seat.page.get_by_role("heading", level=1)).to_contain_text("Black corps II")
    expect(seat.box()).to_have_count(0)
    kept = seat.page.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])")
    assert '"9"' not in kept


def test_a_removed_player_is_told_why_here_and_at_the_door(seat: Seat) -> None:
    """The player types the code of an invalid card again and again."""
    told = "The umpire removed you from this seat."
    seat.umpire.rule(Remove(seat=SeatId(seat.seat), keep=False), table=seat.table)
    expect(seat.page.get_by_text(told)).to_be_visible()
    expect(seat.page.locator(".board")).to_have_count(0)
    seat.page.get_by_role("button", name=say("web.open_here")).click()
    expect(seat.page.get_by_role("alert")).to_have_text(told)


def test_nothing_is_left_behind_when_the_exercise_is_over(
    browser: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The next user of the phone, or a reader of the logs, finds a code, a key or private lines."""
    folder = tmp_path_factory.mktemp("over")
    asked: list[str] = []
    with (
        real_room(folder, "kartenspiel", "--start", "umpire") as room,
        browser.alone(ignore_https_errors=True, reduced_motion="reduce", forgiven=LOST) as page,
    ):
        page.on("request", lambda each: asked.append(f"{each.url} {each.headers.get('referer', '')}"))
        page.on("framenavigated", lambda frame: asked.append(frame.url))
        seat = Seat(page, room, room.umpire(), 1, "red.army")
        seat.sit()
        seat.seal(3)
        page.get_by_role("textbox", name="Red council of war").fill("The ford at dawn")
        page.get_by_role("button", name="Send").click()
        page.get_by_text("The ford at dawn").first.wait_for()
        code, cookies = room.code("red.army"), [str(each["value"]) for each in page.context.cookies()]
        assert [
            each["httpOnly"] and each["secure"] and each["sameSite"] for each in page.context.cookies()
        ] == ["Strict"]
        room.stop("host")
        expect(page.get_by_text("The umpire has ended the exercise.").first).to_be_visible()
        secrets = [code[4:], code[4:].replace("-", ""), *cookies]
        said = "\n".join((folder / name).read_text("utf-8") for name in ("host.log", "gateway.log"))
        stored = page.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])")
        page.evaluate(
            "sessionStorage.clear()"
        )  # as the end of the tab does: receipts outlive the seat there alone
        lasting = page.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])")
        kept = page.evaluate("indexedDB.databases().then(each => each.length + 0)") + page.evaluate(
            "caches.keys().then(each => each.length)"
        )
        assert [
            secret
            for secret in secrets
            for where in (*asked, said, stored, page.url)
            if secret.lower() in where.lower()
        ] == []
        assert "ford at dawn" not in said + stored
        assert '"I"' not in said + lasting
        assert kept == 0
        for file in (folder / "browsers").iterdir():
            assert not [secret for secret in secrets if secret.encode() in file.read_bytes()]
