"""One connection: a frame sent just before it is closed still arrives, and a name is tried by both kinds of addresses."""

from __future__ import annotations

import asyncio

import pytest
import zmq
import zmq.asyncio
from warcouncil.clients.link.base import wire
from warcouncil.clients.link.base.wire import Wire

PATIENCE_SECONDS = 60.0


async def test_a_last_word_still_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who left at the moment of joining stays linked on the wall until the silence limit."""
    monkeypatch.setattr(wire, "PARTING_MS", int(1000 * PATIENCE_SECONDS))
    context = zmq.asyncio.Context()
    router = context.socket(zmq.ROUTER)
    public, secret = zmq.curve_keypair()
    router.curve_server, router.curve_secretkey, router.curve_publickey = True, secret, public
    port = router.bind_to_random_port("tcp://127.0.0.1")
    own_public, own_secret = zmq.curve_keypair()

    def made() -> Wire:
        return Wire(
            host="127.0.0.1",
            port=port,
            server_key=public.decode(),
            public=own_public.decode(),
            secret=own_secret.decode(),
            on_frame=lambda _: None,
            on_end=lambda _: None,
        )

    try:
        first = made()
        assert first.send(b"good-bye")
        first.close(parting=True)
        second = made()
        assert second.send(b"here I am")
        waiting = {b"good-bye", b"here I am"}
        async with asyncio.timeout(PATIENCE_SECONDS):
            while waiting:
                waiting.discard((await router.recv_multipart())[1])
        second.close()
    finally:
        router.close(linger=0)
        context.term()


@pytest.mark.parametrize(("host", "kinds"), [("localhost", [0, 1, 0]), ("127.0.0.1", [0, 0, 0])])
async def test_a_name_without_a_host_is_tried_by_the_other_kind_of_address(
    host: str, kinds: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this fails, a client with a name never finds a host that listens on IPv6 alone."""
    monkeypatch.setattr(wire, "_by_ipv6", set())
    public, secret = (key.decode() for key in zmq.curve_keypair())
    tried = []
    for _ in kinds:
        one = Wire(
            host=host,
            port=9,
            server_key=public,
            public=public,
            secret=secret,
            on_frame=lambda _: None,
            on_end=lambda _: None,
        )
        tried.append(one._socket.getsockopt(zmq.IPV6))
        one.close()
    assert tried == kinds
