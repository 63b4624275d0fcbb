"""The peers' load: it plays and counts against a small server of its own, and against the peers themselves if
they are installed.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock, Thread

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from tests.bench import rounds
from tests.bench.load import SEATS, Load, Play
from tests.bench.peers import run as peers
from tests.bench.peers.boardgame_io import BoardgameIoChair
from tests.bench.peers.colyseus import ColyseusChair, packed
from tests.bench.peers.crowd import Chair, PeerCrowd
from tests.bench.peers.websocket import WebSocket
from tests.docs_text import ROOT

SHORT = Load(seconds=0.2, warmup_seconds=0.05)
GREETING = b"you are here"
Said = Callable[[int, int], str | bytes]
"""How a peer gives a seat its view of a round."""


def boardgame_io_says(number: int, seat: int) -> str:
    """Return a state as boardgame.io sends it; before the first round it has no view."""
    view = {"round": number, "seat": seat, "phase": "reveal", "story": "x" * 900}
    state = {"G": {"view": view} if number else {}, "ctx": {"turn": 1}}
    return "42/secret," + json.dumps(["update", "match", state], separators=(",", ":"))


def colyseus_says(number: int, seat: int) -> bytes:
    """Return a view as Colyseus sends it."""
    words = (b"view", b"\x83", b"round", number, b"seat", seat, b"story", b"x" * 200)
    return b"\x0d" + b"".join(word if word == b"\x83" else packed(word) for word in words)


SPOKEN: dict[str, tuple[Said, Callable[[WebSocket, int], Chair]]] = {
    "boardgame_io": (
        boardgame_io_says,
        lambda line, seat: BoardgameIoChair(line, "match", seat, "credentials"),
    ),
    "colyseus": (colyseus_says, ColyseusChair),
}


class FakePeer:
    """A server of secret rounds. It asks each time whether the first seat is alive, and gives no view before it has heard that."""

    def __init__(self, says: Said, *, tells_of_each: bool) -> None:
        """`tells_of_each`: all ten get what they have anew after each declaration, as with boardgame.io."""
        self.gates = 0
        self._says = says
        self._tells_of_each = tells_of_each
        self._lock = Lock()
        self._lines: dict[str, dict[int, ServerConnection]] = defaultdict(dict)
        self._declared: dict[str, set[int]] = defaultdict(set)
        self._rounds: dict[str, int] = defaultdict(int)

    def handle(self, line: ServerConnection) -> None:
        """Serve one seat; the path says which."""
        assert line.request is not None
        _, table, place = line.request.path.split("/")
        with self._lock:
            self._lines[table][int(place)] = line
        line.send(GREETING)
        try:
            for message in line:
                with self._lock:
                    self._take(table, int(place), message)
        except ConnectionClosed:  # the counter has seen enough
            pass

    def _take(self, table: str, seat: int, message: str | bytes) -> None:
        if message == "3":
            return self._release(table)
        self._declared[table].add(seat)
        if len(self._declared[table]) < SEATS:
            return self._tell(table) if self._tells_of_each else None
        if self._tells_of_each:
            return self._lines[table][0].send("2")
        assert self._lines[table][0].ping().wait(60)
        return self._release(table)

    def _release(self, table: str) -> None:
        self._declared[table].clear()
        self._rounds[table] += 1
        self.gates += 1
        self._tell(table)

    def _tell(self, table: str) -> None:
        for seat, line in self._lines[table].items():
            line.send(self._says(self._rounds[table], seat))


@contextmanager
def served(handle: Callable[[ServerConnection], None], let_in: bool = True) -> Iterator[int]:
    """Return the port of a server that handles each connection, or refuses all."""

    def refused(line: ServerConnection, _: Request) -> Response | None:
        return None if let_in else line.respond(404, "nobody is let in")

    with serve(handle, "127.0.0.1", 0, process_request=refused) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.socket.getsockname()[1]
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def played(name: str, says: Said, tables: int) -> Iterator[tuple[FakePeer, PeerCrowd]]:
    """Return a server with a peer's protocol, and its crowd."""
    fake, chair = FakePeer(says, tells_of_each=name == "boardgame_io"), SPOKEN[name][1]
    with served(fake.handle) as port:
        lines = [WebSocket(port, f"/{number // SEATS}/{number % SEATS}") for number in range(tables * SEATS)]
        for line in lines:
            line.wait_for(GREETING)
        crowd = PeerCrowd([chair(line, number % SEATS) for number, line in enumerate(lines)])
        try:
            yield fake, crowd
        finally:
            crowd.close()


class Unseen:
    """A server without a measured processor time."""

    def cpu_seconds(self) -> float:
        """Return zero."""
        return 0.0

    def rss_mb(self) -> float:
        """Return zero."""
        return 0.0


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("sleeps", [True, False])
@pytest.mark.parametrize("name", SPOKEN)
def test_every_gate_of_a_peer_is_counted_once(name: str, sleeps: bool) -> None:
    """A state that is sent again counts as a new view, so the peer looks faster than it is. Or a seat that is
    silent when asked is disconnected, and the peer looks slower.
    """
    with played(name, SPOKEN[name][0], tables=2) as (fake, crowd):
        play = Play(crowd, Unseen(), replace(SHORT, sleeps=sleeps))
        line = play.run()

    assert (line["tables"], line["seats"], line["unfinished"]) == (2, 20, 0)
    assert play.gates == play.rounds == fake.gates
    assert play.gates >= 2


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("name", SPOKEN)
@pytest.mark.parametrize(("rounds_off", "seats_off"), [(1, 0), (0, 1)])
def test_a_view_of_another_round_or_seat_is_noticed(name: str, rounds_off: int, seats_off: int) -> None:
    """A peer that loses a round, or shows a seat another's data, is measured as if it did the work."""
    says = SPOKEN[name][0]

    def wrong(number: int, seat: int) -> str | bytes:
        late = number >= 2
        return says(number + rounds_off * late, (seat + seats_off * late) % SEATS)

    with (
        played(name, wrong, tables=1) as (fake, crowd),
        pytest.raises(RuntimeError, match="another view"),
    ):
        Play(crowd, Unseen(), SHORT).run()

    assert fake.gates == 2


def test_a_seat_that_is_not_let_in_is_missed() -> None:
    """A peer that refuses its seats is measured without them."""
    with served(lambda line: None, let_in=False) as port, pytest.raises(RuntimeError, match="404"):
        WebSocket(port, "/0/0")


@pytest.mark.parametrize("name", peers.PEERS)
def test_a_peer_plays_a_short_load_to_its_end(name: str) -> None:
    """The next version of a peer uses another protocol, and the figures beside ours are of seats that wait."""
    peer = peers.PEERS[name]
    if why := peers.missing(peer):
        pytest.skip(f"no {peer.package}: {why}")

    line = peers.measure(peer, 2, SHORT)

    assert (line["tables"], line["seats"], line["unfinished"]) == (2, 20, 0)


def canned(name: str, gates: float) -> dict[str, object]:
    """Return a line with this number of gates a second."""
    return {"name": name, "gates_per_s": gates}


def test_the_arbiter_is_set_against_every_peer_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page shows a ratio to a peer that never ran, or to the worse of a peer's two runs, which flatters us."""
    ours = [canned("secret round, floor", 900.0), canned(rounds.NAME, 600.0)]
    monkeypatch.setattr(rounds, "run", lambda *_, **__: iter([dict(line) for line in ours]))
    monkeypatch.setattr(
        peers, "missing", lambda peer: "" if peer.package == "boardgame.io" else "run make peers"
    )
    monkeypatch.setattr(peers, "measure", lambda *asked: {"gates_per_s": 300.0 if asked[2].sleeps else 400.0})

    lines = list(peers.run(2, SHORT, walls=(False,), with_floor=True))

    assert lines == [
        {"name": "secret round, colyseus", "not_measured": "run make peers"},
        canned("secret round, boardgame_io", 400.0),
        ours[0],
        ours[1] | {"gates_per_s_to_boardgame_io": 1.5},
    ]


def test_without_node_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user of the benchmarks gets a traceback, or searches in vain for the peers."""
    monkeypatch.setattr(rounds, "run", lambda *_, **__: iter([canned(rounds.NAME, 600.0)]))
    monkeypatch.setattr("shutil.which", lambda name: None)

    said, ours = peers.run(2, SHORT, walls=(False,), with_floor=False)

    assert said["name"] == "secret round, boardgame_io and colyseus"
    assert "apt install nodejs npm" in str(said["not_measured"])
    assert ours == canned(rounds.NAME, 600.0)


@pytest.mark.parametrize(
    "lock", sorted((ROOT / "requirements").glob("*/package-lock.json")), ids=lambda lock: lock.parent.name
)
def test_npm_packages_have_hashes_and_no_fixed_source(lock: Path) -> None:
    """The benchmarks run another package than the reviewed one, or need the index of the lock's author."""
    wanted = json.loads(lock.with_name("package.json").read_text("utf-8"))["devDependencies"]
    packages = json.loads(lock.read_text("utf-8"))["packages"]
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert [name for name, what in packages.items() if "resolved" in what or "link" in what] == []
    assert [
        name for name, what in packages.items() if name and not what["integrity"].startswith("sha512-")
    ] == []
    assert "ignore-scripts=true" in lock.with_name(".npmrc").read_text("utf-8").splitlines()
