"""A seat in Firefox and in WebKit, from the code on its card to the end of the game.

Differences of an engine from Chromium are noticed. By day one game is played in each installed engine, on a phone.
In the nightly run each game is played in each engine, on a phone, a tablet and a wide screen.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from warcouncil.clients.link.base.machine import new_id
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.acts.acts import Begin, EndGame, Extend, GiveToBot, Pause, Resume, Tell
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Seen
from warcouncil.protocol.wire.requests import Look
from warcouncil.protocol.words import SeatId, TableId

from tests.clients.web.browser.rooms import AGAIN_MS, Other, RealRoom, real_room
from tests.clients.web.engines.device import Device
from tests.clients.web.engines.gecko import gecko
from tests.clients.web.engines.webkit import webkit
from tests.profile import BY_NIGHT

ENGINES = {"Firefox": gecko, "WebKit": webkit}
SIZES = {"phone": (360, 640), "tablet": (820, 1180), "wide": (1440, 900)}
SMALLEST = (320, 568)
SEATS = {
    "kartenspiel": "red.army",
    "escalate": "north",
    "hard_war": "teal",
    "kashmir_crisis": "india",
    "two_couriers": "noor",
}
"""Which seat of which game is played."""
BY_DAY = [("kashmir_crisis", "phone")]
ANSWERS = 2
TALK = {"escalate", "hard_war", "kashmir_crisis"}
"""Games that have talk and proposals where their options say so."""
ENTER = "\ue006"
READY = "() => document.querySelector('#question-sealer')?.getAttribute('aria-disabled') === 'false'"
LISTEN = """() => {
    globalThis.heard = [];
    const region = document.getElementById("polite");
    new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
}"""
OVERFLOW = """() => [document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ...[...document.querySelectorAll("button, input, select, textarea")].filter((el) => {
        const box = el.getBoundingClientRect();
        return box.width && (box.left < -1 || box.right > innerWidth + 1) && !el.closest(".board");
    }).map((el) => el.outerHTML.slice(0, 80))]"""
"""Gives by how much the page is wider than its window, and the controls that lie beside it."""
BY_STREAM = """(plate) => {
    sessionStorage.setItem(`warcouncil:${plate}:way`, '"stream"');
    location.reload();
}"""
"""Makes a page believe that its browser refuses sockets, as iPhones do under a certificate that was made for the exercise."""


@pytest.fixture(scope="module", params=ENGINES)
def device(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Device]:
    """Start a browser."""
    with ENGINES[request.param](tmp_path_factory.mktemp("browser")) as started:
        yield started


class Walk:
    """A person at a seat with a browser. An umpire is present, and bots have the other seats."""

    def __init__(self, device: Device, room: RealRoom, seat: str) -> None:
        self.device, self.room, self.seat = device, room, seat
        self.umpire: Other = room.umpire()
        self._seen = 0

    def look(self, what: str) -> None:
        """Check that nothing is wider than the window.

        Save a picture for people if the environment names a folder.
        """
        assert self.device.run(OVERFLOW) == [0], what
        if folder := os.environ.get("WARCOUNCIL_SHOTS"):
            self._seen += 1
            name = f"{self.device.name}-{self.seat}-{self._seen:02}-{what}.png"
            (Path(folder) / name).write_bytes(self.device.picture())

    def sit_down(self) -> None:
        """Open the address on the card, type the code, read the briefing."""
        device = self.device
        device.visit(self.room.url(self.seat))
        device.wait("input.door-line")
        self.look("door")
        device.press("input.door-line")
        device.keys(*self.room.code(self.seat)[4:])
        device.press("button", "Sit down")
        device.wait("button", "I am ready")
        self.look("briefing")
        device.press("button", "I am ready")

    def begin(self) -> None:
        """Begin the game, with bots at the other seats."""
        others = {card["seat"] for card in self.room.cards if card["seat"]} - {self.seat}
        for each in sorted(others):
            self.umpire.rule(GiveToBot(seat=SeatId(each)))
        self.umpire.rule(Begin())

    def ask(self) -> None:
        """Wait for a question that has no answer yet, and extend its time. Skip the events until then."""

        def asked() -> bool:
            if self.device.sees(".tale button", "Skip"):
                self.device.press(".tale button", "Skip")
            return self.device.sees("[data-guarded=false] #question-sealer") and not self.device.sees(
                "[data-state=sealed]"
            )

        self.device.until(lambda: self.device.sees(".verdict") or asked(), "question")
        if not self.device.sees(".verdict"):
            self.umpire.rule(Extend(seconds=300))  # a busy machine is slower than its clocks

    def fill_in(self) -> None:
        """Ask the page to suggest an answer, and wait until it announces it."""
        self.device.run(LISTEN)
        self.device.press("button", "Fill in a suggestion")
        told = say("question.suggestion_filled")
        self.device.until(lambda: told in self.device.run("() => heard.join()"), "suggestion")
        self.device.until(lambda: self.device.run(READY), "answer that can be sealed")

    def seal(self, *, by_keys: bool) -> None:
        """Seal, by a hold or by pressing Enter twice, until the arbiter has the answer or asks another question."""
        gate = self._held().gate
        if by_keys:
            self.device.run("() => document.getElementById('question-sealer').focus()")
            self.device.keys(ENTER)
            self.device.wait("#question-sealer", "Seal:")
            self.device.pause(AGAIN_MS)
            self.device.keys(ENTER)
        else:
            self.device.press("#question-sealer", hold_ms=1300)
        self.device.until(lambda: self._held().sealed is not None or self._held().gate != gate, "seal")

    def _held(self) -> View:
        """Return the seat's view at the arbiter, through an umpire's look."""
        seen = self.umpire.ask(Look(id=new_id(), table=TableId(1), seat=SeatId(self.seat)))
        assert isinstance(seen, Seen)
        return seen.view

    def show(self, part: str) -> None:
        """Go to a part of the table, where a phone shows one at a time."""
        if self.device.sees(".foot-part", part):
            self.device.press(".foot-part", part)


@pytest.mark.parametrize(
    ("game", "size"), [(game, size) for game in SEATS for size in SIZES] if BY_NIGHT else BY_DAY
)
def test_a_seat_from_its_code_to_the_end(device: Device, tmp_path: Path, game: str, size: str) -> None:
    """Half of the phones in the room open an empty page, seal nothing, or do not come back from a tunnel."""
    options = "[tables.options]\ntalk = 'public'\ntalk_deals = true\n" if game in TALK else ""
    plan = tmp_path / "plan.toml"
    plan.write_text(
        f"[exercise]\nhints = true\nstart = 'umpire'\n[[tables]]\ngame = '{game}'\n{options}", "utf-8"
    )
    device.size(*SIZES[size])
    with real_room(tmp_path, "--plan", str(plan), "--seed", "2") as room:
        walk = Walk(device, room, SEATS[game])
        walk.sit_down()
        walk.begin()
        before = len(device.troubles())
        for number in range(ANSWERS):
            walk.ask()
            if device.sees(".verdict"):
                break  # in some games one answer is enough
            if not number:
                _speak(walk, proposes=game in TALK)
            walk.look("question")
            walk.fill_in()
            walk.seal(by_keys=number % 2 == 1)
            walk.look("sealed")
        assert device.troubles()[before:] == []
        if not device.sees(".verdict"):
            _mishaps(walk)
            walk.umpire.rule(GiveToBot(seat=SeatId(walk.seat)))
            device.until(lambda: "bot" in device.words, "word that a bot plays")
            walk.umpire.rule(EndGame(text="Night has fallen."))
        device.until(lambda: "The game is over" in device.words, "end")
        walk.show("Table")
        walk.look("verdict")
        device.size(*SMALLEST)
        walk.look("verdict-smallest")


def _speak(walk: Walk, *, proposes: bool) -> None:
    """Send a line and a proposal, and receive the umpire's message."""
    device = walk.device
    walk.umpire.rule(Tell(seat=SeatId(walk.seat), text="Where are you?", reply=True))
    device.until(lambda: "Where are you?" in device.words, "message of the umpire")
    walk.look("told")
    walk.show("Talk")
    if device.sees("#talk-line:not([readonly])"):
        device.press("#talk-line")
        device.keys(*"We hold.", ENTER)
        device.until(lambda: device.sees(".talk-line", "You"), "what was said")
    if proposes and device.sees("#deals-text"):
        device.press("#deals-text")
        device.keys(*"Peace?", ENTER)
        device.until(lambda: device.sees(".deal"), "proposal")
    walk.look("talk")
    walk.show("Table")


def _mishaps(walk: Walk) -> None:
    """Pause, lose the gateway, load the page again, refuse sockets, and open a second window. The seat comes back
    each time.
    """
    device, room = walk.device, walk.room
    walk.umpire.rule(Pause())
    device.until(lambda: "aused" in device.words, "pause")
    walk.look("paused")
    walk.umpire.rule(Resume())
    device.until(lambda: "aused" not in device.words, "end of the pause")
    room.kill("gateway")
    device.until(lambda: "NO CONNECTION" in device.words, "word that the link is down")
    walk.look("down")
    room.start_gateway()
    device.until(lambda: "NO CONNECTION" not in device.words, "link")
    device.run(BY_STREAM, room.code(walk.seat)[:3])
    device.until(lambda: "WebSockets" in device.words, "word that sockets are refused")
    newer = device.other()
    newer.visit(room.url(walk.seat))
    newer.wait(".head")
    device.until(lambda: "was opened elsewhere" in device.words, "word of the newer window")
    newer.close()
    device.press("button", "Open it here")
    device.until(lambda: "was opened elsewhere" not in device.words and device.sees(".head"), "seat")


def test_a_projector_shows_the_room_and_its_help_can_be_put_away(device: Device, tmp_path: Path) -> None:
    """The wall stays dark on a laptop with another browser, or the help covers it for good."""
    device.size(*SIZES["wide"])
    with real_room(tmp_path, "escalate", "--start", "umpire", "--seed", "2") as room:
        before = len(device.troubles())
        device.visit(f"{room.origin}/display")
        device.wait("input.door-line")
        device.press("input.door-line")
        device.keys(*room.code("Projector"))
        device.press("button", "Sit down")
        device.wait(".display-page")
        device.keys("?")
        device.wait("dialog[open]")
        device.press("dialog button")
        device.until(lambda: not device.sees("dialog[open]"), "way out of the help")
        room.umpire().rule(Begin())
        device.until(lambda: "Escalate" in device.words, "table")
        if folder := os.environ.get("WARCOUNCIL_SHOTS"):
            (Path(folder) / f"{device.name}-projector.png").write_bytes(device.picture())
        assert device.troubles()[before:] == []
