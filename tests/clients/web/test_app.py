"""The requests of browsers to the gateway: a seat from the code to its view, and refusals for foreign pages."""

from __future__ import annotations

import json
from html import escape
from io import StringIO

import pytest
from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.clients.web.app import KINDS_OF_ONE_MAX, Reports
from warcouncil.clients.web.pages import Pages
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.proofs.doors import CodeText, Kind
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Alive, Welcome
from warcouncil.protocol.wire.requests import Beat
from websockets.exceptions import InvalidStatus

from tests.arbiter.shell.running import RED_ARMY
from tests.clients.web.browsing import HELLO, Browser, frame, reply
from tests.clients.web.conftest import WebRoom


async def test_a_browser_joins_with_a_code_and_sees_its_seat(web_room: WebRoom) -> None:
    """A phone does not get further than the code, or its beat is not answered."""
    browser = web_room.browser
    code = web_room.running.code(RED_ARMY)
    assert (await browser.join(code))["admit"]["exercise"] == "Exercise"
    async with await browser.socket(f"/seat/{code.plate}/socket") as socket:
        await socket.send(HELLO)
        session, welcome = await reply(socket)
        assert isinstance(welcome, Welcome)
        assert welcome.seat == RED_ARMY
        _, view = await reply(socket)
        assert isinstance(view, View)
        await socket.send(frame(Beat(seen=2), session))
        while not isinstance(view, Alive):
            _, view = await reply(socket)


async def test_the_projector_has_its_own_place(web_room: WebRoom) -> None:
    """The code of a projector opens no page, or that of a seat."""
    browser = web_room.browser
    code = web_room.running.display_code()
    await browser.join(code, Kind.PROJECTOR)
    async with await browser.socket(f"/display/{code.plate}/socket") as socket:
        await socket.send(HELLO)
        assert isinstance((await reply(socket))[1], Welcome)
    async with await browser.socket(f"/seat/{code.plate}/socket") as socket:
        await socket.wait_closed()
        assert (socket.close_code, socket.close_reason) == (4001, "denied")


async def test_no_browser_has_a_cookie_before_it_has_joined(web_room: WebRoom) -> None:
    """An arbiter that admitted a page without proving itself gets the page at its table after a reload."""
    browser, code = web_room.browser, web_room.running.code(RED_ARMY)
    last, visit = await browser.let_in(code)
    assert "admit" in last
    assert (browser.cookies, [*web_room.up.keep.iterdir()]) == ({}, [])
    async with await browser.socket(f"/seat/{code.plate}/socket") as socket:
        await socket.wait_closed()
        assert (socket.close_code, socket.close_reason) == (4001, "denied")
    assert (
        await browser.ask("POST", "/sit", b'{"visit": "ab"}', {"origin": "https://elsewhere"})
    ).status == 403
    assert (await browser.ask("POST", "/sit", b"{}")).status == 400
    assert (await browser.post("/sit", visit=visit)).said == {}
    assert len(browser.cookies) == len([*web_room.up.keep.iterdir()]) == 1
    assert (await Browser(web_room.up.port).post("/sit", visit=visit)).said["turned"]["why"] == "busy"


async def test_a_wrong_code_is_turned_away_as_at_the_door(web_room: WebRoom) -> None:
    """A guess gets a cookie, or the page cannot say what was wrong."""
    browser = web_room.browser
    right = web_room.running.code(RED_ARMY)
    came = await browser.join(CodeText(plate=right.plate, secret="00000000"))
    assert came["turned"]["why"] == "wrong_code"
    assert not browser.cookies


async def test_a_foreign_page_is_refused_before_a_socket_is_accepted(web_room: WebRoom) -> None:
    """A page that is open beside ours takes the seat with the player's cookie."""
    browser = web_room.browser
    code = web_room.running.code(RED_ARMY)
    await browser.join(code)
    for foreign in ("", "null", "https://elsewhere.example", f"http://{browser.host}", "https://127.0.0.1"):
        with pytest.raises(InvalidStatus) as refused:
            await browser.socket(f"/seat/{code.plate}/socket", origin=foreign)
        assert refused.value.response.status_code == 403
        posted = await browser.ask("POST", "/knock", b"{}", {"origin": foreign})
        assert posted.status == 403
    assert web_room.up.gateway.app.refused == 10
    assert len(web_room.up.gateway.lines) == 0


async def test_a_request_under_another_host_name_is_refused(web_room: WebRoom) -> None:
    """A name that an attacker points at this machine makes their page ours (DNS rebinding)."""
    browser = web_room.browser
    named = {"host": f"evil.example:{web_room.up.port}", "origin": f"https://evil.example:{web_room.up.port}"}
    assert (await browser.ask("GET", "/", headers=named)).status == 403
    assert (await browser.ask("POST", "/knock", b"{}", named)).status == 403
    assert web_room.up.gateway.app.refused == 2


async def test_every_answer_shuts_the_browser_in(web_room: WebRoom) -> None:
    """One answer without its policy lets a foreign script run, or a frame appear."""
    browser = web_room.browser
    plate = web_room.running.code(RED_ARMY).plate
    for path in (
        "/",
        "/display",
        f"/seat/{plate}",
        f"/display/{plate}",
        "/page/main.js",
        "/words.json",
        "/no",
    ):
        headers = (await browser.ask("GET", path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self';" in policy
        assert f"connect-src 'self' wss://{browser.host};" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "server" not in headers


def test_one_address_fills_only_a_part_of_the_reports() -> None:
    """If this fails, a stranger on the network keeps the reports of every player's browser out of the log."""
    reports = Reports(open_log(StringIO()))

    def report(number: int) -> bytes:
        said = {"effective-directive": "script-src", "blocked-uri": f"https://{number}.example/"}
        return json.dumps({"csp-report": said}).encode()

    assert all(reports.take(report(number), "10.0.0.66") for number in range(200))
    assert len(reports.seen) == KINDS_OF_ONE_MAX + 1
    assert reports.seen["others"] == 200 - KINDS_OF_ONE_MAX
    assert reports.take(report(1000), "10.0.0.7")
    assert reports.seen["script-src https://1000.example/"] == 1


VISIT = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("typed", "led"),
    [
        ("/seat/C5V/", "/seat/C5V"),
        ("/display/C5V/", "/display/C5V"),
        ("/seat", "/"),
        ("/seat/", "/"),
        ("/display/", "/display"),
        ("/Display", "/display"),
        ("/Seat/c5v", "/seat/C5V"),
        ("/seat/C5V/more", "/"),
        ("/index.html", "/"),
        ("//evil.example/seat", "/"),
    ],
)
async def test_an_address_that_is_almost_right_leads_on(web_room: WebRoom, typed: str, led: str) -> None:
    """If this fails, a player who typed one sign too many reads Not Found, and nothing about the way on."""
    found = await web_room.browser.ask("GET", typed, headers=VISIT)
    assert (found.status, found.headers["location"]) == (307, led)
    there = await web_room.browser.ask("GET", led, headers=VISIT)
    assert there.status == 200


async def test_only_visits_are_led_on(web_room: WebRoom) -> None:
    """If this fails, a missing part of the page is answered with another page, or an effect happens twice."""
    browser = web_room.browser
    for method, path, headers in (
        ("GET", "/no", {}),
        ("GET", "/page/no.js", VISIT),
        ("POST", "/seat/C5V/", VISIT),
    ):
        assert (await browser.ask(method, path, headers=headers)).status in (404, 405)


async def test_a_name_that_a_router_made_up_leads_to_our_address(web_room: WebRoom) -> None:
    """If this fails, a player who types the host's name reads one line, and knows no way on."""
    browser = web_room.browser
    port = browser.host.partition(":")[2]
    there = {**VISIT, "host": f"laptop.fritz.box:{port}"}
    found = await browser.ask("GET", "/seat/C5V", headers=there)
    assert (found.status, found.headers["location"]) == (307, f"https://127.0.0.1:{port}/seat/C5V")
    assert "set-cookie" not in found.headers
    assert found.body != (await browser.ask("GET", "/seat/C5V", headers=VISIT)).body
    assert (await browser.ask("GET", "/words.json", headers={"host": there["host"]})).status == 403
    assert (await browser.ask("POST", "/knock", headers=there)).status == 403
    assert (await browser.ask("GET", "/", headers={**there, "host": "a b"})).status in (400, 403)


def test_a_browser_without_scripts_is_told_so_in_our_words() -> None:
    """The browser shows an empty page, or the key of a text."""
    for path in ("door.html", "seat.html", "display.html"):
        page = Pages().find(path)
        assert page is not None
        assert f"<noscript><p>{say('web.no_script')}</p></noscript>" in page.data.decode()
        assert f'<p id="too-old" hidden>{say("web.too_old")}</p>' in page.data.decode()
        assert f'<p id="not-whole" hidden>{escape(say("web.not_whole"))}</p>' in page.data.decode()


async def test_pages_are_kept_by_their_content_and_seats_not_at_all(web_room: WebRoom) -> None:
    """A browser shows yesterday's page, or a seat's page from its cache to the next user of the phone."""
    browser = web_room.browser
    first = await browser.ask("GET", "/page/main.js")
    assert (first.status, first.body) == (200, b"this is main.js")
    assert first.headers["cache-control"] == "no-cache"
    again = await browser.ask("GET", "/page/main.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert (await browser.ask("GET", "/seat/7K3")).headers["cache-control"] == "no-store"
    assert (await browser.ask("GET", "/page/../../gateway.py")).status == 404
    assert (await browser.ask("GET", "/words.json")).said == {"language": "en"}


async def test_the_key_of_a_locker_is_sent_only_to_the_holder_of_the_seat(
    web_room: WebRoom,
) -> None:
    """The finder of a device reads its stored notes, or its own player cannot read them after a reload."""
    browser, code = web_room.browser, web_room.running.code(RED_ARMY)
    where = f"/seat/{code.plate}/locker"
    assert (await browser.ask("POST", where)).status == 401
    await browser.join(code)
    key = (await browser.ask("POST", where)).said["key"]
    assert len(bytes.fromhex(key)) == 32
    assert (await browser.ask("POST", where)).said == {"key": key}
    (token,) = browser.cookies.values()
    assert token not in key
    assert not any(key in path.read_text() for path in web_room.up.keep.iterdir())
    assert (await browser.ask("POST", where, headers={"origin": "https://elsewhere"})).status == 403
    assert (await browser.ask("GET", where)).status == 405
    assert (await browser.ask("POST", f"/display/{code.plate}/locker")).status == 401
    await browser.join(web_room.running.code("red.corps.2"))
    assert (await browser.ask("POST", where)).said == {"key": key}
