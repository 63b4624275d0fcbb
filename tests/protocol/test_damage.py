"""Bytes that are no message, damaged, of another version or of other types than the schema's only ever raise
a WireError.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from warcouncil.protocol.acts.acts import Pause
from warcouncil.protocol.proofs.doors import ToDoor
from warcouncil.protocol.wire.replies import ToClient
from warcouncil.protocol.wire.requests import Hello, Rule, ToArbiter
from warcouncil.protocol.wire.wire import (
    REQUEST_BYTES,
    WireError,
    WireFault,
    decode_reply,
    decode_request,
    encode_request,
    wrap_reply,
)
from warcouncil.protocol.words import TableId

from tests.protocol.wire.test_wire import DOORS, HELLO, ID, REQUESTS, fault_of

MANY = settings(derandomize=True, deadline=None, database=None, max_examples=400)


def request(body: str) -> bytes:
    """Put the JSON of a request into its envelope, unpadded."""
    return b'{"v":4,"session":"","body":%s}' % body.encode()


def declared(answer: str) -> bytes:
    """Return the bytes of a declaration with this answer."""
    return request(f'{{"type":"declare","id":"{ID}","gate":1,"answer":{answer}}}')


NO_MESSAGES = {
    "nothing": b"",
    "spaces": b" " * REQUEST_BYTES,
    "no JSON": b"hello",
    "not UTF-8": b'{"v":4,"session":"\xff","body":{"type":"hello"}}',
    "UTF-16": HELLO.decode().encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + HELLO,
    "a list": b"[" + HELLO + b"]",
    "two messages": HELLO + HELLO,
    "cut short": HELLO[:-1],
    "a comment": HELLO + b"//",
    "an unknown field": b'{"v":4,"session":"","body":{"type":"hello"},"seat":"red.army"}',
    "a seat of one's own choice": request('{"type":"beat","seat":"red.army"}'),
    "an unknown type": request('{"type":"cheat"}'),
    "a reply": request(f'{{"type":"done","id":"{ID}"}}'),
    "no type": request("{}"),
    "no body": b'{"v":4,"session":""}',
    "NaN": request('{"type":"beat","seen":NaN}'),
    "infinity": request('{"type":"beat","seen":Infinity}'),
    "beyond every float": request('{"type":"beat","seen":1e400}'),
    "half a number": request('{"type":"beat","seen":1.5}'),
    "half a surrogate pair": request('{"type":"hello","app":"\\ud800"}'),
    "half a pair as bytes": b'{"v":4,"session":"","body":{"type":"hello","app":"\xed\xa0\x80"}}',
    "a raw line end in a text": request('{"type":"hello","app":"\n"}'),
    "lists in lists": b"[" * REQUEST_BYTES,
    "objects in objects": b'{"a":' * (REQUEST_BYTES // 5),
    "an answer too deep": declared('{"a":{"b":{"c":{"d":1}}}}'),
    "an answer of lists in lists": declared('{"a":' + "[" * 500 + "]" * 500 + "}"),
    "an answer of nothing": declared('{"a":null}'),
    "an answer of NaN": declared('{"a":NaN}'),
    "no answer": declared("null"),
    "a number of 1900 digits and a half": declared('{"a":' + "9" * 1900 + ".5}"),
}


@pytest.mark.parametrize("name", NO_MESSAGES)
def test_bytes_that_are_no_message_are_malformed(name: str) -> None:
    """A frame made by hand stops the arbiter, or is taken for a message."""
    assert fault_of(NO_MESSAGES[name]) is WireFault.MALFORMED


@pytest.mark.parametrize("version", ["0", "1", "3", "5", "-1", "999999999999999999999999"])
def test_another_version_is_named_as_such(version: str) -> None:
    """A person with an old program looks for a fault in the network."""
    data = HELLO.replace(b'"v":4', b'"v":' + version.encode())
    assert fault_of(data) is WireFault.WRONG_VERSION
    with pytest.raises(WireError) as caught:
        decode_reply(b'{"v":%s,"session":"","n":0,"last":0,"body":{"type":"news"}}' % version.encode())
    assert caught.value.fault is WireFault.WRONG_VERSION


def test_of_a_field_given_twice_the_last_counts_everywhere() -> None:
    """Two readers of one message understand two things."""
    first = b'{"v":1,"v":4,"session":"","body":{"type":"hello"}}'
    last = b'{"v":4,"v":1,"session":"","body":{"type":"hello"}}'
    assert decode_request(first).body == Hello()
    assert fault_of(last) is WireFault.WRONG_VERSION
    twice = decode_request(request('{"type":"beat","seen":1,"seen":2}')).body
    assert twice == REQUESTS.validate_python({"type": "beat", "seen": 2})


def test_a_number_as_long_as_a_frame_is_a_number() -> None:
    """A player stops the table with a big number that should only be illegal."""
    number = "9" * 1800
    found = decode_request(declared(f'{{"a":{number}}}')).body
    assert b"9}," in encode_request(found)


def test_an_error_never_quotes_what_it_could_not_read() -> None:
    """A log contains a sealed answer."""
    with pytest.raises(WireError) as caught:
        decode_request(declared('{"secret order":null}'))
    assert "secret" not in f"{caught.value!s}{caught.value!r}{caught.value.__cause__!r}"


@MANY
@given(st.binary(max_size=REQUEST_BYTES + 8))
def test_random_bytes_are_only_ever_a_wire_error(data: bytes) -> None:
    """Noise on a socket stops the arbiter or a client."""
    for decode in (decode_request, decode_reply):
        with pytest.raises(WireError):
            decode(data)


SEEDS = (
    encode_request(
        Rule(id=ID, table=TableId(7), act=Pause(), reason="a question about the rules"), "5e55"
    ).rstrip(b" "),
    declared('{"order":"attack","moves":{"4 inf":{"I":3,"II":1}},"picks":["a","b"],"count":3}'),
    wrap_reply(b'{"type":"done","id":"%s"}' % ID.encode(), "5e55", 3, 4),
    wrap_reply(
        b'{"type":"clock","gate":3,"clock":{"left_ms":1,"total_ms":2,"running":true},"paused":""}',
        "5e55",
        3,
        4,
    ),
)
GRAINS = (
    b"NaN",
    b"1e999",
    b"null",
    b"true",
    b'"',
    b"\\u0000",
    b"\\ud800",
    b"{",
    b"[",
    b"]",
    b"}",
    b"-",
    b"9" * 40,
)


@MANY
@given(
    seed=st.sampled_from(SEEDS),
    wounds=st.lists(
        st.tuples(
            st.integers(0, 300),
            st.integers(0, 8),
            st.one_of(st.binary(max_size=4), st.sampled_from(GRAINS)),
        ),
        min_size=1,
        max_size=4,
    ),
)
def test_a_damaged_message_is_a_message_or_a_wire_error(
    seed: bytes, wounds: list[tuple[int, int, bytes]]
) -> None:
    """One flipped bit stops the arbiter or a client."""
    for at, length, grain in wounds:
        seed = seed[:at] + grain + seed[at + length :]
    for decode, kind in ((decode_request, ToArbiter), (decode_reply, ToClient)):
        try:
            found = decode(seed)
        except WireError:
            continue
        assert isinstance(found, kind)
        assert kind.model_validate_json(found.model_dump_json()) == found


DOOR_SEEDS = (
    b'{"v":4,"body":{"type":"knock","plate":"7K3","key":"%s","element":"41aa"}}' % (b"k" * 40),
    b'{"v":4,"body":{"type":"proof","plate":"7K3","proof":"ab12"}}',
    b'{"v":4,"body":{"type":"turned_away","why":"driven","text":"Ask."}}',
)


@MANY
@given(
    seed=st.sampled_from(DOOR_SEEDS),
    at=st.integers(0, 160),
    length=st.integers(0, 8),
    grain=st.one_of(st.binary(max_size=60), st.sampled_from(GRAINS)),
)
def test_at_the_door_damage_is_only_ever_no_message(seed: bytes, at: int, length: int, grain: bytes) -> None:
    """A person without any code stops the arbiter."""
    data = seed[:at] + grain + seed[at + length :]
    for envelope in DOORS:
        try:
            found = envelope.model_validate_json(data)
        except ValidationError:
            continue
        assert envelope.model_validate_json(found.model_dump_json()) == found


@pytest.mark.parametrize(
    ("plate", "key", "element"),
    [
        ("7K", "k" * 40, "41aa"),
        ("7K33", "k" * 40, "41aa"),
        ("7K3", "k" * 39, "41aa"),
        ("7K3", "k" * 41, "41aa"),
        ("7K3", "k" * 40, ""),
        ("7K3", "k" * 40, "4"),
        ("7K3", "k" * 40, "41AA"),
        ("7K3", "k" * 40, "a" * 257),
        ("7K3", "k" * 40, "41aa\n"),
    ],
)
def test_a_knock_has_limits(plate: str, key: str, element: str) -> None:
    """A knock names a plate that no card has, or is of any length."""
    body = {"type": "knock", "plate": plate, "key": key, "element": element}
    with pytest.raises(ValidationError):
        ToDoor.model_validate_json(json.dumps({"v": 4, "body": body}))


def _rule(act: str, **fields: str) -> bytes:
    said = {"id": f'"{ID}"', "table": "1", "gate": "0", "reason": '"why"', "act": act} | fields
    return request('{"type":"rule",' + ",".join(f'"{name}":{value}' for name, value in said.items()) + "}")


@pytest.mark.parametrize("number", ['"1"', "true", "1.0", "1e0", "null", "[1]"])
@pytest.mark.parametrize(
    "frame",
    [
        lambda number: declared('{"x":"y"}').replace(b'"gate":1', b'"gate":' + number.encode()),
        lambda number: _rule('{"act":"pause"}', table=number),
        lambda number: _rule('{"act":"extend","seconds":' + number + "}"),
        lambda number: declared('{"troops":{"inf":{"I":' + number + "}}}"),
        lambda number: request('{"type":"beat","seen":' + number + "}"),
    ],
    ids=["gate", "table", "seconds", "moves", "seen"],
)
def test_a_number_is_a_number(frame: Callable[[str], bytes], number: str) -> None:
    """Two programs that read one message differently sign and count two different things."""
    decode_request(frame("1"))
    assert fault_of(frame(number)) is WireFault.MALFORMED


@pytest.mark.parametrize("value", ["true", "1.0", "null", "[1]", '{"a":1}', '{"a":{"b":true}}', "1e3"])
def test_an_answer_is_text_a_number_a_list_of_texts_or_moves(value: str) -> None:
    """A rule gets a value of a type that it never asked for."""
    assert fault_of(declared('{"x":' + value + "}")) is WireFault.MALFORMED


@pytest.mark.parametrize("value", ['"true"', "1", '"keep"'])
def test_a_yes_is_a_yes(value: str) -> None:
    """An umpire's void is taken for a keep."""
    act = '{"act":"remove","seat":"red","keep":%s}'
    decode_request(_rule(act % "true"))
    assert fault_of(_rule(act % value)) is WireFault.MALFORMED
