"""The two ways in which a page speaks on its line: a WebSocket, or where a phone refuses that, a stream of answers and posts.

Both carry the same frames in the same order; whoever watches the network sees the same sizes at the same times.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.types import Receive, Send
from warcouncil.clients.web.headers import NO_STORE, Header
from warcouncil.clients.web.lines import PageLine, Parting
from warcouncil.protocol.wire import REQUEST_BYTES


async def by_socket(line: PageLine, receive: Receive, send: Send) -> None:
    """Serve a line over a WebSocket that was accepted."""
    reading = asyncio.create_task(_read_socket(line, receive))
    try:
        async for frame in line.frames():
            await send({"type": "websocket.send", "bytes": frame})
    except OSError:
        pass  # the page has gone
    finally:
        reading.cancel()
        line.end(Parting.CLOSED)
    if line.parting is not Parting.SLOW:  # who does not read would not read this either
        await say_parting(send, line.parting or Parting.CLOSED)


async def _read_socket(line: PageLine, receive: Receive) -> None:
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            line.end(Parting.CLOSED)
            return
        line.send(message.get("bytes") or b"")


async def say_parting(send: Send, parting: Parting) -> None:
    """Close an accepted WebSocket with the reason."""
    with suppress(OSError):  # the page has gone
        await send({"type": "websocket.close", "code": parting.code, "reason": parting.word})


async def by_stream(line: PageLine, receive: Receive, send: Send, *headers: Header) -> None:
    """Serve the arbiter's half of a line as one endless answer: its name, then a frame a line, then why it ended."""
    leaving = asyncio.create_task(_read_stream(line, receive))
    kind = (b"content-type", b"application/octet-stream")
    await send({"type": "http.response.start", "status": 200, "headers": [kind, NO_STORE, *headers]})
    try:
        await _say(send, b'{"line":"%b"}' % line.name.encode())
        async for frame in line.frames():
            await send({"type": "http.response.body", "body": frame + b"\n", "more_body": True})
    finally:
        leaving.cancel()
        line.end(Parting.CLOSED)
    if line.parting is not Parting.SLOW:
        await _say(send, b'{"end":"%b"}' % (line.parting or Parting.CLOSED).word.encode())
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _say(send: Send, text: bytes) -> None:
    """Send a line of our own; it has the size of the smallest frame."""
    await send({"type": "http.response.body", "body": text.ljust(REQUEST_BYTES) + b"\n", "more_body": True})


async def _read_stream(line: PageLine, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    line.end(Parting.CLOSED)
