"""The memory of a seat, beside the least that libzmq needs for its connection. libzmq keeps messages in
chunks of 256 for each direction of a connection, and a chunk in reserve. They are touched only as messages
pass, so that a connection after five hundred messages takes three times as much as a fresh one. So the
same number goes over the bare one as over the arbiter's. `python -m tests.bench.memory` is the bare
server: a ROUTER with CURVE and our limits, which returns each message.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import pairwise

import zmq
from warcouncil.arbiter.shell.network.sockets import QUEUE_IN, QUEUE_OUT
from warcouncil.clients.link.base.wire import SOCKETS_MAX

from tests.bench.beats import beat
from tests.bench.floor import connected
from tests.bench.load import SEATS
from tests.bench.processes import ServerProcess
from tests.bench.rounds import served

_FRAME = bytes(80)
_WAIT_MS = 60_000
_LOOK_MS = 100


def run(tables: tuple[int, ...], seconds: float) -> Iterator[dict[str, object]]:
    """Measure rooms of these numbers of tables, after all seats have sent signs of life for this time, and
    the cost of one seat more.
    """
    lines = [_measured(number, seconds) for number in tables]
    yield from ({"name": "memory", **line} for line in lines)
    for fewer, more in pairwise(lines):
        seats = more["seats"] - fewer["seats"]
        ours, bare = ((more[name] - fewer[name]) * 1024 / seats for name in ("rss_mb", "bare_rss_mb"))
        yield {
            "name": "memory of a seat",
            "seats": [int(fewer["seats"]), int(more["seats"])],
            "kb_a_seat": round(ours, 1),
            "bare_kb_a_connection": round(bare, 1),
            "above_kb": round(ours - bare, 1),
        }


def _measured(tables: int, seconds: float) -> dict[str, float]:
    seats = tables * SEATS
    with served(tables, walled=False) as (crowd, server):
        messages = round(beat(crowd, seconds) / seats)
        ours = server.rss_mb()
    return {
        "tables": tables,
        "seats": seats,
        "messages": messages,
        "rss_mb": round(ours, 1),
        "bare_rss_mb": round(_bare(seats, messages), 1),
    }


def _bare(connections: int, messages: int) -> float:
    """Send messages in both directions over each of some connections, and return the memory of the bare
    server then.
    """
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    context.set(zmq.MAX_SOCKETS, SOCKETS_MAX)
    try:
        with ServerProcess("tests.bench.memory", {}) as server:
            sockets = [
                connected(context, server.ready["port"], server.ready["server_key"])
                for _ in range(connections)
            ]
            for _ in range(messages):
                for socket in sockets:
                    socket.send(_FRAME)
                for socket in sockets:
                    if not socket.poll(_WAIT_MS):
                        raise RuntimeError("the bare server gave a message not back")
                    socket.recv()
            return server.rss_mb()
    finally:
        context.destroy(linger=0)


def _serve() -> None:
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    context.set(zmq.MAX_SOCKETS, SOCKETS_MAX)
    socket: zmq.Socket[bytes] = context.socket(zmq.ROUTER)
    public, secret = zmq.curve_keypair()
    socket.curve_server, socket.curve_publickey, socket.curve_secretkey = True, public, secret
    socket.setsockopt(zmq.RCVHWM, QUEUE_IN)
    socket.setsockopt(zmq.SNDHWM, QUEUE_OUT)
    socket.setsockopt(zmq.BACKLOG, 4096)
    port = socket.bind_to_random_port("tcp://127.0.0.1")
    sys.stdout.write(json.dumps({"port": port, "server_key": public.decode()}) + "\n")
    sys.stdout.flush()
    poller = zmq.Poller()
    poller.register(socket, zmq.POLLIN)
    poller.register(sys.stdin.fileno(), zmq.POLLIN)
    while sys.stdin.fileno() not in (ready := dict(poller.poll(_LOOK_MS))):
        if socket in ready:
            socket.send_multipart(socket.recv_multipart())
    context.destroy(linger=0)


if __name__ == "__main__":
    sys.stdin.readline()
    _serve()
