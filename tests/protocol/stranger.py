"""A client as an outsider would write it from docs/wire.md alone. Law: it imports nothing of the product."""

from __future__ import annotations

import hmac
import json
import secrets
from dataclasses import dataclass, field
from hashlib import blake2b, sha256
from typing import Any

import zmq
from nacl.bindings import (
    crypto_core_ed25519_add,
    crypto_core_ed25519_is_valid_point,
    crypto_core_ed25519_sub,
    crypto_scalarmult_ed25519_base_noclamp,
    crypto_scalarmult_ed25519_noclamp,
)
from nacl.public import Box, PrivateKey, PublicKey
from nacl.signing import VerifyKey
from zmq.utils import z85

DOOR_PUBLIC = b"H@^mF5ce*dxl(PdKD)%>5-#<jddbCo{z@^&?La<P"
M = bytes.fromhex("15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312")
N = bytes.fromhex("f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3")
ORDER = 2**252 + 27742317777372353535851937790883648493
PATIENCE_MS = 60_000

Json = dict[str, Any]


def scalar(number: int) -> bytes:
    """Return a scalar's bytes."""
    return (number % ORDER).to_bytes(32, "little")


def hkdf(data: bytes, info: bytes, length: int) -> bytes:
    """HKDF-SHA256 with an empty salt."""
    key, made, block, count = hmac.digest(bytes(32), data, "sha256"), b"", b"", 0
    while len(made) < length:
        count += 1
        block = hmac.digest(key, block + info + bytes([count]), "sha256")
        made += block
    return made[:length]


def spake2(code: str, plate: str, x: int) -> tuple[bytes, Any]:
    """Return the client's message, and the function that derives the shared secret from the door's message."""
    password = code.encode()
    w = int.from_bytes(hkdf(password, b"SPAKE2 pw", 48), "big") % ORDER
    ours = crypto_core_ed25519_add(
        crypto_scalarmult_ed25519_base_noclamp(scalar(x)), crypto_scalarmult_ed25519_noclamp(scalar(w), M)
    )

    def finish(message: bytes) -> bytes:
        side, theirs = message[:1], message[1:]
        assert side == b"B"
        assert theirs != ours
        assert crypto_core_ed25519_is_valid_point(theirs)
        point = crypto_core_ed25519_sub(theirs, crypto_scalarmult_ed25519_noclamp(scalar(w), N))
        k = crypto_scalarmult_ed25519_noclamp(scalar(x), point)
        names = (password, f"warcouncil seat {plate}".encode(), b"warcouncil arbiter")
        return sha256(b"".join(sha256(name).digest() for name in names) + ours + theirs + k).digest()

    return b"A" + ours, finish


def socket_to(
    context: zmq.Context[Any], port: int, server: bytes, keys: tuple[bytes, bytes]
) -> zmq.Socket[bytes]:
    """Connect a DEALER."""
    made: zmq.Socket[bytes] = context.socket(zmq.DEALER)
    made.curve_serverkey, (made.curve_publickey, made.curve_secretkey) = server, keys
    for option, value in ((zmq.LINGER, 0), (zmq.RECONNECT_IVL, -1), (zmq.RCVTIMEO, PATIENCE_MS)):
        made.setsockopt(option, value)
    made.connect(f"tcp://127.0.0.1:{port}")
    return made


def padded(message: Json, size: int) -> bytes:
    """Fill a frame with spaces."""
    data = json.dumps(message).encode()
    assert len(data) <= size
    return data.ljust(size, b" ")


@dataclass
class Stranger:
    """A client with a card, at a port."""

    port: int
    code: str
    context: zmq.Context[Any] = field(default_factory=zmq.Context)
    keys: tuple[bytes, bytes] = field(default_factory=zmq.curve_keypair)
    server_key: str = ""
    exercise: str = ""
    session: str = ""
    welcome: Json = field(default_factory=dict)
    numbers: list[int] = field(default_factory=list)

    def join(self) -> None:
        """Join through the door."""
        plate, key = self.code[:3], self.keys[0].decode()
        element, finish = spake2(self.code, plate, secrets.randbelow(ORDER))
        door = socket_to(self.context, self.port + 1, DOOR_PUBLIC, self.keys)
        reveal = self._knock(door, {"type": "knock", "plate": plate, "key": key, "element": element.hex()})
        shared = finish(bytes.fromhex(reveal["element"]))
        bound = f"{plate}|{key}|{reveal['server_key']}"
        proof = hmac.digest(shared, f"client|seat|{bound}".encode(), "sha256").hex()
        admit = self._knock(door, {"type": "proof", "plate": plate, "kind": "seat", "proof": proof})
        theirs = hmac.digest(shared, f"arbiter|{bound}|{admit['exercise']}".encode(), "sha256").hex()
        assert hmac.compare_digest(theirs, admit["proof"])
        self.server_key, self.exercise = reveal["server_key"], admit["exercise"]
        door.close()

    def _knock(self, door: zmq.Socket[bytes], body: Json) -> Json:
        door.send(padded({"v": 4, "body": body}, 1024))
        frame = door.recv()
        assert len(frame) == 1024
        answer: Json = json.loads(frame)
        return dict(answer["body"])

    def sit(self) -> Json:
        """Send the hello and return the first view."""
        self.seats = socket_to(self.context, self.port, self.server_key.encode(), self.keys)
        self.box = Box(PrivateKey(z85.decode(self.keys[1])), PublicKey(z85.decode(self.server_key)))
        self.send({"type": "hello", "app": "stranger"})
        self.welcome = self.receive("welcome")
        self.session = self.welcome["session"]
        return self.receive("view")

    def send(self, body: Json) -> None:
        """Send a request."""
        self.seats.send(padded({"v": 4, "session": self.session, "body": body}, 2048))

    def receive(self, kind: str) -> Json:
        """Wait for a reply of a kind."""
        while True:
            plain = self.box.decrypt(self.seats.recv())
            assert len(plain) in (2048, 7168, 9216, 12288, 32768, 131072)
            message = json.loads(plain)
            if message["n"]:
                self.numbers.append(message["n"])
            if message["body"]["type"] == kind:
                return dict(message["body"])

    def declare(self, view: Json, answer: Json) -> Json:
        """Seal an answer, check its receipt and return it. Raises BadSignatureError for a forged one."""
        request = {"type": "declare", "id": secrets.token_hex(16), "gate": view["gate"], "answer": answer}
        self.send(request)
        receipt = self.receive("receipt")
        canonical = json.dumps(answer, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        digest = blake2b(canonical.encode(), digest_size=16).hexdigest()
        me = self.welcome
        signed = f"receipt:{self.exercise}|{me['table']}|{me['seat']}|{view['gate']}|{request['id']}|{digest}"
        VerifyKey(bytes.fromhex(me["verify_key"])).verify(
            signed.encode(), bytes.fromhex(receipt["signature"])
        )
        return receipt

    def leave(self) -> None:
        """Close the connection."""
        self.context.destroy(linger=0)
