"""Hostile visitors of a gateway: `python -m tests.bench.pests` plays them in a separate process.

It reads its order, one line of JSON: the port, and the number of each kind at a time. Some send nothing, some
begin a handshake and stop, some use TLS and send the head of a request a letter at a time. Others send
garbage, plain, inside TLS and to a WebSocket that they may not open. Each comes again as soon as it is cut.
It answers with the number of cuts of each kind.
"""

from __future__ import annotations

import asyncio
import json
import os
import ssl
import sys
from collections import Counter
from contextlib import suppress
from typing import Any

from warcouncil.arbiter.shell.base.listening import raise_file_limit

HOST = "127.0.0.1"
KINDS = ("silent", "half", "slow", "noise", "inside", "foreign")
LETTER_SECONDS = 0.5
PAUSE_SECONDS = 0.05


_FOREIGN = (
    b"GET /seat/7K3/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://x\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)
_FIRST = {
    "half": b"\x16\x03\x01\x02\x00\x01",
    "noise": os.urandom(16 * 1024),
    "inside": os.urandom(16 * 1024),
    "foreign": _FOREIGN,
}
"""The first message of each kind."""


def _blind() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.VerifyMode(ssl.CERT_NONE)
    return context


async def _come(kind: str, port: int, address: str, tls: ssl.SSLContext) -> None:
    """Come once, and stay until it is cut."""
    secure = tls if kind in ("slow", "inside", "foreign") else None
    reader, writer = await asyncio.open_connection(HOST, port, ssl=secure, local_addr=(address, 0))
    try:
        writer.write(_FIRST.get(kind, b""))
        async with asyncio.timeout(120):
            if kind == "slow":
                for letter in "GET / HTTP/1.1\r\nx: " + "y" * 1000:
                    writer.write(letter.encode())
                    await asyncio.sleep(LETTER_SECONDS)
                    if reader.at_eof() or reader.exception():
                        return
            while await reader.read(65536):
                pass
    finally:
        writer.transport.abort()


async def _pester(kind: str, port: int, address: str, tls: ssl.SSLContext, cut: Counter[str]) -> None:
    while True:
        with suppress(OSError, ssl.SSLError):
            await _come(kind, port, address, tls)
        cut[kind] += 1
        await asyncio.sleep(PAUSE_SECONDS)


async def _run(order: dict[str, Any]) -> Counter[str]:
    cut: Counter[str] = Counter()
    addresses, tls = order["addresses"], _blind()
    tasks = [
        asyncio.create_task(_pester(kind, order["port"], addresses[number % len(addresses)], tls, cut))
        for kind in KINDS
        for number in range(order["of_each"])
    ]
    sys.stdout.write("{}\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    return cut


if __name__ == "__main__":
    raise_file_limit()
    sys.stdout.write(json.dumps(asyncio.run(_run(json.loads(sys.stdin.readline())))) + "\n")
