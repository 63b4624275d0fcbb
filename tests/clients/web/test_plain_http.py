"""A browser that asks without https:// is led to https."""

from __future__ import annotations

import asyncio
import ssl
from datetime import UTC, datetime
from pathlib import Path

import pytest
from warcouncil.clients.web.certificate import kept
from warcouncil.clients.web.plain_http import answer_plain_requests, redirect


@pytest.mark.parametrize(
    ("request_", "where"),
    [
        (b"GET /seat/C5V HTTP/1.1\r\nHost: 10.0.0.7:5282\r\n\r\n", b"https://10.0.0.7:5282/seat/C5V"),
        (b"GET / HTTP/1.1\r\nA: b\r\nhost: pc.lan\r\n\r\n", b"https://pc.lan/"),
        (b"GET /\xff HTTP/1.1\r\nHost: pc.lan\r\n\r\n", b"https://pc.lan/"),
    ],
)
def test_the_redirect_leads_to_the_same_place(request_: bytes, where: bytes) -> None:
    """If this fails, a player who types the address from the card sees an empty page."""
    answer = redirect(request_)
    assert answer.startswith(b"HTTP/1.1 307 ")
    assert b"\r\nLocation: " + where + b"\r\n" in answer


@pytest.mark.parametrize(
    "request_",
    [
        b"",
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\n b\r\n",
        b"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
    ],
)
def test_without_a_valid_host_there_is_only_a_sentence(request_: bytes) -> None:
    """If this fails, a request writes headers into its answer."""
    answer = redirect(request_)
    assert b"Location" not in answer.partition(b"\r\n\r\n")[0] or b"https://a/\r\n" in answer
    assert b"https://" in answer


async def test_a_tls_server_answers_a_plain_request(tmp_path: Path) -> None:
    """If this fails, asyncio closes the connection without an answer."""
    made = kept(tmp_path, "Lab", ["127.0.0.1"], datetime.now(UTC))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.chain, made.key)
    answer_plain_requests()
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0, ssl=context)
    port = server.sockets[0].getsockname()[1]
    async with asyncio.timeout(20):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET /seat/C5V HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
    assert f"Location: https://127.0.0.1:{port}/seat/C5V\r\n".encode() in answer
    server.close()
