"""Targets: everything that comes over a network: frames of seats and arbiters, the door, announcements,
addresses and codes.
"""

from __future__ import annotations

from typing import Any

from nacl.bindings import crypto_box, crypto_box_NONCEBYTES
from nacl.public import PrivateKey
from nacl.signing import SigningKey
from pydantic import BaseModel, ValidationError
from warcouncil.arbiter.core.words.stimuli import Received
from warcouncil.arbiter.shell.database.standby_rows import read_row
from warcouncil.arbiter.shell.network import door
from warcouncil.arbiter.shell.network.spake import exchange
from warcouncil.clients.link.connect.link import Unsealer
from warcouncil.clients.link.door.door import DoorError, parse_address
from warcouncil.clients.plan.reading.standbys import standby_fault
from warcouncil.clients.room.doctor import discovery
from warcouncil.protocol.proofs.doors import (
    DOOR_BYTES,
    BadCode,
    CodeText,
    Knock,
    ToDoor,
    ToKnocker,
    Turned,
    parse_code,
    parse_plate,
)
from warcouncil.protocol.proofs.signatures import is_signed
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.replies import ToClient
from warcouncil.protocol.wire.requests import ToArbiter
from warcouncil.protocol.wire.wire import WireError
from zeroconf import ServiceInfo
from zmq.utils import z85

from tests.fuzz.target import Target

PAIRS = [(bytes([n]) * 32, bytes([n + 2]) * 32) for n in (1, 2)]
CODE = CodeText(plate="7K3", secret="Q4MNP2XT")


class TurnedBack(Exception):
    """The door stays shut."""


def _request(message: ToArbiter) -> bytes:
    return wire.encode_request(message.body, message.session)


def _reply(message: ToClient) -> bytes:
    return message.model_dump_json().encode()


def _at_door(data: bytes) -> Any:
    """Read a knock or a proof as the door does, and answer a knock."""
    found = door.read(data.ljust(DOOR_BYTES))
    if isinstance(found, Turned):
        raise TurnedBack
    if isinstance(found, Knock):
        exchange(CODE, found.plate, found.element, lambda size: b"\1" * size)
    return found


def _door_again(found: Any) -> bytes:
    return ToDoor(body=found).model_dump_json().encode()


def _announced(data: bytes) -> Any:
    """Read what an announcement says: two bytes of a port, a byte that says how many bytes of addresses follow, and its text."""
    addresses = [data[3:7], data[3:19]] if len(data) > 19 else []
    info = ServiceInfo(
        discovery.SERVICE,
        f"x.{discovery.SERVICE}",
        port=int.from_bytes(data[:2]),
        addresses=[each for each in addresses if len(each) in (4, 16)],
        properties=data[19:],
    )
    found = discovery.said_by(info)
    for one in found:
        assert one.name.isprintable()
        assert len(one.name) <= discovery.NAME_BYTES
        parse_address(str(one.address))
    return found


def _opened(data: bytes) -> bytes | None:
    """Open a sealed frame, whether it was sealed for us or not."""
    theirs, ours = PAIRS
    key = z85.encode(_public(theirs[0])).decode()
    return Unsealer(server_key=key, secret=z85.encode(ours[0]).decode()).open(data)


def _public(secret: bytes) -> bytes:
    return bytes(PrivateKey(secret).public_key)


def sealed(plain: bytes) -> bytes:
    """Seal a frame as the arbiter of `_opened` does."""
    theirs, ours = PAIRS
    nonce = b"\5" * crypto_box_NONCEBYTES
    return nonce + crypto_box(plain, nonce, _public(ours[0]), theirs[0])


def _code(data: bytes) -> CodeText:
    code = parse_code(data.decode("utf-8", "replace"))
    parse_plate(code.plate)
    return code


def _address(data: bytes) -> Any:
    text = data.decode("utf-8", "replace")
    found = parse_address(text)
    assert found.host.isprintable()
    standby_fault(text)
    return found


def _standby(data: bytes) -> Any:
    return read_row("id", "name", data.decode("utf-8", "replace"), 1, 1, False)


def _signed(data: bytes) -> bool:
    key, _, signature = data.decode("utf-8", "replace").partition("\n")
    return is_signed(b"said", signature=signature, verify_key=key)


def _really() -> bytes:
    key = SigningKey(b"\1" * 32)
    return f"{key.verify_key.encode().hex()}\n{key.sign(b'said').signature.hex()}".encode()


def _knocker(data: bytes) -> ToKnocker:
    return ToKnocker.model_validate_json(data)


def _json_of(model: BaseModel) -> bytes:
    return model.model_dump_json().encode()


DOOR = (
    b'{"v":4,"body":{"type":"knock","plate":"7K3","key":"'
    + b"k" * 40
    + b'","element":"41'
    + b"aa" * 32
    + b'"}}',
    b'{"v":4,"body":{"type":"proof","plate":"7K3","kind":"seat","proof":"' + b"ab" * 32 + b'"}}',
)
KNOCKERS = (
    b'{"v":4,"body":{"type":"reveal","element":"42' + b"aa" * 32 + b'","server_key":"' + b"s" * 40 + b'"}}',
    b'{"v":4,"body":{"type":"admit","proof":"' + b"ab" * 32 + b'","exercise":"Jena"}}',
    b'{"v":4,"body":{"type":"turned_away","why":"driven","text":"Ask an umpire."}}',
)
ANNOUNCED = (
    b"\x17\x70\x01" + b"\x0a\0\0\1" * 4 + b"\x03v=4\x0dexercise=Jena",
    b"\xff\xff\x01" + b"\xfe\x80" + b"\0" * 14 + b"\x09exercise=\x00\x01v",
)
STANDBY = b'{"addresses":["10.0.0.2:5000","[::1]:6000"],"webs":["https://10.0.0.2:6443/"]}'

TARGETS = (
    Target("requests", wire.decode_request, (WireError,), _request, bytes_max=wire.REQUEST_BYTES),
    Target("replies", wire.decode_reply, (WireError,), _reply, bytes_max=20_000),
    Target("received", Received.model_validate_json, (ValidationError,), _json_of),
    Target(
        "sealed",
        _opened,
        kind="bytes",
        seeds=lambda: iter([sealed(b"{}"), sealed(b"x" * 100), b"", b"x" * 24]),
    ),
    Target("door", _at_door, (TurnedBack,), encode=_door_again, seeds=lambda: iter(DOOR), bytes_max=1100),
    Target("knocker", _knocker, (ValidationError,), _json_of, seeds=lambda: iter(KNOCKERS)),
    Target("announcement", _announced, kind="bytes", seeds=lambda: iter(ANNOUNCED), bytes_max=1300),
    Target("standby", _standby, seeds=lambda: iter([STANDBY])),
    Target(
        "code",
        _code,
        (BadCode,),
        lambda code: str(code).encode(),
        "bytes",
        lambda: iter([b"7K3-Q4MN-P2XT", b"7k3 q4mn p2xt"]),
        bytes_max=200,
    ),
    Target(
        "address",
        _address,
        (DoorError,),
        lambda found: str(found).encode(),
        "bytes",
        lambda: iter([b"10.0.0.1:5000", b"[::1]:5000", b"tcp://host.example", b"::1"]),
    ),
    Target(
        "signature", _signed, kind="bytes", seeds=lambda: iter([_really(), b"ab" * 32 + b"\n" + b"cd" * 64])
    ),
)
