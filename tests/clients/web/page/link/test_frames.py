"""The page's codec: the arbiter can read its frames, and no incoming frame makes it fail."""

from __future__ import annotations

import pytest
from warcouncil.protocol.wire.requests import Call, Declare, Hello
from warcouncil.protocol.wire.wire import REQUEST_BYTES, decode_request
from warcouncil.protocol.words import GateNo, MessageId, SeatId, TableId

from tests.clients.web.page.node import Node

CALL = Call(id=MessageId("0" * 32), text="Grüße 🙂")


def test_every_request_is_a_frame_of_one_size_that_the_arbiter_reads(node: Node) -> None:
    """A network sniffer sees which seat seals and which only waits, or the arbiter does not understand a
    phone.
    """
    declare = Declare(
        id=MessageId("1" * 32),
        gate=GateNo(3),
        answer={"a": "b", "c": ("d",), "e": 4, "f": {"g": {"h": 1}}},
        table=TableId(1),
        seat=SeatId("red"),
    )
    for request in (Hello(app="browser"), CALL, declare):
        body = request.model_dump(mode="json", exclude_none=True)
        frame = node.ask("encode", body, "ab").encode()
        assert len(frame) == REQUEST_BYTES
        assert decode_request(frame).body == request


def test_a_message_that_does_not_fit_is_no_frame(node: Node) -> None:
    """The message is cut off, and the arbiter refuses it without a helpful reason."""
    body = CALL.model_dump(mode="json") | {"text": "ü" * 1500}
    assert node.ask("encode", body, "") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "null",
        "[]",
        "3",
        '{"v":4}',
        '{"v":4,"session":"","n":1,"last":1}',
        '{"v":4,"session":3,"n":1,"last":1,"body":{"type":"alive"}}',
    ],
)
def test_a_frame_without_a_message_is_dropped(node: Node, text: str) -> None:
    """One random frame stops a phone's link for the rest of the exercise."""
    assert node.ask("decode", text) is None
