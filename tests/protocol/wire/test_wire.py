"""The codec: every message is decoded as it was encoded, and other bytes only ever raise a WireError."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter
from warcouncil.protocol.proofs.doors import DOOR_BYTES, ToDoor, ToKnocker
from warcouncil.protocol.table.answers import spare_bytes
from warcouncil.protocol.table.sheets import Cards, Sheet
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.replies import Alive, Reply, ToClient
from warcouncil.protocol.wire.requests import (
    Beat,
    Declare,
    Draft,
    Hello,
    Request,
    Rule,
    Say,
    ToArbiter,
    id_of,
)
from warcouncil.protocol.wire.wire import (
    ENVELOPE_BYTES_MAX,
    REPLY_BYTES,
    REQUEST_BYTES,
    WireError,
    WireFault,
    decode_reply,
    decode_request,
    dump,
    encode_request,
    pad_reply,
    reply_size,
    wrap_reply,
)
from warcouncil.protocol.words import (
    NAME_CHARS_MAX,
    NUMBER_MAX,
    SPEECH_CHARS_MAX,
    WRITTEN_CHARS_MAX,
    ChannelId,
    GateNo,
    Model,
    SeatId,
    TableId,
)

from tests.profile import games
from tests.protocol.shapes import definitions, limits, messages, values

REQUESTS: TypeAdapter[Request] = TypeAdapter(Request)
REPLIES: TypeAdapter[Reply] = TypeAdapter(Reply)
DOORS: tuple[type[Model], ...] = (ToDoor, ToKnocker)
ID = "0" * 32
FEW = settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=games(8, 200),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

HELLO = b'{"v":4,"session":"","body":{"type":"hello"}}'


def fault_of(data: bytes) -> WireFault:
    """Return the fault of bytes that are no request."""
    with pytest.raises(WireError) as caught:
        decode_request(data)
    return caught.value.fault


# --- what is a message comes through ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", messages("ToArbiter"))
@FEW
@given(data=st.data())
def test_every_request_that_the_schema_allows_is_decoded(kind: str, data: st.DataObject) -> None:
    """A client written from the schema is not understood."""
    plain = data.draw(values(messages("ToArbiter")[kind], chars_max=8))
    body = REQUESTS.validate_python(plain)
    frame = encode_request(body, "5e55")
    assert len(frame) == REQUEST_BYTES
    assert decode_request(frame) == ToArbiter(session="5e55", body=body)


@pytest.mark.parametrize("kind", messages("ToClient"))
@FEW
@given(data=st.data())
def test_every_reply_that_the_schema_allows_is_decoded(kind: str, data: st.DataObject) -> None:
    """A seat does not see what it may see."""
    body = REPLIES.validate_python(data.draw(values(messages("ToClient")[kind])))
    frame = pad_reply(wrap_reply(dump(body), "5e55", 7, 7))
    assert len(frame) in REPLY_BYTES
    assert decode_reply(frame) == ToClient(session="5e55", n=7, last=7, body=body)


@pytest.mark.parametrize("envelope", DOORS)
@FEW
@given(data=st.data())
def test_every_message_at_the_door_is_decoded(envelope: type[Model], data: st.DataObject) -> None:
    """No person can join."""
    message = envelope.model_validate(data.draw(values(definitions()[envelope.__name__])))
    sent = message.model_dump_json().encode()
    assert envelope.model_validate_json(wire.pad(sent, (4 * DOOR_BYTES,))) == message


LIMITS = {
    (side, where, limit, number): (good, bad)
    for side in ("ToArbiter", "ToClient")
    for kind in messages(side).values()
    for number, (where, good, bad, limit) in enumerate(limits(kind))
}


@pytest.mark.parametrize("case", LIMITS, ids=lambda case: f"{case[1]} {case[2]}")
def test_a_field_goes_to_its_limit_and_not_beyond(case: tuple[str, str, Any, int]) -> None:
    """A client sends more than the arbiter has room for."""
    good, bad = LIMITS[case]
    decode = decode_request if case[0] == "ToArbiter" else decode_reply

    def framed(body: Any) -> bytes:
        return json.dumps({"v": 4, "session": "", "body": body}).encode()

    assert decode(framed(good)).body.type == good["type"]
    with pytest.raises(WireError) as caught:
        decode(framed(bad))
    assert caught.value.fault is WireFault.MALFORMED


def test_the_session_in_an_envelope_has_a_limit() -> None:
    """A session so long that it fills the arbiter's memory is accepted."""
    assert fault_of(b'{"v":4,"session":"%s","body":{"type":"hello"}}' % (b"x" * 65)) is WireFault.MALFORMED


@pytest.mark.parametrize("number", ["Infinity", "-Infinity", "NaN"])
def test_no_number_is_without_end(number: str) -> None:
    """A beat without an end lets a client wait for ever, and the message cannot be encoded again."""
    body = {"type": "welcome", "exercise": "", "role": "umpire", "session": "", "beat_seconds": 0.5}
    framed = json.dumps({"v": 4, "session": "", "body": body})
    assert decode_reply(framed.encode()).body.type == "welcome"
    with pytest.raises(WireError):
        decode_reply(framed.replace("0.5", number).encode())


def test_a_number_is_limited_to_the_range_that_every_reader_reads_exactly() -> None:
    """A number of a thousand digits is carried through the arbiter, and grows a frame beyond its size."""
    beat = b'{"v":4,"session":"","body":{"type":"beat","seen":%d}}'
    assert decode_request(beat % NUMBER_MAX).body == Beat(seen=NUMBER_MAX)
    for seen in (NUMBER_MAX + 1, -1, 10**600):
        assert fault_of(beat % seen) is WireFault.MALFORMED


# --- sizes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["x", "x" * SPEECH_CHARS_MAX, "é" * SPEECH_CHARS_MAX, "漢" * SPEECH_CHARS_MAX]
)
def test_every_request_has_one_size(text: str) -> None:
    """A sniffer can distinguish a long text from a short one."""
    assert len(encode_request(Say(id=ID, channel=ChannelId("red"), text=text))) == REQUEST_BYTES


@pytest.mark.parametrize("letter", ["x", "é", "漢", "\U00020000", '"', "\n"])
def test_the_longest_answer_fits_into_a_request(letter: str) -> None:
    """An order that its form accepts is refused for its length when it is sealed."""
    text = letter * WRITTEN_CHARS_MAX
    while spare_bytes({"orders": text}) < 0:
        text = text[:-1]
    name = "n" * NAME_CHARS_MAX
    for request in (
        Declare(id=ID, gate=GateNo(10**6), answer={"orders": text}, table=TableId(10**4), seat=SeatId(name)),
        Draft(gate=GateNo(10**6), answer={"orders": text}),
    ):
        assert len(encode_request(request, name)) == REQUEST_BYTES


def test_a_missing_value_takes_no_bytes() -> None:
    """Each view contains the names of its missing parts, and is longer than its frame."""
    sheet = Sheet(headline="The field.", elements=(Cards(title="Hand", cards=()),))
    assert b"null" in sheet.model_dump_json().encode()
    assert b"null" not in dump(sheet) + dump(sheet.elements) + dump({"sheet": sheet})


def test_a_request_that_does_not_fit_is_not_cut() -> None:
    """Half a ruling is sent."""
    many = "\U0001f3b2" * SPEECH_CHARS_MAX
    with pytest.raises(WireError) as caught:
        encode_request(
            Rule.model_validate(
                {
                    "id": ID,
                    "table": 1,
                    "act": {"act": "tell", "text": many},
                    "reason": many,
                }
            )
        )
    assert caught.value.fault is WireFault.TOO_LARGE


def test_a_frame_larger_than_any_request_is_refused_unread() -> None:
    """A client makes the arbiter parse as much as it likes."""
    padded = HELLO + b" " * (REQUEST_BYTES - len(HELLO))
    assert decode_request(padded).body == Hello()
    assert fault_of(padded + b" ") is WireFault.TOO_LARGE


def test_a_reply_larger_than_any_is_refused_unread() -> None:
    """An impostor makes a client parse as much as they like."""
    with pytest.raises(WireError) as caught:
        decode_reply(b" " * (REPLY_BYTES[-1] + 1))
    assert caught.value.fault is WireFault.TOO_LARGE


@pytest.mark.parametrize("size", REPLY_BYTES)
def test_replies_have_the_smallest_size_that_holds_them(size: int) -> None:
    """A length reveals something, or a view does not fit where it was measured to."""
    assert reply_size(size - ENVELOPE_BYTES_MAX) == size
    assert len(pad_reply(b"x" * size)) == size
    assert pad_reply(b"x", size).rstrip(b" ") == b"x"
    if size == REPLY_BYTES[-1]:
        with pytest.raises(WireError):
            reply_size(size - ENVELOPE_BYTES_MAX + 1)
        with pytest.raises(WireError):
            pad_reply(b"x" * (size + 1))
    else:
        assert len(pad_reply(b"x" * (size + 1))) == REPLY_BYTES[REPLY_BYTES.index(size) + 1]


def test_no_envelope_is_longer_than_calculated() -> None:
    """A view is measured to fit and then does not fit."""
    assert len(wrap_reply(b"", "f" * 64, 2**31, 2**31)) <= ENVELOPE_BYTES_MAX


def test_an_envelope_made_by_hand_is_the_one_of_the_model() -> None:
    """The sent bytes differ from the schema."""
    body = Hello()
    by_hand = json.loads(wrap_reply(b'{"type":"fenced","text":"x"}', "5e55", 3, 4))
    assert by_hand == ToClient.model_validate(by_hand).model_dump(mode="json")
    assert json.loads(encode_request(body, "5e55"))["body"] == body.model_dump(mode="json")


def test_a_view_in_two_pieces_is_one_view() -> None:
    """A seat's frame is no message, or loses a field where its pieces meet."""
    one, other = wire.dump({"a": 1, "b": [2]}), wire.dump({"c": {"d": 3}, "e": "x"})
    assert wire.join(one, other) == wire.dump({"a": 1, "b": [2], "c": {"d": 3}, "e": "x"})
    assert json.loads(wire.join(one, other)) == {"a": 1, "b": [2], "c": {"d": 3}, "e": "x"}


def test_a_missing_value_is_left_out_of_a_reply() -> None:
    """A frame is longer because of missing values, and an outside client reads a field that the schema does
    not allow.
    """
    status = Alive(clock=None)
    assert json.loads(wire.dump(status)) == {"type": "alive"}
    assert json.loads(wire.dump(Hello(app="x"))) == {"type": "hello", "app": "x"}


@pytest.mark.parametrize("kind", get_args(get_args(Request)[0]), ids=lambda kind: kind.__name__)
def test_a_request_is_answered_under_its_id_and_one_without_an_id_under_none(kind: Any) -> None:
    """A refusal belongs to no request, or a beat is taken for a repeated ruling."""
    known: dict[str, Any] = {"id": ID} if "id" in kind.model_fields else {}
    assert id_of(kind.model_construct(**known)) == (ID if known else "")
