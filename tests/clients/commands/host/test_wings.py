"""Wings that are hosted on one machine: real arbiters, one console over them, and one of them that dies and
comes back.
"""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import Mock

import pytest
from warcouncil.clients.commands.host import wings
from warcouncil.clients.commands.host.listen_address import AskedPlace
from warcouncil.clients.commands.host.wings import WingProcess, ending, going_on_at, here, wing_lines
from warcouncil.clients.link.base.links import Links
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.door import join, parse_address
from warcouncil.clients.plan.cards.cards import SeatCard, listing, merged, printed
from warcouncil.clients.plan.cards.printing import page
from warcouncil.clients.plan.reading.layout import WingRoom
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.umpire.acts.act_results import what_became
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.orders import Fate
from warcouncil.protocol.acts import acts
from warcouncil.protocol.acts.acts import Act
from warcouncil.protocol.proofs.doors import Kind
from warcouncil.protocol.words import GateNo, TableId

from tests.clients.commands.wings_up import PLAN, two_wings
from tests.clients.umpire.builders import ids
from tests.ports import free_ports

PATIENCE_SECONDS = 120.0


def wing(name: str, number: int, port: int) -> WingRoom:
    """Make a wing of one table."""
    return WingRoom(name, (number,), "", port, "", "")


def pack() -> list[SeatCard]:
    """Make the cards of two wings: a director, a projector and a seat in each."""
    return [
        card
        for name, number, host in (("North", 1, "10.0.0.5"), ("South", 2, "10.0.0.6:5290"))
        for at in [(parse_address(host),)]
        for card in (
            SeatCard(f"{name[0]}AA-1111-1111", wing=name, at=at),
            SeatCard(f"{name[0]}AB-1111-1111", title="Projector", command="display", wing=name, at=at),
            SeatCard(
                f"{name[0]}AC-1111-1111",
                table=3 - number,
                seat="red.army",
                title="Red",
                command="join",
                wing=name,
                at=at,
            ),
        )
    ]


def test_one_pack_of_cards_holds_all_wings() -> None:
    """People of table 41 are sent to the arbiter of table 1, or an umpire needs one card for each wing."""
    cards = merged(pack())
    assert [(card.title, card.table) for card in cards] == [
        ("Umpire", 0),
        ("Projector", 0),
        ("Red", 1),
        ("Red", 2),
    ]
    umpire, _, first, second = cards
    assert umpire.typed() == "warcouncil umpire 10.0.0.5 NAA-1111-1111 10.0.0.6:5290 SAA-1111-1111"
    usual = (parse_address("192.168.1.1"),)
    text = printed(cards, usual, "Jena")
    assert "192.168.1.1" not in text
    assert text.index("10.0.0.6:5290", text.index("SAC")) < text.index("NAC")
    html = page(cards, usual, "Jena")
    assert first.typed(*first.at).removesuffix(first.code) in html
    assert second.typed(*second.at).removesuffix(second.code) in html
    assert "192.168.1.1" not in html
    assert "Projector   SAB-1111-1111   South" in listing(pack())


def test_only_wings_of_this_machine_are_begun_here() -> None:
    """A machine starts a wing under the address of another machine."""
    assert here(wing("A", 1, 1))
    assert here(WingRoom("B", (1,), "127.0.0.1", 1, "", ""))
    assert not here(WingRoom("C", (1,), "192.0.2.77", 1, "", ""))
    assert not here(WingRoom("D", (1,), "no.such.host.invalid", 1, "", ""))


def test_each_wing_gets_what_was_asked_for_all() -> None:
    """Browsers are admitted at one wing, and the other listens at an unreachable address."""
    asked = AskedPlace("10.0.0.5", walled=False, web=True, standby=("10.0.0.9",))
    assert asked.words("7") == [
        *("--no-wall", "--web", "--bind", "10.0.0.5", "--seed", "7", "--standby-at", "10.0.0.9")
    ]
    with pytest.raises(BadInput, match="the plan gives each wing its own port"):
        AskedPlace(port=5280).words(None)


async def until(links: Links, board: Board, holds: Callable[[], bool]) -> None:
    """Process news until a condition holds."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not holds():
            name, news = await links.receive()
            for request in board.feed(news, 0, name):
                links.send(board.to_wing(request), request)


async def order(links: Links, board: Board, act: Act, *tables: int) -> tuple[str, Fate]:
    """Send an order to these tables, and return its result once all have answered."""
    for request in board.rule(act, dict.fromkeys(map(TableId, tables), GateNo(0)), "a reason", 0):
        links.send(board.to_wing(request), request)
    given = board.orders[-1]
    await until(links, board, lambda: not given.tables(Fate.WAITING))
    return what_became(board, given)


async def over(begun: list[WingProcess], resume: Callable[[WingProcess], None]) -> list[tuple[str, Fate]]:
    """Run a console over two wings, of which one is killed and resumed. Return the results of its orders."""
    said: list[tuple[str, Fate]] = []
    tickets = {one.wing.name: await join(one.address, one.cards[0].code, kind=Kind.CONSOLE) for one in begun}
    with ExitStack() as leaving:
        found = {name: Link(ticket, at_once=True).start() for name, ticket in tickets.items()}
        for link in found.values():
            leaving.callback(link.close)
        links, board = Links(found), Board(ids(10**6), found)
        await until(links, board, lambda: len(board.tables) == 2)
        said.append(await order(links, board, acts.Begin(), 1, 2))
        south = begun[1].process
        south.kill()
        await asyncio.to_thread(south.wait)
        await until(links, board, lambda: [wing.name for wing in board.away] == ["South"])
        assert [number for number, now in board.tables.items() if now.away] == [2]
        said.append(await order(links, board, acts.Hold(), 1, 2))
        resume(begun[1])
        await until(
            links, board, lambda: not board.away and not any(now.away for now in board.tables.values())
        )
        said.append(await order(links, board, acts.Hold(), 2))
    return said


def test_one_of_two_arbiters_dies_and_comes_back_under_one_console(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An umpire of a large event loses the complete room with one of its machines, or believes that orders reach
    it.
    """
    monkeypatch.chdir(tmp_path)
    again: list[subprocess.Popen[bytes]] = []

    def resume(one: WingProcess) -> None:
        words = [sys.executable, "-P", "-m", *going_on_at(one).split(), "--json"]
        again.append(subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    with two_wings(tmp_path) as begun:
        lines = wing_lines("Jena", begun, 100, 20, up_ms=61_000, question="")
        assert [line.split("  ")[0] for line in lines if "runs" in line] == ["North", "South"]
        try:
            said = asyncio.run(over(begun, resume))
            lines = wing_lines("Jena", begun, 100, 20, up_ms=0, question="")
            assert any("South" in line and "ENDED" in line for line in lines)
        finally:
            for process in again:
                process.terminate()
                process.wait()
    assert said == [
        ("Began the game · tables 1–2", Fate.DONE),
        (
            "Held the table · table 1 · NOT at table 2: South is not connected: nothing was sent there",
            Fate.REFUSED,
        ),
        ("Held the table · table 2", Fate.DONE),
    ]


@pytest.mark.parametrize("why", [BadInput("a port is taken"), KeyboardInterrupt()])
def test_wings_that_are_not_all_begun_leave_none_behind(
    why: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C in the second in which they begin leaves two arbiters that no window shows."""
    up = Mock()
    monkeypatch.setattr(wings, "_started", Mock(return_value=(up, tmp_path / "log")))
    monkeypatch.setattr(wings, "_heard", Mock(side_effect=why))
    with pytest.raises(type(why)):
        wings.begin_all(tmp_path / "plan.toml", [Mock(), Mock()], tmp_path, [])
    assert up.terminate.call_count == 2


def test_a_wing_that_cannot_be_started_leaves_none_of_the_others_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If no further process can be started, or a key is pressed in between, the first wing runs on unseen."""
    up = Mock()
    second = OSError(errno.EAGAIN, "no process more")
    monkeypatch.setattr(wings, "_started", Mock(side_effect=[(up, tmp_path / "log"), second]))
    with pytest.raises(OSError, match="no process more"):
        wings.begin_all(tmp_path / "plan.toml", [Mock(), Mock()], tmp_path, [])
    assert up.terminate.call_count == 1


@contextmanager
def taken_above(free: int) -> Iterator[int]:
    """Hold a port with this number of free ones below it, and yield it."""
    taken = free_ports(free + 1) + free
    with socket.socket() as other:
        other.bind(("127.0.0.1", taken))
        other.listen()
        yield taken


@pytest.mark.parametrize(("above", "more"), [(0, []), (0, ["--bind", "127.0.0.1"]), (1, []), (2, ["--web"])])
def test_a_port_that_is_taken_is_named_before_any_wing_begins(
    above: int, more: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other wings leave files and cards of an unplayed exercise, and the next try is refused because of
    them.
    """
    monkeypatch.setattr(wings, "begin_all", Mock(side_effect=AssertionError))
    with taken_above(above) as taken:
        file = tmp_path / "event.toml"
        # The ports of the other wing are no matter of this machine.
        elsewhere = PLAN.replace('"North"', '"North"\nhost = "192.0.2.1"')
        file.write_text(f"{elsewhere}port = {taken - above}\n", "utf-8")
        mend = "or give another port to the wing in the plan$"  # --port is refused with --wings
        with pytest.raises(BadInput, match=f"^South: port {taken} is in use on .* {mend}"):
            wings.host_wings(file, more)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize(
    ("unheard", "farewell", "sent"), [(False, True, "INT"), (False, False, "HUP"), (True, False, "TERM")]
)
def test_a_wing_is_ended_by_a_signal_that_it_hears(
    unheard: bool, farewell: bool, sent: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Under nohup the arbiters of the wings live on, because they do not notice that the window is closed."""
    hears = {signal.SIGHUP: signal.SIG_IGN if unheard else signal.SIG_DFL}
    monkeypatch.setattr(signal, "getsignal", hears.get)
    process = Mock()
    up = WingProcess(Mock(), process, tmp_path / "log", {}, ())
    up.stop(farewell=farewell)
    process.send_signal.assert_called_once_with(signal.Signals[f"SIG{sent}"])


@pytest.mark.parametrize(
    ("log", "status", "said"),
    [
        (
            "level=info event=stopped status=0\nlevel=info event=head head=7-P9T8-HE92-FYF1-MWHV\n",
            0,
            (
                "stopped. Write down this check code: 7-P9T8-HE92-FYF1-MWHV (it proves later that"
                " the file was not altered)."
            ),
        ),
        (
            'level=critical event="journal fenced" error="the disk failed; resume then"\nlevel=info event=head head=4-QSSM-PNSD\n',
            1,
            (
                "stopped: the disk failed; resume then. Write down this check code: 4-QSSM-PNSD (it"
                " proves later that the file was not altered)."
            ),
        ),
        ("warcouncil: the disk is full\n", 1, "ended (status 1) warcouncil: the disk is full"),
        ("", -9, "ended (status -9)"),
    ],
)
def test_how_a_wing_ended_is_said_in_words(log: str, status: int, said: str, tmp_path: Path) -> None:
    """A host who should read the head aloud sees a line of a log, and nothing at all for a killed wing."""
    (tmp_path / "log").write_text(log, "utf-8")
    one = WingProcess(Mock(), Mock(returncode=status), tmp_path / "log", {}, ())
    assert ending(one) == said


@pytest.mark.parametrize("handed", [True, False])
def test_a_wing_that_its_standby_leads_is_not_offered_for_a_resume(*, handed: bool, tmp_path: Path) -> None:
    """The host is refused, and looks for a fault."""
    last = 'event="handed over"' if handed else "event=stopped status=0"
    (tmp_path / "log").write_text(f"level=info event=head head=7-P9T8\nlevel=info {last}\n", "utf-8")
    one = WingProcess(Mock(), Mock(returncode=0), tmp_path / "log", {"file": "x.warcouncil"}, ())
    said = wings.going_on(one)
    assert said == ("its standby hosts it" if handed else f"to go on: {going_on_at(one)}")


def test_the_log_of_a_wing_that_has_ended_is_read_once(tmp_path: Path) -> None:
    """A window with forty wings reads the files of all finished wings twice a second, or shows old news of a
    running one.
    """
    log = tmp_path / "log"
    process = Mock(poll=Mock(return_value=None))
    one = WingProcess(Mock(), process, log, {"file": "x.warcouncil"}, ())
    for line in ("level=info event=one\n", "level=info event=two\n"):
        log.write_text(line, "utf-8")
        assert one.news == line.strip(), "it runs"
    process.poll.return_value = process.returncode = 0
    log.write_text("level=info event=head head=7-P9T8\n", "utf-8")
    said = wings.going_on(one), ending(one)
    log.unlink()
    assert (wings.going_on(one), ending(one)) == said
    assert "7-P9T8" in said[1]
