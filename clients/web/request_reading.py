"""Reads a request and answers it. Each part of the request has a limit."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from starlette.types import Receive, Scope, Send
from warcouncil.clients.web.limits import NO_STORE, Header

BODY_SECONDS = 5.0

M = TypeVar("M", bound=BaseModel)


def header(scope: Scope, name: bytes) -> str:
    """Return a header that may occur once. It is "" if the header is missing or occurs twice."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else ""


async def body_of(receive: Receive, bytes_max: int) -> bytes | None:
    """Read a body. Return None if it is too long, comes too slowly, or is incomplete."""
    parts = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return None
                parts += message.get("body", b"")
                if len(parts) > bytes_max:
                    return None
                if not message.get("more_body"):
                    return bytes(parts)
    except TimeoutError:
        return None


async def read(kind: type[M], receive: Receive, bytes_max: int) -> M | None:
    """Read a body as JSON of a model. Return None if it is not valid."""
    body = await body_of(receive, bytes_max)
    try:
        return None if body is None else kind.model_validate_json(body, strict=True)
    except ValidationError:
        return None


async def answer(
    send: Send,
    status: int,
    data: bytes = b"",
    *headers: Header,
    kind: bytes = b"text/plain; charset=utf-8",
    kept: Header = NO_STORE,
) -> None:
    """Send a complete answer.

    An error closes the connection, so that the unread rest of a request is not taken for another request.
    """
    start = [kept, *headers]
    if status not in (204, 304):
        start += [(b"content-type", kind), (b"content-length", str(len(data)).encode())]
    if status >= 400:
        start.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": data, "more_body": False})


async def answer_json(send: Send, said: BaseModel, *headers: Header) -> None:
    """Send a model as JSON."""
    await answer(send, 200, said.model_dump_json().encode(), *headers, kind=b"application/json")
