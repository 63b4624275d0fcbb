"""The codec: converts messages to padded JSON bytes and back. It has no sockets and no encryption.

Every frame is JSON, padded with spaces to one of a few sizes. So its length reveals nothing. Requests have only one
size.
"""

from __future__ import annotations

from enum import Enum

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic_core import to_json
from warcouncil.protocol.wire.replies import ToClient
from warcouncil.protocol.wire.requests import Request, ToArbiter
from warcouncil.protocol.words import WIRE_VERSION, Model, Name

REQUEST_BYTES = 2048
"""The size of every frame from a client, in bytes."""
REPLY_BYTES = (2048, 7168, 9216, 12288, 32768, 131072)
"""The sizes of frames to a client, in bytes, before encryption."""
ENVELOPE_BYTES_MAX = 160
"""The maximum size of the envelope around a reply, in bytes."""
FRAME_BYTES_MAX = 131072 + 256
"""The maximum size of an encrypted frame on any socket, in bytes."""


class WireFault(Enum):
    """The reasons why bytes are not a valid message."""

    TOO_LARGE = "too large"
    WRONG_VERSION = "wrong version"
    MALFORMED = "malformed"


class WireError(Exception):
    """Some bytes are not a message of this version. The text never quotes them."""

    def __init__(self, fault: WireFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


class _Version(Model):
    model_config = ConfigDict(extra="ignore")
    v: int


_TO_ARBITER: TypeAdapter[ToArbiter] = TypeAdapter(ToArbiter)
_TO_CLIENT: TypeAdapter[ToClient] = TypeAdapter(ToClient)


def pad(data: bytes, sizes: tuple[int, ...]) -> bytes:
    """Pad `data` with spaces to the smallest of `sizes` into which it fits. Raises WireError if it fits into none."""
    for size in sizes:
        if len(data) <= size:
            return data.ljust(size)
    raise WireError(WireFault.TOO_LARGE)


def encode_request(body: Request, session: Name = "") -> bytes:
    """Return the frame of a request, always REQUEST_BYTES long. Raises WireError if the request does not fit."""
    message = ToArbiter(session=session, body=body)
    return pad(message.model_dump_json().encode(), (REQUEST_BYTES,))


def decode_request(data: bytes) -> ToArbiter:
    """Parse the request in a frame. Raises WireError."""
    if len(data) > REQUEST_BYTES:
        raise WireError(WireFault.TOO_LARGE)
    try:
        return _TO_ARBITER.validate_json(data, strict=True)
    except ValidationError:
        raise _fault(data) from None


def dump(body: object) -> bytes:
    """Return a reply as JSON, which can be wrapped for one or several sessions. Fields that are None are left out.

    `body` can also be a mapping of some fields of a reply, or a single value. Such fields and values must not be
    None.
    """
    if isinstance(body, Model):
        # The serialiser of the model takes half as long.
        return body.__pydantic_serializer__.to_json(body, exclude_none=True)
    return to_json(body, exclude_none=True)


def join(one: bytes, other: bytes) -> bytes:
    """Return one JSON object with the fields of both. Neither object may be empty."""
    return b"%b,%b" % (one[:-1], other[1:])


def wrap_reply(body: bytes, session: str, n: int, last: int) -> bytes:
    """Wrap the JSON of a reply in its envelope (ToClient). `session` is hexadecimal or empty."""
    return b'{"v":%d,"session":"%s","n":%d,"last":%d,"body":%s}' % (
        WIRE_VERSION,
        session.encode(),
        n,
        last,
        body,
    )


def reply_size(length: int) -> int:
    """Return the frame size for a reply whose JSON has this length. The size includes the envelope. Raises WireError
    if the reply is too long.
    """
    for size in REPLY_BYTES:
        if length + ENVELOPE_BYTES_MAX <= size:
            return size
    raise WireError(WireFault.TOO_LARGE)


def pad_reply(data: bytes, size: int = 0) -> bytes:
    """Pad an enveloped reply to `size`, or to the smallest of REPLY_BYTES into which it fits. Raises WireError."""
    return pad(data, (size,) if size else REPLY_BYTES)


def decode_reply(data: bytes) -> ToClient:
    """Parse the reply in a frame. Raises WireError."""
    if len(data) > REPLY_BYTES[-1]:
        raise WireError(WireFault.TOO_LARGE)
    try:
        return _TO_CLIENT.validate_json(data, strict=True)
    except ValidationError:
        raise _fault(data) from None


def _fault(data: bytes) -> WireError:
    try:
        version = _Version.model_validate_json(data).v
    except ValidationError:
        return WireError(WireFault.MALFORMED)
    return WireError(WireFault.MALFORMED if version == WIRE_VERSION else WireFault.WRONG_VERSION)
