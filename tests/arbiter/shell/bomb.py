"""A multipart bomb: `python -m tests.arbiter.shell.bomb HOST PORT SERVER_KEY PUBLIC SECRET` sends one endless message."""

from __future__ import annotations

import sys
import time

import zmq

FRAMES = 40_000


def main() -> None:
    """Send the frames of one message as fast as possible, and wait for the disconnection."""
    host, port, server_key, public, secret = sys.argv[1:]
    socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.DEALER)
    socket.curve_serverkey = server_key.encode()
    socket.curve_publickey = public.encode()
    socket.curve_secretkey = secret.encode()
    socket.connect(f"tcp://{host}:{port}")
    for _ in range(FRAMES):
        socket.send(b"x" * 1000, zmq.SNDMORE)
    socket.send(b"the end")
    sys.stdout.write("sent\n")
    sys.stdout.flush()
    time.sleep(60)


if __name__ == "__main__":
    main()
