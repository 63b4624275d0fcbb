"""A stranger who knocks without end: `python -m tests.bench.knocker` knocks at a door, never proves anything,
and counts. It reads its order, one line of JSON, from standard input, answers with a line when it knocks,
and ends with its input; then it writes the number of its knocks and of the answers.
"""

from __future__ import annotations

import json
import select
import sys
import time
from contextlib import suppress
from itertools import cycle
from typing import Any

import zmq
from spake2 import SPAKE2_A
from warcouncil.arbiter.shell.base.listening import raise_file_limit
from warcouncil.protocol.proofs import proofs
from warcouncil.protocol.proofs.doors import DOOR_BYTES, Knock, ToDoor
from warcouncil.protocol.wire.wire import pad
from zmq.utils import z85

Door = tuple["zmq.Socket[bytes]", bytes]


def _door(context: zmq.Context[zmq.Socket[bytes]], port: int, address: str, plate: str) -> Door:
    """Connect to the door from an address of this machine; give the socket and the knock that it sends."""
    public, secret = zmq.curve_keypair()
    socket: zmq.Socket[bytes] = context.socket(zmq.DEALER)
    socket.setsockopt(zmq.LINGER, 0)
    socket.curve_serverkey = zmq.curve_public(z85.encode(proofs.door_secret()))
    socket.curve_publickey, socket.curve_secretkey = public, secret
    socket.connect(f"tcp://{address}:0;127.0.0.1:{port + 1}")
    knock = Knock(plate=plate, key=public.decode(), element=SPAKE2_A(b"anything").start().hex())
    return socket, pad(ToDoor(body=knock).model_dump_json().encode(), (DOOR_BYTES,))


def _knock(order: dict[str, Any]) -> dict[str, float]:
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    doors = [
        _door(context, order["port"], address, order["plate"])
        for _ in range(order["connections"])
        for address in order["addresses"]
    ]
    began = time.perf_counter()
    tries = knocks = answers = 0
    turns = cycle(doors)
    while not select.select([sys.stdin], [], [], 0.002)[0]:
        due = int((time.perf_counter() - began) * order["per_second"])
        while tries < due:
            tries += 1
            socket, knock = next(turns)
            with suppress(zmq.Again):
                socket.send(knock, zmq.NOBLOCK)
                knocks += 1
        for socket, _ in doors:
            with suppress(zmq.Again):
                while socket.recv(zmq.NOBLOCK):
                    answers += 1
    seconds = time.perf_counter() - began
    context.destroy(linger=0)
    return {"knocks_per_s": round(knocks / seconds, 1), "answers_per_s": round(answers / seconds, 1)}


if __name__ == "__main__":
    raise_file_limit()
    order = json.loads(sys.stdin.readline())
    sys.stdout.write("{}\n")
    sys.stdout.flush()
    sys.stdout.write(json.dumps(_knock(order)) + "\n")
    sys.stdout.flush()
